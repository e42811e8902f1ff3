// Kernels with C linkage and wrappers that launch them: input of record-hip.test
// and record-modules.test.
#include <hip/hip_runtime.h>

struct Base {
  int w;
};
struct Box : Base {
  float step;
};

extern "C" __global__ void scale(float *x, int n, Box box) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= box.step + box.w;
}

extern "C" void launch_scale(float *x, int n) {
  Box box;
  box.w = 5, box.step = 0.5f;
  scale<<<(n + 127) / 128, 128>>>(x, n, box);
  hipLaunchKernelGGL(scale, dim3((n + 127) / 128), dim3(128), 0, 0, x, n, box);
}

int main() {
  float *x;
  hipMalloc(&x, 1000 * sizeof(float));
  for (int i = 0; i < 2; ++i)
    launch_scale(x, 1000);
  return hipDeviceSynchronize();
}
