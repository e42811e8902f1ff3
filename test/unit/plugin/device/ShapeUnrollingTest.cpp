//===- ShapeUnrollingTest.cpp - Which local arrays become registers -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/Pipeline.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
/// A kernel that fills an array of 16 floats and stores what it computes of
/// each in \p Steps instructions. \p Hint is on the second loop.
std::string kernelText(unsigned Steps, const std::string &Hint = "") {
  std::string Body = "  %v0 = load float, ptr %pb\n";
  for (unsigned I = 0; I < Steps; ++I)
    Body += "  %v" + std::to_string(I + 1) + " = fmul float %v" +
            std::to_string(I) + ", %f\n";
  return R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out,
                          float %f) {
entry:
  %a = alloca [16 x float]
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i1, %fill ]
  %pi = getelementptr float, ptr addrspace(1) %in, i64 %i
  %x = load volatile float, ptr addrspace(1) %pi
  %pa = getelementptr float, ptr %a, i64 %i
  store float %x, ptr %pa
  %i1 = add nuw nsw i64 %i, 1
  %c = icmp eq i64 %i1, 16
  br i1 %c, label %use, label %fill
use:
  %j = phi i64 [ 0, %fill ], [ %j1, %use ]
  %pb = getelementptr float, ptr %a, i64 %j
)" + Body +
         "  %po = getelementptr float, ptr addrspace(1) %out, i64 %j\n" +
         "  store volatile float %v" + std::to_string(Steps) + R"(,
        ptr addrspace(1) %po
  %j1 = add nuw nsw i64 %j, 1
  %d = icmp eq i64 %j1, 16
  br i1 %d, label %end, label %use, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0)" +
         (Hint.empty() ? "}\n" : ", !1}\n!1 = !{!\"" + Hint + "\"}\n");
}

bool keepsArray(const std::string &Text, DeviceCompiler Compiler) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Text, Error, Context);
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str();
    return false;
  }
  auto Machine = createNvptxMachine("sm_80", "+ptx88");
  if (!Machine) {
    ADD_FAILURE() << llvm::toString(Machine.takeError());
    return false;
  }
  M->setDataLayout((*Machine)->createDataLayout());
  shapeDevice(*M, **Machine, Compiler);
  return llvm::any_of(llvm::instructions(*M->getFunction("k")),
                      [](const llvm::Instruction &I) {
                        return llvm::isa<llvm::AllocaInst>(I);
                      });
}

TEST(ShapeUnrolling, SmallLoopsMakeRegistersOfAnArray) {
  EXPECT_FALSE(keepsArray(kernelText(4), DeviceCompiler::Nvcc));
  EXPECT_FALSE(keepsArray(kernelText(4), DeviceCompiler::Clang));
}

TEST(ShapeUnrolling, ClangLeavesAnArrayThatALargeLoopIndexes) {
  EXPECT_FALSE(keepsArray(kernelText(40), DeviceCompiler::Nvcc));
  EXPECT_TRUE(keepsArray(kernelText(40), DeviceCompiler::Clang));
}

TEST(ShapeUnrolling, ClangUnrollsWhatTheSourceAsksFor) {
  EXPECT_FALSE(keepsArray(kernelText(40, "llvm.loop.unroll.full"),
                          DeviceCompiler::Clang));
}
} // namespace
