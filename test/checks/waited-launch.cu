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
    // CHECK: [[#@LINE-1]]:5: warning: these 2 waits in every iteration of this loop, with 2 launches of {{[0-9.]+}} us, serve nothing: about {{[0-9]+}}% of the loop's time on rtx-3080
    // CHECK: note: {{.*}} without them, and the host does nothing here
    // CHECK: [[#@LINE+2]]:5: note: this one, too
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

// A size that nobody gives.
__global__ void guarded(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = 0.5f * a[i];
}
void open(float *a, float *b, int n, int steps) {
  for (int k = 0; k < steps; ++k) {
    guarded<<<(n + 255) / 256, 256>>>(a, b, n);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for a launch: about {{[0-9]+}}% of the loop's time on rtx-3080 with {{[0-9]+}} threads, and more with fewer [gpuperf-waited-launch]
    // CHECK: note: launches into one stream
    // CHECK: note: predicted {{[0-9.]+}} us -> {{[0-9.]+}} us per iteration, with
  }
}
// Neither the block.
void openBlock(float *a, float *b, int n, int threads, int steps) {
  for (int k = 0; k < steps; ++k) {
    guarded<<<(n + threads - 1) / threads, threads>>>(a, b, n);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for a launch: about
  }
}
// A kernel that takes long at every large size.
__global__ void rows(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float Sum = 0;
  for (int j = 0; j < n; ++j)
    Sum += a[j] * a[i];
  b[i] = Sum;
}
void openRows(float *a, float *b, int n, int steps) {
  for (int k = 0; k < steps; ++k) {
    rows<<<(n + 255) / 256, 256>>>(a, b, n);
    cudaDeviceSynchronize();
  }
}

// What a function of the file does belongs to the loop.
static void launchOne(float *a, float *b) {
  step<<<64, 256>>>(a, b);
  cudaDeviceSynchronize();
  // CHECK: [[#@LINE-1]]:3: warning: 'cudaDeviceSynchronize' in every iteration of the loop at waited-launch.cu:[[#@LINE+5]] waits for a launch of
  // CHECK: note: {{.*}} wait once, behind the loop
  // CHECK: [[#@LINE+3]]:3: note: the loop
}
void calls(float *a, float *b) {
  for (int k = 0; k < 100; ++k)
    launchOne(a, b);
}

static void launchAgain(float *a, float *b) {
  step<<<64, 256>>>(a, b);
  cudaDeviceSynchronize();
  // CHECK: [[#@LINE-1]]:3: warning: 'cudaDeviceSynchronize' in every iteration of the loop at waited-launch.cu:{{[0-9]+}}, with 2 launches of {{[0-9.]+}} us, serves nothing
}
// A copy now and then waits by itself, and what follows it may read.
void sometimes(float *a, float *b, float *host) {
  for (int k = 0; k < 1000; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for a launch of
    if (k % 100 == 0) {
      cudaMemcpy(host, b, 4, cudaMemcpyDeviceToHost);
      use(host);
    }
  }
}
// Here it does not copy first.
void sometimesUsed(float *a, float *b) {
  for (int k = 0; k < 1000; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    if (k % 100 == 0)
      use(b);
  }
}
// A fill takes its time as well, so that of two waits of one length the one
// beside many fills is a small part.
#define TWICE(X) X; X
void filled(float *a, float *b) {
  for (int k = 0; k < 1000; ++k) {
    cudaMemset(a, 0, 4);
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for a launch of
  }
  for (int k = 0; k < 1000; ++k) {
    TWICE(TWICE(TWICE(TWICE(TWICE(TWICE(cudaMemset(a, 0, 4)))))));
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
  }
}

// The copy needs no wait of its own in front of it, and waits for all: the
// wait between the launches serves nothing.
void oneIsNeeded(float *a, float *b, float *host, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: these 2 waits in every iteration of this loop, with 3 launches of {{[0-9.]+}} us, serve nothing
    // CHECK: note: launches into one stream run one after the other without them, and the host needs nothing of what they compute up to its next wait: leave them out{{$}}
    // CHECK: [[#@LINE+2]]:5: note: this one, too
    step<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    cudaMemcpy(host, b, 4, cudaMemcpyDeviceToHost);
  }
}
// What the copy brings, the host needs, although no other wait is left.
void copyBetween(float *a, float *b, float *host, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop, with 2 launches of {{[0-9.]+}} us, serves nothing: about
    // CHECK: [[#@LINE-2]]:5: note: launches into one stream run one after the other without it, and the host needs nothing of what they compute up to its next wait: leave it out{{$}}
    step<<<64, 256>>>(b, a);
    cudaMemcpy(host, a, 4, cudaMemcpyDeviceToHost);
  }
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    if (k % 10 == 0)
      cudaMemcpy(host, b, 4, cudaMemcpyDeviceToHost);
    step<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop, with 2 launches of {{[0-9.]+}} us, serves nothing: about
    // CHECK: [[#@LINE-2]]:5: note: launches into one stream run one after the other without it, and the host needs nothing of what they compute up to its next wait: leave it out, and wait once behind the loop{{$}}
  }
}
// A copy of 64 MB beside them hides what the wait takes.
void besideCopy(float *a, float *b, float *host, int steps) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    step<<<64, 256>>>(b, a);
    cudaMemcpy(host, a, 64 << 20, cudaMemcpyDeviceToHost);
  }
}

// Two kernels are measured together, so that the first may do without.
void timed(float *a, float *b, cudaEvent_t start, cudaEvent_t stop) {
  for (int k = 0; k < 100; ++k) {
    cudaEventRecord(start);
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop, with 2 launches of {{[0-9.]+}} us, serves nothing: about
    step<<<64, 256>>>(b, a);
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
  }
}
// Here each by itself.
void timedEach(float *a, float *b, cudaEvent_t *at) {
  for (int k = 0; k < 100; ++k) {
    cudaEventRecord(at[0]);
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    cudaEventRecord(at[1]);
    step<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
  }
}

// How often the loop inside runs is not known: it waits for nothing as well.
void nested(float *a, float *b, int steps, int inner) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for a launch of
    // CHECK: note: launches into one stream
    // CHECK: note: predicted {{.*}} per iteration without the loops in it, with
    for (int i = 0; i < inner; ++i) {
      step<<<64, 256>>>(b, a);
      cudaDeviceSynchronize();
      // CHECK: [[#@LINE-1]]:7: warning: 'cudaDeviceSynchronize' in every iteration of this loop waits for a launch of
    }
  }
}
// This one may take any time.
void besideLoop(float *a, float *b, int steps, int inner) {
  for (int k = 0; k < steps; ++k) {
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    for (int i = 0; i < inner; ++i)
      step<<<64, 256>>>(b, a);
  }
}

// A loop that may take any time calls this; the call itself is known. Who calls
// it may need what runs last.
static void callOf(float *a, float *b) {
  step<<<64, 256>>>(a, b);
  cudaDeviceSynchronize();
  // CHECK: [[#@LINE-1]]:3: warning: 'cudaDeviceSynchronize' in every call of 'callOf', with 2 launches of {{[0-9.]+}} us, serves nothing: about {{[0-9]+}}% of the call's time on rtx-3080
  step<<<64, 256>>>(b, a);
  cudaDeviceSynchronize();
}
void callsAndUses(float *a, float *b) {
  for (int k = 0; k < 100; ++k) {
    callOf(a, b);
    use(a);
  }
}
// Called once.
static void once(float *a, float *b) {
  step<<<64, 256>>>(a, b);
  cudaDeviceSynchronize();
  step<<<64, 256>>>(b, a);
  cudaDeviceSynchronize();
}
void callsOnce(float *a, float *b) { once(a, b); }

// The host's clock is no reason to wait between two kernels that it measures
// together.
namespace std::chrono {
struct time_point {
  time_point(long Since);
  ~time_point();
  long Since;
};
struct steady_clock {
  static time_point now();
};
long operator-(const time_point &A, const time_point &B);
} // namespace std::chrono
void clocked(float *a, float *b, long &total) {
  using std::chrono::steady_clock;
  for (int k = 0; k < 100; ++k) {
    auto start = steady_clock::now();
    step<<<64, 256>>>(a, b);
    cudaDeviceSynchronize();
    // CHECK: [[#@LINE-1]]:5: warning: 'cudaDeviceSynchronize' in every iteration of this loop, with 2 launches of {{[0-9.]+}} us, serves nothing: about
    step<<<64, 256>>>(b, a);
    cudaDeviceSynchronize();
    auto end = steady_clock::now();
    total += end - start;
  }
}

// A function that is called twice has one wait for both calls.
void callsTwice(float *a, float *b) {
  for (int k = 0; k < 100; ++k) {
    launchAgain(a, b);
    launchAgain(b, a);
  }
}
