//===- Main.cpp - gpuperf-measure -----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gpuperf-measure                     all kernels, full block sweeps
//   gpuperf-measure --quick             fewer blocks, sizes and samples
//   gpuperf-measure --first=10          one kernel of each family
//   gpuperf-measure --only=gather,fp64  kernels, files or families
//   gpuperf-measure --list
//
// Writes FOLDER/measured.csv (--out=FOLDER), a sweep as soon as it is done. The
// same call again goes on where the last one stopped.
//
//   nvcc -O3 -std=c++17 -arch=native -I. -o gpuperf-measure
//     benchmarks/accuracy/measure/*.c* benchmarks/micro/host/Device.cu
//     gpumodel/calibration/derive/Fits.cpp
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Counters.h"
#include "benchmarks/accuracy/measure/Options.h"
#include "benchmarks/accuracy/measure/Sweeps.h"
#include "benchmarks/micro/host/Device.h"
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace gpuperf::measure;
namespace micro = gpuperf::micro;

namespace {

using SteadyClock = std::chrono::steady_clock;

double since(SteadyClock::time_point Start) {
  return std::chrono::duration<double>(SteadyClock::now() - Start).count();
}

/// The whole file; empty if there is none.
std::string textOf(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  std::ostringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

/// Over the old one only once it is whole on the disk.
bool replaceFile(const std::string &Path, const std::string &Text) {
  const std::string New = Path + ".new";
  {
    std::ofstream Out(New, std::ios::binary);
    Out << Text;
    if (!Out.flush())
      return false;
  }
  std::error_code Error;
  std::filesystem::rename(New, Path, Error);
  return !Error;
}

struct Session {
  Options Of;
  Gpu On;
  Origin From;
  std::vector<Case> Cases = allCases();
  SteadyClock::time_point Start = SteadyClock::now();
  bool isLate() const { return since(Start) > Of.BudgetSeconds; }
  std::vector<Sweep> sweeps() const {
    return planSweeps(Cases, On, Of.First, Of.Only);
  }
  size_t numberOf(const Sweep &S) const { return size_t(S.Of - Cases.data()); }
};

void listCases(const Session &Run) {
  for (const Case &C : Run.Cases)
    std::printf("%-40s %-18s %s\n", C.Kernel.c_str(), C.Family.c_str(),
                C.File.c_str());
}

/// A sweep that brought the GPU down is not tried again.
std::string nameOf(const Sweep &S) {
  return S.Of->Kernel + " " + S.Size.text();
}

void report(const SweepResult &Found) {
  const Row *Best = nullptr;
  unsigned Failed = 0;
  for (const Row &R : Found.Rows) {
    Failed += !R.CheckFailure.empty();
    if (R.Taken == Condition::WarmSingle &&
        (!Best || R.Us.Median < Best->Us.Median))
      Best = &R;
  }
  if (Best)
    std::printf("    best %ux%ux%u: %.2f us warm; %.0f MHz",
                Best->Launch.Block.X, Best->Launch.Block.Y,
                Best->Launch.Block.Z, Best->Us.Median, Found.Sm.AfterMhz);
  if (!Found.Rows.empty())
    std::printf("%s%zu rows\n", Best ? "; " : "    ", Found.Rows.size());
  if (Found.DoneBefore)
    std::printf("    %u done before\n", Found.DoneBefore);
  if (Found.LeftOut)
    std::printf("    %u left out: the time is up\n", Found.LeftOut);
  if (Failed)
    std::printf("    WRONG RESULT in %u of %zu rows: %s\n", Failed,
                Found.Rows.size(), Found.Rows.front().CheckFailure.c_str());
  if (!Found.Failure.empty())
    std::printf("    failed: %s\n", Found.Failure.c_str());
  std::fflush(stdout);
}

/// 0: all is measured or will be by the same call; 1: something failed.
int measure(Session &Run) {
  const std::string Path = Run.Of.Out + "/measured.csv";
  const std::string FailedPath = Run.Of.Out + "/measure-failed.txt";
  EarlierRows Earlier = readRows(textOf(Path));
  if (Earlier.IsForeign)
    failOption(Path + " was not written by this program; name another folder "
                      "with --out");
  for (const std::string &Name : Earlier.Gpus)
    if (Name != Run.From.Gpu)
      failOption(Path + " is of " + Name + ", this is " + Run.From.Gpu +
                 "; name another folder with --out, or the GPU with "
                 "--gpu-name");
  if (Earlier.Whole.empty())
    Earlier.Whole = std::string(MeasuredHeader) + "\n";
  if (!replaceFile(Path, Earlier.Whole))
    failOption("cannot write " + Path + ": " + std::strerror(errno));
  std::ofstream Out(Path, std::ios::app | std::ios::binary);
  const std::string Fallen = "\n" + textOf(FailedPath);

  Stopwatch Watch(Run.On.L2Bytes, Run.On.FreeBytes);
  // A program that was built for another GPU ends here: else each sweep would
  // be noted as one that brought the GPU down.
  Watch.clockMhz();
  // An idle GPU needs some time to raise its clocks.
  micro::warmUp(500);
  std::vector<Sweep> Sweeps = Run.sweeps();
  unsigned Number = 0, Rows = 0, Left = 0, Failures = 0;
  for (const Sweep &S : Sweeps) {
    std::printf("[%3u/%zu %4.0f s] %s %s\n", ++Number, Sweeps.size(),
                since(Run.Start), S.Of->Kernel.c_str(), S.Size.text().c_str());
    if (Fallen.find("\n" + nameOf(S) + "\n") != std::string::npos) {
      std::printf("    not tried again: it failed before\n");
      ++Failures;
      continue;
    }
    if (Run.isLate()) {
      ++Left;
      continue;
    }
    SweepResult Found;
    try {
      if (S.Of->Bytes(S.Size) > 0.8 * micro::freeBytes()) {
        std::printf("    left out: it needs %.0f MiB\n",
                    S.Of->Bytes(S.Size) / (1 << 20));
        continue;
      }
      Prepared Kernel = prepare(Run.numberOf(S), S.Size);
      Found = runSweep(
          S, Kernel, Run.On.Depth, Watch,
          [&](const std::string &Key) { return Earlier.Keys.count(Key) > 0; },
          [&] { return Run.isLate(); });
    } catch (const std::exception &Error) {
      Found.Failure = Error.what();
    }
    for (const Row &R : Found.Rows)
      Out << csvLine(R, Run.From, Found.Sm) << "\n";
    if (!Out.flush())
      failOption("cannot write " + Path + ": " + std::strerror(errno));
    report(Found);
    Rows += unsigned(Found.Rows.size());
    Left += Found.LeftOut > 0;
    for (const Row &R : Found.Rows)
      Failures += !R.CheckFailure.empty();
    if (!Found.Failure.empty()) {
      ++Failures;
      std::ofstream(FailedPath, std::ios::app) << nameOf(S) << "\n";
      (void)micro::pendingError(); // want of memory, say, is gone hereby
    }
    // A fault in a kernel stays: nothing after it can be trusted.
    if (!micro::pendingError().empty()) {
      std::printf(
          "the GPU has failed; the same call again goes on behind it\n");
      return 1;
    }
  }
  std::printf("%u rows in %.0f s -> %s\n", Rows, since(Run.Start),
              Path.c_str());
  if (Left > 0)
    std::printf("%u sweeps are left; the same call again goes on\n", Left);
  return Failures > 0;
}

/// Launches a few shapes of each kernel once, for a profiler.
int profile(Session &Run) {
  std::ofstream Out(Run.Of.Out + "/profiled.csv", std::ios::binary);
  Out << profiledHeader() << "\n";
  std::vector<const Case *> Seen;
  for (const Sweep &S : Run.sweeps()) {
    if (std::find(Seen.begin(), Seen.end(), S.Of) != Seen.end())
      continue;
    Seen.push_back(S.Of);
    if (Run.isLate() || S.Of->Bytes(S.Size) > 0.8 * micro::freeBytes())
      continue;
    Prepared Kernel = prepare(Run.numberOf(S), S.Size);
    for (const Shape &At :
         profiledShapes(launchable(S, Kernel, Run.On.Depth))) {
      Kernel.Reset();
      std::string Pending = micro::pendingError();
      if (!Pending.empty())
        throw std::runtime_error(Pending);
      startProfiler();
      Kernel.Launch(At);
      stopProfiler();
      Out << profiledLine(*S.Of, S.Size, At, Kernel.Code, Run.From.Gpu) << "\n";
    }
  }
  return Out.flush() ? 0 : 1;
}

int join(const Options &Of) {
  Joined Found =
      joinCounters(textOf(Of.Out + "/profiled.csv"), textOf(Of.Counters));
  if (Found.Rows == 0) {
    std::printf("no counters: %s\n", Found.Why.c_str());
    return 1;
  }
  std::string Path = Of.Out + "/counters_" + Found.Gpu + ".csv";
  if (!replaceFile(Path, Found.Csv))
    failOption("cannot write " + Path);
  std::printf("counters of %u launches -> %s\n", Found.Rows, Path.c_str());
  return 0;
}

} // namespace

int main(int Count, char **Arguments) {
  Session Run;
  Run.Of = parseOptions(Count, Arguments, Run.Cases);
  if (Run.Of.List) {
    listCases(Run);
    return 0;
  }
  if (Run.Of.ListCounters) {
    for (const std::string &Name : counterNames())
      std::printf("%s\n", Name.c_str());
    std::printf("%s\n", TimeCounter);
    return 0;
  }
  if (!Run.Of.Counters.empty())
    return join(Run.Of);
  int Devices = micro::deviceCount();
  if (Devices == 0)
    failOption("no GPU: the driver is missing, older than this program's "
               "runtime, or sees no device");
  if (Run.Of.Device >= Devices)
    failOption("--device=" + std::to_string(Run.Of.Device) +
               ", but there are " + std::to_string(Devices) + " devices");
  try {
    micro::DeviceFacts Facts = micro::openDevice(Run.Of.Device);
    Run.On = {Facts.L2Bytes, micro::freeBytes(), unsigned(Facts.SmCount),
              Run.Of.Depth};
    Run.From = {Run.Of.GpuName.empty() ? gpuName(Facts.Name) : Run.Of.GpuName,
                Run.Of.Commit};
    if (Run.Of.Out.empty())
      Run.Of.Out = "results-" + Run.From.Gpu;
    std::error_code Error;
    std::filesystem::create_directories(Run.Of.Out, Error);
    if (!Run.Of.Profile)
      std::printf("%s (%s), %.0f SMs: %s -> %s\n", Facts.Name.c_str(),
                  Facts.Arch.c_str(), Facts.SmCount, Run.From.Gpu.c_str(),
                  Run.Of.Out.c_str());
    return Run.Of.Profile ? profile(Run) : measure(Run);
  } catch (const std::exception &Error) {
    failOption(Error.what());
  }
}
