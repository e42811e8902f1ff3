//===- Compare.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/Compare.h"
#include "gpumodel/Occupancy.h"

using namespace gpuperf;
using namespace gpuperf::exact;

static std::string nameOf(const KernelSummary &K, AccessId Id) {
  const Access &A = K.Accesses[Id];
  const char *Kind = A.Kind == AccessKind::Load    ? "load"
                     : A.Kind == AccessKind::Store ? "store"
                                                   : "atomic";
  std::string Line = A.Where.Line ? ":" + std::to_string(A.Where.Line) : "";
  return memSpaceName(A.Space).str() + " " + Kind + " " + std::to_string(Id) +
         " " + K.Instrs[A.Instr].Name + Line;
}

/// What a basic block of the summary is in the text.
static uint32_t textBlock(const KernelSummary &K, BlockId Id,
                          const TrueCounts &T) {
  return T.Text.Instrs[K.Instrs[K.Blocks[Id].Instrs.front()].TextIndex].Block;
}

static void addClasses(const KernelSummary &K, const WarpProfile &P,
                       const TrueCounts &T, Figures &Out) {
  OpCounts Warps{}, Lanes{};
  for (const Instr &I : K.Instrs) {
    const BlockCounts &B = T.Blocks[T.Text.Instrs[I.TextIndex].Block];
    Warps[static_cast<unsigned>(I.Class)] += B.Warps * I.Count;
    Lanes[static_cast<unsigned>(I.Class)] += B.Lanes * I.Count;
  }
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    if (Warps[C] == 0 && P.WarpInstructions[C] == 0)
      continue;
    std::string Name = opClassKey(static_cast<OpClass>(C)).str();
    Out.push_back({"warp " + Name, P.WarpInstructions[C], Warps[C]});
    Out.push_back({"lane " + Name, P.LaneInstructions[C], Lanes[C]});
  }
}

Figures exact::compareAll(const KernelSummary &K, const WarpProfile &P,
                          const TrueCounts &T) {
  Figures Out;
  Out.push_back({"warps", P.Warps, T.Warps});
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id) {
    const BlockCounts &B = T.Blocks[textBlock(K, Id, T)];
    std::string Name = "block " + K.Blocks[Id].Name;
    Out.push_back(
        {Name + " warps", P.Blocks[Id].WarpExecutions * P.Warps, B.Warps});
    Out.push_back(
        {Name + " lanes", P.Blocks[Id].LaneExecutions * P.Warps, B.Lanes});
  }
  addClasses(K, P, T, Out);
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const AccessProfile &A = P.Accesses[Id];
    const RequestCounts &R = T.ByRequest[Id];
    std::string Name = nameOf(K, Id);
    Out.push_back({Name + " requests", A.Requests, R.Requests});
    Out.push_back({Name + " lanes", A.Requests * A.ActiveLanes, R.Lanes});
    // Where the base may lie anywhere in a sector, the band must hold it.
    double Sectors = A.Requests * A.SectorsPerRequest.Value;
    if (K.Accesses[Id].Base != Access::BaseKind::Unknown &&
        K.Accesses[Id].BaseAlign < 32 && A.Requests > 0)
      Sectors = std::clamp(R.Sectors, A.Requests * A.SectorsPerRequest.Lo,
                           A.Requests * A.SectorsPerRequest.Hi);
    Out.push_back({Name + " sectors", Sectors, R.Sectors});
    if (R.Where == Place::Global &&
        K.Accesses[Id].Base != Access::BaseKind::Unknown)
      Out.push_back(
          {Name + " lines", A.Requests * A.LinesPerRequest.Value, R.Lines});
    Out.push_back(
        {Name + " passes", A.Requests * A.PassesPerRequest.Value, R.Passes});
  }
  return Out;
}

Figures exact::compareTotals(const KernelSummary &K, const WarpProfile &P,
                             const TrueCounts &T) {
  Figure WarpInstrs{"warp instructions"}, LaneInstrs{"lane instructions"};
  Figure Requests{"requests"}, Sectors{"sectors"}, Passes{"shared passes"};
  Figure OfWarp{"distinct bytes, warp"}, OfBlock{"distinct bytes, block"},
      OfLaunch{"distinct bytes, launch"};
  Figures Classes;
  addClasses(K, P, T, Classes);
  for (const Figure &F : Classes) {
    if (F.What.find(" free") != std::string::npos)
      continue;
    Figure &Into = F.What[0] == 'w' ? WarpInstrs : LaneInstrs;
    Into.Ours += F.Ours, Into.True += F.True;
  }
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const AccessProfile &A = P.Accesses[Id];
    const RequestCounts &R = T.ByRequest[Id];
    Requests.Ours += A.Requests, Requests.True += R.Requests;
    if (R.Where == Place::Shared) {
      Passes.Ours += A.Requests * A.PassesPerRequest.Value;
      Passes.True += R.Passes;
      continue;
    }
    Sectors.Ours += A.Requests * A.SectorsPerRequest.Value;
    Sectors.True += R.Sectors;
    if (R.Where == Place::Stack)
      continue;
    double Blocks = static_cast<double>(T.BlocksRun);
    constexpr double Sector = 32;
    OfWarp.Ours += std::max(A.WarpBytes, 0.0);
    OfWarp.True += R.WarpSectors * Sector / T.Warps;
    OfBlock.Ours += std::max(A.BlockBytes, 0.0);
    OfBlock.True += R.BlockSectors * Sector / Blocks;
    OfLaunch.Ours += std::max(A.LaunchBytes, 0.0);
    OfLaunch.True += R.LaunchSectors * Sector;
  }
  return {WarpInstrs, LaneInstrs, Requests, Sectors,
          Passes,     OfWarp,     OfBlock,  OfLaunch};
}

unsigned gpuperf::exact::residentBlocks(const CompiledCase &C,
                                        const GpuModel &Gpu) {
  const KernelSummary &K = C.summary();
  Launch L = C.launch();
  BlockResources R;
  R.ThreadsPerBlock = static_cast<unsigned>(L.Block.count());
  R.StaticSharedBytes = K.StaticSharedBytes;
  R.DynamicSharedBytes = L.DynamicSharedBytes;
  return computeOccupancy(Gpu, R).BlocksPerSm;
}

WarpProfile exact::profile(const CompiledCase &C, const GpuModel &Gpu,
                           bool Everything) {
  ProfileOptions Options;
  Options.Everything = Everything;
  return profileWarps(C.summary(), C.launch(), Gpu, residentBlocks(C, Gpu),
                      Options);
}
