//===- ProgramTotals.h - The GPU time of a program's run --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The launches of a run, each with its time, become a table as a profiler's
// summary prints it: a row a kernel, and what the GPU does besides.
//
// The band of a sum: the error of a model is that of a kernel, so that the
// launches of one kernel are off in the same direction and their bands add up.
// The errors of two kernels of a program are correlated in part
// (KernelCorrelation); those of the copies and of the gaps are independent. All
// are combined as logarithms that are weighted by the share of each in the sum.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PROGRAM_PROGRAMTOTALS_H
#define GPUPERF_PLUGIN_CLI_PROGRAM_PROGRAMTOTALS_H

#include "analysis/models/Bound.h"
#include "gpumodel/Estimate.h"
#include "gpumodel/GpuModel.h"
#include "plugin/facts/LaunchFact.h"

namespace gpuperf {

/// One way in which a run launches a kernel.
struct RunLaunch {
  std::string Kernel; ///< as a user writes it
  Dim3 Grid, Block;
  uint64_t Count = 1;             ///< launches with these values
  uint64_t Order = 0;             ///< of the first of them among all launches
  std::optional<Estimate> TimeUs; ///< of one launch
  Bound BoundBy = Bound::Latency; ///< with TimeUs
  std::string WhyNot;             ///< without TimeUs: one clause
  std::vector<std::string> Assumptions; ///< clauses
};

/// What is not in the launches themselves.
struct RunCosts {
  Estimate GapUs;         ///< between two launches that follow each other
  Estimate BusGbs;        ///< between host and device
  Estimate DeviceCopyGbs; ///< bytes copied on the device, each read and written
  Estimate CopyUs;        ///< of a copy of no bytes
};

/// The bus where nobody says which it is: what pinned memory reaches over PCIe
/// 4.0 with 16 lanes, in GB/s. Pageable memory has less, down to the low end.
inline constexpr double DefaultBusGbs = 25;

/// \p BusGbs: what the user says of the bus; nothing: DefaultBusGbs.
RunCosts runCosts(const GpuModel &Gpu, std::optional<double> BusGbs);

struct KernelTotal {
  std::string Name;
  uint64_t Calls = 0;
  Estimate TimeUs; ///< of all calls
  double MinUs = 0, MaxUs = 0;
  double Share = 0;               ///< of the time of all kernels, 0 to 1
  Bound BoundBy = Bound::Latency; ///< where most of the time is spent
  Dim3 Grid, Block;               ///< of most calls
  size_t Shapes = 0;              ///< different pairs of grid and block
  uint64_t Order = 0;             ///< of its first launch
  std::vector<std::string> Assumptions;
  double meanUs() const { return TimeUs.Value / static_cast<double>(Calls); }
};

/// Launches of one kernel that have no time, for one reason.
struct UntimedTotal {
  std::string Kernel;
  uint64_t Calls = 0;
  std::string WhyNot;
};

struct CopyTotal {
  CopyFact::Direction Where = CopyFact::Direction::HostToDevice;
  uint64_t Calls = 0, Bytes = 0;
  Estimate TimeUs;
};

/// Launches of one kernel that follow each other, as the program first makes
/// them. What is repeated in a loop stands where it is launched first.
struct TimelineBar {
  size_t Kernel = 0; ///< in ProgramTotals::Kernels
  uint64_t Count = 0;
  double StartUs = 0, TimeUs = 0;
};

struct ProgramTotals {
  std::vector<KernelTotal> Kernels;  ///< in the order asked for
  std::vector<UntimedTotal> Untimed; ///< the most calls first
  std::vector<CopyTotal> Copies;     ///< one a direction
  std::vector<TimelineBar> Timeline;
  uint64_t Launches = 0; ///< with a time
  uint64_t UntimedLaunches = 0;
  Estimate KernelsUs; ///< the sum over Kernels
  Estimate GapsUs;    ///< one gap between each launch and the next
  Estimate InAllUs;   ///< kernels, gaps and copies, nothing at the same time
};

enum class KernelOrder : uint8_t { Time, Calls, Mean, Name, First };
/// "time", "calls", "mean", "name" or "first"; nothing for another name.
std::optional<KernelOrder> kernelOrderFromName(llvm::StringRef Name);

ProgramTotals totalOf(llvm::ArrayRef<RunLaunch> Launches,
                      llvm::ArrayRef<CopyFact> Copies, const RunCosts &Costs,
                      KernelOrder Order = KernelOrder::Time);

/// Of the errors of two kernels of one program, in units of their bands: 0.38
/// over 40 programs whose kernels others have timed on an RTX 3080.
inline constexpr double KernelCorrelation = 0.4;

/// The sum of \p Parts; any two of their errors have this correlation, 0 to 1.
Estimate sumOf(llvm::ArrayRef<Estimate> Parts, double Correlation);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PROGRAM_PROGRAMTOTALS_H
