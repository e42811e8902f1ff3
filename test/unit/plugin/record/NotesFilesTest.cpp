//===- NotesFilesTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/NotesFiles.h"
#include "plugin/record/FactsFromNotes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::record;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class NotesFilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("gpuperf-notes", Root));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  /// The notes of one process.
  void put(llvm::StringRef Process, llvm::StringRef Launches,
           std::vector<uint64_t> Counts) {
    write(Process.str() + ".launches", Launches);
    write(Process.str() + ".counts",
          llvm::StringRef(reinterpret_cast<const char *>(Counts.data()),
                          Counts.size() * sizeof(uint64_t)));
  }
  void write(llvm::StringRef Name, llvm::StringRef Text) {
    llvm::SmallString<128> Path(Root);
    llvm::sys::path::append(Path, Name);
    std::error_code Code;
    llvm::raw_fd_ostream(Path, Code) << Text;
    ASSERT_FALSE(Code);
  }

  llvm::SmallString<128> Root;
};

const char *const One =
    "launch\t_Z1kPfif\t/bin/none\t64\t4\t2\t1\t256\t1\t1\t16"
    "\tx\t-1\tP8\t1f40\tn\t-1\tS4\tfffffffb\tp.f\t8\tF4"
    "\t3fc00000\tq\t0\tP8\t10\n";

TEST_F(NotesFilesTest, ALineIsALaunch) {
  put("12", One, {7});
  RunNotes Notes = readNotes(Root);
  ASSERT_THAT(Notes.Launches, SizeIs(1));
  const NotedLaunch &L = Notes.Launches[0];
  EXPECT_EQ(L.Return, 64u);
  EXPECT_EQ(L.Grid, (Dim3{4, 2, 1}));
  EXPECT_EQ(L.Block, (Dim3{256, 1, 1}));
  EXPECT_EQ(L.SharedBytes, 16u);
  EXPECT_EQ(L.Count, 7u);
  ASSERT_THAT(L.Args, SizeIs(2));
  EXPECT_EQ(L.Args[0].Value.Integer, -5);
  EXPECT_EQ(L.Args[1].Value.Floating, 1.5);
  EXPECT_EQ(L.Args[1].Offset, 8u);
  // Of pointers inside of structs nothing is kept.
  ASSERT_THAT(L.Bytes, SizeIs(1));
  EXPECT_EQ(L.Bytes[0].second, 8000u);
}

TEST_F(NotesFilesTest, WhatIsCutOffOrNeverHappenedIsLeftOut) {
  const std::string Line = One;
  put("12", Line + Line + "launch\t_Z1kPfif\t/bin/none\t6", {3, 0, 5});
  EXPECT_THAT(readNotes(Root).Launches, SizeIs(1));
  put("12", Line + Line, {3}); // the counts are cut off, too
  EXPECT_THAT(readNotes(Root).Launches, SizeIs(1));
  write("13.launches", Line); // no counts at all
  EXPECT_THAT(readNotes(Root).Launches, SizeIs(1));
}

TEST_F(NotesFilesTest, WhyARunEnded) {
  EXPECT_FALSE(readNotes(Root).RepeatLimit);
  put("12", std::string(One) + "limit\n", {3});
  EXPECT_TRUE(readNotes(Root).RepeatLimit);
  put("13", "full\n", {});
  EXPECT_TRUE(readNotes(Root).Full);
}

TEST_F(NotesFilesTest, EqualLaunchesOfSeveralProcessesAreOneFact) {
  put("12", One, {3});
  put("9", One, {4});
  std::vector<LaunchFact> Facts = factsFromNotes(readNotes(Root).Launches);
  ASSERT_THAT(Facts, SizeIs(1));
  EXPECT_EQ(Facts[0].Count, 7u);
  EXPECT_EQ(Facts[0].Kernel, "k");
  EXPECT_EQ(Facts[0].Mangled, "_Z1kPfif");
  EXPECT_EQ(Facts[0].File, "/bin/none"); // it cannot be read
  EXPECT_EQ(Facts[0].From, LaunchFact::Source::Recorded);
}

TEST_F(NotesFilesTest, AFolderThatIsNotThereHasNoNotes) {
  EXPECT_THAT(readNotes("/none/at/all").Launches, IsEmpty());
}

TEST(WrittenKernelTest, NamesAreAsTheyAreWrittenForALaunch) {
  EXPECT_EQ(writtenKernel("_Z5scaleIdEvPT_i"), "scale<double>");
  EXPECT_EQ(writtenKernel("_ZN2ns1kIfLi4EEEvv"), "ns::k<float, 4>");
  EXPECT_EQ(writtenKernel("_ZL4statPf"), "stat");
  EXPECT_EQ(writtenKernel("plain"), "plain");
}

} // namespace
