// Thrust algorithms and a kernel of one's own beside them.
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/functional.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>

static int padded(int n) { return (n + 1000) / 8 * 8; }

// --- code ---
// spare

struct Square {
  __host__ __device__ float operator()(float X) const { return X * X; }
};

__global__ void saxpy(int n, float Alpha, const float *X, float *Y) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < n) {
    float Sum = Y[I];
    for (int Row = 0; Row < 12; ++Row)
      Sum = Alpha * X[Row * n + I] + Sum;
    Y[I] = Sum;
  }
}

int main() {
  const int n = 1 << 20;
  thrust::device_vector<float> X(padded(n) * 64), Y(padded(n));
  saxpy<<<(n + 255) / 256, 256>>>(n, 2.0f, thrust::raw_pointer_cast(X.data()),
                                  thrust::raw_pointer_cast(Y.data()));
  thrust::sort(Y.begin(), Y.end());
  float Norm = thrust::transform_reduce(Y.begin(), Y.end(), Square(), 0.0f,
                                        thrust::plus<float>());
  return Norm >= 0.0f ? 0 : 1;
}
