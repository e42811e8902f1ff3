//===- MendedText.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/mended/MendedText.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;

namespace gpuperf {

namespace {
/// A word and the place that it is missing at.
struct Missing {
  SourceLocation At;
  llvm::StringRef Word;
};

constexpr llvm::StringLiteral Template = "template ", Typename = "typename ";

/// How far the last name is from the start of \p Text, `A<x>::b<y>(`, if
/// arguments of a template are behind it.
std::optional<size_t> lastNameWithArguments(llvm::StringRef Text) {
  size_t At = 0;
  while (true) {
    const size_t Name = At;
    while (At < Text.size() && (llvm::isAlnum(Text[At]) || Text[At] == '_'))
      ++At;
    if (At == Name)
      return std::nullopt;
    const size_t Behind = Text.find_first_not_of(" ", At);
    if (Behind == llvm::StringRef::npos)
      return std::nullopt;
    At = Behind;
    const bool HasArguments = Text[At] == '<';
    if (HasArguments) {
      unsigned Depth = 0;
      for (; At < Text.size(); ++At) {
        Depth += Text[At] == '<';
        if (Text[At] == '>' && --Depth == 0)
          break;
        // In these it is no bracket.
        if (llvm::StringRef(";{}()").contains(Text[At]))
          return Name;
      }
      At = Text.find_first_not_of(" ", At + 1);
    }
    if (At == llvm::StringRef::npos || !Text.substr(At).starts_with("::"))
      return HasArguments ? std::optional(Name) : std::nullopt;
    At += 2;
  }
}

/// The word that clang itself offers to insert, if it is one of ours.
std::optional<Missing> offeredWord(const Diagnostic &Info) {
  if (Info.getNumFixItHints() != 1)
    return std::nullopt;
  const FixItHint &Hint = Info.getFixItHint(0);
  for (llvm::StringRef Word : {Template, Typename})
    if (Hint.CodeToInsert == Word && Hint.RemoveRange.getBegin().isValid() &&
        Hint.RemoveRange.isCharRange() &&
        Hint.RemoveRange.getBegin() == Hint.RemoveRange.getEnd())
      return Missing{Hint.RemoveRange.getBegin(), Word};
  return std::nullopt;
}

using Words = llvm::SmallVector<Missing, 2>;

/// A second sign before each `%` that begins no operand, in the strings of the
/// statement of inline assembly around \p At: `%laneid`, not `%0` or `%h1`.
Words signsOfAssembly(const SourceManager &Sources, SourceLocation At) {
  const auto [File, Offset] = Sources.getDecomposedLoc(At);
  const llvm::StringRef Text = Sources.getBufferData(File);
  const size_t Start = Text.take_front(Offset).rfind("asm");
  Words Out;
  if (Start == llvm::StringRef::npos)
    return Out;
  bool InString = false;
  for (size_t I = Start; I + 1 < Text.size(); ++I) {
    if (Text[I] == '"')
      InString = !InString;
    else if (!InString && llvm::StringRef(":;)").contains(Text[I]))
      break;
    else if (InString && Text[I] == '\\')
      ++I;
    else if (InString && Text[I] == '%') {
      const llvm::StringRef Behind = Text.substr(I + 1);
      if (Behind.starts_with("%"))
        ++I;
      else if (llvm::isAlpha(Behind[0]) &&
               !(Behind.size() > 1 && llvm::isDigit(Behind[1])))
        Out.push_back({Sources.getComposedLoc(File, I), "%"});
    }
  }
  return Out;
}

Words missingWords(const Diagnostic &Info) {
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid() ||
      !Info.getLocation().isFileID())
    return {};
  const SourceManager &Sources = Info.getSourceManager();
  bool Invalid = false;
  const llvm::StringRef Text =
      Sources.getCharacterData(Info.getLocation(), &Invalid);
  if (Invalid)
    return {};
  auto At = [&](size_t Offset) {
    return Info.getLocation().getLocWithOffset(static_cast<int>(Offset));
  };
  switch (Info.getID()) {
  case diag::err_bound_member_function: // f(x).to<n>(y)
  case diag::err_ovl_unresolvable:      // cast<T>::to<n>(y)
  case diag::err_template_kw_missing:   // either, of 4 or a type
    if (const auto Name = lastNameWithArguments(Text))
      return {{At(*Name), Template}};
    return {};
  case diag::err_typename_missing: // f<T::type>(x)
    return {{Info.getLocation(), Typename}};
  case diag::err_asm_invalid_escape:
    return signsOfAssembly(Sources, Info.getLocation());
  case diag::err_typecheck_pointer_arith_void_type:
    // A step of a byte, as gcc has it.
    if (Info.getRanges().size() == 1)
      return {{Info.getRanges()[0].getBegin(), "(char *)"}};
    return {};
  case diag::err_alignas_underaligned: {
    // Less than the type has is no more than the type has.
    const size_t End = Text.find(')');
    if (!Text.starts_with("alignas(") || End == llvm::StringRef::npos)
      return {};
    return {{Info.getLocation(), "/*"}, {At(End + 1), "*/"}};
  }
  default:
    if (const auto Word = offeredWord(Info))
      return {*Word};
    return {};
  }
}
} // namespace

bool MendedText::note(const Diagnostic &Info) {
  bool Any = false;
  for (const Missing &M : missingWords(Info)) {
    if (!M.At.isFileID())
      continue;
    const SourceManager &Sources = Info.getSourceManager();
    const auto [Id, Offset] = Sources.getDecomposedLoc(M.At);
    const OptionalFileEntryRef File = Sources.getFileEntryRefForID(Id);
    if (!File)
      continue;
    llvm::SmallString<256> Path(File->getName());
    if (llvm::sys::fs::make_absolute(Path))
      continue;
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    // A word that was put there before has not helped.
    if (Sources.getBufferData(Id).take_front(Offset).ends_with(M.Word))
      continue;
    Inserted &I = Pending[std::string(Path)];
    if (I.Text.empty()) {
      I.Name = File->getName().str();
      I.Text = Sources.getBufferData(Id).str();
    }
    I.At.try_emplace(Offset, M.Word.str());
    Any = true;
  }
  return Any;
}

void MendedText::mend() {
  for (auto &[Path, I] : Pending) {
    File &Out = Mended[Path];
    // Words of earlier rounds move by those that are put before them.
    std::map<size_t, size_t> Words;
    size_t Before = 0;
    auto Old = Out.Words.begin();
    auto moveUntil = [&](size_t End) {
      for (; Old != Out.Words.end() && Old->first < End; ++Old)
        Words[Old->first + Before] = Old->second;
    };
    for (const auto &[At, Word] : I.At) {
      moveUntil(At);
      Words[At + Before] = Word.size();
      Before += Word.size();
    }
    moveUntil(std::string::npos);
    for (auto It = I.At.rbegin(); It != I.At.rend(); ++It)
      I.Text.insert(It->first, It->second);
    Out = {std::move(I.Name), std::move(I.Text), std::move(Words)};
  }
  Pending.clear();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem>
MendedText::files() const {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[Path, Of] : Mended)
    Memory->addFile(Path, 0,
                    llvm::MemoryBuffer::getMemBufferCopy(Of.Text, Path));
  return Memory;
}

} // namespace gpuperf
