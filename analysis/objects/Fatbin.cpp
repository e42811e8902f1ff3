//===- Fatbin.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/Fatbin.h"
#include "analysis/objects/Lz4.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace gpuperf;
using namespace llvm::support;

namespace {
constexpr uint32_t Magic = 0xBA55ED50;
constexpr size_t ContainerBytes = 16, EntryBytes = 64;
constexpr uint16_t KindCubin = 2;
constexpr uint64_t IsLz4 = 0x2000, IsZstd = 0x8000;

/// A damaged file may claim any size. No cubin was seen to shrink to less than
/// a tenth.
constexpr uint64_t MostImageBytes = 64 << 20, MostShrink = 256;

struct Entry {
  uint16_t Kind = 0;
  uint64_t Flags = 0, ImageBytes = 0;
  StringRef Image; ///< as it lies there
};
} // namespace

static Error damaged(const char *What) {
  return createStringError("%s: the file is damaged", What);
}

bool gpuperf::isFatbin(StringRef Bytes) {
  return Bytes.size() >= sizeof(Magic) &&
         endian::read32le(Bytes.data()) == Magic;
}

/// Takes the first entry off \p Bytes.
static Expected<Entry> takeEntry(StringRef &Bytes) {
  if (Bytes.size() < EntryBytes)
    return damaged("an entry of its fatbin is cut off");
  const char *At = Bytes.data();
  const uint64_t HeaderBytes = endian::read32le(At + 4);
  const uint64_t Stored = endian::read64le(At + 8);
  uint64_t Used = endian::read32le(At + 16);
  if (HeaderBytes < EntryBytes || HeaderBytes > Bytes.size() ||
      Stored > Bytes.size() - HeaderBytes)
    return damaged("an entry of its fatbin is longer than the fatbin");
  Entry Out;
  Out.Kind = endian::read16le(At);
  Out.Flags = endian::read64le(At + 40);
  Out.ImageBytes = endian::read64le(At + 56);
  const bool Compressed = Out.Flags & (IsLz4 | IsZstd);
  if (!Compressed)
    Used = Stored;
  if (Used > Stored)
    return damaged("an entry of its fatbin is shorter than its code");
  Out.Image = Bytes.substr(HeaderBytes, Used);
  Bytes = Bytes.drop_front(HeaderBytes + Stored);
  return Out;
}

static Error visitDecompressed(const Entry &E,
                               function_ref<Error(StringRef)> Visit) {
  if (E.ImageBytes > MostImageBytes ||
      E.ImageBytes / MostShrink > E.Image.size())
    return createStringError(
        formatv("its fatbin has code of {0} bytes, compressed to {1}: more "
                "than is read",
                E.ImageBytes, E.Image.size()));
  const auto Bytes = static_cast<size_t>(E.ImageBytes);
  if (E.Flags & IsLz4) {
    std::optional<std::string> Image = decompressLz4(E.Image, Bytes);
    return Image ? Visit(*Image)
                 : damaged("its fatbin has code that LZ4 cannot decompress");
  }
  if (!compression::zstd::isAvailable())
    return createStringError(
        "its code is compressed with zstd, which this LLVM was built without; "
        "have nvcc write it with -Xfatbin -compress-mode=none");
  SmallVector<uint8_t, 0> Image;
  if (Error Why = compression::zstd::decompress(arrayRefFromStringRef(E.Image),
                                                Image, Bytes)) {
    consumeError(std::move(Why));
    return damaged("its fatbin has code that zstd cannot decompress");
  }
  if (Image.size() != Bytes)
    return damaged("its fatbin has code of another size than it says");
  return Visit(toStringRef(Image));
}

/// The entries of one container.
static Error visitEntries(StringRef Bytes,
                          function_ref<Error(StringRef)> Visit) {
  while (!Bytes.empty()) {
    Expected<Entry> E = takeEntry(Bytes);
    if (!E)
      return E.takeError();
    if (E->Kind != KindCubin)
      continue;
    const bool Compressed = E->Flags & (IsLz4 | IsZstd);
    if (Error Why = Compressed ? visitDecompressed(*E, Visit) : Visit(E->Image))
      return Why;
  }
  return Error::success();
}

Error gpuperf::forEachCubin(StringRef Bytes,
                            function_ref<Error(StringRef)> Visit) {
  for (Bytes = Bytes.ltrim('\0'); !Bytes.empty(); Bytes = Bytes.ltrim('\0')) {
    if (!isFatbin(Bytes) || Bytes.size() < ContainerBytes)
      return damaged("its fatbin does not begin as one does");
    const uint64_t HeaderBytes = endian::read16le(Bytes.data() + 6);
    const uint64_t Entries = endian::read64le(Bytes.data() + 8);
    if (HeaderBytes < ContainerBytes || HeaderBytes > Bytes.size() ||
        Entries > Bytes.size() - HeaderBytes)
      return damaged("its fatbin is cut off");
    if (Error Why = visitEntries(Bytes.substr(HeaderBytes, Entries), Visit))
      return Why;
    Bytes = Bytes.drop_front(HeaderBytes + Entries);
  }
  return Error::success();
}
