//===- OccupancyAdvice.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/OccupancyAdvice.h"
#include "analysis/advice/Plausible.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace gpuperf;

/// The largest share of a resource that may have to be saved for the advice to
/// be given.
static constexpr double MostCut = 1.0 / 6;

BlockResources gpuperf::blockResources(const KernelSummary &Kernel,
                                       const Launch &L, unsigned Registers) {
  BlockResources R;
  R.ThreadsPerBlock =
      static_cast<unsigned>(std::min<uint64_t>(L.Block.count(), ~0u));
  R.RegistersPerThread = Registers;
  R.ScalarRegistersPerWarp = Kernel.ScalarRegisters;
  R.StaticSharedBytes = Kernel.StaticSharedBytes;
  R.DynamicSharedBytes = L.DynamicSharedBytes;
  return R;
}

unsigned gpuperf::registersForMoreBlocks(const KernelSummary &Kernel,
                                         const Launch &L, const GpuModel &Gpu,
                                         unsigned Registers) {
  auto Blocks = [&](unsigned R) {
    return computeOccupancy(Gpu, blockResources(Kernel, L, R)).BlocksPerSm;
  };
  const unsigned Now = Blocks(Registers);
  for (unsigned R = Registers; R > 1;)
    if (Blocks(--R) > Now)
      return R;
  return 0;
}

/// Whether DRAM is predicted to be within 15 % of its peak all the time.
static bool isDramBusy(const Prediction &P) {
  constexpr double NearPeak = 0.85;
  return llvm::any_of(P.Components, [&](const Component &C) {
    return C.Name == "dram" && C.TimeUs >= NearPeak * P.TimeUs.Value;
  });
}

namespace {
class Adviser {
public:
  Adviser(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
          const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P) {}

  std::optional<OccupancyAdvice> run() {
    A.Limiter = P.Occ.Limiter;
    A.BlocksPerSm = P.Occ.BlocksPerSm;
    A.WarpsPerSm = P.Occ.WarpsPerSm;
    A.MaxWarpsPerSm = static_cast<unsigned>(Gpu.Arch.MaxWarpsPerSm.Value);
    A.TimeUs = P.TimeUs;
    // A grid whose blocks all run at once gains nothing from room for more.
    if (P.Occ.BlocksPerSm == 0 || P.Waves <= 1)
      return std::nullopt;
    // More warps cannot get more out of a DRAM that is busy nearly all the
    // time.
    if (isDramBusy(P))
      return std::nullopt;
    // How much of the latency more warps hide depends on what the kernel waits
    // for, which is not known where data decides.
    if (restsOnGuessedPaths(P))
      return std::nullopt;
    switch (P.Occ.Limiter) {
    case OccupancyLimiter::Registers:
      return registers();
    case OccupancyLimiter::SharedMemory:
      return sharedMemory();
    case OccupancyLimiter::Blocks:
      return smallBlock();
    case OccupancyLimiter::Warps:
    case OccupancyLimiter::Barriers:
    case OccupancyLimiter::ScalarRegisters:
      return std::nullopt;
    }
    return std::nullopt;
  }

private:
  unsigned wholeRegisters() const {
    return static_cast<unsigned>(std::ceil(P.RegistersPerThread));
  }

  std::optional<OccupancyAdvice> registers() {
    if (P.RegistersPerThread != K.RegistersPerThread.Value)
      return std::nullopt;
    // nvcc may keep arrays in registers that clang leaves in local memory.
    if (K.LocalBytesPerThread > 0 || K.SpillBytesPerThread > 0)
      return std::nullopt;
    if (!areCounted(K.RegistersFrom))
      for (unsigned Blocks : blocksPerSmRange(K, L, Gpu))
        if (Blocks != A.BlocksPerSm)
          return std::nullopt;
    // The largest number of registers that the kernel may need has to be
    // reduced.
    const auto Most = static_cast<unsigned>(std::ceil(K.RegistersPerThread.Hi));
    A.Now = wholeRegisters();
    A.Then = registersForMoreBlocks(K, L, Gpu, Most);
    if (A.Then == 0 || Most - A.Then > Most * MostCut)
      return std::nullopt;
    PredictOptions Fewer;
    Fewer.RegistersPerThread = Estimate::exact(static_cast<double>(A.Then));
    return with(K, L, Fewer);
  }

  std::optional<OccupancyAdvice> sharedMemory() {
    const uint64_t Unit =
        Gpu.Arch.SharedAllocationUnitBytes
            ? std::max<uint64_t>(Gpu.Arch.SharedAllocationUnitBytes->Value, 1)
            : 1;
    A.Now = K.StaticSharedBytes + L.DynamicSharedBytes;
    BlockResources R = blockResources(K, L, wholeRegisters());
    R.DynamicSharedBytes = 0;
    const auto Least = static_cast<uint64_t>(A.Now * (1 - MostCut));
    for (uint64_t Bytes = llvm::alignDown(A.Now, Unit); Bytes >= Least;
         Bytes -= Unit) {
      R.StaticSharedBytes = Bytes;
      if (computeOccupancy(Gpu, R).BlocksPerSm > A.BlocksPerSm) {
        A.Then = Bytes;
        break;
      }
      if (Bytes < Unit)
        break;
    }
    if (A.Then == 0)
      return std::nullopt;
    KernelSummary Less = K;
    Launch Smaller = L;
    const uint64_t Cut = A.Now - A.Then;
    if (L.DynamicSharedBytes >= Cut)
      Smaller.DynamicSharedBytes -= Cut;
    else
      Less.StaticSharedBytes -= std::min(Cut, Less.StaticSharedBytes);
    return with(Less, Smaller, {});
  }

  /// An SM holds as many blocks as it can and still has too few warps: the same
  /// threads in fewer blocks would help.
  std::optional<OccupancyAdvice> smallBlock() {
    // A block often works on one item of the data, so that the launch cannot
    // choose its size.
    if (L.Grid.Y != 1 || L.Grid.Z != 1 || !K.Independence.Proven ||
        L.DynamicSharedBytes != 0)
      return std::nullopt;
    Launch Larger = L;
    while (Larger.Grid.X > 1 &&
           computeOccupancy(Gpu, blockResources(K, Larger, wholeRegisters()))
                   .Limiter == OccupancyLimiter::Blocks) {
      Larger.Block.X *= 2;
      Larger.Grid.X = Larger.Grid.X / 2 + Larger.Grid.X % 2;
    }
    A.Now = L.Block.count();
    A.Then = Larger.Block.count();
    if (A.Then == A.Now || !launchLimitViolations(K, Larger, Gpu).empty())
      return std::nullopt;
    PredictOptions SameProfile;
    SameProfile.KnownProfile = &P.Profile;
    return with(K, Larger, SameProfile);
  }

  std::optional<OccupancyAdvice> with(const KernelSummary &Kernel,
                                      const Launch &Other,
                                      PredictOptions Options) {
    Options.Model = P.Model;
    auto Then = predictLaunch(Kernel, Other, Gpu, Options);
    if (!Then) {
      llvm::consumeError(Then.takeError());
      return std::nullopt;
    }
    A.BlocksThen = Then->Occ.BlocksPerSm;
    A.WarpsThen = Then->Occ.WarpsPerSm;
    A.WithoutUs = Then->TimeUs;
    if (A.WarpsThen <= A.WarpsPerSm)
      return std::nullopt;
    return A;
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
  OccupancyAdvice A;
};
} // namespace

std::optional<OccupancyAdvice>
gpuperf::adviseOccupancy(const KernelSummary &Kernel, const Launch &L,
                         const GpuModel &Gpu, const Prediction &P) {
  return Adviser(Kernel, L, Gpu, P).run();
}
