//===- CudaAst.h - CUDA snippets as an AST, without a toolkit ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_PLUGIN_CUDAAST_H
#define GPUPERF_TEST_UNIT_PLUGIN_CUDAAST_H

#include "plugin/launch/LaunchSite.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"
#include <list>

namespace gpuperf::test {

/// What a CUDA program needs of the toolkit to be parsed.
inline constexpr char MockCuda[] = R"cuda(
#pragma once
#pragma GCC system_header
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
typedef unsigned long size_t;
struct uint3 { unsigned x, y, z; };
struct int2 { int x, y; };
struct float4 { float x, y, z, w; };
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1,
                                     unsigned vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
typedef int cudaError_t;
typedef struct CUstream_st *cudaStream_t;
enum cudaLaunchAttributeID {
  cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeClusterDimension = 4
};
union cudaLaunchAttributeValue {
  char pad[64];
  int cooperative;
  struct { unsigned x, y, z; } clusterDim;
};
struct cudaLaunchAttribute {
  cudaLaunchAttributeID id;
  cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned numAttrs;
};
struct cudaDeviceProp { char name[256]; int multiProcessorCount; int warpSize; };
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0,
                                     cudaStream_t stream = 0);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                              cudaStream_t stream = 0);
cudaError_t cudaLaunchKernel(const void *f, dim3 grid, dim3 block, void **args,
                             size_t shared, cudaStream_t stream);
cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 grid, dim3 block,
                                        void **args, size_t shared,
                                        cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *f, void **args);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device);
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, void *f);
cudaError_t cudaMalloc(void **p, size_t bytes);
int printf(const char *, ...);
int scanf(const char *, ...);
int atoi(const char *);
void exit(int) __attribute__((noreturn));
double ceil(double);
float ceilf(float);
float sqrtf(float);
}
template <class... E, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void (*k)(E...),
                               A &&...a);
namespace std {
template <class T> constexpr const T &min(const T &a, const T &b) {
  return b < a ? b : a;
}
template <class T> constexpr const T &max(const T &a, const T &b) {
  return a < b ? b : a;
}
inline float ceil(float x) { return __builtin_ceilf(x); }
using ::ceil;
}
)cuda";

/// Parses \p Code for one side of the compilation; lives as long as the result.
inline std::unique_ptr<clang::ASTUnit>
parseCuda(llvm::StringRef Code, bool DeviceSide,
          std::vector<std::pair<std::string, std::string>> Files = {}) {
  Files.emplace_back("mock_cuda.h", MockCuda);
  std::vector<std::string> Args = {"-x",
                                   "cuda",
                                   "-nocudainc",
                                   "-nocudalib",
                                   "-nostdinc",
                                   "--cuda-gpu-arch=sm_90",
                                   "-std=c++17",
                                   "-w",
                                   "-Wno-unknown-cuda-version",
                                   "-ferror-limit=0",
                                   "-include",
                                   "mock_cuda.h",
                                   DeviceSide ? "--cuda-device-only"
                                              : "--cuda-host-only"};
  clang::IgnoringDiagConsumer Quiet;
  // The AST does not copy them, and its files may be read as long as it lives.
  static std::list<clang::tooling::FileContentMappings> Kept;
  Kept.push_back(Files);
  return clang::tooling::buildASTFromCodeWithArgs(
      Code, Args, "input.cu", "gpuperf-test",
      std::make_shared<clang::PCHContainerOperations>(),
      clang::tooling::getClangStripDependencyFileAdjuster(), Kept.back(),
      &Quiet);
}

inline std::string show(const std::array<HostExpr, 3> &D) {
  return print(D[0]) + " x " + print(D[1]) + " x " + print(D[2]);
}

/// One line per launch: kernel, grid, block, shared memory, arguments.
inline std::string show(const LaunchSite &S) {
  std::string Text = (S.Kernel ? S.KernelName : "?") + " <" + show(S.Grid) +
                     " | " + show(S.Block) + " | " +
                     print(S.DynamicSharedBytes) + ">";
  for (const LaunchArg &A : S.Args) {
    Text.append(" ").append(A.ParamName).append("=").append(print(A.Value));
    for (const auto &[Offset, E] : A.Fields)
      Text.append("@")
          .append(std::to_string(Offset))
          .append(":")
          .append(print(E));
  }
  return Text;
}

/// The launches of \p Code, which must be the same on both sides.
inline std::vector<std::string>
launchesOf(llvm::StringRef Code,
           std::vector<std::pair<std::string, std::string>> Files = {}) {
  std::vector<std::string> Sides[2];
  for (bool DeviceSide : {false, true}) {
    auto Unit = parseCuda(Code, DeviceSide, Files);
    EXPECT_TRUE(Unit);
    if (!Unit)
      return {};
    for (const LaunchSite &S : readLaunchSites(Unit->getASTContext()))
      Sides[DeviceSide].push_back(show(S));
  }
  EXPECT_EQ(Sides[0], Sides[1]) << "host and device side differ";
  return Sides[1];
}

/// The only launch of \p Body, as the body of `void host(int n, int m)`.
inline std::string launchIn(llvm::StringRef Body, llvm::StringRef Before = "") {
  std::string Code = (Before +
                      "\n__global__ void k(int a = 0, float f = 0);\n"
                      "void host(int n, int m, char **argv) {\n" +
                      Body + "\n}\n")
                         .str();
  std::vector<std::string> L = launchesOf(Code);
  EXPECT_EQ(L.size(), 1u) << Code;
  return L.empty() ? "" : L[0];
}

/// "X x Y x Z" of the grid and of the block of the only launch of \p Body.
inline std::string configIn(llvm::StringRef Body, llvm::StringRef Before = "") {
  std::string L = launchIn(Body, Before);
  size_t From = L.find('<'), To = L.rfind(" | ");
  if (From == std::string::npos || To == std::string::npos)
    return L;
  return L.substr(From + 1, To - From - 1);
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_PLUGIN_CUDAAST_H
