//===- ExprBuilder.cpp - Values of instructions and phis ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "analysis/machine/ParamSpace.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace gpuperf;
using namespace llvm;
using namespace llvm::PatternMatch;

namespace {
/// Bounds the recursion: a longer chain of instructions counts as data.
constexpr unsigned MaxWalkDepth = 200;

std::optional<ExprKind> binaryKind(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return ExprKind::Add;
  case Instruction::Sub:
    return ExprKind::Sub;
  case Instruction::Mul:
    return ExprKind::Mul;
  case Instruction::UDiv:
    return ExprKind::UDiv;
  case Instruction::SDiv:
    return ExprKind::SDiv;
  case Instruction::URem:
    return ExprKind::URem;
  case Instruction::SRem:
    return ExprKind::SRem;
  case Instruction::Shl:
    return ExprKind::Shl;
  case Instruction::LShr:
    return ExprKind::LShr;
  case Instruction::AShr:
    return ExprKind::AShr;
  case Instruction::And:
    return ExprKind::And;
  case Instruction::Or:
    return ExprKind::Or;
  case Instruction::Xor:
    return ExprKind::Xor;
  default:
    return std::nullopt;
  }
}
} // namespace

unsigned gpuperf::integerWidthOf(const Value *V) {
  const auto *Ty = dyn_cast<IntegerType>(V->getType());
  return Ty && Ty->getBitWidth() <= 64 ? Ty->getBitWidth() : 0;
}

ExprId ExprBuilder::node(ExprKind Kind, unsigned Width, ExprId A, ExprId B,
                         ExprId C) {
  ExprNode N;
  N.Kind = Kind;
  N.Width = static_cast<uint8_t>(Width);
  N.Ops = {A, B, C};
  return Pool.get(N);
}

/// Comparisons of floats that are not made of integers alone are data, but for
/// the checks that math libraries make
/// before their fast path: for these, data is taken to be finite, of usual size
/// and not NaN.
ExprId ExprBuilder::floatCompare(const Instruction *I) {
  const auto *Cmp = cast<FCmpInst>(I);
  if (const ExprId E = compareFloats(Cmp); E != NoExpr)
    return E;
  CmpInst::Predicate P = Cmp->getPredicate();
  const Value *X = Cmp->getOperand(0), *Y = Cmp->getOperand(1);
  if (isa<ConstantFP>(X) && !isa<ConstantFP>(Y)) {
    std::swap(X, Y);
    P = CmpInst::getSwappedPredicate(P);
  }
  auto Decide = [&](bool Value) {
    K.Why |= AssumptionKind::BranchGuessed;
    return Pool.constant(Value, 1);
  };
  if (P == CmpInst::FCMP_UNO || P == CmpInst::FCMP_ORD)
    return Decide(P == CmpInst::FCMP_ORD);
  const auto *C = dyn_cast<ConstantFP>(Y);
  const auto *Abs = dyn_cast<IntrinsicInst>(X);
  bool IsMagnitude =
      Abs &&
      (Abs->getIntrinsicID() == Intrinsic::fabs ||
       Abs->getCalledFunction()->getName().starts_with("llvm.nvvm.fabs"));
  if (!C || !IsMagnitude)
    return opaque(I, 1);
  constexpr double Large = 1e4, Tiny = 1e-30;
  APFloat Value = C->getValueAPF();
  bool Inexact = false;
  Value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Inexact);
  double Limit = Value.convertToDouble();
  bool IsLarge = Limit >= Large, IsTiny = Limit <= Tiny && Limit > 0;
  if (!IsLarge && !IsTiny)
    return opaque(I, 1);
  switch (P) {
  case CmpInst::FCMP_OLT:
  case CmpInst::FCMP_OLE:
  case CmpInst::FCMP_ULT:
  case CmpInst::FCMP_ULE:
    return Decide(IsLarge);
  case CmpInst::FCMP_OGT:
  case CmpInst::FCMP_OGE:
  case CmpInst::FCMP_UGT:
  case CmpInst::FCMP_UGE:
    return Decide(IsTiny);
  case CmpInst::FCMP_OEQ:
  case CmpInst::FCMP_UEQ:
    return Decide(false);
  case CmpInst::FCMP_ONE:
  case CmpInst::FCMP_UNE:
    return Decide(true);
  default:
    return opaque(I, 1);
  }
}

ExprId ExprBuilder::loopIter(const llvm::Loop *L, unsigned Width) {
  ExprNode N;
  N.Kind = ExprKind::LoopIter;
  N.Width = static_cast<uint8_t>(Width);
  N.Aux = LoopIds.lookup(L);
  return Pool.get(N);
}

ExprId ExprBuilder::value(const Value *V) {
  auto It = Memo.find(V);
  if (It != Memo.end())
    return It->second;
  unsigned Width = integerWidthOf(V);
  if (const auto *C = dyn_cast<ConstantInt>(V); C && Width)
    return Pool.constant(C->getSExtValue(), Width);
  if (isa<UndefValue>(V) && Width) // or poison: any value will do
    return Pool.constant(0, Width);
  if (const auto *A = dyn_cast<Argument>(V); A && Width) {
    ExprNode N;
    N.Kind = ExprKind::Arg;
    N.Width = static_cast<uint8_t>(Width);
    N.Imm = A->getArgNo();
    return Memo[V] = Pool.get(N);
  }
  // Where an array in shared memory begins, as pointerNumber has it.
  if (const auto *Number = dyn_cast<ConstantExpr>(V);
      Number && Width && Number->getOpcode() == Instruction::PtrToInt) {
    const AddressExpr A = address(Number->getOperand(0), &F.getEntryBlock());
    if (A.Space == MemSpace::Shared && A.Base == Access::BaseKind::Variable)
      return Memo[V] =
                 Width < 64 ? node(ExprKind::Trunc, Width, A.Offset) : A.Offset;
  }
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !Width || Depth >= MaxWalkDepth)
    return opaque(V, Width);
  // What a cycle that comes back to V sees.
  Memo[V] = placeholder(V, Width);
  ++Depth;
  ExprId E = instruction(I);
  --Depth;
  return Memo[V] = E;
}

ExprId ExprBuilder::leaveLoops(ExprId E, const BasicBlock *Def,
                               const BasicBlock *At) {
  // From the inside out: an inner last iteration may depend on outer counters.
  for (const llvm::Loop *L = LI.getLoopFor(Def); L && !L->contains(At);
       L = L->getParentLoop()) {
    if (!Pool.dependsOn(E, ExprKind::LoopIter))
      break;
    TripCount T = tripCount(L);
    bool Exact = T.BackedgeTaken != NoExpr && !T.UpperBoundOnly;
    ExprId Last =
        Exact ? T.BackedgeTaken : opaque(L->getHeader()->getTerminator(), 64);
    E = Pool.substituteLoopIter(E, LoopIds.lookup(L), Last);
  }
  return E;
}

ExprId ExprBuilder::valueAt(const Value *V, const BasicBlock *At) {
  ExprId E = value(V);
  if (const auto *I = dyn_cast<Instruction>(V))
    return leaveLoops(E, I->getParent(), At);
  return E;
}

/// Whether \p I is what the optimiser makes of n - 1 - x: the complement ~x,
/// which is -1 - x, added to n. In other places it may be a pattern of bits.
static bool isReversedIndex(const Instruction *I) {
  return match(I, m_Not(m_Value())) && !I->use_empty() &&
         llvm::all_of(I->users(), [](const User *U) {
           return cast<Instruction>(U)->getOpcode() == Instruction::Add;
         });
}

ExprId ExprBuilder::instruction(const Instruction *I) {
  const BasicBlock *BB = I->getParent();
  unsigned Width = integerWidthOf(I);
  auto Op = [&](unsigned N) { return valueAt(I->getOperand(N), BB); };

  if (const ExprId E = pointerNumber(I); E != NoExpr)
    return E;
  if (isReversedIndex(I))
    return node(ExprKind::Sub, Width, Pool.constant(-1, Width), Op(0));
  if (auto Kind = binaryKind(I->getOpcode())) {
    // An or of numbers that have no bit in common is their sum, which keeps the
    // form affine.
    if (const auto *D = dyn_cast<PossiblyDisjointInst>(I); D && D->isDisjoint())
      Kind = ExprKind::Add;
    return node(*Kind, Width, Op(0), Op(1));
  }
  switch (I->getOpcode()) {
  case Instruction::ICmp:
    return compare(cast<ICmpInst>(I));
  case Instruction::FCmp:
    return floatCompare(I);
  case Instruction::ZExt:
  case Instruction::SExt: {
    unsigned From = integerWidthOf(I->getOperand(0));
    if (!From)
      return opaque(I, Width);
    ExprId E = node(I->getOpcode() == Instruction::ZExt ? ExprKind::ZExt
                                                        : ExprKind::SExt,
                    From, Op(0));
    return Width == 64 ? E : node(ExprKind::Trunc, Width, E);
  }
  case Instruction::Trunc:
    if (!integerWidthOf(I->getOperand(0)))
      return opaque(I, Width);
    return node(ExprKind::Trunc, Width, Op(0));
  case Instruction::Freeze:
    return Op(0);
  case Instruction::Select:
    if (!integerWidthOf(I->getOperand(0)))
      return opaque(I, Width);
    if (Width == 1) {
      // Short-circuit logic, so that a known side may decide.
      const auto *T = dyn_cast<ConstantInt>(I->getOperand(1));
      const auto *E = dyn_cast<ConstantInt>(I->getOperand(2));
      if (E && E->isZero())
        return node(ExprKind::And, 1, Op(0), Op(1));
      if (T && T->isOne())
        return node(ExprKind::Or, 1, Op(0), Op(2));
    }
    return node(ExprKind::Select, Width, Op(0), Op(1), Op(2));
  case Instruction::PHI:
    return phi(cast<PHINode>(I));
  case Instruction::Load:
    return paramLoad(I);
  case Instruction::Call:
    return intrinsic(I);
  case Instruction::AtomicRMW:
    return drawnNumber(cast<AtomicRMWInst>(I));
  case Instruction::ExtractValue: {
    if (const auto *Call = dyn_cast<CallInst>(I->getOperand(0)))
      if (const ExprId E =
              partOfExchange(Call, cast<ExtractValueInst>(I)->getIndices()[0]);
          E != NoExpr)
        return E;
    const auto *W = dyn_cast<WithOverflowInst>(I->getOperand(0));
    if (!W || cast<ExtractValueInst>(I)->getIndices()[0] != 0)
      return opaque(I, Width);
    auto Kind = binaryKind(W->getBinaryOp());
    return node(*Kind, Width, valueAt(W->getLHS(), BB),
                valueAt(W->getRHS(), BB));
  }
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::BitCast: {
    const ExprId E = integerOfFloat(I);
    return E == NoExpr ? opaque(I, Width) : E;
  }
  default:
    return opaque(I, Width);
  }
}

ExprId ExprBuilder::compare(const ICmpInst *Cmp) {
  unsigned Width = integerWidthOf(Cmp->getOperand(0));
  ExprId A = NoExpr, B = NoExpr;
  if (Width) {
    A = valueAt(Cmp->getOperand(0), Cmp->getParent());
    B = valueAt(Cmp->getOperand(1), Cmp->getParent());
  } else if (Cmp->getOperand(0)->getType()->isPointerTy()) {
    Width = 64;
    std::tie(A, B) = offsetsInOneArray(Cmp->getOperand(0), Cmp->getOperand(1),
                                       Cmp->getParent());
  }
  if (A == NoExpr)
    return opaque(Cmp, 1);
  // No lane before this one has its bit set: this is the first.
  if (const auto *Zero = dyn_cast<ConstantInt>(Cmp->getOperand(1));
      Zero && Zero->isZero() && Cmp->isEquality())
    if (ExprId Rank = rankInWarp(Cmp->getOperand(0), Width); Rank != NoExpr)
      A = Rank;
  switch (Cmp->getPredicate()) {
  case CmpInst::ICMP_EQ:
    return node(ExprKind::Eq, Width, A, B);
  case CmpInst::ICMP_NE:
    return node(ExprKind::Ne, Width, A, B);
  case CmpInst::ICMP_SLT:
    return node(ExprKind::SLt, Width, A, B);
  case CmpInst::ICMP_SLE:
    return node(ExprKind::SLe, Width, A, B);
  case CmpInst::ICMP_SGT:
    return node(ExprKind::SLt, Width, B, A);
  case CmpInst::ICMP_SGE:
    return node(ExprKind::SLe, Width, B, A);
  case CmpInst::ICMP_ULT:
    return node(ExprKind::ULt, Width, A, B);
  case CmpInst::ICMP_ULE:
    return node(ExprKind::ULe, Width, A, B);
  case CmpInst::ICMP_UGT:
    return node(ExprKind::ULt, Width, B, A);
  case CmpInst::ICMP_UGE:
    return node(ExprKind::ULe, Width, B, A);
  default:
    return opaque(Cmp, 1);
  }
}

/// Where \p Load reads: an object and the bytes from its start, as far as
/// offsets and casts of address spaces lead, in any order.
static std::pair<const Value *, int64_t> placeOf(const LoadInst &Load) {
  const DataLayout &DL = Load.getModule()->getDataLayout();
  const Value *Base = Load.getPointerOperand()->stripPointerCasts();
  int64_t Bytes = 0;
  for (unsigned Step = 0; Step < 16; ++Step) {
    if (const auto *Gep = dyn_cast<GEPOperator>(Base)) {
      APInt Part(DL.getIndexTypeSizeInBits(Gep->getType()), 0);
      if (!Gep->accumulateConstantOffset(DL, Part))
        break;
      Bytes += Part.getSExtValue();
      Base = Gep->getPointerOperand()->stripPointerCasts();
    } else if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(Base)) {
      Base = Cast->getPointerOperand()->stripPointerCasts();
    } else if (const auto *Call = dyn_cast<IntrinsicInst>(Base);
               Call && Call->arg_size() == 1 &&
               Call->getCalledFunction()->getName().contains(
                   "addrspace.wrap")) {
      Base = Call->getArgOperand(0)->stripPointerCasts();
    } else {
      break;
    }
  }
  return {Base, Bytes};
}

ExprId ExprBuilder::paramField(const LoadInst &Load, ExprKind Kind,
                               unsigned Width) {
  if (Load.isVolatile() || Load.isAtomic())
    return NoExpr;
  const auto [Base, Bytes] = placeOf(Load);
  if (Bytes < 0 || Bytes > 1 << 20)
    return NoExpr;
  std::optional<uint32_t> Index;
  if (const auto *A = dyn_cast<Argument>(Base); A && isInParamSpace(*A))
    Index = A->getArgNo();
  else if (const auto *G = dyn_cast<GlobalVariable>(Base))
    Index = variableParameter(*G);
  if (!Index)
    return NoExpr;
  ExprNode N;
  N.Kind = Kind;
  N.Width = static_cast<uint8_t>(Width);
  N.Imm = *Index;
  N.Aux = static_cast<uint32_t>(Bytes);
  return Pool.get(N);
}

ExprId ExprBuilder::paramLoad(const Instruction *I) {
  unsigned Width = integerWidthOf(I);
  const auto *Load = cast<LoadInst>(I);
  if (ExprId E = paramField(*Load, ExprKind::Arg, Width); E != NoExpr)
    return E;
  // Tables that the compiler knows.
  const auto [Base, Bytes] = placeOf(*Load);
  if (const auto *G = dyn_cast<GlobalVariable>(Base);
      G && G->isConstant() && G->hasDefinitiveInitializer() &&
      !Load->isVolatile() && !Load->isAtomic())
    if (auto *C = dyn_cast_or_null<ConstantInt>(ConstantFoldLoadFromConst(
            const_cast<Constant *>(G->getInitializer()), I->getType(),
            APInt(64, static_cast<uint64_t>(Bytes), true),
            F.getParent()->getDataLayout())))
      if (isa<Constant>(Load->getPointerOperand()))
        return Pool.constant(C->getSExtValue(), Width);
  if (const ExprId E = sharedValue(*Load); E != NoExpr)
    return E;
  return opaque(I, Width);
}

ExprId ExprBuilder::phi(const PHINode *Phi) {
  const llvm::Loop *L = LI.getLoopFor(Phi->getParent());
  if (L && L->getHeader() == Phi->getParent())
    return loopPhi(Phi, L);
  return mergePhi(Phi);
}

/// The value of \p Phi, where several ways that part at \p Dom or after it
/// meet: a choice by the conditions on which they are gone.
ExprId ExprBuilder::manyWayPhi(const PHINode *Phi, const BasicBlock *Dom) {
  constexpr unsigned MostWays = 8;
  const BasicBlock *BB = Phi->getParent();
  const unsigned Width = integerWidthOf(Phi),
                 Ways = Phi->getNumIncomingValues();
  if (Ways > MostWays || LI.getLoopFor(Dom) != LI.getLoopFor(BB))
    return opaque(Phi, Width);
  DenseMap<const BasicBlock *, ExprId> Known;
  ExprId Value = valueAt(Phi->getIncomingValue(0), BB);
  for (unsigned I = 1; I < Ways; ++I) {
    const BasicBlock *In = Phi->getIncomingBlock(I);
    const auto *Br = dyn_cast<BranchInst>(In->getTerminator());
    ExprId Taken = reachCondition(Dom, In, Known);
    if (!Br || Taken == NoExpr)
      return opaque(Phi, Width);
    if (Br->isConditional() && Br->getSuccessor(0) != Br->getSuccessor(1)) {
      ExprId Edge = valueAt(Br->getCondition(), In);
      if (Br->getSuccessor(0) != BB)
        Edge = node(ExprKind::Xor, 1, Edge, Pool.constant(1, 1));
      Taken = node(ExprKind::And, 1, Taken, Edge);
    }
    if (Pool.dependsOnData(Taken))
      return opaque(Phi, Width);
    Value = node(ExprKind::Select, Width, Taken,
                 valueAt(Phi->getIncomingValue(I), BB), Value);
  }
  return Value;
}

ExprId ExprBuilder::mergePhi(const PHINode *Phi) {
  const BasicBlock *BB = Phi->getParent();
  unsigned Width = integerWidthOf(Phi);
  if (Phi->getNumIncomingValues() == 1) // loop-closed form
    return valueAt(Phi->getIncomingValue(0), BB);
  // Ways on which it has no value do not use it.
  bool AllSame = Phi->getNumIncomingValues() <= 16;
  ExprId First = NoExpr;
  for (unsigned I = 0; I < Phi->getNumIncomingValues() && AllSame; ++I) {
    if (isa<UndefValue>(Phi->getIncomingValue(I)))
      continue;
    ExprId E = valueAt(Phi->getIncomingValue(I), BB);
    AllSame = First == NoExpr || E == First;
    First = E;
  }
  if (AllSame && First != NoExpr)
    return First;
  // Two ways in: the branch that decides is at the immediate dominator.
  const auto *Node = DT.getNode(BB);
  if (!Node || !Node->getIDom())
    return opaque(Phi, Width);
  const BasicBlock *Dom = Node->getIDom()->getBlock();
  if (Phi->getNumIncomingValues() != 2)
    return manyWayPhi(Phi, Dom);
  const auto *Br = dyn_cast<BranchInst>(Dom->getTerminator());
  if (!Br || !Br->isConditional() || LI.getLoopFor(Dom) != LI.getLoopFor(BB) ||
      Br->getSuccessor(0) == Br->getSuccessor(1))
    return opaque(Phi, Width);
  int Side[2] = {-1, -1};
  for (unsigned I = 0; I < 2; ++I) {
    const BasicBlock *In = Phi->getIncomingBlock(I);
    for (unsigned S = 0; S < 2; ++S) {
      BasicBlockEdge Edge(Dom, Br->getSuccessor(S));
      bool Direct = In == Dom && Br->getSuccessor(S) == BB;
      if (Direct || (Br->getSuccessor(S) != BB && DT.dominates(Edge, In)))
        Side[I] = static_cast<int>(S);
    }
  }
  if (Side[0] < 0 || Side[1] < 0 || Side[0] == Side[1])
    return opaque(Phi, Width);
  ExprId Values[2];
  for (unsigned I = 0; I < 2; ++I)
    Values[Side[I]] = valueAt(Phi->getIncomingValue(I), BB);
  return node(ExprKind::Select, Width, valueAt(Br->getCondition(), BB),
              Values[0], Values[1]);
}
