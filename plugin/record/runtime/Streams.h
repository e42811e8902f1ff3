//===- Streams.h - Graphs that are recorded from streams --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_STREAMS_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_STREAMS_H

namespace gpuperf::record {

/// Counts a launch, or adds it to the graph that is being captured: a captured
/// launch happens when its graph is launched.
void countOrCapture(int Number);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_STREAMS_H
