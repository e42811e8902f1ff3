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

/// Whether the text at \p At is a name with arguments of a template behind it.
bool isNameWithArguments(const SourceManager &Sources, SourceLocation At) {
  bool Invalid = false;
  llvm::StringRef Text = Sources.getCharacterData(At, &Invalid);
  if (Invalid)
    return false;
  const llvm::StringRef Name =
      Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  return !Name.empty() && Text.drop_front(Name.size()).ltrim().starts_with("<");
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
  case diag::err_bound_member_function: // f(x).to<4>(y)
    if (isNameWithArguments(Sources, Info.getLocation()))
      return Missing{Info.getLocation(), Template};
    return std::nullopt;
  case diag::err_ovl_unresolvable: // cast<T>::to<4>(y)
    for (const CharSourceRange &Range : Info.getRanges())
      if (Range.isTokenRange() && Range.getEnd().isFileID() &&
          Range.getBegin() != Range.getEnd() &&
          isNameWithArguments(Sources, Range.getEnd()))
        return Missing{Range.getEnd(), Template};
    return std::nullopt;
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
