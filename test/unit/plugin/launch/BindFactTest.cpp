//===- BindFactTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/BindFact.h"
#include "analysis/report/AssumptionText.h"
#include "plugin/host/Assume.h"
#include "test/unit/plugin/CudaAst.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
constexpr char Kernel[] =
    "struct P { int w; double d; };\n"
    "__global__ void k(int n, float f, float *p, P s, bool);\n";

/// Binds \p Fact to the launch of k in the function h.
BoundLaunch bind(const LaunchFact &Fact, llvm::StringRef User = "",
                 llvm::StringRef Comment = "") {
  auto Unit = parseCuda((Kernel + std::string("void h(float *p, P s) {\n") +
                         Comment + "\nk<<<1, 1>>>(1, 2, p, s, true); }\n")
                            .str(),
                        true);
  auto Sites = readLaunchSites(Unit->getASTContext());
  EXPECT_THAT(Sites, SizeIs(1));
  auto Bindings = parseAssume(User);
  EXPECT_TRUE(bool(Bindings));
  return bindFact(Sites.front(), *Sites.front().Kernel, Fact,
                  Provenance::CommandLine, *Bindings);
}

FactArg scalar(std::string Name, int64_t V,
               std::vector<std::string> DependsOn = {}) {
  FactArg A;
  A.Name = std::move(Name);
  A.Value = ArgValue::integer(V);
  A.DependsOn = std::move(DependsOn);
  return A;
}

LaunchFact fact() {
  LaunchFact F;
  F.Grid = {40, 2, 1};
  F.Block = {128, 1, 1};
  F.DynamicSharedBytes = 64;
  F.Args = {scalar("n", 7), scalar("f", 0), scalar("s.w", 5), scalar("4", 1)};
  F.Args[1].Value = ArgValue::floating(2.5);
  F.Args[2].Offset = 0;
  F.Bytes = {{"p", 4096}};
  return F;
}

std::vector<std::string> assumedOf(const BoundLaunch &B) {
  std::vector<std::string> Out;
  for (const Assumption &A : B.L->Why.named())
    Out.push_back(assumptionClause(A));
  return Out;
}
} // namespace

TEST(BindFact, EverythingComesFromTheFact) {
  BoundLaunch B = bind(fact());
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid, (Dim3{40, 2, 1}));
  EXPECT_EQ(B.L->Block, (Dim3{128, 1, 1}));
  EXPECT_EQ(B.L->DynamicSharedBytes, 64u);
  ASSERT_THAT(B.L->Args, SizeIs(5));
  EXPECT_EQ(B.L->Args[0].Integer, 7);
  EXPECT_EQ(B.L->Args[0].From, Provenance::CommandLine);
  EXPECT_EQ(B.L->Args[1].Floating, 2.5);
  EXPECT_EQ(B.L->Args[2].K, ArgValue::Kind::Unknown); // a pointer
  ASSERT_THAT(B.L->Args[3].Fields, SizeIs(1));
  EXPECT_EQ(B.L->Args[3].Fields[0].first, 0u);
  EXPECT_EQ(B.L->Args[3].Fields[0].second.Integer, 5);
  EXPECT_EQ(B.L->Args[4].Integer, 1); // a parameter without a name
  EXPECT_TRUE(B.GridKnown && B.BlockKnown);
  EXPECT_EQ(B.GridFrom[0], Provenance::CommandLine);
  EXPECT_THAT(B.L->PointerBytes, ElementsAre(0, 0, 4096, 0, 0));
  EXPECT_THAT(assumedOf(B), IsEmpty());
}

TEST(BindFact, ArraysOfOneSizeInEveryRun) {
  LaunchFact F = fact();
  EXPECT_THAT(bind(F).FixedBytes, IsEmpty());
  F.Bytes = {{"p", 4096}, {"4", 64}};
  F.FixedBytes = {"p"};
  EXPECT_THAT(bind(F).FixedBytes, ElementsAre(0, 0, 4096, 0, 0));
  EXPECT_THAT(bind(F).L->PointerBytes, ElementsAre(0, 0, 4096, 0, 64));
}

TEST(BindFact, WhatTheUserSaysOfAScalarCountsMore) {
  BoundLaunch B = bind(fact(), "n=99");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 99);
  EXPECT_EQ(B.L->Args[0].From, Provenance::UserAssumed);
  EXPECT_EQ(B.L->Grid.X, 40u);
  B = bind(fact(), "", "// gpuperf: assume n=50, f=3");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 50);
  EXPECT_EQ(B.L->Args[1].Floating, 3); // as the parameter's type wants it
  B = bind(fact(), "n=99", "// gpuperf: assume n=50");
  EXPECT_EQ(B.L->Args[0].Integer, 99);
  B = bind(fact(), "", "// gpuperf: assume n=");
  EXPECT_THAT(B.CommentErrors, ElementsAre(HasSubstr("n=")));
  EXPECT_EQ(B.L->Args[0].Integer, 7);
}

TEST(BindFact, ScalarsThatTheFactDoesNotHoldAreAssumed) {
  LaunchFact F = fact();
  F.Args.erase(F.Args.begin(), F.Args.begin() + 2);
  BoundLaunch B = bind(F);
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 1024);
  EXPECT_TRUE(B.L->Args[0].isAssumed());
  EXPECT_EQ(B.L->Args[1].K, ArgValue::Kind::Floating);
  EXPECT_EQ(B.L->Args[1].Floating, 1024);
  EXPECT_THAT(assumedOf(B), ElementsAre("argument 'n' assumed 1024",
                                        "argument 'f' assumed 1024"));
}

TEST(BindFact, OpenValuesAreAssumptions) {
  LaunchFact F = fact();
  F.Values = {{"argv[1]", 4096, "assumed"},
              {"what 'fread' returns", 0, "not known"},
              {"argv[2]", 9, "assumed"}};
  F.ShapeDependsOn = {"argv[1]"};
  F.Args[0] = scalar("n", 7, {"argv[1]", "what 'fread' returns"});
  BoundLaunch B = bind(F);
  ASSERT_TRUE(B.L);
  EXPECT_TRUE(B.L->Args[0].isAssumed());
  EXPECT_EQ(B.L->Args[0].Integer, 7);
  EXPECT_FALSE(B.L->Args[1].isAssumed());
  EXPECT_FALSE(B.GridKnown);
  EXPECT_FALSE(B.BlockKnown);
  EXPECT_EQ(B.BlockFrom[2], Provenance::Unknown);
  // Each once; argv[2] decides nothing.
  EXPECT_THAT(assumedOf(B), ElementsAre(HasSubstr("'argv[1]' assumed 4096"),
                                        HasSubstr("fread")));
}

TEST(BindFact, VariablesOfTheGpuGoByTheirNames) {
  LaunchFact F = fact();
  F.Values = {{"argv[1]", 4096, "assumed"}};
  F.Args.push_back(scalar("::n", 11));
  F.Args.push_back(scalar("::ns::P.w", 3));
  F.Args.push_back(scalar("::ns::P.h", 4, {"argv[1]"}));
  F.Args[5].Offset = 0;
  F.Args[6].Offset = 8;
  BoundLaunch B = bind(F, "m=2");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 7); // the parameter of that name
  ASSERT_THAT(B.L->Variables, SizeIs(3));
  EXPECT_EQ(B.L->Variables[0].first, "n");
  EXPECT_EQ(B.L->Variables[0].second.Integer, 11);
  EXPECT_EQ(B.L->Variables[0].second.From, Provenance::CommandLine);
  EXPECT_EQ(B.L->Variables[1].first, "ns::P");
  const auto &Fields = B.L->Variables[1].second.Fields;
  ASSERT_THAT(Fields, SizeIs(2));
  EXPECT_EQ(Fields[0].first, 0u);
  EXPECT_FALSE(Fields[0].second.isAssumed());
  EXPECT_EQ(Fields[1].first, 8u);
  EXPECT_EQ(Fields[1].second.Integer, 4);
  EXPECT_TRUE(Fields[1].second.isAssumed());
  EXPECT_THAT(assumedOf(B), ElementsAre(HasSubstr("'argv[1]' assumed 4096")));
  // What the user says of a name counts for a variable, too, and more.
  EXPECT_EQ(B.L->Variables[2].first, "m");
  EXPECT_EQ(B.L->Variables[2].second.Integer, 2);
  B = bind(F, "n=12");
  ASSERT_THAT(B.L->Variables, SizeIs(2));
  EXPECT_EQ(B.L->Variables[1].first, "n");
  EXPECT_EQ(B.L->Variables[1].second.Integer, 12);
}

TEST(BindFact, EmptyLaunchesAreNone) {
  LaunchFact F = fact();
  F.Grid.Y = 0;
  BoundLaunch B = bind(F);
  EXPECT_FALSE(B.L);
  EXPECT_EQ(B.WhyNot, "the program launches it with a grid of 0");
  F = fact();
  F.Block.X = 0;
  EXPECT_EQ(bind(F).WhyNot, "the program launches it with a block of 0");
}
