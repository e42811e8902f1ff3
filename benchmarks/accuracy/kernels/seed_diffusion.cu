// Anisotropic diffusion of an image: ImgFilter of Qu et al. 2020. A
// block repeats `steps` steps on its own piece; a thread owns one element, or a
// column. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// What flows in from the four neighbours; little across strong edges.
static __device__ __forceinline__ float inflow(const float *Image, int At,
                                               int Left, int Right, int Above,
                                               int Below, float Edge) {
  float Own = Image[At], Sum = 0.0f;
  const int Neighbours[4] = {Left, Right, Above, Below};
  for (int N : Neighbours) {
    float Slope = Image[N] - Own;
    Sum += Slope * expf(-(Slope * Slope) / (Edge * Edge));
  }
  return Sum;
}

__global__ void diffuse_elements(float *image, int width, int height, int steps,
                                 float edge) {
  const int X = (blockIdx.x * blockDim.x + threadIdx.x) % width;
  const int Y = (blockIdx.x * blockDim.x + threadIdx.x) / width;
  if (Y >= height)
    return;
  const int At = Y * width + X;
  for (int Step = 0; Step < steps; ++Step)
    image[At] +=
        0.25f * inflow(image, At, X > 0 ? At - 1 : At,
                       X + 1 < width ? At + 1 : At, Y > 0 ? At - width : At,
                       Y + 1 < height ? At + width : At, edge);
}

__global__ void diffuse_columns(float *image, int width, int height, int steps,
                                float edge) {
  const int X = blockIdx.x * blockDim.x + threadIdx.x;
  if (X >= width)
    return;
  for (int Step = 0; Step < steps; ++Step)
    for (int Y = 0; Y < height; ++Y) {
      const int At = Y * width + X;
      image[At] +=
          0.25f * inflow(image, At, X > 0 ? At - 1 : At,
                         X + 1 < width ? At + 1 : At, Y > 0 ? At - width : At,
                         Y + 1 < height ? At + width : At, edge);
    }
}
