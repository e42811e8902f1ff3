//===- ManagedMemoryCheck.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/host/ManagedMemoryCheck.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/report/Wording.h"
#include "plugin/findings/OtherSizes.h"
#include "plugin/findings/host/ManagedArrays.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace clang;

namespace gpuperf {

/// Bytes per microsecond that page faults bring: 8.2 GB/s on a GTX 1080 with
/// PCIe 3.0 (github.com/parallelArchitect/pascal-um-benchmark, README). Other
/// systems are between a half and twice that.
static Estimate movedPerUs() { return {4100, 8200, 16400, {}}; }

/// Only GPUs behind a bus: of a superchip, both sides read all memory.
static bool takesPageFaults(const GpuModel &Gpu) {
  constexpr unsigned FirstWithFaults = 60; // Pascal
  unsigned Capability = 0;
  llvm::StringRef Arch = Gpu.Arch.Name;
  const bool IsNvidia = Arch.consume_front("sm_") &&
                        !Arch.consumeInteger(10, Capability) &&
                        Capability >= FirstWithFaults;
  const llvm::StringRef Name = Gpu.Name;
  return IsNvidia && !Name.starts_with("gb") && !Name.starts_with("gh");
}

/// Bytes of the arrays that the launch touches.
static double bytesOf(const ManagedLaunch &Managed, const KernelSummary &K,
                      const WarpProfile &P) {
  double Sum = 0;
  for (const ManagedLaunch::Array &Array : Managed.Arrays)
    Sum += touchedBytesOf(Array.Param, K, P);
  return Sum;
}

void ManagedMemoryCheck::reportFile(const FileAnalysis &File) {
  if (!readOptions(File))
    return;
  llvm::DenseSet<const FunctionDecl *> Seen;
  for (const LaunchAnswer &First : File.Launches) {
    const FunctionDecl *F = First.Site.Function;
    if (!F || First.Site.InDeviceCode || !Seen.insert(F).second)
      continue;
    for (const ManagedLaunch &Managed : launchesOnHostPages(*F)) {
      const auto Answer =
          llvm::find_if(File.Launches, [&](const LaunchAnswer &A) {
            return A.Site.Call == Managed.Launch;
          });
      if (Answer != File.Launches.end() && !Answer->Site.IsDead)
        reportLaunch(Managed, *Answer, File);
    }
  }
}

static std::string namesOf(const ManagedLaunch &Managed) {
  std::vector<std::string> Names;
  for (const ManagedLaunch::Array &Array : Managed.Arrays)
    Names.push_back(Array.Name);
  return listArrays(Names);
}

/// How often the launch is made while its arrays stay where they are; 0: not
/// known.
static double timesOf(const ManagedLaunch &Managed,
                      const LaunchAnswer &Answer) {
  if (!Managed.IsRepeated)
    return 1;
  double Times = 0;
  for (const LaunchContext &C : Answer.Contexts)
    Times += static_cast<double>(C.Count);
  return Times;
}

void ManagedMemoryCheck::reportLaunch(const ManagedLaunch &Managed,
                                      const LaunchAnswer &Answer,
                                      const FileAnalysis &File) {
  const std::string Names = namesOf(Managed);
  const double Times = timesOf(Managed, Answer);
  if (Times == 0)
    return;
  for (size_t G = 0; G < Answer.PerGpu.size(); ++G) {
    const GpuAnswer &On = Answer.PerGpu[G];
    const GpuModel &Gpu = File.Gpus[G];
    if (!On.P || !On.Kernel || !takesPageFaults(Gpu))
      continue;
    const std::string Where = " while '" + Answer.Site.KernelName + "' runs";
    std::string Text;
    if (On.Open.empty() || Times > 1) {
      // How much of an array loops of unknown length touch is not known.
      if (restsOnGuessedPaths(*On.P))
        continue;
      const double Bytes = bytesOf(Managed, *On.Kernel, On.P->Profile);
      const double LeastUs = Bytes / movedPerUs().Hi;
      constexpr double Few = 100; // us: nobody waits for it
      if (LeastUs < Few ||
          100 * LeastUs <
              MinGainPercent * (LeastUs + Times * On.P->TimeUs.Value))
        continue;
      Text = llvm::formatv(
          "{0}, {1} of managed memory that the host has written, {2} by page "
          "faults{3}: about {4} beside {5} of the kernel itself{6}",
          Names, formatBytes(Bytes),
          Managed.Arrays.size() == 1 ? "comes" : "come", Where,
          formatTimeUs(Bytes / movedPerUs().Value),
          formatTimeUs(On.P->TimeUs.Value),
          (Times > 1 ? ", once for " + formatNumber(Times) + " launches" : "") +
              " on " + On.Gpu);
    } else {
      // At every size that fills a GPU, many times the kernel's own time.
      constexpr double Worth = 1;
      const double Least =
          leastOver(launchesAtLargeSizes(Answer, Assume), On, Gpu,
                    [&](const Launch &, const Prediction &P) {
                      return bytesOf(Managed, *On.Kernel, P.Profile) /
                             movedPerUs().Hi / P.TimeUs.Value;
                    })
              .value_or(0);
      if (Least < Worth)
        continue;
      Text = llvm::formatv(
          "{0}, managed memory that the host has written, {1} by page "
          "faults{2}: at least {3} times as long as the kernel itself takes on "
          "{4} with {5} threads or more",
          Names, Managed.Arrays.size() == 1 ? "comes" : "come", Where,
          formatNumber(std::floor(Least)), On.Gpu, FillingThreads);
    }
    speakOf(On);
    diag(Answer.Site.Where, "%0") << Text;
    auto Note = [&](const std::string &Said) {
      diag(Answer.Site.Where, "%0", DiagnosticIDs::Note) << Said;
    };
    Note("cudaMemPrefetchAsync in front of the launch, one for each array, "
         "moves it in large pieces before the kernel begins; cudaMalloc and "
         "cudaMemcpy do as well");
    Note("the bytes have to come in any case: page faults bring some 8 GB/s "
         "(half or twice that by system), a copy all that the bus can carry; "
         "predicted times are of data that lie on the GPU");
    return;
  }
}

} // namespace gpuperf
