// RUN-ON: h200-sxm; expect fix
#include "report.h"

#define TPB (32) // threads per block
#define BLOCKS(n) (((n) + TPB - 1) / TPB)

__global__ void pairSums(const int *in, int *out, int pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs)
    out[i] = in[2 * i] + in[2 * i + 1];
}

int main() {
  const int pairs = 800003;
  int *in, *out;
  cudaMallocManaged(&in, 2 * pairs * sizeof(int));
  cudaMallocManaged(&out, pairs * sizeof(int));
  for (int i = 0; i < 2 * pairs; ++i)
    in[i] = i ^ 0x33;
  pairSums<<<BLOCKS(pairs), TPB>>>(in, out, pairs);
  cudaDeviceSynchronize();
  report("pairs", out, pairs);
}
