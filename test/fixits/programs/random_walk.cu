// RUN-ON: h200-sxm; expect fix
// Each thread's random numbers come from its global index.
#include "report.h"

__device__ unsigned nextRandom(unsigned &state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

__global__ void walk(int *position, int steps, int walkers) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= walkers)
    return;
  unsigned state = 2463534242u + 747796405u * id;
  int at = 0;
  for (int s = 0; s < steps; ++s)
    at += nextRandom(state) & 1 ? 1 : -1;
  position[id] = at;
}

int main() {
  const int walkers = 800011;
  int *position;
  cudaMallocManaged(&position, walkers * sizeof(int));
  const int threads = 32;
  walk<<<(walkers + threads - 1) / threads, threads>>>(position, 8, walkers);
  cudaDeviceSynchronize();
  report("walkers", position, walkers);
  cudaFree(position);
}
