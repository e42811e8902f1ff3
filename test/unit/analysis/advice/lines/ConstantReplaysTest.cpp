//===- ConstantReplaysTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/ConstantReplays.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/advice/AdviceFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Reads table[tid * \p Stride + k] for 64 values of k; nothing found: "".
std::string found(unsigned Stride, llvm::StringRef Gpu = "rtx-3080") {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@table = addrspace(4) externally_initialized global [4096 x float] zeroinitializer
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %out) {
entry:
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nuw nsw i32 %t, )" +
                   std::to_string(Stride) + R"(
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %s1, %loop ]
  %at = add nuw nsw i32 %row, %k
  %wide = zext i32 %at to i64
  %p = getelementptr [4096 x float], ptr addrspace(4) @table, i64 0, i64 %wide
  %v = load float, ptr addrspace(4) %p, align 4
  %s1 = fadd float %s, %v
  %k1 = add nuw nsw i32 %k, 1
  %more = icmp ult i32 %k1, 64
  br i1 %more, label %loop, label %end
end:
  store float %s1, ptr addrspace(1) %out, align 4
  ret void
}
)");
  KernelSummary K = summarize(I, "k");
  K.RegistersPerThread = Estimate::exact(32);
  Launch L;
  L.Grid = {4096};
  L.Block = {64};
  const GpuModel On = gpu(Gpu);
  const Prediction P = llvm::cantFail(predictLaunch(K, L, On));
  const auto Found = findConstantReplays(K, L, On, P);
  EXPECT_LE(Found.size(), 1u);
  if (Found.empty())
    return "";
  EXPECT_GT(Found[0].gainPercent(), 20);
  return Found[0].Text;
}
} // namespace

TEST(ConstantReplays, EachLaneAtAPlaceOfItsOwn) {
  EXPECT_NE(found(2).find("read 32 different places of 'table'"),
            std::string::npos)
      << found(2);
}

TEST(ConstantReplays, OnePlaceForAllIsWhatItIsFor) { EXPECT_EQ(found(0), ""); }

TEST(ConstantReplays, NothingIsKnownOfAmd) {
  EXPECT_EQ(found(2, "mi300x"), "");
}
