// What only the sizes that were assumed bring about is not reported: with all of
// them alike, C / NH is 1 and a permutation looks uncoalesced.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: h100-sxm}}" %s -- %device 2>&1 | FileCheck %s
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s

// Heads of d elements change places; neighbours within one stay neighbours.
__global__ void permute(float *out, const float *in, int N, int NH, int d) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  int b = idx / (NH * N * d), rest = idx % (NH * N * d);
  int nh = rest / (N * d);
  rest = rest % (N * d);
  // CHECK-NOT: [[#@LINE+1]]:{{.*}} warning:
  out[b * NH * N * d + rest / d * NH * d + nh * d + rest % d] = in[idx];
}
// Rows of any matrix.
__global__ void sums(float *out, const float *in, int rows, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < stride; ++k)
    sum += in[size_t(i) * stride + k];
  out[i] = sum;
  // CHECK: [[#@LINE-2]]:12: warning: up to 32 sectors per request instead of 4 (stride 4 * stride bytes between neighbouring threads in 'in')
}
// The host launches this one for rows of at most four elements, which the many
// names that are open do not tell.
__global__ void shortRows(float *out, const float *in, const char *mask,
                          int rows, int row) {
  int plane = blockIdx.x + gridDim.x * blockIdx.z;
  int first = (blockDim.y * (blockIdx.x +
                             gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) +
               threadIdx.y) * 2;
  int mine = min(rows - first, 2);
  in += first * row + threadIdx.x;
  out += first * row + threadIdx.x;
  mask += (blockDim.y * plane + threadIdx.y) * 2 * row + threadIdx.x;
  float v[2] = {0, 0};
  for (int k = 0; k < mine; ++k)
    if (threadIdx.x < row)
      // CHECK-NOT: [[#@LINE+1]]:{{.*}} warning:
      v[k] = mask[k * row] != 1 ? in[k * row] : -1.0f;
  for (int k = 0; k < mine; ++k)
    if (threadIdx.x < row)
      out[k * row] = v[k] / (v[0] + v[1]);
}

void run(float *out, const float *in, int B, int T, int C, int NH, int n,
         int pitch, int row, int heads, int steps, int batch,
         const char *mask) {
  permute<<<(B * T * C + 255) / 256, 256>>>(out, in, T, NH, C / NH);
  sums<<<(n + 255) / 256, 256>>>(out, in, n, pitch);
  shortRows<<<dim3(steps / 64, heads, batch), dim3(4, 32)>>>(
      out, in, mask, batch * heads * steps, row);
}
