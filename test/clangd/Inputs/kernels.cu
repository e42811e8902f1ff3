#include "common.cuh"

#define THREADS 256

__constant__ float Weights[16];
__device__ int Counter;

// Moves every particle one step.
__global__ void advance(Particle *Ps, int n, float Dt) {
  int I = globalIndex();
  if (I >= n)
    return;
  Particle &P = Ps[I];
  P.X += Dt * P.weight();
  P.Y = clampTo(P.Y, 0.0f, 1.0f);
  atomicAdd(&Counter, 1);
}

__global__ void smooth(float *Out, const float *In, int n) {
  __shared__ float Tile[THREADS + 2];
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n)
    Tile[threadIdx.x + 1] = In[I];
  __syncthreads();
  float Sum = 0;
#pragma unroll
  for (int K = 0; K < 3; ++K)
    Sum += Tile[threadIdx.x + K] * Weights[K];
  if (I < n)
    Out[I] = Sum;
}

#ifdef NEVER
void hidden() {}
#endif

static float total(const shapes::Shape &S, int Times) {
  float Area = 0;
  for (int K = 0; K < Times; ++K)
    Area += S.area();
  return Area;
}

void run(Particle *Ps, float *Out, const float *In) {
  const int n = 1 << 20;
  dim3 Block(THREADS);
  dim3 Grid(ceilDiv(n, Block.x));
  advance<<<Grid, Block>>>(Ps, n, 0.01f);
  smooth<<<ceilDiv(n, THREADS), THREADS>>>(Out, In, n);
  shapes::Square Unit;
  float Area = total(Unit, 3) + Pair<float>(1, 2).sum();
  (void)Area;
  cudaDeviceSynchronize();
}
