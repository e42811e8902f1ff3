// Where a run of the program says the block, no other one is guessed.
// RUN: %tidy -checks=-*,gpuperf-redundant-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s --allow-empty
// RUN: sed 's/^int main/int called/' %s > %t.cu
// RUN: %tidy -checks=-*,gpuperf-redundant-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %t.cu -- %host 2>&1 | FileCheck %t.cu --check-prefix=OPEN

__global__ void product(const float *a, const float *b, float *c, int n, int m) {
  int row = blockDim.y * blockIdx.y + threadIdx.y;
  int column = blockDim.x * blockIdx.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++)
    // CHECK-NOT: warning:
    // OPEN: [[#@LINE+1]]:29: warning: 'b' is loaded anew
    sum += a[row * n + k] * b[k * m + column];
  c[row * m + column] = sum;
}
void shape(dim3 *grid, dim3 *block, int n) {
  *grid = dim3(1);
  *block = dim3(n, n, 1);
}
int main() {
  const int n = 10;
  dim3 block, grid;
  shape(&grid, &block, n);
  float *a, *b, *c;
  cudaMalloc(&a, n * n * sizeof(float));
  cudaMalloc(&b, n * n * sizeof(float));
  cudaMalloc(&c, n * n * sizeof(float));
  product<<<grid, block>>>(a, b, c, n, n);
}
