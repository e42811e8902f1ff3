//===- WhatIf.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/WhatIf.h"
#include "analysis/warp/AccessGroups.h"
#include "analysis/warp/CacheTraffic.h"
#include "analysis/warp/Requests.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cmath>

using namespace gpuperf;

std::optional<Prediction> gpuperf::predictAsIf(const KernelSummary &K,
                                               const Launch &L,
                                               const GpuModel &Gpu,
                                               const Prediction &P) {
  PredictOptions Options;
  Options.Model = P.Model;
  auto Other = predictLaunch(K, L, Gpu, Options);
  if (Other)
    return std::move(*Other);
  llvm::consumeError(Other.takeError());
  return std::nullopt;
}

std::optional<Estimate> gpuperf::timeWithProfile(const KernelSummary &K,
                                                 const Launch &L,
                                                 const GpuModel &Gpu,
                                                 const Prediction &P,
                                                 const WarpProfile &Changed) {
  PredictOptions Options;
  Options.Model = P.Model;
  Options.KnownProfile = &Changed;
  auto Without = predictLaunch(K, L, Gpu, Options);
  if (!Without) {
    llvm::consumeError(Without.takeError());
    return std::nullopt;
  }
  return Without->TimeUs;
}

/// Calls \p Fn with the classes that the profile of \p K counts for an
/// operation: those of the sequence that the machine executes where its text is
/// known, else the operation's own.
static void forEachCounted(const KernelSummary &K, OpClass Op,
                           llvm::function_ref<void(OpClass, double)> Fn) {
  llvm::ArrayRef<SequenceStep> Sequence;
  if (!K.MachineCounts.empty())
    Sequence = issuedSequence(Op);
  if (Sequence.empty())
    return Fn(Op, 1);
  for (const SequenceStep &Step : Sequence)
    if (Step.Issued > 0)
      Fn(Step.Op, Step.Issued);
}

std::optional<Estimate>
gpuperf::timeWithOps(const KernelSummary &K, const Launch &L,
                     const GpuModel &Gpu, const Prediction &P,
                     llvm::function_ref<OtherOps(const Instr &)> Instead) {
  KernelSummary Other = K;
  WarpProfile Profile = P.Profile;
  // What the warps execute as the blocks are written, what of it goes and what
  // comes in its place.
  OpCounts All{}, Gone{}, New{};
  for (size_t I = 0; I < K.Instrs.size(); ++I) {
    const Instr &In = K.Instrs[I];
    if (In.Block >= Profile.Blocks.size())
      continue;
    const double Times = Profile.Blocks[In.Block].WarpExecutions * In.Count;
    const OtherOps After = Instead(In);
    forEachCounted(K, In.Class, [&](OpClass Op, double Count) {
      All[static_cast<unsigned>(Op)] += Times * Count;
      if (!After.empty())
        Gone[static_cast<unsigned>(Op)] += Times * Count;
    });
    for (auto [Class, Each] : After)
      forEachCounted(K, Class, [&, Each = Each](OpClass Op, double Count) {
        New[static_cast<unsigned>(Op)] += Times * Each * Count;
      });
    if (!After.empty())
      Other.Instrs[I].Class = After.front().first;
  }
  for (auto [From, To] :
       {std::pair(&P.Profile.WarpInstructions, &Profile.WarpInstructions),
        std::pair(&P.Profile.LaneInstructions, &Profile.LaneInstructions),
        std::pair(&P.Profile.LongestBlock, &Profile.LongestBlock)}) {
    // The machine may execute fewer, as iterations share them, or more. What
    // comes is as many times as often as what goes.
    double Left = 0, Written = 0;
    for (unsigned C = 0; C < NumOpClasses; ++C) {
      if (!(Gone[C] > 0))
        continue;
      const double Goes = (*From)[C] * (Gone[C] / All[C]);
      (*To)[C] -= Goes;
      Left += Goes;
      Written += Gone[C];
    }
    if (!(Written > 0))
      continue;
    for (unsigned C = 0; C < NumOpClasses; ++C)
      if (static_cast<OpClass>(C) != OpClass::Free)
        (*To)[C] += New[C] * (Left / Written);
  }
  return timeWithProfile(Other, L, Gpu, P, Profile);
}

void gpuperf::coalesce(const KernelSummary &K, AccessId Id, WarpProfile &P) {
  coalesceTogether(K, Id, std::max(1.0, P.Accesses[Id].IdealSectors), P);
}

namespace {
/// What one access moves, in sectors over the launch.
struct Traffic {
  AccessId Id;
  double Ideal; ///< asked for afterwards
  double FromL2, FromDram;
  double Lines; ///< of a request, at the least
};
} // namespace

/// Makes one access ask for its ideal sectors, of which over the launch \p L2
/// come from L2 or beyond and \p Dram from DRAM.
static void setTraffic(const KernelSummary &K, const Traffic &T, double L2,
                       double Dram, WarpProfile &P) {
  const Access &A = K.Accesses[T.Id];
  AccessProfile &AP = P.Accesses[T.Id];
  const double Lookups = sliceRequests(A, AP);
  const double New = T.Ideal / AP.Requests;
  AP.SectorsPerRequest = {New, New, New, AP.SectorsPerRequest.Why};
  const double Lines =
      std::min(AP.LinesPerRequest.Value,
               std::max(T.Lines, std::ceil(New * SectorBytes / LineBytes)));
  AP.LinesPerRequest = {Lines, Lines, Lines, AP.LinesPerRequest.Why};
  AP.L1Misses = std::min(1.0, L2 / T.Ideal);
  AP.L2Misses = std::min(AP.L1Misses, Dram / T.Ideal);
  if (A.Kind == AccessKind::Load) {
    AP.L2Waits = std::max(AP.L2Waits, AP.L1Misses);
    AP.DramWaits = std::max(AP.DramWaits, AP.L2Misses);
  }
  P.L2Requests = std::max(
      0.0, P.L2Requests - std::max(0.0, Lookups - sliceRequests(A, AP)));
}

/// Lets the accesses \p Ids meet the bytes of their DRAM pages in order. Of a
/// group that has other members too, each is taken to open as many pages.
static void openPagesInOrder(llvm::ArrayRef<AccessId> Ids, double SavedBytes,
                             WarpProfile &P) {
  double Touched = 0;
  auto IsChanged = [&](AccessId Id) { return llvm::is_contained(Ids, Id); };
  for (const WarpProfile::DramStream &S : P.DramStreams)
    if (llvm::any_of(S.Accesses, IsChanged))
      Touched += S.Bytes;
  for (WarpProfile::DramStream &S : P.DramStreams) {
    if (!llvm::any_of(S.Accesses, IsChanged))
      continue;
    const double Share = double(llvm::count_if(S.Accesses, IsChanged)) /
                         double(S.Accesses.size());
    if (Touched > 0)
      S.Bytes = std::max(0.0, S.Bytes - SavedBytes * S.Bytes / Touched);
    const double InOrder =
        std::min(S.Pages, S.Bytes / WarpProfile::DramPageBytes);
    S.Pages += Share * (InOrder - S.Pages);
    llvm::erase_if(S.Accesses, IsChanged);
  }
}

void gpuperf::coalesceTogether(const KernelSummary &K,
                               llvm::ArrayRef<AccessId> Ids, double Needed,
                               WarpProfile &P,
                               llvm::ArrayRef<RequestNeeds> Best) {
  llvm::SmallVector<Traffic, 8> All;
  // Sums over the launch, in sectors: what moves now, what would move if each
  // access were alone, and what they ask for.
  double L2Before = 0, DramBefore = 0, L2Alone = 0, DramAlone = 0, Ideal = 0;
  double MostRequests = 0;
  for (size_t I = 0; I < Ids.size(); ++I) {
    const AccessId Id = Ids[I];
    const AccessProfile &AP = P.Accesses[Id];
    const RequestNeeds Least = I < Best.size() ? Best[I] : RequestNeeds();
    const double Old = AP.SectorsPerRequest.Value;
    const double New = std::max(
        {1.0, std::min(AP.IdealSectors, Least.Distinct), Least.Sectors});
    if (!(AP.Requests > 0) || !(New < Old))
      continue;
    Traffic T{Id, AP.Requests * New, AP.Requests * Old * AP.L1Misses,
              AP.Requests * Old * AP.L2Misses, Least.Lines};
    L2Before += T.FromL2, DramBefore += T.FromDram;
    const double L2 = std::min(T.FromL2, T.Ideal);
    L2Alone += L2, DramAlone += std::min(T.FromDram, L2);
    Ideal += T.Ideal;
    MostRequests = std::max(MostRequests, AP.Requests);
    All.push_back(T);
  }
  if (All.empty())
    return;
  const double Least = std::min(Needed * MostRequests, Ideal);
  const double L2 = std::min(L2Before, std::max(L2Alone, Least));
  const double Dram = std::min({DramBefore, L2, std::max(DramAlone, Least)});
  // Each brings its own bytes afterwards: the first of several does not bring
  // those of the others any more.
  for (const Traffic &T : All)
    setTraffic(K, T, L2 * T.Ideal / Ideal, Dram * T.Ideal / Ideal, P);
  P.L2Bytes = std::max(0.0, P.L2Bytes - (L2Before - L2) * SectorBytes);
  double &Total = K.Accesses[All.front().Id].Kind == AccessKind::Store
                      ? P.DramWriteBytes
                      : P.DramReadBytes;
  const double Saved = (DramBefore - Dram) * SectorBytes;
  Total = std::max(0.0, Total - Saved);
  llvm::SmallVector<AccessId, 8> Changed;
  for (const Traffic &T : All)
    Changed.push_back(T.Id);
  openPagesInOrder(Changed, Saved, P);
}

void gpuperf::shareLoads(const KernelSummary &K, llvm::ArrayRef<AccessId> Ids,
                         double Times, WarpProfile &P) {
  const double Saved = 1 - 1 / Times;
  // The machine may join loads, so that it has fewer of them than requests are
  // counted here: the share that goes is the same.
  OpCounts All{}, Gone{};
  double SharedBytes = 0, SharedGone = 0;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    AccessProfile &AP = P.Accesses[Id];
    const auto Class = static_cast<unsigned>(K.Instrs[A.Instr].Class);
    const double Bytes = AP.Requests * A.BytesPerLane;
    All[Class] += AP.Requests;
    if (A.Space == MemSpace::Shared)
      SharedBytes += Bytes;
    if (!llvm::is_contained(Ids, Id))
      continue;
    Gone[Class] += AP.Requests * Saved;
    if (A.Space == MemSpace::Shared)
      SharedGone += Bytes * Saved;
    // So many fewer blocks ask L2 for what they miss in L1. DRAM gives it to L2
    // as often as before.
    if (A.Space == MemSpace::Global) {
      P.L2Requests = std::max(0.0, P.L2Requests - Saved * sliceRequests(A, AP));
      P.L2Bytes = std::max(0.0, P.L2Bytes - Saved * AP.Requests *
                                                AP.SectorsPerRequest.Value *
                                                SectorBytes * AP.L1Misses);
    }
    AP.Requests -= AP.Requests * Saved;
  }
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    if (!(Gone[C] > 0))
      continue;
    P.WarpInstructions[C] *= 1 - Gone[C] / All[C];
    P.LaneInstructions[C] *= 1 - Gone[C] / All[C];
    P.LongestBlock[C] *= 1 - Gone[C] / All[C];
  }
  if (P.SharedLaneBytes > 0 && SharedGone > 0)
    P.SharedLaneBytes *= 1 - SharedGone / SharedBytes;
}

/// Lets nobody do the access \p Id any more.
static void leaveOutAccess(const KernelSummary &K, AccessId Id,
                           WarpProfile &P) {
  const Access &A = K.Accesses[Id];
  AccessProfile &AP = P.Accesses[Id];
  if (A.Space == MemSpace::Global || A.Space == MemSpace::Unknown) {
    const double Bytes = AP.Requests * AP.SectorsPerRequest.Value * SectorBytes;
    P.L2Requests = std::max(0.0, P.L2Requests - sliceRequests(A, AP));
    P.L2Bytes = std::max(0.0, P.L2Bytes - Bytes * AP.L1Misses);
    double &Dram =
        A.Kind == AccessKind::Store ? P.DramWriteBytes : P.DramReadBytes;
    Dram = std::max(0.0, Dram - Bytes * AP.L2Misses);
    openPagesInOrder({Id}, Bytes * AP.L2Misses, P);
  }
  AP.Requests = 0;
}

namespace {
/// What moves between L1, L2 and DRAM for the threads' stacks: all that no
/// access to global memory is the cause of.
struct StackTraffic {
  double Asked = 0, L2 = 0, DramRead = 0, DramWrite = 0;

  StackTraffic(const KernelSummary &K, const WarpProfile &P)
      : L2(P.L2Bytes), DramRead(P.DramReadBytes), DramWrite(P.DramWriteBytes) {
    for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
      const Access &A = K.Accesses[Id];
      const AccessProfile &AP = P.Accesses[Id];
      const double Bytes = requestedSectorBytes(AP);
      if (A.Space == MemSpace::Local)
        Asked += Bytes;
      if (A.Space != MemSpace::Global && A.Space != MemSpace::Unknown)
        continue;
      L2 -= Bytes * AP.L1Misses;
      (A.Kind == AccessKind::Store ? DramWrite : DramRead) -=
          Bytes * AP.L2Misses;
    }
  }

  /// Takes out the share of \p Bytes.
  void leaveOut(double Bytes, WarpProfile &P) const {
    const double Share = Asked > 0 ? std::min(1.0, Bytes / Asked) : 0;
    P.L2Bytes -= Share * std::max(L2, 0.0);
    P.DramReadBytes -= Share * std::max(DramRead, 0.0);
    P.DramWriteBytes -= Share * std::max(DramWrite, 0.0);
  }
};
} // namespace

std::vector<BlockId> gpuperf::leaveOutLine(const KernelSummary &K,
                                           const SourceLine &Where,
                                           WarpProfile &P) {
  auto IsThere = [&](const Instr &In) {
    return In.Where.File == Where.File && In.Where.Line == Where.Line;
  };
  // The machine's code has other numbers of instructions than the text that is
  // looked at here: the share that goes is taken to be the same.
  OpCounts All{}, Left{};
  std::vector<BlockId> Gone;
  std::vector<AccessId> Accesses;
  for (BlockId B = 0; B < K.Blocks.size(); ++B) {
    const llvm::ArrayRef<InstrId> Of = K.Blocks[B].Instrs;
    // What has no line, as a loop's counter may, is of the line of the others.
    const bool Whole =
        llvm::any_of(Of, [&](InstrId I) { return IsThere(K.Instrs[I]); }) &&
        llvm::all_of(Of, [&](InstrId I) {
          const Instr &In = K.Instrs[I];
          return IsThere(In) || In.Where.Line == 0 || In.Class == OpClass::Free;
        });
    for (InstrId I : Of) {
      const Instr &In = K.Instrs[I];
      const auto Class = static_cast<unsigned>(In.Class);
      const double Times = P.Blocks[B].WarpExecutions * In.Count;
      All[Class] += Times;
      if (!Whole && !IsThere(In))
        Left[Class] += Times;
      else if (In.Mem != NoId)
        Accesses.push_back(In.Mem);
    }
    if (Whole)
      Gone.push_back(B);
  }
  for (unsigned C = 0; C < NumOpClasses; ++C) {
    if (!(All[C] > 0))
      continue;
    P.WarpInstructions[C] *= Left[C] / All[C];
    P.LaneInstructions[C] *= Left[C] / All[C];
    P.LongestBlock[C] *= Left[C] / All[C];
  }
  const StackTraffic Stacks(K, P);
  double OfStacks = 0;
  for (AccessId Id : Accesses) {
    if (K.Accesses[Id].Space == MemSpace::Local)
      OfStacks += requestedSectorBytes(P.Accesses[Id]);
    leaveOutAccess(K, Id, P);
  }
  Stacks.leaveOut(OfStacks, P);
  double MostRequests = 0;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    if (K.Accesses[Id].Space != MemSpace::Shared && P.Accesses[Id].Requests > 0)
      MostRequests =
          std::max(MostRequests, sliceRequests(K.Accesses[Id], P.Accesses[Id]));
  P.HotLineRequests = std::min(P.HotLineRequests, MostRequests);
  for (BlockId B : Gone) {
    BlockProfile &Runs = P.Blocks[B];
    Runs.WarpExecutions = Runs.LaneExecutions = 0;
    Runs.LongestExecutions = Runs.MeanExecutions = 0;
  }
  return Gone;
}

void gpuperf::freeBanks(AccessId Id, WarpProfile &P) {
  Estimate &Passes = P.Accesses[Id].PassesPerRequest;
  Passes.Lo = std::min(Passes.Lo, 1.0);
  Passes.Value = std::min(Passes.Value, 1.0);
  Passes.Hi = std::min(Passes.Hi, 1.0);
}
