//===- MendedText.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/parse/MendedText.h"
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

std::optional<Missing> missingWord(const Diagnostic &Info) {
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
    return std::nullopt;
  const SourceManager &Sources = Info.getSourceManager();
  switch (Info.getID()) {
  case diag::err_bound_member_function: // f(x).to<n>(y)
  case diag::err_ovl_unresolvable:      // cast<T>::to<n>(y)
  case diag::err_template_kw_missing: { // either, of 4 or a type
    bool Invalid = false;
    const llvm::StringRef Text =
        Sources.getCharacterData(Info.getLocation(), &Invalid);
    const auto Name = Invalid ? std::nullopt : lastNameWithArguments(Text);
    if (!Name)
      return std::nullopt;
    return Missing{Info.getLocation().getLocWithOffset(*Name), Template};
  }
  case diag::err_typename_missing: // f<T::type>(x)
    return Missing{Info.getLocation(), Typename};
  case diag::err_asm_invalid_escape: {
    // It points behind the sign.
    const auto [File, Offset] = Sources.getDecomposedLoc(Info.getLocation());
    const llvm::StringRef Before =
        Sources.getBufferData(File).take_front(Offset + 1);
    const size_t Sign = Before.rfind('%');
    constexpr size_t Near = 3;
    if (Sign == llvm::StringRef::npos || Before.size() - Sign > Near)
      return std::nullopt;
    return Missing{Sources.getComposedLoc(File, Sign), "%"};
  }
  default:
    return offeredWord(Info);
  }
}
} // namespace

bool MendedText::note(const Diagnostic &Info) {
  const auto Found = missingWord(Info);
  if (!Found || !Found->At.isFileID())
    return false;
  const SourceManager &Sources = Info.getSourceManager();
  const auto [Id, Offset] = Sources.getDecomposedLoc(Found->At);
  const OptionalFileEntryRef File = Sources.getFileEntryRefForID(Id);
  if (!File)
    return false;
  llvm::SmallString<256> Path(File->getName());
  if (llvm::sys::fs::make_absolute(Path))
    return false;
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  // A word that was put there before has not helped.
  if (Sources.getBufferData(Id).take_front(Offset).ends_with(Found->Word))
    return false;
  Words &W = Pending[std::string(Path)];
  if (W.Text.empty())
    W.Text = Sources.getBufferData(Id).str();
  W.At.try_emplace(Offset, Found->Word.str());
  return true;
}

void MendedText::mend() {
  for (auto &[Path, W] : Pending) {
    for (auto It = W.At.rbegin(); It != W.At.rend(); ++It)
      W.Text.insert(It->first, It->second);
    Texts[Path] = std::move(W.Text);
  }
  Pending.clear();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem>
MendedText::files() const {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[Path, Text] : Texts)
    Memory->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  return Memory;
}

} // namespace gpuperf
