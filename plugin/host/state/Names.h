//===- Names.h - What unknown values are called -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_NAMES_H
#define GPUPERF_PLUGIN_HOST_STATE_NAMES_H

#include "plugin/host/state/WalkState.h"

namespace gpuperf::host {

/// Longest text that serves as the name of an unknown.
inline constexpr size_t MaxNameLength = 40;

/// Gives unknown values the names that the reader of a launch knows them by.
/// What belongs to a helper has no name: it means nothing to that reader.
class Namer {
public:
  explicit Namer(const WalkState &State) : State(State) {}

  /// "n", "cfg.width"; empty if there is none.
  std::string ofPlace(const HostPlace &P) const;
  /// The text of an expression, if the assume grammar takes it for a name:
  /// "load(3)", "v.size()", "b[0]"; else empty.
  std::string ofExpr(const clang::Expr *E) const;
  /// \p V as the variable \p P holds it: what is not known is called after P.
  HostObject named(const HostPlace &P, HostObject V) const;

private:
  const WalkState &State;
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_NAMES_H
