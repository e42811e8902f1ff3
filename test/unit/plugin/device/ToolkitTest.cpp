//===- ToolkitTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/Toolkit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using ::testing::Contains;
using ::testing::Not;

namespace {
/// A folder that looks like a toolkit.
class FakeToolkit : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("gpuperf", Root));
    write("include/cuda_runtime.h", "");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }
  void write(llvm::StringRef Name, llvm::StringRef Text) {
    llvm::SmallString<128> Path(Root);
    llvm::sys::path::append(Path, Name);
    ASSERT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::error_code Error;
    llvm::raw_fd_ostream OS(Path, Error);
    ASSERT_FALSE(Error);
    OS << Text;
  }
  llvm::SmallString<128> Root;
};

TEST_F(FakeToolkit, BareFolder) {
  std::optional<Toolkit> T = findToolkit(Root);
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Root, Root.str().str());
  EXPECT_EQ(T->LibdevicePath, "");
  EXPECT_EQ(T->PtxasPath, "");
  EXPECT_EQ(T->CcclInclude, "");
  EXPECT_EQ(T->Major, 0u);
}

TEST_F(FakeToolkit, VersionFromHeader) {
  write("include/cuda.h", "#ifndef X\n#define CUDA_VERSION 12040\n#endif\n");
  std::optional<Toolkit> T = findToolkit(Root);
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Major, 12u);
  EXPECT_EQ(T->Minor, 4u);
}

TEST_F(FakeToolkit, VersionFileComesFirst) {
  write("include/cuda.h", "#define CUDA_VERSION 12040\n");
  write("version.json", R"({"cuda": {"name": "x", "version": "13.1.20"}})");
  std::optional<Toolkit> T = findToolkit(Root);
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Major, 13u);
  EXPECT_EQ(T->Minor, 1u);
}

TEST_F(FakeToolkit, DamagedVersionFileIsPassedOver) {
  write("include/cuda.h", "#define CUDA_VERSION 11080\n");
  write("version.json", "{\"cuda\": ");
  std::optional<Toolkit> T = findToolkit(Root);
  ASSERT_TRUE(T);
  EXPECT_EQ(T->Major, 11u);
  EXPECT_EQ(T->Minor, 8u);
}

TEST_F(FakeToolkit, FlagsNameItAndItsCccl) {
  write("include/cccl/cub/cub.cuh", "");
  write("nvvm/libdevice/libdevice.10.bc", "");
  write("bin/ptxas", "");
  std::optional<Toolkit> T = findToolkit(Root);
  ASSERT_TRUE(T);
  EXPECT_NE(T->LibdevicePath, "");
  EXPECT_NE(T->PtxasPath, "");
  std::vector<std::string> Flags = cudaFlags(T, "sm_80", false);
  EXPECT_THAT(Flags, Contains("--cuda-path=" + T->Root));
  EXPECT_THAT(Flags, Contains(T->CcclInclude));
  EXPECT_THAT(Flags, Contains("--cuda-gpu-arch=sm_80"));
  ASSERT_NE(hostMinMaxHeader(), "");
  EXPECT_THAT(Flags, Contains(hostMinMaxHeader()));
  EXPECT_THAT(Flags, Contains("-Wno-unknown-cuda-version"));
  EXPECT_THAT(Flags, Not(Contains("--cuda-device-only")));
  EXPECT_THAT(Flags, Not(Contains("-nocudainc")));
  EXPECT_THAT(cudaFlags(T, "sm_80", true), Contains("--cuda-device-only"));
}

TEST(Toolkit, HintThatLeadsNowhereIsNotReplaced) {
  EXPECT_FALSE(findToolkit("/there/is/no/such/folder"));
}

TEST(Toolkit, BundledFolderIsFoundAndUsed) {
  std::string Folder = bundledCudaFolder();
  ASSERT_NE(Folder, "");
  EXPECT_TRUE(llvm::sys::fs::exists(Folder + "/cuda_runtime.h"));
  std::vector<std::string> Flags = cudaFlags(std::nullopt, "sm_90", true);
  EXPECT_THAT(Flags, Contains("-nocudainc"));
  EXPECT_THAT(Flags, Contains("-nocudalib"));
  EXPECT_THAT(Flags, Contains(Folder));
  EXPECT_THAT(Flags, Contains(Folder + "/gpuperf_cuda.h"));
}

TEST(Toolkit, HeadersOfTheSystemComeBeforeOurs) {
  std::string Folder = minimalStdFolder();
  ASSERT_NE(Folder, "");
  EXPECT_TRUE(llvm::sys::fs::exists(Folder + "/cmath"));
  std::vector<std::string> Flags = cudaFlags(std::nullopt, "sm_90", true);
  auto At = llvm::find(Flags, Folder);
  ASSERT_NE(At, Flags.end());
  EXPECT_EQ(*std::prev(At), "-idirafter");
}
} // namespace
