//===- TensorBoxes.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/TensorBoxes.h"

using namespace gpuperf;

std::optional<TensorMap> gpuperf::tensorMapOf(const Access &A,
                                              const Launch &L) {
  if (A.MapParam >= L.Args.size())
    return std::nullopt;
  for (const auto &[Offset, Word] : L.Args[A.MapParam].Fields)
    if (Offset == A.MapOffset && Word.K == ArgValue::Kind::Integer)
      return tensorMapOf(Word.Integer);
  return std::nullopt;
}

std::optional<KernelSummary>
gpuperf::withTensorBoxes(const KernelSummary &Kernel, const Launch &L) {
  std::optional<KernelSummary> Out;
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    const Access &A = Kernel.Accesses[Id];
    if (A.MapParam == NoId)
      continue;
    const std::optional<TensorMap> Map = tensorMapOf(A, L);
    const uint32_t Bytes =
        Map ? std::max(1U, Map->BoxBytes / A.SharingBlocks) : A.BytesPerLane;
    if (Bytes == A.BytesPerLane && !A.IsBoxGuessed)
      continue;
    if (!Out)
      Out = Kernel;
    Out->Accesses[Id].BytesPerLane = Bytes;
    Out->Accesses[Id].IsBoxGuessed = false;
    if (!Map)
      Out->Why |= AssumptionKind::InlineAssembly;
  }
  return Out;
}
