//===- RegisterTile.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/RegisterTile.h"
#include "analysis/advice/LoopCarry.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

namespace {
/// Of one loop: which of the values that the next iteration takes over are made
/// with a value of this one.
class TakenOver {
public:
  TakenOver(const KernelSummary &K, LoopId Loop)
      : K(K), Loop(Loop), Users(K.Instrs.size()) {
    for (InstrId I = 0; I < K.Instrs.size(); ++I) {
      if (!isInLoop(K, K.Instrs[I].Block, Loop))
        continue;
      for (InstrId Op : K.Instrs[I].Operands)
        Users[Op].push_back(I);
      for (const PhiIncoming &In : K.Instrs[I].Incoming)
        if (In.Def != NoId && isInLoop(K, In.From, Loop))
          Users[In.Def].push_back(I);
    }
  }

  llvm::DenseSet<InstrId> from(InstrId Value) const {
    llvm::DenseSet<InstrId> Out, Seen = {Value};
    llvm::SmallVector<InstrId, 16> Work = {Value};
    while (!Work.empty())
      for (InstrId U : Users[Work.pop_back_val()]) {
        const bool IsTakenOver =
            K.Instrs[U].IsPhi && K.Instrs[U].Block == K.Loops[Loop].Header;
        if (IsTakenOver)
          Out.insert(U);
        else if (Seen.insert(U).second)
          Work.push_back(U);
      }
    return Out;
  }

private:
  const KernelSummary &K;
  const LoopId Loop;
  std::vector<llvm::SmallVector<InstrId, 4>> Users;
};
} // namespace

bool gpuperf::isInRegisterTile(const KernelSummary &K, LoopId Loop,
                               llvm::ArrayRef<AccessId> Shared) {
  const TakenOver Next(K, Loop);
  size_t Least = SIZE_MAX;
  for (AccessId Id : Shared)
    Least = std::min<size_t>(Least, Next.from(K.Accesses[Id].Instr).size());
  if (Least < 2)
    return false;
  llvm::DenseSet<InstrId> All;
  bool AllFeedAll = true;
  for (const Access &A : K.Accesses) {
    if (A.Kind != AccessKind::Load || !isInLoop(K, A.Block, Loop))
      continue;
    const llvm::DenseSet<InstrId> Sums = Next.from(A.Instr);
    // A load for a tile in shared memory adds to nothing itself.
    if (Sums.empty())
      continue;
    AllFeedAll &= All.empty() || Sums == All;
    All.insert_range(Sums);
  }
  return !AllFeedAll;
}
