//===- Counts.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Counts.h"

namespace gpuperf {

LaunchCounts countLaunch(const KernelSummary &Kernel, const WarpProfile &W) {
  LaunchCounts C;
  for (unsigned I = 0; I < NumOpClasses; ++I) {
    auto Op = static_cast<OpClass>(I);
    if (Op == OpClass::Free)
      continue;
    if (W.WarpInstructions[I] > 0)
      C.WarpInstructions[opClassKey(Op).str()] = W.WarpInstructions[I];
    if (W.LaneInstructions[I] > 0)
      C.ThreadInstructions[opClassKey(Op).str()] = W.LaneInstructions[I];
  }
  for (size_t I = 0; I < W.Accesses.size() && I < Kernel.Accesses.size(); ++I) {
    const AccessProfile &A = W.Accesses[I];
    MemSpace Space = Kernel.Accesses[I].Space;
    if (A.Requests <= 0 || Space == MemSpace::Param)
      continue;
    std::string Name = memSpaceName(Space).str();
    C.Requests[Name] += A.Requests;
    if (Space == MemSpace::Shared)
      C.BankPasses += A.Requests * A.PassesPerRequest.Value;
    else
      C.Sectors[Name] += A.Requests * A.SectorsPerRequest.Value;
  }
  C.BarriersPerWarp = W.BarriersPerWarp;
  C.Warps = W.Warps;
  C.RequestedBytes = W.RequestedBytes;
  C.L2Bytes = W.L2Bytes;
  C.DramReadBytes = W.DramReadBytes;
  C.DramWriteBytes = W.DramWriteBytes;
  return C;
}

} // namespace gpuperf
