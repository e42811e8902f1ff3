#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void r(float *x, const float *y) {
  auto b = cg::this_thread_block();
  auto t = cg::tiled_partition<32>(b);
  float v = y[blockIdx.x * 256 + threadIdx.x];
  v = cg::reduce(t, v, cg::plus<float>());
  int w = cg::reduce(t, (int)v, cg::greater<int>());
  if (t.thread_rank() == 0)
    x[blockIdx.x * 8 + threadIdx.x / 32] = v + w;
}
__global__ void m(float *x, const float *y) {
  __shared__ alignas(16) float s[1024];
  auto b = cg::this_thread_block();
  cg::memcpy_async(b, s, y + blockIdx.x * 1024, 4096);
  cg::wait(b);
  x[blockIdx.x * 256 + threadIdx.x] = s[threadIdx.x * 4];
}
__global__ void __cluster_dims__(2, 1, 1) c(float *x, const float *y) {
  __shared__ float s[256];
  auto cl = cg::this_cluster();
  s[threadIdx.x] = y[blockIdx.x * 256 + threadIdx.x];
  cl.sync();
  float *o = cl.map_shared_rank(s, cl.block_rank() ^ 1);
  x[blockIdx.x * 256 + threadIdx.x] = o[255 - threadIdx.x];
  cl.sync();
}
__global__ void g(float *x, const float *y) {
  auto gr = cg::this_grid();
  x[gr.thread_rank()] = y[gr.thread_rank()];
  gr.sync();
  x[gr.thread_rank()] += x[gr.size() - 1 - gr.thread_rank()];
}
int main() {
  float *x, *y;
  r<<<1000, 256>>>(x, y);
  m<<<1000, 256>>>(x, y);
  c<<<1000, 256>>>(x, y);
  void *a[] = {&x, &y};
  cudaLaunchCooperativeKernel((void *)g, 132, 256, a, 0, 0);
}
