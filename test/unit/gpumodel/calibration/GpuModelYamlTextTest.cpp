//===- GpuModelYamlTextTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/GpuModelYamlText.h"
#include "gpumodel/calibration/ModelFacts.h"
#include "gpumodel/files/GpuModelYaml.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"

using namespace gpuperf;
using namespace gpuperf::calibration;

namespace {

GpuModel parse(const std::string &Yaml) {
  auto Gpu = parseDeviceYaml(llvm::MemoryBufferRef(Yaml, "test.yaml"));
  if (Gpu)
    return std::move(*Gpu);
  ADD_FAILURE() << llvm::toString(Gpu.takeError()) << "\n" << Yaml;
  return {};
}

void expectSame(const GpuModel &A, const GpuModel &B) {
  EXPECT_EQ(A.Name, B.Name);
  EXPECT_EQ(A.FullName, B.FullName);
  EXPECT_EQ(A.Die, B.Die);
  EXPECT_EQ(A.Arch.Name, B.Arch.Name);
  std::vector<ModelFact> Ones = factsOf(A), Others = factsOf(B);
  ASSERT_EQ(Ones.size(), Others.size());
  for (size_t I = 0; I < Ones.size(); ++I) {
    EXPECT_EQ(Ones[I].Path, Others[I].Path);
    EXPECT_EQ(Ones[I].Value.Value, Others[I].Value.Value) << Ones[I].Path;
    EXPECT_EQ(Ones[I].Value.Status, Others[I].Value.Status) << Ones[I].Path;
    EXPECT_EQ(Ones[I].Value.Source, Others[I].Value.Source) << Ones[I].Path;
  }
}

TEST(GpuModelYamlText, ShippedFilesStayAsTheyAreToTheByte) {
  ASSERT_GT(shippedGpuNames().size(), 30u);
  for (const std::string &Name : shippedGpuNames()) {
    llvm::StringRef Text = shippedGpuFile("devices/" + Name + ".yaml");
    EXPECT_EQ(deviceYaml(loadGpu(Name), commentsOf(Text)), Text.str()) << Name;
  }
}

TEST(GpuModelYamlText, ShippedModelsAreReadBackWithoutComments) {
  for (const std::string &Name : shippedGpuNames()) {
    GpuModel Gpu = loadGpu(Name);
    expectSame(Gpu, parse(deviceYaml(Gpu)));
  }
}

TEST(GpuModelYamlText, EveryNumberThatCanBeIsReadBack) {
  // Each field at its largest, each table full, awkward words.
  GpuModel Gpu = loadGpu("h200-sxm");
  Gpu.FullName = "A \"quoted\" \\ name: #1";
  Gpu.Die = "not known";
  Fact Odd{0, FactStatus::Measured, "TAG (\"a\" \\ b: c # d; 1 to 2)"};
  auto Fill = [&Odd](const FieldInfo &Field, auto &F) {
    Odd.Value = Field.Max;
    F = Odd;
  };
  visitDeviceFields(Gpu, Fill);
  visitDeviceTables(Gpu, Fill);
  visitOverrides(Gpu, Fill);
  // Contradictions are refused.
  Gpu.SectorBytes->Value = 4;
  Gpu.BaseClockMhz->Value = 0.125 + 1000;
  for (unsigned Warps : {1, 32})
    Gpu.LaunchTimeLines.push_back(
        {Warps, 1.25e-7, 2.5, FactStatus::Measured, "S (x)"});
  applyOverrides(Gpu);
  GpuModel Back = parse(deviceYaml(Gpu));
  expectSame(Gpu, Back);
  ASSERT_EQ(Back.LaunchTimeLines.size(), 2u);
  EXPECT_EQ(Back.LaunchTimeLines[0].GridSlopeUs, 1.25e-7);
  // What the device's file says counts.
  EXPECT_EQ(
      Back.Arch.LatencyCycles[static_cast<unsigned>(OpClass::Fp32Fma)]->Value,
      100000);
  EXPECT_EQ(Back.Arch.ThroughputPerClkPerSm[0]->Status, FactStatus::Measured);
}

TEST(GpuModelYamlText, OverridesAreOfOneGpu) {
  GpuModel Gpu = loadGpu("h200-sxm");
  setFact(Gpu, *placeOf("latency_cycles.fp32_fma"),
          Fact{3.5, FactStatus::Measured, "gpuperf-calibrate 2026-11-22"});
  EXPECT_EQ(
      Gpu.Arch.LatencyCycles[static_cast<unsigned>(OpClass::Fp32Fma)]->Value,
      3.5);
  std::string Yaml = deviceYaml(Gpu);
  EXPECT_NE(Yaml.find("\nlatency_cycles:\n  fp32_fma: {value: 3.5,"),
            std::string::npos);
  GpuModel Back = parse(Yaml);
  EXPECT_EQ(
      Back.Arch.LatencyCycles[static_cast<unsigned>(OpClass::Fp32Fma)]->Value,
      3.5);
  // The others and their architecture are as they were.
  EXPECT_EQ(
      Back.Overrides.LatencyCycles[static_cast<unsigned>(OpClass::Fp32Add)],
      std::nullopt);
  GpuModel H100 = loadGpu("h100-sxm");
  EXPECT_NE(
      H100.Arch.LatencyCycles[static_cast<unsigned>(OpClass::Fp32Fma)]->Value,
      3.5);
}

TEST(GpuModelYamlText, CommentsStandWhereTheyStood) {
  const std::string Text = "# head\n# two lines\nschema_version: 1\n"
                           "name: x\n\n# of the section\nlatency:\n"
                           "  # of the key\n  l1_latency_cycles: {}\n# end\n";
  YamlComments Found = commentsOf(Text);
  EXPECT_EQ(Found["schema_version"], "# head\n# two lines\n");
  EXPECT_EQ(Found["latency"], "# of the section\n");
  EXPECT_EQ(Found["latency.l1_latency_cycles"], "  # of the key\n");
  EXPECT_EQ(Found[""], "# end\n");
  EXPECT_EQ(Found.size(), 4u);
}

} // namespace
