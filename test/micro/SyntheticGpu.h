//===- SyntheticGpu.h - A GPU whose figures are known -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The micro-benchmarks run on the CPU against a GPU with caches, latencies and
// launch costs that we chose: what they then report must be what we chose. It
// is no model of a real GPU and shares no code with analysis/: each access
// costs its thread the latency of the level that holds it, a launch takes the
// longest of its SMs, its bytes over the bandwidth and its blocks over the
// dispatch rate.
//
// Threads of a block run one after the other (test/fixits/emulation), so a lane
// does not see what later lanes of its warp will ask for: a kernel that times
// its warp must report the slowest lane.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_MICRO_SYNTHETICGPU_H
#define GPUPERF_TEST_MICRO_SYNTHETICGPU_H

#define EMULATION_OWN_DEVICE
#include "test/fixits/emulation/Emulation.h"

namespace synthetic {

/// The figures; SYNTHETIC_<NAME>=VALUE in the environment overrides one
/// (SYNTHETIC_L1_CYCLES=40), so that a test can tell them from constants.
struct Figures {
  unsigned SmCount = 4, MaxBlocksPerSm = 16, MaxThreadsPerSm = 1024,
           MaxThreadsPerBlock = 1024;
  double ClockMhz = 1000;
  unsigned LineBytes = 128;
  double L1Bytes = 32 << 10, L2Bytes = 512 << 10, MemoryBytes = 64 << 20;
  double L1Cycles = 30, L2Cycles = 200, L2FarCycles = 320, DramCycles = 600;
  double TlbMissCycles = 400, TlbPages = 16, PageBytes = 2 << 20;
  double SharedCycles = 24, ConstantCycles = 8, ConstantFarCycles = 60,
         ConstantBytes = 2 << 10;
  double SectorCycles = 2; ///< for each further sector of a warp's request
  double BankCycles = 2;   ///< for each further pass of a shared request
  double DramGbps = 50, L2BytesPerClk = 200;
  double TurnaroundCycles = 300; ///< between two blocks of an SM
  double LaunchUs = 3, GraphUs = 1, BlockUs = 0.001;
  double TransferGbps = 10, TransferUs = 5;
};
const Figures &figures();

/// Cycles of the running thread since its launch began, plus the SM's clock.
uint64_t clock();
unsigned smId();

// What an access costs; Level: the first cache that may serve it.
void countGlobal(const void *P, size_t Bytes, int Level, bool IsStore);
void countShared(const void *P, size_t Bytes);
void countConstant(const void *P, size_t Bytes);
/// The copy engine or memset has gone through L2.
void countWritten(const void *P, size_t Bytes);
/// One operation of a class (a key of gpumodel/OpClass.def).
void operation(const char *ClassKey);
/// Cycles that one operation of that class costs its thread.
double operationCycles(const char *ClassKey);

template <typename T> T load(const T *P, int Level) {
  countGlobal(P, sizeof(T), Level, false);
  return *P;
}
template <typename T> void store(T *P, T V) {
  countGlobal(P, sizeof(T), 2, true);
  *P = V;
}
template <typename T> T loadShared(const T *P) {
  countShared(P, sizeof(T));
  return *P;
}
template <typename T> void storeShared(T *P, T V) {
  countShared(P, sizeof(T));
  *P = V;
}
template <typename T> T loadConstant(const T *P) {
  countConstant(P, sizeof(T));
  return *P;
}

void syncThreads();

/// Time of the device, microseconds.
double nowUs();
void advanceUs(double Us);
/// Opens and closes the accounts of one launch.
void beginLaunch(dim3 Grid, dim3 Block);
void endLaunch();

template <typename BodyT>
void launch(dim3 Grid, dim3 Block, size_t SharedBytes, BodyT Body) {
  beginLaunch(Grid, Block);
  emulation::runGrid(
      Grid, Block, SharedBytes, [](void *B) { (*static_cast<BodyT *>(B))(); },
      &Body);
  endLaunch();
}

cudaDeviceProp properties();
double transferUs(size_t Bytes);

} // namespace synthetic

#define __syncthreads synthetic::syncThreads
#define __shared__ static
#define __launch_bounds__(...)

//===-- Runtime with a clock -----------------------------------------------===/

inline cudaError_t cudaMemset(void *To, int Value, size_t Bytes) {
  std::memset(To, Value, Bytes);
  synthetic::countWritten(To, Bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemsetAsync(void *To, int Value, size_t Bytes,
                                   cudaStream_t = nullptr) {
  return cudaMemset(To, Value, Bytes);
}
struct EmulatedEvent {
  double Us;
};
inline cudaError_t cudaEventCreate(cudaEvent_t *E) {
  *E = new EmulatedEvent{0};
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t E, cudaStream_t = nullptr) {
  E->Us = synthetic::nowUs();
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t E) {
  delete E;
  return cudaSuccess;
}
inline cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t Begin,
                                        cudaEvent_t End) {
  *Milliseconds = float((End->Us - Begin->Us) / 1e3);
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceCount(int *Count) {
  *Count = std::getenv("SYNTHETIC_NO_GPU") ? 0 : 1;
  return cudaSuccess;
}
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int) {
  *P = synthetic::properties();
  return cudaSuccess;
}
enum cudaDeviceAttr { cudaDevAttrClockRate, cudaDevAttrMemoryClockRate };
inline cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr, int) {
  *Value = int(synthetic::figures().ClockMhz * 1e3);
  return cudaSuccess;
}
inline cudaError_t cudaDriverGetVersion(int *V) { return *V = 0, cudaSuccess; }
inline cudaError_t cudaRuntimeGetVersion(int *V) { return *V = 0, cudaSuccess; }
inline cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  *Free = *Total = size_t(synthetic::figures().MemoryBytes);
  return cudaSuccess;
}

#endif // GPUPERF_TEST_MICRO_SYNTHETICGPU_H
