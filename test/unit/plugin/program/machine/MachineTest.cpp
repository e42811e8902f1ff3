//===- MachineTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Machine.h"
#include "test/unit/plugin/program/MachineTestUtil.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <limits>

using namespace gpuperf::program;
using namespace gpuperf::test;
using llvm::APInt;
using llvm::bit_cast;

namespace {
const unsigned Widths[] = {1, 8, 16, 32, 64};
const uint64_t Numbers[] = {
    0,          1,          2,          3,          7,          31,
    63,         100,        127,        128,        255,        256,
    32767,      32768,      65535,      2147483647, 2147483648, 4294967295,
    1ULL << 40, ~0ULL >> 1, 1ULL << 63, ~0ULL - 1,  ~0ULL};
APInt number(uint64_t N, unsigned W) { return APInt(64, N).trunc(W); }

struct BinaryCase {
  const char *Name;
  APInt (*Reference)(const APInt &, const APInt &);
};
const BinaryCase BinaryCases[] = {
    {"add", [](const APInt &A, const APInt &B) { return A + B; }},
    {"sub", [](const APInt &A, const APInt &B) { return A - B; }},
    {"mul", [](const APInt &A, const APInt &B) { return A * B; }},
    {"and", [](const APInt &A, const APInt &B) { return A & B; }},
    {"or", [](const APInt &A, const APInt &B) { return A | B; }},
    {"xor", [](const APInt &A, const APInt &B) { return A ^ B; }},
    {"shl", [](const APInt &A, const APInt &B) { return A.shl(B); }},
    {"lshr", [](const APInt &A, const APInt &B) { return A.lshr(B); }},
    {"ashr", [](const APInt &A, const APInt &B) { return A.ashr(B); }},
    {"udiv", [](const APInt &A, const APInt &B) { return A.udiv(B); }},
    {"urem", [](const APInt &A, const APInt &B) { return A.urem(B); }},
    {"sdiv", [](const APInt &A, const APInt &B) { return A.sdiv(B); }},
    {"srem", [](const APInt &A, const APInt &B) { return A.srem(B); }},
};
} // namespace

TEST(Machine, IntegersOfAllWidths) {
  std::string Text;
  for (const BinaryCase &C : BinaryCases)
    for (unsigned W : Widths) {
      std::string T = "i" + std::to_string(W);
      Text += "define " + T + " @" + C.Name + std::to_string(W) + "(" + T +
              " %a, " + T + " %b) {\n  %r = " + C.Name + " " + T +
              " %a, %b\n  ret " + T + " %r\n}\n";
    }
  IrMachine M(Text);
  for (const BinaryCase &C : BinaryCases)
    for (unsigned W : Widths)
      for (uint64_t X : Numbers)
        for (uint64_t Y : Numbers) {
          APInt A = number(X, W), B = number(Y, W);
          llvm::StringRef Name = C.Name;
          if ((Name.contains("div") || Name.contains("rem")) &&
              (B.isZero() || (A.isMinSignedValue() && B.isAllOnes())))
            continue;
          if (Name.contains("sh") && B.uge(W))
            continue;
          Value R = M.call(C.Name + std::to_string(W),
                           {{A.getZExtValue(), 0}, {B.getZExtValue(), 0}});
          ASSERT_EQ(R.Bits, C.Reference(A, B).getZExtValue())
              << C.Name << W << " " << X << " " << Y;
          ASSERT_EQ(R.From, 0);
        }
}

TEST(Machine, WhatHasNoResultIsNotKnown) {
  IrMachine M(R"(
define i32 @sdiv(i32 %a, i32 %b) { %r = sdiv i32 %a, %b ret i32 %r }
define i64 @srem(i64 %a, i64 %b) { %r = srem i64 %a, %b ret i64 %r }
define i8 @udiv(i8 %a, i8 %b) { %r = udiv i8 %a, %b ret i8 %r }
define i32 @shl(i32 %a, i32 %b) { %r = shl i32 %a, %b ret i32 %r }
define i64 @lshr(i64 %a, i64 %b) { %r = lshr i64 %a, %b ret i64 %r }
define i64 @ashr(i64 %a, i64 %b) { %r = ashr i64 %a, %b ret i64 %r }
)");
  for (const char *Name : {"sdiv", "srem", "udiv"})
    EXPECT_TRUE(M.L.holdsData(M.call(Name, {{5, 0}, {0, 0}}).From)) << Name;
  EXPECT_TRUE(
      M.L.holdsData(M.call("srem", {{1ULL << 63, 0}, {~0ULL, 0}}).From));
  // Shifts by too much end nothing.
  for (const char *Name : {"shl", "lshr"})
    for (uint64_t By : {32, 64, 1000})
      if (llvm::StringRef(Name) == "shl" || By >= 64)
        EXPECT_EQ(M.bits(Name, {5, By}), 0u) << Name << By;
  EXPECT_EQ(M.bits("ashr", {~0ULL, 100}), ~0ULL);
  EXPECT_FALSE(M.M.ended());
}

TEST(Machine, Comparisons) {
  const char *Names[] = {"eq",  "ne",  "ugt", "uge", "ult",
                         "ule", "sgt", "sge", "slt", "sle"};
  std::string Text;
  for (const char *P : Names)
    for (unsigned W : {8u, 32u, 64u}) {
      std::string T = "i" + std::to_string(W);
      Text += std::string("define i1 @") + P + std::to_string(W) + "(" + T +
              " %a, " + T + " %b) {\n  %r = icmp " + P + " " + T +
              " %a, %b\n  ret i1 %r\n}\n";
    }
  IrMachine M(Text);
  for (unsigned W : {8u, 32u, 64u})
    for (uint64_t X : Numbers)
      for (uint64_t Y : Numbers) {
        APInt A = number(X, W), B = number(Y, W);
        const bool Right[] = {A.eq(B),  A.ne(B),  A.ugt(B), A.uge(B), A.ult(B),
                              A.ule(B), A.sgt(B), A.sge(B), A.slt(B), A.sle(B)};
        for (unsigned I = 0; I < std::size(Names); ++I)
          ASSERT_EQ(M.bits(Names[I] + std::to_string(W),
                           {A.getZExtValue(), B.getZExtValue()}),
                    Right[I])
              << Names[I] << W << " " << X << " " << Y;
      }
}

TEST(Machine, FloatingPoint) {
  IrMachine M(R"(
define double @mix(double %a, double %b) {
  %s = fadd double %a, %b
  %p = fmul double %s, %b
  %q = fdiv double %p, %a
  %n = fneg double %q
  %r = frem double %n, 7.0
  ret double %r
}
define float @single(float %a) { %r = fmul float %a, %a ret float %r }
define i1 @olt(double %a, double %b) { %r = fcmp olt double %a, %b ret i1 %r }
define i1 @une(double %a, double %b) { %r = fcmp une double %a, %b ret i1 %r }
define i1 @uno(float %a, float %b) { %r = fcmp uno float %a, %b ret i1 %r }
define i1 @ord(float %a, float %b) { %r = fcmp ord float %a, %b ret i1 %r }
)");
  auto d = [](double V) { return bit_cast<uint64_t>(V); };
  auto f = [](float V) { return uint64_t(bit_cast<uint32_t>(V)); };
  EXPECT_EQ(M.bits("mix", {d(3.25), d(-11)}),
            d(std::fmod(-((3.25 + -11) * -11 / 3.25), 7.0)));
  EXPECT_EQ(M.bits("single", {f(1.1F)}), f(1.1F * 1.1F)); // rounded as float
  const double Nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(M.bits("olt", {d(1), d(2)}), 1u);
  EXPECT_EQ(M.bits("olt", {d(2), d(2)}), 0u);
  EXPECT_EQ(M.bits("olt", {d(Nan), d(2)}), 0u);
  EXPECT_EQ(M.bits("une", {d(Nan), d(Nan)}), 1u);
  EXPECT_EQ(M.bits("une", {d(2), d(2)}), 0u);
  EXPECT_EQ(M.bits("uno", {f(float(Nan)), f(1)}), 1u);
  EXPECT_EQ(M.bits("ord", {f(float(Nan)), f(1)}), 0u);
  EXPECT_EQ(M.bits("ord", {f(2), f(1)}), 1u);
}

TEST(Machine, Casts) {
  std::string Text;
  auto add = [&](const char *Name, const char *Cast, const char *From,
                 const char *To) {
    Text += std::string("define ") + To + " @" + Name + "(" + From +
            " %a) {\n  %r = " + Cast + " " + From + " %a to " + To +
            "\n  ret " + To + " %r\n}\n";
  };
  add("sext", "sext", "i8", "i32");
  add("zext", "zext", "i8", "i64");
  add("cut", "trunc", "i64", "i16");
  add("bool", "sext", "i1", "i32");
  add("si", "fptosi", "double", "i32");
  add("ui", "fptoui", "double", "i32");
  add("si64", "fptosi", "float", "i64");
  add("ui64", "fptoui", "double", "i64");
  add("fromsi", "sitofp", "i8", "double");
  add("fromui", "uitofp", "i64", "double");
  add("narrow", "fptrunc", "double", "float");
  add("wide", "fpext", "float", "double");
  add("bits", "bitcast", "float", "i32");
  add("half", "fpext", "half", "float");
  IrMachine M(Text);
  auto d = [](double V) { return bit_cast<uint64_t>(V); };
  auto f = [](float V) { return uint64_t(bit_cast<uint32_t>(V)); };
  EXPECT_EQ(M.bits("sext", {0x80}), 0xFFFFFF80u);
  EXPECT_EQ(M.bits("zext", {0x80}), 0x80u);
  EXPECT_EQ(M.bits("cut", {0x12345678}), 0x5678u);
  EXPECT_EQ(M.bits("bool", {1}), 0xFFFFFFFFu);
  EXPECT_EQ(M.bits("si", {d(-3.99)}), uint64_t(uint32_t(-3)));
  EXPECT_EQ(M.bits("ui", {d(3e9)}), 3000000000u);
  EXPECT_EQ(M.bits("si64", {f(-1e12F)}),
            static_cast<uint64_t>(static_cast<int64_t>(-1e12F)));
  EXPECT_EQ(M.bits("ui64", {d(1.5e19)}), 15000000000000000000u);
  for (double V :
       {std::nan(""), 1e300, -1e300, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(M.bits("si", {d(V)}), 0u);
    EXPECT_EQ(M.bits("ui64", {d(V)}), 0u);
  }
  EXPECT_EQ(M.bits("fromsi", {0xFF}), d(-1));
  EXPECT_EQ(M.bits("fromui", {~0ULL}), d(18446744073709551615.0));
  EXPECT_EQ(M.bits("narrow", {d(0.1)}), f(0.1F));
  EXPECT_EQ(M.bits("wide", {f(0.1F)}), d(double(0.1F)));
  EXPECT_EQ(M.bits("bits", {f(1)}), 0x3F800000u);
  // Numbers of other formats are not computed with.
  EXPECT_TRUE(M.L.holdsData(M.call("half", {{0x3C00, 0}}).From));
}

TEST(Machine, UpperHalvesOf128BitsAreNotKnown) {
  IrMachine M(R"(
define i64 @low(i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul i128 %x, %y
  %r = trunc i128 %p to i64
  ret i64 %r
}
define i64 @high(i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul i128 %x, %y
  %h = lshr i128 %p, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}
)");
  Value Low = M.call("low", {{1ULL << 40, 0}, {(1ULL << 30) + 5, 0}});
  EXPECT_EQ(Low.Bits, 5ULL << 40);
  EXPECT_EQ(Low.From, 0);
  EXPECT_TRUE(
      M.L.holdsData(M.call("high", {{1ULL << 40, 0}, {1ULL << 30, 0}}).From));
}

TEST(Machine, LongDoublesAreDoubles) {
  IrMachine M(R"(
@g = global x86_fp80 0xK4000C000000000000000
define i32 @f() {
  %a = load x86_fp80, ptr @g
  %b = fmul x86_fp80 %a, 0xK4000A000000000000000
  %r = fptosi x86_fp80 %b to i32
  ret i32 %r
}
)");
  EXPECT_EQ(M.bits("f"), 7u); // 3 * 2.5
}

TEST(Machine, ControlFlow) {
  IrMachine M(R"(
define i32 @pick(i32 %x) {
entry:
  switch i32 %x, label %other [ i32 1, label %one
                                i32 -5, label %minus
                                i32 7, label %one ]
one:
  br label %end
minus:
  br label %end
other:
  br label %end
end:
  %r = phi i32 [ 10, %one ], [ 20, %minus ], [ 30, %other ]
  ret i32 %r
}
define i32 @select(i1 %c, i32 %a, i32 %b) {
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @swap(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i32 [ 1, %entry ], [ %b, %loop ]
  %b = phi i32 [ 2, %entry ], [ %a, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %t = mul i32 %a, 10
  %r = add i32 %t, %b
  ret i32 %r
}
define i32 @through(ptr %f, i32 %x) {
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
define i32 @caller(i32 %x) {
  %r = call i32 @through(ptr @pick, i32 %x)
  ret i32 %r
}
)");
  EXPECT_EQ(M.bits("pick", {1}), 10u);
  EXPECT_EQ(M.bits("pick", {7}), 10u);
  EXPECT_EQ(M.bits("pick", {uint32_t(-5)}), 20u);
  EXPECT_EQ(M.bits("pick", {2}), 30u);
  EXPECT_EQ(M.bits("select", {1, 4, 5}), 4u);
  EXPECT_EQ(M.bits("select", {0, 4, 5}), 5u);
  // Phis are assigned all at once.
  EXPECT_EQ(M.bits("swap", {1}), 12u);
  EXPECT_EQ(M.bits("swap", {4}), 21u);
  EXPECT_EQ(M.bits("caller", {7}), 10u);
}

TEST(Machine, LabelsFollowTheNumbers) {
  IrMachine M(R"(
define i32 @sum(i32 %a, i32 %b, i32 %c) {
  %s = add i32 %a, %b
  ret i32 %s
}
define i32 @select(i1 %c, i32 %a, i32 %b) {
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @zero(i32 %a) { %r = and i32 %a, 0 ret i32 %r }
define i32 @memory(i32 %a) {
  %p = alloca i32
  store i32 %a, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
define i32 @index(i32 %i) {
  %p = alloca [4 x i32]
  %q = getelementptr [4 x i32], ptr %p, i64 0, i32 %i
  %r = load i32, ptr %q
  ret i32 %r
}
)");
  LabelSet N = M.L.add(Label::Kind::Assumed, "n", 5),
           K = M.L.add(Label::Kind::Assumed, "k", 6);
  EXPECT_EQ(M.call("sum", {{1, N}, {2, 0}, {3, K}}).From, N);
  EXPECT_EQ(M.call("sum", {{1, N}, {2, K}, {3, 0}}).From, M.L.unite(N, K));
  EXPECT_EQ(M.call("select", {{1, N}, {2, 0}, {3, K}}).From, N);
  EXPECT_EQ(M.call("select", {{0, N}, {2, 0}, {3, K}}).From, M.L.unite(N, K));
  EXPECT_EQ(M.call("zero", {{1, N}}).From, 0);
  EXPECT_EQ(M.call("memory", {{1, N}}).From, N);
  EXPECT_EQ(M.call("index", {{1, N}}).From, N);
}

TEST(Machine, MemoryIntrinsics) {
  IrMachine M(R"(
@text = constant [4 x i8] c"abcd"
@numbers = global [3 x i32] [i32 7, i32 -1, i32 9]
@pointer = global ptr getelementptr (i8, ptr @numbers, i64 8)
define i64 @copy() {
  %p = alloca i64
  call void @llvm.memset.p0.i64(ptr %p, i8 90, i64 8, i1 false)
  %q = getelementptr i8, ptr %p, i64 2
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr @text, i64 4, i1 false)
  %r = load i64, ptr %p
  ret i64 %r
}
define i64 @overlap() {
  %p = alloca i64
  store i64 578437695752307201, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 7, i1 false)
  %r = load i64, ptr %p
  ret i64 %r
}
define i32 @last() {
  %p = load ptr, ptr @pointer
  %r = load i32, ptr %p
  ret i32 %r
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
)");
  EXPECT_EQ(M.bits("copy"), 0x5A5A646362615A5Au);
  EXPECT_EQ(M.bits("overlap"), 0x0706050403020101u);
  EXPECT_EQ(M.bits("last"), 9u);
}

TEST(Machine, IntegerIntrinsics) {
  IrMachine M(R"(
define i32 @low(i32 %a, i32 %b) {
  %r = call i32 @llvm.smin.i32(i32 %a, i32 %b)
  ret i32 %r
}
define i32 @high(i32 %a, i32 %b) {
  %r = call i32 @llvm.umax.i32(i32 %a, i32 %b)
  ret i32 %r
}
define i32 @positive(i32 %a) {
  %r = call i32 @llvm.abs.i32(i32 %a, i1 false)
  ret i32 %r
}
define i16 @zeros(i16 %a) {
  %r = call i16 @llvm.ctlz.i16(i16 %a, i1 false)
  ret i16 %r
}
define i32 @ones(i32 %a) {
  %r = call i32 @llvm.ctpop.i32(i32 %a)
  ret i32 %r
}
define i1 @likely(i1 %a) {
  %r = call i1 @llvm.expect.with.probability.i1(i1 %a, i1 true, double 0.9)
  ret i1 %r
}
define i32 @saddValue(i32 %a, i32 %b) {
  %r = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %v = extractvalue {i32, i1} %r, 0
  ret i32 %v
}
define i1 @sadd(i32 %a, i32 %b) {
  %r = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %v = extractvalue {i32, i1} %r, 1
  ret i1 %v
}
define i1 @usub(i32 %a, i32 %b) {
  %r = call {i32, i1} @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %v = extractvalue {i32, i1} %r, 1
  ret i1 %v
}
define i1 @umul(i64 %a, i64 %b) {
  %r = call {i64, i1} @llvm.umul.with.overflow.i64(i64 %a, i64 %b)
  %v = extractvalue {i64, i1} %r, 1
  ret i1 %v
}
@t = thread_local global i32 41
define i32 @thread() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %r = load i32, ptr %p
  ret i32 %r
}
)");
  EXPECT_EQ(M.bits("low", {uint32_t(-2), 1}), uint32_t(-2));
  EXPECT_EQ(M.bits("high", {uint32_t(-2), 1}), uint32_t(-2));
  EXPECT_EQ(M.bits("positive", {uint32_t(-9)}), 9u);
  EXPECT_EQ(M.bits("zeros", {1}), 15u);
  EXPECT_EQ(M.bits("zeros", {0}), 16u);
  EXPECT_EQ(M.bits("ones", {0xF0F0}), 8u);
  EXPECT_EQ(M.bits("likely", {1}), 1u);
  EXPECT_EQ(M.call("likely", {{0, 0}}).From, 0);
  EXPECT_EQ(M.bits("saddValue", {uint32_t(-1), 1}), 0u);
  EXPECT_EQ(M.bits("sadd", {uint32_t(-1), 1}), 0u);
  EXPECT_EQ(M.bits("sadd", {0x7FFFFFFF, 1}), 1u);
  EXPECT_EQ(M.bits("usub", {1, 2}), 1u);
  EXPECT_EQ(M.bits("usub", {2, 2}), 0u);
  EXPECT_EQ(M.bits("umul", {1ULL << 33, 1ULL << 31}), 1u);
  EXPECT_EQ(M.bits("umul", {1ULL << 33, 1ULL << 30}), 0u);
  Value Thread = M.call("thread");
  EXPECT_EQ(Thread.Bits, 41u);
  EXPECT_EQ(Thread.From, 0);
}

TEST(Machine, AggregatesAndVectors) {
  IrMachine M(R"(
%s = type { i8, [2 x i32], { i64, i16 } }
define i64 @members(i64 %a) {
  %x = insertvalue %s zeroinitializer, i32 5, 1, 1
  %y = insertvalue %s %x, i64 %a, 2, 0
  %i = extractvalue %s %y, 1, 1
  %w = zext i32 %i to i64
  %in = extractvalue %s %y, 2
  %l = extractvalue { i64, i16 } %in, 0
  %r = add i64 %w, %l
  ret i64 %r
}
define i32 @vector(i32 %i) {
  %a = add <4 x i32> <i32 1, i32 2, i32 3, i32 4>, <i32 10, i32 20, i32 30, i32 40>
  %b = insertelement <4 x i32> %a, i32 100, i32 1
  %c = shufflevector <4 x i32> %b, <4 x i32> <i32 9, i32 9, i32 9, i32 8>, <4 x i32> <i32 3, i32 1, i32 7, i32 0>
  %r = extractelement <4 x i32> %c, i32 %i
  ret i32 %r
}
define %s @make() {
  ret %s { i8 3, [2 x i32] [i32 4, i32 5], { i64, i16 } { i64 6, i16 7 } }
}
define i32 @use() {
  %s = call %s @make()
  %p = alloca %s
  store %s %s, ptr %p
  %q = getelementptr %s, ptr %p, i64 0, i32 1, i64 1
  %r = load i32, ptr %q
  ret i32 %r
}
)");
  EXPECT_EQ(M.bits("members", {1000}), 1005u);
  const uint64_t Right[] = {44, 100, 8, 11};
  for (uint64_t I = 0; I < 4; ++I)
    EXPECT_EQ(M.bits("vector", {I}), Right[I]);
  EXPECT_TRUE(M.L.holdsData(M.call("vector", {{9, 0}}).From));
  EXPECT_EQ(M.bits("use"), 5u);
}

TEST(Machine, OfPrintedTextNothingComes) {
  IrMachine M(R"(
@f = constant [8 x i8] c"%d %s\0A\00\00"
define i32 @print(i32 %a) {
  %r = call i32 (ptr, ...) @printf(ptr @f, i32 %a, ptr @f)
  ret i32 %a
}
define i32 @variadic(i32 %a, ...) { ret i32 %a }
define i32 @caller() {
  %r = call i32 (i32, ...) @variadic(i32 6, double 1.0, i32 9)
  ret i32 %r
}
declare i32 @printf(ptr, ...)
)");
  EXPECT_EQ(M.bits("print", {3}), 3u);
  EXPECT_EQ(M.bits("caller"), 6u);
  EXPECT_TRUE(M.M.NotKnown.empty());
}

TEST(Machine, FunctionsThatNobodyKnows) {
  IrMachine M(R"(
define i32 @f() {
  %p = alloca i32
  store i32 5, ptr %p
  %r = call i32 @mystery(ptr %p)
  %v = load i32, ptr %p
  %s = add i32 %v, %r
  ret i32 %s
}
define i32 @object() {
  %p = call ptr @create()
  store i32 8, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @wild(ptr %f) { %r = call i32 %f() ret i32 %r }
declare i32 @mystery(ptr)
declare ptr @create()
)");
  Value V = M.call("f");
  EXPECT_EQ(V.Bits, 5u); // the number stays, but it is not certain
  EXPECT_TRUE(M.L.holdsData(V.From));
  EXPECT_EQ(M.bits("object"), 8u); // it may be used as an object
  EXPECT_TRUE(M.L.holdsData(M.call("wild", {{1234, 0}}).From));
  EXPECT_EQ(M.M.NotKnown.lookup("mystery"), 1u);
  EXPECT_EQ(M.M.NotKnown.lookup("*"), 1u);
}

TEST(Machine, StepsAndDepthAreBounded) {
  Budget Small;
  Small.Steps = 10'000;
  Small.CallDepth = 50;
  IrMachine M(R"(
define i32 @endless() {
entry:
  br label %loop
loop:
  br label %loop
}
define i32 @deep(i32 %n) {
  %m = add i32 %n, 1
  %r = call i32 @deep(i32 %m)
  ret i32 %r
}
)",
              Small);
  EXPECT_TRUE(M.L.holdsData(M.call("deep", {{0, 0}}).From));
  EXPECT_FALSE(M.M.ended());
  M.call("endless");
  EXPECT_EQ(M.M.ended(), End::OutOfSteps);
  EXPECT_LE(M.M.steps(), 10'001u);
}
