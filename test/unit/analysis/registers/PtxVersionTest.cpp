//===- PtxVersionTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/PtxVersion.h"
#include "analysis/registers/Registers.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace gpuperf;

TEST(PtxVersion, OneThatIsTooOldIsLeftToLlvm) {
  EXPECT_EQ(usablePtxFeatures("+ptx42,+sm_90", "sm_90"), "+sm_90");
  EXPECT_EQ(usablePtxFeatures("+ptx70,+sm_86", "sm_86"), "+sm_86");
  EXPECT_EQ(usablePtxFeatures("+ptx42", "sm_120a"), "");
}

TEST(PtxVersion, OneThatTheTargetTakesStays) {
  EXPECT_EQ(usablePtxFeatures("+ptx88,+sm_90", "sm_90a"), "+ptx88,+sm_90");
  EXPECT_EQ(usablePtxFeatures("+ptx42", "sm_52"), "+ptx42");
  EXPECT_EQ(usablePtxFeatures("", "sm_90"), "");
}

// What clang emits where it finds no toolkit: the back end must not end the
// process over it, for any architecture.
TEST(PtxVersion, EveryArchitectureEmitsWithClangsFallback) {
  for (llvm::StringRef Sm :
       {"50", "52", "53", "60", "61", "62", "70", "72", "75", "80", "86", "87",
        "89", "90", "100", "101", "103", "120", "121"}) {
    std::string Text =
        ("target triple = \"nvptx64-nvidia-cuda\"\n"
         "define ptx_kernel void @k() #0 { ret void }\n"
         "attributes #0 = { \"target-cpu\"=\"sm_" +
         Sm + "\" \"target-features\"=\"+ptx42,+sm_" + Sm + "\" }\n")
            .str();
    llvm::LLVMContext Ctx;
    llvm::SMDiagnostic Diag;
    auto M = llvm::parseAssemblyString(Text, Diag, Ctx);
    ASSERT_TRUE(M) << Diag.getMessage().str();
    auto Ptx = emitPtx(*M);
    ASSERT_TRUE(!!Ptx) << llvm::toString(Ptx.takeError());
    EXPECT_NE(Ptx->find(".target sm_" + Sm.str()), std::string::npos) << *Ptx;
  }
}
