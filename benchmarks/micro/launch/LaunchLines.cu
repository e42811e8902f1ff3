//===- LaunchLines.cu - Launch time over the grid -------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how does the time of an empty kernel grow with the number of
// blocks, for each block size in warps (Kleimenov and Popova: time_launch)?
//
// Method: per block size, grids up to many waves; events around one launch
// each, the host waiting between them, median; a line through the medians. Its
// height is what a lone launch costs, its slope the time between two blocks
// that have nothing to do.
//
// Pitfalls: launches back to back would hide the height behind the host's pace;
// a kernel without any instruction may be treated specially, so this one reads
// a parameter and stores under a condition that never holds.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>

namespace gpuperf::micro {
namespace {

__global__ void nearlyEmpty(int *Never) {
  if (Never)
    *Never = 1;
}

} // namespace

void runLaunchLines(Context &Ctx) {
  double MaxWarps =
      std::max(1.0, Ctx.Device.MaxThreadsPerBlock) / Ctx.Device.WarpSize;
  double MaxBlocks =
      Ctx.Device.MaxBlocksPerSm > 0 ? Ctx.Device.MaxBlocksPerSm : 32;
  double Wave = Ctx.Device.SmCount * MaxBlocks;
  for (unsigned Warps = 1; Warps <= MaxWarps; Warps *= 2) {
    Series &Curve = Ctx.add("grid_sweep", "grid_blocks", "us_per_launch",
                            {{"warps_per_block", double(Warps)}});
    for (double Waves :
         Ctx.pick(std::vector<double>{0.5, 1, 2, 4, 8, 12, 16, 24, 32},
                  std::vector<double>{0.5, 1, 4, 8, 16})) {
      LaunchConfig Config{dim3(unsigned(Wave * Waves)),
                          dim3(unsigned(Warps * Ctx.Device.WarpSize))};
      std::vector<double> Us = timeUs(Ctx.pick(101u, 21u), 5, [&] {
        launch(nearlyEmpty, Config, static_cast<int *>(nullptr));
      });
      Curve.Points.push_back(summarise(Config.Grid.x, Us));
    }
  }
}

} // namespace gpuperf::micro
