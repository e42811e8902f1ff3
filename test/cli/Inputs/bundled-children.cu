__global__ void child(int *p) { p[threadIdx.x] = 1; }
__global__ void parent(int *p, int depth) {
  int *scratch;
  cudaMalloc(&scratch, 4);
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  child<<<1, 32, 0, s>>>(p);
  if (cudaGetLastError() != cudaSuccess)
    printf("%s\n", cudaGetErrorString(cudaPeekAtLastError()));
  cudaStreamDestroy(s);
  cudaDeviceSynchronize();
  cudaFree(scratch);
}
__global__ void alone(int *p) { p[blockIdx.x * 256 + threadIdx.x] = 1; }
int main() {
  int *p;
  cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2);
  cudaMalloc(&p, 1 << 20);
  parent<<<1, 1>>>(p, 1);
  alone<<<1024, 256>>>(p);
  cudaDeviceSynchronize();
}
