//===- BatchTest.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/Batch.h"
#include "plugin/cli/LaunchRecord.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

namespace {
/// A record that holds one number, "n".
llvm::Expected<int64_t> parseNumber(const llvm::json::Object &Object) {
  if (auto N = Object.getInteger("n"))
    return *N;
  return llvm::createStringError("missing key 'n'");
}

std::vector<BatchLine<int64_t>> read(llvm::StringRef Text) {
  return readBatch<int64_t>(Text, "in.jsonl", parseNumber);
}
} // namespace

TEST(Batch, LinesComeInOrderWithTheirIds) {
  const auto Lines = read("{\"id\": \"a\", \"n\": 1}\n{\"n\": 2, \"id\": 7}\n");
  ASSERT_THAT(Lines, SizeIs(2));
  EXPECT_EQ(Lines[0].Record, 1);
  EXPECT_EQ(Lines[0].Id, llvm::json::Value("a"));
  EXPECT_EQ(Lines[1].Record, 2);
  EXPECT_EQ(Lines[1].Id, llvm::json::Value(7));
}

TEST(Batch, ALineThatFailsDoesNotStopTheNext) {
  const auto Lines = read("{\"n\": 1}\n{\"id\": 5}\n[1]\n{\"n\"\n{\"n\": 4}");
  ASSERT_THAT(Lines, SizeIs(5));
  EXPECT_EQ(Lines[0].Record, 1);
  EXPECT_EQ(Lines[0].Error, "");
  EXPECT_EQ(Lines[1].Error, "in.jsonl:2: missing key 'n'");
  EXPECT_EQ(Lines[1].Id, llvm::json::Value(5)) << "known in spite of the error";
  EXPECT_EQ(Lines[2].Error, "in.jsonl:3: a line must be one JSON object");
  EXPECT_THAT(Lines[3].Error, StartsWith("in.jsonl:4: malformed JSON: "));
  EXPECT_EQ(Lines[3].Id, llvm::json::Value(nullptr));
  EXPECT_EQ(Lines[4].Record, 4) << "the last line needs no end";
}

TEST(Batch, EmptyLinesCountAndAreNotAnswered) {
  const auto Lines = read("\n  \r\n{}\n\n");
  ASSERT_THAT(Lines, SizeIs(1));
  EXPECT_EQ(Lines[0].Error, "in.jsonl:3: missing key 'n'");
  EXPECT_THAT(read(""), SizeIs(0));
}

TEST(Batch, AFileThatIsNotThereIsNamed) {
  auto Text = openBatch("no-such-file.jsonl");
  ASSERT_FALSE(bool(Text));
  EXPECT_THAT(llvm::toString(Text.takeError()),
              StartsWith("no-such-file.jsonl: cannot be read: "));
}

TEST(Batch, ALaunchIsReadWithItsConditions) {
  const auto Lines = readBatch<LaunchRecord>(
      "{\"id\":1,\"kernel\":\"k\",\"grid\":[4],\"block\":[32,2],"
      "\"l1\":\"bypass\",\"l2\":\"cold\",\"timing\":\"single\"}\n"
      "{\"kernel\":\"k\",\"grid\":[4],\"block\":[32]}\n"
      "{\"kernel\":\"k\",\"grid\":[4],\"block\":[32],\"l2\":\"hot\"}\n",
      "<stdin>", parseLaunchRecord);
  ASSERT_THAT(Lines, SizeIs(3));
  ASSERT_TRUE(Lines[0].Record);
  const Launch &L = Lines[0].Record->L;
  EXPECT_EQ(L.Block, (Dim3{32, 2, 1}));
  EXPECT_EQ(L.Conditions.L1, L1Mode::Bypass);
  EXPECT_EQ(L.Conditions.L2, L2State::Cold);
  EXPECT_EQ(L.Conditions.How, Timing::Single);
  ASSERT_TRUE(Lines[1].Record);
  EXPECT_EQ(Lines[1].Record->L.Conditions, LaunchConditions());
  EXPECT_EQ(Lines[2].Error, "<stdin>:3: l2 is 'hot'; it must be cold or warm");
}
