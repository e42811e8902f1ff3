// A program that loads its kernel from a module: input of module-launch.test.
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>
#include <cstdlib>

extern "C" __global__ void scale(float *x, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}

struct Program {
  hipFunction_t kernel;
  void load() {
    hipModule_t module;
    hipModuleLoad(&module, "scale.co");
    hipModuleGetFunction(&kernel, module, "scale");
  }
  void run(float *x, float factor, int n) {
    void *args[] = {&x, &factor, &n};
    hipModuleLaunchKernel(kernel, (n + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr,
                          args, nullptr);
    hipExtModuleLaunchKernel(kernel, n, 1, 1, 64, 1, 1, 0, nullptr, args,
                             nullptr);
  }
};

int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *x;
  hipMalloc(&x, n * sizeof(float));
  Program p;
  p.load();
  for (int i = 0; i < 3; ++i)
    p.run(x, 0.5f, n);
  return hipDeviceSynchronize();
}
