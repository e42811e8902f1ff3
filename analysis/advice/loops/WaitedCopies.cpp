//===- WaitedCopies.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/loops/WaitedCopies.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/RelativeBand.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/kernel/Dominance.h"
#include "analysis/predict/PredictLaunch.h"
#include "analysis/report/Wording.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using llvm::formatv;

/// A loop that runs less often hardly gains by a copy that is ahead of it.
static constexpr double LeastTrip = 4;
/// Buffers that are added to those of asynchronous copies, each of which has to
/// gain this much beside fewer.
static constexpr unsigned MostBuffersTried = 3;
static constexpr double LeastOfNext = 0.97;

namespace {
/// One copy from global into shared memory.
struct Copy {
  AccessId Load = NoId, Store = NoId;
  /// What waits for the load: the store, or a wait for asynchronous copies.
  InstrId Waits = NoId;
  bool IsAsync = false;
  /// Iterations between the copy and the wait for it.
  unsigned Ahead = 0;
};

class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P) {}

  std::vector<LineFinding> run() const {
    llvm::MapVector<LoopId, std::vector<Copy>> ByLoop;
    for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
      const Access &S = K.Accesses[Id];
      if (S.Space != MemSpace::Shared || S.Kind != AccessKind::Store ||
          S.IsBulk || S.Base != Access::BaseKind::Variable)
        continue;
      const LoopId Loop = loopWithBarrier(S.Block);
      if (Loop == NoId || !runsOften(Loop))
        continue;
      if (auto C = copyAt(Id, Loop))
        ByLoop[Loop].push_back(*C);
    }
    std::vector<LineFinding> Out;
    for (const auto &[Loop, Copies] : ByLoop)
      if (auto Found = look(Loop, Copies))
        Out.push_back(std::move(*Found));
    return Out;
  }

private:
  bool runsOften(LoopId Loop) const {
    const LoopProfile &Runs = P.Profile.Loops[Loop];
    return !Runs.Guessed && Runs.MeanTrip >= LeastTrip &&
           P.Profile.Blocks[K.Loops[Loop].Header].WarpExecutions > 0;
  }

  /// The innermost loop around \p B whose iterations the block's threads do
  /// together.
  LoopId loopWithBarrier(BlockId B) const {
    for (LoopId Lp = K.Blocks[B].InnermostLoop; Lp != NoId;
         Lp = K.Loops[Lp].Parent)
      if (llvm::any_of(K.Loops[Lp].Blocks, [&](BlockId In) {
            return llvm::any_of(K.Blocks[In].Instrs, [&](InstrId I) {
              return K.Instrs[I].Class == OpClass::Barrier;
            });
          }))
        return Lp;
    return NoId;
  }

  /// The load that \p Value is, as it is or, where it is left out, a constant.
  /// \p Chain: all that the value passes through. A value that a loop hands on
  /// was loaded ahead already.
  AccessId loadBehind(InstrId Value, llvm::DenseSet<InstrId> &Chain) const {
    const Instr &In = K.Instrs[Value];
    if (!Chain.insert(Value).second)
      return NoId;
    if (In.Mem != NoId) {
      const Access &A = K.Accesses[In.Mem];
      return A.Kind == AccessKind::Load && A.Space == MemSpace::Global &&
                     !A.Volatile
                 ? In.Mem
                 : NoId;
    }
    if (In.Class != OpClass::Free)
      return NoId;
    if (In.IsPhi && llvm::any_of(K.Loops, [&](const KernelLoop &Lp) {
          return Lp.Header == In.Block;
        }))
      return NoId;
    llvm::SmallVector<InstrId, 4> Parts(In.Operands.begin(), In.Operands.end());
    for (const PhiIncoming &From : In.Incoming)
      if (From.Def != NoId)
        Parts.push_back(From.Def);
    AccessId Of = NoId;
    for (InstrId Part : Parts) {
      // An element of a vector is put together from several parts of one load.
      if (Chain.contains(Part))
        continue;
      const AccessId One = loadBehind(Part, Chain);
      if (One == NoId || (Of != NoId && One != Of))
        return NoId;
      Of = One;
    }
    return Of;
  }

  /// Whether anything but \p Store uses one of \p Values.
  bool isUsedBeside(InstrId Store,
                    const llvm::DenseSet<InstrId> &Values) const {
    for (InstrId I = 0; I < K.Instrs.size(); ++I) {
      const Instr &In = K.Instrs[I];
      if (I == Store || Values.contains(I))
        continue;
      if (llvm::any_of(In.Operands,
                       [&](InstrId Op) { return Values.contains(Op); }) ||
          llvm::any_of(In.Incoming, [&](const PhiIncoming &From) {
            return From.Def != NoId && Values.contains(From.Def);
          }))
        return true;
    }
    return false;
  }

  /// What ends groups of copies in an iteration of \p Loop.
  unsigned groupsIn(LoopId Loop) const {
    unsigned Groups = 0;
    for (BlockId B : K.Loops[Loop].Blocks)
      for (InstrId I : K.Blocks[B].Instrs)
        Groups += K.Instrs[I].Copying == CopyStep::EndsGroup;
    return std::max(Groups, 1U);
  }

  /// The wait in \p Loop for the asynchronous copy of \p Of, and how many
  /// iterations after the copy it is.
  void findWait(LoopId Loop, InstrId Load, Copy &Of) const {
    auto Waits = [&](InstrId I) {
      return K.Instrs[I].Copying == CopyStep::Waits &&
             isInLoop(K, K.Instrs[I].Block, Loop);
    };
    const unsigned Groups = groupsIn(Loop);
    for (InstrId I = Load + 1; I < K.Instrs.size(); ++I)
      if (Waits(I)) {
        Of.Waits = I;
        Of.Ahead = (K.Instrs[I].CopiesLeft + Groups - 1) / Groups;
        return;
      }
    for (InstrId I = 0; I < Load; ++I)
      if (Waits(I)) {
        Of.Waits = I;
        Of.Ahead = K.Instrs[I].CopiesLeft / Groups + 1;
        return;
      }
  }

  std::optional<Copy> copyAt(AccessId Id, LoopId Loop) const {
    const Access &S = K.Accesses[Id];
    if (S.Offset == NoExpr || K.Exprs.dependsOnData(S.Offset))
      return std::nullopt;
    Copy Out;
    Out.Store = Id;
    const Instr &Store = K.Instrs[S.Instr];
    // An asynchronous copy is two accesses of one instruction, and so is that
    // of a struct; only the latter's store waits for the load.
    for (AccessId Of = 0; Of < K.Accesses.size(); ++Of) {
      const Access &A = K.Accesses[Of];
      if (A.Kind == AccessKind::Load && A.Space == MemSpace::Global &&
          Store.TextIndex != NoId && A.Block == S.Block &&
          K.Instrs[A.Instr].TextIndex == Store.TextIndex) {
        Out.Load = Of;
        Out.IsAsync = !llvm::is_contained(Store.Operands, A.Instr);
        if (Out.IsAsync)
          findWait(Loop, A.Instr, Out);
        else
          Out.Waits = S.Instr;
      }
    }
    for (InstrId Op : Out.Load != NoId
                          ? llvm::ArrayRef<InstrId>()
                          : llvm::ArrayRef<InstrId>(Store.Operands)) {
      llvm::DenseSet<InstrId> Chain;
      const AccessId Of = loadBehind(Op, Chain);
      if (Of == NoId || isUsedBeside(S.Instr, Chain))
        continue;
      Out.Load = Of;
      Out.Waits = S.Instr;
    }
    if (Out.Load == NoId || Out.Waits == NoId ||
        !canBeAhead(K.Accesses[Out.Load], S, Loop))
      return std::nullopt;
    return Out;
  }

  /// Whether the next iteration's copy from \p A to \p S may be asked for
  /// before this one has computed.
  bool canBeAhead(const Access &A, const Access &S, LoopId Loop) const {
    constexpr uint32_t Sizes[] = {4, 8, 16}; // of cp.async
    if (A.BytesPerLane != S.BytesPerLane ||
        !llvm::is_contained(Sizes, A.BytesPerLane) ||
        !isInLoop(K, A.Block, Loop) || A.Offset == NoExpr ||
        A.Base == Access::BaseKind::Unknown || K.Exprs.dependsOnData(A.Offset))
      return false;
    bool IsRead = false;
    for (const Access &Other : K.Accesses) {
      if (!isInLoop(K, Other.Block, Loop))
        continue;
      if (Other.Space == MemSpace::Shared && Other.Kind == AccessKind::Load &&
          Other.Base == S.Base && Other.BaseIndex == S.BaseIndex)
        IsRead = true;
      if (Other.Kind != AccessKind::Load &&
          (Other.Space == MemSpace::Global ||
           Other.Space == MemSpace::Unknown) &&
          (Other.Base == Access::BaseKind::Unknown ||
           (Other.Base == A.Base && Other.BaseIndex == A.BaseIndex)))
        return false;
    }
    return IsRead;
  }

  /// Bytes per block of one more buffer. 0: not known.
  uint64_t nextBuffer(llvm::ArrayRef<Copy> Copies) const {
    llvm::DenseSet<uint32_t> Arrays;
    uint64_t Bytes = 0;
    for (const Copy &C : Copies) {
      const uint32_t Array = K.Accesses[C.Store].BaseIndex;
      if (Array >= K.Variables.size() || !Arrays.insert(Array).second)
        continue;
      const uint64_t Size = K.Variables[Array].SizeBytes;
      if (Size == 0 && L.DynamicSharedBytes == 0)
        return 0;
      // Which part of the dynamic memory is copied to is not known. The array
      // holds what is computed with and what is on its way.
      Bytes += (Size ? Size : L.DynamicSharedBytes) / (C.Ahead + 1);
    }
    return Bytes;
  }

  /// The kernel whose copies are asked for \p More iterations earlier. What
  /// waited for a load waits for the load of the iteration before.
  KernelSummary ahead(LoopId Loop, llvm::ArrayRef<Copy> Copies,
                      unsigned More) const {
    KernelSummary Out = K;
    const KernelLoop &Lp = K.Loops[Loop];
    for (const Copy &C : Copies) {
      const InstrId Load = K.Accesses[C.Load].Instr;
      if (C.IsAsync) {
        Instr &Waits = Out.Instrs[C.Waits];
        Waits.Copying = CopyStep::WaitsAtBarrier;
        Waits.CopiesLeft = static_cast<uint8_t>(C.Ahead + More);
        llvm::erase(Waits.Operands, Load);
        continue;
      }
      Instr Before;
      Before.IsPhi = true;
      Before.Block = Lp.Header;
      for (BlockId From : K.Blocks[Lp.Header].Preds)
        Before.Incoming.push_back(
            {From, llvm::is_contained(Lp.Latches, From) ? Load : NoId});
      const auto Phi = static_cast<InstrId>(Out.Instrs.size());
      Out.Instrs.push_back(std::move(Before));
      auto &Header = Out.Blocks[Lp.Header].Instrs;
      Header.insert(Header.begin(), Phi);
      Instr &Waits = Out.Instrs[C.Waits];
      llvm::erase_if(Waits.Operands, [&](InstrId Op) {
        llvm::DenseSet<InstrId> Chain;
        return Op == Load || loadBehind(Op, Chain) == C.Load;
      });
      Waits.Operands.push_back(Phi);
    }
    return Out;
  }

  std::optional<LineFinding> look(LoopId Loop,
                                  llvm::ArrayRef<Copy> Copies) const {
    const uint64_t Buffer = nextBuffer(Copies);
    if (Buffer == 0)
      return std::nullopt;
    PredictOptions Options;
    Options.Model = P.Model;
    std::optional<Prediction> Best;
    unsigned BestMore = 0;
    const unsigned Most = Copies.front().IsAsync ? MostBuffersTried : 1;
    for (unsigned More = 1; More <= Most; ++More) {
      // More than 48 KiB are to be had as dynamic memory only.
      Launch Larger = L;
      Larger.DynamicSharedBytes += More * Buffer;
      auto Other =
          predictLaunch(ahead(Loop, Copies, More), Larger, Gpu, Options);
      if (!Other) { // the block does not fit
        llvm::consumeError(Other.takeError());
        break;
      }
      if (Best && !(Other->TimeUs.Value < LeastOfNext * Best->TimeUs.Value))
        continue;
      Best = std::move(*Other);
      BestMore = More;
    }
    if (!Best || !(speedup(P, *Best).Lo > 1))
      return std::nullopt;
    return describe(Loop, Copies, BestMore, BestMore * Buffer, Best->TimeUs);
  }

  std::optional<LineFinding> describe(LoopId Loop, llvm::ArrayRef<Copy> Copies,
                                      unsigned More, uint64_t MoreBytes,
                                      const Estimate &WithoutUs) const {
    LineFinding F;
    std::vector<AccessId> Into;
    for (const Copy &C : Copies) {
      F.Accesses.push_back(C.Load);
      Into.push_back(C.Store);
    }
    const std::string From = arrayNames(K, F.Accesses),
                      To = arrayNames(K, Into);
    if (From.empty() || To.empty())
      return std::nullopt;
    const Access &First = K.Accesses[Copies.front().Load];
    F.Where = First.Where;
    F.Inner = First.Inner;
    F.TimeUs = P.TimeUs;
    F.WithoutUs = WithoutUs;
    // A pipeline of copies is written with care.
    F.WorthUs = 5;
    const std::string Trips = formatNumber(P.Profile.Loops[Loop].MeanTrip),
                      Bytes = formatBytes(static_cast<double>(MoreBytes));
    const unsigned Ahead = Copies.front().Ahead, Stages = Ahead + 1 + More;
    const bool IsAsync = Copies.front().IsAsync;
    if (Ahead > 0)
      F.Text = formatv("each of {0} iterations of this loop waits for copies "
                       "from {1} to {2} that were asked for only {3} before",
                       Trips, From, To, iterations(Ahead));
    else
      F.Text = formatv("each of {0} iterations of this loop copies {1} to "
                       "{2}{3} and waits for it before it computes",
                       Trips, From, To,
                       IsAsync ? " asynchronously" : " through registers");
    if (Ahead > 0 || More > 1)
      F.Notes.push_back(formatv(
          "ask for each part {0} ahead, in {1} stages instead of {2} ({3} more "
          "of shared memory per block)",
          iterations(Ahead + More), Stages, Ahead + 1, Bytes));
    else
      F.Notes.push_back(formatv(
          "{0}the next iteration's part while this one computes, into a second "
          "buffer ({1} more of shared memory per block)",
          IsAsync ? "ask for "
                  : "copy with cp.async (cuda::memcpy_async, "
                    "__pipeline_memcpy_async) ",
          Bytes));
    return F;
  }

  static std::string iterations(unsigned Count) {
    return Count == 1 ? "one iteration"
                      : formatv("{0} iterations", Count).str();
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
};
} // namespace

/// Whether the GPU copies into shared memory without registers (cp.async).
static bool copiesAsynchronously(const GpuModel &Gpu) {
  constexpr unsigned First = 80; // sm_80
  llvm::StringRef Name = Gpu.Arch.Name;
  unsigned Number = 0;
  return Name.consume_front("sm_") && !Name.consumeInteger(10, Number) &&
         Number >= First;
}

std::vector<LineFinding> gpuperf::findWaitedCopies(const KernelSummary &K,
                                                   const Launch &L,
                                                   const GpuModel &Gpu,
                                                   const Prediction &P) {
  if (!copiesAsynchronously(Gpu) ||
      P.Profile.Blocks.size() != K.Blocks.size() ||
      P.Profile.Loops.size() != K.Loops.size() ||
      K.Blocks.size() > MostBlocksToSearch)
    return {};
  return Finder(K, L, Gpu, P).run();
}
