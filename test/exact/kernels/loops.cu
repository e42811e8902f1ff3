// Loops and conditions of unusual shapes without data-dependent control. Part
// of gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_runtime.h>

static __device__ int ownIndex() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void countDown(float *Out, const float *In, unsigned n) {
  int I = ownIndex();
  float Sum = 0;
  for (unsigned K = n; K-- > 0;)
    Sum += In[K * 3 + I];
  Out[I] = Sum;
}

/// Bisection of a number range.
__global__ void bisect(int *Out, const int *In, int n) {
  int I = ownIndex(), Low = 0, High = n, Sum = 0;
  while (Low + 1 < High) {
    int Middle = (Low + High) / 2;
    Sum += In[Middle];
    if (Middle <= I)
      Low = Middle;
    else
      High = Middle;
  }
  Out[I] = Sum + Low;
}

/// Steps of a Fenwick tree: clears the lowest bit.
__global__ void fenwick(int *Out, const int *In, int n) {
  int I = ownIndex(), Sum = 0;
  if (I < n)
    for (int K = I + 1; K > 0; K -= K & -K)
      Sum += In[K];
  Out[I] = Sum;
}

__global__ void powers(int *Out, const int *In, int n) {
  int I = ownIndex(), Sum = 0;
  for (int K = I % 5 + 1; K < n; K *= 3)
    Sum += In[K];
  Out[I] = Sum;
}

/// Two counters that meet.
__global__ void meet(float *Out, const float *In, int n) {
  int I = ownIndex();
  float Sum = 0;
  for (int A = I % 7, B = n - 1; A < B; ++A, B -= 2)
    Sum += In[A] * In[B];
  Out[I] = Sum;
}

/// Two halves of shared memory take turns.
__global__ void pingPong(float *Out, const float *In, int Steps) {
  __shared__ float Cells[2][130];
  int T = threadIdx.x, Now = 0;
  Cells[0][T + 1] = In[ownIndex()];
  if (T == 0)
    Cells[0][0] = Cells[1][0] = Cells[0][129] = Cells[1][129] = 0;
  __syncthreads();
  for (int S = 0; S < Steps; ++S) {
    Cells[1 - Now][T + 1] = Cells[Now][T] + Cells[Now][T + 2];
    Now = 1 - Now;
    __syncthreads();
  }
  Out[ownIndex()] = Cells[Now][T + 1];
}

/// Buffers change places.
__global__ void swapped(float *A, float *B, int n, int Steps) {
  float *From = A, *To = B;
  int I = ownIndex();
  for (int S = 0; S < Steps; ++S) {
    if (I > 0 && I < n - 1)
      To[I] = From[I - 1] + From[I + 1];
    float *Other = From;
    From = To;
    To = Other;
  }
}

/// One thread of the block does the rest.
__global__ void lastOnes(float *Out, const float *In, int n) {
  int I = ownIndex();
  Out[I] = In[I];
  if (threadIdx.x == 0)
    for (int K = blockDim.x * gridDim.x + blockIdx.x; K < n; K += gridDim.x)
      Out[K] = In[K];
}

/// A warp per row, lanes stride over the columns.
__global__ void warpPerRow(float *Out, const float *Matrix, int Rows,
                           int Columns) {
  int Warp = ownIndex() / 32, Lane = threadIdx.x % 32;
  int Warps = gridDim.x * blockDim.x / 32;
  for (int Row = Warp; Row < Rows; Row += Warps) {
    float Sum = 0;
    for (int C = Lane; C < Columns; C += 32)
      Sum += Matrix[Row * Columns + C];
    for (int Step = 16; Step; Step >>= 1)
      Sum += __shfl_down_sync(0xffffffffu, Sum, Step);
    if (Lane == 0)
      Out[Row] = Sum;
  }
}

/// Out of two loops at once.
__global__ void leaveBoth(float *Out, const float *In, int n) {
  int I = ownIndex();
  float Sum = 0;
  for (int A = 0; A < n; ++A)
    for (int B = 0; B < 10; ++B) {
      if (A * 10 + B > I)
        goto Done;
      Sum += In[A * 10 + B];
    }
Done:
  Out[I] = Sum;
}

__global__ void switchInLoop(int *Out, const int *In, int n) {
  int I = ownIndex(), Sum = 0;
  for (int K = 0; K < n; ++K) {
    switch ((K + I) & 3) {
    case 0:
      continue;
    case 1:
      Sum += In[K];
      break;
    case 2:
      Sum -= In[K + 1];
    default:
      Sum ^= In[K + 2];
    }
    Sum += In[K + 3];
  }
  Out[I] = Sum;
}

/// Addresses chosen by conditions.
__global__ void chosen(float *Out, const float *A, const float *B, int n) {
  int I = ownIndex();
  if (I >= n)
    return;
  const float *From = I % 3 ? A : A + n;
  int At = I < n / 2 ? I * 2 : n - 1 - I;
  float V = From[At];
  if (I % 2 == 0 && I % 5 < 3 || I > n - 9)
    V += B[I & ~7];
  Out[I ^ 1] = V;
}

/// Pointers that walk.
__global__ void walking(float *Out, const float *In, int Pitch, int Rows) {
  const float *P = In + ownIndex();
  float *Q = Out + ownIndex();
  for (int R = 0; R < Rows; ++R, P += Pitch, Q += Pitch)
    *Q = *P;
}

struct Particle {
  float X, Y, Z;
  int Kind;
  double Mass;
};

__global__ void particles(Particle *P, int n) {
  int I = ownIndex();
  if (I < n) {
    P[I].X += 1.0f;
    P[I].Z = P[I].Y;
    if (I % 4 == 0)
      P[I].Mass = 2.0;
  }
}

/// A wavefront over anti-diagonals, one block.
__global__ void wavefront(int *Cells, int n) {
  for (int D = 0; D < 2 * n - 1; ++D) {
    int X = threadIdx.x, Y = D - X;
    if (X < n && Y >= 0 && Y < n)
      Cells[Y * n + X] += X ? Cells[Y * n + X - 1] : 1;
    __syncthreads();
  }
}

/// Bitonic sort's network in shared memory.
__global__ void bitonic(int *Data) {
  __shared__ int Keys[256];
  unsigned T = threadIdx.x;
  Keys[T] = Data[blockIdx.x * blockDim.x + T];
  __syncthreads();
  for (unsigned Size = 2; Size <= blockDim.x; Size *= 2)
    for (unsigned Step = Size / 2; Step > 0; Step /= 2) {
      unsigned Other = T ^ Step;
      if (Other > T) {
        int A = Keys[T], B = Keys[Other];
        bool Up = (T & Size) == 0;
        Keys[T] = Up ? min(A, B) : max(A, B);
        Keys[Other] = Up ? max(A, B) : min(A, B);
      }
      __syncthreads();
    }
  Data[blockIdx.x * blockDim.x + T] = Keys[T];
}

/// Hillis and Steele.
__global__ void scan(int *Out, const int *In, int n) {
  extern __shared__ int Cells[];
  int T = threadIdx.x, I = ownIndex();
  Cells[T] = I < n ? In[I] : 0;
  __syncthreads();
  for (int Step = 1; Step < blockDim.x; Step <<= 1) {
    int V = T >= Step ? Cells[T - Step] : 0;
    __syncthreads();
    Cells[T] += V;
    __syncthreads();
  }
  if (I < n)
    Out[I] = Cells[T];
}

/// Blelloch, with an index that skips banks.
__global__ void sweep(int *Data) {
  extern __shared__ int Cells[];
  int T = threadIdx.x, n = 2 * blockDim.x, Offset = 1;
  auto At = [](int I) { return I + (I >> 5); };
  Cells[At(2 * T)] = Data[2 * T];
  Cells[At(2 * T + 1)] = Data[2 * T + 1];
  for (int D = n >> 1; D > 0; D >>= 1) {
    __syncthreads();
    if (T < D)
      Cells[At(Offset * (2 * T + 2) - 1)] +=
          Cells[At(Offset * (2 * T + 1) - 1)];
    Offset *= 2;
  }
  __syncthreads();
  Data[2 * T] = Cells[At(2 * T)];
}

/// Depth in z walked by a 2D block: a stencil kept in registers.
__global__ void column(float *Out, const float *In, int3 Size) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X <= 0 || Y <= 0 || X >= Size.x - 1 || Y >= Size.y - 1)
    return;
  int Plane = Size.x * Size.y, At = Y * Size.x + X;
  float Below = In[At], Here = In[At + Plane];
  for (int Z = 1; Z < Size.z - 1; ++Z) {
    float Above = In[(Z + 1) * Plane + At];
    Out[Z * Plane + At] = Below + Above + Here + In[Z * Plane + At - 1] +
                          In[Z * Plane + At + 1] +
                          In[Z * Plane + At - Size.x] +
                          In[Z * Plane + At + Size.x];
    Below = Here;
    Here = Above;
  }
}

/// The trip count is a product of what the launch is.
__global__ void manyBlocks(double *Out, const double *In, long long n) {
  long long Each = (n + gridDim.x - 1) / gridDim.x;
  long long First = blockIdx.x * Each;
  long long End = First + Each < n ? First + Each : n;
  double Sum = 0;
  for (long long I = First + threadIdx.x; I < End; I += blockDim.x)
    Sum += In[I];
  Out[blockIdx.x * blockDim.x + threadIdx.x] = Sum;
}

/// Rows of growing length in packed storage: i (i + 1) / 2.
__global__ void packed(float *Out, const float *In, int n) {
  int Row = ownIndex();
  float Sum = 0;
  if (Row < n)
    for (int C = 0; C <= Row; ++C)
      Sum += In[Row * (Row + 1) / 2 + C];
  Out[Row] = Sum;
}

/// A loop that halves until a bound that depends on the thread.
__global__ void halving(int *Out, const int *In, int n) {
  int I = ownIndex(), Sum = 0;
  for (int Width = n; Width > I % 4; Width /= 2)
    Sum += In[Width + I % 3];
  Out[I] = Sum;
}

/// Loads and sums that the compiler may unroll in part.
__global__ void unrolledBy4(float *Out, const float *In, int n) {
  int I = ownIndex();
  float Sum = 0;
#pragma unroll 4
  for (int K = 0; K < n; ++K)
    Sum += In[K * 128 + I];
  Out[I] = Sum;
}

/// Each lane its own row of a small matrix in shared memory.
__global__ void smallMatrices(float4 *Out, const float4 *In) {
  __shared__ float4 Rows[128];
  int T = threadIdx.x;
  Rows[T] = In[ownIndex()];
  __syncthreads();
  float4 Sum = make_float4(0, 0, 0, 0);
  for (int K = 0; K < 4; ++K) {
    float4 R = Rows[(T & ~3) + K];
    Sum.x += R.x;
    Sum.y += R.y;
  }
  if (T < 100)
    Out[ownIndex()] = Sum;
}

/// Pixels of three bytes; a border that wraps.
__global__ void wrapped(uchar3 *Out, const uchar3 *In, int Width, int Height) {
  int X = blockIdx.x * blockDim.x + threadIdx.x;
  int Y = blockIdx.y * blockDim.y + threadIdx.y;
  if (X >= Width || Y >= Height)
    return;
  int Left = (X + Width - 1) % Width, Up = (Y + Height - 1) % Height;
  uchar3 A = In[Y * Width + Left], B = In[Up * Width + X];
  Out[Y * Width + X] = make_uchar3(A.x + B.x, A.y + B.y, A.z);
}
