//===- gpuperf_arrays.h - CUDA arrays, copies of boxes, textures' settings ===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ARRAYS_H
#define GPUPERF_ARRAYS_H

#pragma GCC system_header // not the user's code to be warned about

#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
#define cudaArrayCubemap 4
#define cudaArrayTextureGather 8

typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaMipmappedArray *cudaMipmappedArray_const_t;

enum cudaChannelFormatKind {
  cudaChannelFormatKindSigned,
  cudaChannelFormatKindUnsigned,
  cudaChannelFormatKindFloat,
  cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};

struct cudaPitchedPtr {
  void *ptr;
  size_t pitch, xsize, ysize;
};
struct cudaExtent {
  size_t width, height, depth;
};
struct cudaPos {
  size_t x, y, z;
};
static inline cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch,
                                                 size_t x, size_t y) {
  return {p, pitch, x, y};
}
static inline cudaExtent make_cudaExtent(size_t w, size_t h, size_t d) {
  return {w, h, d};
}
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  return {x, y, z};
}

/// Each end is an array or a pointer; the other is zero.
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};

enum cudaTextureAddressMode {
  cudaAddressModeWrap,
  cudaAddressModeClamp,
  cudaAddressModeMirror,
  cudaAddressModeBorder
};
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureReadMode {
  cudaReadModeElementType,
  cudaReadModeNormalizedFloat
};
enum cudaSurfaceBoundaryMode {
  cudaBoundaryModeZero,
  cudaBoundaryModeClamp,
  cudaBoundaryModeTrap
};
enum cudaResourceType {
  cudaResourceTypeArray,
  cudaResourceTypeMipmappedArray,
  cudaResourceTypeLinear,
  cudaResourceTypePitch2D
};
struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void *devPtr;
      cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      cudaChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
};
enum cudaResourceViewFormat { cudaResViewFormatNone };
struct cudaResourceViewDesc {
  cudaResourceViewFormat format;
  size_t width, height, depth;
  unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer,
      reserved[16];
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};

extern "C" {
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind f);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *desc,
                               cudaArray_const_t a);

cudaError_t cudaMallocArray(cudaArray_t *a, const cudaChannelFormatDesc *desc,
                            size_t w, size_t h = 0, unsigned flags = 0);
cudaError_t cudaMalloc3DArray(cudaArray_t *a, const cudaChannelFormatDesc *desc,
                              cudaExtent e, unsigned flags = 0);
cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent e);
cudaError_t cudaFreeArray(cudaArray_t a);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *e,
                             unsigned *flags, cudaArray_t a);
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *a,
                                     const cudaChannelFormatDesc *desc,
                                     cudaExtent e, unsigned levels,
                                     unsigned flags = 0);
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *a,
                                       cudaMipmappedArray_const_t m,
                                       unsigned level);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t a);

cudaError_t cudaMemcpyToArray(cudaArray_t d, size_t x, size_t y, const void *s,
                              size_t bytes, cudaMemcpyKind k);
cudaError_t cudaMemcpyFromArray(void *d, cudaArray_const_t s, size_t x,
                                size_t y, size_t bytes, cudaMemcpyKind k);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t d, size_t x, size_t y,
                                   const void *s, size_t bytes,
                                   cudaMemcpyKind k, cudaStream_t stream = 0);
cudaError_t cudaMemcpyFromArrayAsync(void *d, cudaArray_const_t s, size_t x,
                                     size_t y, size_t bytes, cudaMemcpyKind k,
                                     cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DToArray(cudaArray_t d, size_t x, size_t y,
                                const void *s, size_t spitch, size_t w,
                                size_t h, cudaMemcpyKind k);
cudaError_t cudaMemcpy2DFromArray(void *d, size_t dpitch, cudaArray_const_t s,
                                  size_t x, size_t y, size_t w, size_t h,
                                  cudaMemcpyKind k);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t d, size_t x, size_t y,
                                     const void *s, size_t spitch, size_t w,
                                     size_t h, cudaMemcpyKind k,
                                     cudaStream_t stream = 0);
cudaError_t cudaMemcpy2DFromArrayAsync(void *d, size_t dpitch,
                                       cudaArray_const_t s, size_t x, size_t y,
                                       size_t w, size_t h, cudaMemcpyKind k,
                                       cudaStream_t stream = 0);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t s = 0);
cudaError_t cudaMemset3D(cudaPitchedPtr p, int v, cudaExtent e);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int v, cudaExtent e,
                              cudaStream_t s = 0);

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *t,
                                    const cudaResourceDesc *r,
                                    const cudaTextureDesc *d,
                                    const cudaResourceViewDesc *v);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t t);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *s,
                                    const cudaResourceDesc *r);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t s);
} // extern "C"

/// How many parts of which type a texel has.
template <class T, class = void> struct GpuperfTexel {
  typedef T Part;
};
template <class T> struct GpuperfTexel<T, decltype((void)T::x)> {
  typedef decltype(T::x) Part;
};
template <class T> cudaChannelFormatDesc cudaCreateChannelDesc() {
  typedef typename GpuperfTexel<T>::Part Part;
  const int Parts = sizeof(T) / sizeof(Part), Bits = 8 * (int)sizeof(Part);
  return {Bits, Parts > 1 ? Bits : 0, Parts > 2 ? Bits : 0,
          Parts > 3 ? Bits : 0,
          (Part)0.5f != (Part)0   ? cudaChannelFormatKindFloat
          : (Part)-1 < (Part)0    ? cudaChannelFormatKindSigned
                                  : cudaChannelFormatKindUnsigned};
}

#endif // GPUPERF_ARRAYS_H
