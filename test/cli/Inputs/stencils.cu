// A cube with a layer of halo: directly, plane by plane through shared memory,
// and a filter over an image.
__global__ void heat(const float *in, float *out, int n, float a, float b) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= n || y >= n || z >= n)
    return;
  size_t row = n + 2, plane = row * row;
  size_t at = (z + 1) * plane + (y + 1) * row + x + 1;
  out[at] = a * in[at] + b * (in[at - 1] + in[at + 1] + in[at - row] +
                              in[at + row] + in[at - plane] + in[at + plane]);
}

template <int TileX, int TileY>
__global__ void planes(const double *in, double *out, int n) {
  __shared__ double tile[TileY + 2][TileX + 2];
  int x = blockIdx.x * TileX + threadIdx.x;
  int y = blockIdx.y * TileY + threadIdx.y;
  size_t row = n + 2, plane = row * row;
  double before = 0, here = 0;
  for (int z = 0; z < n; ++z) {
    const double *from = in + z * plane + y * row + x;
    __syncthreads();
    tile[threadIdx.y][threadIdx.x] = *from;
    if (threadIdx.x < 2)
      tile[threadIdx.y][threadIdx.x + TileX] = from[TileX];
    if (threadIdx.y < 2)
      tile[threadIdx.y + TileY][threadIdx.x] = from[TileY * row];
    __syncthreads();
    double sum = 0;
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx)
        sum += tile[threadIdx.y + dy][threadIdx.x + dx];
    out[z * plane + (y + 1) * row + x + 1] = before + here + sum;
    before = here;
    here = sum;
  }
}

template <int Radius>
__global__ void filter(const float *image, const float *weights, float *out,
                       int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width - 2 * Radius || y >= height - 2 * Radius)
    return;
  float sum = 0;
  for (int i = 0; i <= 2 * Radius; ++i)
    for (int j = 0; j <= 2 * Radius; ++j)
      sum += weights[i * (2 * Radius + 1) + j] * image[(y + i) * width + x + j];
  out[(y + Radius) * width + x + Radius] = sum;
}

void run(float *a, float *b, double *c, double *d) {
  heat<<<dim3(8, 64, 64), dim3(32, 4, 4)>>>(a, b, 256, 0.4f, 0.1f);
  planes<32, 8><<<dim3(16, 64), dim3(32, 8)>>>(c, d, 512);
  filter<3><<<dim3(64, 256), dim3(32, 8)>>>(a, b, a, 2048, 2048);
}
