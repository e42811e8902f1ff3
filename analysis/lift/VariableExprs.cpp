//===- VariableExprs.cpp - Numbers that the host has set ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the host has written into a variable of the GPU's memory, and no kernel
// writes, is the same for all threads of a launch, as an argument is. Such a
// variable gets a place behind the kernel's parameters.
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

/// A list of what the linker must keep, which is no use of it.
static bool isListOfUsed(const User &U) {
  return isa<Constant>(U) && all_of(U.users(), [](const User *List) {
           return isa<GlobalVariable>(List) &&
                  List->getName().ends_with("used");
         });
}

/// Whether the code does nothing but load from what \p Start points to.
static bool isOnlyLoaded(const Value &Start) {
  constexpr size_t MostUsers = 4096;
  SmallVector<const User *, 16> Work(Start.users());
  while (!Work.empty()) {
    if (Work.size() > MostUsers)
      return false;
    const User *U = Work.pop_back_val();
    if (isa<GEPOperator>(U) || isa<AddrSpaceCastOperator>(U) ||
        isa<BitCastOperator>(U))
      Work.append(U->user_begin(), U->user_end());
    else if (!isa<LoadInst>(U) && !isListOfUsed(*U))
      return false;
  }
  return true;
}

/// Whether \p G holds what the host has put there when a kernel starts, and
/// goes on to.
static bool isSetByHost(const GlobalVariable &G) {
  // What is __constant__ is a constant to the device's code.
  if (!G.isExternallyInitialized() || !G.getValueType()->isSized())
    return false;
  switch (G.getAddressSpace()) {
  case NVPTXAS::ADDRESS_SPACE_CONST:
    return true;
  case NVPTXAS::ADDRESS_SPACE_GLOBAL:
    return isOnlyLoaded(G);
  default:
    return false;
  }
}

/// As the source has it, with its namespaces.
static std::string qualifiedName(const GlobalVariable &G) {
  // Where files are compiled apart, a static variable's symbol has a part that
  // tells its file.
  return demangle(G.getName().split('.').first.str());
}

std::optional<uint32_t>
ExprBuilder::variableParameter(const GlobalVariable &G) {
  auto [It, New] = VariableParams.try_emplace(&G);
  if (!New || !isSetByHost(G))
    return It->second;
  Type *T = G.getValueType();
  Param P;
  P.Name = qualifiedName(G);
  P.IsVariable = true;
  P.IsFloating = T->isFloatingPointTy();
  P.IsByValStruct = !P.IsFloating && !T->isIntegerTy();
  P.SizeBytes = static_cast<uint32_t>(
      F.getParent()->getDataLayout().getTypeAllocSize(T).getKnownMinValue());
  It->second = static_cast<uint32_t>(K.Params.size());
  K.Params.push_back(std::move(P));
  return It->second;
}
