//===- Lz4.h - Blocks that LZ4 has compressed -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_OBJECTS_LZ4_H
#define GPUPERF_ANALYSIS_OBJECTS_LZ4_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace gpuperf {

/// What one block of the LZ4 format holds, which has to be \p Bytes long.
/// Nothing where the block is damaged or holds more or less. LLVM can
/// decompress zlib and zstd only. Source: lz4_Block_format.md of LZ4.
std::optional<std::string> decompressLz4(llvm::StringRef Block, size_t Bytes);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_OBJECTS_LZ4_H
