// stencil3d.cu - 7-point and 27-point stencils over a cube of n x n x n cells
// inside of arrays with one layer of halo. The weight of a cell depends on how
// many of its coordinates differ from the centre's.

struct Weights {
  double Centre, Face, Edge, Corner;
};

// 3D blocking: a thread a cell, the reach of a block comes through L1.
__global__ void stencil7(const double *__restrict__ in, double *__restrict__ out,
                         int n, Weights w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= n || y >= n || z >= n)
    return;
  size_t row = n + 2, plane = row * row;
  size_t at = (z + 1) * plane + (y + 1) * row + x + 1;
  double faces = in[at - 1] + in[at + 1] + in[at - row] + in[at + row] +
                 in[at - plane] + in[at + plane];
  out[at] = w.Centre * in[at] + w.Face * faces;
}

__global__ void stencil27(const double *__restrict__ in,
                          double *__restrict__ out, int n, Weights w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= n || y >= n || z >= n)
    return;
  size_t row = n + 2, plane = row * row;
  size_t at = (z + 1) * plane + (y + 1) * row + x + 1;
  const double weight[4] = {w.Centre, w.Face, w.Edge, w.Corner};
  double sum = 0;
#pragma unroll
  for (int dz = -1; dz <= 1; ++dz)
#pragma unroll
    for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
      for (int dx = -1; dx <= 1; ++dx)
        sum += weight[dx * dx + dy * dy + dz * dz] *
               in[at + dz * plane + dy * row + dx];
  out[at] = sum;
}

// 2D tiling: a thread a column of cells. Each plane goes through shared memory
// once, and its nine cells around the column count for three planes.
__global__ void stencil27Tiled(const double *__restrict__ in,
                               double *__restrict__ out, int n, Weights w) {
  extern __shared__ double tile[];
  const int pitch = blockDim.x + 2, rows = blockDim.y + 2;
  const int x0 = blockIdx.x * blockDim.x, y0 = blockIdx.y * blockDim.y;
  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  const size_t row = n + 2, plane = row * row;
  const double *mine = tile + (threadIdx.y + 1) * pitch + threadIdx.x + 1;
  double below = 0, here = 0;
  for (int z = 0; z < n + 2; ++z) {
    __syncthreads();
    for (int ty = threadIdx.y; ty < rows; ty += blockDim.y)
      for (int tx = threadIdx.x; tx < pitch; tx += blockDim.x)
        if (x0 + tx < n + 2 && y0 + ty < n + 2)
          tile[ty * pitch + tx] = in[z * plane + (y0 + ty) * row + x0 + tx];
    __syncthreads();
    double centre = mine[0];
    double sides = mine[-1] + mine[1] + mine[-pitch] + mine[pitch];
    double corners = mine[-pitch - 1] + mine[-pitch + 1] + mine[pitch - 1] +
                     mine[pitch + 1];
    double same = w.Centre * centre + w.Face * sides + w.Edge * corners;
    double next = w.Face * centre + w.Edge * sides + w.Corner * corners;
    if (z >= 2 && x < n && y < n)
      out[(z - 1) * plane + (y + 1) * row + x + 1] = below + next;
    below = here + same;
    here = next;
  }
}
