// Launches kernels of a module whose source is module-kernels.hip: input of
// record-modules.test. Arguments: the module's file, and whether the program
// reads the file itself.
#include <cstdio>
#include <cstdlib>
#include <hip/hip_runtime.h>

struct Box {
  int width;
  double spacing;
  const float *weights;
};

static hipModule_t load(const char *path, bool itself) {
  hipModule_t module;
  if (!itself) {
    hipModuleLoad(&module, path);
    return module;
  }
  static char image[1 << 20];
  FILE *file = fopen(path, "rb");
  if (!file || !fread(image, 1, sizeof(image), file))
    exit(1);
  fclose(file);
  hipModuleLoadData(&module, image);
  return module;
}

int main(int argc, char **argv) {
  hipModule_t module = load(argv[1], argc > 2);
  hipFunction_t scale, twice;
  hipModuleGetFunction(&scale, module, "scale");
  hipModuleGetFunction(&twice, module, "_Z5twiceIdEvPT_i");
  float *x, *weights;
  double *y;
  int n = 250;
  hipMalloc(&x, 4000);
  hipMalloc(&weights, 400);
  hipMalloc(&y, 8000);
  void *args[] = {&y, &n};
  hipModuleLaunchKernel(twice, 4, 1, 1, 64, 1, 1, 0, nullptr, args, nullptr);
  struct {
    float *x;
    short times;
    float factor;
    Box box;
    char last;
  } packed = {x, 3, 0.5f, {70, 0.25, weights}, 9};
  size_t bytes = sizeof(packed);
  void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &packed,
                   HIP_LAUNCH_PARAM_BUFFER_SIZE, &bytes, HIP_LAUNCH_PARAM_END};
  hipModuleLaunchKernel(scale, 4, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra);
  // What is not in the buffer is not read.
  bytes = 16;
  hipModuleLaunchKernel(scale, 5, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra);
  return hipDeviceSynchronize();
}
