// RUN: %tidy -checks=-*,gpuperf-*,-gpuperf-kernel-time --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

// What holds only where two sizes are large together is told where these are
// the extents of one thing. A batch and a number of outputs are not.
__global__ void sumAll(float *out, const float *a, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += a[i];
  atomicAdd(out, sum);
}
__global__ void sumImage(float *out, const float *a, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum += a[i];
  atomicAdd(out, sum);
}
__global__ void addTo(float *sums, const float *a, int n, int each) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sums[i / each], a[i]);
}
void run(float *out, const float *a, int batch, int outputs, int width,
         int height) {
  sumAll<<<1, 512>>>(out, a, batch * outputs);
  // CHECK: [[#@LINE+1]]:3: warning: 1 block of 'sumImage' leaves 67 of 68 SMs of rtx-3080 idle, {{.*}} where width and height are 512 or more
  sumImage<<<1, 512>>>(out, a, width * height);
  addTo<<<(batch * outputs + 255) / 256, 256>>>(out, a, batch * outputs, outputs);
}

// A thread for each cluster is a few threads, not a block of 256.
__global__ void means(float *centres, const float *sums, const int *counts,
                      int dimension) {
  int c = threadIdx.x;
  for (int d = 0; d < dimension; ++d)
    centres[c * dimension + d] = sums[c * dimension + d] / counts[c];
}
void update(float *centres, const float *sums, const int *counts, int clusters,
            int dimension) {
  // CHECK: [[#@LINE+2]]:3: warning: 1 block of 'means' leaves 67 of 68 SMs
  // CHECK: note: the block is not known here: that holds with blocks of 16
  means<<<1, clusters>>>(centres, sums, counts, dimension);
}
