//===- FixedDivisor.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/FixedDivisor.h"
#include "analysis/machine/MachineOps.h"
#include "analysis/machine/ParamSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

/// The sizes of block and grid.
static bool isLaunchSize(const CallBase &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return true;
  default:
    return false;
  }
}

static bool isFixed(const Value &V, unsigned StepsLeft) {
  if (isa<Argument, Constant>(V))
    return true;
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || StepsLeft == 0)
    return false;
  if (const auto *Load = dyn_cast<LoadInst>(I)) {
    const Value *From = Load->getPointerOperand();
    const unsigned Space = knownAddressSpace(From);
    const auto *Param = dyn_cast<Argument>(From->stripInBoundsOffsets());
    return (Space == ParamSpace || Space == NVPTXAS::ADDRESS_SPACE_CONST ||
            (Param && isInParamSpace(*Param))) &&
           isFixed(*From, StepsLeft - 1);
  }
  if (const auto *Call = dyn_cast<CallBase>(I))
    if (isLaunchSize(*Call))
      return true;
  const bool IsComputed = isa<BinaryOperator, CastInst, GetElementPtrInst,
                              SelectInst, CmpInst, FreezeInst>(I) ||
                          isa<MinMaxIntrinsic>(I);
  return IsComputed && all_of(I->operands(), [&](const Use &Op) {
           return isa<Function>(Op) || isFixed(*Op, StepsLeft - 1);
         });
}

bool gpuperf::isDivisionByFixed(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: {
    constexpr unsigned MostSteps = 8;
    const Value &Divisor = *I.getOperand(1);
    return I.getType()->isIntegerTy() && !isa<Constant>(Divisor) &&
           isFixed(Divisor, MostSteps);
  }
  default:
    return false;
  }
}
