//===- CallOps.cpp - Intrinsics and math calls as machine operations ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/KernelText.h"
#include "analysis/machine/MachineOps.h"
#include "analysis/machine/ParamSpace.h"
#include "analysis/machine/TensorOps.h"
#include "analysis/machine/tensor/TensorMemory.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

namespace {
using C = OpClass;

/// Operations of the intrinsics whose names start with Prefix.
struct PrefixRow {
  StringLiteral Prefix;
  MachineOp Ops[2]; ///< Free where there is none
};

/// In no particular order: longestPrefix() searches all of them.
constexpr PrefixRow NvvmRows[] = {
#define COST(Class, Count)                                                     \
  MachineOp { OpClass::Class, Count }
#define NVVM(Prefix, ...) {StringLiteral(Prefix), {__VA_ARGS__}},
#include "analysis/machine/TargetOps.def"
};
constexpr PrefixRow AmdgcnRows[] = {
#define COST(Class, Count)                                                     \
  MachineOp { OpClass::Class, Count }
#define AMDGCN(Prefix, ...) {StringLiteral(Prefix), {__VA_ARGS__}},
#include "analysis/machine/TargetOps.def"
};

/// The row with the longest prefix of \p Name; null where none fits.
const PrefixRow *longestPrefix(ArrayRef<PrefixRow> Rows, StringRef Name) {
  const PrefixRow *Best = nullptr;
  for (const PrefixRow &Row : Rows)
    if (Name.starts_with(Row.Prefix) &&
        (!Best || Row.Prefix.size() > Best->Prefix.size()))
      Best = &Row;
  return Best;
}

MachineOps opsOf(const PrefixRow &Row) {
  MachineOps Ops;
  for (MachineOp Op : Row.Ops)
    if (Op.Class != C::Free && Op.Count)
      Ops.push_back(Op);
  return Ops;
}

CallOps externalCall() {
  CallOps Out;
  Out.IsExternal = true;
  Out.Ops = {{C::ExternalCall, 1}};
  return Out;
}

/// The same operation on doubles.
OpClass doubled(OpClass Op) {
  switch (Op) {
  case C::Fp32Add:
  case C::IntCompare:
    return C::Fp64Add;
  case C::Fp32Mul:
    return C::Fp64Mul;
  case C::Fp32Fma:
    return C::Fp64Fma;
  case C::Fp32Div:
    return C::Fp64Div;
  case C::Fp32Rcp:
  case C::Fp32RcpApprox:
    return C::Fp64Rcp;
  case C::Fp32Sqrt:
  case C::Fp32RsqrtApprox:
    return C::Fp64Sqrt;
  case C::Convert32:
    return C::Convert64;
  default:
    return Op;
  }
}

/// Loads and stores of the operands of a matrix product, if \p Call is one; of
/// each of them the address is another (AccessCollector).
std::optional<MachineOps> matrixMove(StringRef Name, const CallBase &Call) {
  const auto Parts = matrixParts(Call);
  if (Parts.empty())
    return std::nullopt;
  const bool InShared =
      knownAddressSpace(Call.getArgOperand(0)) == NVPTXAS::ADDRESS_SPACE_SHARED;
  const bool IsLoad = Name.contains(".load.");
  const C Class = IsLoad ? (InShared ? C::LoadShared : C::LoadGlobal)
                         : (InShared ? C::StoreShared : C::StoreGlobal);
  return MachineOps(Parts.size(), MachineOp{Class, 1});
}

/// What scales operands below the normal range up, and results back, around an
/// approximation that would flush them to zero.
void addDenormalScaling(StringRef Name, MachineOps &Ops) {
  if (Name.contains(".ftz") || !Name.ends_with(".f"))
    return;
  if (Name.starts_with("ex2.approx") || Name.starts_with("rsqrt.approx") ||
      Name.starts_with("sqrt.approx") || Name.starts_with("div.approx"))
    Ops.append({{C::IntCompare, 1}, {C::Fp32Mul, 2}});
  else if (Name.starts_with("lg2.approx"))
    Ops.append({{C::IntCompare, 1}, {C::Fp32Mul, 1}, {C::Fp32Add, 1}});
}

/// Makes of operations on single precision those on the intrinsic's own type.
void adaptPrecision(StringRef Name, const CallBase &Call, MachineOps &Ops) {
  const bool IsDouble = Call.getType()->isDoubleTy() && Name.ends_with(".d");
  const bool IsHalf = Name.contains("f16");
  for (MachineOp &Op : Ops) {
    if (IsDouble)
      Op.Class = doubled(Op.Class);
    else if (IsHalf && (Op.Class == C::Fp32Fma || Op.Class == C::IntCompare ||
                        Op.Class == C::Fp32Add || Op.Class == C::Fp32Mul))
      Op.Class = C::Fp16Arith;
  }
}

/// \p Name: without "llvm.nvvm.".
CallOps lowerNvvm(StringRef Name, const CallBase &Call) {
  CallOps Out;
  std::optional<MachineOps> Matrix = tensorProduct(Name);
  if (!Matrix)
    Matrix = matrixMove(Name, Call);
  if (Matrix) {
    Out.Ops = *Matrix;
    return Out;
  }
  const PrefixRow *Row = longestPrefix(NvvmRows, Name);
  if (!Row)
    return externalCall();
  Out.Ops = opsOf(*Row);
  addDenormalScaling(Name, Out.Ops);
  adaptPrecision(Name, Call, Out.Ops);
  if (Name.starts_with("atomic") && Call.arg_size() &&
      knownAddressSpace(Call.getArgOperand(0)) == NVPTXAS::ADDRESS_SPACE_SHARED)
    Out.Ops = {{C::AtomicShared, 1}};
  if (Name.starts_with("cp.async") && Name.contains("shared.global"))
    Out.Ops = {{C::LoadGlobal, 1}, {C::StoreShared, 1}};
  return Out;
}

unsigned bitsOf(const Type *Ty) {
  const Type *S = Ty->getScalarType();
  return S->isIntegerTy() ? S->getIntegerBitWidth()
                          : static_cast<unsigned>(S->getPrimitiveSizeInBits());
}

/// A copy of known size is loads, then stores; else a loop of a guessed length.
MachineOps memoryOps(const MemIntrinsic &M) {
  constexpr uint64_t GuessedBytes = 256;
  uint64_t Bytes = GuessedBytes;
  if (const auto *Length = dyn_cast<ConstantInt>(M.getLength()))
    Bytes = Length->getLimitedValue(1u << 20);
  unsigned Chunk = memoryChunk(M);
  auto Moves = static_cast<unsigned>((Bytes + Chunk - 1) / Chunk);
  auto OpFor = [&](const Value *Pointer, bool Load) {
    switch (knownAddressSpace(Pointer)) {
    case NVPTXAS::ADDRESS_SPACE_SHARED:
      return Load ? C::LoadShared : C::StoreShared;
    case NVPTXAS::ADDRESS_SPACE_CONST:
      return C::LoadConst;
    case NVPTXAS::ADDRESS_SPACE_LOCAL:
      return Load ? C::LoadLocal : C::StoreLocal;
    case ParamSpace:
      return Load ? C::Free : C::StoreLocal;
    default:
      return Load ? C::LoadGlobal : C::StoreGlobal;
    }
  };
  if (!Moves)
    return {};
  MachineOps Ops;
  if (const auto *Copy = dyn_cast<MemTransferInst>(&M))
    Ops.push_back({OpFor(Copy->getRawSource(), true), Moves});
  Ops.push_back({OpFor(M.getRawDest(), false), Moves});
  return Ops;
}

/// \p Name: without "llvm.amdgcn.".
CallOps lowerAmdgcn(StringRef Name, const CallBase &Call) {
  CallOps Out;
  if (std::optional<MachineOps> Matrix = amdMatrixProduct(Name, Call)) {
    Out.Ops = *Matrix;
    return Out;
  }
  if (isPartOfItsUser(Name, Call))
    return Out;
  Out.Ops = opsOf(*longestPrefix(AmdgcnRows, Name));
  const unsigned Words = (bitsOf(Call.getType()) + 31) / 32;
  for (MachineOp &Op : Out.Ops) {
    if (Call.getType()->isDoubleTy())
      Op.Class = doubled(Op.Class);
    else if (Op.Class == C::SelectMove || Op.Class == C::Shuffle)
      Op.Count *= std::max(Words, 1U);
  }
  return Out;
}

/// What the counts of a row of IntrinsicOps.def are multiplied with.
enum class CostUnit : uint8_t { Lane, Word, Call, Float };

struct IntrinsicRow {
  CostUnit Per;
  MachineOps Ops;
};

std::optional<IntrinsicRow> intrinsicRow(Intrinsic::ID Id) {
  switch (Id) {
#define COST(Class, Count) MachineOp{OpClass::Class, Count}
#define INTRINSIC(Name, Per, ...)                                              \
  case Intrinsic::Name:                                                        \
    return IntrinsicRow{CostUnit::Per, {__VA_ARGS__}};
#include "analysis/machine/IntrinsicOps.def"
  default:
    return std::nullopt;
  }
}

/// The type that an intrinsic computes in.
struct ResultShape {
  unsigned Lanes = 1; ///< elements of a vector
  unsigned Words = 1; ///< 32-bit registers of all lanes
  bool IsDouble = false, IsHalf = false;

  explicit ResultShape(const Type &Ty) {
    if (const auto *Vector = dyn_cast<FixedVectorType>(&Ty))
      Lanes = Vector->getNumElements();
    const Type *Scalar = Ty.getScalarType();
    IsDouble = Scalar->isDoubleTy();
    IsHalf = Scalar->isHalfTy() || Scalar->isBFloatTy();
    Words = std::max(1u, (bitsOf(&Ty) + 31) / 32) * Lanes;
  }
  /// A single precision operation in this type; halves are done in pairs.
  MachineOp floatOp(OpClass Op) const {
    if (IsHalf)
      return {C::Fp16Arith, (Lanes + 1) / 2};
    return {IsDouble ? doubled(Op) : Op, Lanes};
  }
};

MachineOps opsOf(const IntrinsicRow &Row, const ResultShape &Result) {
  MachineOps Ops;
  for (MachineOp Op : Row.Ops)
    switch (Row.Per) {
    case CostUnit::Lane:
      Ops.push_back({Op.Class, Op.Count * Result.Lanes});
      break;
    case CostUnit::Word:
      Ops.push_back({Op.Class, Op.Count * Result.Words});
      break;
    case CostUnit::Call:
      Ops.push_back(Op);
      break;
    case CostUnit::Float:
      Ops.push_back(Result.floatOp(Op.Class));
      break;
    }
  return Ops;
}

/// Minimum and maximum of floats. Doubles have no instruction for it: they are
/// compared and selected, and a NaN is made quiet.
MachineOps lowerFloatMinMax(const ResultShape &Result) {
  MachineOps Ops = {Result.floatOp(C::IntCompare)};
  if (Result.IsDouble)
    Ops.append(
        {{C::SelectMove, 6 * Result.Lanes}, {C::IntLogic, Result.Lanes}});
  return Ops;
}

/// Comparisons of wide integers select each half of the result.
MachineOps lowerIntegerMinMax(const ResultShape &Result) {
  MachineOps Ops = {{C::IntCompare, Result.Words}};
  if (Result.Words > Result.Lanes)
    Ops.push_back({C::SelectMove, Result.Words});
  return Ops;
}

/// Whether the approximate unit is accurate enough: `afn`, or !fpmath of 1 ulp
/// or more.
bool mayApproximate(const IntrinsicInst &I) {
  return isa<FPMathOperator>(I) &&
         (I.hasApproxFunc() || cast<FPMathOperator>(I).getFPAccuracy() >= 1.0f);
}

/// Intrinsics whose operations depend on more than the size of their result.
MachineOps lowerSpecialIntrinsic(const IntrinsicInst &I,
                                 const ResultShape &Result) {
  const unsigned Lanes = Result.Lanes;
  switch (I.getIntrinsicID()) {
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
    return lowerFloatMinMax(Result);
  case Intrinsic::round:
    return {Result.floatOp(C::Convert32),
            {Result.IsDouble ? C::Fp64Add : C::Fp32Add, 2 * Lanes}};
  case Intrinsic::sqrt:
    if (Result.IsDouble)
      return {{C::Fp64Sqrt, Lanes}};
    return {{mayApproximate(I) ? C::Fp32SqrtApprox : C::Fp32Sqrt, Lanes}};
  case Intrinsic::sin:
  case Intrinsic::cos:
    return {
        {mayApproximate(I) ? C::Fp32SinCosApprox : C::Fp32SinCosSlow, Lanes}};
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
    return lowerIntegerMinMax(Result);
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::ssub_with_overflow: {
    // The result is a struct; the operands say how wide the numbers are.
    const unsigned Words = (bitsOf(I.getArgOperand(0)->getType()) + 31) / 32;
    return {{C::IntAdd, Words}, {C::IntCompare, Words}};
  }
  default:
    return {}; // annotations, lifetimes, assumptions: no code
  }
}

CallOps lowerIntrinsic(const IntrinsicInst &I) {
  CallOps Out;
  const ResultShape Result(*I.getType());
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&I))
    Out.Ops = memoryOps(*Memory);
  else if (auto Row = intrinsicRow(I.getIntrinsicID()))
    Out.Ops = opsOf(*Row, Result);
  else
    Out.Ops = lowerSpecialIntrinsic(I, Result);
  return Out;
}
} // namespace

/// What a statement of inline PTX asks of the tensor memory stands in its
/// operands, not only in its text.
static void lowerTensorMemory(const CallBase &Call, CallOps &Out) {
  const auto Product =
      tensorMemoryProduct(Call, Call.getModule()->getDataLayout());
  if (!Product)
    return;
  // Multiply-adds that a pipe does in a clock, for halves (sm_100.yaml): what
  // keeps it busy as long counts as many, whatever the type.
  constexpr unsigned PerCycle = 4096;
  for (MachineOp &Op : Out.Ops)
    if (Op.Class == C::TensorAsync)
      Op.Count = Product->PipeCycles * PerCycle /
                 static_cast<unsigned>(multiplyAddsOf(C::TensorAsync));
  Out.IsInlineAsm |= !Product->ShapeIsKnown;
}

CallOps gpuperf::lowerCall(const CallBase &Call) {
  CallOps Out;
  if (Call.isInlineAsm()) {
    const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
    // An empty statement is a compiler barrier, no instruction.
    if (StringRef(Asm->getAsmString()).trim().empty())
      return Out;
    Out.IsInlineAsm = !lowerInlinePtx(Asm->getAsmString(), Out.Ops);
    lowerTensorMemory(Call, Out);
    return Out;
  }
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return externalCall();
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm."))
    return lowerNvvm(Name, Call);
  if (Name.consume_front("llvm.amdgcn."))
    return lowerAmdgcn(Name, Call);
  if (const auto *I = dyn_cast<IntrinsicInst>(&Call))
    return lowerIntrinsic(*I);
  if (!Callee->isDeclaration()) {
    Out.HasBody = true;
    return Out;
  }
  if (lowerMathCall(Call, Out.Ops))
    return Out;
  return externalCall();
}
