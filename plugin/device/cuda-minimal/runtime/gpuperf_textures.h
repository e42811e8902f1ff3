//===- gpuperf_textures.h - Reads of textures and surfaces ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of texture objects and of the texture references that CUDA had
// up to version 11, as the instructions that the PTX manual has for them.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEXTURES_H
#define GPUPERF_TEXTURES_H

#pragma GCC system_header // not the user's code to be warned about

#define cudaTextureType1D 1
#define cudaTextureType2D 2
#define cudaTextureType3D 3
#define cudaTextureTypeCubemap 12
#define cudaTextureType1DLayered 241
#define cudaTextureType2DLayered 242
#define cudaTextureTypeCubemapLayered 252

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization;
};
/// With this attribute clang takes the variable for one that the GPU reads.
template <class T, int Dimensions = cudaTextureType1D,
          cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture
    : textureReference {
  texture(int normalized = 0,
          cudaTextureFilterMode filter = cudaFilterModePoint,
          cudaTextureAddressMode address = cudaAddressModeClamp)
      : texture(normalized, filter, address, cudaCreateChannelDesc<T>()) {}
  texture(int normalized, cudaTextureFilterMode filter,
          cudaTextureAddressMode address, cudaChannelFormatDesc desc)
      : textureReference{
            normalized, filter, {address, address, address}, desc} {}
};

/// What a read of a texture gives that was declared with texels of T.
template <class T, cudaTextureReadMode Mode> struct GpuperfRead {
  typedef T Type;
};
template <> struct GpuperfRead<unsigned char, cudaReadModeNormalizedFloat> {
  typedef float Type;
};
template <> struct GpuperfRead<signed char, cudaReadModeNormalizedFloat> {
  typedef float Type;
};
template <> struct GpuperfRead<char, cudaReadModeNormalizedFloat> {
  typedef float Type;
};
template <> struct GpuperfRead<unsigned short, cudaReadModeNormalizedFloat> {
  typedef float Type;
};
template <> struct GpuperfRead<short, cudaReadModeNormalizedFloat> {
  typedef float Type;
};
#define GPUPERF_NORMALIZED(T)                                                  \
  template <> struct GpuperfRead<T##1, cudaReadModeNormalizedFloat> {          \
    typedef float1 Type;                                                       \
  };                                                                           \
  template <> struct GpuperfRead<T##2, cudaReadModeNormalizedFloat> {          \
    typedef float2 Type;                                                       \
  };                                                                           \
  template <> struct GpuperfRead<T##4, cudaReadModeNormalizedFloat> {          \
    typedef float4 Type;                                                       \
  };
GPUPERF_NORMALIZED(uchar)
GPUPERF_NORMALIZED(char)
GPUPERF_NORMALIZED(ushort)
GPUPERF_NORMALIZED(short)
#undef GPUPERF_NORMALIZED

/// The handle that the GPU holds for such a variable.
template <class T>
static __device__ __forceinline__ cudaTextureObject_t
gpuperfObject(T reference) {
  cudaTextureObject_t Object;
  asm("mov.b64 %0, %1;" : "=l"(Object) : "l"(reference));
  return Object;
}

/// The four numbers that a read gives for texels of this kind.
template <class Part, bool Float = (Part)0.5f != (Part)0,
          bool Signed = ((Part)-1 < (Part)0)>
struct GpuperfFetch {
  typedef uint4 Type;
};
template <class Part> struct GpuperfFetch<Part, false, true> {
  typedef int4 Type;
};
template <class Part> struct GpuperfFetch<Part, true, true> {
  typedef float4 Type;
};
template <class T> struct GpuperfFetchOf {
  typedef typename GpuperfTexel<T>::Part Part;
  typedef typename GpuperfFetch<Part>::Type Type;
  static __device__ __forceinline__ T taken(const Type &Fetched) {
    T Result;
    for (int I = 0; I < (int)(sizeof(T) / sizeof(Part)); ++I)
      ((Part *)&Result)[I] = (Part)(&Fetched.x)[I];
    return Result;
  }
};

// Each read: of an object, with the result returned or put behind a pointer,
// and of a reference.
#define GPUPERF_ARGS(...) __VA_ARGS__
#define GPUPERF_READ(Name, Op, Vector, Format, Register, Place, Parameters,    \
                     Operands)                                                 \
  static __device__ __forceinline__ void gpuperf_##Name(                       \
      Vector &v, cudaTextureObject_t object, GPUPERF_ARGS Parameters) {        \
    asm(Op Format "{%0, %1, %2, %3}, " Place ";"                               \
        : "=" Register(v.x), "=" Register(v.y), "=" Register(v.z),             \
          "=" Register(v.w)                                                    \
        : [o] "l"(object), GPUPERF_ARGS Operands);                             \
  }
#define GPUPERF_TEXTURE(Name, Op, Coordinate, Place, Parameters, Operands,     \
                        Arguments)                                             \
  GPUPERF_READ(Name, Op, float4, ".v4.f32." Coordinate " ", "f", Place,        \
               Parameters, Operands)                                           \
  GPUPERF_READ(Name, Op, int4, ".v4.s32." Coordinate " ", "r", Place,          \
               Parameters, Operands)                                           \
  GPUPERF_READ(Name, Op, uint4, ".v4.u32." Coordinate " ", "r", Place,         \
               Parameters, Operands)                                           \
  template <class T>                                                           \
  static __device__ __forceinline__ T Name(cudaTextureObject_t object,         \
                                           GPUPERF_ARGS Parameters) {          \
    typename GpuperfFetchOf<T>::Type v;                                        \
    gpuperf_##Name(v, object, GPUPERF_ARGS Arguments);                         \
    return GpuperfFetchOf<T>::taken(v);                                        \
  }                                                                            \
  template <class T>                                                           \
  static __device__ __forceinline__ void Name(                                 \
      T *result, cudaTextureObject_t object, GPUPERF_ARGS Parameters) {        \
    *result = Name<T>(object, GPUPERF_ARGS Arguments);                         \
  }                                                                            \
  template <class T, int Dimensions, cudaTextureReadMode Mode>                 \
  static __device__ __forceinline__ typename GpuperfRead<T, Mode>::Type Name(  \
      texture<T, Dimensions, Mode> reference, GPUPERF_ARGS Parameters) {       \
    return Name<typename GpuperfRead<T, Mode>::Type>(gpuperfObject(reference), \
                                                     GPUPERF_ARGS Arguments);  \
  }
GPUPERF_TEXTURE(tex1Dfetch, "tex.1d", "s32", "[%[o], {%[x]}]", (int x),
                ([x] "r"(x)), (x))
GPUPERF_TEXTURE(tex1D, "tex.1d", "f32", "[%[o], {%[x]}]", (float x),
                ([x] "f"(x)), (x))
GPUPERF_TEXTURE(tex2D, "tex.2d", "f32", "[%[o], {%[x], %[y]}]",
                (float x, float y), ([x] "f"(x), [y] "f"(y)), (x, y))
GPUPERF_TEXTURE(tex3D, "tex.3d", "f32", "[%[o], {%[x], %[y], %[z], %[z]}]",
                (float x, float y, float z),
                ([x] "f"(x), [y] "f"(y), [z] "f"(z)), (x, y, z))
GPUPERF_TEXTURE(texCubemap, "tex.cube", "f32",
                "[%[o], {%[x], %[y], %[z], %[z]}]",
                (float x, float y, float z),
                ([x] "f"(x), [y] "f"(y), [z] "f"(z)), (x, y, z))
GPUPERF_TEXTURE(tex1DLayered, "tex.a1d", "f32", "[%[o], {%[l], %[x]}]",
                (float x, int layer), ([x] "f"(x), [l] "r"(layer)), (x, layer))
GPUPERF_TEXTURE(tex2DLayered, "tex.a2d", "f32",
                "[%[o], {%[l], %[x], %[y], %[y]}]",
                (float x, float y, int layer),
                ([x] "f"(x), [y] "f"(y), [l] "r"(layer)), (x, y, layer))
GPUPERF_TEXTURE(tex1DLod, "tex.level.1d", "f32", "[%[o], {%[x]}], %[l]",
                (float x, float level), ([x] "f"(x), [l] "f"(level)),
                (x, level))
GPUPERF_TEXTURE(tex2DLod, "tex.level.2d", "f32", "[%[o], {%[x], %[y]}], %[l]",
                (float x, float y, float level),
                ([x] "f"(x), [y] "f"(y), [l] "f"(level)), (x, y, level))
GPUPERF_TEXTURE(tex3DLod, "tex.level.3d", "f32",
                "[%[o], {%[x], %[y], %[z], %[z]}], %[l]",
                (float x, float y, float z, float level),
                ([x] "f"(x), [y] "f"(y), [z] "f"(z), [l] "f"(level)),
                (x, y, z, level))
// Which of the four parts of the texels is asked for costs the same.
GPUPERF_TEXTURE(tex2Dgather, "tld4.r.2d", "f32", "[%[o], {%[x], %[y]}]",
                (float x, float y, int = 0), ([x] "f"(x), [y] "f"(y)), (x, y))
#undef GPUPERF_TEXTURE
#undef GPUPERF_READ
#undef GPUPERF_ARGS

extern "C" {
cudaError_t cudaBindTexture(size_t *offset, const textureReference *t,
                            const void *p, const cudaChannelFormatDesc *desc,
                            size_t bytes);
cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *t,
                              const void *p, const cudaChannelFormatDesc *desc,
                              size_t w, size_t h, size_t pitch);
cudaError_t cudaBindTextureToArray(const textureReference *t,
                                   cudaArray_const_t a,
                                   const cudaChannelFormatDesc *desc);
cudaError_t cudaUnbindTexture(const textureReference *t);
cudaError_t cudaGetTextureReference(const textureReference **t,
                                    const void *symbol);
} // extern "C"

// Typed forms of the above.
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, D, M> &t,
                            const void *p, const cudaChannelFormatDesc &desc,
                            size_t bytes = (size_t)0xFFFFFFFF) {
  return cudaBindTexture(offset, (const textureReference *)&t, p, &desc, bytes);
}
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTexture(size_t *offset, const texture<T, D, M> &t,
                            const void *p, size_t bytes = (size_t)0xFFFFFFFF) {
  return cudaBindTexture(offset, t, p, t.channelDesc, bytes);
}
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, D, M> &t,
                              const void *p, const cudaChannelFormatDesc &desc,
                              size_t w, size_t h, size_t pitch) {
  return cudaBindTexture2D(offset, (const textureReference *)&t, p, &desc, w, h,
                           pitch);
}
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTexture2D(size_t *offset, const texture<T, D, M> &t,
                              const void *p, size_t w, size_t h, size_t pitch) {
  return cudaBindTexture2D(offset, t, p, t.channelDesc, w, h, pitch);
}
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTextureToArray(const texture<T, D, M> &t,
                                   cudaArray_const_t a,
                                   const cudaChannelFormatDesc &desc) {
  return cudaBindTextureToArray((const textureReference *)&t, a, &desc);
}
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaBindTextureToArray(const texture<T, D, M> &t,
                                   cudaArray_const_t a) {
  return cudaBindTextureToArray(t, a, t.channelDesc);
}
template <class T, int D, cudaTextureReadMode M>
cudaError_t cudaUnbindTexture(const texture<T, D, M> &t) {
  return cudaUnbindTexture((const textureReference *)&t);
}

#endif // GPUPERF_TEXTURES_H
