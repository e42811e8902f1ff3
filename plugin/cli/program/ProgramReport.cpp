//===- ProgramReport.cpp - What all ways of printing say ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/program/ProgramReport.h"
#include "analysis/report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include <cmath>
#include <fmt/format.h>

using namespace gpuperf;

std::string gpuperf::runTitle(const ProgramReport &R, llvm::StringRef File) {
  return fmt::format("{}{} on {}{}{}", File.str(),
                     R.Run ? " --run='" + *R.Run + "'" : "", R.Gpu,
                     R.ClockText.empty() ? "" : " ", R.ClockText);
}

std::string gpuperf::launchesAndKernels(const ProgramTotals &T) {
  return fmt::format("{} {} of {} {}", T.Launches,
                     T.Launches == 1 ? "launch" : "launches", T.Kernels.size(),
                     T.Kernels.size() == 1 ? "kernel" : "kernels");
}

llvm::StringRef gpuperf::copyName(CopyFact::Direction Where) {
  switch (Where) {
  case CopyFact::Direction::HostToDevice:
    return "host to device";
  case CopyFact::Direction::DeviceToHost:
    return "device to host";
  case CopyFact::Direction::DeviceToDevice:
    return "device to device";
  }
  llvm_unreachable("a direction without a name");
}

llvm::StringRef gpuperf::runEndName(RunEnd End) {
  switch (End) {
  case RunEnd::NotWalked:
    return "not walked";
  case RunEnd::NoMain:
    return "no main";
  case RunEnd::Returned:
    return "returned";
  case RunEnd::Exited:
    return "exited";
  case RunEnd::Failed:
    return "failed";
  case RunEnd::OutOfSteps:
    return "out of steps";
  case RunEnd::Stopped:
    return "stopped";
  }
  llvm_unreachable("an end without a name");
}

/// "; it calls 'fopen' and 2 more, whose result is not known"; empty if it
/// calls no such functions.
static std::string notKnownText(const ProgramFacts &Walk) {
  constexpr size_t Named = 3;
  std::string Names;
  size_t Count = 0;
  for (const auto &[Name, Calls] : Walk.NotKnown) {
    if (Name == "*") // by a pointer that is not known
      continue;
    if (++Count <= Named)
      Names += (Count > 1 ? ", '" : "'") + llvm::demangle(Name) + "'";
  }
  if (Names.empty())
    return "";
  if (Count > Named)
    Names += fmt::format(" and {} more", Count - Named);
  return fmt::format("; it calls {}, whose result is not known", Names);
}

std::string gpuperf::whyNoLaunch(const ProgramReport &R) {
  const ProgramFacts &Walk = R.Walk;
  const std::string Arguments =
      R.Run ? fmt::format("with --run='{}'", *R.Run)
            : std::string("when it is run without arguments");
  const std::string Give = R.Run ? "give other arguments with --run='ARGS'"
                                 : "give its arguments with --run='ARGS'";
  switch (Walk.Ended) {
  case RunEnd::NotWalked:
    return Walk.Notes.empty()
               ? fmt::format("{}: no kernel launch in this file", R.File)
               : fmt::format("{}: the program cannot be walked: {}", R.File,
                             llvm::join(Walk.Notes, "; "));
  case RunEnd::NoMain:
    return fmt::format("{}: there is no function main in this file; name the "
                       "file of the program that has it",
                       R.File);
  case RunEnd::Returned:
  case RunEnd::Exited:
    return fmt::format("{}: {} the program ends with exit code {} before its "
                       "first launch{}; {}",
                       R.File, Arguments, Walk.ExitCode, notKnownText(Walk),
                       Give);
  case RunEnd::Failed:
    return fmt::format("{}: {} the program aborts before its first launch{}; "
                       "{}",
                       R.File, Arguments, notKnownText(Walk), Give);
  case RunEnd::OutOfSteps:
    return fmt::format("{}: {} the program comes to no launch within {} "
                       "operations, and the walk ends there; give arguments "
                       "that mean less work on the host",
                       R.File, Arguments, Walk.Steps);
  case RunEnd::Stopped:
    return fmt::format("{}: {} the program needs more memory than a walk has, "
                       "before its first launch; {}",
                       R.File, Arguments, Give);
  }
  llvm_unreachable("an end without a sentence");
}

/// Why launches may be missing from the totals; empty if none is.
static std::string earlyEnd(const ProgramFacts &Walk) {
  constexpr const char *Missing =
      "what it launches after that is not in the table";
  switch (Walk.Ended) {
  case RunEnd::Exited:
    return Walk.ExitCode == 0
               ? ""
               : fmt::format("the program exits with code {}; {}",
                             Walk.ExitCode, Missing);
  case RunEnd::Failed:
    return fmt::format("the program aborts; {}", Missing);
  case RunEnd::OutOfSteps:
    return fmt::format("the walk ends after {} operations of the host; {}",
                       Walk.Steps, Missing);
  case RunEnd::Stopped:
    return fmt::format("the walk ends where the program needs more memory or "
                       "makes more different launches than a walk keeps; {}",
                       Missing);
  default:
    return Walk.LeftLoop
               ? "a loop is left before its end, as it takes too long or "
                 "nobody "
                 "knows when it ends; what its later iterations launch is not "
                 "in the table"
               : "";
  }
}

/// Integers in full: an argument is told as a user would write it.
static std::string plainNumber(double V) {
  return V == std::floor(V) && std::abs(V) < 1e15 ? fmt::format("{:.0f}", V)
                                                  : formatNumber(V);
}

bool gpuperf::isOpen(const ProgramReport &R) {
  return llvm::any_of(R.Values,
                      [](const FactValue &V) { return V.From == "assumed"; });
}

std::vector<std::string> gpuperf::programWarnings(const ProgramReport &R) {
  std::vector<std::string> Out;
  if (std::string Text = earlyEnd(R.Walk); !Text.empty())
    Out.push_back(std::move(Text));
  std::string Open, NotKnown;
  for (const FactValue &V : R.Values)
    if (V.From == "assumed")
      Open += fmt::format("{}{} = {}", Open.empty() ? "" : ", ", V.Name,
                          plainNumber(V.Value));
    else
      NotKnown += (NotKnown.empty() ? "" : ", ") + V.Name;
  if (!Open.empty())
    Out.push_back(fmt::format("this is the time at {}, which nobody gave: say "
                              "--run='ARGS'",
                              Open));
  if (!NotKnown.empty())
    Out.push_back(fmt::format("how often or how it launches depends on {}, "
                              "which is not known",
                              NotKnown));
  return Out;
}

std::vector<std::string> gpuperf::programAssumptions(const ProgramReport &R) {
  std::vector<std::string> Out;
  const ProgramTotals &T = R.Totals;
  if (T.GapsUs.Value > 0)
    Out.push_back(fmt::format(
        "a gap of {} after each launch but the last: one stream, and launches "
        "that are queued before the GPU asks for them",
        formatTimeUs(R.Costs.GapUs.Value)));
  const bool OverBus = llvm::any_of(T.Copies, [](const CopyTotal &C) {
    return C.Where != CopyFact::Direction::DeviceToDevice;
  });
  if (OverBus)
    Out.push_back(fmt::format(
        "copies between host and device at {} GB/s{}, and {} for each",
        formatNumber(R.Costs.BusGbs.Value),
        R.BusGiven ? ""
                   : " (PCIe 4.0 x16 and pinned memory; --bus-gbs says another "
                     "bus)",
        formatTimeUs(R.Costs.CopyUs.Value)));
  if (T.Copies.size() > (OverBus ? 1u : 0u) &&
      T.Copies.back().Where == CopyFact::Direction::DeviceToDevice)
    Out.push_back(fmt::format(
        "copies on the device at {} GB/s, read and written, and {} for each",
        formatNumber(R.Costs.DeviceCopyGbs.Value),
        formatTimeUs(R.Costs.CopyUs.Value)));
  Out.push_back(fmt::format(
      "nothing runs at the same time; the launches of a kernel are off in the "
      "same direction, different kernels with a correlation of {}, copies and "
      "gaps independently",
      formatNumber(KernelCorrelation)));
  return Out;
}
