//===- ExprBuilder.cpp - Values -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// Longer chains than this are data for us; bounds the recursion.
constexpr unsigned MaxWalkDepth = 200;
/// Values behind data that are looked at, and inputs that a node has room for.
constexpr unsigned MaxDataDepth = 100, MaxDataSteps = 48, MaxDataInputs = 3;

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

/// What stands for \p V while it is being looked at, and where nothing is
/// known.
ExprId ExprBuilder::placeholder(const Value *V, unsigned Width) const {
  ExprNode N;
  N.Kind = ExprKind::Opaque;
  N.Width = static_cast<uint8_t>(Width ? Width : 64);
  N.Aux = NoId;
  if (const auto *I = dyn_cast<Instruction>(V)) {
    auto It = Ids.find(I);
    if (It != Ids.end())
      N.Aux = It->second;
  } else if (const auto *A = dyn_cast<Argument>(V)) {
    N.Imm = A->getArgNo() + 1; // tells arguments that we cannot read apart
  }
  return Pool.get(N);
}

ExprId ExprBuilder::opaque(const Value *V, unsigned Width) {
  ExprId Plain = placeholder(V, Width);
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > MaxDataDepth)
    return Plain;
  auto [It, New] = Data.try_emplace(V, Plain);
  if (!New) // known, or being asked: then it is in a cycle
    return Pool[It->second].Width == Pool[Plain].Width ? It->second : Plain;
  // The same inputs give the same data, whatever the data is.
  SmallVector<ExprId, 4> On;
  unsigned Budget = MaxDataSteps;
  ++Depth;
  bool Known = dataDependsOn(V, On, Budget);
  --Depth;
  if (!Known || On.size() > MaxDataInputs)
    return Plain;
  ExprNode N = Pool[Plain];
  N.Imm = all_of(On, [&](ExprId E) { return isUniform(E); });
  std::copy(On.begin(), On.end(), N.Ops.begin());
  return Data[V] = Pool.get(N);
}

/// Collects the expressions that \p V is a function of, through arithmetic that
/// has no expression (floats, vectors) and through loads, which give what is at
/// their address. False where it is more than that.
bool ExprBuilder::dataDependsOn(const Value *V, SmallVectorImpl<ExprId> &On,
                                unsigned &Budget) {
  auto Add = [&](ExprId E) {
    if (E == NoExpr)
      return false;
    if (Pool[E].Kind != ExprKind::Constant && !is_contained(On, E))
      On.push_back(E);
    return On.size() <= MaxDataInputs;
  };
  if (isa<Constant>(V) || isa<Argument>(V))
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Budget == 0)
    return false;
  --Budget;
  if (const auto *Load = dyn_cast<LoadInst>(I)) {
    if (Load->isVolatile() || Load->isAtomic())
      return false;
    AddressExpr A = address(Load->getPointerOperand(), Load->getParent());
    return A.Space != MemSpace::Local && Add(A.Offset);
  }
  const auto *Call = dyn_cast<CallBase>(I);
  bool Pure = I->isBinaryOp() || I->isUnaryOp() || I->isCast() ||
              isa<SelectInst, FCmpInst, FreezeInst, ExtractElementInst,
                  InsertElementInst, ShuffleVectorInst, ExtractValueInst>(I) ||
              (Call && Call->doesNotAccessMemory() && !Call->isConvergent() &&
               !Call->isInlineAsm());
  if (!Pure)
    return false;
  for (const Value *Op :
       Call ? iterator_range(Call->arg_begin(), Call->arg_end())
            : iterator_range(I->op_begin(), I->op_end())) {
    if (!integerWidthOf(Op)) {
      if (!dataDependsOn(Op, On, Budget))
        return false;
      continue;
    }
    ExprId E = valueAt(Op, I->getParent());
    if (Pool[E].Kind == ExprKind::Opaque && Pool[E].Ops[0] == NoExpr &&
        Pool[E].Imm == 0)
      return false;
    if (!Add(E))
      return false;
  }
  return true;
}

bool ExprBuilder::isUniform(ExprId E) const {
  for (ExprKind K :
       {ExprKind::TidX, ExprKind::TidY, ExprKind::TidZ, ExprKind::LaneId})
    if (Pool.dependsOn(E, K))
      return false;
  SmallVector<ExprId, 8> Work = {E};
  SmallDenseSet<ExprId, 8> Seen;
  while (!Work.empty()) {
    ExprId At = Work.pop_back_val();
    if (At == NoExpr || !Seen.insert(At).second)
      continue;
    const ExprNode &N = Pool[At];
    if (N.Kind == ExprKind::Opaque && N.Imm == 0 && N.Ops[0] == NoExpr)
      return false;
    Work.append(N.Ops.begin(), N.Ops.end());
  }
  return true;
}

/// The checks that math libraries make before their fast path: data is taken to
/// be finite, of usual size and no NaN.
ExprId ExprBuilder::floatCompare(const Instruction *I) {
  const auto *Cmp = cast<FCmpInst>(I);
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
  if (isa<UndefValue>(V) && Width) // poison too: any value will do
    return Pool.constant(0, Width);
  if (const auto *A = dyn_cast<Argument>(V); A && Width) {
    ExprNode N;
    N.Kind = ExprKind::Arg;
    N.Width = static_cast<uint8_t>(Width);
    N.Imm = A->getArgNo();
    return Memo[V] = Pool.get(N);
  }
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !Width || Depth >= MaxWalkDepth)
    return opaque(V, Width);
  Memo[V] = placeholder(V, Width); // what a cycle sees
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

ExprId ExprBuilder::instruction(const Instruction *I) {
  const BasicBlock *BB = I->getParent();
  unsigned Width = integerWidthOf(I);
  auto Op = [&](unsigned N) { return valueAt(I->getOperand(N), BB); };

  if (auto Kind = binaryKind(I->getOpcode())) {
    // Bits that do not meet are added: keeps the form affine.
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
  case Instruction::ExtractValue: {
    const auto *W = dyn_cast<WithOverflowInst>(I->getOperand(0));
    if (!W || cast<ExtractValueInst>(I)->getIndices()[0] != 0)
      return opaque(I, Width);
    auto Kind = binaryKind(W->getBinaryOp());
    return node(*Kind, Width, valueAt(W->getLHS(), BB),
                valueAt(W->getRHS(), BB));
  }
  default:
    return opaque(I, Width);
  }
}

ExprId ExprBuilder::compare(const ICmpInst *Cmp) {
  unsigned Width = integerWidthOf(Cmp->getOperand(0));
  if (!Width)
    return opaque(Cmp, 1);
  ExprId A = valueAt(Cmp->getOperand(0), Cmp->getParent());
  ExprId B = valueAt(Cmp->getOperand(1), Cmp->getParent());
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

ExprId ExprBuilder::paramLoad(const Instruction *I) {
  unsigned Width = integerWidthOf(I);
  const auto *Load = cast<LoadInst>(I);
  if (Load->isVolatile() || Load->isAtomic())
    return opaque(I, Width);
  const DataLayout &DL = F.getParent()->getDataLayout();
  const Value *Base = Load->getPointerOperand()->stripPointerCasts();
  int64_t Bytes = 0;
  // Through offsets and address space casts, in any order.
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
  if (const auto *A = dyn_cast<Argument>(Base); A && A->hasByValAttr()) {
    if (Bytes < 0 || Bytes > 1 << 20)
      return opaque(I, Width);
    ExprNode N;
    N.Kind = ExprKind::Arg;
    N.Width = static_cast<uint8_t>(Width);
    N.Imm = A->getArgNo();
    N.Aux = static_cast<uint32_t>(Bytes);
    return Pool.get(N);
  }
  // Tables that the compiler knows.
  if (const auto *G = dyn_cast<GlobalVariable>(Base);
      G && G->isConstant() && G->hasDefinitiveInitializer())
    if (auto *C = dyn_cast_or_null<ConstantInt>(ConstantFoldLoadFromConst(
            const_cast<Constant *>(G->getInitializer()), I->getType(),
            APInt(64, static_cast<uint64_t>(Bytes), true), DL)))
      if (isa<Constant>(Load->getPointerOperand()))
        return Pool.constant(C->getSExtValue(), Width);
  return opaque(I, Width);
}

/// The choice that a CUDA math function makes, where its library is not there.
static std::optional<ExprKind> choiceOf(StringRef Name) {
  return StringSwitch<std::optional<ExprKind>>(Name)
      .Cases({"__nv_min", "__nv_llmin"}, ExprKind::SMin)
      .Cases({"__nv_max", "__nv_llmax"}, ExprKind::SMax)
      .Cases({"__nv_umin", "__nv_ullmin"}, ExprKind::UMin)
      .Cases({"__nv_umax", "__nv_ullmax"}, ExprKind::UMax)
      .Default(std::nullopt);
}

ExprId ExprBuilder::intrinsic(const Instruction *I) {
  const auto *Call = cast<CallInst>(I);
  unsigned Width = integerWidthOf(I);
  const Function *Callee = Call->getCalledFunction();
  if (!Callee)
    return opaque(I, Width);
  auto Arg = [&](unsigned N) {
    return valueAt(Call->getArgOperand(N), I->getParent());
  };
  auto Leaf = [&](ExprKind Kind) {
    ExprNode N;
    N.Kind = Kind;
    N.Width = static_cast<uint8_t>(Width);
    return Pool.get(N);
  };
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm.read.ptx.sreg.")) {
    static constexpr std::pair<StringLiteral, ExprKind> Registers[] = {
        {StringLiteral("tid.x"), ExprKind::TidX},
        {StringLiteral("tid.y"), ExprKind::TidY},
        {StringLiteral("tid.z"), ExprKind::TidZ},
        {StringLiteral("ctaid.x"), ExprKind::CtaidX},
        {StringLiteral("ctaid.y"), ExprKind::CtaidY},
        {StringLiteral("ctaid.z"), ExprKind::CtaidZ},
        {StringLiteral("ntid.x"), ExprKind::NtidX},
        {StringLiteral("ntid.y"), ExprKind::NtidY},
        {StringLiteral("ntid.z"), ExprKind::NtidZ},
        {StringLiteral("nctaid.x"), ExprKind::NctaidX},
        {StringLiteral("nctaid.y"), ExprKind::NctaidY},
        {StringLiteral("nctaid.z"), ExprKind::NctaidZ},
        {StringLiteral("laneid"), ExprKind::LaneId}};
    for (const auto &[Text, Kind] : Registers)
      if (Name == Text)
        return Leaf(Kind);
    if (Name == "warpsize")
      return Pool.constant(32, Width);
    if (Name == "warpid") {
      // In practice the linear thread index over the warp's width.
      ExprId Y = node(ExprKind::Add, Width, Leaf(ExprKind::TidY),
                      node(ExprKind::Mul, Width, Leaf(ExprKind::NtidY),
                           Leaf(ExprKind::TidZ)));
      ExprId X = node(ExprKind::Add, Width, Leaf(ExprKind::TidX),
                      node(ExprKind::Mul, Width, Leaf(ExprKind::NtidX), Y));
      return node(ExprKind::UDiv, Width, X, Pool.constant(32, Width));
    }
    return opaque(I, Width);
  }
  auto Magnitude = [&] {
    ExprId A = Arg(0);
    return node(ExprKind::SMax, Width, A,
                node(ExprKind::Sub, Width, Pool.constant(0, Width), A));
  };
  if (auto Choice = choiceOf(Name); Choice && Call->arg_size() == 2)
    return node(*Choice, Width, Arg(0), Arg(1));
  if ((Name == "__nv_abs" || Name == "__nv_llabs") && Call->arg_size() == 1)
    return Magnitude();
  switch (Callee->getIntrinsicID()) {
  case Intrinsic::smin:
    return node(ExprKind::SMin, Width, Arg(0), Arg(1));
  case Intrinsic::smax:
    return node(ExprKind::SMax, Width, Arg(0), Arg(1));
  case Intrinsic::umin:
    return node(ExprKind::UMin, Width, Arg(0), Arg(1));
  case Intrinsic::umax:
    return node(ExprKind::UMax, Width, Arg(0), Arg(1));
  case Intrinsic::abs:
    return Magnitude();
  case Intrinsic::expect:
  case Intrinsic::ssa_copy:
    return Arg(0);
  case Intrinsic::usub_sat:
    // max(a, b) - b
    return node(ExprKind::Sub, Width,
                node(ExprKind::UMax, Width, Arg(0), Arg(1)), Arg(1));
  case Intrinsic::fshl:
  case Intrinsic::fshr: {
    const auto *C = dyn_cast<ConstantInt>(Call->getArgOperand(2));
    if (!C || !Width)
      return opaque(I, Width);
    uint64_t S = C->getZExtValue() % Width;
    if (Callee->getIntrinsicID() == Intrinsic::fshr)
      S = (Width - S) % Width;
    if (S == 0)
      return Arg(Callee->getIntrinsicID() == Intrinsic::fshr ? 1 : 0);
    return node(ExprKind::Or, Width,
                node(ExprKind::Shl, Width, Arg(0),
                     Pool.constant(static_cast<int64_t>(S), Width)),
                node(ExprKind::LShr, Width, Arg(1),
                     Pool.constant(static_cast<int64_t>(Width - S), Width)));
  }
  default:
    return opaque(I, Width);
  }
}

ExprId ExprBuilder::phi(const PHINode *Phi) {
  const llvm::Loop *L = LI.getLoopFor(Phi->getParent());
  if (L && L->getHeader() == Phi->getParent())
    return loopPhi(Phi, L);
  return mergePhi(Phi);
}

ExprId ExprBuilder::mergePhi(const PHINode *Phi) {
  const BasicBlock *BB = Phi->getParent();
  unsigned Width = integerWidthOf(Phi);
  if (Phi->getNumIncomingValues() == 1) // loop-closed form
    return valueAt(Phi->getIncomingValue(0), BB);
  bool AllSame = true;
  ExprId First = valueAt(Phi->getIncomingValue(0), BB);
  for (unsigned I = 1; I < Phi->getNumIncomingValues() && I < 16; ++I)
    AllSame &= valueAt(Phi->getIncomingValue(I), BB) == First;
  if (AllSame && Phi->getNumIncomingValues() <= 16)
    return First;
  // Two ways in: the branch that decides is at the immediate dominator.
  const auto *Node = DT.getNode(BB);
  if (Phi->getNumIncomingValues() != 2 || !Node || !Node->getIDom())
    return opaque(Phi, Width);
  const BasicBlock *Dom = Node->getIDom()->getBlock();
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
