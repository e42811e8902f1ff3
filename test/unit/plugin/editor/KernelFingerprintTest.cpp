//===- KernelFingerprintTest.cpp ------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/editor/KernelFingerprint.h"
#include "analysis/summarize/SummarizeKernel.h"
#include "test/unit/plugin/BuildKernels.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
struct Text {
  std::map<std::string, KernelFingerprint> Codes; ///< by mangled name
  std::map<std::string, KernelSummary> Summaries;
};

/// Fingerprints of unoptimised kernels and summaries of optimised ones.
Text read(const std::string &Code) {
  Text Out;
  DeviceIrOptions Options;
  Options.Before = [&](llvm::Module &M, bool) {
    for (llvm::Function &F : M)
      if (!F.isDeclaration() &&
          F.getCallingConv() == llvm::CallingConv::PTX_Kernel)
        Out.Codes[F.getName().str()] = fingerprint(F);
  };
  Built B = build(Code, {}, Options);
  EXPECT_TRUE(B.Ir) << B.Error;
  for (auto &[Mangled, Unused] : Out.Codes) {
    auto Summary = summarizeKernel(*B.Ir->Shape->getFunction(Mangled));
    EXPECT_TRUE(bool(Summary));
    Out.Summaries.emplace(Mangled, std::move(*Summary));
  }
  return Out;
}

std::vector<SourceLine> linesOf(const KernelSummary &K) {
  std::vector<SourceLine> Out;
  for (const Access &A : K.Accesses) {
    Out.push_back(A.Where);
    Out.push_back(A.Inner);
  }
  for (const Instr &I : K.Instrs) {
    Out.push_back(I.Where);
    Out.push_back(I.Inner);
  }
  for (const Block &B : K.Blocks)
    Out.insert(Out.end(), B.CallLines.begin(), B.CallLines.end());
  for (const KernelLoop &L : K.Loops) {
    Out.push_back(L.Where);
    Out.push_back(L.Inner);
    Out.insert(Out.end(), L.CallLines.begin(), L.CallLines.end());
  }
  return Out;
}

const char Sum[] = R"cu(
struct Pair { float A, B; };
__device__ float half(float v) {
  return v * 0.5f;
}
__device__ float unused(float v) { return v; }
__constant__ float Weights[4];
__global__ void sum(int n, const float *x, float *y) {
  float s = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (x[i] > 0)
      s += half(x[i]);
    else
      s -= Weights[i & 3];
  }
  y[threadIdx.x] = s;
}
__global__ void other(float *y) { y[threadIdx.x] = 1; }
)cu";

std::string with(std::string From, const std::string &Old,
                 const std::string &New) {
  size_t At = From.find(Old);
  EXPECT_NE(At, std::string::npos) << Old;
  return From.replace(At, Old.size(), New);
}
} // namespace

TEST(KernelFingerprint, LinesAreNotCode) {
  Text Before = read(Sum), After = read("\n\n// moved\n" + std::string(Sum));
  EXPECT_EQ(Before.Codes["_Z3sumiPKfPf"].Code,
            After.Codes["_Z3sumiPKfPf"].Code);
  EXPECT_NE(Before.Codes["_Z3sumiPKfPf"].Places,
            After.Codes["_Z3sumiPKfPf"].Places);
  EXPECT_NE(Before.Codes["_Z3sumiPKfPf"].Code, Before.Codes["_Z5otherPf"].Code);
}

TEST(KernelFingerprint, EveryChangeOfTheCodeIsSeen) {
  const std::string Was = read(Sum).Codes["_Z3sumiPKfPf"].Code;
  const std::pair<const char *, const char *> Changes[] = {
      {"v * 0.5f", "v * 0.25f"},             // a constant in a callee
      {"v * 0.5f", "v + 0.5f"},              // an operation
      {"x[i] > 0", "x[i] >= 0"},             // a predicate
      {"i += blockDim.x", "i += 32"},        // a step
      {"Weights[4]", "Weights[8]"},          // a variable's size
      {"int n, const", "unsigned n, const"}, // a parameter's type
      {"__global__ void sum", "__global__ void __launch_bounds__(64) sum"},
      {"const float *x, float *y)", "const float *__restrict__ x, float *y)"},
      {"  for (int i", "#pragma unroll 4\n  for (int i"}, // only metadata
  };
  for (auto [Old, New] : Changes) {
    Text Changed = read(with(Sum, Old, New));
    for (auto &[Mangled, Code] : Changed.Codes) {
      if (Mangled.find("sum") != std::string::npos)
        EXPECT_NE(Code.Code, Was) << Old << " -> " << New;
    }
  }
}

TEST(KernelFingerprint, WhatTheKernelDoesNotReachIsNotPartOfIt) {
  const std::string Was = read(Sum).Codes["_Z3sumiPKfPf"].Code;
  for (auto [Old, New] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {"{ return v; }", "{ return v + 1; }"},
           {"y[threadIdx.x] = 1;", "y[threadIdx.x] = half(y[0]);"},
           {"struct Pair { float A, B; };", "struct Pair { double A; };"},
           {"__global__ void other", "__global__ void first() {}\n"
                                     "__global__ void other"}})
    EXPECT_EQ(read(with(Sum, Old, New)).Codes["_Z3sumiPKfPf"].Code, Was) << New;
}

TEST(MoveLines, TheSameAsCompiledAnew) {
  Text Before = read(Sum);
  const std::string Moved[] = {
      "\n\n// moved\n" + std::string(Sum),
      with(Sum, "__global__ void sum", "\n\n\n__global__ void sum"),
      with(Sum, "__device__ float half",
           "// half of it\n__device__ float half"),
      with(Sum, "      s += half", "\n          s += half"),
  };
  for (const std::string &Code : Moved) {
    Text After = read(Code);
    for (const char *Name : {"_Z3sumiPKfPf", "_Z5otherPf"}) {
      KernelSummary K = Before.Summaries.at(Name);
      ASSERT_TRUE(moveLines(K, Before.Codes.at(Name).Places,
                            After.Codes.at(Name).Places))
          << Code;
      EXPECT_EQ(linesOf(K), linesOf(After.Summaries.at(Name))) << Code;
    }
  }
}

TEST(MoveLines, WhatCannotBeToldStaysAsItWas) {
  // One line became two: instructions without a column would go both ways.
  Text Before = read(Sum), After = read(with(Sum, "{ y[threadIdx.x] = 1; }",
                                             "{\n  y[threadIdx.x]\n = 1;\n}"));
  KernelSummary K = Before.Summaries.at("_Z5otherPf");
  const std::vector<SourceLine> Was = linesOf(K);
  EXPECT_EQ(Before.Codes.at("_Z5otherPf").Code,
            After.Codes.at("_Z5otherPf").Code);
  EXPECT_FALSE(moveLines(K, Before.Codes.at("_Z5otherPf").Places,
                         After.Codes.at("_Z5otherPf").Places));
  EXPECT_EQ(linesOf(K), Was);
  EXPECT_FALSE(moveLines(K, Before.Codes.at("_Z5otherPf").Places, {}));
}
