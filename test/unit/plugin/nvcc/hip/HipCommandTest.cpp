//===- HipCommandTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/hip/HipCommand.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::Contains;
using testing::Not;

namespace {
std::vector<std::string> words(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Parts;
  llvm::SplitString(Text, Parts);
  return {Parts.begin(), Parts.end()};
}

bool isHip(llvm::StringRef Command, llvm::StringRef File) {
  return isHipCommand(words(Command), 0, File);
}

std::vector<std::string> translated(llvm::StringRef Command,
                                    llvm::StringRef File,
                                    const std::vector<std::string> &Gpus = {}) {
  return translateHip(words(Command), 0, File, Gpus).Args;
}
} // namespace

TEST(HipCommand, TheLanguageDecides) {
  EXPECT_TRUE(isHip("clang++ -c a.hip", "a.hip"));
  EXPECT_TRUE(isHip("clang++ -x hip -c a.cpp", "a.cpp"));
  EXPECT_TRUE(isHip("clang++ -xhip a.cu", "a.cu"));
  EXPECT_TRUE(isHip("/opt/rocm/bin/hipcc -c a.cpp", "a.cpp"));
  EXPECT_TRUE(isHip("hipcc a.cu", "a.cu"));
  EXPECT_FALSE(isHip("hipcc -c a.c", "a.c"));
  EXPECT_FALSE(isHip("hipcc -x c++ -c a.cpp", "a.cpp"));
  EXPECT_FALSE(isHip("clang++ -c a.cu", "a.cu"));
  EXPECT_FALSE(isHip("nvcc -c a.cu", "a.cu"));
  EXPECT_FALSE(isHipCommand({}, 0, "a.hip"));
}

TEST(HipCommand, TheArchitectureIsThatOfTheGpuThatIsAskedFor) {
  const char *Two = "hipcc --offload-arch=gfx1030:xnack-,gfx942 -c a.hip";
  EXPECT_THAT(translated(Two, "a.hip"), Contains("--offload-arch=gfx1030"));
  EXPECT_THAT(translated(Two, "a.hip", {"gfx90a", "gfx942"}),
              Contains("--offload-arch=gfx90a"));
  EXPECT_THAT(translated("hipcc --amdgpu-target=gfx908 a.hip", "a.hip"),
              Contains("--offload-arch=gfx908"));
  EXPECT_THAT(translated("hipcc --offload-arch gfx1100 a.hip", "a.hip"),
              Contains("--offload-arch=gfx1100"));
  EXPECT_THAT(translated("hipcc --offload-arch=native a.hip", "a.hip"),
              Contains("--offload-arch=gfx90a"));
}

TEST(HipCommand, WhatAParseHasNoUseForIsLeftOut) {
  const std::vector<std::string> Args = translated(
      "hipcc -DN=3 --genco -use-sharedlib -MD -MF a.d -Iinc -include inc/a.hip "
      "-c src/a.hip -o a.o -O3 --cuda-device-only",
      "/x/src/a.hip");
  for (const char *Gone :
       {"--genco", "-use-sharedlib", "-MD", "-MF", "a.d", "-c", "-o", "a.o",
        "src/a.hip", "--cuda-device-only"})
    EXPECT_THAT(Args, Not(Contains(Gone))) << Gone;
  for (const char *There :
       {"-DN=3", "-Iinc", "inc/a.hip", "-O3", "--cuda-host-only", "-nogpulib"})
    EXPECT_THAT(Args, Contains(There)) << There;
  EXPECT_EQ(Args.front(), "clang++");
  EXPECT_EQ(Args.back(), "/x/src/a.hip");
}

TEST(HipCommand, HeadersOfItsOwnAreKept) {
  const HipCommand Own = translateHip(
      words("clang++ -nogpuinc -isystem own -x hip a.cpp"), 0, "a.cpp", {});
  EXPECT_FALSE(Own.Bundled);
  EXPECT_THAT(Own.Args, Not(Contains(testing::HasSubstr("hip-minimal"))));
  EXPECT_THAT(Own.Args, Contains("own"));
  // A folder that holds no ROCm is not replaced by another one.
  const HipCommand None =
      translateHip(words("hipcc --rocm-path=/not/there a.hip"), 0, "a.hip", {});
  EXPECT_TRUE(None.Bundled);
  EXPECT_THAT(None.Args, Contains(testing::HasSubstr("gpuperf_hip.h")));
  // What was translated once stays as it is.
  const HipCommand Twice = translateHip(None.Args, 0, "a.hip", {"gfx942"});
  EXPECT_THAT(Twice.Args, Contains(testing::HasSubstr("gpuperf_hip.h")));
  EXPECT_THAT(Twice.Args, Contains("--offload-arch=gfx942"));
}
