//===- AtomicContentionTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/AtomicContention.h"
#include "test/unit/analysis/advice/LineCostFixture.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
/// Every thread does \p Atomic on %to: %out, or %out plus its own number.
Asked every(const std::string &Atomic, bool Guarded = false,
            bool OwnPlace = false) {
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %own = getelementptr i32, ptr addrspace(1) %out, i32 %tid
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %tid
  %v = load i32, ptr addrspace(1) %from
  %f = bitcast i32 %v to float
  %rare = icmp eq i32 %v, 7
  br i1 )";
  Text += Guarded ? "%rare" : "true";
  Text += ", label %do, label %end\ndo:\n  " + Atomic;
  Text += "\n  br label %end\nend:\n  ret void\n}\n";
  const std::string To = "%to";
  if (size_t At = Text.find(To); At != std::string::npos)
    Text.replace(At, To.size(), OwnPlace ? "%own" : "%out");
  Ir I = parseText(Text);
  KernelSummary K = summarize(I, "k");
  K.RegistersPerThread = Estimate::exact(16);
  return ask(std::move(K), {4096}, {256});
}
const char *AddFloat = "%o = atomicrmw fadd ptr addrspace(1) %to, float %f "
                       "monotonic, align 4";
const char *AddInt = "%o = atomicrmw add ptr addrspace(1) %to, i32 %v "
                     "monotonic, align 4";
const char *Swap = "%o = atomicrmw xchg ptr addrspace(1) %to, i32 %v "
                   "monotonic, align 4";

std::vector<LineFinding> find(const Asked &A) {
  return findAtomicContention(A.K, A.L, A.Gpu, A.P);
}
} // namespace

TEST(AtomicContention, EveryThreadOnOneAddress) {
  auto F = find(every(AddFloat));
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_EQ(F[0].Text, "1048576 atomics on one address, 32 lanes of a warp at "
                       "a time");
  EXPECT_THAT(F[0].Notes,
              Contains(HasSubstr("leaves 4096 atomics instead of 1048576")));
  EXPECT_GT(F[0].gainPercent(), 80);
}

TEST(AtomicContention, TheAssemblerJoinsIntegers) {
  Asked A = every(AddInt);
  ASSERT_THAT(A.K.Accesses,
              Contains(testing::Field(&Access::Does, AtomicOp::Joined)));
  auto F = find(A);
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_EQ(F[0].Text, "1048576 atomics on one address");
  EXPECT_THAT(F[0].Notes,
              Contains(HasSubstr("leaves 4096 atomics instead of 32768")));
  // Only what the assembler leaves counts.
  auto Floats = find(every(AddFloat));
  ASSERT_THAT(Floats, SizeIs(1));
  EXPECT_LT(F[0].TimeUs.Value, Floats[0].TimeUs.Value / 4);
}

namespace {
/// Threads whose element is above 7 do \p Do, in which %do is their block and
/// %v the element.
Asked chosen(const std::string &Do, const std::string &Test = "sgt",
             unsigned Grid = 16384) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(1) %list) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = shl i32 %block, 8
  %i = add i32 %first, %tid
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %v = load i32, ptr addrspace(1) %from
  %f = bitcast i32 %v to float
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %some = icmp )" + Test +
                   R"( i32 %v, 7
  br i1 %some, label %do, label %end
do:
)" + Do + R"(
  br label %end
end:
  ret void
}
)");
  KernelSummary K = summarize(I, "k");
  K.RegistersPerThread = Estimate::exact(16);
  return ask(std::move(K), {Grid}, {256});
}
const char *TakePlace =
    "  %place = atomicrmw add ptr addrspace(1) %out, i32 1 monotonic, align 4\n"
    "  %to = getelementptr i32, ptr addrspace(1) %list, i32 %place\n"
    "  store i32 %v, ptr addrspace(1) %to";
const char *LeaderAdds =
    "  %leads = icmp eq i32 %lane, 0\n"
    "  br i1 %leads, label %lead, label %end\n"
    "lead:\n"
    "  %o = atomicrmw add ptr addrspace(1) %out, i32 %v monotonic, align 4";
} // namespace

TEST(AtomicContention, AWarpTakesPlacesIfOneOfItsLanesDoes) {
  auto F = find(chosen(TakePlace));
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_EQ(F[0].Text, "the atomics on one address of the threads that data "
                       "choose, if they are one of 32 or more");
  EXPECT_THAT(F[0].Notes, Contains(HasSubstr("with one of 32 threads to one of "
                                             "2, and the times are those")));
  EXPECT_GT(F[0].gainPercent(), 10);
  // The least share is the share.
  const Asked A = chosen(TakePlace);
  EXPECT_DOUBLE_EQ(leastGainPercent(A.K, A.P.Profile, F[0]),
                   F[0].gainPercent());
}

TEST(AtomicContention, ALeaderOfTheLanesThatAreThere) {
  auto F = find(chosen(LeaderAdds));
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_THAT(F[0].Notes,
              Contains(HasSubstr("one lane does it for its warp already")));
  EXPECT_GT(F[0].gainPercent(), 10);
}

TEST(AtomicContention, DataMayLetHardlyAnyThreadPass) {
  // What only counts may count nothing.
  EXPECT_THAT(find(chosen("  %o = atomicrmw add ptr addrspace(1) %out, i32 1 "
                          "monotonic, align 4")),
              IsEmpty());
  // A mark is rare.
  EXPECT_THAT(find(chosen(TakePlace, "eq")), IsEmpty());
  EXPECT_THAT(find(chosen(TakePlace, "ne")), SizeIs(1));
  // Each lane by itself: a hundredth of them is about one in each block.
  EXPECT_THAT(find(chosen("  %o = atomicrmw fadd ptr addrspace(1) %out, float "
                          "%f monotonic, align 4")),
              IsEmpty());
}

TEST(AtomicContention, AListOfTheFirst) {
  EXPECT_THAT(find(chosen("  %place = atomicrmw add ptr addrspace(1) %out, i32 "
                          "1 monotonic, align 4\n"
                          "  %next = add i32 %place, 1\n"
                          "  %fits = icmp ult i32 %next, 16\n"
                          "  br i1 %fits, label %put, label %end\n"
                          "put:\n"
                          "  %to = getelementptr i32, ptr addrspace(1) %list, "
                          "i32 %place\n"
                          "  store i32 %v, ptr addrspace(1) %to")),
              IsEmpty());
}

TEST(AtomicContention, NothingIsSaid) {
  EXPECT_THAT(find(every(AddFloat, false, true)), IsEmpty()); // own places
  EXPECT_THAT(find(every(AddFloat, true)), IsEmpty());        // may be rare
  EXPECT_THAT(find(every(Swap)), IsEmpty()); // cannot be combined
  // One atomic per block.
  EXPECT_THAT(find(ask("reduceShared", {4096}, {256}, {{}, {}, 1048576})),
              IsEmpty());
}
