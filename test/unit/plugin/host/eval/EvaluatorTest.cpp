//===- EvaluatorTest.cpp - Values that reach a launch ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostEvaluator, ParametersWhoseCallersAgree) {
  auto One = [](llvm::StringRef Code) {
    auto L = launchesOf(("__global__ void k();\n" + Code).str());
    EXPECT_EQ(L.size(), 1u) << Code.str();
    return L.empty() ? "" : L[0];
  };
  EXPECT_EQ(One("static void run(int b) { k<<<1, b>>>(); }\n"
                "void f() { run(64); run(2 * 32); }"),
            "k <1 x 1 x 1 | 64 x 1 x 1 | 0>");
  EXPECT_EQ(One("static void run(int b) { k<<<1, b>>>(); }\n"
                "void f() { run(64); run(32); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
  EXPECT_EQ(One("void run(int b) { k<<<1, b>>>(); }\nvoid f() { run(64); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
  EXPECT_EQ(One("static void run(int b) { k<<<1, b>>>(); }\n"
                "void (*p)(int) = run; void f() { run(64); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
  EXPECT_EQ(One("namespace { void inner(dim3 g, int b) { k<<<g, b>>>(); }\n"
                "void outer(int b) { inner(dim3(2, 3), b * 2); } }\n"
                "void f() { outer(16); }"),
            "k <2 x 3 x 1 | 32 x 1 x 1 | 0>");
  EXPECT_EQ(One("struct R { void run(int b) { k<<<1, b>>>(); } };\n"
                "void f() { R r; r.run(96); }"),
            "k <1 x 1 x 1 | 96 x 1 x 1 | 0>");
  EXPECT_EQ(One("void f() { auto run = [](int b) { k<<<1, b>>>(); };\n"
                "run(96); run(96); }"),
            "k <1 x 1 x 1 | 96 x 1 x 1 | 0>");
  EXPECT_EQ(One("template <class F> void call(F f) { f(3); }\n"
                "void f() { auto run = [](int b) { k<<<1, b>>>(); };\n"
                "run(96); call(run); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
  EXPECT_EQ(One("static void run(int b, int d) { if (d) run(b, d - 1);\n"
                "k<<<1, b>>>(); } void f() { run(64, 3); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
}
