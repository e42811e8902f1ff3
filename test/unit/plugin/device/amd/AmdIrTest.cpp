//===- AmdIrTest.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/amd/AmdIr.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::HasSubstr;
using testing::Not;

namespace {
/// The text of a kernel after its intrinsics have got their names.
std::string named(llvm::StringRef Body, bool Complete = false) {
  const std::string Text = (R"(target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare void @llvm.amdgcn.s.barrier()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.mbcnt.hi(i32, i32)
declare i32 @llvm.amdgcn.ds.bpermute(i32, i32)
declare i64 @llvm.amdgcn.ballot.i64(i1)
declare i64 @__ockl_get_num_groups(i32)
declare i64 @__ockl_get_global_id(i32)
declare double @__ocml_sin_f64(double)
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) {
)" + Body + "  ret void\n}\n")
                               .str();
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Text, Error, Context);
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str();
    return "";
  }
  if (Complete)
    completeAmdLibrary(*M);
  else
    nameAmdPlaces(*M);
  EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  std::string Out;
  llvm::raw_string_ostream(Out) << *M;
  return Out;
}

/// A load of \p Type at \p Offset of the launch's memory, and its use.
std::string launchLoad(llvm::StringRef From, llvm::StringRef Type,
                       unsigned Offset) {
  return ("  %i = call ptr addrspace(4) @llvm.amdgcn." + From +
          ".ptr()\n  %a = getelementptr i8, ptr addrspace(4) %i, i64 " +
          llvm::Twine(Offset) + "\n  %v = load " + Type +
          ", ptr addrspace(4) %a\n  store " + Type +
          " %v, ptr addrspace(1) %p\n")
      .str();
}
} // namespace

TEST(AmdIr, IndicesAreRegisters) {
  const std::string Text =
      named("  %t = call i32 @llvm.amdgcn.workitem.id.y()\n"
            "  %b = call i32 @llvm.amdgcn.workgroup.id.x()\n"
            "  %s = add i32 %t, %b\n"
            "  store i32 %s, ptr addrspace(1) %p\n");
  EXPECT_THAT(Text, HasSubstr("range(i32 0, 1024) i32 "
                              "@llvm.nvvm.read.ptx.sreg.tid.y()"));
  EXPECT_THAT(Text, HasSubstr("call range(i32 0, -2147483648) i32 "
                              "@llvm.nvvm.read.ptx.sreg.ctaid.x()"));
}

TEST(AmdIr, WhatTheLaunchLeavesInMemoryHasNames) {
  EXPECT_THAT(named(launchLoad("implicitarg", "i32", 4)),
              HasSubstr("@llvm.nvvm.read.ptx.sreg.nctaid.y()"));
  EXPECT_THAT(named(launchLoad("implicitarg", "i16", 12)),
              HasSubstr("@llvm.nvvm.read.ptx.sreg.ntid.x()"));
  EXPECT_THAT(named(launchLoad("implicitarg", "i16", 16)),
              HasSubstr("@llvm.nvvm.read.ptx.sreg.ntid.z()"));
  EXPECT_THAT(named(launchLoad("dispatch", "i16", 6)),
              HasSubstr("@llvm.nvvm.read.ptx.sreg.ntid.y()"));
  const std::string Threads = named(launchLoad("dispatch", "i32", 12));
  EXPECT_THAT(Threads, HasSubstr("@llvm.nvvm.read.ptx.sreg.nctaid.x()"));
  EXPECT_THAT(Threads, HasSubstr("@llvm.nvvm.read.ptx.sreg.ntid.x()"));
  // HIP's blocks are all of one size.
  EXPECT_THAT(named(launchLoad("implicitarg", "i16", 18)),
              HasSubstr("store i16 0,"));
  // What has no name stays a load.
  EXPECT_THAT(named(launchLoad("implicitarg", "i64", 56)),
              HasSubstr("load i64"));
}

TEST(AmdIr, LanesTellEachOther) {
  const std::string Text =
      named("  %lo = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)\n"
            "  %lane = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %lo)\n"
            "  %at = shl i32 %lane, 2\n"
            "  %v = call i32 @llvm.amdgcn.ds.bpermute(i32 %at, i32 %n)\n"
            "  %is = icmp eq i32 %v, 3\n"
            "  %vote = call i64 @llvm.amdgcn.ballot.i64(i1 %is)\n"
            "  store i64 %vote, ptr addrspace(1) %p\n");
  EXPECT_THAT(Text, HasSubstr("call range(i32 0, 64) i32 "
                              "@llvm.nvvm.read.ptx.sreg.laneid()"));
  // What LLVM knows of NVIDIA's warps would make all comparisons with lane 32
  // constants.
  EXPECT_THAT(Text, Not(HasSubstr("range(i32 0, 32)")));
  EXPECT_THAT(Text, HasSubstr("@llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %n"));
  // A vote of 64 lanes has no counterpart.
  EXPECT_THAT(Text, HasSubstr("call i64 @llvm.amdgcn.ballot.i64"));
  EXPECT_THAT(Text, Not(HasSubstr("call i32 @llvm.amdgcn")));
}

TEST(AmdIr, ABarrierIsOneInstruction) {
  const std::string Text = named("  fence syncscope(\"workgroup\") release\n"
                                 "  call void @llvm.amdgcn.s.barrier()\n"
                                 "  fence syncscope(\"workgroup\") acquire\n"
                                 "  fence syncscope(\"agent\") seq_cst\n");
  EXPECT_THAT(Text,
              HasSubstr("@llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)"));
  EXPECT_THAT(Text, Not(HasSubstr("workgroup\")")));
  EXPECT_THAT(Text, HasSubstr("fence syncscope(\"agent\")"));
}

TEST(AmdIr, TheLibraryTellsPlacesWhereItIsNotThere) {
  const std::string Text =
      named("  %g = call i64 @__ockl_get_num_groups(i32 0)\n"
            "  %i = call i64 @__ockl_get_global_id(i32 0)\n"
            "  store i64 %g, ptr addrspace(1) %p\n",
            /*Complete=*/true);
  EXPECT_THAT(Text, HasSubstr("define internal i64 @__ockl_get_num_groups"));
  EXPECT_THAT(Text, HasSubstr("define internal i64 @__ockl_get_global_id"));
  EXPECT_THAT(Text, HasSubstr("@llvm.amdgcn.implicitarg.ptr()"));
  // Math has no effect but its result.
  EXPECT_THAT(Text, HasSubstr("declare double @__ocml_sin_f64(double) #"));
  EXPECT_THAT(Text, HasSubstr("memory(none)"));
}
