//===- HostExpr.h - Host integers with free variables -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A grid size is `(n + 255) / 256` far more often than it is 4096. Host values
// are therefore read as small expressions over named unknowns ("n", "cfg.width"),
// which GpuperfAssume, an assume comment or a stated default gives a value later.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_FRONTEND_HOSTEXPR_H
#define GPUPERF_PLUGIN_FRONTEND_HOSTEXPR_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

/// Immutable, shared; a null HostExpr is "not knowable".
class HostExprNode;
using HostExpr = std::shared_ptr<const HostExprNode>;

/// A number as the host would hold it.
struct HostValue {
  bool IsFloating = false;
  int64_t Integer = 0;
  double Floating = 0;
};

/// Values of names; a name may be qualified ("cfg.width", "N").
using HostBindings = llvm::StringMap<HostValue>;

HostExpr hostConstant(HostValue Value);
/// A named unknown.
HostExpr hostUnknown(llvm::StringRef Name);

/// The value under \p Bindings; nothing if a name is unbound, on division by
/// zero, or on overflow of int64_t.
std::optional<HostValue> evaluate(const HostExpr &E, const HostBindings &Bindings);
/// Names that are still free, each once, in order of appearance.
std::vector<std::string> freeNames(const HostExpr &E);
/// As C: "(n + 255) / 256".
std::string print(const HostExpr &E);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_FRONTEND_HOSTEXPR_H
