//===- IntrinsicExprsTest.cpp - Values of intrinsics ----------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"
#include "llvm/ADT/bit.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Stores at index %v, which is what \p Call of arguments %n and %m gives.
KernelSummary indexedBy(const std::string &Call) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpid()
declare i32 @llvm.nvvm.read.ptx.sreg.warpsize()
declare i32 @llvm.nvvm.read.ptx.sreg.smid()
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i32 @llvm.fshr.i32(i32, i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.abs.i32(i32, i1)
declare i32 @llvm.usub.sat.i32(i32, i32)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @__nv_min(i32, i32)
declare i32 @__nv_umax(i32, i32)
declare i32 @__nv_abs(i32)
declare i32 @__nv_popc(i32)
define ptx_kernel void @k(ptr %p, i32 %n, i32 %m) {
  %v = call i32 @)" +
                   Call + R"(
  %w = sext i32 %v to i64
  %a = getelementptr i8, ptr %p, i64 %w
  store volatile i8 0, ptr %a
  ret void
})");
  return summarize(I, "k");
}

std::string textOf(const std::string &Call) {
  KernelSummary K = indexedBy(Call);
  return print(K, access(K, 0).Offset, {"p", "n", "m"});
}

/// What \p Call gives in \p Lane of the warp that starts with \p FirstThread of
/// a block of 16 x 4 x 2 threads; nothing if it is not known.
std::optional<int64_t> valueOf(const std::string &Call, int32_t N = 0,
                               int32_t M = 0, unsigned Lane = 0,
                               uint64_t FirstThread = 0) {
  KernelSummary K = indexedBy(Call);
  Launch L = launch({1}, {16, 4, 2}, {{}, N, M});
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.FirstThread = FirstThread;
  uint64_t Steps = 1000;
  LaneValues V = evaluate(K.Exprs, access(K, 0).Offset, Ctx, Steps);
  return V.Known.test(Lane) ? std::optional(V.V[Lane]) : std::nullopt;
}
} // namespace

TEST(IntrinsicExprs, SpecialRegistersAreLeaves) {
  EXPECT_EQ(textOf("llvm.nvvm.read.ptx.sreg.tid.y()"), "tid.y");
  EXPECT_EQ(textOf("llvm.nvvm.read.ptx.sreg.ctaid.z()"), "ctaid.z");
  EXPECT_EQ(textOf("llvm.nvvm.read.ptx.sreg.ntid.x()"), "ntid.x");
  EXPECT_EQ(textOf("llvm.nvvm.read.ptx.sreg.nctaid.y()"), "nctaid.y");
  EXPECT_EQ(textOf("llvm.nvvm.read.ptx.sreg.laneid()"), "laneid");
  EXPECT_EQ(textOf("llvm.nvvm.read.ptx.sreg.warpsize()"), "32");
  // A register without a form is data.
  KernelSummary K = indexedBy("llvm.nvvm.read.ptx.sreg.smid()");
  EXPECT_TRUE(K.Exprs.dependsOnData(access(K, 0).Offset));
}

TEST(IntrinsicExprs, TheWarpsNumberIsTheLinearThreadsOver32) {
  for (uint64_t Warp = 0; Warp < 4; ++Warp)
    for (unsigned Lane : {0u, 17u, 31u})
      EXPECT_EQ(
          valueOf("llvm.nvvm.read.ptx.sreg.warpid()", 0, 0, Lane, 32 * Warp),
          static_cast<int64_t>(Warp));
}

TEST(IntrinsicExprs, FunnelShiftsTakeAPartOfTwoWords) {
  const int32_t N = 0x12345678, M = static_cast<int32_t>(0x9abcdef0);
  EXPECT_EQ(valueOf("llvm.fshl.i32(i32 %n, i32 %m, i32 8)", N, M), 0x3456789a);
  EXPECT_EQ(valueOf("llvm.fshr.i32(i32 %n, i32 %m, i32 8)", N, M), 0x789abcde);
  // By a whole word: the left shift keeps the first, the right the second.
  EXPECT_EQ(valueOf("llvm.fshl.i32(i32 %n, i32 %m, i32 32)", N, M), N);
  EXPECT_EQ(valueOf("llvm.fshr.i32(i32 %n, i32 %m, i32 32)", N, M), M);
  // A distance that is not constant is not followed.
  EXPECT_EQ(valueOf("llvm.fshl.i32(i32 %n, i32 %n, i32 %m)", N, 8),
            std::nullopt);
}

TEST(IntrinsicExprs, ChoicesAndMagnitudesHaveTheSignThatTheirNameSays) {
  EXPECT_EQ(valueOf("llvm.smax.i32(i32 %n, i32 %m)", -1, 5), 5);
  EXPECT_EQ(valueOf("llvm.umin.i32(i32 %n, i32 %m)", -1, 5), 5);
  EXPECT_EQ(valueOf("__nv_min(i32 %n, i32 %m)", -1, 5), -1);
  EXPECT_EQ(valueOf("__nv_umax(i32 %n, i32 %m)", -1, 5), -1);
  EXPECT_EQ(valueOf("llvm.abs.i32(i32 %n, i1 false)", -7), 7);
  EXPECT_EQ(valueOf("__nv_abs(i32 %n)", -7), 7);
  EXPECT_EQ(valueOf("__nv_abs(i32 %n)", 7), 7);
  EXPECT_EQ(valueOf("llvm.usub.sat.i32(i32 %n, i32 %m)", 9, 5), 4);
  EXPECT_EQ(valueOf("llvm.usub.sat.i32(i32 %n, i32 %m)", 5, 9), 0);
  EXPECT_EQ(valueOf("__nv_popc(i32 %n)", 7), std::nullopt);
}

TEST(IntrinsicExprs, ZerosBelowAndAboveAreCounted) {
  const std::string Below = "llvm.cttz.i32(i32 %n, i1 false)",
                    Above = "llvm.ctlz.i32(i32 %n, i1 false)";
  for (int32_t N : {1, 2, 12, 512, 0x40000000, 0x7fffffff, -1, -64}) {
    const auto Bits = static_cast<uint32_t>(N);
    EXPECT_EQ(valueOf(Below, N), llvm::countr_zero(Bits)) << N;
    EXPECT_EQ(valueOf(Above, N), llvm::countl_zero(Bits)) << N;
  }
  EXPECT_EQ(valueOf(Below, 0), 32);
  EXPECT_EQ(valueOf(Above, 0), 32);
}
