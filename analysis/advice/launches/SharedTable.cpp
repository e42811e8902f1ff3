//===- SharedTable.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/SharedTable.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/kernel/Dominance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

using namespace gpuperf;

static bool isSameForAll(const KernelSummary &K, ExprId Id) {
  return Id != NoExpr && !K.Exprs.dependsOnData(Id) &&
         !K.Exprs.dependsOnThread(Id) && !K.Exprs.dependsOnBlock(Id);
}

/// Whether all threads run \p Loop equally often.
static bool isRunAlike(const KernelSummary &K, const KernelLoop &Loop) {
  return !isTripOfData(Loop) && Loop.EarlyExit == NoExpr &&
         isSameForAll(K, Loop.BackedgeTaken);
}

/// Whether the result of such an operation follows from its operands.
static bool isArithmetic(OpClass Class) {
  return Class == OpClass::Free || Class < OpClass::Shuffle;
}

namespace {
/// The stores to one local array, and what they write.
class Table {
public:
  explicit Table(const KernelSummary &K) : K(K), Idom(immediateDominators(K)) {}

  bool isOfAllThreads(uint32_t Variable);

private:
  bool collect(uint32_t Variable);
  bool isFilledBefore(const Access &Store, const Access &Load) const;
  bool isAlikeUntil(const Access &Store, const Access &Load);
  bool isValueAlike(InstrId Value, LoopId Around);

  const KernelSummary &K;
  std::vector<BlockId> Idom;
  std::vector<const Access *> Stores, Loads;
  /// By the loop around: the values that are known to be alike.
  std::map<LoopId, std::vector<bool>> Alike;
};
} // namespace

/// False where something else than plain stores and loads may touch the array.
bool Table::collect(uint32_t Variable) {
  for (const Access &A : K.Accesses) {
    const bool IsOfIt =
        A.Base == Access::BaseKind::Variable && A.BaseIndex == Variable;
    const bool MayBe =
        A.Base == Access::BaseKind::Unknown &&
        (A.Space == MemSpace::Local || A.Space == MemSpace::Unknown);
    if (MayBe && A.Kind != AccessKind::Load)
      return false;
    if (!IsOfIt)
      continue;
    if (A.Kind == AccessKind::Atomic || A.Volatile)
      return false;
    (A.Kind == AccessKind::Store ? Stores : Loads).push_back(&A);
  }
  // A store is held against every load.
  constexpr size_t MostPairs = 1 << 16;
  return !Stores.empty() && !Loads.empty() &&
         Stores.size() * Loads.size() <= MostPairs;
}

/// Whether every thread that comes to \p Load has come by \p Store before, in
/// all iterations of the loops that hold the store alone.
bool Table::isFilledBefore(const Access &Store, const Access &Load) const {
  BlockId At = Store.Block;
  for (LoopId Loop = K.Blocks[At].InnermostLoop;
       Loop != NoId && !isInLoop(K, Load.Block, Loop);
       Loop = K.Loops[Loop].Parent) {
    const KernelLoop &Fills = K.Loops[Loop];
    if (!isRunAlike(K, Fills) ||
        !llvm::all_of(Fills.Latches, [&](BlockId Latch) {
          return dominates(Idom, At, Latch);
        }))
      return false;
    At = Fills.Header;
  }
  return At == Load.Block ? At != Store.Block || Store.Instr < Load.Instr
                          : dominates(Idom, At, Load.Block);
}

/// Whether \p Value follows from constants, arguments and the counters of loops
/// that all threads run alike. Those around \p Around, it among them, are none:
/// in another iteration of theirs the table would be another one. After a No
/// nothing more is asked.
bool Table::isValueAlike(InstrId Value, LoopId Around) {
  llvm::SmallVector<InstrId> Open = {Value};
  std::vector<bool> &Seen = Alike[Around];
  Seen.resize(K.Instrs.size());
  while (!Open.empty()) {
    const InstrId Id = Open.pop_back_val();
    if (Seen[Id])
      continue;
    Seen[Id] = true;
    const Instr &In = K.Instrs[Id];
    if (!isArithmetic(In.Class) || In.Mem != NoId)
      return false;
    if (In.IsPhi && In.Incoming.size() > 1) {
      const LoopId Loop = K.Blocks[In.Block].InnermostLoop;
      // Where branches meet, they decide which value it is.
      if (Loop == NoId || K.Loops[Loop].Header != In.Block ||
          !isRunAlike(K, K.Loops[Loop]) ||
          (Around != NoId && isInLoop(K, K.Loops[Around].Header, Loop)))
        return false;
    }
    Open.append(In.Operands.begin(), In.Operands.end());
    for (const PhiIncoming &From : In.Incoming)
      if (From.Def != NoId)
        Open.push_back(From.Def);
  }
  return true;
}

/// Whether the store writes the same numbers to the same places each time that
/// \p Load is come to.
bool Table::isAlikeUntil(const Access &Store, const Access &Load) {
  if (!isSameForAll(K, Store.Offset))
    return false;
  LoopId Around = K.Blocks[Store.Block].InnermostLoop;
  while (Around != NoId && !isInLoop(K, Load.Block, Around))
    Around = K.Loops[Around].Parent;
  for (LoopId Loop = Around; Loop != NoId; Loop = K.Loops[Loop].Parent)
    if (K.Exprs.dependsOnLoop(Store.Offset, Loop))
      return false;
  return llvm::all_of(K.Instrs[Store.Instr].Operands, [&](InstrId Operand) {
    return isValueAlike(Operand, Around);
  });
}

bool Table::isOfAllThreads(uint32_t Variable) {
  return collect(Variable) && llvm::all_of(Stores, [&](const Access *Store) {
           return llvm::all_of(Loads, [&](const Access *Load) {
             return isFilledBefore(*Store, *Load) &&
                    isAlikeUntil(*Store, *Load);
           });
         });
}

bool gpuperf::isTableOfAllThreads(const KernelSummary &Kernel,
                                  uint32_t Variable) {
  return Kernel.Blocks.size() <= MostBlocksToSearch &&
         Table(Kernel).isOfAllThreads(Variable);
}
