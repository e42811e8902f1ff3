//===- RepeatedQuotient.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/RepeatedQuotient.h"
#include "analysis/independence/Poly.h"
#include "analysis/machine/MachineOps.h"
#include "analysis/machine/ParamSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

/// The axis that \p Call asks for the thread's place on, as in QuotientAxes; 0
/// for the sizes of block and grid; nothing for other calls.
static std::optional<uint8_t> axisOf(const CallBase &Call) {
  const auto Variable = launchVarOf(&Call);
  if (!Variable)
    return std::nullopt;
  if (*Variable >= launchvar::Ntid)
    return 0;
  constexpr PolyVar Axes = launchvar::Ctaid - launchvar::Tid;
  return 1u << (*Variable % Axes);
}

/// Whether threads may see what others write. Where nothing orders them, an
/// element that many of them read is written by none: that would be a race.
bool RepeatedQuotients::mayShareMemory() {
  if (!SharesMemory)
    SharesMemory = any_of(instructions(Kernel), [](const Instruction &I) {
      if (I.isAtomic() || I.isVolatile())
        return true;
      const auto *Call = dyn_cast<CallBase>(&I);
      return Call && !Call->isLifetimeStartOrEnd() &&
             !isa<AssumeInst, DbgInfoIntrinsic>(Call) &&
             Call->mayWriteToMemory();
    });
  return *SharesMemory;
}

/// Whether \p From points into an array that the launch was given, or into a
/// variable of the GPU's memory.
static bool isInGlobalMemory(const Value &From) {
  const Value *Base = getUnderlyingObject(&From);
  if (const auto *Variable = dyn_cast<GlobalVariable>(Base))
    return knownAddressSpace(Variable) != NVPTXAS::ADDRESS_SPACE_SHARED;
  if (const auto *Load = dyn_cast<LoadInst>(Base)) {
    const auto *Param =
        dyn_cast<Argument>(Load->getPointerOperand()->stripInBoundsOffsets());
    return Param && isInParamSpace(*Param);
  }
  return isa<Argument>(Base);
}

/// The counter of a loop: the other value that comes in, and the step.
static std::optional<std::pair<const Value *, const Value *>>
counterOf(const PHINode &Phi) {
  if (Phi.getNumIncomingValues() != 2 || !Phi.getType()->isIntegerTy())
    return std::nullopt;
  for (unsigned I : {0u, 1u}) {
    const auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValue(I));
    if (!Next || Next->getOpcode() != Instruction::Add)
      continue;
    for (unsigned Op : {0u, 1u})
      if (Next->getOperand(Op) == &Phi)
        return std::pair(Phi.getIncomingValue(1 - I), Next->getOperand(1 - Op));
  }
  return std::nullopt;
}

std::optional<RepeatedQuotients::Sources>
RepeatedQuotients::sourcesOf(const Value &V, unsigned StepsLeft) {
  if (isa<Argument, Constant>(V))
    return Sources();
  const auto *I = dyn_cast<Instruction>(&V);
  if (!I || StepsLeft == 0)
    return std::nullopt;
  auto OfAll = [&](auto &&Values) -> std::optional<Sources> {
    Sources Out;
    for (const Value *Op : Values) {
      const auto Of = sourcesOf(*Op, StepsLeft - 1);
      if (!Of)
        return std::nullopt;
      Out.Axes |= Of->Axes;
      Out.FromMemory |= Of->FromMemory;
      Out.FromCounter |= Of->FromCounter;
    }
    return Out;
  };
  if (const auto *Call = dyn_cast<CallBase>(I)) {
    if (const auto Axis = axisOf(*Call))
      return Sources{*Axis};
    if (!isa<IntrinsicInst>(Call) || !Call->doesNotAccessMemory() ||
        Call->isConvergent())
      return std::nullopt;
    // Special registers, such as a lane's number, take no operands.
    return Call->arg_empty() ? std::nullopt
                             : OfAll(map_range(Call->args(), [](const Use &U) {
                                 return U.get();
                               }));
  }
  if (const auto *Phi = dyn_cast<PHINode>(I)) {
    const auto Counter = counterOf(*Phi);
    if (!Counter)
      return std::nullopt;
    auto Of = OfAll(std::array{Counter->first, Counter->second});
    if (Of)
      Of->FromCounter = true;
    return Of;
  }
  auto Operands =
      map_range(I->operands(), [](const Use &U) { return U.get(); });
  if (const auto *Load = dyn_cast<LoadInst>(I)) {
    const Value *From = Load->getPointerOperand();
    const unsigned Space = knownAddressSpace(From);
    const auto *Param = dyn_cast<Argument>(From->stripInBoundsOffsets());
    const bool IsHandedOver = Space == ParamSpace ||
                              Space == NVPTXAS::ADDRESS_SPACE_CONST ||
                              (Param && isInParamSpace(*Param));
    if (!IsHandedOver && (mayShareMemory() || !isInGlobalMemory(*From)))
      return std::nullopt;
    auto Of = OfAll(Operands);
    if (Of && !IsHandedOver)
      Of->FromMemory = true;
    return Of;
  }
  return isa<BinaryOperator, UnaryOperator, CastInst, GetElementPtrInst,
             SelectInst, CmpInst, FreezeInst>(I)
             ? OfAll(Operands)
             : std::nullopt;
}

QuotientAxes RepeatedQuotients::of(const Instruction &I) {
  constexpr unsigned MostSteps = 16;
  if (I.getOpcode() != Instruction::FDiv || !I.getType()->isDoubleTy())
    return {};
  const auto Divisor = sourcesOf(*I.getOperand(1), MostSteps);
  if (!Divisor)
    return {};
  const auto Dividend = sourcesOf(*I.getOperand(0), MostSteps);
  QuotientAxes Out;
  // Each iteration has its own divisor where a counter takes part.
  if (!Divisor->FromCounter)
    Out.OfDivisor = Divisor->Axes;
  Out.IsDivisorOfArray = Divisor->FromMemory;
  if (Dividend) {
    Out.OfQuotient = Divisor->Axes | Dividend->Axes;
    Out.IsQuotientOfArray = Divisor->FromMemory || Divisor->FromCounter ||
                            Dividend->FromMemory || Dividend->FromCounter;
  }
  return Out;
}
