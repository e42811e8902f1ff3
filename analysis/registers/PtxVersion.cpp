//===- PtxVersion.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/PtxVersion.h"
#include "gpumodel/files/GpuRegistry.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;

/// PTX ISA manual, "Release History": the version that introduced a target.
/// Unknown newer ones are given the newest version known here.
static unsigned firstPtxVersion(unsigned Sm) {
  static constexpr struct {
    unsigned Sm, Ptx;
  } Table[] = {{53, 42}, {62, 50}, {70, 60}, {72, 61},  {75, 63}, {80, 70},
               {86, 71}, {87, 74}, {90, 78}, {101, 86}, {120, 87}};
  for (const auto &Row : Table)
    if (Sm <= Row.Sm)
      return Row.Ptx;
  return 88;
}

std::string gpuperf::usablePtxFeatures(llvm::StringRef Features,
                                       llvm::StringRef SmArch) {
  const unsigned Sm = smNumber(SmArch);
  llvm::SmallVector<llvm::StringRef, 4> Kept;
  for (llvm::StringRef Feature : llvm::split(Features, ',')) {
    llvm::StringRef Version = Feature;
    unsigned Ptx = 0;
    if (Feature.empty() ||
        (Version.consume_front("+ptx") && !Version.getAsInteger(10, Ptx) &&
         Ptx < firstPtxVersion(Sm)))
      continue;
    Kept.push_back(Feature);
  }
  return llvm::join(Kept, ",");
}
