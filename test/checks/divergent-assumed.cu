// RUN: %tidy -checks=-*,gpuperf-divergent-branch --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// How many threads run the loop hangs on a size that nobody knows.
__global__ void tiles(float *y, const float *x, int tile) {
  float s = 0;
  if (threadIdx.x < 1025 - tile)
    for (int k = 0; k < 1024; ++k)
      s += x[k];
  y[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

// A sorting network exchanges: nothing is added.
__global__ void network(int *a) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 1024 + t];
  for (int k = 2; k <= 1024; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int other = t ^ j;
      if (other > t) {
        // CHECK: [[#@LINE-1]]:17: warning: this branch takes {{[0-9]+}} instructions, and {{[0-9]+}}% of the warps run them with some lanes idle
        // CHECK-NOT: __shfl_down_sync
        // CHECK: note: let the 32 threads of a warp go one way
        int mine = s[t], theirs = s[other];
        if ((mine > theirs) == ((t & k) == 0)) {
          s[t] = theirs;
          s[other] = mine;
        }
      }
    }
  __syncthreads();
  a[blockIdx.x * 1024 + t] = s[t];
}

void run(float *y, const float *x, int *a, int tile) {
  tiles<<<4096, 1024>>>(y, x, tile);
  network<<<4096, 1024>>>(a);
}
