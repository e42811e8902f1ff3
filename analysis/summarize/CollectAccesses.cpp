//===- CollectAccesses.cpp - The memory instructions of a kernel ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/CollectAccesses.h"
#include "analysis/lift/ExprBuilder.h"
#include "analysis/machine/BulkCopies.h"
#include "analysis/machine/KernelText.h"
#include "analysis/machine/TensorOps.h"
#include "analysis/summarize/BoxSizes.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <tuple>

using namespace gpuperf;
using namespace llvm;

/// Of the intrinsics of atomics for a block or for the system, by the name of
/// the operation. The assembler treats them as it does those for the GPU (seen
/// in the code of ptxas 13).
static AtomicOp scopedAtomicOpOf(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : "";
  if (!Name.consume_front("llvm.nvvm.atomic."))
    return AtomicOp::Other;
  Name = Name.take_until([](char C) { return C == '.'; });
  if (Call.getType()->isFloatingPointTy())
    return Name == "add" ? AtomicOp::Float : AtomicOp::Other;
  if (!is_contained({"add", "and", "or", "xor", "max", "min"}, Name))
    return AtomicOp::Other;
  const bool AddsConstant = Name == "add" && Call.arg_size() > 1 &&
                            isa<ConstantInt>(Call.getArgOperand(1));
  return Call.getType()->isIntegerTy(32) || AddsConstant ? AtomicOp::Joined
                                                         : AtomicOp::Separate;
}

static AtomicOp atomicOpOf(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return scopedAtomicOpOf(*Call);
  const auto *Rmw = dyn_cast<AtomicRMWInst>(&I);
  if (!Rmw)
    return AtomicOp::Other;
  switch (Rmw->getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    if (Rmw->getType()->isIntegerTy(64) &&
        isa<ConstantInt>(Rmw->getValOperand()))
      return AtomicOp::Joined;
    [[fallthrough]];
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return Rmw->getType()->isIntegerTy(32) ? AtomicOp::Joined
                                           : AtomicOp::Separate;
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
  case AtomicRMWInst::FMax:
  case AtomicRMWInst::FMin:
    return AtomicOp::Float;
  default:
    return AtomicOp::Other;
  }
}

/// The class of a memory instruction whose space turned out to be \p Space: it
/// was lowered by the type of its pointer alone, which may be generic.
static OpClass classInSpace(OpClass Class, MemSpace Space) {
  const bool IsShared = Space == MemSpace::Shared;
  switch (Class) {
  case OpClass::LoadGlobal:
    if (IsShared)
      return OpClass::LoadShared;
    if (Space == MemSpace::Constant)
      return OpClass::LoadConst;
    return Space == MemSpace::Local ? OpClass::LoadLocal : Class;
  case OpClass::StoreGlobal:
    if (IsShared)
      return OpClass::StoreShared;
    return Space == MemSpace::Local ? OpClass::StoreLocal : Class;
  case OpClass::AtomicGlobal:
    return IsShared ? OpClass::AtomicShared : Class;
  default:
    return Class;
  }
}

void AccessCollector::add(const Instruction &I, InstrId Id,
                          const MemoryOp &Op) {
  addAt(I, Id, Op, Exprs.address(Op.Pointer, I.getParent()));
}

void AccessCollector::addAt(const Instruction &I, InstrId Id,
                            const MemoryOp &Op, const AddressExpr &A) {
  if (A.Space == MemSpace::Param)
    return;
  Instr &In = K.Instrs[Id];
  if (In.Mem != NoId)
    return;
  Access Acc;
  Acc.Instr = Id;
  Acc.Block = In.Block;
  Acc.Space = A.Space;
  Acc.Kind = Op.Kind;
  if (Op.Kind == AccessKind::Atomic)
    Acc.Does = atomicOpOf(I);
  Acc.IsBulk = Op.IsBulk;
  Acc.MapParam = Op.MapParam, Acc.MapOffset = Op.MapOffset;
  Acc.IsBoxGuessed = Op.IsBoxGuessed;
  Acc.SharingBlocks = Op.SharingBlocks;
  Acc.BytesPerLane = static_cast<uint32_t>(
      std::clamp<uint64_t>(Op.Bytes, 1, Op.IsBulk ? MostBulkBytes : 16));
  Acc.RowLanes = Op.RowLanes;
  Acc.Base = A.Base;
  Acc.BaseIndex = A.BaseIndex;
  Acc.BaseAlign = A.BaseAlign;
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    Acc.AlignBytes = static_cast<uint32_t>(Load->getAlign().value());
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    Acc.AlignBytes = static_cast<uint32_t>(Store->getAlign().value());
  Acc.Offset = A.Offset;
  bool NoWrap = false;
  Acc.Affine = A.Base != Access::BaseKind::Unknown &&
               isAffine(K.Exprs, A.Offset, &NoWrap);
  if (Acc.Affine && NoWrap)
    K.Why |= AssumptionKind::NoWrapAssumed;
  Acc.Volatile = Op.IsVolatile;
  Acc.ReadOnly = Op.IsInvariant || A.Space == MemSpace::Constant;
  if (Op.Kind == AccessKind::Load && A.Base == Access::BaseKind::Argument)
    if (const Argument *Arg = F.getArg(A.BaseIndex);
        Arg->hasNoAliasAttr() && Arg->onlyReadsMemory())
      Acc.ReadOnly = true;
  Acc.Where = In.Where;
  Acc.Inner = In.Inner;
  In.Mem = static_cast<AccessId>(K.Accesses.size());
  K.Accesses.push_back(Acc);
  In.Class = classInSpace(In.Class, A.Space);
}

/// Bytes that an access of type \p Ty moves.
static uint64_t bytesOf(Type *Ty, const DataLayout &Layout) {
  return Ty->isSized() ? Layout.getTypeStoreSize(Ty).getKnownMinValue() : 4;
}

void AccessCollector::visit(const Instruction &I) {
  auto It = Ids.Last.find(&I);
  if (It == Ids.Last.end())
    return;
  const DataLayout &Layout = F.getParent()->getDataLayout();
  MemoryOp Op;
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    Op = {Load->getPointerOperand(), AccessKind::Load,
          bytesOf(Load->getType(), Layout)};
    Op.IsVolatile = Load->isVolatile() || Load->isAtomic();
    Op.IsInvariant = Load->hasMetadata(LLVMContext::MD_invariant_load);
  } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    Op = {Store->getPointerOperand(), AccessKind::Store,
          bytesOf(Store->getValueOperand()->getType(), Layout)};
    Op.IsVolatile = Store->isVolatile() || Store->isAtomic();
  } else if (const auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
    Op = {Rmw->getPointerOperand(), AccessKind::Atomic,
          bytesOf(Rmw->getType(), Layout), /*IsVolatile=*/true};
  } else if (const auto *Cas = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Op = {Cas->getPointerOperand(), AccessKind::Atomic,
          bytesOf(Cas->getCompareOperand()->getType(), Layout),
          /*IsVolatile=*/true};
  } else {
    if (const auto *Call = dyn_cast<CallBase>(&I))
      visitCall(*Call);
    return;
  }
  add(I, It->second, Op);
}

/// A copy or fill is a sequence of machine operations: loads first, if there
/// are any, then stores (lowerCall).
void AccessCollector::visitMemIntrinsic(const MemIntrinsic &Mem, InstrId First,
                                        InstrId Last) {
  const uint64_t Bytes = memoryChunk(Mem);
  const auto *Copy = dyn_cast<MemTransferInst>(&Mem);
  if (Copy)
    add(Mem, First,
        {Copy->getRawSource(), AccessKind::Load, Bytes, Mem.isVolatile()});
  if (!Copy || Last != First)
    add(Mem, Last,
        {Mem.getRawDest(), AccessKind::Store, Bytes, Mem.isVolatile()});
}

/// The rows of matrices that a warp moves together: of 8 x 8 halves, whose rows
/// the lanes name (ldmatrix), and of the operands of a product, which lie at a
/// distance from each other (wmma).
bool AccessCollector::visitMatrix(const CallBase &Call, InstrId First,
                                  InstrId Last) {
  StringRef Name = Call.getCalledFunction()->getName();
  if (!Name.consume_front("llvm.nvvm.") || Call.arg_empty() ||
      !Call.getArgOperand(0)->getType()->isPointerTy())
    return false;
  MemoryOp Op;
  Op.Pointer = Call.getArgOperand(0);
  Op.Bytes = 16;
  if (Name.starts_with("ldmatrix.") || Name.starts_with("stmatrix.")) {
    Op.Kind = Name.front() == 'l' ? AccessKind::Load : AccessKind::Store;
    Op.RowLanes = 8;
    if (Name.contains(".x4"))
      Op.RowLanes = 32;
    else if (Name.contains(".x2"))
      Op.RowLanes = 16;
    add(Call, First, Op);
    return true;
  }
  const auto Parts = matrixParts(Call);
  const std::optional<MatrixRows> Matrix = matrixRows(Name);
  if (!Matrix || Parts.empty() || Last - First + 1 != Parts.size())
    return false;
  Op.Kind = Name.contains(".load.") ? AccessKind::Load : AccessKind::Store;
  const Value *Distance = Name.contains(".stride")
                              ? Call.getArgOperand(Call.arg_size() - 1)
                              : nullptr;
  const AddressExpr Start = Exprs.address(Op.Pointer, Call.getParent());
  for (const auto &[Number, Part] : enumerate(Parts)) {
    Op.Bytes = Part.BytesPerLane;
    Op.RowLanes = Part.RowLanes;
    addAt(Call, First + static_cast<InstrId>(Number), Op,
          Exprs.matrixPart(Start, *Matrix, Part, Distance, Call.getParent()));
  }
  return true;
}

/// Of a box of which nobody says how large it is: the widest row that is
/// swizzled.
static constexpr uint64_t BytesOfGuessedBox = 128;

/// What the copy engine reads or writes in global memory. It goes past L1.
void AccessCollector::visitBulkCopy(const CallBase &Call) {
  const auto Number = Ids.First.find(&Call);
  const std::optional<BulkCopy> Copy = bulkCopyOf(Call);
  if (!Copy || Number == Ids.First.end())
    return;
  const BasicBlock *At = Call.getParent();
  MemoryOp Op;
  Op.Kind = Copy->ToShared ? AccessKind::Load : AccessKind::Store;
  Op.IsVolatile = Op.IsBulk = true;
  if (Copy->isTensor())
    if (const auto Map = Exprs.parameterPlace(Copy->Global, At))
      std::tie(Op.MapParam, Op.MapOffset) = *Map;
  Op.SharingBlocks = static_cast<uint32_t>(Boxes.blocksOf(*Copy));
  uint64_t Bytes = Boxes.bytesOf(Call, *Copy);
  if (!Bytes && Op.MapParam != NoId) {
    Bytes = BytesOfGuessedBox;
    Op.IsBoxGuessed = true;
  }
  if (!Bytes) {
    K.Why |= AssumptionKind::InlineAssembly;
    return;
  }
  Op.Bytes = Bytes;
  addAt(Call, Number->second, Op,
        Copy->isTensor()
            ? Exprs.tensorBox(Copy->Global, Copy->Coordinates, Bytes, At)
            : Exprs.numberedAddress(Copy->Global, At));
}

void AccessCollector::visitCall(const CallBase &Call) {
  if (Call.isInlineAsm()) {
    visitBulkCopy(Call);
    return;
  }
  auto It = Ids.First.find(&Call);
  const Function *Callee = Call.getCalledFunction();
  if (It == Ids.First.end() || !Callee || !Callee->isIntrinsic())
    return;
  const InstrId First = It->second, Last = Ids.Last.lookup(&Call);
  if (const auto *Mem = dyn_cast<MemIntrinsic>(&Call)) {
    visitMemIntrinsic(*Mem, First, Last);
    return;
  }
  auto Pointer = [&](unsigned N) -> const Value * {
    return N < Call.arg_size() &&
                   Call.getArgOperand(N)->getType()->isPointerTy()
               ? Call.getArgOperand(N)
               : nullptr;
  };
  if (visitMatrix(Call, First, Last))
    return;
  const DataLayout &Layout = F.getParent()->getDataLayout();
  StringRef Name = Callee->getName();
  if (isAsyncCopy(Call)) {
    uint64_t Bytes = 4;
    if (Name.contains(".16"))
      Bytes = 16;
    else if (Name.contains(".8"))
      Bytes = 8;
    if (const Value *To = Pointer(0), *From = Pointer(1); To && From) {
      add(Call, First, {From, AccessKind::Load, Bytes});
      add(Call, Last, {To, AccessKind::Store, Bytes});
    }
    return;
  }
  const bool IsReadOnlyLoad =
      Name.starts_with("llvm.nvvm.ldg") || Name.starts_with("llvm.nvvm.ldu");
  const bool IsAtomic = Name.starts_with("llvm.nvvm.atomic.");
  const Value *At = Pointer(0);
  if (!At || (!IsReadOnlyLoad && !IsAtomic))
    return;
  MemoryOp Op;
  Op.Pointer = At;
  Op.Kind = IsAtomic ? AccessKind::Atomic : AccessKind::Load;
  Op.Bytes = Layout.getTypeStoreSize(Call.getType()).getKnownMinValue();
  Op.IsVolatile = IsAtomic;
  Op.IsInvariant = IsReadOnlyLoad;
  add(Call, First, Op);
}
