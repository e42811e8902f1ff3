//===- KnownFunctionsTest.cpp - Functions known by name -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/KnownFunctions.h"
#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostKnownFunctions, FloatingCeiling) {
  EXPECT_EQ(configIn("int N = 1000; k<<<ceil(N / 256.0), 256>>>();"),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(configIn("int N = 1000; k<<<(int)ceilf((float)N / 256), 256>>>();"),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(configIn("int N = 1000; k<<<std::ceil(N / (float)256), 256>>>();"),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(configIn("k<<<ceil(n / 256.0), 256>>>();"),
            "(int)ceil((double)n / 256) x 1 x 1 | 256 x 1 x 1");
}

TEST(HostKnownFunctions, MinimumAndMaximum) {
  EXPECT_EQ(configIn("k<<<std::min(n, 64), std::max(16, 32)>>>();"),
            "min(n, 64) x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("k<<<1, n < 64 ? n : 64>>>();"),
            "1 x 1 x 1 | n < 64 ? n : 64 x 1 x 1");
}

static std::string call(llvm::StringRef Name, HostType Result,
                        std::vector<HostExpr> Args) {
  std::vector<HostObject> Objects;
  for (const HostExpr &A : Args)
    Objects.push_back(HostObject::scalar(A));
  auto O = host::evalKnownFunction(Name, Result, Objects);
  return O ? print(O->Expr) : "not known";
}

TEST(HostKnownFunctions, OneRowForEachName) {
  const HostType Int{false, true, 32}, Double{true, true, 64};
  const HostExpr N = hostUnknown("n", Int), Two = hostInteger(2, Int);
  EXPECT_EQ(call("umin", Int, {Two, hostInteger(7, Int)}), "2");
  EXPECT_EQ(call("max", Int, {N, Two}), "max(n, 2)");
  EXPECT_EQ(call("labs", Int, {hostInteger(-4, Int)}), "4");
  EXPECT_EQ(call("pow", Double, {Two, hostInteger(10, Int)}), "1024");
  EXPECT_EQ(call("floorf", Double, {hostConstant({true, 0, 2.5}, Double)}),
            "2");
}

TEST(HostKnownFunctions, OnlyWithItsOwnArgumentsAndResult) {
  const HostType Int{false, true, 32}, Double{true, true, 64};
  const HostExpr Two = hostInteger(2, Int);
  EXPECT_EQ(call("max", Int, {Two}), "not known");
  EXPECT_EQ(call("ceil", Int, {Two}), "not known");
  EXPECT_EQ(call("sqrt", Double, {Two, Two}), "not known");
  EXPECT_EQ(call("maximum", Int, {Two, Two}), "not known");
}

TEST(HostKnownFunctions, AnUnknownArgumentGivesAnUnknownValue) {
  const HostType Int{false, true, 32};
  EXPECT_EQ(call("min", Int, {hostInteger(2, Int), nullptr}), "?");
}
