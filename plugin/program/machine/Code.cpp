//===- Code.cpp -----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Code.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace gpuperf::program {

static bool addLeaves(Type *T, uint64_t Offset, const DataLayout &DL,
                      std::vector<Leaf> &Out) {
  constexpr size_t Most = 4096;
  if (Out.size() > Most)
    return false;
  if (auto *S = dyn_cast<StructType>(T)) {
    const StructLayout *Layout = DL.getStructLayout(S);
    for (unsigned I = 0; I < S->getNumElements(); ++I)
      if (!addLeaves(S->getElementType(I), Offset + Layout->getElementOffset(I),
                     DL, Out))
        return false;
    return true;
  }
  Type *Element = nullptr;
  uint64_t Count = 0;
  if (auto *A = dyn_cast<ArrayType>(T)) {
    Element = A->getElementType();
    Count = A->getNumElements();
  } else if (auto *V = dyn_cast<FixedVectorType>(T)) {
    Element = V->getElementType();
    Count = V->getNumElements();
  }
  if (Element) {
    if (Count > Most)
      return false;
    uint64_t Stride = DL.getTypeAllocSize(Element);
    for (uint64_t I = 0; I < Count; ++I)
      if (!addLeaves(Element, Offset + I * Stride, DL, Out))
        return false;
    return true;
  }
  if (!T->isSized() || T->isScalableTy())
    return false;
  uint64_t Bytes = DL.getTypeStoreSize(T);
  Leaf L;
  L.Offset = Offset;
  L.Bytes = Bytes <= 1 ? 1 : Bytes <= 2 ? 2 : Bytes <= 4 ? 4 : 8;
  L.Bits = T->isIntegerTy() ? std::min(64u, T->getIntegerBitWidth()) : 64;
  Out.push_back(L);
  return true;
}

std::vector<Leaf> leavesOf(Type *T, const DataLayout &DL) {
  std::vector<Leaf> Out;
  if (T->isVoidTy() || !addLeaves(T, 0, DL, Out))
    Out.clear();
  return Out;
}

/// The number of scalars in front of the member that \p Indices name.
static unsigned leafIndex(Type *T, ArrayRef<unsigned> Indices,
                          const DataLayout &DL) {
  unsigned Index = 0;
  for (unsigned I : Indices) {
    if (auto *S = dyn_cast<StructType>(T)) {
      for (unsigned K = 0; K < I; ++K)
        Index += leavesOf(S->getElementType(K), DL).size();
      T = S->getElementType(I);
    } else {
      T = cast<ArrayType>(T)->getElementType();
      Index += I * leavesOf(T, DL).size();
    }
  }
  return Index;
}

/// Whether all ways from \p B end the program by an error within few blocks.
static bool leadsToError(const BasicBlock *B, unsigned Depth = 0) {
  if (isa<UnreachableInst>(B->getTerminator()))
    return true;
  for (const Instruction &I : *B)
    if (const auto *C = dyn_cast<CallBase>(&I))
      if (const Function *F = C->getCalledFunction())
        if (F->getName() == "exit" || F->getName() == "abort" ||
            F->getName() == "_exit")
          return true;
  if (Depth == 4 || succ_empty(B))
    return false;
  return all_of(successors(B), [&](const BasicBlock *S) {
    return leadsToError(S, Depth + 1);
  });
}

namespace {
class Translator {
public:
  Translator(const Function &F,
             function_ref<std::vector<Value>(const Constant &)> ConstantValue)
      : F(F), DL(F.getParent()->getDataLayout()), ConstantValue(ConstantValue),
        Tree(const_cast<Function &>(F)), Loops(Tree) {
    Out.F = &F;
  }
  FunctionCode translate();

private:
  Operand operand(const llvm::Value *V);
  unsigned count(Type *T) { return leavesOf(T, DL).size(); }
  static uint8_t widthOf(Type *T) {
    T = T->getScalarType();
    if (T->isIntegerTy())
      return std::min(64u, T->getIntegerBitWidth());
    return T->isFloatTy() ? 32 : T->isHalfTy() || T->isBFloatTy() ? 16 : 64;
  }
  void numberValues();
  void numberLoops();
  void visit(const Instruction &I);
  void visitEach(const Instruction &I, OpCode Code);
  void visitAddress(const GetElementPtrInst &I);
  void visitAtomic(const AtomicRMWInst &I);
  void visitCall(const CallBase &I);
  void visitMembers(const Instruction &I);
  uint32_t edge(const BasicBlock *From, const BasicBlock *To);
  void terminate(const Instruction &I);
  Op &add(OpCode Code, const Instruction &I) {
    Op &O = Out.Ops.emplace_back();
    O.Code = Code;
    O.I = &I;
    if (!I.getType()->isVoidTy()) {
      O.To = Slot.lookup(&I);
      O.N = count(I.getType());
    }
    return O;
  }
  void unknown(const Instruction &I) { add(OpCode::Unknown, I); }

  const Function &F;
  const DataLayout &DL;
  function_ref<std::vector<Value>(const Constant &)> ConstantValue;
  DominatorTree Tree;
  LoopInfo Loops;
  FunctionCode Out;
  DenseMap<const llvm::Value *, unsigned> Slot;
  DenseMap<const Constant *, Operand> ConstantSlot;
  DenseMap<const BasicBlock *, uint32_t> Start;
  DenseMap<const Loop *, int32_t> LoopNumber;
  std::vector<std::pair<uint32_t, const BasicBlock *>> OpenEdges;
};
} // namespace

Operand Translator::operand(const llvm::Value *V) {
  if (const auto *C = dyn_cast<Constant>(V)) {
    auto [It, New] = ConstantSlot.try_emplace(C, 0);
    if (New) {
      std::vector<Value> Scalars = ConstantValue(*C);
      Scalars.resize(std::max(1u, count(C->getType())), {0, 1});
      // The scalars of one constant follow each other downwards.
      It->second = ~static_cast<Operand>(Out.Constants.size());
      llvm::append_range(Out.Constants, Scalars);
    }
    return It->second;
  }
  auto It = Slot.find(V);
  if (It != Slot.end())
    return static_cast<Operand>(It->second);
  // Metadata, labels and assembly have no value.
  Out.Constants.push_back({0, 1});
  return ~static_cast<Operand>(Out.Constants.size() - 1);
}

void Translator::numberValues() {
  for (const Argument &A : F.args()) {
    unsigned N = std::max(1u, count(A.getType()));
    Slot[&A] = Out.Slots;
    Out.ArgSlots.push_back(Out.Slots);
    Out.ArgCounts.push_back(N);
    Out.Slots += N;
  }
  for (const BasicBlock &B : F)
    for (const Instruction &I : B)
      if (!I.getType()->isVoidTy()) {
        Slot[&I] = Out.Slots;
        Out.Slots += std::max(1u, count(I.getType()));
      }
}

void Translator::numberLoops() {
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    LoopNumber[L] = static_cast<int32_t>(Out.Loops.size());
    LoopCode &Code = Out.Loops.emplace_back();
    Code.Depth = L->getLoopDepth();
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    for (const BasicBlock *B : Exiting)
      for (const BasicBlock *To : successors(B))
        Code.Exits += !L->contains(To) && !leadsToError(To);
    for (const PHINode &Phi : L->getHeader()->phis()) {
      std::vector<Leaf> Leaves = leavesOf(Phi.getType(), DL);
      for (unsigned K = 0; K < Leaves.size(); ++K) {
        Code.Phis.push_back(static_cast<Operand>(Slot[&Phi] + K));
        bool Number =
            Phi.getType()->isIntegerTy() || Phi.getType()->isPointerTy();
        Code.PhiBytes.push_back(Number ? Leaves[K].Bytes : 0);
      }
    }
  }
}

FunctionCode Translator::translate() {
  numberValues();
  numberLoops();
  ReversePostOrderTraversal<const Function *> Order(&F);
  for (const BasicBlock *B : Order) {
    Start[B] = Out.Ops.size();
    for (const Instruction &I : *B)
      visit(I);
  }
  for (auto [E, B] : OpenEdges)
    Out.Edges[E].Target = Start.lookup(B);
  return std::move(Out);
}

uint32_t Translator::edge(const BasicBlock *From, const BasicBlock *To) {
  auto Number = static_cast<uint32_t>(Out.Edges.size());
  OpenEdges.emplace_back(Number, To);
  Edge E;
  for (const PHINode &Phi : To->phis()) {
    Operand Source = operand(Phi.getIncomingValueForBlock(From));
    unsigned N = count(Phi.getType());
    for (unsigned K = 0; K < N; ++K)
      E.Moves.emplace_back(static_cast<Operand>(Slot[&Phi] + K),
                           Source >= 0 ? Source + static_cast<Operand>(K)
                                       : Source - static_cast<Operand>(K));
  }
  E.Depth = static_cast<uint16_t>(Loops.getLoopDepth(To));
  if (Loops.isLoopHeader(To)) {
    const Loop *L = Loops.getLoopFor(To);
    E.Header = LoopNumber[L];
    E.Back = L->contains(From);
  }
  E.Leads = !leadsToError(To);
  Out.Edges.push_back(std::move(E));
  return Number;
}

/// Whether the result depends on bits above the 64 that are kept of an operand.
static bool readsUpperBits(const Instruction &I) {
  Type *T = I.getOperand(0)->getType()->getScalarType();
  if (!T->isIntegerTy() || T->getIntegerBitWidth() <= 64)
    return false;
  switch (I.getOpcode()) {
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::ICmp:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::BitCast:
    return true;
  default:
    return false;
  }
}

void Translator::visitEach(const Instruction &I, OpCode Code) {
  if (readsUpperBits(I))
    return unknown(I);
  unsigned N = count(I.getType());
  Operand A = operand(I.getOperand(0));
  Operand B = I.getNumOperands() > 1 ? operand(I.getOperand(1)) : 0;
  Operand C = I.getNumOperands() > 2 ? operand(I.getOperand(2)) : 0;
  auto at = [](Operand O, unsigned K) {
    return O >= 0 ? O + static_cast<Operand>(K) : O - static_cast<Operand>(K);
  };
  for (unsigned K = 0; K < N; ++K) {
    Op &O = add(Code, I);
    O.To += static_cast<Operand>(K);
    O.N = 1;
    O.A = at(A, K);
    O.B = at(B, K);
    O.C = at(C, K);
    O.Llvm = I.getOpcode();
    O.Bits = widthOf(I.getOperand(0)->getType());
    O.ToBits = widthOf(I.getType());
    if (const auto *Cmp = dyn_cast<CmpInst>(&I))
      O.Llvm = Cmp->getPredicate();
  }
}

/// Another thread never comes in between: a load, an operation and a store.
void Translator::visitAtomic(const AtomicRMWInst &I) {
  unsigned Opcode = 0;
  switch (I.getOperation()) {
  case AtomicRMWInst::Xchg:
    break;
  case AtomicRMWInst::Add:
    Opcode = Instruction::Add;
    break;
  case AtomicRMWInst::Sub:
    Opcode = Instruction::Sub;
    break;
  case AtomicRMWInst::And:
    Opcode = Instruction::And;
    break;
  case AtomicRMWInst::Or:
    Opcode = Instruction::Or;
    break;
  case AtomicRMWInst::Xor:
    Opcode = Instruction::Xor;
    break;
  default:
    return unknown(I);
  }
  const Operand Pointer = operand(I.getPointerOperand()),
                Given = operand(I.getValOperand());
  const auto Access = static_cast<uint32_t>(Out.Accesses.size());
  Out.Accesses.push_back(leavesOf(I.getType(), DL));
  Op &Load = add(OpCode::Load, I);
  Load.A = Pointer;
  Load.Extra = Access;
  const Operand Old = Load.To;
  Operand New = Given;
  if (Opcode) {
    New = static_cast<Operand>(Out.Slots++);
    Op &Change = add(OpCode::Binary, I);
    Change.To = New;
    Change.A = Old;
    Change.B = Given;
    Change.Llvm = Opcode;
    Change.Bits = widthOf(I.getType());
  }
  Op &Store = add(OpCode::Store, I);
  Store.A = Pointer;
  Store.B = New;
  Store.Extra = Access;
}

void Translator::visitAddress(const GetElementPtrInst &I) {
  if (I.getType()->isVectorTy())
    return unknown(I);
  Op &O = add(OpCode::Address, I);
  O.A = operand(I.getPointerOperand());
  unsigned Width = DL.getIndexTypeSizeInBits(I.getType());
  SmallMapVector<llvm::Value *, APInt, 4> Terms;
  APInt Offset(Width, 0);
  auto &Gep = cast<GEPOperator>(const_cast<GetElementPtrInst &>(I));
  if (!Gep.collectOffset(DL, Width, Terms, Offset)) {
    Out.Ops.back().Code = OpCode::Unknown;
    return;
  }
  O.Imm = static_cast<uint64_t>(Offset.getSExtValue());
  O.Extra = static_cast<uint32_t>(Out.Addresses.size());
  std::vector<AddressTerm> List;
  for (auto &[V, Scale] : Terms)
    List.push_back({operand(V), widthOf(V->getType()), Scale.getSExtValue()});
  Out.Addresses.push_back(std::move(List));
}

void Translator::visitCall(const CallBase &I) {
  if (isa<DbgInfoIntrinsic>(I) || I.isLifetimeStartOrEnd() ||
      isa<AssumeInst>(I))
    return;
  Op &O = add(OpCode::Call, I);
  O.Extra = static_cast<uint32_t>(Out.Calls.size());
  CallSite Site;
  const llvm::Value *Callee = I.getCalledOperand()->stripPointerCasts();
  Site.Callee = dyn_cast<Function>(Callee);
  if (!Site.Callee)
    Site.Pointer = operand(I.getCalledOperand());
  for (unsigned K = 0; K < I.arg_size(); ++K) {
    CallArg A;
    const llvm::Value *V = I.getArgOperand(K);
    A.N = V->getType()->isMetadataTy() ? 1 : std::max(1u, count(V->getType()));
    A.First = operand(V);
    if (I.isByValArgument(K))
      A.ByValBytes = DL.getTypeAllocSize(I.getParamByValType(K));
    Site.Args.push_back(A);
  }
  if (const auto *Invoke = dyn_cast<InvokeInst>(&I)) {
    Site.IsInvoke = true;
    Site.Edge = edge(I.getParent(), Invoke->getNormalDest());
  }
  Out.Calls.push_back(std::move(Site));
}

void Translator::visitMembers(const Instruction &I) {
  if (const auto *E = dyn_cast<ExtractValueInst>(&I)) {
    Op &O = add(OpCode::Move, I);
    auto K = static_cast<Operand>(
        leafIndex(E->getAggregateOperand()->getType(), E->getIndices(), DL));
    Operand A = operand(E->getAggregateOperand());
    O.A = A >= 0 ? A + K : A - K;
    return;
  }
  if (const auto *V = dyn_cast<InsertValueInst>(&I)) {
    Op &Whole = add(OpCode::Move, I);
    Whole.A = operand(V->getAggregateOperand());
    Op &Part = add(OpCode::Move, I);
    Part.To +=
        static_cast<Operand>(leafIndex(I.getType(), V->getIndices(), DL));
    Part.N = count(V->getInsertedValueOperand()->getType());
    Part.A = operand(V->getInsertedValueOperand());
    return;
  }
  if (isa<ExtractElementInst>(I)) {
    Op &O = add(OpCode::ExtractAt, I);
    O.A = operand(I.getOperand(0));
    O.B = operand(I.getOperand(1));
    O.Imm = count(I.getOperand(0)->getType());
    return;
  }
  if (isa<InsertElementInst>(I)) {
    Op &O = add(OpCode::InsertAt, I);
    O.A = operand(I.getOperand(0));
    O.C = operand(I.getOperand(1));
    O.B = operand(I.getOperand(2));
    return;
  }
  const auto &Shuffle = cast<ShuffleVectorInst>(I);
  unsigned N = count(I.getOperand(0)->getType());
  Operand A = operand(I.getOperand(0)), B = operand(I.getOperand(1));
  for (unsigned K = 0; K < Shuffle.getShuffleMask().size(); ++K) {
    int From = std::max(0, Shuffle.getMaskValue(K));
    Op &O = add(OpCode::Move, I);
    O.N = 1;
    O.To += static_cast<Operand>(K);
    Operand Base = static_cast<unsigned>(From) < N ? A : B;
    auto Index = static_cast<Operand>(static_cast<unsigned>(From) % N);
    O.A = Base >= 0 ? Base + Index : Base - Index;
  }
}

void Translator::terminate(const Instruction &I) {
  const BasicBlock *From = I.getParent();
  if (const auto *B = dyn_cast<BranchInst>(&I)) {
    if (B->isUnconditional()) {
      uint32_t E = edge(From, B->getSuccessor(0));
      add(OpCode::Jump, I).Edge = E;
      return;
    }
    uint32_t Yes = edge(From, B->getSuccessor(0)),
             No = edge(From, B->getSuccessor(1));
    Operand A = operand(B->getCondition());
    Op &O = add(OpCode::Branch, I);
    O.A = A;
    O.Edge = Yes;
    O.OtherEdge = No;
    const Loop *L = Loops.getLoopFor(From);
    O.Exiting = L && (!L->contains(B->getSuccessor(0)) ||
                      !L->contains(B->getSuccessor(1)));
    return;
  }
  if (const auto *S = dyn_cast<SwitchInst>(&I)) {
    SwitchTable Table;
    for (const auto &Case : S->cases())
      Table.Cases.emplace_back(
          Case.getCaseValue()->getValue().getLimitedValue(),
          edge(From, Case.getCaseSuccessor()));
    Table.DefaultEdge = edge(From, S->getDefaultDest());
    Operand A = operand(S->getCondition());
    Op &O = add(OpCode::Switch, I);
    O.A = A;
    O.Bits = widthOf(S->getCondition()->getType());
    O.Extra = static_cast<uint32_t>(Out.Switches.size());
    Out.Switches.push_back(std::move(Table));
    return;
  }
  if (const auto *R = dyn_cast<ReturnInst>(&I)) {
    Operand A = R->getReturnValue() ? operand(R->getReturnValue()) : 0;
    Op &O = add(OpCode::Return, I);
    O.N = R->getReturnValue() ? count(R->getReturnValue()->getType()) : 0;
    O.A = A;
    return;
  }
  add(OpCode::Stop, I);
}

void Translator::visit(const Instruction &I) {
  if (isa<PHINode>(I))
    return;
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    visitCall(*Call);
    return;
  }
  if (I.isTerminator())
    return terminate(I);
  if (I.isBinaryOp())
    return visitEach(I, OpCode::Binary);
  if (isa<CastInst>(I)) {
    // Between a vector and a scalar of the same bits the slots do not match.
    if (count(I.getType()) != count(I.getOperand(0)->getType()))
      return unknown(I);
    return visitEach(I, OpCode::Cast);
  }
  switch (I.getOpcode()) {
  case Instruction::ICmp:
    return visitEach(I, OpCode::Compare);
  case Instruction::FCmp:
    return visitEach(I, OpCode::FloatCompare);
  case Instruction::FNeg:
    return visitEach(I, OpCode::FloatNegate);
  case Instruction::Freeze: {
    Operand A = operand(I.getOperand(0));
    add(OpCode::Move, I).A = A;
    return;
  }
  case Instruction::Select: {
    Operand A = operand(I.getOperand(0)), B = operand(I.getOperand(1)),
            C = operand(I.getOperand(2));
    bool Each = I.getOperand(0)->getType()->isVectorTy();
    Op &O = add(Each ? OpCode::SelectEach : OpCode::Select, I);
    O.A = A;
    O.B = B;
    O.C = C;
    return;
  }
  case Instruction::Load:
  case Instruction::Store: {
    bool IsLoad = I.getOpcode() == Instruction::Load;
    Type *T = IsLoad ? I.getType() : I.getOperand(0)->getType();
    Operand Pointer = operand(getLoadStorePointerOperand(&I));
    Operand Stored = IsLoad ? 0 : operand(I.getOperand(0));
    Op &O = add(IsLoad ? OpCode::Load : OpCode::Store, I);
    O.A = Pointer;
    O.B = Stored;
    O.Extra = static_cast<uint32_t>(Out.Accesses.size());
    Out.Accesses.push_back(leavesOf(T, DL));
    O.N = Out.Accesses.back().size();
    return;
  }
  case Instruction::AtomicRMW:
    return visitAtomic(cast<AtomicRMWInst>(I));
  case Instruction::GetElementPtr:
    return visitAddress(cast<GetElementPtrInst>(I));
  case Instruction::Alloca: {
    const auto &A = cast<AllocaInst>(I);
    Operand Count = operand(A.getArraySize());
    Op &O = add(OpCode::Alloca, I);
    O.A = Count;
    O.Imm = DL.getTypeAllocSize(A.getAllocatedType());
    return;
  }
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return visitMembers(I);
  default:
    unknown(I);
  }
}

FunctionCode
translate(const Function &F,
          function_ref<std::vector<Value>(const Constant &)> ConstantValue) {
  return Translator(F, ConstantValue).translate();
}

} // namespace gpuperf::program
