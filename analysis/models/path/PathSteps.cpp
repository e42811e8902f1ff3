//===- PathSteps.cpp - A kernel's instructions, side by side --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/CriticalPath.h"

using namespace gpuperf;

PathSteps::PathSteps(const KernelSummary &Kernel) {
  Steps.reserve(Kernel.Instrs.size());
  for (InstrId I = 0; I < Kernel.Instrs.size(); ++I) {
    const Instr &In = Kernel.Instrs[I];
    Step &S = Steps.emplace_back();
    S.FirstOperand = static_cast<uint32_t>(Operands.size());
    S.NumOperands = static_cast<uint32_t>(In.Operands.size());
    S.Class = In.Class;
    S.Copying = In.Copying;
    S.CopiesLeft = In.CopiesLeft;
    S.IsPhi = In.IsPhi;
    Operands.insert(Operands.end(), In.Operands.begin(), In.Operands.end());
    if (In.Copying == CopyStep::Asks)
      Copies.push_back(I);
  }
  const size_t NumLoops = Kernel.Loops.size();
  InLoop.assign(NumLoops, std::vector<bool>(Kernel.Blocks.size(), false));
  for (BlockId B = 0; B < Kernel.Blocks.size(); ++B)
    for (LoopId L = Kernel.Blocks[B].InnermostLoop; L < NumLoops;
         L = Kernel.Loops[L].Parent)
      InLoop[L][B] = true;
  Borders.resize(NumLoops);
  for (LoopId L = 0; L < NumLoops; ++L)
    findBorder(Kernel, L);
}

void PathSteps::findBorder(const KernelSummary &Kernel, LoopId L) {
  const std::vector<bool> &Inside = InLoop[L];
  Border &Found = Borders[L];
  std::vector<bool> Seen(Steps.size(), false);
  std::vector<bool> DefinedInside(Steps.size(), false);
  for (BlockId B = 0; B < Kernel.Blocks.size(); ++B)
    if (Inside[B])
      for (InstrId I : Kernel.Blocks[B].Instrs)
        DefinedInside[I] = true;
  auto Cross = [&](InstrId Def, bool UseInside) {
    if (Def >= Steps.size() || DefinedInside[Def] == UseInside || Seen[Def])
      return;
    Seen[Def] = true;
    (DefinedInside[Def] ? Found.LiveOut : Found.LiveIn).push_back(Def);
  };
  for (InstrId I = 0; I < Steps.size(); ++I) {
    const bool UseInside = DefinedInside[I];
    for (InstrId Op : operandsOf(I))
      Cross(Op, UseInside);
    if (Steps[I].IsPhi)
      for (const PhiIncoming &Incoming : Kernel.Instrs[I].Incoming)
        Cross(Incoming.Def, UseInside);
    if (Steps[I].Copying == CopyStep::Waits ||
        Steps[I].Copying == CopyStep::WaitsAtBarrier)
      for (InstrId Copy : Copies)
        Cross(Copy, UseInside);
  }
}
