//===- LaunchIdentityTest.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/LaunchIdentity.h"
#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/ASTContext.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::Not;

namespace {
std::vector<LaunchIdentity> identitiesIn(llvm::StringRef Code) {
  std::vector<LaunchIdentity> Out;
  for (bool DeviceSide : {false, true}) {
    auto Unit = parseCuda(Code, DeviceSide);
    EXPECT_TRUE(Unit);
    auto Now = identifyLaunches(readLaunchSites(Unit->getASTContext()),
                                Unit->getASTContext());
    // Both sides of the compilation see the same.
    if (DeviceSide) {
      EXPECT_EQ(Now.size(), Out.size());
      for (size_t I = 0; I < std::min(Now.size(), Out.size()); ++I) {
        EXPECT_EQ(Now[I].Fingerprint, Out[I].Fingerprint);
        EXPECT_EQ(Now[I].Mangled, Out[I].Mangled);
        EXPECT_EQ(Now[I].Column, Out[I].Column);
      }
    }
    Out = std::move(Now);
  }
  return Out;
}

/// "function kernel ordinal line:column".
std::vector<std::string> shown(llvm::ArrayRef<LaunchIdentity> Ids) {
  std::vector<std::string> Out;
  for (const LaunchIdentity &Id : Ids)
    Out.push_back(Id.Function + " " + Id.Kernel + " " +
                  std::to_string(Id.Ordinal) + " " + std::to_string(Id.Line) +
                  ":" + std::to_string(Id.Column));
  return Out;
}

/// The fingerprint of `void f(int n) { BODY }` with \p Before in front.
std::string fingerprintOf(llvm::StringRef Body, llvm::StringRef Before = "") {
  auto Ids = identitiesIn(
      ("__global__ void k(int);\n" + Before + "void f(int n) {" + Body + "}")
          .str());
  return Ids.empty() ? "no launch" : Ids.back().Fingerprint;
}
} // namespace

TEST(LaunchIdentity, LaunchesOfAKernelAreCountedInTheirFunction) {
  EXPECT_THAT(shown(identitiesIn("__global__ void a(int);\n"
                                 "__global__ void b(int);\n"
                                 "namespace s { struct S { void m() {\n"
                                 "  a<<<1, 1>>>(1); b<<<1, 1>>>(2);\n"
                                 "  a<<<1, 1>>>(3); a<<<1, 1>>>(4); } }; }\n"
                                 "void f() { a<<<1, 1>>>(5); }\n")),
              ElementsAre("s::S::m a 0 4:4", "s::S::m b 0 4:20",
                          "s::S::m a 1 5:4", "s::S::m a 2 5:20", "f a 0 6:13"));
}

TEST(LaunchIdentity, InstantiationsAreOneLaunchEach) {
  auto Ids =
      identitiesIn("template <class T> __global__ void k(T);\n"
                   "template <class T> void f(T x) { k<T><<<1, 1>>>(x);\n"
                   "                                 k<T><<<2, 1>>>(x); }\n"
                   "void g() { f(1); f(1.0); }\n");
  ASSERT_EQ(Ids.size(), 4u);
  for (const LaunchIdentity &Id : Ids) {
    EXPECT_EQ(Id.Function, "f");
    EXPECT_EQ(Id.Ordinal, Id.Line - 2);
    EXPECT_EQ(Id.Fingerprint, Ids[0].Fingerprint);
  }
}

TEST(LaunchIdentity, CommentsAndWhiteSpaceAreNoEdits) {
  const std::string Plain = fingerprintOf(" k<<<n, 32>>>(n + 1); ");
  EXPECT_EQ(Plain.size(), 16u);
  EXPECT_EQ(fingerprintOf("\n\n  k<<<n,\t32>>>(n+1);\n"), Plain);
  EXPECT_EQ(fingerprintOf(" /* what */ k<<<n, 32>>>(n + 1); // why\n"), Plain);
  EXPECT_EQ(fingerprintOf(" k<<<n, 32>>>(n + 1); ",
                          "void other() { int x = 5; }\n\n"),
            Plain);
  EXPECT_EQ(fingerprintOf(" k<<<n, 32>>>(n + 1); ",
                          "__global__ void a(int) {}\n"
                          "void other() { a<<<1, 1>>>(1); }\n"),
            Plain);
}

TEST(LaunchIdentity, EditsOfTheFunctionAreSeen) {
  const std::string Plain = fingerprintOf(" k<<<n, 32>>>(n + 1); ");
  EXPECT_NE(fingerprintOf(" k<<<n, 64>>>(n + 1); "), Plain);
  EXPECT_NE(fingerprintOf(" n *= 2; k<<<n, 32>>>(n + 1); "), Plain);
  EXPECT_NE(fingerprintOf(" k<<<n, 32>>>(n + 1); ;"), Plain);
  // Tokens are kept apart.
  EXPECT_NE(fingerprintOf(" int ab = 1; k<<<n, 32>>>(n); "),
            fingerprintOf(" int a, b = 1; k<<<n, 32>>>(n); "));
}

namespace {
LaunchIdentity identity() {
  LaunchIdentity Id;
  Id.File = "/p/a.cu";
  Id.Line = 7, Id.Column = 3;
  Id.Function = "s::S::m";
  Id.Kernel = "scale<double>";
  Id.Mangled = "_Z5scaleIdEvPT_";
  Id.Ordinal = 1;
  Id.Fingerprint = "abc";
  return Id;
}
LaunchFact factOf(const LaunchIdentity &Id) {
  LaunchFact F;
  F.File = Id.File;
  F.Function = Id.Function;
  F.Kernel = Id.Kernel;
  F.Mangled = Id.Mangled;
  F.Ordinal = Id.Ordinal;
  F.Fingerprint = Id.Fingerprint;
  return F;
}
/// How a fact of the identity relates to it once it was changed.
template <class Edit> FactMatch matchAfter(Edit Change) {
  LaunchIdentity Id = identity();
  LaunchFact F = factOf(Id);
  Change(F, Id);
  return matchFact(F, Id);
}
} // namespace

TEST(LaunchIdentity, FactsFindTheirLaunch) {
  using F = LaunchFact &;
  using I = LaunchIdentity &;
  EXPECT_EQ(matchAfter([](F, I) {}), FactMatch::Same);
  // Lines are not compared.
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.Line = 99; }), FactMatch::Same);
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.File = "/p/./x/../a.cu"; }),
            FactMatch::Same);
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.File.clear(); }), FactMatch::Same);
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.Fingerprint.clear(); }),
            FactMatch::Same);
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.Function = "m"; }),
            FactMatch::Same);
  EXPECT_EQ(matchAfter([](F Fact, I) {
              Fact.Mangled.clear();
              Fact.Kernel = "ns::scale< double >";
            }),
            FactMatch::Same);
  // A recorded run without debug information knows the kernel only.
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.Function.clear(); }),
            FactMatch::Same);
  // The program stands for the file, and what was inlined has moved.
  for (const char *Program : {"/p/app", "/p/libsolve.so.1", "/p/a.out"})
    EXPECT_EQ(matchAfter([&](F Fact, I) {
                Fact.File = Program;
                Fact.Function = "main";
                Fact.Ordinal = 7;
              }),
              FactMatch::Same)
        << Program;
}

TEST(LaunchIdentity, FactsOfOtherLaunches) {
  using F = LaunchFact &;
  using I = LaunchIdentity &;
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.Mangled = "_Z5scaleIfEvPT_"; }),
            FactMatch::Other);
  EXPECT_EQ(matchAfter([](F Fact, I) {
              Fact.Mangled.clear();
              Fact.Kernel = "scale<float>";
            }),
            FactMatch::Other);
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.Function = "s::S::n"; }),
            FactMatch::Other);
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.Ordinal = 0; }), FactMatch::Other);
  EXPECT_EQ(matchAfter([](F Fact, I) { Fact.File = "/q/a.cu"; }),
            FactMatch::Other);
  EXPECT_EQ(matchAfter([](F Fact, I Id) {
              Fact.Function.clear();
              Id.Mangled.clear();
            }),
            FactMatch::Other);
}

TEST(LaunchIdentity, FactsOfAnEditedFunctionAreStale) {
  auto edit = [](LaunchFact &Fact, LaunchIdentity &) {
    Fact.Fingerprint = "old";
  };
  EXPECT_EQ(matchAfter(edit), FactMatch::Stale);
  EXPECT_EQ(matchAfter([&](LaunchFact &Fact, LaunchIdentity &Id) {
              edit(Fact, Id);
              Fact.Ordinal = 5;
            }),
            FactMatch::Other);
}

TEST(LaunchIdentity, FactsOfAWalkAreNamed) {
  const LaunchIdentity Id = identity();
  LaunchFact Here;
  Here.File = "/p/a.cu";
  Here.Line = 7, Here.Column = 3;
  Here.Mangled = Id.Mangled;
  LaunchFact Beside = Here, OtherKernel = Here, Nowhere = Here;
  Beside.Column = 4;
  OtherKernel.Mangled = "_Z5scaleIfEvPT_";
  Nowhere.Line = 0;
  std::vector<LaunchFact> Facts = {Here, Beside, OtherKernel, Nowhere};
  nameFacts(Facts, {Id});
  EXPECT_EQ(Facts[0].Function, "s::S::m");
  EXPECT_EQ(Facts[0].Ordinal, 1u);
  EXPECT_EQ(Facts[0].Fingerprint, "abc");
  for (size_t I = 1; I < Facts.size(); ++I)
    EXPECT_EQ(Facts[I].Fingerprint, "") << I;
}

TEST(LaunchIdentity, NamesOfOneFile) {
  EXPECT_TRUE(isSameFile("a.cu", "a.cu"));
  EXPECT_TRUE(isSameFile("/p/x/../a.cu", "/p/a.cu"));
  EXPECT_FALSE(isSameFile("/p/a.cu", "/p/b.cu"));
  EXPECT_FALSE(isSameFile("/p/a.cu", "/nowhere/a.cu"));
}
