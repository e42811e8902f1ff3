//===- DeviceMatchTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/DeviceMatch.h"
#include "gpumodel/files/GpuModelCheck.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

DeviceFacts device(std::string Name, std::string Arch, double Sms,
                   double MemoryBytes, double ClockMhz = 0, double Bus = 0) {
  DeviceFacts D;
  D.Name = std::move(Name);
  D.Arch = std::move(Arch);
  D.Backend = "cuda";
  D.SmCount = Sms;
  D.MemoryBytes = MemoryBytes;
  D.MemoryClockMhz = ClockMhz;
  D.MemoryBusBits = Bus;
  return D;
}

std::string match(const DeviceFacts &D) {
  std::vector<std::string> Notes;
  return shippedGpuOf(D, Notes);
}

TEST(DeviceMatch, ShippedGpusByTheirDriversNames) {
  EXPECT_EQ(match(device("NVIDIA H200", "sm_90", 132, 150.1e9, 3201, 6144)),
            "h200-sxm");
  EXPECT_EQ(match(device("NVIDIA H100 80GB HBM3", "sm_90", 132, 85.0e9)),
            "h100-sxm");
  EXPECT_EQ(match(device("NVIDIA H100 PCIe", "sm_90", 114, 85.0e9)),
            "h100-pcie");
  EXPECT_EQ(match(device("NVIDIA A100-SXM4-80GB", "sm_80", 108, 85.1e9)),
            "a100-sxm4-80gb");
  EXPECT_EQ(match(device("A100-SXM4-40GB", "sm_80", 108, 42.4e9)),
            "a100-sxm4-40gb");
  EXPECT_EQ(match(device("Tesla T4", "sm_75", 40, 15.8e9, 5001, 256)), "t4");
  EXPECT_EQ(
      match(device("nvidia geforce rtx 3090", "sm_86", 82, 25.4e9, 9751, 384)),
      "rtx-3090");
}

TEST(DeviceMatch, RelativesAreNotTakenForThem) {
  // More memory, fewer SMs, another memory, another name.
  EXPECT_EQ(match(device("NVIDIA H100 NVL", "sm_90", 132, 100e9)), "");
  EXPECT_EQ(match(device("NVIDIA H200 NVL", "sm_90", 132, 150e9)), "");
  EXPECT_EQ(match(device("NVIDIA GH200 480GB", "sm_90", 132, 102e9)), "");
  EXPECT_EQ(match(device("NVIDIA GeForce RTX 3090 Ti", "sm_86", 84, 25e9)), "");
  EXPECT_EQ(match(device("NVIDIA GeForce RTX 3060", "sm_86", 28, 8.6e9)), "");
  EXPECT_EQ(match(device("NVIDIA H200", "sm_90", 66, 75e9)), "");
  EXPECT_EQ(
      match(device("NVIDIA GeForce GTX 1650", "sm_75", 14, 4.2e9, 4001, 128)),
      ""); // the GDDR5 one
  EXPECT_EQ(match(device("", "sm_90", 132, 150e9)), "");
}

TEST(DeviceMatch, AKnownNameThatDoesNotFitIsExplained) {
  std::vector<std::string> Notes;
  EXPECT_EQ(shippedGpuOf(device("NVIDIA H200", "sm_90", 66, 0), Notes), "");
  ASSERT_EQ(Notes.size(), 1u);
  EXPECT_NE(Notes[0].find("it has 66 SMs, the file says 132"),
            std::string::npos)
      << Notes[0];
}

TEST(DeviceMatch, EveryNameIsOfAShippedGpu) {
  const std::pair<const char *, const char *> Names[] = {
#define DRIVER_NAME(Shipped, Driver, MemoryGb) {Shipped, Driver},
#include "gpumodel/calibration/DriverNames.def"
  };
  std::vector<std::string> Known = shippedGpuNames();
  for (const auto &[Shipped, Driver] : Names) {
    EXPECT_NE(std::find(Known.begin(), Known.end(), Shipped), Known.end())
        << Shipped;
    GpuModel Gpu = loadGpu(Shipped);
    EXPECT_EQ(match(device(Driver, Gpu.Arch.Name, Gpu.SmCount.Value, 0)),
              Shipped);
  }
}

TEST(DeviceMatch, UnknownArchitectures) {
  auto Arch = [](const char *Name) {
    std::vector<std::string> Notes;
    std::string Found = shippedArchOf(Name, Notes);
    // Whatever is not the architecture itself is said.
    EXPECT_EQ(Notes.empty(), Found == Name || Found.empty()) << Name;
    return Found;
  };
  EXPECT_EQ(Arch("sm_90"), "sm_90");
  EXPECT_EQ(Arch("sm_87"), "sm_86");
  EXPECT_EQ(Arch("sm_120"), "sm_120");
  EXPECT_EQ(Arch("sm_110"), "sm_100");
  EXPECT_EQ(Arch("sm_52"), "sm_50");
  EXPECT_EQ(Arch("sm_10"), "sm_13"); // none is lower
  EXPECT_EQ(Arch("gfx908"), "gfx906");
  EXPECT_EQ(Arch("gfx90a"), "gfx90a");
  EXPECT_EQ(Arch("gfx950"), "gfx950");
  EXPECT_EQ(Arch("gfx1100"), "gfx1100");
  EXPECT_EQ(Arch("gfx1151"), "gfx1100");
  EXPECT_EQ(Arch("gfx1201"), "gfx1201");
  EXPECT_EQ(Arch("of-nobody"), "");
}

TEST(DeviceMatch, Slugs) {
  EXPECT_EQ(slugOf("NVIDIA GeForce RTX 3050"), "geforce-rtx-3050");
  EXPECT_EQ(slugOf("NVIDIA H100 80GB HBM3"), "h100-80gb-hbm3");
  EXPECT_EQ(slugOf("AMD Instinct(TM) MI210 "), "instinct-tm-mi210");
  EXPECT_EQ(slugOf("  "), "unnamed");
  EXPECT_LE(slugOf(std::string(500, 'a')).size(), 64u);
}

TEST(DeviceMatch, TheSiblingThatIsMostAlike) {
  // By SMs and memory bandwidth.
  EXPECT_EQ(
      nearestSibling(device("NVIDIA H100 NVL", "sm_90", 132, 0, 2619, 6016),
                     "sm_90"),
      "h100-nvl");
  EXPECT_EQ(nearestSibling(device("X", "sm_90", 132, 0, 2619, 5120), "sm_90"),
            "h100-sxm");
  EXPECT_EQ(nearestSibling(device("X", "sm_90", 132, 0, 3201, 6144), "sm_90"),
            "h200-sxm");
  EXPECT_EQ(nearestSibling(device("X", "sm_90", 100, 0, 1593, 5120), "sm_90"),
            "h100-pcie");
  EXPECT_EQ(nearestSibling(device("X", "sm_12", 100, 0), "sm_12"), "");
}

TEST(DeviceMatch, WhatIsTakenOverNamesTheSibling) {
  DeviceFacts D = device("NVIDIA H100 NVL", "sm_90", 132, 100e9, 2619, 6016);
  D.BoostClockMhz = 1785;
  D.L2Bytes = 62914560;
  GpuModel Sibling = loadGpu("h100-sxm");
  GpuModel Gpu = modelFromSibling(D, Sibling, "h100-nvl");
  EXPECT_EQ(Gpu.Name, "h100-nvl");
  EXPECT_EQ(Gpu.FullName, "NVIDIA H100 NVL");
  EXPECT_EQ(Gpu.Arch.Name, "sm_90");
  EXPECT_EQ(Gpu.L2Bytes->Value, 62914560);
  EXPECT_EQ(Gpu.L2Bytes->Source, "DRV (L2 size)");
  EXPECT_EQ(Gpu.BoostClockMhz->Value, 1785);
  EXPECT_FALSE(Gpu.BaseClockMhz);
  EXPECT_TRUE(Gpu.LaunchTimeLines.empty());
  EXPECT_EQ(Gpu.L1LatencyCycles->Value, Sibling.L1LatencyCycles->Value);
  EXPECT_EQ(Gpu.L1LatencyCycles->Status, FactStatus::Proxy);
  EXPECT_NE(Gpu.L1LatencyCycles->Source.find("(as h100-sxm"),
            std::string::npos);
  // Bandwidth by proportion.
  EXPECT_NEAR(Gpu.DramTheoreticalGbps->Value, 2 * 2619e6 * 6016 / 8 / 1e9, 0.1);
  EXPECT_NEAR(Gpu.DramAchievableReadGbps->Value /
                  Gpu.DramTheoreticalGbps->Value,
              Sibling.DramAchievableReadGbps->Value /
                  Sibling.DramTheoreticalGbps->Value,
              0.001);
  EXPECT_FALSE(findContradiction(Gpu));
}

TEST(DeviceMatch, EveryShippedGpuCanBeASibling) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Sibling = loadGpu(Name);
    GpuModel Gpu =
        modelFromSibling(device("X", Sibling.Arch.Name, 1, 0), Sibling, "x");
    EXPECT_FALSE(findContradiction(Gpu)) << Name;
    // The driver says nothing of the memory: nothing is made up.
    EXPECT_FALSE(Gpu.DramTheoreticalGbps) << Name;
    EXPECT_FALSE(Gpu.DramAchievableReadGbps) << Name;
  }
}

TEST(DeviceMatch, HipDoesNotSayTheDataRate) {
  DeviceFacts D = device("AMD Instinct MI300X", "gfx942", 304, 0, 1300, 8192);
  D.Backend = "hip";
  EXPECT_EQ(theoreticalGbps(D), 0);
  EXPECT_EQ(match(D), "mi300x");
}

} // namespace
