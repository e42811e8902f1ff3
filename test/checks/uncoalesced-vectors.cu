// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck --implicit-check-not=warning: %s

__global__ void gray(const unsigned char *in, unsigned char *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h)
    return;
  int p = (y * w + x) * 4;
  unsigned char g = 0.3f * in[p] + 0.59f * in[p + 1] + 0.11f * in[p + 2];
  out[p] = g;
  out[p + 1] = g;
  out[p + 2] = g;
  out[p + 3] = 255;
  // CHECK: [[#@LINE-4]]:10: warning: a thread loads 'in' and stores 'out' in 7 accesses of 1 byte, where 2 of 4 bytes would do: {{[0-9]+}}% of the time of 'gray' on rtx-3080 [gpuperf-uncoalesced-access]
  // CHECK: note: access the 4 bytes at once, as uchar4; the compiler does not join the parts, because it does not know that the array begins at a multiple of 4 bytes, as one of cudaMalloc does
  // CHECK: note: the share is that of this line and lines [[#@LINE-7]] and [[#@LINE-5]] to [[#@LINE-3]]
  // CHECK: note: predicted {{[0-9.]+}} us -> {{[0-9.]+}} us in this launch
}

// The type says that the four bytes are aligned, and the compiler joins them.
__global__ void grayOfPixels(const uchar4 *in, uchar4 *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned char g = 0.3f * in[i].x + 0.59f * in[i].y + 0.11f * in[i].z;
  out[i].x = g;
  out[i].y = g;
  out[i].z = g;
  out[i].w = 255;
}

// Three bytes are no vector.
__global__ void grayOfThree(const unsigned char *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 0.3f * in[3 * i] + 0.59f * in[3 * i + 1] + 0.11f * in[3 * i + 2];
}

// Rows of 16 bytes are at multiples of 16, and rows of 12 at multiples of 4.
__global__ void fold(const unsigned char *in, unsigned char *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned char row[16];
  for (int k = 0; k < 16; ++k)
    row[k] = in[16 * i + k];
  for (int k = 0; k < 12; ++k)
    out[12 * i + k] = row[k] ^ row[15 - k];
  // CHECK: [[#@LINE-3]]:{{[0-9]+}}: warning: a thread loads 'in' and stores 'out' in {{[0-9]+}} accesses of 1 byte, where 1 of 16 bytes and 3 of 4 bytes would do
  // CHECK: note: access the 16 bytes of 'in' at once, as uint4, and the 4 bytes of 'out' at once, as uchar4; the compiler does not join the parts, because it does not know that the arrays begin at multiples of these, as each of cudaMalloc does
}

void run(unsigned char *in, unsigned char *out) {
  fold<<<65536, 256>>>(in, out);
  gray<<<dim3(256, 256), dim3(16, 16)>>>(in, out, 4096, 4096);
  grayOfPixels<<<65536, 256>>>((uchar4 *)in, (uchar4 *)out, 16777216);
  grayOfThree<<<65536, 256>>>(in, out, 16777216);
}
