//===- Lz4.cpp ------------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/Lz4.h"

using namespace gpuperf;
using llvm::StringRef;

/// Reads the bytes that go on with a length: each adds up to 255, and the first
/// that is less than 255 is the last. False at the end of the block.
static bool addLength(StringRef &Block, size_t &Length) {
  for (unsigned char Byte = 255; Byte == 255; Block = Block.drop_front()) {
    if (Block.empty())
      return false;
    Byte = static_cast<unsigned char>(Block.front());
    Length += Byte;
  }
  return true;
}

/// A sequence: literals, then a copy of what was written before. The last one
/// of a block has no copy.
std::optional<std::string> gpuperf::decompressLz4(StringRef Block,
                                                  size_t Bytes) {
  constexpr unsigned More = 15, LeastCopy = 4;
  std::string Out;
  Out.reserve(Bytes);
  while (!Block.empty()) {
    const auto Token = static_cast<unsigned char>(Block.front());
    Block = Block.drop_front();
    size_t Literals = Token >> 4, Copied = Token & 15;
    if (Literals == More && !addLength(Block, Literals))
      return std::nullopt;
    if (Literals > Block.size() || Literals > Bytes - Out.size())
      return std::nullopt;
    Out += Block.take_front(Literals);
    Block = Block.drop_front(Literals);
    if (Block.empty())
      break;
    if (Block.size() < 2)
      return std::nullopt;
    const size_t Back = static_cast<unsigned char>(Block[0]) |
                        static_cast<unsigned char>(Block[1]) << 8;
    Block = Block.drop_front(2);
    if (Copied == More && !addLength(Block, Copied))
      return std::nullopt;
    Copied += LeastCopy;
    if (Back == 0 || Back > Out.size() || Copied > Bytes - Out.size())
      return std::nullopt;
    // Byte by byte: the copy may reach into what it writes itself.
    for (size_t I = 0; I < Copied; ++I)
      Out += Out[Out.size() - Back];
  }
  if (Out.size() != Bytes)
    return std::nullopt;
  return Out;
}
