//===- SourceLayouts.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/SourceLayouts.h"
#include "plugin/ast/KernelNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace gpuperf::record {

namespace {
class LayoutReader : public RecursiveASTVisitor<LayoutReader> {
public:
  LayoutReader(ASTContext &Ctx, BinaryLayouts &Out) : Ctx(Ctx), Out(Out) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (!F->hasAttr<CUDAGlobalAttr>() || F->isInvalidDecl() ||
        F->isDependentContext())
      return true;
    const std::string Name = deviceMangledName(*F);
    auto [It, New] = Out.Kernels.try_emplace(Name);
    // A declaration may leave the names of its parameters out.
    if (New || F->isThisDeclarationADefinition())
      It->second = layoutOf(*F);
    return true;
  }

private:
  std::vector<ScalarLayout> layoutOf(const FunctionDecl &F) {
    std::vector<ScalarLayout> Layout;
    CharUnits Next = CharUnits::Zero();
    bool Known = true; ///< where the parameters stand
    for (const ParmVarDecl *P : F.parameters()) {
      ScalarLayout At;
      At.Parameter = P->getFunctionScopeIndex();
      At.Name = P->getName().empty() ? std::to_string(At.Parameter)
                                     : P->getName().str();
      QualType T = P->getType();
      if (T->isReferenceType())
        T = Ctx.getPointerType(T->getPointeeType());
      Known = Known && !T->isIncompleteType() && !T->isDependentType();
      if (!Known)
        break;
      const TypeInfoChars Info = Ctx.getTypeInfoInChars(T);
      Next = Next.alignTo(Info.Align);
      At.BufferOffset = static_cast<unsigned>(Next.getQuantity());
      addScalars(T, At, Layout, 0);
      Next += Info.Width;
    }
    return Layout;
  }

  void addScalars(QualType T, ScalarLayout At, std::vector<ScalarLayout> &To,
                  unsigned Depth) {
    T = T.getCanonicalType();
    if (const auto *Record = T->getAsCXXRecordDecl()) {
      if (!Record->isUnion() && Depth <= MostDepth && Record->hasDefinition())
        addFields(*Record, At, To, Depth);
      return;
    }
    if (T->isReferenceType())
      T = Ctx.getPointerType(T->getPointeeType());
    At.Bytes = static_cast<unsigned>(Ctx.getTypeSizeInChars(T).getQuantity());
    if (T->isPointerType())
      At.Kind = 'P';
    else if (T->isRealFloatingType())
      At.Kind = 'F';
    else if (T->isIntegralOrEnumerationType())
      At.Kind = T->isSignedIntegerOrEnumerationType() ? 'S' : 'U';
    else
      return;
    if (At.isReadable())
      To.push_back(std::move(At));
  }

  /// The fields of a struct that begins at \p At.
  void addFields(const CXXRecordDecl &Record, const ScalarLayout &At,
                 std::vector<ScalarLayout> &To, unsigned Depth) {
    const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(&Record);
    const unsigned Start = At.Offset.value_or(0);
    for (const CXXBaseSpecifier &Base : Record.bases()) {
      const CXXRecordDecl *B = Base.getType()->getAsCXXRecordDecl();
      if (!B || Base.isVirtual())
        continue;
      ScalarLayout Inside = At;
      Inside.Offset = Start + static_cast<unsigned>(
                                  Layout.getBaseClassOffset(B).getQuantity());
      addScalars(Base.getType(), std::move(Inside), To, Depth + 1);
    }
    for (const FieldDecl *Field : Record.fields()) {
      if (Field->isBitField() || Field->getName().empty())
        continue;
      ScalarLayout Inside = At;
      Inside.Name += "." + Field->getName().str();
      Inside.Offset =
          Start + static_cast<unsigned>(
                      Ctx.toCharUnitsFromBits(
                             Layout.getFieldOffset(Field->getFieldIndex()))
                          .getQuantity());
      addScalars(Field->getType(), std::move(Inside), To, Depth + 1);
    }
  }

  static constexpr unsigned MostDepth = 4;
  ASTContext &Ctx;
  BinaryLayouts &Out;
};
} // namespace

void addSourceLayouts(ASTContext &Ctx, BinaryLayouts &Out) {
  LayoutReader(Ctx, Out).TraverseDecl(Ctx.getTranslationUnitDecl());
}

} // namespace gpuperf::record
