// 2D convolution of a grey image with a run-time filter size, skipping what
// lies outside; filter in global or in constant memory. Stands for dataset
// unicam_conv: conv2d_kernel_v1, conv2d_kernel_v1_const. Part of gpuperf.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// 7 x 7 at most.
__constant__ float ConstantFilter[49];

static __device__ void filterPixel(const float *__restrict__ Input,
                                   float *__restrict__ Output, int Width,
                                   int Height, const float *__restrict__ Filter,
                                   int Size) {
  const int Column = blockIdx.x * blockDim.x + threadIdx.x;
  const int Line = blockIdx.y * blockDim.y + threadIdx.y;
  if (Column >= Width || Line >= Height)
    return;
  const int Half = Size / 2;
  float Sum = 0.0f;
  for (int Y = -Half; Y <= Half; ++Y) {
    const int FromLine = Line + Y;
    if (FromLine < 0 || FromLine >= Height)
      continue;
    for (int X = -Half; X <= Half; ++X) {
      const int FromColumn = Column + X;
      if (FromColumn >= 0 && FromColumn < Width)
        Sum += Input[FromLine * Width + FromColumn] *
               Filter[(Y + Half) * Size + X + Half];
    }
  }
  Output[Line * Width + Column] = Sum;
}

__global__ void conv2d_kernel_v1(const float *__restrict__ input,
                                 float *__restrict__ output, int width,
                                 int height, const float *__restrict__ kernel,
                                 int kernel_size) {
  filterPixel(input, output, width, height, kernel, kernel_size);
}

__global__ void conv2d_kernel_v1_const(const float *__restrict__ input,
                                       float *__restrict__ output, int width,
                                       int height, int kernel_size) {
  filterPixel(input, output, width, height, ConstantFilter, kernel_size);
}
