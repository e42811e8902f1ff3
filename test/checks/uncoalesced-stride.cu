// Strides that are not one number: nothing is said as if they were.
// RUN: %tidy -checks=-*,gpuperf-uncoalesced-access --config="{CheckOptions: {GpuperfGpu: rtx-3080}}" %s -- %device 2>&1 | FileCheck %s

// Each step of the tree has another stride, and the last ones have few lanes:
// 511 sectors in the 36 requests of a block, told as 14.
__global__ void tree(const unsigned *in, unsigned *out) {
  unsigned t = threadIdx.x, sum = 0;
  for (int off = 512; off; off /= 2)
    if (t < off)
      sum += in[(blockIdx.x * 1024 + off) * 1024 + 1024 / off * t];
  // CHECK: warning: 14 sectors per request instead of 3.61 (the stride between neighbouring threads changes from iteration to iteration in 'in'): {{[0-9]+}}% of the time of 'tree'
  out[blockIdx.x * 1024 + t] = sum;
}

// All lanes have one address first, and are far from each other later on.
__global__ void products(const float *in, float *out, int n) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += in[i * id];
  // CHECK: warning: {{[0-9.]+}} sectors per request instead of 4 (the stride between neighbouring threads changes from iteration to iteration in 'in'): {{[0-9]+}}% of the time of 'products'
  out[id] = sum;
}

__global__ void pitch(const int *shift, const float *in, float *out) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  out[id] = in[(1024 >> *shift) * id];
  // CHECK: warning: up to 32 sectors per request instead of 4 (data decides over the stride between neighbouring threads in 'in'): {{[0-9]+}}% of the time of 'pitch'
}

// Rows of three elements are kept by L1, rows of many are not.
__global__ void row(const float *in, float *out, int length) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < length; ++k)
    sum += in[id * length + k];
  out[id] = sum;
  // CHECK: warning: up to 32 sectors per request instead of 4 (stride 4 * length bytes between neighbouring threads in 'in'): at least {{[0-9]+}}% of the time of 'row' on rtx-3080 where length is {{8|32|128}} or more
}

// Where the grid grows with a size, it is told how far; 'n' is not named by
// 'length'.
__global__ void rows(const float *in, float *out, int n, int length) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < length && id < n; ++k)
    sum += in[id * length + k];
  out[id] = sum;
  // CHECK: warning: {{.*}} of the time of 'rows' on rtx-3080 where length is {{[0-9]+}} or more, with 1024 threads or more
  // CHECK: note: n and length are not known here: the share is the least one at the sizes that were tried{{$}}
}

// Silent: an image has three channels.
__global__ void channel(const float *in, float *out, int channels) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < channels; ++k)
    sum += in[id * channels + k];
  out[id] = sum;
  // CHECK-NOT: 'channel'
}

__global__ void known(const float *in, float *out, int channels) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  out[id] = in[id * channels];
  // CHECK: warning: 12 sectors per request instead of 4 (stride 12 bytes between neighbouring threads in 'in'): {{[0-9]+}}% of the time of 'known'
}

// The host sets it.
__constant__ int pitchOfImage;
__global__ void image(const float *in, float *out) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  out[id] = in[pitchOfImage * id];
  // CHECK: warning: up to 32 sectors per request instead of 4 (stride 4 * pitchOfImage bytes between neighbouring threads in 'in'): {{[0-9]+}}% of the time of 'image'
}
// One of several numbers of an array has no name of its own.
__device__ int pitches[4];
__global__ void listed(const float *in, float *out) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  out[id] = in[pitches[2] * id];
  // CHECK: warning: up to 32 sectors per request instead of 4 (data decides over the stride between neighbouring threads in 'in'): {{[0-9]+}}% of the time of 'listed'
}

// Silent: the elements of a row are named one by one, so that it has four. What
// one load leaves of a sector the next ones use.
__global__ void named(const float *in, float *out, int terms) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  const float *row = in + id * terms;
  out[id] = row[0] * row[1] + row[2] * row[3];
  // CHECK-NOT: 'named'
}
void run(unsigned *a, unsigned *b, const int *d, const float *p, float *q, int channels, int length, int n) {
  tree<<<4096, 1024>>>(a, b);
  products<<<4096, 256>>>(p, q, 64);
  pitch<<<4096, 256>>>(d, p, q);
  row<<<4096, 256>>>(p, q, length);
  rows<<<(n + 255) / 256, 256>>>(p, q, n, length);
  channel<<<4096, 256>>>(p, q, channels);
  known<<<4096, 256>>>(p, q, 3);
  image<<<4096, 256>>>(p, q);
  listed<<<4096, 256>>>(p, q);
  named<<<4096, 256>>>(p, q, length);
}

// The column in front of a tile, whose row is counted from the last one: no
// order of threads makes neighbours of what lies a row apart, and nothing else
// of its sectors is wanted.
__global__ void edges(int *a, const int *b, int columns, int diagonals) {
  __shared__ int tile[16 * 16];
  int t = threadIdx.x;
  int edge = columns * 16 * (diagonals - 1 - blockIdx.x) + 16 * blockIdx.x;
  for (int row = 0; row < 16; ++row)
    tile[row * 16 + t] = b[edge + 1 + t + columns * row];
  int before = a[edge + columns * t];
  // CHECK-NOT: of the time of 'edges'
  __syncthreads();
  for (int row = 0; row < 16; ++row)
    a[edge + 1 + t + columns * row] = tile[t * 16 + row] + before;
}
void runEdges(int *a, const int *b, int columns, int diagonals) {
  edges<<<diagonals, 16>>>(a, b, columns, diagonals);
}
