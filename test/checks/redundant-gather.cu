// RUN: %tidy -checks=-*,gpuperf-redundant-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// Data say which row of the tile is added; the weight and the row's number are
// those of all columns, whatever they are.
__global__ void bags(float *out, const float *__restrict__ weight, const int *__restrict__ rows,
                     const float *__restrict__ table) {
  __shared__ float tile[16][256];
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    tile[k][threadIdx.x] = table[k * 1024 + column];
  __syncthreads();
  int bag = blockIdx.y;
  float s = 0;
  for (int k = 0; k < 512; ++k)
    s += weight[bag * 512 + k] * tile[rows[bag * 512 + k]][threadIdx.x];
  // CHECK: [[#@LINE-1]]:{{[0-9]+}}: warning: {{'weight' and 'rows'|'rows' and 'weight'}} are loaded anew for each result along x, though all of them need the same: {{[0-9]+}}% of the time of 'bags' on rtx-3080
  out[bag * 1024 + column] = s;
}

// Data choose all places, and nothing says that threads have different ones:
// they may all have one result.
__global__ void same(float *out, const float *__restrict__ weight, const int *__restrict__ rows,
                     const float *__restrict__ table) {
  float s = 0;
  for (int k = 0; k < 512; ++k)
    s += weight[k] * table[rows[k]];
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}

void run(float *out, const float *w, const int *r, const float *t) {
  bags<<<dim3(4, 8192), 256>>>(out, w, r, t);
  same<<<4096, 256>>>(out, w, r, t);
}
