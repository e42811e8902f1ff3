//===- ReportCacheTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/ReportCache.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace gpuperf;
namespace fs = llvm::sys::fs;

namespace {
class ReportCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("gpuperf-cache", Folder));
  }
  void TearDown() override { fs::remove_directories(Folder); }

  std::string pathOf(llvm::StringRef Name) const {
    return (Folder + "/" + Name).str();
  }
  void write(llvm::StringRef Name, llvm::StringRef Text) const {
    std::error_code Why;
    llvm::raw_fd_ostream(pathOf(Name), Why) << Text;
  }
  /// A run that has read a file and began after that was written.
  PredictRun run() const {
    PredictRun R;
    R.Output = "answer";
    R.Reads = {pathOf("a.h")};
    R.Began = std::chrono::system_clock::now() + std::chrono::hours(1);
    return R;
  }
  std::string cacheFolder() const { return pathOf("cache"); }

  llvm::SmallString<128> Folder;
};
} // namespace

TEST_F(ReportCacheTest, AnswersWhileWhatWasReadIsTheSame) {
  write("a.h", "one");
  ReportCache(cacheFolder()).keep("key", run());
  auto Found = ReportCache(cacheFolder()).find("key");
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Output, "answer");
  EXPECT_EQ(Found->Reads, run().Reads);
  EXPECT_FALSE(ReportCache(cacheFolder()).find("another key"));
  // Written again with the same text, as by a checkout.
  write("a.h", "one");
  EXPECT_TRUE(ReportCache(cacheFolder()).find("key"));
  // Another text of the same length.
  write("a.h", "two");
  EXPECT_FALSE(ReportCache(cacheFolder()).find("key"));
  fs::remove(pathOf("a.h"));
  EXPECT_FALSE(ReportCache(cacheFolder()).find("key"));
}

TEST_F(ReportCacheTest, AFileThatComesIsAChange) {
  PredictRun R = run();
  R.Reads = {pathOf("k.o")}; // the build's object, which is not there yet
  ReportCache(cacheFolder()).keep("key", R);
  EXPECT_TRUE(ReportCache(cacheFolder()).find("key"));
  write("k.o", "object");
  EXPECT_FALSE(ReportCache(cacheFolder()).find("key"));
}

TEST_F(ReportCacheTest, ACrashAndAFileWrittenMeanwhileAreNotKept) {
  write("a.h", "one");
  PredictRun Crash = run();
  Crash.ExitCode = -2;
  ReportCache(cacheFolder()).keep("key", Crash);
  EXPECT_FALSE(ReportCache(cacheFolder()).find("key"));
  PredictRun Early = run();
  Early.Began = std::chrono::system_clock::now() - std::chrono::hours(1);
  ReportCache(cacheFolder()).keep("key", Early);
  EXPECT_FALSE(ReportCache(cacheFolder()).find("key"));
}

TEST_F(ReportCacheTest, ABrokenEntryIsNoAnswer) {
  write("a.h", "one");
  ReportCache(cacheFolder()).keep("key", run());
  std::error_code Why;
  for (fs::directory_iterator It(cacheFolder(), Why), End; It != End;
       It.increment(Why))
    llvm::raw_fd_ostream(It->path(), Why) << "{\"key\":";
  EXPECT_FALSE(ReportCache(cacheFolder()).find("key"));
}

TEST_F(ReportCacheTest, WithoutAFolderNothingIsKept) {
  write("a.h", "one");
  ReportCache None("");
  None.keep("key", run());
  EXPECT_FALSE(None.find("key"));
}
