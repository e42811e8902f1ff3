//===- ProgramTotalsTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/program/ProgramTotals.h"
#include "gmock/gmock.h"
#include <cmath>

using namespace gpuperf;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
RunLaunch launch(std::string Kernel, double Us, uint64_t Count, uint64_t Order,
                 Dim3 Grid = {64, 1, 1}) {
  RunLaunch L;
  L.Kernel = std::move(Kernel);
  L.Grid = Grid;
  L.Block = {128, 1, 1};
  L.Count = Count;
  L.Order = Order;
  L.TimeUs = Estimate::within(Us, 2, {});
  return L;
}

RunLaunch untimed(std::string Kernel, std::string WhyNot, uint64_t Count) {
  RunLaunch L;
  L.Kernel = std::move(Kernel);
  L.Count = Count;
  L.WhyNot = std::move(WhyNot);
  return L;
}

RunCosts costs() {
  RunCosts C;
  C.GapUs = Estimate::exact(1);
  C.BusGbs = Estimate::exact(10);
  C.DeviceCopyGbs = Estimate::exact(100);
  C.CopyUs = Estimate::exact(2);
  return C;
}

Fact fact(double V) { return {V, FactStatus::Measured, "test"}; }

std::vector<std::string> names(const ProgramTotals &T) {
  std::vector<std::string> Out;
  for (const KernelTotal &K : T.Kernels)
    Out.push_back(K.Name);
  return Out;
}
} // namespace

TEST(ProgramTotals, ARowHoldsAllLaunchesOfAKernel) {
  const ProgramTotals T = totalOf(
      {launch("a", 10, 3, 0), launch("b", 30, 1, 1), launch("a", 40, 1, 2)}, {},
      costs());
  ASSERT_THAT(names(T), ElementsAre("a", "b"));
  const KernelTotal &A = T.Kernels.front();
  EXPECT_EQ(A.Calls, 4u);
  EXPECT_DOUBLE_EQ(A.TimeUs.Value, 70);
  EXPECT_DOUBLE_EQ(A.meanUs(), 17.5);
  EXPECT_EQ(A.MinUs, 10);
  EXPECT_EQ(A.MaxUs, 40);
  EXPECT_DOUBLE_EQ(A.Share, 0.7);
  EXPECT_EQ(T.Launches, 5u);
  EXPECT_DOUBLE_EQ(T.KernelsUs.Value, 100);
}

TEST(ProgramTotals, TheShapeIsThatOfMostCallsAndTheBoundThatOfMostTime) {
  RunLaunch Long = launch("a", 1000, 1, 0, {7, 1, 1});
  Long.BoundBy = Bound::Dram;
  const ProgramTotals T = totalOf({Long, launch("a", 1, 3, 1, {8, 1, 1}),
                                   launch("a", 2, 2, 2, {9, 1, 1}),
                                   launch("a", 3, 2, 3, {9, 1, 1})},
                                  {}, costs());
  ASSERT_THAT(T.Kernels, SizeIs(1));
  EXPECT_EQ(T.Kernels[0].Grid, (Dim3{9, 1, 1}));
  EXPECT_EQ(T.Kernels[0].Shapes, 3u);
  EXPECT_EQ(T.Kernels[0].BoundBy, Bound::Dram);
}

TEST(ProgramTotals, LaunchesOfAKernelAreOffInTheSameDirection) {
  const ProgramTotals T =
      totalOf({launch("a", 10, 1, 0), launch("a", 20, 2, 1)}, {}, costs());
  EXPECT_DOUBLE_EQ(T.KernelsUs.Lo, 25);
  EXPECT_DOUBLE_EQ(T.KernelsUs.Hi, 100);
}

TEST(ProgramTotals, KernelsAreOffInTheSameDirectionInPart) {
  const ProgramTotals T =
      totalOf({launch("a", 50, 1, 0), launch("b", 50, 1, 1)}, {}, costs());
  const double Factor = std::pow(2, std::sqrt(0.4 + 0.6 / 2));
  EXPECT_THAT(T.KernelsUs.Hi, DoubleNear(100 * Factor, 1e-9));
  EXPECT_THAT(T.KernelsUs.Lo, DoubleNear(100 / Factor, 1e-9));
}

TEST(ProgramTotals, ErrorsAddUpAsFarAsTheyAreCorrelated) {
  const std::vector<Estimate> Parts(2, Estimate::within(50, 2, {}));
  EXPECT_THAT(sumOf(Parts, 1).Hi, DoubleNear(200, 1e-9));
  EXPECT_THAT(sumOf(Parts, 0).Hi,
              DoubleNear(100 * std::pow(2, std::sqrt(0.5)), 1e-9));
  EXPECT_DOUBLE_EQ(sumOf(Parts, 0).Value, 100);
}

TEST(ProgramTotals, ASumOfNothingIsNothing) {
  const ProgramTotals T = totalOf({}, {}, costs());
  EXPECT_EQ(T.InAllUs.Value, 0);
  EXPECT_EQ(T.InAllUs.Hi, 0);
  EXPECT_EQ(T.GapsUs.Value, 0);
  EXPECT_THAT(T.Timeline, IsEmpty());
}

TEST(ProgramTotals, LaunchesWithoutATimeAreCountedByReason) {
  const ProgramTotals T = totalOf({launch("a", 10, 1, 0), untimed("a", "x", 2),
                                   untimed("b", "y", 3), untimed("a", "x", 4)},
                                  {}, costs());
  ASSERT_THAT(T.Untimed, SizeIs(2));
  EXPECT_EQ(T.Untimed[0].Kernel, "a");
  EXPECT_EQ(T.Untimed[0].Calls, 6u);
  EXPECT_EQ(T.Untimed[0].WhyNot, "x");
  EXPECT_EQ(T.Untimed[1].Calls, 3u);
  EXPECT_EQ(T.Launches, 1u);
  EXPECT_EQ(T.UntimedLaunches, 9u);
  // Between ten launches there are nine gaps.
  EXPECT_DOUBLE_EQ(T.GapsUs.Value, 9);
}

TEST(ProgramTotals, CopiesAreSummedByDirection) {
  using Direction = CopyFact::Direction;
  const ProgramTotals T = totalOf({launch("a", 10, 1, 0)},
                                  {{Direction::DeviceToHost, 10'000, 2},
                                   {Direction::HostToDevice, 10'000, 1},
                                   {Direction::DeviceToDevice, 10'000, 1},
                                   {Direction::DeviceToHost, 0, 3}},
                                  costs());
  ASSERT_THAT(T.Copies, SizeIs(3));
  EXPECT_EQ(T.Copies[0].Where, Direction::HostToDevice);
  EXPECT_DOUBLE_EQ(T.Copies[0].TimeUs.Value, 2 + 1);
  EXPECT_EQ(T.Copies[1].Calls, 5u);
  EXPECT_EQ(T.Copies[1].Bytes, 20'000u);
  EXPECT_DOUBLE_EQ(T.Copies[1].TimeUs.Value, 10 + 2);
  EXPECT_DOUBLE_EQ(T.Copies[2].TimeUs.Value, 2 + 0.1);
  EXPECT_DOUBLE_EQ(T.InAllUs.Value, 10 + 3 + 12 + 2.1);
  EXPECT_DOUBLE_EQ(T.KernelsUs.Value, 10);
}

TEST(ProgramTotals, TheTimelineIsInTheOrderOfTheFirstLaunches) {
  const ProgramTotals T =
      totalOf({launch("b", 5, 1, 3), launch("a", 10, 2, 0),
               launch("a", 20, 1, 1), launch("a", 30, 1, 4)},
              {}, costs());
  ASSERT_THAT(T.Timeline, SizeIs(3));
  EXPECT_EQ(T.Kernels[T.Timeline[0].Kernel].Name, "a");
  EXPECT_EQ(T.Timeline[0].Count, 3u);
  EXPECT_DOUBLE_EQ(T.Timeline[0].TimeUs, 40);
  EXPECT_EQ(T.Kernels[T.Timeline[1].Kernel].Name, "b");
  EXPECT_DOUBLE_EQ(T.Timeline[1].StartUs, 40);
  EXPECT_DOUBLE_EQ(T.Timeline[2].StartUs, 45);
}

TEST(ProgramTotals, RowsComeInTheOrderAskedFor) {
  const std::vector<RunLaunch> Launches = {
      launch("b", 10, 5, 0), launch("c", 100, 1, 1), launch("a", 1, 9, 2)};
  auto ordered = [&](llvm::StringRef Order) {
    return names(totalOf(Launches, {}, costs(), *kernelOrderFromName(Order)));
  };
  EXPECT_THAT(ordered("time"), ElementsAre("c", "b", "a"));
  EXPECT_THAT(ordered("calls"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(ordered("mean"), ElementsAre("c", "b", "a"));
  EXPECT_THAT(ordered("name"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(ordered("first"), ElementsAre("b", "c", "a"));
  EXPECT_FALSE(kernelOrderFromName("size"));
}

TEST(ProgramTotals, TheGapIsWhatAStreamOfEmptyKernelsLeaves) {
  GpuModel Gpu;
  Gpu.Arch.WarpSize = fact(32);
  Gpu.LaunchBackToBackUs = fact(2.05);
  Gpu.LaunchGraphUs = fact(1.09);
  EXPECT_THAT(runCosts(Gpu, std::nullopt).GapUs.Value, DoubleNear(0.96, 1e-9));
}

TEST(ProgramTotals, ABusThatTheUserNamesHasANarrowBand) {
  const RunCosts Default = runCosts(GpuModel(), std::nullopt);
  EXPECT_EQ(Default.BusGbs.Value, DefaultBusGbs);
  EXPECT_LE(Default.BusGbs.Lo, DefaultBusGbs / 2);
  const RunCosts Named = runCosts(GpuModel(), 12.0);
  EXPECT_EQ(Named.BusGbs.Value, 12);
  EXPECT_GT(Named.BusGbs.Lo, 9);
}
