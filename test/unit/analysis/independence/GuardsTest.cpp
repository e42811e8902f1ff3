//===- GuardsTest.cpp - What conditions say -------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Guards.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Both sides of `a && b`, and a block that only they lead to.
constexpr char Both[] = R"(
define void @k(i32 %n, i32 %m) {
entry:
  %a = icmp slt i32 %n, 10
  %b = icmp sgt i32 %m, 3
  %c = select i1 %a, i1 %b, i1 false
  br i1 %c, label %both, label %other
both:
  ret void
other:
  ret void
})";

std::vector<std::pair<std::string, bool>> named(llvm::ArrayRef<Leaf> Leaves) {
  std::vector<std::pair<std::string, bool>> Out;
  for (const Leaf &L : Leaves)
    Out.emplace_back(L.Condition->getName().str(), L.Holds);
  llvm::sort(Out);
  return Out;
}
using Names = std::vector<std::pair<std::string, bool>>;

struct Guarded {
  Ir I = parseText(Both);
  llvm::Function &F = *I.M->getFunction("k");
  const llvm::Value *condition() {
    return F.getEntryBlock().getTerminator()->getOperand(0);
  }
  llvm::BasicBlock *block(llvm::StringRef Name) {
    for (llvm::BasicBlock &BB : F)
      if (BB.getName() == Name)
        return &BB;
    return nullptr;
  }
};
} // namespace

TEST(Guards, BothSidesOfAnAndHoldWhereItIsTrue) {
  Guarded G;
  llvm::SmallVector<Leaf, 4> Out;
  conjuncts(G.condition(), true, Out);
  EXPECT_EQ(named(Out), Names({{"a", true}, {"b", true}}));
  // Where it is false, neither side is known by itself.
  Out.clear();
  conjuncts(G.condition(), false, Out);
  for (const Leaf &L : Out)
    EXPECT_EQ(L.Condition, G.condition());
}

TEST(Guards, LeavesAreFoundThroughAnd) {
  Guarded G;
  llvm::SmallVector<const llvm::Value *, 4> Out;
  leavesOf(G.condition(), Out);
  std::vector<std::string> Found;
  for (const llvm::Value *V : Out)
    Found.push_back(V->getName().str());
  llvm::sort(Found);
  EXPECT_EQ(Found, std::vector<std::string>({"a", "b"}));
}

TEST(Guards, FactsHoldInTheBlocksThatABranchDominates) {
  Guarded G;
  llvm::DominatorTree DT(G.F);
  llvm::SmallVector<Leaf, 4> Out;
  factsAt(G.block("both"), DT, Out);
  EXPECT_EQ(named(Out), Names({{"a", true}, {"b", true}}));
  Out.clear();
  factsAt(G.block("entry"), DT, Out);
  EXPECT_TRUE(Out.empty());
}
