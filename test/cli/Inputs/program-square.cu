#include <stdio.h>
#include <stdlib.h>
__global__ void transpose(const float *In, float *Out, int Width, int Height) {
  const int X = blockIdx.x * 16 + threadIdx.x, Y = blockIdx.y * 16 + threadIdx.y;
  if (X < Width && Y < Height)
    Out[X * Height + Y] = In[Y * Width + X];
}
__global__ void scale(float *Out, int Times, int Count) {
  const int I = blockIdx.x * 256 + threadIdx.x;
  if (I < Count)
    for (int K = 0; K < Times; ++K)
      Out[I] *= 1.5f;
}
// Two sizes that have to be the same, and a number that the grids do not show.
int main(int argc, char **argv) {
  if (argc != 4)
    return 1;
  const int Width = atoi(argv[1]), Height = atoi(argv[2]);
  if (Width != Height) {
    printf("not square\n");
    return 1;
  }
  float *In, *Out;
  cudaMalloc(&In, sizeof(float) * Width * Height);
  cudaMalloc(&Out, sizeof(float) * Width * Height);
  transpose<<<dim3(Width / 16, Height / 16), dim3(16, 16)>>>(In, Out, Width, Height);
  scale<<<Width / 256, 256>>>(Out, atoi(argv[3]), Width);
}
