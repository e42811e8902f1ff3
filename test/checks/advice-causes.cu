// What a reviewer would sign, by cause: complementary accesses, guards, costs
// that are claimed once, remedies that exist, sizes that nobody says.
// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t 2>&1
// RUN: FileCheck %s < %t
// RUN: FileCheck --check-prefix=NONE %s < %t
// NONE-NOT: {{(of|of the time of) '(energy|magnitude|shift|leaders|near|huge|light|stride|column)'}}
// One finding each.
// RUN: grep -c "warning: .*of the time of 'three'" %t | FileCheck --check-prefix=ONE %s
// ONE: {{^1$}}

// --- Accesses that complete each other ---------------------------------------
struct Particle {
  float Px, Py, Pz, Vx, Vy, Vz, Mass, Charge;
};
// Every byte of every sector is used.
__global__ void energy(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Particle q = p[i];
  out[i] = (q.Vx * q.Vx + q.Vy * q.Vy + q.Vz * q.Vz) * q.Mass +
           (q.Px + q.Py + q.Pz) * q.Charge;
}
__global__ void magnitude(const float *z, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = z[2 * i] * z[2 * i] + z[2 * i + 1] * z[2 * i + 1];
}
__global__ void shift(float *xyz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  xyz[3 * i] += 1;
  xyz[3 * i + 1] += 2;
  xyz[3 * i + 2] += 3;
}
// A quarter of every structure is used: that much is not saved.
__global__ void masses(const Particle *p, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[i].Mass * p[i].Charge;
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: 32 sectors per request instead of 4 (stride 32 bytes between neighbouring threads in 'p'): {{[56][0-9]}}% of the time of 'masses'
  // CHECK: note: 8 bytes of every 32 bytes are used: a structure of arrays
}

// --- Guards ------------------------------------------------------------------
// One lane of a block stores: whatever its stride is, it costs nothing.
__global__ void leaders(const float *x, float *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  for (int k = 16; k; k /= 2)
    v += __shfl_down_sync(~0u, v, k);
  if (threadIdx.x == 0)
    sums[blockIdx.x * 32] = v;
}
// Data decides, and most may be rejected.
__global__ void near(const float *d, const float *wide, float *out, float r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (d[i] > r)
    return;
  out[i] = wide[32 * i];
}

// --- One cost, claimed once ----------------------------------------------------
__global__ void three(const float *a, const float *b, const float *c,
                      float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = a[32 * i];
  v += b[32 * i];
  v += c[32 * i];
  // CHECK: [[#@LINE-3]]:{{[0-9]+}}: warning: 32 sectors per request instead of 4 (stride 128 bytes between neighbouring threads in 'a', 'b' and 'c'): {{[0-9]+}}% of the time of 'three'
  // CHECK: note: the share is that of this line and lines [[#@LINE-3]] and [[#@LINE-2]]: one change mends them
  out[i] = v;
}

// --- Remedies that do not exist ------------------------------------------------
// 16 KiB per thread fit neither into registers nor into shared memory.
__global__ void huge(int *y, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int seen[4096];
  for (int k = 0; k < 4096; ++k)
    seen[k] = 0;
  for (int j = 0; j < n; ++j)
    seen[x[j] & 4095]++;
  int s = 0;
  for (int k = 0; k < 4096; ++k)
    s += seen[k] * k;
  y[i] = s;
}
// The shared array has room for 100 threads: no other block is proposed.
__global__ void tied(const float *x, float *y, int n) {
  __shared__ float prev[100];
  int i = blockIdx.x * 100 + threadIdx.x;
  prev[threadIdx.x] = x[i];
  __syncthreads();
  float v = prev[(threadIdx.x + 1) % 100];
  for (int k = 0; k < n; ++k)
    v = v * v + 1.5f;
  y[i] = v;
}

// --- Sizes that nobody says ----------------------------------------------------
// Rows of any length: the share that holds at all of them, and no time.
__global__ void rows(const float *a, float *sums, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < pitch; ++k)
    sum += a[size_t(i) * pitch + k];
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: up to 32 sectors per request instead of 4 (stride 4 * pitch bytes between neighbouring threads in 'a'): at least {{[0-9]+}}% of the time of 'rows'
  // CHECK: note: n and pitch are not known here: the share is the least one
  sums[i] = sum;
}
// The launch wants one column: nothing else of its sectors is of use.
__global__ void column(const float *a, float *out, int n, int pitch) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = a[size_t(i) * pitch];
}
// Better for small n only, which may never come.
__global__ void light(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = sqrtf(x[i]);
}

// The number of elements follows the block in the source, the work does not.
#define THREADS 256
#define BLOCKS (1 << 16)
__global__ void stride(const float *x, float *y, size_t n) {
  for (size_t i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x)
    y[i] = x[i];
}

void run(float *x, float *y, const Particle *p, int *idx, int n, int pitch) {
  energy<<<1 << 16, 256>>>(p, y);
  magnitude<<<1 << 16, 256>>>(x, y);
  shift<<<1 << 16, 256>>>(x);
  masses<<<1 << 16, 256>>>(p, y);
  leaders<<<1 << 16, 256>>>(x, y);
  near<<<1 << 14, 256>>>(x, x, y, 0.5f);
  three<<<1 << 14, 256>>>(x, x, x, y);
  huge<<<256, 256>>>(idx, idx, 100);
  // CHECK: [[#@LINE+2]]:3: warning: block size 100 of 'tied' is not a multiple of the warp size 32: 28 of 128 lanes (22%) idle in every block; the kernel is written for this block
  // CHECK: [[#@LINE-53]]:21: note: this ties the kernel to its block: {{.*}}prev{{.*}}
  tied<<<1 << 14, 100>>>(x, y, 1000);
  rows<<<(n + 255) / 256, 256>>>(x, y, n, pitch);
  column<<<1 << 14, 256>>>(x, y, 1 << 22, 512);
  light<<<(n + 255) / 256, 256>>>(x, n);
  stride<<<BLOCKS, THREADS>>>(x, y, size_t(BLOCKS) * THREADS);
}
