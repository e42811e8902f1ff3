//===- CallOps.cpp - Intrinsics and math calls as machine operations ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/KernelText.h"
#include "analysis/machine/MachineOps.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace gpuperf;
using namespace llvm;

namespace {
using C = OpClass;

/// One row of a table: the longest prefix that fits wins (rows are in order).
struct PrefixRow {
  StringLiteral Prefix;
  MachineOp First;
  MachineOp Second = {C::Free, 0};
};

MachineOps opsOf(const PrefixRow &R) {
  MachineOps Ops;
  for (MachineOp Op : {R.First, R.Second})
    if (Op.Class != C::Free && Op.Count)
      Ops.push_back(Op);
  return Ops;
}

// After "llvm.nvvm.".
constexpr PrefixRow NvvmRows[] = {
    // Sizes of grid and block are constant bank operands.
    {StringLiteral("read.ptx.sreg.ntid"), {C::Free, 0}},
    {StringLiteral("read.ptx.sreg.nctaid"), {C::Free, 0}},
    {StringLiteral("read.ptx.sreg.warpsize"), {C::Free, 0}},
    {StringLiteral("read.ptx.sreg"), {C::SpecialRegister, 1}},
    {StringLiteral("activemask"), {C::Vote, 1}},
    {StringLiteral("elect"), {C::Vote, 1}},
    {StringLiteral("vote"), {C::Vote, 1}},
    {StringLiteral("match"), {C::Vote, 4}},
    {StringLiteral("redux"), {C::Redux, 1}},
    {StringLiteral("shfl"), {C::Shuffle, 1}},
    // A warp-level barrier costs an issue slot.
    {StringLiteral("bar.warp.sync"), {C::Branch, 1}},
    {StringLiteral("barrier"), {C::Barrier, 1}},
    {StringLiteral("membar"), {C::Fence, 1}},
    {StringLiteral("fence"), {C::Fence, 1}},
    {StringLiteral("fns"), {C::IntLogic, 16}},
    {StringLiteral("internal.addrspace.wrap"), {C::Free, 0}},
    {StringLiteral("isspacep"), {C::IntCompare, 2}},
    {StringLiteral("move"), {C::Free, 0}},
    {StringLiteral("texsurf.handle"), {C::Free, 0}},
    {StringLiteral("reflect"), {C::Free, 0}},
    {StringLiteral("exit"), {C::Branch, 1}},
    {StringLiteral("nanosleep"), {C::Branch, 1}},
    {StringLiteral("prefetch"), {C::LoadGlobal, 1}},
    {StringLiteral("discard"), {C::Free, 0}},
    {StringLiteral("applypriority"), {C::Free, 0}},
    {StringLiteral("griddepcontrol"), {C::Branch, 1}},
    {StringLiteral("setmaxnreg"), {C::Branch, 1}},
    {StringLiteral("mapa"), {C::IntAdd, 2}},
    {StringLiteral("getctarank"), {C::IntShift, 1}},
    // Tensor cores.
    {StringLiteral("wmma.m16n16k16.load"), {C::LoadShared, 2}},
    {StringLiteral("ldmatrix"), {C::LoadShared, 1}},
    {StringLiteral("stmatrix"), {C::StoreShared, 1}},
    {StringLiteral("mma"), {C::TensorMma, 1}},
    {StringLiteral("wgmma.mma"), {C::TensorMma, 4}},
    {StringLiteral("wgmma"), {C::Fence, 1}},
    {StringLiteral("tcgen05.mma"), {C::TensorMma, 4}},
    {StringLiteral("tcgen05"), {C::Fence, 1}},
    // Asynchronous copies: commit and wait before the copies themselves.
    {StringLiteral("cp.async.commit"), {C::Fence, 1}},
    {StringLiteral("cp.async.wait"), {C::Fence, 1}},
    {StringLiteral("cp.async.mbarrier"), {C::AtomicShared, 1}},
    {StringLiteral("cp.async.bulk.commit"), {C::Fence, 1}},
    {StringLiteral("cp.async.bulk.wait"), {C::Fence, 1}},
    {StringLiteral("cp.async"), {C::LoadGlobal, 1}},
    {StringLiteral("mbarrier"), {C::AtomicShared, 1}},
    {StringLiteral("tensormap"), {C::StoreShared, 1}},
    {StringLiteral("ldg"), {C::LoadGlobal, 1}},
    {StringLiteral("ldu"), {C::LoadGlobal, 1}},
    {StringLiteral("tex"), {C::LoadTexture, 1}},
    {StringLiteral("tld4"), {C::LoadTexture, 1}},
    {StringLiteral("suld"), {C::LoadTexture, 1}},
    {StringLiteral("sust"), {C::LoadTexture, 1}},
    {StringLiteral("txq"), {C::LoadTexture, 1}},
    {StringLiteral("suq"), {C::LoadTexture, 1}},
    {StringLiteral("atomic"), {C::AtomicGlobal, 1}},
    // Integer.
    {StringLiteral("mul24"), {C::IntMul, 1}},
    {StringLiteral("mulhi.ll"), {C::IntMul64, 2}},
    {StringLiteral("mulhi.ull"), {C::IntMul64, 2}},
    {StringLiteral("mulhi"), {C::IntMulWide, 1}},
    {StringLiteral("sad"), {C::IntAdd, 2}},
    {StringLiteral("prmt"), {C::IntPermute, 1}},
    {StringLiteral("idp"), {C::IntMul, 1}},
    {StringLiteral("flo"), {C::IntClz, 1}},
    {StringLiteral("bmsk"), {C::IntPermute, 1}},
    {StringLiteral("fsh"), {C::IntShift, 1}},
    {StringLiteral("sext"), {C::IntPermute, 1}},
    {StringLiteral("zext"), {C::IntPermute, 1}},
    {StringLiteral("lohi"), {C::Free, 0}},
    {StringLiteral("d2i.lo"), {C::Free, 0}},
    {StringLiteral("d2i.hi"), {C::Free, 0}},
    // Floating point; ".d" is looked at by the caller.
    {StringLiteral("add"), {C::Fp32Add, 1}},
    {StringLiteral("mul"), {C::Fp32Mul, 1}},
    {StringLiteral("fma"), {C::Fp32Fma, 1}},
    {StringLiteral("fmin"), {C::IntCompare, 1}},
    {StringLiteral("fmax"), {C::IntCompare, 1}},
    {StringLiteral("fabs"), {C::Free, 0}},
    {StringLiteral("neg"), {C::Free, 0}},
    {StringLiteral("ceil"), {C::Convert32, 1}},
    {StringLiteral("floor"), {C::Convert32, 1}},
    {StringLiteral("trunc"), {C::Convert32, 1}},
    {StringLiteral("round"), {C::Convert32, 1}},
    {StringLiteral("saturate"), {C::Fp32Add, 1}},
    {StringLiteral("div.approx"), {C::Fp32RcpApprox, 1}, {C::Fp32Mul, 1}},
    {StringLiteral("div.full"), {C::Fp32RcpApprox, 1}, {C::Fp32Mul, 3}},
    {StringLiteral("div"), {C::Fp32Div, 1}},
    {StringLiteral("rcp.approx"), {C::Fp32RcpApprox, 1}},
    {StringLiteral("rcp"), {C::Fp32Rcp, 1}},
    {StringLiteral("rsqrt.approx"), {C::Fp32RsqrtApprox, 1}},
    {StringLiteral("sqrt.approx"), {C::Fp32SqrtApprox, 1}},
    {StringLiteral("sqrt"), {C::Fp32Sqrt, 1}},
    {StringLiteral("sin.approx"), {C::Fp32SinCosApprox, 1}, {C::Fp32Mul, 1}},
    {StringLiteral("cos.approx"), {C::Fp32SinCosApprox, 1}, {C::Fp32Mul, 1}},
    {StringLiteral("ex2.approx"), {C::Fp32Ex2Approx, 1}},
    {StringLiteral("lg2.approx"), {C::Fp32Lg2Approx, 1}},
    {StringLiteral("tanh.approx"), {C::Fp32Ex2Approx, 1}},
    // Conversions between sizes.
    {StringLiteral("d2"), {C::Convert64, 1}},
    {StringLiteral("i2d"), {C::Convert64, 1}},
    {StringLiteral("ui2d"), {C::Convert64, 1}},
    {StringLiteral("ll2"), {C::Convert64, 1}},
    {StringLiteral("ull2"), {C::Convert64, 1}},
    {StringLiteral("f2ll"), {C::Convert64, 1}},
    {StringLiteral("f2ull"), {C::Convert64, 1}},
    {StringLiteral("f2"), {C::Convert32, 1}},
    {StringLiteral("ff"), {C::Convert32, 1}},
    {StringLiteral("i2f"), {C::Convert32, 1}},
    {StringLiteral("ui2f"), {C::Convert32, 1}},
    {StringLiteral("bf"), {C::Convert32, 1}},
    {StringLiteral("e2m"), {C::Convert32, 1}},
    {StringLiteral("e3m"), {C::Convert32, 1}},
    {StringLiteral("e4m"), {C::Convert32, 1}},
    {StringLiteral("e5m"), {C::Convert32, 1}},
    {StringLiteral("ue8"), {C::Convert32, 1}},
    {StringLiteral("f16"), {C::Convert32, 1}},
    {StringLiteral("f32"), {C::Convert32, 1}},
};

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

CallOps lowerNvvm(StringRef Name, const CallBase &Call) {
  CallOps Out;
  bool Tensor = Name.contains(".mma") || Name.starts_with("wmma");
  if (Tensor && !Name.starts_with("wgmma") && !Name.starts_with("tcgen05")) {
    unsigned Space = 0;
    for (const Value *A : Call.args())
      if (A->getType()->isPointerTy())
        Space = knownAddressSpace(A);
    bool Load = Name.contains(".load."), Store = Name.contains(".store.");
    if (Load)
      Out.Ops = {{Space == 3 ? C::LoadShared : C::LoadGlobal, 4}};
    else if (Store)
      Out.Ops = {{Space == 3 ? C::StoreShared : C::StoreGlobal, 4}};
    else // one WMMA of 16x16x16 is two HMMA of 16x8x16
      Out.Ops = {{C::TensorMma, Name.starts_with("wmma") ? 2u : 1u}};
    return Out;
  }
  const PrefixRow *Best = nullptr;
  for (const PrefixRow &R : NvvmRows)
    if (Name.starts_with(R.Prefix) &&
        (!Best || R.Prefix.size() > Best->Prefix.size()))
      Best = &R;
  if (!Best) {
    Out.IsExternal = true;
    Out.Ops = {{C::ExternalCall, 1}};
    return Out;
  }
  Out.Ops = opsOf(*Best);
  // Operands below the normal range are scaled up and results back.
  if (!Name.contains(".ftz") && Name.ends_with(".f")) {
    if (Name.starts_with("ex2.approx") || Name.starts_with("rsqrt.approx") ||
        Name.starts_with("sqrt.approx") || Name.starts_with("div.approx"))
      Out.Ops.append({{C::IntCompare, 1}, {C::Fp32Mul, 2}});
    else if (Name.starts_with("lg2.approx"))
      Out.Ops.append({{C::IntCompare, 1}, {C::Fp32Mul, 1}, {C::Fp32Add, 1}});
  }
  bool F64 = Call.getType()->isDoubleTy() && Name.ends_with(".d");
  bool F16 = Name.contains("f16");
  for (MachineOp &Op : Out.Ops) {
    if (F64)
      Op.Class = doubled(Op.Class);
    else if (F16 && (Op.Class == C::Fp32Fma || Op.Class == C::IntCompare ||
                     Op.Class == C::Fp32Add || Op.Class == C::Fp32Mul))
      Op.Class = C::Fp16Arith;
  }
  if (Name.starts_with("atomic") && Call.arg_size() &&
      knownAddressSpace(Call.getArgOperand(0)) == 3)
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
    case 3:
      return Load ? C::LoadShared : C::StoreShared;
    case 4:
      return C::LoadConst;
    case 5:
      return Load ? C::LoadLocal : C::StoreLocal;
    case 101:
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

CallOps lowerIntrinsic(const IntrinsicInst &I) {
  CallOps Out;
  if (const auto *M = dyn_cast<MemIntrinsic>(&I)) {
    Out.Ops = memoryOps(*M);
    return Out;
  }
  const Type *Ty = I.getType();
  unsigned Lanes = 1;
  if (const auto *V = dyn_cast<FixedVectorType>(Ty))
    Lanes = V->getNumElements();
  bool F64 = Ty->getScalarType()->isDoubleTy();
  bool F16 =
      Ty->getScalarType()->isHalfTy() || Ty->getScalarType()->isBFloatTy();
  unsigned Halves = std::max(1u, (bitsOf(Ty) + 31) / 32) * Lanes;
  bool Approximate =
      isa<FPMathOperator>(I) &&
      (I.hasApproxFunc() || cast<FPMathOperator>(I).getFPAccuracy() >= 1.0f);
  auto Float = [&](OpClass Op) {
    Out.Ops = {{F16   ? C::Fp16Arith
                : F64 ? doubled(Op)
                      : Op,
                F16 ? (Lanes + 1) / 2 : Lanes}};
  };
  switch (I.getIntrinsicID()) {
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    Float(C::Fp32Fma);
    break;
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
    Float(C::IntCompare);
    if (F64) // no instruction: compared, selected, NaN made quiet
      Out.Ops.append({{C::SelectMove, 6 * Lanes}, {C::IntLogic, Lanes}});
    break;
  case Intrinsic::fabs:
    break; // an operand modifier
  case Intrinsic::copysign:
    Out.Ops = {{C::IntLogic, Lanes}};
    break;
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
  case Intrinsic::lrint:
  case Intrinsic::llrint:
    Float(C::Convert32);
    break;
  case Intrinsic::round:
    Float(C::Convert32);
    Out.Ops.push_back({F64 ? C::Fp64Add : C::Fp32Add, 2 * Lanes});
    break;
  case Intrinsic::sqrt:
    Out.Ops = {{F64           ? C::Fp64Sqrt
                : Approximate ? C::Fp32SqrtApprox
                              : C::Fp32Sqrt,
                Lanes}};
    break;
  case Intrinsic::sin:
  case Intrinsic::cos:
    Out.Ops = {{Approximate ? C::Fp32SinCosApprox : C::Fp32SinCosSlow, Lanes}};
    break;
  case Intrinsic::exp:
    Out.Ops = {{C::Fp32Ex2Approx, Lanes}, {C::Fp32Fma, 3 * Lanes}};
    break;
  case Intrinsic::exp2:
    Out.Ops = {{C::Fp32Ex2Approx, Lanes}};
    break;
  case Intrinsic::log:
  case Intrinsic::log10:
    Out.Ops = {{C::Fp32Lg2Approx, Lanes}, {C::Fp32Mul, Lanes}};
    break;
  case Intrinsic::log2:
    Out.Ops = {{C::Fp32Lg2Approx, Lanes}};
    break;
  case Intrinsic::pow:
  case Intrinsic::powi:
    Out.Ops = {{C::Fp32Lg2Approx, Lanes},
               {C::Fp32Ex2Approx, Lanes},
               {C::Fp32Fma, 8 * Lanes}};
    break;
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::scmp:
  case Intrinsic::ucmp:
    Out.Ops = {{C::IntCompare, Halves}};
    if (Halves > Lanes)
      Out.Ops.push_back({C::SelectMove, Halves});
    break;
  case Intrinsic::abs:
    Out.Ops = {{C::IntAdd, Halves}};
    break;
  case Intrinsic::ctpop:
    Out.Ops = {{C::IntPopc, Halves}};
    break;
  case Intrinsic::ctlz:
    Out.Ops = {{C::IntClz, Halves}};
    break;
  case Intrinsic::cttz:
    Out.Ops = {{C::IntBrev, Halves}, {C::IntClz, Halves}};
    break;
  case Intrinsic::bitreverse:
    Out.Ops = {{C::IntBrev, Halves}};
    break;
  case Intrinsic::bswap:
    Out.Ops = {{C::IntPermute, Halves}};
    break;
  case Intrinsic::fshl:
  case Intrinsic::fshr:
    Out.Ops = {{C::IntShift, Halves}};
    break;
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::ssub_with_overflow: {
    unsigned H = (bitsOf(I.getArgOperand(0)->getType()) + 31) / 32;
    Out.Ops = {{C::IntAdd, H}, {C::IntCompare, H}};
    break;
  }
  case Intrinsic::umul_with_overflow:
  case Intrinsic::smul_with_overflow:
    Out.Ops = {{C::IntMul64, 1}, {C::IntCompare, 1}};
    break;
  case Intrinsic::uadd_sat:
  case Intrinsic::sadd_sat:
  case Intrinsic::usub_sat:
  case Intrinsic::ssub_sat:
    Out.Ops = {{C::IntAdd, Halves}, {C::IntCompare, Halves}};
    break;
  case Intrinsic::trap:
  case Intrinsic::debugtrap:
  case Intrinsic::ubsantrap:
    Out.Ops = {{C::Branch, 1}};
    break;
  default:
    break; // annotations, lifetimes, assumptions: no code
  }
  return Out;
}
} // namespace

CallOps gpuperf::lowerCall(const CallBase &Call) {
  CallOps Out;
  if (Call.isInlineAsm()) {
    const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
    // An empty statement is a compiler barrier, no instruction.
    if (StringRef(Asm->getAsmString()).trim().empty())
      return Out;
    Out.IsInlineAsm = !lowerInlinePtx(Asm->getAsmString(), Out.Ops);
    return Out;
  }
  const Function *Callee = Call.getCalledFunction();
  if (!Callee) {
    Out.IsExternal = true;
    Out.Ops = {{C::ExternalCall, 1}};
    return Out;
  }
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm."))
    return lowerNvvm(Name, Call);
  if (const auto *I = dyn_cast<IntrinsicInst>(&Call))
    return lowerIntrinsic(*I);
  if (!Callee->isDeclaration()) {
    Out.HasBody = true;
    return Out;
  }
  if (lowerMathCall(Call, Out.Ops))
    return Out;
  Out.IsExternal = true;
  Out.Ops = {{C::ExternalCall, 1}};
  return Out;
}
