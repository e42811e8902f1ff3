//===- Texture.h - Textures without a runtime's names -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Textures over ordinary memory: one-dimensional, fetched by element, and
// two-dimensional, fetched at the centre of an element. Nothing is filtered.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_GPU_TEXTURE_H
#define GPUPERF_BENCHMARKS_MICRO_GPU_TEXTURE_H

#include "benchmarks/micro/gpu/Device.h"
#include "benchmarks/micro/gpu/Run.h"
#include <cstring>

namespace gpuperf::micro {

#if defined(GPUPERF_EMULATED)

struct TextureHandle {
  const void *Data;
  uint32_t Width;
};
template <typename T> T fetch1D(TextureHandle H, uint32_t I) {
  return synthetic::load(static_cast<const T *>(H.Data) + I, 1);
}
template <typename T> T fetch2D(TextureHandle H, uint32_t X, uint32_t Y) {
  return fetch1D<T>(H, Y * H.Width + X);
}

template <typename T> class Texture {
public:
  Texture(T *Data, uint32_t Width, uint32_t = 0) : Object{Data, Width} {}
  TextureHandle handle() const { return Object; }

private:
  TextureHandle Object;
};

#else

using TextureHandle = cudaTextureObject_t;

#if defined(__HIP_NO_IMAGE_SUPPORT) && __HIP_NO_IMAGE_SUPPORT
// No texture units (gfx90a, gfx94x): hasTextures() says no, never run.
template <typename T> __device__ T fetch1D(TextureHandle, uint32_t) {
  return T();
}
template <typename T> __device__ T fetch2D(TextureHandle, uint32_t, uint32_t) {
  return T();
}
#else
template <typename T> __device__ T fetch1D(TextureHandle H, uint32_t I) {
  return tex1Dfetch<T>(H, int(I));
}
template <typename T>
__device__ T fetch2D(TextureHandle H, uint32_t X, uint32_t Y) {
  return tex2D<T>(H, float(X) + 0.5f, float(Y) + 0.5f);
}
#endif

/// Elements of T (uint32_t, uint4) as a texture; Height 0: one-dimensional.
/// The memory is the caller's; a row is Width elements, without padding, and a
/// multiple of the device's texture pitch alignment (at most 512 bytes).
template <typename T> class Texture {
public:
  Texture(T *Data, uint32_t Width, uint32_t Height = 0) {
    constexpr int WordBits = 32;
    constexpr bool Four = sizeof(T) == 16;
    cudaChannelFormatDesc Format = cudaCreateChannelDesc(
        WordBits, Four ? WordBits : 0, Four ? WordBits : 0, Four ? WordBits : 0,
        cudaChannelFormatKindUnsigned);
    cudaResourceDesc Resource;
    std::memset(&Resource, 0, sizeof(Resource));
    if (Height == 0) {
      Resource.resType = cudaResourceTypeLinear;
      Resource.res.linear.devPtr = Data;
      Resource.res.linear.desc = Format;
      Resource.res.linear.sizeInBytes = size_t(Width) * sizeof(T);
    } else {
      Resource.resType = cudaResourceTypePitch2D;
      Resource.res.pitch2D.devPtr = Data;
      Resource.res.pitch2D.desc = Format;
      Resource.res.pitch2D.width = Width;
      Resource.res.pitch2D.height = Height;
      Resource.res.pitch2D.pitchInBytes = size_t(Width) * sizeof(T);
    }
    cudaTextureDesc Description;
    std::memset(&Description, 0, sizeof(Description));
    Description.addressMode[0] = cudaAddressModeClamp;
    Description.addressMode[1] = cudaAddressModeClamp;
    Description.filterMode = cudaFilterModePoint;
    Description.readMode = cudaReadModeElementType;
    GPUPERF_CHECK(
        cudaCreateTextureObject(&Object, &Resource, &Description, nullptr));
  }
  ~Texture() { (void)cudaDestroyTextureObject(Object); }
  Texture(const Texture &) = delete;
  Texture &operator=(const Texture &) = delete;
  TextureHandle handle() const { return Object; }

private:
  cudaTextureObject_t Object = 0;
};

#endif

/// Whether the GPU has texture units; those of AMD for data centres lack them.
inline bool hasTextures() {
#if defined(GPUPERF_ON_AMD)
  int Device = 0, Yes = 0;
  GPUPERF_CHECK(hipGetDevice(&Device));
  GPUPERF_CHECK(
      hipDeviceGetAttribute(&Yes, hipDeviceAttributeImageSupport, Device));
  return Yes != 0;
#else
  return true;
#endif
}

/// The most elements that a one-dimensional texture has on every GPU since 2012
/// (cudaDeviceProp::maxTexture1DLinear), and the rows of a two-dimensional one.
constexpr uint64_t Texture1DElements = 1u << 27;
constexpr uint32_t Texture2DRows = 32768;

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_GPU_TEXTURE_H
