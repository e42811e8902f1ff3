//===- RowStarts.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/RowStarts.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>
#include <optional>
#include <vector>

using namespace gpuperf;

namespace {
/// A larger distance is not that of two elements, but of rows of a matrix.
constexpr int64_t MostEntryBytes = 256;

class RowFinder {
public:
  explicit RowFinder(KernelSummary &K) : K(K) {}
  void visitLoop(LoopId Id);
  bool comparesRows(ExprId Id);

private:
  const Access *loadOf(ExprId Data) const;
  std::vector<ExprId> loadsIn(ExprId Id) const;
  bool areNeighbours(const Access &A, const Access &B);
  std::optional<RowStart> entryOf(LoopId Id, const Access &Start);
  bool isRowStart(ExprId Data) const;
  void add(const Access &Load, const RowStart &Row);

  KernelSummary &K;
};
} // namespace

/// The load whose value \p Data is; null if it is something else.
const Access *RowFinder::loadOf(ExprId Data) const {
  const ExprNode &N = K.Exprs[Data];
  if (N.Kind != ExprKind::Opaque || N.Aux >= K.Instrs.size())
    return nullptr;
  const AccessId Id = K.Instrs[N.Aux].Mem;
  if (Id == NoId)
    return nullptr;
  const Access &A = K.Accesses[Id];
  const bool Known = A.Kind == AccessKind::Load && A.BytesPerLane > 0 &&
                     A.Base != Access::BaseKind::Unknown;
  return Known && A.Offset == N.Ops[0] ? &A : nullptr;
}

/// The loaded values that \p Id is computed from.
std::vector<ExprId> RowFinder::loadsIn(ExprId Id) const {
  std::vector<ExprId> Out;
  llvm::SmallVector<ExprId, 16> Work = {Id};
  llvm::SmallDenseSet<ExprId, 16> Seen;
  while (!Work.empty()) {
    const ExprId At = Work.pop_back_val();
    if (At == NoExpr || !Seen.insert(At).second)
      continue;
    if (loadOf(At))
      Out.push_back(At);
    else if (K.Exprs[At].Kind != ExprKind::Opaque)
      Work.append(K.Exprs[At].Ops.begin(), K.Exprs[At].Ops.end());
  }
  return Out;
}

/// \p A and \p B read neighbouring elements of one array.
bool RowFinder::areNeighbours(const Access &A, const Access &B) {
  if (A.Base != B.Base || A.BaseIndex != B.BaseIndex ||
      A.BytesPerLane != B.BytesPerLane)
    return false;
  ExprNode Difference;
  Difference.Kind = ExprKind::Sub;
  Difference.Width = 64;
  Difference.Ops = {A.Offset, B.Offset, NoExpr};
  const SumOfProducts Sum = expandToSum(K.Exprs, K.Exprs.get(Difference));
  return Sum.Terms.size() == 1 && Sum.Terms[0].Factors.empty() &&
         std::abs(Sum.Terms[0].Coefficient) == A.BytesPerLane;
}

/// The access of the loop to a row that begins at what \p Start reads. Of
/// several, the one to the widest elements: a record that is read field by
/// field is narrower than its fields say.
std::optional<RowStart> RowFinder::entryOf(LoopId Id, const Access &Start) {
  std::optional<RowStart> Best;
  for (AccessId A = 0; A < K.Accesses.size(); ++A) {
    const Access &Entry = K.Accesses[A];
    if (Entry.Base == Access::BaseKind::Unknown ||
        !llvm::is_contained(K.Loops[Id].Blocks, Entry.Block) ||
        !K.Exprs.dependsOnLoop(Entry.Offset, Id))
      continue;
    for (const ProductTerm &T : expandToSum(K.Exprs, Entry.Offset).Terms) {
      if (T.Factors.size() != 1 || T.Coefficient <= 0 ||
          T.Coefficient > MostEntryBytes)
        continue;
      const Access *Load = loadOf(T.Factors[0]);
      if (!Load || Load->Base != Start.Base ||
          Load->BaseIndex != Start.BaseIndex || Load->Offset != Start.Offset)
        continue;
      if (!Best || Best->EntryBytes < T.Coefficient)
        Best = RowStart{NoId, A, static_cast<uint32_t>(T.Coefficient)};
    }
  }
  return Best;
}

void RowFinder::add(const Access &Load, const RowStart &Row) {
  // The same element may be loaded several times.
  for (AccessId A = 0; A < K.Accesses.size(); ++A) {
    const Access &Other = K.Accesses[A];
    if (Other.Kind == AccessKind::Load && Other.Base == Load.Base &&
        Other.BaseIndex == Load.BaseIndex &&
        Other.BytesPerLane == Load.BytesPerLane &&
        llvm::none_of(K.RowStarts,
                      [&](const RowStart &R) { return R.Load == A; }))
      K.RowStarts.push_back({A, Row.Entry, Row.EntryBytes});
  }
}

bool RowFinder::isRowStart(ExprId Data) const {
  const AccessId Id = K.Instrs[K.Exprs[Data].Aux].Mem;
  return llvm::any_of(K.RowStarts,
                      [&](const RowStart &R) { return R.Load == Id; });
}

void RowFinder::visitLoop(LoopId Id) {
  KernelLoop &L = K.Loops[Id];
  if (L.TakenOfData == NoExpr)
    return;
  const std::vector<ExprId> Loads = loadsIn(L.TakenOfData);
  for (ExprId A : Loads)
    for (ExprId B : Loads) {
      if (A == B || !areNeighbours(*loadOf(A), *loadOf(B)))
        continue;
      if (std::optional<RowStart> Row = entryOf(Id, *loadOf(A)))
        add(*loadOf(A), *Row);
    }
}

/// \p Id is computed from the begin and the end of a row.
bool RowFinder::comparesRows(ExprId Id) {
  const std::vector<ExprId> Loads = loadsIn(Id);
  return llvm::any_of(Loads, [&](ExprId A) {
    return isRowStart(A) && llvm::any_of(Loads, [&](ExprId B) {
             return areNeighbours(*loadOf(A), *loadOf(B));
           });
  });
}

void gpuperf::findRowStarts(KernelSummary &Kernel) {
  RowFinder Finder(Kernel);
  for (LoopId Id = 0; Id < Kernel.Loops.size(); ++Id)
    Finder.visitLoop(Id);
  for (KernelLoop &L : Kernel.Loops)
    if (L.TakenOfData != NoExpr && !Finder.comparesRows(L.TakenOfData))
      L.TakenOfData = NoExpr;
  for (Block &B : Kernel.Blocks)
    B.ComparesRows = B.Terminator == TerminatorKind::Conditional &&
                     B.Condition != NoExpr && Finder.comparesRows(B.Condition);
}
