//===- NotesFiles.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/NotesFiles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace gpuperf::record {

/// The argument whose kind and size is \p Kind ("S4") and whose bits are \p
/// Bits.
static ArgValue valueOf(StringRef Kind, uint64_t Bits) {
  unsigned Bytes = 0;
  if (Kind.drop_front().getAsInteger(10, Bytes) || Bytes == 0 || Bytes > 8)
    return ArgValue();
  if (Kind[0] == 'F')
    return ArgValue::floating(Bytes == 4
                                  ? bit_cast<float>(static_cast<uint32_t>(Bits))
                                  : bit_cast<double>(Bits),
                              Provenance::Recorded);
  if (Kind[0] == 'S')
    return ArgValue::integer(SignExtend64(Bits, 8 * Bytes),
                             Provenance::Recorded);
  return ArgValue::integer(static_cast<int64_t>(Bits), Provenance::Recorded);
}

/// False if the line was cut off, as that of a process that was ended may be.
static bool readLaunch(ArrayRef<StringRef> Words, NotedLaunch &L) {
  constexpr size_t Fixed = 11, PerArg = 4;
  if (Words.size() < Fixed || (Words.size() - Fixed) % PerArg != 0)
    return false;
  L.Kernel = Words[1].str(), L.Module = Words[2].str();
  uint64_t *Numbers[] = {&L.Return,  &L.Grid.X,  &L.Grid.Y,  &L.Grid.Z,
                         &L.Block.X, &L.Block.Y, &L.Block.Z, &L.SharedBytes};
  for (size_t I = 0; I < std::size(Numbers); ++I)
    if (Words[3 + I].getAsInteger(10, *Numbers[I]))
      return false;
  for (size_t I = Fixed; I < Words.size(); I += PerArg) {
    int Offset = 0;
    uint64_t Bits = 0;
    StringRef Kind = Words[I + 2];
    if (Words[I + 1].getAsInteger(10, Offset) || Kind.empty() ||
        Words[I + 3].getAsInteger(16, Bits))
      return false;
    if (Kind[0] == 'P') {
      if (Offset < 0 && Bits)
        L.Bytes.emplace_back(Words[I].str(), Bits);
      continue;
    }
    FactArg &A = L.Args.emplace_back();
    A.Name = Words[I].str();
    A.Value = valueOf(Kind, Bits);
    if (Offset >= 0)
      A.Offset = static_cast<uint32_t>(Offset);
  }
  return true;
}

RunNotes readNotes(StringRef Folder) {
  RunNotes Out;
  std::vector<std::pair<uint64_t, std::string>> Files; // by process
  std::error_code Code;
  for (sys::fs::directory_iterator I(Folder, Code), E; I != E && !Code;
       I.increment(Code)) {
    uint64_t Process = 0;
    if (sys::path::extension(I->path()) == ".launches" &&
        !sys::path::stem(I->path()).getAsInteger(10, Process))
      Files.emplace_back(Process, I->path());
  }
  sort(Files);
  for (const auto &[Process, Path] : Files) {
    auto Text = MemoryBuffer::getFile(Path);
    SmallString<256> CountsPath(Path);
    sys::path::replace_extension(CountsPath, "counts");
    auto Counts = MemoryBuffer::getFile(CountsPath, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
    if (!Text || !Counts)
      continue;
    size_t Number = 0;
    for (line_iterator I(**Text); !I.is_at_end(); ++I) {
      SmallVector<StringRef, 32> Words;
      I->split(Words, '\t');
      Out.RepeatLimit |= Words[0] == "limit";
      Out.Full |= Words[0] == "full";
      if (Words[0] != "launch")
        continue;
      NotedLaunch L;
      const size_t At = 8 * Number++;
      if (!readLaunch(Words, L) || At + 8 > (*Counts)->getBufferSize())
        continue;
      L.Count = support::endian::read64le((*Counts)->getBufferStart() + At);
      // A launch that was captured into a graph which was never launched.
      if (L.Count)
        Out.Launches.push_back(std::move(L));
    }
  }
  return Out;
}

} // namespace gpuperf::record
