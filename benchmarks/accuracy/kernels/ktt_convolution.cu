// 2D convolution through shared memory, block and tile sizes as macros in
// another tuner's spelling; its padding option never takes effect. Stands for
// dataset ktt_conv: Convolution. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convolution_tile.cuh"

#ifndef BLOCK_SIZE_X
#define BLOCK_SIZE_X 32
#endif
#ifndef BLOCK_SIZE_Y
#define BLOCK_SIZE_Y 8
#endif
#ifndef TILE_SIZE_X
#define TILE_SIZE_X 1
#endif
#ifndef TILE_SIZE_Y
#define TILE_SIZE_Y 1
#endif
#ifndef IMAGE_WIDTH
#define IMAGE_WIDTH 4096
#endif
#ifndef IMAGE_HEIGHT
#define IMAGE_HEIGHT 4096
#endif
// Half a filter, without its middle.
#ifndef HFS
#define HFS 7
#endif
#ifndef READ_ONLY
#define READ_ONLY 0
#endif

using Shape = ConvolutionShape<IMAGE_WIDTH, IMAGE_HEIGHT, 2 * HFS + 1,
                               2 * HFS + 1, BLOCK_SIZE_X, BLOCK_SIZE_Y,
                               TILE_SIZE_X, TILE_SIZE_Y, READ_ONLY != 0, false>;

__global__ void Convolution(float *output, float *input, float *filter) {
  __shared__ float Piece[Shape::PieceY][Shape::Pitch];
  convolveShared<Shape, false>(Piece, output, input, d_filter);
}
