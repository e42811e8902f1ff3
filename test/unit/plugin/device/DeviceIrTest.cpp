//===- DeviceIrTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/BuildKernels.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <thread>

using namespace gpuperf;
using namespace gpuperf::test;
using ::testing::HasSubstr;

namespace {
template <class Instruction> unsigned count(const llvm::Function *F) {
  unsigned N = 0;
  for (const llvm::Instruction &I : llvm::instructions(*F))
    N += llvm::isa<Instruction>(I);
  return N;
}

unsigned countCalls(const llvm::Function *F, llvm::StringRef Callee) {
  unsigned N = 0;
  for (const llvm::Instruction &I : llvm::instructions(*F))
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
      if (Call->getCalledFunction() &&
          Call->getCalledFunction()->getName().contains(Callee))
        ++N;
  return N;
}

/// Instructions as text, without metadata and attributes.
std::string body(const llvm::Function *F) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (const llvm::Instruction &I : llvm::instructions(*F)) {
    std::string Line;
    llvm::raw_string_ostream(Line) << I;
    llvm::StringRef Kept = Line;
    Kept = Kept.split(", !").first.split(" #").first;
    OS << Kept << '\n';
  }
  return Text;
}

bool hasBackEdge(const llvm::Function *F) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Before;
  for (const llvm::BasicBlock &B : *F) {
    Before.insert(&B);
    for (const llvm::BasicBlock *Next : llvm::successors(&B))
      if (Before.contains(Next))
        return true;
  }
  return false;
}

constexpr char Saxpy[] = R"cu(
__global__ void saxpy(float a, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
void host(float *x, float *y, int n) {
  saxpy<<<(n + 255) / 256, 256>>>(2.0f, x, y, n);
}
)cu";

TEST(DeviceIr, CompilesTheKernelFromTheAstAtHand) {
  Built B = build(Saxpy);
  ASSERT_TRUE(B.Ir) << B.Error;
  EXPECT_FALSE(B.Ir->SecondParse);
  EXPECT_TRUE(B.Ir->Unusable.empty());
  const llvm::Function *F = B.shape("saxpy");
  ASSERT_TRUE(F && !F->isDeclaration());
  EXPECT_EQ(F->getCallingConv(), llvm::CallingConv::PTX_Kernel);
  EXPECT_EQ(count<llvm::LoadInst>(F), 2u);
  EXPECT_EQ(count<llvm::StoreInst>(F), 1u);
  // Contracted to one fma, as clang's CUDA default has it.
  EXPECT_FALSE(F->hasFnAttribute(llvm::Attribute::OptimizeNone));
  for (const llvm::Instruction &I : llvm::instructions(*F))
    if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(I)) {
      ASSERT_TRUE(I.getDebugLoc());
      EXPECT_EQ(I.getDebugLoc().getLine(), 5u);
      EXPECT_NE(I.getDebugLoc().getCol(), 0u);
    }
  EXPECT_FALSE(llvm::verifyModule(*B.Ir->Shape));
  EXPECT_FALSE(llvm::verifyModule(*B.Ir->Full));
}

TEST(DeviceIr, ArchitectureThatIsNone) {
  DeviceIrOptions Options;
  Options.SmArch = "h100";
  Built B = build(Saxpy, {}, Options);
  EXPECT_FALSE(B.Ir);
  EXPECT_THAT(B.Error, HasSubstr("h100"));
  Options.SmArch = "sm_7";
  B = build(Saxpy, {}, Options);
  EXPECT_FALSE(B.Ir);
  EXPECT_FALSE(B.Error.empty());
}

constexpr char Zoo[] = R"cu(
#include "helper.h"
__constant__ float table[4] = {1, 2, 3, 4};
__device__ float scale = 2.0f;
extern __shared__ float dynamic[];
template <class T> __device__ T twice(T x) { return x + x; }
template <class T> __global__ void templated(T *p) {
  p[threadIdx.x] = twice(p[threadIdx.x]);
}
struct AddOne {
  float by;
  __host__ __device__ AddOne(float by = 1.0f) : by(by) {}
  __host__ __device__ ~AddOne() { touch(); }
  __host__ __device__ void touch();
  __device__ float operator()(float x) const { return x + by; }
};
__host__ __device__ void AddOne::touch() { by = 0; }
template <class F> __global__ void apply(float *p, F f) {
  p[threadIdx.x] = f(p[threadIdx.x]);
}
__global__ void functor(float *p) {
  AddOne f;
  p[threadIdx.x] = f(p[threadIdx.x]);
}
extern "C" __global__ void plain_c(float *p) { p[0] = fromHeader(p[0]); }
static __global__ void internal(float *p) { p[0] = table[threadIdx.x & 3]; }
namespace {
__global__ void anonymous(float *p) {
  dynamic[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = dynamic[threadIdx.x ^ 1] * scale;
}
}
namespace deep { namespace er {
struct Holder {
  static __global__ void method(int *p) { atomicAdd(p, 1); }
};
} }
__device__ int recurse(int n) { return n < 2 ? 1 : n * recurse(n - 1) + recurse(n - 2); }
__global__ void recursive(int *p) { p[0] = recurse(p[1]); }
__global__ void assembly(int *p) {
  int x;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(x));
  p[x] = x;
}
__global__ void prints(int *p) { if (p[0]) printf("%d\n", p[0]); }
struct Shape { __device__ virtual float area() const { return 1; } };
struct Square : Shape {
  float a;
  __device__ Square(float a) : a(a) {}
  __device__ float area() const override { return a * a; }
};
__device__ float ask(const Shape &s) { return s.area(); }
__global__ void virtually(float *p) { Square s(p[0]); p[1] = ask(s); }
__global__ void ranged(float *p) {
  float a[4] = {1, 2, 3, 4};
  float sum = 0;
  for (float x : a) sum += x;
  auto [first, second] = make_float2(sum, 2.0f);
  p[0] = first + second;
}
void host(float *p, double *q) {
  templated<<<1, 32>>>(p);
  templated<double><<<1, 32>>>(q);
  apply<<<1, 32>>>(p, AddOne());
  float by = 3;
  apply<<<1, 32>>>(p, [=] __device__(float x) { return x * by; });
}
)cu";
const ParseSetup ZooSetup = {
    Side::Device,
    "sm_90",
    {},
    {{"helper.h", "inline __device__ float fromHeader(float x) "
                  "{ return x * 3.0f; }\n"}},
    false};

TEST(DeviceIr, EveryKindOfKernel) {
  Built B = build(Zoo, ZooSetup);
  ASSERT_TRUE(B.Ir) << B.Error;
  EXPECT_TRUE(B.Clean);
  EXPECT_FALSE(B.Ir->SecondParse);
  EXPECT_EQ(B.Names.size(), 14u);
  for (const auto &[Name, Mangled] : B.Names) {
    EXPECT_EQ(B.unusable(Name), "") << Name;
    const llvm::Function *F = B.shape(Name);
    ASSERT_TRUE(F && !F->isDeclaration()) << Name << " " << Mangled;
    EXPECT_GE(count<llvm::StoreInst>(F) + count<llvm::CallBase>(F) +
                  count<llvm::AtomicRMWInst>(F),
              1u)
        << Name;
    // No body of ours is missing.
    for (const llvm::Instruction &I : llvm::instructions(*F))
      if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I)) {
        if (const llvm::Function *Callee = Call->getCalledFunction()) {
          EXPECT_TRUE(!Callee->isDeclaration() || Callee->isIntrinsic() ||
                      Callee->getName() == "vprintf")
              << Name << " calls " << Callee->getName().str();
        }
      }
  }
  EXPECT_EQ(B.Names.at("plain_c"), "plain_c");
  EXPECT_EQ(B.Names.at("templated<double>"), "_Z9templatedIdEvPT_");
  EXPECT_EQ(countCalls(B.shape("prints"), "vprintf"), 1u);
  // The table keeps its values; the shared array stays external.
  const llvm::GlobalVariable *Table = B.Ir->Shape->getGlobalVariable("table");
  ASSERT_TRUE(Table && Table->hasInitializer());
  EXPECT_EQ(Table->getAddressSpace(), 4u);
}

TEST(DeviceIr, HostParseGivesTheSameCode) {
  Built Device = build(Zoo, ZooSetup);
  ParseSetup HostSetup = ZooSetup;
  HostSetup.Which = Side::Host;
  Built Host = build(Zoo, HostSetup);
  ASSERT_TRUE(Device.Ir && Host.Ir) << Host.Error;
  EXPECT_TRUE(Host.Ir->SecondParse);
  ASSERT_EQ(Device.Names.size(), Host.Names.size());
  std::set<std::string> DeviceNames, HostNames;
  for (const auto &[Name, Mangled] : Device.Names)
    DeviceNames.insert(Mangled);
  for (const auto &[Name, Mangled] : Host.Names)
    HostNames.insert(Mangled);
  EXPECT_EQ(DeviceNames, HostNames);
  for (const std::string &Mangled : DeviceNames) {
    for (auto Which : {&DeviceIr::Shape, &DeviceIr::Full}) {
      const llvm::Function *A = ((*Device.Ir).*Which)->getFunction(Mangled);
      const llvm::Function *B = ((*Host.Ir).*Which)->getFunction(Mangled);
      ASSERT_TRUE(A && B) << Mangled;
      EXPECT_EQ(body(A), body(B)) << Mangled;
      EXPECT_EQ(A->isConvergent(), B->isConvergent()) << Mangled;
    }
  }
}

TEST(DeviceIr, OtherArchitectureThanTheParses) {
  constexpr char Code[] = R"cu(
__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 900
  p[threadIdx.x] = 90;
#else
  p[threadIdx.x] = 80;
  p[threadIdx.x + 1] = 80;
#endif
}
)cu";
  ParseSetup Setup;
  Setup.Arch = "sm_80";
  DeviceIrOptions Options;
  Options.SmArch = "sm_90";
  Built B = build(Code, Setup, Options);
  ASSERT_TRUE(B.Ir) << B.Error;
  EXPECT_TRUE(B.Ir->SecondParse);
  EXPECT_EQ(count<llvm::StoreInst>(B.shape("k")), 1u);
  Options.SmArch = "sm_80";
  B = build(Code, Setup, Options);
  ASSERT_TRUE(B.Ir) << B.Error;
  EXPECT_FALSE(B.Ir->SecondParse);
  EXPECT_EQ(count<llvm::StoreInst>(B.shape("k")), 2u);
}

TEST(DeviceIr, ShapeKeepsLoopsAndFullUnrollsThem) {
  constexpr char Code[] = R"cu(
__global__ void constant(float *p) {
  float sum = 0;
  for (int i = 0; i < 16; ++i) sum += p[i * 32 + threadIdx.x];
  p[threadIdx.x] = sum;
}
__global__ void pragma(float *p, int n) {
  float sum = 0;
#pragma unroll 4
  for (int i = 0; i < n; ++i) sum += p[i * 32 + threadIdx.x];
  p[threadIdx.x] = sum;
}
__global__ void registers(const float *a, const float *b, float *c, int n) {
  float acc[4][4] = {};
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        acc[i][j] += a[k * 4 + i] * b[k * 4 + j];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      c[i * 4 + j] = acc[i][j];
}
)cu";
  Built B = build(Code);
  ASSERT_TRUE(B.Ir) << B.Error;
  EXPECT_TRUE(hasBackEdge(B.shape("constant")));
  EXPECT_EQ(count<llvm::LoadInst>(B.shape("constant")), 1u);
  EXPECT_FALSE(hasBackEdge(B.full("constant")));
  EXPECT_EQ(count<llvm::LoadInst>(B.full("constant")), 16u);
  EXPECT_EQ(count<llvm::LoadInst>(B.shape("pragma")), 1u);
  EXPECT_GT(count<llvm::LoadInst>(B.full("pragma")), 1u);
  // A register tile must not look like local memory.
  EXPECT_EQ(count<llvm::AllocaInst>(B.shape("registers")), 0u);
  EXPECT_TRUE(hasBackEdge(B.shape("registers")));
  // Above the limit nothing is.
  DeviceIrOptions Limited;
  Limited.MaxFullInstructions = 10;
  Built L = build(Code, {}, Limited);
  ASSERT_TRUE(L.Ir) << L.Error;
  EXPECT_TRUE(hasBackEdge(L.full("constant")));
  EXPECT_EQ(count<llvm::LoadInst>(L.full("pragma")), 1u);
}

TEST(DeviceIr, SharedAndGlobalAddressSpacesAreKnown) {
  constexpr char Code[] = R"cu(
__device__ float pick(const float *p, int i) { return p[i]; }
__global__ void k(float *p) {
  __shared__ float tile[64];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = pick(tile, 63 - threadIdx.x);
}
)cu";
  Built B = build(Code);
  ASSERT_TRUE(B.Ir) << B.Error;
  std::map<unsigned, unsigned> Spaces;
  for (const llvm::Instruction &I : llvm::instructions(*B.shape("k")))
    if (const llvm::Value *P = llvm::getLoadStorePointerOperand(&I))
      ++Spaces[P->getType()->getPointerAddressSpace()];
  EXPECT_EQ(Spaces[3], 2u);
  EXPECT_EQ(Spaces[1], 2u);
  EXPECT_EQ(Spaces[0], 0u);
}

TEST(DeviceIr, MathWithoutLibdeviceStaysACall) {
  constexpr char Code[] = R"cu(
__global__ void k(float *p) { p[0] = sinf(p[0]) + rsqrtf(p[1]) + fabsf(p[2]); }
)cu";
  DeviceIrOptions Missing;
  Missing.LibdevicePath = "/there/is/no/such/file.bc";
  for (const DeviceIrOptions &Options : {DeviceIrOptions(), Missing}) {
    Built B = build(Code, {}, Options);
    ASSERT_TRUE(B.Ir) << B.Error;
    EXPECT_EQ(countCalls(B.shape("k"), "__nv_sinf"), 1u);
    EXPECT_EQ(countCalls(B.full("k"), "__nv_rsqrtf"), 1u);
    for (const llvm::Function &F : *B.Ir->Shape)
      EXPECT_TRUE(!F.getName().starts_with("__nv_") || F.doesNotAccessMemory())
          << F.getName().str();
  }
}

TEST(DeviceIr, LibdeviceIsLinkedAndReflected) {
  std::optional<Toolkit> Found = findToolkit();
  if (!Found || Found->LibdevicePath.empty())
    GTEST_SKIP() << "no CUDA toolkit here";
  constexpr char Code[] = R"cu(
__global__ void root(float *p) { p[0] = __fsqrt_rn(p[0]); }
__global__ void sine(float *p) { p[0] = sinf(p[0]); }
)cu";
  DeviceIrOptions Options;
  Options.LibdevicePath = Found->LibdevicePath;
  for (bool Fast : {false, true}) {
    ParseSetup Setup;
    if (Fast)
      Setup.Flags = {"-ffast-math"};
    Built B = build(Code, Setup, Options);
    ASSERT_TRUE(B.Ir) << B.Error;
    for (const char *Kernel : {"root", "sine"}) {
      EXPECT_EQ(countCalls(B.shape(Kernel), "__nv_"), 0u);
      EXPECT_EQ(countCalls(B.shape(Kernel), "reflect"), 0u);
    }
    // -ffast-math flushes denormals and takes the short sine.
    EXPECT_EQ(countCalls(B.shape("sine"), "sin.approx"), Fast ? 1u : 0u);
    EXPECT_EQ(countCalls(B.shape("root"), "sqrt.rn.ftz"), Fast ? 1u : 0u);
  }
}

TEST(DeviceIr, FastMathTakesTheFormsThatNvccTakes) {
  constexpr char Code[] = R"cu(
__global__ void k(float *p, double *d) {
  p[0] = powf(p[0], p[1]) + tanf(p[2]) + log10f(p[3]) + expf(p[4]) + exp10f(p[5]);
  p[6] = std::pow(p[6], p[7]) + __powf(p[8], p[9]) + sinf(p[10]);
  d[0] = pow(d[0], d[1]) + tan(d[2]);
}
)cu";
  for (const char *Flag : {"-ffast-math", "-fgpu-approx-transcendentals"})
    for (Side Which : {Side::Device, Side::Host})
      for (DeviceCompiler Compiler :
           {DeviceCompiler::Nvcc, DeviceCompiler::Clang}) {
        ParseSetup Setup;
        Setup.Which = Which;
        Setup.Flags = {Flag};
        DeviceIrOptions Options;
        Options.Compiler = Compiler;
        Built B = build(Code, Setup, Options);
        ASSERT_TRUE(B.Ir) << B.Error;
        const bool Nvcc = Compiler == DeviceCompiler::Nvcc;
        const llvm::Function *K = B.shape("k");
        EXPECT_EQ(countCalls(K, "__nv_fast_powf"), Nvcc ? 3u : 1u);
        EXPECT_EQ(countCalls(K, "__nv_powf"), Nvcc ? 0u : 2u);
        for (const char *Name : {"tanf", "log10f", "expf", "exp10f"}) {
          EXPECT_EQ(countCalls(K, std::string("__nv_fast_") + Name), Nvcc);
          EXPECT_EQ(countCalls(K, std::string("__nv_") + Name), !Nvcc);
        }
        EXPECT_EQ(countCalls(K, "__nv_fast_sinf"), 1u);
        EXPECT_EQ(countCalls(K, "__nv_fast_"), Nvcc ? 8u : 2u);
      }
  Built Precise = build(Code);
  ASSERT_TRUE(Precise.Ir) << Precise.Error;
  EXPECT_EQ(countCalls(Precise.shape("k"), "__nv_fast_"), 1u);
}

TEST(DeviceIr, ClangTakesRootsApproximately) {
  std::optional<Toolkit> Found = findToolkit();
  if (!Found || Found->LibdevicePath.empty())
    GTEST_SKIP() << "no CUDA toolkit here";
  constexpr char Code[] = R"cu(
__global__ void root(float *p) { p[0] = sqrtf(p[0]); }
)cu";
  DeviceIrOptions Options;
  Options.LibdevicePath = Found->LibdevicePath;
  for (DeviceCompiler Compiler :
       {DeviceCompiler::Nvcc, DeviceCompiler::Clang}) {
    Options.Compiler = Compiler;
    Built B = build(Code, {}, Options);
    ASSERT_TRUE(B.Ir) << B.Error;
    EXPECT_EQ(countCalls(B.shape("root"), "sqrt.approx"),
              Compiler == DeviceCompiler::Clang ? 1u : 0u);
  }
}

/// One broken kernel body per line.
constexpr const char *BrokenBodies[] = {
    "undeclared(p);",
    "undeclared = 1;",
    "p[0] = undeclared;",
    "p[0] = 1; undeclared = p[0]; p[1] = 2;",
    "p[0] = 1; p[1] = \"text\" * 2;",
    "int x = undeclared; p[0] = x;",
    "Unknown x; p[0] = 1;",
    "for (int i = 0; i < n; ++i) undeclared(i);",
    "for (int i = 0; i < n; ++i) { p[i] = 1; undeclared = i; }",
    "for (int i = 0; i < n; undeclared(i)) p[i] = 1;",
    "for (undeclared = 0; n < 3; ++n) p[n] = 1;",
    "for (int i = 0; i < undeclared; ++i) p[i] = 1;",
    "if (n) undeclared(n); else p[0] = 1;",
    "if (n) p[0] = 1; else undeclared(n);",
    "if (undeclared) p[0] = 1;",
    "while (undeclared) p[0] = 1;",
    "while (n) { n--; undeclared; }",
    "switch (n) { case 1: undeclared(n); break; default: p[0] = 1; }",
    "switch (n) { case undeclared: p[0] = 2; break; default: p[0] = 1; }",
    "switch (undeclared) { default: p[0] = 1; }",
    "do { p[0] = 1; } while (undeclared);",
    "p[0] = 1; return undeclared;",
    "p[0] = n +; p[1] = 1;",
    "p[0] = (n m * 2); p[1] = 1;",
    "p[0] = fabsf(n 2); p[1] = 1;",
    "p[n n] = 1;",
    "auto f = [=](int i) { undeclared(i); p[i] = 1; }; f(n);",
    "goto nowhere; p[0] = 1;",
    "hostOnly(p); p[0] = 1;",
    "p[0] = helper(n);",
    "p[0] = generic(n);",
    "p[0] = Thing(n).value;",
    "__shared__ float s[undeclared]; s[0] = 1; p[0] = s[n];",
    "__syncthread(); p[0] = 1;",
    "p[0] = table2[n];",
    "p[0] = 1; new_type<int> q; p[1] = q.x;",
    "p->x = 1; p[1] = 2;",
    "p[0] = 1; static_assert(sizeof(int) == 5, \"no\"); undeclared",
};

TEST(DeviceIr, BrokenKernelsAreNeverCompiled) {
  // In one file, a sound kernel after each: an error concerns its own kernel.
  std::string Code = R"cu(
void hostOnly(float *p);
__device__ float helper(int n) { float x = 1; nothing(x); return x; }
struct Thing {
  float value;
  __device__ Thing(int n) { lost(n); value = n; }
};
template <class T> __device__ float generic(T n) {
  float x = n;
  x.y();
  return x;
}
__constant__ float table2[2] = {missing, 2};
)cu";
  for (size_t I = 0; I < std::size(BrokenBodies); ++I) {
    const std::string N = std::to_string(I);
    Code += "__global__ void broken" + N + "(float *p, int n) { " +
            BrokenBodies[I] + " }\n__global__ void good" + N +
            "(float *p) { p[threadIdx.x] = 1; }\n";
  }
  for (Side Which : {Side::Device, Side::Host}) {
    ParseSetup Setup;
    Setup.Which = Which;
    Built B = build(Code, Setup);
    EXPECT_FALSE(B.Clean);
    ASSERT_TRUE(B.Ir) << B.Error;
    for (size_t I = 0; I < std::size(BrokenBodies); ++I) {
      SCOPED_TRACE(BrokenBodies[I]);
      const std::string Broken = "broken" + std::to_string(I);
      const std::string Good = "good" + std::to_string(I);
      if (B.Names.count(Broken)) {
        EXPECT_NE(B.unusable(Broken), "");
        const llvm::Function *F = B.shape(Broken);
        EXPECT_TRUE(!F || F->isDeclaration());
      }
      ASSERT_EQ(B.Names.count(Good), 1u);
      EXPECT_EQ(B.unusable(Good), "");
      ASSERT_TRUE(B.shape(Good));
      EXPECT_EQ(count<llvm::StoreInst>(B.shape(Good)), 1u);
    }
  }
}

TEST(DeviceIr, BrokenKernelNamesTheLine) {
  Built B =
      build("__device__ int helper(int n) {\n  nothing(n);\n  return n;\n}\n"
            "__global__ void direct(int *p) {\n  p[0] = 1;\n  lost(p);\n}\n"
            "__global__ void indirect(int *p) { p[0] = helper(1); }\n");
  ASSERT_TRUE(B.Ir) << B.Error;
  EXPECT_EQ(B.unusable("direct"), "the kernel contains an error on line 7");
  EXPECT_EQ(B.unusable("indirect"),
            "the kernel calls 'helper', which contains an error on line 2");
}

/// Bodies that are right, and look odd, in a file with an error elsewhere.
constexpr const char *SoundBodies[] = {
    "p[0] = 1;;; ; p[1] = 2;",
    "NOTHING p[0] = 1; NOTHING; CALLED(p, (1, 2)) p[1] = 2;",
    "\n#ifdef NOT_THERE\n lost(p);\n#else\n p[0] = 1;\n#endif\n",
    "\n#if defined(NOT_THERE)\n lost(p);\n#endif\n p[0] = 1;\n",
    "p[0] = 1;\n#if 0\n lost(p); }}\n#endif\n",
    "p[0] = 1;\n#if N_IS > 3\n p[1] = 2;\n#elif N_IS > 1\n p[2] = 1;\n"
    "#else\n p[3] = 1;\n#endif\n",
    "\n#pragma unroll\nfor (int i = 0; i < 4; ++i) p[i] = 1;",
    "UNROLL for (int i = 0; i < 4; ++i) p[i] = 1;",
    "[[maybe_unused]] int x = 1; if (n) [[likely]] { p[0] = 1; }",
    "using T = int; typedef float U; static_assert(sizeof(T) == 4, \"\"); p[0] "
    "= U(T(1));",
    "__shared__ float s[32], t[32]; s[n] = 1; t[n] = 2; __syncthreads(); p[n] "
    "= s[n ^ 1] + t[n ^ 1];",
    "extern __shared__ float d[]; p[0] = d[n];",
    "TWICE(p[0] = 1) LOOP(i, 3) p[i] = 2;",
    "LOOP(i, 3) { p[i] = 1; } OPEN p[1] = 2; CLOSE",
    "for (;;) { if (n++ > 3) break; p[n] = 1; }",
    "for (RANGE(i, 3)) p[i] = 1;",
    "switch (n) { case 1: p[0] = 1; [[fallthrough]]; case 2: p[1] = 2; break; "
    "default: ; }",
    "if (n) ; else p[0] = 1; while (n--) ; do ; while (n++ < 3); p[0] = 3;",
    "struct L { int a; __device__ int get() { return a; } }; L l{n}; p[0] = "
    "l.get();",
    "auto f = [&](int i) { p[i] = 1; }; f(n); f(n + 1);",
    "again: p[n] = 1; if (n-- > 0) goto again;",
    "asm volatile(\"membar.gl;\"); p[0] = 1; __threadfence();",
    "{ { p[0] = 1; } } {}",
    "/* { */ p[0] = 1; // }\n",
    "constexpr int K = 3; if constexpr (K > 2) { p[0] = 1; } else { p[0] = 2; "
    "}",
    "p[0] = ok(n) + ok(1.0f);",
    "float a[2] = {1, 2}; for (float x : a) p[0] += x;",
    "p[(n + 1) * 2] = (float)(n) + fmaf(p[0], (p[1]), float(2)); "
    "__syncthreads();",
    "_Pragma(\"unroll 2\") for (int i = 0; i < n; ++i) p[i] = 1;",
    "__builtin_assume(n > 0); p[0] = n;",
    "const char *t = \"}\"; p[0] = t[n];",
};

TEST(DeviceIr, SoundKernelsBesideAnErrorAreCompiled) {
  std::string Code = R"cu(
#define NOTHING
#define CALLED(a, b)
#define N_IS 2
#define UNROLL _Pragma("unroll")
#define TWICE(s) s; s;
#define LOOP(i, n) for (int i = 0; i < n; ++i)
#define OPEN if (n) {
#define CLOSE }
#define RANGE(i, n) int i = 0; i < n; ++i
template <class T> __device__ T ok(T x) {
  if constexpr (sizeof(T) == 4) return x;
  else return x + 1;
}
void unrelated() { lost(); }
)cu";
  for (size_t I = 0; I < std::size(SoundBodies); ++I)
    Code += "__global__ void sound" + std::to_string(I) +
            "(float *p, int n) { " + SoundBodies[I] + " }\n";
  for (Side Which : {Side::Device, Side::Host}) {
    ParseSetup Setup;
    Setup.Which = Which;
    Built B = build(Code, Setup);
    EXPECT_FALSE(B.Clean);
    ASSERT_TRUE(B.Ir) << B.Error;
    for (size_t I = 0; I < std::size(SoundBodies); ++I) {
      SCOPED_TRACE(SoundBodies[I]);
      const std::string Sound = "sound" + std::to_string(I);
      ASSERT_EQ(B.Names.count(Sound), 1u);
      EXPECT_EQ(B.unusable(Sound), "");
      ASSERT_TRUE(B.shape(Sound));
      EXPECT_GE(count<llvm::StoreInst>(B.shape(Sound)), 1u);
    }
  }
}

TEST(DeviceIr, ClustersAreHandedOn) {
  Built B = build(R"cu(
template <int N> __global__ void __attribute__((cluster_dims(N, 2, 1)))
k(int *p) { *p = 1; }
void h(int *p) { k<4><<<8, 32>>>(p); }
)cu");
  ASSERT_TRUE(B.Ir) << B.Error;
  const llvm::Function *F = B.shape("k<4>");
  ASSERT_TRUE(F);
  EXPECT_EQ(F->getFnAttribute("nvvm.cluster_dim").getValueAsString(), "4,2,1");
}

/// clang refuses the constructor of a shared barrier, nvcc never runs it.
TEST(DeviceIr, SharedVariablesOfTheCudaLibraryNeedAParseOfTheirOwn) {
  Built B = build(R"cu(
namespace cuda {
struct barrier { int n = 0; barrier() = default; __device__ ~barrier() { n = 1; } };
}
struct Mine { int n; __device__ Mine() : n(3) {} };
__global__ void library(int *p) {
  __shared__ cuda::barrier b[2];
  b[threadIdx.x & 1].n = threadIdx.x;
  p[threadIdx.x] = b[0].n;
}
__global__ void mine(int *p) { __shared__ Mine m; p[threadIdx.x] = m.n; }
)cu");
  ASSERT_TRUE(B.Ir) << B.Error;
  EXPECT_TRUE(B.Ir->SecondParse);
  const llvm::Function *F = B.shape("library");
  ASSERT_TRUE(F && !F->isDeclaration());
  EXPECT_EQ(count<llvm::StoreInst>(F), 2U);
  EXPECT_THAT(B.unusable("mine"), HasSubstr("contains an error on line"));
}

TEST(DeviceIr, UnsavedTextIsWhatIsCompiled) {
  // The header exists only in memory, and so does the file.
  ParseSetup Setup;
  Setup.Which = Side::Host;
  Setup.Files = {{"h.h", "#define FACTOR 3\n"}};
  Built B =
      build("#include \"h.h\"\n"
            "__global__ void k(int *p) { for (int i = 0; i < FACTOR; ++i) "
            "p[i * 7] = i; }\n",
            Setup);
  ASSERT_TRUE(B.Ir) << B.Error;
  EXPECT_TRUE(B.Ir->SecondParse);
  EXPECT_EQ(count<llvm::StoreInst>(B.full("k")), 3u);
}

TEST(DeviceIr, ThreadsDoNotDisturbEachOther) {
  const std::string Expected = body(build(Saxpy).shape("saxpy"));
  std::vector<std::thread> Threads;
  std::array<unsigned, 8> Same{};
  for (unsigned T = 0; T < 8; ++T)
    Threads.emplace_back([&, T] {
      ParseSetup Setup;
      Setup.Which = T % 2 ? Side::Host : Side::Device;
      for (unsigned Round = 0; Round < 5; ++Round) {
        Built B = build(Saxpy, Setup);
        Same[T] += B.Ir && body(B.shape("saxpy")) == Expected;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_THAT(Same, ::testing::Each(5u));
}
} // namespace
