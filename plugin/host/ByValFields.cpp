//===- ByValFields.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/ByValFields.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"

using namespace gpuperf;
using namespace clang;

static constexpr unsigned MaxLevels = 8;
static constexpr size_t MaxFields = 256;

static void addFields(const ASTContext &Ctx, QualType T, const HostObject &O,
                      uint64_t Offset, unsigned Levels,
                      std::vector<std::pair<uint32_t, HostExpr>> &Out) {
  const auto *R = T->getAsRecordDecl();
  if (!R || O.K != HostObject::Kind::Record || Levels > MaxLevels)
    return;
  R = R->getDefinition();
  if (!R || R->isUnion() || R->isInvalidDecl() || R->isDependentType())
    return;
  const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(R);
  for (const FieldDecl *F : R->fields()) {
    if (F->isBitField() || Out.size() >= MaxFields)
      continue;
    uint64_t At = Offset + Layout.getFieldOffset(F->getFieldIndex()) / 8;
    HostObject V;
    if (const HostObject *Known = O.field(F))
      V = *Known;
    else if (!O.Name.empty() && !F->getName().empty())
      V = unknownObject(Ctx, F->getType(), O.Name + "." + F->getName().str());
    if (V.K == HostObject::Kind::Scalar)
      Out.emplace_back(static_cast<uint32_t>(At), V.Expr);
    else
      addFields(Ctx, F->getType(), V, At, Levels + 1, Out);
  }
}

std::vector<std::pair<uint32_t, HostExpr>>
gpuperf::byValFields(const ASTContext &Ctx, QualType T, const HostObject &O) {
  std::vector<std::pair<uint32_t, HostExpr>> Fields;
  addFields(Ctx, T.getNonReferenceType(), O, 0, 0, Fields);
  return Fields;
}
