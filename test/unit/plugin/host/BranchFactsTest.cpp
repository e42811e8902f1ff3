//===- BranchFactsTest.cpp - What a branch finds out ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// "grid | block | shared" of the only launch; n is an unknown parameter.
std::string launch(llvm::StringRef Body) {
  std::string L = launchIn(Body);
  size_t From = L.find('<'), To = L.find('>');
  return From == std::string::npos ? L : L.substr(From + 1, To - From - 1);
}
} // namespace

TEST(HostFacts, AnEqualityHoldsInItsBranch) {
  EXPECT_EQ(launch("dim3 t(n, n); if (n == 16) k<<<4, t>>>();"),
            "4 x 1 x 1 | 16 x 16 x 1 | 0");
  EXPECT_EQ(launch("if (32 == n && n > 0) k<<<n / 8, n, n * 4>>>();"),
            "4 x 1 x 1 | 32 x 1 x 1 | 128");
}

TEST(HostFacts, ItEndsWithTheBranch) {
  EXPECT_EQ(launch("if (n == 16) {} k<<<4, n>>>();"),
            "4 x 1 x 1 | n x 1 x 1 | 0");
  EXPECT_EQ(launch("if (n == 16) {} else k<<<4, n>>>();"),
            "4 x 1 x 1 | n x 1 x 1 | 0");
  EXPECT_EQ(launch("if (n == 16 || n == 32) k<<<4, n>>>();"),
            "4 x 1 x 1 | n x 1 x 1 | 0");
}

TEST(HostFacts, ABranchThatChangesTheVariableProvesNothing) {
  EXPECT_EQ(launch("if (n == 16) { for (int i = 0; i < n; ++i) n *= 2; "
                   "k<<<4, n>>>(); }"),
            "4 x 1 x 1 | n x 1 x 1 | 0");
}

TEST(HostFacts, SwitchCases) {
  EXPECT_EQ(launch("switch (n) { case 64: break; case 128: k<<<4, n>>>(); }"),
            "4 x 1 x 1 | 128 x 1 x 1 | 0");
  EXPECT_EQ(launch("switch (n) { case 64: case 128: k<<<4, n>>>(); }"),
            "4 x 1 x 1 | n x 1 x 1 | 0");
  EXPECT_EQ(launch("switch (n) { case 64: p = 0; case 128: k<<<4, n>>>(); }"),
            "4 x 1 x 1 | n x 1 x 1 | 0");
  EXPECT_EQ(launch("switch (n) { case 64: break; default: k<<<4, n>>>(); }"),
            "4 x 1 x 1 | n x 1 x 1 | 0");
}
