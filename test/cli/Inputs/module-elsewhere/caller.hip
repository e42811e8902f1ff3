// Launches kernels of modules whose source is another file: input of
// module-launch.test.
#include <hip/hip_runtime.h>

void run(float *x, int n) {
  hipModule_t module;
  hipFunction_t scale, twice, none;
  hipModuleLoad(&module, "scale.co");
  hipModuleGetFunction(&scale, module, "scale");
  hipModuleGetFunction(&twice, module, "twice");
  hipModuleGetFunction(&none, module, "none");
  float factor = 0.5f;
  int count = 1 << 20;
  void *args[] = {&x, &factor, &count};
  hipModuleLaunchKernel(scale, 4096, 1, 1, 256, 1, 1, 0, nullptr, args, nullptr);
  hipModuleLaunchKernel(twice, 1, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr);
  hipModuleLaunchKernel(none, 1, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr);
  void *some[] = {&x, &factor, &n};
  hipModuleLaunchKernel(scale, 4096, 1, 1, 256, 1, 1, 0, nullptr, some, nullptr);
}
