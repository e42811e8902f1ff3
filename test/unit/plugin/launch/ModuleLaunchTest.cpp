//===- ModuleLaunchTest.cpp - Launches of kernels loaded by name ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/CudaAst.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;

static constexpr char Driver[] = R"cuda(
#pragma once
#pragma GCC system_header
typedef int CUresult;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUkern_st *CUkernel;
typedef struct ihipModuleSymbol_t *hipFunction_t;
struct CUlaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ,
      sharedMemBytes;
  void *hStream, *attrs;
  unsigned numAttrs;
};
extern "C" {
CUresult cuModuleGetFunction(CUfunction *, CUmodule, const char *);
CUresult cuLibraryGetKernel(CUkernel *, void *, const char *);
CUresult cuKernelGetFunction(CUfunction *, CUkernel);
CUresult cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned,
                        unsigned, unsigned, unsigned, void *, void **, void **);
CUresult cuLaunchKernelEx(const CUlaunchConfig *, CUfunction, void **, void **);
int hipModuleGetFunction(hipFunction_t *, void *, const char *);
int hipGetFuncBySymbol(hipFunction_t *, const void *);
int hipModuleLaunchKernel(hipFunction_t, unsigned, unsigned, unsigned, unsigned,
                          unsigned, unsigned, unsigned, void *, void **,
                          void **);
int hipExtModuleLaunchKernel(hipFunction_t, unsigned, unsigned, unsigned,
                             unsigned, unsigned, unsigned, unsigned long,
                             void *, void **, void **);
}
#define CHECK(Call) do { int e = Call; if (e != 0) { printf("%d", e); exit(1); } } while (0)
)cuda";

static std::vector<std::string> launches(llvm::StringRef Code) {
  return launchesOf(("#include \"driver.h\"\n"
                     "extern \"C\" __global__ void k(int a, float f);\n" +
                     Code)
                        .str(),
                    {{"driver.h", Driver}});
}

/// The launches of a function that is given a module.
static std::vector<std::string> launchesIn(llvm::StringRef Body) {
  return launches(
      ("void host(CUmodule m, int n, float f) {" + Body + "\n}\n").str());
}

TEST(ModuleLaunch, AHandleThatTheFunctionAsksForIsItsKernel) {
  EXPECT_THAT(
      launchesIn("CUfunction h; CHECK(cuModuleGetFunction(&h, m, \"k\"));\n"
                 "void *args[] = {&n, &f};\n"
                 "CHECK(cuLaunchKernel(h, (n + 63) / 64, 2, 1, 64, 4, 1, 16, 0,"
                 " args, nullptr));"),
      ElementsAre("k <(n + 63) / 64 x 2 x 1 | 64 x 4 x 1 | 16> a=n f=f"));
  EXPECT_THAT(
      launchesIn("CUkernel q; cuLibraryGetKernel(&q, 0, \"k\");"
                 "CUfunction h; cuKernelGetFunction(&h, q);"
                 "cuLaunchKernel(h, 8, 1, 1, 32, 1, 1, 0, 0, 0, 0);"
                 "cuLaunchKernel((CUfunction)q, 9, 1, 1, 32, 1, 1, 0, 0,"
                 " 0, 0);"),
      ElementsAre("k <8 x 1 x 1 | 32 x 1 x 1 | 0> a=? f=?",
                  "k <9 x 1 x 1 | 32 x 1 x 1 | 0> a=? f=?"));
}

TEST(ModuleLaunch, OneVariableHoldsOneHandleAfterTheOther) {
  EXPECT_THAT(launches("extern \"C\" __global__ void j();\n"
                       "void host(CUmodule m) { CUfunction h;"
                       "cuModuleGetFunction(&h, m, \"k\");"
                       "cuLaunchKernel(h, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0);"
                       "cuModuleGetFunction(&h, m, \"j\");"
                       "cuLaunchKernel(h, 2, 1, 1, 32, 1, 1, 0, 0, 0, 0); }"),
              ElementsAre("k <1 x 1 x 1 | 32 x 1 x 1 | 0> a=? f=?",
                          "j <2 x 1 x 1 | 32 x 1 x 1 | 0>"));
}

TEST(ModuleLaunch, AConfigurationIsRead) {
  EXPECT_THAT(launchesIn("CUfunction h; cuModuleGetFunction(&h, m, \"k\");"
                         "CUlaunchConfig c{}; c.gridDimX = 5; c.gridDimY = 1;"
                         "c.gridDimZ = 1; c.blockDimX = n; c.blockDimY = 1;"
                         "c.blockDimZ = 1; c.sharedMemBytes = 48;"
                         "void *args[] = {&n, &f};"
                         "cuLaunchKernelEx(&c, h, args, 0);"),
              ElementsAre("k <5 x 1 x 1 | n x 1 x 1 | 48> a=n f=f"));
}

TEST(ModuleLaunch, HipTakesTheThreadsOfTheGrid) {
  EXPECT_THAT(
      launchesIn("hipFunction_t h; hipModuleGetFunction(&h, m, \"k\");"
                 "hipModuleLaunchKernel(h, 4, 1, 1, 64, 1, 1, 0, 0, 0, 0);"
                 "hipExtModuleLaunchKernel(h, 1000, 8, 1, 64, 8, 1, 0, 0, 0, "
                 "0);"
                 "hipFunction_t g; hipGetFuncBySymbol(&g, (const void *)k);"
                 "hipModuleLaunchKernel(g, 3, 1, 1, 64, 1, 1, 0, 0, 0, 0);"),
      ElementsAre("k <4 x 1 x 1 | 64 x 1 x 1 | 0> a=? f=?",
                  "k <16 x 1 x 1 | 64 x 8 x 1 | 0> a=? f=?",
                  "k <3 x 1 x 1 | 64 x 1 x 1 | 0> a=? f=?"));
}

/// A launch with the arguments in the buffer \p Declared.
static std::vector<std::string> launchesOfBuffer(llvm::StringRef Declared) {
  return launchesIn(
      ("hipFunction_t h; hipModuleGetFunction(&h, m, \"k\");" + Declared +
       "unsigned long bytes = sizeof(p);\n"
       "void *extra[] = {(void *)1, &p, (void *)2, &bytes, (void *)3};\n"
       "hipModuleLaunchKernel(h, 4, 1, 1, 64, 1, 1, 0, 0, 0, extra);")
          .str());
}

TEST(ModuleLaunch, ArgumentsStandInABuffer) {
  EXPECT_THAT(launchesOfBuffer("struct { int a; float b; } p = {n, f};"),
              ElementsAre("k <4 x 1 x 1 | 64 x 1 x 1 | 0> a=n f=f"));
  EXPECT_THAT(launchesOfBuffer("struct { int a; float b; } p;"
                               "p.b = 2; p.a = n + 1;"),
              ElementsAre("k <4 x 1 x 1 | 64 x 1 x 1 | 0> a=n + 1 f=2"));
  // Which field is which parameter is not known.
  EXPECT_THAT(
      launchesOfBuffer("struct { int a, pad; float b; } p = {n, 0, f};"),
      ElementsAre("k <4 x 1 x 1 | 64 x 1 x 1 | 0> a=? f=?"));
  EXPECT_THAT(launchesOfBuffer("struct { double a; float b; } p = {0, f};"),
              ElementsAre("k <4 x 1 x 1 | 64 x 1 x 1 | 0> a=? f=?"));
}

TEST(ModuleLaunch, OtherCodeOfTheFileAsks) {
  // A field, a variable of the file, a function that returns the handle, and
  // one that is given it.
  EXPECT_THAT(
      launches("struct S { hipFunction_t h;\n"
               "  void load() { hipModuleGetFunction(&h, 0, \"k\"); }\n"
               "  void run() {\n"
               "    hipModuleLaunchKernel(h, 1, 1, 1, 64, 1, 1, 0, 0, 0, 0); }"
               "};\n"
               "static CUfunction g;\n"
               "void load() { cuModuleGetFunction(&g, 0, \"k\"); }\n"
               "void run() { cuLaunchKernel(g, 2, 1, 1, 64, 1, 1, 0, 0, 0, 0);"
               "}\n"
               "CUfunction get(const char *name) {\n"
               "  CUfunction h; cuModuleGetFunction(&h, 0, name); return h; }\n"
               "void own() { CUfunction h = get(\"k\");\n"
               "  cuLaunchKernel(h, 3, 1, 1, 64, 1, 1, 0, 0, 0, 0); }\n"
               "void start(CUfunction h, int n) {\n"
               "  cuLaunchKernel(h, n, 1, 1, 64, 1, 1, 0, 0, 0, 0); }\n"
               "void all() { start(get(\"k\"), 4); }"),
      ElementsAre("k <1 x 1 x 1 | 64 x 1 x 1 | 0> a=? f=?",
                  "k <2 x 1 x 1 | 64 x 1 x 1 | 0> a=? f=?",
                  "k <3 x 1 x 1 | 64 x 1 x 1 | 0> a=? f=?",
                  "k <4 x 1 x 1 | 64 x 1 x 1 | 0> a=? f=?"));
}

TEST(ModuleLaunch, AVariableOfTwoKernelsIsNoneOfThem) {
  EXPECT_THAT(
      launches("static CUfunction g;\n"
               "void load(bool b) { cuModuleGetFunction(&g, 0, \"k\"); }\n"
               "void other() { cuModuleGetFunction(&g, 0, \"j\"); }\n"
               "void run() { cuLaunchKernel(g, 2, 1, 1, 64, 1, 1, 0, 0, 0, 0);"
               "}"),
      ElementsAre("? <2 x 1 x 1 | 64 x 1 x 1 | 0>"));
}

TEST(ModuleLaunch, SymbolsOfTemplatesAndNamespaces) {
  const std::string Code =
      "namespace a { namespace b { template <class T> __global__ void t(T x) "
      "{}\n"
      "template __global__ void t<float>(float); } }\n"
      "__global__ void plain(int n);\n"
      "void host(CUmodule m) { CUfunction h;"
      "cuModuleGetFunction(&h, m, \"_ZN1a1b1tIfEEvT_\");"
      "cuLaunchKernel(h, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0);"
      "cuModuleGetFunction(&h, m, \"plain\");"
      "cuLaunchKernel(h, 2, 1, 1, 32, 1, 1, 0, 0, 0, 0);"
      "cuModuleGetFunction(&h, m, \"_Z5plaini\");"
      "cuLaunchKernel(h, 3, 1, 1, 32, 1, 1, 0, 0, 0, 0); }";
  EXPECT_THAT(launches(Code),
              ElementsAre("a::b::t<float> <1 x 1 x 1 | 32 x 1 x 1 | 0> x=?",
                          "plain <2 x 1 x 1 | 32 x 1 x 1 | 0> n=?",
                          "plain <3 x 1 x 1 | 32 x 1 x 1 | 0> n=?"));
}

TEST(ModuleLaunch, AKernelOfAnotherFileIsCalledByItsSymbol) {
  auto Unit = parseCuda("#include \"driver.h\"\n"
                        "void host(CUmodule m) { CUfunction h;"
                        "cuModuleGetFunction(&h, m, \"elsewhere\");"
                        "cuLaunchKernel(h, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0); }",
                        /*DeviceSide=*/false, {{"driver.h", Driver}});
  const std::vector<LaunchSite> Sites = readLaunchSites(Unit->getASTContext());
  ASSERT_EQ(Sites.size(), 1u);
  EXPECT_EQ(Sites[0].Kernel, nullptr);
  EXPECT_EQ(Sites[0].KernelName, "elsewhere");
}
