// A small file: one kernel and its launch.
#include <cuda_runtime.h>

static int padded(int n) { return (n + 1000) / 8 * 8; }

// --- code ---
// spare

// Y += Alpha * (the rows of X): several saxpys in one.
__global__ void saxpy(int n, float Alpha, const float *X, float *Y) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n) {
    float Sum = Y[I];
    for (int Row = 0; Row < 12; ++Row)
      Sum = Alpha * X[Row * n + I] + Sum;
    Y[I] = Sum;
  }
}

int main() {
  const int n = 1 << 20;
  float *X, *Y;
  cudaMalloc(&X, sizeof(float) * padded(n) * 64);
  cudaMalloc(&Y, sizeof(float) * padded(n));
  saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, X, Y);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
