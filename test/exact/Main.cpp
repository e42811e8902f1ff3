//===- Main.cpp - exact-counts: tables of ours against the truth ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exact-counts [table|all|ir|cache|sampling|generated] [NAME...]: totals of
// every launch; every figure that is not exact; the IR that both sides start
// from; bytes that small caches move; what sampling costs in accuracy; findings
// of the checks on random kernels.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "test/exact/CacheSim.h"
#include "test/exact/Cases.h"
#include "test/exact/Compare.h"
#include "test/exact/Generated.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

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

/// A GPU of a few SMs, so that small launches fill it.
static GpuModel smallGpu(const GpuModel &Like, double Sms, double L1Kib,
                         double L2Kib) {
  GpuModel G = Like;
  G.SmCount.Value = Sms;
  // Room for shared memory beside what L1 has at most.
  G.UnifiedL1SharedBytes->Value = 192 << 10;
  if (!G.L1BytesMax)
    G.L1BytesMax = G.UnifiedL1SharedBytes;
  G.L1BytesMax->Value = L1Kib * 1024;
  G.L2Bytes->Value = L2Kib * 1024;
  return G;
}

static void printMoved(const Case &C, const CompiledCase &K,
                       const AddressTrace &T, const GpuModel &Like) {
  for (auto [Sms, L1Kib, L2Kib] :
       {std::array{4, 16, 128}, {4, 32, 512}, {8, 128, 2048}}) {
    GpuModel Gpu = smallGpu(Like, Sms, L1Kib, L2Kib);
    for (L2State State : {L2State::Cold, L2State::Warm}) {
      Launch L = K.launch();
      L.Conditions.L2 = State;
      unsigned Resident = residentBlocks(K, Gpu);
      WarpProfile P = profileWarps(K.summary(), L, Gpu, Resident);
      CacheSizes Sizes;
      Sizes.Sms = static_cast<unsigned>(Sms);
      Sizes.ResidentBlocks = Resident;
      Sizes.L1Bytes = static_cast<uint64_t>(L1Kib) << 10;
      Sizes.L2Bytes = static_cast<uint64_t>(L2Kib) << 10;
      MovedBytes M = simulate(T, Sizes, State == L2State::Warm ? 2 : 1);
      std::string Setup = std::to_string(Sms) + "x" + std::to_string(L1Kib) +
                          "K/" + std::to_string(L2Kib) + "K " +
                          (State == L2State::Warm ? "warm" : "cold");
      auto Ratio = [](double Ours, double True) {
        return Figure{"", Ours, True}.ratio();
      };
      llvm::outs() << llvm::format(
          "%-20s %-16s %2u %10.0f %10.0f %6.2f %10.0f %10.0f %6.2f %10.0f "
          "%10.0f %6.2f %10.0f\n",
          C.Name.c_str(), Setup.c_str(), Resident, P.L2Bytes / 1024,
          M.L2 / 1024, Ratio(P.L2Bytes, M.L2), P.DramReadBytes / 1024,
          M.DramRead / 1024, Ratio(P.DramReadBytes, M.DramRead),
          P.DramWriteBytes / 1024, M.DramWrite / 1024,
          Ratio(P.DramWriteBytes, M.DramWrite), M.LeftDirty / 1024);
      llvm::outs().flush();
    }
  }
}

static int printCaches(const GpuModel &Gpu,
                       const std::vector<std::string> &Names) {
  llvm::outs() << llvm::format(
      "%-20s %-16s %2s %10s %10s %6s %10s %10s %6s %10s %10s %6s %10s\n",
      "kernel", "SMs x L1/L2", "bl", "L2 KiB", "true", "ratio", "read KiB",
      "true", "ratio", "write KiB", "true", "ratio", "left dirty");
  int Failed = 0;
  for (const Case &C : cacheCases()) {
    if (!Names.empty() && !llvm::is_contained(Names, C.Name))
      continue;
    auto K = CompiledCase::create(C);
    auto T = K ? AddressTrace::record(*K, true) : K.takeError();
    if (!T) {
      llvm::outs() << C.Name << ": " << llvm::toString(T.takeError()) << "\n";
      Failed = 1;
      continue;
    }
    printMoved(C, *K, *T, Gpu);
  }
  return Failed;
}

/// Samples against a walk of everything; both are ours.
static int printSampling(const GpuModel &Gpu,
                         const std::vector<std::string> &Names) {
  llvm::outs() << llvm::format("%-22s %8s %8s %8s %8s %8s %9s %9s\n", "kernel",
                               "warp in.", "lane in.", "requests", "sectors",
                               "passes", "ms", "ms all");
  for (const Case &C : samplingCases()) {
    if (!Names.empty() && !llvm::is_contained(Names, C.Name))
      continue;
    auto K = CompiledCase::create(C);
    if (!K) {
      llvm::outs() << C.Name << ": " << llvm::toString(K.takeError()) << "\n";
      continue;
    }
    auto Totals = [&](bool Everything, double &Ms) {
      std::clock_t Start = std::clock();
      WarpProfile P = profile(*K, Gpu, Everything);
      Ms = 1e3 * static_cast<double>(std::clock() - Start) / CLOCKS_PER_SEC;
      std::array<double, 5> T{};
      for (unsigned Op = 0; Op < NumOpClasses; ++Op)
        if (static_cast<OpClass>(Op) != OpClass::Free)
          T[0] += P.WarpInstructions[Op], T[1] += P.LaneInstructions[Op];
      for (AccessId Id = 0; Id < P.Accesses.size(); ++Id) {
        const AccessProfile &A = P.Accesses[Id];
        bool Shared = K->summary().Accesses[Id].Space == MemSpace::Shared;
        if (!Shared)
          T[2] += A.Requests;
        T[3] += A.Requests * A.SectorsPerRequest.Value;
        if (Shared)
          T[4] += A.Requests * A.PassesPerRequest.Value;
      }
      return T;
    };
    double Ms = 0, MsAll = 0;
    auto Some = Totals(false, Ms), All = Totals(true, MsAll);
    llvm::outs() << llvm::format("%-22s", C.Name.c_str());
    for (unsigned I = 0; I < Some.size(); ++I)
      llvm::outs() << llvm::format(" %8.4f",
                                   Figure{"", Some[I], All[I]}.ratio());
    llvm::outs() << llvm::format(" %9.2f %9.2f\n", Ms, MsAll);
    llvm::outs().flush();
  }
  return 0;
}

/// Findings on random kernels against a run of them.
static int printGenerated(const GpuModel &Gpu, std::vector<std::string> Names) {
  // A number among the names is another seed than the test's.
  uint64_t Seed = 1;
  llvm::erase_if(Names, [&](const std::string &Name) {
    return !llvm::StringRef(Name).getAsInteger(10, Seed);
  });
  std::vector<GeneratedFile> Files = generate(200, Seed);
  for (GeneratedFile &F : Files)
    if (!Names.empty())
      llvm::erase_if(F.Cases, [&](const Case &C) {
        return !llvm::is_contained(Names, C.Name);
      });
  if (!Names.empty())
    for (const GeneratedFile &F : Files)
      for (const Case &C : F.Cases) {
        const size_t At = F.Text.find("__global__ void " + C.Name + "(");
        llvm::outs() << llvm::StringRef(F.Text).slice(
                            At, F.Text.find("\n}\n", At) + 3)
                     << "// block " << C.Block.X << " x " << C.Block.Y << " x "
                     << C.Block.Z << ", grid " << C.Grid.X << " x " << C.Grid.Y
                     << " x " << C.Grid.Z;
        for (size_t I = 3; I < C.Args.size(); ++I)
          llvm::outs() << ", n" << I - 3 << " = " << C.Args[I].Known.Integer;
        llvm::outs() << "\n";
      }
  auto V = judgeGenerated(Files, Gpu);
  if (!V) {
    llvm::outs() << llvm::toString(V.takeError()) << "\n";
    return 1;
  }
  for (const std::string &Line : V->Wrong)
    llvm::outs() << Line << "\n";
  llvm::outs() << llvm::format("%-8s %8s %8s %8s %8s %8s %8s %8s %12s\n", "",
                               "accesses", "affine", "wasteful", "found",
                               "recall", "false", "exact", "affine exact");
  for (auto [Name, A] :
       {std::pair("global", &V->Global), std::pair("shared", &V->Shared)})
    llvm::outs() << llvm::format(
        "%-8s %8u %8u %8u %8u %7.1f%% %7.1f%% %7.1f%% %11.1f%%\n", Name,
        A->Accesses, A->Affine, A->Wasteful, A->Found, 100 * A->recall(),
        100 * A->falseRate(), 100.0 * A->Exact / std::max(A->Accesses, 1u),
        100.0 * A->AffineExact / std::max(A->Affine, 1u));
  llvm::outs() << V->Gathers << " gathers, " << V->GathersFound
               << " of them reported; " << V->OutsideBand
               << " accesses outside of their band of sectors\n";
  return 0;
}

int main(int Argc, char **Argv) {
  std::string Mode = Argc > 1 ? Argv[1] : "table";
  std::vector<std::string> Names(Argv + std::min(Argc, 2), Argv + Argc);
  auto Gpu = findGpu("a100-sxm4-40gb");
  if (!Gpu) {
    llvm::errs() << llvm::toString(Gpu.takeError()) << "\n";
    return 2;
  }
  if (Mode == "cache")
    return printCaches(*Gpu, Names);
  if (Mode == "generated")
    return printGenerated(*Gpu, Names);
  if (Mode == "sampling")
    return printSampling(*Gpu, Names);
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
