//===- Bisection.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/Bisection.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include <cmath>

using namespace gpuperf;
using namespace llvm;

namespace {
/// How deep sums are followed, and how many values a choice may have.
constexpr unsigned MostDepth = 8, MostChoices = 16;

/// A sum of the two ends of a range, rounding left out.
struct Sum {
  double Low = 0, High = 0, Constant = 0;
};

/// Reads values of a loop as sums of the ends of a range.
class Reader {
public:
  /// \p AtEnd: the ends as the iteration leaves them count as the ends.
  Reader(const llvm::Loop *L, const Bisection &Range, bool AtEnd)
      : L(L), Range(Range), AtEnd(AtEnd) {}
  std::optional<Sum> sum(const Value *V, unsigned Depth = 0) const;
  /// The values of which \p V is one, chosen by data. Empty: too many.
  SmallVector<const Value *, 4> choices(const Value *V) const;
  /// Every choice of \p V is a sum for which \p Holds.
  template <typename Fn> bool all(const Value *V, Fn Holds) const;

private:
  const llvm::Loop *L;
  const Bisection &Range;
  bool AtEnd;

  const Value *next(const PHINode *Phi) const {
    return Phi ? Phi->getIncomingValueForBlock(L->getLoopLatch()) : nullptr;
  }
  bool isDistance(const Value *V) const;
};
} // namespace

/// The distance of the ends, computed in the iteration before.
bool Reader::isDistance(const Value *V) const {
  using namespace llvm::PatternMatch;
  const auto *Phi = dyn_cast<PHINode>(V);
  return Range.High && Phi && Phi->getParent() == L->getHeader() &&
         match(next(Phi), m_Sub(m_Specific(next(Range.High)),
                                m_Specific(next(Range.Low))));
}

std::optional<Sum> Reader::sum(const Value *V, unsigned Depth) const {
  using namespace llvm::PatternMatch;
  if (V == Range.Low || (AtEnd && V == next(Range.Low)))
    return Sum{1, 0, 0};
  if (Range.High && (V == Range.High || (AtEnd && V == next(Range.High))))
    return Sum{0, 1, 0};
  if (isDistance(V))
    return Sum{-1, 1, 0};
  if (const auto *C = dyn_cast<ConstantInt>(V))
    return C->getValue().getSignificantBits() <= 32
               ? std::optional(
                     Sum{0, 0, static_cast<double>(C->getSExtValue())})
               : std::nullopt;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L->contains(I) || Depth >= MostDepth)
    return std::nullopt;
  if (isa<ZExtInst, SExtInst, TruncInst, FreezeInst>(I))
    return sum(I->getOperand(0), Depth + 1);
  const Value *X = nullptr, *Y = nullptr;
  double Scale = 1, Sign = 1;
  if (match(I, m_Shr(m_Value(X), m_One())) ||
      match(I, m_UDiv(m_Value(X), m_SpecificInt(2))) ||
      match(I, m_SDiv(m_Value(X), m_SpecificInt(2))))
    Scale = 0.5;
  else if (match(I, m_Sub(m_Value(X), m_Value(Y))))
    Sign = -1;
  else if (!match(I, m_Add(m_Value(X), m_Value(Y))))
    return std::nullopt;
  const std::optional<Sum> A = sum(X, Depth + 1);
  const std::optional<Sum> B = Y ? sum(Y, Depth + 1) : Sum();
  if (!A || !B)
    return std::nullopt;
  return Sum{Scale * (A->Low + Sign * B->Low),
             Scale * (A->High + Sign * B->High),
             Scale * (A->Constant + Sign * B->Constant)};
}

SmallVector<const Value *, 4> Reader::choices(const Value *V) const {
  SmallVector<const Value *, 4> Out, Work = {V};
  SmallDenseSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const Value *At = Work.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    if (Seen.size() > MostChoices)
      return {};
    const auto *I = dyn_cast<Instruction>(At);
    const bool Inside = I && L->contains(I);
    if (const auto *S = dyn_cast<SelectInst>(At); S && Inside)
      Work.append({S->getTrueValue(), S->getFalseValue()});
    else if (const auto *Phi = dyn_cast<PHINode>(At);
             Phi && Inside && Phi->getParent() != L->getHeader())
      Work.append(Phi->value_op_begin(), Phi->value_op_end());
    else
      Out.push_back(At);
  }
  return Out;
}

template <typename Fn> bool Reader::all(const Value *V, Fn Holds) const {
  const SmallVector<const Value *, 4> Values = choices(V);
  return !Values.empty() && all_of(Values, [&](const Value *C) {
    const std::optional<Sum> S = sum(C);
    return S && std::abs(S->Constant) <= 2 && Holds(*S);
  });
}

/// The phis of \p Range are halved from one iteration to the next.
static bool isHalved(const llvm::Loop *L, const Bisection &Range,
                     const Reader &R) {
  const BasicBlock *Latch = L->getLoopLatch();
  const Value *Low = Range.Low->getIncomingValueForBlock(Latch);
  if (!Range.High)
    return Low != Range.Low &&
           R.all(Low, [](const Sum &S) { return S.Low == 0.5; });
  unsigned Moves = 0;
  auto IsMiddle = [&](const Sum &S) {
    const bool Is = S.Low == 0.5 && S.High == 0.5;
    Moves += Is;
    return Is;
  };
  const Value *High = Range.High->getIncomingValueForBlock(Latch);
  return R.all(Low, [&](const Sum &S) {
    return IsMiddle(S) || (S.Low == 1 && S.High == 0);
  }) && R.all(High, [&](const Sum &S) {
    return IsMiddle(S) || (S.Low == 0 && S.High == 1);
  }) && Moves >= 2;
}

std::optional<Bisection> gpuperf::findBisection(const llvm::Loop *L,
                                                const BasicBlock *Exiting) {
  const auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (!L->getLoopLatch() || !L->getLoopPredecessor() || !Br ||
      !Br->isConditional())
    return std::nullopt;
  const auto *Test = dyn_cast<ICmpInst>(Br->getCondition());
  if (!Test || !Test->getOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  auto Fits = [&](const Bisection &Range) {
    const Reader AtTest(L, Range, true);
    auto Any = [](const Sum &) { return true; };
    return AtTest.all(Test->getOperand(0), Any) &&
           AtTest.all(Test->getOperand(1), Any) &&
           isHalved(L, Range, Reader(L, Range, false));
  };
  SmallVector<const PHINode *, 8> Phis;
  for (const PHINode &Phi : L->getHeader()->phis())
    if (Phi.getType()->isIntegerTy() && Phi.getNumIncomingValues() == 2 &&
        Phi.getType()->getIntegerBitWidth() <= 64 && Phis.size() < 8)
      Phis.push_back(&Phi);
  for (const PHINode *Low : Phis) {
    if (Bisection Range{Low, nullptr}; Fits(Range))
      return Range;
    for (const PHINode *High : Phis)
      if (Bisection Range{Low, High};
          High != Low && High->getType() == Low->getType() && Fits(Range))
        return Range;
  }
  return std::nullopt;
}
