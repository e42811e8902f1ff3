//===- BlockIndependenceTest.cpp - From CUDA text to the proof ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuildKernels.h"
#include "analysis/kernel/SummarizeKernel.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {
/// "x >= n", "x any, y exact", "no: a warp shuffle": what is said of the only
/// kernel of \p Code.
std::string proofOf(llvm::StringRef Code) {
  Built B = build(Code);
  if (!B.Ir || !B.Clean || B.Names.size() != 1) {
    ADD_FAILURE() << B.Error << " in:\n" << Code.str();
    return "";
  }
  llvm::Function *F = B.Ir->Shape->getFunction(B.Names.begin()->second);
  auto K = summarizeKernel(*F);
  if (!K) {
    ADD_FAILURE() << llvm::toString(K.takeError());
    return "";
  }
  const BlockIndependence &I = K->Independence;
  std::vector<std::string> Names;
  for (const Param &P : K->Params)
    Names.push_back(P.Name);
  std::string Text;
  if (I.ProvenIfUnchanged)
    for (unsigned D = 0; D < 3; ++D) {
      if (!I.Dims[D].Used)
        continue;
      Text += Text.empty() ? "" : ", ";
      Text += std::string(1, "xyz"[D]);
      switch (I.Dims[D].Needed) {
      case ThreadsNeeded::Any:
        Text += " any";
        break;
      case ThreadsNeeded::AtLeastBound:
        Text += " >= " + K->Exprs.print(I.Dims[D].Bound, Names);
        break;
      case ThreadsNeeded::Exact:
        Text += " exact";
        break;
      case ThreadsNeeded::Unchanged:
        Text += " unchanged";
        break;
      }
    }
  if (I.SharedBytesPerThread)
    Text += ", " + std::to_string(I.SharedBytesPerThread) + " bytes";
  if (!I.Proven)
    Text = "no: " + I.Reason + (Text.empty() ? "" : " (" + Text + ")");
  EXPECT_EQ(I.Proven, I.Reason.empty());
  return Text;
}

constexpr char Index[] = "int i = blockIdx.x * blockDim.x + threadIdx.x;";
std::string body(const std::string &Body,
                 const std::string &Params =
                     "float *a, const float *b, int *c, int n, int m",
                 const std::string &Before = "") {
  return Before + "\n__global__ void k(" + Params + ") {\n" + Index + Body +
         "\n}\n";
}
} // namespace

//===----------------------------------------------------------------------===//
// One thread, one element
//===----------------------------------------------------------------------===//

TEST(BlockIndependence, Dev) {
  std::printf("%s\n", proofOf(body("if (i < n) a[i] = b[i];")).c_str());
  std::printf("%s\n", proofOf(body("if (i >= n) return; a[i] = b[i];")).c_str());
  std::printf("%s\n", proofOf(body("if (i <= n) a[i] = b[i];")).c_str());
  std::printf("%s\n", proofOf(body("if (n - i > 0) a[i] = b[i];")).c_str());
  std::printf("%s\n", proofOf(body("if (i < n && i < m) a[i] = b[i];")).c_str());
  std::printf("%s\n", proofOf(body("if (i > 0 && i < n - 1) a[i] = b[i-1]+b[i+1];")).c_str());
  std::printf("%s\n", proofOf(body("a[i] = b[i];")).c_str());
  std::printf("%s\n", proofOf(body("for (; i < n; i += blockDim.x * gridDim.x) a[i] = b[i];")).c_str());
  std::printf("%s\n", proofOf(body("float s = 0; for (; i < n; i += blockDim.x * gridDim.x) s += b[i]; a[blockIdx.x * blockDim.x + threadIdx.x] = s;")).c_str());
  std::printf("%s\n", proofOf(body("a[blockIdx.x] = 1;")).c_str());
  std::printf("%s\n", proofOf(body("if (threadIdx.x == 0) a[i] = 1;")).c_str());
  std::printf("%s\n", proofOf(body("int j = blockIdx.x * 256 + threadIdx.x; if (j < n) a[j] = 1;")).c_str());
}
