//===- PrintProfile.cpp - A WarpProfile as text ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/WarpProfile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace gpuperf;
using llvm::formatv;

static void printLaunch(const WarpProfile &Profile, llvm::raw_ostream &OS) {
  OS << formatv("launch of {0} warps, {1} per block, {2} barriers per warp\n",
                Profile.Warps, Profile.WarpsPerBlock, Profile.BarriersPerWarp);
  OS << formatv("  bytes: {0} asked for, {1} between L1 and L2, {2} read from "
                "and {3} written to DRAM\n",
                Profile.RequestedBytes, Profile.L2Bytes, Profile.DramReadBytes,
                Profile.DramWriteBytes);
  OS << formatv("  served by L1 {0:P}, L2 {1:P}, DRAM {2:P}\n", Profile.L1Share,
                Profile.L2Share, Profile.DramShare);
  OS << formatv("  requests at L2: {0}, of which {1} are for one line\n",
                Profile.L2Requests, Profile.HotLineRequests);
  if (Profile.SharedLaneBytes >= 0)
    OS << formatv("  shared memory: {0} bytes per lane\n",
                  Profile.SharedLaneBytes);
  for (unsigned C = 0; C < NumOpClasses; ++C)
    if (Profile.WarpInstructions[C] > 0)
      OS << formatv("  {0}: {1} per warp, {2} lanes each\n",
                    opClassKey(static_cast<OpClass>(C)),
                    Profile.WarpInstructions[C] / Profile.Warps,
                    Profile.LaneInstructions[C] / Profile.WarpInstructions[C]);
}

static void printAccess(const AccessProfile &Access, llvm::raw_ostream &OS) {
  const Estimate &Sectors = Access.SectorsPerRequest;
  const Estimate &Passes = Access.PassesPerRequest;
  OS << formatv("{0} requests of {1} lanes; each {2} ({3} to {4}) sectors, {5} "
                "lines, {6} ({7} to {8}) passes",
                Access.Requests, Access.ActiveLanes, Sectors.Value, Sectors.Lo,
                Sectors.Hi, Access.LinesPerRequest.Value, Passes.Value,
                Passes.Lo, Passes.Hi);
  if (Access.Uncoalesced)
    OS << formatv(", uncoalesced (ideally {0})", Access.IdealSectors);
  OS << formatv("; misses L1 {0:P}, L2 {1:P}; waits for L2 {2:P}, DRAM {3:P}",
                Access.L1Misses, Access.L2Misses, Access.L2Waits,
                Access.DramWaits);
  if (Access.LaunchBytes >= 0)
    OS << formatv(
        "; distinct bytes of a warp {0}, a block {1}, a wave {2}, the "
        "launch {3}",
        Access.WarpBytes, Access.BlockBytes, Access.WaveBytes,
        Access.LaunchBytes);
  OS << '\n';
}

void gpuperf::print(const WarpProfile &Profile, llvm::raw_ostream &OS) {
  printLaunch(Profile, OS);
  for (const auto &[Id, Loop] : llvm::enumerate(Profile.Loops))
    OS << formatv("  loop L{0}: {1} iterations on average, {2} of the longest "
                  "thread\n",
                  Id, Loop.MeanTrip, Loop.LongestTrip);
  for (const auto &[Id, Block] : llvm::enumerate(Profile.Blocks))
    OS << formatv("  block B{0}: {1} executions per warp, {2} of the longest, "
                  "{3} lane executions per warp\n",
                  Id, Block.WarpExecutions, Block.LongestExecutions,
                  Block.LaneExecutions);
  for (const auto &[Id, Access] : llvm::enumerate(Profile.Accesses)) {
    OS << formatv("  access A{0}: ", Id);
    printAccess(Access, OS);
  }
}

LLVM_DUMP_METHOD void gpuperf::dump(const WarpProfile &Profile) {
  print(Profile, llvm::errs());
}
