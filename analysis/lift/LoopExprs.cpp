//===- LoopExprs.cpp - Loop-carried values and trip counts ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/Bisection.h"
#include "analysis/lift/DataSearch.h"
#include "analysis/lift/ExprBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace gpuperf;
using namespace llvm;

ExprId ExprBuilder::scev(const SCEV *S, const BasicBlock *At) {
  if (isa<SCEVCouldNotCompute>(S) || !S->getType()->isIntegerTy())
    return NoExpr;
  unsigned Width = S->getType()->getIntegerBitWidth();
  if (Width > 64 || Depth > 200)
    return NoExpr;
  struct DepthGuard {
    unsigned &D;
    explicit DepthGuard(unsigned &D) : D(D) { ++D; }
    ~DepthGuard() { --D; }
  } Guard(Depth);

  auto Nary = [&](ExprKind Kind) {
    ExprId Out = NoExpr;
    for (const SCEV *Op : cast<SCEVNAryExpr>(S)->operands()) {
      ExprId E = scev(Op, At);
      if (E == NoExpr)
        return NoExpr;
      Out = Out == NoExpr ? E : node(Kind, Width, Out, E);
    }
    return Out;
  };
  auto Cast = [&](ExprKind Kind) {
    const SCEV *Op = cast<SCEVCastExpr>(S)->getOperand();
    ExprId E = scev(Op, At);
    if (E == NoExpr)
      return NoExpr;
    if (Kind == ExprKind::Trunc)
      return node(Kind, Width, E);
    E = node(Kind, Op->getType()->getIntegerBitWidth(), E);
    return Width == 64 ? E : node(ExprKind::Trunc, Width, E);
  };
  switch (S->getSCEVType()) {
  case scConstant:
    return Pool.constant(cast<SCEVConstant>(S)->getAPInt().getSExtValue(),
                         Width);
  case scTruncate:
    return Cast(ExprKind::Trunc);
  case scZeroExtend:
    return Cast(ExprKind::ZExt);
  case scSignExtend:
    return Cast(ExprKind::SExt);
  case scAddExpr:
    return Nary(ExprKind::Add);
  case scMulExpr:
    return Nary(ExprKind::Mul);
  case scSMaxExpr:
    return Nary(ExprKind::SMax);
  case scUMaxExpr:
    return Nary(ExprKind::UMax);
  case scSMinExpr:
    return Nary(ExprKind::SMin);
  case scUMinExpr:
  case scSequentialUMinExpr:
    return Nary(ExprKind::UMin);
  case scUDivExpr: {
    const auto *D = cast<SCEVUDivExpr>(S);
    ExprId A = scev(D->getLHS(), At), B = scev(D->getRHS(), At);
    return A == NoExpr || B == NoExpr ? NoExpr
                                      : node(ExprKind::UDiv, Width, A, B);
  }
  case scAddRecExpr:
    return addRec(cast<SCEVAddRecExpr>(S), At);
  case scUnknown:
    return valueAt(cast<SCEVUnknown>(S)->getValue(), At);
  default:
    return NoExpr;
  }
}

ExprId ExprBuilder::addRec(const SCEVAddRecExpr *Rec, const BasicBlock *At) {
  unsigned Width = Rec->getType()->getIntegerBitWidth();
  const llvm::Loop *L = Rec->getLoop();
  if (Rec->getNumOperands() > 3)
    return NoExpr;
  ExprId Start = scev(Rec->getOperand(0), L->getHeader());
  ExprId Step = scev(Rec->getOperand(1), L->getHeader());
  if (Start == NoExpr || Step == NoExpr)
    return NoExpr;
  ExprId E = node(ExprKind::Add, Width, Start,
                  node(ExprKind::Mul, Width, Step, loopIter(L, Width)));
  if (Rec->getNumOperands() == 3) {
    // Newton's form: the second difference times n * (n - 1) / 2.
    ExprId Second = scev(Rec->getOperand(2), L->getHeader());
    if (Second == NoExpr)
      return NoExpr;
    ExprId N = loopIter(L, 64);
    ExprId Pairs = node(ExprKind::UDiv, 64,
                        node(ExprKind::Mul, 64, N,
                             node(ExprKind::Add, 64, N, Pool.constant(-1))),
                        Pool.constant(2));
    if (Width < 64)
      Pairs = node(ExprKind::Trunc, Width, Pairs);
    E = node(ExprKind::Add, Width, E,
             node(ExprKind::Mul, Width, Second, Pairs));
  }
  return At ? leaveLoops(E, L->getHeader(), At) : E;
}

ExprId ExprBuilder::loopPhi(const PHINode *Phi, const llvm::Loop *L) {
  ExprId E = closedPhi(Phi, L);
  if (Pool[E].Kind != ExprKind::Opaque)
    return E;
  ExprId C = carriedPhi(Phi, L);
  return C == NoExpr ? E : C;
}

/// A phi of a loop's header as a closed form in the number of the iteration;
/// Opaque where it has none.
ExprId ExprBuilder::closedPhi(const PHINode *Phi, const llvm::Loop *L) {
  unsigned Width = integerWidthOf(Phi);
  const SCEV *S = SE.getSCEV(const_cast<PHINode *>(Phi));
  if (!isa<SCEVUnknown>(S)) {
    ExprId E = scev(S, Phi->getParent());
    if (E != NoExpr)
      return E;
  }
  if (ExprId E = extendedPhi(Phi); E != NoExpr)
    return E;
  if (ExprId E = delayedPhi(Phi, L); E != NoExpr)
    return E;
  // Geometric sequences: x >>= c, x <<= c, x *= c, x /= c, where c is the same
  // in all iterations.
  BasicBlock *Latch = L->getLoopLatch(), *Before = L->getLoopPredecessor();
  if (!Latch || !Before || Phi->getNumIncomingValues() != 2)
    return opaque(Phi, Width);
  const Value *Next = Phi->getIncomingValueForBlock(Latch);
  const auto *Op = dyn_cast<BinaryOperator>(Next);
  if (!Op)
    return opaque(Phi, Width);
  unsigned Self = Op->getOperand(0) == Phi ? 0 : 1;
  if (Op->getOperand(Self) != Phi ||
      !L->isLoopInvariant(Op->getOperand(1 - Self)))
    return opaque(Phi, Width);
  ExprId Start =
      valueAt(Phi->getIncomingValueForBlock(Before), Phi->getParent());
  ExprId C = valueAt(Op->getOperand(1 - Self), Phi->getParent());
  ExprId Iter = loopIter(L, Width);
  ExprId Amount = node(ExprKind::Mul, Width, C, Iter);
  // Dividing k times by c is dividing by c to the power of k. That power
  // saturates, so the quotient ends at zero, as the loop's value does.
  ExprId Power =
      node(ExprKind::Pow, 64, node(ExprKind::SExt, Width, C), loopIter(L, 64));
  auto Wide = [&](ExprKind Kind, ExprKind Extend) {
    ExprId E = node(Kind, 64, node(Extend, Width, Start), Power);
    return Width == 64 ? E : node(ExprKind::Trunc, Width, E);
  };
  switch (Op->getOpcode()) {
  case Instruction::LShr:
    return Self == 0 ? node(ExprKind::LShr, Width, Start, Amount)
                     : opaque(Phi, Width);
  case Instruction::AShr:
    return Self == 0 ? node(ExprKind::AShr, Width, Start, Amount)
                     : opaque(Phi, Width);
  case Instruction::Shl:
    return Self == 0 ? node(ExprKind::Shl, Width, Start, Amount)
                     : opaque(Phi, Width);
  case Instruction::Mul:
    return Wide(ExprKind::Mul, ExprKind::SExt);
  case Instruction::UDiv:
    return Self == 0 ? Wide(ExprKind::UDiv, ExprKind::ZExt)
                     : opaque(Phi, Width);
  case Instruction::SDiv:
    return Self == 0 ? Wide(ExprKind::SDiv, ExprKind::SExt)
                     : opaque(Phi, Width);
  default:
    return opaque(Phi, Width);
  }
}

/// True if \p V may be a function of \p Phi within the loop.
static bool needs(const Value *V, const PHINode *Phi, const llvm::Loop *L) {
  constexpr unsigned MostSteps = 64;
  SmallVector<const Value *, 8> Work = {V};
  SmallDenseSet<const Value *, 16> Seen;
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !L->contains(I) || !Seen.insert(I).second)
      continue;
    if (I == Phi || Seen.size() > MostSteps)
      return true;
    Work.append(I->value_op_begin(), I->value_op_end());
  }
  return false;
}

/// A phi that is another phi of the header in more bits, as the optimiser makes
/// of a counter that is narrower than what it is compared with: its values are
/// the other's, each extended in the same way. NoExpr if it is none.
ExprId ExprBuilder::extendedPhi(const PHINode *Phi) {
  const unsigned Width = integerWidthOf(Phi);
  for (const PHINode &Narrow : Phi->getParent()->phis()) {
    const unsigned From = integerWidthOf(&Narrow);
    if (!From || From >= Width)
      continue;
    auto Extends = [&](unsigned Opcode) {
      return all_of(Phi->blocks(), [&](const BasicBlock *In) {
        const Value *Wide = Phi->getIncomingValueForBlock(In),
                    *Same = Narrow.getIncomingValueForBlock(In);
        if (const auto *W = dyn_cast<ConstantInt>(Wide))
          if (const auto *S = dyn_cast<ConstantInt>(Same))
            return W->getValue() == (Opcode == Instruction::SExt
                                         ? S->getValue().sext(Width)
                                         : S->getValue().zext(Width));
        const auto *Cast = dyn_cast<CastInst>(Wide);
        return Cast && Cast->getOpcode() == Opcode &&
               Cast->getOperand(0) == Same;
      });
    };
    for (const auto &[Opcode, Kind] :
         {std::pair(Instruction::SExt, ExprKind::SExt),
          std::pair(Instruction::ZExt, ExprKind::ZExt)})
      if (Extends(Opcode)) {
        const ExprId E = node(Kind, From, value(&Narrow));
        return Width == 64 ? E : node(ExprKind::Trunc, Width, E);
      }
  }
  return NoExpr;
}

/// A phi whose value in iteration k is what iteration k - 1 computed without
/// using the phi itself (a constant, a counter), and in the first iteration
/// what the loop started with; or a phi that alternates between two values.
/// NoExpr where it is neither.
ExprId ExprBuilder::delayedPhi(const PHINode *Phi, const llvm::Loop *L) {
  BasicBlock *Latch = L->getLoopLatch(), *Before = L->getLoopPredecessor();
  unsigned Width = integerWidthOf(Phi);
  if (!Latch || !Before || Phi->getNumIncomingValues() != 2)
    return NoExpr;
  const Value *Next = Phi->getIncomingValueForBlock(Latch);
  ExprId First =
      valueAt(Phi->getIncomingValueForBlock(Before), Phi->getParent());
  if (const auto *Op = dyn_cast<BinaryOperator>(Next)) {
    bool IsXor = Op->getOpcode() == Instruction::Xor;
    bool IsSub = Op->getOpcode() == Instruction::Sub;
    unsigned Self = Op->getOperand(0) == Phi ? 0 : 1;
    const Value *Other = Op->getOperand(1 - Self);
    if (Op->getOperand(Self) == Phi && L->isLoopInvariant(Other) &&
        (IsXor || (IsSub && Self == 1))) {
      ExprId C = valueAt(Other, Phi->getParent());
      ExprId Odd = IsXor ? node(ExprKind::Xor, Width, First, C)
                         : node(ExprKind::Sub, Width, C, First);
      return node(ExprKind::Select, Width, loopIter(L, 1), Odd, First);
    }
  }
  if (needs(Next, Phi, L))
    return NoExpr;
  ExprId Last = valueAt(Next, Latch);
  ExprId Iter = loopIter(L, 64);
  Last =
      Pool.substituteLoopIter(Last, LoopIds.lookup(L),
                              node(ExprKind::Add, 64, Iter, Pool.constant(-1)));
  return node(ExprKind::Select, Width,
              node(ExprKind::Eq, 64, Iter, Pool.constant(0)), First, Last);
}

/// The number of iterations after which `x(k) PRED bound` first fails, where
/// x(k) = Start + Step * k. ScalarEvolution gives no answer when it cannot
/// prove that a step such as blockDim * gridDim does not wrap; here that is
/// assumed.
ExprId ExprBuilder::compareExit(const llvm::Loop *L, const ICmpInst *Cmp,
                                bool ExitWhen, const BasicBlock *Exiting) {
  unsigned Width = integerWidthOf(Cmp->getOperand(0));
  if (!Width)
    return NoExpr;
  CmpInst::Predicate Stay =
      ExitWhen ? Cmp->getInversePredicate() : Cmp->getPredicate();
  Value *X = Cmp->getOperand(0), *Bound = Cmp->getOperand(1);
  const SCEV *SX = SE.getSCEV(X), *SB = SE.getSCEV(Bound);
  // A counter may be compared in more bits than it has.
  const auto Counter = [](const SCEV *S) {
    if (isa<SCEVSignExtendExpr, SCEVZeroExtendExpr>(S))
      S = cast<SCEVIntegralCastExpr>(S)->getOperand();
    return dyn_cast<SCEVAddRecExpr>(S);
  };
  if (!Counter(SX)) {
    std::swap(SX, SB);
    Stay = CmpInst::getSwappedPredicate(Stay);
  }
  const SCEVAddRecExpr *Rec = Counter(SX);
  if (!Rec || Rec->getLoop() != L || !Rec->isAffine() ||
      !SE.isLoopInvariant(SB, L))
    return NoExpr;
  const BasicBlock *Header = L->getHeader();
  ExprId Start = scev(Rec->getStart(), Header);
  ExprId Step = scev(Rec->getStepRecurrence(SE), Header);
  ExprId End = scev(SB, Header);
  if (Start == NoExpr || Step == NoExpr || End == NoExpr)
    return NoExpr;
  bool Unsigned = CmpInst::isUnsigned(Stay);
  // In 64 bits, so that the difference does not wrap; the step is signed.
  auto Widen = [&](ExprId E, bool Zero) {
    return Width == 64 ? E
                       : node(Zero ? ExprKind::ZExt : ExprKind::SExt, Width, E);
  };
  const unsigned CounterWidth = Rec->getType()->getIntegerBitWidth();
  auto WidenCounter = [&](ExprId E, bool Zero) {
    return CounterWidth == 64
               ? E
               : node(Zero ? ExprKind::ZExt : ExprKind::SExt, CounterWidth, E);
  };
  Start =
      WidenCounter(Start, SX == Rec ? Unsigned : isa<SCEVZeroExtendExpr>(SX));
  End = Widen(End, Unsigned);
  Step = WidenCounter(Step, false);
  ExprId Zero = Pool.constant(0), One = Pool.constant(1);
  auto Sub = [&](ExprId A, ExprId B) { return node(ExprKind::Sub, 64, A, B); };
  auto Add = [&](ExprId A, ExprId B) { return node(ExprKind::Add, 64, A, B); };
  ExprId Distance, Pace = Step;
  switch (Stay) {
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    Distance = Sub(End, Start);
    break;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    Distance = Add(Sub(End, Start), One);
    break;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    Distance = Sub(Start, End);
    Pace = Sub(Zero, Step);
    break;
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    Distance = Add(Sub(Start, End), One);
    Pace = Sub(Zero, Step);
    break;
  case CmpInst::ICMP_NE:
    return node(ExprKind::SDiv, 64, Sub(End, Start), Step);
  default:
    return NoExpr;
  }
  K.Why |= AssumptionKind::NoWrapAssumed;
  // The count is ceil(distance / pace), and 0 if the test fails at once. A pace
  // that is not positive leads away from the bound; the division by zero then
  // leaves the count without a value.
  ExprId SafePace = node(ExprKind::SMax, 64, Pace, Zero);
  ExprId Ceil =
      node(ExprKind::SDiv, 64,
           Add(Distance, node(ExprKind::Add, 64, SafePace, Pool.constant(-1))),
           SafePace);
  return node(ExprKind::Select, 64, node(ExprKind::SLt, 64, Zero, Distance),
              Ceil, Zero);
}

/// The iteration in which the loop is left through \p Exiting, which every
/// iteration executes; NoExpr if that depends on data.
ExprId ExprBuilder::exitCount(const llvm::Loop *L, BasicBlock *Exiting) {
  const SCEV *Count = SE.getExitCount(L, Exiting);
  if (!isa<SCEVCouldNotCompute>(Count)) {
    ExprId E = scev(Count, L->getHeader());
    if (E != NoExpr && !Pool.dependsOnData(E)) {
      unsigned Width = Count->getType()->getIntegerBitWidth();
      return Width < 64 ? node(ExprKind::ZExt, Width, E) : E;
    }
  }
  const auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (!Br || !Br->isConditional())
    return NoExpr;
  bool ExitWhen = !L->contains(Br->getSuccessor(0));
  if (const auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition())) {
    ExprId E = compareExit(L, Cmp, ExitWhen, Exiting);
    if (E != NoExpr && !Pool.dependsOnData(E))
      return E;
  }
  // The condition is another known function of the counter: the iteration is
  // searched for when the count is evaluated.
  ExprId Condition = valueAt(Br->getCondition(), Exiting);
  if (Pool.dependsOnData(Condition) ||
      !Pool.dependsOn(Condition, ExprKind::LoopIter))
    return NoExpr;
  if (!ExitWhen)
    Condition = node(ExprKind::Xor, 1, Condition, Pool.constant(1, 1));
  return firstExit(L, Condition, 0);
}

/// The first iteration of \p L in which \p Condition holds. \p Most: how many
/// iterations to search; 0: as many as the evaluation is ready to.
ExprId ExprBuilder::firstExit(const llvm::Loop *L, ExprId Condition,
                              unsigned Most) {
  ExprNode N;
  N.Kind = ExprKind::FirstExit;
  N.Width = 64;
  N.Aux = LoopIds.lookup(L);
  N.Imm = Most;
  N.Ops[0] = Condition;
  return Pool.get(N);
}

/// The condition on which \p BB is executed after \p Root, which dominates it
/// and is in the same loop: the disjunction over all paths that lead there.
/// NoExpr if it is not known.
ExprId
ExprBuilder::reachCondition(const BasicBlock *Root, const BasicBlock *BB,
                            DenseMap<const BasicBlock *, ExprId> &Known) {
  constexpr unsigned MostBlocks = 32;
  if (BB == Root)
    return Pool.constant(1, 1);
  if (auto It = Known.find(BB); It != Known.end())
    return It->second;
  if (Known.size() >= MostBlocks)
    return NoExpr;
  Known[BB] = NoExpr;
  ExprId Sum = NoExpr;
  for (const BasicBlock *Pred : predecessors(BB)) {
    const auto *Br = dyn_cast<BranchInst>(Pred->getTerminator());
    if (!Br || LI.getLoopFor(Pred) != LI.getLoopFor(Root))
      return NoExpr;
    ExprId Way = reachCondition(Root, Pred, Known);
    if (Way == NoExpr)
      return NoExpr;
    if (Br->isConditional() && Br->getSuccessor(0) != Br->getSuccessor(1)) {
      ExprId Taken = valueAt(Br->getCondition(), Pred);
      if (Br->getSuccessor(0) != BB)
        Taken = node(ExprKind::Xor, 1, Taken, Pool.constant(1, 1));
      Way = node(ExprKind::And, 1, Way, Taken);
    }
    Sum = Sum == NoExpr ? Way : node(ExprKind::Or, 1, Sum, Way);
  }
  if (Sum != NoExpr && Pool.dependsOnData(Sum))
    Sum = NoExpr;
  return Known[BB] = Sum;
}

/// How often \p L is left to run on through \p Exiting if it halves a range: as
/// often as the range can be halved before nothing is left of it.
ExprId ExprBuilder::bisectionCount(const llvm::Loop *L,
                                   const BasicBlock *Exiting) {
  const std::optional<Bisection> Range = findBisection(L, Exiting);
  if (!Range)
    return NoExpr;
  const BasicBlock *Before = L->getLoopPredecessor(), *Header = L->getHeader();
  const unsigned Width = integerWidthOf(Range->Low);
  auto Start = [&](const PHINode *Phi) {
    return valueAt(Phi->getIncomingValueForBlock(Before), Header);
  };
  ExprId Size = Start(Range->Low);
  if (Range->High)
    Size = node(ExprKind::Sub, Width, Start(Range->High), Size);
  if (Width < 64)
    Size = node(ExprKind::SExt, Width, Size);
  // Neither end is known to be the upper one.
  Size = node(ExprKind::SMax, 64, Size,
              node(ExprKind::Sub, 64, Pool.constant(0), Size));
  const ExprId Left = node(ExprKind::LShr, 64, Size, loopIter(L, 64));
  const ExprId Halvings =
      firstExit(L, node(ExprKind::Eq, 64, Left, Pool.constant(0)), 64);
  // A test behind the body lets the first iteration pass.
  if (Exiting == Header && L->getNumBlocks() > 1)
    return Halvings;
  return node(ExprKind::SMax, 64,
              node(ExprKind::Add, 64, Halvings, Pool.constant(-1)),
              Pool.constant(0));
}

/// The condition on which an iteration leaves \p L through \p Exiting; NoExpr
/// if it is not known.
ExprId ExprBuilder::exitCondition(const llvm::Loop *L,
                                  const BasicBlock *Exiting) {
  const auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
  if (!Br || !Br->isConditional() || LI.getLoopFor(Exiting) != L)
    return NoExpr;
  DenseMap<const BasicBlock *, ExprId> Known;
  ExprId Reach = reachCondition(L->getHeader(), Exiting, Known);
  ExprId Leave = valueAt(Br->getCondition(), Exiting);
  if (Reach == NoExpr || Pool.dependsOnData(Leave))
    return NoExpr;
  if (L->contains(Br->getSuccessor(0)))
    Leave = node(ExprKind::Xor, 1, Leave, Pool.constant(1, 1));
  return node(ExprKind::And, 1, Reach, Leave);
}

/// Whether \p L is left through \p Exiting as soon as two computed or loaded
/// values differ.
static bool leavesWhenDifferent(const llvm::Loop *L,
                                const BasicBlock *Exiting) {
  const auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
  const auto *Cmp = Br && Br->isConditional()
                        ? dyn_cast<CmpInst>(Br->getCondition())
                        : nullptr;
  if (!Cmp || isa<Constant>(Cmp->getOperand(0)) ||
      isa<Constant>(Cmp->getOperand(1)) ||
      L->isLoopInvariant(Cmp->getOperand(0)) ||
      L->isLoopInvariant(Cmp->getOperand(1)))
    return false;
  const CmpInst::Predicate Leaves = L->contains(Br->getSuccessor(0))
                                        ? Cmp->getInversePredicate()
                                        : Cmp->getPredicate();
  return Leaves == CmpInst::ICMP_NE || Leaves == CmpInst::FCMP_UNE ||
         Leaves == CmpInst::FCMP_ONE;
}

TripCount ExprBuilder::tripCount(const llvm::Loop *L) {
  auto It = Trips.find(L);
  if (It != Trips.end())
    return It->second;
  Trips[L] = {}; // what a cycle sees
  TripCount T;
  SmallVector<BasicBlock *, 4> Exiting;
  L->getExitingBlocks(Exiting);
  SmallVector<BasicBlock *, 2> Latches;
  L->getLoopLatches(Latches);
  if (Exiting.size() > 32)
    return T;
  // Exits that not every iteration executes are searched for among so many
  // iterations: further would cost more than it is worth.
  constexpr unsigned MostEarly = 256;
  ExprId Leave = NoExpr;
  bool Solved = true;
  for (BasicBlock *E : Exiting) {
    // An exit that leads to a trap or to a failed assertion does not count, for
    // a launch that takes it has failed.
    const Instruction *Term = E->getTerminator();
    bool OnlyDead = true;
    for (const BasicBlock *Succ : successors(E))
      if (!L->contains(Succ))
        OnlyDead &= isa<UnreachableInst>(Succ->getTerminator());
    if (OnlyDead && Term->getNumSuccessors() > 1)
      continue;
    bool EveryTime = LI.getLoopFor(E) == L;
    for (BasicBlock *Latch : Latches)
      EveryTime &= DT.dominates(E, Latch);
    ExprId Count = EveryTime ? exitCount(L, E) : NoExpr;
    if (Count == NoExpr && EveryTime) {
      Count = bisectionCount(L, E);
      if (Count != NoExpr && Pool.dependsOnData(Count)) {
        T.TakenOfData = Count;
        Count = NoExpr;
      }
    }
    if (Count == NoExpr) {
      if (const auto *Br = dyn_cast<BranchInst>(Term); EveryTime && Br)
        if (const auto *Cmp = dyn_cast<ICmpInst>(Br->getCondition());
            Cmp && T.TakenOfData == NoExpr)
          T.TakenOfData =
              compareExit(L, Cmp, !L->contains(Br->getSuccessor(0)), E);
      if (EveryTime && T.TakenIfShared == NoExpr)
        T.TakenIfShared = fetchedCount(L, E);
      T.UpperBoundOnly = true;
      T.LeavesSoon |= EveryTime && leavesWhenDifferent(L, E);
      T.Searches |= EveryTime && searchesData(L, E, SE);
      ExprId When = exitCondition(L, E);
      Solved &= When != NoExpr;
      if (When == NoExpr)
        continue;
      Leave = Leave == NoExpr ? When : node(ExprKind::Or, 1, Leave, When);
      continue;
    }
    T.BackedgeTaken = T.BackedgeTaken == NoExpr
                          ? Count
                          : node(ExprKind::UMin, 64, T.BackedgeTaken, Count);
  }
  if (Solved && Leave != NoExpr)
    T.EarlyExit = firstExit(L, Leave, MostEarly);
  if (Solved)
    T.LeavesSoon = T.Searches = false;
  if (T.BackedgeTaken == NoExpr)
    T.UpperBoundOnly = T.Searches = false;
  else
    T.TakenOfData = T.TakenIfShared = NoExpr;
  return Trips[L] = T;
}
