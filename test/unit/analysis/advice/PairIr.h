//===- PairIr.h - Two fields of a structure per thread ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_PAIRIR_H
#define GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_PAIRIR_H

#include "test/unit/analysis/IrFixture.h"
#include "llvm/Support/FormatVariadic.h"

namespace gpuperf::test {

/// A kernel whose thread i reads the floats at i * Stride and 4 bytes further
/// and stores their sum; with Guarded, only where the first is positive it
/// reads the second.
inline KernelSummary pairKernel(unsigned Stride, bool Guarded = false) {
  std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {{
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %c, %n
  %i = add i32 %m, %t
  %x = zext i32 %i to i64
  %o = mul i64 %x, {0}
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %o
  %b = getelementptr i8, ptr addrspace(1) %a, i64 4
  %u = load float, ptr addrspace(1) %a, align 4
  %g = fcmp ogt float %u, 0.0
  br i1 {1}, label %more, label %end
more:
  %v = load float, ptr addrspace(1) %b, align 4
  %s = fadd float %u, %v
  %w = getelementptr float, ptr addrspace(1) %q, i64 %x
  store float %s, ptr addrspace(1) %w, align 4
  br label %end
end:
  ret void
}
)ir",
      Stride, Guarded ? "%g" : "true");
  Ir I = parseText(Text);
  return summarize(I, "k");
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_PAIRIR_H
