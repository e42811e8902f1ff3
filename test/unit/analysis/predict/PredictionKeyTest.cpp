//===- PredictionKeyTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictionKey.h"
#include "analysis/predict/PredictionMemo.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"
#include <functional>
#include <map>

using namespace gpuperf;

namespace {
struct Question {
  GivenData Given;
  Launch L;
  GpuModel Gpu = tinyGpu();
  PredictOptions Options;

  std::optional<std::string> key() const {
    return predictionKey(Given, L, Gpu, Options);
  }
};

/// The question that is changed, with an argument that has a field.
Question asked() {
  Question Q;
  Q.L.Grid = {12, 1, 1};
  Q.L.Block = {64, 1, 1};
  ArgValue Struct = ArgValue::integer(1);
  Struct.Fields.emplace_back(8u, ArgValue::floating(2));
  Q.L.Args = {Struct, ArgValue::integer(3)};
  return Q;
}

using Change = std::function<void(Question &)>;

/// Every field of every struct that a prediction depends on, changed once. How
/// many fields there are is checked where the key is made, by the compiler.
const std::map<std::string, Change> &changes() {
  static const std::map<std::string, Change> All = {
      {"grid x", [](Question &Q) { Q.L.Grid.X = 13; }},
      {"grid y", [](Question &Q) { Q.L.Grid.Y = 2; }},
      {"grid z", [](Question &Q) { Q.L.Grid.Z = 2; }},
      {"block x", [](Question &Q) { Q.L.Block.X = 65; }},
      {"block y", [](Question &Q) { Q.L.Block.Y = 2; }},
      {"block z", [](Question &Q) { Q.L.Block.Z = 2; }},
      {"dynamic shared memory",
       [](Question &Q) { Q.L.DynamicSharedBytes = 4; }},
      {"number of arguments", [](Question &Q) { Q.L.Args.emplace_back(); }},
      {"kind of an argument",
       [](Question &Q) { Q.L.Args[1].K = ArgValue::Kind::Unknown; }},
      {"integer", [](Question &Q) { Q.L.Args[1].Integer = 4; }},
      {"floating", [](Question &Q) { Q.L.Args[1].Floating = 4; }},
      {"where a value comes from",
       [](Question &Q) { Q.L.Args[1].From = Provenance::Unknown; }},
      {"kind of an assumption",
       [](Question &Q) { Q.L.Why |= AssumptionKind::GridAssumed; }},
      {"name of an assumption",
       [](Question &Q) {
         Q.L.Why |= Assumption{AssumptionKind::HostValueAssumed, "n"};
       }},
      {"value of an assumption",
       [](Question &Q) {
         Q.L.Why |=
             Assumption{AssumptionKind::HostValueAssumed, "n", int64_t(7)};
       }},
      {"floating value of an assumption",
       [](Question &Q) {
         Q.L.Why |= Assumption{AssumptionKind::HostValueAssumed, "n", 7.0};
       }},
      {"line of an assumption",
       [](Question &Q) {
         Q.L.Why |= Assumption{AssumptionKind::HostValueAssumed, "n", {}, 3};
       }},
      {"a loop that the user speaks of",
       [](Question &Q) { Q.Given.Trips = {{0, 12, {0, 3}}}; }},
      {"its trip count",
       [](Question &Q) { Q.Given.Trips = {{0, 13, {0, 3}}}; }},
      {"its line", [](Question &Q) { Q.Given.Trips = {{0, 12, {0, 4}}}; }},
      {"another loop", [](Question &Q) { Q.Given.Trips = {{1, 12, {0, 3}}}; }},
      {"a branch that the user speaks of",
       [](Question &Q) { Q.Given.Shares = {{0, 0.5, 0.5, {0, 3}, NoId}}; }},
      {"another branch",
       [](Question &Q) { Q.Given.Shares = {{1, 0.5, 0.5, {0, 3}, NoId}}; }},
      {"its share",
       [](Question &Q) { Q.Given.Shares = {{0, 0.4, 0.5, {0, 3}, NoId}}; }},
      {"the share of its condition",
       [](Question &Q) { Q.Given.Shares = {{0, 0.5, 0.4, {0, 3}, NoId}}; }},
      {"the line of a branch",
       [](Question &Q) { Q.Given.Shares = {{0, 0.5, 0.5, {0, 4}, NoId}}; }},
      {"the loop that a branch enters",
       [](Question &Q) { Q.Given.Shares = {{0, 0.5, 0.5, {0, 3}, 0}}; }},
      {"registers",
       [](Question &Q) { Q.Options.RegistersPerThread = Estimate::exact(32); }},
      {"registers with a band",
       [](Question &Q) {
         Q.Options.RegistersPerThread =
             Estimate{30, 32, 40, AssumptionKind::RegistersEstimated};
       }},
      {"offset of a field",
       [](Question &Q) { Q.L.Args[0].Fields[0].first = 4; }},
      {"value of a field",
       [](Question &Q) { Q.L.Args[0].Fields[0].second.Floating = 5; }},
      {"number of fields", [](Question &Q) { Q.L.Args[0].Fields.clear(); }},
      {"l1", [](Question &Q) { Q.L.Conditions.L1 = L1Mode::Bypass; }},
      {"l2", [](Question &Q) { Q.L.Conditions.L2 = L2State::Cold; }},
      {"timing", [](Question &Q) { Q.L.Conditions.How = Timing::Single; }},
      {"kind of clock",
       [](Question &Q) { Q.L.Conditions.RunsAt.K = Clock::Kind::Base; }},
      {"MHz", [](Question &Q) { Q.L.Conditions.RunsAt.Mhz = 1000; }},
      {"GPU", [](Question &Q) { Q.Gpu.Name = "another"; }},
      {"model", [](Question &Q) { Q.Options.Model = ModelKind::HongKim; }},
      {"explain", [](Question &Q) { Q.Options.Explain = true; }},
      {"l1pct", [](Question &Q) { Q.Options.Args.L1Pct = 0; }},
      {"l2pct", [](Question &Q) { Q.Options.Args.L2Pct = 0; }},
      {"spef", [](Question &Q) { Q.Options.Args.Spef = 0; }},
      {"warp time", [](Question &Q) { Q.Options.Args.WarpTimeNs = 0; }},
      {"alpha", [](Question &Q) { Q.Options.Args.Alpha = 0; }},
      {"beta", [](Question &Q) { Q.Options.Args.Beta = 0; }},
      {"another alpha", [](Question &Q) { Q.Options.Args.Alpha = 1; }},
      {"without terms", [](Question &Q) { Q.Options.Args.WithoutTerms = 1; }},
      {"step budget", [](Question &Q) { ++Q.Options.Profile.StepBudget; }},
      {"sampled blocks",
       [](Question &Q) { ++Q.Options.Profile.SampledBlocks; }},
      {"sampled warps", [](Question &Q) { ++Q.Options.Profile.SampledWarps; }},
      {"sampled iterations",
       [](Question &Q) { ++Q.Options.Profile.SampledIterations; }},
      {"default trip", [](Question &Q) { ++Q.Options.Profile.DefaultTrip; }},
      {"everything", [](Question &Q) { Q.Options.Profile.Everything = true; }}};
  return All;
}
} // namespace

TEST(PredictionKey, EqualQuestionsHaveEqualKeys) {
  ASSERT_TRUE(asked().key());
  EXPECT_EQ(asked().key(), asked().key());
}

TEST(PredictionKey, EachFieldCounts) {
  std::map<std::string, std::string> ByKey;
  ByKey[*asked().key()] = "unchanged";
  for (const auto &[Field, change] : changes()) {
    Question Q = asked();
    change(Q);
    ASSERT_TRUE(Q.key()) << Field;
    auto [Known, New] = ByKey.try_emplace(*Q.key(), Field);
    EXPECT_TRUE(New) << Field << " has the key of " << Known->second;
  }
}

TEST(PredictionKey, WhoAsksForTheAnswerDoesNotCount) {
  PredictionMemo Memo;
  Question Q = asked();
  Q.Options.Memo = &Memo;
  EXPECT_EQ(Q.key(), asked().key());
}

TEST(PredictionKey, AProfileFromOutsideHasNone) {
  WarpProfile Profile;
  Question Q = asked();
  Q.Options.KnownProfile = &Profile;
  EXPECT_FALSE(Q.key());
}
