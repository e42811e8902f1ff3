//===- MissingCode.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/MissingCode.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace gpuperf;

static bool isOfTheRuntime(llvm::StringRef Name) {
  constexpr llvm::StringLiteral Names[] = {"vprintf", "__assertfail", "malloc",
                                           "free", "indirect call"};
  constexpr llvm::StringLiteral Prefixes[] = {"__nv",   "cuda",   "__cuda",
                                              "__ocml", "__ockl", "llvm."};
  return Name.empty() || llvm::is_contained(Names, Name) ||
         llvm::any_of(Prefixes, [&](llvm::StringRef Prefix) {
           return Name.starts_with(Prefix);
         });
}

std::string gpuperf::missingFunction(const KernelSummary &Kernel) {
  for (const Assumption &A : Kernel.Why.named())
    if (A.Kind == AssumptionKind::ExternalCall && !isOfTheRuntime(A.Name))
      return llvm::demangle(A.Name);
  return "";
}

bool gpuperf::launchesKernels(const KernelSummary &Kernel) {
  return llvm::any_of(Kernel.Why.named(), [](const Assumption &A) {
    return A.Kind == AssumptionKind::ExternalCall &&
           llvm::StringRef(A.Name).starts_with("cudaLaunchDevice");
  });
}
