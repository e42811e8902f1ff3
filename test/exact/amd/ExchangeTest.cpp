//===- ExchangeTest.cpp - Lanes of wavefronts against a run on the CPU ----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels in AMD's IR whose lanes tell each other values by ds_swizzle,
// ds_permute, ds_bpermute, DPP, permlane, reads of one lane and ballots: values
// that are stored, and places in LDS and in global memory.
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
    switch (Number % 5) {
    case 0: // and, or, xor of the lane's lower five bits
      Told = "__builtin_amdgcn_ds_swizzle((int)v, " +
             number(31 | pick(4) << 5 | pick(32) << 10) + ")";
      break;
    case 1:
      Told = "__shfl_xor((int)v, " + number(1 << pick(5)) + ")";
      break;
    case 2: // to a lane that data tells, and from one
      Told = "__builtin_amdgcn_ds_permute((int)v, t)";
      break;
    case 3:
      Told = "__builtin_amdgcn_ds_bpermute((int)v * 4, (int)v)";
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

/// Kernels whose lanes read and write where other lanes say.
class PlaceKernels {
public:
  /// \p HasSwaps: the GPU swaps groups of lanes (gfx950).
  PlaceKernels(unsigned WaveLanes, bool HasSwaps)
      : WaveLanes(WaveLanes), HasSwaps(HasSwaps) {}

  void add(unsigned Kernel, GeneratedFile &Into) {
    const std::string Name = "p" + std::to_string(Kernel);
    std::string Place = "t * " + number(1 + pick(9));
    if (pick(3) == 0)
      Place = "(t ^ " + number(pick(64)) + ") + " + number(pick(50));
    std::string Moves = "  int at = " + moved(Kernel, Place) + ";\n";
    if (pick(4) == 0)
      Moves += "  at = " + moved(pick(Forms), "at") + ";\n";
    Into.Text += "__global__ void " + Name +
                 "(const float *a, float *b) {\n"
                 "  __shared__ float s[4096];\n  int t = threadIdx.x;\n"
                 "  for (int i = t; i < 4096; i += blockDim.x)\n"
                 "    s[i] = a[i];\n  __syncthreads();\n" +
                 Moves + "  float v = s[(at * " + number(1 + pick(40)) + " + " +
                 number(pick(9)) +
                 ") & 4095];\n"
                 "  if (t % " +
                 number(2 + pick(20)) +
                 " != 1)\n"
                 "    v += s[(at + t) & 4095];\n"
                 "  b[(at & 65535) + blockIdx.x * 256] = v;\n}\n";
    Case C;
    C.Kernel = C.Name = Name;
    // In the last wavefront some lanes are missing. What a swap with these
    // gives is not said.
    const unsigned Rest[] = {0, 0, HasSwaps ? 0u : 16u, HasSwaps ? 0u : 40u};
    C.Grid = {1 + pick(3)};
    C.Block = {64 + 64 * uint64_t(pick(3)) + Rest[pick(4)]};
    C.Args = {buffer(1 << 20), buffer(1 << 20)};
    Into.Cases.push_back(std::move(C));
  }

private:
  static constexpr unsigned Forms = 16;

  static std::string number(unsigned N) { return std::to_string(N); }
  unsigned pick(unsigned N) { return static_cast<unsigned>(Random() % N); }

  std::string control() {
    // Within a quad, a row, and, by GPU, over rows or to all of a row.
    const bool IsWave64 = WaveLanes == 64;
    switch (pick(IsWave64 ? 9 : 8)) {
    case 0:
      return number(pick(256));
    case 1:
      return number(0x101 + pick(15));
    case 2:
      return number(0x111 + pick(15));
    case 3:
      return number(0x121 + pick(15));
    case 4:
      return number(0x140);
    case 5:
      return number(0x141);
    case 6:
      return number(0x150 + pick(16));
    case 7:
      return IsWave64 ? number(0x142 + pick(2)) : number(0x160 + pick(16));
    default:
      return number(0x130 + 4 * pick(4));
    }
  }

  std::string dpp(const std::string &Place) {
    const std::string Masks =
        pick(2) ? "15, 15" : number(pick(16)) + ", " + number(pick(16));
    return "__builtin_amdgcn_update_dpp(t + " + number(pick(100)) + ", " +
           Place + ", " + control() + ", " + Masks +
           (pick(2) ? ", true)" : ", false)");
  }

  std::string ofGpu(const std::string &Place) {
    if (HasSwaps)
      return std::string("(int)__builtin_amdgcn_permlane") +
             (pick(2) ? "16" : "32") + "_swap(t + " + number(pick(50)) + ", " +
             Place + ", false, false)[" + number(pick(2)) + "]";
    if (WaveLanes == 64)
      return dpp(Place);
    const std::string Lanes = number(static_cast<unsigned>(Random()) | 1) +
                              "u, " + number(static_cast<unsigned>(Random())) +
                              "u";
    switch (pick(3)) {
    case 0:
      return "__builtin_amdgcn_permlane16(t, " + Place + ", " + Lanes +
             ", false, true)";
    case 1:
      return "__builtin_amdgcn_permlanex16(t, " + Place + ", " + Lanes +
             ", false, false)";
    default:
      return "__builtin_amdgcn_mov_dpp8(" + Place + ", " +
             number(pick(1 << 24)) + ")";
    }
  }

  std::string moved(unsigned Form, const std::string &Place) {
    const std::string Width = number(1 << (1 + pick(5)));
    switch (Form % Forms) {
    case 0:
      return "__builtin_amdgcn_ds_swizzle(" + Place + ", " +
             number(pick(32) | pick(32) << 5 | pick(32) << 10) + ")";
    case 1: // any lane of a quad
      return "__builtin_amdgcn_ds_swizzle(" + Place + ", " +
             number(0x8000 | pick(256)) + ")";
    case 2:
      return "__shfl_xor(" + Place + ", " + number(pick(WaveLanes)) + ")";
    case 3:
      return "__shfl_up(" + Place + ", " + number(pick(20)) + ", " + Width +
             ")";
    case 4:
      return "__shfl_down(" + Place + ", " + number(pick(20)) + ")";
    case 5:
      return "__shfl(" + Place + ", t * " + number(1 + 2 * pick(8)) + ", " +
             Width + ")";
    case 6: // bytes, of which the lower two bits do not count
      return "__builtin_amdgcn_ds_bpermute(t * " + number(1 + pick(40)) +
             " + " + number(pick(600)) + ", " + Place + ")";
    case 7: // a lane that is there in each wavefront
      return "t + __builtin_amdgcn_readlane(" + Place + ", " +
             number(pick(16)) + ")";
    case 8:
      return "t * 2 + __builtin_amdgcn_readfirstlane(" + Place + ")";
    case 9:
      return "(int)__shfl_xor((long long)(" + Place + ") << 20, " +
             number(pick(WaveLanes)) + ") + (int)(__shfl_down((long long)(" +
             Place + ") << 20, 3) >> 20)";
    case 10:
      return ofGpu(Place);
    case 11: // each lane gets one
      return "__builtin_amdgcn_ds_permute(t * " +
             number(4 * (1 + 2 * pick(8))) + " + " + number(pick(600)) + ", " +
             Place + ")";
    case 12: // some lanes get several, others none
      return "__builtin_amdgcn_ds_permute(t * " + number(1 + pick(40)) + " + " +
             number(pick(600)) + ", " + Place + ")";
    case 13: // there and back
      return "__builtin_amdgcn_ds_bpermute(t * " + number(4 * (1 + pick(9))) +
             ", __builtin_amdgcn_ds_permute(t * " + number(4 * (1 + pick(9))) +
             ", " + Place + "))";
    default:
      return dpp(Place);
    }
  }

  const unsigned WaveLanes;
  const bool HasSwaps;
  std::mt19937_64 Random{2};
};

class Exchanges : public testing::TestWithParam<const char *> {};

/// Runs the kernels of \p G and compares all that is counted.
template <class GeneratorT>
void expectExact(GeneratorT &G, unsigned Expected, const GpuModel &Model) {
  const GpuModel *Gpu = &Model;
  unsigned Kernels = 0;
  for (const GeneratedFile &File : generateFiles(G, Expected, 20, "")) {
    auto Compiled =
        CompiledCase::createAll(File.Text, File.Cases, Gpu->Arch.Name);
    ASSERT_TRUE(bool(Compiled)) << llvm::toString(Compiled.takeError());
    for (const CompiledCase &C : *Compiled) {
      auto True = count(C, *Gpu);
      ASSERT_TRUE(bool(True)) << llvm::toString(True.takeError());
      EXPECT_THAT(True->Uncovered, testing::IsEmpty()) << C.summary().Name;
      const WarpProfile P = profile(C, *Gpu, /*Everything=*/true);
      for (const Figure &F : compareAll(C.summary(), P, *True))
        EXPECT_TRUE(F.exact()) << C.summary().Name << ": " << F.What << ": "
                               << F.Ours << ", in truth " << F.True;
      ++Kernels;
    }
  }
  EXPECT_EQ(Kernels, Expected);
}

/// A scan over a wavefront, whose sums are known and are places.
class ScanKernel {
public:
  void add(unsigned, GeneratedFile &Into) {
    Into.Text = R"(__global__ void scan(const float *a, float *b) {
  __shared__ float s[4096];
  int t = threadIdx.x, lane = t % warpSize;
  for (int i = t; i < 4096; i += blockDim.x)
    s[i] = a[i];
  __syncthreads();
  int sum = lane % 3;
  for (int by = 1; by < warpSize; by *= 2) {
    int before = __shfl_up(sum, by);
    if (lane >= by)
      sum += before;
  }
  b[t] = s[sum * 2] + s[sum * 32];
}
)";
    Case C;
    C.Kernel = C.Name = "scan";
    C.Grid = {2}, C.Block = {128};
    C.Args = {buffer(1 << 20), buffer(1 << 20)};
    Into.Cases.push_back(std::move(C));
  }
};
} // namespace

TEST_P(Exchanges, CountsAndPassesAreExact) {
  auto Gpu = findGpu(GetParam());
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  ExchangeKernels G;
  expectExact(G, 60, *Gpu);
}

TEST_P(Exchanges, PlacesThatLanesTellEachOtherAreExact) {
  auto Gpu = findGpu(GetParam());
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  PlaceKernels G(static_cast<unsigned>(Gpu->Arch.WarpSize.Value),
                 Gpu->Arch.Name == "gfx950");
  expectExact(G, 80, *Gpu);
}

TEST_P(Exchanges, SumsOfAScanAreExactPlaces) {
  auto Gpu = findGpu(GetParam());
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  ScanKernel G;
  expectExact(G, 1, *Gpu);
}

INSTANTIATE_TEST_SUITE_P(Gpus, Exchanges,
                         testing::Values("mi300x", "mi355x",
                                         "radeon-pro-w6600"));
