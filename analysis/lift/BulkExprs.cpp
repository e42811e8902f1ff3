//===- BulkExprs.cpp - What the copy engine is told to copy ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

AddressExpr ExprBuilder::numberedAddress(const Value *Number,
                                         const BasicBlock *At) {
  const Value *Pointer = Number;
  if (const auto *Cast = dyn_cast<PtrToIntOperator>(Number))
    Pointer = Cast->getPointerOperand();
  if (Pointer->getType()->isPointerTy()) {
    AddressExpr A = address(Pointer, At);
    if (A.Space != MemSpace::Param)
      A.Space = MemSpace::Global;
    return A;
  }
  AddressExpr A;
  A.Space = MemSpace::Global;
  A.Offset = opaque(Number, 64);
  return A;
}

std::optional<std::pair<uint32_t, uint32_t>>
ExprBuilder::parameterPlace(const Value *Number, const BasicBlock *At) {
  const AddressExpr A = numberedAddress(Number, At);
  if (A.Space != MemSpace::Param || A.Offset == NoExpr ||
      Pool[A.Offset].Kind != ExprKind::Constant || A.BaseIndex == NoId)
    return std::nullopt;
  return std::pair(A.BaseIndex, static_cast<uint32_t>(Pool[A.Offset].Imm));
}

/// The copies of a kernel take boxes that lie side by side or are the same, and
/// nothing here depends on how far apart the rows of a box are in the tensor.
/// So the tensor is taken to lie box by box, each box of BoxBytes: boxes at
/// different coordinates have no byte in common.
AddressExpr ExprBuilder::tensorBox(const Value *Map,
                                   ArrayRef<const Value *> Coordinates,
                                   uint64_t BoxBytes, const BasicBlock *At) {
  AddressExpr A = numberedAddress(Map, At);
  if (const auto Place = parameterPlace(Map, At)) {
    A.BaseIndex = fieldVariable(Place->first, Place->second);
    A.Base = Access::BaseKind::Variable;
  }
  A.Space = MemSpace::Global;
  A.BaseAlign = 256;
  A.Offset = Pool.constant(0);
  // Rows of a tensor have at most so many boxes one behind the other.
  constexpr unsigned BitsOfRow = 10;
  uint64_t Distance = BoxBytes;
  for (const Value *V : Coordinates) {
    ExprId C = valueAt(V, At);
    if (const unsigned Width = integerWidthOf(V); Width && Width < 64)
      C = node(ExprKind::SExt, Width, C);
    A.Offset = node(ExprKind::Add, 64, A.Offset,
                    node(ExprKind::Mul, 64, C,
                         Pool.constant(static_cast<int64_t>(Distance))));
    Distance <<= BitsOfRow;
  }
  return A;
}
