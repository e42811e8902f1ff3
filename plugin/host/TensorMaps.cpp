//===- TensorMaps.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/TensorMaps.h"
#include "analysis/TensorMap.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

using namespace gpuperf;
using namespace clang;
using Kind = HostObject::Kind;

namespace {
/// The parameters of cuTensorMapEncodeTiled that are read here.
enum Argument : unsigned {
  Map,
  DataType,
  Rank,
  BoxDim = 6,
  ElementStrides = 7,
  Swizzle = 9,
  NumArguments = 12
};
} // namespace

/// The struct that \p T points to, if it is a tensor map; else null.
static const RecordDecl *tensorMapBehind(QualType T) {
  const auto *R =
      T->isPointerType() ? T->getPointeeType()->getAsRecordDecl() : nullptr;
  return R && R->getName() == "CUtensorMap_st" ? R->getDefinition() : nullptr;
}

bool gpuperf::encodesTensorMap(const CallExpr *Call) {
  if (Call->getNumArgs() != NumArguments)
    return false;
  if (const FunctionDecl *F = Call->getDirectCallee())
    return F->getDeclName().isIdentifier() &&
           F->getName() == "cuTensorMapEncodeTiled";
  const QualType T = Call->getCallee()->getType();
  const auto *F = T->isPointerType()
                      ? T->getPointeeType()->getAs<FunctionProtoType>()
                      : nullptr;
  return F && F->getNumParams() == NumArguments &&
         tensorMapBehind(F->getParamType(Map));
}

static std::optional<int64_t> numberOf(const HostObject &O) {
  const auto V = constantValue(O.Expr);
  return V && !V->IsFloating ? std::optional<int64_t>(V->Integer)
                             : std::nullopt;
}

HostObject gpuperf::encodedTensorMap(const ASTContext &Ctx,
                                     const CallExpr *Call,
                                     llvm::ArrayRef<HostObject> Args) {
  const RecordDecl *R = tensorMapBehind(Call->getArg(Map)->getType());
  if (!R || R->field_empty() || Args.size() != NumArguments)
    return HostObject();
  const auto Type = numberOf(Args[DataType]), Dimensions = numberOf(Args[Rank]),
             Swizzling = numberOf(Args[Swizzle]);
  const unsigned Bits = Type ? tensorElementBits(*Type) : 0;
  const std::vector<HostObject> &Box = Args[BoxDim].Elements;
  if (!Bits || !Dimensions || *Dimensions < 1 || !Swizzling ||
      Args[BoxDim].K != Kind::List ||
      Box.size() < static_cast<size_t>(*Dimensions))
    return HostObject();
  const HostType Word;
  auto Apply = [&](HostOp Op, HostExpr A, HostExpr B) {
    return hostApply(Op, Word, {std::move(A), std::move(B)});
  };
  const std::vector<HostObject> &Steps = Args[ElementStrides].Elements;
  HostExpr Row, Bytes;
  for (size_t I = 0; I < static_cast<size_t>(*Dimensions); ++I) {
    HostExpr Size = hostCast(Box[I].Expr, Word);
    // Of every few elements only one is copied.
    if (const auto Step =
            I < Steps.size() ? numberOf(Steps[I]) : std::optional<int64_t>(1);
        Step && *Step > 1)
      Size =
          Apply(HostOp::Div, Apply(HostOp::Add, Size, hostInteger(*Step - 1)),
                hostInteger(*Step));
    if (I > 0)
      Bytes = Apply(HostOp::Mul, Bytes, Size);
    else
      Row = Bytes =
          Apply(HostOp::Div, Apply(HostOp::Mul, Size, hostInteger(Bits)),
                hostInteger(8));
  }
  HostExpr Said = hostInteger(TensorMapTag + (*Swizzling << SwizzleAt));
  Said = Apply(HostOp::Add, Said,
               Apply(HostOp::Mul, Row, hostInteger(int64_t(1) << RowBytesAt)));
  HostObject Out = HostObject::record();
  Out.setField(*R->field_begin(),
               HostObject::scalar(Apply(HostOp::Add, Said, Bytes)));
  return Out;
}
