//===- VideoPtx.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counts were read off the machine code that ptxas 13 makes of each of
// these instructions alone. It is the same for sm_75, sm_86 and sm_90.
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/VideoPtx.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace gpuperf;
using namespace llvm;

namespace {
using C = OpClass;

enum class Lanewise { AddSub, Average, AbsDiff, MinMax, Set };

std::optional<Lanewise> lanewiseOf(StringRef Name) {
  return StringSwitch<std::optional<Lanewise>>(Name)
      .Cases({"vadd", "vsub"}, Lanewise::AddSub)
      .Case("vavrg", Lanewise::Average)
      .Case("vabsdiff", Lanewise::AbsDiff)
      .Cases({"vmin", "vmax"}, Lanewise::MinMax)
      .Case("vset", Lanewise::Set)
      .Default(std::nullopt);
}

/// What is computed on the whole word: with a mask against carries, or by an
/// instruction that there is.
std::optional<MachineOps> wholeWordOps(Lanewise Op, unsigned Fields,
                                       bool Signed, bool Saturates, bool Sums) {
  if (Saturates)
    return std::nullopt;
  if (Op == Lanewise::AbsDiff && Fields == 4 && !Signed)
    return MachineOps{{C::IntAdd, 1}};
  if (Op == Lanewise::AddSub && Fields == 4 && !Signed && Sums)
    return MachineOps{{C::IntMul, 1}, {C::IntAdd, 1}};
  if (Sums)
    return std::nullopt;
  if (Op == Lanewise::AddSub && !Signed)
    return MachineOps{{C::IntLogic, 3}, {C::IntAdd, 1}};
  if (Op == Lanewise::Average && Fields == 2 && !Signed)
    return MachineOps{{C::IntLogic, 2}, {C::IntShift, 1}, {C::IntAdd, 1}};
  if (Op == Lanewise::MinMax && Fields == 2)
    return MachineOps{{C::IntLogic, 3}, {C::IntCompare, 2}};
  return std::nullopt;
}

void addFieldOps(Lanewise Op, unsigned Fields, MachineOps &Ops) {
  switch (Op) {
  case Lanewise::AddSub:
    Ops.push_back({C::IntMul, Fields});
    return;
  case Lanewise::Average:
    Ops.append({{C::IntMul, Fields},
                {C::IntAdd, Fields},
                {C::IntCompare, Fields},
                {C::IntShift, Fields}});
    return;
  case Lanewise::AbsDiff:
    Ops.append({{C::IntMul, Fields}, {C::IntAdd, Fields}});
    return;
  case Lanewise::MinMax:
    Ops.push_back({C::IntCompare, Fields});
    return;
  case Lanewise::Set:
    Ops.append({{C::IntCompare, Fields},
                {C::SelectMove, Fields},
                {C::IntLogic, Fields}});
    return;
  }
}
} // namespace

std::optional<MachineOps> gpuperf::videoOps(ArrayRef<StringRef> Parts) {
  if (Parts.size() < 3 || Parts.front().size() < 2)
    return std::nullopt;
  const char Last = Parts.front().back();
  if (Last != '2' && Last != '4')
    return std::nullopt;
  const unsigned Fields = Last - '0';
  std::optional<Lanewise> Op = lanewiseOf(Parts.front().drop_back());
  if (!Op)
    return std::nullopt;
  const bool Signed = is_contained(Parts, "s32");
  const bool Saturates = is_contained(Parts, "sat");
  const bool Sums = is_contained(Parts, "add");
  if (auto Whole = wholeWordOps(*Op, Fields, Signed, Saturates, Sums))
    return Whole;

  // Two operands are taken apart; signs are extended. A result is put together,
  // or its fields are summed up.
  MachineOps Ops;
  unsigned Permutes = (Fields == 4 ? 8 : 3) * (Signed ? 2 : 1);
  if (Sums) {
    Permutes += Fields == 4 ? 2 : 0;
    Ops.push_back({C::IntAdd, Fields / 2});
  } else {
    Permutes += Fields == 4 ? 7 : 3;
  }
  if (Fields == 2)
    Ops.push_back({C::IntShift, 2});
  if (Signed)
    Ops.push_back({C::SelectMove, 4});
  addFieldOps(*Op, Fields, Ops);
  if (Saturates) {
    Permutes += Signed ? Fields : 0;
    Ops.append({{C::Convert32, Fields}, {C::IntLogic, Fields}});
  }
  Ops.push_back({C::IntPermute, Permutes});
  return Ops;
}
