//===- BundledCudaTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels parsed against the bundled declarations do the same work as when they
// are parsed against the toolkit's headers.
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/BuildKernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
constexpr char Kernels[] = R"cu(
#include <cstdio>
#include <cmath>
#include <cuda_runtime.h>
__constant__ float coefficients[8];
__global__ void triad(const float *a, const float *b, float *c, float s, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + s * b[i];
}
__global__ void vectors(const float4 *a, double2 *d) {
  float4 v = a[threadIdx.x];
  float4 w = make_float4(v.y, v.x, v.w, v.z);
  d[threadIdx.x] = make_double2(w.x * w.y, w.z + w.w);
}
__global__ void tile(const float *in, float *out, int w) {
  __shared__ float t[16][17];
  dim3 b = blockDim;
  t[threadIdx.y][threadIdx.x] = in[(blockIdx.y * b.y + threadIdx.y) * w + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * w + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
__global__ void warps(int *p) {
  int v = p[threadIdx.x];
  for (int o = warpSize / 2; o > 0; o /= 2) v += __shfl_down_sync(0xffffffffu, v, o);
  unsigned m = __ballot_sync(0xffffffffu, v > 3);
  if (__any_sync(__activemask(), v)) p[threadIdx.x] = v + __popc(m) + __clz(v) + __ffs(v);
  __syncwarp();
}
__global__ void atomics(int *i, unsigned *u, float *f, unsigned long long *l) {
  atomicAdd(i, 1); atomicSub(i, 2); atomicAdd(u, 1u); atomicAdd(f, 1.0f); atomicAdd(l, 1ull);
  atomicMax(i, 3); atomicMin(u, 3u); atomicExch(f, 2.0f); atomicCAS(i, 1, 2);
  atomicOr(u, 1u); atomicAnd(u, 3u); atomicXor(i, 4); atomicInc(u, 5u);
}
__global__ void math(float *f, double *d) {
  float x = f[0];
  f[1] = sinf(x) + cosf(x) + expf(x) + logf(x) + powf(x, 3.0f) + sqrtf(x) + rsqrtf(x) + tanhf(x);
  f[2] = __sinf(x) + __expf(x) + __logf(x) + __fdividef(x, 3.0f) + __fmaf_rn(x, x, x) + __powf(x, x);
  f[3] = fmaxf(x, 1.0f) + fminf(x, 2.0f) + fabsf(x) + floorf(x) + fmodf(x, 3.0f) + roundf(x);
  f[4] = std::sqrt(x) + std::abs(x) + std::pow(x, 2.0f) + std::exp(x) + max(x, 1.0f);
  d[1] = sin(d[0]) + exp(d[0]) + fma(d[0], d[0], 1.0) + sqrt(d[0]) + fabs(d[0]);
  sincosf(x, &f[5], &f[6]);
}
__global__ void integers(int *p, unsigned *u, long long *l) {
  int i = p[0];
  p[1] = min(i, 3) + max(i, 4) + abs(i) + __mul24(i, i) + __mulhi(i, i);
  u[1] = min(u[0], 3u) + max(u[0], 4u) + __umulhi(u[0], u[0]) + __brev(u[0]) + __byte_perm(u[0], 1, 0x3210);
  l[1] = min(l[0], 3ll) + __clzll(l[0]) + __popcll(l[0]);
  p[2] = __float2int_rn(__int_as_float(i)) + __float_as_int(__int2float_rn(i));
}
__global__ void readonly(const float *__restrict__ a, float *b, int n) {
  int i = threadIdx.x;
  b[i] = __ldg(&a[i]) * coefficients[i & 7];
  __threadfence();
  if (i == n) printf("%d %f\n", i, b[i]);
}
template <class T, int N> __global__ void __launch_bounds__(N) reduce(const T *a, T *b) {
  extern __shared__ char raw[];
  T *s = reinterpret_cast<T *>(raw);
  s[threadIdx.x] = a[blockIdx.x * N + threadIdx.x];
  __syncthreads();
  for (int o = N / 2; o > 0; o >>= 1) {
    if (threadIdx.x < o) s[threadIdx.x] += s[threadIdx.x + o];
    __syncthreads();
  }
  if (threadIdx.x == 0) b[blockIdx.x] = s[0];
}
void host(float *a, float *b) { reduce<float, 256><<<4, 256, 1024>>>(a, b); }
)cu";

/// How often each kind of operation occurs: opcode, address space, callee.
std::map<std::string, unsigned> operations(const llvm::Function &F) {
  std::map<std::string, unsigned> Result;
  for (const llvm::Instruction &I : llvm::instructions(F)) {
    std::string Key = I.getOpcodeName();
    if (const llvm::Value *P = llvm::getLoadStorePointerOperand(&I)) {
      Key += std::to_string(P->getType()->getPointerAddressSpace());
    } else if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
      if (Call->getCalledFunction())
        Key += " " + Call->getCalledFunction()->getName().str();
    } else if (!I.getType()->isFloatingPointTy() &&
               !llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(I)) {
      continue; // address arithmetic may differ
    }
    ++Result[Key];
  }
  return Result;
}

TEST(BundledCuda, SameOperationsAsWithTheToolkit) {
  if (!findToolkit())
    GTEST_SKIP() << "no CUDA toolkit here";
  for (Side Which : {Side::Device, Side::Host}) {
    ParseSetup Setup;
    Setup.Which = Which;
    Built Bundled = build(Kernels, Setup);
    Setup.UseToolkit = true;
    Built Real = build(Kernels, Setup);
    EXPECT_TRUE(Bundled.Clean);
    EXPECT_TRUE(Real.Clean);
    ASSERT_TRUE(Bundled.Ir && Real.Ir) << Bundled.Error << Real.Error;
    ASSERT_EQ(Bundled.Names, Real.Names);
    ASSERT_EQ(Bundled.Names.size(), 9u);
    for (const auto &[Name, Mangled] : Real.Names) {
      ASSERT_EQ(Bundled.unusable(Name), "") << Name;
      ASSERT_EQ(Real.unusable(Name), "") << Name;
      EXPECT_EQ(operations(*Bundled.shape(Name)), operations(*Real.shape(Name)))
          << Name;
    }
  }
}

/// The functions that a header of clang declares, however often.
struct FindDeclared : clang::RecursiveASTVisitor<FindDeclared> {
  FindDeclared(const clang::SourceManager &SM, llvm::StringRef Header)
      : SM(SM), Header(Header) {}
  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (SM.getFilename(SM.getExpansionLoc(F->getLocation())).ends_with(Header))
      Found.push_back(F);
    return true;
  }
  const clang::SourceManager &SM;
  llvm::StringRef Header;
  std::vector<const clang::FunctionDecl *> Found;
};

TEST(BundledCuda, DefinesWhatClangOnlyDeclares) {
  for (Side Which : {Side::Device, Side::Host}) {
    ParseSetup Setup;
    Setup.Which = Which;
    EXPECT_TRUE(
        parseCuda("", Setup, [](clang::ASTContext &Ctx, clang::Preprocessor &) {
          FindDeclared Finder(Ctx.getSourceManager(),
                              "__clang_cuda_math_forward_declares.h");
          Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
          EXPECT_GT(Finder.Found.size(), 100u);
          for (const clang::FunctionDecl *F : Finder.Found)
            EXPECT_TRUE(F->isDefined())
                << F->getNameAsString() << " " << F->getType().getAsString();
        }));
  }
}

TEST(BundledCuda, FloatStaysInSinglePrecision) {
  Built B = build(
      "__global__ void k(float *p, int *n) {\n"
      "  float x = p[0], y = p[1], s, c;\n"
      "  sincos(x, &s, &c);\n"
      "  p[2] = rsqrt(x) + exp10(x) + trunc(x) + rint(y) + hypot(x, y) +\n"
      "         fmax(x, y) + fma(x, y, s) + std::erf(c) + rcbrt(y) +\n"
      "         remquo(x, y, n) + nanf(\"\");\n"
      "  n[1] = lround(x) + llrint(y) + ilogb(x);\n"
      "}\n");
  EXPECT_TRUE(B.Clean);
  ASSERT_TRUE(B.Ir) << B.Error;
  ASSERT_EQ(B.unusable("k"), "");
  for (const llvm::Instruction &I : llvm::instructions(*B.shape("k")))
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      EXPECT_TRUE(llvm::none_of(Call->args(), [](const llvm::Value *Argument) {
        return Argument->getType()->isDoubleTy();
      })) << Call->getCalledFunction()->getName().str();
}

TEST(BundledCuda, HalfPrecision) {
  Built B = build("#include <cuda_fp16.h>\n"
                  "__global__ void k(half *a, half2 *b) {\n"
                  "  a[0] = a[1] * __float2half(2.0f) + a[2];\n"
                  "  b[0] = __hfma2(b[1], b[2], b[3]);\n"
                  "}\n");
  EXPECT_TRUE(B.Clean);
  ASSERT_TRUE(B.Ir) << B.Error;
  unsigned HalfOperations = 0;
  for (const llvm::Instruction &I : llvm::instructions(*B.shape("k")))
    HalfOperations += llvm::isa<llvm::BinaryOperator>(I) &&
                      I.getType()->getScalarType()->isHalfTy();
  EXPECT_GE(HalfOperations, 4u);
}

TEST(BundledCuda, HostCodeWithTheStandardLibrary) {
  for (Side Which : {Side::Device, Side::Host})
    for (const char *Arch : {"sm_52", "sm_70", "sm_90"}) {
      ParseSetup Setup;
      Setup.Which = Which;
      Setup.Arch = Arch;
      Built B = build(R"cu(
#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <complex>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>
#include "cuda.h"
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
__constant__ int table[3];
__global__ void k(float *p, int n) { assert(n > 0); p[0] = sqrtf(n); }
#define CHECK(call) \
  do { cudaError_t e = (call); if (e != cudaSuccess) { \
    std::cerr << cudaGetErrorString(e); std::exit(1); } } while (0)
int main() {
  std::vector<float> v(10, std::sqrt(2.0f) + sqrtf(3.0f) + fabs(-1.0));
  float *d, ms;
  cudaEvent_t start, stop;
  cudaStream_t stream;
  cudaDeviceProp prop;
  CHECK(cudaGetDeviceProperties(&prop, 0));
  CHECK(cudaEventCreate(&start)); CHECK(cudaEventCreate(&stop));
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMalloc(&d, v.size() * sizeof(float)));
  CHECK(cudaMallocManaged(&d, 4)); CHECK(cudaHostAlloc(&d, 4, cudaHostAllocDefault));
  CHECK(cudaMemcpyAsync(d, v.data(), 4, cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemcpyToSymbol(table, v.data(), 12));
  int grid, block, n = std::min(3, 4) + max(1, 2);
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, k, 0, 0);
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  k<<<grid, block, 0, stream>>>(d, n);
  k<<<dim3(1, 2), dim3(32)>>>(d, n);
  void *args[] = {&d, &n};
  CHECK(cudaLaunchKernel((void *)k, dim3(1), dim3(32), args, 0, stream));
  cudaLaunchConfig_t config = {};
  CHECK(cudaLaunchKernelEx(&config, k, d, n));
  CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize());
  CHECK(cudaEventRecord(stop)); CHECK(cudaEventElapsedTime(&ms, start, stop));
  return prop.multiProcessorCount;
}
)cu",
                      Setup);
      EXPECT_TRUE(B.Clean) << Arch;
      ASSERT_TRUE(B.Ir) << B.Error;
      EXPECT_EQ(B.unusable("k"), "");
    }
}
} // namespace
