// A tile that the copy engine writes has no padding: its map swizzles it.
// RUN: %tidy -checks=-*,gpuperf-bank-conflict --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-bank-conflict --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device -DSWIZZLE 2>&1 | FileCheck --check-prefix=SWIZZLED --allow-empty %s
// SWIZZLED-NOT: warning:
#include <cuda.h>

__device__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void load(unsigned (&m)[4], unsigned row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
               : "r"(row));
  // CHECK: [[#@LINE-3]]:3: warning: 8-way bank conflict in shared memory (stride 128 bytes): {{[0-9]+}}% of the time of 'multiply' on h100-sxm [gpuperf-bank-conflict]
  // CHECK: note: lanes whose words are a multiple of 32 apart share a bank, and the copy engine pads no rows: make the map with CU_TENSOR_MAP_SWIZZLE_128B, and read piece p (16 bytes) of row r at p ^ r % 8
  // CHECK: note: predicted {{.*}} in this launch
  // CHECK-NOT: warning:
}

__device__ void product(float (&d)[4], const unsigned (&a)[4]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5,%6,%7}, {%4,%5}, {%0,%1,%2,%3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));
}

__global__ void multiply(const __grid_constant__ CUtensorMap map, float *out, int n) {
  __shared__ alignas(1024) unsigned tile[64][32];
  __shared__ alignas(8) unsigned long long full;
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = 16 * warp + lane % 16;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)));
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(&full)), "r"(8192));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4}], [%2];" ::"r"(at(tile)), "l"(&map), "r"(at(&full)), "r"(0),
                 "r"(64 * blockIdx.x));
  }
  asm volatile("{\n.reg .pred p;\nwait_%=:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n"
               "@!p bra wait_%=;\n}" ::"r"(at(&full)));
  float d[4] = {};
  for (int i = 0; i < n; ++i) {
    unsigned a[4];
    for (int k = 0; k < 4; ++k) {
      const unsigned piece = 2 * k + lane / 16;
#ifdef SWIZZLE
      load(a, at(tile) + 128 * row + 16 * (piece ^ row % 8));
#else
      load(a, at(tile) + 128 * row + 16 * piece);
#endif
      product(d, a);
    }
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

void run(void *p, float *out) {
  CUtensorMap map;
  cuuint64_t size[] = {64, 8448}, pitch[] = {128};
  cuuint32_t box[] = {64, 64}, step[] = {1, 1};
#ifdef SWIZZLE
  const CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
#else
  const CUtensorMapSwizzle swizzle = CU_TENSOR_MAP_SWIZZLE_NONE;
#endif
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, size, pitch, box, step,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  multiply<<<132, 128>>>(map, out, 1000);
}
