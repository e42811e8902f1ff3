//===- Run.h - Memory, launches and time ------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host side of the runtime: memory, launches, events. Errors are thrown; the
// program notes them as the result of the benchmark and goes on.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_RUN_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_RUN_H

#include "benchmarks/micro/gpu/Portable.h"
#include <stdexcept>
#include <string>
#include <vector>

namespace gpuperf::micro {

/// A call of the runtime failed; what() names the call.
struct GpuError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void check(cudaError_t Error, const char *Call) {
  if (Error != cudaSuccess)
    throw GpuError(std::string(Call) + ": " + cudaGetErrorString(Error));
}
#define GPUPERF_CHECK(Call) ::gpuperf::micro::check(Call, #Call)

/// Memory of the GPU; freed at the end of the scope.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(size_t Count) : Count(Count) {
    GPUPERF_CHECK(cudaMalloc(&Data, Count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T> &From) : DeviceArray(From.size()) {
    GPUPERF_CHECK(cudaMemcpy(Data, From.data(), Count * sizeof(T),
                             cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { (void)cudaFree(Data); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  T *data() const { return Data; }
  size_t size() const { return Count; }
  void clear() { GPUPERF_CHECK(cudaMemset(Data, 0, Count * sizeof(T))); }
  std::vector<T> host() const {
    std::vector<T> To(Count);
    GPUPERF_CHECK(
        cudaMemcpy(To.data(), Data, Count * sizeof(T), cudaMemcpyDeviceToHost));
    return To;
  }

private:
  T *Data = nullptr;
  size_t Count;
};

struct LaunchConfig {
  dim3 Grid, Block;
  size_t SharedBytes = 0;
  cudaStream_t Stream = nullptr;
  unsigned ClusterBlocks = 1; ///< along x
};

#if !defined(GPUPERF_EMULATED) && !defined(GPUPERF_ON_AMD) &&                  \
    CUDART_VERSION >= 11080
/// In clusters of blocks, which are on one part of the GPU at the same time.
template <typename... ParameterTs>
void launchClusters(void (*Kernel)(ParameterTs...), const LaunchConfig &Config,
                    ParameterTs... Arguments) {
  cudaLaunchAttribute Cluster;
  Cluster.id = cudaLaunchAttributeClusterDimension;
  Cluster.val.clusterDim.x = Config.ClusterBlocks;
  Cluster.val.clusterDim.y = Cluster.val.clusterDim.z = 1;
  cudaLaunchConfig_t Whole = {};
  Whole.gridDim = Config.Grid;
  Whole.blockDim = Config.Block;
  Whole.dynamicSmemBytes = Config.SharedBytes;
  Whole.stream = Config.Stream;
  Whole.attrs = &Cluster;
  Whole.numAttrs = 1;
  GPUPERF_CHECK(cudaLaunchKernelEx(&Whole, Kernel, Arguments...));
}
#elif !defined(GPUPERF_EMULATED)
template <typename... ParameterTs>
void launchClusters(void (*)(ParameterTs...), const LaunchConfig &,
                    ParameterTs...) {
  throw GpuError("this toolkit cannot launch clusters");
}
#endif

/// Kernel<<<...>>>(Arguments...); more than 48 KiB of shared memory are asked
/// for first. Throws GpuError if the launch is refused.
template <typename... ParameterTs, typename... ArgumentTs>
void launch(void (*Kernel)(ParameterTs...), const LaunchConfig &Config,
            ArgumentTs... Arguments) {
  if (Config.SharedBytes > 48 * 1024)
    GPUPERF_CHECK(cudaFuncSetAttribute(
        reinterpret_cast<const void *>(Kernel),
        cudaFuncAttributeMaxDynamicSharedMemorySize, int(Config.SharedBytes)));
#if defined(GPUPERF_EMULATED)
  synthetic::launch(Config.Grid, Config.Block, Config.SharedBytes,
                    [=] { Kernel(ParameterTs(Arguments)...); });
#else
  if (Config.ClusterBlocks > 1)
    launchClusters(Kernel, Config, ParameterTs(Arguments)...);
  else
    Kernel<<<Config.Grid, Config.Block, Config.SharedBytes, Config.Stream>>>(
        ParameterTs(Arguments)...);
#endif
  GPUPERF_CHECK(cudaGetLastError());
}

/// Time between two places of a stream.
class EventTimer {
public:
  EventTimer() {
    GPUPERF_CHECK(cudaEventCreate(&Begin));
    GPUPERF_CHECK(cudaEventCreate(&End));
  }
  ~EventTimer() {
    (void)cudaEventDestroy(Begin);
    (void)cudaEventDestroy(End);
  }
  EventTimer(const EventTimer &) = delete;
  EventTimer &operator=(const EventTimer &) = delete;

  void start(cudaStream_t Stream = nullptr) {
    GPUPERF_CHECK(cudaEventRecord(Begin, Stream));
  }
  /// Waits; microseconds since start().
  double stopUs(cudaStream_t Stream = nullptr) {
    GPUPERF_CHECK(cudaEventRecord(End, Stream));
    GPUPERF_CHECK(cudaEventSynchronize(End));
    float Milliseconds = 0;
    GPUPERF_CHECK(cudaEventElapsedTime(&Milliseconds, Begin, End));
    return Milliseconds * 1e3;
  }

private:
  cudaEvent_t Begin, End;
};

/// Microseconds of \p Body, \p Samples times, after \p Warmups runs that do not
/// count.
template <typename BodyT>
std::vector<double> timeUs(unsigned Samples, unsigned Warmups, BodyT &&Body) {
  EventTimer Timer;
  for (unsigned I = 0; I < Warmups; ++I)
    Body();
  GPUPERF_CHECK(cudaDeviceSynchronize());
  std::vector<double> Times;
  for (unsigned I = 0; I < Samples; ++I) {
    Timer.start();
    Body();
    Times.push_back(Timer.stopUs());
  }
  return Times;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_RUN_H
