//===- VariablesWalkTest.cpp - What the GPU's memory holds at a launch ----===//
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

namespace {
constexpr char Symbols[] = R"(
#ifndef __constant__
#define __constant__ __attribute__((constant))
#endif
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice);
extern "C" cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t,
                                          size_t, cudaMemcpyKind);
template <class T>
cudaError_t cudaMemcpyToSymbol(const T &To, const void *From, size_t Bytes,
                               size_t Offset, cudaMemcpyKind K) {
  return cudaMemcpyToSymbol((const void *)&To, From, Bytes, Offset, K);
}
extern "C" cudaError_t cudaGetSymbolAddress(void **, const void *);
)";

std::vector<std::string> launches(llvm::StringRef Code,
                                  std::vector<std::string> Arguments = {}) {
  return Program((Symbols + Code).str()).launches(Arguments);
}
} // namespace

TEST(VariablesWalk, ANumberInConstantMemoryIsKnownAtTheLaunch) {
  EXPECT_THAT(launches(R"(
__constant__ int N;
__constant__ float NotRead;
__global__ void k(float *x) { x[N] = 1; }
int main() {
  int n = 40;
  cudaMemcpyToSymbol(N, &n, sizeof n);
  k<<<1, 64>>>(NULL);
  n = 41; // not copied
  k<<<1, 64>>>(NULL);
  cudaMemcpyToSymbol(N, &n, sizeof n);
  k<<<1, 64>>>(NULL);
}
)"),
              ElementsAre("k<1|64> ::N=40 x1", "k<1|64> ::N=40 x1",
                          "k<1|64> ::N=41 x1"));
}

TEST(VariablesWalk, ADeviceFunctionReadsItToo) {
  EXPECT_THAT(launches(R"(
namespace ns { __device__ double Scale; }
__device__ double scaled(double x) { return x * ns::Scale; }
__global__ void k(double *x) { x[0] = scaled(x[0]); }
int main() {
  double s = 0.25;
  cudaMemcpyToSymbol(ns::Scale, &s, sizeof s);
  k<<<1, 64>>>(NULL);
}
)"),
              ElementsAre("k<1|64> ::ns::Scale=0.25 x1"));
}

TEST(VariablesWalk, FieldsAndElementsHaveTheirPlace) {
  EXPECT_THAT(launches(R"(
struct P { int w; float s; };
__constant__ P Par;
__constant__ short List[2];
__constant__ float Large[1000];
__global__ void k(float *x) { x[0] = Par.w * Par.s + List[1] + Large[2]; }
int main() {
  P p = {3, 0.5f};
  short list[2] = {7, -8};
  cudaMemcpyToSymbol(Par, &p, sizeof p);
  cudaMemcpyToSymbol(List, list, 4);
  k<<<1, 64>>>(NULL);
}
)"),
              ElementsAre("k<1|64> ::List.0@0=7 ::List.2@2=-8 ::Par.w@0=3 "
                          "::Par.s@4=0.5 x1"));
}

TEST(VariablesWalk, WhatNobodySetsIsNotKnownWithoutAnInitialValue) {
  EXPECT_THAT(launches(R"(
__constant__ int N = 12;
__constant__ int M;
__global__ void k(float *x) { x[N + M] = 1; }
int main() { k<<<1, 64>>>(NULL); }
)"),
              ElementsAre("k<1|64> ::N=12 x1"));
}

TEST(VariablesWalk, WhatItRestsOnIsTold) {
  Program P((llvm::StringRef(Symbols) + R"(
__constant__ int N;
__constant__ int M;
__global__ void k(float *x) { x[N + M] = 1; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]), m = 0;
  fscanf(stdin, "%d", &m);
  cudaMemcpyToSymbol(N, &n, sizeof n);
  cudaMemcpyToSymbol(M, &m, sizeof m);
  k<<<1, 64>>>(NULL);
}
)")
                .str());
  EXPECT_THAT(P.launches(std::nullopt),
              ElementsAre("k<1|64> ::N=1048576(argv[1]) x1"));
  EXPECT_THAT(P.launches({{"5"}}), ElementsAre("k<1|64> ::N=5 x1"));
}

TEST(VariablesWalk, AKernelThatIsGivenItsAddressMayWriteIt) {
  EXPECT_THAT(launches(R"(
__device__ int N;
__global__ void set(int *n) { *n = 7; }
__global__ void k(float *x) { x[N] = 1; }
int main() {
  int n = 40;
  void *p;
  cudaMemcpyToSymbol(N, &n, sizeof n);
  k<<<1, 64>>>(NULL);
  cudaGetSymbolAddress(&p, &N);
  set<<<1, 1>>>((int *)p);
  k<<<1, 64>>>(NULL);
}
)"),
              ElementsAre("k<1|64> ::N=40 x1", "set<1|1> x1", "k<1|64> x1"));
}
