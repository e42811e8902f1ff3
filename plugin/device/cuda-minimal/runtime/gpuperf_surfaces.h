//===- gpuperf_surfaces.h - Reads and writes of surfaces ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the instructions that the PTX manual has for them. What happens beyond the
// edge (cudaSurfaceBoundaryMode) costs the same and is left out.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_SURFACES_H
#define GPUPERF_SURFACES_H

#pragma GCC system_header // not the user's code to be warned about

/// What is moved for elements of so many bytes.
template <int Bytes> struct GpuperfBits;
template <> struct GpuperfBits<1> {
  typedef unsigned char Type;
};
template <> struct GpuperfBits<2> {
  typedef unsigned short Type;
};
template <> struct GpuperfBits<4> {
  typedef unsigned Type;
};
template <> struct GpuperfBits<8> {
  typedef uint2 Type;
};
template <> struct GpuperfBits<16> {
  typedef uint4 Type;
};

#define GPUPERF_ARGS(...) __VA_ARGS__
#define GPUPERF_MOVE(Name, Kind, Type, Format, Value, Outputs, Inputs, Place,  \
                     Parameters, Operands)                                     \
  static __device__ __forceinline__ void gpuperf_##Name##read(                 \
      Type &v, cudaSurfaceObject_t object, GPUPERF_ARGS Parameters) {          \
    asm volatile("suld.b." Kind Format ".trap " Value ", [%[o], " Place "];"   \
                 : GPUPERF_ARGS Outputs                                        \
                 : [o] "l"(object), GPUPERF_ARGS Operands);                    \
  }                                                                            \
  static __device__ __forceinline__ void gpuperf_##Name##write(                \
      Type &v, cudaSurfaceObject_t object, GPUPERF_ARGS Parameters) {          \
    asm volatile("sust.b." Kind Format ".trap [%[o], " Place "], " Value ";"   \
                 :                                                             \
                 : GPUPERF_ARGS Inputs, [o] "l"(object),                       \
                   GPUPERF_ARGS Operands);                                     \
  }
#define GPUPERF_SURFACE(Name, Kind, Place, Parameters, Operands, Arguments)    \
  GPUPERF_MOVE(Name, Kind, unsigned short, ".b16", "{%0}", ("=h"(v)),          \
               ("h"(v)), Place, Parameters, Operands)                          \
  GPUPERF_MOVE(Name, Kind, unsigned, ".b32", "{%0}", ("=r"(v)), ("r"(v)),      \
               Place, Parameters, Operands)                                    \
  GPUPERF_MOVE(Name, Kind, uint2, ".v2.b32", "{%0, %1}",                       \
               ("=r"(v.x), "=r"(v.y)), ("r"(v.x), "r"(v.y)), Place,            \
               Parameters, Operands)                                           \
  GPUPERF_MOVE(Name, Kind, uint4, ".v4.b32", "{%0, %1, %2, %3}",               \
               ("=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)),                   \
               ("r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w)), Place, Parameters,    \
               Operands)                                                       \
  static __device__ __forceinline__ void gpuperf_##Name##read(                 \
      unsigned char &v, cudaSurfaceObject_t object,                            \
      GPUPERF_ARGS Parameters) {                                               \
    unsigned short wide;                                                       \
    asm volatile("suld.b." Kind ".b8.trap {%0}, [%[o], " Place "];"            \
                 : "=h"(wide)                                                  \
                 : [o] "l"(object), GPUPERF_ARGS Operands);                    \
    v = (unsigned char)wide;                                                   \
  }                                                                            \
  static __device__ __forceinline__ void gpuperf_##Name##write(                \
      unsigned char &v, cudaSurfaceObject_t object,                            \
      GPUPERF_ARGS Parameters) {                                               \
    asm volatile("sust.b." Kind ".b8.trap [%[o], " Place "], {%0};"            \
                 :                                                             \
                 : "h"((unsigned short)v), [o] "l"(object),                    \
                   GPUPERF_ARGS Operands);                                     \
  }                                                                            \
  template <class T>                                                           \
  static __device__ __forceinline__ T Name##read(                              \
      cudaSurfaceObject_t object, GPUPERF_ARGS Parameters,                     \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                        \
    typename GpuperfBits<sizeof(T)>::Type bits;                                \
    gpuperf_##Name##read(bits, object, GPUPERF_ARGS Arguments);                \
    T result;                                                                  \
    __builtin_memcpy(&result, &bits, sizeof(T));                               \
    return result;                                                             \
  }                                                                            \
  template <class T>                                                           \
  static __device__ __forceinline__ void Name##read(                           \
      T *result, cudaSurfaceObject_t object, GPUPERF_ARGS Parameters,          \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                        \
    *result = Name##read<T>(object, GPUPERF_ARGS Arguments);                   \
  }                                                                            \
  template <class T>                                                           \
  static __device__ __forceinline__ void Name##write(                          \
      T value, cudaSurfaceObject_t object, GPUPERF_ARGS Parameters,            \
      cudaSurfaceBoundaryMode = cudaBoundaryModeTrap) {                        \
    typename GpuperfBits<sizeof(T)>::Type bits;                                \
    __builtin_memcpy(&bits, &value, sizeof(T));                                \
    gpuperf_##Name##write(bits, object, GPUPERF_ARGS Arguments);               \
  }
// x counts in bytes.
GPUPERF_SURFACE(surf1D, "1d", "{%[x]}", (int x), ([x] "r"(x)), (x))
GPUPERF_SURFACE(surf2D, "2d", "{%[x], %[y]}", (int x, int y),
                ([x] "r"(x), [y] "r"(y)), (x, y))
GPUPERF_SURFACE(surf3D, "3d", "{%[x], %[y], %[z], %[z]}",
                (int x, int y, int z), ([x] "r"(x), [y] "r"(y), [z] "r"(z)),
                (x, y, z))
GPUPERF_SURFACE(surf1DLayered, "a1d", "{%[l], %[x]}", (int x, int layer),
                ([x] "r"(x), [l] "r"(layer)), (x, layer))
GPUPERF_SURFACE(surf2DLayered, "a2d", "{%[l], %[x], %[y], %[y]}",
                (int x, int y, int layer),
                ([x] "r"(x), [y] "r"(y), [l] "r"(layer)), (x, y, layer))
#undef GPUPERF_SURFACE
#undef GPUPERF_MOVE
#undef GPUPERF_ARGS

#endif // GPUPERF_SURFACES_H
