//===- Dies.cpp -----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/footprint/Dies.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <set>

using namespace gpuperf;

namespace {
/// One direction of the grid.
struct Direction {
  double StrideBytes; ///< from a block's data to its neighbour's
  double Count;       ///< blocks
  double Step;        ///< from a block to its neighbour in the launch's order
};
} // namespace

static std::array<Direction, 3> directionsOf(const AffineForm &Form,
                                             const Dealing &Of) {
  const auto &[Grid, Dealt, Dies] = Of;
  return {{{std::fabs(Form.strideOf(ExprKind::CtaidX)), Grid.X, 1},
           {std::fabs(Form.strideOf(ExprKind::CtaidY)), Grid.Y, Dealt.X},
           {std::fabs(Form.strideOf(ExprKind::CtaidZ)), Grid.Z,
            Dealt.X * Dealt.Y}}};
}

/// How many blocks further in the launch's order the block is whose first
/// access touches what is \p OffsetBytes away.
static double blocksAway(std::array<Direction, 3> Directions,
                         double OffsetBytes) {
  llvm::sort(Directions, [](const Direction &A, const Direction &B) {
    return A.StrideBytes > B.StrideBytes;
  });
  double Away = 0;
  for (const Direction &D : Directions) {
    if (!(D.StrideBytes > 0) || D.Count <= 1)
      continue;
    const double Blocks = std::round(OffsetBytes / D.StrideBytes);
    OffsetBytes -= Blocks * D.StrideBytes;
    Away += Blocks * D.Step;
  }
  return Away;
}

/// When blocks come to a place, in blocks of the launch.
static std::set<double> visitsOf(const AffineForm &Form,
                                 llvm::ArrayRef<double> OffsetBytes,
                                 const Dealing &Of) {
  const std::array<Direction, 3> Directions = directionsOf(Form, Of);
  std::set<double> Visits;
  const double Base = OffsetBytes.empty() ? 0 : OffsetBytes.front();
  for (double Offset : OffsetBytes)
    Visits.insert(-blocksAway(Directions, Offset - Base));
  if (Visits.empty())
    Visits.insert(0);
  // Blocks in a direction that the address does not depend on: as many as there
  // are dies show which of these they come to.
  for (const Direction &D : Directions) {
    if (D.StrideBytes > 0 || D.Count <= 1)
      continue;
    std::set<double> More;
    for (double First : Visits)
      for (double N = 0; N < std::min<double>(D.Count, Of.Dies); ++N)
        More.insert(First + N * D.Step);
    Visits = std::move(More);
  }
  return Visits;
}

static size_t dieOf(double Visit, unsigned Dies) {
  const double Die = std::fmod(Visit, Dies);
  return static_cast<size_t>(Die < 0 ? Die + Dies : Die);
}

double gpuperf::timesFetched(const AffineForm &Form,
                             llvm::ArrayRef<double> OffsetBytes,
                             const Dealing &Of,
                             llvm::function_ref<double(double)> Kept) {
  std::vector<double> LastOn(Of.Dies, -HUGE_VAL);
  double Times = 0;
  for (double Visit : visitsOf(Form, OffsetBytes, Of)) {
    double &Last = LastOn[dieOf(Visit, Of.Dies)];
    Times += 1 - (Last > -HUGE_VAL ? Kept(Visit - Last) : 0);
    Last = Visit;
  }
  return std::max(Times, 1.0);
}

double gpuperf::placesTouched(const AffineForm &Form,
                              llvm::ArrayRef<double> OffsetBytes,
                              const Dealing &Of, double Blocks) {
  std::vector<double> LastOn(Of.Dies, -HUGE_VAL);
  double Places = 0;
  for (double Visit : visitsOf(Form, OffsetBytes, Of)) {
    double &Last = LastOn[dieOf(Visit, Of.Dies)];
    Places += std::min(Blocks, Visit - Last);
    Last = Visit;
  }
  return Places;
}
