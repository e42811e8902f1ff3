//===- LoopCarryTest.cpp - What iterations hand on to the next ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/LoopCarry.h"
#include "test/unit/analysis/advice/LoopIr.h"

using namespace gpuperf;
using namespace gpuperf::test;

static Carries carried(llvm::StringRef Body, SharedBy Who = SharedBy::Blocks) {
  const KernelSummary K = loopKernel(Body);
  if (K.Loops.size() != 1)
    return Carries::Order;
  return carriedBy(K, 0, Who);
}

TEST(LoopCarry, SumsMayBeTakenInAnyOrder) {
  EXPECT_EQ(carried("%next = fadd float %s, %v"), Carries::Sum);
  // A sum of some of them.
  EXPECT_EQ(carried(R"(%w = fadd float %s, %v
                       %c = fcmp ogt float %v, 1.0
                       %next = select i1 %c, float %w, float %s)"),
            Carries::Sum);
  // The product is no part of what is taken over.
  EXPECT_EQ(carried(R"(%m = fmul contract float %v, %v
                       %next = fadd contract float %s, %m)"),
            Carries::Sum);
}

TEST(LoopCarry, RecurrencesKeepTheirOrder) {
  // Only what was there before is a factor here.
  EXPECT_EQ(carried(R"(%m = fmul contract float %s, 0.5
                       %next = fadd contract float %m, %v)"),
            Carries::Order);
  EXPECT_EQ(carried("%next = fmul float %s, %v"), Carries::Order);
  EXPECT_EQ(carried("%next = fdiv float %v, %s"), Carries::Order);
  // A run that begins anew is no sum.
  EXPECT_EQ(carried(R"(%w = fadd float %s, %v
                       %c = fcmp ogt float %v, 1.0
                       %next = select i1 %c, float %w, float 0.0)"),
            Carries::Order);
  // The value of the iteration before.
  EXPECT_EQ(carried(R"(%w = fadd float %s, %v
                       store float %w, ptr addrspace(1) %a, align 4
                       %next = fmul float %v, 2.0)"),
            Carries::Order);
}

TEST(LoopCarry, WhatAMultiplyAddAddsTo) {
  constexpr llvm::StringLiteral Twice = "%w = fadd float %v, 2.0\n";
  EXPECT_EQ(carried(Twice.str() + "%next = call float @llvm.fma.f32(float %v, "
                                  "float %w, float %s)"),
            Carries::Sum);
  EXPECT_EQ(carried(Twice.str() + "%next = call float @llvm.fma.f32(float %s, "
                                  "float %v, float %w)"),
            Carries::Order);
  EXPECT_EQ(carried("%next = call float @llvm.fma.f32(float %v, float %s, "
                    "float 1.0)"),
            Carries::Order);
}

/// A loop over integers: %s is taken over, %v and %w are loaded.
/// The same of integers; %w is the element of q.
static Carries carriedInteger(llvm::StringRef Body) {
  const KernelSummary K =
      loopKernel(("%w = load i32, ptr addrspace(1) %a, align 4\n" + Body).str(),
                 false, "i32");
  return K.Loops.size() == 1 ? carriedBy(K, 0, SharedBy::Blocks)
                             : Carries::Order;
}

TEST(LoopCarry, SumsOfIntegerProducts) {
  EXPECT_EQ(carriedInteger(R"(%m = mul i32 %v, %w
                              %next = add i32 %s, %m)"),
            Carries::Sum);
  // A hash: the sum so far is multiplied.
  EXPECT_EQ(carriedInteger(R"(%m = mul i32 %s, 33
                              %next = add i32 %m, %v)"),
            Carries::Order);
  EXPECT_EQ(carriedInteger(R"(%t = trunc i32 %w to i16
                              %z = zext i16 %t to i32
                              %m = add i32 %s, %v
                              %next = mul i32 %m, %z)"),
            Carries::Order);
}

TEST(LoopCarry, PrefixSumsAreScans) {
  EXPECT_EQ(carried(R"(%next = fadd float %s, %v
                       store float %next, ptr addrspace(1) %a, align 4)"),
            Carries::Scan);
  // Without the iteration's own element.
  EXPECT_EQ(carried(R"(store float %s, ptr addrspace(1) %a, align 4
                       %next = fadd float %s, %v)"),
            Carries::Scan);
  // What is stored is no sum.
  EXPECT_EQ(carried(R"(%next = fadd float %s, %v
                       %w = fmul float %next, 2.0
                       store float %w, ptr addrspace(1) %a, align 4)"),
            Carries::Order);
}

TEST(LoopCarry, StoresOfTheirOwn) {
  // %next is there for the store after the loop, and a sum.
  EXPECT_EQ(carried(R"(%w = fmul float %v, 2.0
                       store float %w, ptr addrspace(1) %a, align 4
                       %next = fadd float %s, %v)"),
            Carries::Sum);
  // Into the array that is read, at the same place and at another.
  EXPECT_EQ(carried(R"(%w = fmul float %v, 2.0
                       store float %w, ptr addrspace(1) %g, align 4
                       %next = fadd float %s, %v)"),
            Carries::Sum);
  EXPECT_EQ(carried(R"(%w = fmul float %v, 2.0
                       %h = getelementptr i8, ptr addrspace(1) %g, i64 4
                       store float %w, ptr addrspace(1) %h, align 4
                       %next = fadd float %s, %v)"),
            Carries::Order);
}

TEST(LoopCarry, SumsInTheFieldsOfAStructure) {
  // Two sums that are kept in memory, in elements that do not move; \p Apart
  // bytes lie between them.
  auto Fields = [](int Apart) {
    return carried(llvm::formatv(
                       R"(%f = getelementptr i8, ptr addrspace(1) %q, i64 {0}
                          %x0 = load float, ptr addrspace(1) %q, align 4
                          %x1 = fadd float %x0, %v
                          store float %x1, ptr addrspace(1) %q, align 4
                          %y0 = load float, ptr addrspace(1) %f, align 4
                          %y1 = fadd float %y0, %v
                          store float %y1, ptr addrspace(1) %f, align 4
                          %next = fadd float %s, %v)",
                       Apart)
                       .str());
  };
  EXPECT_EQ(Fields(4), Carries::Sum);
  EXPECT_EQ(Fields(-8), Carries::Sum);
  // They have bytes in common.
  EXPECT_EQ(Fields(2), Carries::Order);
}

TEST(LoopCarry, BlocksDoNotSeeSharedMemory) {
  constexpr llvm::StringLiteral Body =
      R"(store float %v, ptr addrspace(3) %b, align 4
         %next = fadd float %s, %v)";
  EXPECT_EQ(carried(Body, SharedBy::Blocks), Carries::Order);
  EXPECT_EQ(carried(Body, SharedBy::Block), Carries::Sum);
}

TEST(LoopCarry, ABlockThatWaitsCannotPart) {
  constexpr llvm::StringLiteral Waits = R"(call void @llvm.nvvm.barrier0()
                                           %next = fadd float %s, %v)";
  EXPECT_EQ(carried(Waits, SharedBy::Block), Carries::Order);
  // Each of several blocks waits for its own threads.
  EXPECT_EQ(carried(Waits, SharedBy::Blocks), Carries::Sum);
}

TEST(LoopCarry, TheLeastValueMayBeFoundInAnyOrder) {
  EXPECT_EQ(carried(R"(%c = fcmp olt float %v, %s
                       %next = select i1 %c, float %v, float %s)"),
            Carries::Extreme);
  // Each iteration stores whether it was better than all before it.
  EXPECT_EQ(carried(R"(%c = fcmp olt float %v, %s
                       %d = select i1 %c, float 1.0, float 0.0
                       store float %d, ptr addrspace(1) %a, align 4
                       %next = select i1 %c, float %v, float %s)"),
            Carries::Order);
}

/// What one thread carries that looks for the least of n values and for its
/// place; \p Better is executed where one is less than all before it, and
/// \p Place is what is kept then.
static Carries carriedWithPlace(llvm::StringRef Better, llvm::StringRef Place) {
  const std::string Text = llvm::formatv(
      R"ir(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, i32 %n) {{
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %jn, %latch ]
  %s = phi float [ 1.0e6, %entry ], [ %sn, %latch ]
  %at = phi i32 [ -1, %entry ], [ %atn, %latch ]
  %x = zext nneg i32 %j to i64
  %g = getelementptr float, ptr addrspace(1) %p, i64 %x
  %a = getelementptr i32, ptr addrspace(1) %q, i64 %x
  %v = load float, ptr addrspace(1) %g, align 4
  %less = fcmp olt float %v, %s
  br i1 %less, label %better, label %latch
better:
{0}
  br label %latch
latch:
  %sn = phi float [ %v, %better ], [ %s, %loop ]
  %atn = phi i32 [ {1}, %better ], [ %at, %loop ]
  %jn = add nuw nsw i32 %j, 1
  %more = icmp slt i32 %jn, %n
  br i1 %more, label %loop, label %done
done:
  store float %sn, ptr addrspace(1) %r, align 4
  %o = getelementptr i32, ptr addrspace(1) %r, i64 1
  store i32 %atn, ptr addrspace(1) %o, align 4
  ret void
}
)ir",
      Better, Place);
  Ir I = parseText(Text);
  const KernelSummary K = summarize(I, "k");
  return K.Loops.size() == 1 ? carriedBy(K, 0, SharedBy::Block)
                             : Carries::Order;
}

TEST(LoopCarry, ThePlaceOfTheLeastValueGoesWithIt) {
  // The place itself, and what lies there.
  EXPECT_EQ(carriedWithPlace("", "%j"), Carries::Extreme);
  EXPECT_EQ(
      carriedWithPlace("%w = load i32, ptr addrspace(1) %a, align 4", "%w"),
      Carries::Extreme);
  // How often a value was better depends on the order.
  EXPECT_EQ(carriedWithPlace("%w = add i32 %at, 1", "%w"), Carries::Order);
  // So does what is stored on the way.
  EXPECT_EQ(
      carriedWithPlace("store i32 %j, ptr addrspace(1) %a, align 4", "%j"),
      Carries::Order);
}

TEST(LoopCarry, ATileThatIsFilledAnewHandsNothingOn) {
  constexpr llvm::StringLiteral Fill =
      "store float %v, ptr addrspace(3) %b, align 4\n";
  constexpr llvm::StringLiteral Wait = "call void @llvm.nvvm.barrier0()\n";
  constexpr llvm::StringLiteral Read =
      "%y = getelementptr float, ptr addrspace(3) @t, i64 7\n"
      "%u = load float, ptr addrspace(3) %y, align 4\n"
      "%next = fadd float %s, %u\n";
  EXPECT_EQ(carried((Fill + Wait + Read + Wait).str()), Carries::Sum);
  // The threads of one block cannot part at a barrier.
  EXPECT_EQ(carried((Fill + Wait + Read + Wait).str(), SharedBy::Block),
            Carries::Order);
  // What the iteration before has left is read.
  EXPECT_EQ(carried((Read + Wait + Fill + Wait).str()), Carries::Order);
  // Nobody waits until the tile is there.
  EXPECT_EQ(carried((Fill + Read + Wait).str()), Carries::Order);
}
