//===- Allocations.h - What is allocated on the device ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_ALLOCATIONS_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_ALLOCATIONS_H

#include <cstddef>
#include <cstdint>

namespace gpuperf::record {

/// Memory of \p Bytes zeros, aligned as the device's is. Pages that nobody
/// touches cost nothing. Null if there is not so much.
void *allocate(size_t Bytes);
/// Gives back what allocate gave; anything else is left alone.
void release(void *At);
/// Whether \p At is the start of what allocate gave.
bool isAllocated(const void *At);

/// Memory that something else owns: a variable on the device, or what the real
/// runtime allocated.
void addRegion(const void *At, size_t Bytes);
void removeRegion(const void *At);

/// Bytes from \p At to the end of what it points into; 0: not known.
uint64_t bytesBehind(const void *At);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_ALLOCATIONS_H
