//===- VideoPtx.h - SIMD video instructions as machine operations ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_VIDEOPTX_H
#define GPUPERF_ANALYSIS_MACHINE_VIDEOPTX_H

#include "analysis/machine/MachineOps.h"
#include "llvm/ADT/ArrayRef.h"

namespace gpuperf {

/// Operations of a PTX instruction on the two halves or the four bytes of a
/// word (`vadd4.u32.u32.u32.sat`), given the parts of its name. Hardware since
/// Maxwell has few of them: ptxas takes the words apart, computes field by
/// field and puts them together again. None: it is no such instruction.
std::optional<MachineOps> videoOps(llvm::ArrayRef<llvm::StringRef> Parts);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_VIDEOPTX_H
