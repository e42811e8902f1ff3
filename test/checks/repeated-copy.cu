// RUN: %tidy -checks=-*,gpuperf-repeated-copy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
// RUN: %tidy -checks=-*,gpuperf-repeated-copy --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s

extern "C" int printf(const char *, ...);

__global__ void step(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = 0.5f * a[i];
}

__global__ void inPlace(float *a, const float *table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = a[i] * table[i];
}

constexpr int N = 1 << 20;
constexpr size_t Bytes = N * sizeof(float);

// The input never changes.
void constant(const float *input, float *result, float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'input' is copied to 'd_in' in every iteration of this loop, where the host never changes it: about {{[0-9.]+}} us beside {{[0-9.]+}} us of the launches on rtx-3080 [gpuperf-repeated-copy]
    // CHECK: note: copy it once, in front of the loop: no kernel of the loop writes 'd_in'
    // CHECK: note: 4 MiB; a copy between host and GPU is taken for 11 GB/s (5 to 25 by bus and kind of memory)
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaMemcpy(result, d_out, Bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", result[k] + input[k]);
  }
}

// Sizes that nobody gives.
void open(const float *input, float *d_in, float *d_out, int n, int steps) {
  for (int k = 0; k < steps; ++k) {
    cudaMemcpy(d_in, input, n * sizeof(float), cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'input' is copied to 'd_in' in every iteration of this loop, where the host never changes it: at least {{[0-9]+}}% of what copy and launches take on rtx-3080 [gpuperf-repeated-copy]
    // CHECK: note: copy it once
    // CHECK: note: a copy between
    // CHECK: note: sizes are not known here: the share is the least one at the sizes that were tried
    step<<<(n + 255) / 256, 256>>>(d_in, d_out, n);
  }
}

// There and back.
static double sumOf(const float *a, int n) {
  double Sum = 0;
  for (int i = 0; i < n; ++i)
    Sum += a[i];
  return Sum;
}
void roundTrip(float *state, float *d_old, float *d_new) {
  for (int k = 0; k < 100; ++k) {
    printf("%f\n", sumOf(state, N));
    cudaMemcpy(d_old, state, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'state' is copied to 'd_old' in every iteration of this loop, although 'd_new' on the GPU holds the same: about
    // CHECK: note: hand 'd_new' to the next launch instead of 'd_old': exchange the two pointers, or copy on the GPU; what the host looks at still has to come back
    // CHECK: note: 4 MiB; a copy between
    step<<<N / 256, 256>>>(d_old, d_new, N);
    cudaMemcpy(state, d_new, Bytes, cudaMemcpyDeviceToHost);
  }
}
void sameArray(float *state, const float *d_table, float *d_state) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_state, state, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'state' is copied to 'd_state' in every iteration of this loop, although 'd_state' on the GPU holds the same: about
    // CHECK: note: the host only reads 'state' after it came from there: copy it to the GPU once, in front of the loop
    // CHECK: note: 4 MiB; a copy between
    inPlace<<<N / 256, 256>>>(d_state, d_table, N);
    cudaMemcpy(state, d_state, Bytes, cudaMemcpyDeviceToHost);
    printf("%f\n", state[0]);
  }
}

// What could be an exchange of pointers.
void onGpu(float *d_old, float *d_new) {
  for (int k = 0; k < 100; ++k) {
    step<<<N / 256, 256>>>(d_old, d_new, N);
    cudaMemcpy(d_old, d_new, Bytes, cudaMemcpyDeviceToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'd_new' is copied to 'd_old' on the GPU in every iteration of this loop: about {{[0-9.]+}} us beside {{[0-9.]+}} us of the launches on rtx-3080 [gpuperf-repeated-copy]
    // CHECK: note: exchange the two pointers instead: no kernel of the loop reads 'd_new'; elements that none of them writes, such as edges, have to be set once in both arrays
  }
}

// The kernel spoils its input, which the copy restores: the GPU can do that.
void restored(const float *input, const float *d_table, float *d_state) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_state, input, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'input' is copied to 'd_state' in every iteration of this loop, where the host never changes it: about {{[0-9.]+}} us beside {{[0-9.]+}} us of the launches on rtx-3080 [gpuperf-repeated-copy]
    // CHECK: note: a kernel of the loop changes 'd_state', and the copy resets it: copy 'input' once to a second array on the GPU and 'd_state' from there, in about {{[0-9.]+}} us; where all its bytes are the same, such as zeros, cudaMemset needs no second array
    // CHECK: note: 4 MiB; a copy between
    inPlace<<<N / 256, 256>>>(d_state, d_table, N);
  }
}

// The host changes it.
void changed(float *input, float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    input[k] = 1;
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
  }
}
void fill(float *);
void changedElsewhere(float *input, float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    fill(input);
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
  }
}

// Another part each time.
void parts(const float *input, float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_in, input + k * N, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
  }
}

// The old values are needed: the kernel works in place.
void kept(float *d_state, float *d_old, const float *d_table) {
  for (int k = 0; k < 100; ++k) {
    inPlace<<<N / 256, 256>>>(d_state, d_table, N);
    cudaMemcpy(d_old, d_state, Bytes, cudaMemcpyDeviceToDevice);
    step<<<N / 256, 256>>>(d_old, d_old, N);
  }
}

// What is measured is meant to be there.
void measured(const float *input, float *d_in, float *d_out, cudaEvent_t e) {
  for (int k = 0; k < 100; ++k) {
    cudaEventRecord(e);
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
  }
}

// What is measured begins behind the copy, and ends in front of the next one.
void notMeasured(const float *input, float *d_in, float *d_out,
                 cudaEvent_t *e) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    // CHECK: [[#@LINE-1]]:5: warning: 'input' is copied to 'd_in' in every iteration of this loop, where the host never changes it: about
    // CHECK: note: copy it once
    cudaEventRecord(e[0]);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaEventRecord(e[1]);
    cudaEventSynchronize(e[1]);
  }
}
void measuredWhole(const float *input, float *d_in, float *d_out,
                   cudaEvent_t *e) {
  for (int k = 0; k < 100; ++k) {
    cudaEventRecord(e[0]);
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cudaEventRecord(e[1]);
  }
}
// Time does not matter to a loop that sleeps.
extern "C" int usleep(unsigned);
void sleeps(const float *input, float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    usleep(1000);
  }
}

// How long the kernels of an iteration take is not known.
void passes(const float *input, const float *d_table, float *d_state,
            int count) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_state, input, Bytes, cudaMemcpyHostToDevice);
    for (int i = 0; i < count; ++i)
      inPlace<<<N / 256, 256>>>(d_state, d_table, N);
  }
}
int cublasSgemm(float *, int);
void library(const float *input, float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
    cublasSgemm(d_out, N);
  }
}

// Another array each time.
void tables(float *const *inputs, float *d_in, float *d_out) {
  for (int k = 0; k < 100; ++k) {
    const float *input = inputs[k];
    cudaMemcpy(d_in, input, Bytes, cudaMemcpyHostToDevice);
    step<<<N / 256, 256>>>(d_in, d_out, N);
  }
}
