//===- MathCalls.cpp - CUDA math functions as machine operations ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

using namespace gpuperf;
using namespace llvm;

namespace {
struct MathRow {
  StringLiteral Name;
  MachineOp Double;
  MachineOp Float[3]; ///< Free where there is none
};

constexpr MathRow MathRows[] = {
#define COST(Class, Count)                                                     \
  MachineOp { OpClass::Class, Count }
#define MATH(Name, Double, ...) {StringLiteral(Name), Double, {__VA_ARGS__}},
#include "analysis/machine/MathCalls.def"
};

/// The operations of the function \p Name, written as in MathCalls.def; nothing
/// where the table has no figure for it.
std::optional<MachineOps> mathOps(StringRef Name, bool IsDouble) {
  const MathRow *Row =
      find_if(MathRows, [&](const MathRow &R) { return R.Name == Name; });
  if (Row == std::end(MathRows))
    return std::nullopt;
  if (IsDouble) {
    if (Row->Double.Class == OpClass::Free)
      return std::nullopt;
    return MachineOps{Row->Double};
  }
  MachineOps Ops;
  for (MachineOp Op : Row->Float)
    if (Op.Class != OpClass::Free)
      Ops.push_back(Op);
  return Ops;
}
} // namespace

bool gpuperf::lowerMathCall(const CallBase &Call, MachineOps &Ops) {
  StringRef Name = Call.getCalledFunction()->getName();
  // AMD's functions say their precision behind the name: __ocml_sin_f64.
  if (Name.consume_front("__ocml_")) {
    Name = Name.rsplit('_').first;
    Name.consume_front("native_");
  } else if (!Name.consume_front("__nv_")) {
    return false;
  }
  const bool IsDouble = any_of(Call.args(), [](const Value *Arg) {
    return Arg->getType()->isDoubleTy();
  });
  // The rounding mode of functions such as __nv_fdiv_rn costs nothing.
  for (StringRef Mode : {"_rn", "_rz", "_ru", "_rd"})
    Name.consume_back(Mode);
  std::optional<MachineOps> Found = mathOps(Name, IsDouble);
  if (!Found && Name.consume_back("f"))
    Found = mathOps(Name, IsDouble);
  // A function without a figure is taken to be a polynomial of usual length.
  constexpr unsigned UsualLength = 20;
  if (!Found)
    Found = {{IsDouble ? OpClass::Fp64Fma : OpClass::Fp32Fma, UsualLength}};
  Ops = std::move(*Found);
  return true;
}
