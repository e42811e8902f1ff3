//===- ActiveThreads.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/ActiveThreads.h"

using namespace gpuperf;

static std::array<uint64_t, 3> extentsOf(const Dim3 &D) {
  return {D.X, D.Y, D.Z};
}

void ActiveThreads::add(const ActiveThreads &Other) {
  for (unsigned D = 0; D < 3; ++D) {
    InBlock[D].add(Other.InBlock[D]);
    InGrid[D].add(Other.InGrid[D]);
  }
}

void ActiveThreads::add(const Box3 &Threads, const Box3 &Blocks,
                        const Dim3 &BlockExtents) {
  const std::array<uint64_t, 3> Extents = extentsOf(BlockExtents);
  for (unsigned D = 0; D < 3; ++D)
    if (Threads[D].isEmpty() || Blocks[D].isEmpty())
      return;
  for (unsigned D = 0; D < 3; ++D) {
    InBlock[D].add(Threads[D]);
    InGrid[D].add({Blocks[D].First * Extents[D] + Threads[D].First,
                   (Blocks[D].End - 1) * Extents[D] + Threads[D].End});
  }
}

LaunchCut gpuperf::cutOf(const ActiveThreads &Active, const Launch &TheLaunch) {
  LaunchCut Cut;
  Cut.Threads = TheLaunch.Block;
  if (Active.isEmpty())
    return Cut;
  Cut.Threads = {Active.InBlock[0].count(), Active.InBlock[1].count(),
                 Active.InBlock[2].count()};
  const std::array<uint64_t, 3> Block = extentsOf(TheLaunch.Block),
                                Grid = extentsOf(TheLaunch.Grid);
  for (unsigned D = 0; D < 3; ++D) {
    // The first of the blocks has InBlock's threads, and each further one adds
    // a block's extent.
    const double Further = static_cast<double>(Active.InGrid[D].count() -
                                               Active.InBlock[D].count()) /
                           static_cast<double>(std::max<uint64_t>(Block[D], 1));
    Cut.BlockShares[D] =
        std::min(1.0, (1 + Further) /
                          static_cast<double>(std::max<uint64_t>(Grid[D], 1)));
  }
  return Cut;
}

Launch gpuperf::withoutIdleBlocks(const Launch &TheLaunch,
                                  const ActiveThreads &Active) {
  Launch Out = TheLaunch;
  if (Active.isEmpty())
    return Out;
  auto Cut = [&](uint64_t &Grid, unsigned D, uint64_t Block) {
    const uint64_t First = Active.InGrid[D].First / Block;
    const uint64_t End = (Active.InGrid[D].End + Block - 1) / Block;
    Grid = std::min(Grid, std::max<uint64_t>(End - First, 1));
  };
  Cut(Out.Grid.X, 0, std::max<uint64_t>(Out.Block.X, 1));
  Cut(Out.Grid.Y, 1, std::max<uint64_t>(Out.Block.Y, 1));
  Cut(Out.Grid.Z, 2, std::max<uint64_t>(Out.Block.Z, 1));
  return Out;
}

Box3 gpuperf::boxAroundLanes(uint64_t Mask, uint64_t FirstThread,
                             const Dim3 &BlockExtents) {
  Box3 Out;
  for (uint64_t Lane = 0; Mask >> Lane; ++Lane) {
    if (!(Mask >> Lane & 1))
      continue;
    const uint64_t Thread = FirstThread + Lane;
    const uint64_t Row = Thread / BlockExtents.X;
    const std::array<uint64_t, 3> At = {
        Thread % BlockExtents.X, Row % BlockExtents.Y, Row / BlockExtents.Y};
    for (unsigned D = 0; D < 3; ++D)
      Out[D].add({At[D], At[D] + 1});
    if (Lane == 63)
      break; // a shift by 64 is undefined
  }
  return Out;
}
