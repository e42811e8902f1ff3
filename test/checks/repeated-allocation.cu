// RUN: %tidy -checks=-*,gpuperf-repeated-allocation --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-repeated-allocation --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

extern "C" int printf(const char *, ...);

__global__ void step(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = 0.5f * a[i];
}

constexpr int N = 1 << 14;
constexpr size_t Bytes = N * sizeof(float);

// The loop does it itself.
void itself(const float *input, float *result, int steps) {
  for (int k = 0; k < steps; ++k) {
    float *d_in, *d_out;
    size_t size = N * sizeof(float);
    cudaMalloc(&d_in, size);
    // CHECK: [[#@LINE-1]]:5: warning: every iteration of this loop allocates and frees 'd_in' and 'd_out': about 200 us beside {{[0-9.]+}} us of the launches and copies on rtx-3080 [gpuperf-repeated-allocation]
    // CHECK: [[#@LINE-2]]:5: note: allocate them once in front of the loop and free them behind it; a larger array than an iteration needs serves as well
    // CHECK: [[#@LINE-3]]:5: note: 'cudaMalloc' with its 'cudaFree' is taken for 100 us (10 to 500 by size and driver); the latter also waits for all that runs on the GPU
    cudaMalloc((void **)&d_out, size);
    cudaMemcpy(d_in, input, size, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaMemcpy(result, d_out, size, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
  }
}

// A function that it calls, with sizes that nobody gives.
static void layer(const float *d_in, float *d_out, int n) {
  float *d_tmp;
  if (cudaMalloc(&d_tmp, n * sizeof(float)) != cudaSuccess)
    return;
  // CHECK: [[#@LINE-2]]:7: warning: every iteration of the loop on line [[#@LINE+7]] allocates and frees 'd_tmp': about {{[0-9]+}}% of what they and the launches take on rtx-3080 [gpuperf-repeated-allocation]
  // CHECK: note: allocate it once in front of the loop, hand the pointers to the function, and free it behind it
  step<<<(n + 255) / 256, 256>>>(d_in, d_tmp, n);
  step<<<(n + 255) / 256, 256>>>(d_tmp, d_out, n);
  cudaFree(d_tmp);
}
void train(const float *d_in, float *d_out, int n, int steps) {
  for (int k = 0; k < steps; ++k)
    layer(d_in, d_out, n);
}

// A size that changes needs an array of its own.
void sweep(const float *d_in) {
  for (int n = 1024; n < N; n *= 2) {
    float *d_out;
    cudaMalloc(&d_out, n * sizeof(float));
    step<<<n / 256, 256>>>(d_in, d_out, n);
    cudaFree(d_out);
  }
}
static void sweptLayer(const float *d_in, int n) {
  float *d_tmp;
  cudaMalloc(&d_tmp, n * sizeof(float));
  step<<<(n + 255) / 256, 256>>>(d_in, d_tmp, n);
  cudaFree(d_tmp);
}
void sweepInside(const float *d_in) {
  for (int n = 1024; n < N; n *= 2)
    sweptLayer(d_in, n);
}

// One that shrinks by one fits into the first.
void shrinks(const float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    const int n = N - k;
    float *d_tmp;
    cudaMalloc(&d_tmp, n * sizeof(float));
    // CHECK: [[#@LINE-1]]:5: warning: every iteration of this loop allocates and frees 'd_tmp': about
    step<<<(n + 255) / 256, 256>>>(d_in, d_tmp, n);
    cudaFree(d_tmp);
  }
}

// Set-up: each array lives on.
void setUp(float **arrays, const float *d_in) {
  for (int k = 0; k < 100; ++k) {
    cudaMalloc(&arrays[k], Bytes);
    step<<<N / 256, 256>>>(d_in, arrays[k], N);
  }
}

// All of it is measured.
void measuredWhole(const float *d_in, float *d_out, cudaEvent_t start) {
  for (int k = 0; k < 100; ++k) {
    float *d_tmp;
    cudaEventRecord(start);
    cudaMalloc(&d_tmp, Bytes);
    // CHECK: [[#@LINE-1]]:5: warning: every iteration of this loop allocates and frees 'd_tmp': about
    step<<<N / 256, 256>>>(d_in, d_tmp, N);
    cudaFree(d_tmp);
  }
}

// Some bytes, which the driver has at hand, and a kernel of unknown length.
__global__ void walk(const int *size, float *a) {
  for (int i = 0; i < *size; ++i)
    a[i] *= 2;
}
void unknown(float *a, int size) {
  for (int k = 0; k < 100; ++k) {
    int *d_size;
    float *d_a;
    cudaMalloc(&d_size, sizeof(int));
    cudaMalloc(&d_a, Bytes);
    cudaMemcpy(d_size, &size, sizeof(int), cudaMemcpyHostToDevice);
    walk<<<1, 1>>>(d_size, d_a);
    cudaFree(d_a);
    cudaFree(d_size);
  }
}
void small(const float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    int *d_size;
    cudaMalloc(&d_size, sizeof(int));
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaFree(d_size);
  }
}

// A measurement, and a loop that hardly loops.
void measured(const float *d_in, cudaEvent_t start) {
  for (int k = 0; k < 100; ++k) {
    float *d_out;
    cudaMalloc(&d_out, Bytes);
    cudaEventRecord(start);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaFree(d_out);
  }
}
void twice(const float *d_in) {
  for (int k = 0; k < 2; ++k) {
    float *d_out;
    cudaMalloc(&d_out, Bytes);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaFree(d_out);
  }
}

// Kernels that take far longer than the allocation.
void large(const float *input, float *d_in) {
  constexpr int Many = 1 << 28;
  for (int k = 0; k < 100; ++k) {
    float *d_out;
    cudaMalloc(&d_out, Many * sizeof(float));
    step<<<Many / 256, 256>>>(d_in, d_out, Many);
    cudaFree(d_out);
  }
}

// Streams make no difference: what they copy is counted.
void streams(const float *input, float *result, cudaStream_t s) {
  for (int k = 0; k < 100; ++k) {
    float *d_in;
    cudaMalloc(&d_in, Bytes);
    // CHECK: [[#@LINE-1]]:5: warning: every iteration of this loop allocates and frees 'd_in': about 100 us beside {{[2-9][0-9](\.[0-9])?}} us of the launches and copies on rtx-3080
    cudaMemcpyAsync(d_in, input, Bytes, cudaMemcpyHostToDevice, s);
    step<<<N / 256, 256, 0, s>>>(d_in, result, N);
    cudaMemcpyAsync(result, d_in, Bytes, cudaMemcpyDeviceToHost, s);
    cudaFree(d_in);
  }
}
// 256 MiB over the bus for a kernel of some microseconds.
void muchCopied(const float *input, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    float *d_in;
    cudaMalloc(&d_in, 1 << 28);
    cudaMemcpyAsync(d_in, input, 1 << 28, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaFree(d_in);
  }
}

// A function that is called twice has its arrays named once; a pitch is no size.
static void rows(const float *d_in) {
  float *d_rows;
  size_t pitch;
  cudaMallocPitch((void **)&d_rows, &pitch, 512 * sizeof(float), 32);
  // CHECK: [[#@LINE-1]]:3: warning: every iteration of the loop on line [[#@LINE+5]] allocates and frees 'd_rows': about 200 us beside
  step<<<N / 256, 256>>>(d_in, d_rows, N);
  cudaFree(d_rows);
}
void both(const float *d_in) {
  for (unsigned long long k = 0; k < 18446744073709551615ull; ++k) {
    rows(d_in);
    rows(d_in);
  }
}

// The instantiation is a loop of set-up.
template <int Times> void templated(const float *d_in) {
  for (int k = 0; k < Times; ++k) {
    float *d_tmp;
    cudaMalloc(&d_tmp, Bytes);
    step<<<N / 256, 256>>>(d_in, d_tmp, N);
    cudaFree(d_tmp);
  }
}
template void templated<2>(const float *);

// A reset ends the context; what was allocated ends with it.
void resets(float *host, const float *input) {
  for (int k = 0; k < 100; ++k) {
    float *d_in, *d_tmp;
    cudaMalloc(&d_in, Bytes);
    cudaMalloc(&d_tmp, Bytes);
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_tmp, N);
    cudaMemcpy(host, d_tmp, Bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_tmp);
    cudaDeviceReset();
    // CHECK: [[#@LINE-1]]:5: warning: every iteration of this loop resets the GPU, and the next one has to make its context and all arrays anew, beside {{[0-9.]+}} us of the launches and copies on rtx-3080 [gpuperf-repeated-allocation]
    // CHECK: note: call it behind the loop, or not at all
    // CHECK: note: how long a new context takes hangs on the driver, the GPU and what the program holds of code
    // CHECK-NOT: {{[0-9]}} ms
  }
}
// Each GPU has one of its own.
void resetsEach(const float *d_in, float *d_out, int gpus) {
  for (int k = 0; k < gpus; ++k) {
    cudaSetDevice(k);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaDeviceReset();
  }
}
void init(int gpu); // of another file
void resetsChosen(const float *d_in, float *d_out, int gpus) {
  for (int k = 0; k < gpus; ++k) {
    init(k);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaDeviceReset();
  }
}
// Once, or until it works.
int resetsOnce(const float *d_in, float *d_out) {
  while (true) {
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaDeviceReset();
    return 0;
  }
}
void resetsOnFailure(const float *d_in, float *d_out, int tries) {
  for (int k = 0; k < tries; ++k) {
    step<<<N / 256, 256>>>(d_in, d_out, N);
    if (cudaDeviceSynchronize() == cudaSuccess)
      break;
    cudaDeviceReset();
  }
}
void resetsUntilGone(const float *d_in, float *d_out, int tries) {
  for (int k = 0; k < tries; ++k) {
    step<<<N / 256, 256>>>(d_in, d_out, N);
    if (cudaDeviceSynchronize() == cudaSuccess)
      goto done;
    cudaDeviceReset();
  }
done:;
}
void resetsUntilThrown(const float *d_in, float *d_out, int tries) {
  for (int k = 0; k < tries; ++k) {
    step<<<N / 256, 256>>>(d_in, d_out, N);
    if (cudaDeviceSynchronize() == cudaSuccess)
      throw k;
    cudaDeviceReset();
  }
}
// What the C library does, and a break of an inner loop, changes nothing.
void resetsStill(const float *d_in, float *d_out, float *host) {
  for (int k = 0; k < 100; ++k) {
    for (int i = 0; i < N; ++i)
      if (host[i] > 0)
        break;
    printf("%d\n", k);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaDeviceReset();
    // CHECK: [[#@LINE-1]]:5: warning: every iteration of this loop resets the GPU
  }
}
// Now and then.
void resetsSeldom(const float *d_in, float *d_out, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<N / 256, 256>>>(d_in, d_out, N);
    if (cudaGetLastError() != cudaSuccess)
      cudaDeviceReset();
  }
}

// What a library, a file or an inner loop takes is not known.
int cublasSgemm(float *, int);
void library(const float *d_in) {
  for (int k = 0; k < 100; ++k) {
    float *d_tmp;
    cudaMalloc(&d_tmp, Bytes);
    step<<<N / 256, 256>>>(d_in, d_tmp, N);
    cublasSgemm(d_tmp, N);
    cudaFree(d_tmp);
  }
}
void imread(float *, int);
static void load(float *host) { imread(host, N); }
void file(float *host, const float *d_in) {
  for (int k = 0; k < 100; ++k) {
    float *d_tmp;
    load(host);
    cudaMalloc(&d_tmp, Bytes);
    step<<<N / 256, 256>>>(d_in, d_tmp, N);
    cudaFree(d_tmp);
  }
}
void inner(float *host, const float *d_in, int pieces) {
  for (int k = 0; k < 100; ++k) {
    float *d_tmp;
    cudaMalloc(&d_tmp, Bytes);
    step<<<N / 256, 256>>>(d_in, d_tmp, N);
    for (int i = 0; i < pieces; ++i)
      cudaMemcpy(host + i, d_tmp, Bytes, cudaMemcpyDeviceToHost);
    cudaFree(d_tmp);
  }
}
