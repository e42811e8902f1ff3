#include <hip/hip_bfloat16.h>
#include <hip/hip_complex.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_hcc.h>
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>
#include <hip/library_types.h>

namespace cg = cooperative_groups;

__global__ void halves(__half2 *X, float By) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  X[I] = __hfma2(X[I], __float2half2_rn(By), X[I]);
}

__global__ void turn(hipFloatComplex *X, hipFloatComplex By) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  X[I] = hipCmulf(X[I], By);
}

__global__ void tiles(int *X) {
  cg::thread_block Block = cg::this_thread_block();
  auto Tile = cg::tiled_partition<16>(Block);
  int V = X[blockIdx.x * Block.size() + Block.thread_rank()];
  for (int By = Tile.size() / 2; By; By /= 2)
    V += Tile.shfl_xor(V, By);
  Block.sync();
  if (Tile.thread_rank() == 0)
    atomicMax(X, V + (int)__ballot(V > 3) + __popcll(__activemask()));
}

__global__ void bits(unsigned *X, double *Y) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  X[I] = __brev(X[I]) + __clz(X[I]) + __ffs(X[I]) + __mulhi(3, X[I]) + warpSize;
  Y[I] = fma(rsqrt(Y[I]), 2.0, pow(Y[I], 0.3)) + min(I, 3) + __ldg(Y);
  atomicAdd(Y, 1.0);
  atomicCAS(X, 1u, 2u);
  __threadfence();
}

// The runtime's header brings assert, printf and tuples.
std::array<std::tuple<int, float>, 2> Pairs;
__global__ void narrow(hip_bfloat16 *X, hip_bfloat16 By) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  assert(I >= 0);
  X[I] = X[I] * By + hip_bfloat16(1.0f);
}

hipError_t image(hipTextureObject_t *Texture, void *Host, size_t Width) {
  hipArray_t Array;
  hipChannelFormatDesc Format =
      hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindFloat);
  hipMallocArray(&Array, &Format, Width, Width);
  hipMemcpy2DToArray(Array, 0, 0, Host, Width * 4, Width * 4, Width,
                     hipMemcpyHostToDevice);
  hipResourceDesc Resource = {};
  Resource.resType = hipResourceTypeArray;
  Resource.res.array.array = Array;
  hipTextureDesc Reading = {};
  Reading.addressMode[0] = hipAddressModeClamp;
  Reading.filterMode = hipFilterModePoint;
  Reading.readMode = hipReadModeElementType;
  return hipCreateTextureObject(Texture, &Resource, &Reading, nullptr);
}

bool canDo(const hipDeviceProp_t &Properties, hipDataType Type) {
  hipCtx_t Context;
  return hipCtxCreate(&Context, 0, 0) == HIP_SUCCESS && Type == HIP_R_16BF &&
         Properties.arch.hasDoubles;
}

void run(void *P) {
  narrow<<<1024, 256>>>((hip_bfloat16 *)P, 2.0f);
  halves<<<1024, 256>>>((__half2 *)P, 2);
  turn<<<1024, 256>>>((hipFloatComplex *)P, make_hipFloatComplex(1, 2));
  tiles<<<1024, 256>>>((int *)P);
  bits<<<1024, 256>>>((unsigned *)P, (double *)P);
}
