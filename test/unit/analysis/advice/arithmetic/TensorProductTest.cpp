//===- TensorProductTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/TensorProduct.h"
#include "gpumodel/Throughput.h"
#include "test/unit/analysis/advice/AdviceFixture.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// What is found of a kernel of kernels.cu with the size 2048 in 16 x 16
/// threads.
std::optional<TensorProduct> found(llvm::StringRef Name, llvm::StringRef On,
                                   double *TimeUs = nullptr) {
  const KernelSummary K = kernelWith(Name);
  Launch L;
  L.Grid = {128, 128, 1};
  L.Block = {16, 16, 1};
  for (const Param &P : K.Params)
    L.Args.push_back(P.IsPointer ? ArgValue() : ArgValue::integer(2048));
  const GpuModel Gpu = gpu(On);
  const Prediction P = llvm::cantFail(predictLaunch(K, L, Gpu, {}));
  if (TimeUs)
    *TimeUs = P.TimeUs.Value;
  return findTensorProduct(K, Gpu, P);
}

TEST(TensorProduct, OfTilesInSharedMemory) {
  double TimeUs = 0;
  const auto Found = found("matmulTiled", "a100-sxm4-40gb", &TimeUs);
  ASSERT_TRUE(Found.has_value());
  EXPECT_NEAR(Found->MultiplyAdds, 2048.0 * 2048 * 2048, 1e7);
  // 156 TFLOP/s of TF32 and 312 of FP16, by NVIDIA's data sheet.
  EXPECT_NEAR(Found->Tf32Us, 2 * 8.59e9 / 156e6, 3);
  EXPECT_NEAR(Found->HalfUs, 2 * 8.59e9 / 312e6, 3);
  EXPECT_GT(TimeUs, 2 * Found->Tf32Us);
}

TEST(TensorProduct, OfOperandsFromGlobalMemory) {
  EXPECT_TRUE(found("matmulNaive", "a100-sxm4-40gb").has_value());
}

TEST(TensorProduct, ItsGpuHasARateForIt) {
  // A V100 multiplies halves only, a GTX 1080 Ti nothing.
  const auto OnV100 = found("matmulTiled", "v100-sxm2-16gb");
  ASSERT_TRUE(OnV100.has_value());
  EXPECT_EQ(OnV100->Tf32Us, 0);
  EXPECT_GT(OnV100->HalfUs, 0);
  EXPECT_FALSE(found("matmulTiled", "gtx-1080-ti").has_value());
}

TEST(TensorProduct, OtherKernelsHaveNone) {
  for (llvm::StringRef Name :
       {"stencil3d", "reduceShared", "saxpy", "triangular", "taps", "rows2d"})
    EXPECT_FALSE(found(Name, "a100-sxm4-40gb").has_value()) << Name.str();
}
} // namespace
