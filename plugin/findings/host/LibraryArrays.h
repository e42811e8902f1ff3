//===- LibraryArrays.h - Arrays that a library is handed --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FINDINGS_HOST_LIBRARYARRAYS_H
#define GPUPERF_PLUGIN_FINDINGS_HOST_LIBRARYARRAYS_H

#include "plugin/analyze/FileAnalysis.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"

namespace clang {
class ASTContext;
class ValueDecl;
} // namespace clang

namespace gpuperf {

/// The variables and members that the main file's host code hands to functions
/// which prescribe how arrays lie (cufftExecC2C, cublasSgemm), each with the
/// name of the first such function. Nothing is prescribed for random numbers:
/// they are as good in another order.
class LibraryArrays {
public:
  explicit LibraryArrays(clang::ASTContext &Ctx);

  /// Who prescribes the layout of an array that \p Accesses of the launch go
  /// to: the function, or the type that a library has for its own elements
  /// (cufftComplex). Empty: nobody does.
  llvm::StringRef whoseLayout(const LaunchAnswer &Answer,
                              const KernelSummary &K,
                              llvm::ArrayRef<AccessId> Accesses) const;

private:
  llvm::DenseMap<const clang::ValueDecl *, llvm::StringRef> Taken;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FINDINGS_HOST_LIBRARYARRAYS_H
