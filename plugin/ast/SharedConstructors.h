//===- SharedConstructors.h - Shared variables of class type ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_AST_SHAREDCONSTRUCTORS_H
#define GPUPERF_PLUGIN_AST_SHAREDCONSTRUCTORS_H

#include "clang/AST/ASTMutationListener.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace gpuperf {

/// clang refuses a __shared__ variable whose constructor does something; nvcc
/// never runs that constructor and at most warns. With this listener a parse
/// takes the variables of the CUDA library's own types (cuda::barrier,
/// cuda::pipeline_shared_state) and of structures of them, whose constructors
/// are defaulted: these constructors and destructors count as trivial.
class SharedConstructors : public clang::ASTMutationListener {
public:
  void CompletedImplicitDefinition(const clang::FunctionDecl *F) override;
};

/// Whether the body of \p F declares such a variable, which a parse without the
/// listener refused, or the template does of which \p F could not be made for
/// it. What else is wrong in the body cannot be told from its AST then.
bool declaresRefusedShared(const clang::FunctionDecl &F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_AST_SHAREDCONSTRUCTORS_H
