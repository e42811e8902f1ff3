// Kernels and launches in headers.
// RUN: %tidy -checks=-*,gpuperf-* --config="{HeaderFilterRegex: '.*', CheckOptions: {GpuperfGpu: l40s}}" %s -- %device -I%S/Inputs 2>&1 | FileCheck %s
#include "kernels.cuh"

void run(double *d) {
  launchInHeader(nullptr);
  fromHeader<<<320, 256>>>(d, size_t(1) << 22);
}
// CHECK-DAG: kernels.cuh:8:{{.*}} warning: block size 50 of 'fromHeader<float>'
// CHECK-DAG: kernels.cuh:8:{{.*}} warning: 'fromHeader<float>' is predicted to take
// CHECK-DAG: header.cu:7:3: warning: 'fromHeader<double>' is predicted to take
