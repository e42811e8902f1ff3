//===- MutationsTest.cpp - What a piece of code may change ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Mutations.h"
#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/Decl.h"

using namespace gpuperf;
using namespace gpuperf::test;

/// The places that the body of `f` may change, by name; "*" for the rest.
static std::string mutations(llvm::StringRef Body) {
  auto Unit = parseCuda(
      ("struct S { int a, b; void set(); void get() const; };\n"
       "void other(); void in(const int &); void out(int &); void *p(int *);\n"
       "int g;\nvoid f(int x, int y, S s, int *q) {" +
       Body + "}")
          .str(),
      /*DeviceSide=*/false);
  std::string Text;
  MutationSet M;
  clang::ASTContext &Ctx = Unit->getASTContext();
  for (const clang::Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
        F && F->getNameAsString() == "f")
      collectMutations(Ctx, F->getBody(), M);
  for (const HostPlace &P : M.Places)
    Text += placeName(P) + " ";
  return Text + (M.CallsUserCode ? "*" : "");
}

TEST(HostMutations, AssignmentsAndIncrements) {
  EXPECT_EQ(mutations("x = y + 1; s.b += x;"), "x s.b ");
  EXPECT_EQ(mutations("x++; --g; (x) = 2;"), "x g ");
  EXPECT_EQ(mutations("int z = x; if (y) return;"), "");
}

TEST(HostMutations, ReferencesAndAddresses) {
  EXPECT_EQ(mutations("int &r = x; const int &c = y;"), "x ");
  EXPECT_EQ(mutations("q = &y;"), "q y ");
  EXPECT_EQ(mutations("auto l = [&] { y = 1; };"), "y ");
  EXPECT_EQ(mutations("auto l = [&r = x] {};"), "x ");
  EXPECT_EQ(mutations("struct R { const int &c; int &r; }; R o{y, x};"), "x ");
  EXPECT_EQ(mutations("asm(\"\" : \"=r\"(x) : \"r\"(y));"), "x ");
}

TEST(HostMutations, Calls) {
  EXPECT_EQ(mutations("out(x); in(y);"), "x *");
  EXPECT_EQ(mutations("p(&y);"), "y *");
  EXPECT_EQ(mutations("s.set();"), "s *");
  EXPECT_EQ(mutations("__builtin_abs(x);"), "");
}
