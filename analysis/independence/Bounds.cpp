//===- Bounds.cpp - Threads that have work --------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Prover.h"
#include "analysis/lift/ExprBuilder.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace gpuperf;
using namespace llvm;

/// How deep arithmetic of arguments is followed.
static constexpr unsigned MaxArithmetic = 32;

/// Integer arithmetic of arguments and constants: the host can compute it.
bool BlockProver::isLaunchInvariant(const Value *V, unsigned Depth) {
  if (!V->getType()->isIntegerTy() || integerWidthOf(V) == 0 ||
      Depth > MaxArithmetic)
    return false;
  if (isa<ConstantInt, Argument>(V))
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return false;
  if (isa<LoadInst>(I)) {
    ExprId E = Ir.Exprs.valueAt(I, I->getParent());
    return E != NoExpr && Ir.K.Exprs[E].Kind == ExprKind::Arg;
  }
  const auto *Call = dyn_cast<IntrinsicInst>(I);
  if (Call)
    switch (Call->getIntrinsicID()) {
    case Intrinsic::smin:
    case Intrinsic::smax:
    case Intrinsic::umin:
    case Intrinsic::umax:
      return isLaunchInvariant(Call->getArgOperand(0), Depth + 1) &&
             isLaunchInvariant(Call->getArgOperand(1), Depth + 1);
    default:
      return false;
    }
  if (!isa<BinaryOperator, CastInst, ICmpInst, SelectInst>(I))
    return false;
  return all_of(I->operands(), [&](const Use &U) {
    return isLaunchInvariant(U.get(), Depth + 1);
  });
}

/// -Rest / Factor, rounded up, in 64 bits; NoExpr if the host cannot know it.
ExprId BlockProver::boundExpr(const UpperBound &B, const BasicBlock *At) {
  ExprPool &Pool = Ir.K.Exprs;
  auto Node = [&](ExprKind Kind, unsigned Width, ExprId X, ExprId Y = NoExpr) {
    ExprNode N;
    N.Kind = Kind;
    N.Width = static_cast<uint8_t>(Width);
    N.Ops = {X, Y, NoExpr};
    return Pool.get(N);
  };
  auto Atom = [&](PolyVar V) {
    if (V < launchvar::FirstAtom || Polys.atom(V).Counter)
      return NoExpr;
    const SCEV *S = Polys.atom(V).S;
    if (!S->getType()->isIntegerTy() ||
        SCEVExprContains(S, [&](const SCEV *Part) {
          const auto *U = dyn_cast<SCEVUnknown>(Part);
          return isa<SCEVAddRecExpr>(Part) ||
                 (U && !isLaunchInvariant(U->getValue()));
        }))
      return NoExpr;
    ExprId E = Ir.Exprs.scev(S, At);
    unsigned Width = S->getType()->getIntegerBitWidth();
    if (E == NoExpr || Width >= 64)
      return E;
    return Node(B.Unsigned ? ExprKind::ZExt : ExprKind::SExt, Width, E);
  };
  ExprId Sum = Pool.constant(B.Factor - 1);
  for (const auto &[Vars, C] : B.Rest) {
    ExprId Term = Pool.constant(-C);
    for (PolyVar V : Vars) {
      ExprId E = Atom(V);
      if (E == NoExpr)
        return NoExpr;
      Term = Node(ExprKind::Mul, 64, Term, E);
    }
    Sum = Node(ExprKind::Add, 64, Sum, Term);
  }
  if (B.Factor != 1)
    Sum = Node(ExprKind::SDiv, 64, Sum, Pool.constant(B.Factor));
  for (ExprKind Leaf : {ExprKind::TidX, ExprKind::TidY, ExprKind::TidZ,
                        ExprKind::CtaidX, ExprKind::CtaidY, ExprKind::CtaidZ,
                        ExprKind::NtidX, ExprKind::NtidY, ExprKind::NtidZ,
                        ExprKind::NctaidX, ExprKind::NctaidY, ExprKind::NctaidZ,
                        ExprKind::LaneId, ExprKind::LoopIter, ExprKind::Opaque})
    if (Pool.dependsOn(Sum, Leaf))
      return NoExpr;
  return Sum;
}

SmallVector<BlockProver::ReachBound, 4>
BlockProver::boundsAt(const Instruction &I, unsigned D) {
  SmallVector<ReachBound, 4> Out;
  SmallVector<Leaf, 8> Facts;
  factsAt(I.getParent(), DT, Facts);
  for (const Leaf &Fact : Facts) {
    auto B = boundOn(Fact, launchvar::GlobalId + D, SE, Polys,
                     [](const LaunchPoly &P) { return std::optional(P); });
    if (!B)
      continue;
    ExprId E = boundExpr(*B, I.getParent());
    if (E == NoExpr)
      continue;
    Out.push_back({E, B->Unsigned && any_of(B->Rest, [](const auto &T) {
                        return T.second > 0;
                      })});
  }
  return Out;
}

/// The same for all threads of the launch, as a matter of form.
bool BlockProver::isUniform(const Value *Root) const {
  SmallVector<const Value *, 8> Work = {Root};
  for (size_t At = 0; At < Work.size(); ++At) {
    if (At > MaxArithmetic)
      return false;
    const Value *V = Work[At];
    if (isa<Constant, Argument, AllocaInst>(V))
      continue;
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || isa<PHINode>(I) || LI.getLoopFor(I->getParent()) ||
        Effects.lookup(I).Kind == EffectKind::Lane)
      return false;
    if (const auto *Call = dyn_cast<CallBase>(I);
        Call && !isa<IntrinsicInst>(Call))
      return false;
    Work.append(I->value_op_begin(), I->value_op_end());
  }
  return true;
}

/// A read at a place that all threads have in common, made by all: another
/// thread that does the same reads nothing that was not read before.
bool BlockProver::touchesNothingNew(const Instruction &Read) const {
  if (OwnSlot.contains(&Read) || Private.contains(&Read))
    return true;
  SmallVector<Leaf, 8> Facts;
  factsAt(Read.getParent(), DT, Facts);
  bool AllOrNone =
      !LI.getLoopFor(Read.getParent()) &&
      all_of(Facts, [&](const Leaf &L) { return isUniform(L.Condition); });
  // assert() of what all threads have in common.
  if (isFailedAssert(Read))
    return AllOrNone;
  const auto *Load = dyn_cast<LoadInst>(&Read);
  return Load && AllOrNone && isUniform(Load->getPointerOperand());
}

DimensionIndependence BlockProver::threadsNeeded(unsigned D) {
  DimensionIndependence Out = Result.Dims[D];
  Out.Needed = ThreadsNeeded::Exact;
  if (Readings[D] == Reading::Kept)
    Out.Needed = ThreadsNeeded::Unchanged;
  if (Readings[D] == Reading::Stride)
    Out.Needed = ThreadsNeeded::Any;
  if (Readings[D] != Reading::Item || !Out.Used || Reads[launchvar::Nctaid + D])
    return Out;
  SmallVector<SmallVector<ReachBound, 4>, 8> Bounds;
  DenseMap<const BasicBlock *, bool> Seen;
  for (Instruction *I : Order) {
    EffectKind Kind = Effects[I].Kind;
    if (Kind != EffectKind::Effect && Kind != EffectKind::Read)
      continue;
    if (OwnSlot.contains(I) || Private.contains(I) || touchesNothingNew(*I) ||
        Seen[I->getParent()])
      continue;
    Seen[I->getParent()] = true;
    Bounds.push_back(boundsAt(*I, D));
    if (Bounds.back().empty())
      return Out;
  }
  if (Bounds.empty())
    return Out;
  // One that all have in common, else the largest of the nearest.
  ExprId Bound = NoExpr;
  for (const ReachBound &B : Bounds.front())
    if (Bound == NoExpr && all_of(Bounds, [&](const auto &List) {
          return any_of(List, [&](const ReachBound &Other) {
            return Other.Threads == B.Threads;
          });
        }))
      Bound = B.Threads;
  if (Bound == NoExpr) {
    for (const auto &List : Bounds) {
      // One that does not hold must not hide behind another.
      if (List.front().MayWrap)
        return Out;
      if (Bound == NoExpr || Bound == List.front().Threads) {
        Bound = List.front().Threads;
        continue;
      }
      ExprNode Max;
      Max.Kind = ExprKind::SMax;
      Max.Width = 64;
      Max.Ops = {Bound, List.front().Threads, NoExpr};
      Bound = Ir.K.Exprs.get(Max);
    }
  }
  Out.Needed = ThreadsNeeded::AtLeastBound;
  Out.Bound = Bound;
  return Out;
}
