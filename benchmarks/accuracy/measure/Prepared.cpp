//===- Prepared.cpp - The table of what can be run ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Prepared.h"

namespace gpuperf::measure {

Prepared prepare(size_t CaseNumber, const Problem &P) {
  using Function = Prepared (*)(const Problem &);
  constexpr Function All[] = {
#define CASE(Name) prepare##Name,
#include "benchmarks/accuracy/measure/Cases.def"
  };
  return CaseNumber < sizeof(All) / sizeof(All[0]) ? All[CaseNumber](P)
                                                   : Prepared();
}

} // namespace gpuperf::measure
