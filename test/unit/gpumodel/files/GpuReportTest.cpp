//===- GpuReportTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuReport.h"
#include "gpumodel/files/GpuFields.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"
#include "llvm/ADT/SmallVector.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

GpuModel madeUp() {
  return loadGpu(GPUPERF_TEST_INPUTS "/gpumodel/two-warps.yaml");
}

TEST(GpuReport, AFactWithUnitStatusAndSource) {
  const std::string Text = describeGpu(madeUp());
  EXPECT_THAT(Text, StartsWith("two-warps: Two Warps 1000\n"
                               "die TW1, architecture sm_75 (Turing), compute "
                               "capability 7.5\n"));
  EXPECT_THAT(Text,
              HasSubstr("\nlatency\n"
                        "  l1_latency_cycles                       32.5 cycles "
                        "           proxy      TEST\n"));
  EXPECT_THAT(Text, HasSubstr("   8: 0.004 us x blocks + 3 us  measured  "
                              "TEST\n"));
  EXPECT_THAT(Text, HasSubstr("shared_carveouts_kib            32, 64 KiB\n"));
  // What the file does not have is not printed as a number.
  EXPECT_THAT(Text, Not(HasSubstr("base_clock_mhz")));
  EXPECT_THAT(Text, Not(HasSubstr("dram_latency_cycles")));
}

TEST(GpuReport, LargeNumbersAreWhole) {
  const std::string Text = describeGpu(loadGpu("h100-sxm"));
  EXPECT_THAT(Text, HasSubstr("    52428800 bytes"));
  EXPECT_THAT(Text, HasSubstr("  2147483647 blocks"));
}

TEST(GpuReport, SubstitutesAreStated) {
  EXPECT_THAT(describeGpu(loadGpu("v100-sxm2-16gb")),
              HasSubstr("  int64_mul           issue 8 (5.33 to 12) "));
  EXPECT_THAT(describeGpu(loadGpu("v100-sxm2-16gb")),
              HasSubstr("issue: one wide and two low 32-bit products, one "
                        "addition\n"));
}

TEST(GpuReport, SourcesThatOccurAreExpanded) {
  const std::string Text = describeGpu(loadGpu("radeon-hd-6970"));
  const size_t Sources = Text.find("\nsources\n");
  ASSERT_NE(Sources, std::string::npos);
  EXPECT_THAT(Text.substr(Sources),
              HasSubstr("\n  OST       A. Ostapenko, slides on a model of "));
  EXPECT_THAT(Text.substr(Sources), Not(HasSubstr("PG13 ")));
}

TEST(GpuReport, EveryNumberOfEveryGpuIsPrinted) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name);
    const std::string Text = describeGpu(Gpu);
    auto Check = [&](const FieldInfo &Field, const OptFact &F) {
      if (F) {
        EXPECT_THAT(Text, HasSubstr(("\n  " + Field.Key + " ").str())) << Name;
        EXPECT_THAT(Text, HasSubstr(F->Source + "\n")) << Name;
      }
    };
    visitDeviceFields(Gpu, Check);
    visitDeviceTables(Gpu, Check);
    visitArchFields(Gpu.Arch, Check);
    visitArchTables(Gpu.Arch, Check);
    EXPECT_EQ(Text.back(), '\n');
  }
}

TEST(GpuReport, ListHasOneLinePerGpuInColumns) {
  const std::string Text = listGpus();
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Text).trim('\n').split(Lines, '\n');
  ASSERT_EQ(Lines.size(), shippedGpuNames().size() + 1);
  EXPECT_EQ(Lines[0],
            "name                SMs     MHz     GB/s  L2 MiB    cc  GPU");
  for (unsigned I = 1; I < Lines.size(); ++I)
    EXPECT_TRUE(Lines[I].starts_with(shippedGpuNames()[I - 1] + " "))
        << Lines[I].str();
  EXPECT_THAT(Text,
              HasSubstr("\nv100-sxm2-16gb       80    1530      898       "
                        "6   7.0  NVIDIA V100 SXM2 16GB\n"));
  EXPECT_THAT(Text,
              HasSubstr("\ntesla-c1060          30    1296    102.4       "
                        "-   1.3  NVIDIA Tesla C1060\n"));
}

TEST(GpuReport, Json) {
  llvm::json::Value Value = gpuToJson(madeUp());
  const llvm::json::Object &Gpu = *Value.getAsObject();
  EXPECT_EQ(Gpu.getString("name"), "two-warps");
  const llvm::json::Object *Facts = Gpu.getObject("facts");
  ASSERT_TRUE(Facts);
  const llvm::json::Object *L2 = Facts->getObject("l2_bytes");
  ASSERT_TRUE(L2);
  EXPECT_EQ(L2->getNumber("value"), 65536);
  EXPECT_EQ(L2->getString("unit"), "bytes");
  EXPECT_EQ(L2->getString("status"), "derived");
  EXPECT_EQ(L2->getString("source"), "TEST (arithmetic)");
  EXPECT_FALSE(Facts->getObject("base_clock_mhz"));
  ASSERT_TRUE(Facts->getObject("throughput_per_clk_per_cu"));
  ASSERT_TRUE(Gpu.getArray("launch_time_lines"));
  EXPECT_EQ(Gpu.getArray("launch_time_lines")->size(), 2u);
  const llvm::json::Object *Arch = Gpu.getObject("arch");
  ASSERT_TRUE(Arch);
  EXPECT_EQ(Arch->getString("compute_capability"), "7.5");
  const llvm::json::Object *Latency =
      Arch->getObject("facts")->getObject("latency_cycles");
  ASSERT_TRUE(Latency);
  EXPECT_EQ(Latency->getObject("fp32_fma")->getNumber("value"), 4);
}

TEST(GpuReport, WhatOneGpuSaysInPlaceOfItsArchitecture) {
  GpuModel Gpu = madeUp();
  EXPECT_THAT(describeGpu(Gpu), Not(HasSubstr("own file")));
  const auto Fma = static_cast<unsigned>(OpClass::Fp32Fma);
  Gpu.Overrides.LatencyCycles[Fma] =
      Fact{5.5, FactStatus::Measured, "gpuperf-calibrate 2026-11-22 (made up)"};
  applyOverrides(Gpu);
  const std::string Text = describeGpu(Gpu);
  EXPECT_THAT(Text, HasSubstr("of this GPU's own file, in place of sm_75's\n"
                              "  latency_cycles.fp32_fma\n"));
  EXPECT_THAT(Text, HasSubstr("5.5 cycles            measured   "
                              "gpuperf-calibrate 2026-11-22 (made up)\n"));
  // The tag is explained without its day.
  EXPECT_THAT(Text, HasSubstr("\n  gpuperf-calibrate gpuperf's own"));
  const llvm::json::Value Json = gpuToJson(Gpu);
  const llvm::json::Object *Facts = Json.getAsObject()->getObject("facts");
  ASSERT_TRUE(Facts->getObject("latency_cycles"));
  EXPECT_EQ(Facts->getObject("latency_cycles")
                ->getObject("fp32_fma")
                ->getNumber("value"),
            5.5);
  EXPECT_EQ(Json.getAsObject()
                ->getObject("arch")
                ->getObject("facts")
                ->getObject("latency_cycles")
                ->getObject("fp32_fma")
                ->getNumber("value"),
            5.5);
}

} // namespace
