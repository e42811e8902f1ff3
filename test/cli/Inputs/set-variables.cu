#include <cstdlib>
struct Filter {
  int Taps;
  float Factor;
};
__constant__ int N;
__constant__ Filter Smooth;
namespace solver {
__device__ int Steps;
} // namespace solver
__device__ int Rounds;

__global__ void smooth(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N)
    return;
  float s = 0;
  for (int k = 0; k < Smooth.Taps; ++k)
    s += x[i + k] * Smooth.Factor;
  y[i] = s;
}

__global__ void step(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int k = 0; k < solver::Steps; ++k)
    s = s * s + 1;
  y[i] = s;
}

// It changes the bound itself.
__global__ void refine(float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = y[i];
  for (int k = 0; k < Rounds; ++k)
    s = s * s + 1;
  y[i] = s;
  if (i == 0)
    Rounds = 1;
}

int main(int argc, char **argv) {
  int n = 1 << 20, steps = argc > 1 ? atoi(argv[1]) : 50;
  Filter f = {200, 0.005f};
  float *x, *y;
  cudaMalloc(&x, (n + f.Taps) * sizeof(float));
  cudaMalloc(&y, n * sizeof(float));
  cudaMemcpyToSymbol(N, &n, sizeof n);
  cudaMemcpyToSymbol(Smooth, &f, sizeof f);
  cudaMemcpyToSymbol(solver::Steps, &steps, sizeof steps);
  cudaMemcpyToSymbol(Rounds, &steps, sizeof steps);
  smooth<<<n / 256, 256>>>(x, y);
  step<<<n / 256, 256>>>(y);
  refine<<<n / 256, 256>>>(y);
}
