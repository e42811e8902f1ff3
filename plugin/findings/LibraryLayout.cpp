//===- LibraryLayout.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LibraryLayout.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gpuperf;

/// The largest vector that one instruction loads.
static constexpr int64_t VectorBytes = 16;

static bool isOfLibrary(QualType Pointee, const SourceManager &SM,
                        const ASTContext &Ctx) {
  const RecordDecl *R = Pointee->getAsRecordDecl();
  return R && R->getDefinition() &&
         SM.isInSystemHeader(R->getDefinition()->getLocation()) &&
         Ctx.getTypeSizeInChars(Pointee).getQuantity() > VectorBytes;
}

bool gpuperf::isLibraryLayout(const FunctionDecl &Kernel,
                              const SourceManager &SM, const KernelSummary &K,
                              llvm::ArrayRef<AccessId> Accesses) {
  return !Accesses.empty() && llvm::all_of(Accesses, [&](AccessId Id) {
    const Access &A = K.Accesses[Id];
    if (A.Base != Access::BaseKind::Argument ||
        A.BaseIndex >= Kernel.getNumParams())
      return false;
    const QualType T = Kernel.getParamDecl(A.BaseIndex)->getType();
    return T->isPointerType() &&
           isOfLibrary(T->getPointeeType(), SM, Kernel.getASTContext());
  });
}
