//===- AddressExprs.cpp - Pointers as base and offset ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "analysis/machine/ParamSpace.h"
#include "analysis/machine/PointerList.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

/// What cudaMalloc returns is aligned to so many bytes; pointer arguments are
/// taken to be what it returned.
static constexpr uint32_t AllocationAlign = 256;

static MemSpace spaceOf(unsigned AddressSpace) {
  switch (AddressSpace) {
  case NVPTXAS::ADDRESS_SPACE_GLOBAL:
    return MemSpace::Global;
  case NVPTXAS::ADDRESS_SPACE_SHARED:
  case NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER:
    return MemSpace::Shared;
  case NVPTXAS::ADDRESS_SPACE_CONST:
    return MemSpace::Constant;
  case NVPTXAS::ADDRESS_SPACE_LOCAL:
    return MemSpace::Local;
  case ParamSpace:
    return MemSpace::Param;
  default:
    return MemSpace::Unknown;
  }
}

uint32_t ExprBuilder::variable(const Value *V, StringRef Name, MemSpace Space,
                               uint64_t Size) {
  auto [It, New] =
      Variables.try_emplace(V, static_cast<uint32_t>(K.Variables.size()));
  if (New)
    K.Variables.push_back({Name.str(), Space, Size});
  return It->second;
}

uint32_t ExprBuilder::fieldVariable(unsigned Param, uint32_t Offset) {
  auto [It, New] = Fields.try_emplace(
      {Param, Offset}, static_cast<uint32_t>(K.Variables.size()));
  if (New) {
    std::string Name = Param < K.Params.size() ? K.Params[Param].Name : "";
    if (Name.empty())
      Name = "arg" + std::to_string(Param);
    K.Variables.push_back(
        {Name + "+" + std::to_string(Offset), MemSpace::Global, 0, true});
  }
  return It->second;
}

AddressExpr ExprBuilder::address(const Value *Pointer, const BasicBlock *At) {
  AddressExpr A = resolve(Pointer, 0);
  if (const auto *I = dyn_cast<Instruction>(Pointer))
    A.Offset = leaveLoops(A.Offset, I->getParent(), At);
  if (unsigned AS = Pointer->getType()->getPointerAddressSpace();
      AS && A.Space != MemSpace::Param)
    A.Space = spaceOf(AS);
  return A;
}

AddressExpr ExprBuilder::resolve(const Value *Pointer, unsigned Level) {
  auto It = Addresses.find(Pointer);
  if (It != Addresses.end())
    return It->second;
  AddressExpr Unknown;
  Unknown.Space = spaceOf(Pointer->getType()->getPointerAddressSpace());
  // A generic pointer of unknown origin points to global memory in practice.
  if (Unknown.Space == MemSpace::Unknown)
    Unknown.Space = MemSpace::Global;
  Unknown.Offset = opaque(Pointer, 64);
  if (Level > 64)
    return Unknown;
  Addresses[Pointer] = Unknown; // what a cycle sees

  AddressExpr A = Unknown;
  const DataLayout &DL = F.getParent()->getDataLayout();
  if (const auto *Arg = dyn_cast<Argument>(Pointer)) {
    A.Base = Access::BaseKind::Argument;
    A.BaseIndex = Arg->getArgNo();
    const bool IsParam = isInParamSpace(*Arg);
    A.Space = IsParam ? MemSpace::Param : Unknown.Space;
    A.BaseAlign = IsParam ? 16 : AllocationAlign;
    A.Offset = Pool.constant(0);
  } else if (const auto *G = dyn_cast<GlobalVariable>(Pointer)) {
    // The back end puts tables of no space of their own, such as those of a
    // function's constant arrays, into global memory.
    A.Space = spaceOf(G->getAddressSpace());
    if (A.Space == MemSpace::Unknown)
      A.Space = MemSpace::Global;
    A.Base = Access::BaseKind::Variable;
    uint64_t Size =
        G->getValueType()->isSized()
            ? DL.getTypeAllocSize(G->getValueType()).getKnownMinValue()
            : 0;
    bool Dynamic = A.Space == MemSpace::Shared && G->isDeclaration();
    A.BaseIndex = variable(G, G->getName(), A.Space, Dynamic ? 0 : Size);
    A.BaseAlign =
        static_cast<uint32_t>(G->getAlign().value_or(Align(1)).value());
    if (A.Space == MemSpace::Shared)
      A.BaseAlign = std::max(A.BaseAlign, 16u);
    if (A.Space == MemSpace::Global)
      A.BaseAlign = std::max(A.BaseAlign, AllocationAlign);
    A.Offset = Pool.constant(0);
  } else if (const auto *Slot = dyn_cast<AllocaInst>(Pointer)) {
    A.Space = MemSpace::Local;
    A.Base = Access::BaseKind::Variable;
    uint64_t Size = 0;
    if (auto S = Slot->getAllocationSize(DL); S && !S->isScalable())
      Size = S->getFixedValue();
    A.BaseIndex = variable(Slot, Slot->getName(), A.Space, Size);
    A.BaseAlign = static_cast<uint32_t>(Slot->getAlign().value());
    A.Offset = Pool.constant(0);
  } else if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(Pointer)) {
    A = resolve(Cast->getPointerOperand(), Level + 1);
    if (Unknown.Space != MemSpace::Global ||
        Pointer->getType()->getPointerAddressSpace() ==
            NVPTXAS::ADDRESS_SPACE_GLOBAL)
      A.Space = Unknown.Space;
  } else if (const auto *Bit = dyn_cast<BitCastOperator>(Pointer)) {
    A = resolve(Bit->getOperand(0), Level + 1);
  } else if (isa<GEPOperator>(Pointer)) {
    A = resolveGep(Pointer, Level);
  } else if (const auto *Phi = dyn_cast<PHINode>(Pointer)) {
    A = resolvePhi(Phi, Level);
  } else if (const auto *Sel = dyn_cast<SelectInst>(Pointer)) {
    AddressExpr T = resolve(Sel->getTrueValue(), Level + 1);
    AddressExpr E = resolve(Sel->getFalseValue(), Level + 1);
    if (T.Base == E.Base && T.BaseIndex == E.BaseIndex &&
        T.Base != Access::BaseKind::Unknown) {
      A = T;
      A.Offset = node(ExprKind::Select, 64,
                      valueAt(Sel->getCondition(), Sel->getParent()), T.Offset,
                      E.Offset);
    } else if (T.Space == E.Space) {
      A.Space = T.Space;
      A.Offset = chosenOffset(Sel, {T, E});
    }
  } else if (const auto *Call = dyn_cast<CallBase>(Pointer)) {
    const Function *Callee = Call->getCalledFunction();
    bool Through =
        Callee && Call->arg_size() >= 1 &&
        Call->getArgOperand(0)->getType()->isPointerTy() &&
        (Callee->getIntrinsicID() == Intrinsic::launder_invariant_group ||
         Callee->getIntrinsicID() == Intrinsic::strip_invariant_group ||
         Callee->getIntrinsicID() == Intrinsic::ptr_annotation ||
         Callee->getIntrinsicID() == Intrinsic::ssa_copy ||
         Callee->getName().starts_with("llvm.nvvm.ptr.") ||
         Callee->getName().contains("addrspace.wrap"));
    if (Through)
      A = resolve(Call->getArgOperand(0), Level + 1);
  } else if (const auto *Freeze = dyn_cast<FreezeInst>(Pointer)) {
    A = resolve(Freeze->getOperand(0), Level + 1);
  } else if (Operator::getOpcode(Pointer) == Instruction::IntToPtr) {
    if (Unknown.Space == MemSpace::Shared)
      A = resolveNumber(cast<Operator>(Pointer)->getOperand(0), Level);
  } else if (const auto *Load = dyn_cast<LoadInst>(Pointer)) {
    // A pointer in a struct that is passed by value is a base of its own, as an
    // argument is.
    AddressExpr P = resolve(Load->getPointerOperand(), Level + 1);
    const ExprNode &Where = Pool[P.Offset];
    if (P.Space == MemSpace::Param && P.Base == Access::BaseKind::Argument &&
        Where.Kind == ExprKind::Constant && Where.Imm >= 0 &&
        Where.Imm < 1 << 20) {
      A.Base = Access::BaseKind::Variable;
      A.BaseIndex =
          fieldVariable(P.BaseIndex, static_cast<uint32_t>(Where.Imm));
      A.BaseAlign = AllocationAlign;
      A.Offset = Pool.constant(0);
    } else if (!listedPointers(*Load).empty()) {
      A = resolveListed(Load, Level);
    } else {
      // Each lane may have loaded another pointer: nothing is known of its
      // alignment.
      A.BaseAlign = 1;
    }
  }
  return Addresses[Pointer] = A;
}

AddressExpr ExprBuilder::resolveGep(const Value *Pointer, unsigned Level) {
  const auto *Gep = cast<GEPOperator>(Pointer);
  const DataLayout &DL = F.getParent()->getDataLayout();
  AddressExpr A = resolve(Gep->getPointerOperand(), Level + 1);
  if (Gep->getType()->isVectorTy()) {
    A.Offset = opaque(Pointer, 64);
    return A;
  }
  const auto *Inst = dyn_cast<Instruction>(Gep);
  const BasicBlock *At = Inst ? Inst->getParent() : nullptr;
  if (const auto *Base = dyn_cast<Instruction>(Gep->getPointerOperand());
      Base && At)
    A.Offset = leaveLoops(A.Offset, Base->getParent(), At);
  ExprId Offset = A.Offset;
  for (auto It = gep_type_begin(Gep), End = gep_type_end(Gep); It != End;
       ++It) {
    const Value *Index = It.getOperand();
    if (StructType *Struct = It.getStructTypeOrNull()) {
      uint64_t Field = cast<ConstantInt>(Index)->getZExtValue();
      Offset = node(ExprKind::Add, 64, Offset,
                    Pool.constant(static_cast<int64_t>(
                        DL.getStructLayout(Struct)
                            ->getElementOffset(static_cast<unsigned>(Field))
                            .getKnownMinValue())));
      continue;
    }
    unsigned Width = integerWidthOf(Index);
    TypeSize Stride = It.getSequentialElementStride(DL);
    if (!Width || Stride.isScalable()) {
      Offset = opaque(Pointer, 64);
      break;
    }
    ExprId E = At ? valueAt(Index, At) : valueAt(Index, &F.getEntryBlock());
    E = node(ExprKind::SExt, Width, E);
    Offset =
        node(ExprKind::Add, 64, Offset,
             node(ExprKind::Mul, 64, E,
                  Pool.constant(static_cast<int64_t>(Stride.getFixedValue()))));
  }
  A.Offset = Offset;
  return A;
}

/// The pointers into shared memory that the number \p V is computed of.
static void pointersBehind(const Value *V,
                           SmallVectorImpl<const Value *> &Out) {
  constexpr size_t MostValues = 64;
  SmallVector<const Value *, 16> Work = {V};
  for (size_t Next = 0; Next < Work.size() && Work.size() < MostValues;
       ++Next) {
    const auto *U = dyn_cast<Operator>(Work[Next]);
    if (!U)
      continue;
    if (U->getOpcode() == Instruction::PtrToInt) {
      Out.push_back(U->getOperand(0));
      continue;
    }
    const auto *I = dyn_cast<Instruction>(U);
    if (!I || !(I->isBinaryOp() || I->isCast() || isa<PHINode>(I) ||
                isa<SelectInst>(I) || isa<FreezeInst>(I)))
      continue;
    for (const Value *Operand : I->operands())
      if (!is_contained(Work, Operand))
        Work.push_back(Operand);
  }
}

/// Kernels compute with addresses in shared memory as with numbers, for PTX
/// takes them so and a swizzle is an exclusive or. Arrays there are aligned as
/// widely as such a swizzle needs, so that one may be taken to begin at 0
/// (pointerNumber).
AddressExpr ExprBuilder::resolveNumber(const Value *Number, unsigned Level) {
  AddressExpr A;
  A.Space = MemSpace::Shared;
  A.Offset = opaque(Number, 64);
  SmallVector<const Value *, 4> Pointers;
  pointersBehind(Number, Pointers);
  std::optional<AddressExpr> Common;
  for (const Value *P : Pointers) {
    const AddressExpr B = resolve(P, Level + 1);
    if (B.Space != MemSpace::Shared || B.Base != Access::BaseKind::Variable ||
        (Common && Common->BaseIndex != B.BaseIndex))
      return A;
    Common = B;
  }
  const unsigned Width = integerWidthOf(Number);
  if (!Common || !Width)
    return A;
  A.Base = Common->Base;
  A.BaseIndex = Common->BaseIndex;
  A.BaseAlign = Common->BaseAlign;
  const auto *I = dyn_cast<Instruction>(Number);
  const ExprId E = valueAt(Number, I ? I->getParent() : &F.getEntryBlock());
  A.Offset = Width < 64 ? node(ExprKind::ZExt, Width, E) : E;
  return A;
}

AddressExpr ExprBuilder::numberedShared(const Value *Number,
                                        const BasicBlock *At) {
  return Number->getType()->isPointerTy() ? address(Number, At)
                                          : resolveNumber(Number, 0);
}

/// Stages of a pipeline are often listed in an array. Which one is read may be
/// unknown, but it is the same in all lanes, and they are laid out alike.
AddressExpr ExprBuilder::resolveListed(const LoadInst *Load, unsigned Level) {
  AddressExpr A = Addresses.lookup(Load);
  A.BaseAlign = 1;
  SmallVector<AddressExpr, 4> Choices;
  for (const Value *Listed : listedPointers(*Load))
    Choices.push_back(resolve(Listed, Level + 1));
  if (Choices.empty() || any_of(Choices, [&](const AddressExpr &B) {
        return B.Space != Choices.front().Space ||
               B.Base != Choices.front().Base ||
               B.BaseIndex != Choices.front().BaseIndex;
      }))
    return A;
  A.Space = Choices.front().Space;
  A.Base = Choices.front().Base;
  A.BaseIndex = Choices.front().BaseIndex;
  A.Offset = chosenOffset(Load, Choices);
  return A;
}

/// Pointers that change places from one iteration to the next, as with two
/// buffers that are used in turns. It is not known which one it is, but all
/// lanes have the same.
AddressExpr ExprBuilder::resolveExchanged(const PHINode *Phi, unsigned Level) {
  constexpr size_t MostPhis = 8;
  AddressExpr A = Addresses.lookup(Phi);
  SmallVector<const PHINode *, MostPhis> Work = {Phi};
  std::optional<AddressExpr> Common;
  for (size_t Next = 0; Next < Work.size(); ++Next)
    for (const Value *In : Work[Next]->incoming_values()) {
      const auto *Other = dyn_cast<PHINode>(In);
      if (Other && Other->getParent() == Phi->getParent()) {
        if (!is_contained(Work, Other))
          Work.push_back(Other);
        if (Work.size() > MostPhis)
          return A;
        continue;
      }
      AddressExpr B = resolve(In, Level + 1);
      if (B.Base == Access::BaseKind::Unknown || !isUniform(B.Offset) ||
          (Common && Common->Space != B.Space))
        return A;
      if (Pool[B.Offset].Kind != ExprKind::Constant || Pool[B.Offset].Imm != 0)
        B.BaseAlign = 1;
      if (Common)
        B.BaseAlign = std::min(B.BaseAlign, Common->BaseAlign);
      Common = B;
    }
  if (!Common)
    return A;
  A.Space = Common->Space;
  A.BaseAlign = Common->BaseAlign;
  ExprNode Uniform = Pool[placeholder(Phi, 64)];
  Uniform.Imm = 1;
  A.Offset = Pool.get(Uniform);
  return A;
}

/// A pointer into one array that the iterations move by amounts without a form.
/// In the first iteration, which is the only one where the grid has a thread
/// for each element, it is where it starts; after that, only its array is
/// known.
AddressExpr ExprBuilder::resolveMoved(const PHINode *Phi, const llvm::Loop *L,
                                      unsigned Level) {
  const BasicBlock *Before = L->getLoopPredecessor();
  SmallVector<const Value *, 2> Arrays;
  getUnderlyingObjects(Phi, Arrays, /*LI=*/nullptr, /*MaxLookup=*/16);
  if (!Before || Arrays.size() != 1 || isa<PHINode>(Arrays.front()))
    return Addresses.lookup(Phi);
  AddressExpr A = resolve(Phi->getIncomingValueForBlock(Before), Level + 1);
  if (A.Base == Access::BaseKind::Unknown)
    return A;
  if (const auto *I = dyn_cast<Instruction>(Arrays.front()))
    if (L->contains(I))
      return Addresses.lookup(Phi);
  A.Offset = node(ExprKind::Select, 64,
                  node(ExprKind::Eq, 64, loopIter(L, 64), Pool.constant(0)),
                  A.Offset, placeholder(Phi, 64));
  return A;
}

/// The offset of a pointer that is one of \p Choices, where it is not known
/// which one. That is taken to be the same one in all lanes of a warp, so that
/// they lie as the lanes of the first choice do; but nothing is known where a
/// choice depends on data itself.
ExprId ExprBuilder::chosenOffset(const Instruction *Pointer,
                                 ArrayRef<AddressExpr> Choices) {
  if (any_of(Choices, [&](const AddressExpr &A) {
        return Pool.dependsOnData(A.Offset);
      }))
    return opaque(Pointer, 64);
  ExprNode Uniform = Pool[placeholder(Pointer, 64)];
  Uniform.Imm = 1;
  return node(ExprKind::Add, 64, Pool.get(Uniform), Choices.front().Offset);
}

AddressExpr ExprBuilder::resolvePhi(const PHINode *Phi, unsigned Level) {
  AddressExpr A = Addresses.lookup(Phi);
  const BasicBlock *BB = Phi->getParent();
  const llvm::Loop *L = LI.getLoopFor(BB);
  if (L && L->getHeader() == BB) {
    // A pointer that advances in each iteration: ScalarEvolution knows its base
    // and by how much it advances.
    const SCEV *S = SE.getSCEV(const_cast<PHINode *>(Phi));
    const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(S));
    if (!Base || !Base->getType()->isPointerTy())
      return A;
    if (Base->getValue() == Phi) {
      AddressExpr B = resolveExchanged(Phi, Level);
      return isUniform(B.Offset) ? B : resolveMoved(Phi, L, Level);
    }
    AddressExpr B = resolve(Base->getValue(), Level + 1);
    ExprId Walk = scev(SE.removePointerBase(S), BB);
    if (Walk == NoExpr)
      Walk = opaque(Phi, 64);
    unsigned Width = resultWidth(Pool[Walk]);
    if (Width < 64)
      Walk = node(ExprKind::SExt, Width, Walk);
    if (B.Base == Access::BaseKind::Unknown) {
      // A base that depends on data makes the address depend on data, whatever
      // is added to it.
      B.Offset = opaque(Phi, 64);
      B.BaseAlign = 1;
      return B;
    }
    if (const auto *I = dyn_cast<Instruction>(Base->getValue()))
      B.Offset = leaveLoops(B.Offset, I->getParent(), BB);
    B.Offset = node(ExprKind::Add, 64, B.Offset, Walk);
    return B;
  }
  // Where several ways meet, a base or a space that all of them have in common
  // is kept.
  std::optional<AddressExpr> Common;
  bool SameOffset = true;
  SmallVector<AddressExpr, 4> Choices;
  for (const Value *In : Phi->incoming_values()) {
    AddressExpr B = resolve(In, Level + 1);
    Choices.push_back(B);
    if (!Common) {
      Common = B;
      continue;
    }
    SameOffset &= Common->Offset == B.Offset;
    if (Common->Base != B.Base || Common->BaseIndex != B.BaseIndex) {
      Common->Base = Access::BaseKind::Unknown;
      Common->BaseIndex = NoId;
      Common->BaseAlign = std::min(Common->BaseAlign, B.BaseAlign);
    }
    if (Common->Space != B.Space)
      Common->Space = MemSpace::Global;
  }
  if (!Common)
    return A;
  if (!SameOffset || Common->Base == Access::BaseKind::Unknown) {
    Common->Offset = chosenOffset(Phi, Choices);
    if (Common->Base == Access::BaseKind::Unknown)
      Common->BaseAlign = 1;
  }
  return *Common;
}

std::pair<ExprId, ExprId> ExprBuilder::offsetsInOneArray(const Value *P,
                                                         const Value *Q,
                                                         const BasicBlock *At) {
  const AddressExpr A = address(P, At), B = address(Q, At);
  if (A.Base == Access::BaseKind::Unknown || A.Base != B.Base ||
      A.BaseIndex != B.BaseIndex)
    return {NoExpr, NoExpr};
  return {A.Offset, B.Offset};
}

ExprId ExprBuilder::pointerNumber(const Instruction *I) {
  using namespace PatternMatch;
  const BasicBlock *At = I->getParent();
  const unsigned Width = integerWidthOf(I);
  const Value *P = nullptr, *Q = nullptr;
  if (Width == 64 &&
      match(I, m_Sub(m_PtrToInt(m_Value(P)), m_PtrToInt(m_Value(Q))))) {
    const auto [A, B] = offsetsInOneArray(P, Q, At);
    return A == NoExpr ? NoExpr : node(ExprKind::Sub, 64, A, B);
  }
  // Where an array in shared memory begins is taken to be 0 (resolveNumber).
  if (Width && match(I, m_PtrToInt(m_Value(P)))) {
    const AddressExpr A = address(P, At);
    if (A.Space != MemSpace::Shared || A.Base != Access::BaseKind::Variable)
      return NoExpr;
    return Width < 64 ? node(ExprKind::Trunc, Width, A.Offset) : A.Offset;
  }
  // The lowest bits, which say how a pointer is aligned: arrays start where
  // these are 0.
  ConstantInt *Mask = nullptr;
  if (!Width || !match(I, m_And(m_Value(Q), m_ConstantInt(Mask))) ||
      !(match(Q, m_PtrToInt(m_Value(P))) ||
        match(Q, m_Trunc(m_PtrToInt(m_Value(P))))))
    return NoExpr;
  const AddressExpr A = address(P, At);
  if (A.Base == Access::BaseKind::Unknown || Mask->getValue().uge(A.BaseAlign))
    return NoExpr;
  ExprId Low = Width < 64 ? node(ExprKind::Trunc, Width, A.Offset) : A.Offset;
  return node(ExprKind::And, Width, Low,
              Pool.constant(Mask->getSExtValue(), Width));
}
