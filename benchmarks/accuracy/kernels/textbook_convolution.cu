// 1D and 2D convolutions with a mask in global or constant memory, untiled or
// through dynamic shared memory; results are clamped in double precision, as
// measured. Stands for datasets pmpp_nvbench and pmpp_nvbench_old:
// convolution_{1D,2D}_{basic,constant_memory,tiled}_kernel. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The mask of all kernels that take none; 11 x 11 at most.
__constant__ float M[121];

/// To [0, 1], in double: two FP64 conversions and comparisons per result.
static __device__ float clampedInDouble(float Value) {
  return static_cast<float>(fmin(fmax(static_cast<double>(Value), 0.0), 1.0));
}

static __device__ bool inside(int At, int Size) { return At >= 0 && At < Size; }

/// Sum of the window whose first element is \p First.
static __device__ float window1D(const float *N, const float *Mask, int First,
                                 int mask_width, int width) {
  float Sum = 0;
  for (int K = 0; K < mask_width; ++K)
    if (inside(First + K, width))
      Sum += N[First + K] * Mask[K];
  return Sum;
}

__global__ void convolution_1D_basic_kernel(float *N, float *M, float *P,
                                            int mask_width, int width) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own >= width)
    return;
  P[Own] =
      clampedInDouble(window1D(N, M, Own - mask_width / 2, mask_width, width));
}

__global__ void convolution_1D_constant_memory_kernel(float *N, float *P,
                                                      int mask_width,
                                                      int width) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  P[Own] =
      clampedInDouble(window1D(N, M, Own - mask_width / 2, mask_width, width));
}

/// The block's piece with its halo in shared memory; the halo is loaded by the
/// threads that own those places in the neighbouring blocks.
__global__ void convolution_1D_tiled_kernel(float *N, float *P, int mask_width,
                                            int width) {
  extern __shared__ float Piece[];
  int Lane = threadIdx.x, Lanes = blockDim.x;
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  int Halo = mask_width / 2;

  int Before = (blockIdx.x - 1) * blockDim.x + threadIdx.x;
  if (threadIdx.x >= blockDim.x - Halo)
    Piece[Lane - (Lanes - Halo)] = Before < 0 ? 0 : N[Before];
  Piece[Halo + Lane] = N[blockIdx.x * blockDim.x + threadIdx.x];
  int After = (blockIdx.x + 1) * blockDim.x + threadIdx.x;
  if (Lane < Halo)
    Piece[Halo + Lanes + Lane] = After >= width ? 0 : N[After];
  __syncthreads();

  float Sum = 0;
  for (int K = 0; K < mask_width; ++K)
    Sum += Piece[Lane + K] * M[K];
  P[Own] = clampedInDouble(Sum);
}

/// All channels of one pixel; channels are interleaved.
static __device__ void pixel2D(const float *N, const float *Mask, float *P,
                               int mask_height, int mask_width, int height,
                               int width, int channels) {
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  if (Line >= height || Column >= width)
    return;
  int Top = Line - mask_height / 2, Left = Column - mask_width / 2;
  for (int Channel = 0; Channel < channels; ++Channel) {
    float Sum = 0;
    for (int Y = 0; Y < mask_height; ++Y)
      for (int X = 0; X < mask_width; ++X)
        if (inside(Top + Y, height) && inside(Left + X, width))
          Sum += N[((Top + Y) * width + Left + X) * channels + Channel] *
                 Mask[Y * mask_width + X];
    P[(Line * width + Column) * channels + Channel] = clampedInDouble(Sum);
  }
}

__global__ void convolution_2D_basic_kernel(float *N, float *M, float *P,
                                            int mask_height, int mask_width,
                                            int height, int width,
                                            int channels) {
  pixel2D(N, M, P, mask_height, mask_width, height, width, channels);
}

__global__ void convolution_2D_constant_memory_kernel(float *N, float *P,
                                                      int mask_height,
                                                      int mask_width,
                                                      int height, int width,
                                                      int channels) {
  pixel2D(N, M, P, mask_height, mask_width, height, width, channels);
}

/// Blocks overlap: each computes a tile that is smaller than itself by the
/// mask, after all its threads have loaded one element each.
__global__ void convolution_2D_tiled_kernel(float *N, float *P, int mask_height,
                                            int mask_width, int height,
                                            int width, int channels) {
  extern __shared__ float Piece[];
  int TileHeight = blockDim.y - mask_height + 1;
  int TileWidth = blockDim.x - mask_width + 1;
  int Y = threadIdx.y, X = threadIdx.x;
  int Line = blockIdx.y * TileHeight + Y, Column = blockIdx.x * TileWidth + X;
  int FromLine = Line - mask_height / 2, FromColumn = Column - mask_width / 2;
  for (int Channel = 0; Channel < channels; ++Channel) {
    Piece[Y * blockDim.x + X] =
        inside(FromLine, height) && inside(FromColumn, width)
            ? N[(FromLine * width + FromColumn) * channels + Channel]
            : 0;
    __syncthreads();
    if (Y < TileHeight && X < TileWidth && Line < height && Column < width) {
      float Sum = 0;
      for (int K = 0; K < mask_height; ++K)
        for (int L = 0; L < mask_width; ++L)
          Sum += Piece[(Y + K) * blockDim.x + X + L] * M[K * mask_width + L];
      P[(Line * width + Column) * channels + Channel] = clampedInDouble(Sum);
    }
    __syncthreads();
  }
}
