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

/// An expression of a kernel's arguments as one of the host's values, computed
/// in 64 bits without wrapping. Null: an argument cannot be read, or the
/// expression is of more than arguments.
HostExpr exprOnHost(const ExprPool &Pool, ExprId Id, const LaunchSite &Site);

/// Values of the free names of \p Exprs that bring out how they round: around
/// multiples of \p Steps, small, large and mixed. A few hundred.
std::vector<HostBindings> probes(llvm::ArrayRef<HostExpr> Exprs,
                                 llvm::ArrayRef<int64_t> Steps,
                                 const HostBindings &Fixed);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_EXPRONHOST_H
