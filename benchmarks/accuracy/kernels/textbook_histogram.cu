// Histogram in global memory: clears the bins, then one atomic per element, in
// a grid-stride loop. Stands for dataset pmpp_nvbench: simple_histogram, whose
// input is all zeros. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void simple_histogram(unsigned *input, unsigned *bins,
                                 unsigned num_elements, unsigned num_bins) {
  unsigned First = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned Bin = First; Bin < num_bins; Bin += blockDim.x * gridDim.x)
    bins[Bin] = 0;
  __syncthreads();
  for (unsigned At = First; At < num_elements; At += blockDim.x * gridDim.x)
    atomicAdd(&bins[input[At]], 1u);
}
