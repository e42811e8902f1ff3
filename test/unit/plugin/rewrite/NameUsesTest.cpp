//===- NameUsesTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/NameUses.h"
#include "test/unit/plugin/CudaAst.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::IsEmpty;
using testing::StartsWith;

namespace {
struct FindValue : clang::RecursiveASTVisitor<FindValue> {
  llvm::StringRef Name;
  const clang::ValueDecl *Found = nullptr;
  bool VisitValueDecl(clang::ValueDecl *D) {
    if (!Found && D->getDeclName().isIdentifier() && D->getName() == Name)
      Found = D;
    return true;
  }
};

/// Kernels, and functions of other files. Not a line of its own.
constexpr char Kernels[] =
    "__global__ void k(); __global__ void told(int b); int elsewhere(int);"
    " void *make(unsigned long); ";

/// "B: int a[B];": what is used and the line where; "" if nothing is.
std::string describe(const std::optional<ForeignUse> &Use,
                     const clang::ASTContext &Ctx, llvm::StringRef Code) {
  if (!Use)
    return "";
  const clang::SourceManager &SM = Ctx.getSourceManager();
  EXPECT_TRUE(SM.isWrittenInMainFile(Use->Where))
      << Use->Where.printToString(SM);
  llvm::SmallVector<llvm::StringRef, 32> Lines;
  Code.split(Lines, '\n');
  const unsigned Line = SM.getSpellingLineNumber(Use->Where);
  if (Line == 0 || Line > Lines.size()) {
    ADD_FAILURE() << "line " << Line;
    return Use->Name;
  }
  return Use->Name + ": " + Lines[Line - 1].trim().str();
}

std::string foreign(const std::string &Text, llvm::StringRef Name = "B") {
  const std::string Code = Kernels + Text;
  auto Unit = parseCuda(Code, /*DeviceSide=*/true);
  clang::ASTContext &Ctx = Unit->getASTContext();
  EXPECT_FALSE(Ctx.getDiagnostics().hasErrorOccurred()) << Text;
  FindValue Finder;
  Finder.Name = Name;
  Finder.TraverseAST(Ctx);
  if (!Finder.Found) {
    ADD_FAILURE() << "no " << Name.str() << " in:\n" << Text;
    return "";
  }
  return describe(NameUses(Ctx).foreignUse(Finder.Found), Ctx, Code);
}

/// The same of `const int B = 256;` in a function of this body.
std::string foreignIn(const std::string &Body, const std::string &Before = "") {
  return foreign(Before +
                 "\nvoid host(int n, float *p) {\n"
                 "const int B = 256;\n" +
                 Body + "\n}\n");
}

std::string foreignMacro(const std::string &Text, llvm::StringRef Name = "B") {
  const std::string Code = Kernels + ("\n" + Text);
  auto Unit = parseCuda(Code, /*DeviceSide=*/true);
  clang::ASTContext &Ctx = Unit->getASTContext();
  EXPECT_FALSE(Ctx.getDiagnostics().hasErrorOccurred()) << Text;
  return describe(NameUses(Ctx).foreignMacroUse(Name), Ctx, Code);
}

std::string foreignMacroIn(const std::string &Body,
                           const std::string &Before = "") {
  return foreignMacro("#define B 256\n" + Before +
                      "\nvoid host(int n, float *p) {\n" + Body + "\n}\n");
}
} // namespace

TEST(NameUses, LaunchesAloneAreNotForeign) {
  EXPECT_EQ(foreignIn("k<<<n, B>>>();"), "");
  EXPECT_EQ(foreignIn("k<<<(n + B - 1) / B, B, B * 4>>>();"), "");
  EXPECT_EQ(foreignIn("k<<<dim3(n / B), dim3(B, 1)>>>();"), "");
  EXPECT_EQ(foreignIn("cudaLaunchKernel((const void *)k, dim3(n / B), dim3(B),"
                      " 0, B * 4, 0);"),
            "");
  EXPECT_EQ(foreignIn(""), "");
}

TEST(NameUses, WhatIsMadeWithItForLaunchesIsNotForeign) {
  EXPECT_EQ(foreignIn("int grid = (n + B - 1) / B;\nk<<<grid, B>>>();"), "");
  EXPECT_EQ(foreignIn("dim3 b(B), g(n / B);\nk<<<g, b>>>();"), "");
  EXPECT_EQ(foreignIn("dim3 b; b.x = B;\ndim3 g; g.x = n / b.x;\n"
                      "k<<<g, b>>>();"),
            "");
  EXPECT_EQ(foreignIn("dim3 b; b = dim3(B);\nk<<<n, b>>>();"), "");
  EXPECT_EQ(foreignIn("int g;\ng = n / B;\nk<<<g, 1>>>();"), "");
  EXPECT_EQ(foreign("enum { B = 64 };\nvoid host(int n) {"
                    " const int c = B; k<<<n / c, c>>>(); }"),
            "");
}

TEST(NameUses, HelpersThatOnlyComputeAreNotForeign) {
  EXPECT_EQ(foreignIn("k<<<up(n, B), B>>>();",
                      "int up(int a, int b) { return (a + b - 1) / b; }"),
            "");
  EXPECT_EQ(foreignIn("k<<<(int)ceil(n / (float)B), B>>>();"), "");
  EXPECT_EQ(foreignIn("int g = std::min(n / B, 1024);\nk<<<g, B>>>();"), "");
}

TEST(NameUses, AFunctionThatDoesMoreIsForeign) {
  EXPECT_EQ(foreignIn("k<<<elsewhere(B), B>>>();"),
            "B: k<<<elsewhere(B), B>>>();");
  EXPECT_EQ(foreignIn("int g = elsewhere(B);\nk<<<g, B>>>();"),
            "B: int g = elsewhere(B);");
  EXPECT_EQ(foreignIn("k<<<count(B), B>>>();",
                      "int calls;\nint count(int b) { return ++calls * b; }"),
            "B: k<<<count(B), B>>>();");
}

TEST(NameUses, ArrayBoundsAreForeign) {
  EXPECT_EQ(foreignIn("float sums[B];\nk<<<n, B>>>();"), "B: float sums[B];");
  EXPECT_EQ(foreign("const int B = 64;\n"
                    "__global__ void s() { __shared__ float t[B]; t[0] = 1; }\n"
                    "void host() { s<<<1, B>>>(); }"),
            "B: __global__ void s() { __shared__ float t[B]; t[0] = 1; }");
}

TEST(NameUses, WhatIsPrintedComparedOrAllocatedIsForeign) {
  EXPECT_EQ(foreignIn("k<<<n, B>>>();\nprintf(\"%d\", B);"),
            "B: printf(\"%d\", B);");
  EXPECT_EQ(foreignIn("if (n < B)\nreturn;\nk<<<n, B>>>();"), "B: if (n < B)");
  EXPECT_EQ(foreignIn("void *v;\ncudaMalloc(&v, B * 4);\nk<<<n, B>>>();"),
            "B: cudaMalloc(&v, B * 4);");
  EXPECT_EQ(foreignIn("for (int i = 0; i < n; i += B)\nk<<<n, B>>>();"),
            "B: for (int i = 0; i < n; i += B)");
  EXPECT_EQ(foreignIn("p[B] = 0;\nk<<<n, B>>>();"), "B: p[B] = 0;");
  EXPECT_EQ(foreignIn("static_assert(B == 256, \"\");\nk<<<n, B>>>();"),
            "B: static_assert(B == 256, \"\");");
}

TEST(NameUses, WhatTheKernelIsToldIsForeign) {
  EXPECT_EQ(foreignIn("told<<<n, B>>>(B);"), "B: told<<<n, B>>>(B);");
  EXPECT_EQ(foreign("template <int N> __global__ void t();\n"
                    "void host() { const int B = 64;\nt<B><<<1, B>>>(); }"),
            "B: t<B><<<1, B>>>(); }");
}

TEST(NameUses, AUseOfWhatIsMadeWithItIsForeign) {
  EXPECT_EQ(foreignIn("int grid = n / B;\nk<<<grid, B>>>();\n"
                      "void *v = make(grid * 4);"),
            "grid: void *v = make(grid * 4);");
  EXPECT_EQ(foreignIn("int g = n / B, h = g + 1;\nk<<<h, B>>>();\n"
                      "printf(\"%d\", h);"),
            "h: printf(\"%d\", h);");
  EXPECT_EQ(foreignIn("dim3 b; b.x = B;\nk<<<n, b>>>();\n"
                      "printf(\"%d\", b.x);"),
            "b: printf(\"%d\", b.x);");
}

TEST(NameUses, WhatOthersMaySeeIsForeign) {
  EXPECT_THAT(foreign("int B = 256;\nvoid host() { k<<<1, B>>>(); }"),
              StartsWith("B: "));
  EXPECT_EQ(foreign("static int B = 256;\nvoid host() { k<<<1, B>>>(); }"), "");
  EXPECT_EQ(foreign("const int B = 256;\nvoid host() { k<<<1, B>>>(); }"), "");
  EXPECT_THAT(foreign("void host(int B) { k<<<1, B>>>(); }"),
              StartsWith("B: "));
}

TEST(NameUses, InTemplates) {
  EXPECT_EQ(foreign("static const int B = 64;\n"
                    "template <class T> void run(T *p, int n) {\n"
                    "k<<<n / B, B>>>(); }\n"
                    "void host(float *p) { run(p, 3); }"),
            "");
  EXPECT_EQ(foreign("static const int B = 64;\n"
                    "template <class T> void run(T *p, int n) {\n"
                    "p[B] = n;\nk<<<n / B, B>>>(); }\n"
                    "void host(float *p) { run(p, 3); }"),
            "B: p[B] = n;");
}

TEST(NameUses, CirclesEnd) {
  EXPECT_EQ(foreign("void host(int n) {\nint B = 32, c = B;\n"
                    "B = c * 2; c = B;\nk<<<n, B>>>(); }"),
            "");
}

TEST(NameUses, AssignedValuesByMember) {
  const std::string Code = std::string(Kernels) +
                           "void host() { dim3 v; v.y = 4; v = dim3(2);"
                           " v.x = 8; k<<<1, v>>>(); }";
  auto Unit = parseCuda(Code, /*DeviceSide=*/true);
  clang::ASTContext &Ctx = Unit->getASTContext();
  NameUses Uses(Ctx);
  std::vector<unsigned> Members;
  for (const auto &[D, Values] : Uses.Assigned)
    if (D->getName() == "v")
      for (const auto &[Value, Member] : Values)
        Members.push_back(Member);
  EXPECT_THAT(Members, testing::ElementsAre(1u, ~0u, 0u));
}

TEST(NameUses, MacrosInLaunchesAreNotForeign) {
  EXPECT_EQ(foreignMacroIn("k<<<(n + B - 1) / B, B>>>();"), "");
  EXPECT_EQ(foreignMacroIn("const int c = B;\nint g = n / c;\nk<<<g, c>>>();"),
            "");
  EXPECT_EQ(foreignMacroIn("k<<<UP(n, B), B>>>();",
                           "#define UP(a, b) (((a) + (b) - 1) / (b))"),
            "");
  EXPECT_EQ(foreignMacroIn("k<<<GRID(n), B>>>();", "#define GRID(n) ((n) / B)"),
            "");
  EXPECT_EQ(foreignMacro("void host() {}", "B"), "");
}

TEST(NameUses, OtherUsesOfMacrosAreForeign) {
  EXPECT_EQ(foreignMacroIn("float sums[B];\nk<<<n, B>>>();"),
            "B: float sums[B];");
  EXPECT_EQ(foreignMacroIn("k<<<n, B>>>();\nprintf(\"%d\", B);"),
            "B: printf(\"%d\", B);");
  EXPECT_EQ(foreignMacroIn("k<<<n, B>>>();", "#if B > 128\nint big;\n#endif"),
            "B: #if B > 128");
  EXPECT_EQ(foreignMacroIn("const int c = B;\nk<<<n, c>>>();\nmake(c);"),
            "B: const int c = B;");
  EXPECT_EQ(foreignMacroIn("told<<<n, B>>>(B);"), "B: told<<<n, B>>>(B);");
}

TEST(NameUses, AStringisedMacroIsForeign) {
  EXPECT_EQ(foreignMacroIn("k<<<n, B>>>();\nprintf(TEXT(B));",
                           "#define TEXT_(x) #x\n#define TEXT(x) TEXT_(x)"),
            "B: printf(TEXT(B));");
}

TEST(NameUses, AMacroWithinAMacroIsUsedWhereThatIs) {
  EXPECT_EQ(
      foreignMacroIn("k<<<n, B>>>();\nmake(BYTES);", "#define BYTES (B * 4)"),
      "BYTES: make(BYTES);");
  EXPECT_EQ(foreignMacroIn("k<<<n, B, BYTES>>>();", "#define BYTES (B * 4)"),
            "");
}

TEST(NameUses, AMacroOfTwoDefinitionsIsForeign) {
  EXPECT_EQ(foreignMacroIn("k<<<n, B>>>();", "#undef B\n#define B 128"),
            "B: #undef B");
}
