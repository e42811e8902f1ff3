//===- Overlap.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/Overlap.h"
#include "analysis/symbolic/SumOfProducts.h"

using namespace gpuperf;

bool gpuperf::neverOverlap(const KernelSummary &K, const Access &A,
                           const Access &B) {
  if (A.Offset == NoExpr || B.Offset == NoExpr)
    return false;
  const auto Apart = constantDistance(expandToSum(K.Exprs, A.Offset),
                                      expandToSum(K.Exprs, B.Offset));
  if (!Apart)
    return false;
  // The copy of a structure is several accesses, one after the other.
  auto Bytes = [&](const Access &Of) {
    return int64_t(Of.BytesPerLane) *
           std::max<int64_t>(1, K.Instrs[Of.Instr].Count);
  };
  return *Apart >= Bytes(A) || -*Apart >= Bytes(B);
}
