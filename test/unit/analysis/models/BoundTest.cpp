//===- BoundTest.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/Bound.h"
#include "gtest/gtest.h"
#include <set>
#include <string>
#include <vector>

using namespace gpuperf;

namespace {
std::vector<Bound> allBounds() {
  return {
#define BOUND(Enumerator, Name) Bound::Enumerator,
#include "analysis/models/Bound.def"
  };
}

// JSON and CSV hold these names: programs that read them would notice.
TEST(Bound, NamesStayAsProgramsReadThem) {
  std::vector<std::string> Names;
  for (Bound B : allBounds())
    Names.push_back(boundName(B).str());
  EXPECT_EQ(Names, (std::vector<std::string>{"dram", "l2", "l1", "shared",
                                             "issue", "fp32", "fp64", "int",
                                             "sfu", "tensor", "copy", "latency",
                                             "launch", "atomic", "barrier"}));
  EXPECT_EQ(boundName(Bound::L1), "l1");
  EXPECT_EQ(boundName(Bound::Launch), "launch");
}

TEST(Bound, NoTwoHaveTheSameName) {
  std::set<llvm::StringRef> Names;
  for (Bound B : allBounds())
    EXPECT_TRUE(Names.insert(boundName(B)).second) << boundName(B).str();
}
} // namespace
