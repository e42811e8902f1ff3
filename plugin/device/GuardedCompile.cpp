//===- GuardedCompile.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/GuardedCompile.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/device/CrashGuard.h"

using namespace clang;
using namespace gpuperf;

llvm::Expected<KernelTable> gpuperf::compileGuarded(
    KernelList Kernels, unsigned MaxRetries,
    llvm::function_ref<llvm::Expected<KernelTable>(KernelList)> Compile) {
  std::optional<llvm::Expected<KernelTable>> All;
  if (runGuarded([&] { All.emplace(Compile(Kernels)); }))
    return std::move(*All);

  KernelTable Result;
  for (const FunctionDecl *Kernel : Kernels) {
    std::string Mangled = deviceMangledName(*Kernel);
    Result.Names.emplace_back(writtenName(*Kernel), Mangled);
    std::optional<llvm::Expected<KernelTable>> One;
    const bool Alone = Kernels.size() == 1 || MaxRetries == 0;
    if (Alone || !runGuarded([&] { One.emplace(Compile(Kernel)); })) {
      Result.Unusable[Mangled] = "clang crashed while compiling the kernels of "
                                 "this file";
    } else if (!*One) {
      Result.Unusable[Mangled] = llvm::toString(One->takeError());
    } else {
      Result.ByMangled.merge((*One)->ByMangled);
      Result.Unusable.merge((*One)->Unusable);
    }
    if (MaxRetries)
      --MaxRetries;
  }
  return Result;
}
