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

TEST(HostFacts, BranchesSayWhatAVariableIs) {
  EXPECT_EQ(configIn("dim3 b(n, n); if (n == 16) k<<<m / n, b>>>();"),
            "m / 16 x 1 x 1 | 16 x 16 x 1");
  EXPECT_EQ(
      configIn("dim3 b(n); switch (n) { case 64: k<<<1, b>>>(); break; }"),
      "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(
      configIn("int s = n <= 32 ? 2 * n : n; if (n == 64) k<<<s, n>>>();"),
      "64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("if (m > 0 && 32 == n) k<<<m, n>>>();"),
            "m x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("if (n != 128 || m) ; else k<<<m + 1, n>>>();"),
            "m + 1 x 1 x 1 | 128 x 1 x 1");
}

TEST(HostFacts, BranchesSayNoMoreThanTheyKnow) {
  const std::string Unknown = "1 x 1 x 1 | n x 1 x 1";
  EXPECT_EQ(configIn("if (n == 16) m = 1; k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(configIn("if (n == 16 || m) k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(configIn("if (n == 16) ; else k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(configIn("if (n != 16) k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(configIn("if (n == m) k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(configIn("switch (n) { case 1: case 2: k<<<1, n>>>(); }"), Unknown);
  EXPECT_EQ(configIn("switch (n) { default: k<<<1, n>>>(); }"), Unknown);
  EXPECT_EQ(configIn("switch (n) { case 8: m = 2; break; } k<<<1, n>>>();"),
            Unknown);
  EXPECT_EQ(configIn("switch (n) { case 8: m = 2; case 9: k<<<1, n>>>(); }"),
            Unknown);
  // Control comes from elsewhere.
  EXPECT_EQ(configIn("if (m) goto in; if (n == 16) { in: k<<<1, n>>>(); }"),
            Unknown);
  EXPECT_EQ(
      configIn("for (int i = 0; i < m; ++i) { do { if (n == 16) break; else"
               " return; } while (0); } k<<<1, n>>>();"),
      Unknown);
  // The variable changes, or another has its name.
  EXPECT_EQ(configIn("int b = n; dim3 d(b); b = m; if (b == 4) k<<<1, d>>>();"),
            Unknown);
  EXPECT_EQ(
      configIn("if (n == 16) { while (m--) scanf(\"\", &n); k<<<1, n>>>();"
               "}"),
      Unknown);
  EXPECT_EQ(configIn("if (n == 16) { int n = m; k<<<1, n>>>(); }"),
            "1 x 1 x 1 | m x 1 x 1");
}
