//===- AddressFormsTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/footprint/AddressForms.h"
#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// Stores to out[(tid / 32) * n + tid % 32 + r * n] for some r: rows of a tile.
KernelSummary rows(unsigned Count) {
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %t = tail call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = lshr i32 %t, 5
  %column = and i32 %t, 31
  %start = mul nuw nsw i32 %row, %n
  %first = add nuw nsw i32 %start, %column
)";
  for (unsigned I = 0; I < Count; ++I) {
    const std::string N = std::to_string(I);
    Text += "  %r" + N + " = mul nuw nsw i32 %n, " + N + "\n  %at" + N +
            " = add nuw nsw i32 %first, %r" + N + "\n  %w" + N +
            " = zext nneg i32 %at" + N + " to i64\n  %p" + N +
            " = getelementptr float, ptr addrspace(1) %out, i64 %w" + N +
            "\n  store float 1.0, ptr addrspace(1) %p" + N + "\n";
  }
  Ir I = parseText(Text + "  ret void\n}\n");
  return summarize(I, "k");
}

std::vector<AccessId> allOf(const KernelSummary &K) {
  std::vector<AccessId> Out;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    Out.push_back(Id);
  return Out;
}
} // namespace

TEST(AddressForms, RowsOfATileAreOneFormAndTheirDistances) {
  KernelSummary K = rows(4);
  ASSERT_EQ(K.Accesses.size(), 4u);
  Launch L = launch({1}, {256}, {{}, 1000});
  uint64_t Steps = 1'000'000;
  auto Forms = addressForms(K, L, {}, allOf(K), Steps);
  for (AccessId Id = 0; Id < 4; ++Id) {
    ASSERT_TRUE(Forms[Id]);
    uint64_t Own = 1'000'000;
    auto Alone = sampledForm(K, K.Accesses[Id], L, {}, Own);
    ASSERT_TRUE(Alone);
    EXPECT_EQ(Forms[Id]->ConstantBytes, Alone->ConstantBytes);
    EXPECT_EQ(Forms[Id]->ConstantBytes, 4000.0 * Id);
    EXPECT_EQ(Forms[Id]->Variables.size(), Alone->Variables.size());
  }
}

TEST(AddressForms, ManyAccessesOfATileCostLittleMoreThanOne) {
  auto StepsOf = [](unsigned Count) {
    KernelSummary K = rows(Count);
    uint64_t Steps = 1'000'000;
    addressForms(K, launch({1}, {256}, {{}, 1000}), {}, allOf(K), Steps);
    return 1'000'000 - Steps;
  };
  EXPECT_LT(StepsOf(64), 2 * StepsOf(1));
}

TEST(AddressForms, WhatIsNotWantedIsNotLookedFor) {
  KernelSummary K = rows(2);
  uint64_t Steps = 1'000'000;
  auto Forms =
      addressForms(K, launch({1}, {256}, {{}, 1000}), {}, AccessId(1), Steps);
  EXPECT_FALSE(Forms[0]);
  EXPECT_TRUE(Forms[1]);
}
