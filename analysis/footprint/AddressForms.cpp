//===- AddressForms.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/footprint/AddressForms.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace gpuperf;

namespace {
/// An address as a constant and the rest.
struct SplitAddress {
  /// What must be equal in two accesses for their addresses to differ by a
  /// constant only: the loops they are in, then each term that varies, as its
  /// coefficient and its factors.
  std::vector<int64_t> Rest;
  double ConstantBytes = 0;
};

class AddressSplitter {
public:
  AddressSplitter(const KernelSummary &K, const Launch &L, uint64_t &Steps)
      : K(K), Steps(Steps) {
    Ctx.L = &L;
    Ctx.WarpSize = 1;
  }

  SplitAddress split(const Access &A) {
    SplitAddress Out;
    std::vector<std::vector<int64_t>> Terms;
    for (const ProductTerm &T : expandToSum(K.Exprs, A.Offset).Terms) {
      int64_t Coefficient = T.Coefficient;
      std::vector<int64_t> Varying;
      for (ExprId Factor : T.Factors)
        if (auto Value = constantOf(Factor))
          Coefficient =
              static_cast<int64_t>(static_cast<uint64_t>(Coefficient) *
                                   static_cast<uint64_t>(*Value));
        else
          Varying.push_back(Factor);
      if (Varying.empty()) {
        Out.ConstantBytes += static_cast<double>(Coefficient);
        continue;
      }
      Varying.push_back(Coefficient);
      Terms.push_back(std::move(Varying));
    }
    llvm::sort(Terms);
    Out.Rest.push_back(K.Blocks[A.Block].InnermostLoop);
    Out.Rest.push_back(A.Base == Access::BaseKind::Unknown);
    for (const std::vector<int64_t> &T : Terms) {
      Out.Rest.push_back(static_cast<int64_t>(T.size()));
      Out.Rest.insert(Out.Rest.end(), T.begin(), T.end());
    }
    return Out;
  }

private:
  /// The value of a factor that is the same for all threads and iterations.
  std::optional<int64_t> constantOf(ExprId Id) {
    auto [It, IsNew] = Constants.try_emplace(Id);
    if (!IsNew)
      return It->second;
    if (varies(Id))
      return std::nullopt;
    LaneValues Value = evaluate(K.Exprs, Id, Ctx, Steps);
    if (Value.Known.test(0))
      It->second = Value.V[0];
    return It->second;
  }

  bool varies(ExprId Id) const {
    return K.Exprs.dependsOnThread(Id) || K.Exprs.dependsOnBlock(Id) ||
           K.Exprs.dependsOn(Id, ExprKind::LoopIter) ||
           K.Exprs.dependsOn(Id, ExprKind::Variable) ||
           K.Exprs.dependsOnData(Id);
  }

  const KernelSummary &K;
  uint64_t &Steps;
  WarpContext Ctx;
  llvm::DenseMap<ExprId, std::optional<int64_t>> Constants;
};
} // namespace

std::vector<std::optional<AffineForm>>
gpuperf::addressForms(const KernelSummary &K, const Launch &L,
                      llvm::ArrayRef<double> Trips,
                      llvm::ArrayRef<AccessId> Wanted, uint64_t &Steps) {
  std::vector<std::optional<AffineForm>> Out(K.Accesses.size());
  AddressSplitter Splitter(K, L, Steps);
  /// The access that a form was first looked for, and its constant.
  struct First {
    AccessId Id;
    double ConstantBytes;
  };
  std::map<std::vector<int64_t>, First> Seen;
  for (AccessId Id : Wanted) {
    const Access &A = K.Accesses[Id];
    if (A.Offset == NoExpr)
      continue;
    SplitAddress Split = Splitter.split(A);
    auto [It, IsNew] =
        Seen.try_emplace(std::move(Split.Rest), First{Id, Split.ConstantBytes});
    if (!IsNew) {
      Out[Id] = Out[It->second.Id];
      if (Out[Id])
        Out[Id]->ConstantBytes +=
            Split.ConstantBytes - It->second.ConstantBytes;
      continue;
    }
    Out[Id] = affineForm(K, A, L, Steps);
    if (!Out[Id])
      Out[Id] = sampledForm(K, A, L, Trips, Steps);
  }
  return Out;
}
