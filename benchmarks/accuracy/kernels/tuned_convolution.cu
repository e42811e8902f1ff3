// 2D convolution of a 4096 x 4096 image whose block, tile, filter and memory
// paths are macros, one compilation per choice. Stands for datasets
// benchmark_hub_conv, kerneltuner_conv and ktpaper_conv: convolution_kernel.
// Part of gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convolution_tile.cuh"

#ifndef block_size_x
#define block_size_x 16
#endif
#ifndef block_size_y
#define block_size_y 16
#endif
#ifndef tile_size_x
#define tile_size_x 1
#endif
#ifndef tile_size_y
#define tile_size_y 1
#endif
#ifndef filter_width
#define filter_width 17
#endif
#ifndef filter_height
#define filter_height 17
#endif
#ifndef read_only
#define read_only 0
#endif
#ifndef use_padding
#define use_padding 1
#endif
// Rows that say nothing of either are of a kernel that always has both, and
// that leaves shared memory alone where the input ends.
#ifdef use_shmem
#define ZERO_OUTSIDE true
#else
#define use_shmem 1
#define ZERO_OUTSIDE false
#endif
#ifndef use_cmem
#define use_cmem 1
#endif

using Shape = ConvolutionShape<4096, 4096, filter_width, filter_height,
                               block_size_x, block_size_y, tile_size_x,
                               tile_size_y, read_only != 0, use_padding != 0>;

__global__ void convolution_kernel(float *output, float *input, float *filter) {
#if use_cmem
  const float *Filter = d_filter;
#else
  const float *Filter = filter;
#endif
#if use_shmem
  __shared__ float Piece[Shape::PieceY][Shape::Pitch];
  convolveShared<Shape, ZERO_OUTSIDE>(Piece, output, input, Filter);
#else
  convolveGlobal<Shape>(output, input, Filter);
#endif
}
