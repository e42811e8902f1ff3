// RUN: %tidy -checks=-*,gpuperf-launch-config --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --allow-empty --implicit-check-not=warning: %s

// With a block of one warp, what is compiled asks for next to nothing of the
// L2, and with others for all of its accesses: that is another kernel, and says
// nothing of the block.
#define BLOCK 256
#define ROUNDS 1024
__device__ void exchange(float4 *a, float4 *b) {
  float4 old = *b;
  *b = *a;
  *a = old;
}
__global__ void mix(float4 *out) {
  __shared__ float4 places[BLOCK * 6];
  int t = threadIdx.x;
  for (int k = 0; k < 6; ++k)
    places[t + k * blockDim.x] = make_float4(t, t + k, t - k, k);
  __syncthreads();
#pragma unroll 32
  for (int k = 0; k < ROUNDS; k++) {
    exchange(places + t, places + t + 3 * blockDim.x);
    exchange(places + t + blockDim.x, places + t + 4 * blockDim.x);
    exchange(places + t + 2 * blockDim.x, places + t + 5 * blockDim.x);
    __syncthreads();
    exchange(places + t, places + t + blockDim.x);
    exchange(places + t + 2 * blockDim.x, places + t + 3 * blockDim.x);
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = places[t];
}
void run(float4 *out) {
  dim3 block(BLOCK, 1, 1), grid(262144 / BLOCK, 1, 1);
  mix<<<grid, block>>>(out);
}
