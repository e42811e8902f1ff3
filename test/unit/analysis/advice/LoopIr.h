//===- LoopIr.h - A loop that takes a value over ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_LOOPIR_H
#define GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_LOOPIR_H

#include "test/unit/analysis/IrFixture.h"
#include "llvm/Support/FormatVariadic.h"

namespace gpuperf::test {

/// A kernel in which a loop runs n times. In each iteration, %v is the element
/// of p at %j, %a the place of that element in q, %s what the iteration before
/// left, and \p Body makes %next of them; the last one is stored to r. With
/// Leader, only thread 0 of a block runs the loop. Elements are of \p Type.
inline KernelSummary loopKernel(llvm::StringRef Body, bool Leader = false,
                                llvm::StringRef Type = "float") {
  std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0()
declare float @llvm.fma.f32(float, float, float)
@t = internal addrspace(3) global [4096 x {2}] undef
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, i32 %n) {{
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 {1}, label %loop, label %end
loop:
  %j = phi i32 [ 0, %entry ], [ %jn, %loop ]
  %s = phi {2} [ zeroinitializer, %entry ], [ %next, %loop ]
  %x = zext nneg i32 %j to i64
  %g = getelementptr {2}, ptr addrspace(1) %p, i64 %x
  %a = getelementptr {2}, ptr addrspace(1) %q, i64 %x
  %b = getelementptr {2}, ptr addrspace(3) @t, i64 %x
  %v = load {2}, ptr addrspace(1) %g, align 4
{0}
  %jn = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %jn, %n
  br i1 %more, label %loop, label %done
done:
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %own = zext i32 %block to i64
  %o = getelementptr {2}, ptr addrspace(1) %r, i64 %own
  store {2} %next, ptr addrspace(1) %o, align 4
  br label %end
end:
  ret void
}
)ir",
      Body, Leader ? "%first" : "true", Type);
  Ir I = parseText(Text);
  return summarize(I, "k");
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_ADVICE_LOOPIR_H
