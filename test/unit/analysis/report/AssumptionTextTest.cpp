//===- AssumptionTextTest.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/report/AssumptionText.h"
#include "analysis/report/Wording.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {
Prediction with(AssumptionSet Why) {
  Prediction P;
  P.Gpu = "t4";
  P.TimeUs.Why = std::move(Why);
  return P;
}
} // namespace

TEST(AssumptionText, EveryKindHasWords) {
  for (unsigned I = 0; I < NumAssumptionKinds; ++I)
    EXPECT_NE(assumptionClause({static_cast<AssumptionKind>(I)}), "");
}

TEST(AssumptionText, NamesAndValuesAreTold) {
  using K = AssumptionKind;
  EXPECT_EQ(assumptionClause({K::HostValueAssumed, "n", int64_t(1048576)}),
            "'n' assumed 1048576");
  EXPECT_EQ(assumptionClause({K::GridAssumed, "x", int64_t(4096)}),
            "the grid's x assumed 4096 blocks");
  EXPECT_EQ(assumptionClause({K::SharedBytesAssumed, "", int64_t(0)}),
            "dynamic shared memory assumed 0 bytes");
  EXPECT_EQ(assumptionClause({K::LaunchArgumentAssumed, "n", int64_t(1024)}),
            "argument 'n' assumed 1024");
  EXPECT_EQ(assumptionClause({K::ArgumentAssumed, "#2", 0.5}),
            "argument '#2' assumed 0.5");
  EXPECT_EQ(assumptionClause({K::RegistersEstimated, "PTX", 34.0}),
            "registers estimated from PTX (34)");
  EXPECT_EQ(assumptionClause({K::RegistersEstimated}),
            "registers not known: they do not limit the occupancy");
  EXPECT_EQ(assumptionClause({K::RegistersDoNotFit, "72", 64.0}),
            "clang's 72 registers per thread do not fit; 64 are assumed");
  EXPECT_EQ(assumptionClause({K::ExternalCall, "f"}),
            "calls 'f', whose body is not in this file");
  EXPECT_EQ(assumptionClause({K::DebugBuild, "-G"}),
            "the build has -G, which turns optimisation off; this is the time "
            "of optimised code");
}

TEST(AssumptionText, ClausesAreInTheOrderInWhichTheyAreTold) {
  AssumptionSet Why = AssumptionKind::CacheSharesAssumed;
  Why |= Assumption{AssumptionKind::RegistersEstimated, "PTX", 20.0};
  Why |= AssumptionKind::TripCountGuessed;
  Why |= Assumption{AssumptionKind::HostValueAssumed, "n", int64_t(8)};
  EXPECT_THAT(assumptionClauses(with(Why)),
              ElementsAre("'n' assumed 8", "a loop's trip count guessed",
                          "registers estimated from PTX (20)",
                          "cache hit shares estimated"));
}

TEST(AssumptionText, WhatHoldsForEveryLaunchIsNotTold) {
  AssumptionSet Why = AssumptionKind::NoWrapAssumed;
  Why |= AssumptionKind::LaunchTimeAssumed;
  EXPECT_THAT(toldAssumptions(Why), IsEmpty());
  EXPECT_THAT(assumptionClauses(with(Why)), IsEmpty());
  EXPECT_FALSE(Why.empty());
}

TEST(AssumptionText, LoopsAndFunctionsAreOneClauseEach) {
  AssumptionSet Why;
  for (uint32_t Line : {12, 7})
    Why |= Assumption{AssumptionKind::TripCountGuessed, "", 16.0, Line};
  for (const char *Name : {"g", "f"})
    Why |= Assumption{AssumptionKind::ExternalCall, Name};
  EXPECT_THAT(assumptionClauses(with(Why)),
              ElementsAre("trip count of the loop on line 12, 7 guessed",
                          "calls 'g', whose body is not in this file"));
  EXPECT_EQ(toldAssumptions(Why).size(), 4u);
}

TEST(AssumptionText, MissingFactsAreToldByWhatTheLaunchExecutes) {
  AssumptionSet Why;
  for (OpClass Op : {OpClass::Vote, OpClass::Fp32Div, OpClass::Shuffle})
    Why |= Assumption{AssumptionKind::GpuFactMissing, opClassKey(Op).str()};
  Prediction P = with(Why);
  P.Profile.WarpInstructions[unsigned(OpClass::Fp32Div)] = 10;
  P.Profile.WarpInstructions[unsigned(OpClass::Shuffle)] = 30;
  P.Profile.WarpInstructions[unsigned(OpClass::Vote)] = 20;
  EXPECT_THAT(assumptionClauses(P),
              ElementsAre("'t4' lacks figures for " +
                          opClassKey(OpClass::Shuffle).str() + ", " +
                          opClassKey(OpClass::Vote).str() +
                          " and 1 more: substituted"));
  // Which fact is missing is not known: there is nothing to tell but the band.
  EXPECT_THAT(assumptionClauses(with(AssumptionKind::GpuFactMissing)),
              IsEmpty());
}

TEST(AssumptionText, LinesOfHeadersAreNamedWithTheirFile) {
  using K = AssumptionKind;
  AssumptionSet Why = Assumption{K::TripCountGuessed, "", 16.0, 12};
  Why |= Assumption{K::TripCountGuessed, "rows.cuh", 16.0, 7};
  Why |= Assumption{K::BranchGuessed, "rows.cuh", {}, 9};
  EXPECT_THAT(assumptionClauses(with(Why)),
              ElementsAre("trip count of the loop on line 12, line 7 of "
                          "rows.cuh guessed",
                          "the branch on line 9 of rows.cuh depends on data: "
                          "both ways weighted"));
  EXPECT_EQ(assumptionClause({K::TripCountGiven, "", 2.5, 12}),
            "the loop on line 12 is said to run 2.5 times");
  EXPECT_EQ(assumptionClause({K::BranchShareGiven, "a.cuh", 0.1, 12}),
            "the condition on line 12 of a.cuh is said to hold in a share of "
            "0.1");
}

TEST(AssumptionText, TheHintIsAboutWhatWidensTheBandMost) {
  using K = AssumptionKind;
  EXPECT_EQ(dataHint(AssumptionSet(K::BranchGuessed)), "");
  AssumptionSet Why = Assumption{K::BranchGuessed, "", {}, 9};
  EXPECT_EQ(dataHint(Why),
            "write `// gpuperf: assume branch=SHARE` on line 9 if you know it");
  Why |= Assumption{K::TripCountGuessed, "rows.cuh", 16.0, 7};
  Why |= Assumption{K::TripCountGuessed, "", 16.0, 3};
  const std::string Loop =
      "write `// gpuperf: assume trips=N` on line 7 of rows.cuh if you know it";
  EXPECT_EQ(dataHint(Why), Loop);
  EXPECT_TRUE(
      llvm::StringRef(describeAssumptions(with(Why))).ends_with("; " + Loop));
  // What the user has said is not asked for again.
  EXPECT_EQ(dataHint(Assumption{K::TripCountGiven, "", 3.0, 7}), "");
}
