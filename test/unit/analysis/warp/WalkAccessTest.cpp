//===- WalkAccessTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/WarpWalk.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/warp/RoundGpu.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
WarpProfile profile(const KernelSummary &K) {
  return profileWarps(K, launch({64}, {256}), gpu(), 4);
}

KernelSummary summaryOf(std::string Text) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
)" + Text);
  return summarize(I, "k");
}

/// out[tid] = in[tid + place], where place is %f[tid], a number of the class
/// that \p Body makes of it.
KernelSummary displaced(const std::string &Body) {
  return summaryOf(R"(
define ptx_kernel void @k(ptr addrspace(1) %f, ptr addrspace(1) %in,
                          ptr addrspace(1) %out) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pf = getelementptr i32, ptr addrspace(1) %f, i64 %w
)" + Body + R"(
  %at = add i32 %t, %place
  %atw = sext i32 %at to i64
  %pin = getelementptr float, ptr addrspace(1) %in, i64 %atw
  %v = load float, ptr addrspace(1) %pin, align 4
  %po = getelementptr float, ptr addrspace(1) %out, i64 %w
  store float %v, ptr addrspace(1) %po, align 4
  ret void
}
)");
}
} // namespace

TEST(WalkAccess, ARoundedFloatIsADisplacement) {
  KernelSummary K = displaced(R"(
  %x = load float, ptr addrspace(1) %pf, align 4
  %place = fptosi float %x to i32)");
  WarpProfile P = profile(K);
  const AccessProfile &In = P.Accesses[1];
  EXPECT_GE(In.SectorsPerRequest.Value, 4);
  EXPECT_LE(In.SectorsPerRequest.Hi, 5);
  EXPECT_FALSE(In.Uncoalesced);
  // The place is not known all the same.
  EXPECT_TRUE(P.Why.contains(AssumptionKind::IndexUnknown));
}

TEST(WalkAccess, ALoadedIndexLeadsAnywhere) {
  KernelSummary K =
      displaced("%place = load i32, ptr addrspace(1) %pf, align 4");
  WarpProfile P = profile(K);
  EXPECT_EQ(P.Accesses[1].SectorsPerRequest.Value, 32);
  EXPECT_EQ(P.Accesses[1].SectorsPerRequest.Lo, 1);
  EXPECT_TRUE(P.Why.contains(AssumptionKind::IndexUnknown));
}

TEST(WalkAccess, LanesThatDataSendToATableOfConstantsTakePasses) {
  auto Passes = [](unsigned Words) {
    const std::string Type = "[" + std::to_string(Words) + " x float]";
    KernelSummary K =
        summaryOf("@table = addrspace(4) externally_initialized global " +
                  Type + R"( undef
define ptx_kernel void @k(ptr addrspace(1) %f, ptr addrspace(1) %out) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %pf = getelementptr i32, ptr addrspace(1) %f, i64 %w
  %i = load i32, ptr addrspace(1) %pf, align 4
  %iw = sext i32 %i to i64
  %pt = getelementptr float, ptr addrspace(4) @table, i64 %iw
  %v = load float, ptr addrspace(4) %pt, align 4
  %po = getelementptr float, ptr addrspace(1) %out, i64 %w
  store float %v, ptr addrspace(1) %po, align 4
  ret void
}
)");
    return profile(K).Accesses[1].PassesPerRequest.Value;
  };
  EXPECT_EQ(Passes(1), 1);
  EXPECT_GT(Passes(16), 8);
  EXPECT_LE(Passes(16), 16);
  EXPECT_GT(Passes(10000), 31);
}
