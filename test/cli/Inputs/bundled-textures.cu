#include <cuda_fp16.h>
#include <stdio.h>

texture<float, 2, cudaReadModeElementType> image;
texture<uchar4, 2, cudaReadModeNormalizedFloat> color;
texture<float> line;

__global__ void references(float *out) {
  int x = threadIdx.x, y = blockIdx.x;
  float4 c = tex2D(color, x + 0.5f, y + 0.5f);
  out[y * blockDim.x + x] = tex2D(image, x, y) + tex1Dfetch(line, x) + c.w;
}
__global__ void objects(float *out, cudaTextureObject_t t,
                        cudaSurfaceObject_t s) {
  int x = threadIdx.x, y = blockIdx.x;
  uchar4 c = tex2D<uchar4>(t, x, y);
  float v, w;
  tex3D(&v, t, x, y, 0.5f);
  surf2Dread(&w, s, x * 4, y);
  surf2Dwrite(make_float2(v, w), s, x * 8, y, cudaBoundaryModeClamp);
  out[y * blockDim.x + x] = c.x + v + w + tex1DLayered<float>(t, x, 1) +
                            tex2Dgather<float4>(t, x, y).z +
                            surf1Dread<unsigned char>(s, x);
}
__global__ void pairs(half *h, half2 *out) {
  half2 both[2] = {half2(h[threadIdx.x], h[0]), half2(h[1], h[2])};
  out[threadIdx.x] = __hadd2(both[0], both[1]);
}

int main() {
  float *x;
  half *h;
  cudaMalloc(&x, 64 * 64 * sizeof(float));
  cudaMalloc(&h, 64 * sizeof(half));
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaChannelFormatDesc four = cudaCreateChannelDesc<uchar4>();
  cudaArray *a;
  cudaArray_t b;
  cudaMallocArray(&a, &desc, 64, 64);
  cudaMallocArray(&b, &color.channelDesc, 64, 64);
  cudaMemcpyToArray(a, 0, 0, x, 64 * 64 * 4, cudaMemcpyDeviceToDevice);
  cudaMemcpy2DToArray(b, 0, 0, x, 256, 256, 64, cudaMemcpyDeviceToDevice);
  image.addressMode[0] = cudaAddressModeClamp;
  image.filterMode = cudaFilterModeLinear;
  image.normalized = true;
  cudaBindTextureToArray(image, a, desc);
  cudaBindTextureToArray(color, b);
  cudaBindTexture(NULL, line, x, 256);
  references<<<64, 64>>>(x);
  cudaUnbindTexture(line);

  cudaResourceDesc from;
  memset(&from, 0, sizeof(from));
  from.resType = cudaResourceTypeArray;
  from.res.array.array = a;
  struct cudaTextureDesc how;
  memset(&how, 0, sizeof(how));
  how.addressMode[0] = cudaAddressModeWrap;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t t;
  cudaSurfaceObject_t s;
  cudaCreateTextureObject(&t, &from, &how, NULL);
  cudaCreateSurfaceObject(&s, &from);
  objects<<<64, desc.x + desc.y + four.x * 4>>>(x, t, s);
  cudaDestroyTextureObject(t);
  cudaFreeArray(a);
  // Threads: the bits of a float; the kinds of both formats are known, too.
  if (desc.f == cudaChannelFormatKindFloat &&
      four.f == cudaChannelFormatKindUnsigned && four.w == 8)
    pairs<<<1, desc.x>>>(h, (half2 *)h);
}
