//===- Stopwatch.cu - Times of launches -----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pitfalls: an event on an idle stream is reached before the host has handed
// the kernel over, so a single launch holds that too: it is what `--timing=
// single` means. So the host also waits behind a flush, or the launch would be
// queued in its shadow. A buffer that is only written leaves L2 full of lines
// that the measured kernel must write back: the flush writes one half and then
// reads the other.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/GpuClock.h"
#include "benchmarks/accuracy/measure/Stopwatch.h"
#include <algorithm>

#if !defined(GPUPERF_EMULATED) && !defined(GPUPERF_ON_AMD)
#include <cuda_profiler_api.h>
#endif

namespace gpuperf::measure {

using micro::EventTimer;

static __global__ void readThrough(const uint32_t *From, size_t Count,
                                   uint32_t *Sink) {
  uint32_t Sum = 0;
  for (size_t I = size_t(blockIdx.x) * blockDim.x + threadIdx.x; I < Count;
       I += size_t(gridDim.x) * blockDim.x)
    Sum += From[I];
  if (Sum == 1) // of zeros: never
    *Sink = Sum;
}

struct Stopwatch::Buffers {
  explicit Buffers(size_t Words) : Written(Words), Read(Words), Sink(1) {
    Read.clear();
  }
  micro::DeviceArray<uint32_t> Written, Read, Sink;
  EventTimer Timer;

  void flush() {
    Written.clear();
    micro::LaunchConfig C;
    C.Block = dim3(256);
    C.Grid = dim3(unsigned(std::min<size_t>(4096, Read.size() / 256 + 1)));
    micro::launch(readThrough, C, Read.data(), Read.size(), Sink.data());
    GPUPERF_CHECK(cudaDeviceSynchronize());
  }
};

Stopwatch::Stopwatch(double L2Bytes, double FreeBytes) {
  constexpr double MiB = 1 << 20;
  // Each half twice L2; of an L2 that the driver does not tell, enough for
  // most.
  double Half = L2Bytes > 0 ? 2 * L2Bytes : 128 * MiB;
  if (FreeBytes > 0)
    Half = std::min(Half, FreeBytes / 8);
  Own = std::make_unique<Buffers>(size_t(Half) / sizeof(uint32_t) + 1);
}

Stopwatch::~Stopwatch() = default;

double Stopwatch::bytes() const {
  return double(Own->Written.size() + Own->Read.size()) * sizeof(uint32_t);
}

std::vector<double> Stopwatch::single(const LaunchFunction &Launch, bool Cold,
                                      unsigned Samples) {
  Launch();
  GPUPERF_CHECK(cudaDeviceSynchronize());
  std::vector<double> Us;
  for (unsigned I = 0; I < Samples; ++I) {
    if (Cold)
      Own->flush();
    Own->Timer.start();
    Launch();
    Us.push_back(Own->Timer.stopUs());
  }
  return Us;
}

std::vector<double> Stopwatch::backToBack(const LaunchFunction &Launch,
                                          unsigned Launches, unsigned Samples) {
  Launch();
  GPUPERF_CHECK(cudaDeviceSynchronize());
  std::vector<double> Us;
  for (unsigned I = 0; I < Samples; ++I) {
    Own->Timer.start();
    for (unsigned L = 0; L < Launches; ++L)
      Launch();
    Us.push_back(Own->Timer.stopUs() / Launches);
  }
  return Us;
}

double Stopwatch::clockMhz() { return smClockMhz(); }

void startProfiler() {
#if !defined(GPUPERF_EMULATED) && !defined(GPUPERF_ON_AMD)
  // Without a profiler this may be an error: nothing is lost.
  (void)cudaProfilerStart();
  (void)cudaGetLastError();
#endif
}
void stopProfiler() {
#if !defined(GPUPERF_EMULATED) && !defined(GPUPERF_ON_AMD)
  GPUPERF_CHECK(cudaDeviceSynchronize());
  (void)cudaProfilerStop();
  (void)cudaGetLastError();
#endif
}

} // namespace gpuperf::measure
