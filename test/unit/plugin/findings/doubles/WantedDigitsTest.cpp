//===- WantedDigitsTest.cpp - Where a float has too few digits ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/doubles/WantedDigits.h"
#include "test/unit/plugin/CudaAst.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// Of a file with a function that has a result \p r and a time.
static bool wantsIn(const std::string &Body, const std::string &Outside = "") {
  auto Unit =
      parseCuda("extern \"C\" int printf(const char *, ...);\n"
                "struct Stream { void precision(int); } out;\n"
                "struct Precision {}; Precision setprecision(int);\n"
                "Stream &operator<<(Stream &, Precision);\n"
                "Stream &operator<<(Stream &, double);\n" +
                    Outside + "\nvoid f(double r, double elapsed, int w) {\n" +
                    Body + "\n}\n",
                /*DeviceSide=*/false);
  return wantsDigitsOfDouble(Unit->getASTContext());
}

TEST(WantedDigits, FormatsOfPrintf) {
  EXPECT_TRUE(wantsIn("printf(\"%.12f\", r);"));
  EXPECT_TRUE(wantsIn("printf(\"%d %% %*.3f %20.10le\", w, w, r, r);"));
  EXPECT_TRUE(wantsIn("printf(\"%.15g\", r * 2);"));
  EXPECT_FALSE(
      wantsIn("printf(\"%.6f %.6e %.7g %12f %.10d\", r, r, r, r, w);"));
  EXPECT_FALSE(wantsIn("printf(\"%%.12f\");"));
}

TEST(WantedDigits, ATimeIsNoResult) {
  EXPECT_FALSE(wantsIn("printf(\"%.12f\", elapsed);"));
  EXPECT_FALSE(wantsIn("printf(\"%.12f\", (double)elapsed / w);"));
  EXPECT_TRUE(wantsIn("printf(\"%.12f %.12f\", elapsed, r);"));
  EXPECT_FALSE(wantsIn("out << setprecision(12) << elapsed;"));
  EXPECT_TRUE(wantsIn("out << setprecision(12) << elapsed << r;"));
}

TEST(WantedDigits, StreamsKeepTheirPrecision) {
  EXPECT_TRUE(wantsIn("out << setprecision(10); out << r;"));
  EXPECT_FALSE(wantsIn("out << setprecision(7) << r;"));
  EXPECT_TRUE(wantsIn("out.precision(17);"));
  EXPECT_FALSE(wantsIn("out.precision(w);"));
}

TEST(WantedDigits, TinyDifferences) {
  EXPECT_TRUE(wantsIn("while (r > 1e-8) r *= 0.5;"));
  EXPECT_TRUE(wantsIn("const double eps = 1e-12; if (r < eps) return;"));
  EXPECT_TRUE(wantsIn("double eps; eps = 1e-12; do r *= .5; while (r > eps);"));
  EXPECT_TRUE(wantsIn("g(r, 1e-9);",
                      "void g(double r, double eps) { while (r > eps); }"));
  EXPECT_FALSE(wantsIn("while (r > 1e-6) r *= 0.5;"));
  // A number of nature, and one that is no difference.
  EXPECT_FALSE(wantsIn("const double q = 1.6e-19; r *= q;"));
  EXPECT_FALSE(wantsIn("if (r > 1e-30) return;"));
}

TEST(WantedDigits, KernelsGuardWhatTheyDivideBy) {
  EXPECT_FALSE(wantsIn(
      "", "__global__ void k(double *x) { if (*x < 1e-12) *x = 1e-12; }"));
  EXPECT_TRUE(wantsIn(
      "", "__global__ void k(double *x) { while (*x > 1e-12) *x *= 0.5; }"));
}
