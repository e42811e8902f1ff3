__global__ void fill(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
  float *x;
  cudaMalloc(&x, 1 << 20);
  fill<<<1 << 13, 32>>>(x);
}
