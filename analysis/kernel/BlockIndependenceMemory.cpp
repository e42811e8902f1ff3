//===- BlockIndependenceMemory.cpp - What threads exchange ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/BlockIndependenceProver.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace gpuperf;
using namespace llvm;

namespace {
constexpr unsigned ConstantAddressSpace = 4, SharedAddressSpace = 3,
                   LocalAddressSpace = 5;
/// Loads and stores that are compared with each other.
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
  return A && A->hasByValAttr();
}

/// Nobody but the thread itself sees it, or nobody writes it.
bool isPrivate(const Value *Base) {
  if (isa<AllocaInst>(Base) || isParamMemory(Base))
    return true;
  const auto *G = dyn_cast<GlobalVariable>(Base);
  return G && (G->isConstant() || G->getAddressSpace() == ConstantAddressSpace);
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

/// Each thread has Slots of SlotBytes: number threadIdx.x + k * blockDim.x.
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
  auto Take = [&](SmallVector<PolyVar, 4> Vars) {
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
    if (G.getAddressSpace() == SharedAddressSpace && !scanSharedUses(G))
      return false;
  for (Instruction *I : Order) {
    const Value *Pointer = getLoadStorePointerOperand(I);
    if (const auto *Rmw = dyn_cast<AtomicRMWInst>(I))
      Pointer = Rmw->getPointerOperand();
    if (!Pointer)
      continue;
    unsigned Space = Pointer->getType()->getPointerAddressSpace();
    const Value *Base = baseOf(Pointer);
    if (isPrivate(Base) || Space == LocalAddressSpace) {
      Private.insert(I);
      KeepsState |= !isa<LoadInst>(I);
    }
    if (Space == SharedAddressSpace && !OwnSlot.contains(I))
      return refuse(*I, "shared memory is used in a way that is not known");
  }
  for (Instruction *I : Order)
    if (isa<CallBase>(I) && Effects[I].Kind == EffectKind::Effect)
      KeepsState = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// Another thread (or iteration of a grid-stride loop) has another address:
/// linear in the indices, all else the same in the whole launch.
bool BlockProver::isOwnAddress(const Instruction &I, const SCEV *Address) {
  const auto &P = Polys.of(Address);
  std::optional<LaunchPoly> Q;
  if (P)
    Q = inItems(*P, I.getParent());
  if (!Q)
    return false;
  std::array<bool, 3> Found{};
  const auto Size =
      static_cast<int64_t>(F.getParent()->getDataLayout().getTypeStoreSize(
          getLoadStoreType(const_cast<Instruction *>(&I))));
  for (const auto &[Vars, C] : *Q)
    for (PolyVar V : Vars) {
      if (V < launchvar::FirstAtom) {
        unsigned D = V % 3;
        bool IsIndex =
            V - D == (Readings[D] == Reading::Stride ? launchvar::Item
                                                     : launchvar::GlobalId);
        Found[D] |= IsIndex && (Vars.size() > 1 || std::abs(C) >= Size);
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

/// Barriers make it well defined that one thread reads what another of its
/// block has written, and iterations of one thread are in order. So what is
/// written is touched by the same thread, or iteration, only.
bool BlockProver::checkOrder() {
  bool Stride = is_contained(Readings, Reading::Stride);
  if (!HasOrder && !Stride)
    return true;
  SmallVector<Instruction *, 16> Written, Touched;
  for (Instruction *I : Order) {
    EffectKind Kind = Effects[I].Kind;
    if ((Kind != EffectKind::Effect && Kind != EffectKind::Read) ||
        OwnSlot.contains(I) || Private.contains(I))
      continue;
    Touched.push_back(I);
    if (Kind == EffectKind::Effect)
      Written.push_back(I);
  }
  if (Written.size() * Touched.size() > MaxAccessPairs)
    return refuse(*Written.front(), "the kernel is too long to follow");
  auto PointerOf = [](const Instruction *I) -> const Value * {
    if (const auto *Rmw = dyn_cast<AtomicRMWInst>(I))
      return Rmw->getPointerOperand();
    return getLoadStorePointerOperand(I);
  };
  auto MayMeet = [&](Instruction *W, Instruction *R) {
    // The order of these does not matter.
    if (isa<AtomicRMWInst>(W) && isa<AtomicRMWInst>(R))
      return false;
    if (R->hasMetadata(LLVMContext::MD_invariant_load))
      return false;
    const Value *To = PointerOf(W), *From = PointerOf(R);
    if (!To || !From)
      return true;
    const Value *ToBase = baseOf(To), *FromBase = baseOf(From);
    if (ToBase != FromBase && isIdentified(ToBase) && isIdentified(FromBase)) {
      Result.AssumesDistinctPointers |=
          !isa<GlobalVariable>(ToBase) || !isa<GlobalVariable>(FromBase);
      return false;
    }
    if (ToBase != FromBase || !isa<StoreInst>(W) || isa<AtomicRMWInst>(R) ||
        getLoadStoreType(W) != getLoadStoreType(R))
      return true;
    const SCEV *A = SE.getSCEV(const_cast<Value *>(To)),
               *B = SE.getSCEV(const_cast<Value *>(From));
    return A != B || !isOwnAddress(*W, A);
  };
  for (Instruction *W : Written)
    for (Instruction *R : Touched)
      if (MayMeet(W, R))
        return refuse(
            *R,
            Twine(HasOrder ? "there are barriers, and what is " : "what is ") +
                (isa<LoadInst>(R) ? "read" : "written") +
                (HasOrder ? " here may be written by other threads"
                          : " here may be written in other "
                            "iterations of the grid-stride loop"));
  return true;
}
