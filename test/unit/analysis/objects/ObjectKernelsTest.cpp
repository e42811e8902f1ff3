//===- ObjectKernelsTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/ObjectKernels.h"
#include "analysis/registers/PtxLiveness.h"
#include "test/unit/analysis/objects/ObjectBytes.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>

using namespace gpuperf;
using namespace gpuperf::test;
using testing::HasSubstr;

static ObjectKernels read(llvm::StringRef Bytes) {
  auto Read = readObject(Bytes);
  EXPECT_TRUE(static_cast<bool>(Read)) << llvm::toString(Read.takeError());
  return Read ? std::move(*Read) : ObjectKernels();
}

static std::string errorOf(llvm::StringRef Bytes) {
  auto Read = readObject(Bytes);
  return Read ? "" : llvm::toString(Read.takeError());
}

/// The registers of the code that is found; 0: there is none.
static unsigned registersIn(const ObjectKernels &In, llvm::StringRef Mangled,
                            unsigned Sm) {
  auto Found = findKernel(In, Mangled, Sm);
  const auto *Kernel = std::get_if<FoundKernel>(&Found);
  return Kernel ? Kernel->Kernel.Registers : 0;
}

static KernelMiss missOf(const ObjectKernels &In, llvm::StringRef Mangled,
                         unsigned Sm) {
  return std::get<KernelMiss>(findKernel(In, Mangled, Sm));
}

TEST(ObjectKernels, AreReadFromEachKindOfFile) {
  const std::string One = cubinBytes(80, {{"k", 40}});
  const std::string Fat = fatbinBytes({{One}, {cubinBytes(90, {{"k", 50}})}});
  EXPECT_EQ(read(One).Cubins.size(), 1u);
  for (const std::string &Bytes :
       {Fat, hostObjectBytes(Fat), hostObjectBytes(Fat, "__nv_relfatbin")}) {
    const ObjectKernels All = read(Bytes);
    ASSERT_EQ(All.Cubins.size(), 2u);
    EXPECT_EQ(registersIn(All, "k", 80), 40u);
    EXPECT_EQ(registersIn(All, "k", 90), 50u);
  }
  EXPECT_EQ(read(hostObjectBytes("text", ".data")).Cubins.size(), 0u);
}

TEST(ObjectKernels, AGpuRunsItsOwnCodeOrOlderCodeOfItsKind) {
  const ObjectKernels All = read(fatbinBytes({{cubinBytes(80, {{"k", 80}})},
                                              {cubinBytes(86, {{"k", 86}})},
                                              {cubinBytes(90, {{"k", 90}})}}));
  EXPECT_EQ(registersIn(All, "k", 80), 80u);
  EXPECT_EQ(registersIn(All, "k", 86), 86u);
  EXPECT_EQ(registersIn(All, "k", 89), 86u);
  EXPECT_EQ(registersIn(All, "k", 90), 90u);
  EXPECT_EQ(missOf(All, "k", 75), KernelMiss::Architecture);
  EXPECT_EQ(missOf(All, "k", 100), KernelMiss::Architecture);
  EXPECT_EQ(missOf(All, "other", 90), KernelMiss::Kernel);
}

TEST(ObjectKernels, LinkedCodeGoesFirst) {
  const ObjectKernels All =
      read(fatbinBytes({{cubinBytes(80, {{"k", 32}}, /*Linked=*/false)},
                        {cubinBytes(80, {{"k", 48}}, /*Linked=*/true)}}));
  EXPECT_EQ(registersIn(All, "k", 80), 48u);
}

TEST(ObjectKernels, AStaticKernelIsFoundWhereItIsTheOnlyOne) {
  const std::string A = cubinBytes(80, {{"_Z1kPf", 40}}),
                    B = cubinBytes(80, {{"_Z1kPf", 40}, {"_Z2k2Pf", 10}}),
                    C = cubinBytes(80, {{"_Z1kPf", 41}});
  EXPECT_EQ(registersIn(read(A), "_ZL1kPf", 80), 40u);
  EXPECT_EQ(registersIn(read(fatbinBytes({{A}, {B}})), "_ZL1kPf", 80), 40u)
      << "two that are alike are as good as one";
  EXPECT_EQ(missOf(read(fatbinBytes({{A}, {C}})), "_ZL1kPf", 80),
            KernelMiss::Ambiguous);
}

TEST(ObjectKernels, OtherFilesAreRefused) {
  EXPECT_THAT(errorOf(""), HasSubstr("no cubin, no fatbin and no ELF file"));
  EXPECT_THAT(errorOf(".version 8.0\n.target sm_80"), HasSubstr("no cubin"));
  EXPECT_THAT(errorOf(llvm::StringRef("\x7f"
                                      "ELF\x01\x01")),
              HasSubstr("64-bit"));
  auto Missing = readObjectFile("/there/is/no/such.o", 1 << 20);
  EXPECT_THAT(llvm::toString(Missing.takeError()),
              HasSubstr("/there/is/no/such.o: cannot be read: No such file"));
  auto Folder = readObjectFile("/", 1 << 20);
  EXPECT_EQ(llvm::toString(Folder.takeError()), "/: is not a file");
}

TEST(ObjectKernels, DamagedFilesGiveAnErrorOrLess) {
  const std::string Lz4Block = {0x1f, 'x', 1, 0, '\xff', 2, 0x10, 'y'};
  const std::string Whole = hostObjectBytes(
      fatbinBytes({{cubinBytes(80, {{"_Z1kPf", 40, 16, 512}, {"b", 20}})},
                   {cubinBytes(90, {{"_Z1kPf", 50}}), 0x11, 0, 2},
                   {Lz4Block, 0x2011, 278}}));
  std::mt19937 Random(1);
  for (size_t Size = 0; Size < Whole.size(); Size += 3) {
    // A copy of its own size: a checker of addresses sees what is beyond.
    const std::vector<char> Cut(Whole.begin(), Whole.begin() + Size);
    errorOf(llvm::StringRef(Cut.data(), Cut.size()));
  }
  unsigned Errors = 0;
  for (unsigned Try = 0; Try < 4000; ++Try) {
    std::string Bad = Whole;
    for (unsigned Flips = 1 + Random() % 3; Flips; --Flips)
      Bad[Random() % Bad.size()] ^= static_cast<char>(1 << Random() % 8);
    Errors += !errorOf(Bad).empty();
  }
  EXPECT_GT(Errors, 100u);
  EXPECT_LT(Errors, 4000u);
}

static std::string findNvcc() {
  const char *Root = std::getenv("CUDA_PATH");
  if (auto Found = llvm::sys::findProgramByName(
          "nvcc", {Root ? std::string(Root) + "/bin" : "/usr/local/cuda/bin"}))
    return *Found;
  auto Found = llvm::sys::findProgramByName("nvcc");
  return Found ? *Found : "";
}

namespace {
/// Runs nvcc on a file of kernels and holds what it writes.
class Nvcc : public testing::Test {
protected:
  void SetUp() override {
    Program = findNvcc();
    if (Program.empty())
      GTEST_SKIP() << "no nvcc on this machine";
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("gpuperf-nvcc", Folder));
    std::error_code Error;
    llvm::raw_fd_ostream Source(path("a.cu"), Error);
    Source << R"(
__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
template <int T> __global__ void tile(const float *a, float *c, int n) {
  __shared__ float A[T][T];
  float s = 0;
  for (int k = 0; k < n; k += T) {
    A[threadIdx.y][threadIdx.x] = a[threadIdx.y * n + k + threadIdx.x];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < T; ++j) s += A[threadIdx.y][j] * A[j][threadIdx.x];
    __syncthreads();
  }
  c[threadIdx.y * n + threadIdx.x] = s;
}
template __global__ void tile<16>(const float *, float *, int);
template __global__ void tile<32>(const float *, float *, int);
static __global__ void hidden(float *x, const int *at, int n) {
  float t[64];
  for (int i = 0; i < n; ++i) t[at[i] & 63] = x[i];
  x[threadIdx.x] = t[at[threadIdx.x] & 63];
}
namespace {
__global__ void unnamed(float *x) { x[threadIdx.x] *= 2; }
}
void host(float *x) {
  hidden<<<1, 32>>>(x, (int *)x, 64);
  unnamed<<<1, 32>>>(x);
}
)";
  }
  void TearDown() override {
    if (!Folder.empty())
      llvm::sys::fs::remove_directories(Folder);
  }
  std::string path(llvm::StringRef Name) const {
    llvm::SmallString<128> Out(Folder);
    llvm::sys::path::append(Out, Name);
    return std::string(Out);
  }
  /// What nvcc says when it writes \p Output.
  std::string compile(std::vector<std::string> Flags,
                      const std::string &Output) {
    std::vector<std::string> All = {Program,      path("a.cu"), "-o",
                                    path(Output), "-Xptxas",    "-v"};
    All.insert(All.end(), Flags.begin(), Flags.end());
    const std::vector<llvm::StringRef> Args(All.begin(), All.end());
    const std::string Said = path("said");
    std::string Error;
    const int Exit =
        llvm::sys::ExecuteAndWait(Program, Args, std::nullopt,
                                  {std::nullopt, Said, Said}, 120, 0, &Error);
    auto Text = llvm::MemoryBuffer::getFile(Said);
    EXPECT_EQ(Exit, 0) << Error << (Text ? (*Text)->getBuffer().str() : "");
    return Text ? (*Text)->getBuffer().str() : "";
  }

  std::string Program;
  llvm::SmallString<128> Folder;
};
} // namespace

TEST_F(Nvcc, TheFiguresAreThoseOfPtxas) {
  for (const auto &[Sm, Relocatable] :
       {std::pair(75u, false), {90u, false}, {120u, false}, {80u, true}}) {
    SCOPED_TRACE(Sm);
    const std::string Said =
        compile({"-arch=sm_" + std::to_string(Sm),
                 Relocatable ? "-rdc=true" : "-rdc=false", "-cubin"},
                "a.cubin");
    auto Read = readObjectFile(path("a.cubin"), 1 << 20);
    ASSERT_TRUE(static_cast<bool>(Read)) << llvm::toString(Read.takeError());
    ASSERT_EQ(Read->Cubins.size(), 1u);
    const Cubin &C = Read->Cubins[0];
    EXPECT_EQ(C.Sm, Sm);
    EXPECT_EQ(C.Linked, !Relocatable);
    const RegisterReport Report = parsePtxasReport(Said);
    EXPECT_EQ(Report.size(), 5u);
    EXPECT_EQ(C.Kernels.size(), 5u);
    for (const auto &[Symbol, Use] : Report) {
      auto Found = findKernel(*Read, Symbol, Sm);
      const auto *K = std::get_if<FoundKernel>(&Found);
      ASSERT_TRUE(K) << Symbol;
      EXPECT_EQ(K->Kernel.Registers, Use.PerThread.Value) << Symbol;
      EXPECT_EQ(K->Kernel.FrameBytes, Use.StackBytes) << Symbol;
      if (Relocatable)
        EXPECT_EQ(K->Kernel.StaticSharedBytes, std::nullopt);
      else
        EXPECT_EQ(K->Kernel.StaticSharedBytes, Use.StaticSharedBytes) << Symbol;
    }
    // As clang calls them.
    for (const char *Clangs :
         {"_ZL6hiddenPfPKii", "_ZN12_GLOBAL__N_17unnamedEPf"})
      EXPECT_GT(registersIn(*Read, Clangs, Sm), 0u) << Clangs;
  }
}

TEST_F(Nvcc, EveryWayToCompressIsRead) {
  const std::vector<std::string> Archs = {
      "-gencode", "arch=compute_80,code=sm_80", "-gencode",
      "arch=compute_90,code=[sm_90,compute_90]"};
  unsigned Wanted = 0;
  for (const auto &[Mode, Kind] :
       {std::pair("none", "-fatbin"), {"speed", "-c"}, {"size", "-c"}}) {
    SCOPED_TRACE(std::string(Mode) + Kind);
    std::vector<std::string> Flags = Archs;
    Flags.insert(Flags.end(), {Kind, "-Xfatbin", "-compress-all", "-Xfatbin",
                               std::string("-compress-mode=") + Mode});
    compile(Flags, "a.out");
    auto Read = readObjectFile(path("a.out"), 1 << 20);
    ASSERT_TRUE(static_cast<bool>(Read)) << llvm::toString(Read.takeError());
    ASSERT_EQ(Read->Cubins.size(), 2u);
    const unsigned Registers = registersIn(*Read, "_Z4tileILi32EEvPKfPfi", 90);
    EXPECT_GT(Registers, 0u);
    if (Wanted)
      EXPECT_EQ(Registers, Wanted);
    Wanted = Registers;
  }
}
