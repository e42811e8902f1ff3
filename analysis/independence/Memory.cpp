//===- Memory.cpp - What threads exchange ---------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Prover.h"
#include "analysis/machine/ParamSpace.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// Pairs of loads and stores that are compared with each other at most.
constexpr size_t MaxAccessPairs = 10'000;
constexpr int64_t MaxSlotsPerThread = 256;

/// The variable, argument or pointer that \p Pointer is relative to.
const Value *baseOf(const Value *Pointer) {
  const Value *V = Pointer;
  for (unsigned Step = 0; Step < 32; ++Step) {
    const Value *Object = getUnderlyingObject(V, 32);
    if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(Object))
      Object = Cast->getPointerOperand();
    else if (const auto *Call = dyn_cast<IntrinsicInst>(Object);
             Call && Call->arg_size() == 1 &&
             Call->getCalledFunction()->getName().contains("addrspace.wrap"))
      Object = Call->getArgOperand(0);
    if (Object == V)
      break;
    V = Object;
  }
  return V;
}

bool isParamMemory(const Value *Base) {
  const auto *A = dyn_cast<Argument>(Base);
  return A && isInParamSpace(*A);
}

/// Memory that only the thread itself sees, or that nobody writes.
bool isPrivate(const Value *Base) {
  if (isa<AllocaInst>(Base) || isParamMemory(Base))
    return true;
  const auto *G = dyn_cast<GlobalVariable>(Base);
  return G && (G->isConstant() ||
               G->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_CONST);
}

/// Bases that the source tells apart: two of them are taken not to overlap.
bool isIdentified(const Value *Base) {
  if (isa<GlobalVariable, Argument>(Base))
    return true;
  const auto *Load = dyn_cast<LoadInst>(Base);
  return Load && isParamMemory(baseOf(Load->getPointerOperand()));
}
} // namespace

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// Each thread has slots of SlotBytes bytes in shared memory: those with the
/// numbers threadIdx.x + k * blockDim.x.
bool BlockProver::scanSharedAccess(GlobalVariable &G, Instruction &I) {
  std::string Name = sharedName(G);
  auto Refuse = [&] {
    return refuse(I, Name + " is used by several threads of a block");
  };
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!Pointer || !isa<LoadInst, StoreInst>(I))
    return refuse(I, Name + " is updated by several threads of a block");
  const DataLayout &DL = F.getParent()->getDataLayout();
  int64_t Size = static_cast<int64_t>(
      DL.getTypeStoreSize(getLoadStoreType(&I)).getKnownMinValue());
  if (!SE.isSCEVable(Pointer->getType()))
    return Refuse();
  const auto &P = Polys.of(SE.getSCEV(const_cast<Value *>(Pointer)));
  const auto &Base = Polys.of(SE.getSCEV(&G));
  if (!P || !Base)
    return Refuse();
  LaunchPoly Offset = addPoly(*P, *Base, -1);
  auto Take = [&](const SmallVector<PolyVar, 4> &Vars) {
    auto It = Offset.find(Vars);
    int64_t C = It == Offset.end() ? 0 : It->second;
    Offset.erase(Vars);
    return C;
  };
  int64_t Bytes = Take({launchvar::Tid});
  int64_t Rows = Take({launchvar::Tid + 1, launchvar::Ntid});
  int64_t Stride = Take({launchvar::Ntid});
  int64_t Start = Take({});
  bool Is2d = Reads[launchvar::Tid + 1] || Reads[launchvar::Tid + 2];
  if (Bytes <= 0 || !Offset.empty() || (SlotBytes && SlotBytes != Bytes) ||
      Start < 0 || Start + Size > Bytes || Stride % Bytes != 0 ||
      Stride / Bytes < 0 || Stride / Bytes >= MaxSlotsPerThread)
    return Refuse();
  if (Is2d ? Rows != Bytes || Stride != 0 || Reads[launchvar::Tid + 2]
           : Rows != 0)
    return Refuse();
  SlotBytes = Bytes;
  SlotsPerThread = std::max(SlotsPerThread, Stride / Bytes + 1);
  OwnSlot.insert(&I);
  KeepsState = true;
  return true;
}

/// All uses of \p G in the kernel are accesses of it.
bool BlockProver::scanSharedUses(GlobalVariable &G) {
  SmallVector<User *, 16> Work(G.user_begin(), G.user_end());
  SmallPtrSet<User *, 32> Seen;
  const DataLayout &DL = F.getParent()->getDataLayout();
  uint64_t Size = G.getValueType()->isSized()
                      ? DL.getTypeAllocSize(G.getValueType()).getKnownMinValue()
                      : 0;
  // In the order of the text, so that the first line is named.
  SmallPtrSet<const Instruction *, 16> Accesses;
  const Instruction *Escapes = nullptr;
  while (!Work.empty()) {
    User *U = Work.pop_back_val();
    if (!Seen.insert(U).second)
      continue;
    auto *I = dyn_cast<Instruction>(U);
    if (I && I->getFunction() != &F)
      continue;
    if (isa<GEPOperator, AddrSpaceCastOperator, BitCastOperator>(U)) {
      Work.append(U->user_begin(), U->user_end());
    } else if (!I) {
      if (isa<Constant>(U))
        Work.append(U->user_begin(), U->user_end());
    } else if (isa<LoadInst, AtomicRMWInst, AtomicCmpXchgInst>(I) ||
               (isa<StoreInst>(I) && baseOf(I->getOperand(1)) == &G)) {
      Accesses.insert(I);
    } else if (Effects.lookup(I).Kind != EffectKind::None) {
      Escapes = I;
      Accesses.insert(I);
    }
  }
  for (Instruction *I : Order) {
    if (!Accesses.contains(I))
      continue;
    if (!G.isDeclaration() && Size) {
      if (const auto *Array = dyn_cast<ArrayType>(G.getValueType())) {
        uint64_t Elements = 1;
        const Type *Ty = Array;
        while (const auto *A = dyn_cast<ArrayType>(Ty)) {
          Elements *= A->getNumElements();
          Ty = A->getElementType();
        }
        return refuse(*I, sharedName(G) + " has " + Twine(Elements) +
                              " fixed elements");
      }
      return refuse(*I, sharedName(G) + " is one for the whole block");
    }
    if (I == Escapes)
      return refuse(*I, "the address of " + sharedName(G) + " is passed on");
    if (!scanSharedAccess(G, *I))
      return false;
  }
  return true;
}

bool BlockProver::scanShared() {
  for (GlobalVariable &G : F.getParent()->globals())
    if (G.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED &&
        !scanSharedUses(G))
      return false;
  for (Instruction *I : Order)
    if (!scanPlaces(*I))
      return false;
  return checkBarriers();
}

/// Finds the accesses of memory that only the thread itself sees or nobody
/// writes, which cannot tell threads apart.
bool BlockProver::scanPlaces(Instruction &I) {
  InstructionEffect &E = Effects[&I];
  if (E.Kind != EffectKind::Effect && E.Kind != EffectKind::Read)
    return true;
  SmallVector<const Value *, 4> Written, Read;
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    Read.push_back(Load->getPointerOperand());
  } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    Written.push_back(Store->getPointerOperand());
  } else if (const auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
    Written.push_back(Rmw->getPointerOperand());
  } else if (const auto *Mem = dyn_cast<MemIntrinsic>(&I)) {
    Written.push_back(Mem->getDest());
    if (const auto *Copy = dyn_cast<MemTransferInst>(Mem))
      Read.push_back(Copy->getSource());
  } else {
    for (const Value *Op : cast<CallBase>(I).args())
      if (Op->getType()->isPointerTy())
        Written.push_back(Op);
    if (Written.empty())
      return true;
  }
  // A function that is called may write to more than its arguments point to.
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  bool AllPrivate = !Call || isa<MemIntrinsic>(I) ||
                    (Callee && Callee->isDeclaration() &&
                     Callee->getName().starts_with("__nv_"));
  for (const Value *P : Written) {
    const Value *Base = baseOf(P);
    if (const auto *A = dyn_cast<AllocaInst>(Base))
      LocalWritten.insert(A);
    else if (P->getType()->getPointerAddressSpace() ==
             NVPTXAS::ADDRESS_SPACE_LOCAL)
      KeepsState = true;
    else
      AllPrivate = false;
  }
  bool WritesPrivate = AllPrivate && !Written.empty();
  for (const Value *P : Read)
    AllPrivate &=
        isPrivate(baseOf(P)) ||
        P->getType()->getPointerAddressSpace() == NVPTXAS::ADDRESS_SPACE_LOCAL;
  if (AllPrivate)
    Private.insert(&I);
  else if (WritesPrivate)
    E.Kind = EffectKind::Read;
  for (const SmallVector<const Value *, 4> &List : {Written, Read})
    for (const Value *P : List)
      if (P->getType()->getPointerAddressSpace() ==
              NVPTXAS::ADDRESS_SPACE_SHARED &&
          !OwnSlot.contains(&I))
        return refuse(I, "shared memory is used in a way that is not known");
  return true;
}

/// Whether nothing of \p A is kept from one iteration of \p L to the next,
/// because its lifetime starts and ends in each.
bool BlockProver::isFreshIn(const AllocaInst *A, const llvm::Loop *L) const {
  SmallVector<const Instruction *, 16> Uses;
  SmallVector<const User *, 16> Work(A->user_begin(), A->user_end());
  SmallPtrSet<const User *, 16> Seen;
  while (!Work.empty()) {
    const User *U = Work.pop_back_val();
    if (!Seen.insert(U).second)
      continue;
    if (isa<GEPOperator, AddrSpaceCastOperator>(U))
      Work.append(U->user_begin(), U->user_end());
    else if (const auto *I = dyn_cast<Instruction>(U))
      Uses.push_back(I);
    else
      return false;
  }
  const Instruction *Start = nullptr;
  bool Ends = false;
  for (const Instruction *I : Uses)
    if (const auto *Call = dyn_cast<IntrinsicInst>(I)) {
      if (Call->getIntrinsicID() == Intrinsic::lifetime_start)
        Start = Call;
      Ends |= Call->getIntrinsicID() == Intrinsic::lifetime_end;
    }
  return Start && Ends && all_of(Uses, [&](const Instruction *I) {
           return L->contains(I->getParent()) &&
                  (I == Start || DT.dominates(Start, I));
         });
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// Another thread (or iteration of a grid-stride loop) has another address, at
/// least \p Extent bytes away: linear in the indices, all else the same in the
/// whole launch.
bool BlockProver::isOwnAddress(const Instruction &I, const SCEV *Address,
                               int64_t Extent) {
  const auto &P = Polys.of(Address);
  std::optional<LaunchPoly> Q;
  if (P)
    Q = inItems(*P, I.getParent());
  if (!Q)
    return false;
  std::array<bool, 3> Found{};
  for (const auto &[Vars, C] : *Q)
    for (PolyVar V : Vars) {
      if (V < launchvar::FirstAtom) {
        unsigned D = V % 3;
        bool IsIndex =
            V - D == (Readings[D] == Reading::Stride ? launchvar::Item
                                                     : launchvar::GlobalId);
        Found[D] |= IsIndex && (C >= Extent || -C >= Extent);
        continue;
      }
      PolyAtom A = Polys.atom(V);
      // Inner loops of one iteration: their steps are taken to stay in it.
      if (A.Counter && HasOrder)
        return false;
      if (A.S && SCEVExprContains(A.S, [&](const SCEV *Part) {
            const auto *U = dyn_cast<SCEVUnknown>(Part);
            return isa<SCEVAddRecExpr>(Part) ||
                   (U && !isIdentified(baseOf(U->getValue())) &&
                    !isLaunchInvariant(U->getValue()));
          }))
        return false;
    }
  for (unsigned D = 0; D < 3; ++D)
    if (Result.Dims[D].Used && !Found[D])
      return false;
  return true;
}

SmallVector<BlockProver::Touch, 2>
BlockProver::touchesOf(const Instruction &I) const {
  const DataLayout &DL = F.getParent()->getDataLayout();
  auto SizeOf = [&](Type *Ty) {
    return static_cast<int64_t>(DL.getTypeStoreSize(Ty).getKnownMinValue());
  };
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    // Marked as what no thread writes during the launch.
    if (Load->hasMetadata(LLVMContext::MD_invariant_load))
      return {};
    return {{&I, Load->getPointerOperand(), SizeOf(Load->getType()), false}};
  }
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return {{&I, Store->getPointerOperand(),
             SizeOf(Store->getValueOperand()->getType()), true}};
  if (const auto *Rmw = dyn_cast<AtomicRMWInst>(&I))
    return {{&I, Rmw->getPointerOperand(), SizeOf(Rmw->getType()), true}};
  if (isFailedAssert(I))
    return {};
  // Textures and what is read past the caches may not be written either.
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    StringRef Name = Call->getCalledFunction()->getName();
    if (Name.consume_front("llvm.nvvm.") &&
        (Name.starts_with("tex") || Name.starts_with("tld4") ||
         Name.starts_with("ldg") || Name.starts_with("ldu")))
      return {};
  }
  const auto *Mem = dyn_cast<MemIntrinsic>(&I);
  const auto *Size = Mem ? dyn_cast<ConstantInt>(Mem->getLength()) : nullptr;
  if (!Size || Size->getValue().getActiveBits() > 31)
    return {{&I, nullptr, 0, Effects.lookup(&I).Kind == EffectKind::Effect}};
  auto Bytes = static_cast<int64_t>(Size->getZExtValue());
  SmallVector<Touch, 2> Out;
  if (!isPrivate(baseOf(Mem->getDest())))
    Out.push_back({&I, Mem->getDest(), Bytes, true});
  if (const auto *Copy = dyn_cast<MemTransferInst>(Mem))
    if (!isPrivate(baseOf(Copy->getSource())))
      Out.push_back({&I, Copy->getSource(), Bytes, false});
  return Out;
}

/// Two threads, or iterations, may touch the same byte, and order matters.
bool BlockProver::mayMeet(const Touch &W, const Touch &T) {
  if (isa<AtomicRMWInst>(W.I) && isa<AtomicRMWInst>(T.I))
    return false;
  if (!W.Pointer || !T.Pointer)
    return true;
  const Value *To = baseOf(W.Pointer), *From = baseOf(T.Pointer);
  // The same field of a struct, read twice.
  const auto *Field = dyn_cast<LoadInst>(To), *Other = dyn_cast<LoadInst>(From);
  if (Field && Other && Field != Other &&
      SE.getSCEV(const_cast<Value *>(Field->getPointerOperand())) ==
          SE.getSCEV(const_cast<Value *>(Other->getPointerOperand())))
    return true;
  if (To != From && isIdentified(To) && isIdentified(From)) {
    Result.AssumesDistinctPointers |=
        !isa<GlobalVariable>(To) || !isa<GlobalVariable>(From);
    return false;
  }
  if (To != From || !SE.isSCEVable(W.Pointer->getType()))
    return true;
  const SCEV *A = SE.getSCEV(const_cast<Value *>(W.Pointer)),
             *B = SE.getSCEV(const_cast<Value *>(T.Pointer));
  std::optional<LaunchPoly> P = Polys.of(A), Q = Polys.of(B);
  if (!P || !Q)
    return true;
  LaunchPoly Apart = addPoly(*Q, *P, -1);
  int64_t Gap = 0;
  if (auto Constant = Apart.find({}); Constant != Apart.end())
    Gap = Constant->second;
  if (Apart.size() > (Gap != 0) || Gap < -(1 << 20) || Gap > (1 << 20))
    return true;
  int64_t First = std::min<int64_t>(0, Gap),
          Last = std::max(W.Bytes, Gap + T.Bytes);
  return !isOwnAddress(*W.I, A, Last - First);
}

/// Whether the condition holds for all threads of the launch or for none.
bool BlockProver::isUniformCondition(const Value *Condition) {
  SmallVector<const Value *, 4> Leaves;
  leavesOf(Condition, Leaves);
  return all_of(Leaves, [&](const Value *V) {
    if (isUniform(V))
      return true;
    const auto *Cmp = dyn_cast<ICmpInst>(V);
    if (!Cmp || !SE.isSCEVable(Cmp->getOperand(0)->getType()))
      return false;
    return all_of(Cmp->operands(), [&](const Use &Op) {
      const auto &P = Polys.of(SE.getSCEV(Op.get()));
      return P && all_of(*P, [&](const auto &Term) {
               return all_of(Term.first, [&](PolyVar Var) {
                 if (Var < launchvar::FirstAtom)
                   return false;
                 PolyAtom A = Polys.atom(Var);
                 return A.Counter ||
                        !SCEVExprContains(A.S, [&](const SCEV *Part) {
                          const auto *U = dyn_cast<SCEVUnknown>(Part);
                          return U && !isUniform(U->getValue());
                        });
               });
             });
    });
  });
}

/// All threads of every block reach \p Barrier, or none does: a block that lies
/// across a bound would have threads that do not come.
bool BlockProver::allReach(const Instruction &Barrier) {
  SmallVector<const BasicBlock *, 8> Work = {Barrier.getParent()};
  SmallPtrSet<const BasicBlock *, 8> Seen = {Barrier.getParent()};
  PostDominatorTree PDT(F);
  while (!Work.empty()) {
    const BasicBlock *At = Work.pop_back_val();
    for (const BasicBlock &BB : F) {
      const Instruction *Branch = BB.getTerminator();
      if (Branch->getNumSuccessors() < 2 || !DT.isReachableFromEntry(&BB) ||
          (&BB != At && PDT.dominates(At, &BB)) ||
          none_of(successors(&BB),
                  [&](const BasicBlock *S) { return PDT.dominates(At, S); }))
        continue;
      // Whether At is executed is decided here.
      const auto *Br = dyn_cast<BranchInst>(Branch);
      const auto *Switch = dyn_cast<SwitchInst>(Branch);
      if (Br ? !isUniformCondition(Br->getCondition())
             : !Switch || !isUniformCondition(Switch->getCondition()))
        return false;
      if (Seen.insert(&BB).second)
        Work.push_back(&BB);
    }
  }
  return true;
}

bool BlockProver::checkBarriers() {
  for (Instruction *I : Order) {
    const auto *Call = dyn_cast<IntrinsicInst>(I);
    if (!Call || Effects[I].Kind != EffectKind::Order ||
        !Call->getCalledFunction()->getName().starts_with("llvm.nvvm.bar"))
      continue;
    if (!allReach(*I))
      return refuse(*I, "a barrier that not all threads of a block may reach");
  }
  return true;
}

/// Barriers make it well defined that one thread reads what another of its
/// block has written, and iterations of one thread are in order. So what is
/// written is touched by the same thread, or iteration, only.
bool BlockProver::checkOrder() {
  if (!HasOrder && !is_contained(Readings, Reading::Stride))
    return true;
  SmallVector<Touch, 16> Written, Touched;
  for (const Instruction *I : Order) {
    EffectKind Kind = Effects[I].Kind;
    if ((Kind != EffectKind::Effect && Kind != EffectKind::Read) ||
        OwnSlot.contains(I) || Private.contains(I))
      continue;
    for (const Touch &T : touchesOf(*I)) {
      Touched.push_back(T);
      if (T.Writes)
        Written.push_back(T);
    }
  }
  if (Written.size() * Touched.size() > MaxAccessPairs)
    return refuse(*Written.front().I, "the kernel is too long to follow");
  for (const Touch &W : Written)
    for (const Touch &T : Touched)
      if (mayMeet(W, T))
        return refuse(
            *T.I,
            Twine(HasOrder ? "there are barriers, and what is " : "what is ") +
                (T.Writes ? "written" : "read") +
                (HasOrder ? " here may be written by other threads"
                          : " here may be written in other "
                            "iterations of the grid-stride loop"));
  return true;
}
