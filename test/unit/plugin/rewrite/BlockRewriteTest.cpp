//===- BlockRewriteTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/rewrite/BlockRewrite.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/plugin/CudaTestParse.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
constexpr Dim3 Wide{256, 1, 1};

/// v[i] for i < n; (x, y) with x < w and y < h; and one that has no guard.
constexpr char Kernels[] = R"cuda(
__global__ void scale(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 2;
}
__global__ void image(float *v, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    v[y * w + x] *= 2;
}
__global__ void stride(float *v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    v[i] *= 2;
}
__global__ void unguarded(float *v) {
  v[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
__global__ void tiled(float *v, int n) {
  __shared__ float tile[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  tile[threadIdx.x] = v[i];
  v[i] = tile[threadIdx.x] * 2;
}
__global__ void told(int *v, int tag, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = i % tag;
}
__global__ void countBlocks(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = gridDim.x;
}
__global__ void slots(float *v, int n) {
  extern __shared__ float slot[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  slot[threadIdx.x] = v[i];
  v[i] = slot[threadIdx.x] * 2;
}
)cuda";

/// Analyses Kernels and \p Code and calls \p Use on the rewriter.
void withRewriter(const std::string &Code, llvm::StringRef Assumed,
                  std::function<void(clang::ASTContext &, const FileAnalysis &,
                                     BlockRewriter &)>
                      Use) {
  const bool Parsed = parseCuda(
      Kernels + Code, {}, [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
        FileOptions Options;
        auto Gpu = findGpu("h100-sxm");
        ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
        Options.Gpus.push_back(std::move(*Gpu));
        Options.UsePtxas = false;
        if (!Assumed.empty())
          Options.Assume[Assumed].Integer = 5000;
        const FileAnalysis File = analyzeFile(Ctx, PP, Options);
        EXPECT_EQ(File.FileError, "");
        BlockRewriter Rewriter(Ctx, File, Options.Assume);
        Use(Ctx, File, Rewriter);
      });
  EXPECT_TRUE(Parsed) << Code;
}

const KernelSummary *kernelOf(const FileAnalysis &File, size_t Index) {
  if (Index >= File.Launches.size() || File.Launches[Index].PerGpu.empty())
    return nullptr;
  return File.Launches[Index].PerGpu[0].Kernel;
}

std::string lineAt(const clang::SourceManager &SM, clang::SourceLocation L) {
  const auto [File, Offset] = SM.getDecomposedExpansionLoc(L);
  llvm::StringRef Text = SM.getBufferData(File);
  Text = Text.drop_front(Text.take_front(Offset).rfind('\n') + 1);
  return Text.split('\n').first.trim().str();
}

/// "32 -> 256; 31 -> 255" in the text's order, or "no: ... @ line's text".
std::string rewritten(const std::string &Code, const Dim3 &Block = Wide,
                      size_t Index = 0) {
  std::string Out;
  withRewriter(
      Code, "",
      [&](clang::ASTContext &Ctx, const FileAnalysis &File,
          BlockRewriter &Rewriter) {
        const KernelSummary *Kernel = kernelOf(File, Index);
        ASSERT_TRUE(Kernel) << Code;
        BlockRewrite Made = Rewriter.rewrite(Index, *Kernel, Block);
        EXPECT_NE(Made.Edits.empty(), Made.WhyNot.empty()) << Made.WhyNot;
        if (Made.Edits.empty()) {
          Out = "no: " + Made.WhyNot;
          if (Made.WhyWhere.isValid())
            Out += " @ " + lineAt(Ctx.getSourceManager(), Made.WhyWhere);
          return;
        }
        const clang::SourceManager &SM = Ctx.getSourceManager();
        llvm::sort(Made.Edits, [&](const TextEdit &A, const TextEdit &B) {
          return SM.getFileOffset(A.Where.getBegin()) <
                 SM.getFileOffset(B.Where.getBegin());
        });
        for (const TextEdit &E : Made.Edits) {
          Out += Out.empty() ? "" : "; ";
          Out += clang::Lexer::getSourceText(
                     clang::CharSourceRange::getTokenRange(E.Where), SM,
                     Ctx.getLangOpts())
                     .str() +
                 " -> " + E.Text;
        }
      });
  return Out;
}

std::string inHost(const std::string &Body, const std::string &Before = "") {
  return Before + "\nvoid host(float *v, int *c, int n, int w, int h) {\n" +
         Body + "\n}\n";
}

std::string rewrittenIn(const std::string &Body, const std::string &Before = "",
                        const Dim3 &Block = Wide) {
  return rewritten(inHost(Body, Before), Block);
}

/// launchWith as "grid | block | shared", or "none".
std::string launched(const std::string &Body, const Dim3 &Block,
                     llvm::StringRef Assumed = "n",
                     const HostBindings &Sizes = {}) {
  std::string Out;
  withRewriter(inHost(Body), Assumed,
               [&](clang::ASTContext &, const FileAnalysis &File,
                   BlockRewriter &Rewriter) {
                 const KernelSummary *Kernel = kernelOf(File, 0);
                 ASSERT_TRUE(Kernel) << Body;
                 auto L = Rewriter.launchWith(0, *Kernel, Block, Sizes);
                 if (!L) {
                   Out = "none";
                   return;
                 }
                 auto Show = [](const Dim3 &D) {
                   return std::to_string(D.X) + "," + std::to_string(D.Y) +
                          "," + std::to_string(D.Z);
                 };
                 Out = Show(L->Grid) + " | " + Show(L->Block) + " | " +
                       std::to_string(L->DynamicSharedBytes);
               });
  return Out;
}
} // namespace

//===----------------------------------------------------------------------===//
// Forms that are rewritten
//===----------------------------------------------------------------------===//

TEST(BlockRewrite, LiteralsInTheLaunch) {
  EXPECT_EQ(rewrittenIn("scale<<<(n + 31) / 32, 32>>>(v, n);"),
            "31 -> 255; 32 -> 256; 32 -> 256");
}

TEST(BlockRewrite, AConstant) {
  EXPECT_EQ(rewrittenIn("const int b = 32;\n"
                        "scale<<<(n + b - 1) / b, b>>>(v, n);"),
            "32 -> 256");
  EXPECT_EQ(rewrittenIn("scale<<<(n + B - 1) / B, B>>>(v, n);",
                        "constexpr int B = 32;"),
            "32 -> 256");
}

TEST(BlockRewrite, AnEnumerator) {
  EXPECT_EQ(
      rewrittenIn("scale<<<(n + B - 1) / B, B>>>(v, n);", "enum { B = 32 };"),
      "32 -> 256");
}

TEST(BlockRewrite, AMacro) {
  EXPECT_EQ(rewrittenIn("scale<<<(n + B - 1) / B, B>>>(v, n);", "#define B 32"),
            "32 -> 256");
}

TEST(BlockRewrite, AHelperThatDivides) {
  EXPECT_EQ(rewrittenIn("scale<<<up(n, 32), 32>>>(v, n);",
                        "int up(int a, int b) { return (a + b - 1) / b; }"),
            "32 -> 256; 32 -> 256");
  EXPECT_EQ(rewrittenIn("scale<<<UP(n, 32), 32>>>(v, n);",
                        "#define UP(a, b) (((a) + (b)-1) / (b))"),
            "32 -> 256; 32 -> 256");
}

TEST(BlockRewrite, Dim3Variables) {
  EXPECT_EQ(rewrittenIn("dim3 b(32), g((n + b.x - 1) / b.x);\n"
                        "scale<<<g, b>>>(v, n);"),
            "32 -> 256");
  EXPECT_EQ(rewrittenIn("dim3 b, g; b.x = 8; b.y = 4;\n"
                        "g.x = (w + b.x - 1) / b.x;\n"
                        "g.y = (h + b.y - 1) / b.y;\n"
                        "image<<<g, b>>>(v, w, h);",
                        "", Dim3{32, 8, 1}),
            "8 -> 32; 4 -> 8");
}

TEST(BlockRewrite, OneDimensionOfTwo) {
  EXPECT_EQ(rewrittenIn("dim3 b(32, 4), g((w + 31) / 32, (h + 3) / 4);\n"
                        "image<<<g, b>>>(v, w, h);",
                        "", Dim3{32, 8, 1}),
            "4 -> 8; 3 -> 7; 4 -> 8");
}

TEST(BlockRewrite, FloatingPointKeepsItsSpelling) {
  EXPECT_EQ(rewrittenIn("scale<<<(int)ceil(n / 32.0), 32>>>(v, n);"),
            "32.0 -> 256.0; 32 -> 256");
  EXPECT_EQ(rewrittenIn("scale<<<(n + 31u) / 32u, 0x20>>>(v, n);"),
            "31u -> 255u; 32u -> 256u; 0x20 -> 256");
}

TEST(BlockRewrite, AProductIsReplacedAsAWhole) {
  EXPECT_EQ(rewrittenIn("const int b = 4 * 8;\n"
                        "scale<<<(n + b - 1) / b, b>>>(v, n);"),
            "4 * 8 -> 256");
}

TEST(BlockRewrite, AGridThatIsANumber) {
  EXPECT_EQ(rewrittenIn("scale<<<1024, 32>>>(v, 32768);"),
            "1024 -> 128; 32 -> 256");
}

TEST(BlockRewrite, AKernelThatTakesAnyNumberOfThreads) {
  EXPECT_EQ(rewrittenIn("stride<<<264, 32>>>(v, n);"), "32 -> 256");
}

TEST(BlockRewrite, InATemplate) {
  EXPECT_EQ(rewritten("template <class T> void run(T *v, int n) {\n"
                      "const int b = 32;\n"
                      "scale<<<(n + b - 1) / b, b>>>(v, n); }\n"
                      "void host(float *v, int n) { run(v, n); }"),
            "32 -> 256");
}

TEST(BlockRewrite, SharedMemoryThatFollows) {
  EXPECT_EQ(rewrittenIn("const int b = 32;\n"
                        "slots<<<(n + b - 1) / b, b, b * 4>>>(v, n);"),
            "32 -> 256");
}

TEST(BlockRewrite, OtherLaunchesThatGainAsWell) {
  EXPECT_EQ(rewritten(inHost("const int b = 32;\n"
                             "scale<<<(n + b - 1) / b, b>>>(v, n);\n"
                             "scale<<<(n + b - 1) / b, b>>>(v, n);")),
            "32 -> 256");
}

//===----------------------------------------------------------------------===//
// Refusals
//===----------------------------------------------------------------------===//

TEST(BlockRewrite, NoNumberForTheBlock) {
  const std::string Why = "no: the block size is not a number that is written "
                          "in this file for the launch";
  // One number that makes both dimensions.
  EXPECT_EQ(rewrittenIn("const int b = 8;\n"
                        "image<<<dim3(w / b, h / b), dim3(b, b)>>>(v, w, h);",
                        "", Dim3{32, 8, 1}),
            Why);
  // No number makes y.
  EXPECT_EQ(
      rewrittenIn("scale<<<(n + 31) / 32, 32>>>(v, n);", "", Dim3{32, 8, 1}),
      Why);
}

TEST(BlockRewrite, AKernelThatDependsOnTheBlock) {
  const std::string Text =
      rewrittenIn("const int b = 32;\n"
                  "countBlocks<<<(n + b - 1) / b, b>>>(c, n);");
  EXPECT_EQ(Text, "no: what it stores depends on gridDim.x");
}

TEST(BlockRewrite, ASharedArrayOfFixedSize) {
  EXPECT_EQ(rewrittenIn("const int b = 32;\n"
                        "tiled<<<(n + b - 1) / b, b>>>(v, n);"),
            "no: shared array 'tile' has a fixed size @ "
            "__shared__ float tile[32];");
}

TEST(BlockRewrite, AGridThatRoundsDown) {
  EXPECT_EQ(rewrittenIn("scale<<<n / 32, 32>>>(v, n);"),
            "no: for some sizes the grid would have no thread for some of n");
}

TEST(BlockRewrite, AGridThatCannotBeRead) {
  EXPECT_EQ(rewrittenIn("scale<<<elsewhere(c), 32>>>(v, n);",
                        "int elsewhere(int *);"),
            "no: the grid is not known to have a thread for each of n");
}

TEST(BlockRewrite, PromisesToTheOptimiser) {
  EXPECT_EQ(rewrittenIn("const int b = 32;\n"
                        "promised<<<(n + b - 1) / b, b>>>(v, n);",
                        "__global__ void promised(float *v, int n) {\n"
                        "__builtin_assume(blockDim.x == 32);\n"
                        "int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                        "if (i < n) v[i] *= 2; }"),
            "no: the kernel assumes something @ "
            "__builtin_assume(blockDim.x == 32);");
}

TEST(BlockRewrite, OnePointerTwice) {
  // What one iteration of a thread writes, a later one must not read.
  const std::string Back =
      "__global__ void back(float *a, const float *b, int n) {\n"
      "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;\n"
      "i += gridDim.x * blockDim.x) a[i] = b[n - 1 - i]; }";
  EXPECT_EQ(rewrittenIn("back<<<264, 32>>>(v, v + n, n);", Back),
            "no: two of the kernel's pointers may be to the same memory");
  EXPECT_EQ(rewrittenIn("back<<<264, 32>>>(v, (float *)c, n);", Back),
            "32 -> 256");
}

TEST(BlockRewrite, ANumberThatIsSpelledInAnUnusualWay) {
  EXPECT_EQ(rewrittenIn("const int b = 0b100000;\n"
                        "scale<<<(n + b - 1) / b, b>>>(v, n);"),
            "no: the number is spelled in an unusual way");
  EXPECT_EQ(rewrittenIn("scale<<<(int)ceil(n / 3.2e1), 32>>>(v, n);"),
            "no: the number is spelled in an unusual way");
}

TEST(BlockRewrite, AKernelWithoutAGuard) {
  EXPECT_EQ(rewrittenIn("const int b = 32;\n"
                        "unguarded<<<(n + b - 1) / b, b>>>(v);"),
            "no: the kernel is not known to do the same work with another "
            "number of threads");
}

TEST(BlockRewrite, TheKernelIsToldTheNumber) {
  EXPECT_EQ(rewrittenIn("const int b = 32;\n"
                        "told<<<(n + b - 1) / b, b>>>(c, b, n);"),
            "no: the kernel is told the number, too, as 'tag'");
}

TEST(BlockRewrite, SharedMemoryThatDoesNotFollow) {
  EXPECT_EQ(rewrittenIn("const int b = 32;\n"
                        "slots<<<(n + b - 1) / b, b, 40 * 4>>>(v, n);"),
            "no: the dynamic shared memory does not follow the block size");
}

TEST(BlockRewrite, TheNumberIsUsedForMore) {
  EXPECT_EQ(rewrittenIn("const int b = 32;\nfloat host[b];\n"
                        "scale<<<(n + b - 1) / b, b>>>(v, n);"),
            "no: 'b' is used for more than launches @ float host[b];");
  EXPECT_EQ(rewrittenIn("int sum[B];\n"
                        "scale<<<(n + B - 1) / B, B>>>(v, n);",
                        "#define B 32"),
            "no: 'B' is used for more than launches @ int sum[B];");
}

TEST(BlockRewrite, AnotherLaunchIsMadeWithIt) {
  EXPECT_EQ(rewritten(inHost("const int b = 32;\n"
                             "scale<<<(n + b - 1) / b, b>>>(v, n);\n"
                             "unguarded<<<(n + b - 1) / b, b>>>(v);")),
            "no: the launch of 'unguarded' is made with it, too, and there "
            "the kernel is not known to do the same work with another "
            "number of threads @ "
            "unguarded<<<(n + b - 1) / b, b>>>(v);");
  // The other launch would get another grid for the block that it keeps.
  EXPECT_EQ(rewritten(inHost("int blocks = (n + 31) / 32;\n"
                             "scale<<<blocks, 32>>>(v, n);\n"
                             "scale<<<blocks, 1024>>>(v, n);")),
            "no: the launch of 'scale' is made with it, too, whose block stays "
            "@ scale<<<blocks, 1024>>>(v, n);");
}

TEST(BlockRewrite, ALaunchInAMacrosBody) {
  EXPECT_EQ(
      rewrittenIn("RUN(scale, v, n);",
                  "#define RUN(k, v, n) k<<<((n) + 31) / 32, 32>>>(v, n)"),
      "no: the launch stands in a macro");
}

//===----------------------------------------------------------------------===//
// The launch that an edit would make
//===----------------------------------------------------------------------===//

TEST(BlockRewrite, TheGridIsTheSources) {
  const char *Body = "const int b = 32;\n"
                     "scale<<<(n + b - 1) / b, b>>>(v, n);";
  EXPECT_EQ(launched(Body, {32, 1, 1}), "157,1,1 | 32,1,1 | 0");
  EXPECT_EQ(launched(Body, {256, 1, 1}), "20,1,1 | 256,1,1 | 0");
  HostBindings Sizes;
  Sizes["n"].Integer = 1000;
  EXPECT_EQ(launched(Body, {256, 1, 1}, "", Sizes), "4,1,1 | 256,1,1 | 0");
}

TEST(BlockRewrite, AGridThatIsNotMadeWithTheBlockCoversAsMuch) {
  EXPECT_EQ(launched("scale<<<n, 32>>>(v, n);", {256, 1, 1}),
            "625,1,1 | 256,1,1 | 0");
  // Unless any number of threads will do.
  EXPECT_EQ(launched("stride<<<n, 32>>>(v, n);", {256, 1, 1}),
            "5000,1,1 | 256,1,1 | 0");
}

TEST(BlockRewrite, SharedMemoryOfTheLaunchFollows) {
  EXPECT_EQ(launched("const int b = 32;\n"
                     "slots<<<(n + b - 1) / b, b, b * 4>>>(v, n);",
                     {256, 1, 1}),
            "20,1,1 | 256,1,1 | 1024");
}

TEST(BlockRewrite, NoLaunchThatDoesOtherWork) {
  EXPECT_EQ(launched("const int b = 32;\n"
                     "unguarded<<<(n + b - 1) / b, b>>>(v);",
                     {256, 1, 1}),
            "none");
  EXPECT_EQ(launched("scale<<<n / 32, 32>>>(v, n / 32 * 32);", {256, 1, 1}),
            "none");
  EXPECT_EQ(launched("const int b = 8;\n"
                     "image<<<dim3(n, n), dim3(b, b)>>>(v, n, n);",
                     {32, 8, 1}),
            "none");
}
