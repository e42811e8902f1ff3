//===- ReplacedCalls.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/ReplacedCalls.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

static bool isSame(const SourceLine &A, const SourceLine &B) {
  return A.Line != 0 && A.File == B.File && A.Line == B.Line &&
         A.Column == B.Column;
}

/// The call that \p In, an instruction or a part of one (CalledPart), belongs
/// to: it stands at the first token of the call, or was inlined there, by
/// whichever way.
template <class Placed>
static std::optional<size_t> callOf(const KernelSummary &K, const Placed &In,
                                    llvm::ArrayRef<ReplacedCall> Calls) {
  auto IsAt = [&](const SourceLine &Where) {
    return isSame(In.Inner, Where) || isSame(In.Where, Where) ||
           (In.CallPath != NoId &&
            llvm::any_of(K.CallPaths[In.CallPath], [&](const SourceLine &Call) {
              return isSame(Call, Where);
            }));
  };
  for (size_t I = 0; I < Calls.size(); ++I)
    if (IsAt(Calls[I].Where))
      return I;
  return std::nullopt;
}

/// By instruction: the call that it is a part of.
static std::vector<std::optional<size_t>>
callsOf(const KernelSummary &K, llvm::ArrayRef<ReplacedCall> Calls) {
  std::vector<std::optional<size_t>> Of(K.Instrs.size());
  auto HasNoLine = [&](InstrId I) {
    return K.Instrs[I].Where.Line == 0 && K.Instrs[I].Inner.Line == 0;
  };
  for (InstrId I = 0; I < K.Instrs.size(); ++I)
    if (!HasNoLine(I))
      Of[I] = callOf(K, K.Instrs[I], Calls);
  // What the compiler has merged or taken out of a branch has no line any more:
  // it is a part of what it is computed from or for.
  for (InstrId I = 0; I < K.Instrs.size(); ++I)
    for (InstrId Op : K.Instrs[I].Operands)
      if (!Of[I] && Op < I && HasNoLine(I))
        Of[I] = Of[Op];
  for (auto I = static_cast<InstrId>(K.Instrs.size()); I-- > 0;)
    for (InstrId Op : K.Instrs[I].Operands)
      if (Of[I] && Op < I && !Of[Op] && HasNoLine(Op))
        Of[Op] = Of[I];
  return Of;
}

namespace {
/// What of an instruction goes with a call.
struct PartOf {
  size_t Call = 0;
  double Share = 1, Times = 1;
  bool IsCalled = false; ///< of a CalledPart
};
} // namespace

/// By instruction: the calls that it is made of, in whole or in part.
static std::vector<llvm::SmallVector<PartOf, 1>>
partsOf(const KernelSummary &K, llvm::ArrayRef<ReplacedCall> Calls) {
  const std::vector<std::optional<size_t>> Whole = callsOf(K, Calls);
  std::vector<llvm::SmallVector<PartOf, 1>> Out(K.Instrs.size());
  for (InstrId I = 0; I < K.Instrs.size(); ++I)
    if (Whole[I])
      Out[I].push_back({*Whole[I]});
  for (const CalledPart &Part : K.CalledParts)
    if (const auto Call = callOf(K, Part, Calls); Call && !Whole[Part.Of])
      Out[Part.Of].push_back({*Call, Part.Share, Part.Times, true});
  return Out;
}

std::optional<ReplacedCallCost>
gpuperf::costOfCalls(const KernelSummary &K, const Launch &L,
                     const GpuModel &Gpu, const Prediction &P,
                     llvm::ArrayRef<ReplacedCall> Calls) {
  const std::vector<llvm::SmallVector<PartOf, 1>> Of = partsOf(K, Calls);
  // By instruction: what there is in its place; empty: it stays.
  std::vector<OtherOps> Instead(K.Instrs.size());
  ReplacedCallCost Out;
  Out.PerWarp.assign(Calls.size(), 0);
  Out.PerCall.assign(Calls.size(), 0);
  std::vector<double> Called(Calls.size(), 0);
  double Any = 0;
  // The new instructions come where the routine begins, in each function that
  // is called anew.
  constexpr uint32_t Nowhere = NoId - 1;
  std::vector<uint32_t> BegunIn(Calls.size(), Nowhere);
  for (InstrId I = 0; I < K.Instrs.size(); ++I) {
    const Instr &In = K.Instrs[I];
    if (In.IsPhi || In.Block >= P.Profile.Blocks.size())
      continue;
    if (Of[I].empty() || In.Class == OpClass::Free)
      continue;
    const double Executions = P.Profile.Blocks[In.Block].WarpExecutions;
    double Stays = 1;
    OtherOps New;
    for (const PartOf &Part : Of[I]) {
      const double Times = Executions * In.Count * Part.Share;
      // Several calls of one function each come by it.
      const uint32_t Text = Part.IsCalled ? In.TextIndex : NoId;
      if (BegunIn[Part.Call] != Text) {
        if (Part.IsCalled || BegunIn[Part.Call] == Nowhere)
          for (auto [Class, Count] : Calls[Part.Call].Instead)
            New.push_back(
                {Class, Part.IsCalled ? Count * Part.Times / In.Count : Count});
        if (Part.IsCalled)
          Called[Part.Call] += Executions * Part.Times;
        BegunIn[Part.Call] = Text;
      }
      if (!Part.IsCalled)
        Called[Part.Call] = std::max(Called[Part.Call], Executions);
      Out.PerWarp[Part.Call] += Times;
      Any += Times;
      Stays -= Part.Share;
      if (Times > 0 && !llvm::is_contained(Out.Blocks, In.Block))
        Out.Blocks.push_back(In.Block);
    }
    // What is left of it is what those that wait for it see.
    constexpr double Nothing = 0.01;
    if (Stays > Nothing)
      New.insert(New.begin(), {In.Class, Stays});
    else if (New.empty())
      New.push_back({OpClass::Free, 1.0});
    Instead[I] = std::move(New);
  }
  constexpr double LeastPerWarp = 0.05;
  if (!(Any > LeastPerWarp))
    return std::nullopt;
  const auto Without =
      timeWithOps(K, L, Gpu, P, [&](const Instr &In) -> OtherOps {
        return Instead[&In - K.Instrs.data()];
      });
  if (!Without)
    return std::nullopt;
  Out.WithoutUs = *Without;
  for (size_t I = 0; I < Calls.size(); ++I)
    if (Called[I] > 0)
      Out.PerCall[I] = Out.PerWarp[I] / Called[I];
  return Out;
}
