//===- OtherBlock.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/recompiled/OtherBlock.h"

using namespace gpuperf;

std::optional<OtherBlock>
gpuperf::otherBlockOf(const LaunchAnswer &Answer, size_t Gpu,
                      const FileAnalysis &File,
                      llvm::ArrayRef<LaunchConfigFinding> Blocks) {
  for (const LaunchConfigFinding &F : Blocks) {
    if (F.Answer != &Answer || !F.AtSize || !F.AtSize->Recommended)
      continue;
    const GpuAdvice &On = F.AtSize->PerGpu[Gpu];
    const double TimeUs = On.asked().P.TimeUs.Value;
    for (const RankedLaunch &R : On.Ranked)
      if (R.L.Block == F.Block)
        return OtherBlock{
            F.Block, TimeUs, TimeUs / On.ToRecommended.Speedup.Value,
            findIdleSms(*Answer.PerGpu[Gpu].Kernel, R.L, File.Gpus[Gpu], R.P)};
  }
  return std::nullopt;
}

std::optional<OtherBlock>
gpuperf::otherBlockOf(const LaunchAnswer &Answer, size_t Gpu,
                      llvm::ArrayRef<TunedConstant> Tuned) {
  for (const TunedConstant &T : Tuned)
    if (T.Answer == &Answer && T.Gpu == Gpu && T.SizeName.empty())
      return OtherBlock{T.Block, T.TimeUs, T.WithUs, T.StillIdle};
  return std::nullopt;
}
