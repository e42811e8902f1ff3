//===- KeptInMemory.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/KeptInMemory.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/LoopParts.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/kernel/Dominance.h"
#include "analysis/kernel/Overlap.h"
#include "analysis/predict/PredictLaunch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using llvm::formatv;

/// A loop that runs less often saves little.
static constexpr double LeastTrip = 4;

namespace {
/// What one loop keeps in memory.
struct Kept {
  std::vector<AccessId> Stores, Loads;
  /// Loads of other arrays that the compiler would do once, if there were no
  /// store in the loop.
  std::vector<AccessId> OnlyLoaded;
  /// Some of these arrays have other elements that the loop loads.
  bool BesideOthers = false;
  /// Accesses to other arrays because of which it may not.
  std::vector<AccessId> InTheWay;
};

class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P), Idom(immediateDominators(K)) {}

  std::vector<LineFinding> run() {
    std::vector<LineFinding> Out;
    for (LoopId Id = 0; Id < K.Loops.size(); ++Id)
      if (auto Found = look(Id))
        Out.push_back(std::move(*Found));
    return Out;
  }

private:
  static bool sameArray(const Access &A, const Access &B) {
    return A.Space == B.Space && A.Base == B.Base && A.BaseIndex == B.BaseIndex;
  }

  /// Nothing in the loop lets other threads see what it has stored so far.
  bool isByItself(LoopId Loop) const {
    return llvm::all_of(K.Loops[Loop].Blocks, [&](BlockId B) {
      return llvm::all_of(K.Blocks[B].Instrs, [&](InstrId I) {
        switch (K.Instrs[I].Class) {
        case OpClass::Barrier:
        case OpClass::Fence:
        case OpClass::ExternalCall:
        case OpClass::InlineAsm:
          return false;
        case OpClass::Branch:
          return I == K.Blocks[B].Instrs.back(); // or else it is a call
        default:
          return true;
        }
      });
    });
  }

  /// Whether each iteration of \p Loop comes to \p Id, and to one element.
  bool isOneElement(AccessId Id, LoopId Loop) const {
    const Access &A = K.Accesses[Id];
    const auto Class = static_cast<size_t>(K.Instrs[A.Instr].Class);
    return A.Base != Access::BaseKind::Unknown && A.Offset != NoExpr &&
           !K.Exprs.dependsOnData(A.Offset) &&
           (K.MachineCounts.empty() || K.MachineCounts[A.Block][Class] > 0.5) &&
           llvm::all_of(K.Loops[Loop].Latches,
                        [&](BlockId Latch) {
                          return dominates(Idom, A.Block, Latch);
                        }) &&
           llvm::none_of(llvm::seq<LoopId>(0, K.Loops.size()), [&](LoopId In) {
             return isInLoop(K, K.Loops[In].Header, Loop) &&
                    K.Exprs.dependsOnLoop(A.Offset, In);
           });
  }

  /// Nothing where the loop does what is not known to be harmless.
  std::optional<Kept> keptBy(LoopId Loop) const {
    std::vector<AccessId> Inside;
    for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
      const Access &A = K.Accesses[Id];
      if (!isInLoop(K, A.Block, Loop) || A.Space == MemSpace::Constant ||
          A.Space == MemSpace::Param || A.Space == MemSpace::Texture)
        continue;
      if (A.Volatile ||
          (A.Base == Access::BaseKind::Unknown && A.Kind != AccessKind::Load))
        return std::nullopt;
      Inside.push_back(Id);
    }
    Kept Out;
    for (AccessId Id : Inside) {
      const Access &A = K.Accesses[Id];
      const bool IsShared = A.Space == MemSpace::Shared;
      bool Alone = (IsShared || A.Space == MemSpace::Global) &&
                   A.Kind != AccessKind::Atomic && isOneElement(Id, Loop);
      bool Stored = false, IsOnlyOne = true;
      for (AccessId Other : Inside) {
        const Access &B = K.Accesses[Other];
        if (B.Base == Access::BaseKind::Unknown &&
            (B.Space == A.Space || B.Space == MemSpace::Unknown))
          Alone &= A.Kind == AccessKind::Load;
        if (!sameArray(A, B) || (Alone && neverOverlap(K, A, B)))
          continue;
        // Loads of an array that is only read say nothing of each other.
        IsOnlyOne &= B.Offset == A.Offset && B.Kind != AccessKind::Atomic;
        Stored |= B.Kind != AccessKind::Load;
      }
      Alone &= IsOnlyOne || !Stored;
      if (!Alone)
        Out.InTheWay.push_back(Id);
      else if (A.Kind == AccessKind::Store)
        Out.Stores.push_back(Id);
      else
        (Stored ? Out.Loads : Out.OnlyLoaded).push_back(Id);
      Out.BesideOthers |= Alone && !Stored && !IsOnlyOne;
    }
    return Out;
  }

  /// Whether all but the last iteration are for nothing: the loop stands there
  /// to make the kernel take longer, as in a measurement.
  static bool doesTheSame(const Kept &Of) {
    return !Of.Stores.empty() && Of.Loads.empty() && Of.InTheWay.empty();
  }

  std::optional<LineFinding> look(LoopId Loop) {
    const LoopProfile &Runs = P.Profile.Loops[Loop];
    if (Runs.Guessed || !(Runs.MeanTrip >= LeastTrip) ||
        !(P.Profile.Blocks[K.Loops[Loop].Header].WarpExecutions > 0) ||
        !isByItself(Loop) || !loopEnds(K, Loop))
      return std::nullopt;
    std::optional<Kept> Of = keptBy(Loop);
    if (!Of || doesTheSame(*Of))
      return std::nullopt;
    auto IsDone = [&](AccessId Id) { return Done[Id]; };
    const bool WritesOther = llvm::any_of(Of->InTheWay, [&](AccessId Id) {
      return K.Accesses[Id].Kind != AccessKind::Load;
    });
    if (Of->Stores.empty() ? !WritesOther : llvm::any_of(Of->Stores, IsDone))
      return std::nullopt;
    std::vector<AccessId> Ids = Of->Stores;
    llvm::append_range(Ids, Of->Loads);
    if (Of->Stores.empty() || !WritesOther)
      llvm::append_range(Ids, Of->OnlyLoaded);
    llvm::erase_if(Ids, IsDone);
    if (Ids.empty())
      return std::nullopt;
    const auto Other = predictAsIf(keepInRegisters(K, Loop, Ids), L, Gpu, P);
    if (!Other)
      return std::nullopt;
    if (!(speedup(P, *Other).Lo > 1))
      return std::nullopt;
    for (AccessId Id : Ids)
      Done[Id] = true;
    LineFinding F = describe(*Of);
    F.TimeUs = P.TimeUs;
    F.WithoutUs = Other->TimeUs;
    if (F.Text.empty())
      return std::nullopt;
    return F;
  }

  LineFinding describe(const Kept &Of) const {
    LineFinding F;
    const bool IsStored = !Of.Stores.empty();
    F.Accesses = IsStored ? Of.Stores : Of.OnlyLoaded;
    const Access &First = K.Accesses[F.Accesses.front()];
    F.Where = First.Where;
    F.Inner = First.Inner;
    const std::string Names = arrayNames(K, F.Accesses);
    if (Names.empty())
      return F;
    const bool Several = llvm::StringRef(Names).contains(" and ");
    const bool AreParts = !IsStored && Of.BesideOthers;
    F.Text = formatv("{0}{1} {2} {3} at the same address in every iteration of "
                     "this loop",
                     AreParts ? "an element of " : "", Names,
                     Several && !AreParts ? "are" : "is",
                     !IsStored          ? "loaded"
                     : Of.Loads.empty() ? "stored"
                                        : "loaded and stored");
    // What keeps the compiler from it.
    std::vector<AccessId> Others;
    for (AccessId Id : IsStored ? Of.OnlyLoaded : std::vector<AccessId>())
      Others.push_back(Id);
    for (AccessId Id : Of.InTheWay) {
      const Access &A = K.Accesses[Id];
      if (A.Base == Access::BaseKind::Argument && !A.ReadOnly &&
          (IsStored || A.Kind != AccessKind::Load))
        Others.push_back(Id);
    }
    const std::string Blame = Others.empty() ? "" : arrayNames(K, Others);
    F.Notes.push_back(
        IsStored ? "keep the value in a local variable while the loop runs, "
                   "and store it once behind the loop"
                 : "load it once before the loop, into a local variable");
    if (!Blame.empty())
      F.Notes.push_back(
          formatv("the compiler may not do so, as {0} could be the same memory "
                  "for all it knows; it may where these pointers are declared "
                  "__restrict__",
                  Blame));
    return F;
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
  std::vector<BlockId> Idom;
  /// By AccessId: named by a finding of an outer loop.
  std::vector<bool> Done = std::vector<bool>(K.Accesses.size(), false);
};
} // namespace

std::vector<LineFinding> gpuperf::findKeptInMemory(const KernelSummary &K,
                                                   const Launch &L,
                                                   const GpuModel &Gpu,
                                                   const Prediction &P) {
  if (P.Profile.Blocks.size() != K.Blocks.size() ||
      P.Profile.Loops.size() != K.Loops.size() ||
      K.Blocks.size() > MostBlocksToSearch)
    return {};
  return Finder(K, L, Gpu, P).run();
}
