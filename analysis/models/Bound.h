//===- Bound.h - What holds a launch back -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_BOUND_H
#define GPUPERF_ANALYSIS_MODELS_BOUND_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace gpuperf {

/// What holds a launch back.
enum class Bound : uint8_t {
#define BOUND(Enumerator, Name) Enumerator,
#include "analysis/models/Bound.def"
};
llvm::StringRef boundName(Bound B);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_BOUND_H
