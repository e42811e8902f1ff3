//===- InlineCalls.h - Functions evaluated in place of a call ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_INLINECALLS_H
#define GPUPERF_PLUGIN_HOST_EVAL_INLINECALLS_H

#include "plugin/host/state/Joins.h"

namespace gpuperf::host {

/// What a helper leaves in each of its parameters; nothing: not known.
using ParameterValues = std::vector<std::optional<HostObject>>;

class InlineCalls {
public:
  InlineCalls(WalkState &State, PlaceTable &Places, Joiner &Joins)
      : State(State), Places(Places), Joins(Joins) {}

  /// A call of \p F may be evaluated in place.
  bool mayEvaluate(const clang::FunctionDecl *F) const;
  /// Whether as many calls stand inside each other as are followed.
  bool isTooDeep() const;
  /// The value of a call of \p F. \p This: the object of a member call, if it
  /// has one. \p Out, if it is not null, gets what the call leaves in the
  /// parameters. \p Launches: the same as Frame::Launches.
  HostObject call(const clang::FunctionDecl *F,
                  const std::vector<HostObject> &Args,
                  std::optional<HostObject> This, ParameterValues *Out,
                  const clang::CallExpr *Launches = nullptr);
  /// The object that the constructor \p Definition makes of \p Object.
  HostObject construct(const clang::CXXConstructorDecl *Definition,
                       HostObject Object, const std::vector<HostObject> &Args);
  /// Walks the body of \p F, and a constructor's initialisers before it, in
  /// the frame that is entered.
  void walkBody(const clang::FunctionDecl *F);

private:
  WalkState &State;
  PlaceTable &Places;
  Joiner &Joins;
};

/// \p F stands in a header of the system, or nowhere.
bool isSystem(const clang::ASTContext &Ctx, const clang::FunctionDecl *F);

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_INLINECALLS_H
