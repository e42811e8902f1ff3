// RUN: %tidy -checks=-*,gpuperf-waited-launch --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-waited-launch --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

extern "C" int printf(const char *, ...);
extern "C" void exit(int);
#define CHECK(X)                                                               \
  do {                                                                         \
    cudaError_t Error = (X);                                                   \
    if (Error != cudaSuccess) {                                                \
      printf("%s\n", cudaGetErrorString(Error));                               \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__global__ void step(const float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i] = 0.5f * a[i];
}

void run(float *a, float *b, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for a launch of {{[0-9.]+}} us: about {{[0-9]+}}% of the loop's time on rtx-3080 [gpuperf-waited-launch]
    // CHECK: note: launches into one stream run one after the other without it, and the host does nothing here that needs what they compute: wait once, behind the loop
    // CHECK: note: predicted {{[0-9.]+}} us -> {{[0-9.]+}} us per iteration, with {{[0-9.]+}} us for asking and waiting once, as it usually is
    float *t = a;
    a = b;
    b = t;
  }
}

void twice(float *a, float *b) {
  int k = 0;
  while (k++ < 1000) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for 2 launches of
    step<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
  }
}

// A launch that takes long hides what the host does.
void large(float *a, float *b, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<65536, 1024>>>(a, b);
    cudaDeviceSynchronize();
  }
}

// The copy waits as well.
void copied(float *a, float *b, float *host, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    cudaMemcpy(host, b, 4, cudaMemcpyDeviceToHost);
  }
}

// Nobody knows what this does with the result.
void use(float *);
void used(float *a, float *b, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    use(b);
  }
}

// It waits now and then.
void seldom(float *a, float *b, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    if (k % 1000 == 0)
      cudaDeviceSynchronize();
  }
}

// Streams that run side by side have to be waited for.
void streams(float *a, float *b, cudaStream_t one, cudaStream_t other) {
  for (int k = 0; k < 100; ++k) {
    step<<<64, 256, 0, one>>>(a, b);
    step<<<64, 256, 0, other>>>(b, a);
    cudaDeviceSynchronize();
  }
}
