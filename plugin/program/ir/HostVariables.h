//===- HostVariables.h - Variables in the GPU's memory ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable that is declared __constant__ or __device__ has a shadow on the
// host, by which the host names it (cudaMemcpyToSymbol). A walk keeps in the
// shadow what the GPU's memory holds.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_IR_HOSTVARIABLES_H
#define GPUPERF_PLUGIN_PROGRAM_IR_HOSTVARIABLES_H

#include "plugin/program/ir/HostIr.h"

namespace clang {
class CodeGenerator;
class VarDecl;
} // namespace clang

namespace gpuperf::program {

/// Adds to \p Out the variables with a shadow in the module of \p Generator
/// that hold few scalars, and tells each of its kernels which of them it reads,
/// itself or in functions that it calls.
void readVariables(clang::ASTContext &Ctx, clang::CodeGenerator &Generator,
                   HostModule &Out);

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_IR_HOSTVARIABLES_H
