//===- UnlikelySuccessor.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/UnlikelySuccessor.h"
#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include <cmath>

using namespace gpuperf;
using namespace llvm;

/// Magnitudes that programs avoid.
static constexpr double Large = 1e5;

/// The magnitude of a float, by LLVM's intrinsic or by that of NVPTX, which the
/// math library calls.
static bool isMagnitude(const Value *V) {
  if (llvm::PatternMatch::match(
          V, llvm::PatternMatch::m_FAbs(llvm::PatternMatch::m_Value())))
    return true;
  const auto *Call = dyn_cast<IntrinsicInst>(V);
  return Call &&
         Call->getCalledFunction()->getName().starts_with("llvm.nvvm.fabs");
}

/// Of a comparison of a magnitude with a large constant, the successor for the
/// larger magnitudes. So the math library (libdevice) chooses the reduction of
/// arguments of sine and cosine: beyond 105615 for floats and 2^31 for doubles
/// it goes through a table of the digits of pi, which programs avoid.
static std::optional<uint8_t> largerMagnitude(const FCmpInst &Cmp) {
  const auto *C = dyn_cast<ConstantFP>(Cmp.getOperand(1));
  if (!C || !isMagnitude(Cmp.getOperand(0)))
    return std::nullopt;
  const bool IsLarge = (C->getType()->isFloatTy() || C->getType()->isDoubleTy())
                           ? C->getValueAPF().convertToDouble() >= Large
                           : false;
  if (!IsLarge)
    return std::nullopt;
  switch (Cmp.getPredicate()) {
  case CmpInst::FCMP_OLT:
  case CmpInst::FCMP_ULT:
  case CmpInst::FCMP_OLE:
  case CmpInst::FCMP_ULE:
    return 1;
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_UGT:
  case CmpInst::FCMP_OGE:
  case CmpInst::FCMP_UGE:
    return 0;
  default:
    return std::nullopt;
  }
}

/// The successor that a branch on \p Condition hardly ever takes, whatever
/// follows.
static uint8_t unlikelyByCondition(const Value *Condition) {
  // flag || a == b, where the flag is an argument that the caller knows.
  if (const auto *Or = dyn_cast<SelectInst>(Condition))
    if (isa<Argument>(Or->getCondition()) &&
        llvm::PatternMatch::match(Or->getTrueValue(),
                                  llvm::PatternMatch::m_One()))
      return unlikelyByCondition(Or->getFalseValue()) == 0 ? 0 : NoUnlikelySucc;
  const auto *Cmp = dyn_cast<FCmpInst>(Condition);
  if (!Cmp)
    return NoUnlikelySucc;
  if (Cmp->getPredicate() == CmpInst::FCMP_UNO)
    return 0;
  if (Cmp->getPredicate() == CmpInst::FCMP_ORD)
    return 1;
  if (auto Larger = largerMagnitude(*Cmp))
    return *Larger;
  // Data is often 0 or 1, hardly ever any other given number.
  for (const Value *Op : Cmp->operands())
    if (const auto *C = dyn_cast<ConstantFP>(Op))
      if (C->isZero() || C->isExactlyValue(1.0))
        return NoUnlikelySucc;
  switch (Cmp->getPredicate()) {
  case CmpInst::FCMP_OEQ:
  case CmpInst::FCMP_UEQ:
    return 0;
  case CmpInst::FCMP_UNE:
  case CmpInst::FCMP_ONE:
    return 1;
  default:
    return NoUnlikelySucc;
  }
}

/// \p Place, if it is the same in all threads, else null.
static const Value *ifShared(const Value *Place) {
  constexpr unsigned MostSteps = 8;
  const Value *Root = Place;
  for (unsigned Step = 0; Root && Step < MostSteps; ++Step) {
    if (isa<Argument, GlobalVariable>(Root))
      return Place;
    const auto *Gep = dyn_cast<GEPOperator>(Root);
    const auto *Cast = dyn_cast<AddrSpaceCastOperator>(Root);
    Root = Gep && Gep->hasAllConstantIndices() ? Gep->getPointerOperand()
           : Cast                              ? Cast->getPointerOperand()
                                               : nullptr;
  }
  return nullptr;
}

/// The place in memory that \p V was loaded from or exchanged at, if it is the
/// same in all threads. What an exchange finds there is tried again, so that a
/// loop may carry it.
static const Value *sharedPlaceOf(const Value *V) {
  constexpr unsigned MostValues = 16;
  SmallVector<const Value *, 8> Ways = {V};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Ways.empty() && Seen.size() < MostValues) {
    const auto *I = dyn_cast<Instruction>(Ways.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    if (const auto *Load = dyn_cast<LoadInst>(I))
      return ifShared(Load->getPointerOperand());
    if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(I))
      return ifShared(Exchange->getPointerOperand());
    if (isa<CastInst, PHINode, ExtractValueInst>(I))
      append_range(Ways, I->operand_values());
  }
  return nullptr;
}

/// Whether an atomic that is executed once \p BB is writes \p Place.
static bool exchangesSoon(const BasicBlock *BB, const Value *Place) {
  constexpr unsigned MostBlocks = 3;
  for (unsigned Step = 0; BB && Step < MostBlocks; ++Step) {
    for (const Instruction &I : *BB) {
      const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
      const auto *Rmw = dyn_cast<AtomicRMWInst>(&I);
      const Value *At = Exchange ? Exchange->getPointerOperand()
                        : Rmw    ? Rmw->getPointerOperand()
                                 : nullptr;
      if (At && (At == Place ||
                 At->stripPointerCasts() == Place->stripPointerCasts()))
        return true;
    }
    BB = BB->getSingleSuccessor();
  }
  return false;
}

/// The successor of \p Br that leads to an atomic on the place of a maximum or
/// minimum over all threads, which a thread enters only with a new record: of n
/// values in random order, about the logarithm of n are one. NoUnlikelySucc
/// where there is no such successor.
static uint8_t recordSuccessor(const BranchInst &Br) {
  const auto *Cmp = dyn_cast<CmpInst>(Br.getCondition());
  if (!Cmp || !Cmp->isRelational())
    return NoUnlikelySucc;
  for (const Value *Op : Cmp->operands())
    if (const Value *Place = sharedPlaceOf(Op))
      for (uint8_t Way = 0; Way < 2; ++Way)
        if (exchangesSoon(Br.getSuccessor(Way), Place))
          return Way;
  return NoUnlikelySucc;
}

UnlikelyWay gpuperf::unlikelySuccessor(const BranchInst &Br) {
  if (uint8_t Way = unlikelyByCondition(Br.getCondition());
      Way != NoUnlikelySucc)
    return {Way, false};
  const uint8_t Record = recordSuccessor(Br);
  return {Record, Record != NoUnlikelySucc};
}

/// What \p V is the magnitude of, or the square; null where it is neither.
static const Value *withoutSign(const Value *V) {
  using namespace llvm::PatternMatch;
  const Value *Of = nullptr;
  const auto *Call = dyn_cast<IntrinsicInst>(V);
  if (Call && (isMagnitude(V) || Call->getIntrinsicID() == Intrinsic::abs))
    return Call->getArgOperand(0);
  if (match(V, m_FMul(m_Value(Of), m_Deferred(Of))) ||
      match(V, m_Mul(m_Value(Of), m_Deferred(Of))) ||
      match(V, m_Select(m_Value(), m_FNeg(m_Value(Of)), m_Deferred(Of))) ||
      match(V, m_Select(m_Value(), m_Value(Of), m_FNeg(m_Deferred(Of)))))
    return Of;
  return nullptr;
}

static const Value *withoutCasts(const Value *V) {
  while (const auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  return V;
}

/// Whether \p V is how far two values are apart, or its square.
static bool isDistance(const Value *V) {
  using namespace llvm::PatternMatch;
  const Value *Of = withoutSign(withoutCasts(V));
  if (!Of)
    return false;
  Of = withoutCasts(Of);
  // LLVM writes the difference to a constant as a sum.
  return match(Of, m_FSub(m_Value(), m_Value())) ||
         match(Of, m_Sub(m_Value(), m_Value())) ||
         match(Of, m_FAdd(m_Value(), m_Constant())) ||
         match(Of, m_Add(m_Value(), m_Constant()));
}

/// As isDistance(), also in relation to something else.
static bool measuresADistance(const Value *V) {
  using namespace llvm::PatternMatch;
  const Value *Part = nullptr;
  return isDistance(V) ||
         (match(V, m_FDiv(m_Value(Part), m_Value())) && isDistance(Part));
}

static bool isHuge(const Value *V, bool IsUnsigned) {
  if (const auto *C = dyn_cast<ConstantFP>(V)) {
    APFloat Value = C->getValueAPF();
    bool Inexact = false;
    Value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &Inexact);
    return std::abs(Value.convertToDouble()) >= Large;
  }
  const auto *C = dyn_cast<ConstantInt>(V);
  return C && std::abs(C->getValue().roundToDouble(!IsUnsigned)) >= Large;
}

/// Whether \p V is neither a number nor an argument, with which a program also
/// says what it looks for.
static bool isComputed(const Value *V) { return isa<Instruction>(V); }

/// Whether only errors may pass \p Cmp with the result \p Holds.
static bool testsForErrors(const CmpInst &Cmp, bool Holds) {
  const Value *X = Cmp.getOperand(0), *Y = Cmp.getOperand(1);
  const CmpInst::Predicate P =
      Holds ? Cmp.getPredicate() : Cmp.getInversePredicate();
  if (P == CmpInst::ICMP_NE || P == CmpInst::FCMP_UNE || P == CmpInst::FCMP_ONE)
    return isComputed(X) && isComputed(Y);
  if (!Cmp.isRelational())
    return false;
  if (measuresADistance(X) || measuresADistance(Y) ||
      isHuge(X, Cmp.isUnsigned()) || isHuge(Y, Cmp.isUnsigned()))
    return true;
  // The negation of an ordered comparison.
  return CmpInst::isUnordered(P) && (isa<ConstantFP>(X) || isa<ConstantFP>(Y));
}

/// Whether \p Condition, part of what a branch asks, may be \p Holds for errors
/// alone.
static bool asksForErrors(const Value *Condition, bool Holds,
                          unsigned Depth = 0) {
  using namespace llvm::PatternMatch;
  constexpr unsigned MostSteps = 8;
  const Value *Of = nullptr;
  if (Depth > MostSteps)
    return false;
  if (match(Condition, m_Not(m_Value(Of))))
    return asksForErrors(Of, !Holds, Depth + 1);
  if (const auto *Cmp = dyn_cast<CmpInst>(Condition))
    return testsForErrors(*Cmp, Holds);
  // Whether a float is of some class, such as the infinite ones.
  if (match(Condition, m_Intrinsic<Intrinsic::is_fpclass>()))
    return true;
  if (!isa<SelectInst, PHINode, FreezeInst, BinaryOperator>(Condition))
    return false;
  return any_of(cast<Instruction>(Condition)->operands(), [&](const Use &U) {
    return U->getType()->isIntegerTy(1) &&
           asksForErrors(U.get(), Holds, Depth + 1);
  });
}

std::array<bool, 2> gpuperf::mayBeErrors(const BranchInst &Br) {
  return {asksForErrors(Br.getCondition(), true),
          asksForErrors(Br.getCondition(), false)};
}
