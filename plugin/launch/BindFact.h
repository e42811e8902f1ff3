//===- BindFact.h - LaunchSite + fact -> Launch -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_BINDFACT_H
#define GPUPERF_PLUGIN_LAUNCH_BINDFACT_H

#include "plugin/facts/LaunchFact.h"
#include "plugin/launch/BindLaunch.h"

namespace gpuperf {

/// Where a fact of the parse at hand has its File, Line and Column: at the
/// `<<<` of \p Site, or at the start of the call that launches; 0, 0 if it has
/// none.
struct FactPlace {
  std::string File;
  unsigned Line = 0, Column = 0;
};
FactPlace factPlaceOf(const LaunchSite &Site, const clang::ASTContext &Ctx);

/// Whether two names are of one file.
bool isSameFile(llvm::StringRef A, llvm::StringRef B);

/// The launch that \p Fact says \p Kernel gets at \p Site, its values said by
/// \p From. What the user gives to a parameter by name counts more than the
/// fact. A scalar that the fact does not hold is assumed, as bindLaunch does.
BoundLaunch bindFact(const LaunchSite &Site, const clang::FunctionDecl &Kernel,
                     const LaunchFact &Fact, Provenance From,
                     const HostBindings &UserBindings);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_BINDFACT_H
