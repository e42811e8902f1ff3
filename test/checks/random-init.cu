// RUN: %tidy -checks=-*,gpuperf-random-init --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// What cuRAND's header has, in short: a sequence is a power of a matrix away.
struct curandStateXORWOW {
  unsigned d, v[5];
};
typedef curandStateXORWOW curandState;
struct curandStatePhilox4_32_10_t {
  unsigned long long key, counter;
};
__device__ unsigned matrices[64 * 160];
__device__ inline void curand_init(unsigned long long seed,
                                   unsigned long long sequence,
                                   unsigned long long offset,
                                   curandState *state) {
  unsigned v[5] = {unsigned(seed), 1, 2, 3, 4};
  for (int bit = 0; sequence; sequence >>= 1, ++bit)
    if (sequence & 1)
      for (int i = 0; i < 160; ++i)
        if (v[i & 3] >> (i / 5) & 1)
          for (int j = 0; j < 5; ++j)
            v[j] ^= matrices[bit * 160 + i];
  for (int j = 0; j < 5; ++j)
    state->v[j] = v[j];
  state->d = unsigned(offset);
}
__device__ inline void curand_init(unsigned long long seed,
                                   unsigned long long sequence,
                                   unsigned long long offset,
                                   curandStatePhilox4_32_10_t *state) {
  state->key = seed;
  state->counter = sequence + offset;
}

template <typename State> __device__ float draw(State &s);
template <> __device__ inline float draw(curandState &s) {
  s.d += 362437;
  return (s.v[4] + s.d) * 2.3e-10f;
}
template <> __device__ inline float draw(curandStatePhilox4_32_10_t &s) {
  return (s.key * 0xD2511F53 + s.counter++) * 2.3e-10f;
}

template <typename State>
__global__ void price(float *out, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  State s;
  curand_init(seed, i, 0, &s);
  out[i] = draw(s);
  // CHECK: [[#@LINE-2]]:3: warning: 'curand_init' moves the state to a sequence of its own for each thread: {{[0-9]+}}% of the time of 'price<curandStateXORWOW>' on rtx-3080 [gpuperf-random-init]
  // CHECK: note: for XORWOW, which curandState is, that is a product of matrices for each bit of the sequence's number; curandStatePhilox4_32_10_t has as many sequences and begins them with a few instructions
  // CHECK-NOT: note: that is won
  // CHECK: note: predicted {{[0-9.]+}} {{us|ms}} -> {{[0-9.]+}} us in this launch
}

// States that other kernels load. They are made once, so that it has to take long.
__global__ void make(curandState *states, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
  // CHECK: [[#@LINE-1]]:3: warning: 'curand_init' moves the state to a sequence of its own for each thread: {{[0-9]+}}% of the time of 'make' on rtx-3080 [gpuperf-random-init]
  // CHECK: note: that is won where the states are made; kernels that load and store them move more with it, in cuRAND 64 bytes a state instead of 48
}
__global__ void makeFew(curandState *states, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(seed, i, 0, &states[i]);
}

__global__ void makeAny(curandState *states, unsigned long long seed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    curand_init(seed, i, 0, &states[i]);
}

// The first sequence is where a state begins.
__global__ void seeded(float *out, unsigned long long seed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  curandState s;
  curand_init(seed + i, 0, 0, &s);
  out[i] = draw(s);
}

void run(float *out, curandState *states, int n) {
  makeAny<<<(n + 255) / 256, 256>>>(states, 1, n);
  price<curandState><<<4096, 256>>>(out, 1);
  price<curandStatePhilox4_32_10_t><<<4096, 256>>>(out, 1);
  make<<<16384, 256>>>(states, 1);
  makeFew<<<16, 256>>>(states, 1);
  seeded<<<4096, 256>>>(out, 1);
}
