//===- Sweeps.cpp - Runs a sweep ------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Sweeps.h"
#include "benchmarks/micro/host/Device.h"
#include "gpumodel/calibration/derive/Fits.h"
#include <exception>

namespace gpuperf::measure {

std::vector<Shape> launchable(const Sweep &S, const Prepared &Kernel,
                              Effort E) {
  std::vector<Shape> Shapes;
  for (const Shape &At : S.Of->Shapes(S.Size, E))
    if (At.Block.count() <= Kernel.Code.MaxThreadsPerBlock)
      Shapes.push_back(At);
  return Shapes;
}

std::string checkOnce(const Sweep &S, const Prepared &Kernel, const Shape &At,
                      std::vector<Wanted> &Known) {
  Places Looked = checkedPlaces(S.Of->Results(S.Size, At));
  const bool Computes = Known.empty() || S.Of->ShapeMatters;
  if (Computes)
    Known = S.Of->Expect(S.Size, At, Looked);
  Kernel.Reset();
  Kernel.Launch(At);
  std::string Wrong = mismatch(Looked, Kernel.Read(Looked), Known);
  // Meanwhile the GPU idled and lowered its clocks.
  if (Computes)
    micro::warmUp(30);
  return Wrong;
}

namespace {

calibration::Point timed(Stopwatch &Watch, const LaunchFunction &Launch,
                         Condition How, const Sampling &Often) {
  std::vector<double> Us =
      How == Condition::WarmBackToBack
          ? Watch.backToBack(Launch, Often.Launches, Often.BackToBackSamples)
          : Watch.single(Launch, How == Condition::ColdSingle, Often.Samples);
  return calibration::summarise(0, Us);
}

} // namespace

SweepResult runSweep(const Sweep &S, const Prepared &Kernel, Effort E,
                     Stopwatch &Watch,
                     const std::function<bool(const std::string &)> &IsDone,
                     const std::function<bool()> &IsLate) {
  SweepResult Result;
  std::vector<Wanted> Known;
  try {
    for (const Shape &At : launchable(S, Kernel, E)) {
      Row R;
      R.Kernel = S.Of->Kernel;
      R.File = S.Of->File;
      R.Problem = S.Size.text();
      R.Launch = At;
      std::vector<Row> Open;
      for (Condition How : AllConditions) {
        R.Taken = How;
        if (IsDone(keyOf(R)))
          ++Result.DoneBefore;
        else
          Open.push_back(R);
      }
      if (Open.empty())
        continue;
      if (IsLate()) {
        Result.LeftOut += unsigned(Open.size());
        continue;
      }
      std::string Wrong = checkOnce(S, Kernel, At, Known);
      LaunchFunction Launch = [&Kernel, At] { Kernel.Launch(At); };
      // Also the warm-up of this shape.
      double About = Watch.single(Launch, false, 1).front();
      if (Result.Sm.BeforeMhz == 0)
        Result.Sm.BeforeMhz = Watch.clockMhz();
      for (Row &Each : Open) {
        Each.CheckFailure = Wrong;
        Each.Us = timed(Watch, Launch, Each.Taken, samplingFor(About, E));
        Result.Rows.push_back(Each);
      }
    }
    if (!Result.Rows.empty())
      Result.Sm.AfterMhz = Watch.clockMhz();
  } catch (const std::exception &Error) {
    Result.Failure = Error.what();
  }
  return Result;
}

} // namespace gpuperf::measure
