//===- LinesTest.cpp - Lines that wavefronts touch, by architecture -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lines of the first cache that the generated kernels' requests to global
// memory touch in AMD's own IR: of 64 bytes on CDNA2, of 128 on CDNA3 and RDNA,
// in wavefronts of 64 and of 32.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "test/exact/Compare.h"
#include "test/exact/Generated.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::exact;

namespace {
struct LinesOf {
  const char *Gpu;
  unsigned LineBytes;
};
class Lines : public testing::TestWithParam<LinesOf> {};
} // namespace

TEST_P(Lines, OfEachRequestAreThoseOfARunOnTheCpu) {
  auto Gpu = findGpu(GetParam().Gpu);
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  unsigned Judged = 0, Several = 0;
  for (const GeneratedFile &File : generate(100, 3)) {
    auto Compiled =
        CompiledCase::createAll(File.Text, File.Cases, Gpu->Arch.Name);
    ASSERT_TRUE(bool(Compiled)) << llvm::toString(Compiled.takeError());
    for (const CompiledCase &C : *Compiled) {
      const KernelSummary &K = C.summary();
      auto True = count(C, static_cast<unsigned>(Gpu->Arch.WarpSize.Value),
                        GetParam().LineBytes);
      ASSERT_TRUE(bool(True)) << llvm::toString(True.takeError());
      const WarpProfile P = profile(C, *Gpu, /*Everything=*/true);
      for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
        const RequestCounts &R = True->ByRequest[Id];
        // Of an address that data decide nobody knows the lines.
        if (R.Where != Place::Global ||
            K.Exprs.dependsOnData(K.Accesses[Id].Offset))
          continue;
        const AccessProfile &A = P.Accesses[Id];
        EXPECT_NEAR(A.Requests * A.LinesPerRequest.Value, R.Lines,
                    1e-9 * R.Lines)
            << K.Name << ":" << K.Accesses[Id].Where.Line;
        ++Judged;
        Several += R.Lines > 2 * R.Requests;
      }
    }
  }
  EXPECT_GT(Judged, 150u);
  EXPECT_GT(Several, 40u);
}

INSTANTIATE_TEST_SUITE_P(Gpus, Lines,
                         testing::Values(LinesOf{"mi250x", 64},
                                         LinesOf{"mi300x", 128},
                                         LinesOf{"radeon-pro-w6600", 128},
                                         LinesOf{"rx-7900-xtx", 128}),
                         [](const auto &I) {
                           std::string Name = I.param.Gpu;
                           std::replace(Name.begin(), Name.end(), '-', '_');
                           return Name;
                         });
