//===- GuardedCompileTest.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/GuardedCompile.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/device/DeviceIr.h"
#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/Support/ErrorHandling.h"

using namespace clang;
using namespace gpuperf;
using namespace gpuperf::test;

namespace {
constexpr char Crashed[] = "clang crashed while compiling the kernels of this "
                           "file";

class GuardedCompile : public testing::Test {
protected:
  void SetUp() override {
    Unit = parseCuda("__global__ void a() {} __global__ void bad() {} "
                     "__global__ void c() {}",
                     /*DeviceSide=*/true);
    ASSERT_TRUE(Unit);
    for (Decl *D : Unit->getASTContext().getTranslationUnitDecl()->decls())
      if (auto *F = dyn_cast<FunctionDecl>(D))
        if (F->hasAttr<CUDAGlobalAttr>())
          Kernels.push_back(F);
    ASSERT_EQ(Kernels.size(), 3u);
  }

  /// Crashes on the kernel 'bad'; what it is called with is kept.
  KernelTable compile(KernelList Some, unsigned MaxRetries) {
    auto Table = compileGuarded(
        Some, MaxRetries, [&](KernelList Now) -> llvm::Expected<KernelTable> {
          Calls.push_back(Now.size());
          KernelTable Result;
          for (const FunctionDecl *F : Now) {
            if (F->getName() == "bad")
              llvm::report_fatal_error("cannot select");
            Result.Names.emplace_back(writtenName(*F), deviceMangledName(*F));
            auto &Summary = Result.ByMangled[deviceMangledName(*F)].Summary;
            Summary = std::make_shared<KernelSummary>();
            Summary->Name = writtenName(*F);
          }
          return Result;
        });
    EXPECT_TRUE(bool(Table));
    return std::move(*Table);
  }

  std::unique_ptr<ASTUnit> Unit;
  std::vector<const FunctionDecl *> Kernels;
  std::vector<size_t> Calls;
};
} // namespace

TEST_F(GuardedCompile, TheGoodKernelsSurviveABadOne) {
  KernelTable Table = compile(Kernels, 32);
  EXPECT_EQ(Calls, (std::vector<size_t>{3, 1, 1, 1}));
  EXPECT_EQ(Table.ByMangled.size(), 2u);
  EXPECT_TRUE(Table.ByMangled.count("_Z1av"));
  EXPECT_TRUE(Table.ByMangled.count("_Z1cv"));
  ASSERT_EQ(Table.Unusable.size(), 1u);
  EXPECT_EQ(Table.Unusable["_Z3badv"], Crashed);
  EXPECT_EQ(Table.Names.size(), 3u);
}

TEST_F(GuardedCompile, OneKernelIsNotTriedTwice) {
  KernelTable Table = compile(KernelList(Kernels[1]), 32);
  EXPECT_EQ(Calls, (std::vector<size_t>{1}));
  EXPECT_EQ(Table.Unusable["_Z3badv"], Crashed);
}

TEST_F(GuardedCompile, RetriesAreBounded) {
  KernelTable Table = compile(Kernels, 1);
  EXPECT_EQ(Calls, (std::vector<size_t>{3, 1}));
  EXPECT_TRUE(Table.ByMangled.count("_Z1av"));
  EXPECT_EQ(Table.Unusable["_Z1cv"], Crashed);
}

TEST_F(GuardedCompile, WithoutACrashAllGoTogether) {
  KernelTable Table = compile({Kernels[0], Kernels[2]}, 32);
  EXPECT_EQ(Calls, (std::vector<size_t>{2}));
  EXPECT_EQ(Table.ByMangled.size(), 2u);
  EXPECT_TRUE(Table.Unusable.empty());
}

TEST_F(GuardedCompile, ErrorsPassThrough) {
  auto Table = compileGuarded(Kernels, 32, [](KernelList) {
    return llvm::Expected<KernelTable>(
        llvm::createStringError("no NVPTX back end"));
  });
  ASSERT_FALSE(bool(Table));
  EXPECT_EQ(llvm::toString(Table.takeError()), "no NVPTX back end");
}
