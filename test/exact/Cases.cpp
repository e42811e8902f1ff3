//===- Cases.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/Cases.h"
#include <array>

using namespace gpuperf;
using namespace gpuperf::exact;

namespace {
const std::string Probes = "test/exact/kernels/probes.cu",
                  Loops = "test/exact/kernels/loops.cu",
                  Demo = "benchmarks/demo/kernels.cu",
                  Accuracy = "benchmarks/accuracy/kernels/";

Argument floats(uint64_t N) { return buffer(4 * N); }
Argument doubles(uint64_t N) { return buffer(8 * N); }

/// Image of probes.cu.
Argument image(int Width, int Height, int Pitch) {
  return structure(24, {{0, floats(uint64_t(Height) * uint64_t(Pitch))},
                        {8, int32(Width)},
                        {12, int32(Height)},
                        {16, int32(Pitch)}});
}
} // namespace

std::vector<Case> exact::exactCases() {
  std::vector<Case> C;
  auto Probe = [&](std::string Name, std::string Kernel, Dim3 Grid, Dim3 Block,
                   std::vector<Argument> Args, uint64_t Shared = 0) {
    C.push_back({Name, Probes, Kernel, Grid, Block, Args, Shared, {}});
  };
  auto Other = [&](std::string Name, std::string File, std::string Kernel,
                   Dim3 Grid, Dim3 Block, std::vector<Argument> Args,
                   uint64_t Shared = 0, std::vector<std::string> Macros = {}) {
    C.push_back({Name, File, Kernel, Grid, Block, Args, Shared, Macros});
  };
  Probe("guarded", "guarded", {5}, {200},
        {floats(1000), floats(1000), int32(901)});
  Probe("plane_8x8", "plane", {6, 5}, {8, 8},
        {floats(2000), floats(2000), int32(45), int32(37)});
  Probe("plane_5x7", "plane", {4, 4}, {5, 7},
        {floats(2000), floats(2000), int32(19), int32(28)});
  Probe("volume", "volume", {3, 4, 5}, {8, 4, 3},
        {doubles(4000), doubles(4000),
         structure(12, {{0, int32(21)}, {4, int32(15)}, {8, int32(13)}})});
  Probe("triangle", "triangle", {4}, {64},
        {floats(256), floats(240 * 240), int32(240)});
  Probe("wedge", "wedge", {7}, {48}, {floats(336), floats(90 * 90), int32(90)});
  Probe("window", "window", {4, 7}, {16, 5},
        {floats(2000), floats(2000), int32(53), int32(33), int32(4)});
  Probe("gridStride", "gridStride", {5}, {96},
        {floats(5000), floats(5000), int64(4321)});
  Probe("byValue", "byValue", {3, 5}, {32, 4},
        {image(70, 19, 80), image(70, 19, 96), float32(2)});
  Probe("wide", "wide", {4}, {96}, {floats(1600), floats(1600), int32(333)});
  Probe("quad", "quad", {3}, {128}, {floats(1600), floats(1600), int32(1501)});
  Probe("choice", "choice", {4}, {128}, {floats(500), floats(500), int32(490)});
  Probe("doWhile", "doWhile", {4}, {128},
        {floats(500), floats(500), int32(500)});
  Probe("twoExits", "twoExits", {4}, {128},
        {floats(512), floats(1000), int32(700), int32(20)});
  Probe("tiled_8_0", "tiled<8, 0>", {3, 2}, {32, 8},
        {floats(6144), floats(6144), int32(90), int32(61)});
  Probe("tiled_4_1", "tiled<4, 1>", {3, 2}, {32, 4},
        {floats(6144), floats(6144), int32(96), int32(64)});
  Probe("sharedDoubles", "sharedDoubles", {3}, {96},
        {doubles(288), doubles(288), int32(5)});
  Probe("spread", "spread", {5}, {160}, {floats(64), int32(777), int32(50)});
  Probe("spreadShared", "spreadShared", {5}, {160}, {floats(64), int32(777)});
  Probe("warpReduce", "warpReduce", {4}, {160},
        {floats(4), floats(640), int32(601)});
  Probe("treeReduce", "treeReduce", {3}, {128},
        {floats(4), floats(400), int32(350)}, 128 * 4);
  Probe("butterfly", "butterfly", {5}, {96},
        {floats(480), int32(8), int32(451)});
  Probe("mixedSizes", "mixedSizes", {5}, {100},
        {doubles(500), buffer(1500), buffer(1000), int64(455)});
  Probe("pieces", "pieces", {3}, {40},
        {floats(120), floats(110 * 97), floats(97), int32(110), int32(97)},
        160);
  Probe("nest", "nest", {2}, {64}, {floats(128), floats(400), int32(20)});
  Probe("ownArray", "ownArray", {2}, {64},
        {floats(128), floats(128), int32(20), int32(3)});
  Probe("weighted", "weighted", {3}, {96},
        {floats(288), floats(300), int32(280), int32(9)});
  Probe("skips", "skips", {3}, {96}, {floats(288), floats(3000), int32(40)});

  auto Shape = [&](std::string Kernel, Dim3 Grid, Dim3 Block,
                   std::vector<Argument> Args, uint64_t Shared = 0) {
    C.push_back({Kernel, Loops, Kernel, Grid, Block, Args, Shared, {}});
  };
  Shape("countDown", {3}, {96}, {floats(288), floats(400), int32(30)});
  Shape("bisect", {3}, {96}, {floats(288), floats(300), int32(270)});
  Shape("fenwick", {3}, {96}, {floats(288), floats(300), int32(270)});
  Shape("powers", {3}, {96}, {floats(288), floats(1000), int32(900)});
  Shape("meet", {3}, {96}, {floats(288), floats(100), int32(90)});
  Shape("pingPong", {3}, {128}, {floats(384), floats(384), int32(9)});
  Shape("swapped", {3}, {96}, {floats(288), floats(288), int32(270), int32(5)});
  Shape("lastOnes", {5}, {64}, {floats(500), floats(500), int32(431)});
  Shape("warpPerRow", {3}, {96},
        {floats(50), floats(50 * 77), int32(50), int32(77)});
  Shape("leaveBoth", {3}, {64}, {floats(192), floats(200), int32(15)});
  Shape("switchInLoop", {3}, {64}, {floats(192), floats(200), int32(37)});
  Shape("chosen", {5}, {64},
        {floats(320), floats(640), floats(320), int32(300)});
  Shape("walking", {2}, {64},
        {floats(4000), floats(4000), int32(130), int32(29)});
  Shape("particles", {3}, {64}, {buffer(24 * 192), int32(181)});
  Shape("wavefront", {2}, {64}, {floats(2500), int32(50)});
  Shape("bitonic", {2}, {256}, {floats(512)});
  Shape("scan", {3}, {96}, {floats(288), floats(288), int32(271)}, 400);
  Shape("sweep", {1}, {128}, {floats(256)}, 1100);
  Shape("column", {2, 4}, {32, 4},
        {floats(8000), floats(8000),
         structure(12, {{0, int32(50)}, {4, int32(15)}, {8, int32(10)}})});
  Shape("manyBlocks", {7}, {64}, {doubles(448), doubles(3000), int64(2999)});
  Shape("packed", {3}, {64}, {floats(192), floats(20000), int32(180)});
  Shape("halving", {3}, {64}, {floats(192), floats(1100), int32(1000)});
  Shape("unrolledBy4", {1}, {128}, {floats(128), floats(5000), int32(37)});
  Shape("smallMatrices", {2}, {128}, {buffer(4096), buffer(4096)});
  Shape("wrapped", {3, 4}, {24, 6},
        {buffer(4500), buffer(4500), int32(61), int32(23)});

  Other("demo_matmulTiled", Demo, "matmulTiled", {3, 3}, {16, 16},
        {floats(2304), floats(2304), floats(2304), int32(48)});
  Other("demo_transpose", Demo, "transpose<0>", {2, 3}, {32, 8},
        {floats(6144), floats(6144), int32(60), int32(96)});
  Other("demo_reduceSum", Demo, "reduceSum", {6}, {128},
        {floats(5000), floats(6), int64(5000)}, 512);
  Other("demo_saxpy", Demo, "saxpy", {11}, {100},
        {int32(1024), float32(2), floats(1024), floats(1024)});
  Other("demo_stencil7", Demo, "stencil7", {2, 4, 3}, {32, 4, 4},
        {doubles(8000), doubles(8000),
         structure(12, {{0, int32(40)}, {4, int32(14)}, {8, int32(11)}})});

  Other("vectorAdd", Accuracy + "vector_add.cu", "vectorAdd", {9}, {128},
        {floats(1100), floats(1100), floats(1100), int32(1050)});
  Other("conv2d", Accuracy + "polybench_conv2d.cu", "Convolution2D_kernel",
        {3, 6}, {32, 8}, {floats(4000), floats(4000), int32(45), int32(80)});
  Other("fdtd_step1", Accuracy + "polybench_fdtd2d.cu", "fdtd_step1_kernel",
        {3, 6}, {32, 8},
        {floats(100), floats(4000), floats(4000), floats(4000), int32(3),
         int32(45), int32(80)});
  Other("fdtd_step3", Accuracy + "polybench_fdtd2d.cu", "fdtd_step3_kernel",
        {3, 6}, {32, 8},
        {floats(4000), floats(4000), floats(4000), int32(3), int32(45),
         int32(80)});
  Other("mean", Accuracy + "polybench_correlation.cu", "mean_kernel", {3}, {64},
        {floats(200), floats(40 * 160), int32(150), int32(30)});
  Other("corr", Accuracy + "polybench_correlation.cu", "corr_kernel", {2}, {32},
        {floats(61 * 61), floats(61 * 61), int32(50), int32(30)});
  Other("covar", Accuracy + "polybench_correlation.cu", "covar_kernel", {2},
        {32}, {floats(61 * 61), floats(61 * 61), int32(50), int32(30)});
  Other("mm2", Accuracy + "polybench_matmul.cu", "mm2_kernel1", {2, 5}, {32, 8},
        {floats(3000), floats(3000), floats(3000), int32(37), int32(50),
         int32(21), int32(40)});
  Other("syrk", Accuracy + "polybench_matmul.cu", "syrk_kernel", {2, 5},
        {32, 8},
        {float32(1), float32(1), floats(3000), floats(3000), int32(29),
         int32(40)});
  Other("atax1", Accuracy + "polybench_matvec.cu", "atax_kernel1", {3}, {64},
        {floats(180 * 70), floats(200), floats(200), int32(180), int32(70)});
  Other("atax2", Accuracy + "polybench_matvec.cu", "atax_kernel2", {2}, {64},
        {floats(180 * 70), floats(200), floats(200), int32(180), int32(70)});
  Other("gesummv", Accuracy + "polybench_matvec.cu", "gesummv_kernel", {2},
        {64},
        {floats(10000), floats(10000), floats(100), floats(100), floats(100),
         int32(100)});
  auto Sgemm = [&](std::string Name, std::string Kernel, Dim3 Grid,
                   Dim3 Block) {
    Other(Name, Accuracy + "sgemm.cu", Kernel, Grid, Block,
          {int32(128), int32(128), int32(64), float32(1), floats(16384),
           floats(16384), float32(0), floats(16384)});
  };
  Sgemm("sgemm_naive", "sgemm_naive", {4, 4}, {32, 32});
  Sgemm("sgemm_coalesced", "sgemm_global_mem_coalesce<32U>", {4, 4}, {1024});
  Sgemm("sgemm_shared", "sgemm_shared_mem_block<32>", {4, 4}, {1024});
  Sgemm("sgemm_1d", "sgemm1DBlocktiling<64, 64, 8, 8>", {2, 2}, {512});
  Sgemm("sgemm_2d", "sgemm2DBlocktiling<128, 128, 8, 8, 8>", {1, 1}, {256});
  Sgemm("sgemm_vector", "sgemmVectorize<128, 128, 8, 8, 8>", {1, 1}, {256});
  Sgemm("sgemm_padded", "sgemmResolveBankExtraCol<128, 128, 8, 8, 8>", {1, 1},
        {256});
  auto Ktt = [&](std::string Name, int BX, int BY, int TX, int TY, int Width,
                 int Height) {
    auto M = [](const char *Key, int V) {
      return std::string(Key) + "=" + std::to_string(V);
    };
    auto Up = [](int A, int B) { return uint64_t((A + B - 1) / B); };
    Other(Name, Accuracy + "ktt_convolution.cu", "Convolution",
          {Up(Width, BX * TX), Up(Height, BY * TY)},
          {uint64_t(BX), uint64_t(BY)},
          {floats(300 * 300), floats(300 * 300), floats(400)}, 0,
          {M("BLOCK_SIZE_X", BX), M("BLOCK_SIZE_Y", BY), M("TILE_SIZE_X", TX),
           M("TILE_SIZE_Y", TY), M("IMAGE_WIDTH", Width),
           M("IMAGE_HEIGHT", Height)});
  };
  Ktt("ktt_32x8", 32, 8, 1, 1, 96, 40);
  Ktt("ktt_128x4_2x4", 128, 4, 2, 4, 256, 64);
  Ktt("ktt_16x8_3x2", 16, 8, 3, 2, 100, 50);
  auto Tuned = [&](std::string Name, std::vector<std::string> Macros,
                   Dim3 Block) {
    Other(Name, Accuracy + "tuned_convolution.cu", "convolution_kernel", {2, 2},
          Block, {floats(4096 * 128), floats(4120 * 160), floats(400)}, 0,
          Macros);
  };
  Tuned("tuned_global",
        {"block_size_x=16", "block_size_y=8", "use_shmem=0", "tile_size_x=2",
         "filter_width=5", "filter_height=5"},
        {16, 8});
  Tuned("tuned_shared",
        {"block_size_x=48", "block_size_y=4", "use_shmem=1", "tile_size_y=3",
         "filter_width=7", "filter_height=7"},
        {48, 4});
  Other("hotspot", Accuracy + "hotspot.cu", "calculate_temp", {2, 2}, {16, 16},
        {floats(4120 * 128), floats(4120 * 128), floats(4120 * 128), float32(1),
         float32(1), float32(1), float32(1)},
        0, {"temporal_tiling_factor=3", "tile_size_x=2"});
  Other(
      "image_convolution", Accuracy + "image_convolution.cu",
      "conv2d_kernel_v1", {3, 6}, {32, 8},
      {floats(4000), floats(4000), int32(80), int32(45), floats(49), int32(5)});
  Other("grayscale", Accuracy + "textbook_grayscale.cu",
        "color_to_grayscale_conversion", {4, 4}, {16, 16},
        {buffer(12000), buffer(4000), int32(60), int32(55)});
  Other("mat_vec_tiles", Accuracy + "textbook_matrix.cu",
        "mat_vec_mul_tiles<unsigned int>", {2}, {64},
        {floats(128), floats(12000), floats(100), int32(120), int32(100)}, 256);
  Other("mat_mat_rec", Accuracy + "textbook_matrix.cu",
        "mat_mat_mul_rec_tiles<unsigned int>", {2, 3}, {16, 16},
        {floats(3000), floats(3000), floats(3000), int32(44), int32(37),
         int32(44), int32(50)},
        3 * 16 * 16 * 4);
  Other("stream_triad", Accuracy + "stream.cu", "triad_kernel<double>", {9},
        {128},
        {doubles(1200), doubles(1200), doubles(1200), doubles(1200),
         int64(1100), boolean(false)});
  Other("scale", Accuracy + "small_scale.cu", "scale<double>", {9}, {128},
        {doubles(1200), doubles(1200), int32(1100)});
  return C;
}

std::vector<Case> exact::samplingCases() {
  std::vector<Case> C;
  auto M = [](const char *Key, int V) {
    return std::string(Key) + "=" + std::to_string(V);
  };
  constexpr std::array<int, 4> Shapes[] = {
      {32, 2, 8, 3},  {48, 8, 4, 1},  {48, 16, 4, 1}, {16, 4, 7, 1},
      {32, 8, 7, 1},  {32, 16, 1, 8}, {16, 16, 5, 4}, {64, 16, 4, 1},
      {112, 8, 2, 3}, {8, 32, 2, 8},  {8, 16, 2, 8},  {32, 8, 3, 4},
      {64, 8, 1, 4},  {96, 8, 1, 4},  {4, 32, 5, 4},  {64, 4, 3, 4},
      {128, 4, 2, 4}, {128, 4, 2, 7}, {48, 2, 1, 8},  {16, 8, 2, 4},
      {80, 4, 2, 2},  {24, 16, 2, 2}, {256, 2, 1, 2}, {1, 128, 1, 1}};
  for (auto [BX, BY, TX, TY] : Shapes) {
    std::string Name = std::to_string(BX) + "x" + std::to_string(BY) + "_" +
                       std::to_string(TX) + "x" + std::to_string(TY);
    C.push_back({"ktt_" + Name,
                 Accuracy + "ktt_convolution.cu",
                 "Convolution",
                 {12, 20},
                 {uint64_t(BX), uint64_t(BY)},
                 {floats(4200 * 700), floats(4200 * 700), floats(400)},
                 0,
                 {M("BLOCK_SIZE_X", BX), M("BLOCK_SIZE_Y", BY),
                  M("TILE_SIZE_X", TX), M("TILE_SIZE_Y", TY)}});
    C.push_back(
        {"hotspot_" + Name,
         Accuracy + "hotspot.cu",
         "calculate_temp",
         {12, 20},
         {uint64_t(BX), uint64_t(BY)},
         {floats(4200 * 700), floats(4200 * 700), floats(4200 * 700),
          float32(1), float32(1), float32(1), float32(1)},
         0,
         {M("block_size_x", BX), M("block_size_y", BY), M("tile_size_x", TX),
          M("tile_size_y", TY), "temporal_tiling_factor=4", "sh_power=1"}});
  }
  for (const Case &E : exactCases())
    C.push_back(E);
  for (const Case &E : cacheCases()) {
    C.push_back(E);
    C.back().Name += "_large";
  }
  return C;
}

std::vector<Case> exact::cacheCases() {
  std::vector<Case> C;
  auto Add = [&](std::string Name, std::string File, std::string Kernel,
                 Dim3 Grid, Dim3 Block, std::vector<Argument> Args,
                 uint64_t Shared = 0, std::vector<std::string> Macros = {}) {
    C.push_back({Name, File, Kernel, Grid, Block, Args, Shared, Macros});
  };
  const uint64_t Big = 512 * 512;
  Add("vectorAdd", Accuracy + "vector_add.cu", "vectorAdd", {1024}, {256},
      {floats(Big), floats(Big), floats(Big), int32(Big)});
  Add("gridStride", Probes, "gridStride", {64}, {256},
      {floats(Big), floats(Big), int64(Big)});
  Add("reduceSum", Demo, "reduceSum", {128}, {256},
      {floats(Big), floats(128), int64(Big)}, 1024);
  Add("transpose", Probes, "plane", {32, 32}, {16, 16},
      {floats(Big), floats(Big), int32(512), int32(512)});
  Add("transpose_32x8", Probes, "plane", {16, 64}, {32, 8},
      {floats(Big), floats(Big), int32(512), int32(512)});
  Add("tiledTranspose", Probes, "tiled<8, 0>", {16, 16}, {32, 8},
      {floats(Big), floats(Big), int32(512), int32(512)});
  Add("conv2d_32x8", Accuracy + "polybench_conv2d.cu", "Convolution2D_kernel",
      {16, 64}, {32, 8}, {floats(Big), floats(Big), int32(512), int32(512)});
  Add("conv2d_8x32", Accuracy + "polybench_conv2d.cu", "Convolution2D_kernel",
      {64, 16}, {8, 32}, {floats(Big), floats(Big), int32(512), int32(512)});
  Add("fdtd_step3", Accuracy + "polybench_fdtd2d.cu", "fdtd_step3_kernel",
      {16, 64}, {32, 8},
      {floats(513 * 513), floats(513 * 513), floats(Big), int32(3), int32(512),
       int32(512)});
  Add("stencil7", Demo, "stencil7", {3, 24, 12}, {32, 4, 4},
      {doubles(96 * 96 * 48), doubles(96 * 96 * 48),
       structure(12, {{0, int32(96)}, {4, int32(96)}, {8, int32(48)}})});
  Add("window", Probes, "window", {16, 64}, {32, 8},
      {floats(Big), floats(Big), int32(512), int32(512), int32(3)});
  Add("ktt_32x8_2x2", Accuracy + "ktt_convolution.cu", "Convolution", {8, 32},
      {32, 8}, {floats(Big), floats(530 * 530), floats(400)}, 0,
      {"IMAGE_WIDTH=512", "IMAGE_HEIGHT=512", "TILE_SIZE_X=2",
       "TILE_SIZE_Y=2"});
  Add("mm2_192", Accuracy + "polybench_matmul.cu", "mm2_kernel1", {6, 24},
      {32, 8},
      {floats(36864), floats(36864), floats(36864), int32(192), int32(192),
       int32(192), int32(192)});
  Add("mm2_512x128", Accuracy + "polybench_matmul.cu", "mm2_kernel1", {16, 64},
      {32, 8},
      {floats(Big), floats(Big), floats(Big), int32(512), int32(512), int32(48),
       int32(192)});
  Add("syrk_160", Accuracy + "polybench_matmul.cu", "syrk_kernel", {5, 20},
      {32, 8},
      {float32(1), float32(1), floats(25600), floats(25600), int32(160),
       int32(160)});
  auto Sgemm = [&](std::string Name, std::string Kernel, Dim3 Grid, Dim3 Block,
                   int N, int K) {
    uint64_t Most = uint64_t(N) * uint64_t(std::max(N, K));
    Add(Name, Accuracy + "sgemm.cu", Kernel, Grid, Block,
        {int32(N), int32(N), int32(K), float32(1), floats(Most), floats(Most),
         float32(0), floats(Most)});
  };
  Sgemm("sgemm_naive_192", "sgemm_naive", {6, 6}, {32, 32}, 192, 192);
  Sgemm("sgemm_coalesced_256", "sgemm_global_mem_coalesce<32U>", {8, 8}, {1024},
        256, 256);
  Sgemm("sgemm_shared_512", "sgemm_shared_mem_block<32>", {16, 16}, {1024}, 512,
        512);
  Sgemm("sgemm_1d_512", "sgemm1DBlocktiling<64, 64, 8, 8>", {8, 8}, {512}, 512,
        512);
  Sgemm("sgemm_vector_512", "sgemmVectorize<128, 128, 8, 8, 8>", {4, 4}, {256},
        512, 512);
  Add("atax1", Accuracy + "polybench_matvec.cu", "atax_kernel1", {8}, {256},
      {floats(2048 * 256), floats(256), floats(2048), int32(2048), int32(256)});
  Add("atax2", Accuracy + "polybench_matvec.cu", "atax_kernel2", {8}, {256},
      {floats(2048 * 256), floats(256), floats(2048), int32(256), int32(2048)});
  Add("gesummv", Accuracy + "polybench_matvec.cu", "gesummv_kernel", {8}, {64},
      {floats(Big), floats(Big), floats(512), floats(512), floats(512),
       int32(512)});
  Add("mat_vec_tiles", Accuracy + "textbook_matrix.cu",
      "mat_vec_mul_tiles<unsigned int>", {16}, {128},
      {floats(2048), floats(2048 * 256), floats(256), int32(2048), int32(256)},
      512);
  Add("mean", Accuracy + "polybench_correlation.cu", "mean_kernel", {8}, {128},
      {floats(1025), floats(1025 * 513), int32(1024), int32(512)});
  Add("covar_128", Accuracy + "polybench_correlation.cu", "covar_kernel", {4},
      {32}, {floats(129 * 129), floats(129 * 129), int32(128), int32(128)});
  Add("triangle", Probes, "triangle", {8}, {64},
      {floats(512), floats(Big), int32(512)});
  Add("image_convolution", Accuracy + "image_convolution.cu",
      "conv2d_kernel_v1", {16, 64}, {32, 8},
      {floats(Big), floats(Big), int32(512), int32(512), floats(49), int32(5)});
  Add("hotspot", Accuracy + "hotspot.cu", "calculate_temp", {16, 16}, {16, 16},
      {floats(4120 * 400), floats(4120 * 400), floats(4120 * 400), float32(1),
       float32(1), float32(1), float32(1)},
      0, {"temporal_tiling_factor=3", "tile_size_x=2"});
  Add("grayscale", Accuracy + "textbook_grayscale.cu",
      "color_to_grayscale_conversion", {32, 32}, {16, 16},
      {buffer(3 * Big), buffer(Big), int32(512), int32(512)});
  Add("histogram", Accuracy + "textbook_histogram.cu", "simple_histogram", {64},
      {256}, {buffer(4 * Big, 256), floats(256), int32(Big), int32(256)});
  Add("butterfly", Probes, "butterfly", {1024}, {256},
      {floats(Big), int32(1 << 16), int32(Big)});
  return C;
}
