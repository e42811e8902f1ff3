//===- GpuModel.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/GpuModel.h"
#include "llvm/Support/ErrorHandling.h"

using namespace gpuperf;

llvm::StringRef gpuperf::factStatusName(FactStatus Status) {
  switch (Status) {
  case FactStatus::Measured:
    return "measured";
  case FactStatus::Published:
    return "published";
  case FactStatus::Derived:
    return "derived";
  case FactStatus::Proxy:
    return "proxy";
  case FactStatus::Estimated:
    return "estimated";
  }
  llvm_unreachable("unknown FactStatus");
}

void gpuperf::applyOverrides(GpuModel &Gpu) {
  for (unsigned I = 0; I < NumThroughputRows; ++I)
    if (const OptFact &Own = Gpu.Overrides.ThroughputPerClkPerSm[I])
      Gpu.Arch.ThroughputPerClkPerSm[I] = Own;
  for (unsigned I = 0; I < NumOpClasses; ++I)
    if (const OptFact &Own = Gpu.Overrides.LatencyCycles[I])
      Gpu.Arch.LatencyCycles[I] = Own;
}
