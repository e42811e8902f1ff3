//===- PtxasLaterTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/editor/PtxasLater.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using std::chrono::milliseconds;

namespace {
/// A ptxas that takes its time and counts how often it was run.
class PtxasLaterTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("gpuperf-ptxas", Folder));
    Options.Arch = "sm_90";
    useScript("sleep 0.3");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Folder); }

  void useScript(const std::string &First) {
    const std::string Path = (Folder + "/ptxas").str();
    std::error_code Error;
    llvm::raw_fd_ostream Out(Path, Error);
    ASSERT_FALSE(Error);
    Out << "#!/bin/sh\necho run >> " << Folder << "/runs\n"
        << First << "\n"
        << "echo \"ptxas info : Compiling entry function 'k' for 'sm_90'\"\n"
        << "echo \"ptxas info : Function properties for k\"\n"
        << "echo \"ptxas info : Used 42 registers\"\n";
    Out.close();
    llvm::sys::fs::setPermissions(Path, llvm::sys::fs::all_all);
    Options.PtxasPath = Path;
  }
  size_t runs() const {
    auto Text = llvm::MemoryBuffer::getFile(Folder + "/runs");
    return Text ? (*Text)->getBuffer().count('\n') : 0;
  }

  llvm::SmallString<128> Folder;
  RegisterOptions Options;
};
} // namespace

TEST_F(PtxasLaterTest, TheFirstAskerDoesNotWaitTheNextOneKnows) {
  PtxasLater Later;
  const auto Start = std::chrono::steady_clock::now();
  EXPECT_FALSE(Later.ask("f.cu", "text", Options, milliseconds(0)));
  EXPECT_FALSE(Later.ask("f.cu", "text", Options, milliseconds(0)));
  EXPECT_LT(std::chrono::steady_clock::now() - Start, milliseconds(250));
  Later.drain();
  auto Report = Later.ask("f.cu", "text", Options, milliseconds(0));
  ASSERT_TRUE(Report);
  ASSERT_EQ(Report->size(), 1u);
  EXPECT_EQ(Report->front().second.PerThread.Value, 42);
  EXPECT_EQ(runs(), 1u) << "one question is asked once";
  Options.MaxRegCount = 32;
  EXPECT_FALSE(Later.ask("f.cu", "text", Options, milliseconds(0)))
      << "another limit is another question";
}

TEST_F(PtxasLaterTest, PatienceIsRewardedOrEnds) {
  PtxasLater Later;
  EXPECT_FALSE(Later.ask("f.cu", "text", Options, milliseconds(20)));
  EXPECT_TRUE(Later.ask("f.cu", "text", Options, milliseconds(20'000)));
}

TEST_F(PtxasLaterTest, OldQuestionsOfAFileAreDropped) {
  PtxasLater Later;
  for (int I = 0; I < 40; ++I)
    EXPECT_FALSE(
        Later.ask("f.cu", std::to_string(I), Options, milliseconds(0)));
  EXPECT_TRUE(Later.ask("f.cu", "39", Options, milliseconds(20'000)))
      << "the newest first";
  Later.drain();
  EXPECT_LT(runs(), 15u);
}

TEST_F(PtxasLaterTest, StoppingEndsARunningPtxas) {
  useScript("exec sleep 30");
  const auto Start = std::chrono::steady_clock::now();
  {
    PtxasLater Later;
    EXPECT_FALSE(Later.ask("f.cu", "text", Options, milliseconds(100)));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(10));
}

TEST_F(PtxasLaterTest, AFailureIsAnAnswerToo) {
  useScript("exit 1");
  PtxasLater Later;
  auto Report = Later.ask("f.cu", "text", Options, milliseconds(20'000));
  ASSERT_TRUE(Report);
  EXPECT_TRUE(Report->empty());
  Later.drain();
  EXPECT_TRUE(Later.ask("f.cu", "text", Options, milliseconds(0)));
  EXPECT_EQ(runs(), 1u);
}
