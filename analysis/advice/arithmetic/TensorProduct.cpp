//===- TensorProduct.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/TensorProduct.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

namespace {
class Finder {
public:
  Finder(const KernelSummary &K, const GpuModel &Gpu, const Prediction &P)
      : K(K), Gpu(Gpu), P(P) {}

  std::optional<TensorProduct> find() {
    double Products = 0, All = 0, Heaviest = 0;
    TensorProduct Out;
    for (InstrId I = 0; I < K.Instrs.size(); ++I) {
      const Instr &In = K.Instrs[I];
      if (!isFloatArithmetic(In.Class) || In.Block >= P.Profile.Blocks.size())
        continue;
      const double Times = P.Profile.Blocks[In.Block].WarpExecutions *
                           std::max<int>(In.Count, 1);
      All += Times;
      if (!isProduct(I))
        continue;
      Products += Times;
      if (Times > Heaviest) {
        Heaviest = Times;
        Out.Where = In.Where;
      }
    }
    constexpr double Most = 0.7;
    if (!(Products > Most * All))
      return std::nullopt;
    Out.MultiplyAdds =
        Products / All * P.Profile.LaneInstructions[unsigned(OpClass::Fp32Fma)];
    for (const Component &C : P.Components)
      if (C.Name == "dram")
        DramUs = C.TimeUs;
    bound(OpClass::TensorTf32, Out.MultiplyAdds, Out.Tf32Us,
          Out.Tf32WaitsForDram);
    bound(OpClass::TensorMma, Out.MultiplyAdds, Out.HalfUs,
          Out.HalfWaitsForDram);
    if (!(Out.Tf32Us > 0) && !(Out.HalfUs > 0))
      return std::nullopt;
    return Out;
  }

private:
  static bool isFloatArithmetic(OpClass C) {
    return C == OpClass::Fp32Fma || C == OpClass::Fp32Add ||
           C == OpClass::Fp32Mul;
  }

  /// What \p I is computed from, through instructions that cost nothing, such
  /// as the product that a multiply-add is joined with.
  void sourcesOf(InstrId I, llvm::SmallVectorImpl<InstrId> &Found,
                 unsigned Depth = 0) const {
    constexpr unsigned MostSteps = 4;
    for (InstrId Op : K.Instrs[I].Operands) {
      const Instr &Of = K.Instrs[Op];
      if (Of.Class == OpClass::Free && !Of.IsPhi && Of.Mem == NoId &&
          Depth < MostSteps)
        sourcesOf(Op, Found, Depth + 1);
      else
        Found.push_back(Op);
    }
  }

  bool isProduct(InstrId I) const {
    const Instr &In = K.Instrs[I];
    if (In.Class != OpClass::Fp32Fma ||
        K.Blocks[In.Block].InnermostLoop == NoId)
      return false;
    llvm::SmallVector<InstrId, 4> Sources;
    sourcesOf(I, Sources);
    llvm::SmallVector<AccessId, 2> Factors;
    bool Sums = false;
    for (InstrId S : Sources) {
      const Instr &Of = K.Instrs[S];
      if (Of.IsPhi || Of.Class == OpClass::Fp32Fma)
        Sums = true;
      else if (Of.Mem != NoId && K.Accesses[Of.Mem].Kind == AccessKind::Load)
        Factors.push_back(Of.Mem);
      else
        return false;
    }
    return Sums && Factors.size() == 2 && areOfMatrices(Factors[0], Factors[1]);
  }

  bool areOfMatrices(AccessId A, AccessId B) const {
    const Access &First = K.Accesses[A], &Second = K.Accesses[B];
    // The square of a value, or the same one twice.
    if (A == B ||
        (First.Base == Second.Base && First.BaseIndex == Second.BaseIndex &&
         First.Offset == Second.Offset))
      return false;
    bool LanesShare = true;
    for (AccessId Id : {A, B}) {
      const Access &X = K.Accesses[Id];
      // A weight that is the same for all threads is of a filter, and the
      // vector of a product with a matrix is no matrix.
      if ((X.Space != MemSpace::Shared && X.Space != MemSpace::Global) ||
          X.Offset == NoExpr || !K.Exprs.dependsOnThread(X.Offset))
        return false;
      LanesShare &= X.Space == MemSpace::Shared;
    }
    // Of two rows that belong to one thread alone there is no product of
    // matrices: some lanes have to read the same.
    return LanesShare || lanesShare(A) || lanesShare(B);
  }

  bool lanesShare(AccessId Id) const {
    constexpr double WordsOfSector = 8;
    const AccessProfile &AP = P.Profile.Accesses[Id];
    return AP.Requests > 0 &&
           2 * AP.SectorsPerRequest.Value * WordsOfSector <= AP.ActiveLanes;
  }

  void bound(OpClass Op, double MultiplyAdds, double &Us, bool &Dram) const {
    const Estimate Delay = issueDelayCycles(Gpu, Op);
    if (Delay.Why.contains(AssumptionKind::GpuFactMissing))
      return;
    const double PerScheduler = MultiplyAdds / multiplyAddsOf(Op) /
                                (smCount(Gpu) * schedulersPerSm(Gpu));
    const double TensorUs = PerScheduler * Delay.Value / clockMhz(Gpu);
    Dram = DramUs > TensorUs;
    const double Least = std::max(TensorUs, DramUs);
    if (P.TimeUs.Lo > Least)
      Us = Least;
  }

  const KernelSummary &K;
  const GpuModel &Gpu;
  const Prediction &P;
  double DramUs = 0;
};
} // namespace

std::optional<TensorProduct>
gpuperf::findTensorProduct(const KernelSummary &Kernel, const GpuModel &Gpu,
                           const Prediction &P) {
  if (Gpu.Arch.Maker != Vendor::Nvidia || P.Model != ModelKind::Gpuperf ||
      P.Profile.Blocks.size() != Kernel.Blocks.size() ||
      P.Profile.Accesses.size() != Kernel.Accesses.size() ||
      !(clockMhz(Gpu) > 0))
    return std::nullopt;
  return Finder(Kernel, Gpu, P).find();
}
