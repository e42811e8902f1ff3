// Kernels without data-dependent control that probe what the walk of sampled
// warps may get wrong: odd blocks, guards, nests, indices of every type, shared
// tiles, warp operations. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>

/// Early return; the last block is partial.
__global__ void guarded(float *Out, const float *In, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= n)
    return;
  Out[I] = In[I] * 2.0f;
}

/// A block of x < 32: a warp spans rows. Column-major on purpose.
__global__ void plane(float *Out, const float *In, int Width, int Height) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X < Width && Y < Height)
    Out[X * Height + Y] = In[Y * Width + X];
}

__global__ void volume(double *Out, const double *In, int3 Size) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  int Z = blockIdx.z * blockDim.z + threadIdx.z;
  if (X >= Size.x || Y >= Size.y || Z >= Size.z)
    return;
  size_t At = (size_t(Z) * Size.y + Y) * Size.x + X;
  Out[At] = In[At] + 1.0;
}

/// The trip count grows with the thread.
__global__ void triangle(float *Out, const float *In, int n) {
  int Row = blockIdx.x * blockDim.x + threadIdx.x;
  if (Row >= n)
    return;
  float Sum = 0;
  for (int Column = 0; Column <= Row; ++Column)
    Sum += In[Row * n + Column];
  Out[Row] = Sum;
}

/// Triangular in the block's number and in an outer loop.
__global__ void wedge(float *Out, const float *In, int n) {
  float Sum = 0;
  for (int I = blockIdx.x; I < n; I += gridDim.x)
    for (int J = I; J < n; J += blockDim.x)
      if (J + threadIdx.x < n)
        Sum += In[I * n + J + threadIdx.x];
  Out[blockIdx.x * blockDim.x + threadIdx.x] = Sum;
}

/// A window cut at the edges: bounds are minima and maxima.
__global__ void window(float *Out, const float *In, int Width, int Height,
                       int Half) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X >= Width || Y >= Height)
    return;
  float Sum = 0;
  for (int J = max(0, Y - Half); J <= min(Height - 1, Y + Half); ++J)
    for (int I = max(0, X - Half); I <= min(Width - 1, X + Half); ++I)
      Sum += In[J * Width + I];
  Out[Y * Width + X] = Sum;
}

__global__ void gridStride(float *Out, const float *In, size_t n) {
  size_t Stride = size_t(blockDim.x) * gridDim.x;
  for (size_t I = blockIdx.x * size_t(blockDim.x) + threadIdx.x; I < n;
       I += Stride)
    Out[I] = In[I] + 1.0f;
}

struct Image {
  float *Data;
  int Width, Height, Pitch;
};

__global__ void byValue(Image To, Image From, float Factor) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X < From.Width && Y < From.Height)
    To.Data[Y * To.Pitch + X] = Factor * From.Data[Y * From.Pitch + X];
}

__global__ void wide(float4 *Out, const float4 *In, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n) {
    float4 V = In[I];
    Out[I] = make_float4(V.w, V.z, V.y, V.x);
  }
}

/// Four neighbours per thread, written as single loads.
__global__ void quad(float *__restrict__ Out, const float *__restrict__ In,
                     int n) {
  int I = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (I + 3 < n) {
    float A = In[I], B = In[I + 1], C = In[I + 2], D = In[I + 3];
    Out[I] = A + B, Out[I + 1] = B + C, Out[I + 2] = C + D, Out[I + 3] = D + A;
  }
}

__global__ void choice(int *Out, const int *In, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= n)
    return;
  int V = 0;
  switch (I % 5) {
  case 0:
    V = In[I];
    break;
  case 1:
    V = In[I] + In[n - 1 - I];
    break;
  case 3:
    for (int K = 0; K < 7; ++K)
      V += In[(I + K * 13) % n];
    break;
  default:
    V = -1;
  }
  Out[I] = V;
}

__global__ void doWhile(unsigned *Out, const unsigned *In, unsigned n) {
  unsigned At = blockIdx.x * blockDim.x + threadIdx.x, Sum = 0;
  if (At >= n)
    return;
  unsigned Left = At % 19 + 1;
  do {
    Sum += In[(At + Left) % n];
  } while (--Left);
  Out[At] = Sum;
}

/// Two exits; both are known.
__global__ void twoExits(float *Out, const float *In, int n, int Most) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  int K = 0;
  for (; K < Most; ++K) {
    if (I + K * 32 >= n)
      break;
    Sum += In[I + K * 32];
  }
  Out[I] = Sum + K;
}

template <int Rows, int Pad> struct TileShape {
  static constexpr int Side = 32, Pitch = Side + Pad;
};

template <int Rows, int Pad>
__global__ void tiled(float *Out, const float *In, int Width, int Height) {
  using Shape = TileShape<Rows, Pad>;
  __shared__ float Tile[Shape::Side][Shape::Pitch];
  int X = blockIdx.x * Shape::Side + threadIdx.x;
  int Y = blockIdx.y * Shape::Side + threadIdx.y;
  for (int J = 0; J < Shape::Side; J += Rows)
    if (X < Width && Y + J < Height)
      Tile[threadIdx.y + J][threadIdx.x] = In[size_t(Y + J) * Width + X];
  __syncthreads();
  X = blockIdx.y * Shape::Side + threadIdx.x;
  Y = blockIdx.x * Shape::Side + threadIdx.y;
  for (int J = 0; J < Shape::Side; J += Rows)
    if (X < Height && Y + J < Width)
      Out[size_t(Y + J) * Height + X] = Tile[threadIdx.x][threadIdx.y + J];
}
template __global__ void tiled<8, 0>(float *, const float *, int, int);
template __global__ void tiled<4, 1>(float *, const float *, int, int);

/// Doubles in shared memory, some lanes idle.
__global__ void sharedDoubles(double *Out, const double *In, int Stride) {
  __shared__ double Cells[1024];
  Cells[threadIdx.x] = In[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x % 3 != 1)
    Out[blockIdx.x * blockDim.x + threadIdx.x] =
        Cells[threadIdx.x * Stride % blockDim.x];
}

__global__ void spread(unsigned *Bins, int n, int Count) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    atomicAdd(&Bins[(I / 3) % Count], 1u);
}

__global__ void spreadShared(unsigned *Bins, int n) {
  __shared__ unsigned Own[64];
  if (threadIdx.x < 64)
    Own[threadIdx.x] = 0;
  __syncthreads();
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    atomicAdd(&Own[I * 7 % 64], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&Bins[threadIdx.x], Own[threadIdx.x]);
}

/// Shuffles within the warp, then one warp over the others' sums.
__global__ void warpReduce(float *Out, const float *In, int n) {
  __shared__ float Sums[32];
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  float V = I < n ? In[I] : 0.0f;
  for (int Step = 16; Step > 0; Step /= 2)
    V += __shfl_down_sync(0xffffffffu, V, Step);
  if (threadIdx.x % 32 == 0)
    Sums[threadIdx.x / 32] = V;
  __syncthreads();
  if (threadIdx.x < 32) {
    V = threadIdx.x < blockDim.x / 32 ? Sums[threadIdx.x] : 0.0f;
    for (int Step = 16; Step > 0; Step /= 2)
      V += __shfl_xor_sync(0xffffffffu, V, Step);
    if (threadIdx.x == 0)
      Out[blockIdx.x] = V;
  }
}

/// Halving strides in shared memory.
__global__ void treeReduce(int *Out, const int *In, int n) {
  extern __shared__ int Sums[];
  unsigned T = threadIdx.x;
  int I = blockIdx.x * blockDim.x + T;
  Sums[T] = I < n ? In[I] : 0;
  __syncthreads();
  for (unsigned Step = 1; Step < blockDim.x; Step *= 2) {
    if (T % (2 * Step) == 0)
      Sums[T] += Sums[T + Step];
    __syncthreads();
  }
  if (T == 0)
    Out[blockIdx.x] = Sums[0];
}

/// A step of a bitonic sort's network: partners by xor.
__global__ void butterfly(float *Data, int Step, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  int Partner = I ^ Step;
  if (Partner > I && Partner < n) {
    float A = Data[I], B = Data[Partner];
    Data[I] = fminf(A, B);
    Data[Partner] = fmaxf(A, B);
  }
}

/// Bytes, shorts and 64-bit integers.
__global__ void mixedSizes(long long *Out, const unsigned char *Bytes,
                           const short *Shorts, long long n) {
  long long I = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    Out[I] = Bytes[3 * I] + Shorts[n - 1 - I];
}

/// A ragged tile loop, with barriers in it, over dynamic shared memory.
__global__ void pieces(float *Out, const float *Matrix, const float *Vector,
                       int Rows, int Columns) {
  extern __shared__ float Piece[];
  int Row = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  for (int From = 0; From < Columns; From += blockDim.x) {
    int Mine = From + threadIdx.x;
    Piece[threadIdx.x] = Mine < Columns ? Vector[Mine] : 0.0f;
    __syncthreads();
    if (Row < Rows)
      for (int K = 0; K < blockDim.x && From + K < Columns; ++K)
        Sum += Matrix[Row * Columns + From + K] * Piece[K];
    __syncthreads();
  }
  if (Row < Rows)
    Out[Row] = Sum;
}

/// Loops three deep whose bounds depend on each other.
__global__ void nest(float *Out, const float *In, int n) {
  int T = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  for (int I = 0; I < n; ++I)
    for (int J = I % 4; J < I + T % 3; ++J)
      for (int K = J; K > 0; K -= 3)
        Sum += In[(I * n + J + K + T) % (n * n)];
  Out[T] = Sum;
}

/// A thread's own array, indexed at run time: local memory.
__global__ void ownArray(int *Out, const int *In, int n, int Turn) {
  int Own[16];
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  for (int K = 0; K < n; ++K)
    Own[(K + Turn) % 16] = In[I] + K;
  Out[I] = Own[(Turn + I) % 16 < 0 ? 0 : (Turn + I) % 16];
}

__constant__ float Weights[64];

__global__ void weighted(float *Out, const float *In, int n, int Taps) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= n)
    return;
  float Sum = 0;
  for (int K = 0; K < Taps; ++K)
    if (I + K < n)
      Sum += Weights[K] * In[I + K] + Weights[(I + K) % 64];
  Out[I] = Sum;
}

/// Continues and a break that the thread's number decides.
__global__ void skips(float *Out, const float *In, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  for (int K = 0; K < n; ++K) {
    if ((K + I) % 3 == 0)
      continue;
    if (K > I % 11 + 4)
      break;
    Sum += In[K * 64 + I % 64];
  }
  Out[I] = Sum;
}
