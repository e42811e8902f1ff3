// A HIP program: input of record-hip.test.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cstdlib>

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
__global__ void filter(Image image) {}
__device__ float table[16];

int main(int argc, char **argv) {
  const int n = 1000, times = argc > 1 ? atoi(argv[1]) : 1;
  double *x = nullptr;
  hipMalloc((void **)&x, n * sizeof(double));
  for (int i = 0; i < times; ++i) {
    hipLaunchKernelGGL(scale<double>, dim3((n + 127) / 128), dim3(128), 64, 0,
                       x, 2.0, n);
    scale<double><<<(n + 255) / 256, 256>>>(x, 3.0, n);
  }
  Image image = {n, -0.25f, (const float *)x};
  void *args[] = {&image};
  hipLaunchKernel((const void *)filter, dim3(2, 3), dim3(8, 8), args, 0, 0);
  // A graph's launches count when it is launched.
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t executable;
  hipStreamCreate(&stream);
  hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
  filter<<<5, 64, 0, stream>>>(image);
  hipStreamEndCapture(stream, &graph);
  hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0);
  hipGraphLaunch(executable, stream);
  // What was copied to the device comes back.
  float in[16] = {7}, out[16] = {};
  hipMemcpyToSymbol(table, in, sizeof(in));
  hipMemcpyFromSymbol(out, table, sizeof(out));
  hipDeviceProp_t properties;
  hipGetDeviceProperties(&properties, 0);
  int units = 0, wave = 0;
  hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0);
  hipDeviceGetAttribute(&wave, hipDeviceAttributeWarpSize, 0);
  printf("%g on %d CUs of %d, %d and %d by attribute\n", out[0],
         properties.multiProcessorCount, properties.warpSize, units, wave);
  hipFree(x);
  return hipDeviceSynchronize();
}
