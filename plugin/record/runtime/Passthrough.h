//===- Passthrough.h - What all functions that hand on have in common -----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_PASSTHROUGH_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_PASSTHROUGH_H

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

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_PASSTHROUGH_H
