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

TEST(AtomicContention, NothingIsSaid) {
  EXPECT_THAT(find(every(AddFloat, false, true)), IsEmpty()); // own places
  EXPECT_THAT(find(every(AddFloat, true)), IsEmpty());        // may be rare
  EXPECT_THAT(find(every(Swap)), IsEmpty()); // cannot be combined
  // One atomic per block.
  EXPECT_THAT(find(ask("reduceShared", {4096}, {256}, {{}, {}, 1048576})),
              IsEmpty());
}
