// Comments in a kernel's code say what data decide.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --header-filter=.* --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --header-filter=.* --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %host 2>&1 | FileCheck %s
#include "Inputs/data-comments.cuh"
// CHECK-DAG: data-comments.cuh:17:8: warning: 'branch=-1' is not used: a share of the cases is from 0 to 1

__global__ void open(const int *next, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  while (i < n) {
    s += out[i];
    i = next[i];
  }
  out[i] = s;
}

__global__ void branch(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  if (v > 0.5f)
    for (int k = 0; k < 100; ++k)
      v = v * 1.5f / (1.0f + v);
  y[i] = v;
}

__global__ void said(const int *next, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  while (i < n) { // gpuperf: assume trips=3*4
    s += out[i];
    i = next[i];
  }
  // gpuperf: assume branch=1/8.0
  if (!(s > 0.5f)) {
    for (int k = 0; k < 100; ++k)
      s = s * 1.5f / (1.0f + s);
    out[i] = s;
  }
}

#define REPEAT while (i < n)
template <class T> __global__ void many(const int *next, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T s = 0;
  REPEAT { // gpuperf: assume trips=5
    s += out[i];
    i = next[i];
  }
  eachOf(next[i], [&](int k) { // gpuperf: assume trips=6
    if (out[k] > T(2)) { // gpuperf: assume branch=0.25
      for (int j = 0; j < 50; ++j)
        s = s * T(3) / (T(1) + s);
      out[k] = s;
    }
  });
}

__global__ void wrong(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 100; ++k) // gpuperf: assume trips=3
    y[i + k * n] = x[i + k * n];
  // CHECK-DAG: [[#@LINE-2]]:36: warning: 'trips=3' is not used: what the loop on line [[#@LINE-2]] does follows from the code [gpuperf-kernel-time]
  y[i] = 1; // gpuperf: assume trips=-1, branch=2
  // CHECK-DAG: [[#@LINE-1]]:16: warning: 'trips=-1' is not used: a loop runs from 0 to 2147483646 times
  // CHECK-DAG: [[#@LINE-2]]:16: warning: 'branch=2' is not used: a share of the cases is from 0 to 1
  y[i + 1] = 2; // gpuperf: assume trips=7, branch=0.5
  // CHECK-DAG: [[#@LINE-1]]:20: warning: 'trips=7' is not used: the compiled kernel has no loop on line [[#@LINE-1]]
  // CHECK-DAG: [[#@LINE-2]]:20: warning: 'branch=0.5' is not used: the compiled kernel has no branch on line [[#@LINE-2]]
  y[i + 2] = 3; // gpuperf: assume trips=
  // CHECK-DAG: [[#@LINE-1]]:20: warning: 'trips=' is not used: column 7: expected a number, found the end
}

// No kernel that is launched comes by here.
__device__ void unused(float *y) {
  *y = 1; // gpuperf: assume trips=7
  // CHECK-NOT: [[#@LINE-1]]:{{.*}}is not used
}

void run(int *p, float *x, float *y, double *d, int trips) {
  open<<<4096, 256>>>(p, y, 1 << 20);
  // CHECK-DAG: [[#@LINE-1]]:3: warning: 'open' is predicted to take about {{[0-9]+0* [um]?s}} ({{.*}} to {{.*}}) on h100-sxm, bound by
  // CHECK-DAG: note: assumed: trip count of the loop on line 10 guessed; {{.*}}; write `/{{/}} gpuperf: assume trips=N` on line 10 if you know it
  branch<<<4096, 256>>>(x, y);
  // CHECK-DAG: note: assumed: {{(registers estimated from PTX [^;]*; )?}}the branch on line 20 depends on data: both ways weighted; write `/{{/}} gpuperf: assume branch=SHARE` on line 20 if you know it
  said<<<4096, 256>>>(p, y, 1 << 20);
  // CHECK-DAG: note: assumed: the loop on line 29 is said to run 12 times; the condition on line 34 is said to hold in a share of 0.125; {{(registers estimated from PTX [^;]*; )?}}an index
  many<<<4096, 256>>>(p, d, 1 << 20);
  // CHECK-DAG: note: assumed: the loop on line 45 is said to run 5 times; the loop on line 49 is said to run 6 times; the condition on line 50 is said to hold in a share of 0.25;
  inHeader<<<4096, 256>>>(p, y, 1 << 20);
  // CHECK-DAG: note: assumed: trip count of the loop on line 14 of data-comments.cuh guessed; {{.*}}write `/{{/}} gpuperf: assume trips=N` on line 14 of data-comments.cuh if you know it
  // CHECK-DAG: [[#@LINE+2]]:3: warning: an assume comment is not used: 'n=': column 3: expected a number, found the end
  // gpuperf: assume n=
  branch<<<4096, 256>>>(x, y);
  // A name of the host is not a word about data.
  // gpuperf: assume trips=4096
  wrong<<<trips, 256>>>(x, y, 1 << 20);
}
