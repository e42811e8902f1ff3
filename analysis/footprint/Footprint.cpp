//===- Footprint.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/footprint/Footprint.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

double gpuperf::distinctBytes(llvm::ArrayRef<BoxDimension> Box,
                              double ElementBytes, double GranuleBytes) {
  llvm::SmallVector<BoxDimension, 9> Dims;
  for (BoxDimension D : Box) {
    D.StrideBytes = std::fabs(D.StrideBytes);
    if (D.StrideBytes > 0 && D.Count > 1)
      Dims.push_back(D);
  }
  llvm::sort(Dims, [](const BoxDimension &A, const BoxDimension &B) {
    return A.StrideBytes < B.StrideBytes;
  });
  // A stride that is a number of steps of a smaller one, and not beyond the end
  // of that, only makes the smaller one longer.
  for (size_t I = 0; I < Dims.size();) {
    bool Merged = false;
    for (size_t J = 0; J < I && !Merged; ++J) {
      double Steps = Dims[I].StrideBytes / Dims[J].StrideBytes;
      if (Steps != std::floor(Steps) || Steps > Dims[J].Count)
        continue;
      Dims[J].Count += Steps * (Dims[I].Count - 1);
      Merged = true;
    }
    if (Merged)
      Dims.erase(Dims.begin() + static_cast<ptrdiff_t>(I));
    else
      ++I;
  }
  auto Whole = [GranuleBytes](double Bytes) {
    return std::ceil(Bytes / GranuleBytes) * GranuleBytes;
  };
  // Run: bytes without a gap; Span: first to last byte; Runs: how many runs.
  // A gap smaller than a granule is none: the granule is touched anyway.
  double Run = std::max(ElementBytes, 1.0), Span = Run, Runs = 1;
  for (const BoxDimension &D : Dims) {
    double NewSpan = Span + D.StrideBytes * (D.Count - 1);
    bool Dense = Runs == 1;
    if (Dense && (D.StrideBytes <= Run ||
                  (Run < GranuleBytes && D.StrideBytes < GranuleBytes))) {
      Run = NewSpan;
    } else if (D.StrideBytes >= Span) {
      Runs *= D.Count;
    } else {
      // The copies are interleaved with what is there: together they are at
      // most the whole span, and at most one copy per step.
      double Lattice = Runs * D.Count;
      double Full = std::max(1.0, NewSpan / std::max(Run, GranuleBytes));
      Runs = std::min(Lattice, Full);
    }
    Span = NewSpan;
  }
  return std::min(Runs * Whole(Run), Whole(Span));
}

double AffineForm::strideOf(ExprKind Kind, LoopId Loop) const {
  for (const AddressVariable &V : Variables)
    if (V.Kind == Kind && V.Loop == Loop)
      return V.StrideBytes;
  return 0;
}

std::optional<AffineForm> gpuperf::affineForm(const KernelSummary &K,
                                              const Access &A, const Launch &L,
                                              uint64_t &Steps) {
  if (!A.Affine)
    return std::nullopt;
  AffineForm F;
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.WarpSize = 1;
  for (const ProductTerm &T : expandToSum(K.Exprs, A.Offset).Terms) {
    auto Coefficient = static_cast<double>(T.Coefficient);
    std::optional<AddressVariable> Variable;
    for (ExprId Factor : T.Factors) {
      const ExprNode &N = K.Exprs[Factor];
      bool Varies = (N.Kind >= ExprKind::TidX && N.Kind <= ExprKind::CtaidZ) ||
                    N.Kind == ExprKind::LaneId || N.Kind == ExprKind::LoopIter;
      if (Varies) {
        AddressVariable V;
        V.Kind = N.Kind == ExprKind::LaneId ? ExprKind::TidX : N.Kind;
        V.Loop = N.Kind == ExprKind::LoopIter ? N.Aux : NoId;
        Variable = V;
        continue;
      }
      LaneValues Value = evaluate(K.Exprs, Factor, Ctx, Steps);
      if (!Value.Known.test(0))
        return std::nullopt;
      Coefficient *= static_cast<double>(Value.V[0]);
    }
    if (!Variable) {
      F.ConstantBytes += Coefficient;
      continue;
    }
    bool Found = false;
    for (AddressVariable &V : F.Variables)
      if (V.Kind == Variable->Kind && V.Loop == Variable->Loop)
        V.StrideBytes += Coefficient, Found = true;
    if (!Found) {
      Variable->StrideBytes = Coefficient;
      F.Variables.push_back(*Variable);
    }
  }
  return F;
}

llvm::SmallVector<BoxDimension, 9> gpuperf::boxOf(const AffineForm &F,
                                                  const FootprintScope &Scope) {
  llvm::SmallVector<BoxDimension, 9> Box;
  for (const AddressVariable &V : F.Variables) {
    double Count = 1;
    switch (V.Kind) {
    case ExprKind::TidX:
      Count = static_cast<double>(Scope.Threads.X);
      break;
    case ExprKind::TidY:
      Count = static_cast<double>(Scope.Threads.Y);
      break;
    case ExprKind::TidZ:
      Count = static_cast<double>(Scope.Threads.Z);
      break;
    case ExprKind::CtaidX:
      Count = Scope.Blocks.X;
      break;
    case ExprKind::CtaidY:
      Count = Scope.Blocks.Y;
      break;
    case ExprKind::CtaidZ:
      Count = Scope.Blocks.Z;
      break;
    default:
      if (V.Loop < Scope.Trips.size())
        Count = std::max(1.0, Scope.Trips[V.Loop]);
      break;
    }
    Count = std::max(1.0, Count / V.Divisor);
    if (V.Modulus > 0)
      Count = std::min(Count, V.Modulus);
    Box.push_back({V.StrideBytes, std::max(1.0, Count * V.DistinctShare)});
  }
  return Box;
}
