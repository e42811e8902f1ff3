//===- NvptxBackend.h - LLVM's NVPTX back end, registered -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_REGISTERS_NVPTXBACKEND_H
#define GPUPERF_ANALYSIS_REGISTERS_NVPTXBACKEND_H

namespace gpuperf {

/// Registers LLVM's NVPTX back end in this process, if that has not been done.
/// LLVM's registry of targets is global and must not be written to by several
/// threads: this is the only place that does it. Any thread may call it, any
/// number of times; when it returns, the back end is there.
void initializeNvptxBackend();

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_REGISTERS_NVPTXBACKEND_H
