//===- Fatbin.h - The images that a fatbin holds ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fatbin holds the same code for several architectures: cubins and PTX. In an
// object file it is a section. NVIDIA does not describe it; this is what nvcc
// 13.0 was seen to write under each of its ways to compress:
//
//   container: u32 magic 0xBA55ED50, u16 version 1, u16 bytes of this header,
//              u64 bytes of the entries that follow
//   entry:     u16 kind (1 PTX, 2 cubin), u16, u32 bytes of this header,
//              u64 bytes of the image; at 16: u32 bytes of it that are used;
//              at 40: u64 flags (0x2000: LZ4, 0x8000: zstd); at 56: u64 bytes
//              when decompressed
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_OBJECTS_FATBIN_H
#define GPUPERF_ANALYSIS_OBJECTS_FATBIN_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace gpuperf {

/// Whether \p Bytes begin as a fatbin does.
bool isFatbin(llvm::StringRef Bytes);

/// Calls \p Visit with each cubin in \p Bytes, decompressed; what it is given
/// lives as long as the call. \p Bytes hold containers one after the other with
/// zeros between them, as a section has them. An error, a clause, says what is
/// damaged, and \p Visit may have been called before it was found; errors of \p
/// Visit are passed on. Memory: one image at a time, 64 MiB at most.
llvm::Error
forEachCubin(llvm::StringRef Bytes,
             llvm::function_ref<llvm::Error(llvm::StringRef)> Visit);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_OBJECTS_FATBIN_H
