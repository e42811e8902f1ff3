// Twelve kernels of the usual kinds, each launched once.
#include <cuda_runtime.h>

static int padded(int n) { return (n + 1000) / 8 * 8; }

// --- code ---
// spare

constexpr int Tile = 16;

__global__ void copyRows(const float *In, float *Out, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    for (int Row = 0; Row < 12; ++Row)
      Out[Row * n + I] = In[Row * n + I];
}

__global__ void saxpy(int n, float Alpha, const float *X, float *Y) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    Y[I] = Alpha * X[I] + Y[I];
}

__global__ void sumBlocks(const float *In, float *Out, int n) {
  extern __shared__ float Sums[];
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  Sums[threadIdx.x] = I < n ? In[I] : 0.0f;
  __syncthreads();
  for (unsigned Half = blockDim.x / 2; Half > 0; Half >>= 1) {
    if (threadIdx.x < Half)
      Sums[threadIdx.x] += Sums[threadIdx.x + Half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    Out[blockIdx.x] = Sums[0];
}

__global__ void transposeNaive(const float *In, float *Out, int Width,
                               int Height) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X < Width && Y < Height)
    Out[X * Height + Y] = In[Y * Width + X];
}

__global__ void transposeTiled(const float *In, float *Out, int Width,
                               int Height) {
  __shared__ float Square[Tile][Tile + 1];
  int X = blockIdx.x * Tile + threadIdx.x, Y = blockIdx.y * Tile + threadIdx.y;
  if (X < Width && Y < Height)
    Square[threadIdx.y][threadIdx.x] = In[Y * Width + X];
  __syncthreads();
  X = blockIdx.y * Tile + threadIdx.x;
  Y = blockIdx.x * Tile + threadIdx.y;
  if (X < Height && Y < Width)
    Out[Y * Height + X] = Square[threadIdx.x][threadIdx.y];
}

__global__ void matmulNaive(const float *A, const float *B, float *C, int n) {
  int Row = blockIdx.y * blockDim.y + threadIdx.y;
  int Col = blockIdx.x * blockDim.x + threadIdx.x;
  if (Row >= n || Col >= n)
    return;
  float Sum = 0.0f;
  for (int K = 0; K < n; ++K)
    Sum += A[Row * n + K] * B[K * n + Col];
  C[Row * n + Col] = Sum;
}

__global__ void matmulTiled(const float *A, const float *B, float *C, int n) {
  __shared__ float As[Tile][Tile], Bs[Tile][Tile];
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

__global__ void blur(const float *In, float *Out, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < 2 || I >= n - 2)
    return;
  Out[I] = 0.0625f * (In[I - 2] + In[I + 2]) + 0.25f * (In[I - 1] + In[I + 1]) +
           0.375f * In[I];
}

__global__ void jacobi(const double *In, double *Out, int NX, int NY, int NZ) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X < 1 || Y < 1 || X >= NX - 1 || Y >= NY - 1)
    return;
  for (int Z = 1; Z < NZ - 1; ++Z) {
    int I = (Z * NY + Y) * NX + X;
    Out[I] = (In[I - 1] + In[I + 1] + In[I - NX] + In[I + NX] +
              In[I - NX * NY] + In[I + NX * NY]) / 6.0;
  }
}

__global__ void histogram(const unsigned char *In, unsigned *Bins, int n) {
  __shared__ unsigned Mine[256];
  for (int B = threadIdx.x; B < 256; B += blockDim.x)
    Mine[B] = 0;
  __syncthreads();
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < n;
       I += blockDim.x * gridDim.x)
    atomicAdd(&Mine[In[I]], 1u);
  __syncthreads();
  for (int B = threadIdx.x; B < 256; B += blockDim.x)
    atomicAdd(&Bins[B], Mine[B]);
}

__global__ void gather(const float *In, const int *Index, float *Out, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    Out[I] = In[Index[I]];
}

__global__ void polynomial(const float *In, float *Out, int n) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= n)
    return;
  float X = In[I], V = 0.0f;
  for (int K = 0; K < 400; ++K)
    V = V * X + 0.5f;
  Out[I] = V;
}

int main() {
  const int n = 1 << 20, Side = 1024;
  float *A, *B, *C;
  double *D, *E;
  unsigned char *Bytes;
  unsigned *Bins;
  int *Index;
  cudaMalloc(&A, sizeof(float) * padded(n) * 64);
  cudaMalloc(&B, sizeof(float) * padded(n) * 64);
  cudaMalloc(&C, sizeof(float) * padded(n) * 64);
  cudaMalloc(&D, sizeof(double) * 256 * 256 * 256);
  cudaMalloc(&E, sizeof(double) * 256 * 256 * 256);
  cudaMalloc(&Bytes, padded(n));
  cudaMalloc(&Bins, 256 * sizeof(unsigned));
  cudaMalloc(&Index, sizeof(int) * padded(n));
  dim3 Square(Tile, Tile), Tiles(Side / Tile, Side / Tile);
  copyRows<<<(n + 255) / 256, 256>>>(A, B, n);
  saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, A, B);
  sumBlocks<<<(n + 255) / 256, 256, 256 * sizeof(float)>>>(A, C, n);
  transposeNaive<<<Tiles, Square>>>(A, B, Side, Side);
  transposeTiled<<<Tiles, Square>>>(A, B, Side, Side);
  matmulNaive<<<Tiles, Square>>>(A, B, C, Side);
  matmulTiled<<<Tiles, Square>>>(A, B, C, Side);
  blur<<<(n + 127) / 128, 128>>>(A, B, n);
  jacobi<<<dim3(8, 32), dim3(32, 8)>>>(D, E, 256, 256, 256);
  histogram<<<264, 256>>>(Bytes, Bins, n);
  gather<<<(n + 255) / 256, 256>>>(A, Index, B, n);
  polynomial<<<(n + 255) / 256, 256>>>(A, B, n);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
