//===- HostCopies.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/host/HostCopies.h"
#include "analysis/advice/Plausible.h"
#include "plugin/findings/host/HostCalls.h"
#include "plugin/findings/host/PointerUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace gpuperf;

std::optional<double> gpuperf::writtenBytes(const CallExpr &Copy,
                                            const ASTContext &Ctx) {
  // A copy of a box has a pitch there.
  if (!llvm::is_contained(
          {"Memcpy", "MemcpyAsync", "MemcpyToSymbol", "MemcpyFromSymbol"},
          runtimeName(calledName(Copy))) ||
      Copy.getNumArgs() < 3)
    return std::nullopt;
  Expr::EvalResult Bytes;
  const Expr *E = Copy.getArg(2);
  if (E->isValueDependent() || !E->EvaluateAsInt(Bytes, Ctx))
    return std::nullopt;
  return Bytes.Val.getInt().roundToDouble();
}

double gpuperf::copiedBytes(const CallExpr &Copy, const ASTContext &Ctx,
                            llvm::ArrayRef<TimedLaunch> Launches) {
  if (const auto Bytes = writtenBytes(Copy, Ctx))
    return *Bytes;
  double Most = 0, OfArray = 0;
  for (const TimedLaunch &L : Launches)
    for (unsigned Arg = 0; Arg < L.Call->getNumArgs(); ++Arg) {
      const double Bytes = touchedBytesOf(Arg, *L.Kernel, L.P.Profile);
      Most = std::max(Most, Bytes);
      const ValueDecl *Array = pointerOf(L.Call->getArg(Arg));
      if (Array && Copy.getNumArgs() > 1 &&
          (pointerOf(Copy.getArg(0)) == Array ||
           pointerOf(Copy.getArg(1)) == Array))
        OfArray = std::max(OfArray, Bytes);
    }
  return OfArray > 0 ? OfArray : Most;
}

double gpuperf::copiesUs(llvm::ArrayRef<const CallExpr *> Copies,
                         const ASTContext &Ctx,
                         llvm::ArrayRef<TimedLaunch> Launches,
                         double BytesPerUs) {
  double Us = 0;
  for (const CallExpr *Copy : Copies)
    Us += std::max(LeastCopyUs, copiedBytes(*Copy, Ctx, Launches) / BytesPerUs);
  return Us;
}
