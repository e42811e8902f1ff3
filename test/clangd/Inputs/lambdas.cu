#include "common.cuh"

namespace detail {
template <typename F> __global__ void forEach(int n, F Body) {
  for (int I = globalIndex(); I < n; I += gridDim.x * blockDim.x)
    Body(I);
}
} // namespace detail

template <typename F> void parallelFor(int n, F Body) {
  detail::forEach<<<ceilDiv(n, 128), 128>>>(n, Body);
}

enum class Mode { Add, Scale };

void apply(float *V, int n, Mode How) {
  float Factor = 3.0f;
  switch (How) {
  case Mode::Add:
    parallelFor(n, [=] __device__(int I) { V[I] += Factor; });
    break;
  case Mode::Scale:
    parallelFor(n, [V, Factor] __device__(int I) {
      float Old = V[I];
      V[I] = clampTo(Old * Factor, -1.0f, 1.0f);
    });
    break;
  }
  auto Host = [&](int A) -> int { return A + n; };
  (void)Host(2);
}

extern "C" __global__ void __launch_bounds__(128, 4)
    gather(float *Out, const float *In, const int *Index, int n) {
  int I = globalIndex();
  if (I < n) {
    int From = __ldg(&Index[I]);
    Out[I] = From >= 0 ? In[From] : 0.0f;
    if (__any_sync(0xffffffff, From < 0) && threadIdx.x % warpSize == 0)
      Out[n] = sqrtf(Out[I]);
  }
}
