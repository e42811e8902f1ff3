//===- InstructionMix.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/InstructionMix.h"
#include <algorithm>

using namespace gpuperf;

namespace {
/// Below this the texts differ by less than a second copy.
constexpr double LeastCopies = 1.5;

/// Classes that steer a loop or compute its addresses; all others are work that
/// unrolling copies.
bool isSteering(OpClass Op) {
  switch (Op) {
  case OpClass::IntAdd:
  case OpClass::IntMul:
  case OpClass::IntMulWide:
  case OpClass::IntMul64:
  case OpClass::IntShift:
  case OpClass::IntLogic:
  case OpClass::IntCompare:
  case OpClass::SelectMove:
  case OpClass::Convert32:
  case OpClass::Branch:
    return true;
  default:
    return false;
  }
}
} // namespace

UnrolledMix gpuperf::unrolledMix(const KernelSummary &Kernel) {
  UnrolledMix Mix;
  Mix.InLoops.fill(1);
  OpCounts Inside{}, Outside{};
  for (const Block &B : Kernel.Blocks)
    for (InstrId I : B.Instrs) {
      const Instr &In = Kernel.Instrs[I];
      (B.InnermostLoop == NoId ? Outside : Inside)[unsigned(In.Class)] +=
          std::max<double>(In.Count, 1);
    }
  OpCounts Unrolled{};
  double Work = 0, UnrolledWork = 0;
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    const OpClass Op = static_cast<OpClass>(C);
    // What stands outside of loops is there once in both texts.
    Unrolled[C] = std::max(Kernel.UnrolledTextCounts[C] - Outside[C], 0.0);
    if (Op == OpClass::Free || isSteering(Op))
      continue;
    Work += Inside[C];
    UnrolledWork += Unrolled[C];
  }
  if (!(Work > 0) || UnrolledWork < LeastCopies * Work)
    return Mix;
  Mix.Copies = UnrolledWork / Work;
  for (unsigned C = 0; C < NumOpClasses; ++C)
    if (isSteering(static_cast<OpClass>(C)) && Inside[C] > 0)
      Mix.InLoops[C] =
          std::clamp(Unrolled[C] / (Inside[C] * Mix.Copies), 0.0, 1.0);
  return Mix;
}
