//===- TensorMemory.cpp - What tcgen05 moves and computes -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/tensor/TensorMemory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/KnownBits.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// One instruction of PTX: its name at the dots, and its operands.
struct PtxInstruction {
  SmallVector<StringRef, 12> Parts;
  SmallVector<StringRef, 8> Operands;
  bool has(StringRef Part) const { return is_contained(Parts, Part); }
};

/// \p Text at the commas that are in no brackets.
SmallVector<StringRef, 8> splitOperands(StringRef Text) {
  SmallVector<StringRef, 8> Out;
  unsigned Depth = 0;
  size_t From = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    if (I == Text.size() || (Text[I] == ',' && Depth == 0)) {
      Out.push_back(Text.slice(From, I).trim());
      From = I + 1;
      continue;
    }
    Depth += Text[I] == '{' || Text[I] == '[';
    Depth -= (Text[I] == '}' || Text[I] == ']') && Depth;
  }
  return Out;
}

/// The first instruction of \p Text whose name starts with \p Name.
std::optional<PtxInstruction> findInstruction(StringRef Text, StringRef Name) {
  const size_t At = Text.find(Name);
  if (At == StringRef::npos)
    return std::nullopt;
  Text = Text.substr(At).take_until([](char Ch) { return Ch == ';'; });
  const StringRef Whole = Text.take_until(
      [](char Ch) { return Ch == ' ' || Ch == '\t' || Ch == '\n'; });
  PtxInstruction Out;
  Whole.split(Out.Parts, '.', -1, /*KeepEmpty=*/false);
  Out.Operands = splitOperands(Text.substr(Whole.size()));
  return Out;
}

StringRef textOf(const CallBase &Call) {
  const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  return Asm ? StringRef(Asm->getAsmString()) : StringRef();
}

/// What is given to the statement as \p Operand, "$3"; null for anything else.
const Value *operandValue(const CallBase &Call, StringRef Operand) {
  unsigned Number = 0;
  if (!Operand.consume_front("$") || Operand.getAsInteger(10, Number))
    return nullptr;
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  unsigned Argument = 0;
  for (const auto &[I, C] : enumerate(Asm->ParseConstraints())) {
    const bool IsGiven = C.Type == InlineAsm::isInput ||
                         (C.Type == InlineAsm::isOutput && C.isIndirect);
    if (I == Number)
      return IsGiven && Argument < Call.arg_size()
                 ? Call.getArgOperand(Argument)
                 : nullptr;
    Argument += IsGiven;
  }
  return nullptr;
}

/// \p Count bits of \p Value from \p First on, where they are known.
std::optional<unsigned> knownField(const Value *V, const DataLayout &DL,
                                   unsigned First, unsigned Count) {
  if (!V || !V->getType()->isIntegerTy(32))
    return std::nullopt;
  const KnownBits Known = computeKnownBits(V, DL).extractBits(Count, First);
  if (!Known.isConstant())
    return std::nullopt;
  return static_cast<unsigned>(Known.getConstant().getZExtValue());
}

/// Bytes of a row of A, or a column of B, that one instruction multiplies,
/// whatever the type: 16 halves, 32 bytes, 64 numbers of four bits.
constexpr unsigned DepthBytes = 32;
/// Clocks of a product, measured on a B300 (QRC in gpumodel/SOURCES.md): for
/// 128 rows max(44, N / 2), alike for all types; 64 rows take as long.
constexpr unsigned LeastCycles = 44;
constexpr unsigned UnknownRows = 128, UnknownColumns = 128;
} // namespace

std::optional<TensorMemoryProduct>
gpuperf::tensorMemoryProduct(const CallBase &Call, const DataLayout &DL) {
  const auto In = findInstruction(textOf(Call), "tcgen05.mma.");
  if (!In || In->Operands.size() < 4)
    return std::nullopt;
  const bool IsSparse = In->has("sp");
  const unsigned Sms = In->has("cta_group::2") ? 2 : 1;
  // "[sums], a, b, descriptor", and before it, of a sparse product, where its
  // A has elements.
  const size_t At = IsSparse ? 4 : 3;
  const Value *Descriptor =
      At < In->Operands.size() ? operandValue(Call, In->Operands[At]) : nullptr;
  // PTX manual, instruction descriptor: columns in eights, rows in sixteens.
  const auto Eights = knownField(Descriptor, DL, 17, 6),
             Sixteens = knownField(Descriptor, DL, 24, 5);
  TensorMemoryProduct Out;
  Out.ShapeIsKnown = Eights && Sixteens && *Eights && *Sixteens;
  const unsigned Columns = Out.ShapeIsKnown ? *Eights * 8 : UnknownColumns,
                 Rows = Out.ShapeIsKnown ? *Sixteens * 16 : UnknownRows * Sms;
  Out.PipeCycles = Sms * std::max(LeastCycles, Columns / 2);
  // Of a sparse product A holds half of the numbers that it stands for.
  const bool AIsInTensorMemory = In->Operands[1].starts_with("[");
  Out.SharedBytes = Columns * DepthBytes * (IsSparse ? 2 : 1) +
                    (AIsInTensorMemory ? 0 : Rows * DepthBytes);
  return Out;
}

/// "x16".
static unsigned timesOf(const PtxInstruction &In) {
  for (StringRef Part : In.Parts) {
    unsigned Times = 0;
    if (Part.consume_front("x") && !Part.getAsInteger(10, Times))
      return Times;
  }
  return 1;
}

std::optional<TensorMemoryMove>
gpuperf::tensorMemoryMove(const CallBase &Call) {
  const StringRef Text = textOf(Call);
  // Bytes of a shape that is moved once: lanes times bits of each.
  const auto BytesOf = [](const PtxInstruction &In) {
    for (StringRef Part : In.Parts) {
      const auto Bytes = StringSwitch<unsigned>(Part)
                             .Cases({"32x32b", "16x64b", "16x32bx2"}, 128)
                             .Case("16x128b", 256)
                             .Case("16x256b", 512)
                             .Case("4x256b", 128)
                             .Case("32x128b", 512)
                             .Case("64x128b", 1024)
                             .Case("128x128b", 2048)
                             .Case("128x256b", 4096)
                             .Default(0);
      if (Bytes)
        return Bytes;
    }
    return 0U;
  };
  TensorMemoryMove Out;
  if (const auto Load = findInstruction(Text, "tcgen05.ld.")) {
    Out.Kind = TensorMemoryMove::Load;
    Out.Bytes = BytesOf(*Load) * timesOf(*Load);
  } else if (const auto Store = findInstruction(Text, "tcgen05.st.")) {
    Out.Kind = TensorMemoryMove::Store;
    Out.Bytes = BytesOf(*Store) * timesOf(*Store);
  } else if (const auto Copy = findInstruction(Text, "tcgen05.cp.")) {
    Out.Kind = TensorMemoryMove::FromShared;
    Out.Bytes = BytesOf(*Copy);
  }
  return Out.Bytes ? std::optional(Out) : std::nullopt;
}
