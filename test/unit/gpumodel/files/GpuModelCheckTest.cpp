//===- GpuModelCheckTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuModelCheck.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"

using namespace gpuperf;

namespace {

/// "KEY: MESSAGE" of what contradicts itself, or "none".
template <typename ModelT> std::string contradiction(const ModelT &Model) {
  auto C = findContradiction(Model);
  return C ? C->Key + ": " + C->Message : "none";
}

TEST(GpuModelCheck, ShippedFilesDoNotContradictThemselves) {
  for (const std::string &Name : shippedGpuNames()) {
    EXPECT_EQ(contradiction(loadGpu(Name)), "none") << Name;
    EXPECT_EQ(contradiction(loadGpu(Name).Arch), "none") << Name;
  }
}

TEST(GpuModelCheck, Threads) {
  ArchModel Arch = loadGpu("t4").Arch;
  Arch.MaxThreadsPerSm.Value = 2048;
  EXPECT_EQ(contradiction(Arch),
            "max_threads_per_sm: value of 'max_threads_per_sm' is 2048, it "
            "must be 1024, 'max_warps_per_sm' x 'warp_size'");
  Arch = loadGpu("t4").Arch;
  Arch.MaxThreadsPerBlock.Value = 1056;
  EXPECT_EQ(contradiction(Arch),
            "max_threads_per_block: value of 'max_threads_per_block' is 1056, "
            "it must be at most 1024, the value of 'max_threads_per_sm'");
}

TEST(GpuModelCheck, Registers) {
  ArchModel Arch = loadGpu("t4").Arch;
  Arch.RegistersPerBlock->Value *= 2;
  EXPECT_EQ(contradiction(Arch),
            "registers_per_block: value of 'registers_per_block' is 131072, it "
            "must be at most 65536, the value of 'registers_per_sm'");
}

TEST(GpuModelCheck, SharedMemory) {
  ArchModel Arch = loadGpu("t4").Arch;
  Arch.SharedPerBlockDefaultBytes->Value = 65537;
  EXPECT_EQ(contradiction(Arch).substr(0, 31),
            "shared_per_block_default_bytes:");
  Arch = loadGpu("t4").Arch;
  Arch.SharedPerBlockOptinBytes->Value = 65537;
  EXPECT_EQ(contradiction(Arch).substr(0, 29), "shared_per_block_optin_bytes:");
  Arch = loadGpu("t4").Arch;
  Arch.SharedCarveoutsKib = {64, 32};
  EXPECT_EQ(contradiction(Arch),
            "shared_carveouts_kib: 'shared_carveouts_kib' must be rising");
  Arch.SharedCarveoutsKib = {32, 48};
  EXPECT_EQ(contradiction(Arch),
            "shared_carveouts_kib: the last of 'shared_carveouts_kib' must be "
            "the value of 'shared_per_sm_bytes' in KiB");
}

TEST(GpuModelCheck, Clocks) {
  GpuModel Gpu = loadGpu("t4");
  Gpu.BoostClockMhz.reset();
  EXPECT_EQ(contradiction(Gpu), "none");
  Gpu.BaseClockMhz.reset();
  EXPECT_EQ(contradiction(Gpu), "clocks: missing required key "
                                "'boost_clock_mhz' or 'base_clock_mhz'");
}

TEST(GpuModelCheck, Bandwidth) {
  GpuModel Gpu = loadGpu("t4");            // 320 GB/s
  Gpu.DramAchievableReadGbps->Value = 335; // rounding of two sources
  EXPECT_EQ(contradiction(Gpu), "none");
  Gpu.DramAchievableReadGbps->Value = 340;
  EXPECT_EQ(contradiction(Gpu),
            "dram_achievable_read_gbps: value of 'dram_achievable_read_gbps' "
            "is 340, it must be at most 320, the value of "
            "'dram_theoretical_gbps'");
}

TEST(GpuModelCheck, SectorsAndLines) {
  GpuModel Gpu = loadGpu("t4");
  Gpu.SectorBytes->Value = 256;
  EXPECT_EQ(contradiction(Gpu), "sector_bytes: value of 'sector_bytes' is 256, "
                                "it must be at most 128, the value of "
                                "'l1_line_bytes'");
}

} // namespace
