//===- DivergentBranchCheck.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/DivergentBranchCheck.h"
#include "analysis/advice/lines/Divergence.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/advice/loops/LeaderLoop.h"
#include "analysis/report/Wording.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using llvm::formatv;

namespace gpuperf {

static std::string whole(double Value) {
  return formatNumber(std::round(Value));
}

/// "the two sides of this branch take 40 and 38 instructions, and every warp
/// runs both".
static std::string describe(const DivergentBranch &D, unsigned WarpSize) {
  const BranchSide &A = D.Sides[0], &B = D.Sides[1];
  const std::string Who =
      D.Split > 0.995 ? "every warp" : formatPercent(D.Split) + " of the warps";
  const char *Run = D.Split > 0.995 ? "runs" : "run";
  if (A.Instructions > 0 && B.Instructions > 0)
    return formatv("the two sides of this branch take {0} and {1} "
                   "instructions, and {2} {3} both",
                   whole(A.Instructions), whole(B.Instructions), Who, Run);
  const BranchSide &Only = A.Instructions > 0 ? A : B;
  return formatv("this branch takes {0} instructions, and {1} {2} them with "
                 "some lanes idle (on average {3} of {4} active)",
                 whole(Only.Instructions), Who, Run, whole(Only.Lanes),
                 WarpSize);
}

/// "1 of the 256 threads of a block runs this loop, 64 times, and the others
/// wait". How often is left out where it was assumed.
static LineFinding describe(const LeaderLoop &L, const GpuAnswer &On) {
  const KernelSummary &K = *On.Kernel;
  const KernelLoop &Loop = K.Loops[L.Loop];
  LineFinding F;
  F.Where = Loop.Where;
  F.Inner = Loop.Inner;
  F.Block = Loop.Header;
  F.WithoutUs = L.WithoutUs;
  const bool Known = Loop.BackedgeTaken != NoExpr &&
                     !dependsOnAssumed(K, On.Asked, Loop.BackedgeTaken);
  F.Text = formatv("{0} of the {1} threads of a block run{2} this loop{3}, and "
                   "the others wait",
                   L.Runners, L.Threads, L.Runners == 1 ? "s" : "",
                   Known ? formatv(", {0} times", L.Trip).str() : "");
  F.Notes.push_back(
      L.Hands == Carries::Sum
          ? "its iterations do not need each other but for sums: let all "
            "threads of the block share them, and add up their parts two by "
            "two (__shfl_down_sync; floats round differently in another order)"
      : L.Hands == Carries::Extreme
          ? "its iterations do not need each other but for the best value: let "
            "all threads of the block share them, and compare what they have "
            "found two by two (__shfl_down_sync; of equal values another may "
            "be taken)"
      : L.Hands == Carries::Scan
          ? "each iteration stores the sum so far, which is a scan: let all "
            "threads of the block do it (cub::BlockScan; floats round "
            "differently in another order)"
          : "its iterations do not need each other: let all threads of the "
            "block share them");
  return F;
}

static std::string actOn(const DivergentBranch &D, unsigned WarpSize) {
  switch (D.Step) {
  case StepKind::Adds:
    return "let the threads t below the distance add, and halve the distance "
           "in each step (for (d = blockDim.x / 2; d > 0; d /= 2) if (t < d)), "
           "or let each warp add up its values with __shfl_down_sync";
  case StepKind::Exchanges: {
    // Where both sides have work, each thread does a pair already.
    const bool IsIdle =
        D.Sides[0].Instructions == 0 || D.Sides[1].Instructions == 0;
    return formatv("{0}: for a distance d that is a power of two, thread t "
                   "takes the elements i = 2 * t - (t & (d - 1)) and i + d",
                   IsIdle ? "let half as many threads do a pair each, so that "
                            "none is idle"
                          : "let all threads find their pair in one way");
  }
  case StepKind::None:
    break;
  }
  return formatv(
      "let the {0} threads of a warp go one way: number them so that "
      "neighbours take the same side",
      WarpSize);
}

std::vector<LineFinding> DivergentBranchCheck::find(const LaunchAnswer &,
                                                    const GpuAnswer &On,
                                                    const GpuModel &Gpu) {
  std::vector<LineFinding> Out;
  for (const LeaderLoop &L :
       findLeaderLoops(*On.Kernel, On.Asked, Gpu, *On.P)) {
    Out.push_back(describe(L, On));
    Out.back().TimeUs = On.P->TimeUs;
  }
  for (const DivergentBranch &D :
       findDivergentBranches(*On.Kernel, On.Asked, Gpu, *On.P)) {
    const Block &B = On.Kernel->Blocks[D.Block];
    if (B.Instrs.empty())
      continue;
    const Instr &Branch = On.Kernel->Instrs[B.Instrs.back()];
    LineFinding F;
    F.Where = Branch.Where;
    F.Inner = Branch.Inner;
    F.Block = D.Block;
    F.TimeUs = On.P->TimeUs;
    F.WithoutUs = D.WithoutUs;
    F.Text = describe(D, On.WarpSize);
    F.Notes.push_back(actOn(D, On.WarpSize));
    Out.push_back(std::move(F));
  }
  return Out;
}

} // namespace gpuperf
