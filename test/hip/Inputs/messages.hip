#include <hip/hip_runtime.h>

__global__ void plain(const float *X, float *Y, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Y[I] = 2 * X[I];
}

__global__ void column(const float *X, float *Y, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    Y[I] = X[32 * I];
}

__global__ void transpose(const float *X, float *Y, int N) {
  __shared__ float Tile[32][32];
  const int I = blockIdx.x * 32 + threadIdx.x, J = blockIdx.y * 32 + threadIdx.y;
  float Sum = 0;
  for (int Step = 0; Step < 64; ++Step) {
    Tile[threadIdx.y][threadIdx.x] = X[J * N + I] + Step;
    __syncthreads();
    Sum += Tile[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
  Y[J * N + I] = Sum;
}

__global__ void total(const float *X, float *Total, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < N)
    atomicAdd(Total, X[I]);
}

__global__ void heavy(float *X, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  float S = X[I];
  for (int K = 0; K < N; ++K)
    S = S * 0.99f + 1.0f;
  X[I] = S;
}

__global__ void table(float *Y, const float *X, int N) {
  __shared__ float T[7168];
  for (int K = threadIdx.x; K < 7168; K += blockDim.x)
    T[K] = X[K];
  __syncthreads();
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  float S = Y[I];
  for (int K = 0; K < N; ++K)
    S = sqrtf(S * T[(threadIdx.x + K) % 7168] + 1.0f);
  Y[I] = S;
}

__global__ void halves(float *X, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  float V = X[I];
  if (threadIdx.x % 2)
    for (int K = 0; K < 2000; ++K)
      V = V * 1.5f + K;
  else
    for (int K = 0; K < 2000; ++K)
      V = V / 1.5f - K;
  X[I] = V;
}

__global__ void doubles(float *X, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  float V = X[I];
  for (int K = 0; K < 1000; ++K)
    V = V * 0.5 + 1.0;
  X[I] = V;
}

__global__ void shares(float *X, int N) {
  __shared__ float Big[12288];
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  Big[threadIdx.x] = X[I];
  __syncthreads();
  X[I] = Big[blockDim.x - 1 - threadIdx.x];
}

__global__ __launch_bounds__(128) void bounded(float *X) {
  X[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

__global__ void indexed(const float *X, float *Y, const int *At, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= N)
    return;
  float Kept[400];
  for (int K = 0; K < 400; ++K)
    Kept[K] = X[K * N + I];
  float Sum = 0;
  for (int K = 0; K < 400; ++K)
    Sum += Kept[(At[K] + I) % 400];
  Y[I] = Sum;
}

__global__ void longLoop(const float *X, float *Y, int N) {
  const int I = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  for (int K = 0; K < N; ++K)
    Sum += X[K * 64 + I];
  Y[I] = Sum;
}

__global__ void product(const float *A, const float *B, float *C, int N) {
  const int I = blockIdx.y * blockDim.y + threadIdx.y;
  const int J = blockIdx.x * blockDim.x + threadIdx.x;
  for (int K = 0; K < N; ++K)
    C[I * N + J] += A[I * N + K] * B[K * N + J];
}

__global__ void single(const float *X, float *Y) {
  Y[blockIdx.x] = sqrtf(X[blockIdx.x]);
}

int main() {
  const int N = 1 << 22;
  float *X, *Y;
  int *P;
  hipMalloc(&X, 64L * N * sizeof(float));
  hipMalloc(&Y, 64L * N * sizeof(float));
  hipMalloc(&P, N * sizeof(int));
  plain<<<N / 32, 32>>>(X, Y, N);
  plain<<<N / 2048, 2048>>>(X, Y, N);
  plain<<<N / 96, 96>>>(X, Y, N);
  column<<<N / 256, 256>>>(X, Y, N);
  transpose<<<dim3(128, 128), dim3(32, 32)>>>(X, Y, 4096);
  total<<<N / 256, 256>>>(X, Y, N);
  halves<<<N / 256, 256>>>(X, N);
  doubles<<<N / 256, 256>>>(X, N);
  shares<<<N / 64, 64>>>(X, N);
  bounded<<<N / 256, 256>>>(X);
  indexed<<<N / 256, 256>>>(X, Y, P, N);
  longLoop<<<1, 64>>>(X, Y, 100000);
  product<<<dim3(64, 64), dim3(16, 16)>>>(X, X, Y, 1024);
  single<<<N, 1>>>(X, Y);
  doubles<<<305, 1024>>>(X, 305 * 1024);
  heavy<<<304 * 8 + 32, 256>>>(X, 20000);
  table<<<32768, 128>>>(Y, X, 2000);
  return hipDeviceSynchronize() == hipSuccess ? 0 : 1;
}
