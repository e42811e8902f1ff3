//===- Modules.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Modules.h"
#include "plugin/record/runtime/Layouts.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <unistd.h>

namespace gpuperf::record {

template <typename T> static T at(const char *Image, size_t Offset) {
  T Value;
  std::memcpy(&Value, Image + Offset, sizeof(Value));
  return Value;
}

/// An ELF file ends with its last section or with the table of them.
static size_t bytesOfElf(const char *Image) {
  const auto Header = at<Elf64_Ehdr>(Image, 0);
  if (Header.e_ident[EI_CLASS] != ELFCLASS64 ||
      Header.e_shentsize != sizeof(Elf64_Shdr))
    return 0;
  size_t End = Header.e_shoff + Header.e_shnum * sizeof(Elf64_Shdr);
  for (unsigned I = 0; I < Header.e_shnum; ++I) {
    const auto Section =
        at<Elf64_Shdr>(Image, Header.e_shoff + I * sizeof(Elf64_Shdr));
    if (Section.sh_type != SHT_NOBITS)
      End = std::max<size_t>(End, Section.sh_offset + Section.sh_size);
  }
  return End;
}

/// Of clang-offload-bundler: a magic word, the number of entries, and of each
/// its offset, its size, and the length and the text of its name.
static size_t bytesOfBundle(const char *Image, size_t Magic) {
  constexpr uint64_t MostEntries = 1024;
  const auto Entries = at<uint64_t>(Image, Magic);
  size_t End = 0, Next = Magic + 8;
  for (uint64_t I = 0; I < std::min(Entries, MostEntries); ++I) {
    End = std::max<size_t>(End, at<uint64_t>(Image, Next) +
                                    at<uint64_t>(Image, Next + 8));
    Next += 24 + at<uint64_t>(Image, Next + 16);
  }
  return std::max(End, Next);
}

/// A compressed one has its length behind its version (2 bytes) and the way of
/// compression (2 bytes), since the second version.
static size_t bytesOfCompressed(const char *Image) {
  const auto Version = at<uint16_t>(Image, 4);
  return Version == 2   ? at<uint32_t>(Image, 8)
         : Version == 3 ? at<uint64_t>(Image, 8)
                        : 0;
}

static size_t bytesOf(const char *Image) {
  constexpr char Bundle[] = "__CLANG_OFFLOAD_BUNDLE__", Compressed[] = "CCOB";
  if (std::memcmp(Image, ELFMAG, SELFMAG) == 0)
    return bytesOfElf(Image);
  if (std::memcmp(Image, Compressed, sizeof(Compressed) - 1) == 0)
    return bytesOfCompressed(Image);
  if (std::strncmp(Image, Bundle, sizeof(Bundle) - 1) == 0)
    return bytesOfBundle(Image, sizeof(Bundle) - 1);
  return 0;
}

void readLayoutsOfImage(const void *Image) {
  const char *Folder = std::getenv("GPUPERF_RECORD_FOLDER");
  const size_t Bytes = Image ? bytesOf(static_cast<const char *>(Image)) : 0;
  if (!Folder || !Bytes)
    return;
  static std::atomic<unsigned> Images;
  const std::string Path = std::string(Folder) + "/" +
                           std::to_string(getpid()) + "." +
                           std::to_string(Images++) + ".image";
  std::FILE *File = std::fopen(Path.c_str(), "wb");
  if (!File)
    return;
  const bool Whole = std::fwrite(Image, 1, Bytes, File) == Bytes;
  if (std::fclose(File) == 0 && Whole)
    readLayoutsOf(Path);
  unlink(Path.c_str());
}

ArgumentList moduleArguments(void **Each, void **Extra) {
  ArgumentList Out;
  Out.Each = Each;
  if (Each || !Extra)
    return Out;
  // HIP_LAUNCH_PARAM_BUFFER_POINTER and HIP_LAUNCH_PARAM_BUFFER_SIZE; anything
  // else ends the list.
  constexpr uintptr_t Pointer = 1, Size = 2;
  for (void **At = Extra;; At += 2) {
    const auto Key = reinterpret_cast<uintptr_t>(At[0]);
    if (Key == Pointer)
      Out.Buffer = static_cast<const char *>(At[1]);
    else if (Key == Size && At[1])
      Out.BufferBytes = *static_cast<const size_t *>(At[1]);
    else
      return Out;
  }
}

Dim blocksOf(Dim Threads, Dim Block) {
  auto Blocks = [](unsigned T, unsigned B) {
    return B ? T / B + (T % B != 0) : 0;
  };
  return {Blocks(Threads.X, Block.X), Blocks(Threads.Y, Block.Y),
          Blocks(Threads.Z, Block.Z)};
}

} // namespace gpuperf::record
