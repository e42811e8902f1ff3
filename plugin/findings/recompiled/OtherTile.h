//===- OtherTile.h - A tile that fills waves better -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that computes tiles of a product has a grid of as many blocks as
// there are tiles. The number of its last blocks follows from the tile, which
// mostly is a constant that grid and kernel are made with, while the block is
// not. The file is compiled with other numbers for it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_RECOMPILED_OTHERTILE_H
#define GPUPERF_PLUGIN_FINDINGS_RECOMPILED_OTHERTILE_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/findings/recompiled/ChangedAnalysis.h"
#include "plugin/host/Symbols.h"

namespace gpuperf {

/// A constant of the grid with another number in its place.
struct OtherTile {
  std::string Name;           ///< of the constant, as the source spells it
  HostSymbols::Place Spelled; ///< its number
  unsigned Now = 0, Number = 0;
  Dim3 Grid; ///< with it
  double WithUs = 0;
};

struct OtherTiles {
  /// What was compiled and computes as much, in the order of the source.
  std::vector<OtherTile> Tried;
  /// Of these, the one that gains most and enough; nothing: none does.
  std::optional<OtherTile> Best;
};

/// Other tiles for the launch \p Answer, whose block stays as it is, on the GPU
/// with index \p Gpu.
OtherTiles findOtherTiles(clang::ASTContext &Ctx, const FileAnalysis &File,
                          const LaunchAnswer &Answer, size_t Gpu,
                          double MinGainPercent, ChangedAnalysis Analyze);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_RECOMPILED_OTHERTILE_H
