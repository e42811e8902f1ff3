//===- LaunchesTest.cpp - The values that reach a launch ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

TEST(HostLaunches, EachWayToLaunch) {
  EXPECT_EQ(
      launchIn("float f = 2; cudaStream_t t = 0; k<<<1, 32, 8, t>>>(n, f);"),
      "k <1 x 1 x 1 | 32 x 1 x 1 | 8> a=n f=2");
  EXPECT_EQ(launchIn("float f = 2; void *args[] = {&n, &f};"
                     "cudaLaunchKernel((void *)k, dim3(4), dim3(32), args, 16,"
                     " 0);"),
            "k <4 x 1 x 1 | 32 x 1 x 1 | 16> a=n f=2");
  EXPECT_EQ(launchIn("cudaLaunchConfig_t c{}; c.gridDim = dim3(4);"
                     "c.blockDim = 64; cudaLaunchKernelEx(&c, k, 7, 2.0f);"),
            "k <4 x 1 x 1 | 64 x 1 x 1 | 0> a=7 f=2");
}

TEST(HostLaunches, ALaunchInAHelperIsReadOnce) {
  EXPECT_EQ(launchesOf("__global__ void k();\n"
                       "static int run(int b) { k<<<1, b>>>(); return b; }\n"
                       "int f() { return run(64) + run(64); }")
                .size(),
            1u);
}
