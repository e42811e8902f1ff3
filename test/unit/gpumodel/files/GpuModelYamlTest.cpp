//===- GpuModelYamlTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Refusals are checked to the letter: the line, the key and what would be right
// are what a user has to go by.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuModelYaml.h"
#include "gpumodel/files/ShippedFiles.h"
#include "test/unit/gpumodel/GpuTestUtil.h"
#include "gmock/gmock.h"
#include <algorithm>

using namespace gpuperf;
using testing::HasSubstr;
using testing::StartsWith;

namespace {

// Line 1 is the one after the opening bracket.
constexpr const char *Device = R"(schema_version: 1
name: made-up
full_name: "Made Up"
die: M1
arch: sm_75
sm_count: {value: 40, status: published, source: "TEST"}
clocks:
  base_clock_mhz: {value: 585, status: published, source: "TEST"}
  boost_clock_mhz: {value: 1590, status: published, source: "TEST"}
caches:
  l2_bytes: {value: 4194304, status: published, source: "TEST"}
bandwidth:
  dram_theoretical_gbps: {value: 320, status: published, source: "TEST"}
  dram_achievable_read_gbps: {value: 220, status: proxy, source: "TEST"}
)";

std::string replaced(std::string Text, const std::string &From,
                     const std::string &To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, std::string::npos) << From;
  return At == std::string::npos ? Text : Text.replace(At, From.size(), To);
}

std::string deviceError(const std::string &Text) {
  llvm::Expected<GpuModel> Gpu =
      parseDeviceYaml(llvm::MemoryBufferRef(Text, "x.yaml"));
  return Gpu ? "accepted" : llvm::toString(Gpu.takeError());
}

/// The refusal of the device above with \p From replaced by \p To.
std::string errorWith(const std::string &From, const std::string &To) {
  return deviceError(replaced(Device, From, To));
}

std::string archError(const std::string &From, const std::string &To) {
  std::string Text = shippedGpuFile("arch/sm_75.yaml").str();
  Text = replaced(Text, From, To);
  llvm::Expected<ArchModel> Arch =
      parseArchYaml(llvm::MemoryBufferRef(Text, "a.yaml"));
  return Arch ? "accepted" : llvm::toString(Arch.takeError());
}

TEST(GpuModelYaml, ReadsWhatIsWritten) {
  GpuModel Gpu = loadGpu(GPUPERF_TEST_INPUTS "/gpumodel/two-warps.yaml");
  EXPECT_EQ(Gpu.Name, "two-warps");
  EXPECT_EQ(Gpu.FullName, "Two Warps 1000");
  EXPECT_EQ(Gpu.Die, "TW1");
  EXPECT_EQ(Gpu.Arch.Name, "sm_75");
  EXPECT_EQ(Gpu.Arch.CcMajor, 7u);
  EXPECT_EQ(Gpu.Arch.CcMinor, 5u);
  EXPECT_EQ(Gpu.SmCount.Value, 2);
  EXPECT_EQ(Gpu.SmCount.Status, FactStatus::Published);
  EXPECT_EQ(Gpu.SmCount.Source, "TEST");
  EXPECT_FALSE(Gpu.BaseClockMhz);
  EXPECT_EQ(Gpu.L2Bytes->Status, FactStatus::Derived);
  EXPECT_EQ(Gpu.L2Bytes->Source, "TEST (arithmetic)");
  EXPECT_EQ(Gpu.L1LatencyCycles->Value, 32.5);
  EXPECT_EQ(Gpu.L1LatencyCycles->Status, FactStatus::Proxy);
  EXPECT_EQ(Gpu.DramTheoreticalGbps->Status, FactStatus::Measured);
  EXPECT_EQ(Gpu.LaunchBackToBackUs->Status, FactStatus::Estimated);
  ASSERT_EQ(Gpu.LaunchTimeLines.size(), 2u);
  EXPECT_EQ(Gpu.LaunchTimeLines[1].WarpsPerBlock, 8u);
  EXPECT_EQ(Gpu.LaunchTimeLines[1].GridSlopeUs, 0.004);
  EXPECT_EQ(Gpu.LaunchTimeLines[1].BaseUs, 3);
  EXPECT_EQ(Gpu.LaunchTimeLines[1].Status, FactStatus::Measured);
  EXPECT_EQ(Gpu.HongKim.MemLdCycles->Value, 420);
  const auto Add = static_cast<unsigned>(OpClass::Fp32Add);
  const auto Mul = static_cast<unsigned>(OpClass::Fp32Mul);
  EXPECT_EQ(Gpu.HongKim.ThroughputPerClkPerCu[Add]->Value, 21);
  EXPECT_FALSE(Gpu.HongKim.ThroughputPerClkPerCu[Mul]);
}

TEST(GpuModelYaml, TheDeviceOfTheRefusalsIsItselfAccepted) {
  EXPECT_EQ(deviceError(Device), "accepted");
}

TEST(GpuModelYaml, UnknownKey) {
  EXPECT_EQ(errorWith("l2_bytes", "l2_byte"),
            "x.yaml:11: unknown key 'l2_byte', did you mean 'l2_bytes'?");
  EXPECT_EQ(errorWith("caches:", "cachs:"),
            "x.yaml:10: unknown key 'cachs', did you mean 'caches'?");
  EXPECT_EQ(errorWith("die: M1", "die: M1\nzzzzzzzzz: 1"),
            "x.yaml:5: unknown key 'zzzzzzzzz'");
  EXPECT_EQ(errorWith("status: published, source", "unit: MHz, status: "
                                                   "published, source"),
            "x.yaml:6: unknown key 'unit'");
}

TEST(GpuModelYaml, MissingKey) {
  EXPECT_EQ(errorWith("name: made-up\n", ""),
            "x.yaml:1: missing required key 'name'");
  EXPECT_EQ(errorWith(", source: \"TEST\"}", "}"),
            "x.yaml:6: missing required key 'source' in 'sm_count'");
  EXPECT_EQ(errorWith("value: 585, ", ""),
            "x.yaml:8: missing required key 'value' in 'base_clock_mhz'");
  EXPECT_THAT(archError("  warp_size:", "  # warp_size:"),
              HasSubstr(": missing required key 'warp_size'"));
}

TEST(GpuModelYaml, ADeviceNeedsAClock) {
  std::string Text = replaced(Device, "  base_clock_mhz", "  # ");
  Text = replaced(Text, "  boost_clock_mhz", "  memory_clock_mhz");
  EXPECT_EQ(deviceError(Text), "x.yaml:7: missing required key "
                               "'boost_clock_mhz' or 'base_clock_mhz'");
}

TEST(GpuModelYaml, WrongStatusNamesTheRightOnes) {
  EXPECT_EQ(errorWith("status: proxy", "status: rumoured"),
            "x.yaml:14: status of 'dram_achievable_read_gbps' is 'rumoured', "
            "status must be one of measured, published, derived, proxy, "
            "estimated");
}

TEST(GpuModelYaml, EmptySource) {
  EXPECT_EQ(errorWith("\"TEST\"", "\" \""),
            "x.yaml:6: source of 'sm_count' is empty, it must say where the "
            "number is from");
}

TEST(GpuModelYaml, OutOfRange) {
  EXPECT_EQ(errorWith("4194304", "-1"),
            "x.yaml:11: value of 'l2_bytes' is -1, it must be between 0 and "
            "17179869184 bytes");
  EXPECT_EQ(
      errorWith("value: 40,", "value: 0,"),
      "x.yaml:6: value of 'sm_count' is 0, it must be between 1 and 4096");
  // A slipped unit: Hz for MHz.
  EXPECT_EQ(errorWith("1590", "1590000000"),
            "x.yaml:9: value of 'boost_clock_mhz' is 1590000000, it must be "
            "between 50 and 10000 MHz");
  EXPECT_EQ(errorWith("value: 40,", "value: 40.5,"),
            "x.yaml:6: value of 'sm_count' is 40.5, it must be a whole number");
}

TEST(GpuModelYaml, WrongType) {
  for (const char *Junk : {"abc", "nan", "inf", ".inf", "0x10", "1e999", "\"\"",
                           "1 2", "--1", "1e", "true"})
    EXPECT_THAT(errorWith("4194304", Junk),
                StartsWith("x.yaml:11: value of 'l2_bytes' is '"))
        << Junk;
  EXPECT_EQ(errorWith("4194304", "abc"),
            "x.yaml:11: value of 'l2_bytes' is 'abc', it must be a number");
  EXPECT_EQ(errorWith("4194304", "[4194304]"),
            "x.yaml:11: 'l2_bytes' must be one plain value");
  const std::string Form = " must be written {value: NUMBER, status: STATUS, "
                           "source: \"WHERE FROM\"}";
  const std::string Line =
      "{value: 4194304, status: published, source: \"TEST\"}";
  EXPECT_EQ(errorWith(Line, "4194304"), "x.yaml:11: 'l2_bytes'" + Form);
  EXPECT_EQ(errorWith(Line, "[1, 2]"), "x.yaml:11: 'l2_bytes'" + Form);
  EXPECT_EQ(errorWith(Line, ""), "x.yaml:11: 'l2_bytes'" + Form);
  EXPECT_EQ(errorWith("caches:\n  l2_bytes: " + Line, "caches: 5"),
            "x.yaml:10: 'caches' must be a section, its keys indented below "
            "it");
  EXPECT_EQ(archError("l1_caches_plain_global_loads: true",
                      "l1_caches_plain_global_loads: yes"),
            "a.yaml:8: 'l1_caches_plain_global_loads' is 'yes', it must be "
            "true or false");
}

TEST(GpuModelYaml, DuplicateKey) {
  EXPECT_EQ(errorWith("caches:", "die: M2\ncaches:"),
            "x.yaml:10: duplicated mapping key 'die'");
}

TEST(GpuModelYaml, Names) {
  EXPECT_EQ(errorWith("made-up", "Made Up"),
            "x.yaml:2: 'name' is 'Made Up', it must be lower-case letters, "
            "digits and '-'");
  EXPECT_THAT(errorWith("arch: sm_75", "arch: sm_76"),
              StartsWith("x.yaml:5: unknown arch 'sm_76', it must be one of "
                         "gfx1032, "));
  EXPECT_EQ(errorWith("schema_version: 1", "schema_version: 2"),
            "x.yaml:1: 'schema_version' is '2', it must be 1");
  EXPECT_EQ(archError("compute_capability: \"7.5\"", "compute_capability: 7_5"),
            "a.yaml:6: 'compute_capability' is '7_5', it must be a quoted "
            "MAJOR.MINOR such as \"9.0\"");
  EXPECT_EQ(archError("vendor: nvidia", "vendor: intel"),
            "a.yaml:4: 'vendor' is 'intel', it must be nvidia or amd");
}

TEST(GpuModelYaml, AContradictionIsReportedAtItsLine) {
  EXPECT_EQ(errorWith("585", "1600"),
            "x.yaml:8: value of 'base_clock_mhz' is 1600, it must be at most "
            "1590, the value of 'boost_clock_mhz'");
  EXPECT_THAT(archError("shared_carveouts_kib: [32, 64]",
                        "shared_carveouts_kib: [64, 32]"),
              HasSubstr("'shared_carveouts_kib' must be rising"));
}

TEST(GpuModelYaml, AnEmptyValueIsReportedAtItsKeyNotAtTheNextOne) {
  // The key stands in two sections.
  std::string Text = shippedGpuFile("arch/sm_75.yaml").str();
  const size_t First = Text.find("\n  popc: ");
  const size_t Second = Text.find("\n  popc: ", First + 1);
  ASSERT_NE(Second, std::string::npos);
  for (size_t At : {First, Second}) {
    std::string Emptied = Text;
    Emptied.erase(At + 8, Emptied.find('\n', At + 8) - At - 8);
    llvm::Expected<ArchModel> Arch =
        parseArchYaml(llvm::MemoryBufferRef(Emptied, "a.yaml"));
    ASSERT_FALSE(static_cast<bool>(Arch));
    const auto Line = std::count(Text.begin(), Text.begin() + At, '\n') + 2;
    EXPECT_THAT(
        llvm::toString(Arch.takeError()),
        StartsWith("a.yaml:" + std::to_string(Line) + ": 'popc' must "));
  }
}

TEST(GpuModelYaml, LaunchTimeLines) {
  auto WithLines = [](const std::string &Lines) {
    return deviceError(std::string(Device) + "launch:\n  time_lines:\n" +
                       Lines);
  };
  const std::string Tail =
      ", grid_slope_us: 0.1, base_us: 2, status: measured, source: \"T\"}\n";
  EXPECT_EQ(WithLines("    - {warps_per_block: 1" + Tail), "accepted");
  EXPECT_EQ(WithLines("    - {warps_per_block: 65" + Tail),
            "x.yaml:17: value of 'warps_per_block' is 65, it must be between 1 "
            "and 64 warps");
  EXPECT_EQ(WithLines("    - {warps_per_block: 2" + Tail +
                      "    - {warps_per_block: 2" + Tail),
            "x.yaml:16: 'warps_per_block' of 'time_lines' must be rising");
}

TEST(GpuModelYaml, NotAGpuFileAtAll) {
  const std::string Empty =
      "x.yaml:1: is empty, a GPU file begins with 'schema_version: 1'";
  EXPECT_EQ(deviceError(""), Empty);
  EXPECT_EQ(deviceError("# only a comment\n"), Empty);
  EXPECT_EQ(deviceError("---\n"), Empty);
  const std::string Other =
      "x.yaml:1: is not a GPU file: that begins with 'schema_version: 1'";
  EXPECT_EQ(deviceError("hello\n"), Other);
  EXPECT_EQ(deviceError("- a\n- b\n"), Other);
  EXPECT_EQ(deviceError(std::string(Device) + "---\nname: y\n"),
            "x.yaml:1: holds more than one YAML document");
  EXPECT_THAT(deviceError("name: \"no end\n"),
              StartsWith("x.yaml:1: not well-formed YAML: "));
  EXPECT_EQ(deviceError(std::string("name: a\0b", 9)),
            "x.yaml:1: holds a control character, a GPU file is YAML text");
  EXPECT_EQ(deviceError("name: a\nb: \xff\xfe\n"),
            "x.yaml:2: is not UTF-8, a GPU file is YAML text");
  EXPECT_EQ(errorWith("caches:", "caches: &a"), "accepted");
  EXPECT_EQ(deviceError(replaced(replaced(Device, "caches:", "caches: &a"),
                                 "bandwidth:\n  dram_theoretical_gbps: {value: "
                                 "320, status: published, source: \"TEST\"}",
                                 "latency:\n  l1_latency_cycles: *a")),
            "x.yaml:14: holds a YAML alias, a GPU file repeats its numbers");
}

TEST(GpuModelYaml, HostileNestingIsRefusedAndDoesNotCrash) {
  EXPECT_EQ(deviceError("a: " + std::string(100, '[')),
            "x.yaml:1: nests brackets deeper than 16");
  std::string Dashes;
  for (int I = 0; I < 100000; ++I)
    Dashes += "-\n";
  EXPECT_THAT(deviceError(Dashes), HasSubstr(" is longer than "));
  EXPECT_THAT(deviceError(std::string(300000, 'a')),
              HasSubstr("a GPU file is at most"));
  EXPECT_THAT(deviceError(std::string(5000, '-')),
              HasSubstr("is longer than 1000 characters"));
  std::string Steps = "schema_version: 1\n";
  for (int I = 0; I < 500; ++I)
    Steps += std::string(I, ' ') + "a:\n";
  EXPECT_THAT(deviceError(Steps), StartsWith("x.yaml:"));
}

TEST(GpuModelYaml, EveryTruncationOfAFileIsRefusedOrRead) {
  const std::string Text = shippedGpuFile("devices/t4.yaml").str();
  for (size_t Size = 0; Size < Text.size(); Size += 7) {
    std::string Error = deviceError(Text.substr(0, Size));
    if (Error != "accepted") {
      EXPECT_THAT(Error, StartsWith("x.yaml:")) << Size;
    }
  }
}

} // namespace
