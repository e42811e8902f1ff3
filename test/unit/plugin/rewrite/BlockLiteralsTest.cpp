//===- BlockLiteralsTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/BlockLiterals.h"
#include "plugin/rewrite/NameUses.h"
#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/Decl.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {
/// "255 div via g>b", "2.5f", "8 y": what the only launch of \p Code is made
/// with.
struct Literals {
  std::vector<std::string> Grid, Block;
};

std::vector<std::string> show(llvm::ArrayRef<BlockLiteral> All) {
  std::vector<std::string> Out;
  for (const BlockLiteral &L : All) {
    std::string Text = std::to_string(static_cast<long>(L.Value));
    Text += L.IsFloating ? "f" : "";
    Text += L.Dimension == 0 ? "" : L.Dimension == 1 ? " y" : " z";
    Text += L.InDivision ? " div" : "";
    for (size_t I = 0; I < L.Path.size(); ++I)
      Text += (I ? ">" : " via ") + L.Path[I]->getName().str();
    Out.push_back(Text);
  }
  return Out;
}

Literals literalsOf(const std::string &Code) {
  auto Unit = parseCuda(Code, /*DeviceSide=*/true);
  clang::ASTContext &Ctx = Unit->getASTContext();
  EXPECT_FALSE(Ctx.getDiagnostics().hasErrorOccurred()) << Code;
  auto Sites = readLaunchSites(Ctx);
  EXPECT_EQ(Sites.size(), 1u) << Code;
  if (Sites.size() != 1 || !Sites[0].GridExpr || !Sites[0].BlockExpr)
    return {};
  const NameUses Uses(Ctx);
  return {show(collectBlockLiterals(Sites[0].GridExpr, Uses.Assigned, Ctx)),
          show(collectBlockLiterals(Sites[0].BlockExpr, Uses.Assigned, Ctx))};
}

Literals literalsIn(const std::string &Body, const std::string &Before = "") {
  return literalsOf(Before +
                    "\n__global__ void k();\n"
                    "void host(int n, int m) {\n" +
                    Body + "\n}\n");
}
} // namespace

TEST(BlockLiterals, InTheLaunchItself) {
  Literals L = literalsIn("k<<<64, 256>>>();");
  EXPECT_THAT(L.Grid, ElementsAre("64"));
  EXPECT_THAT(L.Block, ElementsAre("256"));
  EXPECT_THAT(literalsIn("k<<<n, m>>>();").Block, IsEmpty());
}

TEST(BlockLiterals, DimensionsOfADim3) {
  Literals L = literalsIn("k<<<dim3(n / 16, 3), dim3(32, 8, 2)>>>();");
  EXPECT_THAT(L.Grid, ElementsAre("16 div", "3 y"));
  EXPECT_THAT(L.Block, ElementsAre("32", "8 y", "2 z"));
  EXPECT_THAT(literalsIn("dim3 b{32, 8}; k<<<1, b>>>();").Block,
              ElementsAre("32 via b", "8 y via b"));
  EXPECT_THAT(literalsIn("dim3 b(32, 8); k<<<1, b>>>();").Block,
              ElementsAre("32 via b", "8 y via b"));
  // Of one argument is the plain number.
  EXPECT_THAT(literalsIn("k<<<1, dim3(128)>>>();").Block, ElementsAre("128"));
}

TEST(BlockLiterals, MembersThatAreAssigned) {
  EXPECT_THAT(
      literalsIn("dim3 b; b.x = 16; b.y = 4; b.z = 2; k<<<1, b>>>();").Block,
      UnorderedElementsAre("16 via b", "4 y via b", "2 z via b"));
  EXPECT_THAT(literalsIn("int b = 64; b = 128; k<<<1, b>>>();").Block,
              UnorderedElementsAre("64 via b", "128 via b"));
}

TEST(BlockLiterals, WhatIsDivided) {
  EXPECT_THAT(literalsIn("k<<<(n + 255) / 256, 256>>>();").Grid,
              ElementsAre("255 div", "256 div"));
  EXPECT_THAT(literalsIn("k<<<(n + 255) >> 8, 256>>>();").Grid,
              ElementsAre("255 div", "8 div"));
  EXPECT_THAT(literalsIn("k<<<n * 4 + 2, 256>>>();").Grid,
              ElementsAre("4", "2"));
  // Outside of the division beside it.
  EXPECT_THAT(literalsIn("k<<<n / 256 + 1, 256>>>();").Grid,
              ElementsAre("256 div", "1"));
}

TEST(BlockLiterals, WhatIsHandedToAFunction) {
  const std::string Helper = "int up(int a, int b) { return (a + b - 1) / b; }";
  EXPECT_THAT(literalsIn("k<<<up(n, 256), 256>>>();", Helper).Grid,
              ElementsAre("256 div"));
  EXPECT_THAT(literalsIn("k<<<(int)ceil(n / 256.0), 256>>>();").Grid,
              ElementsAre("256f div"));
}

TEST(BlockLiterals, ThroughVariablesAndEnumerators) {
  Literals L = literalsIn("int g = n / B; k<<<g, B>>>();",
                          "enum { W = 32 }; const int B = W;");
  EXPECT_THAT(L.Grid, ElementsAre("32 div via g>B>W"));
  EXPECT_THAT(L.Block, ElementsAre("32 via B>W"));
  EXPECT_THAT(
      literalsIn("k<<<1, S::B>>>();", "struct S { static const int B = 96; };")
          .Block,
      ElementsAre("96 via B"));
  // A variable that is made of itself ends.
  EXPECT_THAT(literalsIn("int b = 32; b = b * 2; k<<<1, b>>>();").Block,
              UnorderedElementsAre("32 via b", "2 via b"));
  // A parameter's default is not what the caller hands over.
  EXPECT_THAT(literalsOf("__global__ void k();\n"
                         "void host(int b = 128) { k<<<1, b>>>(); }")
                  .Block,
              IsEmpty());
}

TEST(BlockLiterals, AProductOfLiteralsIsOneNumber) {
  EXPECT_THAT(literalsIn("k<<<1, 16 * 16>>>();").Block, ElementsAre("256"));
  EXPECT_THAT(literalsIn("k<<<1, 1 << 8>>>();").Block, ElementsAre("256"));
  EXPECT_THAT(literalsIn("k<<<1, (4 * 8) * 2>>>();").Block, ElementsAre("64"));
  EXPECT_THAT(literalsIn("const int w = 8; k<<<1, w * 32>>>();").Block,
              ElementsAre("8 via w", "32"));
  EXPECT_THAT(literalsIn("k<<<1, 100 + 28>>>();").Block,
              ElementsAre("100", "28"));
}

TEST(BlockLiterals, ATemplatesArgumentIsSkipped) {
  Literals L = literalsOf("__global__ void k();\n"
                          "template <int B> void run(int n) {"
                          " k<<<(n + B - 1) / B, B>>>(); }\n"
                          "void host(int n) { run<256>(n); }");
  EXPECT_THAT(L.Grid, ElementsAre("1 div"));
  EXPECT_THAT(L.Block, IsEmpty());
}

TEST(BlockLiterals, NumbersTooLargeForABlockAreNone) {
  EXPECT_THAT(literalsIn("k<<<1, 4294967296 / m>>>();").Block, IsEmpty());
}
