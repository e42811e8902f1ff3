// RUN: %tidy -checks=-*,gpuperf-redundant-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-redundant-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host

__global__ void product(const float *A, const float *B, float *C, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    C[i * n + j] += A[i * n + k] * B[k * n + j];
    // CHECK: [[#@LINE-1]]:18: warning: 'C' is stored at the same address in every iteration of this loop: {{[0-9]+}}% of the time of 'product' on rtx-3080 [gpuperf-redundant-access]
    // CHECK: note: keep the value in a local variable while the loop runs, and store it once behind the loop
    // CHECK: note: the compiler may not do so, as 'A' and 'B' could be the same memory for all it knows; it may where these pointers are declared __restrict__
    // CHECK: note: predicted {{.*}} in this launch
}
// Two loops: the outer one keeps the element too.
__global__ void window(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < n; ++x)
      out[i] += in[i + y * n + x];
      // CHECK: [[#@LINE-1]]:14: warning: 'out' is {{.*}} at the same address in every iteration of this loop
}
template <class T> __device__ void add(T *sum, T value) { *sum += value; }
// The line of the function that is called.
__global__ void called(const double *x, double *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    add(&sums[i], x[(size_t)k * n + i]);
}
// CHECK: [[#@LINE-7]]:{{[0-9]+}}: warning: 'sums' is stored at the same address
__global__ void tiled(const float *A, const float *B, float *C, int n) {
  __shared__ float As[32][32], Bs[32][32];
  int i = blockIdx.y * 32 + threadIdx.y, j = blockIdx.x * 32 + threadIdx.x;
  float c = 0;
  for (int m = 0; m < n / 32; ++m) {
    As[threadIdx.y][threadIdx.x] = A[i * n + m * 32 + threadIdx.x];
    Bs[threadIdx.y][threadIdx.x] = B[(m * 32 + threadIdx.y) * n + j];
    __syncthreads();
    for (int k = 0; k < 32; ++k)
      c += As[threadIdx.y][k] * Bs[k][threadIdx.x];
      // CHECK: [[#@LINE-1]]:33: warning: 'Bs' is loaded anew for each result along y, though all of them need the same: {{[0-9]+}}% of the time of 'tiled' on rtx-3080 [gpuperf-redundant-access]
      // CHECK: note: let a thread compute 4 results along y with 4 sums in registers, so that it loads 'Bs' once for them; the launch needs 4 times fewer threads along y then
    __syncthreads();
  }
  C[i * n + j] = c;
}

// Nobody says what n is.
__global__ void open(const float *A, const float *B, float *C, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float c = 0;
  for (int k = 0; k < n; ++k)
    c += A[i * n + k] * B[k * n + j];
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: {{'A'|'B'}} is loaded anew for each result along {{x|y}}, though all of them need the same: at least {{[0-9]+}}% of the time of 'open' on rtx-3080
  C[i * n + j] = c;
}
void runOpen(float *a, float *b, float *c, int n) {
  dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
  open<<<grid, block>>>(a, b, c, n);
}

// CHECK-NOT: warning:
// Little of the time goes with the loads.
__global__ void bodies(const float4 *p, float4 *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = p[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; ++j) {
    float4 o = p[j];
    float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
    float r = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-9f);
    r = r * r * r * o.w;
    x += dx * r, y += dy * r, z += dz * r;
  }
  a[i] = make_float4(x, y, z, 0);
}
// A row of a block, and four columns of it, in registers.
__global__ void fourRows(const float *A, const float *B, float *C, int n) {
  int i = (blockIdx.y * blockDim.y + threadIdx.y) * 8, j = blockIdx.x * blockDim.x + threadIdx.x;
  float c[8] = {};
  for (int k = 0; k < n; ++k) {
    float b = B[k * n + j];
    for (int r = 0; r < 8; ++r)
      c[r] += A[(i + r) * n + k] * b;
  }
  for (int r = 0; r < 8; ++r)
    C[(i + r) * n + j] = c[r];
}
// The compiler keeps these in registers.
__global__ void restricted(const float *__restrict__ A, float *__restrict__ C, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    C[i] += A[k * n + i];
}
__global__ void local(const float *A, float *C, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float c = 0;
  for (int k = 0; k < n; ++k)
    c += A[k * n + i];
  C[i] = c;
}
// Each iteration reads what another thread has stored.
__global__ void steps(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __shared__ float t[256];
  t[threadIdx.x] = x[i];
  for (int k = 0; k < n; ++k) {
    __syncthreads();
    float left = t[(threadIdx.x + 255) % 256];
    __syncthreads();
    t[threadIdx.x] += left;
  }
  x[i] = t[threadIdx.x];
}
// An element that the loop also reads by another index.
__global__ void inPlace(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    x[i] += x[k];
}
// Other threads may wait for it.
__global__ void watched(const float *x, volatile float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    y[i] = y[i] + x[k * n + i];
}
// Only some iterations store.
__global__ void seldom(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    if (x[k * n + i] > 0.999f)
      y[i] += 1.0f;
}
// All iterations but the last are for nothing: it is to take long.
__global__ void repeated(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 40; ++k)
    y[i] = x[i] + 1.0f;
}
__global__ void kept(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k)
    y[i] += x[k * n + i]; // NOLINT(gpuperf-redundant-access)
}

void run(float *a, float *b, float *c, double *d) {
  dim3 block(32, 8), grid(32, 128);
  product<<<grid, block>>>(a, b, c, 1024);
  window<<<4096, 256>>>(a, b, 9);
  called<<<4, 256>>>(d, d, 1024);
  tiled<<<dim3(32, 32), dim3(32, 32)>>>(a, b, c, 1024);
  bodies<<<4096, 256>>>((float4 *)a, (float4 *)b, 1024);
  fourRows<<<dim3(32, 16), block>>>(a, b, c, 1024);
  restricted<<<4, 256>>>(a, b, 1024);
  local<<<4, 256>>>(a, b, 1024);
  steps<<<4096, 256>>>(a, 100);
  inPlace<<<64, 256>>>(a, 1024);
  watched<<<4, 256>>>(a, b, 1024);
  seldom<<<4, 256>>>(a, b, 1024);
  repeated<<<4096, 256>>>(a, b);
  kept<<<4, 256>>>(a, b, 1024);
}

// Elements that are numbered one after the other: a row apart, threads need the
// same column of B. Where nobody knows how long a row is, it may be short.
__global__ void numbered(const float *A, const float *B, float *C, int n) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n * n)
    return;
  int row = at / n, col = at % n;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // CHECK: [[#@LINE+1]]:29: warning: 'B' is loaded anew for results that are n threads apart, though all of them need the same: at least {{[2-9][0-9]}}% of the time of 'numbered' on rtx-3080 where n is 512 or more
    sum += A[row * n + k] * B[k * n + col];
  // CHECK: [[#@LINE-1]]:29: note: let a thread compute {{[24]}} results that are n threads apart with {{[24]}} sums in registers, so that it loads 'B' once for them
  C[at] = sum;
}
void multiply(const float *A, const float *B, float *C, int n) {
  numbered<<<(n * n + 255) / 256, 256>>>(A, B, C, n);
}

// Integers are summed up like floats.
__global__ void integers(int n, const int *x, const int *y, int *z) {
  int i = blockDim.y * blockIdx.y + threadIdx.y;
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n && j < n) {
    int Sum = 0;
    for (int k = 0; k < n; ++k)
      Sum += x[i * n + k] * y[k * n + j];
    // CHECK: [[#@LINE-1]]:29: warning: 'y' is loaded anew for each result along y, though all of them need the same: at least {{[0-9]+}}% of the time of 'integers' on rtx-3080 with 262144 threads or more [gpuperf-redundant-access]
    z[i * n + j] = Sum;
  }
}
void multiplyIntegers(int n, const int *x, const int *y, int *z) {
  integers<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(n, x, y, z);
}

// Four sizes of which one says how long the loop is.
__global__ void layer(const float *w, const float *a, float *z, int inner,
                      int rows, int columns, int other) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows && column < columns) {
    float Sum = 0;
    for (int i = 0; i < inner; i++)
      Sum += w[row * inner + i] * a[i * columns + column];
    // CHECK: [[#@LINE-1]]:14: warning: 'w' is loaded anew for each result along x, though all of them need the same: at least {{[0-9]+}}% of the time of 'layer' on rtx-3080 where inner is {{[0-9]+}} or more, with 262144 threads or more
    z[row * columns + column] = Sum / other;
  }
}
void forward(const float *w, const float *a, float *z, int inner, int rows,
             int columns, int other) {
  layer<<<dim3((columns + 7) / 8, (rows + 7) / 8), dim3(8, 8)>>>(
      w, a, z, inner, rows, columns, other);
}

// A thread for each row of a square matrix: 262144 rows of doubles fit into no
// GPU, 16384 do.
__global__ void covariance(const double *data, double *out, int n,
                           int samples) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row < n)
    for (int column = 0; column < n; ++column) {
      out[row * n + column] = 0;
      for (int i = 0; i < samples; ++i)
        out[row * n + column] += data[i * n + row] * data[i * n + column];
        // CHECK: [[#@LINE-1]]:31: warning: 'out' is stored at the same address in every iteration of this loop: at least {{[0-9]+}}% of the time of 'covariance' on rtx-3080 with 1024 threads or more [gpuperf-redundant-access]
    }
}
void rowsOfSquare(const double *data, double *out, int n, int samples) {
  covariance<<<(n + 127) / 128, 128>>>(data, out, n, samples);
}

// Nothing asks for the place along y: all 32 threads there do the same, and are
// no results that an operand could be shared by.
__global__ void alike(const float *a, const float *b, float *c, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
void callAlike(const float *a, const float *b, float *c) {
  const int n = 2048;
  alike<<<dim3(n / 32, n), dim3(32, 32)>>>(a, b, c, n);
}
