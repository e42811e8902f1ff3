// RUN: %tidy -checks=-*,gpuperf-divergent-branch --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// How many threads run the loop hangs on a size that nobody knows: of 1024, one
// where the filter has 1024 elements, and nearly all of them where it has 9.
__global__ void tiles(float *y, const float *x, const float *f, int filter,
                      int tile) {
  __shared__ float in[1024];
  int t = threadIdx.x, row = blockIdx.x * tile + t;
  in[t] = x[row];
  __syncthreads();
  if (t < tile) {
    float s = 0;
    for (int k = 0; k < filter; ++k)
      s += in[t + k] * f[k];
    y[row] = s;
  }
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
        // CHECK: note: let half as many threads do a pair each, so that none is idle
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

// Each thread has a pair already: those above do the one of the second half.
__global__ void halves(int *a) {
  __shared__ int s[2048];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 2048 + t];
  s[t + 1024] = a[blockIdx.x * 2048 + 1024 + t];
  for (int j = 512; j > 0; j /= 2) {
    __syncthreads();
    int other = t ^ j;
    if (other > t) {
      // CHECK: [[#@LINE-1]]:15: warning: the two sides of this branch take
      // CHECK: note: let all threads find their pair in one way
      int mine = s[t], theirs = s[other];
      if (mine > theirs) {
        s[t] = theirs;
        s[other] = mine;
      }
    } else {
      int mine = s[t + 1024], theirs = s[other + 1024];
      if (mine > theirs) {
        s[t + 1024] = theirs;
        s[other + 1024] = mine;
      }
    }
  }
  __syncthreads();
  a[blockIdx.x * 2048 + t] = s[t];
  a[blockIdx.x * 2048 + 1024 + t] = s[t + 1024];
}

void run(float *y, const float *x, const float *f, int *a, int rows,
         int filter) {
  int tile = 1024 - filter + 1;
  tiles<<<(rows - 1) / tile + 1, 1024>>>(y, x, f, filter, tile);
  network<<<4096, 1024>>>(a);
  halves<<<4096, 1024>>>(a);
}
