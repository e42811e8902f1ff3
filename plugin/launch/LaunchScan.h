//===- LaunchScan.h - Launches and the functions around them ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_LAUNCHSCAN_H
#define GPUPERF_PLUGIN_LAUNCH_LAUNCHSCAN_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
class FunctionDecl;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace gpuperf {

/// What one pass over the user's code finds. System headers and dependent code
/// (the bodies of templates, whose instantiations are walked) are left out.
struct LaunchScan {
  /// Where a launch expression stands.
  struct Place {
    bool InTemplate = false; ///< in the instantiation of one
    const clang::FunctionDecl *Function = nullptr; ///< null: outside of any
    /// Behind a condition that is a constant of the other value, by what the
    /// function's own variables are that it never changes; or in a function
    /// that the file's program never calls.
    bool IsDead = false;
  };
  llvm::MapVector<const clang::CallExpr *, Place> Launches;
  /// Calls of functions that launch the kernel that they are given: such a call
  /// is the launch where only the caller knows the kernel.
  llvm::MapVector<const clang::CallExpr *, Place> Forwarded;
  /// These functions.
  llvm::DenseSet<const clang::FunctionDecl *> Forwarding;
  /// Those of them that stand in device code.
  llvm::DenseSet<const clang::CallExpr *> DeviceLaunches;
  /// Functions that launch something or call one that does.
  llvm::DenseSet<const clang::FunctionDecl *> Launching;
  /// Functions with a body, in source order.
  llvm::SetVector<const clang::FunctionDecl *> Functions;
  /// Variables outside of functions whose initialiser calls something.
  std::vector<const clang::VarDecl *> GlobalInitializers;
  /// Who is called from a function (null: from a global's initialiser). The
  /// lambdas made in a function count as called from it.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SetVector<const clang::FunctionDecl *>>
      Callees;
  /// How often a function is named, and how often that is to call it directly.
  /// If the two are equal, nobody has taken its address.
  struct Uses {
    unsigned Named = 0, Called = 0;
  };
  /// By canonical declaration.
  llvm::DenseMap<const clang::FunctionDecl *, Uses> UsesOf;
  /// By canonical declaration: the functions that name it; null: what stands
  /// outside of functions.
  llvm::DenseMap<const clang::FunctionDecl *,
                 llvm::SmallPtrSet<const clang::FunctionDecl *, 2>>
      NamedIn;
  /// Lambda call operators whose lambda is used for more than being called.
  llvm::DenseSet<const clang::FunctionDecl *> LambdaEscapes;
  /// Variables and fields that hold the handle of a kernel that a module was
  /// asked for: the kernel's symbol, if all of the file's code asks for one and
  /// the same.
  llvm::DenseMap<const clang::ValueDecl *, std::optional<std::string>> Handles;
  /// Variables outside of functions, and static ones in them, that some code
  /// may change.
  llvm::DenseSet<const clang::VarDecl *> ChangedGlobals;
};

LaunchScan scanLaunches(clang::ASTContext &Ctx);

/// The variable or field that \p E names, casts aside; or null.
const clang::ValueDecl *namedValue(const clang::Expr *E);

/// This file has all callers of \p F: it has internal linkage or is an
/// instantiation or a member function, and its address is not taken. Of what
/// stands in a header, another file that includes it may have other callers:
/// they are asked about there.
bool allCallersSeen(const clang::ASTContext &Ctx, const LaunchScan &Scan,
                    const clang::FunctionDecl *F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_LAUNCHSCAN_H
