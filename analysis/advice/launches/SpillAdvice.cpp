//===- SpillAdvice.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/SpillAdvice.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/launches/OccupancyAdvice.h"
#include "analysis/advice/launches/SharedTable.h"
#include "analysis/predict/PredictLaunch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// A loop of at most this many iterations may be unrolled in full.
static constexpr int64_t ShortLoop = 64;

/// What the address of a local access depends on.
static LocalCause causeOf(const KernelSummary &K, const Access &A) {
  if (A.Offset == NoExpr || K.Exprs.dependsOnData(A.Offset))
    return LocalCause::IndexedByData;
  if (K.Exprs[A.Offset].Kind == ExprKind::Constant)
    return LocalCause::AddressTaken;
  LocalCause Why = LocalCause::IndexedByData;
  for (LoopId Lp = 0; Lp < K.Loops.size(); ++Lp) {
    if (!K.Exprs.dependsOnLoop(A.Offset, Lp))
      continue;
    const ExprId Taken = K.Loops[Lp].BackedgeTaken;
    const bool IsShort = Taken != NoExpr &&
                         K.Exprs[Taken].Kind == ExprKind::Constant &&
                         K.Exprs[Taken].Imm < ShortLoop;
    if (!IsShort)
      return LocalCause::IndexedByLoop;
    Why = LocalCause::IndexedByShort;
  }
  return Why;
}

static bool isLocal(const Access &A) { return A.Space == MemSpace::Local; }

static bool isOf(const Access &A, const LocalArray &Array) {
  return isLocal(A) && A.Base == Access::BaseKind::Variable &&
         A.BaseIndex == Array.Variable;
}

/// Registers of a thread of all GPUs with CUDA.
static constexpr double MostRegisters = 255;
/// The most elements of an array that is worth unrolling loops for: all that is
/// done to one is then written out as often.
static constexpr double MostElements = 64;
static constexpr double RegisterBytes = 4;
/// Shared memory that every block may have without asking for more.
static constexpr uint64_t SharedOfABlock = 48 << 10;

namespace {
/// What is left of a thread's registers and of the block's shared memory:
/// arrays that move together have to fit together.
class Room {
public:
  Room(const KernelSummary &K, const Launch &L, const GpuModel &Gpu)
      : K(K), L(L), Gpu(Gpu), Registers(K.RegistersPerThread.Value),
        Shared(K.StaticSharedBytes) {}

  /// Where there is room for \p A, which is then taken.
  LocalRemedy give(const LocalArray &A) {
    if (A.Variable >= K.Variables.size())
      return LocalRemedy::None;
    const uint64_t Bytes = K.Variables[A.Variable].SizeBytes;
    const double Elements = static_cast<double>(Bytes) / RegisterBytes;
    const double More = Registers + Elements;
    if (A.Why != LocalCause::IndexedByData && Elements <= MostElements &&
        More <= MostRegisters) {
      Registers = More;
      return LocalRemedy::Registers;
    }
    if (isTable(A) && Shared + Bytes <= SharedOfABlock) {
      Shared += Bytes;
      return LocalRemedy::Table;
    }
    uint64_t Columns = 0;
    if (__builtin_mul_overflow(Bytes, L.Block.count(), &Columns) ||
        Shared + Columns > SharedOfABlock)
      return LocalRemedy::None;
    BlockResources R =
        blockResources(K, L, static_cast<unsigned>(K.RegistersPerThread.Value));
    R.StaticSharedBytes = Shared + Columns;
    constexpr unsigned FewestBlocks = 2;
    if (computeOccupancy(Gpu, R).BlocksPerSm < FewestBlocks)
      return LocalRemedy::None;
    Shared += Columns;
    return LocalRemedy::Shared;
  }

private:
  bool isTable(const LocalArray &A) const {
    return Gpu.Arch.Maker == Vendor::Nvidia &&
           isTableOfAllThreads(K, A.Variable);
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  double Registers;
  uint64_t Shared;
};
} // namespace

namespace {
/// Accesses of the text to local memory, of one kind.
struct MovedAccesses {
  double All = 0, ToShared = 0, Gone = 0;
};
} // namespace

/// The machine's text does not say which array an instruction is of.
static void moveCounts(KernelSummary &K, OpClass From, OpClass To,
                       const MovedAccesses &Moved) {
  if (!(Moved.All > 0))
    return;
  for (auto *Text : {&K.MachineCounts, &K.MachineLaneCounts})
    for (OpCounts &Block : *Text) {
      double &Count = Block[static_cast<unsigned>(From)];
      Block[static_cast<unsigned>(To)] += Count * Moved.ToShared / Moved.All;
      Count *= 1 - (Moved.ToShared + Moved.Gone) / Moved.All;
    }
}

/// The kernel with \p Arrays where their remedies put them.
static KernelSummary mended(const KernelSummary &Kernel, const Launch &L,
                            llvm::ArrayRef<LocalArray> Arrays) {
  KernelSummary K = Kernel;
  MovedAccesses Loads, Stores;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    Access &A = K.Accesses[Id];
    if (!isLocal(A))
      continue;
    const bool IsStore = A.Kind == AccessKind::Store;
    MovedAccesses &Moved = IsStore ? Stores : Loads;
    ++Moved.All;
    const auto *To = llvm::find_if(
        Arrays, [&](const LocalArray &Array) { return isOf(A, Array); });
    if (To == Arrays.end())
      continue;
    Instr &In = K.Instrs[A.Instr];
    // A table is filled once, which is little beside what all threads read.
    const bool IsGone = To->Remedy == LocalRemedy::Registers ||
                        (To->Remedy == LocalRemedy::Table && IsStore);
    ++(IsGone ? Moved.Gone : Moved.ToShared);
    if (IsGone) {
      A.Space = MemSpace::Param;
      In.Class = OpClass::Free;
      In.Mem = NoId;
    } else {
      A.Space = MemSpace::Shared;
      In.Class = IsStore ? OpClass::StoreShared : OpClass::LoadShared;
    }
  }
  for (const LocalArray &A : Arrays) {
    const uint64_t Bytes = K.Variables[A.Variable].SizeBytes;
    K.LocalBytesPerThread -= std::min(K.LocalBytesPerThread, Bytes);
    if (A.Remedy == LocalRemedy::Shared)
      K.StaticSharedBytes += Bytes * L.Block.count();
    else if (A.Remedy == LocalRemedy::Table)
      K.StaticSharedBytes += Bytes;
    else
      for (double *Count :
           {&K.RegistersPerThread.Lo, &K.RegistersPerThread.Value,
            &K.RegistersPerThread.Hi})
        *Count = std::min(MostRegisters,
                          *Count + static_cast<double>(Bytes) / RegisterBytes);
  }
  moveCounts(K, OpClass::LoadLocal, OpClass::LoadShared, Loads);
  moveCounts(K, OpClass::StoreLocal, OpClass::StoreShared, Stores);
  return K;
}

std::optional<LocalMemoryCost> gpuperf::costOfLocalArrays(
    const KernelSummary &Kernel, const Launch &L, const GpuModel &Gpu,
    const Prediction &P,
    llvm::function_ref<bool(const LocalArray &)> Concerns) {
  struct Sums {
    LocalArray Array;
    double Most = 0;
  };
  llvm::MapVector<uint32_t, Sums> ByVariable;
  for (AccessId Id = 0; Id < Kernel.Accesses.size(); ++Id) {
    const Access &A = Kernel.Accesses[Id];
    const AccessProfile &AP = P.Profile.Accesses[Id];
    if (!isLocal(A) || A.Base != Access::BaseKind::Variable ||
        !(AP.Requests > 0))
      continue;
    Sums &S = ByVariable[A.BaseIndex];
    S.Array.Variable = A.BaseIndex;
    S.Array.AccessesPerThread += AP.Requests / P.Profile.Warps;
    const LocalCause Why = causeOf(Kernel, A);
    const bool First = S.Array.Access == NoId;
    if (First || Why > S.Array.Why ||
        (Why == S.Array.Why && AP.Requests > S.Most)) {
      S.Array.Access = Id;
      S.Array.Why = Why;
      S.Most = AP.Requests;
    }
  }
  LocalMemoryCost Out;
  double Most = 0;
  for (auto &[Variable, S] : ByVariable) {
    Most = std::max(Most, S.Array.AccessesPerThread);
    if (Concerns(S.Array))
      Out.Arrays.push_back(S.Array);
  }
  // An array with few accesses does not cost the time.
  constexpr double Hardly = 0.1;
  llvm::erase_if(Out.Arrays, [&](const LocalArray &A) {
    return A.AccessesPerThread < Hardly * Most;
  });
  llvm::stable_sort(Out.Arrays, [](const LocalArray &A, const LocalArray &B) {
    return A.AccessesPerThread > B.AccessesPerThread;
  });
  Room Left(Kernel, L, Gpu);
  for (LocalArray &A : Out.Arrays)
    A.Remedy = Left.give(A);
  llvm::erase_if(Out.Arrays, [](const LocalArray &A) {
    return A.Remedy == LocalRemedy::None;
  });
  if (Out.Arrays.empty())
    return std::nullopt;

  // The kernel is profiled again with the arrays elsewhere, so that their share
  // of the L1 and their traffic to the L2 disappear as well.
  PredictOptions Options;
  Options.Model = P.Model;
  const KernelSummary Mended = mended(Kernel, L, Out.Arrays);
  auto Other = predictLaunch(Mended, L, Gpu, Options);
  if (!Other) {
    llvm::consumeError(Other.takeError());
    return std::nullopt;
  }
  // Each thread has a bank of its own in its column.
  WarpProfile Columns = Other->Profile;
  for (AccessId Id = 0; Id < Mended.Accesses.size(); ++Id)
    if (llvm::any_of(Out.Arrays, [&](const LocalArray &A) {
          return A.Remedy == LocalRemedy::Shared &&
                 isOf(Kernel.Accesses[Id], A);
        }))
      freeBanks(Id, Columns);
  auto Time = timeWithProfile(Mended, L, Gpu, *Other, Columns);
  if (!Time)
    return std::nullopt;
  Out.WithoutUs = *Time;
  return Out;
}

std::optional<Estimate> gpuperf::timeWithSpills(const KernelSummary &Kernel,
                                                const Launch &L,
                                                const GpuModel &Gpu,
                                                const Prediction &P) {
  if (Kernel.SpillBytesPerThread == 0 || Kernel.Blocks.empty() ||
      Kernel.Instrs.empty())
    return std::nullopt;
  const double Requests =
      P.Profile.Warps *
      (static_cast<double>(Kernel.SpillBytesPerThread) / RegisterBytes);
  KernelSummary Spilled = Kernel;
  WarpProfile Profile = P.Profile;
  Access A;
  A.Space = MemSpace::Local;
  A.Kind = AccessKind::Store; // nothing waits for it
  A.BytesPerLane = 4;
  A.Instr = 0;
  A.Block = 0;
  Spilled.Accesses.push_back(A);
  AccessProfile AP;
  AP.Requests = Requests;
  AP.ActiveLanes = Gpu.Arch.WarpSize.Value;
  AP.SectorsPerRequest = Estimate::exact(RegisterBytes);
  AP.LinesPerRequest = AP.PassesPerRequest = Estimate::exact(1);
  AP.L1Misses = AP.L2Misses = AP.L2Waits = AP.DramWaits = 0;
  Profile.Accesses.push_back(AP);
  Profile.WarpInstructions[static_cast<unsigned>(OpClass::StoreLocal)] +=
      Requests;
  return timeWithProfile(Spilled, L, Gpu, P, Profile);
}

/// Whether \p Value is a part of a product of the tensor cores.
static bool isOfProduct(const KernelSummary &K, InstrId Value) {
  constexpr unsigned MostSteps = 8; // out of a struct, and casts
  for (unsigned I = 0; I < MostSteps && Value != NoId; ++I) {
    const Instr &In = K.Instrs[Value];
    if (opClassKey(In.Class).starts_with("tensor_"))
      return true;
    if (In.Class != OpClass::Free || In.IsPhi || In.Operands.empty())
      return false;
    Value = In.Operands.front();
  }
  return false;
}

unsigned gpuperf::accumulatorRegisters(const KernelSummary &Kernel) {
  unsigned Most = 0;
  for (const KernelLoop &Loop : Kernel.Loops) {
    unsigned Here = 0;
    for (InstrId I : Kernel.Blocks[Loop.Header].Instrs)
      Here +=
          llvm::any_of(Kernel.Instrs[I].Incoming, [&](const PhiIncoming &From) {
            return llvm::is_contained(Loop.Latches, From.From) &&
                   From.Def != NoId && isOfProduct(Kernel, From.Def);
          });
    Most = std::max(Most, Here);
  }
  return Most;
}

std::optional<Estimate> gpuperf::timeWithoutSpills(const KernelSummary &Kernel,
                                                   const Launch &L,
                                                   const GpuModel &Gpu,
                                                   const Prediction &P) {
  if (Kernel.SpillBytesPerThread == 0)
    return std::nullopt;
  KernelSummary Kept = Kernel;
  Kept.SpillBytesPerThread = 0;
  Kept.ScratchBytesPerThread -=
      std::min(Kept.ScratchBytesPerThread, Kernel.SpillBytesPerThread);
  // The caches are walked again: what is spilled goes through them.
  const auto Without = predictAsIf(Kept, L, Gpu, P);
  if (!Without)
    return std::nullopt;
  return Without->TimeUs;
}
