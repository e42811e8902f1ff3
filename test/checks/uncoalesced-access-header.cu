// A kernel of a header that two launches run, in two instantiations: one
// diagnostic, for the launch that loses the most.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{HeaderFilterRegex: '.*', CheckOptions: {GpuperfGpu: 'h200-sxm;t4'}}" %s -- %device -I%S/Inputs 2>&1 | FileCheck %s
#include "wasteful.cuh"

void run(float *p, double *q) {
  columns<<<dim3(64, 64), dim3(32, 32)>>>(p, p, 2048, 2048);
  columns<<<dim3(64, 64), dim3(32, 32)>>>(q, q, 2048, 2048);
}
// CHECK: wasteful.cuh:10:9: warning: 32 sectors per request instead of {{4|8}} (stride {{8192|16384}} bytes between neighbouring threads in {{['a-z ]+}}): {{[0-9]+}}% of the time of 'columns<{{float|double}}>' on {{h200-sxm|t4}} [gpuperf-uncoalesced-access]
// CHECK: header.cu:{{7|8}}:3: note: predicted {{.*}} in this launch, the worst of 2
// CHECK-NOT: warning:
