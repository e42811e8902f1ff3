//===- SampledForm.cpp - Footprints of known but not affine addresses -----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an address is known but not affine (i % w, i / w, min), or depends on
// data that the lanes share, it is sampled along each variable alone: how many
// of its values are distinct, and how far apart the outermost ones are. The
// variable is then taken to have that many evenly spaced places.
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/WarpEvaluator.h"
#include "analysis/warp/Footprint.h"
#include "llvm/ADT/DenseSet.h"
#include <cmath>
#include <set>

using namespace gpuperf;

namespace {
/// Samples along a variable: so many next to each other, and so many spread
/// over the whole range.
constexpr unsigned Points = 32;
constexpr unsigned MostDigits = 4;

/// Data in an address, taken as zero when it is sampled.
struct DataParts {
  bool Derivable = true;
  /// The expressions that choose which data is used, where different data leads
  /// to different places.
  std::vector<ExprId> Places;
};

DataParts dataParts(const KernelSummary &K, ExprId Offset) {
  DataParts Out;
  llvm::SmallVector<ExprId, 16> Work = {Offset};
  llvm::SmallDenseSet<ExprId, 16> Seen;
  while (!Work.empty()) {
    ExprId Id = Work.pop_back_val();
    if (Id == NoExpr || !Seen.insert(Id).second)
      continue;
    const ExprNode &N = K.Exprs[Id];
    Work.append(N.Ops.begin(), N.Ops.end());
    if (N.Kind != ExprKind::Opaque)
      continue;
    if (N.Imm == 0 && N.Ops[0] == NoExpr)
      Out.Derivable = false;
    // A rounded float is a displacement that leaves neighbours near each other;
    // an index that was loaded may lead anywhere.
    bool Rounded = N.Aux < K.Instrs.size() &&
                   (K.Instrs[N.Aux].Class == OpClass::Convert32 ||
                    K.Instrs[N.Aux].Class == OpClass::Convert64);
    if (!Rounded)
      for (ExprId Op : N.Ops)
        if (Op != NoExpr)
          Out.Places.push_back(Op);
  }
  return Out;
}

class Sampler {
public:
  Sampler(const KernelSummary &K, ExprId Offset, const Launch &L,
          uint64_t &Steps)
      : Offset(Offset), L(L), Steps(Steps), Zero(K.Loops.size(), 0),
        Eval(K.Exprs) {}

  /// The offset with one variable at \p At and the others at zero.
  std::optional<int64_t> at(const AddressVariable &V, uint64_t At) {
    WarpContext Ctx;
    Ctx.L = &L;
    Ctx.WarpSize = 1;
    Ctx.LoopIter = Zero;
    Ctx.UniformDataAsZero = true;
    switch (V.Kind) {
    case ExprKind::TidX:
      Ctx.FirstThread = At;
      break;
    case ExprKind::TidY:
      Ctx.FirstThread = At * L.Block.X;
      break;
    case ExprKind::TidZ:
      Ctx.FirstThread = At * L.Block.X * L.Block.Y;
      break;
    case ExprKind::CtaidX:
      Ctx.Ctaid.X = At;
      break;
    case ExprKind::CtaidY:
      Ctx.Ctaid.Y = At;
      break;
    case ExprKind::CtaidZ:
      Ctx.Ctaid.Z = At;
      break;
    default:
      break;
    }
    Eval.setWarp(Ctx);
    if (V.Kind == ExprKind::LoopIter)
      Eval.setLoopIter(V.Loop, At);
    const LaneValues &Value = Eval.value(Offset, Steps);
    if (!Value.Known.test(0))
      return std::nullopt;
    return Value.V[0];
  }

  /// \p V as digits (tid % 32 and tid / 32) each of which contributes a
  /// multiple of a stride of its own. Nothing where the address is not such a
  /// sum, or not known.
  std::optional<llvm::SmallVector<AddressVariable, 4>>
  digits(const AddressVariable &V, uint64_t Count) {
    llvm::SmallVector<AddressVariable, 4> Out;
    auto Origin = at(V, 0);
    if (!Origin)
      return std::nullopt;
    for (uint64_t Divisor = 1; Divisor < Count;) {
      auto First = at(V, Divisor);
      if (!First || Out.size() == MostDigits)
        return std::nullopt;
      const int64_t Stride = *First - *Origin;
      // Search for the digit's first value that is not on a line with 0 and 1.
      uint64_t On = 1, Off = (Count + Divisor - 1) / Divisor;
      auto IsOn = [&](uint64_t K) {
        auto Value = at(V, K * Divisor);
        return Value && *Value - *Origin == static_cast<int64_t>(K) * Stride;
      };
      for (uint64_t K = 2; K < Off; K *= 2) {
        if (!IsOn(K)) {
          Off = K;
          break;
        }
        On = K;
      }
      while (On + 1 < Off) {
        uint64_t Middle = On + (Off - On) / 2;
        (IsOn(Middle) ? On : Off) = Middle;
      }
      AddressVariable Digit = V;
      Digit.StrideBytes = static_cast<double>(Stride);
      Digit.Divisor = static_cast<double>(Divisor);
      Divisor *= Off;
      if (Divisor < Count)
        Digit.Modulus = static_cast<double>(Off);
      Out.push_back(Digit);
    }
    for (uint64_t I = 1; I <= Points; ++I) {
      // Sample at places that have no regular distance.
      uint64_t At = I * 2654435761u % Count;
      auto Value = at(V, At);
      if (!Value)
        return std::nullopt;
      double Sum = 0;
      for (const AddressVariable &D : Out) {
        double Digit = std::floor(static_cast<double>(At) / D.Divisor);
        if (D.Modulus > 0)
          Digit = std::fmod(Digit, D.Modulus);
        Sum += Digit * D.StrideBytes;
      }
      if (Sum != static_cast<double>(*Value - *Origin))
        return std::nullopt;
    }
    return Out;
  }

  /// Sets the stride and the distinct share of \p V over [0, Count), and
  /// \p Least to the least address. False if the address is not known.
  bool measure(AddressVariable &V, uint64_t Count, double &Least) {
    std::set<int64_t> Near, Far;
    uint64_t N = std::min<uint64_t>(Count, Points);
    for (uint64_t I = 0; I < N; ++I) {
      auto Close = at(V, I);
      auto Spread = at(
          V, Count <= Points
                 ? I
                 : static_cast<uint64_t>(static_cast<double>(I) / (Points - 1) *
                                         static_cast<double>(Count - 1)));
      if (!Close || !Spread)
        return false;
      Near.insert(*Close), Far.insert(*Spread);
    }
    double Lo = static_cast<double>(std::min(*Near.begin(), *Far.begin()));
    double Hi = static_cast<double>(std::max(*Near.rbegin(), *Far.rbegin()));
    Least = Lo;
    if (Hi <= Lo)
      return true;
    // If the samples over the whole range repeat each other, they are all the
    // places that there are.
    auto Range = static_cast<double>(Count);
    double Distinct =
        Far.size() < N
            ? static_cast<double>(Far.size())
            : Range * static_cast<double>(Near.size()) / static_cast<double>(N);
    Distinct = std::max(Distinct, 2.0);
    V.StrideBytes = (Hi - Lo) / (Distinct - 1);
    V.DistinctShare = std::min(1.0, Distinct / Range);
    return true;
  }

private:
  ExprId Offset;
  const Launch &L;
  uint64_t &Steps;
  std::vector<uint64_t> Zero;
  WarpEvaluator Eval;
};
} // namespace

std::optional<AffineForm> gpuperf::sampledForm(const KernelSummary &K,
                                               const Access &A, const Launch &L,
                                               llvm::ArrayRef<double> Trips,
                                               uint64_t &Steps) {
  if (A.Base == Access::BaseKind::Unknown || A.Offset == NoExpr ||
      K.Exprs.dependsOn(A.Offset, ExprKind::LaneId))
    return std::nullopt;
  DataParts Data = dataParts(K, A.Offset);
  if (!Data.Derivable)
    return std::nullopt;
  llvm::SmallVector<std::pair<AddressVariable, uint64_t>, 8> Variables;
  auto Add = [&](ExprKind Kind, uint64_t Count, LoopId Loop = NoId) {
    AddressVariable V;
    V.Kind = Kind, V.Loop = Loop;
    if (Count > 1)
      Variables.push_back({V, Count});
  };
  Add(ExprKind::TidX, L.Block.X);
  Add(ExprKind::TidY, L.Block.Y);
  Add(ExprKind::TidZ, L.Block.Z);
  Add(ExprKind::CtaidX, L.Grid.X);
  Add(ExprKind::CtaidY, L.Grid.Y);
  Add(ExprKind::CtaidZ, L.Grid.Z);
  for (LoopId At = K.Blocks[A.Block].InnermostLoop; At != NoId;
       At = K.Loops[At].Parent)
    if (At < Trips.size() && Trips[At] > 1)
      Add(ExprKind::LoopIter, static_cast<uint64_t>(Trips[At]), At);

  Sampler S(K, A.Offset, L, Steps);
  AffineForm F;
  auto Origin = S.at(AddressVariable(), 0);
  if (!Origin)
    return std::nullopt;
  F.ConstantBytes = static_cast<double>(*Origin);
  // A distance that is longer than any array, so that different data counts as
  // different places; each variable has a longer one than the last.
  double Apart = std::exp2(40);
  for (auto &[V, Count] : Variables) {
    auto Least = static_cast<double>(*Origin);
    if (auto Digits = S.digits(V, Count)) {
      bool Moves = false;
      for (const AddressVariable &D : *Digits)
        if (D.StrideBytes != 0)
          F.Variables.push_back(D), Moves = true;
      if (Moves)
        continue;
    } else if (!S.measure(V, Count, Least)) {
      return std::nullopt;
    }
    // An address that wraps around (i - 1 for the first i) begins elsewhere.
    F.ConstantBytes += Least - static_cast<double>(*Origin);
    if (V.StrideBytes == 0) {
      bool Picks = false;
      for (ExprId Place : Data.Places)
        Picks |= V.Kind == ExprKind::LoopIter
                     ? K.Exprs.dependsOnLoop(Place, V.Loop)
                     : K.Exprs.dependsOn(Place, V.Kind);
      if (!Picks)
        continue;
      if (V.Kind == ExprKind::TidX)
        return std::nullopt; // a place per lane: scattered
      V.StrideBytes = Apart;
      Apart *= std::exp2(40);
    }
    F.Variables.push_back(V);
  }
  return F;
}
