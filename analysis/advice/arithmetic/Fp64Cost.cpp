//===- Fp64Cost.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/Fp64Cost.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/arithmetic/Fp64Sums.h"
#include "gpumodel/Throughput.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace gpuperf;

/// The class of the same operation in single precision; nothing if the
/// operation does not work on doubles.
static std::optional<OpClass> inFloat(OpClass Op, bool FromIntegers) {
  switch (Op) {
  case OpClass::Fp64Add:
    return OpClass::Fp32Add;
  case OpClass::Fp64Mul:
    return OpClass::Fp32Mul;
  case OpClass::Fp64Fma:
    return OpClass::Fp32Fma;
  case OpClass::Fp64Div:
    return OpClass::Fp32Div;
  case OpClass::Fp64Sqrt:
    return OpClass::Fp32Sqrt;
  case OpClass::Fp64Rcp:
    return OpClass::Fp32Rcp;
  case OpClass::Convert64:
    // Conversions between float and double disappear.
    return FromIntegers ? OpClass::Convert32 : OpClass::Free;
  default:
    return std::nullopt;
  }
}

/// \p IsArithmetic: a conversion may stand beside the expression, where its
/// result is rounded.
static bool isWithin(const PromotedLines &R, const SourceLine &At,
                     bool IsArithmetic) {
  if (At.Line == 0 || At.File != R.File || At.Line < R.Line ||
      At.Line > R.EndLine)
    return false;
  return !IsArithmetic || R.Line != R.EndLine || R.Column == 0 ||
         At.Column == 0 || (At.Column >= R.Column && At.Column <= R.EndColumn);
}

/// Whether \p In is of a function of a library that the lines call: it counts
/// there, however many functions of the user lie between the kernel and them.
/// An edit that makes the argument a float calls the function for floats.
template <class Placed>
static bool isLibraryCodeWithin(const KernelSummary &Kernel,
                                const PromotedLines &R, const Placed &In,
                                bool IsArithmetic) {
  if (In.Inner.Line != 0 && In.Inner.File == R.File)
    return false;
  if (In.Inner.Line == 0 || In.Inner.File != In.Where.File)
    if (isWithin(R, In.Where, IsArithmetic))
      return true;
  return In.CallPath != NoId &&
         llvm::any_of(Kernel.CallPaths[In.CallPath],
                      [&](const SourceLine &Call) {
                        return isWithin(R, Call, IsArithmetic);
                      });
}

namespace {
/// What of an instruction is in a range of lines, by the index of that.
struct PartIn {
  size_t Range = 0;
  double Share = 1;
  /// Of that, what is still computed in double, of a float that is converted.
  double StaysDouble = 0;
};
using PartsIn = llvm::SmallVector<PartIn, 1>;
} // namespace

/// \p PartsOf: the ranges of \p Lines that an instruction is in.
static std::optional<Fp64Cost>
costOf(const KernelSummary &Kernel, const Launch &L, const GpuModel &Gpu,
       const Prediction &P, llvm::ArrayRef<PromotedLines> Lines,
       llvm::function_ref<PartsIn(const Instr &)> PartsOf) {
  Fp64Cost Out;
  Out.PerThread.assign(Lines.size(), 0);
  double Any = 0;
  for (const Instr &In : Kernel.Instrs) {
    if (In.Block >= P.Profile.Blocks.size() || !inFloat(In.Class, false))
      continue;
    for (const PartIn &Part : PartsOf(In)) {
      const double Times =
          P.Profile.Blocks[In.Block].WarpExecutions * In.Count * Part.Share;
      Out.PerThread[Part.Range] += Times;
      if (Times > 0 && !llvm::is_contained(Out.Blocks, In.Block))
        Out.Blocks.push_back(In.Block);
      Any += Times;
    }
  }
  // Hardly any warp executes these lines, so they do not explain the time of
  // the launch.
  constexpr double LeastPerWarp = 0.05;
  if (!(Any > LeastPerWarp))
    return std::nullopt;
  auto InFloat = [&](const Instr &In) -> OtherOps {
    if (!inFloat(In.Class, false))
      return {};
    const PartsIn Parts = PartsOf(In);
    if (Parts.empty())
      return {};
    OtherOps New;
    double Stays = 1;
    for (const PartIn &Part : Parts) {
      const double Double = Part.Share * Part.StaysDouble;
      if (Part.Share > Double)
        New.push_back({*inFloat(In.Class, Lines[Part.Range].FromIntegers),
                       Part.Share - Double});
      if (Double > 0)
        New.push_back({OpClass::Convert64, Double});
      Stays -= Part.Share - Double;
    }
    // What is left of it is what those that wait for it see, unless it is next
    // to nothing.
    constexpr double Nothing = 0.01, HardlyAny = 0.1;
    if (Stays > Nothing)
      New.insert(Stays > HardlyAny ? New.begin() : New.end(),
                 {In.Class, Stays});
    return New;
  };
  auto Without = timeWithOps(Kernel, L, Gpu, P, InFloat);
  if (!Without)
    return std::nullopt;
  Out.WithoutUs = *Without;
  return Out;
}

std::optional<Fp64Cost>
gpuperf::costOfPromotions(const KernelSummary &Kernel, const Launch &L,
                          const GpuModel &Gpu, const Prediction &P,
                          llvm::ArrayRef<PromotedLines> Lines) {
  auto RangeOfLine = [&](const auto &In,
                         OpClass Class) -> std::optional<size_t> {
    const bool IsArithmetic = Class != OpClass::Convert64;
    for (size_t R = 0; R < Lines.size(); ++R)
      if (isWithin(Lines[R], In.Inner, IsArithmetic) ||
          isLibraryCodeWithin(Kernel, Lines[R], In, IsArithmetic))
        return R;
    return std::nullopt;
  };
  // What the compiler has taken out of a branch has no line any more: it is a
  // part of what it is computed for. Users come after what they use, but for
  // phis, which are no arithmetic.
  std::vector<std::optional<size_t>> Ranges(Kernel.Instrs.size());
  for (InstrId I = static_cast<InstrId>(Kernel.Instrs.size()); I-- > 0;) {
    const Instr &In = Kernel.Instrs[I];
    if (In.Where.Line != 0 || In.Inner.Line != 0)
      Ranges[I] = RangeOfLine(In, In.Class);
    if (!Ranges[I])
      continue;
    for (InstrId Op : In.Operands)
      if (Op < I && Kernel.Instrs[Op].Where.Line == 0 &&
          Kernel.Instrs[Op].Inner.Line == 0)
        Ranges[Op] = Ranges[I];
  }
  // Functions that were not inlined have their lines in parts.
  std::vector<PartsIn> Parts(Kernel.Instrs.size());
  for (InstrId I = 0; I < Kernel.Instrs.size(); ++I)
    if (Ranges[I])
      Parts[I].push_back({*Ranges[I]});
  for (const CalledPart &Part : Kernel.CalledParts)
    if (!Ranges[Part.Of])
      if (const auto Range = RangeOfLine(Part, Kernel.Instrs[Part.Of].Class))
        Parts[Part.Of].push_back({*Range, Part.Share});
  return costOf(Kernel, L, Gpu, P, Lines, [&](const Instr &In) {
    return Parts[&In - Kernel.Instrs.data()];
  });
}

std::optional<Fp64Cost> gpuperf::costOfDoubles(const KernelSummary &Kernel,
                                               const Launch &L,
                                               const GpuModel &Gpu,
                                               const Prediction &P,
                                               double StaysDouble) {
  PromotedLines All;
  All.FromIntegers = true; // conversions stay, as some are of integers
  const std::vector<bool> IsSum = fp64SumsOf(Kernel);
  return costOf(Kernel, L, Gpu, P, All, [&](const Instr &In) {
    PartIn Whole;
    Whole.StaysDouble = IsSum[&In - Kernel.Instrs.data()] ? StaysDouble : 0;
    return PartsIn{Whole};
  });
}

SourceLine gpuperf::heaviestFp64Line(const KernelSummary &Kernel,
                                     const Prediction &P) {
  std::map<std::pair<uint32_t, uint32_t>, std::pair<double, SourceLine>> ByLine;
  for (const Instr &In : Kernel.Instrs) {
    if (In.Block >= P.Profile.Blocks.size() || !inFloat(In.Class, false) ||
        In.Where.Line == 0)
      continue;
    auto &[Times, At] = ByLine[{In.Where.File, In.Where.Line}];
    Times += P.Profile.Blocks[In.Block].WarpExecutions * In.Count;
    At = In.Where;
  }
  SourceLine Heaviest;
  double Most = 0;
  for (const auto &[Line, Sum] : ByLine)
    if (Sum.first > Most) {
      Most = Sum.first;
      Heaviest = Sum.second;
    }
  return Heaviest;
}

bool gpuperf::usesDoubles(const KernelSummary &Kernel) {
  return llvm::any_of(Kernel.Instrs, [](const Instr &In) {
    return inFloat(In.Class, false).has_value();
  });
}

double gpuperf::fp64Slowdown(const GpuModel &Gpu) {
  const double Single = issueDelayCycles(Gpu, OpClass::Fp32Fma).Value;
  const double Double = issueDelayCycles(Gpu, OpClass::Fp64Fma).Value;
  return Single > 0 ? Double / Single : 1;
}
