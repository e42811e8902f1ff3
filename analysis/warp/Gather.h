//===- Gather.h - Accesses to places that data choose -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where data decide which element is accessed, nothing is known of the places
// but the size of the array that they lie in. They are taken to be spread over
// it evenly. So many requests to a small array mostly meet sectors that others
// have touched before.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_WARP_GATHER_H
#define GPUPERF_ANALYSIS_WARP_GATHER_H

#include "analysis/Launch.h"
#include "analysis/kernel/KernelSummary.h"
#include <vector>

namespace gpuperf {

/// Bytes of the array that \p A accesses, from its base on: what is allocated
/// behind a pointer argument, or the size of a variable. Where the address is
/// not affine, what it can reach: 256 elements if the index is `data & 255` or
/// `i % 256`. 0: not known.
double bytesBehind(const KernelSummary &Kernel, const Access &A,
                   const Launch &TheLaunch);

/// By InstrId: what a load of a row's begin (KernelSummary::RowStarts) gives
/// per byte of its offset, if all rows are as long as the sizes of the arrays
/// say in the mean; 0 where that is not known. Empty where it is known of no
/// load.
std::vector<double> rowRamps(const KernelSummary &Kernel,
                             const Launch &TheLaunch);

/// How many different ones of \p Places evenly spread \p Draws meet, in the
/// mean. All of them differ where the number of places is not known (0).
double distinctDraws(double Draws, double Places);

/// How many of \p Draws meet the place that is met most, in the mean, of \p
/// Places that are met evenly. 1 where the number of places is not known (0).
double mostOnOnePlace(double Draws, double Places);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_WARP_GATHER_H
