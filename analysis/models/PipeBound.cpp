//===- PipeBound.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/PipeBound.h"

using namespace gpuperf;

Bound gpuperf::pipeBound(const OpCounts &CyclesByClass, double Total) {
  double Fp32 = 0, Fp64 = 0, Int = 0, Sfu = 0, Tensor = 0, Shared = 0,
         Atomic = 0;
  auto Of = [&](OpClass C) { return CyclesByClass[static_cast<unsigned>(C)]; };
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    switch (throughputRowOf(static_cast<OpClass>(C))) {
    case ThroughputRow::Fp16AddMulFma:
    case ThroughputRow::Fp32AddMulFma:
      Fp32 += CyclesByClass[C];
      break;
    case ThroughputRow::Fp64AddMulFma:
    case ThroughputRow::CvtFromTo64:
      Fp64 += CyclesByClass[C];
      break;
    case ThroughputRow::Sfu:
      Sfu += CyclesByClass[C];
      break;
    case ThroughputRow::Int32AddSub:
    case ThroughputRow::Int32MulMad:
    case ThroughputRow::Int32Shift:
    case ThroughputRow::CompareMinMax:
    case ThroughputRow::Int32BfeBfi:
    case ThroughputRow::Int32Brev:
    case ThroughputRow::BitwiseLogic:
    case ThroughputRow::ClzBfind:
    case ThroughputRow::Popc:
    case ThroughputRow::Sad:
    case ThroughputRow::Cvt8or16To32:
    case ThroughputRow::CvtOther32:
      Int += CyclesByClass[C];
      break;
    case ThroughputRow::TensorF16:
    case ThroughputRow::TensorF16HalfSum:
    case ThroughputRow::TensorTf32:
    case ThroughputRow::TensorInt8:
    case ThroughputRow::TensorFp8:
    case ThroughputRow::TensorFp4:
    case ThroughputRow::TensorFp64:
    case ThroughputRow::TensorFp32:
    case ThroughputRow::TensorAsync:
      Tensor += CyclesByClass[C];
      break;
    case ThroughputRow::AtomicShared:
    case ThroughputRow::AtomicGlobal:
      Atomic += CyclesByClass[C];
      break;
    default:
      break;
    }
  }
  Shared = Of(OpClass::LoadShared) + Of(OpClass::StoreShared);
  Fp64 += Of(OpClass::Fp64Div) + Of(OpClass::Fp64Sqrt) + Of(OpClass::Fp64Rcp);
  Fp32 += Of(OpClass::Fp32Div) + Of(OpClass::Fp32Sqrt) + Of(OpClass::Fp32Rcp);
  Int += Of(OpClass::IntMul64) + Of(OpClass::IntDiv32) + Of(OpClass::IntRem32) +
         Of(OpClass::IntDiv64);
  const std::pair<Bound, double> Pipes[] = {
      {Bound::Fp32, Fp32},    {Bound::Fp64, Fp64},     {Bound::Int, Int},
      {Bound::Sfu, Sfu},      {Bound::Tensor, Tensor}, {Bound::Shared, Shared},
      {Bound::Atomic, Atomic}};
  for (auto &[B, Delay] : Pipes)
    if (Delay > Total / 2)
      return B;
  return Bound::Issue; // no pipe by itself
}
