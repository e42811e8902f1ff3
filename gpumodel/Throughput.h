//===- Throughput.h - Cycles per warp instruction ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_THROUGHPUT_H
#define GPUPERF_GPUMODEL_THROUGHPUT_H

#include "gpumodel/Estimate.h"
#include "gpumodel/GpuModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// Cycles between the start of one warp instruction of class \p Op and the next
/// on one scheduler: max(WarpSize / (throughput / schedulers), 1), the second
/// way of Kleimenov and Popova 2021. Where the file has no rate, the class's
/// stated substitute is used and the estimate says GpuFactMissing.
Estimate issueDelayCycles(const GpuModel &Gpu, OpClass Op);

/// Cycles until a dependent instruction may start. For memory classes it is the
/// latency of the nearest level that may serve them: L1 for local and global
/// loads (L2 where L1 does not hold plain global loads), shared memory, the
/// constant cache. A number that is absent is replaced by a stated substitute,
/// and the estimate says GpuFactMissing. The band follows from the number's
/// status: none up to derived, 10 % for proxy, 25 % for estimated.
Estimate latencyCycles(const GpuModel &Gpu, OpClass Op);

/// Calls \p Fn with the classes of the machine instructions that \p Op consists
/// of and their numbers. A class that is one instruction gives itself, once.
void forEachIssued(const GpuModel &Gpu, OpClass Op,
                   llvm::function_ref<void(OpClass, double)> Fn);

/// What replaces the rate or the latency of \p Op that the file of \p Gpu does
/// not have, in words ("as int32_add"); empty where the file has the number.
/// The table of substitutes is Substitutes.def.
llvm::StringRef issueSubstitute(const GpuModel &Gpu, OpClass Op);
llvm::StringRef latencySubstitute(const GpuModel &Gpu, OpClass Op);

/// A part of a sequence of instructions.
struct SequenceStep {
  OpClass Op = OpClass::Free;
  double Issued = 0;  ///< instructions of the class
  double Chained = 0; ///< how many of them depend on one another
};

/// The instructions that compilers for sm_75 and above issue for a class that
/// no GPU has one instruction for (a division, a square root, a 64-bit
/// product). Steps of which none is issued are to be skipped. Empty: one
/// instruction.
llvm::ArrayRef<SequenceStep> issuedSequence(OpClass Op);

/// The clock that times are computed with: boost, MHz; else base.
double clockMhz(const GpuModel &Gpu);

// At least 1, also where a file has nonsense: one may divide by them.
double smCount(const GpuModel &Gpu);
double schedulersPerSm(const GpuModel &Gpu);
double warpSize(const GpuModel &Gpu);

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_THROUGHPUT_H
