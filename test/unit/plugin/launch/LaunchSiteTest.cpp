//===- LaunchSiteTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
/// The launches of one side with their AST, for what show() does not say.
struct Sites {
  std::unique_ptr<clang::ASTUnit> Unit;
  std::vector<LaunchSite> All;
  explicit Sites(llvm::StringRef Code, bool DeviceSide = true)
      : Unit(parseCuda(Code, DeviceSide)) {
    if (Unit)
      All = readLaunchSites(Unit->getASTContext());
  }
  unsigned line(unsigned I) {
    return Unit->getSourceManager().getSpellingLineNumber(All[I].Where);
  }
};
} // namespace

TEST(LaunchSite, EveryPlaceALaunchMayStand) {
  EXPECT_THAT(
      launchesOf("__global__ void k(int);\n"
                 "static int g = (k<<<1, 1>>>(1), 0);\n"
                 "struct S { S() { k<<<1, 1>>>(2); }\n"
                 "           void m() { k<<<1, 1>>>(3); }\n"
                 "           static void s() { k<<<1, 1>>>(4); } };\n"
                 "namespace { namespace n { void f() { k<<<1, 1>>>(5); } } }\n"
                 "void h() { auto l = [] { k<<<1, 1>>>(6); };\n"
                 "  [] { [] { k<<<1, 1>>>(7); }(); }();\n"
                 "  if (true) k<<<1, 1>>>(8); }\n"
                 "auto gl = [] { k<<<1, 1>>>(9); };\n"),
      ElementsAre(HasSubstr("=1"), HasSubstr("=2"), HasSubstr("=3"),
                  HasSubstr("=4"), HasSubstr("=5"), HasSubstr("=6"),
                  HasSubstr("=7"), HasSubstr("=8"), HasSubstr("=9")));
}

TEST(LaunchSite, TemplatesAreReadPerInstantiation) {
  llvm::StringRef Code =
      "template <class T, int B> __global__ void k(T *p, int n);\n"
      "template <class T, int B> void run(T *p, int n) {\n"
      "  k<T, B><<<(n + B - 1) / B, B, sizeof(T)>>>(p, n); }\n"
      "template <class T> void never(T *p) { k<T, 1><<<1, 1>>>(p, 1); }\n"
      "void h(double *d, char *c) { run<double, 128>(d, 1000);\n"
      "  run<char, 64>(c, 1000); run<char, 64>(c, 1000); }\n";
  EXPECT_THAT(launchesOf(Code),
              testing::UnorderedElementsAre(
                  "k<double, 128> <8 x 1 x 1 | 128 x 1 x 1 | 8> p=? n=1000",
                  "k<char, 64> <16 x 1 x 1 | 64 x 1 x 1 | 1> p=? n=1000"));
  Sites S(Code);
  ASSERT_EQ(S.All.size(), 2u);
  EXPECT_TRUE(S.All[0].InTemplate);
  EXPECT_EQ(S.line(0), 3u);
}

TEST(LaunchSite, TheSameKernelFromTwoInstantiationsIsOneLaunch) {
  EXPECT_THAT(launchesOf("__global__ void k();\n"
                         "template <class T> void run() { k<<<1, 32>>>(); }\n"
                         "void h() { run<int>(); run<float>(); }\n"),
              ElementsAre("k <1 x 1 x 1 | 32 x 1 x 1 | 0>"));
}

TEST(LaunchSite, GenericLambdasAndClassTemplates) {
  EXPECT_THAT(
      launchesOf("template <class T> __global__ void k(T v);\n"
                 "void h() { auto l = [](auto v) { k<<<1, 32>>>(v); };\n"
                 "           l(3); l(2.5); }\n"),
      testing::UnorderedElementsAre(
          "k<int> <1 x 1 x 1 | 32 x 1 x 1 | 0> v=3",
          "k<double> <1 x 1 x 1 | 32 x 1 x 1 | 0> v=2.5"));
  EXPECT_THAT(launchesOf("template <class T> __global__ void k(T v);\n"
                         "template <class T> struct C { void m(int b) {\n"
                         "  k<T><<<1, b>>>(T(1)); } };\n"
                         "void h() { C<int> c; c.m(64); }\n"),
              ElementsAre("k<int> <1 x 1 x 1 | 64 x 1 x 1 | 0> v=1"));
}

TEST(LaunchSite, CapturesOfGenericLambdas) {
  EXPECT_THAT(
      launchesOf(
          "template <int N> struct IC { static constexpr int value = N; };\n"
          "template <int B> __global__ void k(int n);\n"
          "template <class F> void pick(F f, int b) {\n"
          "  if (b == 32) f(IC<32>{}); else f(IC<64>{}); }\n"
          "void h(int n, int m, int b) {\n"
          "  auto l = [&](auto v) {\n"
          "    k<v.value><<<dim3(n, m), v.value>>>(n); };\n"
          "  pick(l, b); }\n"),
      testing::UnorderedElementsAre("k<32> <n x m x 1 | 32 x 1 x 1 | 0> n=n",
                                    "k<64> <n x m x 1 | 64 x 1 x 1 | 0> n=n"));
}

TEST(LaunchSite, Macros) {
  llvm::StringRef Code =
      "__global__ void k(int);\n"
      "#define LAUNCH(K, G, B, ...) K<<<G, B>>>(__VA_ARGS__)\n"
      "#define CHECK(X) do { X; } while (0)\n"
      "void h(int n) {\n"
      "  LAUNCH(k, n / 32, 32, n);\n"
      "  CHECK((k<<<2, 64>>>(1)));\n"
      "}\n";
  EXPECT_THAT(launchesOf(Code),
              ElementsAre("k <n / 32 x 1 x 1 | 32 x 1 x 1 | 0> =n",
                          "k <2 x 1 x 1 | 64 x 1 x 1 | 0> =1"));
  Sites S(Code);
  ASSERT_EQ(S.All.size(), 2u);
  EXPECT_TRUE(S.All[0].InMacro);
  EXPECT_EQ(S.line(0), 5u);
  EXPECT_EQ(S.line(1), 6u);
}

TEST(LaunchSite, LaunchesInUserHeadersCount) {
  EXPECT_THAT(
      launchesOf("#include \"kernels.h\"\nvoid h() { run(); }\n",
                 {{"kernels.h", "__global__ void k();\n"
                                "inline void run() { k<<<1, 77>>>(); }\n"}}),
      ElementsAre("k <1 x 1 x 1 | 77 x 1 x 1 | 0>"));
}

TEST(LaunchSite, TheLaunchApi) {
  llvm::StringRef Kernels = "__global__ void k(int n, float *p, double d);\n"
                            "template <int B> __global__ void t(int n);\n";
  auto One = [&](llvm::StringRef Body) {
    auto L =
        launchesOf((Kernels + "void h(int n, float *x) {" + Body + "}").str());
    EXPECT_EQ(L.size(), 1u) << Body.str();
    return L.empty() ? "" : L[0];
  };
  EXPECT_EQ(
      One("double d = 2; void *args[] = {&n, &x, &d};"
          "cudaLaunchKernel((void *)k, dim3(n / 64), dim3(64), args, 16, 0);"),
      "k <n / 64 x 1 x 1 | 64 x 1 x 1 | 16> n=n p=? d=2");
  EXPECT_EQ(One("int m = 5; void *args[] = {(void *)&m};"
                "cudaLaunchKernel((const void *)t<32>, 4, 32, args, 0, 0);"),
            "t<32> <4 x 1 x 1 | 32 x 1 x 1 | 0> n=5");
  EXPECT_EQ(One("void *args[] = {&n, &x}; dim3 b(32);"
                "cudaLaunchCooperativeKernel((void *)&k, 4, b, args, 0, 0);"),
            "k <4 x 1 x 1 | 32 x 1 x 1 | 0> n=n p=? d=?");
  EXPECT_EQ(One("cudaLaunchConfig_t c = {0}; c.gridDim = dim3(4, 2);"
                "c.blockDim.x = 96; c.dynamicSmemBytes = 512;"
                "cudaLaunchKernelEx(&c, k, n, x, 1.5);"),
            "k <4 x 2 x 1 | 96 x 1 x 1 | 512> n=n p=? d=1.5");
  EXPECT_EQ(One("cudaLaunchConfig_t c; c.gridDim = 3; c.blockDim = 64;"
                "c.dynamicSmemBytes = 0; void *args[] = {&n};"
                "cudaLaunchKernelExC(&c, (void *)t<8>, args);"),
            "t<8> <3 x 1 x 1 | 64 x 1 x 1 | 0> n=n");
}

/// CUTLASS's launchers and others are given the kernel as an address: what is
/// launched, and where, only their callers know.
TEST(LaunchSite, AFunctionThatIsGivenTheKernelLaunchesForItsCallers) {
  const std::string Text =
      "__global__ void a(int n); __global__ void b(int n);\n"
      "struct Launcher {\n"
      "  static int launch(dim3 g, dim3 t, const void *k, void **p) {\n"
      "    cudaLaunchConfig_t c; c.gridDim = g; c.blockDim = t;\n"
      "    c.dynamicSmemBytes = 0;\n"
      "    if (g.x == 0) return 1;\n"
      "    return cudaLaunchKernelExC(&c, k, p); } };\n"
      "void twice(const void *k, void **p) { Launcher::launch(7, 32, k, p); }\n"
      "void h(int n) { void *p[] = {&n};\n"
      "  const void *k = (const void *)a;\n"
      "  Launcher::launch(4, 64, k, p);\n"
      "  Launcher::launch(n, 128, (void *)b, p);\n"
      "  twice((void *)b, p); }\n";
  EXPECT_THAT(launchesOf(Text),
              ElementsAre("a <4 x 1 x 1 | 64 x 1 x 1 | 0> n=?",
                          "b <n x 1 x 1 | 128 x 1 x 1 | 0> n=?",
                          "b <7 x 1 x 1 | 32 x 1 x 1 | 0> n=?"));
  Sites S(Text);
  ASSERT_EQ(S.All.size(), 3u);
  EXPECT_EQ(S.All[0].GridExpr, nullptr); // nothing there to be edited
  EXPECT_EQ(S.All[0].How, LaunchSite::Form::LaunchKernelEx);
}

/// A function that only reads the configuration leaves it what it is.
TEST(LaunchSite, AccessorsLeaveTheConfiguration) {
  EXPECT_THAT(
      launchesOf("__global__ void a(int n);\n"
                 "struct C { cudaLaunchConfig_t c; int uses = 0;\n"
                 "  dim3 grid() { return c.gridDim; }\n"
                 "  dim3 used() { ++uses; return c.gridDim; } };\n"
                 "void h(bool b) { C c; c.c.gridDim = dim3(4);\n"
                 "  c.c.blockDim = dim3(32); c.c.dynamicSmemBytes = 0;\n"
                 "  dim3 g = c.grid(); cudaLaunchKernelEx(&c.c, a, 1);\n"
                 "  g = c.used(); cudaLaunchKernelEx(&c.c, a, 2); }\n"),
      ElementsAre("a <4 x 1 x 1 | 32 x 1 x 1 | 0> n=1",
                  "a <? x ? x ? | ? x ? x ? | ?> n=2"));
}

/// Where the function itself knows the kernel, the launch stands in it.
TEST(LaunchSite, AKernelThatTheFunctionKnowsIsLaunchedThere) {
  Sites S("__global__ void a(int n);\n"
          "template <class K> void go(K k, int n) {\n  k<<<n, 64>>>(n); }\n"
          "void h() { go(a, 8); }\n");
  ASSERT_EQ(S.All.size(), 1u);
  ASSERT_NE(S.All[0].Kernel, nullptr);
  EXPECT_TRUE(S.All[0].InTemplate);
  EXPECT_NE(S.All[0].GridExpr, nullptr);
}

/// A function that takes the block is told it by its callers in the file, also
/// where it stands in a header and where other sizes are not known.
TEST(LaunchSite, BlocksThatCallersPass) {
  const std::string Go =
      "template <class T> __global__ void k(T n);\n"
      "template <class T> int go(dim3 const g, dim3 const b, T n) {\n"
      "  k<T><<<g, b>>>(n); return 0; }\n";
  const std::string Caller = "void h(int n) { dim3 b = dim3(384, 1, 1);\n"
                             "  go<int>(dim3(n), b, n); }\n";
  const auto Known = ElementsAre("k<int> <g.x x 1 x 1 | 384 x 1 x 1 | 0> n=n");
  EXPECT_THAT(launchesOf(Go + Caller), Known);
  EXPECT_THAT(launchesOf("#include \"go.h\"\n" + Caller, {{"go.h", Go}}),
              Known);
  // Callers that do not agree.
  EXPECT_THAT(launchesOf(Go + Caller +
                         "void i(int n) { go<int>(dim3(n), dim3(64), n); }\n"),
              ElementsAre("k<int> <g.x x 1 x 1 | b.x x b.y x b.z | 0> "
                          "n=n"));
}

TEST(LaunchSite, BlocksInARecordBesideWhatNobodyKnows) {
  EXPECT_THAT(launchesOf("__global__ void k(int n);\n"
                         "struct P { dim3 g, b; int s; };\n"
                         "static int go(P const &p, int n) {\n"
                         "  k<<<p.g, p.b, p.s>>>(n); return 0; }\n"
                         "void h(int n) { dim3 b(96); P p{dim3(n), b, 16};\n"
                         "  go(p, n); }\n"),
              ElementsAre("k <p.g.x x 1 x 1 | 96 x 1 x 1 | 16> n=n"));
}

TEST(LaunchSite, KernelsThroughPointers) {
  EXPECT_THAT(launchesOf("template <int B> __global__ void k(int n);\n"
                         "void h() { auto f = k<64>; f<<<1, 64>>>(3);\n"
                         "  auto g = &k<32>; g<<<1, 32>>>(4); }\n"),
              ElementsAre("k<64> <1 x 1 x 1 | 64 x 1 x 1 | 0> n=3",
                          "k<32> <1 x 1 x 1 | 32 x 1 x 1 | 0> n=4"));
  Sites S("void h(void (*f)(int)) { f<<<2, 64>>>(3); }\n");
  ASSERT_EQ(S.All.size(), 1u);
  EXPECT_EQ(S.All[0].Kernel, nullptr);
  EXPECT_EQ(print(S.All[0].Block[0]), "64");
}

TEST(LaunchSite, ArgumentsByParameter) {
  EXPECT_THAT(
      launchesOf(
          "enum E { A = 3 };\n"
          "struct P { char c; int w; float2x *q; struct { double d; } in; };\n"
          "__global__ void k(E e, bool b, char c, size_t s, float f,\n"
          "                  int2 v, int dflt = 9);\n"
          "void h(int n) { int2 v = {n, 4};\n"
          "  k<<<1, 1>>>(A, n > 0, 'a', n, 1, v); }\n"),
      ElementsAre("k <1 x 1 x 1 | 1 x 1 x 1 | 0> e=3 b=n > 0 c=97 s=n f=1 "
                  "v=?@0:n@4:4 dflt=9"));
}

TEST(LaunchSite, StructArgumentsByOffset) {
  EXPECT_THAT(
      launchesOf("struct In { double d; };\n"
                 "struct P { char c; int w; float *q; In in; int bits : 3; };\n"
                 "__global__ void k(P p);\n"
                 "void h(int n, float *q) {\n"
                 "  P p; p.c = 1; p.w = n * 2; p.q = q; p.in.d = 0.5;\n"
                 "  k<<<1, 1>>>(p); }\n"),
      ElementsAre("k <1 x 1 x 1 | 1 x 1 x 1 | 0> p=?@0:1@4:n * 2@16:0.5"));
}

TEST(LaunchSite, NamesAsTheyAreWritten) {
  Sites S("namespace ns { template <int N, class T> __global__ void k();\n"
          "__global__ void p(); }\n"
          "namespace { __global__ void a(); }\n"
          "template <class T> struct C { static __global__ void m(); };\n"
          "template <class... T> __global__ void v();\n"
          "void h() { ns::k<4, float><<<1, 1>>>(); ns::p<<<1, 1>>>();\n"
          "  a<<<1, 1>>>(); v<int, float><<<1, 1>>>(); }\n");
  std::vector<std::string> Names;
  for (const LaunchSite &L : S.All)
    Names.push_back(L.KernelName);
  EXPECT_THAT(Names,
              ElementsAre("ns::k<4, float>", "ns::p", "a", "v<int, float>"));
}

TEST(LaunchSite, RangesOfGridAndBlock) {
  llvm::StringRef Code = "__global__ void k();\n"
                         "void h(int n) { k<<<n / 2, 64>>>(); }\n";
  Sites S(Code);
  ASSERT_EQ(S.All.size(), 1u);
  const auto &SM = S.Unit->getSourceManager();
  EXPECT_EQ(SM.getSpellingColumnNumber(S.All[0].GridRange.getBegin()), 21u);
  EXPECT_EQ(SM.getSpellingColumnNumber(S.All[0].BlockRange.getBegin()), 28u);
  EXPECT_NE(S.All[0].BlockExpr, nullptr);
  EXPECT_FALSE(S.All[0].InMacro);
}

TEST(LaunchSite, AssumeCommentsOfKernelAndLaunch) {
  Sites S("// gpuperf: assume n=1\n"
          "template <class T>\n"
          "__global__ void k(T n);\n"
          "void h(int n) {\n"
          "  // gpuperf: assume n=2\n"
          "  k<int><<<n, 64>>>(n);\n"
          "  k<int><<<n, 32>>>(n);\n"
          "}\n");
  ASSERT_EQ(S.All.size(), 2u);
  EXPECT_THAT(S.All[0].AssumeComments, ElementsAre("n=1", "n=2"));
  EXPECT_THAT(S.All[1].AssumeComments, ElementsAre("n=1"));
}

TEST(LaunchSite, ErrorsInTheKernelAreSeen) {
  Sites S("__global__ void good(int *p) { p[0] = 1; }\n"
          "__global__ void call(int *p) { p[0] = nothere(1); }\n"
          "__global__ void type(int *p) { Nope x; p[0] = 1; }\n"
          "__global__ void skip(int *p) { int y = 1 2 3; p[0] = 1; }\n"
          "__global__ void gone(int *p) { p[0] = 1 +; p[1] = 1; }\n"
          "void h(int *p) { good<<<1, 1>>>(p); call<<<1, 1>>>(p);\n"
          "  type<<<1, 1>>>(p); skip<<<1, 1>>>(p); gone<<<1, 1>>>(p); }\n");
  std::vector<std::pair<std::string, bool>> Seen;
  for (const LaunchSite &L : S.All)
    Seen.emplace_back(L.KernelName, L.KernelContainsErrors);
  EXPECT_THAT(Seen, ElementsAre(testing::Pair("good", false),
                                testing::Pair("call", true),
                                testing::Pair("type", true),
                                testing::Pair("skip", true),
                                testing::Pair("gone", true)));
}

TEST(LaunchSite, ABranchThatIsNotInstantiatedIsNoError) {
  Sites S("template <bool Yes> __global__ void choose(int *p) {\n"
          "  if constexpr (Yes) { p[0] = 1; } else { p[1] = 2; }\n"
          "  if constexpr (Yes) { p[2] = 3; }\n  p[3] = 4; }\n"
          "template <bool Yes> __global__ void gone(int *p) {\n"
          "  if constexpr (Yes) { p[0] = 1; }\n  p[1] = 1 +; p[2] = 1; }\n"
          "void other() { nope(); }\n"
          "void h(int *p) { choose<true><<<1, 32>>>(p);\n"
          "  choose<false><<<1, 32>>>(p); gone<false><<<1, 32>>>(p); }\n");
  ASSERT_EQ(S.All.size(), 3u);
  EXPECT_FALSE(S.All[0].isBroken());
  EXPECT_FALSE(S.All[1].isBroken());
  EXPECT_TRUE(S.All[2].isBroken());
}

TEST(LaunchSite, BrokenLaunchesDoNotCrash) {
  for (llvm::StringRef Code :
       {"__global__ void k(int); void h() { k<<<nope, 32>>>(1); }",
        "__global__ void k(int); void h() { k<<<1, 32>>>(nope); }",
        "__global__ void k(int); void h() { k<<<1>>>(1); }",
        "__global__ void k(int); void h() { k<<<1, {1, 2, 3}>>>(1); }",
        "__global__ void k(int); void h() { Nope b; k<<<1, b>>>(1); }",
        "__global__ void k(Nope p); void h() { k<<<1, 2>>>(1); }",
        "__global__ void k(int); void h() { k<<<1, 2>>>(1",
        "__global__ void k(int); void h() { k<<<1, 2",
        "void h() { nokernel<<<1, 2>>>(); }",
        "struct S { int b = b; S s; }; __global__ void k(S);"
        "void h() { S s; k<<<1, s.b>>>(s); }",
        "template <class T> void h() { k<T><<<1, T::x>>>(); } void g() { "
        "h<int>(); }",
        "const int a = b; const int b = a; extern __global__ void k();"
        "void h() { k<<<a, b>>>(); }",
        "static int a = a + 1; __global__ void k(); void h() { k<<<a, 1>>>(); "
        "}"})
    for (bool Device : {false, true}) {
      Sites S(Code, Device);
      for (const LaunchSite &L : S.All)
        EXPECT_FALSE(show(L).empty());
    }
}

TEST(LaunchSite, AnErrorElsewhereLeavesALaunchAlone) {
  Sites S("__global__ void k(int);\nvoid other() { nope(); }\n"
          "void h() { k<<<1, 32>>>(1); }\n");
  ASSERT_EQ(S.All.size(), 1u);
  EXPECT_FALSE(S.All[0].isBroken());
}

TEST(LaunchSite, DeepAndLongCodeIsSurvived) {
  std::string Deep = "__global__ void k(int); void h(int n) { int b = n";
  for (int I = 0; I < 5000; ++I)
    Deep += " + 1";
  Deep += "; k<<<1, b>>>(";
  Deep += std::string(100, '(') + "n" + std::string(100, ')') + "); }";
  EXPECT_EQ(launchesOf(Deep).size(), 1u);

  std::string Long = "__global__ void k(int); void h(int n) { int b = 1;\n";
  for (int I = 0; I < 1000; ++I)
    Long += "if (n > " + std::to_string(I) + ") { b = b * 2 + n; } b++;\n";
  Long += "b = 64; k<<<1, b>>>(n); }";
  EXPECT_THAT(launchesOf(Long),
              ElementsAre("k <1 x 1 x 1 | 64 x 1 x 1 | 0> =n"));
}

TEST(LaunchSite, OnlyTheTraversalScopeIsRead) {
  auto Unit = parseCuda("__global__ void k();\nvoid a() { k<<<1, 1>>>(); }\n"
                        "void b() { k<<<1, 2>>>(); }\n",
                        true);
  clang::ASTContext &Ctx = Unit->getASTContext();
  std::vector<clang::Decl *> Scope;
  for (clang::Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
        F && F->getNameAsString() == "b")
      Scope.push_back(D);
  Ctx.setTraversalScope(Scope);
  auto L = readLaunchSites(Ctx);
  ASSERT_EQ(L.size(), 1u);
  EXPECT_EQ(print(L[0].Block[0]), "2");
}
