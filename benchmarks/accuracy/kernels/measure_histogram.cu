// Histograms, 16 elements per thread or so in a grid-stride loop: one atomic
// per element in global memory, and in shared memory with one atomic per bin
// and block at the end. The bins are not cleared. For dataset gpuperf_measure.
// Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void histogram_global(const unsigned *in, unsigned *bins, int n,
                                 int num_bins) {
  for (int At = blockIdx.x * blockDim.x + threadIdx.x; At < n;
       At += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[At] % num_bins], 1u);
}

/// At most 1024 bins.
__global__ void histogram_shared(const unsigned *in, unsigned *bins, int n,
                                 int num_bins) {
  __shared__ unsigned Own[1024];
  for (int Bin = threadIdx.x; Bin < num_bins; Bin += blockDim.x)
    Own[Bin] = 0;
  __syncthreads();
  for (int At = blockIdx.x * blockDim.x + threadIdx.x; At < n;
       At += gridDim.x * blockDim.x)
    atomicAdd(&Own[in[At] % num_bins], 1u);
  __syncthreads();
  for (int Bin = threadIdx.x; Bin < num_bins; Bin += blockDim.x)
    atomicAdd(&bins[Bin], Own[Bin]);
}
