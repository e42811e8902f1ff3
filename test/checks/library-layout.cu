// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device > %t.device 2>&1
// RUN: FileCheck %s < %t.device
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host > %t.host 2>&1
// RUN: diff %t.device %t.host
#include "Inputs/library-state.h"

struct OwnState {
  unsigned a, b, c, d, e, f, g, h, i, j, k, l;
};

// The layout of one's own structures can be changed.
__global__ void own(OwnState *s, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (float)s[i].a;
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: {{.*}} in 's'): {{[0-9]+}}% of the time of 'own'
}
// CHECK-NOT: warning:
__global__ void field(LibraryState *s, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (float)s[i].a;
}
__global__ void drawn(LibraryState *s, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = draw(&s[i]);
}

void run(OwnState *o, LibraryState *l, float *out) {
  own<<<8192, 256>>>(o, out);
  field<<<8192, 256>>>(l, out);
  drawn<<<8192, 256>>>(l, out);
}
