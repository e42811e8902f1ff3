//===- Streams.h - Graphs that are recorded from streams --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_STREAMS_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_STREAMS_H

#include "plugin/record/runtime/Cudart.h"
#include "plugin/record/runtime/Notes.h"

namespace gpuperf::record {

/// Counts a launch, or adds it to the graph that is being captured: a captured
/// launch happens when its graph is launched.
void countOrCapture(int Number);

/// Notes the launch of the kernel behind \p Handle at \p Site and counts it; a
/// handle that is no kernel's is passed by.
Error noteLaunch(const void *Handle, Dim Grid, Dim Block,
                 const ArgumentList &Arguments, size_t SharedBytes,
                 const void *Site);

/// A handle that nobody looks into. It is never given back: a few bytes each.
Error newHandle(void **Out);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_STREAMS_H
