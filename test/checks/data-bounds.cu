// Bounds and row lengths that the kernel reads from device memory, as where a
// structure of sizes is copied to the GPU.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device

struct Sizes {
  int n, height, depth;
};
struct Tile {
  float pressure, unused[9];
  int count;
  float volume;
};

__global__ void update(Tile *tiles, Sizes *sizes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < sizes->n)
    // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: warning: 32 sectors per request instead of 4 (stride 48 bytes between neighbouring threads in 'tiles'): {{[0-9]+}}% of the time of 'update'
    tiles[i].pressure = tiles[i].count / tiles[i].volume;
}
__global__ void volumes(float *out, Tile *tiles, Sizes *sizes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  int k = blockIdx.z * blockDim.z + threadIdx.z;
  if (i < sizes->n && j < sizes->height && k < sizes->depth) {
    int id = k * sizes->n * sizes->height + j * sizes->n + i;
    // CHECK-DAG: :[[@LINE+1]]:{{[0-9]+}}: warning: 32 sectors per request instead of 4 (stride 48 bytes between neighbouring threads in 'tiles'): {{[0-9]+}}% of the time of 'volumes'
    out[id] = tiles[id].volume;
  }
}

void run(float *out, Tile *tiles, Sizes *sizes) {
  // CHECK-DAG: assumed: the bound on line 17 is data: all threads taken to be within it
  update<<<4096, 256>>>(tiles, sizes);
  volumes<<<dim3(16, 16, 16), dim3(8, 8, 8)>>>(out, tiles, sizes);
}
