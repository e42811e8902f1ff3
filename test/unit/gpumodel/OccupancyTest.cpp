//===- OccupancyTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cases computed by hand, one per limiter at least, and the comparison with
// NVIDIA's cuda_occupancy.h where a CUDA toolkit is installed.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/Occupancy.h"
#include "test/unit/gpumodel/GpuTestUtil.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>
#include <random>

#ifdef GPUPERF_HAVE_CUDA_OCCUPANCY
#include <cuda_occupancy.h>
#endif

using namespace gpuperf;

namespace {

BlockResources block(unsigned Threads, unsigned Registers = 0,
                     uint64_t StaticShared = 0, uint64_t DynamicShared = 0) {
  BlockResources B;
  B.ThreadsPerBlock = Threads;
  B.RegistersPerThread = Registers;
  B.StaticSharedBytes = StaticShared;
  B.DynamicSharedBytes = DynamicShared;
  return B;
}

TEST(Occupancy, FullByWarps) {
  Occupancy O = computeOccupancy(loadGpu("h100-sxm"), block(256, 32));
  EXPECT_EQ(O.WarpsPerBlock, 8u);
  EXPECT_EQ(O.BlocksPerSm, 8u); // 64 / 8
  EXPECT_EQ(O.WarpsPerSm, 64u);
  EXPECT_DOUBLE_EQ(O.Fraction, 1.0);
  EXPECT_EQ(limiterName(O.Limiter), "warps");
}

TEST(Occupancy, ByRegisters) {
  // 100 x 32 = 3200, rounded to 3328; 16384 / 3328 = 4 per scheduler, 16 per
  // SM, 2 blocks of 8 warps. Warps alone would allow 8.
  Occupancy O = computeOccupancy(loadGpu("a100-sxm4-40gb"), block(256, 100));
  EXPECT_EQ(O.ByRegisters, 2u);
  EXPECT_EQ(O.ByWarps, 8u);
  EXPECT_EQ(O.BlocksPerSm, 2u);
  EXPECT_DOUBLE_EQ(O.Fraction, 0.25);
  EXPECT_EQ(limiterName(O.Limiter), "registers");
}

TEST(Occupancy, BySharedMemoryWithTheReservedKilobyte) {
  // 32 KiB + 1 KiB reserved: 164 / 33 = 4; without the reserve it would be 5.
  Occupancy O =
      computeOccupancy(loadGpu("a100-sxm4-40gb"), block(128, 32, 32768));
  EXPECT_EQ(O.BySharedMemory, 4u);
  EXPECT_EQ(O.BlocksPerSm, 4u);
  EXPECT_EQ(limiterName(O.Limiter), "shared memory");
}

TEST(Occupancy, AllThatLimitAreNamed) {
  const GpuModel A100 = loadGpu("a100-sxm4-40gb");
  EXPECT_EQ(limiterNames(computeOccupancy(A100, block(256, 100))), "registers");
  // 164 / 81 = 2 as well.
  EXPECT_EQ(limiterNames(computeOccupancy(A100, block(256, 100, 80 << 10))),
            "registers and shared memory");
}

TEST(Occupancy, StaticAndDynamicSharedMemoryAdd) {
  GpuModel V100 = loadGpu("v100-sxm2-16gb"); // 96 KiB, none reserved
  EXPECT_EQ(computeOccupancy(V100, block(64, 0, 8192, 8192)).BySharedMemory,
            6u);
  // 16385 is rounded to 16640: 98304 / 16640 = 5.
  EXPECT_EQ(computeOccupancy(V100, block(64, 0, 8192, 8193)).BySharedMemory,
            5u);
}

TEST(Occupancy, ByBlocks) {
  // 32 blocks of one warp: half of 64 warps. Turing: 16 blocks of 32 warps.
  Occupancy O = computeOccupancy(loadGpu("gtx-940mx"), block(32, 16));
  EXPECT_EQ(O.BlocksPerSm, 32u);
  EXPECT_DOUBLE_EQ(O.Fraction, 0.5);
  EXPECT_EQ(limiterName(O.Limiter), "blocks");
  O = computeOccupancy(loadGpu("t4"), block(32, 16));
  EXPECT_EQ(O.BlocksPerSm, 16u);
  EXPECT_EQ(limiterName(O.Limiter), "blocks");
}

TEST(Occupancy, ByBarriers) {
  BlockResources B = block(64, 32);
  B.Barriers = 16; // 64 / 16
  Occupancy O = computeOccupancy(loadGpu("h100-sxm"), B);
  EXPECT_EQ(O.ByBarriers, 4u);
  EXPECT_EQ(O.BlocksPerSm, 4u);
  EXPECT_EQ(limiterName(O.Limiter), "barriers");
  B.Barriers = 0;
  EXPECT_EQ(computeOccupancy(loadGpu("h100-sxm"), B).BlocksPerSm, 32u);
}

TEST(Occupancy, ABlockThatCannotBeLaunchedHasNone) {
  GpuModel A100 = loadGpu("a100-sxm4-40gb");
  Occupancy O = computeOccupancy(A100, block(1025, 16));
  EXPECT_EQ(O.BlocksPerSm, 0u);
  EXPECT_EQ(limiterName(O.Limiter), "warps");
  // 1024 threads x 65 registers, rounded to 72: above 65536.
  O = computeOccupancy(A100, block(1024, 65));
  EXPECT_EQ(O.BlocksPerSm, 0u);
  EXPECT_EQ(limiterName(O.Limiter), "registers");
  EXPECT_EQ(computeOccupancy(A100, block(1024, 64)).BlocksPerSm, 1u);
  O = computeOccupancy(A100, block(32, 256));
  EXPECT_EQ(limiterName(O.Limiter), "registers");
  // 163 KiB is what a block can opt into.
  EXPECT_EQ(computeOccupancy(A100, block(32, 16, 0, 163 * 1024)).BlocksPerSm,
            1u);
  O = computeOccupancy(A100, block(32, 16, 0, 163 * 1024 + 1));
  EXPECT_EQ(O.BlocksPerSm, 0u);
  EXPECT_EQ(limiterName(O.Limiter), "shared memory");
  EXPECT_EQ(computeOccupancy(A100, block(0)).BlocksPerSm, 0u);
}

TEST(Occupancy, HugeRequestsDoNotWrap) {
  GpuModel A100 = loadGpu("a100-sxm4-40gb");
  constexpr uint64_t Max = std::numeric_limits<uint64_t>::max();
  EXPECT_EQ(computeOccupancy(A100, block(32, 16, Max, Max)).BlocksPerSm, 0u);
  EXPECT_EQ(computeOccupancy(A100, block(32, 16, 1, Max)).BlocksPerSm, 0u);
  EXPECT_EQ(computeOccupancy(A100, block(~0u, ~0u)).BlocksPerSm, 0u);
}

TEST(Occupancy, UnknownRegistersDoNotLimit) {
  Occupancy O = computeOccupancy(loadGpu("a100-sxm4-40gb"), block(1024, 0));
  EXPECT_EQ(O.BlocksPerSm, 2u);
  EXPECT_EQ(limiterName(O.Limiter), "warps");
}

TEST(Occupancy, CarveoutIsRoundedUpAndRaisedUntilABlockFits) {
  GpuModel A100 = loadGpu("a100-sxm4-40gb");  // 0 8 16 32 64 100 132 164 KiB
  BlockResources B = block(64, 16, 7 * 1024); // 8 KiB with the reserve
  B.CarveoutPercent = 50;                     // 82 KiB: 100
  EXPECT_EQ(computeOccupancy(A100, B).BySharedMemory, 12u);
  B.CarveoutPercent = 0; // raised to 8 KiB
  EXPECT_EQ(computeOccupancy(A100, B).BySharedMemory, 1u);
  B.CarveoutPercent = -1; // the driver's choice
  EXPECT_EQ(computeOccupancy(A100, B).BySharedMemory, 20u);
}

TEST(Occupancy, GP100RefusesWhatFourPartitionsCouldNotRun) {
  // 9 warps of 176 registers: 12 warps x 5632 registers exceed 65536.
  EXPECT_EQ(computeOccupancy(loadGpu("p100-sxm2"), block(288, 176)).BlocksPerSm,
            0u);
  EXPECT_EQ(computeOccupancy(loadGpu("p100-sxm2"), block(256, 176)).BlocksPerSm,
            1u);
}

TEST(Occupancy, Sm13AllocatesRegistersPerBlock) {
  // 3 warps are allocated as 4: 4 x 32 x 10 = 1280, rounded to 1536; 16384 /
  // 1536 = 10, above the 8 blocks. With 20 registers: 2560; 6.
  GpuModel C1060 = loadGpu("tesla-c1060");
  EXPECT_EQ(computeOccupancy(C1060, block(96, 10)).ByRegisters, 10u);
  EXPECT_EQ(computeOccupancy(C1060, block(96, 10)).BlocksPerSm, 8u);
  Occupancy O = computeOccupancy(C1060, block(96, 20));
  EXPECT_EQ(O.BlocksPerSm, 6u);
  EXPECT_EQ(limiterName(O.Limiter), "registers");
  EXPECT_EQ(computeOccupancy(C1060, block(513, 8)).BlocksPerSm, 0u);
}

TEST(Occupancy, Sm20) {
  // 21 x 32 = 672, rounded to 704; 16384 / 704 = 23 per scheduler, 46 warps;
  // 46 / 8 = 5. Warps: 48 / 8 = 6.
  Occupancy O = computeOccupancy(loadGpu("tesla-c2050"), block(256, 21));
  EXPECT_EQ(O.BlocksPerSm, 5u);
  EXPECT_EQ(limiterName(O.Limiter), "registers");
  EXPECT_DOUBLE_EQ(O.Fraction, 40.0 / 48.0);
}

TEST(Occupancy, AmdWavefronts) {
  // 256 work-items are 4 wavefronts of 64. 128 VGPRs: 512 / 128 = 4 wavefronts
  // on each of 4 SIMDs.
  GpuModel Mi250x = loadGpu("mi250x");
  Occupancy O = computeOccupancy(Mi250x, block(256, 128));
  EXPECT_EQ(O.WarpsPerBlock, 4u);
  EXPECT_EQ(O.WarpsPerSm, 16u);
  EXPECT_EQ(limiterName(O.Limiter), "registers");
  // 129 are allocated as 136: 512 / 136 = 3 on each SIMD, 3 blocks.
  EXPECT_EQ(computeOccupancy(Mi250x, block(256, 129)).BlocksPerSm, 3u);
  // Two wavefronts need a barrier, of which there are 16; one needs none.
  O = computeOccupancy(Mi250x, block(128, 16));
  EXPECT_EQ(O.BlocksPerSm, 16u);
  EXPECT_EQ(O.ByBarriers, 16u);
  EXPECT_EQ(computeOccupancy(Mi250x, block(64, 16)).BlocksPerSm, 32u);
  // 800 SGPRs on each SIMD: 100 leave room for 8 wavefronts, 101 for 7.
  BlockResources Scalar = block(64, 16);
  Scalar.ScalarRegistersPerWarp = 100;
  EXPECT_EQ(computeOccupancy(Mi250x, Scalar).WarpsPerSm, 32u);
  Scalar.ScalarRegistersPerWarp = 101;
  O = computeOccupancy(Mi250x, Scalar);
  EXPECT_EQ(O.WarpsPerSm, 28u);
  EXPECT_EQ(limiterName(O.Limiter), "SGPRs");
  // RDNA2: wavefronts of 32, 1024 VGPRs per SIMD in units of 16.
  GpuModel W6600 = loadGpu("radeon-pro-w6600");
  EXPECT_EQ(computeOccupancy(W6600, block(256, 65)).WarpsPerSm, 24u);
  // There, each wavefront has its own SGPRs.
  Scalar = block(32, 16);
  Scalar.ScalarRegistersPerWarp = 106;
  EXPECT_EQ(computeOccupancy(W6600, Scalar).WarpsPerSm, 32u);
}

TEST(Occupancy, AnEmptyModelYieldsNothing) {
  EXPECT_EQ(computeOccupancy(GpuModel(), block(128, 32)).BlocksPerSm, 0u);
}

#ifdef GPUPERF_HAVE_CUDA_OCCUPANCY
cudaOccDeviceProp propertiesOf(const GpuModel &Gpu) {
  const ArchModel &A = Gpu.Arch;
  cudaOccDeviceProp P;
  P.computeMajor = A.CcMajor;
  P.computeMinor = A.CcMinor;
  P.maxThreadsPerBlock = A.MaxThreadsPerBlock.Value;
  P.maxThreadsPerMultiprocessor = A.MaxThreadsPerSm.Value;
  P.regsPerBlock = A.RegistersPerBlock->Value;
  P.regsPerMultiprocessor = A.RegistersPerSm->Value;
  P.warpSize = A.WarpSize.Value;
  P.sharedMemPerBlock = A.SharedPerBlockDefaultBytes->Value;
  P.sharedMemPerMultiprocessor = A.SharedPerSmBytes->Value;
  P.numSms = Gpu.SmCount.Value;
  P.sharedMemPerBlockOptin = A.SharedPerBlockOptinBytes->Value;
  P.reservedSharedMemPerBlock = A.ReservedSharedPerBlockBytes->Value;
  return P;
}

unsigned unlimitedIfIntMax(int Blocks) {
  return Blocks == INT_MAX ? ~0u : static_cast<unsigned>(Blocks);
}

TEST(Occupancy, EqualsNvidiasHeaderOnAHundredThousandBlocks) {
  std::vector<GpuModel> Gpus;
  for (llvm::StringRef Name :
       {"gtx-940mx", "p100-sxm2", "gtx-1080-ti", "v100-sxm2-16gb", "t4",
        "a100-sxm4-40gb", "rtx-3090", "rtx-4090", "h100-sxm", "b200"})
    Gpus.push_back(loadGpu(Name));
  std::mt19937 Random(20240613);
  auto Up = [&](unsigned Max) {
    return std::uniform_int_distribution<unsigned>(0, Max)(Random);
  };
  unsigned Launchable = 0;
  for (unsigned I = 0; I < 100000; ++I) {
    const GpuModel &Gpu = Gpus[Up(Gpus.size() - 1)];
    BlockResources B;
    B.ThreadsPerBlock = 1 + Up(Up(1) ? 1100 : 256);
    B.RegistersPerThread = Up(Up(1) ? 255 : 64);
    B.StaticSharedBytes = Up(2) ? Up(Up(1) ? 49152 : 4096) : 0;
    B.DynamicSharedBytes = Up(2) ? Up(Up(1) ? 240000 : 8192) : 0;
    B.Barriers = Up(3) ? 1 : Up(16);
    B.CarveoutPercent = Up(1) ? -1 : static_cast<int>(Up(100));

    cudaOccDeviceProp Properties = propertiesOf(Gpu);
    cudaOccFuncAttributes Attributes;
    Attributes.maxThreadsPerBlock = INT_MAX;
    Attributes.numRegs = B.RegistersPerThread;
    Attributes.sharedSizeBytes = B.StaticSharedBytes;
    Attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    Attributes.maxDynamicSharedSizeBytes = B.DynamicSharedBytes;
    Attributes.numBlockBarriers = B.Barriers;
    cudaOccDeviceState State;
    State.carveoutConfig = B.CarveoutPercent;
    cudaOccResult Expected = {};
    ASSERT_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(
                  &Expected, &Properties, &Attributes, &State,
                  B.ThreadsPerBlock, B.DynamicSharedBytes),
              CUDA_OCC_SUCCESS);

    Occupancy O = computeOccupancy(Gpu, B);
    auto What = [&] {
      return Gpu.Name + ": " + llvm::utostr(B.ThreadsPerBlock) + " threads, " +
             llvm::utostr(B.RegistersPerThread) + " registers, " +
             llvm::utostr(B.StaticSharedBytes) + " + " +
             llvm::utostr(B.DynamicSharedBytes) + " bytes, " +
             llvm::utostr(B.Barriers) + " barriers, carve-out " +
             llvm::itostr(B.CarveoutPercent);
    };
    ASSERT_EQ(O.BlocksPerSm,
              static_cast<unsigned>(Expected.activeBlocksPerMultiprocessor))
        << What();
    ASSERT_EQ(O.ByWarps, static_cast<unsigned>(Expected.blockLimitWarps))
        << What();
    ASSERT_EQ(O.ByRegisters, unlimitedIfIntMax(Expected.blockLimitRegs))
        << What();
    ASSERT_EQ(O.BySharedMemory, unlimitedIfIntMax(Expected.blockLimitSharedMem))
        << What();
    ASSERT_EQ(O.ByBarriers, unlimitedIfIntMax(Expected.blockLimitBarriers))
        << What();
    ASSERT_EQ(O.ByBlocks, static_cast<unsigned>(Expected.blockLimitBlocks))
        << What();
    Launchable += O.BlocksPerSm > 0;
  }
  // The comparison is worth something: blocks of both kinds were tried.
  EXPECT_GT(Launchable, 30000u);
  EXPECT_LT(Launchable, 90000u);
}
#else
TEST(Occupancy, EqualsNvidiasHeaderOnAHundredThousandBlocks) {
  GTEST_SKIP() << "no CUDA toolkit was found when this was configured: "
                  "cuda_occupancy.h is part of it";
}
#endif

} // namespace
