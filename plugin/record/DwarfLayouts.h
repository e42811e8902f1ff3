//===- DwarfLayouts.h - What debuggers are told -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_RECORD_DWARFLAYOUTS_H
#define GPUPERF_PLUGIN_RECORD_DWARFLAYOUTS_H

#include "plugin/record/KernelLayouts.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"

namespace gpuperf::record {

llvm::DWARFDie typeOf(const llvm::DWARFDie &D);

/// Without typedefs and qualifiers.
llvm::DWARFDie plainType(llvm::DWARFDie T);

/// What the function \p D takes; a reference, which a stub of nvcc takes for a
/// struct, is not followed.
std::vector<ScalarLayout> layoutOfFunction(const llvm::DWARFDie &D);

/// The function itself, for one of its copies.
llvm::DWARFDie originOf(const llvm::DWARFDie &D);

} // namespace gpuperf::record

#endif // GPUPERF_PLUGIN_RECORD_DWARFLAYOUTS_H
