//===- Cudart.h - The CUDA runtime's interface, as far as it is used ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stand-in is built where there is no CUDA toolkit: it declares the few
// structures that it has to look into by itself.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_CUDART_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_CUDART_H

#include <cstddef>
#include <cstdint>

/// A function that programs call.
#define CUDART extern "C" __attribute__((visibility("default")))
/// Another name of a function of the same file.
#define CUDART_ALIAS(New, Old)                                                 \
  __asm__(".globl " #New "\n.type " #New ", @function\n.set " #New ", " #Old)

namespace gpuperf::record {

/// cudaError_t
enum Error : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotSupported = 801,
};

struct Dim {
  unsigned X = 1, Y = 1, Z = 1;
};

/// cudaLaunchConfig_t
struct LaunchConfig {
  Dim Grid, Block;
  size_t SharedBytes;
  void *Stream;
  void *Attributes;
  unsigned AttributeCount;
};

/// cudaPitchedPtr, cudaExtent, cudaPos
struct PitchedPointer {
  char *At;
  size_t Pitch, XBytes, YRows;
};
struct Extent {
  size_t Width, Height, Depth;
};

/// cudaMemcpy3DParms
struct Copy3D {
  void *FromArray;
  Extent FromPosition;
  PitchedPointer From;
  void *ToArray;
  Extent ToPosition;
  PitchedPointer To;
  Extent Size;
  int Kind;
};

/// cudaChannelFormatDesc
struct ChannelFormat {
  int X, Y, Z, W, Kind;
};

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_CUDART_H
