// A grid that gives each SM a few warps, of a kernel that takes any grid but not
// any block.
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void counts(const int *data, int *all, int n) {
  __shared__ int own[256];
  if (threadIdx.x < 256)
    own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    atomicAdd(&own[data[i]], 1);
  __syncthreads();
  if (threadIdx.x < 256)
    atomicAdd(&all[threadIdx.x], own[threadIdx.x]);
}

void run(const int *data, int *all) {
  counts<<<128, 256>>>(data, all, 100000000);
  // CHECK: [[#@LINE-1]]:3: warning: 128 blocks of 'counts' give an SM of rtx-3080 16 of 48 warps, and the kernel takes any grid: {{[34][0-9]}}% of its time [gpuperf-occupancy]
  // CHECK: note: it strides by the grid: {{[2-4][0-9][0-9]}} blocks do the same work

  // Silent: half of what the GPU holds, nearly as much, and little to do.
  // CHECK-NOT: warning:
  counts<<<256, 256>>>(data, all, 100000000);
  counts<<<200, 256>>>(data, all, 100000000);
  counts<<<128, 256>>>(data, all, 100000);
}
