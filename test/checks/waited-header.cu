// Waits in functions of a header, which a loop of another file or of the header
// calls.
// RUN: %tidy -checks=-*,gpuperf-waited-launch --header-filter=.* --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %host 2>&1 | FileCheck --implicit-check-not=warning: %s
#include "Inputs/waited-steps.cuh"

// CHECK-DAG: waited-steps.cuh:7:3: warning: these 2 waits in every iteration of the loop at waited-header.cu:[[#@LINE+6]], with 2 launches of {{[0-9.]+}} us, serve nothing: about
// CHECK-DAG: waited-steps.cuh:7:3: note: {{.*}} wait once, behind the loop
// CHECK-DAG: waited-steps.cuh:11:3: note: this one, too
// CHECK-DAG: waited-header.cu:[[#@LINE+3]]:3: note: the loop
// CHECK-DAG: waited-steps.cuh:15:3: warning: 'cudaDeviceSynchronize' in every iteration of the loop at waited-steps.cuh:19 waits for a launch of
void outer(float *a, float *b) {
  for (int k = 0; k < 1000; ++k) {
    there(a, b);
    back(a, b);
  }
}
