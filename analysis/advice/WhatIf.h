//===- WhatIf.h - The same launch, if one thing cost nothing ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How much time a cost at a line takes: the profile of the launch is copied,
// the cost is taken out of the copy, and the launch is predicted again by the
// same model. Both times rest on the same assumptions, so that their ratio is
// more reliable than either of them.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_ADVICE_WHATIF_H
#define GPUPERF_ANALYSIS_ADVICE_WHATIF_H

#include "analysis/predict/PredictLaunch.h"
#include <limits>

namespace gpuperf {

/// What \p K takes in the launch \p L, by the model of \p P; nothing where it
/// gives no time for that.
std::optional<Prediction> predictAsIf(const KernelSummary &K, const Launch &L,
                                      const GpuModel &Gpu, const Prediction &P);

/// The launch of \p P again, by the same model, with \p Changed as its profile;
/// nothing where the model gives no time for it.
std::optional<Estimate> timeWithProfile(const KernelSummary &K, const Launch &L,
                                        const GpuModel &Gpu,
                                        const Prediction &P,
                                        const WarpProfile &Changed);

/// What a machine instruction becomes: how many of which class stand in for
/// it. The first is the class that those which wait for it see.
using OtherOps = llvm::SmallVector<std::pair<OpClass, double>, 3>;

/// The launch of \p P again, by the same model, with the operations that
/// \p Instead names for each instruction; none: it stays as it is.
/// OpClass::Free stands for an instruction that disappears.
std::optional<Estimate>
timeWithOps(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
            const Prediction &P,
            llvm::function_ref<OtherOps(const Instr &)> Instead);

/// Makes a global load or store ask for no more sectors than the same lanes
/// need on consecutive elements. What L2 and DRAM move falls with it, but never
/// below those sectors: what L1 or L2 saved of a wasteful access before, it
/// does not save again. DRAM meets its bytes in order, page by page. A request
/// that waited for L1 only, because its data had come with another one, waits
/// like a first one afterwards.
void coalesce(const KernelSummary &K, AccessId Id, WarpProfile &P);

/// What a request asks for at the least, whatever the layout is.
struct RequestNeeds {
  double Sectors = 1, Lines = 1;
  /// Sectors that hold the distinct elements of its lanes side by side: fewer
  /// than AccessProfile::IdealSectors where lanes share elements, as those of
  /// one column of a block do.
  double Distinct = std::numeric_limits<double>::infinity();
};

/// The same for accesses to one array that are all loads or all stores of one
/// loop: where they use parts of the same sectors, these parts move whatever
/// the layout is. \p Needed: sectors that hold the bytes which the accesses of
/// one warp use in one iteration. \p Best: of each access, or nothing.
void coalesceTogether(const KernelSummary &K, llvm::ArrayRef<AccessId> Ids,
                      double Needed, WarpProfile &P,
                      llvm::ArrayRef<RequestNeeds> Best = {});

/// Makes each thread do the loads \p Ids once where \p Times threads did them,
/// because one thread computes what these have computed. The other instructions
/// stay as many.
void shareLoads(const KernelSummary &K, llvm::ArrayRef<AccessId> Ids,
                double Times, WarpProfile &P);

/// Takes out what stands at the line \p Where of the kernel's own text, with
/// all that is inlined there. Returns the blocks of which nothing is left.
std::vector<BlockId> leaveOutLine(const KernelSummary &K,
                                  const SourceLine &Where, WarpProfile &P);

/// Makes an access to shared memory free of bank conflicts.
void freeBanks(AccessId Id, WarpProfile &P);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_ADVICE_WHATIF_H
