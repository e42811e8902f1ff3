//===- IndependenceFromCudaTest.cpp - From CUDA text to the proof ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/SummarizeKernel.h"
#include "test/unit/plugin/BuildKernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {
/// "x >= n", "x any, y exact", "no: a warp shuffle": what is said of the only
/// kernel of \p Code.
std::string proofOf(llvm::StringRef Code) {
  Built B = build(Code);
  if (!B.Ir || !B.Clean || B.Names.size() != 1) {
    ADD_FAILURE() << B.Error << " in:\n" << Code.str();
    return "";
  }
  llvm::Function *F = B.Ir->Shape->getFunction(B.Names.begin()->second);
  auto K = summarizeKernel(*F);
  if (!K) {
    ADD_FAILURE() << llvm::toString(K.takeError());
    return "";
  }
  const BlockIndependence &I = K->Independence;
  std::vector<std::string> Names;
  for (const Param &P : K->Params)
    Names.push_back(P.Name);
  std::string Text;
  if (I.ProvenIfUnchanged)
    for (unsigned D = 0; D < 3; ++D) {
      if (!I.Dims[D].Used)
        continue;
      Text += Text.empty() ? "" : ", ";
      Text += std::string(1, "xyz"[D]);
      switch (I.Dims[D].Needed) {
      case ThreadsNeeded::Any:
        Text += " any";
        break;
      case ThreadsNeeded::AtLeastBound:
        Text += " >= " + K->Exprs.print(I.Dims[D].Bound, Names);
        break;
      case ThreadsNeeded::Exact:
        Text += " exact";
        break;
      case ThreadsNeeded::Unchanged:
        Text += " unchanged";
        break;
      }
    }
  if (I.SharedBytesPerThread)
    Text += ", " + std::to_string(I.SharedBytesPerThread) + " bytes";
  if (!I.Proven)
    Text = "no: " + I.Reason + (Text.empty() ? "" : " (" + Text + ")");
  EXPECT_EQ(I.Proven, I.Reason.empty());
  return Text;
}

constexpr char Index[] = "int i = blockIdx.x * blockDim.x + threadIdx.x;";
std::string body(const std::string &Body,
                 const std::string &Params =
                     "float *a, const float *b, int *c, int n, int m",
                 const std::string &Before = "") {
  return Before + "\n__global__ void k(" + Params + ") {\n" + Index + Body +
         "\n}\n";
}
} // namespace

/// `int i = global index; Body` proves as \p Proof says.
#define EXPECT_PROOF(Body, Proof) EXPECT_EQ(proofOf(body(Body)), Proof) << Body
#define EXPECT_NO_PROOF(Code, Reason)                                          \
  EXPECT_THAT(proofOf(Code), StartsWith(std::string("no: ") + Reason)) << Code

//===----------------------------------------------------------------------===//
// One thread, one element
//===----------------------------------------------------------------------===//

TEST(BlockIndependence, GuardsSayHowManyThreadsHaveWork) {
  EXPECT_PROOF("if (i < n) a[i] = 2 * b[i] + a[i];", "x >= n");
  EXPECT_PROOF("if (i >= n) return; a[i] = b[i];", "x >= n");
  EXPECT_PROOF("if (i <= n) a[i] = b[i];", "x >= n + 1");
  EXPECT_PROOF("if (n - i > 0) a[i] = b[i];", "x >= n");
  EXPECT_PROOF("if (!(n <= i)) a[i] = b[i];", "x >= n");
  EXPECT_PROOF("if (i > 0 && i < n - 1) a[i] = b[i - 1] + b[i + 1];",
               "x >= n - 1");
  EXPECT_PROOF("if (i < n && b[i] > 0) a[i] = b[i];", "x >= n");
  EXPECT_PROOF("if (i < n) { if (i < m) a[i] = 1; c[i] = 2; }", "x >= n");
  EXPECT_PROOF("if (i == 0) *a = 1;", "x >= 1");
  EXPECT_PROOF("int first = blockIdx.x * blockDim.x; "
               "if (int(threadIdx.x) < n - first) a[i] = 1;",
               "x >= n");
  EXPECT_PROOF("if (i < 4096) a[i] = b[i];", "x >= 4096");
  EXPECT_PROOF("if (i < n / 4) a[i] = b[i];", "x >= (n / 4)");
  EXPECT_PROOF("if (4 * i + 3 < n) a[4 * i] = b[4 * i];", "x >= (n / 4)");
}

TEST(BlockIndependence, BoundsOfSeveralEffectsAreJoined) {
  EXPECT_PROOF("if (i < n) a[i] = 1; if (i < m) c[i] = 2;", "x >= max(n, m)");
  // One of them does not end: as many threads as before.
  EXPECT_PROOF("if (i < n) a[i] = 1; c[i] = 2;", "x exact");
}

TEST(BlockIndependence, WithoutAGuardAsManyThreadsAsBefore) {
  EXPECT_PROOF("a[i] = b[i];", "x exact");
  // A read out of bounds is an effect, too.
  EXPECT_PROOF("if (b[i] > 0) if (i < n) a[i] = 1;", "x exact");
  // The bound is not known to the host.
  EXPECT_PROOF("if (i < c[0]) a[i] = b[i];", "x exact");
  // Unsigned: n - i is large where i is.
  EXPECT_EQ(proofOf("__global__ void k(float *a, unsigned n) {\n"
                    "unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "if (n - i > 4) a[i] = 1; }"),
            "x exact");
}

TEST(BlockIndependence, AssertsOfWhatAllThreadsHaveInCommon) {
  const std::string Fail = "extern \"C\" __device__ __attribute__((noreturn)) "
                           "void __assertfail(const char *, const char *, "
                           "unsigned, const char *, size_t);";
  auto Asserts = [&](const std::string &What, const std::string &Then) {
    return body("if (!(" + What + ")) __assertfail(0, 0, 0, 0, 1); " + Then,
                "float *a, const float *b, int n", Fail);
  };
  EXPECT_EQ(proofOf(Asserts("n % 4 == 0", "if (i < n) a[i] = b[i];")),
            "x >= n");
  EXPECT_EQ(proofOf(Asserts("n % 4 == 0", "for (; i < n; i += blockDim.x * "
                                          "gridDim.x) a[i] = b[i];")),
            "x any");
  EXPECT_EQ(proofOf(Asserts("i < n", "if (i < n) a[i] = b[i];")), "x exact");
  EXPECT_NO_PROOF(Asserts("blockDim.x == 256", "if (i < n) a[i] = b[i];"),
                  "a branch depends on blockDim.x");
}

TEST(BlockIndependence, IndexTypes) {
  EXPECT_EQ(proofOf("__global__ void k(float *a, size_t n) {\n"
                    "size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;"
                    "if (i < n) a[i] += 1; }"),
            "x >= n");
  EXPECT_EQ(proofOf("__global__ void k(float *a, long n) {\n"
                    "long i = blockIdx.x * blockDim.x + threadIdx.x;"
                    "if (i >= n) return; a[i] += 1; }"),
            "x >= n");
  EXPECT_EQ(proofOf("__global__ void k(float *a, unsigned n) {\n"
                    "unsigned i = threadIdx.x + blockDim.x * blockIdx.x;"
                    "if (i < n) a[i] += 1; }"),
            "x >= n");
  EXPECT_EQ(proofOf("__global__ void k(float *a, long long n) {\n"
                    "long long i = blockDim.x * (long long)blockIdx.x;"
                    "i += threadIdx.x; if (i < n) a[n - 1 - i] = i; }"),
            "x >= n");
  // Wraps at 65536: threads beyond n have work again.
  EXPECT_EQ(proofOf("__global__ void k(float *a, int n) {\n"
                    "unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;"
                    "if (i < n) a[i] += 1; }"),
            "x exact");
}

TEST(BlockIndependence, Templates) {
  EXPECT_EQ(proofOf("template <class T> __global__ void k(T *a, T s, int n) {\n"
                    "int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "if (i < n) a[i] *= s; }\n"
                    "template __global__ void k<double>(double *, double, "
                    "int);"),
            "x >= n");
  EXPECT_NO_PROOF("template <int B> __global__ void k(float *a, int n) {\n"
                  "int i = blockIdx.x * B + threadIdx.x;\n"
                  "if (i < n) a[i] *= 2; }\n"
                  "template __global__ void k<128>(float *, int);",
                  "a branch depends on blockIdx.x * 128 + threadIdx.x");
}

TEST(BlockIndependence, TwoAndThreeDimensions) {
  EXPECT_EQ(proofOf("__global__ void k(float *a, int w, int h) {\n"
                    "int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                    "if (x < w && y < h) a[y * w + x] *= 2; }"),
            "x >= w, y >= h");
  EXPECT_EQ(proofOf("__global__ void k(float *a, int w, int h) {\n"
                    "int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                    "if (x >= w) return; a[y * w + x] *= 2; }"),
            "x >= w, y exact");
  EXPECT_EQ(proofOf("__global__ void k(float *a, int w, int h, int d) {\n"
                    "int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                    "int z = blockIdx.z * blockDim.z + threadIdx.z;\n"
                    "if (x < 1 || y < 1 || z < 1 || x >= w - 1 || y >= h - 1 "
                    "|| z >= d - 1) return;\n"
                    "long p = (long(z) * h + y) * w + x;\n"
                    "a[p] = x + y + z; }"),
            "x >= w - 1, y >= h - 1, z >= d - 1");
  // The linear index of an image bounds neither side.
  EXPECT_EQ(proofOf("__global__ void k(float *a, int w, int n) {\n"
                    "int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                    "int p = y * w + x; if (p < n) a[p] *= 2; }"),
            "x exact, y exact");
}

TEST(BlockIndependence, StructArguments) {
  EXPECT_EQ(proofOf("struct Image { float *Data; int W, H; };\n"
                    "__global__ void k(Image I, float s) {\n"
                    "int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                    "if (x >= I.W || y >= I.H) return;\n"
                    "I.Data[y * I.W + x] *= s; }"),
            "x >= I+8, y >= I+12");
}

TEST(BlockIndependence, WhatOneThreadDoesAlone) {
  // Matrix product: loops, sums, invariant branches.
  EXPECT_EQ(proofOf("__global__ void k(const float *a, const float *b,\n"
                    "                  float *c, int n) {\n"
                    "int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "int y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                    "if (x < n && y < n) { float s = 0;\n"
                    "for (int t = 0; t < n; ++t) s += a[y*n + t] * b[t*n + x];"
                    "c[y * n + x] = s; } }"),
            "x >= n, y >= n");
  EXPECT_PROOF("if (i < n) a[c[i]] = b[i];", "x >= n"); // scatter
  EXPECT_PROOF("if (i < n) a[i] = b[c[i]];", "x >= n"); // gather
  EXPECT_PROOF("if (i < n) atomicAdd(&c[(int)b[i]], 1);",
               "x >= n"); // histogram
  EXPECT_PROOF("if (i < n) atomicAdd(a, b[i]);", "x >= n");
  EXPECT_PROOF("if (i < n) atomicMax(&c[i % m], i);", "x >= n");
  EXPECT_PROOF("if (i < n) { int k = 0; while (b[k] < i && k < m) k++;"
               " c[i] = k; }",
               "x >= n");
  EXPECT_PROOF("if (i < n) { float t[8]; for (int k = 0; k < 8; ++k) "
               "t[k] = b[i * 8 + k]; a[i] = t[c[i] & 7]; }",
               "x >= n");
  EXPECT_PROOF("if (i < n) { unsigned r = i * 1664525u + 1013904223u; "
               "for (int k = 0; k < m; ++k) r = r * 22695477u + 1; a[i] = r; }",
               "x >= n");
  EXPECT_PROOF("if (i < n) switch (c[i]) { case 1: a[i] = 1; break; "
               "case 7: a[i] = b[i]; break; default: a[i] = 0; }",
               "x >= n");
  EXPECT_PROOF("int s = n * m; if (i < s) { int r = i / m, q = i % m; "
               "a[q * n + r] = b[i]; }",
               "x >= n*m");
}

TEST(BlockIndependence, HelperFunctions) {
  EXPECT_EQ(proofOf(body("if (i < n) a[i] = f(b[i], m);",
                         "float *a, const float *b, int n, int m",
                         "__device__ float f(float x, int m) "
                         "{ return m ? x * m : sqrtf(x); }")),
            "x >= n");
  EXPECT_EQ(proofOf(body("if (i < n) f(a, b[i], i);",
                         "float *a, const float *b, int n",
                         "__device__ __noinline__ void f(float *a, float x, "
                         "int i) { a[i] = x / 3; }")),
            "x >= n");
  // It writes more than what it is given the address of.
  EXPECT_EQ(proofOf(body("float t[2]; f(t, i); if (i < n) a[i] = t[0];",
                         "float *a, int n",
                         "__device__ float *p; __device__ __noinline__ void "
                         "f(float *t, int i) { t[0] = p[i]; p[i] = i; }")),
            "x exact");
  EXPECT_EQ(proofOf(body("float s, t; sincosf(b[i], &s, &t); a[i] = s * t;")),
            "x exact");
  EXPECT_EQ(proofOf(body("if (i < n) { float s, t; sincosf(b[i], &s, &t); "
                         "a[i] = s * t; }")),
            "x >= n");
  EXPECT_EQ(proofOf("__device__ int index() "
                    "{ return blockIdx.x * blockDim.x + threadIdx.x; }\n"
                    "__global__ void k(float *a, int n) "
                    "{ if (index() < n) a[index()] += 1; }"),
            "x >= n");
  EXPECT_NO_PROOF(body("if (i < n) f(a, b[i], i);",
                       "float *a, const float *b, int n",
                       "__device__ __noinline__ void f(float *a, float x, "
                       "int i) { a[i + threadIdx.x] = x / 3; }"),
                  "a call of 'f', which reads the thread's place");
  EXPECT_NO_PROOF(body("if (i < n) a[i] = f(b[i]);",
                       "float *a, const float *b, int n",
                       "__device__ float f(float);"),
                  "a call of 'f', whose body is not known");
  EXPECT_NO_PROOF(body("if (i < n) a[i] = f(b[i]);",
                       "float *a, const float *b, int n, float (*f)(float)"),
                  "a call through a pointer");
}

TEST(BlockIndependence, BarriersAloneDoNoHarm) {
  EXPECT_PROOF("if (i < n) a[i] = b[i]; __syncthreads();", "x >= n");
  EXPECT_PROOF("if (i < n) a[i] = b[i]; __syncthreads(); "
               "if (i < n) a[i] = a[i] + 1;",
               "x >= n");
  EXPECT_PROOF("if (i < n) a[i] = b[i]; __threadfence();", "x >= n");
  EXPECT_PROOF("for (int q = 0; q < m; ++q) __syncthreads(); "
               "if (i < n) a[i] = b[i];",
               "x >= n");
  // Blocks of another size may lie across n.
  EXPECT_NO_PROOF(body("if (i < n) { a[i] = b[i]; __syncthreads(); }"),
                  "a barrier that not all threads of a block may reach");
  EXPECT_NO_PROOF(body("for (int q = 0; q < i; ++q) __syncthreads(); "
                       "if (i < n) a[i] = b[i];"),
                  "a barrier that not all threads of a block may reach");
}

TEST(BlockIndependence, DimensionsThatAreKept) {
  // One row of blocks per image: x may change, y may not.
  EXPECT_EQ(proofOf("__global__ void k(float *a, int n) {\n"
                    "int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "if (x < n) a[blockIdx.y * n + x] *= 2; }"),
            "no: where it reads depends on blockIdx.y alone "
            "(x >= n, y unchanged)");
  EXPECT_EQ(proofOf("__global__ void k(float *a, int n) {\n"
                    "int x = blockIdx.x * blockDim.x + threadIdx.x;\n"
                    "for (int r = threadIdx.y; r < n; r += blockDim.y)\n"
                    "a[r * n + x] *= 2; }"),
            "no: a branch depends on threadIdx.y alone "
            "(x exact, y unchanged)");
}

//===----------------------------------------------------------------------===//
// Grid-stride loops
//===----------------------------------------------------------------------===//

TEST(BlockIndependence, GridStrideLoopsRunWithAnyThreads) {
  EXPECT_PROOF("for (; i < n; i += blockDim.x * gridDim.x) a[i] = b[i];",
               "x any");
  EXPECT_PROOF("int s = gridDim.x * blockDim.x; "
               "for (int j = i; j < n; j += s) a[j] = 2 * a[j] + b[j];",
               "x any");
  EXPECT_PROOF("int s = gridDim.x * blockDim.x; "
               "for (int j = i; j < n; j += s) { float t = 0; "
               "for (int q = 0; q < m; ++q) t += b[j * m + q]; a[j] = t; }",
               "x any");
  EXPECT_PROOF("int s = gridDim.x * blockDim.x; "
               "for (int j = i; j < n; j += s) if (b[j] > 0) "
               "atomicAdd(&c[j % m], 1);",
               "x any");
  EXPECT_EQ(proofOf("__global__ void k(float *a, size_t n) {\n"
                    "for (size_t i = blockIdx.x * (size_t)blockDim.x + "
                    "threadIdx.x; i < n; i += (size_t)blockDim.x * gridDim.x)"
                    " a[i] *= 2; }"),
            "x any");
  EXPECT_EQ(proofOf("__global__ void k(float *a, size_t n) {\n"
                    "int s = blockDim.x * gridDim.x;\n"
                    "for (int i = blockIdx.x * blockDim.x + threadIdx.x; "
                    "i < n; i += s) a[i] *= 2; }"),
            "x any");
  EXPECT_EQ(proofOf("__global__ void k(float4 *a, const float4 *b, int n) {\n"
                    "for (int i = blockIdx.x * blockDim.x + threadIdx.x; "
                    "i < n; i += blockDim.x * gridDim.x) { float4 v = b[i]; "
                    "v.x += a[i].w; a[i] = v; } }"),
            "x any");
  EXPECT_EQ(proofOf("__global__ void k(float *a, int w, int h) {\n"
                    "for (int y = blockIdx.y * blockDim.y + threadIdx.y; "
                    "y < h; y += blockDim.y * gridDim.y)\n"
                    "for (int x = blockIdx.x * blockDim.x + threadIdx.x; "
                    "x < w; x += blockDim.x * gridDim.x)\n"
                    "a[y * w + x] *= 2; }"),
            "x any, y any");
}

TEST(BlockIndependence, WhatGridStrideLoopsCarry) {
  // Sums of one thread: the same threads give the same sums.
  EXPECT_PROOF("float s = 0; for (int j = i; j < n; "
               "j += blockDim.x * gridDim.x) s += b[j]; a[i] = s;",
               "x exact");
  EXPECT_PROOF("float s = 0; for (int j = i; j < n; "
               "j += blockDim.x * gridDim.x) { s += b[j]; a[j] = s; }",
               "x exact");
  // Which thread it is, and how often it has gone round.
  EXPECT_PROOF("for (int j = i; j < n; j += blockDim.x * gridDim.x) c[j] = i;",
               "x exact");
  EXPECT_PROOF("int t = 0; for (int j = i; j < n; "
               "j += blockDim.x * gridDim.x) c[j] = t++;",
               "x exact");
  // Another store, by all threads.
  EXPECT_PROOF("for (int j = i; j < n; j += blockDim.x * gridDim.x) a[j] = 1; "
               "atomicAdd(c, 1);",
               "x exact");
  // Leaves early.
  EXPECT_PROOF("for (int j = i; j < n; j += blockDim.x * gridDim.x) "
               "{ if (b[j] < 0) break; a[j] = 1; }",
               "x exact");
  // The iterations of one thread are in order: one may read the other's.
  EXPECT_PROOF("for (int j = i; j < n; j += blockDim.x * gridDim.x) "
               "a[j + 1] = a[j];",
               "x exact");
  EXPECT_PROOF("for (int j = i; j < n; j += blockDim.x * gridDim.x) "
               "c[m * j + c[j]] = j;",
               "x exact");
  EXPECT_PROOF("float t[4]; for (int j = i; j < n; "
               "j += blockDim.x * gridDim.x) { t[c[j] & 3] = j; a[j] = "
               "t[(c[j] + 1) & 3]; }",
               "x exact");
  EXPECT_PROOF("for (int j = i; j < n; j += blockDim.x * gridDim.x) "
               "c[j % 1024] = j;",
               "x exact");
  // Each second index only.
  EXPECT_PROOF("for (int j = i; j < n; j += 2 * blockDim.x * gridDim.x) "
               "a[j] = 1;",
               "x exact");
  // The first ones are left out, if there are few threads.
  EXPECT_PROOF("if (i > 5) for (int j = i; j < n; "
               "j += blockDim.x * gridDim.x) a[j] = 1;",
               "x exact");
  EXPECT_PROOF("if (i < m) for (int j = i; j < n; "
               "j += blockDim.x * gridDim.x) a[j] = 1;",
               "x exact");
}

TEST(BlockIndependence, LoopsWithAnotherStride) {
  EXPECT_PROOF("for (int j = i; j < n; j += m) a[j] = 1;", "x >= n");
  EXPECT_NO_PROOF(body("for (int j = i; j < n; j += blockDim.x) a[j] = 1;"),
                  "where it stores depends on blockDim.x");
  EXPECT_NO_PROOF(body("for (int j = blockIdx.x; j < n; j += gridDim.x) "
                       "a[j * 4 + threadIdx.x] = 1;"),
                  "a branch depends on blockIdx.x alone");
}

//===----------------------------------------------------------------------===//
// What depends on the block
//===----------------------------------------------------------------------===//

TEST(BlockIndependence, RawIndices) {
  EXPECT_NO_PROOF(body("a[blockIdx.x] = 1;"),
                  "where it stores depends on blockIdx.x alone");
  EXPECT_NO_PROOF(body("c[i] = blockIdx.x;"),
                  "what it stores depends on blockIdx.x alone");
  EXPECT_NO_PROOF(body("c[i] = threadIdx.x;"),
                  "what it stores depends on threadIdx.x alone");
  EXPECT_NO_PROOF(body("if (threadIdx.x == 0) a[i] = 1;"),
                  "a branch depends on threadIdx.x alone");
  EXPECT_NO_PROOF(body("if (threadIdx.x < 100) a[i] = 1;"),
                  "a branch depends on threadIdx.x alone");
  EXPECT_NO_PROOF(body("a[i] = b[threadIdx.x];"),
                  "where it reads depends on threadIdx.x alone");
  EXPECT_NO_PROOF(body("c[i] = threadIdx.x & 31;"),
                  "what it stores depends on threadIdx.x alone");
  EXPECT_NO_PROOF(body("c[i] = n * blockDim.x;"),
                  "what it stores depends on blockDim.x");
  EXPECT_NO_PROOF(body("if (i < n) a[i] = b[i] / gridDim.x;"),
                  "what it stores depends on gridDim.x");
  EXPECT_NO_PROOF(body("int j = blockIdx.x * 256 + threadIdx.x; "
                       "if (j < n) a[j] = 1;"),
                  "a branch depends on blockIdx.x * 256 + threadIdx.x");
  EXPECT_NO_PROOF(body("int j = blockIdx.x * blockDim.x * 2 + threadIdx.x; "
                       "if (j < n) a[j] = 1;"),
                  "a branch depends on blockIdx.x and threadIdx.x other");
  EXPECT_NO_PROOF(body("int j = threadIdx.x * gridDim.x + blockIdx.x; "
                       "if (j < n) a[j] = 1;"),
                  "a branch depends on blockIdx.x and threadIdx.x other");
  // Unsigned: true for all threads of a block that starts beyond n.
  EXPECT_NO_PROOF(body("unsigned first = blockIdx.x * blockDim.x; "
                       "if (threadIdx.x < n - first) a[i] = 1;"),
                  "a branch depends on");
  EXPECT_NO_PROOF(body("int j = blockIdx.y * blockDim.x + threadIdx.x; "
                       "if (j < n) a[j] = 1;"),
                  "a branch depends on");
  EXPECT_NO_PROOF(body("if (i < n) { float s = 0; "
                       "for (int q = threadIdx.x; q < m; ++q) s += b[q]; "
                       "a[i] = s; }"),
                  "a branch depends on threadIdx.x alone");
}

TEST(BlockIndependence, IndicesThatAreTheGlobalOneAllTheSame) {
  EXPECT_PROOF("int first = blockIdx.x * blockDim.x; "
               "if (first + threadIdx.x < n) a[threadIdx.x + first] = 1;",
               "x >= n");
  EXPECT_PROOF("float *p = a + blockIdx.x * blockDim.x; "
               "if (i < n) p[threadIdx.x] = 1;",
               "x >= n");
  EXPECT_PROOF("int first = 3 * blockIdx.x * blockDim.x, own = 3 * "
               "threadIdx.x; if (i < n) for (int q = 0; q < 3; ++q) "
               "a[first + own + q] = q;",
               "x >= n");
  EXPECT_PROOF("if (i < n) c[i] = i & 31;", "x >= n");
  EXPECT_PROOF("if (i < n) c[i] = (i - threadIdx.x) / blockDim.x * blockDim.x "
               "+ threadIdx.x >= 0 ? i : 0;",
               "x >= n");
}

TEST(BlockIndependence, WhatThreadsOfABlockExchange) {
  EXPECT_NO_PROOF(body("__shared__ float s[256]; s[threadIdx.x] = b[i]; "
                       "__syncthreads(); a[i] = s[255 - threadIdx.x];"),
                  "shared array 's' has 256 fixed elements");
  EXPECT_NO_PROOF(
      body("__shared__ float t[16][17]; t[threadIdx.y][threadIdx.x] = b[i]; "
           "__syncthreads(); a[i] = t[threadIdx.x][threadIdx.y];"),
      "shared array 't' has 272 fixed elements");
  EXPECT_NO_PROOF(body("__shared__ float first; if (threadIdx.x == 0) first = "
                       "b[i]; __syncthreads(); a[i] = first;"),
                  "shared variable 'first' is one for the whole block");
  EXPECT_NO_PROOF(body("extern __shared__ float s[]; s[threadIdx.x] = b[i]; "
                       "for (int h = blockDim.x / 2; h; h /= 2) { "
                       "__syncthreads(); if (threadIdx.x < h) s[threadIdx.x] "
                       "+= s[threadIdx.x + h]; } "
                       "if (threadIdx.x == 0) a[blockIdx.x] = s[0];"),
                  "shared array 's' is used by several threads of a block");
  EXPECT_NO_PROOF(body("a[i] = __shfl_down_sync(~0u, b[i], 1);"),
                  "a warp shuffle");
  EXPECT_NO_PROOF(body("if (__any_sync(~0u, b[i] > 0)) a[i] = 1;"),
                  "a warp vote");
  EXPECT_NO_PROOF(body("c[i] = __activemask();"), "the mask of active lanes");
  EXPECT_NO_PROOF(body("c[i] = __syncthreads_count(b[i] > 0);"),
                  "a vote of the block");
  EXPECT_NO_PROOF(
      body("int lane; asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));"
           " c[i] = lane;"),
      "what it stores depends on the lane index");
  EXPECT_NO_PROOF(body("asm volatile(\"red.global.add.u32 [%0], %1;\" :: "
                       "\"l\"(c + i), \"r\"(i));"),
                  "inline assembly");
  EXPECT_NO_PROOF(body("int x; asm volatile(\"shfl.sync.bfly.b32 %0, %1, 1, "
                       "31, -1;\" : \"=r\"(x) : \"r\"(i)); c[i] = x;"),
                  "inline assembly");
  EXPECT_PROOF("int x; asm(\"{ .reg .u32 t; mul.lo.u32 t, %1, 3; add.u32 %0, "
               "t, %1; }\" : \"=r\"(x) : \"r\"(i)); if (i < n) c[i] = x;",
               "x >= n");
  EXPECT_NO_PROOF(body("c[i] = clock();"),
                  "what it stores depends on the clock");
  EXPECT_NO_PROOF(body("if (i < n) printf(\"%d\", i);"), "printf");
  EXPECT_NO_PROOF(body("if (i < n) a[atomicAdd(c, 1)] = b[i];"),
                  "the result of an atomic operation");
  EXPECT_NO_PROOF(body("if (i < n) atomicExch(c, i);"),
                  "an atomic operation whose outcome");
  EXPECT_NO_PROOF(body("if (i < n) ((volatile int *)c)[i] = 1;"),
                  "a volatile access");
  // Across a barrier, through global memory.
  EXPECT_NO_PROOF(body("c[i] = i; __syncthreads(); a[i] = c[i ^ 1];"),
                  "there are barriers, and what is read here may be written");
  EXPECT_NO_PROOF(body("for (int q = 0; q < m; ++q) { float x = a[i + q]; "
                       "__syncthreads(); a[i + q] = x; }"),
                  "there are barriers, and what is read here may be written");
  EXPECT_NO_PROOF(body("if (i < m) c[i] = 0; __syncthreads(); "
                       "if (i < n) atomicAdd(&c[(int)b[i]], 1);"),
                  "there are barriers, and what is written here may be");
  EXPECT_NO_PROOF(body("float x = a[i + 1]; __syncthreads(); a[i] = x;"),
                  "there are barriers, and what is read here may be written");
}

TEST(BlockIndependence, OwnPartOfSharedMemory) {
  EXPECT_EQ(proofOf(body("extern __shared__ float s[]; if (i >= n) return; "
                         "s[threadIdx.x] = b[i]; "
                         "for (int q = 0; q < m; ++q) s[threadIdx.x] *= q; "
                         "a[i] = s[threadIdx.x];")),
            "x >= n, 4 bytes");
  EXPECT_EQ(proofOf(body("extern __shared__ float s[]; if (i >= n) return; "
                         "s[threadIdx.x] = b[i]; "
                         "s[threadIdx.x + blockDim.x] = b[i + n]; "
                         "for (int q = 0; q < m; ++q) s[threadIdx.x] *= q; "
                         "a[i] = s[threadIdx.x + blockDim.x] * "
                         "s[threadIdx.x];")),
            "x >= n, 8 bytes");
  EXPECT_NO_PROOF(body("extern __shared__ float s[]; s[threadIdx.x] = b[i]; "
                       "__syncthreads(); a[i] = s[threadIdx.x ^ 1];"),
                  "shared array 's' is used by several threads");
  EXPECT_NO_PROOF(body("extern __shared__ float s[]; s[threadIdx.x] = b[i]; "
                       "__syncthreads(); a[i] = s[threadIdx.x + 1];"),
                  "shared array 's' is used by several threads");
}
