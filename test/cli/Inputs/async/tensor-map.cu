// What a copy by a tensor map moves is in the map, which host code makes.
#include <cuda.h>
#include <cuda_runtime.h>
#include <stdlib.h>

__device__ unsigned at(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// The kernel does not tell how many bytes it expects: that is an argument.
__global__ void fetch(const __grid_constant__ CUtensorMap map, int n, int bytes,
                      float *out) {
  __shared__ alignas(1024) char tile[32768];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned to = at(tile), full = at(&barrier);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full));
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(full), "r"(bytes));
      asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                   "[%0], [%1, {%3, %4}], [%2];" ::"r"(to + i % 2 * 16384),
                   "l"(&map), "r"(full), "r"(64 * i), "r"(128 * blockIdx.x));
    }
    asm volatile("{\n.reg .pred p;\nwait_%=:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@!p bra wait_%=;\n}" ::"r"(full), "r"(i & 1));
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}

template <int Rows, int Columns> CUtensorMap mapOf(void *p, int n) {
  CUtensorMap map;
  cuuint64_t size[] = {(cuuint64_t)n, (cuuint64_t)n}, pitch[] = {2ull * n};
  cuuint32_t box[] = {Columns, Rows}, step[] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, size, pitch, box, step,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                             CU_TENSOR_MAP_L2_PROMOTION_NONE,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    exit(1);
  return map;
}

// As the runtime gives it, so that the program need not be linked to the driver.
typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
                           const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
                           const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                           CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
extern "C" cudaError_t cudaGetDriverEntryPoint(const char *, void **, unsigned long long, void *);

void make(CUtensorMap *map, void *p, int n, unsigned columns) {
  void *found = nullptr;
  cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, 0, nullptr);
  Encode encode = (Encode)found;
  cuuint64_t size[] = {(cuuint64_t)n, (cuuint64_t)n}, pitch[] = {4ull * n};
  cuuint32_t box[] = {columns, 64}, step[] = {1, 2};
  encode(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, p, size, pitch, box, step,
         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

void returned(void *p, float *out) {
  CUtensorMap map = mapOf<128, 64>(p, 4096);
  fetch<<<32, 128>>>(map, 64, 16384, out);
}

void filled(void *p, float *out) {
  CUtensorMap map;
  make(&map, p, 4096, 32);
  fetch<<<32, 128>>>(map, 64, 4096, out);
}

void unknown(const CUtensorMap &map, float *out) {
  fetch<<<32, 128>>>(map, 64, 8192, out);
}

int main(int argc, char **argv) {
  void *p = nullptr;
  float *out = nullptr;
  CUtensorMap map;
  make(&map, p, 4096, atoi(argv[1]));
  fetch<<<32, 128>>>(map, 64, 2048, out);
}
