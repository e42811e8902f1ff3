//===- Joins.h - Where ways through the code meet ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_JOINS_H
#define GPUPERF_PLUGIN_HOST_STATE_JOINS_H

#include "plugin/host/state/Places.h"

namespace gpuperf::host {

class Joiner {
public:
  Joiner(WalkState &State, const Namer &Names, PlaceTable &Places)
      : State(State), Names(Names), Places(Places) {}

  /// Makes the environment, which holds what it held before the ways parted,
  /// what is left of them where they meet. \p Condition: the first of two
  /// ways is taken where it holds; null: not known.
  void join(std::vector<HostEnv::Delta> Ways, const HostExpr &Condition);
  /// Control may have taken the way that did \p Changes, or may not have
  /// moved at all.
  void joinPossible(HostEnv::Delta Changes);
  /// The value of type \p T that is \p A where \p Condition holds (null: not
  /// known when), else \p B. \p Name: of the unknown, where they differ.
  HostObject merge(clang::QualType T, llvm::StringRef Name,
                   const HostExpr &Condition, const HostObject &A,
                   const HostObject &B) const;
  /// The value of the helper \p F, whose body has been walked: that of the
  /// first return whose condition holds.
  HostObject foldReturns(const Frame &F, clang::QualType T) const;

private:
  WalkState &State;
  const Namer &Names;
  PlaceTable &Places;

  bool worthChoosing(const HostExpr &Condition, const HostExpr &A,
                     const HostExpr &B) const;
  std::optional<HostObject> valueOn(const HostEnv::Delta &Way,
                                    const clang::VarDecl *V) const;
};

/// Whether the constant \p E is true; nothing: it is not a constant.
std::optional<bool> truthOf(const HostExpr &E);

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_JOINS_H
