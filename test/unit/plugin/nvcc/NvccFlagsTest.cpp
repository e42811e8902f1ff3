//===- NvccFlagsTest.cpp - Every flag of nvcc is decided ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/NvccFlags.h"
#include "plugin/device/Toolkit.h"
#include "plugin/nvcc/SmChoice.h"
#include "clang/Basic/OffloadArch.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using llvm::StringRef;

namespace {
struct Named {
  std::string Long, Short;
  bool Value;
};
} // namespace

static std::vector<Named> listedFlags() {
  auto Text =
      llvm::MemoryBuffer::getFile(GPUPERF_TEST_INPUTS "/nvcc/flags-13.0.txt");
  EXPECT_TRUE(static_cast<bool>(Text));
  std::vector<Named> Flags;
  if (!Text)
    return Flags;
  for (StringRef Line : llvm::split((*Text)->getBuffer(), '\n')) {
    if (Line.empty() || Line.starts_with("#"))
      continue;
    auto [Long, Rest] = Line.split(' ');
    auto [Short, Value] = Rest.split(' ');
    Flags.push_back({Long.str(), Short.str(), Value == "value"});
  }
  return Flags;
}

/// "--gpu-architecture <arch>      (-arch)" of `nvcc --help`.
static std::vector<Named> helpFlags(StringRef Help) {
  std::vector<Named> Flags;
  for (StringRef Line : llvm::split(Help, '\n')) {
    if (!Line.starts_with("--"))
      continue;
    Line = Line.rtrim();
    auto [Long, Rest] = Line.split(' ');
    StringRef Short = Rest.substr(Rest.find_last_of(' ') + 1);
    StringRef Value = Rest.drop_back(Short.size()).trim();
    Short.consume_front("(");
    Short.consume_back(")");
    // The help shows none for these two.
    Flags.push_back(
        {Long.str(), Short.str(),
         !Value.empty() || Short == "-MF" || Short == "-qpp-config"});
  }
  return Flags;
}

static void expectDecided(const Named &Flag) {
  SCOPED_TRACE(Flag.Long);
  FlagMatch ByLong = matchNvccFlag(Flag.Long);
  ASSERT_TRUE(ByLong.Flag) << "not in the table of NvccFlags.cpp";
  EXPECT_EQ(ByLong.Flag->Long, Flag.Long);
  EXPECT_EQ(ByLong.Flag->Short, Flag.Short);
  EXPECT_EQ(matchNvccFlag(Flag.Short).Flag, ByLong.Flag);
  EXPECT_EQ(ByLong.Flag->Value != FlagValue::None, Flag.Value);
  if (!Flag.Value)
    return;
  std::string Written = Flag.Short + "=v,w";
  FlagMatch WithValue = matchNvccFlag(Written);
  EXPECT_EQ(WithValue.Flag, ByLong.Flag);
  EXPECT_TRUE(WithValue.HasValue);
  EXPECT_EQ(WithValue.Value, "v,w");
}

TEST(NvccFlags, EveryFlagOfTheListIsDecided) {
  std::vector<Named> Listed = listedFlags();
  EXPECT_GT(Listed.size(), 140u);
  for (const Named &Flag : Listed)
    expectDecided(Flag);
}

TEST(NvccFlags, TheTableHoldsNothingThatIsNotListed) {
  std::vector<Named> Listed = listedFlags();
  for (const NvccFlag &Flag : nvccFlags()) {
    bool There = llvm::any_of(
        Listed, [&](const Named &L) { return L.Long == Flag.Long; });
    EXPECT_NE(There, Flag.Unlisted) << Flag.Long.str();
  }
}

TEST(NvccFlags, EveryFlagOfTheInstalledNvccIsDecided) {
  auto Kit = findToolkit();
  std::string Nvcc = Kit ? Kit->Root + "/bin/nvcc" : "";
  if (!llvm::sys::fs::can_execute(Nvcc))
    GTEST_SKIP() << "no nvcc on this machine";
  llvm::SmallString<128> Out;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("nvcc-help", "txt", Out));
  std::optional<StringRef> Redirects[] = {"", Out.str(), ""};
  int Exit = llvm::sys::ExecuteAndWait(Nvcc, {Nvcc, "--help"}, std::nullopt,
                                       Redirects, /*SecondsToWait=*/60);
  auto Text = llvm::MemoryBuffer::getFile(Out);
  llvm::sys::fs::remove(Out);
  ASSERT_EQ(Exit, 0);
  ASSERT_TRUE(static_cast<bool>(Text));
  std::vector<Named> Flags = helpFlags((*Text)->getBuffer());
  EXPECT_GT(Flags.size(), 100u);
  for (const Named &Flag : Flags)
    expectDecided(Flag);
}

TEST(NvccFlags, JoinedAndUnknown) {
  EXPECT_EQ(matchNvccFlag("-DX=1").Flag->Long, "--define-macro");
  EXPECT_EQ(matchNvccFlag("-DX=1").Value, "X=1");
  EXPECT_EQ(matchNvccFlag("-O3").Value, "3");
  EXPECT_EQ(matchNvccFlag("-t8").Flag->Long, "--threads");
  EXPECT_EQ(matchNvccFlag("-lto").Flag->Long, "--lto");
  EXPECT_EQ(matchNvccFlag("-lcudart").Flag->Long, "--library");
  EXPECT_EQ(matchNvccFlag("-ldir").Flag->Long, "--libdevice-directory");
  // One dash or two, as people write them.
  EXPECT_EQ(matchNvccFlag("-gpu-architecture=sm_90").Value, "sm_90");
  for (const char *Unknown : {"-Wall", "-fPIC", "-mavx2", "-", "--", "--Dx",
                              "-tree", "-pthread", "--arch-of=sm_90", "-="})
    EXPECT_FALSE(matchNvccFlag(Unknown).Flag) << Unknown;
}

TEST(SmChoice, NamesThatClangKnows) {
  // All numbers that could be: what we give clang, it takes, and its own names
  // come back as they are.
  for (unsigned Number = 10; Number < 140; ++Number)
    for (char Suffix : {'\0', 'a', 'f'}) {
      std::string Name = "sm_" + std::to_string(Number);
      if (Suffix)
        Name += Suffix;
      std::string Given = clangSmName({Number, Suffix});
      EXPECT_NE(clang::StringToOffloadArch(StringRef(Given)),
                clang::OffloadArch::UNKNOWN)
          << Name << " became " << Given;
      bool Known = clang::StringToOffloadArch(StringRef(Name)) !=
                   clang::OffloadArch::UNKNOWN;
      if (Known && Number >= 50)
        EXPECT_EQ(Given, Name);
    }
  EXPECT_EQ(clangSmName({100, 'f'}), "sm_100a");
  EXPECT_EQ(clangSmName({999, 'a'}), "sm_121");
  EXPECT_EQ(clangSmName({35}), "sm_50");
}

TEST(SmChoice, ReadsNames) {
  EXPECT_EQ(parseSmName("compute_90")->Number, 90u);
  EXPECT_EQ(parseSmName("sm_100f")->Suffix, 'f');
  EXPECT_EQ(parseSmName("lto_75")->Number, 75u);
  for (const char *Bad : {"", "sm_", "sm_90b", "sm_90aa", "90",
                          "sm_99999999999", "sm_0", "compute_ninety"})
    EXPECT_FALSE(parseSmName(Bad)) << Bad;
}

TEST(SmChoice, TheGpusOwnElseWhatItRunsElseTheHighest) {
  const SmName Sm70{70}, Sm80{80}, Sm86{86}, Sm90{90}, Sm90a{90, 'a'},
      Sm100f{100, 'f'};
  auto choose = [](std::vector<SmName> Named, unsigned Gpu) {
    auto Sm = chooseSm(Named, Gpu);
    return Sm ? clangSmName(*Sm) : "";
  };
  EXPECT_EQ(choose({Sm70, Sm90, Sm80}, 80), "sm_80");
  EXPECT_EQ(choose({Sm70, Sm90, Sm80}, 89), "sm_80");
  EXPECT_EQ(choose({Sm90, Sm70}, 80), "sm_70");
  EXPECT_EQ(choose({Sm90, Sm90a}, 90), "sm_90a");
  EXPECT_EQ(choose({Sm90a, Sm80}, 100), "sm_80");
  EXPECT_EQ(choose({Sm100f, Sm90}, 103), "sm_100a");
  EXPECT_EQ(choose({Sm100f, Sm90}, 120), "sm_90");
  EXPECT_EQ(choose({Sm90, Sm86}, 75), "sm_90");
  EXPECT_EQ(choose({Sm70, Sm90, Sm80}, 0), "sm_90");
  EXPECT_EQ(choose({}, 90), "");
}
