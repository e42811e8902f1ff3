//===- GpuRegistryTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/Throughput.h"
#include "gpumodel/files/GpuFields.h"
#include "gpumodel/files/GpuModelYaml.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
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
                                                "gb200",
                                                "gtx-1050",
                                                "gtx-1050-ti",
                                                "gtx-1070",
                                                "gtx-1080-ti",
                                                "gtx-1650",
                                                "gtx-940mx",
                                                "h100-nvl",
                                                "h100-pcie",
                                                "h100-sxm",
                                                "h20",
                                                "h200-sxm",
                                                "l20",
                                                "l4",
                                                "l40",
                                                "l40s",
                                                "mi210",
                                                "mi250x",
                                                "mi300a",
                                                "mi300x",
                                                "mi355x",
                                                "mi50",
                                                "mi60",
                                                "p100-sxm2",
                                                "radeon-hd-6970",
                                                "radeon-pro-w6600",
                                                "radeon-pro-w7800",
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
                                                "rtx-5080",
                                                "rtx-5090",
                                                "rtx-a4000",
                                                "rtx-a6000",
                                                "rtx-pro-6000",
                                                "rtx-pro-6000-max-q",
                                                "rx-7900-xtx",
                                                "rx-9070-xt",
                                                "t4",
                                                "tesla-c1060",
                                                "tesla-c2050",
                                                "titan-rtx",
                                                "v100-sxm2-16gb"};

TEST(GpuRegistry, ShipsExactlyThePromisedNames) {
  EXPECT_EQ(shippedGpuNames(), PromisedNames);
}

TEST(GpuRegistry, EveryShippedDeviceLoadsUnderItsOwnName) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name);
    EXPECT_EQ(Gpu.Name, Name);
    EXPECT_FALSE(Gpu.FullName.empty()) << Name;
    EXPECT_FALSE(Gpu.Arch.Name.empty()) << Name;
  }
}

TEST(GpuRegistry, EveryShippedArchLoadsUnderItsOwnName) {
  std::vector<std::string> Names = shippedArchNames();
  EXPECT_EQ(Names.size(), 21u);
  for (const std::string &Name : Names) {
    std::string Path = "arch/" + Name + ".yaml";
    llvm::Expected<ArchModel> Arch =
        parseArchYaml(llvm::MemoryBufferRef(shippedGpuFile(Path), Path));
    ASSERT_TRUE(static_cast<bool>(Arch)) << llvm::toString(Arch.takeError());
    EXPECT_EQ(Arch->Name, Name);
    EXPECT_GT(Arch->Fp32Lanes->Value, 0) << Name;
  }
}

TEST(GpuRegistry, EmbeddedFilesAreThoseInTheSourceTree) {
  std::vector<std::string> Paths = {"SOURCES.md"};
  for (const std::string &Name : shippedGpuNames())
    Paths.push_back("devices/" + Name + ".yaml");
  for (const std::string &Name : shippedArchNames())
    Paths.push_back("arch/" + Name + ".yaml");
  for (const std::string &Path : Paths) {
    auto File = llvm::MemoryBuffer::getFile(std::string(GPUPERF_GPUMODEL_DIR) +
                                            "/" + Path);
    ASSERT_TRUE(static_cast<bool>(File)) << Path;
    EXPECT_TRUE((*File)->getBuffer() == shippedGpuFile(Path)) << Path;
  }
  EXPECT_TRUE(shippedGpuFile("devices/none.yaml").empty());
}

TEST(GpuRegistry, EveryShippedDeviceIsSane) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name);
    EXPECT_GE(Gpu.SmCount.Value, 3) << Name;
    EXPECT_LE(Gpu.SmCount.Value, 304) << Name;
    EXPECT_GE(clockMhz(Gpu), 800) << Name;
    EXPECT_LE(clockMhz(Gpu), 3000) << Name;
    ASSERT_TRUE(Gpu.DramTheoreticalGbps) << Name;
    EXPECT_GE(Gpu.DramTheoreticalGbps->Value, 40) << Name;
    EXPECT_LE(Gpu.DramTheoreticalGbps->Value, 8000) << Name;
    // GT200 has no L2 for global memory.
    EXPECT_EQ(Gpu.L2Bytes.has_value(), Name != "tesla-c1060") << Name;
    if (Gpu.L2Bytes) {
      EXPECT_GE(Gpu.L2Bytes->Value, 512 * 1024) << Name;
    }
    EXPECT_TRUE(Gpu.Arch.RegistersPerSm) << Name;
    EXPECT_TRUE(Gpu.Arch.SharedPerSmBytes) << Name;
    if (Gpu.L1LatencyCycles && Gpu.L2LatencyCycles) {
      EXPECT_LT(Gpu.L1LatencyCycles->Value, Gpu.L2LatencyCycles->Value) << Name;
    }
    if (Gpu.L2LatencyCycles && Gpu.DramLatencyCycles) {
      EXPECT_LT(Gpu.L2LatencyCycles->Value, Gpu.DramLatencyCycles->Value)
          << Name;
    }
  }
}

TEST(GpuRegistry, NoShippedNumberIsWithoutSource) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name);
    unsigned Count = 0;
    auto Check = [&](const FieldInfo &Field, const OptFact &F) {
      if (!F)
        return;
      ++Count;
      EXPECT_FALSE(F->Source.empty()) << Name << " " << Field.Key.str();
      // Ours to measure: that it follows from results is the test
      // calibration_measured_values.
      EXPECT_EQ(F->Status == FactStatus::Measured,
                llvm::StringRef(F->Source).starts_with("gpuperf-calibrate "))
          << Name << " " << Field.Key.str();
    };
    visitDeviceFields(Gpu, Check);
    visitDeviceTables(Gpu, Check);
    visitArchFields(Gpu.Arch, Check);
    visitArchTables(Gpu.Arch, Check);
    EXPECT_GT(Count, 30u) << Name;
  }
}

TEST(GpuRegistry, EverySourceTagIsExpandedInSourcesMd) {
  auto Sources =
      llvm::MemoryBuffer::getFile(GPUPERF_GPUMODEL_DIR "/SOURCES.md");
  ASSERT_TRUE(static_cast<bool>(Sources));
  llvm::StringRef Text = (*Sources)->getBuffer();
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name);
    auto Check = [&](const FieldInfo &Field, const OptFact &F) {
      if (!F)
        return;
      llvm::SmallVector<llvm::StringRef> Tags;
      llvm::SplitString(llvm::StringRef(F->Source).split(" (").first, Tags,
                        "+");
      for (llvm::StringRef Tag : Tags) {
        // Ours has the day behind it.
        if (Tag.starts_with("gpuperf-calibrate "))
          Tag = Tag.split(' ').first;
        EXPECT_TRUE(Text.contains(("\n| " + Tag + " |").str()))
            << Name << " " << Field.Key.str() << ": " << Tag.str();
      }
    };
    visitDeviceFields(Gpu, Check);
    visitDeviceTables(Gpu, Check);
    visitArchFields(Gpu.Arch, Check);
    visitArchTables(Gpu.Arch, Check);
  }
}

TEST(GpuRegistry, KnownFigures) {
  GpuModel H200 = loadGpu("h200-sxm");
  EXPECT_EQ(H200.SmCount.Value, 132);
  EXPECT_EQ(H200.DramTheoreticalGbps->Value, 4800);
  GpuModel V100 = loadGpu("v100-sxm2-16gb");
  EXPECT_EQ(V100.SmCount.Value, 80);
  EXPECT_EQ(V100.DramAchievableReadGbps->Value, 866);
  EXPECT_EQ(V100.DramAchievableReadGbps->Status, FactStatus::Published);
  EXPECT_EQ(V100.L2Bytes->Value, 6144 * 1024);
  GpuModel Gtx940mx = loadGpu("gtx-940mx");
  EXPECT_EQ(Gtx940mx.SmCount.Value, 3);
  EXPECT_EQ(Gtx940mx.Arch.Name, "sm_50");
  EXPECT_EQ(Gtx940mx.Arch.MaxBlocksPerSm.Value, 32);
  EXPECT_FALSE(Gtx940mx.Arch.L1CachesPlainGlobalLoads);
  // One of the two dies.
  GpuModel Mi250x = loadGpu("mi250x");
  EXPECT_EQ(Mi250x.SmCount.Value, 110);
  EXPECT_EQ(Mi250x.DramTheoreticalGbps->Value, 1640);
  EXPECT_THAT(Mi250x.FullName, HasSubstr("GCD"));
  EXPECT_EQ(Mi250x.Arch.Maker, Vendor::Amd);
  EXPECT_FALSE(Mi250x.L2Dies);
  // Chiplets have an L2 each, of 4 MiB, and a share of what is behind.
  const GpuModel Mi300a = loadGpu("mi300a"), Mi300x = loadGpu("mi300x");
  for (const GpuModel *Gpu : {&Mi300a, &Mi300x}) {
    EXPECT_EQ(Gpu->L2Bytes->Value, Gpu->L2Dies->Value * 4 * 1024 * 1024);
    EXPECT_EQ(Gpu->SmCount.Value, Gpu->L2Dies->Value * 38);
    EXPECT_NEAR(Gpu->InfinityCacheGbps->Value, Gpu->L2Dies->Value * 724.7, 2);
    EXPECT_EQ(Gpu->InfinityCacheBytes->Value, 256 * 1024 * 1024);
  }
}

TEST(GpuRegistry, GridAndBlockLimits) {
  for (const std::string &Name : shippedGpuNames()) {
    const ArchModel Arch = loadGpu(Name).Arch;
    if (Arch.Maker != Vendor::Nvidia)
      continue;
    EXPECT_EQ(Arch.MaxGridX.Value, Arch.CcMajor < 3 ? 65535 : 2147483647)
        << Name;
    EXPECT_EQ(Arch.MaxGridY.Value, 65535) << Name;
    EXPECT_EQ(Arch.MaxGridZ.Value, Arch.CcMajor == 1 ? 1 : 65535) << Name;
    EXPECT_EQ(Arch.MaxBlockX.Value, Arch.CcMajor == 1 ? 512 : 1024) << Name;
    EXPECT_EQ(Arch.MaxBlockY.Value, Arch.CcMajor == 1 ? 512 : 1024) << Name;
    EXPECT_EQ(Arch.MaxBlockZ.Value, 64) << Name;
  }
}

TEST(GpuRegistry, HongKimParametersOfTheHd6970) {
  GpuModel Hd6970 = loadGpu("radeon-hd-6970");
  auto Rate = [&](OpClass Op) {
    const OptFact &F =
        Hd6970.HongKim.ThroughputPerClkPerCu[static_cast<unsigned>(Op)];
    return F ? F->Value : -1;
  };
  EXPECT_EQ(Rate(OpClass::Fp32Add), 21);
  EXPECT_EQ(Rate(OpClass::Fp32Mul), 22);
  EXPECT_EQ(Rate(OpClass::Fp32Div), 2);
  EXPECT_EQ(Rate(OpClass::Fp32SinCosApprox), 2);
  EXPECT_EQ(Rate(OpClass::Fp32SinCosSlow), 1);
  EXPECT_EQ(Rate(OpClass::IntAdd), -1);
  EXPECT_EQ(clockMhz(Hd6970), 880);
}

TEST(GpuRegistry, UnknownNameNamesTheNearest) {
  EXPECT_EQ(errorOfGpu("rtx3090"),
            "unknown GPU 'rtx3090', nearest: 'rtx-3090', 'rtx-3060', "
            "'rtx-3080'; `gpuperf gpus` lists all, and a path to a GPU file "
            "works as well");
  EXPECT_THAT(errorOfGpu("H100"),
              HasSubstr("nearest: 'h100-nvl', 'h100-pcie', 'h100-sxm';"));
  EXPECT_THAT(errorOfGpu("quux"), HasSubstr("unknown GPU 'quux'; `gpuperf"));
  EXPECT_THAT(errorOfGpu(""), HasSubstr("unknown GPU ''"));
  EXPECT_THAT(errorOfGpu(std::string(100000, 'x')), HasSubstr("unknown GPU"));
}

TEST(GpuRegistry, APathIsRead) {
  GpuModel Gpu = loadGpu(GPUPERF_TEST_INPUTS "/gpumodel/two-warps.yaml");
  EXPECT_EQ(Gpu.Name, "two-warps");
  EXPECT_THAT(errorOfGpu("no/such.yaml"),
              HasSubstr("cannot read GPU file 'no/such.yaml': "));
  EXPECT_THAT(errorOfGpu("t4.yml"), HasSubstr("cannot read GPU file"));
  EXPECT_THAT(errorOfGpu(GPUPERF_TEST_INPUTS "/"),
              HasSubstr("it must be a regular file"));
  if (llvm::sys::fs::exists("/dev/zero")) {
    EXPECT_EQ(errorOfGpu("/dev/zero"), "cannot read GPU file '/dev/zero': it "
                                       "must be a regular file");
  }
}

TEST(GpuRegistry, Lists) {
  auto Names = [](llvm::StringRef List) {
    std::vector<std::string> Result;
    llvm::Expected<std::vector<GpuModel>> Gpus = findGpus(List);
    if (!Gpus) {
      Result.push_back(llvm::toString(Gpus.takeError()));
      return Result;
    }
    for (const GpuModel &Gpu : *Gpus)
      Result.push_back(Gpu.Name);
    return Result;
  };
  EXPECT_THAT(Names("t4; h100-sxm"), testing::ElementsAre("t4", "h100-sxm"));
  EXPECT_THAT(Names("t4,l4,;t4"), testing::ElementsAre("t4", "l4"));
  EXPECT_THAT(Names("t4;l5"),
              testing::ElementsAre(HasSubstr("unknown GPU 'l5'")));
  EXPECT_THAT(Names(" ; "), testing::ElementsAre(HasSubstr("no GPU named")));
}

TEST(GpuRegistry, DefaultsByArchitecture) {
  const std::pair<unsigned, const char *> Expected[] = {
      {0, "h100-sxm"},     {50, "gtx-940mx"},      {52, "gtx-940mx"},
      {53, "gtx-940mx"},   {60, "p100-sxm2"},      {61, "gtx-1080-ti"},
      {62, "gtx-1080-ti"}, {70, "v100-sxm2-16gb"}, {72, "v100-sxm2-16gb"},
      {75, "t4"},          {80, "a100-sxm4-40gb"}, {86, "rtx-3090"},
      {87, "rtx-3090"},    {89, "rtx-4090"},       {90, "h100-sxm"},
      {100, "b200"},       {103, "b200"},          {120, "b200"},
      {35, "gtx-940mx"}};
  for (const auto &[Sm, Name] : Expected) {
    EXPECT_EQ(defaultGpuForSm(Sm), Name) << Sm;
    EXPECT_EQ(loadGpu(defaultGpuForSm(Sm)).Name, Name);
  }
}

TEST(GpuRegistry, DefaultsByArchitectureOfAmd) {
  const std::pair<const char *, const char *> Expected[] = {
      {"gfx", "mi300x"},
      {"gfx906", "mi50"},
      {"gfx908", "mi250x"},
      {"gfx90a", "mi250x"},
      {"gfx90a:sramecc+:xnack-", "mi250x"},
      {"gfx942", "mi300x"},
      {"gfx950", "mi355x"},
      {"gfx1030", "radeon-pro-w6600"},
      {"gfx1100", "rx-7900-xtx"},
      {"gfx1201", "rx-9070-xt"},
      {"sm_86", "rtx-3090"},
      {"", "h100-sxm"}};
  for (const auto &[Arch, Name] : Expected)
    EXPECT_EQ(defaultGpuForArch(Arch), Name) << Arch;
  EXPECT_TRUE(isAmdArch("gfx90a"));
  EXPECT_FALSE(isAmdArch("sm_90"));
}

TEST(GpuRegistry, WavefrontsOfAmd) {
  for (const char *Wide : {"gfx906", "gfx90a", "gfx942", "gfx950:xnack-"})
    EXPECT_EQ(wavefrontSize(Wide), 64u) << Wide;
  for (const char *Narrow : {"gfx1030", "gfx1032", "gfx1100", "gfx1201"})
    EXPECT_EQ(wavefrontSize(Narrow), 32u) << Narrow;
  // As the files of the GPUs have it.
  for (const char *Name :
       {"mi210", "mi250x", "mi300a", "mi300x", "mi355x", "mi50", "mi60",
        "radeon-pro-w6600", "radeon-pro-w7800", "rx-7900-xtx", "rx-9070-xt"}) {
    const GpuModel Gpu = loadGpu(Name);
    EXPECT_EQ(wavefrontSize(Gpu.Arch.Name), Gpu.Arch.WarpSize.Value) << Name;
  }
}

TEST(GpuRegistry, SeveralThreadsMayLoadAtOnce) {
  std::vector<std::thread> Threads;
  std::vector<double> Sms(8);
  for (unsigned I = 0; I < Sms.size(); ++I)
    Threads.emplace_back([&Sms, I] {
      for (unsigned Times = 0; Times < 20; ++Times)
        if (llvm::Expected<GpuModel> Gpu = findGpu("a40"))
          Sms[I] += Gpu->SmCount.Value;
        else
          llvm::consumeError(Gpu.takeError());
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  EXPECT_THAT(Sms, testing::Each(20 * 84));
}

} // namespace

TEST(GpuRegistry, NumbersOfArchitectures) {
  EXPECT_EQ(gpuperf::smNumber("sm_90"), 90u);
  EXPECT_EQ(gpuperf::smNumber("sm_90a"), 90u);
  EXPECT_EQ(gpuperf::smNumber("gfx90a"), 0u);
  EXPECT_EQ(gpuperf::smNumber(""), 0u);
}
