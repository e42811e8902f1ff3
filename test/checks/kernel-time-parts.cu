// A load of some elements of a vector moves as many bytes as one of all:
// each kernel takes longer than one that reads nothing of 'q', and as long as
// one that reads all of it.
// RUN: %tidy -checks=-*,gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s

#define I blockIdx.x * blockDim.x + threadIdx.x
__global__ void all(float *p, const float4 *q) { float4 v = q[I]; p[I] = v.x + v.y + v.z + v.w; }
__global__ void three(float *p, const float4 *q) { float4 v = q[I]; p[I] = v.x + v.y + v.z; }
__global__ void ends(float *p, const float4 *q) { float4 v = q[I]; p[I] = v.x + v.w; }
__global__ void allColours(float *p, const uchar4 *q) { uchar4 v = q[I]; p[I] = v.x + v.y + v.z + v.w; }
__global__ void colours(float *p, const uchar4 *q) { uchar4 v = q[I]; p[I] = v.x + v.z; }
__global__ void others(float *p, const uchar4 *q) { uchar4 v = q[I]; p[I] = v.y + v.z + v.w; }

void run(float *p, float4 *q, uchar4 *c) {
  // CHECK: warning: 'all' is predicted to take [[FLOATS:9[0-9]]]{{[0-9]}} us
  all<<<129600, 256>>>(p, q);
  // CHECK: warning: 'three' is predicted to take [[FLOATS]]
  three<<<129600, 256>>>(p, q);
  // CHECK: warning: 'ends' is predicted to take [[FLOATS]]
  ends<<<129600, 256>>>(p, q);
  // CHECK: warning: 'allColours' is predicted to take [[BYTES:3[89]]]{{[0-9]}} us
  allColours<<<129600, 256>>>(p, c);
  // CHECK: warning: 'colours' is predicted to take [[BYTES]]
  colours<<<129600, 256>>>(p, c);
  // CHECK: warning: 'others' is predicted to take [[BYTES]]
  others<<<129600, 256>>>(p, c);
}
