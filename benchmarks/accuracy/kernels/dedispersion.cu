// Sums 8-bit samples over 1536 channels, each channel shifted by a delay that
// depends on the dispersion measure and on run-time data. Stands for dataset
// benchmark_hub_dedisp: dedispersion_kernel; sizes and tiling are macros. Part
// of gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef block_size_x
#define block_size_x 32
#endif
#ifndef block_size_y
#define block_size_y 4
#endif
#ifndef block_size_z
#define block_size_z 1
#endif
#ifndef tile_size_x
#define tile_size_x 1
#endif
#ifndef tile_size_y
#define tile_size_y 1
#endif
#ifndef tile_stride_x
#define tile_stride_x 1
#endif
#ifndef tile_stride_y
#define tile_stride_y 1
#endif
#ifndef loop_unroll_factor_channel
#define loop_unroll_factor_channel 0
#endif
#ifndef blocks_per_sm
#define blocks_per_sm 0
#endif

constexpr int Samples = 25000, Measures = 2048, Channels = 1536;
/// Samples of one channel in the input: the largest shift more.
constexpr int InputSamples = Samples + 650;
constexpr float FirstMeasure = 0.0f, MeasureStep = 0.02f;

/// Stride 0: a thread's tile is contiguous; else it is spread by the block.
constexpr int SampleStride = tile_stride_x == 0 ? 1 : block_size_x;
constexpr int ThreadSamples = tile_stride_x == 0 ? tile_size_x : 1;
constexpr int MeasureStride = tile_stride_y == 0 ? 1 : block_size_y;
constexpr int ThreadMeasures = tile_stride_y == 0 ? tile_size_y : 1;

static __device__ float summedOver(const unsigned char *Input,
                                   const float *Shifts, int Sample,
                                   int Measure) {
  float Sum = 0.0f;
// Factor 0 leaves the choice to the compiler.
#if loop_unroll_factor_channel > 0
#pragma unroll loop_unroll_factor_channel
#endif
  for (int Channel = 0; Channel < Channels; ++Channel) {
    unsigned Shift = (FirstMeasure + Measure * MeasureStep) * Shifts[Channel];
    Sum += Input[Channel * InputSamples + (Sample + Shift)];
  }
  return Sum;
}

extern "C" __global__ void
#if blocks_per_sm > 0
__launch_bounds__(block_size_x *block_size_y *block_size_z, blocks_per_sm)
#endif
    dedispersion_kernel(const unsigned char *input, float *output,
                        const float *shifts) {
  int FirstSample =
      blockIdx.x * block_size_x * tile_size_x + threadIdx.x * ThreadSamples;
  int FirstOfThread =
      blockIdx.y * block_size_y * tile_size_y + threadIdx.y * ThreadMeasures;
  for (int TX = 0; TX < tile_size_x; ++TX) {
    int Sample = FirstSample + TX * SampleStride;
    if (Sample >= Samples)
      continue;
    for (int TY = 0; TY < tile_size_y; ++TY) {
      int Measure = FirstOfThread + TY * MeasureStride;
      if (Measure < Measures)
        output[Measure * Samples + Sample] =
            summedOver(input, shifts, Sample, Measure);
    }
  }
}
