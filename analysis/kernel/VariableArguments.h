//===- VariableArguments.h - Variables that the host sets -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number that the host writes into __constant__ memory before a launch is
// handed to the kernel like an argument. The summary of a kernel has such a
// variable among its parameters (Param::IsVariable), and a launch has the
// value: by name where it is made, which knows no kernel, and in its place
// among the arguments where the kernel is evaluated.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_KERNEL_VARIABLEARGUMENTS_H
#define GPUPERF_ANALYSIS_KERNEL_VARIABLEARGUMENTS_H

#include "analysis/kernel/KernelSummary.h"

namespace gpuperf {

/// How many parameters \p Kernel has itself, without the variables after them.
size_t ownParameters(const KernelSummary &Kernel);

/// Whether \p Id depends on data, or on a variable that the host sets, which
/// counts as data where the launch does not tell it.
bool isOpen(const KernelSummary &Kernel, ExprId Id);

/// Whether \p L has no argument yet for a variable of \p Kernel.
bool lacksVariables(const KernelSummary &Kernel, const Launch &L);

/// Gives \p L an argument for each variable of \p Kernel, after those of its
/// own parameters. Where Launch::Variables does not name the variable, the
/// argument is not known. Arguments for variables that \p L has are replaced.
void addVariableArguments(const KernelSummary &Kernel, Launch &L);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_KERNEL_VARIABLEARGUMENTS_H
