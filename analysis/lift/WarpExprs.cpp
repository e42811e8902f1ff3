//===- WarpExprs.cpp - What the lanes of a warp share ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some values depend on data, and yet it is known how those of the lanes of a
// warp lie to each other: results of votes are the same in all lanes, places
// that lanes draw from one counter follow one another. So kernels that keep
// some of their elements write them densely.
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "analysis/machine/TensorOps.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

/// Data that is the same in all lanes of a warp.
ExprId ExprBuilder::sharedData(const Instruction *I) {
  ExprNode N = Pool[placeholder(I, integerWidthOf(I))];
  N.Imm = 1;
  return Pool.get(N);
}

/// What an atomic addition of a constant gives: lanes that add to one place
/// are numbered.
ExprId ExprBuilder::drawnNumber(const AtomicRMWInst *Draw) {
  const unsigned Width = integerWidthOf(Draw);
  const auto *Step = dyn_cast<ConstantInt>(Draw->getValOperand());
  const bool Adds = Draw->getOperation() == AtomicRMWInst::Add,
             Subtracts = Draw->getOperation() == AtomicRMWInst::Sub;
  if (!Width || !Step || (!Adds && !Subtracts))
    return opaque(Draw, Width);
  const AddressExpr Counter =
      address(Draw->getPointerOperand(), Draw->getParent());
  if (Counter.Base == Access::BaseKind::Unknown || !isUniform(Counter.Offset))
    return opaque(Draw, Width);
  const int64_t By = Adds ? Step->getSExtValue() : -Step->getSExtValue();
  ExprId Lane = specialRegister("laneid", Width);
  return node(ExprKind::Add, Width, sharedData(Draw),
              node(ExprKind::Mul, Width, Lane, Pool.constant(By, Width)));
}

/// The only store to the variable of shared memory \p G, which nothing but
/// whole loads and stores of \p F reach; null where there is another one.
static const StoreInst *onlyStore(const GlobalVariable *G, const Function &F) {
  const StoreInst *Only = nullptr;
  SmallVector<const User *, 8> Work(G->users());
  while (!Work.empty()) {
    const User *U = Work.pop_back_val();
    if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(U)) {
      Work.append(Cast->user_begin(), Cast->user_end());
      continue;
    }
    const auto *I = dyn_cast<Instruction>(U);
    if (!I || I->getFunction() != &F)
      return nullptr;
    if (const auto *Load = dyn_cast<LoadInst>(I);
        Load && Load->getType() == G->getValueType())
      continue;
    const auto *Store = dyn_cast<StoreInst>(I);
    if (!Store || Only || Store->isVolatile() ||
        Store->getPointerOperand() == Store->getValueOperand() ||
        Store->getValueOperand()->getType() != G->getValueType())
      return nullptr;
    Only = Store;
  }
  return Only;
}

/// What one thread has left for all in a variable of shared memory that is
/// written in one place, if it is the same whichever thread it was.
ExprId ExprBuilder::sharedValue(const LoadInst &Load) {
  const auto *G =
      dyn_cast<GlobalVariable>(Load.getPointerOperand()->stripPointerCasts());
  if (!G || G->getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED ||
      Load.isVolatile() || is_contained(Sharing, G))
    return NoExpr;
  const StoreInst *Store = onlyStore(G, F);
  if (!Store)
    return NoExpr;
  Sharing.push_back(G);
  const ExprId E = valueAt(Store->getValueOperand(), Load.getParent());
  Sharing.pop_back();
  return Pool.dependsOnThread(E) || Pool.dependsOnData(E) ? NoExpr : E;
}

static bool isAsm(const Value *V, StringRef Register) {
  const auto *Call = dyn_cast<CallInst>(V);
  const auto *Asm =
      Call ? dyn_cast<InlineAsm>(Call->getCalledOperand()) : nullptr;
  return Asm && Asm->getAsmString().contains(Register);
}

static bool isRegister(const Value *V, StringRef Name) {
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.") &&
         Callee->getName().ends_with(Name);
}

/// Of \p Mask & \p Lower, where Mask is data: how many lanes before this one
/// have their bit set. It is their number if all have, and lanes that have are
/// in order.
ExprId ExprBuilder::rankInWarp(const Value *Masked, unsigned Width) {
  using namespace PatternMatch;
  const Value *Sides[2];
  if (!match(Masked, m_And(m_Value(Sides[0]), m_Value(Sides[1]))))
    return NoExpr;
  for (const Value *Lower : Sides) {
    if (isAsm(Lower, "%lanemask_lt") || isRegister(Lower, "lanemask.lt"))
      return specialRegister("laneid", Width);
    // (1 << lane) - 1, or ~(-1 << lane).
    const Value *Lane = nullptr;
    if (match(Lower, m_Add(m_Shl(m_One(), m_Value(Lane)), m_AllOnes())) ||
        match(Lower, m_Not(m_Shl(m_AllOnes(), m_Value(Lane)))))
      if (integerWidthOf(Lane) == Width)
        return valueAt(Lane, cast<Instruction>(Masked)->getParent());
  }
  return NoExpr;
}

/// Whether \p V is the same in all lanes of a warp of 2^\p WarpBits threads by
/// what is done to the thread's index: its warp's number, or a multiple of
/// that.
static bool numbersWarps(const Value *V, unsigned WarpBits,
                         unsigned Depth = 4) {
  using namespace PatternMatch;
  const Value *Left = nullptr, *Right = nullptr;
  const APInt *By = nullptr;
  if (isa<ConstantInt>(V))
    return true;
  if (match(V, m_LShr(m_Value(Left), m_APInt(By))) &&
      isRegister(Left, ".tid.x"))
    return By->uge(WarpBits);
  if (match(V, m_And(m_Value(Left), m_APInt(By))) && isRegister(Left, ".tid.x"))
    return By->countr_zero() >= WarpBits;
  if (Depth == 0 || !match(V, m_BinOp(m_Value(Left), m_Value(Right))))
    return false;
  return numbersWarps(Left, WarpBits, Depth - 1) &&
         numbersWarps(Right, WarpBits, Depth - 1);
}

/// Whether the lanes of a warp go the same way from \p BB.
bool ExprBuilder::leavesTogether(const BasicBlock *BB) {
  const Instruction *End = BB->getTerminator();
  if (End->getNumSuccessors() <= 1)
    return true;
  const auto *Branch = dyn_cast<BranchInst>(End);
  return Branch && isUniform(valueAt(Branch->getCondition(), BB));
}

/// Whether all lanes of a warp that come to \p Dom, which dominates \p BB, come
/// to \p BB after it, and at the same time.
bool ExprBuilder::staysTogether(const BasicBlock *Dom, const BasicBlock *BB) {
  constexpr size_t MostBlocks = 64;
  SmallVector<const BasicBlock *, 16> Work = {Dom};
  SmallPtrSet<const BasicBlock *, 16> Seen = {BB, Dom};
  bool MayEnd = false, Together = true;
  while (!Work.empty() && Seen.size() < MostBlocks) {
    const BasicBlock *At = Work.pop_back_val();
    MayEnd |= succ_empty(At);
    Together &= leavesTogether(At);
    for (const BasicBlock *To : successors(At))
      if (Seen.insert(To).second)
        Work.push_back(To);
  }
  return Work.empty() && (Together || !MayEnd);
}

/// Whether all lanes of a warp come to \p BB, each time that one does.
bool ExprBuilder::isReachedByAll(const BasicBlock *BB) {
  for (const llvm::Loop *L = LI.getLoopFor(BB); L; L = L->getParentLoop()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    if (!all_of(Exiting, [&](BasicBlock *E) { return leavesTogether(E); }))
      return false;
  }
  for (const auto *Node = DT.getNode(BB); Node && Node->getIDom();
       Node = Node->getIDom())
    if (!staysTogether(Node->getIDom()->getBlock(), Node->getBlock()))
      return false;
  return true;
}

/// What lane \p Lane tells all, or any lane where that is NoExpr: its own
/// number where that is the same in all.
ExprId ExprBuilder::toldToAll(const CallInst *Call, const Value *Told,
                              unsigned WarpBits, ExprId Lane) {
  const ExprId E = valueAt(Told, Call->getParent());
  if (numbersWarps(Told, WarpBits) || isUniform(E))
    return E;
  const ExprId Of =
      Lane == NoExpr ? NoExpr : fromLane(Call, Told, Lane, NoExpr);
  return Of == NoExpr ? sharedData(Call) : Of;
}

/// The same of AMD's, \p Name behind "llvm.amdgcn.".
ExprId ExprBuilder::wavefrontFunction(StringRef Name, const CallInst *Call) {
  // A wavefront has 64 lanes, or 32 of which the same is true.
  constexpr unsigned WaveBits = 6;
  const BasicBlock *BB = Call->getParent();
  if (Name.starts_with("readfirstlane"))
    return toldToAll(Call, Call->getArgOperand(0), WaveBits,
                     isReachedByAll(BB) ? Pool.constant(0, 32) : NoExpr);
  if (Name.starts_with("readlane"))
    return toldToAll(Call, Call->getArgOperand(0), WaveBits,
                     valueAt(Call->getArgOperand(1), BB));
  if (Name.starts_with("ballot") || Name.starts_with("icmp") ||
      Name.starts_with("fcmp") || Name.starts_with("wave.reduce"))
    return sharedData(Call);
  // How many lanes before this one have their bit set in a mask that data give,
  // in the two halves of a wavefront of 64. See rankInWarp().
  if (Name == "mbcnt.hi")
    return valueAt(Call->getArgOperand(1), Call->getParent());
  if (Name == "mbcnt.lo")
    return node(ExprKind::Add, 32,
                valueAt(Call->getArgOperand(1), Call->getParent()),
                specialRegister("laneid", 32));
  return exchanged(Call);
}

/// A call whose result the lanes of a warp share; NoExpr where it is none.
ExprId ExprBuilder::warpFunction(const CallInst *Call) {
  const Function *Callee = Call->getCalledFunction();
  StringRef Name = Callee->getName();
  if (Callee->getIntrinsicID() == Intrinsic::ctpop)
    return rankInWarp(Call->getArgOperand(0), integerWidthOf(Call));
  if (Name.consume_front("llvm.amdgcn."))
    return wavefrontFunction(Name, Call);
  if (!Name.consume_front("llvm.nvvm."))
    return NoExpr;
  if (Name == "activemask" || Name.starts_with("vote.") ||
      Name.starts_with("redux.sync.") || Name.starts_with("match.all."))
    return sharedData(Call);
  if (!Name.consume_front("shfl.sync.") || Call->arg_size() != 4)
    return NoExpr;
  // From one lane to the whole warp: the last operand says that there are no
  // smaller groups. In AMD's IR it is what stands for ds_bpermute.
  const bool OfAmd = F.getParent()->getTargetTriple().isAMDGPU();
  const auto *Clamp = dyn_cast<ConstantInt>(Call->getArgOperand(3));
  if (Name.starts_with("idx.i32") && Clamp && Clamp->getZExtValue() == 31) {
    const ExprId Lane = valueAt(Call->getArgOperand(2), Call->getParent());
    if (isUniform(Lane))
      return toldToAll(Call, Call->getArgOperand(1),
                       /*WarpBits=*/OfAmd ? 6 : 5, Lane);
    if (OfAmd)
      return throughCrossbar(Call, Call->getArgOperand(1), Lane);
  }
  return shuffled(Name, Call);
}

AddressExpr ExprBuilder::matrixPart(const AddressExpr &Start,
                                    const MatrixRows &Matrix,
                                    const MatrixPart &Part,
                                    const Value *Distance,
                                    const BasicBlock *At) {
  const ExprId Lane = node(ExprKind::ZExt, 32, specialRegister("laneid", 32));
  const ExprId Lanes = Pool.constant(Part.Lanes);
  const ExprId Rest = node(ExprKind::URem, 64, Lane, Lanes),
               Quotient = node(ExprKind::UDiv, 64, Lane, Lanes);
  auto Times = [&](ExprId E, unsigned By) {
    return node(ExprKind::Mul, 64, E, Pool.constant(By));
  };
  auto Sum = [&](const MatrixPart::Step &S) {
    return node(ExprKind::Add, 64, Pool.constant(S.First),
                node(ExprKind::Add, 64, Times(Rest, S.PerRest),
                     Times(Quotient, S.PerQuotient)));
  };
  ExprId RowBytes = Pool.constant(Matrix.BytesPerRow);
  if (Distance && integerWidthOf(Distance))
    RowBytes = Times(
        node(ExprKind::SExt, integerWidthOf(Distance), valueAt(Distance, At)),
        Matrix.BytesPerElement);
  AddressExpr A = Start;
  A.Offset = node(ExprKind::Add, 64, A.Offset,
                  node(ExprKind::Add, 64,
                       node(ExprKind::Mul, 64, Sum(Part.Row), RowBytes),
                       Sum(Part.Byte)));
  return A;
}
