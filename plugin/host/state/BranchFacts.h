//===- BranchFacts.h - What a branch says of a variable ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `switch (threads) { case 512: reduce<512><<<grid, threads>>>(...); ... }`:
// where the launch stands, `threads` is 512. Only variables that the function
// never changes are looked at, so that every value that contains the name of
// such a variable means this one value of it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_BRANCHFACTS_H
#define GPUPERF_PLUGIN_HOST_STATE_BRANCHFACTS_H

#include "plugin/host/state/Places.h"

namespace gpuperf::host {

class BranchFacts {
public:
  BranchFacts(WalkState &State, PlaceTable &Places)
      : State(State), Places(Places) {}

  /// Sets what holds where \p E is true (false, if not \p Holds); \p Facts
  /// gets what was set.
  void assumeCondition(const clang::Expr *E, bool Holds,
                       HostEnv::Delta &Facts) {
    assumeCondition(E, Holds, Facts, 0);
  }
  /// The same for `Variable == Value`.
  void assumeEqual(const clang::Expr *Variable, const clang::Expr *Value,
                   HostEnv::Delta &Facts);
  /// Takes out of \p Changes what is only there because of \p Facts.
  static void drop(HostEnv::Delta &Changes, const HostEnv::Delta &Facts);
  /// Control may have come from outside of all branches around this point.
  void forgetAll();

private:
  WalkState &State;
  PlaceTable &Places;

  void assumeCondition(const clang::Expr *E, bool Holds, HostEnv::Delta &Facts,
                       unsigned Level);
  bool isUnchangedUnknown(const clang::VarDecl *V);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_BRANCHFACTS_H
