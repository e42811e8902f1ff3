#include "common.cuh"

template <typename T> struct Plus {
  __device__ T operator()(T A, T B) const { return A + B; }
};

template <typename T, int Size, typename Op>
__global__ void reduce(T *Out, const T *In, int n, Op Combine) {
  __shared__ T Part[Size];
  int I = globalIndex();
  T Mine = I < n ? In[I] : T();
  Part[threadIdx.x] = Mine;
  __syncthreads();
  for (int Half = Size / 2; Half > 0; Half /= 2) {
    if (threadIdx.x < Half)
      Part[threadIdx.x] = Combine(Part[threadIdx.x], Part[threadIdx.x + Half]);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    Out[blockIdx.x] = Part[0];
}

template <> struct Plus<bool> {
  __device__ bool operator()(bool A, bool B) const { return A || B; }
};

template <typename T, int Size> class Runner {
public:
  explicit Runner(int Elements) : Elements(Elements) {}
  void launch(T *Out, const T *In) {
    reduce<T, Size><<<ceilDiv(Elements, Size), Size>>>(Out, In, Elements,
                                                        Plus<T>());
  }

private:
  int Elements;
};

template class Runner<double, 128>;

void use(float *Out, const float *In, bool *Any, const bool *All) {
  Runner<float, 256> Floats(1 << 22);
  Floats.launch(Out, In);
  Runner<bool, 64>(4096).launch(Any, All);
  auto Both = Pair(1.0, 2.0);
  (void)Both.sum();
}
