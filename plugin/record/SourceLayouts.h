//===- SourceLayouts.h - What the kernels in a source file take -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_SOURCELAYOUTS_H
#define GPUPERF_PLUGIN_RECORD_SOURCELAYOUTS_H

#include "plugin/record/KernelLayouts.h"

namespace clang {
class ASTContext;
} // namespace clang

namespace gpuperf::record {

/// Adds what each kernel of a parsed file takes, instantiations of templates
/// among them: names, types, the fields of structs, and where the parameters
/// stand in a buffer. Clang tells debuggers nothing of HIP's kernels on the
/// host, so of a HIP program that is built from source this is read instead.
void addSourceLayouts(clang::ASTContext &Ctx, BinaryLayouts &Out);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_SOURCELAYOUTS_H
