//===- GpuTestUtil.h - Shipped GPUs in tests --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_GPUMODEL_GPUTESTUTIL_H
#define GPUPERF_TEST_UNIT_GPUMODEL_GPUTESTUTIL_H

#include "gpumodel/files/GpuRegistry.h"
#include "gtest/gtest.h"

namespace gpuperf {

/// A GPU by name or path; a test failure and an empty model if it is refused.
inline GpuModel loadGpu(llvm::StringRef NameOrPath) {
  llvm::Expected<GpuModel> Gpu = findGpu(NameOrPath);
  if (Gpu)
    return std::move(*Gpu);
  ADD_FAILURE() << llvm::toString(Gpu.takeError());
  return {};
}

/// The sentence with which a GPU is refused; empty if it is not.
inline std::string errorOfGpu(llvm::StringRef NameOrPath) {
  llvm::Expected<GpuModel> Gpu = findGpu(NameOrPath);
  return Gpu ? "" : llvm::toString(Gpu.takeError());
}

} // namespace gpuperf

#endif // GPUPERF_TEST_UNIT_GPUMODEL_GPUTESTUTIL_H
