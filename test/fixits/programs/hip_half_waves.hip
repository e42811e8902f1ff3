// RUN-ON: mi300x; expect fix
// A block of 32 is half a wavefront of 64 lanes: the other half idles in every
// instruction, and the vector units are what bounds the launch.
#include "report.h"
#include <hip/hip_runtime.h>

__global__ void scramble(const unsigned *in, unsigned *out, int rounds, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned v = in[i];
  for (int r = 0; r < rounds; ++r)
    v = (v ^ v >> 15) * 2654435761u + i;
  out[i] = v;
}

int main() {
  const int n = 400009;
  unsigned *in, *out;
  hipMallocManaged(&in, n * sizeof(unsigned));
  hipMallocManaged(&out, n * sizeof(unsigned));
  for (int i = 0; i < n; ++i)
    in[i] = 40503u * i;
  const int block = 32;
  scramble<<<(n + block - 1) / block, block>>>(in, out, 200, n);
  hipDeviceSynchronize();
  report("scrambled", out, n);
}
