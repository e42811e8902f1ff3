// RUN: %tidy -checks=-*,gpuperf-managed-memory --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
// A superchip reads the host's memory as it is, and before Pascal all of it was
// moved before the launch.
// RUN: %tidy -checks=-*,gpuperf-managed-memory --config="{CheckOptions: {GpuperfGpu: gb200}}" %s -- %host 2>&1 | FileCheck --allow-empty --check-prefix=NONE %s
// NONE-NOT: warning:

__global__ void add(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[i];
}

void both() {
  const int n = 1 << 25;
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    x[i] = 1;
    y[i] = 2;
  }
  // CHECK: [[#@LINE+3]]:3: warning: 'x' and 'y', 256 MiB of managed memory that the host has written, come by page faults while 'add' runs: about 32.7 ms beside {{[0-9]+}} us of the kernel itself on rtx-3080 [gpuperf-managed-memory]
  // CHECK: note: cudaMem{{P}}refetchAsync in front of the launch, one for each array, moves it in large pieces before the kernel begins; cudaMalloc and cudaMemcpy do as well
  // CHECK: note: the bytes have to come in any case
  add<<<n / 256, 256>>>(x, y, n);
  // They are there now.
  add<<<n / 256, 256>>>(x, y, n);
  cudaDeviceSynchronize();
}

static void init(float *p, float value, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = value;
}

// Written by a function, again between two launches; the size is not known.
void again(int n) {
  float *x, *y;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  init(x, 1, n);
  // CHECK: [[#@LINE+1]]:3: warning: 'x', managed memory that the host has written, comes by page faults while 'add' runs: at least {{[1-9][0-9]*}} times as long as the kernel itself takes on rtx-3080 with 262144 threads or more
  add<<<(n + 255) / 256, 256>>>(x, y, n);
  cudaDeviceSynchronize();
  x[0] = 1; // one page
  add<<<(n + 255) / 256, 256>>>(x, x, n);
  for (int i = 0; i < n; i += 2)
    y[i] += 1;
  // CHECK: [[#@LINE+1]]:3: warning: 'y', managed memory
  add<<<(n + 255) / 256, 256>>>(x, y, n);
}

// One array for each batch, in an array of pointers.
void batches() {
  const int n = 1 << 25;
  float *x[4], *y;
  cudaMalloc(&y, n * sizeof(float));
  for (int b = 0; b < 4; ++b) {
    cudaMallocManaged(&x[b], n * sizeof(float));
    for (int i = 0; i < n; ++i)
      x[b][i] = b;
    // CHECK: [[#@LINE+1]]:5: warning: 'x', 128 MiB of managed memory that the host has written, comes by page faults while 'add' runs
    add<<<n / 256, 256>>>(x[b], y, n);
  }
}

// Silent: what the GPU fills, few bytes, what is not managed, what nobody
// writes, a kernel that computes for long.
__global__ void pairs(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int j = 0; j < n; ++j)
    s += rsqrtf(x[i] - x[j]);
  y[i] = s;
}
void silent(int n) {
  const int few = 1 << 12;
  float *x, *y, *z, *w;
  cudaMallocManaged(&x, few * sizeof(float));
  cudaMallocManaged(&y, (1 << 25) * sizeof(float));
  cudaMalloc(&z, (1 << 25) * sizeof(float));
  init(x, 1, few);
  add<<<few / 256, 256>>>(x, y, few);
  init(y, 1, 1 << 25);
  cudaMemset(y, 0, (1 << 25) * sizeof(float));
  add<<<(1 << 25) / 256, 256>>>(z, y, 1 << 25);
  // Moved once, for a loop of unknown length.
  init(y, 1, 1 << 25);
  for (int i = 0; i < n; ++i)
    add<<<(1 << 25) / 256, 256>>>(z, y, 1 << 25);
  cudaMallocManaged(&w, (1 << 20) * sizeof(float));
  init(w, 1, 1 << 20);
  pairs<<<(1 << 20) / 256, 256>>>(w, y, 1 << 20);
}

// In each iteration the host writes, and the pages come again.
void steps(int n) {
  float *x, *y;
  cudaMallocManaged(&x, (1 << 25) * sizeof(float));
  cudaMallocManaged(&y, (1 << 25) * sizeof(float));
  for (int i = 0; i < n; ++i) {
    init(x, i, 1 << 25);
    // CHECK: [[#@LINE+1]]:5: warning: 'x', 128 MiB of managed memory
    add<<<(1 << 25) / 256, 256>>>(x, y, 1 << 25);
    cudaDeviceSynchronize();
  }
}

// How many of its elements a thread touches, data decide.
__global__ void chains(const int *next, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = next[i]; k > 0; --k)
    sum += next[i * 64 + k];
  y[i] = sum;
}
void ofData() {
  const int n = 1 << 25;
  int *next;
  float *y;
  cudaMallocManaged(&next, n * sizeof(int));
  cudaMalloc(&y, n / 64 * sizeof(float));
  for (int i = 0; i < n; ++i)
    next[i] = i;
  chains<<<n / 64 / 256, 256>>>(next, y);
  cudaDeviceSynchronize();
}
