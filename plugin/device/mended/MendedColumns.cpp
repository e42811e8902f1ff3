//===- MendedColumns.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/mended/MendedColumns.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace llvm;
using namespace gpuperf;

/// Where \p Line, from 1, begins in \p Text.
static size_t beginOfLine(StringRef Text, unsigned Line) {
  size_t At = 0;
  for (unsigned L = 1; L < Line; ++L) {
    const size_t End = Text.find('\n', At);
    if (End == StringRef::npos)
      return Text.size();
    At = End + 1;
  }
  return At;
}

/// The same for a place that is \p Column behind \p Begin, where its line does.
static unsigned columnInLine(const MendedText::File &File, size_t Begin,
                             unsigned Column) {
  if (Column == 0)
    return 0; // none is known
  const size_t End = Begin + Column - 1;
  size_t Taken = 0;
  for (auto It = File.Words.lower_bound(Begin);
       It != File.Words.end() && It->first < End; ++It)
    Taken += std::min(It->second, End - It->first);
  return static_cast<unsigned>(Column - Taken);
}

unsigned gpuperf::columnWithoutWords(const MendedText::File &File,
                                     unsigned Line, unsigned Column) {
  return columnInLine(File, beginOfLine(File.Text, Line), Column);
}

namespace {
class Restorer {
public:
  explicit Restorer(const MendedText &Text) : Text(Text) {}

  DILocation *restored(DILocation *At) {
    const MendedText::File *File = fileOf(At->getFile());
    if (!File)
      return At;
    const auto [Begin, New] = LineBegins.try_emplace({File, At->getLine()}, 0);
    if (New)
      Begin->second = beginOfLine(File->Text, At->getLine());
    const unsigned Column = columnInLine(*File, Begin->second, At->getColumn());
    if (Column == At->getColumn())
      return At;
    return DILocation::get(At->getContext(), At->getLine(), Column,
                           At->getScope(), At->getInlinedAt(),
                           At->isImplicitCode(), At->getAtomGroup(),
                           At->getAtomRank());
  }

private:
  /// Null: no word was put into it.
  const MendedText::File *fileOf(const DIFile *Named) {
    const auto [It, New] = Files.try_emplace(Named, nullptr);
    if (!New)
      return It->second;
    SmallString<256> Path;
    if (!sys::path::is_absolute(Named->getFilename()))
      Path = Named->getDirectory();
    sys::path::append(Path, Named->getFilename());
    if (sys::fs::make_absolute(Path))
      return nullptr;
    sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    if (auto Found = Text.mended().find(std::string(Path));
        Found != Text.mended().end())
      It->second = &Found->second;
    return It->second;
  }

  const MendedText &Text;
  DenseMap<const DIFile *, const MendedText::File *> Files;
  DenseMap<std::pair<const MendedText::File *, unsigned>, size_t> LineBegins;
};
} // namespace

void gpuperf::restoreColumns(Module &M, const MendedText &Text) {
  if (Text.mended().empty())
    return;
  Restorer Places(Text);
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      if (DILocation *At = I.getDebugLoc())
        I.setDebugLoc(Places.restored(At));
      updateLoopMetadataDebugLocations(I, [&](Metadata *Of) -> Metadata * {
        if (auto *At = dyn_cast<DILocation>(Of))
          return Places.restored(At);
        return Of;
      });
    }
}
