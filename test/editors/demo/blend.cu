// blend.cu - one denoising step over the frames of a video.
#include <cuda_runtime.h>

constexpr int Width = 3840, Height = 2160;

// Out = (1 - Weight) * Old + Weight * New, pixel by pixel.
__global__ void blend(const ushort4 *Old, const ushort4 *New, ushort4 *Out,
                      float Weight, int Count) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I >= Count)
    return;
  ushort4 A = Old[I], B = New[I];
  Out[I] = make_ushort4(A.x + Weight * (B.x - A.x), A.y + Weight * (B.y - A.y),
                       A.z + Weight * (B.z - A.z), A.w);
}

// Brightness of each pixel, in double precision by accident.
__global__ void brightness(const ushort4 *In, float *Out, int Count) {
  int I = blockIdx.x * blockDim.x + threadIdx.x;
  if (I < Count)
    Out[I] = 0.2126 * In[I].x + 0.7152 * In[I].y + 0.0722 * In[I].z;
}

void denoise(const ushort4 *Old, const ushort4 *New, ushort4 *Out, float *Luma) {
  const int Count = Width * Height;
  blend<<<(Count + 31) / 32, 32>>>(Old, New, Out, 0.25f, Count);
  brightness<<<(Count + 255) / 256, 256>>>(Out, Luma, Count);
}
