//===- TensorOps.cpp - Matrix products of warps by their names ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/TensorOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

namespace {
using C = OpClass;

struct Shape {
  unsigned M = 0, N = 0, K = 0;
};

/// "m16n8k16".
std::optional<Shape> parseShape(StringRef Part) {
  Shape S;
  if (!Part.consume_front("m") || Part.consumeInteger(10, S.M) ||
      !Part.consume_front("n") || Part.consumeInteger(10, S.N) ||
      !Part.consume_front("k") || Part.consumeInteger(10, S.K) ||
      !Part.empty() || !S.M || !S.N || !S.K)
    return std::nullopt;
  return S;
}

/// The class of the operands that \p Part names, if it names any but halves.
std::optional<C> operandClass(StringRef Part) {
  return StringSwitch<std::optional<C>>(Part)
      .Case("bf16", C::TensorMma)
      .Case("tf32", C::TensorTf32)
      .Case("f64", C::TensorFp64)
      .Cases({"s8", "u8", "s4", "u4", "b1"}, C::TensorInt8)
      .Cases({"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}, C::TensorFp8)
      .Default(std::nullopt);
}

/// The class of a product whose name has these parts. Four-bit floats have a
/// rate of their own only where they are packed.
C classOf(ArrayRef<StringRef> Parts) {
  if (is_contained(Parts, "kind::mxf4") ||
      is_contained(Parts, "kind::mxf4nvf4") || is_contained(Parts, "mxf4") ||
      is_contained(Parts, "mxf4nvf4"))
    return C::TensorFp4;
  for (StringRef Part : Parts)
    if (auto Class = operandClass(Part))
      return *Class;
  return is_contained(Parts, "f32") ? C::TensorMma : C::TensorHalfSum;
}

/// How long the tensor cores work at a multiply-add of the class, beside one of
/// halves, where the product runs beside the warp.
double asyncWeight(C Class) {
  switch (Class) {
  case C::TensorTf32:
    return 2;
  case C::TensorInt8:
  case C::TensorFp8:
    return 0.5;
  case C::TensorFp4:
    return 0.25;
  default:
    return 1;
  }
}

/// A product that is smaller than the machine's takes one all the same.
unsigned atLeastOne(double Count) {
  return std::max(1U, static_cast<unsigned>(Count + 0.5));
}
} // namespace

std::optional<MachineOps> gpuperf::tensorProduct(StringRef Name) {
  SmallVector<StringRef, 16> Parts;
  Name.split(Parts, '.', -1, /*KeepEmpty=*/false);
  if (Parts.empty())
    return std::nullopt;
  const bool IsAsync = Parts[0] == "wgmma";
  const bool IsProduct = Parts[0] == "mma" ||
                         (Parts[0] == "wmma" && is_contained(Parts, "mma")) ||
                         (IsAsync && any_of(Parts, [](StringRef P) {
                            return P == "mma_async" || P == "mma";
                          }));
  if (!IsProduct)
    return std::nullopt;
  std::optional<Shape> S;
  bool IsSparse = false;
  for (StringRef Part : Parts) {
    if (!S)
      S = parseShape(Part);
    IsSparse |= Part == "sp" || Part.starts_with("sp::");
  }
  if (!S)
    return std::nullopt;
  const C Class = classOf(Parts);
  // Half of a sparse product's operands are zeros that are not there.
  const double MultiplyAdds = double(S->M) * S->N * S->K / (IsSparse ? 2 : 1);
  if (!IsAsync)
    return MachineOps{
        {Class, atLeastOne(MultiplyAdds / multiplyAddsOf(Class))}};
  constexpr double WarpsTogether = 4;
  return MachineOps{
      {C::TensorAsync,
       atLeastOne(MultiplyAdds * asyncWeight(Class) / WarpsTogether /
                  multiplyAddsOf(C::TensorAsync))}};
}

/// Bits of an element of an operand of wgmma.
static unsigned operandBits(StringRef Type) {
  return StringSwitch<unsigned>(Type)
      .Cases({"f16", "bf16"}, 16)
      .Case("tf32", 32)
      .Cases({"s8", "u8", "e4m3", "e5m2"}, 8)
      .Case("b1", 1)
      .Default(0);
}

unsigned gpuperf::sharedOperandBytes(StringRef Text) {
  constexpr StringLiteral Mnemonic = "wgmma.mma_async";
  const size_t At = Text.find(Mnemonic);
  if (At == StringRef::npos)
    return 0;
  Text = Text.substr(At).take_until([](char Ch) { return Ch == ';'; });
  const StringRef Name = Text.take_until(
      [](char Ch) { return Ch == ' ' || Ch == '\t' || Ch == '\n'; });
  SmallVector<StringRef, 12> Parts;
  Name.split(Parts, '.');
  std::optional<Shape> S;
  SmallVector<unsigned, 3> Bits; // of D where it is f16, A, B
  bool IsSparse = false;
  for (StringRef Part : Parts) {
    if (!S)
      S = parseShape(Part);
    IsSparse |= Part == "sp";
    if (const unsigned B = operandBits(Part))
      Bits.push_back(B);
  }
  if (!S || Bits.size() < 2)
    return 0;
  // "{results}, a, b, ...": a is a descriptor, or registers in braces.
  const StringRef Behind = Text.substr(Name.size()).split('}').second;
  const bool AIsInRegisters = Behind.ltrim(" \t\n,").starts_with("{");
  const double OfA = double(S->M) * S->K * Bits[Bits.size() - 2] / 8 /
                     (IsSparse ? 2 : 1),
               OfB = double(S->N) * S->K * Bits.back() / 8;
  constexpr double WarpsTogether = 4;
  return static_cast<unsigned>((OfB + (AIsInRegisters ? 0 : OfA)) /
                               WarpsTogether);
}

std::optional<MatrixRows> gpuperf::matrixRows(StringRef Name) {
  SmallVector<StringRef, 16> Parts;
  Name.split(Parts, '.', -1, /*KeepEmpty=*/false);
  if (Parts.size() < 6 || Parts[0] != "wmma" ||
      (Parts[2] != "load" && Parts[2] != "store"))
    return std::nullopt;
  const std::optional<Shape> S = parseShape(Parts[1]);
  if (!S)
    return std::nullopt;
  const StringRef Which = Parts[3];
  const bool ByRows = Parts[4] == "row";
  unsigned Rows = S->M, Columns = S->N;
  if (Which == "a")
    Columns = S->K;
  else if (Which == "b")
    Rows = S->K;
  else if (Which != "c" && Which != "d")
    return std::nullopt;
  if (!ByRows)
    std::swap(Rows, Columns);
  const StringRef Type = Parts[5] != "stride" ? Parts[5]
                         : Parts.size() > 6   ? Parts[6]
                                              : "";
  const auto Bytes = StringSwitch<unsigned>(Type)
                         .Case("f64", 8)
                         .Cases({"f32", "s32", "tf32"}, 4)
                         .Cases({"f16", "bf16"}, 2)
                         .Cases({"s8", "u8"}, 1)
                         .Default(0);
  if (!Bytes)
    return std::nullopt;
  return MatrixRows{Rows, Columns * Bytes, Bytes};
}

/// Rows that eight lanes name each at a time, 32 in an instruction: ldmatrix.
static SmallVector<MatrixPart, 8> namedRows(const MatrixRows &M) {
  constexpr unsigned PieceBytes = 16, WarpLanes = 32;
  const unsigned Pieces = M.Rows * (M.BytesPerRow / PieceBytes);
  SmallVector<MatrixPart, 8> Out;
  for (unsigned First = 0; First < Pieces; First += WarpLanes) {
    MatrixPart P;
    P.BytesPerLane = PieceBytes;
    P.RowLanes = std::min(WarpLanes, Pieces - First);
    P.Lanes = M.Rows;
    P.Row.PerRest = 1;
    P.Byte.First = First / M.Rows * PieceBytes;
    P.Byte.PerQuotient = PieceBytes;
    Out.push_back(P);
  }
  return Out;
}

/// Four lanes have \p Bytes each of one of eight rows.
static SmallVector<MatrixPart, 8> alongRows(const MatrixRows &M,
                                            unsigned Bytes) {
  SmallVector<MatrixPart, 8> Out;
  for (unsigned Byte = 0; Byte < M.BytesPerRow; Byte += 4 * Bytes)
    for (unsigned Row = 0; Row < M.Rows; Row += 8) {
      MatrixPart P;
      P.BytesPerLane = Bytes;
      P.Row = {Row, 0, 1};
      P.Byte = {Byte, Bytes, 0};
      Out.push_back(P);
    }
  return Out;
}

/// Four lanes have an element each of rows that are \p Step apart, eight groups
/// of them of elements side by side.
static SmallVector<MatrixPart, 8> acrossRows(const MatrixRows &M,
                                             unsigned Step) {
  SmallVector<MatrixPart, 8> Out;
  for (unsigned Byte = 0; Byte < M.BytesPerRow; Byte += 8 * M.BytesPerElement)
    for (unsigned Row = 0; Row < M.Rows; Row += 4 * Step)
      for (unsigned I = 0; I < Step; ++I) {
        MatrixPart P;
        P.BytesPerLane = M.BytesPerElement;
        P.Row = {Row + I, Step, 0};
        P.Byte = {Byte, 0, M.BytesPerElement};
        Out.push_back(P);
      }
  return Out;
}

static StringRef nvvmNameOf(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee ? Callee->getName() : "";
  return Name.consume_front("llvm.nvvm.") ? Name : StringRef();
}

bool gpuperf::isAsyncCopy(const CallBase &Call) {
  const StringRef Name = nvvmNameOf(Call);
  return Name.starts_with("cp.async.c") && Name.contains("shared.global");
}

bool gpuperf::endsCopyGroup(const CallBase &Call) {
  return nvvmNameOf(Call) == "cp.async.commit.group";
}

std::optional<unsigned> gpuperf::copyGroupsLeft(const CallBase &Call) {
  const StringRef Name = nvvmNameOf(Call);
  if (Name == "cp.async.wait.all")
    return 0;
  if (Name != "cp.async.wait.group" || Call.arg_empty())
    return std::nullopt;
  const auto *Left = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  if (!Left)
    return std::nullopt;
  return static_cast<unsigned>(Left->getLimitedValue(UINT8_MAX));
}

SmallVector<MatrixPart, 8> gpuperf::matrixParts(const CallBase &Call) {
  const StringRef Name = nvvmNameOf(Call);
  const std::optional<MatrixRows> M = matrixRows(Name);
  if (!M || !Call.getArgOperand(0)->getType()->isPointerTy())
    return {};
  SmallVector<StringRef, 16> Parts;
  Name.split(Parts, '.', -1, /*KeepEmpty=*/false);
  const bool InShared = knownAddressSpace(Call.getArgOperand(0)) ==
                        NVPTXAS::ADDRESS_SPACE_SHARED,
             IsLoad = Parts[2] == "load", ByRows = Parts[4] == "row";
  const unsigned Element = M->BytesPerElement;
  // An operand has its elements in the order in which they are multiplied side
  // by side in a register, a sum two of a row.
  if (Parts[3] == "c" || Parts[3] == "d") {
    // Halves change places by movmatrix, and what is stored to shared memory in
    // the same number of instructions.
    if (ByRows || Element == 2 || (InShared && !IsLoad))
      return alongRows(*M, 2 * Element);
    return acrossRows(*M, 2);
  }
  const bool InOrder = ByRows == (Parts[3] == "a");
  if (Element == 2 || (Element == 1 && InOrder))
    return InShared ? namedRows(*M) : alongRows(*M, 4);
  if (InOrder)
    return alongRows(*M, Element);
  return acrossRows(*M, Element == 1 ? 4 : 1);
}
