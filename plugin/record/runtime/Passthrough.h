//===- Passthrough.h - What all functions that hand on have in common -----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_PASSTHROUGH_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_PASSTHROUGH_H

#include "plugin/record/runtime/Allocations.h"
#include "plugin/record/runtime/Notes.h"
#include <dlfcn.h>

namespace gpuperf::record {

/// The real function. A program that has this one has the runtime, too.
template <typename F> static F *real(const char *Name) {
  return reinterpret_cast<F *>(dlsym(RTLD_NEXT, Name));
}
/// In a function: its real one, looked up once.
#define REAL(Name)                                                             \
  (*[] {                                                                       \
    static auto *const Real = real<decltype(Name)>(#Name);                     \
    return Real;                                                               \
  }())

/// Notes and counts a launch; a handle that is no kernel's is passed by.
void noteAndCount(const void *Handle, Dim Grid, Dim Block,
                  const ArgumentList &Arguments, size_t SharedBytes,
                  const void *Site);

/// Says of what was allocated with \p E how long it is.
Error allocated(Error E, void **Out, size_t Bytes);

} // namespace gpuperf::record

// Functions of both runtimes that are alike but for their name.
#define LAUNCH(Name)                                                           \
  CUDART Error Name(const void *Kernel, Dim Grid, Dim Block, void **Arguments, \
                    size_t Shared, void *Stream) {                             \
    noteAndCount(Kernel, Grid, Block, {Arguments}, Shared,                     \
                 takeSite(__builtin_return_address(0)));                       \
    return REAL(Name)(Kernel, Grid, Block, Arguments, Shared, Stream);         \
  }
#define LAUNCH_EXC(Name)                                                       \
  CUDART Error Name(const LaunchConfig *C, const void *Kernel,                 \
                    void **Arguments) {                                        \
    noteAndCount(Kernel, C->Grid, C->Block, {Arguments}, C->SharedBytes,       \
                 takeSite(__builtin_return_address(0)));                       \
    return REAL(Name)(C, Kernel, Arguments);                                   \
  }
#define ALLOCATE(Name)                                                         \
  CUDART Error Name(void **Out, size_t Bytes) {                                \
    return allocated(REAL(Name)(Out, Bytes), Out, Bytes);                      \
  }
/// With one argument more, of the type \p More: flags or a stream.
#define ALLOCATE_WITH(Name, More)                                              \
  CUDART Error Name(void **Out, size_t Bytes, More Last) {                     \
    return allocated(REAL(Name)(Out, Bytes, Last), Out, Bytes);                \
  }
#define ALLOCATE_PITCH(Name)                                                   \
  CUDART Error Name(void **Out, size_t *Pitch, size_t Width, size_t Height) {  \
    const Error E = REAL(Name)(Out, Pitch, Width, Height);                     \
    return allocated(E, Out, E == Success ? *Pitch * Height : 0);              \
  }
#define FREE(Name)                                                             \
  CUDART Error Name(void *At) {                                                \
    removeRegion(At);                                                          \
    return REAL(Name)(At);                                                     \
  }
#define FREE_ASYNC(Name)                                                       \
  CUDART Error Name(void *At, void *Stream) {                                  \
    removeRegion(At);                                                          \
    return REAL(Name)(At, Stream);                                             \
  }

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_PASSTHROUGH_H
