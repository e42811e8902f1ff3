//===- FloatExprs.cpp - Floats that are made of integers ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that scale images, or spread work evenly, compute indices and bounds
// of loops in floats: `int y = floorf(row * height / (float)rows)`. As long as
// no data is part of it, such a number is as well known as any other index.
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// Bounds the recursion: a longer chain of operations counts as data.
constexpr unsigned MaxFloatDepth = 60;

/// How a float becomes an integer: it is rounded to a whole float, and that is
/// converted.
struct Conversion {
  FloatOp Rounding;   ///< Trunc, Floor, Ceil or Nearest
  bool Signed = true; ///< the integer is
};

/// 32 or 64 for the floats that expressions hold, 0 for other types.
unsigned floatWidth(const Type *Ty) {
  return Ty->isFloatTy() ? 32 : Ty->isDoubleTy() ? 64 : 0;
}

std::optional<FloatOp> operationOf(unsigned Opcode) {
  switch (Opcode) {
  case Instruction::FAdd:
    return FloatOp::Add;
  case Instruction::FSub:
    return FloatOp::Sub;
  case Instruction::FMul:
    return FloatOp::Mul;
  case Instruction::FDiv:
    return FloatOp::Div;
  case Instruction::FRem:
    return FloatOp::Rem;
  case Instruction::FNeg:
    return FloatOp::Neg;
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return FloatOp::Round;
  default:
    return std::nullopt;
  }
}

/// What an intrinsic of LLVM or of NVPTX, or a function of CUDA's math library
/// that is not there, computes of floats.
std::optional<FloatOp> operationOf(const Function &Callee) {
  StringRef Name = Callee.getName();
  if (!Name.consume_front("llvm.nvvm.") && !Name.consume_front("llvm.")) {
    if (!Name.consume_front("__nv_"))
      return std::nullopt;
    if (floatWidth(Callee.getReturnType()) == 32)
      Name.consume_back("f");
  }
  // "floor.ftz.f", "fma.rn.f", "floor.f32"
  return StringSwitch<std::optional<FloatOp>>(
             Name.take_until([](char C) { return C == '.'; }))
      .Case("floor", FloatOp::Floor)
      .Case("ceil", FloatOp::Ceil)
      .Case("trunc", FloatOp::Trunc)
      .Cases({"rint", "nearbyint", "roundeven"}, FloatOp::Nearest)
      .Case("fabs", FloatOp::Abs)
      .Case("sqrt", FloatOp::Sqrt)
      .Cases({"ex2", "exp2"}, FloatOp::Exp2)
      .Cases({"lg2", "log2"}, FloatOp::Log2)
      .Case("copysign", FloatOp::CopySign)
      .Cases({"fmin", "minnum", "minimumnum"}, FloatOp::Min)
      .Cases({"fmax", "maxnum", "maximumnum"}, FloatOp::Max)
      .Cases({"fma", "fmuladd"}, FloatOp::Fma)
      .Case("add", FloatOp::Add)
      .Case("mul", FloatOp::Mul)
      .Case("div", FloatOp::Div)
      .Default(std::nullopt);
}

/// How a call such as __float2int_rd makes an integer of a float.
std::optional<Conversion> conversionOf(const Function &Callee) {
  StringRef Name = Callee.getName();
  if (Name.starts_with("llvm.fptosi.sat"))
    return Conversion{FloatOp::Trunc};
  if (Name.starts_with("llvm.fptoui.sat"))
    return Conversion{FloatOp::Trunc, false};
  const bool OfLibrary = Name.consume_front("__nv_");
  if (!OfLibrary && !Name.consume_front("llvm.nvvm."))
    return std::nullopt;
  // "float2int_rd", "double2uint_rz", "f2i.rm.ftz", "d2ull.rn"
  if (!Name.consume_front("float2") && !Name.consume_front("double2") &&
      !Name.consume_front("f2") && !Name.consume_front("d2"))
    return std::nullopt;
  const auto [Type, Mode] = Name.split(OfLibrary ? '_' : '.');
  // Other types, such as tf32, are integers to LLVM only.
  if (!is_contained({"i", "ui", "ll", "ull", "int", "uint"}, Type))
    return std::nullopt;
  auto Rounding = StringSwitch<std::optional<FloatOp>>(Mode.take_front(2))
                      .Cases({"rd", "rm"}, FloatOp::Floor)
                      .Cases({"ru", "rp"}, FloatOp::Ceil)
                      .Case("rz", FloatOp::Trunc)
                      .Case("rn", FloatOp::Nearest)
                      .Default(std::nullopt);
  if (!Rounding)
    return std::nullopt;
  return Conversion{*Rounding, !Type.starts_with("u")};
}
} // namespace

ExprId ExprBuilder::floatNode(FloatOp Op, unsigned Width,
                              ArrayRef<ExprId> Operands) {
  ExprNode N;
  N.Kind = ExprKind::Float;
  N.Width = static_cast<uint8_t>(Width);
  N.Aux = static_cast<uint32_t>(Op);
  for (const auto &[I, E] : enumerate(Operands)) {
    if (E == NoExpr)
      return NoExpr;
    N.Ops[I] = E;
  }
  return Pool.get(N);
}

ExprId ExprBuilder::floatAt(const Value *V, const BasicBlock *At) {
  ExprId E = floatValue(V);
  if (const auto *I = dyn_cast<Instruction>(V); I && E != NoExpr)
    E = leaveLoops(E, I->getParent(), At);
  return E == NoExpr || Pool.dependsOnData(E) ? NoExpr : E;
}

ExprId ExprBuilder::floatValue(const Value *V) {
  const unsigned Width = floatWidth(V->getType());
  if (!Width)
    return NoExpr;
  if (const auto *C = dyn_cast<ConstantFP>(V)) {
    APFloat Value = C->getValueAPF();
    bool Inexact = false;
    Value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &Inexact);
    return Pool.constant(
        static_cast<int64_t>(Value.bitcastToAPInt().getZExtValue()));
  }
  if (const auto *A = dyn_cast<Argument>(V)) {
    ExprNode N;
    N.Kind = ExprKind::FloatArg;
    N.Width = static_cast<uint8_t>(Width);
    N.Imm = A->getArgNo();
    return Pool.get(N);
  }
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > MaxFloatDepth)
    return NoExpr;
  auto [It, New] = Floats.try_emplace(V, NoExpr);
  if (!New) // it is known, or is being asked for, which is a cycle
    return It->second;
  ++Depth;
  const ExprId E = floatInstruction(I, Width);
  --Depth;
  return Floats[V] = E;
}

ExprId ExprBuilder::floatInstruction(const Instruction *I, unsigned Width) {
  const BasicBlock *BB = I->getParent();
  auto Op = [&](unsigned N) { return floatAt(I->getOperand(N), BB); };
  // An integer operand in 64 bits; NoExpr where it is data.
  auto Integer = [&](unsigned N, ExprKind Extend) {
    const Value *Of = I->getOperand(N);
    const unsigned From = integerWidthOf(Of);
    const ExprId E = From ? valueAt(Of, BB) : NoExpr;
    if (E == NoExpr || Pool.dependsOnData(E))
      return NoExpr;
    return From == 64 ? E : node(Extend, From, E);
  };
  if (auto Operation = operationOf(I->getOpcode())) {
    SmallVector<ExprId, 3> Operands;
    for (unsigned N = 0; N < operandCount(*Operation); ++N)
      Operands.push_back(Op(N));
    return floatNode(*Operation, Width, Operands);
  }
  switch (I->getOpcode()) {
  case Instruction::SIToFP:
    return floatNode(FloatOp::FromSigned, Width, Integer(0, ExprKind::SExt));
  case Instruction::UIToFP:
    return floatNode(FloatOp::FromUnsigned, Width, Integer(0, ExprKind::ZExt));
  case Instruction::BitCast:
    return floatNode(FloatOp::FromBits, Width, Integer(0, ExprKind::ZExt));
  case Instruction::Freeze:
    return Op(0);
  case Instruction::Select: {
    const ExprId If = valueAt(I->getOperand(0), BB), Then = Op(1), Else = Op(2);
    if (Then == NoExpr || Else == NoExpr || Pool.dependsOnData(If))
      return NoExpr;
    return node(ExprKind::Select, 64, If, Then, Else);
  }
  case Instruction::Load:
    return paramField(*cast<LoadInst>(I), ExprKind::FloatArg, Width);
  case Instruction::PHI:
    return I->getNumOperands() == 1 ? Op(0) : NoExpr;
  case Instruction::Call: {
    const auto *Call = cast<CallInst>(I);
    const Function *Callee = Call->getCalledFunction();
    const auto Operation = Callee ? operationOf(*Callee) : std::nullopt;
    if (!Operation || Call->arg_size() < operandCount(*Operation))
      return NoExpr;
    SmallVector<ExprId, 3> Operands;
    for (unsigned N = 0; N < operandCount(*Operation); ++N)
      Operands.push_back(Op(N));
    return floatNode(*Operation, Width, Operands);
  }
  default:
    return NoExpr;
  }
}

ExprId ExprBuilder::integerOfFloat(const Instruction *I) {
  const BasicBlock *BB = I->getParent();
  const unsigned Width = integerWidthOf(I);
  auto Cut = [&](ExprId E) {
    return E == NoExpr || Width == 64 ? E : node(ExprKind::Trunc, Width, E);
  };
  auto Convert = [&](const Conversion &How) {
    const unsigned From = floatWidth(I->getOperand(0)->getType());
    ExprId E = floatAt(I->getOperand(0), BB);
    if (How.Rounding != FloatOp::Trunc)
      E = floatNode(How.Rounding, From, E);
    return Cut(floatNode(How.Signed ? FloatOp::ToSigned : FloatOp::ToUnsigned,
                         From, E));
  };
  switch (I->getOpcode()) {
  case Instruction::FPToSI:
    return Convert({FloatOp::Trunc});
  case Instruction::FPToUI:
    return Convert({FloatOp::Trunc, false});
  case Instruction::BitCast:
    return Cut(
        floatNode(FloatOp::ToBits, Width, floatAt(I->getOperand(0), BB)));
  case Instruction::Call: {
    const Function *Callee = cast<CallInst>(I)->getCalledFunction();
    const auto How = Callee ? conversionOf(*Callee) : std::nullopt;
    return How && I->getNumOperands() > 1 ? Convert(*How) : NoExpr;
  }
  default:
    return NoExpr;
  }
}

ExprId ExprBuilder::compareFloats(const FCmpInst *Cmp) {
  const BasicBlock *BB = Cmp->getParent();
  const ExprId X = floatAt(Cmp->getOperand(0), BB),
               Y = floatAt(Cmp->getOperand(1), BB);
  if (X == NoExpr || Y == NoExpr)
    return NoExpr;
  auto Ask = [&](FloatOp Op, ExprId A, ExprId B) {
    return floatNode(Op, 64, {A, B});
  };
  auto Not = [&](ExprId E) {
    return node(ExprKind::Xor, 1, E, Pool.constant(1, 1));
  };
  auto Or = [&](ExprId A, ExprId B) { return node(ExprKind::Or, 1, A, B); };
  const ExprId Unordered = Ask(FloatOp::Unordered, X, Y);
  switch (Cmp->getPredicate()) {
  case CmpInst::FCMP_OEQ:
    return Ask(FloatOp::Equal, X, Y);
  case CmpInst::FCMP_UNE:
    return Not(Ask(FloatOp::Equal, X, Y));
  case CmpInst::FCMP_UEQ:
    return Or(Ask(FloatOp::Equal, X, Y), Unordered);
  case CmpInst::FCMP_ONE:
    return Not(Or(Ask(FloatOp::Equal, X, Y), Unordered));
  case CmpInst::FCMP_OLT:
    return Ask(FloatOp::Less, X, Y);
  case CmpInst::FCMP_OLE:
    return Ask(FloatOp::LessEqual, X, Y);
  case CmpInst::FCMP_OGT:
    return Ask(FloatOp::Less, Y, X);
  case CmpInst::FCMP_OGE:
    return Ask(FloatOp::LessEqual, Y, X);
  case CmpInst::FCMP_ULT:
    return Not(Ask(FloatOp::LessEqual, Y, X));
  case CmpInst::FCMP_ULE:
    return Not(Ask(FloatOp::Less, Y, X));
  case CmpInst::FCMP_UGT:
    return Not(Ask(FloatOp::LessEqual, X, Y));
  case CmpInst::FCMP_UGE:
    return Not(Ask(FloatOp::Less, X, Y));
  case CmpInst::FCMP_UNO:
    return Unordered;
  case CmpInst::FCMP_ORD:
    return Not(Unordered);
  default:
    return NoExpr;
  }
}
