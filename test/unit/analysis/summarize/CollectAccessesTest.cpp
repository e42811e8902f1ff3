//===- CollectAccessesTest.cpp - What kernels read and write --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/analysis/IrFixture.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// The kernel that does \p Body with pointers and a shared variable.
KernelSummary doing(const std::string &Body) {
  Ir I = parseText(R"(
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 16
@c = internal addrspace(4) constant [64 x i32] zeroinitializer, align 16
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.nvvm.cp.async.ca.shared.global.8(ptr addrspace(3),
                                                         ptr addrspace(1))
declare { i32, i32, i32, i32 }
  @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3))
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>,
          <2 x half>, <2 x half>, <2 x half>, <2 x half> }
  @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr, i32)
declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0(
  ptr, float, float, float, float, float, float, float, float, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.ldu.global.i.i32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.atomic.max.gen.i.sys.i32.p0(ptr, i32)
declare i32 @llvm.nvvm.atomic.exch.gen.i.sys.i32.p0(ptr, i32)
declare i64 @llvm.nvvm.atomic.add.gen.i.sys.i64.p0(ptr, i64)
declare float @llvm.nvvm.atomic.add.gen.f.sys.f32.p0(ptr, float)
define ptx_kernel void @k(ptr %p, ptr noalias readonly %q, ptr readonly %r,
                          i64 %m) {
  %sp = addrspacecast ptr addrspace(3) @s to ptr
  %cp = addrspacecast ptr addrspace(4) @c to ptr
  %pg = addrspacecast ptr %p to ptr addrspace(1)
)" + Body + "\n  ret void\n}");
  return summarize(I, "k");
}

OpClass classOf(const KernelSummary &K, const Access &A) {
  return A.Instr < K.Instrs.size() ? K.Instrs[A.Instr].Class : OpClass::Free;
}
} // namespace

TEST(CollectAccesses, AtomicsSayWhetherTheirLanesAreJoined) {
  auto Does = [](const std::string &Body) {
    return access(doing(Body), 0).Does;
  };
  EXPECT_EQ(Does("%a = atomicrmw max ptr %p, i32 1 seq_cst"), AtomicOp::Joined);
  EXPECT_EQ(Does("%a = atomicrmw add ptr %p, i64 1 seq_cst"), AtomicOp::Joined);
  EXPECT_EQ(Does("%a = atomicrmw add ptr %p, i64 %m seq_cst"),
            AtomicOp::Separate);
  EXPECT_EQ(Does("%a = atomicrmw max ptr %p, i64 1 seq_cst"),
            AtomicOp::Separate);
  EXPECT_EQ(Does("%a = atomicrmw fadd ptr %p, float 1.0 seq_cst"),
            AtomicOp::Float);
  EXPECT_EQ(Does("%a = atomicrmw xchg ptr %p, i32 1 seq_cst"), AtomicOp::Other);
  auto System = [&](const std::string &Op, const std::string &Type,
                    const std::string &Value) {
    const bool IsFloat = Type[0] == 'f';
    return Does("%a = call " + Type + " @llvm.nvvm.atomic." + Op + ".gen." +
                (IsFloat ? "f" : "i") + ".sys." + (IsFloat ? "f32" : Type) +
                ".p0(ptr %p, " + Type + " " + Value + ")");
  };
  EXPECT_EQ(System("max", "i32", "7"), AtomicOp::Joined);
  EXPECT_EQ(System("add", "i64", "7"), AtomicOp::Joined);
  EXPECT_EQ(System("add", "i64", "%m"), AtomicOp::Separate);
  EXPECT_EQ(System("exch", "i32", "7"), AtomicOp::Other);
  EXPECT_EQ(System("add", "float", "1.0"), AtomicOp::Float);
  EXPECT_EQ(Does("store volatile i32 1, ptr %p"), AtomicOp::None);
  KernelSummary K = doing("%a = cmpxchg ptr %p, i64 0, i64 %m seq_cst seq_cst");
  EXPECT_EQ(access(K, 0).Does, AtomicOp::Other);
  EXPECT_EQ(access(K, 0).Kind, AccessKind::Atomic);
  EXPECT_EQ(access(K, 0).BytesPerLane, 8u);
  EXPECT_TRUE(access(K, 0).Volatile);
}

TEST(CollectAccesses, TheSpaceThatIsFoundDecidesTheClass) {
  KernelSummary K = doing("%x = load i32, ptr %sp\n"
                          "%y = atomicrmw add ptr %sp, i32 %x seq_cst\n"
                          "store i32 %y, ptr %sp\n"
                          "%z = load i32, ptr %cp\n"
                          "store i32 %z, ptr %p");
  ASSERT_EQ(K.Accesses.size(), 5u);
  EXPECT_EQ(classOf(K, access(K, 0)), OpClass::LoadShared);
  EXPECT_EQ(classOf(K, access(K, 1)), OpClass::AtomicShared);
  EXPECT_EQ(classOf(K, access(K, 2)), OpClass::StoreShared);
  EXPECT_EQ(classOf(K, access(K, 3)), OpClass::LoadConst);
  EXPECT_EQ(classOf(K, access(K, 4)), OpClass::StoreGlobal);
  EXPECT_FALSE(access(K, 0).ReadOnly);
  EXPECT_TRUE(access(K, 3).ReadOnly); // constant memory
}

TEST(CollectAccesses, CopiesReadTheirSourceAndWriteTheirDestination) {
  KernelSummary K = doing("call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, "
                          "ptr align 16 %q, i64 64, i1 false)");
  ASSERT_EQ(K.Accesses.size(), 2u);
  EXPECT_EQ(access(K, 0).Kind, AccessKind::Load);
  EXPECT_EQ(access(K, 0).BaseIndex, 1u);
  EXPECT_EQ(access(K, 1).Kind, AccessKind::Store);
  EXPECT_EQ(access(K, 1).BaseIndex, 0u);
  EXPECT_EQ(access(K, 1).BytesPerLane, 8u); // the lesser alignment
  K = doing("call void @llvm.memset.p0.i64(ptr align 4 %p, i8 0, i64 64, "
            "i1 false)");
  ASSERT_EQ(K.Accesses.size(), 1u); // nothing is read
  EXPECT_EQ(access(K, 0).Kind, AccessKind::Store);
  EXPECT_EQ(access(K, 0).BytesPerLane, 4u);
  K = doing("call void @llvm.nvvm.cp.async.ca.shared.global.8("
            "ptr addrspace(3) @s, ptr addrspace(1) %pg)");
  ASSERT_EQ(K.Accesses.size(), 2u);
  EXPECT_EQ(access(K, 0).Kind, AccessKind::Load);
  EXPECT_EQ(access(K, 0).Space, MemSpace::Global);
  EXPECT_EQ(access(K, 1).Kind, AccessKind::Store);
  EXPECT_EQ(access(K, 1).Space, MemSpace::Shared);
  EXPECT_EQ(access(K, 1).BytesPerLane, 8u);
}

TEST(CollectAccesses, LoadsAreReadOnlyWhereNobodyWrites) {
  auto ReadOnly = [](const std::string &Load) {
    return access(doing(Load + "\nstore volatile i32 %x, ptr %p"), 0).ReadOnly;
  };
  EXPECT_FALSE(ReadOnly("%x = load i32, ptr %p"));
  EXPECT_TRUE(ReadOnly("%x = load i32, ptr %q")); // noalias, too
  EXPECT_FALSE(ReadOnly("%x = load i32, ptr %r"));
  EXPECT_TRUE(ReadOnly("%x = load i32, ptr %p, !invariant.load !{}"));
  EXPECT_TRUE(ReadOnly("%x = call i32 @llvm.nvvm.ldu.global.i.i32.p1("
                       "ptr addrspace(1) %pg, i32 4)"));
}

TEST(CollectAccesses, LanesNameTheRowsOfMatrices) {
  KernelSummary K = doing(
      "%x = call { i32, i32, i32, i32 } "
      "@llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) @s)\n"
      "%y = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3("
      "ptr addrspace(3) @s)");
  EXPECT_EQ(access(K, 0).RowLanes, 32u);
  EXPECT_EQ(access(K, 0).BytesPerLane, 16u);
  EXPECT_EQ(access(K, 0).Space, MemSpace::Shared);
  EXPECT_EQ(access(K, 1).RowLanes, 8u);
}

TEST(CollectAccesses, TheFragmentsOfAMatrixLieInRows) {
  KernelSummary K = doing(
      "%x = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, "
      "<2 x half>, <2 x half>, <2 x half>, <2 x half> } "
      "@llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %sp, i32 40)");
  const Access &A = access(K, 0);
  EXPECT_EQ(A.Space, MemSpace::Shared);
  EXPECT_EQ(A.RowLanes, 32u);
  // Sixteen rows of 40 halves, of which each has two pieces of 16 bytes.
  EXPECT_EQ(K.Exprs.print(A.Offset, {}), "16*(laneid / 16) + 80*(laneid % 16)");
  // Four lanes have two numbers each of a row of a sum, of which eight rows and
  // eight columns are stored at a time.
  K = doing("call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0("
            "ptr %p, float 0.0, float 0.0, float 0.0, float 0.0, float 0.0, "
            "float 0.0, float 0.0, float 0.0, i32 64)");
  EXPECT_EQ(K.Exprs.print(access(K, 0).Offset, {}),
            "256*(laneid / 4) + 8*(laneid % 4)");
  EXPECT_EQ(K.Exprs.print(access(K, 1).Offset, {}),
            "256*(laneid / 4) + 8*(laneid % 4) + 2048");
  EXPECT_EQ(access(K, 3).BytesPerLane, 8u);
}

TEST(CollectAccesses, AddressesInSharedMemoryMayBeNumbers) {
  KernelSummary K = doing("%n = ptrtoint ptr addrspace(3) @s to i64\n"
                          "%w = trunc i64 %n to i32\n"
                          "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                          "%o = shl i32 %t, 4\n"
                          "%a = add i32 %w, %o\n"
                          "%z = xor i32 %a, 16\n"
                          "%q2 = inttoptr i32 %z to ptr addrspace(3)\n"
                          "%x = load i32, ptr addrspace(3) %q2");
  const Access &A = access(K, 0);
  EXPECT_EQ(A.Base, Access::BaseKind::Variable);
  EXPECT_EQ(K.Variables[A.BaseIndex].Name, "s");
  EXPECT_THAT(K.Exprs.print(A.Offset, {}), ::testing::HasSubstr("^ 16"));
}

TEST(CollectAccesses, AListOfPointersHasTheirPattern) {
  KernelSummary K = doing("%l = alloca [2 x ptr]\n"
                          "%l1 = getelementptr i8, ptr %l, i64 8\n"
                          "%s1 = getelementptr i8, ptr %sp, i64 128\n"
                          "store ptr %sp, ptr %l\n"
                          "store ptr %s1, ptr %l1\n"
                          "%e = getelementptr ptr, ptr %l, i64 %m\n"
                          "%b = load ptr, ptr %e\n"
                          "%t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                          "%a = getelementptr i32, ptr %b, i32 %t\n"
                          "%x = load volatile i32, ptr %a");
  const Access &A = K.Accesses.back();
  EXPECT_EQ(A.Space, MemSpace::Shared);
  EXPECT_EQ(classOf(K, A), OpClass::LoadShared);
  EXPECT_EQ(A.Base, Access::BaseKind::Variable);
  EXPECT_THAT(K.Exprs.print(A.Offset, {}), ::testing::HasSubstr("4*tid.x"));
}

/// The copy engine is told by one thread what to move, and moves all of it.
TEST(CollectAccesses, BulkCopiesMoveTheirBytes) {
  const KernelSummary K = doing(R"(
  %n = ptrtoint ptr addrspace(3) @s to i32
  %g = ptrtoint ptr addrspace(1) %pg to i64
  call void asm sideeffect "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];", "r,l,r,r"(i32 %n, i64 %g, i32 4096, i32 %n)
  call void asm sideeffect "cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], 512;", "l,r"(i64 %g, i32 %n))");
  ASSERT_EQ(K.Accesses.size(), 2U);
  EXPECT_TRUE(K.Accesses[0].IsBulk);
  EXPECT_EQ(K.Accesses[0].Kind, AccessKind::Load);
  EXPECT_EQ(K.Accesses[0].BytesPerLane, 4096U);
  EXPECT_EQ(K.Accesses[0].Base, Access::BaseKind::Argument);
  EXPECT_TRUE(K.Accesses[0].Volatile); // past L1
  EXPECT_EQ(K.Accesses[1].Kind, AccessKind::Store);
  EXPECT_EQ(K.Accesses[1].BytesPerLane, 512U);
}
