//===- gpuperf_hip_arrays.h - HIP's arrays and textures, declarations -----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_HIP_ARRAYS_H
#define GPUPERF_HIP_ARRAYS_H

#pragma GCC system_header // not the user's code to be warned about

// The numbers are those of ROCm.
enum hipChannelFormatKind {
  hipChannelFormatKindSigned,
  hipChannelFormatKindUnsigned,
  hipChannelFormatKindFloat,
  hipChannelFormatKindNone
};
struct hipChannelFormatDesc {
  int x, y, z, w;
  hipChannelFormatKind f;
};
enum hipArray_Format {
  HIP_AD_FORMAT_UNSIGNED_INT8 = 0x01,
  HIP_AD_FORMAT_UNSIGNED_INT16 = 0x02,
  HIP_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  HIP_AD_FORMAT_SIGNED_INT8 = 0x08,
  HIP_AD_FORMAT_SIGNED_INT16 = 0x09,
  HIP_AD_FORMAT_SIGNED_INT32 = 0x0a,
  HIP_AD_FORMAT_HALF = 0x10,
  HIP_AD_FORMAT_FLOAT = 0x20
};
enum hipResourceType {
  hipResourceTypeArray,
  hipResourceTypeMipmappedArray,
  hipResourceTypeLinear,
  hipResourceTypePitch2D
};
enum hipTextureAddressMode {
  hipAddressModeWrap,
  hipAddressModeClamp,
  hipAddressModeMirror,
  hipAddressModeBorder
};
enum hipTextureFilterMode { hipFilterModePoint, hipFilterModeLinear };
enum hipTextureReadMode {
  hipReadModeElementType,
  hipReadModeNormalizedFloat
};

struct hipArray;
typedef hipArray *hipArray_t;
typedef const hipArray *hipArray_const_t;
typedef struct hipMipmappedArray *hipMipmappedArray_t;

struct hipResourceDesc {
  hipResourceType resType;
  union {
    struct {
      hipArray_t array;
    } array;
    struct {
      hipMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void *devPtr;
      hipChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      hipChannelFormatDesc desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
  } res;
};
struct hipTextureDesc {
  hipTextureAddressMode addressMode[3];
  hipTextureFilterMode filterMode;
  hipTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  hipTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct hipResourceViewDesc;

struct hipPos {
  size_t x, y, z;
};
struct hipMemcpy3DParms {
  hipArray_t srcArray;
  hipPos srcPos;
  hipPitchedPtr srcPtr;
  hipArray_t dstArray;
  hipPos dstPos;
  hipPitchedPtr dstPtr;
  hipExtent extent;
  hipMemcpyKind kind;
};

#define hipArrayDefault 0
#define hipArrayLayered 1
#define hipArraySurfaceLoadStore 2

static inline hipExtent make_hipExtent(size_t w, size_t h, size_t d) {
  return {w, h, d};
}
static inline hipPos make_hipPos(size_t x, size_t y, size_t z) {
  return {x, y, z};
}
static inline hipPitchedPtr make_hipPitchedPtr(void *p, size_t pitch, size_t w,
                                               size_t h) {
  return {p, pitch, w, h};
}

extern "C" {
hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                          hipChannelFormatKind f);
hipError_t hipMallocArray(hipArray_t *a, const hipChannelFormatDesc *desc,
                          size_t w, size_t h = 0,
                          unsigned flags = hipArrayDefault);
hipError_t hipMalloc3DArray(hipArray_t *a, const hipChannelFormatDesc *desc,
                            hipExtent extent, unsigned flags);
hipError_t hipMalloc3D(hipPitchedPtr *p, hipExtent extent);
hipError_t hipFreeArray(hipArray_t a);
hipError_t hipMemcpy2DToArray(hipArray_t d, size_t x, size_t y, const void *s,
                              size_t pitch, size_t w, size_t h,
                              hipMemcpyKind k);
hipError_t hipMemcpyToArray(hipArray_t d, size_t x, size_t y, const void *s,
                            size_t bytes, hipMemcpyKind k);
hipError_t hipMemcpyFromArray(void *d, hipArray_const_t s, size_t x, size_t y,
                              size_t bytes, hipMemcpyKind k);
hipError_t hipMemcpy3D(const hipMemcpy3DParms *p);
hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *p, hipStream_t s = 0);
hipError_t hipMemset3D(hipPitchedPtr p, int v, hipExtent extent);
hipError_t hipCreateTextureObject(hipTextureObject_t *t,
                                  const hipResourceDesc *resource,
                                  const hipTextureDesc *texture,
                                  const hipResourceViewDesc *view);
hipError_t hipDestroyTextureObject(hipTextureObject_t t);
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *s,
                                  const hipResourceDesc *resource);
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t s);
} // extern "C"

template <class T> hipChannelFormatDesc hipCreateChannelDesc();

#endif // GPUPERF_HIP_ARRAYS_H
