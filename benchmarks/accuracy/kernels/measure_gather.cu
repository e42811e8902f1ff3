// Reads from and writes to places that an index array names, one element per
// thread. The measured index is a permutation that looks random. For dataset
// gpuperf_measure. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void gather(const float *table, const int *index, float *out,
                       int n) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own < n)
    out[Own] = table[index[Own]];
}

__global__ void scatter(const float *in, const int *index, float *out, int n) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own < n)
    out[index[Own]] = in[Own];
}
