//===- Device.cu - The device that is measured ----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/gpu/Run.h"
#include "benchmarks/micro/host/Device.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#if defined(GPUPERF_ON_AMD)
#include <unistd.h>
#endif

namespace gpuperf::micro {
namespace {

/// A short name for a GPU that says nothing about its owner: a hash of what the
/// driver tells the card by (FNV-1a).
std::string identityOf(const cudaDeviceProp &Properties) {
  uint64_t Hash = 14695981039346656037u;
  auto Add = [&Hash](const void *Data, size_t Bytes) {
    for (size_t I = 0; I < Bytes; ++I)
      Hash =
          (Hash ^ static_cast<const unsigned char *>(Data)[I]) * 1099511628211u;
  };
  Add(Properties.name, std::strlen(Properties.name));
#if defined(GPUPERF_ON_AMD)
  // Older HIP has no identifier of the card: its place in which machine.
  char Host[256] = {};
  (void)gethostname(Host, sizeof(Host) - 1);
  Add(Host, std::strlen(Host));
  Add(&Properties.pciDomainID, sizeof(Properties.pciDomainID));
  Add(&Properties.pciBusID, sizeof(Properties.pciBusID));
#elif defined(GPUPERF_EMULATED)
  if (const char *Card = std::getenv("SYNTHETIC_CARD"))
    Add(Card, std::strlen(Card));
#else
  Add(&Properties.uuid, sizeof(Properties.uuid));
#endif
  char Text[20];
  std::snprintf(Text, sizeof(Text), "%012llx",
                static_cast<unsigned long long>(Hash & 0xffffffffffff));
  return Text;
}

/// About 0.2 ms on any GPU; the end is bounded by the count, not by a clock.
__global__ void spin(float *Never) {
  float Value = float(threadIdx.x);
  for (int I = 0; I < 50000; ++I)
    Value = Value * 0.999f + 1.0f;
  if (Value == -1.0f)
    *Never = Value;
}

} // namespace

void warmUp(double Milliseconds) {
#if defined(GPUPERF_EMULATED)
  (void)Milliseconds;
#else
  cudaDeviceProp P;
  int Device = 0;
  GPUPERF_CHECK(cudaGetDevice(&Device));
  GPUPERF_CHECK(cudaGetDeviceProperties(&P, Device));
  auto Start = std::chrono::steady_clock::now();
  while (std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - Start)
             .count() < Milliseconds) {
    launch(spin, {dim3(unsigned(P.multiProcessorCount)), dim3(256)},
           static_cast<float *>(nullptr));
    GPUPERF_CHECK(cudaDeviceSynchronize());
  }
#endif
}

int deviceCount() {
  int Count = 0;
  return cudaGetDeviceCount(&Count) == cudaSuccess ? Count : 0;
}

DeviceFacts openDevice(int Index) {
  GPUPERF_CHECK(cudaSetDevice(Index));
  cudaDeviceProp P;
  GPUPERF_CHECK(cudaGetDeviceProperties(&P, Index));
  DeviceFacts Facts;
  Facts.Name = P.name;
  Facts.Identity = identityOf(P);
#if defined(GPUPERF_EMULATED)
  Facts.Backend = "emulated";
  Facts.Arch = "sm_" + std::to_string(P.major * 10 + P.minor);
#elif defined(GPUPERF_ON_AMD)
  Facts.Backend = "hip";
  Facts.Arch = std::string(P.gcnArchName)
                   .substr(0, std::string(P.gcnArchName).find(':'));
#else
  Facts.Backend = "cuda";
  Facts.Arch = "sm_" + std::to_string(P.major * 10 + P.minor);
#endif
  Facts.SmCount = P.multiProcessorCount;
  Facts.WarpSize = P.warpSize;
  // CUDA 13 has these two as attributes only.
  int KiloHertz = 0;
  if (cudaDeviceGetAttribute(&KiloHertz, cudaDevAttrClockRate, Index) ==
      cudaSuccess)
    Facts.BoostClockMhz = KiloHertz / 1e3;
  if (cudaDeviceGetAttribute(&KiloHertz, cudaDevAttrMemoryClockRate, Index) ==
      cudaSuccess)
    Facts.MemoryClockMhz = KiloHertz / 1e3;
  (void)cudaGetLastError(); // an attribute that the driver lacks is no failure
  Facts.MemoryBusBits = P.memoryBusWidth;
  Facts.L2Bytes = P.l2CacheSize;
  Facts.MemoryBytes = double(P.totalGlobalMem);
#if defined(GPUPERF_ON_AMD)
  Facts.SharedPerSmBytes = double(P.maxSharedMemoryPerMultiProcessor);
  Facts.SharedPerBlockOptinBytes = double(P.sharedMemPerBlock);
  Facts.RegistersPerSm = P.regsPerBlock;
#else
  Facts.SharedPerSmBytes = double(P.sharedMemPerMultiprocessor);
  Facts.SharedPerBlockOptinBytes = double(P.sharedMemPerBlockOptin);
  Facts.MaxBlocksPerSm = P.maxBlocksPerMultiProcessor;
  Facts.RegistersPerSm = P.regsPerMultiprocessor;
#endif
  Facts.MaxThreadsPerSm = P.maxThreadsPerMultiProcessor;
  Facts.MaxThreadsPerBlock = P.maxThreadsPerBlock;
  int Version = 0;
  if (cudaDriverGetVersion(&Version) == cudaSuccess)
    Facts.DriverVersion = Version;
  if (cudaRuntimeGetVersion(&Version) == cudaSuccess)
    Facts.RuntimeVersion = Version;
  return Facts;
}

double freeBytes() {
  size_t Free = 0, Total = 0;
  GPUPERF_CHECK(cudaMemGetInfo(&Free, &Total));
  return double(Free);
}

std::string pendingError() {
  cudaError_t Error = cudaDeviceSynchronize();
  cudaError_t Earlier = cudaGetLastError();
  if (Error == cudaSuccess)
    Error = Earlier;
  return Error == cudaSuccess ? "" : cudaGetErrorString(Error);
}

} // namespace gpuperf::micro
