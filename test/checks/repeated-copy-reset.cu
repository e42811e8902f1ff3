// RUN: %tidy -checks=-*,gpuperf-repeated-copy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

extern "C" void *calloc(size_t, size_t);
extern "C" void *malloc(size_t);

// Where it counts is told by data, so that the launch alone does not say how
// long the array is.
__global__ void count(const int *of, unsigned *counts, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && of[i] < m)
    atomicAdd(&counts[of[i]], 1);
}

constexpr int N = 1 << 16;
constexpr size_t Bytes = 32 << 20;

extern "C" void zeros(const int *d_of, unsigned *d_counts) {
  unsigned *none = (unsigned *)calloc(Bytes, 1);
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_counts, none, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'none' is copied to 'd_counts' in every iteration of this loop, where the host never changes it: about 3.05 ms beside {{.*}} of the launches on rtx-3080 [gpuperf-repeated-copy]
    // CHECK: note: 'none' holds zeros: cudaMemset clears 'd_counts' on the GPU, in about {{[0-9.]+}} us
    // CHECK: note: 32 MiB; a copy between
    count<<<N / 256, 256>>>(d_of, d_counts, N, N);
  }
}
// Not zeros any more.
extern "C" void notZeros(const int *d_of, unsigned *d_counts) {
  unsigned *start = (unsigned *)calloc(Bytes, 1);
  start[0] = 1;
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_counts, start, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'start' is copied to 'd_counts' in every iteration
    // CHECK: note: a kernel of the loop changes 'd_counts', and the copy resets it: copy 'start' once to a second array
    count<<<N / 256, 256>>>(d_of, d_counts, N, N);
  }
}
// Nor where another function may have filled it.
static unsigned *ofFile = (unsigned *)calloc(Bytes, 1);
void fill() { ofFile[0] = 1; }
extern "C" void filledElsewhere(const int *d_of, unsigned *d_counts) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_counts, ofFile, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'ofFile' is copied to 'd_counts' in every iteration
    // CHECK-NOT: holds zeros
    // CHECK: note: 32 MiB; a copy between
    count<<<N / 256, 256>>>(d_of, d_counts, N, N);
  }
}
extern "C" void byDefault(const int *d_of, unsigned *d_counts,
               unsigned *given = (unsigned *)calloc(Bytes, 1)) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_counts, given, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'given' is copied to 'd_counts' in every iteration
    // CHECK-NOT: holds zeros
    // CHECK: note: 32 MiB; a copy between
    count<<<N / 256, 256>>>(d_of, d_counts, N, N);
  }
}

namespace std {
template <typename T> struct vector {
  explicit vector(size_t Size);
  vector(size_t Size, const T &Value);
  ~vector();
  T *data();
};
} // namespace std
extern "C" void vectors(const int *d_of, unsigned *d_a, unsigned *d_b, unsigned *d_c) {
  std::vector<unsigned> empty(Bytes / 4), zeros(Bytes / 4, 0),
      ones(Bytes / 4, 1);
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_a, empty.data(), Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'empty' is copied to 'd_a' in every iteration
    // CHECK: note: 'empty' holds zeros: cudaMemset clears 'd_a'
    cudaMemcpy(d_b, zeros.data(), Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'zeros' is copied to 'd_b' in every iteration
    // CHECK: note: 'zeros' holds zeros: cudaMemset clears 'd_b'
    cudaMemcpy(d_c, ones.data(), Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'ones' is copied to 'd_c' in every iteration
    // CHECK: note: a kernel of the loop changes 'd_c', and the copy resets it: copy 'ones' once
    count<<<N / 256, 256>>>(d_of, d_a, N, N);
    count<<<N / 256, 256>>>(d_of, d_b, N, N);
    count<<<N / 256, 256>>>(d_of, d_c, N, N);
  }
}

// Where the rows lie is not known: perhaps in the array that is copied.
__global__ void scatter(const unsigned *from, unsigned **rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    rows[i][0] = from[i];
}
extern "C" void mayChange(unsigned *d_from, unsigned **d_rows, const unsigned *start) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_from, start, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'start' is copied to 'd_from' in every iteration
    // CHECK: note: a kernel of the loop may change 'd_from', and the copy resets it: copy 'start' once to a second array
    scatter<<<N / 256, 256>>>(d_from, d_rows, N);
  }
}

// Few bytes beside what the kernel takes.
extern "C" void few(const int *d_of, unsigned *d_counts, const unsigned *start) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_counts, start, 64, cudaMemcpyHostToDevice);
    count<<<N / 256, 256>>>(d_of, d_counts, N, 16);
  }
}

// The program says how much it allocates, and the copy is of all of it.
int main() {
  int *d_of;
  unsigned *d_counts;
  size_t length = N;
  length *= 128;
  unsigned *start = (unsigned *)malloc(length * sizeof(unsigned));
  cudaMalloc(&d_of, N * sizeof(int));
  cudaMalloc(&d_counts, length * sizeof(unsigned));
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_counts, start, length * sizeof(unsigned),
               cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-2]]:5: warning: 'start' is copied to 'd_counts' in every iteration
    // CHECK: note: a kernel of the loop changes 'd_counts'
    // CHECK: note: 32 MiB; a copy between
    count<<<N / 256, 256>>>(d_of, d_counts, N, N);
  }
}
