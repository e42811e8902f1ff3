//===- MeasureKernelsTest.cpp - Right kernels pass, broken ones do not ----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All measured kernels on the CPU (test/fixits/emulation), at tiny sizes,
// against the references. Built with GPUPERF_EMULATED and
// benchmarks/accuracy/measure/*.cu as C++.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Sweeps.h"
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

using namespace gpuperf::measure;

namespace {

const Gpu Tiny = {64 << 10, 64e6, 4, Effort::Tiny};

class MeasuredKernel : public testing::TestWithParam<size_t> {
protected:
  std::vector<Case> Cases = allCases();
  const Case &C = Cases[GetParam()];

  template <typename F> void forEachProblem(F Body) {
    for (const Problem &P : C.Problems(Tiny))
      Body(Sweep{&C, P}, prepare(GetParam(), P));
  }
  std::vector<double> results(const Prepared &Kernel, const Shape &At,
                              const Places &Looked) {
    Kernel.Reset();
    Kernel.Launch(At);
    return Kernel.Read(Looked);
  }
};

TEST_P(MeasuredKernel, IsRightForEveryBlock) {
  forEachProblem([&](const Sweep &S, const Prepared &Kernel) {
    std::vector<Wanted> Known;
    for (const Shape &At : C.Shapes(S.Size, Effort::Full))
      EXPECT_EQ(checkOnce(S, Kernel, At, Known), "")
          << S.Size.text() << ", block " << At.Block.X << "x" << At.Block.Y
          << "x" << At.Block.Z;
  });
}

TEST_P(MeasuredKernel, IsRightAgainAfterItWasLaunchedOften) {
  Problem P = C.Problems(Tiny).front();
  Sweep S{&C, P};
  Prepared Kernel = prepare(GetParam(), P);
  Shape At = C.Shapes(P, Effort::Tiny).front();
  for (int I = 0; I < 3; ++I)
    Kernel.Launch(At);
  std::vector<Wanted> Known;
  EXPECT_EQ(checkOnce(S, Kernel, At, Known), "");
}

TEST_P(MeasuredKernel, WithoutALaunchTheCheckFails) {
  forEachProblem([&](const Sweep &S, const Prepared &Kernel) {
    Shape At = C.Shapes(S.Size, Effort::Tiny).front();
    Sweep Same = S;
    Prepared Idle = Kernel;
    Idle.Launch = [](const Shape &) {};
    std::vector<Wanted> Known;
    // What an earlier launch has left must not count either.
    Kernel.Launch(At);
    EXPECT_NE(checkOnce(Same, Idle, At, Known), "") << S.Size.text();
  });
}

TEST_P(MeasuredKernel, AMissingBlockIsNoticed) {
  // These share out what there is among the blocks that there are.
  bool IsShared =
      C.File == "measure_histogram.cu" || C.File == "seed_reciprocal_sum.cu";
  unsigned Tried = 0;
  forEachProblem([&](const Sweep &S, const Prepared &Kernel) {
    for (const Shape &At : C.Shapes(S.Size, Effort::Tiny)) {
      Shape Short = At;
      unsigned &Count = At.Grid.X > 1 ? Short.Grid.X : Short.Grid.Y;
      if (Count < 2 || IsShared)
        continue;
      --Count;
      ++Tried;
      Places Looked = checkedPlaces(C.Results(S.Size, At));
      EXPECT_NE(mismatch(Looked, results(Kernel, Short, Looked),
                         C.Expect(S.Size, At, Looked)),
                "")
          << S.Size.text() << ", block " << At.Block.X << "x" << At.Block.Y;
      return;
    }
  });
  // One block is all that the tiny sizes of these need.
  bool IsOneBlock = C.Kernel.rfind("sgemm", 0) == 0;
  EXPECT_EQ(Tried > 0, !IsShared && !IsOneBlock);
}

TEST_P(MeasuredKernel, AResultThatIsSlightlyOffIsNoticed) {
  forEachProblem([&](const Sweep &S, const Prepared &Kernel) {
    Shape At = C.Shapes(S.Size, Effort::Tiny).front();
    Places Looked = checkedPlaces(C.Results(S.Size, At));
    std::vector<Wanted> Want = C.Expect(S.Size, At, Looked);
    std::vector<double> Right = results(Kernel, At, Looked);
    ASSERT_EQ(mismatch(Looked, Right, Want), "");
    size_t Largest = 0;
    for (size_t I = 0; I < Want.size(); ++I)
      if (std::abs(Want[I].Value) > std::abs(Want[Largest].Value))
        Largest = I;
    std::vector<double> Off = Right;
    Off[Largest] *= 1.01;
    Off[Largest] += std::abs(Off[Largest]) > 1 ? 1 : 0;
    EXPECT_NE(mismatch(Looked, Off, Want), "") << S.Size.text();
  });
}

TEST_P(MeasuredKernel, ResultsDifferFromPlaceToPlace) {
  // Or a kernel that mixes them up would pass.
  Problem P = C.Problems(Tiny).front();
  Shape At = C.Shapes(P, Effort::Tiny).front();
  Places Looked = checkedPlaces(C.Results(P, At));
  std::set<double> Values;
  for (const Wanted &W : C.Expect(P, At, Looked))
    Values.insert(W.Value);
  EXPECT_GE(Values.size(), std::min<size_t>(Looked.size(), 12));
}

std::string nameOfCase(const testing::TestParamInfo<size_t> &Info) {
  std::string Name;
  const std::vector<Case> Cases = allCases();
  for (char Ch : Cases[Info.param].Kernel)
    if (std::isalnum(static_cast<unsigned char>(Ch)))
      Name += Ch;
  return Name;
}
INSTANTIATE_TEST_SUITE_P(All, MeasuredKernel,
                         testing::Range<size_t>(0, allCases().size()),
                         nameOfCase);

TEST(MeasureSweep, GoesOnWhereItStoppedAndMarksWhatIsWrong) {
  std::vector<Case> Cases = allCases();
  Sweep S{&Cases[0], Cases[0].Problems(Tiny).front()};
  Prepared Kernel = prepare(0, S.Size);
  Stopwatch Watch(4096, 1e6);
  auto Never = [](const std::string &) { return false; };
  auto InTime = [] { return false; };
  SweepResult All = runSweep(S, Kernel, Effort::Tiny, Watch, Never, InTime);
  EXPECT_EQ(All.Rows.size(), 18u); // 6 blocks, taken in 3 ways
  EXPECT_EQ(All.Failure, "");
  EXPECT_GT(All.Sm.BeforeMhz, 0);
  EXPECT_GT(All.Sm.AfterMhz, 0);
  for (const Row &R : All.Rows) {
    EXPECT_GT(R.Us.Median, 0);
    EXPECT_EQ(R.CheckFailure, "");
  }
  std::set<std::string> Done;
  for (size_t I = 0; I < 4; ++I)
    Done.insert(keyOf(All.Rows[I]));
  SweepResult Rest = runSweep(
      S, Kernel, Effort::Tiny, Watch,
      [&](const std::string &Key) { return Done.count(Key) > 0; }, InTime);
  EXPECT_EQ(Rest.DoneBefore, 4u);
  EXPECT_EQ(Rest.Rows.size(), 14u);
  EXPECT_EQ(keyOf(Rest.Rows.front()), keyOf(All.Rows[4]));

  unsigned Blocks = 0;
  SweepResult Late = runSweep(S, Kernel, Effort::Tiny, Watch, Never,
                              [&] { return ++Blocks > 2; });
  EXPECT_EQ(Late.Rows.size(), 6u);
  EXPECT_EQ(Late.LeftOut, 12u);

  Prepared Broken = Kernel;
  Broken.Launch = [&](const Shape &At) {
    Shape Short = At;
    Short.Grid.X = 1;
    Kernel.Launch(Short);
  };
  SweepResult Wrong = runSweep(S, Broken, Effort::Tiny, Watch, Never, InTime);
  EXPECT_NE(Wrong.Rows.front().CheckFailure, "");
  EXPECT_NE(csvLine(Wrong.Rows.front(), {"g", ""}, {}).find("check=FAILED"),
            std::string::npos);
}

TEST(MeasureSweep, BlocksThatTheCodeCannotHaveAreLeftOut) {
  std::vector<Case> Cases = allCases();
  Sweep S{&Cases[0], Cases[0].Problems(Tiny).front()};
  Prepared Kernel = prepare(0, S.Size);
  Kernel.Code.MaxThreadsPerBlock = 256;
  std::vector<Shape> Shapes = launchable(S, Kernel, Effort::Full);
  EXPECT_EQ(Shapes.size(), 8u); // 32 to 256
}

} // namespace
