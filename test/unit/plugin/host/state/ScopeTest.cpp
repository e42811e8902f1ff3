//===- ScopeTest.cpp - What ends with a stretch of code -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/state/Scope.h"
#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;
using namespace gpuperf::host;

static HostObject number(int64_t Value) {
  return HostObject::scalar(hostInteger(Value));
}

static std::string held(const Frame &In, HostEnv::Key Key) {
  const HostObject *O = In.Env.get(Key);
  return O ? print(O->Expr) : "nothing";
}

TEST(HostScope, ABranchPutsBackWhatItChanges) {
  Frame In;
  In.Env.set(nullptr, number(1));
  Way Taken;
  {
    BranchScope Branch(In);
    In.Env.set(nullptr, number(2));
    In.Reachable = false;
    Taken = Branch.way();
  }
  EXPECT_EQ(held(In, nullptr), "1");
  EXPECT_TRUE(In.Reachable);
  EXPECT_FALSE(Taken.ReachesEnd);
  ASSERT_EQ(Taken.Changes.size(), 1u);
  EXPECT_EQ(print(Taken.Changes.front().second->Expr), "2");
}

TEST(HostScope, AWayThatIsKeptStays) {
  Frame In;
  {
    BranchScope Outer(In);
    {
      BranchScope Inner(In);
      In.Env.set(nullptr, number(2));
      Inner.keep();
    }
    EXPECT_EQ(held(In, nullptr), "2");
  }
  EXPECT_EQ(held(In, nullptr), "nothing");
}

TEST(HostScope, ConditionsTargetsAndFactsEndWithTheirScope) {
  Frame In;
  JumpTarget Loop;
  HostEnv::Delta Facts;
  {
    PathScope Path(In, hostInteger(1));
    JumpScope Jump(In, Loop);
    FactsScope Known(In, Facts);
    EXPECT_EQ(In.PathConditions.size(), 1u);
    EXPECT_EQ(In.Jumps.back(), &Loop);
    EXPECT_EQ(In.BranchFacts.back(), &Facts);
  }
  EXPECT_TRUE(In.PathConditions.empty());
  EXPECT_TRUE(In.Jumps.empty());
  EXPECT_TRUE(In.BranchFacts.empty());
}

namespace {
/// A tree that holds nothing.
struct EmptyTree final : TreeWalk {
  HostObject eval(const clang::Expr *) override { return HostObject(); }
  void exec(const clang::Stmt *) override {}
};
} // namespace

TEST(HostScope, AHelperHasItsOwnFrameAndSteps) {
  auto Unit = parseCuda("", /*DeviceSide=*/false);
  ASSERT_TRUE(Unit);
  EmptyTree Tree;
  WalkState State(Unit->getASTContext(), EvaluatorHooks(), Tree);
  Frame Top, Helper;
  FrameScope Walked(State, Top);
  EXPECT_FALSE(State.inHelper());
  EXPECT_TRUE(State.spend());
  Helper.Caller = &Top;
  {
    HelperScope Called(State, Helper);
    EXPECT_EQ(&State.frame(), &Helper);
    EXPECT_EQ(State.HelperDepth, 1u);
    while (State.spend())
      ;
    EXPECT_TRUE(Helper.Lost);
  }
  EXPECT_EQ(&State.frame(), &Top);
  EXPECT_EQ(State.HelperDepth, 0u);
  EXPECT_FALSE(Top.Lost);
  EXPECT_TRUE(State.spend());
}
