#include <hip/hip_runtime.h>
__global__ void fill(float *X) {
  X[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
void run(float *X) {
  void *Args[] = {&X};
  hipLaunchKernel(reinterpret_cast<const void *>(fill), dim3(64), dim3(512), Args, 0, nullptr);
  hipExtLaunchKernelGGL(fill, dim3(32), dim3(64), 0, 0, nullptr, nullptr, 0, X);
  hipLaunchCooperativeKernel(reinterpret_cast<void *>(fill), dim3(16), dim3(1024), Args, 0, 0);
}
