//===- ByValFields.h - Known fields of structs passed by value --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_BYVALFIELDS_H
#define GPUPERF_PLUGIN_HOST_BYVALFIELDS_H

#include "plugin/host/Object.h"

namespace gpuperf {

/// The known scalar fields of \p O, a record of type \p T, by byte offset. The
/// fields of nested records are listed with those of the outer one. Bit-fields,
/// unions, arrays and pointers are left out.
std::vector<std::pair<uint32_t, HostExpr>>
byValFields(const clang::ASTContext &Ctx, clang::QualType T,
            const HostObject &O);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_BYVALFIELDS_H
