// Matrices that a warp loads together: the rows that the lanes name meet in one bank or not.
// RUN: %tidy -checks=-*,gpuperf-bank-conflict --config="{CheckOptions: {GpuperfGpu: a100-sxm4-40gb}}" %s -- %device 2>&1 | FileCheck %s

#define SHARED_ADDRESS(p)                                                      \
  (unsigned)(unsigned long long)(__attribute__((address_space(3)))             \
                                 const unsigned *)(p)

__device__ void load(unsigned (&m)[4], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(row));
}

__device__ void multiply(float (&d)[4], const unsigned (&a)[4]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%4,%5}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));
}

// Rows of 128 bytes.
__global__ void plain(float *out, int n) {
  __shared__ unsigned tile[64][32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  tile[0][threadIdx.x] = threadIdx.x;
  float d[4] = {};
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    unsigned a[4];
    load(a, SHARED_ADDRESS(&tile[16 * warp + lane % 16][4 * (lane / 16)]));
    // CHECK: :9:3: warning: 8-way bank conflict in shared memory (stride 128 bytes): {{[0-9]+}}% of the time of 'plain'
    // CHECK: note: {{.*}}accesses of 16 bytes go in 4 parts: pad the rows by 16 bytes
    multiply(d, a);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

// The same with an exclusive or of the place in the row with its number: each row is elsewhere.
// CHECK-NOT: warning:
__global__ void swizzled(float *out, int n) {
  __shared__ unsigned tile[64][32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  tile[0][threadIdx.x] = threadIdx.x;
  float d[4] = {};
  for (int i = 0; i < n; ++i) {
    __syncthreads();
    unsigned a[4];
    const unsigned row = 16 * warp + lane % 16;
    load(a, SHARED_ADDRESS(tile) + 128 * row +
                (16 * (lane / 16) ^ 16 * (row % 8)));
    multiply(d, a);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

void run(float *out) {
  plain<<<1, 128>>>(out, 1000);
  swizzled<<<1, 128>>>(out, 1000);
}
