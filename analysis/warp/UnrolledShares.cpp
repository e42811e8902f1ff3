//===- UnrolledShares.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/UnrolledShares.h"
#include <algorithm>

using namespace gpuperf;

namespace {
/// Fewer copies than this are other differences between the texts.
constexpr double LeastCopies = 1.5;

/// Work is copied as it is. Counters, tests, addresses and moves are not, nor
/// are loads that a neighbouring iteration may have done.
bool isSaved(OpClass Op) {
  switch (Op) {
  case OpClass::IntAdd:
  case OpClass::IntMul:
  case OpClass::IntMulWide:
  case OpClass::IntMul64:
  case OpClass::IntShift:
  case OpClass::IntLogic:
  case OpClass::IntCompare:
  case OpClass::IntPermute:
  case OpClass::SelectMove:
  case OpClass::Branch:
  case OpClass::LoadShared:
  case OpClass::LoadConst:
    return true;
  default:
    return false;
  }
}

/// Iterations, where the count is a constant; 0: not.
double constantTrip(const KernelSummary &K, const Loop &Lp) {
  if (Lp.BackedgeTaken == NoExpr || Lp.UpperBoundOnly)
    return 0;
  const ExprNode &N = K.Exprs[Lp.BackedgeTaken];
  if (N.Kind != ExprKind::Constant || N.Imm < 0)
    return 0;
  return static_cast<double>(N.Imm) + 1;
}
} // namespace

OpCounts gpuperf::unrolledShares(const KernelSummary &K) {
  OpCounts Shares;
  Shares.fill(1);
  // What blocks hold by innermost loop; last: outside of loops.
  std::vector<OpCounts> Text(K.Loops.size() + 1, OpCounts{});
  for (const Block &B : K.Blocks)
    for (InstrId I : B.Instrs) {
      const Instr &In = K.Instrs[I];
      size_t Row = B.InnermostLoop == NoId ? K.Loops.size() : B.InnermostLoop;
      Text[Row][static_cast<unsigned>(In.Class)] +=
          std::max<double>(In.Count, 1);
    }
  OpCounts Inside{}, Unrolled{};
  double Any = 0;
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    Any += K.UnrolledTextCounts[C];
    for (size_t Row = 0; Row < K.Loops.size(); ++Row)
      Inside[C] += Text[Row][C];
    Unrolled[C] =
        std::max(K.UnrolledTextCounts[C] - Text[K.Loops.size()][C], 0.0);
  }
  if (Any <= 0)
    return Shares;

  // Copies of each loop's own blocks: as many as there are of its work. Inner
  // loops come after outer ones; a loop that only steers follows from those in
  // it.
  std::vector<double> Copies(K.Loops.size(), 1);
  double Most = 1;
  for (size_t Id = K.Loops.size(); Id-- > 0;) {
    bool Works = false;
    for (unsigned C = 0; C < NumOpClasses; ++C) {
      auto Op = static_cast<OpClass>(C);
      if (Op == OpClass::Free || isSaved(Op) || Text[Id][C] <= 0)
        continue;
      Works = true;
      Copies[Id] = std::max(Copies[Id], Unrolled[C] / Inside[C]);
    }
    if (!Works)
      for (size_t In = Id + 1; In < K.Loops.size(); ++In)
        if (double Trip = constantTrip(K, K.Loops[In]);
            K.Loops[In].Parent == Id && Trip > 0)
          Copies[Id] = std::max(Copies[Id], Copies[In] / Trip);
    Most = std::max(Most, Copies[Id]);
  }
  if (Most < LeastCopies)
    return Shares;
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    double Expected = 0;
    for (size_t Row = 0; Row < K.Loops.size(); ++Row)
      Expected += Copies[Row] * Text[Row][C];
    if (isSaved(static_cast<OpClass>(C)) && Expected > 0)
      Shares[C] = std::clamp(Unrolled[C] / Expected, 0.0, 1.0);
  }
  return Shares;
}
