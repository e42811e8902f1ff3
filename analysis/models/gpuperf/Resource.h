//===- Resource.h - What can hold a launch back -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_GPUPERF_RESOURCE_H
#define GPUPERF_ANALYSIS_MODELS_GPUPERF_RESOURCE_H

#include "analysis/models/Bound.h"
#include <array>
#include <optional>

namespace gpuperf {

/// What can hold a launch back; see Resource.def.
enum class Resource : uint8_t {
#define RESOURCE(Enumerator, Key, Bound, BandFactor) Enumerator,
#include "analysis/models/gpuperf/Resource.def"
};
inline constexpr unsigned NumResources = 0
#define RESOURCE(Enumerator, Key, Bound, BandFactor) +1
#include "analysis/models/gpuperf/Resource.def"
    ;

llvm::StringRef resourceName(Resource R);
std::optional<Resource> resourceFromName(llvm::StringRef Name);
/// What a launch is bound by if \p R takes the longest.
Bound boundOf(Resource R);
/// How far a time may be off, at least 1, where \p R takes the longest and
/// nothing is assumed.
double bandFactorOf(Resource R);

using PerResource = std::array<double, NumResources>;

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_GPUPERF_RESOURCE_H
