//===- VariableExprsTest.cpp - Variables that the host has set ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/VariableArguments.h"
#include "test/unit/analysis/IrFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// for (int k = 0; k < *Place; ++k) x[k] = 0, and what else is in the file.
KernelSummary countingTo(const std::string &Place, const std::string &InFile) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
)" + InFile + R"(
define ptx_kernel void @k(ptr addrspace(1) %x) {
entry:
  %n = load i32, ptr )" +
                   Place + R"(
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %next, %body ]
  %c = icmp slt i32 %k, %n
  br i1 %c, label %body, label %done
body:
  %w = sext i32 %k to i64
  %p = getelementptr float, ptr addrspace(1) %x, i64 %w
  store float 0.0, ptr addrspace(1) %p, align 4
  %next = add nsw i32 %k, 1
  br label %head
done:
  ret void
})");
  return summarize(I, "k");
}

/// How often the loop runs in a launch with \p Variables; -1: not known.
int64_t tripsWith(const KernelSummary &K,
                  std::vector<std::pair<std::string, ArgValue>> Variables) {
  Launch L = launch({1}, {32}, {{}});
  L.Variables = std::move(Variables);
  addVariableArguments(K, L);
  WarpContext Ctx;
  Ctx.L = &L;
  uint64_t Steps = 1000;
  if (K.Loops.size() != 1 || K.Loops[0].BackedgeTaken == NoExpr)
    return -1;
  const LaneValues V = evaluate(K.Exprs, K.Loops[0].BackedgeTaken, Ctx, Steps);
  return V.Known.test(0) ? V.V[0] : -1;
}

ArgValue fieldAt(uint32_t Offset, int64_t Value) {
  ArgValue A;
  A.Fields = {{Offset, ArgValue::integer(Value)}};
  return A;
}

constexpr char Constant[] =
    "@N = addrspace(4) externally_initialized constant i32 0\n";
constexpr char Device[] =
    "@_ZN2ns1NE = addrspace(1) externally_initialized global i32 0\n";
} // namespace

TEST(VariableExprs, ALaunchTellsWhatConstantMemoryHolds) {
  const KernelSummary K = countingTo("addrspace(4) @N", Constant);
  ASSERT_EQ(K.Params.size(), 2u);
  EXPECT_TRUE(K.Params[1].IsVariable);
  EXPECT_EQ(K.Params[1].Name, "N");
  EXPECT_EQ(tripsWith(K, {{"N", ArgValue::integer(12)}}), 12);
  EXPECT_EQ(tripsWith(K, {}), -1);
  EXPECT_EQ(tripsWith(K, {{"M", ArgValue::integer(12)}}), -1);
  // By a pointer of no space of its own, as clang emits it.
  EXPECT_EQ(tripsWith(countingTo("addrspacecast (ptr addrspace(4) @N to ptr)",
                                 Constant),
                      {{"N", ArgValue::integer(7)}}),
            7);
}

TEST(VariableExprs, FieldsAndElementsAreToldByTheirPlace) {
  const KernelSummary K =
      countingTo("addrspace(4) getelementptr (i8, ptr addrspace(4) @P, i64 8)",
                 "@P = addrspace(4) externally_initialized constant [4 x i32] "
                 "zeroinitializer\n");
  ASSERT_EQ(K.Params.size(), 2u);
  EXPECT_TRUE(K.Params[1].IsByValStruct);
  EXPECT_EQ(tripsWith(K, {{"P", fieldAt(8, 5)}}), 5);
  EXPECT_EQ(tripsWith(K, {{"P", fieldAt(4, 5)}}), -1);
}

TEST(VariableExprs, AVariableThatIsOnlyReadIsAsGood) {
  const std::string Place = "addrspace(1) @_ZN2ns1NE";
  const std::vector<std::pair<std::string, ArgValue>> Ten = {
      {"ns::N", ArgValue::integer(10)}};
  EXPECT_EQ(tripsWith(countingTo(Place, Device), Ten), 10);
  const std::string Kept =
      "@llvm.compiler.used = appending global [1 x ptr] [ptr addrspacecast "
      "(ptr addrspace(1) @_ZN2ns1NE to ptr)], section \"llvm.metadata\"\n";
  EXPECT_EQ(tripsWith(countingTo(Place, Device + Kept), Ten), 10);
  // Another kernel of the file writes it, or hands on where it is.
  for (const char *Other :
       {"store i32 1, ptr addrspace(1) @_ZN2ns1NE",
        "%a = atomicrmw add ptr addrspace(1) @_ZN2ns1NE, i32 1 seq_cst",
        "call void @f(ptr addrspacecast (ptr addrspace(1) @_ZN2ns1NE to ptr))",
        "store ptr addrspace(1) @_ZN2ns1NE, ptr %to"}) {
    const KernelSummary K = countingTo(
        Place, Device +
                   std::string("declare void @f(ptr)\n"
                               "define ptx_kernel void @o(ptr %to) {\n") +
                   Other + "\n ret void\n}\n");
    EXPECT_EQ(K.Params.size(), 1u) << Other;
    EXPECT_EQ(tripsWith(K, Ten), -1) << Other;
  }
}

TEST(VariableExprs, WhatTheHostCannotSetIsNoVariable) {
  // A table of the compiler's, which nobody outside names.
  const KernelSummary K = countingTo(
      "addrspace(4) @N", "@N = internal addrspace(4) global i32 0\n");
  EXPECT_EQ(K.Params.size(), 1u);
}

TEST(VariableExprs, WhatNobodySaysCountsAsUniformData) {
  Ir I = parseText(std::string(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
)") + Constant + R"(
define ptx_kernel void @k(ptr addrspace(1) %x) {
entry:
  %n = load i32, ptr addrspace(4) @N
  %i = tail call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %done
body:
  %w = sext i32 %n to i64
  %p = getelementptr float, ptr addrspace(1) %x, i64 %w
  store float 0.0, ptr addrspace(1) %p, align 4
  br label %done
done:
  ret void
})");
  const KernelSummary K = summarize(I, "k");
  // All threads are taken to be within a bound that is not known.
  EXPECT_NE(K.Blocks[0].Passing, NoExpr);
  // The lanes go to one place, wherever that is.
  const Access &Store = access(K, 1);
  ASSERT_EQ(Store.Kind, AccessKind::Store);
  Launch L = launch({4}, {32}, {{}});
  addVariableArguments(K, L);
  WarpContext Ctx;
  Ctx.L = &L;
  uint64_t Steps = 1000;
  EXPECT_FALSE(evaluate(K.Exprs, Store.Offset, Ctx, Steps).Known.any());
  Ctx.UniformDataAsZero = true;
  const LaneValues V = evaluate(K.Exprs, Store.Offset, Ctx, Steps);
  EXPECT_TRUE(V.Known.test(0) && V.Known.test(31));
  EXPECT_EQ(V.V[0], V.V[31]);
}
