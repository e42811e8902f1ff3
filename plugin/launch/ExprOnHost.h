//===- ExprOnHost.h - A kernel's expressions in the host's words ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_EXPRONHOST_H
#define GPUPERF_PLUGIN_LAUNCH_EXPRONHOST_H

#include "analysis/symbolic/SymExpr.h"
#include "plugin/launch/LaunchSite.h"

namespace gpuperf {

/// \p Id, an expression over the kernel's arguments, as an expression over the
/// host values that \p Site passes for them. It is computed in 64 bits without
/// wrapping. Null: an argument cannot be read, or the expression contains
/// something else than arguments (an index, a load).
HostExpr exprOnHost(const ExprPool &Pool, ExprId Id, const LaunchSite &Site);

/// A few hundred values for the free names of \p Exprs, chosen such that two
/// expressions that round differently are likely to differ for one of them:
/// around multiples of \p Steps, small, large and mixed. \p Fixed: names that
/// have a value already. They are the same on every run.
std::vector<HostBindings> probes(llvm::ArrayRef<HostExpr> Exprs,
                                 llvm::ArrayRef<int64_t> Steps,
                                 const HostBindings &Fixed);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_EXPRONHOST_H
