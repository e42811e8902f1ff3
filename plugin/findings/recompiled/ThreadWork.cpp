//===- ThreadWork.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/recompiled/ThreadWork.h"

using namespace gpuperf;

static double workOf(const GpuAnswer &On,
                     llvm::function_ref<bool(llvm::StringRef)> Counts) {
  double Sum = 0;
  for (const auto &[Class, Count] : On.Counts.ThreadInstructions)
    if (Counts(Class))
      Sum += Count;
  return Sum;
}

double gpuperf::computedBy(const GpuAnswer &On) {
  return workOf(On, [](llvm::StringRef Class) {
    return Class.starts_with("fp") || Class.starts_with("tensor");
  });
}

double gpuperf::loadsOf(const GpuAnswer &On) {
  return workOf(On,
                [](llvm::StringRef Class) { return Class == "load_global"; });
}
