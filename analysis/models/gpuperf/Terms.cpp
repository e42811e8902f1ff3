//===- Terms.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/gpuperf/Terms.h"
#include "analysis/models/LaunchTime.h"
#include "analysis/models/MemoryDemand.h"
#include "analysis/models/gpuperf/AmdMemory.h"
#include "analysis/models/gpuperf/Operands.h"
#include "analysis/models/path/CriticalPath.h"
#include "analysis/models/path/Schedule.h"
#include "analysis/warp/Atomics.h"
#include "analysis/warp/CacheTraffic.h"
#include "analysis/warp/Gather.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

namespace {
constexpr double LineBytes = 128;
/// Banks of shared memory, of a word each.
constexpr double LanesOfBanks = 32;
/// What is moved of a page where places are scattered: a sector.
constexpr double ScatteredBytes = 32;
// Below, "fit rows" are those of benchmarks/accuracy that are not held out.

/// A slice of the L2 looks up one request per clock and answers with up to two
/// sectors; of the sum of that, 799 of 1024 bytes were measured on a T4 (Jia et
/// al. 2019).
constexpr double SliceBytes = 64, AchievableOfL2Peak = 0.78;
/// Requests of a wave for one line. Below 1, as warps drift apart by some
/// lines. Fit rows of atax, mvt and matrix products, GTX 1080 Ti and RTX 2070
/// SUPER.
constexpr double HotLineCycles = 0.45;
/// An SM's miss path takes longer than its tags: cycles per line, since Volta.
/// Fit rows of atax and mvt with one block on an SM, RTX 2070 SUPER;
/// uncoalesced additions on three GA10x agree. For GPUs whose file does not
/// say.
constexpr double MissedLineCycles = 1.5;
/// The same of a store to a part of a line's sectors, since Volta and before.
/// Fit rows of corr that one SM's stores hold back (blocks of 128 x 4 to 256 x
/// 4, each lane a line): with these they are at 0.90 to 0.93 of the measured
/// time on an RTX 2070 SUPER and a GTX 1080 Ti, whatever the size.
constexpr double PartLineCycles = 2, PartLineCyclesPascal = 1.5;
/// A block's place is free when its last warp is done; then the next one is
/// dispatched, its registers are set, its first instructions fetched. Fit rows
/// of gpu_stream, two blocks of 32 threads per SM, two A100 and an H100. For
/// GPUs whose file does not say.
constexpr double TurnaroundCycles = 400;
/// One block a clock: 1.06 on an H100 that launched 10^8 blocks of one thread.
/// Of AMD's chiplets each takes its share of a launch by itself, so that this
/// is how fast one of them begins blocks.
constexpr double DispatchCycles = 1;
/// The FP64 pipe of GPUs for displays, two lanes on an SM, takes this much
/// longer than lanes over rate: 18 cycles for a warp, not 16. Kernels that
/// nothing else holds back, by the instructions of their code: burger and
/// minisweep of HeCBench on an RTX 3080 at 1440 MHz, 17.9 to 18.2.
constexpr double SmallFp64Pipe = 18.0 / 16;
/// A slice of the L2 performs one atomic on a word a clock: rows of
/// simple_histogram (pmpp_nvbench; all 67,108,864 of them on one word), 1840 to
/// 1856 in a microsecond on RTX 3060, 3070 Ti and 3080 alike.
constexpr double AtomicWordCycles = 1;
/// One on several words of a sector, or on a word of eight bytes, takes longer.
/// Ten integers in two sectors take 1.37 turns of a single word for each
/// (github.com/llnl/RAJA/pull/1624: 4e9 in 0.95 s, against 1.25e8 joined ones
/// in 0.0864 s), the sums of ccsd_kernel of HeCBench, in double, 1.28.
constexpr double AtomicSectorCycles = 1.33;
/// Passes that an atomic of shared memory takes for each lane on one address:
/// one to read the word and one to write it. An assumption, as no published
/// throughput was found.
constexpr double SharedAtomicPasses = 2;
/// Bytes that a warp loads from the tensor memory in a clock, and stores to it,
/// through the quarter of it that is its own: measured on a B300 (QRC in
/// gpumodel/SOURCES.md), 53 to 57 of tcgen05.ld, 97.9 to 131 TB/s by the 592
/// quarters at 1,920 MHz of tcgen05.st. Only GPUs of its architecture have one.
constexpr double TensorMemoryLoadBytes = 55, TensorMemoryStoreBytes = 86;
/// Places of an atomic whose array is of unknown size.
constexpr double UnknownAtomicBytes = 1024 * 32;

std::optional<Resource> pipeOf(OpClass Op) {
  switch (throughputRowOf(Op)) {
  case ThroughputRow::Fp16AddMulFma:
  case ThroughputRow::Fp32AddMulFma:
    return Resource::Fp32;
  case ThroughputRow::Fp64AddMulFma:
  case ThroughputRow::CvtFromTo64:
    return Resource::Fp64;
  case ThroughputRow::Sfu:
  case ThroughputRow::CvtOther32:
  case ThroughputRow::Cvt8or16To32:
  case ThroughputRow::Popc:
  case ThroughputRow::ClzBfind:
  case ThroughputRow::Int32Brev:
    return Resource::Sfu;
  // Multiply-adds go to the pipe of the floats since Volta.
  case ThroughputRow::Int32MulMad:
    return Resource::Fp32;
  case ThroughputRow::Int32AddSub:
  case ThroughputRow::Int32Shift:
  case ThroughputRow::CompareMinMax:
  case ThroughputRow::Int32BfeBfi:
  case ThroughputRow::BitwiseLogic:
  case ThroughputRow::Sad:
  case ThroughputRow::WarpVote:
  case ThroughputRow::WarpReduce:
    return Resource::Int;
  case ThroughputRow::WarpShuffle:
    return Resource::Shared;
  default:
    break;
  }
  if (multiplyAddsOf(Op))
    return Resource::Tensor;
  return std::nullopt;
}

bool isMemory(OpClass Op) {
  return Op >= OpClass::LoadGlobal && Op <= OpClass::AtomicShared;
}

class Terms {
public:
  Terms(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
        const WarpProfile &Profile, const MemoryRates &Rates)
      : K(K), L(L), Gpu(Gpu), Profile(Profile), Rates(Rates) {
    Blocks = std::max(static_cast<double>(L.Grid.count()), 1.0);
    T.ClockMhz = Rates.ClockMhz;
    T.SmCount = smCount(Gpu);
    T.WarpsPerBlock = Profile.WarpsPerBlock;
    T.SchedulersPerSm = schedulersPerSm(Gpu);
    T.OneFp64Pipe = hasSmallFp64Pipe();
    if (isAmd())
      AfterStores = blocksAfterStores(K);
    // VLIW units, before GCN, do several operations at once.
    T.OneVectorUnit =
        isAmd() && llvm::StringRef(Gpu.Arch.Name).starts_with("gfx");
    T.Why = Rates.why();
  }

  GpuperfTerms run() {
    arithmetic();
    tensorMemory();
    memory();
    bandwidth();
    path();
    coldStart();
    return T;
  }

private:
  /// \p Cycles of a mean block for instructions of class \p Op.
  void addToBlock(Resource R, double Cycles, OpClass Op) {
    T.BlockCycles[unsigned(R)] += Cycles;
    T.LongestBlockCycles[unsigned(R)] += Cycles * longestOverMean(Op);
  }
  /// Instructions of class \p Op in the longest block, over those in a mean
  /// one.
  double longestOverMean(OpClass Op) const {
    const double Mean = Profile.WarpInstructions[unsigned(Op)] / Blocks;
    const double Longest = Profile.LongestBlock[unsigned(Op)];
    return Mean > 0 && Longest > 0 ? std::max(1.0, Longest / Mean) : 1;
  }
  double &launch(Resource R) { return T.LaunchCycles[unsigned(R)]; }

  bool isAmd() const { return Gpu.Arch.Maker == Vendor::Amd; }

  bool hasSmallFp64Pipe() const {
    return Gpu.Arch.Fp64Lanes && Gpu.Arch.Fp64Lanes->Value <= 2;
  }

  double pipeFactor(Resource Pipe) const {
    return Pipe == Resource::Fp64 && hasSmallFp64Pipe() ? SmallFp64Pipe : 1;
  }

  /// Issue slots and pipes. Counts are of warp instructions: a warp takes its
  /// turn in a pipe whole, however few lanes are active.
  void arithmetic() {
    const double PerBlock = 1 / (Blocks * schedulersPerSm(Gpu));
    for (unsigned C = 0; C < NumOpClasses; ++C) {
      const double Count = Profile.WarpInstructions[C] * PerBlock;
      if (!(Count > 0))
        continue;
      const auto Class = static_cast<OpClass>(C);
      if (isMemory(Class)) {
        // A SIMD of AMD's issues to each kind of unit by itself.
        if (!isAmd())
          addToBlock(Resource::Issue, Count, Class);
        continue;
      }
      forEachIssued(Gpu, Class, [&](OpClass Op, double Times) {
        // A wgmma of many products is one instruction.
        if (Op != OpClass::TensorAsync)
          addToBlock(Resource::Issue, Count * Times, Class);
        if (multiplyAddsOf(Op) && Op != OpClass::TensorAsync)
          T.OneTensorPipe = false;
        if (auto Pipe = pipeOf(Op)) {
          Estimate Delay = issueDelayCycles(Gpu, Op);
          T.Why |= Delay.Why;
          addToBlock(*Pipe,
                     Count * Times * Delay.Value * pipeFactor(*Pipe) *
                         workingShare(*Pipe, C),
                     Class);
        }
      });
    }
  }

  /// The share of the instructions of class \p C that \p Pipe works for. A unit
  /// that takes a warp many cycles is not asked for one whose lanes are all
  /// off: such instructions read no operands (CUDA C++ Best Practices Guide,
  /// branch predication). AMD's vector units take their turn for them.
  double workingShare(Resource Pipe, unsigned C) const {
    const bool IsSlow = Pipe == Resource::Fp64 || Pipe == Resource::Sfu;
    return IsSlow && !isAmd() ? 1 - Profile.IdleShares[C] : 1;
  }

  /// Lanes of a warp that do an atomic on one address one after the other.
  double lanesInSeries(const Access &A, const AccessProfile &AP) const {
    if (lanesAreJoined(K, A))
      return 1;
    return std::clamp(AP.PassesPerRequest.Value, 1.0,
                      std::max(AP.ActiveLanes, 1.0));
  }

  /// Warps of a block that do an atomic on the same address. Where data choose
  /// among few words, it is those that have a lane on one of them.
  double competingWarps(const Access &A, const AccessProfile &AP) const {
    double Share = 1;
    if (!hasUniformAddress(K, A)) {
      const double Words = std::ceil(bytesBehind(K, A, L) / A.BytesPerLane);
      if (!(Words > 0) || A.Affine)
        return 1;
      Share = distinctDraws(AP.ActiveLanes, Words) / Words;
    }
    return std::clamp(AP.Requests / Blocks * Share, 1.0,
                      std::max(Profile.WarpsPerBlock, 1.0));
  }

  /// How often a warp goes through the loop of a compare and swap. One lane of
  /// all that compete for a word comes through at a time. Warps that take turns
  /// all try until the end; if one warp is always first, the others wait for it
  /// in a row. This is the mean of the two.
  double swapRounds(const Access &A, const AccessProfile &AP) const {
    return lanesInSeries(A, AP) * (1 + competingWarps(A, AP)) / 2;
  }

  /// What computes in the loop of a compare and swap.
  static OpClass swapOperation(const Access &A) {
    if (A.Does != AtomicOp::Float)
      return OpClass::IntAdd;
    return A.BytesPerLane == 8 ? OpClass::Fp64Add : OpClass::Fp32Add;
  }

  /// Passes of the banks for a request; issue slots and pipes of its loop.
  double sharedAtomicPasses(const Access &A, const AccessProfile &AP) {
    if (!isCompareSwapLoop(A))
      return SharedAtomicPasses * lanesInSeries(A, AP);
    const double Rounds = swapRounds(A, AP);
    const double Words = std::max(1.0, A.BytesPerLane / 4.0);
    const OpClass Op = swapOperation(A);
    // Load, operation, compare and swap, a comparison per word, branch; one
    // slot is counted as the atomic's own.
    const double PerScheduler = AP.Requests / Blocks / schedulersPerSm(Gpu);
    const OpClass Own = K.Instrs[A.Instr].Class;
    addToBlock(Resource::Issue, PerScheduler * (Rounds * (4 + Words) - 1), Own);
    if (auto Pipe = pipeOf(Op))
      addToBlock(*Pipe,
                 PerScheduler * Rounds * issueDelayCycles(Gpu, Op).Value *
                     pipeFactor(*Pipe),
                 Own);
    return Rounds * Words * (1 + SharedAtomicPasses);
  }

  /// From a successful swap until the next lane's on the same address.
  double swapCycles(const Access &A) const {
    return 2 * latencyCycles(Gpu, OpClass::LoadShared).Value +
           latencyCycles(Gpu, swapOperation(A)).Value +
           latencyCycles(Gpu, OpClass::IntCompare).Value +
           latencyCycles(Gpu, OpClass::Branch).Value;
  }

  double l2Peak() const {
    const double L2 = Rates.L2BytesPerClk.Value;
    return Gpu.L2PeakBytesPerClkTotal && Gpu.L2PeakBytesPerClkTotal->Value > 0
               ? std::max(Gpu.L2PeakBytesPerClkTotal->Value, L2)
               : L2 / AchievableOfL2Peak;
  }

  /// Cycles of the slice of the L2 that has most to do for an atomic. A sector
  /// takes a turn for each lane on one of its words, and lines fall on slices
  /// at random. Arrays that are hot at one time are taken to be in one slice
  /// where they are small, as what a program allocates in a row is near.
  double l2AtomicCycles(const Access &A, const AccessProfile &AP) const {
    const double Lanes = std::max(AP.ActiveLanes, 1.0);
    const double Sectors = std::max(1.0, AP.SectorsPerRequest.Value);
    const bool Joined = lanesAreJoined(K, A);
    const double Turns =
        Joined ? 1 : std::min(Lanes, Sectors * lanesInSeries(A, AP));
    const bool Wide = A.BytesPerLane > 4 || (!Joined && Lanes > 1.5 * Turns);
    double Bytes = AP.LaunchBytes;
    if (!(Bytes > 0))
      Bytes = bytesBehind(K, A, L);
    if (!(Bytes > 0))
      Bytes = UnknownAtomicBytes;
    const double Lines = std::max(1.0, std::ceil(Bytes / LineBytes));
    const double Slices = std::max(1.0, std::floor(l2Peak() / SliceBytes));
    const double Fullest = mostOnOnePlace(Lines, Slices) / Lines;
    return AP.Requests * Turns * Fullest *
           (Wide ? AtomicSectorCycles : AtomicWordCycles);
  }

  /// The constant cache gives one word to all lanes. Where they ask for
  /// several, the load is issued again for each (CUDA C++ Best Practices Guide:
  /// "costs scale linearly with the number of unique addresses read by all
  /// threads within a warp").
  static double constantReplays(const AccessProfile &AP) {
    return std::max(AP.PassesPerRequest.Value - 1, 0.0);
  }

  /// Whether AMD's scalar unit does the load, for all lanes at once and through
  /// a cache of its own: from one place, that the kernel cannot have written to
  /// before.
  bool isScalarLoad(const Access &A) const {
    return isAmd() && A.Kind == AccessKind::Load &&
           A.Space == MemSpace::Global && hasUniformAddress(K, A) &&
           (A.ReadOnly || !AfterStores[A.Block]);
  }

  /// What AMD's compiler spills: a store or a load of four bytes a lane, in
  /// whole lines.
  double spillsPerBlock() const {
    return isAmd() ? static_cast<double>(K.SpillBytesPerThread) / 4 *
                         Profile.WarpsPerBlock
                   : 0;
  }

  /// Whether \p In moves words between registers and the tensor memory.
  static bool isTensorMemoryMove(const Instr &In) {
    return In.OperandBytes && In.Mem == NoId &&
           (In.Class == OpClass::LoadShared ||
            In.Class == OpClass::StoreShared);
  }

  /// Instr::OperandBytes of all instructions of \p Class, or of those that
  /// tensor cores do, without one.
  double operandBytesPerBlock(std::optional<OpClass> Class) const {
    double Bytes = 0;
    for (const Instr &In : K.Instrs)
      if (In.OperandBytes &&
          (Class ? In.Class == *Class && isTensorMemoryMove(In)
                 : !isTensorMemoryMove(In)))
        Bytes += In.OperandBytes * Profile.Blocks[In.Block].WarpExecutions *
                 Profile.WarpsPerBlock;
    return Bytes;
  }

  /// Words between the registers and the tensor memory: an SM's schedulers have
  /// a quarter of it each.
  void tensorMemory() {
    addToBlock(Resource::TensorMemory,
               operandBytesPerBlock(OpClass::LoadShared) /
                   (TensorMemoryLoadBytes * schedulersPerSm(Gpu)),
               OpClass::LoadShared);
    addToBlock(Resource::TensorMemory,
               operandBytesPerBlock(OpClass::StoreShared) /
                   (TensorMemoryStoreBytes * schedulersPerSm(Gpu)),
               OpClass::StoreShared);
  }

  /// The load/store pipe of an SM: tags of lines, data to and from registers,
  /// banks.
  void memory() {
    const double Width = Rates.SharedBytesPerClkPerSm.Value;
    // All lanes take their turn at the address units, active or not.
    const double Turn =
        Gpu.Arch.LoadStoreLanes && Gpu.Arch.LoadStoreLanes->Value > 0
            ? std::max(1.0, warpSize(Gpu) / Gpu.Arch.LoadStoreLanes->Value)
            : 1;
    // The LDS gives 32 lanes a word each in a clock, so that a wavefront of 64
    // takes two for a word.
    const double WavePhases =
        isAmd() ? std::max(1.0, warpSize(Gpu) / LanesOfBanks) : 1;
    double AtomicCycles = 0;
    // SharedMoves: the part of SharedCycles that loads and stores take.
    double SharedTurns = 0, SharedCycles = 0, SharedMoves = 0, SharedBytes = 0,
           OfLongest = 0;
    const std::vector<bool> OfProducts = operandLoads(K);
    for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
      const Access &A = K.Accesses[Id];
      const AccessProfile &AP = Profile.Accesses[Id];
      if (!(AP.Requests > 0))
        continue;
      const OpClass Op = K.Instrs[A.Instr].Class;
      const double PerBlock = AP.Requests / Blocks;
      const double Data = AP.ActiveLanes * A.BytesPerLane / Width;
      switch (A.Space) {
      case MemSpace::Shared: {
        double Phases = std::max(1.0, phaseBytes(A) / 4.0) * WavePhases;
        double Passes = std::max(1.0, Phases * AP.PassesPerRequest.Value);
        if (A.Kind == AccessKind::Atomic)
          Passes = sharedAtomicPasses(A, AP);
        const double Cycles = Passes * std::max(1.0, LineBytes / Width);
        SharedTurns += PerBlock * (isAmd() ? WavePhases : Turn);
        SharedCycles += PerBlock * Cycles;
        if (OfProducts[Id] && !isAmd())
          T.OperandCycles += PerBlock * Cycles;
        OfLongest += PerBlock * Cycles * longestOverMean(Op);
        if (A.Kind != AccessKind::Atomic) {
          SharedMoves += PerBlock * Cycles;
          SharedBytes += PerBlock * phaseBytes(A);
        }
        break;
      }
      case MemSpace::Constant:
        addToBlock(Resource::Issue,
                   PerBlock * constantReplays(AP) / schedulersPerSm(Gpu), Op);
        break;
      case MemSpace::Param:
        break;
      default: {
        if (isScalarLoad(A))
          break;
        double Lines = std::max(1.0, AP.LinesPerRequest.Value);
        double Missed = Gpu.L1MissCyclesPerLine ? Gpu.L1MissCyclesPerLine->Value
                                                : MissedLineCycles;
        double PerLine = 1 + (std::max(Missed, 1.0) - 1) * AP.L1Misses;
        if (A.Kind != AccessKind::Load || Gpu.Arch.CcMajor < 7)
          PerLine = 1;
        if (storesPartsOfSectors(A, AP))
          PerLine =
              Gpu.Arch.CcMajor < 7 ? PartLineCyclesPascal : PartLineCycles;
        const double Bytes = std::max<double>(A.BytesPerLane, A.WideBytes);
        if (isAmd())
          addToBlock(Resource::L1,
                     PerBlock * std::max(vectorCacheTurns(Gpu, AP, Bytes, Turn),
                                         AP.ActiveLanes * Bytes /
                                             Rates.L1BytesPerClkPerSm.Value),
                     Op);
        else
          addToBlock(Resource::L1,
                     PerBlock * std::max({Turn, Lines * PerLine, Data}), Op);
        break;
      }
      }
      if (A.Kind == AccessKind::Atomic && A.Space != MemSpace::Shared)
        AtomicCycles += l2AtomicCycles(A, AP);
    }
    addToBlock(Resource::L1, spillsPerBlock() * Turn, OpClass::LoadLocal);
    const double LongestShare = SharedCycles > 0 ? OfLongest / SharedCycles : 1;
    // Loads that the assembler joins to wider ones are fewer requests, and move
    // as much. Atomics are not among those bytes.
    if (Profile.SharedLaneBytes > 0 && SharedBytes > 0)
      SharedCycles +=
          SharedMoves *
          (std::max(1.0, Profile.SharedLaneBytes / Blocks / SharedBytes) - 1);
    // What the tensor cores read by themselves goes over the same banks.
    SharedCycles +=
        operandBytesPerBlock(std::nullopt) / std::min(Width, LineBytes);
    const double Shared = std::max(SharedTurns, SharedCycles);
    T.BlockCycles[unsigned(Resource::Shared)] += Shared;
    T.LongestBlockCycles[unsigned(Resource::Shared)] += Shared * LongestShare;
    launch(Resource::Atomic) = AtomicCycles;
  }

  void bandwidth() {
    const double L2 = Rates.L2BytesPerClk.Value;
    launch(Resource::L2) = std::max({Profile.L2Bytes / L2,
                                     Profile.L2Requests * SliceBytes / l2Peak(),
                                     Profile.HotLineRequests * HotLineCycles});
    const std::optional<double> BlockUs = blockDispatchUs(Gpu, L);
    const double Dispatchers =
        Gpu.Arch.Maker == Vendor::Amd && Gpu.L2Dies
            ? std::max(static_cast<double>(Gpu.L2Dies->Value), 1.0)
            : 1;
    launch(Resource::Dispatch) =
        (BlockUs ? *BlockUs * Rates.ClockMhz : DispatchCycles / Dispatchers) *
        Blocks;
    launch(Resource::Dram) = (Profile.DramReadBytes + Profile.DramWriteBytes) /
                             Rates.DramBytesPerClk.Value;
    // What passes several L2s comes through the cache before the memory, or
    // the wires to it, as long as that takes.
    if (Gpu.InfinityCacheGbps && Gpu.InfinityCacheGbps->Value > 0)
      launch(Resource::Dram) = std::max(
          launch(Resource::Dram), Profile.FabricBytes * Rates.ClockMhz /
                                      (Gpu.InfinityCacheGbps->Value * 1e3));
    // A bank opens one page after the other, however little is read of it, and
    // keeps waiting those who read another page in order.
    if (Gpu.DramScatteredGbps && Gpu.DramScatteredGbps->Value > 0) {
      const double PageCycles = ScatteredBytes * Rates.ClockMhz /
                                (Gpu.DramScatteredGbps->Value * 1e3);
      for (const WarpProfile::DramStream &S : Profile.DramStreams)
        launch(Resource::Dram) += std::max(
            0.0, S.Pages * PageCycles - S.Bytes / Rates.DramBytesPerClk.Value);
    }
  }

  /// Whether lanes part at the end of \p B by a jump, and meet again in the
  /// same iteration. Small blocks are executed under a predicate instead, and
  /// there is no jump.
  bool jumpsWithinLoop(BlockId B) const {
    const Block &Blk = K.Blocks[B];
    if (Blk.InnermostLoop == NoId || Blk.Succs.size() < 2 ||
        B >= K.MachineCounts.size() ||
        !(K.MachineCounts[B][unsigned(OpClass::Branch)] > 0))
      return false;
    const KernelLoop &Loop = K.Loops[Blk.InnermostLoop];
    return llvm::all_of(Blk.Succs, [&](BlockId S) {
      return S != Loop.Header && K.Blocks[S].InnermostLoop == Blk.InnermostLoop;
    });
  }

  /// Loops whose warps meet at a barrier in every iteration, by LoopId; loops
  /// within them are, too.
  std::vector<bool> loopsInStep() const {
    std::vector<bool> InStep(K.Loops.size(), false);
    for (const Block &B : K.Blocks)
      for (InstrId I : B.Instrs)
        if (K.Instrs[I].Class == OpClass::Barrier && B.InnermostLoop != NoId)
          InStep[B.InnermostLoop] = true;
    for (LoopId Lp = 0; Lp < K.Loops.size(); ++Lp)
      if (K.Loops[Lp].Parent != NoId && InStep[K.Loops[Lp].Parent])
        InStep[Lp] = true;
    return InStep;
  }

  /// How long a matrix product, or the load of its operands, keeps a warp from
  /// the next one. Warps that leave a barrier together come to their products
  /// together, too, and each has to wait until the others had their turn at the
  /// tensor core of its scheduler, or at the banks that all share.
  double tensorTurn(const Instr &In, const std::vector<bool> &InStep) const {
    const LoopId Loop = K.Blocks[In.Block].InnermostLoop;
    const bool Together = Loop != NoId && InStep[Loop];
    const double Warps = Together ? T.WarpsPerBlock : 1;
    const double Count = std::max<double>(In.Count, 1);
    if (multiplyAddsOf(In.Class))
      return Count * issueDelayCycles(Gpu, In.Class).Value *
             std::max(1.0, Warps / T.SchedulersPerSm);
    const Access &A = K.Accesses[In.Mem];
    if (A.Space != MemSpace::Shared)
      return 0;
    return std::max(1.0, phaseBytes(A) / 4.0 *
                             Profile.Accesses[In.Mem].PassesPerRequest.Value) *
           Warps;
  }

  /// \p Path if copies into shared memory arrived as soon as they were asked
  /// for.
  double pathWithoutCopies(const PathGraph &Graph, PathCosts<double> Costs,
                           double Path) const {
    bool Any = false;
    for (InstrId I = 0; I < K.Instrs.size(); ++I)
      if (K.Instrs[I].Copying == CopyStep::Asks) {
        Costs.Latency[I] = Costs.Delay[I];
        Any = true;
      }
    return Any ? std::min(criticalPath(Graph, Costs).Total, Path) : Path;
  }

  /// Cycles of a warp alone, with the latency of the levels that serve it.
  void path() {
    const double L1 = Rates.L1LatencyCycles.Value,
                 L2 = Rates.L2LatencyCycles.Value,
                 Dram = Rates.DramLatencyCycles.Value;
    std::array<double, NumOpClasses> Latency{}, Delay{};
    for (unsigned C = 0; C < NumOpClasses; ++C) {
      const auto Op = static_cast<OpClass>(C);
      if (Op == OpClass::Free)
        continue;
      Delay[C] = 1;
      forEachIssued(Gpu, Op, [&](OpClass, double Times) {
        Delay[C] = std::max(Delay[C], Times);
      });
      Latency[C] = std::max(latencyCycles(Gpu, Op).Value, Delay[C]);
    }
    const std::vector<bool> InStep = loopsInStep();
    std::vector<bool> Stores(K.Loops.size(), false);
    for (const Block &B : K.Blocks)
      for (InstrId I : B.Instrs) {
        const OpClass C = K.Instrs[I].Class;
        // What a load of global memory is not moved across.
        bool Ends = C == OpClass::StoreGlobal || C == OpClass::Barrier ||
                    C == OpClass::AtomicGlobal || C == OpClass::AtomicShared;
        if (Ends && B.InnermostLoop != NoId)
          Stores[B.InnermostLoop] = true;
      }
    std::vector<bool> Jumps(K.Loops.size(), false);
    for (BlockId B = 0; B < K.Blocks.size(); ++B)
      if (jumpsWithinLoop(B))
        Jumps[K.Blocks[B].InnermostLoop] = true;
    std::vector<bool> HasInner(K.Loops.size(), false);
    for (const KernelLoop &Lp : K.Loops)
      if (Lp.Parent != NoId)
        HasInner[Lp.Parent] = true;

    PathCosts<double> Costs;
    double FirstLoad = 0;
    for (const Instr &In : K.Instrs) {
      const auto C = static_cast<unsigned>(In.Class);
      const double Count = std::max<double>(In.Count, 1);
      double D = Delay[C] * Count, Lat = Latency[C] + Delay[C] * (Count - 1);
      if (In.Mem != NoId && In.Class != OpClass::LoadConst) {
        const Access &A = K.Accesses[In.Mem];
        const AccessProfile &AP = Profile.Accesses[In.Mem];
        if ((A.Space == MemSpace::Global || A.Space == MemSpace::Unknown) &&
            A.Kind == AccessKind::Load) {
          Lat = L1 + AP.L2Waits * (L2 - L1) + AP.DramWaits * (Dram - L2) +
                std::max(0.0, AP.LinesPerRequest.Value - 1);
          if (isScalarLoad(A))
            Lat = latencyCycles(Gpu, OpClass::LoadConst).Value;
          if (AP.Requests > 0)
            FirstLoad = std::max(FirstLoad, Lat);
          const LoopId Loop = K.Blocks[In.Block].InnermostLoop;
          // Loads of unrolled iterations are issued together, unless a store
          // that may alias stands between them, or a jump.
          if (Loop != NoId && !HasInner[Loop] && !Jumps[Loop] &&
              (!Stores[Loop] || A.ReadOnly))
            Lat = std::max(Lat / std::max(K.Loops[Loop].Copies, 1.0), D);
        }
      }
      if (In.Mem != NoId && K.Accesses[In.Mem].Space == MemSpace::Constant) {
        const double Replays = constantReplays(Profile.Accesses[In.Mem]);
        D += Replays * Count, Lat += Replays * Count;
      }
      if (multiplyAddsOf(In.Class) ||
          (In.Mem != NoId && K.Accesses[In.Mem].RowLanes)) {
        const double Busy = tensorTurn(In, InStep);
        // The warp goes on beside one that reads its operands itself.
        if (In.Class != OpClass::TensorAsync)
          D = std::max(D, Busy);
        else
          D = 1;
        Lat += Busy;
      }
      // Nor does it wait for the tensor memory until it uses the words.
      if (isTensorMemoryMove(In))
        Lat += In.OperandBytes / (In.Class == OpClass::LoadShared
                                      ? TensorMemoryLoadBytes
                                      : TensorMemoryStoreBytes);
      // The warps of a block that compete for a word take turns.
      if (In.Mem != NoId && isCompareSwapLoop(K.Accesses[In.Mem])) {
        const Access &A = K.Accesses[In.Mem];
        const AccessProfile &AP = Profile.Accesses[In.Mem];
        D = std::max(D, lanesInSeries(A, AP) * competingWarps(A, AP) *
                            swapCycles(A));
      }
      Costs.Delay.push_back(D);
      Costs.Latency.push_back(std::max(Lat, D));
    }
    for (LoopId Lp = 0; Lp < K.Loops.size(); ++Lp)
      Costs.Trips.push_back(Profile.Loops[Lp].MeanTrip);
    const std::vector<double> Shares =
        blockShares(K, Profile, PathOf::MeanBlock);
    const std::vector<double> Entries = loopShares(K, Profile);
    PathGraph Graph(K, Shares, Entries);
    for (const Block &B : K.Blocks)
      Graph.Order.push_back(scheduleBlock(K, B, Costs));
    const double Path = criticalPath(Graph, Costs).Total;
    T.CopyWaitCycles = Path - pathWithoutCopies(Graph, Costs, Path);
    T.MeanPathCycles =
        std::max(Path, isAmd() ? drainCycles(K, Profile, Rates) : 0);
    const std::vector<double> LongestShares =
        blockShares(K, Profile, PathOf::LongestThread);
    bool IsMean = Shares == LongestShares &&
                  llvm::all_of(Entries, [](double E) { return E == 1; });
    for (LoopId Lp = 0; Lp < K.Loops.size(); ++Lp) {
      IsMean &= Costs.Trips[Lp] == Profile.Loops[Lp].LongestTrip;
      Costs.Trips[Lp] = Profile.Loops[Lp].LongestTrip;
    }
    // Mostly all threads do the same.
    T.LongestPathCycles = std::max(T.MeanPathCycles, Path);
    if (!IsMean) {
      PathGraph Longest(K, LongestShares, {}, Graph.Steps);
      Longest.Order = std::move(Graph.Order);
      T.LongestPathCycles =
          std::max(T.MeanPathCycles, criticalPath(Longest, Costs).Total);
    }
    T.TurnaroundCycles = Gpu.BlockTurnaroundCycles
                             ? Gpu.BlockTurnaroundCycles->Value
                             : TurnaroundCycles;
    T.RampCycles = FirstLoad;
  }

  /// A profiler that empties the caches empties those of instructions and of
  /// constants, too: the kernel's first instructions come from DRAM, and then,
  /// one after the other, its parameters. Where the time is taken in another
  /// way, the caches of the SMs stay filled. Without it, the 13 fit launches of
  /// benchmarks/programs that take 1 to 3 us are 0.67 us short in the median,
  /// which is 1.9 times the latency of that GPU's DRAM; it is 0.67 us for the
  /// 15 others, too.
  void coldStart() {
    if (L.Conditions.How != Timing::Kernel || L.Conditions.L2 != L2State::Cold)
      return;
    const double Fetches = K.Params.empty() ? 1 : 2;
    T.ColdStartCycles = Fetches * Rates.DramLatencyCycles.Value;
  }

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const WarpProfile &Profile;
  const MemoryRates &Rates;
  double Blocks = 1;
  std::vector<bool> AfterStores; ///< by BlockId; of AMD
  GpuperfTerms T;
};
} // namespace

llvm::Expected<GpuperfTerms> gpuperf::gpuperfTerms(const KernelSummary &Kernel,
                                                   const Launch &L,
                                                   const GpuModel &Gpu,
                                                   const WarpProfile &Profile) {
  auto Rates = memoryRates(Gpu, dramWriteShare(Profile));
  if (!Rates)
    return Rates.takeError();
  return Terms(Kernel, L, Gpu, Profile, *Rates).run();
}
