//===- FixedDivisor.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/FixedDivisor.h"
#include "analysis/independence/Poly.h"
#include "analysis/machine/MachineOps.h"
#include "analysis/machine/ParamSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

/// The sizes of block and grid.
static bool isLaunchSize(const CallBase &Call) {
  const auto Variable = launchVarOf(&Call);
  return Variable && *Variable >= launchvar::Ntid;
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

namespace {
/// Looks for powers of two that a loop shifts.
class ShiftedPower {
public:
  /// Whether \p V is a power of two, or 0, made from one by shifts.
  bool is(const Value &V, unsigned StepsLeft);
  /// Some phi came back to itself.
  bool InLoop = false;

private:
  SmallVector<const PHINode *, 8> Path; ///< that are asked right now
};
} // namespace

bool ShiftedPower::is(const Value &V, unsigned StepsLeft) {
  if (const auto *C = dyn_cast<ConstantInt>(&V))
    return C->getValue().isPowerOf2();
  if (StepsLeft == 0)
    return false;
  if (const auto *Phi = dyn_cast<PHINode>(&V)) {
    if (is_contained(Path, Phi))
      return InLoop = true;
    Path.push_back(Phi);
    const bool All = all_of(Phi->incoming_values(), [&](const Use &In) {
      return is(*In, StepsLeft - 1);
    });
    Path.pop_back();
    return All;
  }
  if (const auto *Cast = dyn_cast<CastInst>(&V))
    return is(*Cast->getOperand(0), StepsLeft - 1);
  const auto *Op = dyn_cast<BinaryOperator>(&V);
  if (!Op || !is(*Op->getOperand(0), StepsLeft - 1))
    return false;
  switch (Op->getOpcode()) {
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return true;
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv: {
    const auto *By = dyn_cast<ConstantInt>(Op->getOperand(1));
    return By && By->getValue().isPowerOf2();
  }
  default:
    return false;
  }
}

/// The divisor of \p I, where it is a division or remainder of integers.
static const Value *divisorOf(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    if (I.getType()->isIntegerTy() && !isa<Constant>(I.getOperand(1)))
      return I.getOperand(1);
    return nullptr;
  default:
    return nullptr;
  }
}

static constexpr unsigned MostSteps = 8;

bool gpuperf::isDivisionByFixed(const Instruction &I) {
  const Value *Divisor = divisorOf(I);
  return Divisor && isFixed(*Divisor, MostSteps);
}

bool gpuperf::isDivisionByPowerOfTwo(const Instruction &I) {
  const Value *Divisor = divisorOf(I);
  ShiftedPower Power;
  return Divisor && Power.is(*Divisor, MostSteps) && Power.InLoop;
}
