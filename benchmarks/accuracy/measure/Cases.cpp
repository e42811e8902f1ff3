//===- Cases.cpp - The list of cases --------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Cases.h"

namespace gpuperf::measure {

std::vector<Case> allCases() {
  return {
#define CASE(Name) case##Name(),
#include "benchmarks/accuracy/measure/Cases.def"
  };
}

} // namespace gpuperf::measure
