//===- KernelNameMatchTest.cpp --------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/ast/KernelNameMatch.h"
#include "plugin/ast/KernelNames.h"
#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
struct Kernels : clang::RecursiveASTVisitor<Kernels> {
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl *FD) {
    if (FD->hasAttr<clang::CUDAGlobalAttr>() && !FD->isDependentContext())
      All.push_back(FD);
    return true;
  }
  llvm::SmallVector<const clang::FunctionDecl *> All;
};

class KernelNameMatch : public testing::Test {
protected:
  void SetUp() override {
    Unit = parseCuda(R"cu(
enum class Op { Min, Max };
namespace thrust { template <class T> struct plus {}; }
namespace a {
template <Op O, class T> __global__ void fold(T *p) { p[0] = 0; }
__global__ void both(int *p) { p[0] = 0; }
}
namespace b { __global__ void both(int *p) { p[0] = 0; } }
template <int N, bool B> __global__ void tile(int *p) { p[0] = N; }
template <class F> __global__ void apply(F f) { f(0); }
template <class F> struct Each { template <int W> static void launch(); };
namespace { __global__ void hidden(int *p) { p[0] = 0; } }
void host(int *p) {
  a::fold<Op::Min, float><<<1, 32>>>(nullptr);
  a::fold<Op::Max, float><<<1, 32>>>(nullptr);
  tile<4, true><<<1, 32>>>(p);
  tile<8, false><<<1, 32>>>(p);
  apply<<<1, 32>>>(thrust::plus<float>());
  apply<<<1, 32>>>([] __device__(int) {});
  hidden<<<1, 32>>>(p);
}
)cu",
                     /*DeviceSide=*/true);
    ASSERT_TRUE(Unit);
    Found.TraverseDecl(Unit->getASTContext().getTranslationUnitDecl());
  }
  std::string match(llvm::StringRef Name) {
    const clang::FunctionDecl *FD = matchKernel(Found.All, Name);
    return FD ? writtenName(*FD) : "none";
  }
  std::unique_ptr<clang::ASTUnit> Unit;
  Kernels Found;
};
} // namespace

TEST_F(KernelNameMatch, AsTheSourceWritesThem) {
  EXPECT_EQ(match("a::fold< Op::Max , float >"), "a::fold<Op::Max, float>");
  EXPECT_EQ(match("tile<4u,true>"), "tile<4, true>");
  EXPECT_EQ(match("a::both"), "a::both");
}

TEST_F(KernelNameMatch, AsProfilersWriteThem) {
  EXPECT_EQ(match("void a::fold<(Op)0, float>(float *)"),
            "a::fold<Op::Min, float>");
  EXPECT_EQ(match("void tile<(int)8, (bool)0>(int *)"), "tile<8, false>");
  EXPECT_EQ(match("<unnamed>::hidden(int *)"), match("hidden"));
  EXPECT_NE(match("hidden"), "none");
}

TEST_F(KernelNameMatch, AsTablesWriteThem) {
  EXPECT_EQ(match("fold<1, float>"), "a::fold<Op::Max, float>");
  EXPECT_EQ(match("apply<plus<float>>"), "apply<thrust::plus<float>>");
  const std::string Lambda =
      match("apply<host(int *)::[lambda(int) (instance 1)]>");
  EXPECT_NE(Lambda.find("lambda"), std::string::npos) << Lambda;
  // A bracket that nothing has opened.
  EXPECT_EQ(match("apply<lambda(int) (instance 1)]>"), Lambda);
}

TEST_F(KernelNameMatch, NoneWhereSeveralAreMeantOrNone) {
  EXPECT_EQ(match("both"), "none");
  EXPECT_EQ(match("tile"), "none");
  EXPECT_EQ(match("tile<16, true>"), "none");
  EXPECT_EQ(match("ile<4, true>"), "none");
  for (const char *Odd :
       {"", "<", ">", "a::", "tile<", "tile<4", "(", "tile<4,"})
    EXPECT_EQ(match(Odd).find("fold"), std::string::npos) << Odd;
}
