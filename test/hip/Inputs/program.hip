#include <cstdio>
#include <cstdlib>
#include <hip/hip_runtime.h>
#include <hip/hip_ext.h>

__global__ void scale(float *X, float By, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    X[I] *= By;
}

static void times(float *X, int N, int Steps, int Block) {
  for (int S = 0; S < Steps; ++S)
    hipLaunchKernelGGL(scale, dim3((N + Block - 1) / Block), dim3(Block), 0, 0,
                       X, 1.5f, N);
}

int main(int argc, char **argv) {
  int N = atoi(argv[1]) * 1000, Units = 0, Lanes = 0;
  hipDeviceProp_t Prop;
  hipGetDeviceProperties(&Prop, 0);
  hipDeviceGetAttribute(&Units, hipDeviceAttributeMultiprocessorCount, 0);
  Lanes = Prop.warpSize;
  float *X = nullptr;
  if (hipMalloc(&X, N * sizeof(float)) != hipSuccess)
    return 1;
  times(X, N, atoi(argv[2]), 4 * Lanes);
  float By = 2;
  void *Args[] = {&X, &By, &N};
  hipLaunchKernel(reinterpret_cast<const void *>(scale), dim3(Units), dim3(512),
                  Args, 0, nullptr);
  hipExtLaunchKernelGGL(scale, dim3(2 * Units), dim3(64), 0, 0, nullptr,
                        nullptr, 0, X, By, N);
  hipLaunchCooperativeKernel(reinterpret_cast<void *>(scale), dim3(Units),
                             dim3(1024), Args, 0, 0);
  hipFree(X);
}
