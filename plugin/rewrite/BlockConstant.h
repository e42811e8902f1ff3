//===- BlockConstant.h - Constants that launch and kernel share -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `#define TILE 16`, with `__shared__ float a[TILE][TILE]` in the kernel and
// `dim3(TILE, TILE)` at its launch: the kernel is written for one block size,
// but both change with the number behind the name.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_REWRITE_BLOCKCONSTANT_H
#define GPUPERF_PLUGIN_REWRITE_BLOCKCONSTANT_H

#include "analysis/Launch.h"
#include "plugin/launch/LaunchSite.h"
#include "plugin/rewrite/BlockLiterals.h"

namespace gpuperf {

/// A number with a name that makes dimensions of a launch's block and stands in
/// the kernel's code.
struct BlockConstant {
  std::string Name;            ///< of the macro, the constant or enumerator
  HostSymbols::Place Spelled;  ///< its number
  unsigned Value = 0;          ///< at least 2
  std::array<bool, 3> Makes{}; ///< the dimensions x, y, z of the block
  /// No smaller value may stand there: the kernel has numbers of its own up to
  /// this one.
  unsigned Least = 2;

  /// The block with \p Number in its place.
  Dim3 blockWith(const Dim3 &Block, unsigned Number) const;
};

/// What the source calls the number of \p L: a macro, a constant or an
/// enumerator. Empty where it has no name, and where the program may change it
/// at run time.
std::string constantNameOf(const BlockLiteral &L, const clang::ASTContext &Ctx);

/// The constant that makes the block \p Block of \p Site and that its kernel
/// uses. Nothing where there is none or more than one, and where other numbers
/// of the kernel look as if they went with its value: half of it, one less, its
/// logarithm.
std::optional<BlockConstant> findBlockConstant(clang::ASTContext &Ctx,
                                               const LaunchSite &Site,
                                               const Dim3 &Block,
                                               const AssignedValues &Assigned);

/// Whether host code makes anything but launches with the constant's number: it
/// is in the size of an array, in an argument of a call or ends a loop. Another
/// number is another problem then.
bool sizesData(clang::ASTContext &Ctx, const BlockConstant &Constant);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_REWRITE_BLOCKCONSTANT_H
