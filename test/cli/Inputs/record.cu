// A program whose first argument says how it behaves: input of record.test.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Image {
  int width;
  float scale;
  const float *pixels;
};

template <typename T> __global__ void scale(T *x, T factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}
__global__ void filter(Image image, long long steps, bool last) {}
__global__ void relax(int *changed) { *changed = 1; }
__device__ float table[16];

namespace app {
struct Solver {
  void step(double *x, int n, unsigned bytes) {
    scale<<<1, 32>>>(x, 1.5, 1); // not the launch that is recorded last
    scale<double><<<(n + 127) / 128, 128, bytes>>>(x, 2.0, n);
  }
};
} // namespace app

static int solve(int times, int n) {
  double *x = nullptr;
  cudaMalloc((void **)&x, n * sizeof(double));
  app::Solver solver;
  for (int i = 0; i < times; ++i)
    solver.step(x, n, 64);
  Image image = {n, -0.25f, (const float *)x};
  filter<<<dim3(2, 3), dim3(8, 8)>>>(image, -5, true);
  // What was copied to the device comes back.
  float in[16] = {7}, out[16] = {};
  cudaMemcpyToSymbol(table, in, sizeof(in));
  cudaMemcpyFromSymbol(out, table, sizeof(out));
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("%g on %d SMs\n", out[0], properties.multiProcessorCount);
  cudaFree(x);
  return cudaDeviceSynchronize();
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  const int n = argc > 2 ? atoi(argv[2]) : 1000;
  if (!strcmp(how, "solve"))
    return solve(n, 1000);
  if (!strcmp(how, "crash")) {
    scale<float><<<n, 64>>>(nullptr, 1, n);
    scale<float><<<n + 1, 64>>>(nullptr, 1, n);
    *(volatile int *)nullptr = 1;
  }
  if (!strcmp(how, "wait")) {
    // No kernel runs, so nothing ever changes.
    int *changed = nullptr, seen = 0;
    cudaMalloc((void **)&changed, sizeof(int));
    while (!seen) {
      relax<<<1, 32>>>(changed);
      cudaMemcpy(&seen, changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
  }
  if (!strcmp(how, "spin")) {
    relax<<<1, 32>>>(nullptr);
    for (volatile int i = 0;; i = i + 1) {
    }
  }
  return 3;
}
