//===- AssumptionTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/Assumption.h"
#include "gpumodel/Estimate.h"
#include "gmock/gmock.h"
#include <set>

using namespace gpuperf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
Assumption host(const char *Name, int64_t Value = 1) {
  return {AssumptionKind::HostValueAssumed, Name, Value};
}
Assumption calls(const char *Name) {
  return {AssumptionKind::ExternalCall, Name};
}
} // namespace

TEST(Assumption, KindsHaveKeysOfTheirOwn) {
  std::set<std::string> Keys;
  for (unsigned I = 0; I < NumAssumptionKinds; ++I) {
    const auto K = static_cast<AssumptionKind>(I);
    EXPECT_TRUE(Keys.insert(assumptionKey(K).str()).second);
    EXPECT_GE(bandFactor(K), ratioFactor(K)) << assumptionKey(K).str();
    EXPECT_GE(ratioFactor(K), 1) << assumptionKey(K).str();
  }
}

TEST(AssumptionSet, AKindByItselfHasNoName) {
  AssumptionSet S = AssumptionKind::IndexUnknown;
  EXPECT_FALSE(S.empty());
  EXPECT_TRUE(S.contains(AssumptionKind::IndexUnknown));
  EXPECT_FALSE(S.contains(AssumptionKind::BranchGuessed));
  EXPECT_THAT(S.named(), IsEmpty());
  EXPECT_EQ(S, AssumptionSet(Assumption{AssumptionKind::IndexUnknown}));
  EXPECT_TRUE(AssumptionSet().empty());
}

TEST(AssumptionSet, MergingLosesNoNameAndNoKind) {
  AssumptionSet S = host("n");
  S |= AssumptionKind::CacheSharesAssumed;
  S |= calls("f");
  S |= AssumptionSet(host("m")) | AssumptionKind::IndexUnknown;
  EXPECT_THAT(S.named(), ElementsAre(host("n"), host("m"), calls("f")));
  EXPECT_TRUE(S.contains(AssumptionKind::HostValueAssumed));
  EXPECT_TRUE(S.contains(AssumptionKind::ExternalCall));
  EXPECT_TRUE(S.contains(AssumptionKind::CacheSharesAssumed));
  EXPECT_TRUE(S.contains(AssumptionKind::IndexUnknown));
}

TEST(AssumptionSet, TheSameIsThereOnce) {
  AssumptionSet S = host("n");
  S |= host("n");
  S |= S;
  EXPECT_THAT(S.named(), ElementsAre(host("n")));
  S |= host("n", 2);
  EXPECT_THAT(S.named(), ElementsAre(host("n", 1), host("n", 2)));
  EXPECT_THAT(AssumptionSet({host("a"), host("a")}).named(), SizeIs(1));
}

TEST(AssumptionSet, OfOneOrderTheFirstStayFirst) {
  const Assumption Grid{AssumptionKind::GridAssumed, "x", int64_t(4)};
  AssumptionSet S({calls("f"), host("z"), Grid, host("a")});
  EXPECT_THAT(S.named(), ElementsAre(host("z"), Grid, host("a"), calls("f")));
  EXPECT_EQ(S, AssumptionSet(host("z")) | Grid | host("a") | calls("f"));
}

TEST(AssumptionSet, AllTellsBareKindsInTheirPlace) {
  AssumptionSet S = calls("f");
  S |= AssumptionKind::ExternalCall; // said already, with its name
  S |= AssumptionKind::IndexUnknown;
  S |= AssumptionKind::TripCountGuessed;
  EXPECT_THAT(S.all(), ElementsAre(Assumption{AssumptionKind::TripCountGuessed},
                                   calls("f"),
                                   Assumption{AssumptionKind::IndexUnknown}));
}

TEST(AssumptionSet, CopiesShareTheirNames) {
  const AssumptionSet S = host("n");
  AssumptionSet Copy = S;
  EXPECT_EQ(Copy.named().data(), S.named().data());
  Copy |= host("m");
  EXPECT_THAT(S.named(), SizeIs(1));
  EXPECT_THAT(Copy.named(), SizeIs(2));
}

TEST(AssumptionSet, KnowsWhetherItNamesALine) {
  AssumptionSet S = AssumptionKind::TripCountGuessed;
  EXPECT_FALSE((S | host("line 12")).namesLine());
  S |= Assumption{AssumptionKind::TripCountGuessed, "", 16.0, 12};
  EXPECT_TRUE(S.namesLine());
}

TEST(Estimate, ArithmeticMergesWhatWasAssumed) {
  const Estimate A = Estimate::within(8, 2, host("n"));
  const Estimate B = Estimate::within(3, 1.5, AssumptionKind::IndexUnknown);
  for (const Estimate &E : {A + B, A * B, max(A, B)}) {
    EXPECT_THAT(E.Why.named(), ElementsAre(host("n")));
    EXPECT_TRUE(E.Why.contains(AssumptionKind::IndexUnknown));
    EXPECT_LE(E.Lo, E.Value);
    EXPECT_LE(E.Value, E.Hi);
  }
  EXPECT_THAT((A * 2).Why.named(), ElementsAre(host("n")));
  EXPECT_FALSE(A.isExact());
  EXPECT_TRUE(Estimate::exact(1).isExact());
}

#if !defined(NDEBUG) && GTEST_HAS_DEATH_TEST
TEST(EstimateDeathTest, AValueLiesInItsInterval) {
  EXPECT_DEATH(Estimate::between(2, 1, 3, {}), "outside of its interval");
  EXPECT_DEATH(Estimate::within(1, 0.5, {}), "outside of its interval");
}
#endif
