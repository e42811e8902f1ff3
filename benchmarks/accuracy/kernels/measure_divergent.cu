// Steps until a number becomes 1 (halve it, or three times it and one), at most
// `most`: lanes of a warp leave their loop at different times. For dataset
// gpuperf_measure. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void collatz_steps(const unsigned *in, unsigned *out, int n,
                              int most) {
  int Own = blockIdx.x * blockDim.x + threadIdx.x;
  if (Own >= n)
    return;
  unsigned V = in[Own] % 65536 + 1;
  int Steps = 0;
  while (V != 1 && Steps < most) {
    V = V % 2 == 0 ? V / 2 : 3 * V + 1;
    ++Steps;
  }
  out[Own] = Steps;
}
