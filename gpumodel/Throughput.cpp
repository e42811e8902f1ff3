//===- Throughput.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/Throughput.h"
#include "llvm/ADT/ArrayRef.h"
#include <cmath>

using namespace gpuperf;
using llvm::StringRef;

namespace {

using Step = SequenceStep;

struct Substitute {
  OpClass Op;
  double Factor;
  llvm::StringLiteral Reason;
  std::array<Step, 9> Steps;
};

constexpr Substitute Substitutes[] = {
#define STEP(Other, Issued, Chained)                                           \
  Step { OpClass::Other, Issued, Chained }
#define SUB(Op, Factor, Reason, ...)                                           \
  {OpClass::Op, Factor, llvm::StringLiteral(Reason), {__VA_ARGS__}},
#include "gpumodel/Substitutes.def"
};

// What is used where nothing is known at all.
constexpr double UnknownArithmeticCycles = 6; // 4 to 9: every GPU since 2014
constexpr double UnknownMemoryCycles = 400;
constexpr unsigned MaxDepth = 8; // of substitutes; the table needs five

/// A number, and why it is not the file's own (empty if it is). A substitute
/// may be replaced by another substitute in turn; the band is applied once, at
/// the end of this chain, not at every link.
struct Answer {
  Estimate Cycles;
  StringRef Reason = "";
  double Factor = 1;
};

/// How far off a number of this status may be.
double bandFactor(FactStatus Status) {
  switch (Status) {
  case FactStatus::Measured:
  case FactStatus::Published:
  case FactStatus::Derived:
    return 1.0;
  case FactStatus::Proxy:
    return 1.1;
  case FactStatus::Estimated:
    return 1.25;
  }
  return 1.25;
}

Estimate ofFact(const Fact &F) {
  return Estimate::within(F.Value, bandFactor(F.Status), {});
}

/// A number that replaces a missing one.
Answer substitute(Estimate Cycles, double Factor, StringRef Reason) {
  Cycles.Why |= AssumptionKind::GpuFactMissing;
  return {Cycles, Reason, Factor};
}

Estimate withBand(const Answer &A) {
  return {A.Cycles.Lo / A.Factor, A.Cycles.Value, A.Cycles.Hi * A.Factor,
          A.Cycles.Why};
}

const Substitute *substituteFor(OpClass Op) {
  for (const Substitute &S : Substitutes)
    if (S.Op == Op)
      return &S;
  return nullptr;
}

/// max(results / (rate / schedulers), 1); a warp has \p Results of a result
/// each lane, or the multiply-adds of a matrix product.
Estimate delayOfRate(const ArchModel &Arch, const Fact &Rate, double Results) {
  Estimate PerClk = ofFact(Rate);
  const double Lanes = Results * Arch.SchedulersPerSm.Value;
  return {std::max(Lanes / PerClk.Hi, 1.0),
          std::max(Lanes / PerClk.Value, 1.0),
          std::max(Lanes / PerClk.Lo, 1.0),
          {}};
}

/// The rate of the pipe that a class is issued to, for classes that have no row
/// in the programming guide's table: one result per lane and clock.
const OptFact *lanesOf(const ArchModel &Arch, OpClass Op) {
  switch (Op) {
  case OpClass::LoadGlobal:
  case OpClass::StoreGlobal:
  case OpClass::LoadShared:
  case OpClass::StoreShared:
  case OpClass::LoadLocal:
  case OpClass::StoreLocal:
    return &Arch.LoadStoreLanes;
  case OpClass::Fp32Add:
  case OpClass::Fp32Fma:
    return &Arch.Fp32Lanes;
  default:
    return nullptr;
  }
}

using AnswerFn = Answer (*)(const GpuModel &, OpClass, unsigned Depth);

/// The sum of the cycles of a substitute's steps, each taken \p Count times.
Answer sumOfSteps(const GpuModel &Gpu, const Substitute &S, double Step::*Count,
                  AnswerFn CyclesOf, unsigned Depth) {
  Estimate Sum = Estimate::exact(0);
  double Factor = S.Factor;
  for (const Step &Part : S.Steps) {
    if (Part.*Count <= 0)
      continue;
    const Answer One = CyclesOf(Gpu, Part.Op, Depth + 1);
    Sum = Sum + One.Cycles * (Part.*Count);
    Factor = std::max(Factor, One.Factor);
  }
  return substitute(Sum, Factor, S.Reason);
}

Answer issueDelay(const GpuModel &Gpu, OpClass Op, unsigned Depth);

/// A warp-wide matrix product in clocks of one scheduler's tensor core, where
/// no rate of the class is known.
Answer tensorDelay(const GpuModel &Gpu, OpClass Op, const Substitute &S,
                   unsigned Depth) {
  const ArchModel &Arch = Gpu.Arch;
  const bool HasTensorCores = Arch.Maker == Vendor::Nvidia && Arch.CcMajor >= 7;
  const double Lanes = std::max(Arch.WarpSize.Value, 1.0);
  if (!HasTensorCores)
    return substitute(issueDelay(Gpu, OpClass::Fp32Fma, Depth + 1).Cycles *
                          (multiplyAddsOf(Op) / Lanes),
                      S.Factor, "no tensor cores: the multiply-adds of a warp");
  if (Op != OpClass::TensorMma) {
    const Answer Half = issueDelay(Gpu, OpClass::TensorMma, Depth + 1);
    return substitute(max(Half.Cycles * S.Steps[0].Issued, Estimate::exact(1)),
                      std::max(S.Factor, Half.Factor), S.Reason);
  }
  const OptFact &Fp16 = Arch.ThroughputPerClkPerSm[static_cast<unsigned>(
      ThroughputRow::Fp16AddMulFma)];
  const double PerClk = Fp16 ? Fp16->Value : 4 * Lanes;
  const double Cycles =
      multiplyAddsOf(Op) * Arch.SchedulersPerSm.Value / (4 * PerClk);
  return substitute(Estimate::exact(std::max(Cycles, 1.0)), S.Factor, S.Reason);
}

Answer issueDelay(const GpuModel &Gpu, OpClass Op, unsigned Depth) {
  const ArchModel &Arch = Gpu.Arch;
  if (Op == OpClass::Free)
    return {Estimate::exact(0)};
  // Every instruction takes an issue slot, and a branch takes nothing else.
  if (Op == OpClass::Branch || Depth > MaxDepth)
    return {Estimate::exact(1)};
  const ThroughputRow Row = throughputRowOf(Op);
  if (Row != ThroughputRow::None)
    if (const OptFact &Rate =
            Arch.ThroughputPerClkPerSm[static_cast<unsigned>(Row)])
      return {delayOfRate(Arch, *Rate,
                          multiplyAddsOf(Op) ? multiplyAddsOf(Op)
                                             : Arch.WarpSize.Value)};
  if (const OptFact *Lanes = lanesOf(Arch, Op)) {
    if (*Lanes)
      return {delayOfRate(Arch, **Lanes, Arch.WarpSize.Value)};
    // Half a warp per clock: Fermi had this rate, and later GPUs have at least
    // it.
    return substitute(
        Estimate::exact(std::max(2 * Arch.SchedulersPerSm.Value, 1.0)), 2.0,
        "half a warp per clock and SM");
  }
  const Substitute *S = substituteFor(Op);
  if (!S)
    return substitute(Estimate::exact(1), 2.0, "one issue slot");
  if (multiplyAddsOf(Op))
    return tensorDelay(Gpu, Op, *S, Depth);
  return sumOfSteps(Gpu, *S, &Step::Issued, issueDelay, Depth);
}

/// The first of the numbers that the file has.
const Fact *firstOf(std::initializer_list<const OptFact *> Facts) {
  for (const OptFact *F : Facts)
    if (*F)
      return &**F;
  return nullptr;
}

/// The latency of \p Op in the file: that of the level that serves it, else the
/// class's own; null if the file has neither.
const Fact *cacheLatency(const GpuModel &Gpu, OpClass Op) {
  const OptFact &Table = Gpu.Arch.LatencyCycles[static_cast<unsigned>(Op)];
  const OptFact None;
  const OptFact *PlainL1 =
      Gpu.Arch.L1CachesPlainGlobalLoads ? &Gpu.L1LatencyCycles : &None;
  switch (Op) {
  case OpClass::LoadGlobal:
    return firstOf({PlainL1, &Gpu.L2LatencyCycles, &Gpu.DramLatencyCycles,
                    &Table, &Gpu.HongKim.MemLdCycles});
  case OpClass::LoadLocal:
    return firstOf({&Gpu.L1LatencyCycles, &Gpu.L2LatencyCycles,
                    &Gpu.DramLatencyCycles, &Gpu.HongKim.MemLdCycles});
  case OpClass::LoadShared:
    return firstOf({&Gpu.SharedLatencyCycles, &Table});
  case OpClass::LoadConst:
    return firstOf({&Gpu.ConstantL1LatencyCycles, &Table});
  case OpClass::LoadTexture:
    return firstOf({&Gpu.TextureL1LatencyCycles, &Table});
  default:
    return Table ? &*Table : nullptr;
  }
}

bool isStore(OpClass Op) {
  return Op == OpClass::StoreGlobal || Op == OpClass::StoreShared ||
         Op == OpClass::StoreLocal;
}

Answer latency(const GpuModel &Gpu, OpClass Op, unsigned Depth) {
  if (Op == OpClass::Free || Depth > MaxDepth)
    return {Estimate::exact(0)};
  // No instruction depends on a store; the next one only waits for its issue.
  if (isStore(Op))
    return issueDelay(Gpu, Op, Depth);
  const Fact *Known = cacheLatency(Gpu, Op);
  if (Op == OpClass::AtomicGlobal || Op == OpClass::Fence) {
    // An atomic is performed in the L2, so that its result takes a round trip.
    // Published figures far below that are of atomics whose result is not used.
    const Fact *L2 = firstOf({&Gpu.L2LatencyCycles, &Gpu.DramLatencyCycles});
    if (Known && (!L2 || Known->Value >= L2->Value))
      return {ofFact(*Known)};
    if (L2)
      return substitute(ofFact(*L2), 1.5, "a round trip to the L2");
    return substitute(Estimate::exact(UnknownMemoryCycles), 2.0,
                      "a round trip to memory");
  }
  if (Known)
    return {ofFact(*Known)};
  switch (Op) {
  case OpClass::Fp32Add:
  case OpClass::Fp32Fma: {
    const OptFact &Other = Gpu.Arch.LatencyCycles[static_cast<unsigned>(
        Op == OpClass::Fp32Add ? OpClass::Fp32Fma : OpClass::Fp32Add)];
    if (Other)
      return substitute(ofFact(*Other), 1.1, "as the other of add and fma");
    return substitute(Estimate::exact(UnknownArithmeticCycles), 1.5,
                      "4 to 9 cycles, as on every GPU since 2014");
  }
  case OpClass::LoadGlobal:
  case OpClass::LoadLocal:
    return substitute(Estimate::exact(UnknownMemoryCycles), 2.0,
                      "400 cycles: no memory latency in the file");
  case OpClass::LoadShared:
    return substitute(latency(Gpu, OpClass::Fp32Add, Depth + 1).Cycles * 5, 1.5,
                      "five dependent fp32_add");
  default:
    break;
  }
  const Substitute *S = substituteFor(Op);
  if (!S)
    return substitute(latency(Gpu, OpClass::Fp32Add, Depth + 1).Cycles, 2.0,
                      "as fp32_add");
  return sumOfSteps(Gpu, *S, &Step::Chained, latency, Depth);
}

} // namespace

static void forEachPart(const GpuModel &Gpu, OpClass Op, double Count,
                        unsigned Depth,
                        llvm::function_ref<void(OpClass, double)> Fn) {
  const ThroughputRow Row = throughputRowOf(Op);
  const bool HasRate =
      Row != ThroughputRow::None &&
      Gpu.Arch.ThroughputPerClkPerSm[static_cast<unsigned>(Row)];
  const Substitute *S = substituteFor(Op);
  if (HasRate || lanesOf(Gpu.Arch, Op) || !S || multiplyAddsOf(Op) ||
      Depth > MaxDepth)
    return Fn(Op, Count);
  bool Any = false;
  for (const Step &Part : S->Steps)
    if (Part.Issued > 0) {
      Any = true;
      forEachPart(Gpu, Part.Op, Count * Part.Issued, Depth + 1, Fn);
    }
  if (!Any)
    Fn(Op, Count);
}

void gpuperf::forEachIssued(const GpuModel &Gpu, OpClass Op,
                            llvm::function_ref<void(OpClass, double)> Fn) {
  if (Op != OpClass::Free)
    forEachPart(Gpu, Op, 1, 0, Fn);
}

Estimate gpuperf::issueDelayCycles(const GpuModel &Gpu, OpClass Op) {
  // Whatever the band is, an instruction takes at least one issue slot, and so
  // does a substitute.
  Estimate E = withBand(issueDelay(Gpu, Op, 0));
  return Op == OpClass::Free ? E : max(E, Estimate::exact(1));
}

Estimate gpuperf::latencyCycles(const GpuModel &Gpu, OpClass Op) {
  return withBand(latency(Gpu, Op, 0));
}

StringRef gpuperf::issueSubstitute(const GpuModel &Gpu, OpClass Op) {
  return issueDelay(Gpu, Op, 0).Reason;
}

StringRef gpuperf::latencySubstitute(const GpuModel &Gpu, OpClass Op) {
  return latency(Gpu, Op, 0).Reason;
}

double gpuperf::clockMhz(const GpuModel &Gpu) {
  if (Gpu.BoostClockMhz)
    return Gpu.BoostClockMhz->Value;
  return Gpu.BaseClockMhz ? Gpu.BaseClockMhz->Value : 0;
}

double gpuperf::smCount(const GpuModel &Gpu) {
  return std::max(Gpu.SmCount.Value, 1.0);
}
double gpuperf::schedulersPerSm(const GpuModel &Gpu) {
  return std::max(Gpu.Arch.SchedulersPerSm.Value, 1.0);
}
double gpuperf::warpSize(const GpuModel &Gpu) {
  return std::max(Gpu.Arch.WarpSize.Value, 1.0);
}

llvm::ArrayRef<SequenceStep> gpuperf::issuedSequence(OpClass Op) {
  switch (Op) {
  case OpClass::Fp32Div:
  case OpClass::Fp64Div:
  case OpClass::Fp32Sqrt:
  case OpClass::Fp64Sqrt:
  case OpClass::Fp32Rcp:
  case OpClass::Fp64Rcp:
  case OpClass::Fp32SinCosSlow:
  case OpClass::IntMul64:
  case OpClass::IntDiv32:
  case OpClass::IntRem32:
  case OpClass::IntDiv64:
    break;
  default:
    return {};
  }
  // A remainder is a division, a product and a difference.
  const Substitute *S =
      substituteFor(Op == OpClass::IntRem32 ? OpClass::IntDiv32 : Op);
  return S ? llvm::ArrayRef<SequenceStep>(S->Steps)
           : llvm::ArrayRef<SequenceStep>();
}
