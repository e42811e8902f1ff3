//===- GpuRegistryTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/GpuRegistry.h"
#include "gpumodel/GpuModelYaml.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <thread>

using namespace gpuperf;
using testing::HasSubstr;

namespace {

/// The GPU names that the project promises.
const std::vector<std::string> PromisedNames = {"a100-pcie-40gb",
                                                "a100-sxm4-40gb",
                                                "a100-sxm4-80gb",
                                                "a40",
                                                "b200",
                                                "gtx-1050",
                                                "gtx-1050-ti",
                                                "gtx-1070",
                                                "gtx-1080-ti",
                                                "gtx-1650",
                                                "gtx-940mx",
                                                "h100-pcie",
                                                "h100-sxm",
                                                "h200-sxm",
                                                "l4",
                                                "l40",
                                                "l40s",
                                                "mi250x",
                                                "mi300x",
                                                "p100-sxm2",
                                                "radeon-hd-6970",
                                                "radeon-pro-w6600",
                                                "rtx-2060",
                                                "rtx-2070-super",
                                                "rtx-2080-ti",
                                                "rtx-3060",
                                                "rtx-3060-laptop",
                                                "rtx-3060-ti",
                                                "rtx-3070-ti",
                                                "rtx-3080",
                                                "rtx-3090",
                                                "rtx-4090",
                                                "rtx-a4000",
                                                "rtx-a6000",
                                                "t4",
                                                "tesla-c1060",
                                                "tesla-c2050",
                                                "titan-rtx",
                                                "v100-sxm2-16gb"};

GpuModel load(llvm::StringRef Name) {
  llvm::Expected<GpuModel> Gpu = findGpu(Name);
  EXPECT_TRUE(static_cast<bool>(Gpu)) << Name.str();
  if (!Gpu) {
    ADD_FAILURE() << llvm::toString(Gpu.takeError());
    return {};
  }
  return *Gpu;
}

TEST(GpuRegistry, ShipsExactlyThePromisedNames) {
  EXPECT_EQ(shippedGpuNames(), PromisedNames);
}

TEST(GpuRegistry, EveryShippedDeviceLoadsUnderItsOwnName) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = load(Name);
    EXPECT_EQ(Gpu.Name, Name);
    EXPECT_FALSE(Gpu.FullName.empty()) << Name;
    EXPECT_FALSE(Gpu.Arch.Name.empty()) << Name;
  }
}

TEST(GpuRegistry, EveryShippedArchLoadsUnderItsOwnName) {
  std::vector<std::string> Names = shippedArchNames();
  EXPECT_EQ(Names.size(), 16u);
  for (const std::string &Name : Names) {
    std::string Path = "arch/" + Name + ".yaml";
    llvm::Expected<ArchModel> Arch =
        parseArchYaml(llvm::MemoryBufferRef(shippedGpuFile(Path), Path));
    ASSERT_TRUE(static_cast<bool>(Arch)) << llvm::toString(Arch.takeError());
    EXPECT_EQ(Arch->Name, Name);
    EXPECT_GT(Arch->Fp32Lanes->Value, 0) << Name;
  }
}

} // namespace
