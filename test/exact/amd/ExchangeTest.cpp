//===- ExchangeTest.cpp - Lanes of wavefronts against a run on the CPU ----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels in AMD's IR whose lanes tell each other values by ds_swizzle,
// ds_bpermute and ballots. Places that lanes tell each other are not known to
// the analysis and are not among them.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "test/exact/Compare.h"
#include "test/exact/Generated.h"
#include "gmock/gmock.h"
#include <random>

using namespace gpuperf;
using namespace gpuperf::exact;

namespace {
class ExchangeKernels {
public:
  void add(unsigned Number, GeneratedFile &Into) {
    const std::string Name = "k" + std::to_string(Number);
    const unsigned Stride = 1 + pick(33), Pad = pick(3);
    auto number = [](unsigned N) { return std::to_string(N); };
    std::string Told;
    switch (Number % 3) {
    case 0: // and, or, xor of the lane's lower five bits
      Told = "__builtin_amdgcn_ds_swizzle((int)v, " +
             number(31 | pick(4) << 5 | pick(32) << 10) + ")";
      break;
    case 1:
      Told = "__shfl_xor((int)v, " + number(1 << pick(5)) + ")";
      break;
    default:
      Told = "__popcll(__ballot(v > 0))";
    }
    Into.Text += "__global__ void " + Name +
                 "(const float *a, float *b) {\n"
                 "  __shared__ float s[" +
                 number(256 * 34) +
                 "];\n  int t = threadIdx.x;\n"
                 "  s[t * " +
                 number(Stride) + " + " + number(Pad) +
                 "] = a[t + blockIdx.x * 256];\n  __syncthreads();\n"
                 "  float v = s[t * " +
                 number(Stride) +
                 "];\n"
                 "  if (t % " +
                 number(2 + pick(40)) +
                 " != 1)\n"
                 "    v += s[t];\n"
                 "  v += " +
                 Told +
                 ";\n"
                 "  b[t + blockIdx.x * 256] = v;\n}\n";
    Case C;
    C.Kernel = C.Name = Name;
    C.Grid = {1 + pick(3)}, C.Block = {64 + 64 * uint64_t(pick(4))};
    C.Args = {buffer(1 << 20), buffer(1 << 20)};
    Into.Cases.push_back(std::move(C));
  }

private:
  unsigned pick(unsigned N) { return static_cast<unsigned>(Random() % N); }
  std::mt19937_64 Random{1};
};

class Exchanges : public testing::TestWithParam<const char *> {};
} // namespace

TEST_P(Exchanges, CountsAndPassesAreExact) {
  auto Gpu = findGpu(GetParam());
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  ExchangeKernels G;
  unsigned Kernels = 0;
  for (const GeneratedFile &File : generateFiles(G, 60, 20, "")) {
    auto Compiled =
        CompiledCase::createAll(File.Text, File.Cases, Gpu->Arch.Name);
    ASSERT_TRUE(bool(Compiled)) << llvm::toString(Compiled.takeError());
    for (const CompiledCase &C : *Compiled) {
      auto True = count(C, static_cast<unsigned>(Gpu->Arch.WarpSize.Value));
      ASSERT_TRUE(bool(True)) << llvm::toString(True.takeError());
      EXPECT_THAT(True->Uncovered, testing::IsEmpty()) << C.summary().Name;
      const WarpProfile P = profile(C, *Gpu, /*Everything=*/true);
      for (const Figure &F : compareAll(C.summary(), P, *True))
        EXPECT_TRUE(F.exact()) << C.summary().Name << ": " << F.What << ": "
                               << F.Ours << ", in truth " << F.True;
      ++Kernels;
    }
  }
  EXPECT_EQ(Kernels, 60u);
}

INSTANTIATE_TEST_SUITE_P(Gpus, Exchanges,
                         testing::Values("mi300x", "radeon-pro-w6600"));
