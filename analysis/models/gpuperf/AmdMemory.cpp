//===- AmdMemory.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/AmdMemory.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

double gpuperf::vectorCacheTurns(const GpuModel &Gpu, const AccessProfile &AP,
                                 double Bytes, double Turn) {
  constexpr double UsualLineBytes = 128;
  const double Line = Gpu.L1LineBytes && Gpu.L1LineBytes->Value > 0
                          ? Gpu.L1LineBytes->Value
                          : UsualLineBytes;
  const double Active = std::max(1.0, AP.ActiveLanes);
  const double PerTurn = Gpu.Arch.WarpSize.Value / Turn;
  const double Parts = std::ceil(Active / PerTurn);
  const double PartBytes = Active * Bytes / Parts;
  const double Extra =
      std::max(0.0, AP.SectorsPerRequest.Value - AP.IdealSectors);
  const double Whole = std::max(1.0, PartBytes / Line);
  // A start in the middle reaches into one more line, the farther the more.
  double Lines =
      Parts * (Whole + std::min(1.0, Extra) * std::min(1.0, PartBytes / Line));
  // Lanes that are far apart have a line each.
  if (Extra > Parts)
    Lines = std::max(Lines, std::min(AP.SectorsPerRequest.Value, Active));
  return Lines + (Turn - std::min(Turn, Parts));
}

std::vector<bool> gpuperf::blocksAfterStores(const KernelSummary &K) {
  std::vector<bool> After(K.Blocks.size(), false);
  llvm::SmallVector<BlockId, 16> Todo;
  for (BlockId B = 0; B < K.Blocks.size(); ++B)
    if (llvm::any_of(K.Blocks[B].Instrs, [&](InstrId I) {
          const OpClass C = K.Instrs[I].Class;
          return C == OpClass::StoreGlobal || C == OpClass::AtomicGlobal ||
                 C == OpClass::Barrier || C == OpClass::Fence;
        }))
      Todo.push_back(B);
  while (!Todo.empty()) {
    const BlockId B = Todo.pop_back_val();
    if (After[B])
      continue;
    After[B] = true;
    Todo.append(K.Blocks[B].Succs.begin(), K.Blocks[B].Succs.end());
  }
  return After;
}

double gpuperf::drainCycles(const KernelSummary &K, const WarpProfile &Profile,
                            const MemoryRates &Rates) {
  if (K.MemoryDrains == 0)
    return 0;
  const double L1 = Rates.L1LatencyCycles.Value,
               L2 = Rates.L2LatencyCycles.Value,
               Dram = Rates.DramLatencyCycles.Value;
  double Requests = 0, Cycles = 0;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    const AccessProfile &AP = Profile.Accesses[Id];
    if (A.Space != MemSpace::Global || A.Kind != AccessKind::Load)
      continue;
    Requests += AP.Requests;
    Cycles += AP.Requests *
              (L1 + AP.L2Waits * (L2 - L1) + AP.DramWaits * (Dram - L2));
  }
  double Mean = Requests > 0 ? Cycles / Requests : L1;
  if (K.SpillBytesPerThread > 0)
    Mean = std::max(Mean, L2);
  return K.MemoryDrains * Mean;
}
