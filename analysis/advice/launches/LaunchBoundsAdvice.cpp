//===- LaunchBoundsAdvice.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/LaunchBoundsAdvice.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/launches/OccupancyAdvice.h"
#include "analysis/advice/launches/SpillAdvice.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;

/// With fewer registers per thread, all else as it is.
std::optional<Prediction>
gpuperf::predictWithRegisters(const KernelSummary &Kernel, const Launch &L,
                              const GpuModel &Gpu, const Prediction &P,
                              double Registers) {
  PredictOptions Options;
  Options.Model = P.Model;
  Options.RegistersPerThread = Estimate::exact(Registers);
  auto Other = predictLaunch(Kernel, L, Gpu, Options);
  if (!Other) {
    llvm::consumeError(Other.takeError());
    return std::nullopt;
  }
  return std::move(*Other);
}

static bool isWorth(const Estimate &Time, const Estimate &Without,
                    double MinGainPercent) {
  return Without.Value <= Time.Value * (1 - MinGainPercent / 100) &&
         Without.Value < Time.Value;
}

std::optional<LaunchBounds> gpuperf::wantedBounds(const KernelSummary &Kernel,
                                                  const Launch &L,
                                                  const GpuModel &Gpu,
                                                  const Prediction &P,
                                                  double MinGainPercent) {
  // What is not counted cannot be judged.
  if (!areCounted(Kernel.RegistersFrom) ||
      P.RegistersPerThread != Kernel.RegistersPerThread.Value ||
      Kernel.MinBlocksPerSmBound != 0)
    return std::nullopt;
  LaunchBounds Wanted;
  Wanted.Threads = static_cast<unsigned>(L.Block.count());
  if (Kernel.MaxThreadsPerBlockBound > Wanted.Threads &&
      Kernel.SpillBytesPerThread > 0) {
    auto Spilling = timeWithSpills(Kernel, L, Gpu, P);
    if (Spilling && isWorth(*Spilling, P.TimeUs, MinGainPercent))
      return Wanted;
    return std::nullopt;
  }
  if (P.Occ.Limiter != OccupancyLimiter::Registers || P.Waves <= 1 ||
      Kernel.SpillBytesPerThread > 0 || restsOnGuessedPaths(P))
    return std::nullopt;
  const auto Now = static_cast<unsigned>(Kernel.RegistersPerThread.Value);
  const unsigned Then = registersForMoreBlocks(Kernel, L, Gpu, Now);
  if (Then == 0)
    return std::nullopt;
  auto Other = predictWithRegisters(Kernel, L, Gpu, P, Then);
  if (!Other || !isWorth(P.TimeUs, Other->TimeUs, MinGainPercent))
    return std::nullopt;
  Wanted.MinBlocks = Other->Occ.BlocksPerSm;
  return Wanted;
}

std::string gpuperf::ptxWithBounds(llvm::StringRef Ptx, llvm::StringRef Mangled,
                                   LaunchBounds Bounds) {
  for (size_t At = Ptx.find(".entry "); At != llvm::StringRef::npos;
       At = Ptx.find(".entry ", At + 1)) {
    // .entry NAME ( parameters ) directives { body }
    llvm::StringRef Name = Ptx.substr(At).split(' ').second.ltrim();
    if (!Name.consume_front(Mangled) || Name.empty() ||
        (Name[0] != '(' && !llvm::isSpace(Name[0])))
      continue;
    const size_t Open = Ptx.find('{', At);
    size_t Close = Ptx.rfind(')', Open);
    if (Open == llvm::StringRef::npos || Close == llvm::StringRef::npos ||
        Close < At)
      return "";
    std::string Directives = "\n";
    llvm::SmallVector<llvm::StringRef, 4> Lines;
    Ptx.slice(Close + 1, Open).split(Lines, '\n');
    for (llvm::StringRef Line : Lines)
      if (!Line.trim().empty() && !Line.contains(".maxntid") &&
          !Line.contains(".minnctapersm"))
        Directives += (Line + "\n").str();
    Directives += llvm::formatv(".maxntid {0}, 1, 1\n", Bounds.Threads);
    if (Bounds.MinBlocks)
      Directives += llvm::formatv(".minnctapersm {0}\n", Bounds.MinBlocks);
    return (Ptx.take_front(Close + 1) + Directives + Ptx.substr(Open)).str();
  }
  return "";
}

std::optional<LaunchBoundsGain>
gpuperf::gainOfBounds(const KernelSummary &Kernel, const Launch &L,
                      const GpuModel &Gpu, const Prediction &P,
                      const RegisterUse &Bounded) {
  if (Bounded.From != RegisterSource::Ptxas || Bounded.SpillBytes > 0)
    return std::nullopt;
  auto Then = predictWithRegisters(Kernel, L, Gpu, P, Bounded.PerThread.Value);
  if (!Then)
    return std::nullopt;
  LaunchBoundsGain G;
  G.RegistersNow = static_cast<unsigned>(Kernel.RegistersPerThread.Value);
  G.RegistersThen = static_cast<unsigned>(Bounded.PerThread.Value);
  G.SpillBytesNow = Kernel.SpillBytesPerThread;
  G.WarpsPerSm = P.Occ.WarpsPerSm;
  G.WarpsThen = Then->Occ.WarpsPerSm;
  G.MaxWarpsPerSm = static_cast<unsigned>(Gpu.Arch.MaxWarpsPerSm.Value);
  G.TimeUs = P.TimeUs;
  if (auto Spilling = timeWithSpills(Kernel, L, Gpu, P))
    G.TimeUs = *Spilling;
  G.WithoutUs = Then->TimeUs;
  return G;
}
