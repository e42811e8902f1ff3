//===- Main.cpp - exact-counts: tables of ours against the truth ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exact-counts [table|all|ir] [NAME...]: totals of every launch; every figure
// that is not exact; the IR that both sides start from.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/GpuRegistry.h"
#include "test/exact/Cases.h"
#include "test/exact/Compare.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace gpuperf;
using namespace gpuperf::exact;

static void printFigure(llvm::StringRef Name, const Figure &F,
                        const Figure *Sampled) {
  llvm::outs() << llvm::format("%-18s %-34s %14.6g %14.6g %8.4f",
                               Name.str().c_str(), F.What.c_str(), F.Ours,
                               F.True, F.ratio());
  if (Sampled)
    llvm::outs() << llvm::format(" %8.4f", Sampled->ratio());
  llvm::outs() << "\n";
}

int main(int Argc, char **Argv) {
  std::string Mode = Argc > 1 ? Argv[1] : "table";
  std::vector<std::string> Names(Argv + std::min(Argc, 2), Argv + Argc);
  auto Gpu = findGpu("a100-sxm4-40gb");
  if (!Gpu) {
    llvm::errs() << llvm::toString(Gpu.takeError()) << "\n";
    return 2;
  }
  llvm::outs() << llvm::format("%-18s %-34s %14s %14s %8s %8s\n", "kernel",
                               "figure", "ours", "true", "ratio", "sampled");
  bool Failed = false;
  for (const Case &C : exactCases()) {
    if (!Names.empty() && !llvm::is_contained(Names, C.Name))
      continue;
    auto Compiled = CompiledCase::create(C);
    auto True = Compiled ? count(*Compiled) : Compiled.takeError();
    if (!True) {
      llvm::outs() << C.Name << ": " << llvm::toString(True.takeError())
                   << "\n";
      Failed = true;
      continue;
    }
    const KernelSummary &K = Compiled->summary();
    if (Mode == "ir")
      llvm::outs() << Compiled->irText();
    WarpProfile All = profile(*Compiled, *Gpu, true);
    WarpProfile Some = profile(*Compiled, *Gpu, false);
    for (uint32_t Id : True->Uncovered)
      llvm::outs() << C.Name << " instruction " << Id << " is no access\n";
    if (Mode == "table") {
      Figures A = compareTotals(K, All, *True),
              B = compareTotals(K, Some, *True);
      for (size_t I = 0; I < A.size(); ++I)
        if (A[I].Ours != 0 || A[I].True != 0)
          printFigure(C.Name, A[I], &B[I]);
    }
    for (const Figure &F : compareAll(K, All, *True))
      if (Mode != "table" && !F.exact())
        printFigure(C.Name, F, nullptr);
  }
  return Failed;
}
