//===- AsmAccesses.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/assembly/AsmAccesses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace llvm;

namespace {
struct PtxAccess {
  bool IsStore = false, SkipsL1 = false, IsSigned = false, IsFloat = false;
  unsigned Bits = 0, Lanes = 1;
};

/// Reads a name such as "ld.global.cs.v4.f32"; nothing for any other
/// instruction.
std::optional<PtxAccess> parseName(StringRef Name) {
  SmallVector<StringRef, 8> Parts;
  Name.split(Parts, '.');
  PtxAccess A;
  if (Parts.size() < 3 || (Parts[0] != "ld" && Parts[0] != "st"))
    return std::nullopt;
  A.IsStore = Parts[0] == "st";
  bool Global = false;
  for (const StringRef &P : ArrayRef(Parts).drop_front()) {
    if (P == "global")
      Global = true;
    else if (P == "v2" || P == "v4")
      A.Lanes = P == "v2" ? 2 : 4;
    else if (P == "cg" || P == "cv" || P == "wt")
      A.SkipsL1 = true;
    else if (P == "ca" || P == "cs" || P == "lu" || P == "nc" || P == "wb")
      continue;
    else if (P.starts_with("L1::") || P.starts_with("L2::"))
      A.SkipsL1 |= P == "L1::no_allocate";
    else if (P.size() >= 2 && StringRef("subf").contains(P[0]) &&
             !P.drop_front().getAsInteger(10, A.Bits) && &P == &Parts.back())
      A.IsSigned = P[0] == 's', A.IsFloat = P[0] == 'f';
    else
      return std::nullopt; // an order, a scope, a predicate
  }
  const bool Known =
      A.Bits == 8 || A.Bits == 16 || A.Bits == 32 || A.Bits == 64;
  if (!Global || !Known || A.Bits * A.Lanes > 128 || (A.IsFloat && A.Bits < 32))
    return std::nullopt;
  return A;
}

/// Whether \p Text names \p Count consecutive operands from \p First on: "$0",
/// "{$0,$1}".
bool isOperands(StringRef Text, unsigned First, unsigned Count) {
  Text = Text.trim();
  if (Count > 1 && !(Text.consume_front("{") && Text.consume_back("}")))
    return false;
  SmallVector<StringRef, 4> Each;
  Text.split(Each, ',');
  if (Each.size() != Count)
    return false;
  for (unsigned I = 0; I < Count; ++I)
    if (Each[I].trim() != ("$" + Twine(First + I)).str())
      return false;
  return true;
}

Type *elementType(const PtxAccess &A, LLVMContext &Ctx) {
  if (A.IsFloat)
    return A.Bits == 32 ? Type::getFloatTy(Ctx) : Type::getDoubleTy(Ctx);
  return IntegerType::get(Ctx, A.Bits);
}

Value *addressOf(IRBuilder<> &B, Value *V) {
  PointerType *Global = B.getPtrTy(NVPTXAS::ADDRESS_SPACE_GLOBAL);
  if (V->getType()->isPointerTy())
    return B.CreateAddrSpaceCast(V, Global);
  return V->getType()->isIntegerTy(64) ? B.CreateIntToPtr(V, Global) : nullptr;
}

/// Converts \p V to or from the type of a PTX register, which may be a wider
/// integer or have the same bits; null where that cannot be done.
Value *convert(IRBuilder<> &B, Value *V, Type *To, bool Signed) {
  if (V->getType() == To)
    return V;
  if (V->getType()->isIntegerTy() && To->isIntegerTy())
    return B.CreateIntCast(V, To, Signed);
  if (V->getType()->getPrimitiveSizeInBits() == To->getPrimitiveSizeInBits() &&
      To->getPrimitiveSizeInBits() > 0)
    return B.CreateBitCast(V, To);
  return nullptr;
}

bool raiseLoad(const PtxAccess &A, StringRef Operands, CallInst &Call) {
  auto [Results, Address] = Operands.rsplit(',');
  // "[$4]": the only input, after the results.
  if (Call.arg_size() != 1 || !isOperands(Results, 0, A.Lanes) ||
      Address.trim() != ("[$" + Twine(A.Lanes) + "]").str())
    return false;
  IRBuilder<> B(&Call);
  Value *P = addressOf(B, Call.getArgOperand(0));
  if (!P)
    return false;
  Type *Element = elementType(A, B.getContext());
  auto *Struct = dyn_cast<StructType>(Call.getType());
  if (A.Lanes > 1 && (!Struct || Struct->getNumElements() != A.Lanes))
    return false;
  Type *Loaded = A.Lanes > 1 ? FixedVectorType::get(Element, A.Lanes) : Element;
  LoadInst *Load = B.CreateAlignedLoad(Loaded, P, Align(A.Bits / 8 * A.Lanes));
  Value *Out = A.Lanes > 1 ? PoisonValue::get(Struct) : nullptr;
  for (unsigned I = 0; I < A.Lanes; ++I) {
    Value *Lane = A.Lanes > 1 ? B.CreateExtractElement(Load, I) : Load;
    Lane = convert(B, Lane,
                   A.Lanes > 1 ? Struct->getElementType(I) : Call.getType(),
                   A.IsSigned);
    if (!Lane)
      return false; // what was made is dead
    Out = A.Lanes > 1 ? B.CreateInsertValue(Out, Lane, I) : Lane;
  }
  Load->setVolatile(A.SkipsL1);
  Call.replaceAllUsesWith(Out);
  return true;
}

bool raiseStore(const PtxAccess &A, StringRef Operands, CallInst &Call) {
  auto [Address, Values] = Operands.split(',');
  if (Call.arg_size() != 1 + A.Lanes || !Call.getType()->isVoidTy() ||
      Address.trim() != "[$0]" || !isOperands(Values, 1, A.Lanes))
    return false;
  IRBuilder<> B(&Call);
  Type *Element = elementType(A, B.getContext());
  SmallVector<Value *, 4> Lanes;
  for (unsigned I = 0; I < A.Lanes; ++I) {
    Value *V = convert(B, Call.getArgOperand(1 + I), Element, false);
    if (!V)
      return false;
    Lanes.push_back(V);
  }
  Value *P = addressOf(B, Call.getArgOperand(0));
  if (!P)
    return false;
  Value *Stored = Lanes[0];
  if (A.Lanes > 1) {
    Stored = PoisonValue::get(FixedVectorType::get(Element, A.Lanes));
    for (unsigned I = 0; I < A.Lanes; ++I)
      Stored = B.CreateInsertElement(Stored, Lanes[I], I);
  }
  B.CreateAlignedStore(Stored, P, Align(A.Bits / 8 * A.Lanes),
                       /*isVolatile=*/false);
  return true;
}

/// The number of the operand that \p Text names: "$3".
std::optional<unsigned> operandNumber(StringRef Text) {
  unsigned N = 0;
  Text = Text.trim();
  if (!Text.consume_front("$") || Text.getAsInteger(10, N))
    return std::nullopt;
  return N;
}

/// The pointer to \p Space that the operand "[$N]" holds, as a pointer or as a
/// number; null for anything else. \p Results: operands that stand before the
/// inputs.
Value *pointerOperand(IRBuilder<> &B, StringRef Text, CallInst &Call,
                      unsigned Results, unsigned Space) {
  Text = Text.trim();
  if (!Text.consume_front("[") || !Text.consume_back("]"))
    return nullptr;
  const std::optional<unsigned> N = operandNumber(Text);
  if (!N || *N < Results || *N - Results >= Call.arg_size())
    return nullptr;
  Value *V = Call.getArgOperand(*N - Results);
  PointerType *To = B.getPtrTy(Space);
  if (V->getType()->isPointerTy())
    return B.CreateAddrSpaceCast(V, To);
  return V->getType()->isIntegerTy() ? B.CreateIntToPtr(V, To) : nullptr;
}

/// ldmatrix and stmatrix: LLVM has an intrinsic for each.
bool raiseMatrix(ArrayRef<StringRef> Parts, StringRef Operands,
                 CallInst &Call) {
  const bool IsLoad = Parts[0] == "ldmatrix";
  unsigned Words = 0;
  bool Transposed = false, IsPlain = false;
  for (StringRef P : Parts.drop_front()) {
    if (P == "x1" || P == "x2" || P == "x4")
      Words = P[1] - '0';
    Transposed |= P == "trans";
    IsPlain |= P == "m8n8";
  }
  if (!Words || !IsPlain || Parts.back() != "b16")
    return false;
  // "{$0,$1}, [$2]" of a load, "[$0], {$1,$2}" of a store.
  const size_t Comma = IsLoad ? Operands.rfind(',') : Operands.find(',');
  if (Comma == StringRef::npos)
    return false;
  const StringRef Address =
      IsLoad ? Operands.substr(Comma + 1) : Operands.substr(0, Comma);
  const unsigned Results = IsLoad ? Words : 0;
  if (Call.arg_size() != (IsLoad ? 1 : 1 + Words))
    return false;
  auto *Struct = dyn_cast<StructType>(Call.getType());
  if (IsLoad && Words > 1 && (!Struct || Struct->getNumElements() != Words))
    return false;
  IRBuilder<> B(&Call);
  Value *P =
      pointerOperand(B, Address, Call, Results, NVPTXAS::ADDRESS_SPACE_SHARED);
  if (!P)
    return false;
  static constexpr Intrinsic::ID Ids[2][3][2] = {
      {{Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_b16,
        Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x1_trans_b16},
       {Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_b16,
        Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x2_trans_b16},
       {Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_b16,
        Intrinsic::nvvm_ldmatrix_sync_aligned_m8n8_x4_trans_b16}},
      {{Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x1_b16,
        Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x1_trans_b16},
       {Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x2_b16,
        Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x2_trans_b16},
       {Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x4_b16,
        Intrinsic::nvvm_stmatrix_sync_aligned_m8n8_x4_trans_b16}}};
  const Intrinsic::ID Id =
      Ids[IsLoad ? 0 : 1][Words == 4 ? 2 : Words - 1][Transposed ? 1 : 0];
  SmallVector<Value *, 5> Arguments = {P};
  for (unsigned I = 1; I < Call.arg_size(); ++I) {
    Value *V = convert(B, Call.getArgOperand(I), B.getInt32Ty(), false);
    if (!V)
      return false;
    Arguments.push_back(V);
  }
  Value *Out = B.CreateIntrinsic(Id, {P->getType()}, Arguments);
  if (!IsLoad)
    return true;
  if (Words == 1) {
    Out = convert(B, Out, Call.getType(), false);
  } else if (Out->getType() != Struct) {
    Value *All = PoisonValue::get(Struct);
    for (unsigned I = 0; I < Words; ++I) {
      Value *Word = convert(B, B.CreateExtractValue(Out, I),
                            Struct->getElementType(I), false);
      if (!Word)
        return false;
      All = B.CreateInsertValue(All, Word, I);
    }
    Out = All;
  }
  if (!Out)
    return false;
  Call.replaceAllUsesWith(Out);
  return true;
}

/// The number that \p Text is, or that the operand has which it names.
std::optional<uint64_t> constantOperand(StringRef Text, const CallInst &Call) {
  uint64_t Number = 0;
  Text = Text.trim();
  if (!Text.getAsInteger(10, Number))
    return Number;
  const std::optional<unsigned> N = operandNumber(Text);
  const auto *C = N && *N < Call.arg_size()
                      ? dyn_cast<ConstantInt>(Call.getArgOperand(*N))
                      : nullptr;
  return C ? std::optional<uint64_t>(C->getZExtValue()) : std::nullopt;
}

/// The end of a group of copies, and the wait for all but the latest groups.
bool raiseCopyGroup(ArrayRef<StringRef> Parts, StringRef Operands,
                    CallInst &Call) {
  if (Parts.size() != 3 || Parts[1] != "async" || !Call.getType()->isVoidTy())
    return false;
  IRBuilder<> B(&Call);
  if (Parts[2] == "commit_group") {
    B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_cp_async_commit_group,
                      ArrayRef<Value *>());
    return true;
  }
  if (Parts[2] == "wait_all") {
    B.CreateIntrinsic(B.getVoidTy(), Intrinsic::nvvm_cp_async_wait_all,
                      ArrayRef<Value *>());
    return true;
  }
  if (Parts[2] != "wait_group")
    return false;
  const std::optional<uint64_t> Left = constantOperand(Operands, Call);
  if (!Left || *Left > UINT32_MAX)
    return false;
  B.CreateIntrinsic(Intrinsic::nvvm_cp_async_wait_group, {},
                    {B.getInt32(static_cast<uint32_t>(*Left))});
  return true;
}

/// cp.async of 4, 8 or 16 bytes from global to shared memory. One that writes
/// zeros for the bytes that are left out moves as much.
bool raiseCopy(ArrayRef<StringRef> Parts, StringRef Operands, CallInst &Call) {
  if (raiseCopyGroup(Parts, Operands, Call))
    return true;
  if (Parts.size() < 5 || Parts[1] != "async" ||
      (Parts[2] != "ca" && Parts[2] != "cg") || !Call.getType()->isVoidTy())
    return false;
  SmallVector<StringRef, 4> Each;
  Operands.split(Each, ',');
  if (Each.size() < 3)
    return false;
  IRBuilder<> B(&Call);
  Value *To =
      pointerOperand(B, Each[0], Call, 0, NVPTXAS::ADDRESS_SPACE_SHARED);
  Value *From =
      pointerOperand(B, Each[1], Call, 0, NVPTXAS::ADDRESS_SPACE_GLOBAL);
  if (!To || !From)
    return false;
  const uint64_t Bytes = constantOperand(Each[2], Call).value_or(0);
  Intrinsic::ID Id = Intrinsic::not_intrinsic;
  if (Parts[2] == "cg" && Bytes == 16)
    Id = Intrinsic::nvvm_cp_async_cg_shared_global_16;
  else if (Bytes == 16)
    Id = Intrinsic::nvvm_cp_async_ca_shared_global_16;
  else if (Bytes == 8)
    Id = Intrinsic::nvvm_cp_async_ca_shared_global_8;
  else if (Bytes == 4)
    Id = Intrinsic::nvvm_cp_async_ca_shared_global_4;
  else
    return false;
  B.CreateIntrinsic(Id, {}, {To, From});
  return true;
}

bool raise(CallInst &Call) {
  const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  if (!Asm)
    return false;
  StringRef Text = StringRef(Asm->getAsmString()).trim();
  Text.consume_back(";");
  if (Text.contains(';') || Text.contains('\n'))
    return false;
  auto [Name, Operands] = Text.trim().split(' ');
  SmallVector<StringRef, 8> Parts;
  Name.trim().split(Parts, '.');
  if (Parts[0] == "ldmatrix" || Parts[0] == "stmatrix")
    return raiseMatrix(Parts, Operands.trim(), Call);
  if (Parts[0] == "cp")
    return raiseCopy(Parts, Operands.trim(), Call);
  auto A = parseName(Name.trim());
  if (!A)
    return false;
  return A->IsStore ? raiseStore(*A, Operands.trim(), Call)
                    : raiseLoad(*A, Operands.trim(), Call);
}
/// nvcc's own function for the address in shared memory of a generic pointer,
/// which CUDA's headers only declare.
void defineSharedPointer(Module &M) {
  Function *F = M.getFunction("__nvvm_get_smem_pointer");
  if (!F || !F->isDeclaration() || F->arg_size() != 1 ||
      !F->getArg(0)->getType()->isPointerTy() ||
      !F->getReturnType()->isIntegerTy())
    return;
  F->setLinkage(GlobalValue::InternalLinkage);
  F->addFnAttr(Attribute::AlwaysInline);
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
  B.CreateRet(B.CreatePtrToInt(
      B.CreateAddrSpaceCast(F->getArg(0),
                            B.getPtrTy(NVPTXAS::ADDRESS_SPACE_SHARED)),
      F->getReturnType()));
}
} // namespace

void gpuperf::raiseAsmAccesses(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && raise(*Call))
        Call->eraseFromParent();
  defineSharedPointer(M);
}
