//===- SymbolsTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Symbols.h"
#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;

namespace {
/// Integer literals, and products of them, by value; templates' patterns too.
struct FindNumbers : clang::RecursiveASTVisitor<FindNumbers> {
  std::vector<std::pair<int64_t, const clang::Expr *>> All;
  clang::ASTContext &Ctx;
  explicit FindNumbers(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  bool VisitIntegerLiteral(clang::IntegerLiteral *I) {
    All.emplace_back(I->getValue().getZExtValue(), I);
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *B) {
    clang::Expr::EvalResult R;
    if (B->getOpcode() == clang::BO_Mul && !B->isValueDependent() &&
        B->EvaluateAsInt(R, Ctx))
      All.emplace_back(R.Val.getInt().getZExtValue(), B);
    return true;
  }
};

/// The launches of \p Code where every 96 is $0, 95 one less and 24 is $1. The
/// numbers stand nowhere else in what CudaAst.h declares.
std::vector<std::string> openLaunches(llvm::StringRef Code) {
  std::vector<std::string> Out;
  auto Unit = parseCuda(Code, /*DeviceSide=*/true);
  clang::ASTContext &Ctx = Unit->getASTContext();
  EXPECT_FALSE(Ctx.getDiagnostics().hasErrorOccurred()) << Code.str();
  FindNumbers Numbers(Ctx);
  Numbers.TraverseAST(Ctx);
  HostSymbols Symbols;
  const HostType Int{false, true, 32};
  const HostExpr Block = hostUnknown("$0", Int), Rows = hostUnknown("$1", Int);
  for (auto [Value, E] : Numbers.All) {
    if (Value == 96)
      Symbols.set(HostSymbols::placeOf(E, Ctx), Block);
    else if (Value == 95)
      Symbols.set(HostSymbols::placeOf(E, Ctx),
                  hostApply(HostOp::Add, Int, {Block, hostInteger(-1, Int)}));
    else if (Value == 24)
      Symbols.set(HostSymbols::placeOf(E, Ctx), Rows);
  }
  EXPECT_FALSE(Symbols.empty());
  for (const LaunchSite &S : readLaunchSites(Ctx, &Symbols))
    Out.push_back(show(S));
  return Out;
}

std::string openIn(const std::string &Body, const std::string &Before = "") {
  auto L = openLaunches(Before +
                        "\n__global__ void k();\n"
                        "void host(int n, int m) {\n" +
                        Body + "\n}\n");
  EXPECT_EQ(L.size(), 1u) << Body;
  return L.empty() ? "" : L[0];
}
} // namespace

TEST(HostSymbols, WithoutThemTheNumbersStand) {
  EXPECT_EQ(launchIn("k<<<(n + 95) / 96, 96, 96 * 4>>>();"),
            "k <(n + 95) / 96 x 1 x 1 | 96 x 1 x 1 | 384> a=0 f=0");
}

TEST(HostSymbols, ALiteralIsLeftOpenWhereItStands) {
  // One dimension only: the dim3 that a lone literal makes is no number.
  EXPECT_EQ(openIn("k<<<n, 96>>>();"), "k <n x 1 x 1 | $0 x 1 x 1 | 0>");
  EXPECT_EQ(openIn("k<<<n, dim3(96)>>>();"), "k <n x 1 x 1 | $0 x 1 x 1 | 0>");
  EXPECT_EQ(openIn("k<<<n, dim3(96, 24)>>>();"),
            "k <n x 1 x 1 | $0 x $1 x 1 | 0>");
  // Other numbers stay.
  EXPECT_EQ(openIn("k<<<7, dim3(96, 8)>>>();"),
            "k <7 x 1 x 1 | $0 x 8 x 1 | 0>");
}

TEST(HostSymbols, GridAndSharedMemoryFollow) {
  EXPECT_EQ(openIn("k<<<n / 96, 96, 96 * 4>>>();"),
            "k <n / $0 x 1 x 1 | $0 x 1 x 1 | $0 * 4>");
  EXPECT_EQ(openIn("const int b = 96; int g = (n + b - 1) / b;"
                   "k<<<g, b, b * 8>>>();"),
            "k <(n + $0 - 1) / $0 x 1 x 1 | $0 x 1 x 1 | $0 * 8>");
  EXPECT_EQ(openIn("k<<<(n + 95) / 96, 96>>>();"),
            "k <(n + ($0 + -1)) / $0 x 1 x 1 | $0 x 1 x 1 | 0>");
}

TEST(HostSymbols, AProductIsOneNumber) {
  EXPECT_EQ(openIn("k<<<n, 12 * 8>>>();"), "k <n x 1 x 1 | $0 x 1 x 1 | 0>");
}

TEST(HostSymbols, ConstantsEnumeratorsAndMacros) {
  const std::string Use = "k<<<n / B, B>>>();",
                    Open = "k <n / $0 x 1 x 1 | $0 x 1 x 1 | 0>";
  EXPECT_EQ(openIn(Use, "static const int B = 96;"), Open);
  EXPECT_EQ(openIn(Use, "constexpr int B = 96;"), Open);
  EXPECT_EQ(openIn(Use, "enum { B = 96 };"), Open);
  EXPECT_EQ(openIn(Use, "#define B 96"), Open);
  EXPECT_EQ(openIn(Use, "struct S { static constexpr int C = 96; };\n"
                        "#define B S::C"),
            Open);
  EXPECT_EQ(openIn("int b = 96; k<<<n / b, b>>>();"), Open);
}

TEST(HostSymbols, HelpersAreEvaluatedWithThem) {
  EXPECT_EQ(openIn("k<<<cdiv(n, 96), 96>>>();",
                   "int cdiv(int a, int b) { return (a + b - 1) / b; }"),
            "k <(n + $0 - 1) / $0 x 1 x 1 | $0 x 1 x 1 | 0>");
}

TEST(HostSymbols, MembersAssignedOneByOne) {
  EXPECT_EQ(openIn("dim3 b, g; b.x = 96; b.y = 24; g.x = n / b.x; g.y = m;"
                   "k<<<g, b>>>();"),
            "k <n / $0 x m x 1 | $0 x $1 x 1 | 0>");
}

TEST(HostSymbols, ALiteralOfATemplateIsOpenInEachInstantiation) {
  EXPECT_THAT(openLaunches("template <class T> __global__ void k(T *p);\n"
                           "template <class T> void run(T *p, int n) {\n"
                           "  const int b = 96; k<T><<<n / b, b>>>(p); }\n"
                           "void host(float *f, int *i, int n) {"
                           " run(f, n); run(i, n); }"),
              ElementsAre("k<float> <n / $0 x 1 x 1 | $0 x 1 x 1 | 0> p=?",
                          "k<int> <n / $0 x 1 x 1 | $0 x 1 x 1 | 0> p=?"));
}

TEST(HostSymbols, NamesThatNoProgramHas) {
  EXPECT_EQ(HostSymbols::nameOf(12), "$12");
  EXPECT_TRUE(HostSymbols::isName("$12"));
  EXPECT_FALSE(HostSymbols::isName("n"));
  EXPECT_FALSE(HostSymbols::isName(""));
  const HostExpr S = hostUnknown("$0"), N = hostUnknown("n");
  const HostType Wide;
  EXPECT_TRUE(hasOnlySymbols(S));
  EXPECT_TRUE(
      hasOnlySymbols(hostApply(HostOp::Mul, Wide, {S, hostInteger(4)})));
  EXPECT_FALSE(hasOnlySymbols(hostApply(HostOp::Div, Wide, {N, S})));
  EXPECT_FALSE(hasOnlySymbols(hostInteger(4)));
}
