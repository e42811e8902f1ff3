//===- TensorMap.h - What a tensor map says of copies by it -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host makes a tensor map (cuTensorMapEncodeTiled) and hands it to a kernel
// in a struct. How the driver packs it is not public. Where this program sees
// how a map is made, it takes the first word of the struct to hold what is here
// of it, so that it travels as any other field of an argument does.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_TENSORMAP_H
#define GPUPERF_ANALYSIS_TENSORMAP_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

namespace gpuperf {

struct TensorMap {
  /// Of a box, as it lies in global memory.
  uint32_t BoxBytes = 0;
  /// Of its innermost dimension: a row of the tile in shared memory.
  uint32_t RowBytes = 0;
  /// CUtensorMapSwizzle: how pieces of 16 bytes change places in the tile. 0:
  /// not at all; 1 to 3: in rows of 32, 64 and 128 bytes.
  unsigned Swizzle = 0;
  bool operator==(const TensorMap &) const = default;
};

/// The word is TensorMapTag + BoxBytes + RowBytes << RowBytesAt + Swizzle <<
/// SwizzleAt.
inline constexpr int64_t TensorMapTag = int64_t(0x7a4d) << 48;
inline constexpr unsigned RowBytesAt = 24, SwizzleAt = 40;

inline int64_t tensorMapWord(const TensorMap &M) {
  return TensorMapTag + M.BoxBytes + (int64_t(M.RowBytes) << RowBytesAt) +
         (int64_t(M.Swizzle) << SwizzleAt);
}

/// Bits of an element in global memory by CUtensorMapDataType; 0: it is none.
/// The last ones are packed.
inline unsigned tensorElementBits(int64_t DataType) {
  constexpr unsigned Bits[] = {8,  16, 32, 32, 64, 64, 16, 32,
                               64, 16, 32, 32, 32, 4,  4,  6};
  return DataType >= 0 && static_cast<size_t>(DataType) < std::size(Bits)
             ? Bits[DataType]
             : 0;
}

/// What \p Word says; nothing where it is no such word, or says what cannot be.
inline std::optional<TensorMap> tensorMapOf(int64_t Word) {
  constexpr uint32_t MostBoxBytes = 256 * 1024;
  const uint64_t Bits = static_cast<uint64_t>(Word - TensorMapTag);
  TensorMap M;
  M.BoxBytes = Bits & ((1U << RowBytesAt) - 1);
  M.RowBytes =
      (Bits >> RowBytesAt) & ((uint64_t(1) << (SwizzleAt - RowBytesAt)) - 1);
  M.Swizzle = static_cast<unsigned>(Bits >> SwizzleAt & 15);
  if (Bits >> (SwizzleAt + 4) || !M.RowBytes || M.BoxBytes < M.RowBytes ||
      M.BoxBytes > MostBoxBytes)
    return std::nullopt;
  return M;
}

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_TENSORMAP_H
