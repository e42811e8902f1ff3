// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s
//
// Constant memory hands out one place at a time.
__constant__ float table[1024];
__constant__ unsigned char sbox[256];

__global__ void lookUp(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: [[#@LINE+3]]:{{[0-9]+}}: warning: the lanes of a warp read 32 different places of 'table' in constant memory, which hands out one at a time: {{[0-9]+}}% of the time of 'lookUp' on rtx-3080 [gpuperf-uncoalesced-access]
    // CHECK: note: a copy of 'table' in shared memory serves places in different banks at once; a const __restrict__ array in global memory goes through L1
    // CHECK: note: predicted {{.*}} in this launch
    s += table[(threadIdx.x * 7 + k) & 1023];
  out[i] = s;
}

__global__ void substitute(const uchar4 *in, uchar4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  uchar4 v = in[i];
  for (int r = 0; r < 10; ++r) {
    // CHECK: [[#@LINE+2]]:{{[0-9]+}}: warning: the lanes of a warp read about {{[0-9]+}} different places of 'sbox' in constant memory
    // CHECK: note: data choose the places: so many if they differ from lane to lane
    v.x = sbox[v.x], v.y = sbox[v.y ^ v.x];
    v.z = sbox[v.z], v.w = sbox[v.w ^ v.z];
  }
  out[i] = v;
}

// Silent: all lanes read one place.
__global__ void uniform(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += table[k] * i;
  out[i] = s;
}

void run(const uchar4 *in, uchar4 *out, float *sums) {
  lookUp<<<4096, 256>>>(sums);
  substitute<<<4096, 256>>>(in, out);
  uniform<<<4096, 256>>>(sums);
}
