//===- PointerListTest.cpp - Arrays of a thread's own pointers ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/PointerList.h"
#include "analysis/machine/MachineOps.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// The last load of a pointer in \p Body, which has a list %l of two pointers
/// and two pointers to shared memory, %p and %q.
struct Listed {
  Ir I;
  const llvm::LoadInst *Load = nullptr;

  explicit Listed(const std::string &Body)
      : I(parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 16
@table = internal constant [2 x ptr] [
  ptr addrspacecast (ptr addrspace(3) @s to ptr),
  ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 8)]
@written = internal global [2 x ptr] zeroinitializer
declare void @use(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptx_kernel void @k(i64 %n, ptr %global) {
  %l = alloca [2 x ptr]
  %l1 = getelementptr ptr, ptr %l, i64 1
  %p = addrspacecast ptr addrspace(3) @s to ptr
  %q = getelementptr i32, ptr %p, i64 32
  %e = getelementptr ptr, ptr %l, i64 %n
)" + Body + "\n  ret void\n}")) {
    for (llvm::Instruction &In : llvm::instructions(*I.M->getFunction("k")))
      if (auto *L = llvm::dyn_cast<llvm::LoadInst>(&In))
        Load = L;
  }
};

TEST(PointerList, AllThatIsStoredIsListed) {
  const Listed L("store ptr %p, ptr %l\nstore ptr %q, ptr %l1\n"
                 "%x = load ptr, ptr %e");
  EXPECT_EQ(listedPointers(*L.Load).size(), 2u);
  EXPECT_EQ(knownAddressSpace(L.Load), llvm::NVPTXAS::ADDRESS_SPACE_SHARED);
}

TEST(PointerList, PointersToSeveralSpacesHaveNone) {
  const Listed L("store ptr %p, ptr %l\nstore ptr %global, ptr %l1\n"
                 "%x = load ptr, ptr %e");
  EXPECT_EQ(listedPointers(*L.Load).size(), 2u);
  EXPECT_EQ(knownAddressSpace(L.Load), llvm::NVPTXAS::ADDRESS_SPACE_GENERIC);
}

TEST(PointerList, WhatElseMayWriteMakesItUnknown) {
  for (const char *Other :
       {"call void @use(ptr %l)", "store ptr %l1, ptr %l",
        "store i64 %n, ptr %l1",
        "call void @llvm.memset.p0.i64(ptr %l, i8 0, i64 16, i1 false)"}) {
    const Listed L(std::string("store ptr %p, ptr %l\n") + Other +
                   "\n%x = load ptr, ptr %e");
    EXPECT_TRUE(listedPointers(*L.Load).empty()) << Other;
    EXPECT_EQ(knownAddressSpace(L.Load), llvm::NVPTXAS::ADDRESS_SPACE_GENERIC)
        << Other;
  }
}

TEST(PointerList, ATableOfConstantsIsAListToo) {
  const Listed L("%t = getelementptr ptr, ptr @table, i64 %n\n"
                 "%x = load ptr, ptr %t");
  EXPECT_EQ(listedPointers(*L.Load).size(), 2u);
  EXPECT_EQ(knownAddressSpace(L.Load), llvm::NVPTXAS::ADDRESS_SPACE_SHARED);
  const Listed Written("%t = getelementptr ptr, ptr @written, i64 %n\n"
                       "%x = load ptr, ptr %t");
  EXPECT_TRUE(listedPointers(*Written.Load).empty());
}

TEST(PointerList, ALoopMayMoveThePlaceInTheList) {
  const Listed L("store ptr %p, ptr %l\nstore ptr %q, ptr %l1\n"
                 "br label %loop\nloop:\n"
                 "%at = phi ptr [ %l, %0 ], [ %next, %loop ]\n"
                 "%next = getelementptr i8, ptr %at, i64 8\n"
                 "%x = load ptr, ptr %at\n"
                 "%c = icmp eq i64 %n, 0\n"
                 "br i1 %c, label %loop, label %end\nend:");
  EXPECT_EQ(listedPointers(*L.Load).size(), 2u);
  EXPECT_EQ(knownAddressSpace(L.Load), llvm::NVPTXAS::ADDRESS_SPACE_SHARED);
}

TEST(PointerList, APointerInGlobalMemoryIsInNoList) {
  const Listed L("%x = load ptr, ptr %global");
  EXPECT_TRUE(listedPointers(*L.Load).empty());
}
} // namespace
