//===- ModuleLaunchWalkTest.cpp - Kernels loaded by name, in a walk -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/program/WalkTestUtil.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;

static constexpr char Driver[] = R"cuda(
typedef int CUresult;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef unsigned long long CUdeviceptr;
typedef struct ihipModuleSymbol_t *hipFunction_t;
struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ,
      sharedMemBytes;
  void *hStream, *attrs;
  unsigned numAttrs;
};
extern "C" {
CUresult cuInit(unsigned);
CUresult cuModuleLoad(CUmodule *, const char *);
CUresult cuModuleGetFunction(CUfunction *, CUmodule, const char *);
CUresult cuMemAlloc(CUdeviceptr *, size_t);
CUresult cuMemcpyHtoD(CUdeviceptr, const void *, size_t);
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned,
                        unsigned, unsigned, unsigned, void *, void **, void **);
CUresult cuLaunchKernelEx(const CUlaunchConfig *, CUfunction, void **, void **);
int hipModuleGetFunction(hipFunction_t *, void *, const char *);
int hipExtModuleLaunchKernel(hipFunction_t, unsigned, unsigned, unsigned,
                             unsigned, unsigned, unsigned, unsigned long,
                             void *, void **, void **);
}
extern "C" __global__ void scale(float *x, int n, double a) {}
)cuda";

static std::vector<std::string> launches(llvm::StringRef Body) {
  return launchesInMain(Body, Driver);
}

TEST(ModuleLaunchWalk, AKernelIsAskedForByItsSymbol) {
  EXPECT_THAT(launches(R"(
  if (cuInit(0) != 0) exit(1);
  CUmodule module;
  CUfunction f;
  cuModuleLoad(&module, "kernels.ptx");
  if (cuModuleGetFunction(&f, module, "scale") != 0) exit(1);
  CUdeviceptr x;
  cuMemAlloc(&x, 4000);
  int n = 1000;
  double a = 1.5;
  void *args[] = {&x, &n, &a};
  for (int i = 0; i < 3; ++i)
    cuLaunchKernel(f, (n + 127) / 128, 2, 1, 128, 1, 1, 64, 0, args, 0);
  CUlaunchConfig c = {5, 1, 1, 32, 2, 1, 16, 0, 0, 0};
  cuLaunchKernelEx(&c, f, args, 0);
)"),
              ElementsAre("scale<8,2|128|64> n=1000 a=1.5 x3",
                          "scale<5|32,2|16> n=1000 a=1.5 x1"));
}

TEST(ModuleLaunchWalk, ArgumentsInABuffer) {
  EXPECT_THAT(launches(R"(
  CUfunction f;
  cuModuleGetFunction(&f, 0, "scale");
  struct { float *x; int n; double a; } packed = {0, 70, 2.5};
  size_t bytes = sizeof(packed);
  void *config[] = {(void *)1, &packed, (void *)2, &bytes, (void *)0};
  cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, 0, 0, config);
)"),
              ElementsAre("scale<4|32> n=70 a=2.5 x1"));
}

TEST(ModuleLaunchWalk, HipCountsThreads) {
  EXPECT_THAT(launches(R"(
  hipFunction_t f;
  hipModuleGetFunction(&f, 0, "scale");
  float *x = 0;
  int n = 7;
  double a = 0.5;
  void *args[] = {&x, &n, &a};
  hipExtModuleLaunchKernel(f, 1000, 4, 1, 256, 4, 1, 0, 0, args, 0);
)"),
              ElementsAre("scale<4|256,4> n=7 a=0.5 x1"));
}

TEST(ModuleLaunchWalk, AKernelThatIsNotInTheProgramKeepsItsSymbol) {
  EXPECT_THAT(launches(R"(
  CUfunction f;
  cuModuleGetFunction(&f, 0, "elsewhere");
  cuLaunchKernel(f, 4, 1, 1, 32, 1, 1, 0, 0, 0, 0);
)"),
              ElementsAre("elsewhere<4|32> x1"));
}
