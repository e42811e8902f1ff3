//===- ProofFixture.h - Bodies of kernels to prove --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_INDEPENDENCE_PROOFFIXTURE_H
#define GPUPERF_TEST_UNIT_ANALYSIS_INDEPENDENCE_PROOFFIXTURE_H

#include "test/unit/analysis/IrFixture.h"

namespace gpuperf::test {

inline constexpr char Registers[] = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
)";

/// A kernel that has its global index in %i, threadIdx.x in %t, blockIdx.x in
/// %b, blockDim.x in %d and %b * %d in %s.
inline KernelSummary kernelWith(const std::string &Body,
                                const std::string &More = "") {
  Ir I = parseText(std::string(Registers) + More + R"(
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %s = mul i32 %b, %d
  %i = add i32 %s, %t
)" + Body + "\n}\n");
  return summarize(I, "k");
}

inline BlockIndependence proofOf(const std::string &Body,
                                 const std::string &More = "") {
  return kernelWith(Body, More).Independence;
}

/// Stores %v at its own index of %p.

inline constexpr char Store[] = R"(
  %a = sext i32 %v to i64
  %x = getelementptr i32, ptr addrspace(1) %p, i64 %a
  store i32 %v, ptr addrspace(1) %x
  ret void
)";

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_INDEPENDENCE_PROOFFIXTURE_H
