//===- Notes.h - The launches of this process, on disk ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process writes two files below $GPUPERF_RECORD_FOLDER: PID.launches, with a
// line for each launch that differs from all before it, and PID.counts, an
// array of 64-bit numbers, how often each of them was made. The counts are in
// memory that is shared with the file: however the process ends, by a signal
// that cannot be caught too, everything that it did until then is there.
//
// A line of PID.launches has these words, separated by tabs:
//
//   launch KERNEL MODULE ADDRESS GRID(3) BLOCK(3) SHARED [NAME OFFSET KIND
//   BITS]...
//
// ADDRESS, decimal, is where the launch returns to in the file MODULE. BITS are
// the argument's, hexadecimal; of a pointer they are the bytes behind it. The
// line "limit" says that the run was ended because one launch was repeated too
// often, "full" that there were too many different ones.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_RUNTIME_NOTES_H
#define GPUPERF_PLUGIN_RECORD_RUNTIME_NOTES_H

#include "plugin/record/runtime/Cudart.h"
#include <string>

namespace gpuperf::record {

/// The arguments of a launch: an address for each, or all in one buffer.
struct ArgumentList {
  void **Each = nullptr;
  const char *Buffer = nullptr;
  size_t BufferBytes = 0;
};

/// The launch of a kernel, as the program made it.
struct RawLaunch {
  std::string Kernel; ///< mangled
  const void *Site = nullptr;
  Dim Grid, Block;
  size_t SharedBytes = 0;
  ArgumentList Arguments;
};

/// The number of the launch, the same for equal launches; nothing is counted.
/// Negative: there are too many different ones.
int numberOf(const RawLaunch &Launch);

/// Counts a launch. Ends the process when one was repeated too often, and the
/// program looked for its result each time: kernels are not run, and a loop
/// that waits for what one computes never ends.
void count(int Number);

/// The program waited for the device or copied memory, so that it can look at
/// what kernels did.
void lookAtResults();

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_RUNTIME_NOTES_H
