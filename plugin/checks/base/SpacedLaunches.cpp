//===- SpacedLaunches.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/base/SpacedLaunches.h"
#include "plugin/device/AcceptedText.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <memory>

using namespace clang;

static void joinIn(SourceManager &SM, FileEntryRef File) {
  const StringRef Extension = llvm::sys::path::extension(File.getName());
  if (Extension != ".cu" && Extension != ".cuh")
    return;
  const auto Buffer = SM.getMemoryBufferForFileOrNone(File);
  if (!Buffer)
    return;
  const std::string Joined = gpuperf::withWholeBrackets(Buffer->getBuffer());
  if (!Joined.empty())
    SM.overrideFileContents(File, llvm::MemoryBuffer::getMemBufferCopy(
                                      Joined, Buffer->getBufferIdentifier()));
}

namespace {
/// Looks at the main file, and at headers before they are entered; not at the
/// many of the system.
class JoinInHeaders : public PPCallbacks {
public:
  explicit JoinInHeaders(Preprocessor &PP)
      : SM(PP.getSourceManager()),
        HasPreamble(PP.getPreprocessorOpts().PrecompiledPreambleBytes.first) {
    if (const auto Main = SM.getFileEntryRefForID(SM.getMainFileID())) {
      joinIn(SM, *Main);
      Seen.insert(*Main);
    }
  }
  void InclusionDirective(SourceLocation, const Token &, StringRef, bool,
                          CharSourceRange, OptionalFileEntryRef File, StringRef,
                          StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind Kind) override {
    // The buffer of a header that was entered before is in use, and those of an
    // editor's preamble were read before this parse.
    if (File && !HasPreamble && Kind == SrcMgr::C_User &&
        Seen.insert(*File).second)
      joinIn(SM, *File);
  }

private:
  SourceManager &SM;
  const bool HasPreamble;
  llvm::DenseSet<const FileEntry *> Seen;
};
} // namespace

void gpuperf::acceptSpacedLaunches(Preprocessor &PP) {
  // The callbacks hold the mark for as long as the preprocessor is there.
  struct Marked : JoinInHeaders {
    Marked(Preprocessor &PP, std::shared_ptr<Preprocessor *> Mark)
        : JoinInHeaders(PP), Mark(std::move(Mark)) {}
    std::shared_ptr<Preprocessor *> Mark;
  };
  thread_local std::weak_ptr<Preprocessor *> Last;
  if (const auto Mark = Last.lock(); Mark && *Mark == &PP)
    return;
  auto Mark = std::make_shared<Preprocessor *>(&PP);
  Last = Mark;
  PP.addPPCallbacks(std::make_unique<Marked>(PP, std::move(Mark)));
}
