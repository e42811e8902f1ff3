// kernels.cu - five kernels that everybody writes, as the demo of gpuperf.
//
// A tiled matrix product, a transpose with and without padding, a block
// reduction, saxpy and a 7-point stencil, with the host code that launches
// them.

#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#define CHECK(Call)                                                            \
  do {                                                                         \
    cudaError_t Status = (Call);                                               \
    if (Status != cudaSuccess) {                                               \
      std::printf("%s: %s\n", #Call, cudaGetErrorString(Status));              \
      return 1;                                                                \
    }                                                                          \
  } while (0)

constexpr int Tile = 16;

// C = A * B for n x n matrices; each block computes one Tile x Tile square.
__global__ void matmulTiled(const float *A, const float *B, float *C, int n) {
  __shared__ float As[Tile][Tile];
  __shared__ float Bs[Tile][Tile];
  int Row = blockIdx.y * Tile + threadIdx.y;
  int Col = blockIdx.x * Tile + threadIdx.x;
  float Sum = 0.0f;
  for (int Step = 0; Step < n / Tile; ++Step) {
    As[threadIdx.y][threadIdx.x] = A[Row * n + Step * Tile + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(Step * Tile + threadIdx.y) * n + Col];
    __syncthreads();
    for (int K = 0; K < Tile; ++K)
      Sum += As[threadIdx.y][K] * Bs[K][threadIdx.x];
    __syncthreads();
  }
  C[Row * n + Col] = Sum;
}

// Out = transpose of In. Pad = 1 keeps the column reads free of bank conflicts.
template <int Pad>
__global__ void transpose(float *Out, const float *In, int Width, int Height) {
  __shared__ float Square[32][32 + Pad];
  int X = blockIdx.x * 32 + threadIdx.x;
  int Y = blockIdx.y * 32 + threadIdx.y;
  for (int J = 0; J < 32; J += 8)
    if (X < Width && Y + J < Height)
      Square[threadIdx.y + J][threadIdx.x] = In[(Y + J) * Width + X];
  __syncthreads();
  X = blockIdx.y * 32 + threadIdx.x;
  Y = blockIdx.x * 32 + threadIdx.y;
  for (int J = 0; J < 32; J += 8)
    if (X < Height && Y + J < Width)
      Out[(Y + J) * Height + X] = Square[threadIdx.x][threadIdx.y + J];
}

// One partial sum per block; blockDim.x is a power of two.
__global__ void reduceSum(const float *In, float *Partial, size_t n) {
  extern __shared__ float Sums[];
  size_t Index = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  size_t Stride = size_t(gridDim.x) * blockDim.x;
  float Mine = 0.0f;
  for (; Index < n; Index += Stride)
    Mine += In[Index];
  Sums[threadIdx.x] = Mine;
  __syncthreads();
  for (unsigned Half = blockDim.x / 2; Half > 0; Half >>= 1) {
    if (threadIdx.x < Half)
      Sums[threadIdx.x] += Sums[threadIdx.x + Half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    Partial[blockIdx.x] = Sums[0];
}

__global__ void saxpy(int n, float Alpha, const float *X, float *Y) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    Y[I] = Alpha * X[I] + Y[I];
}

struct Grid3 {
  int NX, NY, NZ;
};

// One Jacobi sweep of the 7-point Laplacian over the interior of a 3D grid.
__global__ void stencil7(const double *In, double *Out, Grid3 G) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  int Z = blockIdx.z * blockDim.z + threadIdx.z;
  if (X < 1 || Y < 1 || Z < 1 || X >= G.NX - 1 || Y >= G.NY - 1 || Z >= G.NZ - 1)
    return;
  size_t Plane = size_t(G.NX) * G.NY;
  size_t I = Z * Plane + size_t(Y) * G.NX + X;
  Out[I] = (In[I - 1] + In[I + 1] + In[I - G.NX] + In[I + G.NX] +
            In[I - Plane] + In[I + Plane] - 6.0 * In[I]) *
           0.25;
}

static int ceilDiv(int A, int B) { return (A + B - 1) / B; }

int main() {
  const int n = 2048;
  const size_t Bytes = size_t(n) * n * sizeof(float);
  float *A, *B, *C;
  CHECK(cudaMalloc(&A, Bytes));
  CHECK(cudaMalloc(&B, Bytes));
  CHECK(cudaMalloc(&C, Bytes));

  dim3 Square(Tile, Tile);
  matmulTiled<<<dim3(n / Tile, n / Tile), Square>>>(A, B, C, n);

  dim3 Strip(32, 8), Tiles(ceilDiv(n, 32), ceilDiv(n, 32));
  transpose<0><<<Tiles, Strip>>>(B, A, n, n);
  transpose<1><<<Tiles, Strip>>>(B, A, n, n);

  // A hundred threads are three warps and an eighth of a fourth.
  const int Threads = 100;
  saxpy<<<ceilDiv(n * n, Threads), Threads>>>(n * n, 2.0f, A, C);
  reduceSum<<<1024, 256, 256 * sizeof(float)>>>(A, C, size_t(n) * n);

  Grid3 G{256, 256, 256};
  double *In, *Out;
  CHECK(cudaMalloc(&In, sizeof(double) * G.NX * G.NY * G.NZ));
  CHECK(cudaMalloc(&Out, sizeof(double) * G.NX * G.NY * G.NZ));
  dim3 Brick(32, 4, 4);
  stencil7<<<dim3(ceilDiv(G.NX, Brick.x), ceilDiv(G.NY, Brick.y),
                  ceilDiv(G.NZ, Brick.z)),
             Brick>>>(In, Out, G);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
