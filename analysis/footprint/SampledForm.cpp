//===- SampledForm.cpp - Footprints of known but not affine addresses -----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an address is known but not affine (i % w, i / w, min), or depends on
// data that the lanes share, it is sampled along each variable alone, with the
// others at zero: how many of its values are distinct, and how far apart the
// outermost ones are. The variable is then taken to have that many evenly
// spaced places.
//
// What happens at the edge of an array happens where everything is zero: (i +
// n - 1) % n is n - 1 there, a halo is not loaded. So an address that is no sum
// of digits there, or does not move, is sampled further inside as well.
//
//===----------------------------------------------------------------------===//

#include "analysis/footprint/Footprint.h"
#include "analysis/symbolic/WarpEvaluator.h"
#include "llvm/ADT/DenseSet.h"
#include <cmath>
#include <map>
#include <set>

using namespace gpuperf;

namespace {
/// Samples along a variable: so many next to each other, and so many spread
/// over the whole range.
constexpr unsigned Points = 32;
constexpr unsigned MostDigits = 4;

/// Of the places along a variable, the share that must be on one line.
constexpr double OnLine = 0.75;
/// A digit of so many of a variable's values is taken for all of them.
constexpr double NearlyAll = 0.9;
/// How far inside of each extent a place further inside is. The golden section
/// is no edge of a row or a tile.
constexpr double Inside = 0.381966;

/// Where the variables are that an address is not sampled along.
struct Place {
  Dim3 Tid{0, 0, 0}, Ctaid{0, 0, 0};
  std::vector<uint64_t> Iterations; ///< by LoopId
  uint64_t &operator[](const AddressVariable &V) {
    switch (V.Kind) {
    case ExprKind::TidX:
      return Tid.X;
    case ExprKind::TidY:
      return Tid.Y;
    case ExprKind::TidZ:
      return Tid.Z;
    case ExprKind::CtaidX:
      return Ctaid.X;
    case ExprKind::CtaidY:
      return Ctaid.Y;
    case ExprKind::CtaidZ:
      return Ctaid.Z;
    default:
      return Iterations[V.Loop];
    }
  }
};

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
      : Offset(Offset), L(L), Steps(Steps), Eval(K.Exprs) {
    Origin.Iterations.resize(K.Loops.size());
  }

  /// Everything at zero.
  const Place &origin() const { return Origin; }

  /// The offset at \p Where.
  std::optional<int64_t> at(const Place &Where) {
    WarpContext Ctx;
    Ctx.L = &L;
    Ctx.WarpSize = 1;
    Ctx.LoopIter = Where.Iterations;
    Ctx.UniformDataAsZero = true;
    Ctx.FirstThread =
        Where.Tid.X + L.Block.X * (Where.Tid.Y + L.Block.Y * Where.Tid.Z);
    Ctx.Ctaid = Where.Ctaid;
    Eval.setWarp(Ctx);
    const LaneValues &Value = Eval.value(Offset, Steps);
    if (!Value.Known.test(0))
      return std::nullopt;
    return Value.V[0];
  }

  /// The offset with one variable at \p At and the others at zero.
  std::optional<int64_t> at(const AddressVariable &V, uint64_t At) {
    Place Where = Origin;
    Where[V] = At;
    return at(Where);
  }

  /// The stride of the line that nearly all places along \p V are on, with the
  /// other variables as in \p Where; nothing if there is none.
  std::optional<double> line(Place Where, const AddressVariable &V,
                             uint64_t Count) {
    std::map<std::pair<int64_t, int64_t>, unsigned> Lines;
    const uint64_t N = std::min<uint64_t>(Count - 1, Points);
    for (uint64_t I = 0; I < N; ++I) {
      const uint64_t At =
          Count - 1 <= Points ? I : I * 2654435761u % (Count - 1);
      Where[V] = At;
      auto Here = at(Where);
      Where[V] = At + 1;
      auto Next = at(Where);
      if (!Here || !Next)
        return std::nullopt;
      const int64_t Stride = *Next - *Here;
      ++Lines[{Stride, *Here - static_cast<int64_t>(At) * Stride}];
    }
    for (const auto &[Line, Places] : Lines)
      if (Places >= OnLine * static_cast<double>(N))
        return static_cast<double>(Line.first);
    return std::nullopt;
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
  Place Origin;
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
  auto Origin = S.at(S.origin());
  if (!Origin)
    return std::nullopt;
  F.ConstantBytes = static_cast<double>(*Origin);
  // The first thread of a block inside of the grid, and a thread inside of it.
  Place First = S.origin(), Middle = S.origin();
  for (auto &[V, Count] : Variables) {
    Middle[V] = static_cast<uint64_t>(Inside * static_cast<double>(Count));
    if (V.Kind >= ExprKind::CtaidX && V.Kind <= ExprKind::CtaidZ)
      First[V] = Middle[V];
  }
  /// Where variables were seen to move along a line, if one had to be sought.
  const Place *Seen = nullptr;
  auto Inner = [&](AddressVariable &V, uint64_t Count) {
    for (const Place *Where : {&Middle, &First})
      if (auto Stride = S.line(*Where, V, Count); Stride && *Stride != 0) {
        V.StrideBytes = *Stride;
        if (Seen != &First)
          Seen = Where;
        return true;
      }
    return false;
  };
  bool Measured = false;
  // A distance that is longer than any array, so that different data counts as
  // different places; each variable has a longer one than the last.
  double Apart = std::exp2(40);
  for (auto &[V, Count] : Variables) {
    auto Least = static_cast<double>(*Origin);
    if (auto Digits = S.digits(V, Count)) {
      // The last few values wrap around: (i + 1) % n.
      if (Digits->size() > 1 &&
          Digits->front().Modulus >= NearlyAll * static_cast<double>(Count)) {
        Digits->truncate(1);
        Digits->front().Modulus = 0;
      }
      bool Moves = false;
      for (const AddressVariable &D : *Digits)
        if (D.StrideBytes != 0)
          F.Variables.push_back(D), Moves = true;
      if (Moves)
        continue;
      Inner(V, Count);
    } else if (!Inner(V, Count)) {
      if (!S.measure(V, Count, Least))
        return std::nullopt;
      Measured = true;
    }
    // An address that wraps around (i - 1 for the first i) begins elsewhere.
    F.ConstantBytes += Least - static_cast<double>(*Origin);
    if (V.StrideBytes == 0) {
      bool Picks = false;
      for (ExprId Chooser : Data.Places)
        Picks |= V.Kind == ExprKind::LoopIter
                     ? K.Exprs.dependsOnLoop(Chooser, V.Loop)
                     : K.Exprs.dependsOn(Chooser, V.Kind);
      if (!Picks)
        continue;
      if (V.Kind == ExprKind::TidX)
        return std::nullopt; // a place per lane: scattered
      V.StrideBytes = Apart;
      Apart *= std::exp2(40);
    }
    F.Variables.push_back(V);
  }
  if (!Seen || Measured)
    return F;
  // The lines begin where they lead to from the place at which they were seen.
  auto Begin = S.at(*Seen);
  if (!Begin)
    return F;
  Place Where = *Seen;
  F.ConstantBytes = static_cast<double>(*Begin);
  for (const AddressVariable &V : F.Variables) {
    if (V.StrideBytes >= std::exp2(40))
      continue;
    double Digit = std::floor(static_cast<double>(Where[V]) / V.Divisor);
    if (V.Modulus > 0)
      Digit = std::fmod(Digit, V.Modulus);
    F.ConstantBytes -= Digit * V.StrideBytes;
  }
  return F;
}
