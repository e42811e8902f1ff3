//===- PureCallsTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/PureCalls.h"
#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
struct FindFunction : clang::RecursiveASTVisitor<FindFunction> {
  llvm::StringRef Name;
  const clang::FunctionDecl *Found = nullptr;
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(clang::FunctionDecl *F) {
    if (F->getDeclName().isIdentifier() && F->getName() == Name &&
        !F->isTemplated())
      Found = F;
    return true;
  }
};

/// onlyComputes of the function \p Name, "f" if none is said.
bool computes(llvm::StringRef Code, llvm::StringRef Name = "f") {
  auto Unit = parseCuda(Code, /*DeviceSide=*/false);
  clang::ASTContext &Ctx = Unit->getASTContext();
  EXPECT_FALSE(Ctx.getDiagnostics().hasErrorOccurred()) << Code.str();
  FindFunction Finder;
  Finder.Name = Name;
  Finder.TraverseAST(Ctx);
  if (!Finder.Found) {
    ADD_FAILURE() << "no '" << Name.str() << "' in:\n" << Code.str();
    return false;
  }
  return onlyComputes(Ctx, Finder.Found);
}
} // namespace

TEST(PureCalls, RoundingHelpers) {
  EXPECT_TRUE(computes("int f(int a, int b) { return (a + b - 1) / b; }"));
  EXPECT_TRUE(computes("int f(int a, int b) {"
                       " int q = a / b; if (a % b) ++q; return q; }"));
  EXPECT_TRUE(computes("int f(int a) {"
                       " int p = 1; while (p < a) p *= 2; return p; }"));
  EXPECT_TRUE(computes("int f(int a) { return ceil(a / 256.0); }"));
  EXPECT_TRUE(computes("int f(int a) { return std::min(a, 1024); }"));
  EXPECT_TRUE(computes("dim3 f(int w, int h) {"
                       " dim3 g(w / 16, h / 16); g.z = 1; return g; }"));
  EXPECT_TRUE(computes("template <class T> T f(T a, T b) { return a / b; }\n"
                       "int use(int n) { return f(n, 256); }"));
}

TEST(PureCalls, ThroughOtherFunctions) {
  EXPECT_TRUE(computes("int up(int a) { return a + 1; }\n"
                       "int f(int a) { return up(up(a)); }"));
  EXPECT_FALSE(computes("int count;\nint up(int a) { return ++count + a; }\n"
                        "int f(int a) { return up(a); }"));
}

TEST(PureCalls, WhatTheFrameworkProvides) {
  EXPECT_TRUE(computes("", "ceilf"));
  EXPECT_TRUE(computes("", "sqrtf"));
  EXPECT_FALSE(computes("", "printf"));
  EXPECT_FALSE(computes("", "cudaMalloc"));
  EXPECT_FALSE(computes("", "atoi"));
}

TEST(PureCalls, ACallThroughAPointerHasNoKnownFunction) {
  auto Unit = parseCuda("int f(int a) { return a; }", /*DeviceSide=*/false);
  EXPECT_FALSE(onlyComputes(Unit->getASTContext(), nullptr));
}

TEST(PureCalls, WhatLeavesATraceDoesMore) {
  EXPECT_FALSE(computes("int g;\nint f(int a) { g = a; return a; }"));
  EXPECT_FALSE(computes("int f(int a) { static int last; last = a; "
                        "return last; }"));
  EXPECT_FALSE(computes("int f(int *p) { p[0] = 1; return 1; }"));
  EXPECT_FALSE(computes("int f(int &r) { r = 1; return 1; }"));
  EXPECT_FALSE(computes("int f(int &r) { return r++; }"));
  EXPECT_FALSE(computes("struct S { int n; };\n"
                        "int f(S *s) { s->n = 1; return 1; }"));
  EXPECT_FALSE(computes("int f(int a) { printf(\"%d\", a); return a; }"));
  EXPECT_FALSE(computes("float *f(int a) { return new float[a]; }"));
  EXPECT_FALSE(computes("void *f(int a) {"
                        " void *p; cudaMalloc(&p, a); return p; }"));
  EXPECT_FALSE(
      computes("__global__ void k();\nvoid f(int b) { k<<<1, b>>>(); }"));
  EXPECT_FALSE(computes("int f(int a) { asm(\"nop\"); return a; }"));
}

TEST(PureCalls, WhatCannotBeSeenDoesMore) {
  EXPECT_FALSE(computes("int f(int a);"));
  EXPECT_FALSE(computes("int f(int (*g)(int), int a) { return g(a); }"));
  EXPECT_FALSE(computes("struct S { virtual int f(int a) { return a; } };"));
  EXPECT_FALSE(computes("struct S { S(int); int n; };\n"
                        "int f(int a) { return S(a).n; }"));
  // Recursion ends.
  EXPECT_FALSE(computes("int f(int a) { return a ? f(a - 1) : 0; }"));
}

TEST(PureCalls, WhatIsPromised) {
  EXPECT_TRUE(computes("__attribute__((const)) int f(int a);"));
  EXPECT_TRUE(computes("__attribute__((pure)) int f(int a);"));
  EXPECT_TRUE(computes("constexpr int f(int a) { return a ? f(a - 1) : 0; }"));
}
