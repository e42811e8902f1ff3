//===- Assumption.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/Assumption.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

namespace {
struct Row {
  llvm::StringLiteral Key;
  unsigned Order;
  double BandFactor, RatioFactor;
  bool ForEveryLaunch;
};
constexpr Row Rows[] = {
#define ASSUMPTION(Kind, Key, Order, BandFactor, RatioFactor, ForEveryLaunch)  \
  {llvm::StringLiteral(Key), Order, BandFactor, RatioFactor, ForEveryLaunch},
#include "gpumodel/Assumption.def"
};

const Row &rowOf(AssumptionKind K) { return Rows[static_cast<unsigned>(K)]; }

bool isToldBefore(const Assumption &A, const Assumption &B) {
  return tellingOrder(A.Kind) < tellingOrder(B.Kind);
}
} // namespace

llvm::StringRef gpuperf::assumptionKey(AssumptionKind K) {
  return rowOf(K).Key;
}
double gpuperf::bandFactor(AssumptionKind K) { return rowOf(K).BandFactor; }
double gpuperf::ratioFactor(AssumptionKind K) { return rowOf(K).RatioFactor; }
unsigned gpuperf::tellingOrder(AssumptionKind K) { return rowOf(K).Order; }
bool gpuperf::holdsForEveryLaunch(AssumptionKind K) {
  return rowOf(K).ForEveryLaunch;
}

// The value is moved into the list where it has more than a kind.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
AssumptionSet::AssumptionSet(Assumption A) : Kinds(bit(A.Kind)) {
  if (A != Assumption{A.Kind})
    Named = std::make_shared<const List>(1, std::move(A));
}

AssumptionSet::AssumptionSet(std::vector<Assumption> All) {
  List Kept;
  for (Assumption &A : All) {
    Kinds |= bit(A.Kind);
    if (A != Assumption{A.Kind} && !llvm::is_contained(Kept, A))
      Kept.push_back(std::move(A));
  }
  llvm::stable_sort(Kept, isToldBefore);
  if (!Kept.empty())
    Named = std::make_shared<const List>(std::move(Kept));
}

std::vector<Assumption> AssumptionSet::all() const {
  List All = named();
  for (unsigned I = 0; I < NumAssumptionKinds; ++I) {
    const auto K = static_cast<AssumptionKind>(I);
    if (contains(K) && llvm::none_of(named(), [K](const Assumption &A) {
          return A.Kind == K;
        }))
      All.push_back({K});
  }
  llvm::stable_sort(All, isToldBefore);
  return All;
}

bool AssumptionSet::namesLine() const {
  return llvm::any_of(named(),
                      [](const Assumption &A) { return A.SourceLine != 0; });
}

AssumptionSet AssumptionSet::without(AssumptionKind K) const {
  std::vector<Assumption> Kept = all();
  llvm::erase_if(Kept, [K](const Assumption &A) { return A.Kind == K; });
  return AssumptionSet(std::move(Kept));
}

void AssumptionSet::addNamed(const std::shared_ptr<const List> &Other) {
  if (!Named) {
    Named = Other;
    return;
  }
  List Merged = *Named;
  for (const Assumption &A : *Other)
    if (!llvm::is_contained(*Named, A))
      Merged.push_back(A);
  if (Merged.size() == Named->size())
    return;
  llvm::stable_sort(Merged, isToldBefore);
  Named = std::make_shared<const List>(std::move(Merged));
}
