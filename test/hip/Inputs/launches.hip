#include <hip/hip_runtime.h>

template <class T> __global__ void saxpy(const T *X, T *Y, T A, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Y[I] = A * X[I] + Y[I];
}

__global__ __launch_bounds__(256) void sum(const float *X, float *Out, int N) {
  __shared__ float Part[256];
  float Mine = 0;
  for (int I = blockIdx.x * blockDim.x + threadIdx.x; I < N;
       I += gridDim.x * blockDim.x)
    Mine += expf(X[I]);
  for (int By = warpSize / 2; By; By /= 2)
    Mine += __shfl_down(Mine, By);
  Part[threadIdx.x] = Mine;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(Out, Part[0] + Part[64] + Part[128] + Part[192]);
}

struct Field {
  double *Values;
  int N;
};
__global__ void sines(Field F, float4 By) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 Twice = By + By;
  if (I < F.N)
    F.Values[I] = sin(F.Values[I]) + Twice.x;
}

int main() {
  const int N = 1 << 24;
  float *X, *Y;
  double *Z;
  hipMalloc(&X, N * sizeof(float));
  hipMalloc(&Y, N * sizeof(float));
  hipMalloc(&Z, N * sizeof(double));
  saxpy<float><<<N / 256, 256>>>(X, Y, 2.0f, N);
  hipLaunchKernelGGL(sum, dim3(1024), dim3(256), 0, 0, X, Y, N);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(saxpy<float>), dim3(N / 128), dim3(128), 0,
                     0, X, Y, 1.0f, N);
  sines<<<N / 64, 64>>>(Field{Z, N}, make_float4(1, 2, 3, 4));
  return hipDeviceSynchronize() == hipSuccess ? 0 : 1;
}
