//===- ProgramText.cpp - The totals as a table ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/Wording.h"
#include "plugin/cli/draw/ShareBar.h"
#include "plugin/cli/program/ProgramReport.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace gpuperf;

static void printKernel(llvm::raw_ostream &OS, const KernelTotal &K) {
  OS << fmt::format(
      "  {:>9}  {:>6} {:<12} {:>8}  {:>9}  {:>9}  {:>9}  {:<8} {:<16} {:<12} "
      "{}\n",
      formatTimeUs(K.TimeUs.Value), fmt::format("{:.1f}%", 100 * K.Share),
      shareBar(K.Share, 12), K.Calls, formatTimeUs(K.meanUs()),
      formatTimeUs(K.MinUs), formatTimeUs(K.MaxUs), boundName(K.BoundBy).str(),
      formatDim(K.Grid) + (K.Shapes > 1 ? " ..." : ""), formatDim(K.Block),
      K.Name);
}

static void printSum(llvm::raw_ostream &OS, llvm::StringRef What,
                     const Estimate &TimeUs, llvm::StringRef Detail,
                     bool IsOpen) {
  const std::string Band =
      IsOpen ? std::string()
             : fmt::format("{} to {}", formatTimeUs(TimeUs.Lo),
                           formatTimeUs(TimeUs.Hi));
  const std::string Line = fmt::format(
      "  {:>9}  {:<17}{}{}{}", formatTimeUs(TimeUs.Value), What.str(), Band,
      Band.empty() || Detail.empty() ? "" : "; ", Detail.str());
  OS << llvm::StringRef(Line).rtrim() << '\n';
}

void gpuperf::printProgramText(llvm::raw_ostream &OS, const ProgramReport &R) {
  const ProgramTotals &T = R.Totals;
  OS << fmt::format("{}: {} ({})\n", runTitle(R, R.File), launchesAndKernels(T),
                    R.Model);
  OS << fmt::format("  {:>9}  {:>6} {:<12} {:>8}  {:>9}  {:>9}  {:>9}  {:<8} "
                    "{:<16} {:<12} {}\n",
                    "time", "share", "", "calls", "mean", "min", "max", "bound",
                    "grid", "block", "kernel");
  for (const KernelTotal &K : T.Kernels)
    printKernel(OS, K);
  OS << '\n';
  const bool Open = isOpen(R);
  printSum(OS, "kernels", T.KernelsUs, "", Open);
  if (T.GapsUs.Value > 0)
    printSum(OS, "launch gaps", T.GapsUs,
             fmt::format("{} times {}", T.Launches + T.UntimedLaunches - 1,
                         formatTimeUs(R.Costs.GapUs.Value)),
             Open);
  for (const CopyTotal &C : T.Copies)
    printSum(OS, copyName(C.Where), C.TimeUs,
             fmt::format("{} {}, {}", C.Calls, C.Calls == 1 ? "copy" : "copies",
                         formatBytes(static_cast<double>(C.Bytes))),
             Open);
  printSum(OS, "in all", T.InAllUs, "", Open);
  for (const UntimedTotal &U : T.Untimed)
    OS << fmt::format("  without a time: {} {} of {}: {}\n", U.Calls,
                      U.Calls == 1 ? "launch" : "launches", U.Kernel, U.WhyNot);
  for (const std::string &Warning : programWarnings(R))
    OS << "  note: " << Warning << '\n';
  for (const std::string &Clause : programAssumptions(R))
    OS << "  assumed: " << Clause << '\n';
  for (const KernelTotal &K : T.Kernels)
    if (!K.Assumptions.empty())
      OS << fmt::format("  assumed for {}: {}\n", K.Name,
                        fmt::join(K.Assumptions, "; "));
  OS << '\n';
}
