//===- HostVariables.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/ir/HostVariables.h"
#include "plugin/ast/ClosureWalk.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace gpuperf::program {

/// A larger variable is a table: kernels read it at places that they compute.
static constexpr unsigned MostBytes = 256;

/// The scalars that \p V consists of, under the names that facts have.
static std::vector<ParameterField> fieldsOf(const ASTContext &Ctx,
                                            const VarDecl &V) {
  const std::string Name = "::" + V.getQualifiedNameAsString();
  const auto *Array = Ctx.getAsConstantArrayType(V.getType());
  if (!Array)
    return parameterFields(Ctx, V.getType(), Name);
  const QualType T = Ctx.getBaseElementType(Array);
  std::vector<ParameterField> Out;
  if (T->isRecordType())
    return Out;
  const std::vector<ParameterField> One = parameterFields(Ctx, T, Name);
  const auto Bytes =
      static_cast<unsigned>(Ctx.getTypeSizeInChars(Array).getQuantity());
  for (unsigned At = 0; One.size() == 1 && At + One[0].Bytes <= Bytes;
       At += One[0].Bytes) {
    ParameterField &F = Out.emplace_back(One[0]);
    F.Name += "." + std::to_string(At);
    F.Offset = At;
  }
  return Out;
}

/// The bits of a scalar that its declaration gives a value.
static std::optional<uint64_t> initialBits(const VarDecl &V) {
  if (!V.hasInit() || V.getInit()->isValueDependent())
    return std::nullopt;
  const APValue *Value = V.evaluateValue();
  if (Value && Value->isInt())
    return Value->getInt().extOrTrunc(64).getZExtValue();
  if (Value && Value->isFloat())
    return Value->getFloat().bitcastToAPInt().zextOrTrunc(64).getZExtValue();
  return std::nullopt;
}

static bool isInGpuMemory(const VarDecl &V) {
  return (V.hasAttr<CUDAConstantAttr>() || V.hasAttr<CUDADeviceAttr>()) &&
         !V.hasAttr<CUDASharedAttr>() && !V.hasAttr<HIPManagedAttr>();
}

/// The definitions that \p Kernel reaches, and the variables in them.
static llvm::SmallVector<const VarDecl *, 2>
variablesIn(ASTContext &Ctx, const FunctionDecl &Kernel) {
  constexpr size_t MostFunctions = 1000;
  ClosureWalk Walk(Ctx);
  const FunctionDecl *Definition = nullptr;
  if (Kernel.isDefined(Definition) && !Definition->isDependentContext())
    Walk.walk(*Definition);
  for (size_t I = 0; I < Walk.Callees.size() && I < MostFunctions; ++I)
    if (Walk.Callees[I]->isDefined(Definition) && !Definition->isTemplated() &&
        !Definition->isInvalidDecl() && !Definition->hasSkippedBody())
      Walk.walk(*Definition);
  return Walk.Variables;
}

void readVariables(ASTContext &Ctx, CodeGenerator &Generator, HostModule &Out) {
  llvm::DenseMap<const VarDecl *, unsigned> Numbers;
  for (const llvm::GlobalVariable &G : Generator.GetModule()->globals()) {
    const auto *V =
        dyn_cast_or_null<VarDecl>(Generator.GetDeclForMangledName(G.getName()));
    if (!V || !isInGpuMemory(*V) || V->getType()->isDependentType() ||
        V->getType()->isIncompleteType())
      continue;
    if (const VarDecl *Definition = V->getDefinition(Ctx))
      V = Definition;
    HostVariable Variable;
    Variable.Symbol = G.getName().str();
    Variable.Bytes = static_cast<unsigned>(std::min<int64_t>(
        Ctx.getTypeSizeInChars(V->getType()).getQuantity(), MostBytes + 1));
    Variable.IsScalar =
        !V->getType()->isRecordType() && !V->getType()->isArrayType();
    if (Variable.Bytes <= MostBytes)
      Variable.Fields = fieldsOf(Ctx, *V);
    if (Variable.IsScalar && !V->getType()->isReferenceType())
      Variable.Initial = initialBits(*V);
    Numbers[V->getCanonicalDecl()] =
        static_cast<unsigned>(Out.Variables.size());
    Out.Variables.push_back(std::move(Variable));
  }
  if (Numbers.empty())
    return;
  for (auto &Entry : Out.Kernels) {
    HostKernel &Kernel = Entry.getValue();
    for (const VarDecl *V : variablesIn(Ctx, *Kernel.Decl))
      if (auto It = Numbers.find(V->getCanonicalDecl()); It != Numbers.end())
        Kernel.Variables.push_back(It->second);
  }
}

} // namespace gpuperf::program
