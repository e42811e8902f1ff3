//===- SameResult.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/SameResult.h"

using namespace gpuperf;

static std::optional<uint64_t> product(uint64_t A, uint64_t B) {
  uint64_t P;
  if (__builtin_mul_overflow(A, B, &P))
    return std::nullopt;
  return P;
}

/// A bound of arguments and constants; nothing where it has no value above 0.
static std::optional<uint64_t> valueOf(const KernelSummary &K, ExprId Bound,
                                       const Launch &L) {
  if (Bound == NoExpr)
    return std::nullopt;
  WarpContext Ctx;
  Ctx.L = &L;
  uint64_t Steps = 1000;
  const LaneValues V = evaluate(K.Exprs, Bound, Ctx, Steps);
  if (!V.Known[0] || V.V[0] <= 0)
    return std::nullopt;
  return static_cast<uint64_t>(V.V[0]);
}

bool gpuperf::isProvenSame(const KernelSummary &K, const Launch &Asked,
                           const Launch &To) {
  const BlockIndependence &Proof = K.Independence;
  if (!Proof.Proven && !Proof.ProvenIfUnchanged)
    return false;
  const uint64_t Grid[][2] = {{Asked.Grid.X, To.Grid.X},
                              {Asked.Grid.Y, To.Grid.Y},
                              {Asked.Grid.Z, To.Grid.Z}};
  const uint64_t Block[][2] = {{Asked.Block.X, To.Block.X},
                               {Asked.Block.Y, To.Block.Y},
                               {Asked.Block.Z, To.Block.Z}};
  for (unsigned D = 0; D < 3; ++D) {
    if (Grid[D][0] == Grid[D][1] && Block[D][0] == Block[D][1])
      continue;
    const auto Before = product(Grid[D][0], Block[D][0]),
               After = product(Grid[D][1], Block[D][1]);
    if (!Before || !After || *After == 0)
      return false;
    const DimensionIndependence &Asks = Proof.Dims[D];
    if (*Before == *After && Asks.Needed != ThreadsNeeded::Unchanged)
      continue;
    switch (Asks.Used ? Asks.Needed : ThreadsNeeded::Exact) {
    case ThreadsNeeded::Any:
      break;
    case ThreadsNeeded::AtLeastBound: {
      const auto Bound = valueOf(K, Asks.Bound, Asked);
      if (!Bound || std::min(*Before, *Bound) != std::min(*After, *Bound))
        return false;
      break;
    }
    case ThreadsNeeded::Exact:
    case ThreadsNeeded::Unchanged:
      return false;
    }
  }
  const auto Shared = product(Proof.SharedBytesPerThread, To.Block.count());
  return Shared && *Shared <= To.DynamicSharedBytes;
}
