// No advice for launches that this build never makes; their times are told.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access,gpuperf-partial-warp --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not="block size 1{{0[2367]|22|1[5-9]}} of" %s
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck %s --check-prefix=TIME
#define MODE 2

__global__ void rows(const double *u, double *v, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < h)
    for (int j = 0; j < w; j++)
      v[i * w + j] = u[i * w + j];
}
__global__ void copy(const double *u, double *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = u[i];
}
void run(const double *u, double *v, int w, int h, int mode) {
  if (MODE == 0)
    // TIME: [[#@LINE+1]]:5: warning: 'rows' is predicted
    rows<<<(h + 255) / 256, 256>>>(u, v, w, h);
  else if (MODE == 2)
    // CHECK: [[#@LINE+1]]:5: warning: block size 100 of 'copy'
    copy<<<1 << 14, 100>>>(u, v, 100 << 14);
  else
    copy<<<1 << 14, 99>>>(u, v, 99 << 14);
  // CHECK-NOT: warning: block size 99
  // CHECK: [[#@LINE+2]]:5: warning: block size 101 of 'copy'
  if (mode == 0)
    copy<<<1 << 14, 101>>>(u, v, 101 << 14);
}
template <int Threads> void choose(const double *u, double *v) {
  switch (Threads) {
  case 102:
    copy<<<1 << 14, 102>>>(u, v, 102 << 14);
    break;
  case 103: {
    copy<<<1 << 14, 103>>>(u, v, 103 << 14);
    break;
  }
  case 104:
    // CHECK: [[#@LINE+1]]:5: warning: block size 104 of 'copy'
    copy<<<1 << 14, 104>>>(u, v, 104 << 14);
  case 105:
    // CHECK: [[#@LINE+1]]:5: warning: block size 105 of 'copy'
    copy<<<1 << 14, 105>>>(u, v, 105 << 14);
    break;
  default:
    copy<<<1 << 14, 106>>>(u, v, 106 << 14);
  }
  switch (Threads / 1000) {
  case 1:
    copy<<<1 << 14, 107>>>(u, v, 107 << 14);
    break;
  default:
    // CHECK: [[#@LINE+1]]:5: warning: block size 108 of 'copy'
    copy<<<1 << 14, 108>>>(u, v, 108 << 14);
  }
}
void chosen(const double *u, double *v, int n) {
  choose<104>(u, v);
  switch (n) {
  case 1:
    // CHECK: [[#@LINE+1]]:5: warning: block size 109 of 'copy'
    copy<<<1 << 14, 109>>>(u, v, 109 << 14);
  }
}
enum Way { Slow, Fast };
void byVariable(const double *u, double *v, int n) {
  int way = Fast, other = Fast;
  switch (way) {
  case Slow:
    copy<<<1 << 14, 122>>>(u, v, 122 << 14);
    break;
  case Fast:
    // CHECK: [[#@LINE+1]]:5: warning: block size 110 of 'copy'
    copy<<<1 << 14, 110>>>(u, v, 110 << 14);
  }
  if (n > 7)
    other = Slow;
  switch (other) {
  case Slow:
    // CHECK: [[#@LINE+1]]:5: warning: block size 111 of 'copy'
    copy<<<1 << 14, 111>>>(u, v, 111 << 14);
  }
}

void byCondition(const double *u, double *v, int n) {
  bool verbose = false;
  int way = 3, other = 3;
  const unsigned level = 1;
  if (verbose)
    copy<<<1 << 14, 115>>>(u, v, 115 << 14);
  if (way == 2 || level > 1)
    copy<<<1 << 14, 116>>>(u, v, 116 << 14);
  if (!verbose)
    // CHECK: [[#@LINE+1]]:5: warning: block size 113 of 'copy'
    copy<<<1 << 14, 113>>>(u, v, 113 << 14);
  else
    copy<<<1 << 14, 117>>>(u, v, 117 << 14);
  if (n > 7 && way != 3)
    copy<<<1 << 14, 118>>>(u, v, 118 << 14);
  volatile bool stops = false;
  if (stops)
    // CHECK: [[#@LINE+1]]:5: warning: block size 112 of 'copy'
    copy<<<1 << 14, 112>>>(u, v, 112 << 14);
  if (n == 5)
    goto inside;
  if (verbose) {
  inside:
    // CHECK: [[#@LINE+1]]:5: warning: block size 98 of 'copy'
    copy<<<1 << 14, 98>>>(u, v, 98 << 14);
  }
  if (n > 8)
    other = 2;
  if (other == 2 || n < 3)
    // CHECK: [[#@LINE+1]]:5: warning: block size 114 of 'copy'
    copy<<<1 << 14, 114>>>(u, v, 114 << 14);
}
