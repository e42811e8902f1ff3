// Turns an interleaved 8-bit RGB image grey, one pixel per thread, bytes read
// one by one. Stands for dataset pmpp_nvbench: color_to_grayscale_conversion.
// Part of gpuperf. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__global__ void color_to_grayscale_conversion(unsigned char *in,
                                              unsigned char *out, int width,
                                              int height) {
  const int Channels = 3;
  int Line = blockIdx.y * blockDim.y + threadIdx.y;
  int Column = blockIdx.x * blockDim.x + threadIdx.x;
  bool Inside = Line >= 0 && Line < height && Column >= 0 && Column < width;
  if (!Inside)
    return;
  int Pixel = Line * width + Column;
  unsigned char Red = in[Pixel * Channels];
  unsigned char Green = in[Pixel * Channels + 1];
  unsigned char Blue = in[Pixel * Channels + 2];
  out[Pixel] =
      static_cast<unsigned char>(0.21f * Red + 0.71f * Green + 0.07f * Blue);
}
