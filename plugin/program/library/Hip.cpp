//===- Hip.cpp - HIP's runtime in a walk ----------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HIP's runtime has the functions of CUDA's under names that begin with "hip",
// with the same arguments; a few differ in their name.
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/DeviceNumbers.h"
#include "plugin/program/library/Library.h"

namespace gpuperf::program {

namespace {
struct Renamed {
  llvm::StringLiteral Cuda, Hip;
};
constexpr Renamed Others[] = {
    {"__cudaPushCallConfiguration", "__hipPushCallConfiguration"},
    {"__cudaPopCallConfiguration", "__hipPopCallConfiguration"},
    {"cudaHostAlloc", "hipHostMalloc"},
    {"cudaFreeHost", "hipHostFree"},
    {"cudaLaunchCooperativeKernel", "hipLaunchCooperativeKernel"},
    {"cudaLaunchKernel", "hipExtLaunchKernel"},
    {"cudaGetDeviceProperties", "hipGetDevicePropertiesR0600"},
    {"cudaLaunch", "hipLaunchByPtr"},
};

/// (int *value, attribute, device)
void attribute(NativeCall &C) {
  const int Asked = static_cast<int>(C.integer(1, 32));
  C.give({});
  const GpuModel *Gpu = runtimeOf(C).Gpu;
  for (const HipAttribute &A : hipAttributes())
    for (const DeviceNumber &N : deviceNumbers())
      if (Gpu && A.Hip == Asked && N.Attribute == A.Cuda)
        return C.M.Mem.write(C.arg(0).Bits, 4, {N.Value(*Gpu), 0});
  C.M.Mem.write(C.arg(0).Bits, 4, {0, C.M.Data});
}

/// (hipFuncAttributes *, function). The struct begins with two numbers and two
/// sizes (constant, local).
void functionAttributes(NativeCall &C) {
  const GpuModel *Gpu = runtimeOf(C).Gpu;
  C.give({});
  const Address At = C.arg(0).Bits;
  const uint64_t Shared =
      Gpu && Gpu->Arch.SharedPerBlockDefaultBytes
          ? static_cast<uint64_t>(Gpu->Arch.SharedPerBlockDefaultBytes->Value)
          : 65536;
  C.M.Mem.write(At + 24, 4, {Shared, 0});
  C.M.Mem.write(At + 28, 4,
                {Gpu ? uint64_t(Gpu->Arch.MaxThreadsPerBlock.Value) : 1024, 0});
  C.M.Mem.write(At + 32, 4, {32, C.M.Data}); // registers
}
} // namespace

void addHip(NativeTable &T) {
  std::vector<std::pair<std::string, Native>> Same;
  for (const auto &Entry : T) {
    llvm::StringRef Name = Entry.getKey();
    if (Name.consume_front("cuda"))
      Same.emplace_back(("hip" + Name).str(), Entry.getValue());
  }
  for (auto &[Name, Does] : Same)
    T[Name] = Does;
  for (const Renamed &R : Others)
    if (auto It = T.find(R.Cuda); It != T.end())
      T[R.Hip] = Native(It->second);
  T["hipDeviceGetAttribute"] = attribute;
  T["hipFuncGetAttributes"] = functionAttributes;
}

} // namespace gpuperf::program
