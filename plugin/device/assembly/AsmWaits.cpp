//===- AsmWaits.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/assembly/AsmWaits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace gpuperf;

/// Keeps the assembly where nobody asks for its result.
static void keep(CallInst &Call, const InlineAsm &Asm) {
  Call.setCalledOperand(
      InlineAsm::get(Asm.getFunctionType(), Asm.getAsmString(),
                     Asm.getConstraintString(), /*hasSideEffects=*/true,
                     Asm.isAlignStack(), Asm.getDialect(), Asm.canThrow()));
}

/// The number of the output that the text sets to 1 where the predicate holds:
/// "mov.s32 $1, 1".
static std::optional<unsigned> outputSetToOne(StringRef Text) {
  for (StringRef Left = Text;;) {
    const size_t At = Left.find("mov.");
    if (At == StringRef::npos)
      return std::nullopt;
    Left = Left.substr(At);
    StringRef Operands = Left.take_until([](char C) { return C == ';'; });
    Operands = Operands.substr(Operands.find_first_of(" \t"));
    unsigned Number = 0;
    auto [To, From] = Operands.split(',');
    To = To.trim();
    if (From.trim() == "1" && To.consume_front("$") &&
        !To.getAsInteger(10, Number))
      return Number;
    Left = Left.drop_front(4);
  }
}

/// The first lane of the warp is elected.
static void raiseElection(CallInst &Call, StringRef Text) {
  auto *Struct = dyn_cast<StructType>(Call.getType());
  const std::optional<unsigned> Elected =
      Struct ? outputSetToOne(Text) : std::optional<unsigned>(0);
  if (!Elected || (Struct && *Elected >= Struct->getNumElements()))
    return;
  Type *Answer = Struct ? Struct->getElementType(*Elected) : Call.getType();
  if (!Answer->isIntegerTy())
    return;
  IRBuilder<> B(Call.getNextNode());
  Value *Lane = B.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_laneid,
                                  ArrayRef<Type *>(), ArrayRef<Value *>());
  Value *IsFirst =
      B.CreateZExtOrTrunc(B.CreateICmpEQ(Lane, B.getInt32(0)), Answer);
  if (!Struct) {
    Call.replaceAllUsesWith(IsFirst);
    return;
  }
  Value *All = Constant::getNullValue(Struct); // lane 0
  All = B.CreateInsertValue(All, IsFirst, *Elected);
  Call.replaceAllUsesWith(All);
}

static void raiseAsm(CallInst &Call, const InlineAsm &Asm) {
  const StringRef Text = Asm.getAsmString();
  if (Text.contains("elect.sync")) {
    keep(Call, Asm);
    raiseElection(Call, Text);
  } else if (Text.contains("mbarrier.try_wait") ||
             Text.contains("mbarrier.test_wait")) {
    keep(Call, Asm);
    if (Call.getType()->isIntegerTy())
      Call.replaceAllUsesWith(ConstantInt::get(Call.getType(), 1));
  }
}

void gpuperf::raiseAsmWaits(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call)
        continue;
      if (const auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()))
        raiseAsm(*Call, *Asm);
      else if (const Function *Callee = Call->getCalledFunction();
               Callee && Call->getType()->isIntegerTy(1) &&
               (Callee->getName().starts_with("llvm.nvvm.mbarrier.test.wait") ||
                Callee->getName().starts_with("llvm.nvvm.mbarrier.try.wait")))
        Call->replaceAllUsesWith(ConstantInt::getTrue(Call->getContext()));
    }
}
