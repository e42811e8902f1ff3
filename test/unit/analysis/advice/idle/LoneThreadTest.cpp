//===- LoneThreadTest.cpp - Blocks whose only thread runs a loop ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/idle/LoneThread.h"
#include "test/unit/analysis/advice/AdviceFixture.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// Block i goes through the row i of p, of n elements, and stores what \p Body
/// makes of each element %v at %o of the same row of q. \p Behind comes after
/// the loop.
static KernelSummary rowKernel(llvm::StringRef Body,
                               llvm::StringRef Behind = "") {
  const std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {{
entry:
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %row = mul i32 %c, %n
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %jn, %loop ]
  %e = add i32 %row, %j
  %x = zext i32 %e to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  %o = getelementptr float, ptr addrspace(1) %q, i64 %x
  %v = load float, ptr addrspace(1) %a, align 4
{0}
  %jn = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %jn, %n
  br i1 %more, label %loop, label %end
end:
{1}
  ret void
}
)ir",
      Body, Behind);
  Ir I = parseText(Text);
  return summarize(I, "k");
}

static constexpr llvm::StringLiteral Twice = R"(
  %w = fadd float %v, %v
  store float %w, ptr addrspace(1) %o, align 4)";

static std::optional<LoneThread> loneIn(KernelSummary K, int64_t N,
                                        Dim3 Block = {1},
                                        llvm::ArrayRef<LoopId> Of = {}) {
  K.RegistersPerThread = Estimate::exact(32);
  K.RegistersFrom = RegisterSource::Ptxas;
  const GpuModel G = gpu("h100-sxm");
  Launch L;
  L.Grid = {10'000}, L.Block = Block;
  L.Args = {{}, {}, ArgValue::integer(N)};
  const Prediction P = llvm::cantFail(predictLaunch(K, L, G));
  return findLoneThread(K, L, G, P, Of);
}

TEST(LoneThread, ALoopThatAWarpCanShare) {
  const KernelSummary K = rowKernel(Twice);
  const auto Found = loneIn(K, 1024);
  ASSERT_TRUE(Found.has_value());
  ASSERT_EQ(Found->Loops.size(), 1u);
  EXPECT_EQ(Found->Loops[0], 0u);
  EXPECT_FALSE(Found->NeedsBarrier);
  EXPECT_LT(Found->WithoutUs.Value, 0.5 * Found->TimeUs.Value);
  EXPECT_FALSE(loneIn(K, 1024, {1}, {7}).has_value()); // another loop
}

TEST(LoneThread, SilentWhereThreadsCannotShare) {
  const KernelSummary K = rowKernel(Twice);
  EXPECT_FALSE(loneIn(K, 8).has_value()); // a short loop
  EXPECT_FALSE(loneIn(K, 1024, {2}).has_value());
  // Each iteration reads what the one before has stored.
  EXPECT_FALSE(loneIn(rowKernel(R"(
  %b = getelementptr i8, ptr addrspace(1) %o, i64 -4
  %u = load float, ptr addrspace(1) %b, align 4
  %w = fadd float %u, %v
  store float %w, ptr addrspace(1) %o, align 4)"),
                      1024)
                   .has_value());
  // All threads would store behind the loop.
  EXPECT_FALSE(
      loneIn(rowKernel(Twice, "store float 0.0, ptr addrspace(1) %p, align 4"),
             1024)
          .has_value());
  // It is written for several threads.
  EXPECT_FALSE(loneIn(rowKernel(R"(
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = uitofp i32 %t to float
  %u = getelementptr float, ptr addrspace(1) %o, i32 %t
  store float %f, ptr addrspace(1) %u, align 4)"),
                      1024)
                   .has_value());
}
