//===- CallsTest.cpp - Values of calls, and what they change --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostCalls, WhatOthersMayWriteIsUnknown) {
  EXPECT_EQ(configIn("int b = 64; scanf(\"%d\", &b); k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; scanf(\"%d\", &b); b = 32; k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; int *p = &b; *p = 3; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; set(b); k<<<1, b>>>();", "void set(int &);"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; show(b); k<<<1, b>>>();",
                     "void show(const int &);"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; int &r = b; r = 128; k<<<1, b>>>();"),
            "1 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(
      configIn("int b = 64; auto f = [&] { b = 32; }; f(); k<<<1, b>>>();"),
      "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("int b = 64; auto f = [=]() mutable { b = 32; }; f();"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(configIn("int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, 0);"
                     "k<<<n / b, b>>>();"),
            "n / b x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(configIn("volatile int b = 64; k<<<1, b>>>();"),
            "1 x 1 x 1 | ? x 1 x 1");
  EXPECT_EQ(configIn("int b[2] = {1, 2}; b[0] = n; k<<<1, b[0]>>>();"),
            "1 x 1 x 1 | b[0] x 1 x 1");
  EXPECT_EQ(configIn("cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);"
                     "k<<<4 * p.multiProcessorCount, 64>>>();"),
            "4 * p.multiProcessorCount x 1 x 1 | 64 x 1 x 1");
}

TEST(HostCalls, AnAssignmentOfRecordsCopies) {
  EXPECT_EQ(configIn("dim3 a(7, 3), b; b = a; a.x = 1; k<<<a, b>>>();"),
            "1 x 3 x 1 | 7 x 3 x 1");
}

TEST(HostCalls, AnyFunctionMayBeCalledThroughAPointer) {
  EXPECT_EQ(configIn("int b = 64, c = 32; f(b, c); k<<<b, c>>>();",
                     "extern void (*f)(int &, int);"),
            "b x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(
      configIn("B = 64; f(); k<<<1, B>>>();", "int B; extern void (*f)();"),
      "1 x 1 x 1 | B x 1 x 1");
}

TEST(HostCalls, AMemberFunctionMayChangeItsObject) {
  llvm::StringRef Before = "struct S { int b; void set(); void get() const; };";
  EXPECT_EQ(configIn("S s{32}; s.get(); k<<<1, s.b>>>();", Before),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(configIn("S s{32}; s.set(); k<<<1, s.b>>>();", Before),
            "1 x 1 x 1 | s.b x 1 x 1");
}

TEST(HostCalls, NothingIsReachedBehindACallThatDoesNotReturn) {
  EXPECT_EQ(configIn("int b = 64; if (n) b = 32; else exit(1);"
                     "k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
}
