//===- HostMemoryTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/HostMemory.h"
#include "plugin/launch/LaunchSite.h"
#include "test/unit/plugin/CudaAst.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::IsEmpty;

/// Of the launch that is the last thing the function \p Body does.
static std::vector<std::string> inHostMemory(llvm::StringRef Body) {
  const std::string Code =
      ("int cudaHostAlloc(void **, size_t, unsigned);\n"
       "int cudaHostGetDevicePointer(void **, void *, unsigned);\n"
       "int cudaMalloc(void **, size_t);\n"
       "__global__ void k(float *a, const float *b, int n);\n"
       "void h(int n) { float *a, *b, *c;\n" +
       Body + "}\n")
          .str();
  auto Unit = parseCuda(Code, true);
  auto Sites = readLaunchSites(Unit->getASTContext());
  EXPECT_EQ(Sites.size(), 1u);
  return Sites.empty() ? std::vector<std::string>() : Sites[0].InHostMemory;
}

TEST(HostMemory, WhatIsMappedForTheGpu) {
  EXPECT_THAT(inHostMemory("cudaHostAlloc((void **)&c, 4 * n, 2);\n"
                           "cudaHostGetDevicePointer((void **)&a, c, 0);\n"
                           "cudaMalloc((void **)&b, 4 * n);\n"
                           "k<<<n / 256, 256>>>(a, b, n);"),
              ElementsAre("a"));
  EXPECT_THAT(inHostMemory("cudaHostAlloc((void **)&b, 4 * n, 2);\n"
                           "k<<<n / 256, 256>>>(b, b, n);"),
              ElementsAre("b"));
}

TEST(HostMemory, BuffersThatAreOnlyCopied) {
  EXPECT_THAT(inHostMemory("cudaHostAlloc((void **)&c, 4 * n, 0);\n"
                           "cudaMalloc((void **)&a, 4 * n);\n"
                           "k<<<n / 256, 256>>>(a, a, n);"),
              IsEmpty());
}
