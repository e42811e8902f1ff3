//===- DataCountersTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/DataCounters.h"
#include "test/unit/analysis/advice/LineCostFixture.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
/// Every thread loads a \p Type, adds to the float at that place of \p Array,
/// and does \p Rest.
Asked everyThread(const std::string &Type, const std::string &Array,
                  const std::string &Space, std::string Rest = "") {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@sums = internal addrspace(3) global [5 x float] undef
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %first = mul i32 %block, 1024
  %i = add i32 %first, %tid
  %from = getelementptr )" +
                   Type +
                   R"(, ptr addrspace(1) %in, i32 %i
  %v = load )" + Type +
                   R"(, ptr addrspace(1) %from
  %place = zext )" +
                   Type +
                   " %v to i64\n  %to = getelementptr float, ptr addrspace(" +
                   Space + ") " + Array +
                   ", i64 %place\n  %o = atomicrmw fadd ptr addrspace(" +
                   Space + ") %to, float 1.0 monotonic, align 4\n" + Rest +
                   "  ret void\n}\n");
  KernelSummary K = summarize(I, "k");
  K.RegistersPerThread = Estimate::exact(16);
  return ask(std::move(K), {1024}, {1024});
}

std::vector<LineFinding> find(const Asked &A) {
  return findDataCounters(A.K, A.L, A.Gpu, A.P);
}

double placesOf(const Asked &A) {
  const auto It = llvm::find_if(A.K.Accesses, [](const Access &Of) {
    return Of.Kind == AccessKind::Atomic;
  });
  return It == A.K.Accesses.end() ? -1 : countersBehind(A.K, *It, A.L);
}
} // namespace

TEST(DataCounters, ACopyOfABytesPlacesForEachBlock) {
  const Asked A = everyThread("i8", "%out", "1");
  EXPECT_EQ(placesOf(A), 256);
  auto F = find(A);
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_EQ(F[0].Text,
            "the atomics of all threads on 256 places that data choose");
  EXPECT_THAT(F[0].Notes,
              Contains(HasSubstr("leaves 256 atomics on global memory")));
  EXPECT_GT(F[0].TimeUs.Value, 0);
}

TEST(DataCounters, ACopyOfSharedSumsForEachWarp) {
  const Asked A = everyThread("i32", "@sums", "3");
  EXPECT_EQ(placesOf(A), 5);
  auto F = find(A);
  ASSERT_THAT(F, SizeIs(1));
  EXPECT_THAT(F[0].Text, HasSubstr("32 warps of a block do their atomics on 5 "
                                   "places of shared memory"));
  EXPECT_GT(F[0].gainPercent(), 30);
}

TEST(DataCounters, NothingIsSaid) {
  // Nobody knows how many places there are.
  const Asked A = everyThread("i32", "%out", "1");
  EXPECT_EQ(placesOf(A), 0);
  EXPECT_THAT(find(A), IsEmpty());
  // More than a block has room for.
  EXPECT_THAT(find(everyThread("i16", "%out", "1")), IsEmpty());
  // What the atomic returns is used.
  EXPECT_THAT(find(everyThread("i8", "%out", "1",
                               "  store float %o, ptr addrspace(1) %from\n")),
              IsEmpty());
}

TEST(DataCounters, TheSameIndexInSharedMemoryTellsHowMany) {
  const Asked A = everyThread(
      "i32", "%out", "1",
      "  %own = getelementptr float, ptr addrspace(3) @sums, i64 %place\n"
      "  %p = atomicrmw fadd ptr addrspace(3) %own, float 1.0 monotonic, "
      "align 4\n");
  EXPECT_EQ(placesOf(A), 5);
}
