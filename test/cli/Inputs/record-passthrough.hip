// Runs on fake-hip.cpp: input of record-passthrough.test.
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

__global__ void scale(int n, float *x, double factor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}

int main() {
  float *x = nullptr;
  hipMalloc(&x, 4000);
  int n = 1000;
  double factor = 2.5;
  for (int i = 0; i < 3; ++i)
    scale<<<8, 128, 16>>>(n, x, factor);
  hipExtLaunchKernelGGL(scale, dim3(16), dim3(64), 0, nullptr, nullptr, nullptr,
                        0, n, x, factor);
  hipModule_t module;
  hipFunction_t handle;
  hipModuleLoad(&module, "scale.co");
  hipModuleGetFunction(&handle, module, "_Z5scaleiPfd");
  void *args[] = {&n, &x, &factor};
  hipExtModuleLaunchKernel(handle, 1000, 1, 1, 256, 1, 1, 0, nullptr, args,
                           nullptr, nullptr, nullptr, 7);
  struct {
    int n;
    float *x;
    double factor;
  } packed = {77, x, 1.5};
  size_t bytes = sizeof(packed);
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed,
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes, HIP_LAUNCH_PARAM_END};
  hipModuleLaunchKernel(handle, 2, 3, 1, 32, 2, 1, 64, nullptr, nullptr, extra);
  hipFree(x);
  return hipDeviceSynchronize();
}
