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

/// The call that \p In is a part of: it stands at the first token of the call,
/// or was inlined there, by whichever way.
static std::optional<size_t> callOf(const KernelSummary &K, const Instr &In,
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

std::optional<ReplacedCallCost>
gpuperf::costOfCalls(const KernelSummary &K, const Launch &L,
                     const GpuModel &Gpu, const Prediction &P,
                     llvm::ArrayRef<ReplacedCall> Calls) {
  const std::vector<std::optional<size_t>> Of = callsOf(K, Calls);
  std::vector<bool> Replaces(K.Instrs.size(), false);
  ReplacedCallCost Out;
  Out.PerWarp.assign(Calls.size(), 0);
  Out.PerCall.assign(Calls.size(), 0);
  std::vector<double> Called(Calls.size(), 0);
  double Any = 0;
  // The new instructions come where the routine begins.
  std::vector<bool> Begun(Calls.size(), false);
  for (InstrId I = 0; I < K.Instrs.size(); ++I) {
    const Instr &In = K.Instrs[I];
    if (In.IsPhi || In.Block >= P.Profile.Blocks.size())
      continue;
    if (!Of[I] || In.Class == OpClass::Free)
      continue;
    const double Executions = P.Profile.Blocks[In.Block].WarpExecutions;
    const double Times = Executions * In.Count;
    Called[*Of[I]] = std::max(Called[*Of[I]], Executions);
    Replaces[I] = !Begun[*Of[I]];
    Begun[*Of[I]] = true;
    Out.PerWarp[*Of[I]] += Times;
    Any += Times;
    if (Times > 0 && !llvm::is_contained(Out.Blocks, In.Block))
      Out.Blocks.push_back(In.Block);
  }
  constexpr double LeastPerWarp = 0.05;
  if (!(Any > LeastPerWarp))
    return std::nullopt;
  const auto Without =
      timeWithOps(K, L, Gpu, P, [&](const Instr &In) -> OtherOps {
        const size_t I = &In - K.Instrs.data();
        if (!Of[I])
          return {};
        return Replaces[I] ? Calls[*Of[I]].Instead
                           : OtherOps{{OpClass::Free, 1.0}};
      });
  if (!Without)
    return std::nullopt;
  Out.WithoutUs = *Without;
  for (size_t I = 0; I < Calls.size(); ++I)
    if (Called[I] > 0)
      Out.PerCall[I] = Out.PerWarp[I] / Called[I];
  return Out;
}
