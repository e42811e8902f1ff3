// RUN: %tidy -checks=-*,gpuperf-integer-division --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// Integers divided by a number that only the launch knows: a routine of some
// twenty instructions, where a constant costs a product and a shift.

// The index wraps around in a loop: that is most of the kernel.
__global__ void life(const unsigned char *in, unsigned char *out, int w,
                     int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= w * h)
    return;
  int x = i % w;
  int y = i / w;
  int n = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: warning: integer / and % by 'h' and 'w', which the compiler does not know, as on line {{1[34]}}: {{[4-6][0-9]}}% of the time of 'life' on rtx-3080 [gpuperf-integer-division]
      // CHECK: note: each is a routine of some 20 instructions, where a constant divisor would be a product and a shift
      // CHECK: note: where x = 'y + dy' lies from -h to below 2 * h, comparisons wrap it: x < 0 ? x + h : x >= h ? x - h : x
      // CHECK: note: make 'h' a template argument or constexpr where it takes few values; else the host can compute factor and shift once, as cutlass::FastDivmod does
      n += in[(y + dy + h) % h * w + (x + dx + w) % w];
  // CHECK: :[[#@LINE+94]]:3: note: predicted {{.*}} us -> {{.*}} us in this launch
  out[i] = n == 3;
}

// 64 bits are several times as slow.
__global__ void power(long long *a, long long p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    long long r = 1, x = a[i];
    for (int k = 0; k < 62; ++k)
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: integer % by 'p', which the compiler does not know: {{.*}} of the time of 'power'
      // CHECK: note: where all values fit in 32 bits, variables of 32 bits take a fraction of it
      r = r * x % p;
    a[i] = r;
  }
}

// The next element of a ring.
__global__ void ring(const int *a, int *b, int steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
  for (int k = 0; k < steps; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: integer % by 'n', which the compiler does not know
    // CHECK: note: where x = 'at + 1' lies from 0 to below 2 * n, a comparison wraps it: x >= n ? x - n : x
    at = (at + 1) % n;
  b[i] = a[at];
}

// A constant divisor is no division; nor is one that all threads but one leave
// out, nor two for a thread that waits for memory.
template <int P> __global__ void fixed(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int r = 1, x = a[i];
    for (int k = 0; k < 62; ++k)
      r = r * x % P;
    a[i] = r;
  }
}
__global__ void rare(int *a, int p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    a[n] = a[n - 1] % p;
  if (i < n)
    a[i] += 1;
}
__global__ void rows(const float *a, const float *row, float *b, int w, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = a[i] * row[i / w] + row[i % w];
}

// A divisor that changes from thread to thread has no factor that the host
// could compute.
__global__ void own(int *a, const int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int r = 1, x = a[i], q = p[i];
    for (int k = 0; k < 62; ++k)
      r = r * x % q;
    a[i] = r;
  }
}

// The compiler does not see that the distance is a power of two: a shift would
// do. Where it starts with a number of the launch, nobody knows that it is one.
__global__ void exchange(int *a) {
  __shared__ int part[512];
  int t = threadIdx.x, i = blockIdx.x * 512 + t;
  part[t] = a[i], part[t + 256] = a[i + 256];
  for (int group = 2; group <= 512; group <<= 1)
    for (int distance = group >> 1; distance > 0; distance >>= 1) {
      __syncthreads();
      // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: integer / and % by 'distance', a power of two, as the loop shifts it, which the compiler does not know: {{[0-9]+}}% of the time of 'exchange'
      // CHECK: note: each is a routine of some 20 instructions, where a shift or a mask is one or two
      // CHECK: note: let the loop count the logarithm s of 'distance': for x from 0 on, x / distance is x >> s, and x % distance is x & ((1 << s) - 1)
      int at = t / distance * distance * 2 + t % distance;
      int left = part[at], right = part[at + distance];
      bool up = (i & group) == 0;
      part[at] = up == (left < right) ? left : right;
      part[at + distance] = up == (left < right) ? right : left;
    }
  __syncthreads();
  a[i] = part[t], a[i + 256] = part[t + 256];
}

// One thread has other worries.
__global__ void lone(int *a, int p, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = (a[i] / p) % 10;
}

void launches(unsigned char *a, unsigned char *b, int *c, int *d, float *e,
              float *f, float *g, long long *l, long long p) {
  const int n = 1 << 24;
  life<<<n / 256, 256>>>(a, b, 4096, 4096);
  power<<<n / 256, 256>>>(l, p, n);
  ring<<<n / 256, 256>>>(c, d, 100, n);
  fixed<1021><<<n / 256, 256>>>(c, n);
  rare<<<n / 256, 256>>>(c, 17, n);
  rows<<<n / 256, 256>>>(e, f, g, 4096, n);
  own<<<n / 256, 256>>>(c, d, n);
  exchange<<<n / 512, 256>>>(c);
  lone<<<1, 1>>>(c, 17, 4096);
}
