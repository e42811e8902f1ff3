//===- MachineUnrollingTest.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/unrolling/MachineUnrolling.h"
#include "analysis/machine/MachineText.h"
#include "analysis/registers/AmdBackend.h"
#include "plugin/device/Pipeline.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace gpuperf;

namespace {
/// `for (i = 0; i < End; i += Step) p[i] += x`, with more of it in the body,
/// and the loop's own metadata.
std::string loop(const std::string &End, const std::string &More = "",
                 const std::string &Step = "1", const std::string &Hint = "") {
  return R"(
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %s, float %x) {
entry:
  %any = icmp sgt i32 )" +
         End + R"(, 0
  br i1 %any, label %body, label %end
body:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %a = zext nneg i32 %i to i64
  %q = getelementptr inbounds float, ptr addrspace(1) %p, i64 %a
  %v0 = load float, ptr addrspace(1) %q
  %v = fadd float %v0, %x
)" + More +
         R"(
  store float %v, ptr addrspace(1) %q
  %j = add nuw nsw i32 %i, )" +
         Step + R"(
  %c = icmp slt i32 %j, )" +
         End + R"(
  br i1 %c, label %body, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1)" +
         (Hint.empty() ? "" : ", !2") + R"(}
!1 = !{!"llvm.loop.mustprogress"}
)" + (Hint.empty() ? "" : "!2 = !{" + Hint + "}\n");
}

struct Outcome {
  unsigned Stores = 0, Rare = 0;
  unsigned SharedBytes = 0; ///< that the text reads
  unsigned MostCopies = 0;
};

/// \p Assembled: as ptxas leaves it.
Outcome unrolled(const std::string &Text, bool Assembled = false,
                 DeviceCompiler Compiler = DeviceCompiler::Nvcc) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Text, Error, Context);
  Outcome O;
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str();
    return O;
  }
  auto Machine = createNvptxMachine("sm_80", "+ptx88");
  if (!Machine) {
    ADD_FAILURE() << llvm::toString(Machine.takeError());
    return O;
  }
  M->setDataLayout((*Machine)->createDataLayout());
  shapeDevice(*M, **Machine, Compiler);
  unrollDevice(*M, **Machine, Compiler);
  if (Assembled)
    reduceAddresses(*M, **Machine, Compiler);
  EXPECT_FALSE(llvm::verifyModule(*M));
  for (const llvm::BasicBlock &BB : *M->getFunction("k")) {
    auto Tag = blockTag(BB);
    if (Tag)
      O.MostCopies = std::max(O.MostCopies, Tag->Copies);
    for (const llvm::Instruction &I : BB) {
      if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I);
          Load && Load->getPointerAddressSpace() == 3)
        O.SharedBytes += static_cast<unsigned>(
            M->getDataLayout().getTypeStoreSize(Load->getType()));
      if (!llvm::isa<llvm::StoreInst>(I))
        continue;
      if (Tag && Tag->Copies == 0)
        ++O.Rare;
      else
        ++O.Stores;
    }
  }
  return O;
}

std::string sums(unsigned N) {
  std::string Text;
  for (unsigned I = 0; I < N; ++I)
    Text += "  %w" + std::to_string(I) + " = fmul float " +
            (I ? "%w" + std::to_string(I - 1) : std::string("%v0")) +
            ", %x\n  call void asm sideeffect \"// $0\", \"f\"(float %w" +
            std::to_string(I) + ")\n";
  return Text;
}

TEST(MachineUnrolling, SmallConstantTripCountsInFull) {
  EXPECT_EQ(unrolled(loop("16")).Stores, 16u);
  EXPECT_EQ(unrolled(loop("64")).Stores, 64u);
}

TEST(MachineUnrolling, ClangUnrollsFewerInFullAndMoreInPart) {
  auto Stores = [](const std::string &End, DeviceCompiler Compiler) {
    return unrolled(loop(End), /*Assembled=*/false, Compiler).Stores;
  };
  EXPECT_EQ(Stores("16", DeviceCompiler::Clang), 16u);
  EXPECT_EQ(Stores("128", DeviceCompiler::Nvcc), 128u);
  EXPECT_LT(Stores("128", DeviceCompiler::Clang), 64u);
  EXPECT_EQ(Stores("%n", DeviceCompiler::Nvcc), 4u);
  EXPECT_EQ(Stores("%n", DeviceCompiler::Clang), 8u);
}

// AMD's target lets loops grow to LLVM's own limit for part of the copies,
// twice what NVPTX's does.
TEST(MachineUnrolling, AmdsTargetSaysWhatItWants) {
  auto Stores = [](bool Amd) {
    std::string Text = loop("4096");
    if (!Amd)
      return unrolled(Text, /*Assembled=*/false, DeviceCompiler::Clang).Stores;
    for (auto [From, To] :
         {std::pair("nvptx64-nvidia-cuda", "amdgcn-amd-amdhsa"),
          {"ptx_kernel", "amdgpu_kernel"}})
      Text.replace(Text.find(From), strlen(From), To);
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Error;
    auto M = llvm::parseAssemblyString(Text, Error, Context);
    auto Machine = createAmdMachine("gfx90a", "");
    if (!M || !Machine) {
      ADD_FAILURE() << Error.getMessage().str();
      return 0u;
    }
    M->setDataLayout((*Machine)->createDataLayout());
    shapeDevice(*M, **Machine, DeviceCompiler::Clang);
    unrollDevice(*M, **Machine, DeviceCompiler::Clang);
    unsigned N = 0;
    for (const llvm::Instruction &I : llvm::instructions(*M->getFunction("k")))
      N += llvm::isa<llvm::StoreInst>(I);
    return N;
  };
  EXPECT_GE(Stores(true), 2 * Stores(false));
  EXPECT_LE(Stores(true), 64u);
}

TEST(MachineUnrolling, PtxasUnrollsOnlyWhatNvccHasUnrolled) {
  auto Copies = [](DeviceCompiler Compiler) {
    return unrolled(loop("%n"), /*Assembled=*/true, Compiler).MostCopies;
  };
  EXPECT_EQ(Copies(DeviceCompiler::Nvcc), 16u);
  EXPECT_EQ(Copies(DeviceCompiler::Clang), 8u);
}

TEST(MachineUnrolling, LargeOnesAsFarAsTheyDivide) {
  Outcome O = unrolled(loop("4096"));
  EXPECT_GT(O.Stores, 4u);
  EXPECT_LT(O.Stores, 64u);
  EXPECT_EQ(4096 % O.Stores, 0u);
  EXPECT_EQ(O.Rare, 0u);
  EXPECT_EQ(O.MostCopies, O.Stores);
}

TEST(MachineUnrolling, UnknownTripCountsByFourAndTheRest) {
  Outcome O = unrolled(loop("%n"));
  EXPECT_EQ(O.Stores, 4u);
  EXPECT_EQ(O.Rare, 1u);
  EXPECT_EQ(O.MostCopies, 4u);
}

TEST(MachineUnrolling, LargeBodiesByTwoOrNotAtAll) {
  EXPECT_EQ(unrolled(loop("%n", sums(70))).MostCopies, 2u);
  EXPECT_EQ(unrolled(loop("%n", sums(120))).MostCopies, 1u);
}

TEST(MachineUnrolling, AStrideThatIsNotConstantStaysALoop) {
  EXPECT_EQ(unrolled(loop("%n", "", "%s")).MostCopies, 1u);
}

TEST(MachineUnrolling, HintsOfTheSourceWin) {
  EXPECT_EQ(
      unrolled(loop("16", "", "1", "!\"llvm.loop.unroll.disable\"")).MostCopies,
      1u);
  EXPECT_EQ(unrolled(loop("%n", "", "1", "!\"llvm.loop.unroll.count\", i32 8"))
                .Stores,
            8u);
  EXPECT_EQ(unrolled(loop("512", "", "1", "!\"llvm.loop.unroll.full\"")).Stores,
            512u);
}

/// The loop of `if (s > 0) for (i = 0; i < 64; ++i) ...` becomes one block,
/// which must be known as the loop's body, not as the block before the
/// condition.
/// `for (i = 0; i < Trips; ++i) v = v * t[i] + ...`, \p Sums of them, from a
/// tile of shared memory.
std::string tileLoop(unsigned Trips, unsigned Sums) {
  std::string Text = R"(
target triple = "nvptx64-nvidia-cuda"
@t = external addrspace(3) global [4096 x float], align 4
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %first) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %v = phi float [ 0.0, %entry ], [ %v)" +
                     std::to_string(Sums) + R"(, %body ]
  %at = add i32 %i, %first
  %a = zext i32 %at to i64
  %q = getelementptr inbounds float, ptr addrspace(3) @t, i64 %a
  %l = load float, ptr addrspace(3) %q
  %v0 = fadd float %v, %l
)";
  for (unsigned I = 0; I < Sums; ++I)
    Text += "  %v" + std::to_string(I + 1) + " = call float asm \"f $0, $1;\"" +
            ", \"=f,f\"(float %v" + std::to_string(I) + ") memory(none)\n";
  return Text + R"(
  %j = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %j, )" +
         std::to_string(Trips) + R"(
  br i1 %c, label %body, label %end
end:
  store float %v, ptr addrspace(1) %p
  ret void
}
)";
}

TEST(MachineUnrolling, TheAssemblerUnrollsLoopsOverTilesInFull) {
  auto Loads = [](unsigned Trips, unsigned Sums, bool Assembled) {
    return unrolled(tileLoop(Trips, Sums), Assembled).SharedBytes / 4;
  };
  // Beyond what nvcc does: 16 iterations of more than 80 instructions.
  EXPECT_EQ(Loads(16, 80, /*Assembled=*/false), 2u);
  EXPECT_EQ(Loads(16, 80, /*Assembled=*/true), 16u);
  EXPECT_EQ(Loads(64, 80, /*Assembled=*/true), 2u);
}

TEST(MachineUnrolling, AGuardedLoopInFullKeepsItsTag) {
  std::string Text = loop("64");
  const std::string Any = "%any = icmp sgt i32 64, 0";
  Text.replace(Text.find(Any), Any.size(), "%any = icmp sgt i32 %s, 0");
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Text, Error, Context);
  ASSERT_TRUE(M) << Error.getMessage().str();
  auto Machine = createNvptxMachine("sm_80", "+ptx88");
  ASSERT_TRUE(bool(Machine));
  M->setDataLayout((*Machine)->createDataLayout());
  shapeDevice(*M, **Machine, DeviceCompiler::Nvcc);
  unrollDevice(*M, **Machine, DeviceCompiler::Nvcc);
  for (const llvm::BasicBlock &BB : *M->getFunction("k")) {
    const auto Stores = llvm::count_if(BB, [](const llvm::Instruction &I) {
      return llvm::isa<llvm::StoreInst>(I);
    });
    if (Stores == 0)
      continue;
    EXPECT_EQ(Stores, 64);
    auto Tag = blockTag(BB);
    ASSERT_TRUE(Tag);
    EXPECT_EQ(Tag->Copies, 64u);
  }
}
} // namespace
