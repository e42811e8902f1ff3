//===- EvaluatorTest.cpp - Values that reach a launch ---------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// "X x Y x Z" of the grid and the block of the only launch.
std::string config(llvm::StringRef Body, llvm::StringRef Before = "") {
  std::string L = launchIn(Body, Before);
  size_t From = L.find('<'), To = L.rfind(" | ");
  if (From == std::string::npos || To == std::string::npos)
    return L;
  return L.substr(From + 1, To - From - 1);
}
} // namespace

TEST(HostEval, Literals) {
  EXPECT_EQ(launchIn("k<<<64, 256>>>();"),
            "k <64 x 1 x 1 | 256 x 1 x 1 | 0> a=0 f=0");
  EXPECT_EQ(launchIn("k<<<1, 32, 48 * sizeof(float)>>>(n, 2.5f);"),
            "k <1 x 1 x 1 | 32 x 1 x 1 | 192> a=n f=2.5");
}

TEST(HostEval, EveryFormOfDim3) {
  EXPECT_EQ(config("k<<<dim3(4), dim3(8, 2)>>>();"), "4 x 1 x 1 | 8 x 2 x 1");
  EXPECT_EQ(config("dim3 b(16, 16), g; k<<<g, b>>>();"),
            "1 x 1 x 1 | 16 x 16 x 1");
  EXPECT_EQ(config("dim3 b = {32, 4, 2}; dim3 g{2}; k<<<g, b>>>();"),
            "2 x 1 x 1 | 32 x 4 x 2");
  EXPECT_EQ(
      config("dim3 b = 128; auto c = b; const dim3 d = c; k<<<d, c>>>();"),
      "128 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(config("dim3 b; b.x = 64; b.y = b.x / 16; k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 4 x 1");
  EXPECT_EQ(config("constexpr dim3 b(8, 8, 8); k<<<1, b>>>();"),
            "1 x 1 x 1 | 8 x 8 x 8");
  EXPECT_EQ(config("dim3 b; b = dim3(7, 3); k<<<dim3{n, 2u}, b>>>();"),
            "n x 2 x 1 | 7 x 3 x 1");
}

TEST(HostEval, ConstantsOfEveryKind) {
  llvm::StringRef Before = "#define SB 64\n"
                           "enum { EB = 96 }; enum class EC : int { V = 48 };\n"
                           "const int GB = 160; constexpr int HB = GB * 2;\n"
                           "struct S { static constexpr int B = 224;\n"
                           "           static const int C = 32; };\n"
                           "static int SV = 192;\n"
                           "namespace { unsigned AV = 352; }\n"
                           "template <int B> struct T { enum { V = B }; };\n";
  EXPECT_EQ(config("k<<<EB, SB>>>();", Before), "96 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("k<<<GB, HB>>>();", Before), "160 x 1 x 1 | 320 x 1 x 1");
  EXPECT_EQ(config("k<<<S::C, S::B>>>();", Before), "32 x 1 x 1 | 224 x 1 x 1");
  EXPECT_EQ(config("k<<<T<5>::V, (int)EC::V>>>();", Before),
            "5 x 1 x 1 | 48 x 1 x 1");
  EXPECT_EQ(config("k<<<AV, SV>>>();", Before), "352 x 1 x 1 | 192 x 1 x 1");
  EXPECT_EQ(config("static const int b = 33; k<<<1, b>>>();"),
            "1 x 1 x 1 | 33 x 1 x 1");
}

TEST(HostEval, GlobalsThatMayChangeAreNamed) {
  EXPECT_EQ(config("k<<<1, B>>>();", "int B = 64;"), "1 x 1 x 1 | B x 1 x 1");
  EXPECT_EQ(
      config("k<<<1, B>>>();", "static int B = 64; void set() { B = 32; }"),
      "1 x 1 x 1 | B x 1 x 1");
  EXPECT_EQ(config("k<<<1, ns::B>>>();", "namespace ns { int B = 64; }"),
            "1 x 1 x 1 | ns::B x 1 x 1");
  EXPECT_EQ(config("B = 32; k<<<1, B>>>();", "int B = 64;"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("B = 32; other(); k<<<1, B>>>();", "int B; void other();"),
            "1 x 1 x 1 | B x 1 x 1");
  EXPECT_EQ(config("static int b = 8; ++b; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostEval, Arithmetic) {
  EXPECT_EQ(config("int b = 256; k<<<(n + b - 1) / b, b>>>();"),
            "(n + 256 - 1) / 256 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(config("int N = 1 << 20; int b = 1 << 8; k<<<N / b, b>>>();"),
            "4096 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(config("int b = 32; b *= 4; b += 8; b--; ++b; b >>= 1; b |= 1;"
                   "k<<<b++, b>>>();"),
            "69 x 1 x 1 | 70 x 1 x 1");
  EXPECT_EQ(config("int t = n * m; k<<<t / 64, 64>>>(t);"),
            "n * m / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("size_t N = n; k<<<(N + 127) / 128, 128>>>();"),
            "(n + 127) / 128 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(config("int b = 2147483647; b = b + 1; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostEval, FloatingCeiling) {
  EXPECT_EQ(config("int N = 1000; k<<<ceil(N / 256.0), 256>>>();"),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(config("int N = 1000; k<<<(int)ceilf((float)N / 256), 256>>>();"),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(config("int N = 1000; k<<<std::ceil(N / (float)256), 256>>>();"),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(config("k<<<ceil(n / 256.0), 256>>>();"),
            "(int)ceil((double)n / 256) x 1 x 1 | 256 x 1 x 1");
}

TEST(HostEval, HelperFunctions) {
  llvm::StringRef Before =
      "int div_up(int a, int b) { return (a + b - 1) / b; }\n"
      "template <class T> T cdiv(T a, T b) { return div_up(a, b); }\n"
      "int iDivUp(int a, int b) {\n"
      "  return (a % b != 0) ? (a / b + 1) : (a / b); }\n"
      "int ifDiv(int a, int b) { if (a % b) return a / b + 1; return a / b; }\n"
      "int steps(int a) { int r = a; r += 3; r = r / 4; return r; }\n"
      "int pow2(int x) { int p = 1; while (p < x) p <<= 1; return p; }\n"
      "constexpr int ce(int x) { int s = 0; for (int i = 0; i < x; ++i) s += i;"
      " return s; }\n"
      "dim3 grid(int w, int h) { return dim3(div_up(w, 16), div_up(h, 8)); }\n"
      "void both(dim3 &g, dim3 &b, int n) { b = dim3(128); g.x = n / 128; }\n"
      "int rec(int x) { return rec(x + 1); }\n";
  EXPECT_EQ(config("k<<<div_up(1000, 256), 256>>>();", Before),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(config("k<<<cdiv(n, 64), 64>>>();", Before),
            "(n + 64 - 1) / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("k<<<iDivUp(1000, 256), ifDiv(512, 2)>>>();", Before),
            "4 x 1 x 1 | 256 x 1 x 1");
  EXPECT_EQ(config("k<<<iDivUp(n, 32), 32>>>();", Before),
            "n % 32 != 0 ? n / 32 + 1 : n / 32 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("k<<<ifDiv(n, 32), 32>>>();", Before),
            "n % 32 ? n / 32 + 1 : n / 32 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("k<<<steps(9), pow2(100)>>>();", Before),
            "3 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(config("k<<<1, ce(5)>>>();", Before), "1 x 1 x 1 | 10 x 1 x 1");
  EXPECT_EQ(config("k<<<grid(64, m), 4>>>();", Before),
            "4 x (m + 8 - 1) / 8 x 1 | 4 x 1 x 1");
  EXPECT_EQ(config("dim3 g, b; both(g, b, 1024); k<<<g, b>>>();", Before),
            "8 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(config("k<<<1, rec(5)>>>();", Before),
            "1 x 1 x 1 | rec(5) x 1 x 1");
}

TEST(HostEval, MinimumAndMaximum) {
  EXPECT_EQ(config("k<<<std::min(n, 64), std::max(16, 32)>>>();"),
            "min(n, 64) x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("k<<<1, n < 64 ? n : 64>>>();"),
            "1 x 1 x 1 | n < 64 ? n : 64 x 1 x 1");
}

TEST(HostEval, DirectlyCalledLambdas) {
  EXPECT_EQ(config("auto d = [](int a, int b) { return (a + b - 1) / b; };"
                   "k<<<d(1000, 100), 100>>>();"),
            "10 x 1 x 1 | 100 x 1 x 1");
  EXPECT_EQ(config("const int b = 64; auto d = [&](int a) { return a / b; };"
                   "k<<<d(640), b>>>();"),
            "10 x 1 x 1 | 64 x 1 x 1");
}

TEST(HostEval, StructsAndTheirFields) {
  llvm::StringRef Before = "struct Cfg { int bs; dim3 grid; int w = 5; };\n"
                           "struct Ctor { int b; Ctor(int n) : b(n * 2) {} int "
                           "get() const { return b; } };\n";
  EXPECT_EQ(
      config("Cfg c; c.bs = 96; c.grid = dim3(3, 4); k<<<c.grid, c.bs>>>(c.w);",
             Before),
      "3 x 4 x 1 | 96 x 1 x 1");
  EXPECT_EQ(
      launchIn(
          "Cfg c{32, {2, 3}}; Cfg d = c; d.bs++; k<<<d.grid, c.bs>>>(d.bs);",
          Before),
      "k <2 x 3 x 1 | 32 x 1 x 1 | 0> a=33 f=0");
  EXPECT_EQ(config("Ctor c(16); k<<<c.get(), c.b>>>();", Before),
            "32 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("extern Cfg load(); Cfg c = load(); k<<<c.grid, c.bs>>>();",
                   Before),
            "c.grid.x x c.grid.y x c.grid.z | c.bs x 1 x 1");
  EXPECT_EQ(
      config("extern Cfg *get(); Cfg *c = get(); k<<<c->grid, c->bs>>>();",
             Before),
      "c.grid.x x c.grid.y x c.grid.z | c.bs x 1 x 1");
}

TEST(HostEval, BranchesThatDisagreeLeaveAnUnknown) {
  EXPECT_EQ(config("int b = 64; if (n > 5) b = 128; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 64; if (n > 5) b = 64; k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int b = 64; if (n > 5) { b = 7; return; } k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int b = 64; if (n > 5) { b = 7; exit(1); } k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int b; if (n) b = 1; else b = 2; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 1; if (sizeof(int) == 4) b = 32; k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("dim3 b(32, 4); if (n) b.y = 8; k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x b.y x 1");
  EXPECT_EQ(config("k<<<1, n ? 64 : 64>>>();"), "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int b = n ? 64 : 32; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int g = n / 64; if (n % 64) g++; k<<<g, 64>>>();"),
            "n % 64 ? n / 64 + 1 : n / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int b = 64; n && (b = 32); k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostEval, Switches) {
  EXPECT_EQ(config("int b = 1; switch (n) { case 1: b = 32; break;"
                   "case 2: b = 64; break; } k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 1; switch (n) { case 1: b = 32; break;"
                   "default: b = 32; } k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("int b = 8; switch (n) { case 1: b = 32;"
                   "case 2: k<<<1, b>>>(); }"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 8; switch (n) { case 1: b = 32; break;"
                   "case 2: k<<<1, b>>>(); }"),
            "1 x 1 x 1 | 8 x 1 x 1");
}

TEST(HostEval, BranchesSayWhatAVariableIs) {
  EXPECT_EQ(config("dim3 b(n, n); if (n == 16) k<<<m / n, b>>>();"),
            "m / 16 x 1 x 1 | 16 x 16 x 1");
  EXPECT_EQ(config("dim3 b(n); switch (n) { case 64: k<<<1, b>>>(); break; }"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int s = n <= 32 ? 2 * n : n; if (n == 64) k<<<s, n>>>();"),
            "64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("if (m > 0 && 32 == n) k<<<m, n>>>();"),
            "m x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("if (n != 128 || m) ; else k<<<m + 1, n>>>();"),
            "m + 1 x 1 x 1 | 128 x 1 x 1");
}

TEST(HostEval, BranchesSayNoMoreThanTheyKnow) {
  const std::string Unknown = "1 x 1 x 1 | n x 1 x 1";
  EXPECT_EQ(config("if (n == 16) m = 1; k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(config("if (n == 16 || m) k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(config("if (n == 16) ; else k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(config("if (n != 16) k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(config("if (n == m) k<<<1, n>>>();"), Unknown);
  EXPECT_EQ(config("switch (n) { case 1: case 2: k<<<1, n>>>(); }"), Unknown);
  EXPECT_EQ(config("switch (n) { default: k<<<1, n>>>(); }"), Unknown);
  EXPECT_EQ(config("switch (n) { case 8: m = 2; break; } k<<<1, n>>>();"),
            Unknown);
  EXPECT_EQ(config("switch (n) { case 8: m = 2; case 9: k<<<1, n>>>(); }"),
            Unknown);
  // Control comes from elsewhere.
  EXPECT_EQ(config("if (m) goto in; if (n == 16) { in: k<<<1, n>>>(); }"),
            Unknown);
  EXPECT_EQ(config("for (int i = 0; i < m; ++i) { do { if (n == 16) break; else"
                   " return; } while (0); } k<<<1, n>>>();"),
            Unknown);
  // The variable changes, or another has its name.
  EXPECT_EQ(config("int b = n; dim3 d(b); b = m; if (b == 4) k<<<1, d>>>();"),
            Unknown);
  EXPECT_EQ(config("if (n == 16) { while (m--) scanf(\"\", &n); k<<<1, n>>>();"
                   "}"),
            Unknown);
  EXPECT_EQ(config("if (n == 16) { int n = m; k<<<1, n>>>(); }"),
            "1 x 1 x 1 | m x 1 x 1");
}

TEST(HostEval, LoopsForgetWhatTheyChange) {
  EXPECT_EQ(config("for (int b = 32; b <= 1024; b *= 2) k<<<n / b, b>>>();"),
            "n / b x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 512; while (b > n) b /= 2; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 512, c = 64; for (int i = 0; i < n; ++i) {"
                   "  k<<<c, b>>>(i); b = 256; }"),
            "64 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(launchIn("int b = 64; for (int i = 0; i < n; ++i) k<<<1, b>>>(i);"),
            "k <1 x 1 x 1 | 64 x 1 x 1 | 0> a=i f=0");
  EXPECT_EQ(config("int b = 64; do { b = 32; if (n) break; b = 32; } while (0);"
                   "k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("int b = 64; do { if (n) break; b = 32; } while (0);"
                   "k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 64; for (int i = 0; i < n; ++i) { int b = 3; b++; }"
                   "k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(
      config("int b = 64; again: k<<<1, b>>>(); b = 32; if (n) goto again;"),
      "1 x 1 x 1 | b x 1 x 1");
}

TEST(HostEval, WhatOthersMayWriteIsUnknown) {
  EXPECT_EQ(config("int b = 64; scanf(\"%d\", &b); k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 64; scanf(\"%d\", &b); b = 32; k<<<1, b>>>();"),
            "1 x 1 x 1 | 32 x 1 x 1");
  EXPECT_EQ(config("int b = 64; int *p = &b; *p = 3; k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 64; set(b); k<<<1, b>>>();", "void set(int &);"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(
      config("int b = 64; show(b); k<<<1, b>>>();", "void show(const int &);"),
      "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int b = 64; int &r = b; r = 128; k<<<1, b>>>();"),
            "1 x 1 x 1 | 128 x 1 x 1");
  EXPECT_EQ(config("int b = 64; auto f = [&] { b = 32; }; f(); k<<<1, b>>>();"),
            "1 x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("int b = 64; auto f = [=]() mutable { b = 32; }; f();"
                   "k<<<1, b>>>();"),
            "1 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int g, b; cudaOccupancyMaxPotentialBlockSize(&g, &b, 0);"
                   "k<<<n / b, b>>>();"),
            "n / b x 1 x 1 | b x 1 x 1");
  EXPECT_EQ(config("volatile int b = 64; k<<<1, b>>>();"),
            "1 x 1 x 1 | ? x 1 x 1");
  EXPECT_EQ(config("int b[2] = {1, 2}; b[0] = n; k<<<1, b[0]>>>();"),
            "1 x 1 x 1 | b[0] x 1 x 1");
  EXPECT_EQ(config("cudaDeviceProp p; cudaGetDeviceProperties(&p, 0);"
                   "k<<<4 * p.multiProcessorCount, 64>>>();"),
            "4 * p.multiProcessorCount x 1 x 1 | 64 x 1 x 1");
}

TEST(HostEval, UnknownsTakeTheNamesOfTheSource) {
  llvm::StringRef Before = "struct V { int size() const; int w; };"
                           "int load(int); extern V *gp;";
  EXPECT_EQ(config("V v; k<<<v.size() / 64, 64>>>();", Before),
            "v.size() / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int s = load(3); k<<<s / 64, 64>>>();", Before),
            "s / 64 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int s = load(3) * 2; k<<<s, 64>>>();", Before),
            "load(3) * 2 x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("int s = atoi(argv[1]); k<<<s, 64>>>();", Before),
            "s x 1 x 1 | 64 x 1 x 1");
  EXPECT_EQ(config("k<<<gp->w, 64>>>();", Before), "gp.w x 1 x 1 | 64 x 1 x 1");
}

TEST(HostEval, ParametersWhoseCallersAgree) {
  auto One = [](llvm::StringRef Code) {
    auto L = launchesOf(("__global__ void k();\n" + Code).str());
    EXPECT_EQ(L.size(), 1u) << Code.str();
    return L.empty() ? "" : L[0];
  };
  EXPECT_EQ(One("static void run(int b) { k<<<1, b>>>(); }\n"
                "void f() { run(64); run(2 * 32); }"),
            "k <1 x 1 x 1 | 64 x 1 x 1 | 0>");
  EXPECT_EQ(One("static void run(int b) { k<<<1, b>>>(); }\n"
                "void f() { run(64); run(32); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
  EXPECT_EQ(One("void run(int b) { k<<<1, b>>>(); }\nvoid f() { run(64); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
  EXPECT_EQ(One("static void run(int b) { k<<<1, b>>>(); }\n"
                "void (*p)(int) = run; void f() { run(64); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
  EXPECT_EQ(One("namespace { void inner(dim3 g, int b) { k<<<g, b>>>(); }\n"
                "void outer(int b) { inner(dim3(2, 3), b * 2); } }\n"
                "void f() { outer(16); }"),
            "k <2 x 3 x 1 | 32 x 1 x 1 | 0>");
  EXPECT_EQ(One("struct R { void run(int b) { k<<<1, b>>>(); } };\n"
                "void f() { R r; r.run(96); }"),
            "k <1 x 1 x 1 | 96 x 1 x 1 | 0>");
  EXPECT_EQ(One("void f() { auto run = [](int b) { k<<<1, b>>>(); };\n"
                "run(96); run(96); }"),
            "k <1 x 1 x 1 | 96 x 1 x 1 | 0>");
  EXPECT_EQ(One("template <class F> void call(F f) { f(3); }\n"
                "void f() { auto run = [](int b) { k<<<1, b>>>(); };\n"
                "run(96); call(run); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
  EXPECT_EQ(One("static void run(int b, int d) { if (d) run(b, d - 1);\n"
                "k<<<1, b>>>(); } void f() { run(64, 3); }"),
            "k <1 x 1 x 1 | b x 1 x 1 | 0>");
}
