// RUN-ON: h200-sxm; expect fix
#include "report.h"
#include <vector>

__global__ void blend(const float *a, const float *b, float *out, float t,
                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[i] + t * (b[i] - a[i]);
}

int main() {
  const int n = 1000003;
  const size_t bytes = n * sizeof(float);
  std::vector<float> a(n), b(n), out(n);
  fillNoise(a.data(), n, 1);
  fillNoise(b.data(), n, 2);
  float *da, *db, *dout;
  cudaMalloc(&da, bytes);
  cudaMalloc(&db, bytes);
  cudaMalloc(&dout, bytes);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaMemcpyAsync(da, a.data(), bytes, cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(db, b.data(), bytes, cudaMemcpyHostToDevice, stream);
  cudaEventRecord(start, stream);
  dim3 threads(32, 1, 1);
  dim3 blocks((n + threads.x - 1) / threads.x, 1, 1);
  blend<<<blocks, threads, 0, stream>>>(da, db, dout, 0.3f, n);
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(stop);
  cudaMemcpyAsync(out.data(), dout, bytes, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  report("blend", out.data(), n);
  cudaStreamDestroy(stream);
}
