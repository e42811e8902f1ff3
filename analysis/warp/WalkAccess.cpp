//===- WalkAccess.cpp - An access in the walk of a warp -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The addresses of a warp's lanes at one access, and what requests of them
// cost: counted where they are known, expected where data decide.
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Gather.h"
#include "analysis/warp/Requests.h"
#include "analysis/warp/WarpWalk.h"
#include <cmath>

using namespace gpuperf;

namespace {
/// Steps that are charged for visiting an access, beside those of evaluating
/// its address.
constexpr uint64_t AccessSteps = 16;
/// Fullest of 32 banks when 32 words fall on them at random (balls in bins).
constexpr double RandomBankPasses = 3.5, Banks = 32;
} // namespace

void WarpWalker::visitAccess(AccessId Id, const Lanes &Mass, double Requests) {
  const Access &A = Kernel.Accesses[Id];
  assert(Requests >= 0 && "a count of requests");
  AccessSums &S = Sums.Accesses[Id];
  std::array<unsigned, MaxLanes> ActiveLanes;
  unsigned NumActive = 0;
  const unsigned Naming =
      A.RowLanes ? std::min(A.RowLanes, WarpSize) : WarpSize;
  for (unsigned I = 0; I < Naming; ++I)
    if (Mass[I] > 0)
      ActiveLanes[NumActive++] = I;
  if (NumActive == 0)
    return;
  const llvm::ArrayRef<unsigned> Active(ActiveLanes.data(), NumActive);
  std::array<int64_t, MaxLanes> AddressOf;
  const llvm::ArrayRef<int64_t> Addresses(AddressOf.data(), NumActive);
  auto Read = [&](const LaneValues &V) {
    for (unsigned N = 0; N < NumActive; ++N) {
      if (!V.Known[Active[N]])
        return false;
      AddressOf[N] = V.V[Active[N]];
    }
    return true;
  };
  bool Known = A.Base != Access::BaseKind::Unknown && Read(eval(A.Offset));
  // Where the address depends on data that the whole warp shares, such as the
  // start of a row, the pattern of the lanes is known although its place is
  // not.
  bool PatternOnly = !Known && Read(Relative.value(A.Offset, StepsLeft));
  if (!Known && !PatternOnly && !Ramps.empty())
    PatternOnly = Read(RowPlaces.value(A.Offset, StepsLeft));
  spend(AccessSteps);
  auto N = static_cast<double>(Active.size());
  unsigned Bytes = A.BytesPerLane;
  S.Requests += Requests;
  S.Lanes += Requests * N;
  double Ideal = idealSectors(Active.size(), Bytes);
  S.IdealSectors += Requests * Ideal;
  if (!Known && !PatternOnly) {
    addUnknown(A, N, Requests, S);
    return;
  }
  if (PatternOnly)
    Sums.Why |= AssumptionKind::IndexUnknown;
  addKnown(A, Costs.cost(A, Addresses, Active), Requests, Known, S);
}

/// Adds \p Requests of \p NumLanes lanes that go to places nobody knows.
void WarpWalker::addUnknown(const Access &A, double NumLanes, double Requests,
                            AccessSums &Sum) {
  Sum.Unknown = true;
  Sums.Why |= AssumptionKind::IndexUnknown;
  double PerLane = (A.BytesPerLane + SectorBytes - 1) / SectorBytes;
  bool Uniform = A.Space == MemSpace::Constant;
  bool Banked = A.Space == MemSpace::Shared;
  if (!Banked) {
    const double Array = bytesBehind(Kernel, A, *Ctx.L);
    const double Sectors =
        distinctDraws(NumLanes * PerLane, std::ceil(Array / SectorBytes));
    Sum.SectorsLo += Requests;
    Sum.Sectors += Requests * (Uniform ? 1 : Sectors);
    Sum.SectorsHi += Requests * Sectors;
    Sum.Lines +=
        Requests *
        (Uniform
             ? 1
             : distinctDraws(NumLanes, std::ceil(Array / Costs.lineBytes())));
  }
  // Atomics queue at a word as loads queue at a bank.
  const double Words =
      std::ceil(bytesBehind(Kernel, A, *Ctx.L) / A.BytesPerLane);
  double Passes = Banked ? std::min(NumLanes, RandomBankPasses) : 1;
  if (A.Space == MemSpace::Constant)
    Passes = distinctDraws(NumLanes, Words);
  if (A.Kind == AccessKind::Atomic && Words > 0)
    Passes = mostOnOnePlace(NumLanes, Banked ? std::min(Words, Banks) : Words);
  Sum.PassesLo += Requests;
  Sum.Passes += Requests * Passes;
  Sum.PassesHi += Requests * (Banked || A.Space == MemSpace::Constant ||
                                      A.Kind == AccessKind::Atomic
                                  ? NumLanes
                                  : 1);
}

/// Adds \p Requests that each cost \p Cost. \p BaseKnown: the addresses are
/// relative to a base whose alignment is known.
void WarpWalker::addKnown(const Access &A, const RequestCost &Cost,
                          double Requests, bool BaseKnown,
                          AccessSums &Sum) const {
  double Passes = Cost.Passes;
  Sum.PassesLo += Requests * Passes;
  Sum.Passes += Requests * Passes;
  Sum.PassesHi += Requests * Passes;
  if (A.Space == MemSpace::Shared)
    return;
  double Sectors = Cost.Sectors;
  if (A.Space == MemSpace::Local) {
    Sum.SectorsLo += Requests * Sectors, Sum.Sectors += Requests * Sectors;
    Sum.SectorsHi += Requests * Sectors;
    Sum.Lines +=
        Requests * std::max(1.0, Sectors * SectorBytes / Costs.lineBytes());
    return;
  }
  const ChunkRange &AnyBase = Cost.AnyBase;
  // A base that is aligned to a sector gives one number. Its band remains, for
  // the base may be a pointer into the middle of an allocation.
  bool Aligned = A.BaseAlign >= SectorBytes &&
                 (BaseKnown || A.Base == Access::BaseKind::Unknown);
  if (!Aligned)
    Sectors = AnyBase.Mean;
  Sum.SectorsLo += Requests * std::min<double>(AnyBase.Fewest, Sectors);
  Sum.Sectors += Requests * Sectors;
  Sum.SectorsHi += Requests * std::max<double>(AnyBase.Most, Sectors);
  Sum.Lines += Requests * Cost.Lines;
}
