// RUN-ON: h200-sxm; expect either
// Neighbours through dynamic shared memory: the same for every block size, if
// the bytes follow.
#include "report.h"

__global__ void blur3(const float *in, float *out, int n) {
  extern __shared__ float tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int t = threadIdx.x + 1;
  tile[t] = i < n ? in[i] : 0.0f;
  if (threadIdx.x == 0)
    tile[0] = i > 0 ? in[i - 1] : 0.0f;
  if (threadIdx.x == blockDim.x - 1)
    tile[t + 1] = i + 1 < n ? in[i + 1] : 0.0f;
  __syncthreads();
  if (i < n)
    out[i] = (tile[t - 1] + tile[t] + tile[t + 1]) / 3.0f;
}

int main() {
  const int n = 300007;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  fillNoise(in, n);
  const int block = 32;
  const size_t bytes = (block + 2) * sizeof(float);
  blur3<<<(n + block - 1) / block, block, bytes>>>(in, out, n);
  cudaDeviceSynchronize();
  report("blur", out, n);
}
