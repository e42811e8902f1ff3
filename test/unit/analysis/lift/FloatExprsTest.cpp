//===- FloatExprsTest.cpp - Floats that are made of integers --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Stores at index %i, which \p Body computes of the thread %t, of %n and of
/// the floats %s (an argument) and %d (data).
KernelSummary indexedBy(const std::string &Body) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.floor.f32(float)
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.nvvm.ceil.ftz.f(float)
declare float @__nv_sqrtf(float)
declare i32 @__nv_float2int_rd(float)
declare i32 @llvm.nvvm.f2i.rp(float)
declare i32 @llvm.nvvm.f2tf32.rna(float)
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, float %s) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = load float, ptr addrspace(1) %p
)" + Body + R"(
  %w = sext i32 %i to i64
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %w
  store volatile i8 0, ptr addrspace(1) %a
  ret void
})");
  return summarize(I, "k");
}

/// The index in lane 5, with %n = 3 and %s = 2.5; nothing if it is not known.
std::optional<int64_t> valueOf(const std::string &Body) {
  KernelSummary K = indexedBy(Body);
  Launch L = launch({1}, {32}, {{}, 3, {}});
  L.Args[2] = ArgValue::floating(2.5);
  WarpContext Ctx;
  Ctx.L = &L;
  uint64_t Steps = 1000;
  LaneValues V = evaluate(K.Exprs, access(K, 1).Offset, Ctx, Steps);
  if (!V.Known.test(5))
    return std::nullopt;
  return V.V[5];
}
} // namespace

TEST(FloatExprs, IndicesOfScaledImages) {
  // floorf(t * n / 2.0f)
  EXPECT_EQ(valueOf("%m = mul i32 %t, %n\n"
                    "%f = sitofp i32 %m to float\n"
                    "%q = fdiv float %f, 2.0\n"
                    "%r = call float @llvm.floor.f32(float %q)\n"
                    "%i = fptosi float %r to i32"),
            7);
  EXPECT_EQ(valueOf("%f = uitofp i32 %t to float\n"
                    "%q = fmul float %f, %s\n"
                    "%r = call float @llvm.nvvm.ceil.ftz.f(float %q)\n"
                    "%i = fptoui float %r to i32"),
            13);
  EXPECT_EQ(valueOf("%f = sitofp i32 %t to double\n"
                    "%x = fpext float %s to double\n"
                    "%q = fsub double %f, %x\n"
                    "%g = fneg double %q\n"
                    "%i = fptosi double %g to i32"),
            -2);
}

TEST(FloatExprs, CallsThatRoundToIntegers) {
  const std::string Product = "%f = sitofp i32 %t to float\n"
                              "%q = fmul float %f, %s\n";
  EXPECT_EQ(valueOf(Product + "%i = call i32 @__nv_float2int_rd(float %q)"),
            12);
  EXPECT_EQ(valueOf(Product + "%i = call i32 @llvm.nvvm.f2i.rp(float %q)"), 13);
  EXPECT_EQ(valueOf(Product + "%i = call i32 @llvm.nvvm.f2tf32.rna(float %q)"),
            std::nullopt);
  EXPECT_EQ(valueOf(Product +
                    "%z = call float @llvm.fma.f32(float %q, float 2.0, "
                    "float 0.5)\n"
                    "%v = call float @__nv_sqrtf(float %z)\n"
                    "%i = fptosi float %v to i32"),
            5);
  EXPECT_EQ(valueOf(Product + "%i = bitcast float %q to i32"), 0x41480000);
}

TEST(FloatExprs, ComparisonsDecide) {
  auto Chosen = [](const std::string &Predicate) {
    return valueOf("%f = sitofp i32 %t to float\n%c = fcmp " + Predicate +
                   " float %f, 5.0\n%i = select i1 %c, i32 1, i32 0");
  };
  for (const char *Holds : {"oeq", "ole", "oge", "ueq", "ule", "uge", "ord"})
    EXPECT_EQ(Chosen(Holds), 1) << Holds;
  for (const char *Fails : {"one", "olt", "ogt", "une", "ult", "ugt", "uno"})
    EXPECT_EQ(Chosen(Fails), 0) << Fails;
  EXPECT_EQ(valueOf("%f = sitofp i32 %t to float\n"
                    "%c = fcmp olt float %f, %s\n"
                    "%x = select i1 %c, float 1.0, float %s\n"
                    "%i = fptosi float %x to i32"),
            2);
}

TEST(FloatExprs, DataStaysData) {
  const std::string Body = "%f = sitofp i32 %t to float\n"
                           "%q = fmul float %f, %d\n"
                           "%i = fptosi float %q to i32";
  EXPECT_EQ(valueOf(Body), std::nullopt);
  KernelSummary K = indexedBy(Body);
  EXPECT_TRUE(K.Exprs.dependsOnData(access(K, 1).Offset));
}
