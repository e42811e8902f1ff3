//===- AddressFolds.cpp - What address arithmetic costs -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memory instruction adds a constant to a 64-bit register (global memory) or
// to a 32-bit one (shared, local, constant). The machine has instructions that
// do more than one step: IMAD.WIDE multiplies a 32-bit index by a size and adds
// a 64-bit base, LEA shifts and adds.
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineOps.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include <map>
#include <tuple>

using namespace gpuperf;
using namespace llvm;

bool gpuperf::isExtended32(const Value *V) {
  if (const auto *C = dyn_cast<ConstantInt>(V))
    return C->getValue().isSignedIntN(32) || C->getValue().isIntN(32);
  const auto *Cast = dyn_cast<CastInst>(V);
  return Cast &&
         (Cast->getOpcode() == Instruction::SExt ||
          Cast->getOpcode() == Instruction::ZExt) &&
         Cast->getSrcTy()->isIntegerTy() &&
         Cast->getSrcTy()->getIntegerBitWidth() <= 32;
}

static bool isNarrowSpace(unsigned Space) {
  return Space == NVPTXAS::ADDRESS_SPACE_SHARED ||
         Space == NVPTXAS::ADDRESS_SPACE_LOCAL ||
         Space == NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER ||
         Space == NVPTXAS::ADDRESS_SPACE_CONST;
}

/// An index without the constants that are added to it, for these become the
/// offset of the memory instruction. That is right only if the sum cannot wrap,
/// or if it may (\p MayWrap), because the address has 32 bits and wraps as the
/// index does.
static const Value *withoutConstant(const Value *Index, bool MayWrap = false) {
  for (unsigned Step = 0; Step < 8; ++Step) {
    const auto *I = dyn_cast<Instruction>(Index);
    if (!I)
      break;
    if (isa<SExtInst, ZExtInst>(I)) {
      Index = I->getOperand(0);
      continue;
    }
    bool Disjoint = false, NoWrap = false;
    if (const auto *D = dyn_cast<PossiblyDisjointInst>(I))
      Disjoint = D->isDisjoint();
    if (const auto *O = dyn_cast<OverflowingBinaryOperator>(I))
      NoWrap = O->getOpcode() == Instruction::Add &&
               (O->hasNoSignedWrap() || O->hasNoUnsignedWrap());
    if (I->getOpcode() == Instruction::Add && MayWrap)
      NoWrap = true;
    if (!(Disjoint || NoWrap) || !isa<ConstantInt>(I->getOperand(1)))
      break;
    Index = I->getOperand(0);
  }
  return Index;
}

/// An address that differs by a constant from one that is computed already
/// costs nothing: the back end splits the constant offset off and shares the
/// rest.
void MachineLowering::shareAddresses(const Function &F) {
  // The element type is the stride, which tells casts of one base apart. An
  // index that is constant is null: it becomes part of the offset.
  struct Key {
    const Value *Base;
    const Type *Element;
    SmallVector<const Value *, 4> Indices;
    bool operator<(const Key &Other) const {
      return std::tie(Base, Element, Indices) <
             std::tie(Other.Base, Other.Element, Other.Indices);
    }
  };
  std::map<Key, const Value *> First;
  DenseMap<const Value *, const Value *> Same;
  auto Representative = [&](const Value *V) {
    auto It = Same.find(V);
    return It == Same.end() ? V : It->second;
  };
  for (const Instruction &I : instructions(F)) {
    const auto *Gep = dyn_cast<GetElementPtrInst>(&I);
    if (!Gep)
      continue;
    const Value *Base = Representative(Gep->getPointerOperand());
    if (Gep->hasAllConstantIndices()) {
      Same[Gep] = Base;
      continue;
    }
    bool MayWrap = isNarrowSpace(knownAddressSpace(Gep));
    SmallVector<const Value *, 4> Indices;
    for (const Use &Index : Gep->indices())
      Indices.push_back(isa<Constant>(Index) ? nullptr
                                             : withoutConstant(Index, MayWrap));
    auto [It, New] =
        First.try_emplace(Key{Base, Gep->getSourceElementType(), Indices}, Gep);
    Same[Gep] = It->second;
    if (!New)
      Folded.insert(Gep);
  }
  // Sums and extensions that only such addresses use cost nothing either.
  for (const Instruction &I : reverse(instructions(F))) {
    bool Constant = (I.getOpcode() == Instruction::Add ||
                     I.getOpcode() == Instruction::Or) &&
                    withoutConstant(&I, /*MayWrap=*/true) != &I;
    if (I.use_empty() || (!Constant && !isa<SExtInst, ZExtInst>(I)))
      continue;
    if (all_of(I.users(), [&](const User *U) {
          const auto *UI = dyn_cast<Instruction>(U);
          return UI && Folded.contains(UI) &&
                 isa<GetElementPtrInst, SExtInst, ZExtInst>(UI);
        }))
      Folded.insert(&I);
  }
}

/// A 64-bit value times a constant: a shift, or a product with a small one.
static const Value *scaledValue(const Value *V) {
  const auto *I = dyn_cast<BinaryOperator>(V);
  if (!I || !I->getType()->isIntegerTy(64))
    return nullptr;
  const auto *C = dyn_cast<ConstantInt>(I->getOperand(1));
  if (!C)
    return nullptr;
  if (I->getOpcode() == Instruction::Shl)
    return C->getValue().ult(32) ? I->getOperand(0) : nullptr;
  return I->getOpcode() == Instruction::Mul && isExtended32(C) &&
                 isExtended32(I->getOperand(0))
             ? I->getOperand(0)
             : nullptr;
}

/// The extended part of an index that is the sum of an extended 32-bit value
/// and of a 64-bit value that comes from another block; the latter is part of a
/// base that is computed in that block. Null where the index is something else.
static const Value *extendedPart(const Value *Index) {
  const auto *Sum = dyn_cast<BinaryOperator>(Index);
  if (!Sum || Sum->getOpcode() != Instruction::Add)
    return nullptr;
  for (unsigned Op : {0u, 1u}) {
    const auto *Other = dyn_cast<Instruction>(Sum->getOperand(1 - Op));
    if (isa<CastInst>(Sum->getOperand(Op)) &&
        isExtended32(Sum->getOperand(Op)) &&
        (!Other || Other->getParent() != Sum->getParent()))
      return Sum->getOperand(Op);
  }
  return nullptr;
}

/// Finds 64-bit arithmetic of which only the low half is used, because it ends
/// in addresses of shared memory or is truncated.
void MachineLowering::findNarrow(const Function &F) {
  auto Qualifies = [](const Instruction &I) {
    if (!I.getType()->isIntegerTy(64))
      return false;
    switch (I.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Shl:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::PHI:
    case Instruction::Select:
      return true;
    default:
      return false;
    }
  };
  for (const Instruction &I : instructions(F))
    if (Qualifies(I) && !I.use_empty())
      Narrow.insert(&I);
  // An operation that has a user which needs the high half is taken out, until
  // none is left. Users are visited first, so that few rounds are needed.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Instruction &I : reverse(instructions(F))) {
      if (!Narrow.contains(&I))
        continue;
      bool All = true;
      for (const User *U : I.users()) {
        const auto *UI = dyn_cast<Instruction>(U);
        if (const auto *Gep = dyn_cast_or_null<GetElementPtrInst>(UI))
          All &= isNarrowSpace(knownAddressSpace(Gep));
        else
          All &= UI && (isa<TruncInst>(UI) || Narrow.contains(UI));
      }
      if (!All) {
        Narrow.erase(&I);
        Changed = true;
      }
    }
  }
}

void MachineLowering::findAddressFolds(const Function &F) {
  // An index times a size that only addresses use is part of them.
  auto IsPartOf = [](const Instruction &I, const Instruction &User) {
    if (isa<GetElementPtrInst>(User))
      return true;
    // IMAD.WIDE onto a 64-bit sum.
    return User.getOpcode() == Instruction::Add &&
           User.getType()->isIntegerTy(64) && scaledValue(&I) &&
           isExtended32(scaledValue(&I)) &&
           User.getOperand(0) != User.getOperand(1);
  };
  for (const Instruction &I : instructions(F)) {
    if ((!scaledValue(&I) && !extendedPart(&I)) || I.use_empty())
      continue;
    if (all_of(I.users(), [&](const User *U) {
          const auto *UI = dyn_cast<Instruction>(U);
          return UI && IsPartOf(I, *UI);
        }))
      Folded.insert(&I);
  }
  for (const Instruction &I : instructions(F)) {
    // An extension that only feeds such, wide products or sums of 64 bits (the
    // add with carry extends) is part of them.
    if (isa<SExtInst>(I) || isa<ZExtInst>(I)) {
      if (!I.getType()->isIntegerTy(64) || !isExtended32(&I) || I.use_empty())
        continue;
      if (all_of(I.users(), [&](const User *U) {
            const auto *UI = dyn_cast<Instruction>(U);
            if (!UI)
              return false;
            if (UI->getOpcode() == Instruction::Mul)
              return isExtended32(UI->getOperand(0)) &&
                     isExtended32(UI->getOperand(1));
            return isa<GetElementPtrInst>(UI) || scaledValue(UI) ||
                   UI->getOpcode() == Instruction::Add ||
                   UI->getOpcode() == Instruction::Sub;
          }))
        Folded.insert(&I);
      continue;
    }
    // A constant offset goes into the memory instructions that use it.
    if (const auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
      if (!Gep->hasAllConstantIndices())
        continue;
      bool All = true;
      for (const User *U : Gep->users()) {
        const auto *UI = dyn_cast<Instruction>(U);
        All &=
            UI && (isa<LoadInst>(UI) || isa<StoreInst>(UI) ||
                   isa<AtomicRMWInst>(UI) || isa<AtomicCmpXchgInst>(UI) ||
                   isa<AddrSpaceCastInst>(UI) || isa<GetElementPtrInst>(UI) ||
                   isa<MemIntrinsic>(UI) || isa<ICmpInst>(UI));
      }
      if (All)
        Folded.insert(&I);
    }
  }
}

MachineOps MachineLowering::lowerGep(const GetElementPtrInst &Gep) const {
  bool IsNarrow = isNarrowSpace(knownAddressSpace(&Gep));
  MachineOps Ops;
  for (auto It = gep_type_begin(Gep), End = gep_type_end(Gep); It != End;
       ++It) {
    const Value *Index = It.getOperand();
    if (It.isStruct() || isa<Constant>(Index))
      continue;
    TypeSize Stride = It.getSequentialElementStride(Layout);
    uint64_t Size = Stride.isScalable() ? 1 : Stride.getFixedValue();
    bool PowerOf2 = isPowerOf2_64(Size);
    if (const Value *Inner = scaledValue(Index); Inner && Size == 1) {
      Index = Inner;
      PowerOf2 =
          cast<Instruction>(It.getOperand())->getOpcode() == Instruction::Shl;
    }
    if (const Value *Part = extendedPart(Index))
      Index = Part;
    if (IsNarrow)
      Ops.push_back({PowerOf2 ? OpClass::IntAdd : OpClass::IntMul, 1});
    else if (isExtended32(Index))
      Ops.push_back({OpClass::IntMulWide, 1});
    else if (PowerOf2)
      Ops.push_back({OpClass::IntAdd, 2}); // LEA, LEA.HI.X
    else {
      Ops.push_back({OpClass::IntMulWide, 1});
      Ops.push_back({OpClass::IntMul, 1});
    }
  }
  if (Ops.empty() && !Gep.hasAllZeroIndices())
    Ops.push_back({OpClass::IntAdd, IsNarrow ? 1u : 2u});
  return Ops;
}

/// A sum of 64 bits that takes a scaled 32-bit index in: one IMAD.WIDE.
bool MachineLowering::isWideSum(const Instruction &I) const {
  if (I.getOpcode() != Instruction::Add || !I.getType()->isIntegerTy(64))
    return false;
  for (const Value *Op : I.operands()) {
    const auto *OI = dyn_cast<Instruction>(Op);
    if (OI && Folded.contains(OI) && scaledValue(OI) &&
        isExtended32(scaledValue(OI)))
      return true;
  }
  return false;
}
