// RUN-ON: rtx-4090; expect none
// The macro's text is part of the output.
#include "report.h"

#define THREADS 32
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

__global__ void quarter(float *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] *= 0.25f;
}

int main() {
  const int n = 1000003;
  float *v;
  cudaMallocManaged(&v, n * sizeof(float));
  fillNoise(v, n);
  quarter<<<(n + THREADS - 1) / THREADS, THREADS>>>(v, n);
  cudaDeviceSynchronize();
  report("quarters with blocks of " TEXT(THREADS), v, n);
}
