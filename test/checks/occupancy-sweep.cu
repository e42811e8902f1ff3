// A program that launches one kernel with many grids: what the smallest ones
// leave idle is told where they take a part of the time that counts.
// RUN: %tidy -checks=-*,gpuperf-occupancy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s

__global__ void add(const float *x, float *y, int n, int per) {
  int threads = n / per;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
    y[i] += x[i];
}

// Two grids, both of which are small.
void few(const float *x, float *y, int n) {
  for (int per = 256; per <= 512; per *= 2)
    add<<<n / per / 1024, 1024>>>(x, y, n, per);
}
// CHECK: [[#@LINE-2]]:5: warning: 2 blocks of 'add' leave 66 of 68 SMs of rtx-3080 idle
// CHECK: note: the program launches other grids here, too: those of at most 2 blocks take {{[6-9][0-9]}}% of the time of all

// One small grid among a hundred that are large.
void many(const float *x, float *y, int n) {
  for (int k = 0; k < 100; ++k) {
    int per = k == 50 ? 512 : 1, m = k == 50 ? n : 64 * n + 1024 * k;
    add<<<m / per / 1024, 1024>>>(x, y, m, per);
  }
}
// CHECK-NOT: warning: {{.*}} idle

int main() {
  const int n = 1 << 20;
  float *x, *y;
  cudaMalloc(&x, 80 * n * sizeof(float));
  cudaMalloc(&y, 80 * n * sizeof(float));
  for (int k = 0; k < 1000; ++k)
    few(x, y, n);
  many(x, y, n);
  cudaDeviceSynchronize();
}
