// Which of n points lie in a polygon of VERTICES corners, by counting crossed
// edges; each thread tests TILE_SIZE points, BLOCK_SIZE_X apart. Stands for
// dataset ktt_pnpoly: Pnpoly; measured with all corners at the origin. Part of
// gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef VERTICES
#define VERTICES 600
#endif
#ifndef BLOCK_SIZE_X
#define BLOCK_SIZE_X 256
#endif
#ifndef TILE_SIZE
#define TILE_SIZE 1
#endif
#ifndef BETWEEN_METHOD
#define BETWEEN_METHOD 0
#endif
#ifndef USE_METHOD
#define USE_METHOD 0
#endif

__constant__ float2 d_vertices[VERTICES];

/// Does Value lie between the ends? Four spellings of about the same.
static __device__ __forceinline__ int between(float Value, float One,
                                              float Other) {
#if BETWEEN_METHOD == 0
  return (One > Value) != (Other > Value);
#elif BETWEEN_METHOD == 1
  return ((One <= Value) && (Other > Value)) ||
         ((One > Value) && (Other <= Value));
#elif BETWEEN_METHOD == 2
  return ((Value - One) == 0.0f) || ((Value - One) * (Value - Other) < 0.0f);
#else
  return ((Value - One) * (Value - Other) < 0.0f) || (Value - One == 0.0f);
#endif
}

/// Counts the edge From-To if a ray from \p At towards larger x crosses it.
static __device__ __forceinline__ void
countCrossing(int &Crossings, const float2 &At, const float2 &From,
              const float2 &To, float Slope) {
#if USE_METHOD == 1
  int Level = between(At.y, From.y, To.y);
  Crossings += Level && (At.x < From.x + Slope * (At.y - From.y));
#else
  if (between(At.y, From.y, To.y) && At.x < Slope * (At.y - From.y) + From.x) {
#if USE_METHOD == 0
    Crossings = !Crossings;
#else
    Crossings += 1;
#endif
  }
#endif
}

__global__ void Pnpoly(int *bitmap, float2 *points, float2 *vertices, int n) {
  int First = blockIdx.x * BLOCK_SIZE_X * TILE_SIZE + threadIdx.x;
  if (First >= n)
    return;
  int Crossings[TILE_SIZE];
  float2 Own[TILE_SIZE];
#pragma unroll
  for (int T = 0; T < TILE_SIZE; ++T) {
    Crossings[T] = 0;
    if (First + BLOCK_SIZE_X * T < n)
      Own[T] = points[First + BLOCK_SIZE_X * T];
  }
  int Before = VERTICES - 1;
  for (int Corner = 0; Corner < VERTICES; Before = Corner++) {
    float2 From = d_vertices[Corner], To = d_vertices[Before];
    float Slope = (To.x - From.x) / (To.y - From.y);
#pragma unroll
    for (int T = 0; T < TILE_SIZE; ++T)
      countCrossing(Crossings[T], Own[T], From, To, Slope);
  }
#pragma unroll
  for (int T = 0; T < TILE_SIZE; ++T)
    if (First + BLOCK_SIZE_X * T < n) {
#if USE_METHOD == 0
      bitmap[First + BLOCK_SIZE_X * T] = Crossings[T];
#else
      bitmap[First + BLOCK_SIZE_X * T] = Crossings[T] & 1;
#endif
    }
}
