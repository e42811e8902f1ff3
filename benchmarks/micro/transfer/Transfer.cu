//===- Transfer.cu - Between host and device ------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how fast do copies between host and device go, with pageable and
// with pinned memory, by size?
//
// Method: cudaMemcpy of 1 KiB to 256 MiB, host clock around call and wait,
// median; the content is compared once per direction and kind.
//
// Pitfalls: pageable copies of up to 64 KiB return before they have arrived;
// memory that was never written is not there yet; on a machine with several
// sockets the CPU core decides the path, so that of the launcher is measured.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Run.h"
#include <chrono>
#include <cstring>

namespace gpuperf::micro {
namespace {

double hostUs() {
#if defined(GPUPERF_EMULATED)
  return synthetic::nowUs();
#else
  return std::chrono::duration<double, std::micro>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
#endif
}

void copy(void *To, const void *From, size_t Bytes, cudaMemcpyKind Kind) {
  GPUPERF_CHECK(cudaMemcpy(To, From, Bytes, Kind));
  GPUPERF_CHECK(cudaDeviceSynchronize());
#if defined(GPUPERF_EMULATED)
  synthetic::advanceUs(synthetic::transferUs(Bytes));
#endif
}

void curves(Context &Ctx, const std::string &Kind, unsigned char *Host,
            DeviceArray<unsigned char> &Device) {
  Series ToDevice, ToHost;
  for (size_t Bytes = 1024; Bytes <= Device.size(); Bytes *= 4) {
    std::vector<double> Down, Up;
    for (unsigned I = 0; I <= Ctx.pick(9u, 3u); ++I) {
      double Begin = hostUs();
      copy(Device.data(), Host, Bytes, cudaMemcpyHostToDevice);
      double Middle = hostUs();
      copy(Host, Device.data(), Bytes, cudaMemcpyDeviceToHost);
      double End = hostUs();
      if (I == 0)
        continue;
      Down.push_back(Middle - Begin);
      Up.push_back(End - Middle);
    }
    ToDevice.Points.push_back(summarise(double(Bytes), Down));
    ToHost.Points.push_back(summarise(double(Bytes), Up));
  }
  Ctx.add("to_device_" + Kind, "bytes", "us_per_copy").Points = ToDevice.Points;
  Ctx.add("to_host_" + Kind, "bytes", "us_per_copy").Points = ToHost.Points;
}

/// What went down must come up.
void compare(unsigned char *Host, DeviceArray<unsigned char> &Device) {
  size_t Bytes = 4096;
  for (size_t I = 0; I < Bytes; ++I)
    Host[I] = static_cast<unsigned char>(I * 7 + I / 256);
  copy(Device.data(), Host, Bytes, cudaMemcpyHostToDevice);
  std::memset(Host, 0, Bytes);
  copy(Host, Device.data(), Bytes, cudaMemcpyDeviceToHost);
  for (size_t I = 0; I < Bytes; ++I)
    if (Host[I] != static_cast<unsigned char>(I * 7 + I / 256))
      throw GpuError("a copy to the device and back changed the data");
}

} // namespace

void runTransfer(Context &Ctx) {
  size_t Bytes = size_t(64) << 20;
  while (double(Bytes) > Ctx.FreeBytes / 4 && Bytes > 1 << 20)
    Bytes /= 4;
  DeviceArray<unsigned char> Device(Bytes);
  std::vector<unsigned char> Pageable(Bytes, 1);
  compare(Pageable.data(), Device);
  curves(Ctx, "pageable", Pageable.data(), Device);
  void *Pinned = nullptr;
  GPUPERF_CHECK(cudaMallocHost(&Pinned, Bytes));
  std::memset(Pinned, 1, Bytes);
  try {
    compare(static_cast<unsigned char *>(Pinned), Device);
    curves(Ctx, "pinned", static_cast<unsigned char *>(Pinned), Device);
  } catch (...) {
    (void)cudaFreeHost(Pinned);
    throw;
  }
  GPUPERF_CHECK(cudaFreeHost(Pinned));
}

} // namespace gpuperf::micro
