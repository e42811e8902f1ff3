// Copies every stride-th element: each load of a warp spans stride * 128 bytes.
// For dataset gpuperf_measure. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void copy_strided(const float *in, float *out, int n, int stride) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own < n)
    out[Own] = in[Own * stride];
}
