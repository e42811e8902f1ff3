//===- InlinedSize.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/InlinedSize.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace {
class Sizes {
public:
  /// Instructions of \p F with all that it calls.
  double of(const Function &F) {
    // A call of itself, by any way, finds the 0 that stands here meanwhile.
    auto [It, New] = Known.try_emplace(&F, 0.0);
    if (!New)
      return It->second;
    double Sum = 0;
    for (const Instruction &I : instructions(F)) {
      ++Sum;
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee && !Callee->isDeclaration())
        Sum += of(*Callee);
    }
    return Known[&F] = Sum;
  }

private:
  DenseMap<const Function *, double> Known;
};
} // namespace

static bool isKernel(const Function &F) {
  return !F.isDeclaration() &&
         (F.getCallingConv() == CallingConv::PTX_Kernel ||
          F.getCallingConv() == CallingConv::AMDGPU_KERNEL);
}

StringMap<double> gpuperf::inlinedThousands(const Module &M) {
  Sizes Size;
  StringMap<double> Out;
  for (const Function &F : M)
    if (isKernel(F))
      Out[F.getName()] = Size.of(F) / 1000;
  return Out;
}

StringMap<std::string> gpuperf::dropBeyondBudget(Module &M,
                                                 double MostThousands) {
  StringMap<std::string> Dropped;
  if (MostThousands == 0)
    return Dropped;
  const StringMap<double> Sizes = inlinedThousands(M);
  double Sum = 0;
  for (Function &F : M) {
    if (!isKernel(F))
      continue;
    const double Size = Sizes.lookup(F.getName());
    if (Size > MostThousands)
      Dropped[F.getName()] = formatv(
          "its code has {0:f0} thousand instructions once all calls are "
          "inlined, and more than {1:f0} thousand are not looked at",
          Size, MostThousands);
    else if (Sum + Size > MostThousands)
      Dropped[F.getName()] =
          formatv("the kernels of this file that come before it have {0:f0} "
                  "thousand instructions once all calls are inlined, and more "
                  "than {1:f0} thousand are not looked at",
                  Sum, MostThousands);
    else
      Sum += Size;
  }
  for (const auto &Entry : Dropped)
    M.getFunction(Entry.getKey())->deleteBody();
  return Dropped;
}
