//===- MeasurePlanTest.cpp - What is measured, and its rows ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Counters.h"
#include "benchmarks/accuracy/measure/Csv.h"
#include "benchmarks/accuracy/measure/Inputs.h"
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <sstream>

using namespace gpuperf::measure;

namespace {

constexpr double MiB = 1 << 20;

Gpu h200(Effort E = Effort::Full) { return {50 * MiB, 140e9, 132, E}; }

TEST(MeasureInputs, PermutationHitsEveryPlaceOnce) {
  for (unsigned Bits : {1u, 2u, 5u, 10u, 17u}) {
    std::vector<bool> Hit(size_t(1) << Bits, false);
    for (uint32_t I = 0; I < Hit.size(); ++I) {
      uint32_t To = permuted(I, Bits);
      ASSERT_LT(To, Hit.size());
      ASSERT_FALSE(Hit[To]) << Bits << " bits, " << I;
      Hit[To] = true;
    }
  }
}

TEST(MeasureInputs, PermutationSpreadsTheLanesOfAWarp) {
  // A warp that gathers touches as many sectors of eight floats as it has
  // lanes, nearly.
  double Sectors = 0;
  for (uint32_t Warp = 0; Warp < 256; ++Warp) {
    std::set<uint32_t> Touched;
    for (uint32_t Lane = 0; Lane < 32; ++Lane)
      Touched.insert(permuted(Warp * 32 + Lane, 24) / 8);
    Sectors += double(Touched.size()) / 256;
  }
  EXPECT_GT(Sectors, 31.5);
}

TEST(MeasureInputs, ValuesAreExactInFloat) {
  for (uint64_t I = 0; I < 4096; ++I) {
    for (double V :
         {signedInput(I, 1), positiveInput(I, 2), nearOneInput(I, 3)})
      ASSERT_EQ(V, double(float(V)));
    ASSERT_LE(std::abs(signedInput(I, 1)), 2);
    ASSERT_GE(positiveInput(I, 2), 1);
  }
  EXPECT_NE(mixed(5, 1), mixed(5, 2));
  EXPECT_NE(mixed(5, 1), mixed(6, 1));
}

TEST(MeasurePlan, SizesFollowFromTheGpu) {
  EXPECT_EQ(countInL2(h200(), 24), 1 << 20); // 24 MiB of 50
  EXPECT_GT(countInDram(h200(), 24) * 24.0, 4 * 50 * MiB);
  EXPECT_LE(countInDram(h200(), 24) * 24.0, 8 * 50 * MiB);
  // A small memory is never filled by more than a quarter.
  EXPECT_LE(countInDram({4 * MiB, 256 * MiB, 10, Effort::Full}, 8) * 8.0,
            64 * MiB);
  // A driver that does not tell L2.
  EXPECT_GE(countInDram({0, 8e9, 10, Effort::Full}, 4) * 4.0, 128 * MiB);
  EXPECT_EQ(sideOf(1 << 20), 1 << 10);
  EXPECT_EQ(sideOf((1 << 20) - 1), 1 << 9);
}

TEST(MeasurePlan, EveryLaunchOfEveryCaseIsLegalAndCoversItsProblem) {
  for (Effort E : {Effort::Full, Effort::Quick, Effort::Tiny})
    for (const Gpu &G : {h200(E), Gpu{4 * MiB, 3e9, 10, E}})
      for (const Case &C : allCases()) {
        std::vector<Problem> Problems = C.Problems(G);
        ASSERT_FALSE(Problems.empty()) << C.Kernel;
        for (const Problem &P : Problems) {
          EXPECT_LE(C.Bytes(P), G.FreeBytes / 2) << C.Kernel << P.text();
          EXPECT_FALSE(C.Shapes(P, E).empty()) << C.Kernel;
          std::set<std::string> Seen;
          for (const Shape &S : C.Shapes(P, E)) {
            EXPECT_GE(S.Block.count(), 32u) << C.Kernel;
            EXPECT_LE(S.Block.count(), 1024u) << C.Kernel;
            EXPECT_LE(S.Block.Z, 64u);
            EXPECT_GE(S.Grid.count(), 1u) << C.Kernel;
            EXPECT_LE(S.Grid.Y, 65535u) << C.Kernel;
            EXPECT_LE(S.Grid.Z, 65535u) << C.Kernel;
            EXPECT_GT(C.Results(P, S), 0u) << C.Kernel;
            Row R{C.Kernel, C.File, P.text(), S, Condition::WarmSingle, {}, ""};
            EXPECT_TRUE(Seen.insert(keyOf(R)).second)
                << C.Kernel << ": the same block twice";
          }
          for (const auto &[Name, Value] : P.Arguments)
            EXPECT_LT(std::abs(double(Value)), 2147483648.0) << Name;
        }
      }
}

std::string kernelSource(const std::string &File) {
#ifdef GPUPERF_TEST_INPUTS
  const std::string Root = GPUPERF_TEST_INPUTS "/../../..";
#else
  const std::string Root = ".";
#endif
  std::ifstream In(Root + "/benchmarks/accuracy/kernels/" + File);
  std::ostringstream Text;
  Text << In.rdbuf();
  return Text.str();
}

/// The text between the brackets behind the definition of a kernel; empty if
/// there is none.
std::string parametersOf(const std::string &Text, const std::string &Name) {
  for (size_t At = Text.find(Name + "("); At != std::string::npos;
       At = Text.find(Name + "(", At + 1)) {
    size_t Before = Text.find_last_of(";}", At);
    Before = Before == std::string::npos ? 0 : Before;
    if (Text.substr(Before, At - Before).find("__global__") !=
        std::string::npos)
      return Text.substr(At, Text.find(')', At) - At);
  }
  return "";
}

TEST(MeasurePlan, ArgumentsAreParametersOfTheKernel) {
  for (const Case &C : allCases()) {
    std::string Text = kernelSource(C.File);
    std::string Name = baseName(C.Kernel);
    // A kernel that a macro makes: its parameters stand in the macro.
    if (Text.find("(" + Name + ", ") != std::string::npos)
      Name = "NAME";
    std::string Parameters = parametersOf(Text, Name);
    ASSERT_NE(Parameters, "") << C.Kernel << " is not in " << C.File;
    const Problem P = C.Problems(h200())[0];
    for (const auto &[Argument, Value] : P.Arguments) {
      if (Argument == "rows") // described only
        continue;
      EXPECT_TRUE(
          std::regex_search(Parameters, std::regex("\\b" + Argument + "\\b")))
          << C.Kernel << " has no parameter " << Argument;
    }
  }
}

TEST(MeasurePlan, FullSweepsHoldEnoughBlocksToChooseFrom) {
  unsigned Swept = 0;
  for (const Case &C : allCases())
    Swept += C.Shapes(C.Problems(h200())[0], Effort::Full).size() >= 6;
  EXPECT_GE(Swept, 28u);
  EXPECT_GE(allCases().size(), 30u);
}

TEST(MeasurePlan, TheFirstTenAreOfManyFamilies) {
  std::vector<Case> Cases = allCases();
  std::set<std::string> Families;
  for (size_t I = 0; I < 10; ++I)
    Families.insert(Cases[I].Family);
  EXPECT_GE(Families.size(), 8u);
}

TEST(MeasurePlan, EveryKernelOnceBeforeAnyTwice) {
  std::vector<Case> Cases = allCases();
  std::vector<Sweep> Sweeps = planSweeps(Cases, h200(), 10, {});
  ASSERT_GT(Sweeps.size(), 20u);
  for (size_t I = 0; I < 10; ++I)
    EXPECT_EQ(Sweeps[I].Of, &Cases[I]);
  EXPECT_EQ(Sweeps[10].Of, &Cases[0]);
  for (const Sweep &S : planSweeps(Cases, h200(), 1000, {"gather", "fp64"}))
    EXPECT_TRUE(S.Of->Kernel == "gather" || S.Of->Family == "fp64");
  EXPECT_EQ(planSweeps(Cases, h200(Effort::Quick), 1000, {"scale"}).size(), 2u);
  EXPECT_TRUE(planSweeps(Cases, h200(), 1000, {"no such"}).empty());
}

TEST(MeasurePlan, CheckedPlaces) {
  EXPECT_EQ(checkedPlaces(5), (Places{0, 1, 2, 3, 4}));
  Places Many = checkedPlaces(uint64_t(1) << 33);
  EXPECT_EQ(Many.front(), 0u);
  EXPECT_EQ(Many.back(), (uint64_t(1) << 33) - 1);
  EXPECT_GT(Many.size(), 400u);
  EXPECT_LT(Many.size(), 600u);
}

TEST(MeasurePlan, MismatchNamesTheElementAndNaNNeverPasses) {
  std::vector<Wanted> Want = {{1, 0}, {2, 0.5}};
  EXPECT_EQ(mismatch({3, 9}, {1, 2.5}, Want), "");
  EXPECT_NE(mismatch({3, 9}, {1, 2.6}, Want).find("element 9"),
            std::string::npos);
  EXPECT_NE(mismatch({3, 9}, {NAN, 2}, Want), "");
  EXPECT_NE(mismatch({3, 9}, {1, 2}, {{1, 0}, {NAN, 1}}), "");
  EXPECT_NE(mismatch({3, 9}, {1}, Want), "");
}

TEST(MeasurePlan, LongLaunchesAreTimedLessOften) {
  Sampling Short = samplingFor(5, Effort::Full);
  EXPECT_EQ(Short.Samples, 15u);
  EXPECT_EQ(Short.Launches, 200u);
  Sampling Long = samplingFor(100e3, Effort::Full);
  EXPECT_EQ(Long.Samples, 3u);
  EXPECT_EQ(Long.Launches, 2u);
  EXPECT_EQ(Long.BackToBackSamples, 1u);
  for (double Us : {0.0, 1.0, 30.0, 700.0, 8000.0, 60e3}) {
    Sampling S = samplingFor(Us, Effort::Full);
    EXPECT_GE(S.Samples, 3u);
    EXPECT_LE(S.Samples * Us, std::max(60e3, 3 * Us)) << Us;
    EXPECT_LE(S.BackToBackSamples * S.Launches * Us, std::max(130e3, 4 * Us))
        << Us;
    EXPECT_LE(samplingFor(Us, Effort::Quick).Samples, S.Samples);
  }
}

TEST(MeasurePlan, ProfiledShapesDiffer) {
  std::vector<Shape> Two = profiledShapes(planeShapes(512, 512, Effort::Full));
  ASSERT_EQ(Two.size(), 2u);
  EXPECT_EQ(Two[0].Block.count(), 256u);
  EXPECT_NE(Two[1].Block.X, Two[0].Block.X);
  EXPECT_EQ(profiledShapes(fixedShape({16, 16}, 64, 64, 16, 16)).size(), 1u);
  EXPECT_TRUE(profiledShapes({}).empty());
}

TEST(MeasurePlan, GpuNamesAreThoseOfTheShippedFiles) {
  EXPECT_EQ(gpuName("NVIDIA H200"), "h200-sxm");
  EXPECT_EQ(gpuName("NVIDIA H100 80GB HBM3"), "h100-sxm");
  EXPECT_EQ(gpuName("NVIDIA H100 PCIe"), "h100-pcie");
  EXPECT_EQ(gpuName("NVIDIA A100-SXM4-40GB"), "a100-sxm4-40gb");
  EXPECT_EQ(gpuName("NVIDIA A100-PCIE-40GB"), "a100-pcie-40gb");
  EXPECT_EQ(gpuName("Tesla V100-SXM2-16GB"), "v100-sxm2-16gb");
  EXPECT_EQ(gpuName("Tesla T4"), "t4");
  EXPECT_EQ(gpuName("NVIDIA L40S"), "l40s");
  EXPECT_EQ(gpuName("NVIDIA B200"), "b200");
  EXPECT_EQ(gpuName("NVIDIA GeForce RTX 3070 Ti"), "rtx-3070-ti");
  EXPECT_EQ(gpuName("NVIDIA GeForce RTX 3060 Laptop GPU"), "rtx-3060-laptop");
  EXPECT_EQ(gpuName("NVIDIA RTX A6000"), "rtx-a6000");
  EXPECT_EQ(gpuName("NVIDIA GB999 / 2"), "gb999-2");
}

Row someRow() {
  return {"matmul_tiled<16, 2>",
          "seed_matmul.cu",
          "width=64;inner=32",
          {{4, 5, 1}, {16, 16, 1}, 128},
          Condition::ColdSingle,
          {0, 12.5, 12, 15, 9},
          ""};
}

TEST(MeasureCsv, ARowHasTheColumnsOfTheMeasuredFigures) {
  std::string Line = csvLine(someRow(), {"h200-sxm", "abc"}, {1980, 1965});
  EXPECT_EQ(Line,
            "gpuperf_measure,gpuperf,abc,h200-sxm,matmul_tiled,"
            "benchmarks/accuracy/kernels/seed_matmul.cu,\"matmul_tiled<16, "
            "2>\",width=64;inner=32,,4,5,1,16,16,1,128,0.0125,"
            "\"sweep=gm:h200-sxm:matmul_tiled<16, 2>:width=64+inner=32:cold:"
            "single;l2=cold;timing=single;runs=9;spread=1.250;clock_mhz=1980;"
            "clock_after_mhz=1965;check=ok\"");
  EXPECT_EQ(splitCsv(Line).size(), splitCsv(MeasuredHeader).size());
}

TEST(MeasureCsv, AWrongResultIsMarked) {
  Row R = someRow();
  R.CheckFailure = "element 3; is \"odd\"";
  std::string Notes = splitCsv(csvLine(R, {"g", ""}, {})).back();
  EXPECT_NE(Notes.find(";check=FAILED;why=element 3: is \"odd\""),
            std::string::npos);
  EXPECT_EQ(Notes.find("clock"), std::string::npos);
}

TEST(MeasureCsv, WhatIsThereIsNotMeasuredAgain) {
  Row Warm = someRow(), Cold = someRow();
  Warm.Taken = Condition::WarmSingle;
  std::string Text =
      std::string(MeasuredHeader) + "\n" + csvLine(Cold, {"g", ""}, {}) + "\n";
  EarlierRows Found = readRows(Text + csvLine(Warm, {"g", ""}, {}));
  EXPECT_TRUE(Found.Keys.count(keyOf(Cold)));
  EXPECT_FALSE(Found.Keys.count(keyOf(Warm))) << "its line is not whole";
  EXPECT_EQ(Found.Whole, Text);
  EXPECT_EQ(Found.Gpus, std::set<std::string>{"g"});
  Row Other = Cold;
  Other.Launch.Block.X = 32;
  EXPECT_FALSE(Found.Keys.count(keyOf(Other)));
  EXPECT_FALSE(Found.IsForeign);
  EXPECT_TRUE(readRows("a,b\n1,2\n").IsForeign);
  EXPECT_TRUE(readRows("").Whole.empty());
  // Half a header is no file yet.
  EXPECT_FALSE(readRows("dataset,re").IsForeign);
}

TEST(MeasureCounters, TableAndNotesAreJoined) {
  std::vector<Case> Cases = allCases();
  const Case &C = Cases[0];
  Problem P{{{"N", 64}, {"secretlyFalse", 0}}};
  std::string Notes = profiledHeader() + "\n";
  for (unsigned X : {64u, 32u, 128u})
    Notes += profiledLine(C, P, {{64 / X + 1}, {X}, 0}, {30, 6144, 0, 8, 1024},
                          "g") +
             "\n";
  std::string Table =
      "==PROF== Connected to process 1\n"
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid "
      "Size\",\"gpu__time_duration."
      "sum\",\"dram__sectors_read.sum\"\n"
      "\"\",\"\",\"\",\"\",\"ns\",\"sector\"\n"
      "\"0\",\"triad_kernel<double>(double *)\",\"(64, 1, 1)\",\"(2, 1, "
      "1)\",\"2,500\",\"1,234\"\n"
      "\"1\",\"triad_kernel<double>(double *)\",\"(128, 1, 1)\",\"(1, 1, "
      "1)\",\"1000\",\"n/a\"\n";
  Joined Found = joinCounters(Notes, Table);
  EXPECT_EQ(Found.Rows, 2u) << Found.Why;
  EXPECT_EQ(Found.Gpu, "g");
  size_t Line = Found.Csv.find('\n') + 1;
  std::vector<std::string> Header = splitCsv(Found.Csv.substr(0, Line - 1));
  std::vector<std::string> First =
      splitCsv(Found.Csv.substr(Line, Found.Csv.find('\n', Line) - Line));
  ASSERT_EQ(Header.size(), First.size());
  auto At = [&](const char *Name) {
    for (size_t I = 0; I < Header.size(); ++I)
      if (Header[I] == Name)
        return First[I];
    return std::string("no such column");
  };
  EXPECT_EQ(At("dataset"), "gpuperf_measure");
  EXPECT_EQ(At("kernel_name"), "triad_kernel<double>");
  EXPECT_EQ(At("block_x"), "64");
  EXPECT_EQ(At("regs"), "30");
  EXPECT_EQ(At("static_smem"), "6144");
  EXPECT_EQ(std::atof(At("time_us").c_str()), 2.5);
  EXPECT_EQ(At("dram__sectors_read.sum"), "1234");
  EXPECT_EQ(At("smsp__inst_executed.sum"), "");
  EXPECT_EQ(At("problem"), "N=64;secretlyFalse=0");
}

TEST(MeasureCounters, SaysWhyThereAreNone) {
  std::string Notes = profiledHeader() + "\n";
  EXPECT_NE(joinCounters(Notes, "==ERROR== ERR_NVGPUCTRPERM\n").Why, "");
  EXPECT_NE(joinCounters(Notes, "\"ID\",\"Kernel Name\"\n").Why, "");
  EXPECT_NE(joinCounters(Notes, "\"ID\",\"Block Size\",\"Grid Size\"\n"
                                "\"0\",\"(1, 1, 1)\",\"(1, 1, 1)\"\n")
                .Why,
            "");
}

} // namespace
