//===- Calls.h - Host calls -------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_CALLS_H
#define GPUPERF_PLUGIN_HOST_EVAL_CALLS_H

#include "plugin/host/eval/InlineCalls.h"
#include "plugin/host/eval/Launches.h"

namespace gpuperf::host {

class CallEvaluator {
public:
  CallEvaluator(WalkState &State, const ConstantFolder &Constants,
                const Namer &Names, PlaceTable &Places, InlineCalls &Inline,
                LaunchReader &Launches)
      : State(State), Constants(Constants), Names(Names), Places(Places),
        Inline(Inline), Launches(Launches) {}

  /// The value of \p E, after what the call may change is forgotten. An
  /// unknown value is called by the text of the call.
  HostObject eval(const clang::CallExpr *E);

private:
  /// A call of a function that is known by name.
  struct DirectCall {
    const clang::CallExpr *E;
    const clang::FunctionDecl *Callee;
    const clang::CXXMethodDecl *Method; ///< null: not a member function
    /// The object of a member call, or the first operand of a member
    /// operator.
    const clang::Expr *Object = nullptr;
    unsigned FirstArg = 0;
    std::optional<HostPlace> ObjectPlace;
    HostObject ObjectValue;
    std::vector<HostObject> Args; ///< by parameter
    /// By parameter: the place that the callee may write to.
    std::vector<std::optional<HostPlace>> Changed;

    explicit DirectCall(const clang::CallExpr *E);
    bool isOfLambda() const;
    bool isConstMember() const;
    bool assignsRecord() const;
    bool mayChangeArgs() const;
    clang::QualType parameterType(unsigned I) const;
  };

  WalkState &State;
  const ConstantFolder &Constants;
  const Namer &Names;
  PlaceTable &Places;
  InlineCalls &Inline;
  LaunchReader &Launches;

  HostObject evalIndirect(const clang::CallExpr *E);
  void evalObject(DirectCall &Call);
  HostObject argumentValue(const clang::Expr *E);
  void evalArguments(DirectCall &Call);
  HostObject valueOf(const DirectCall &Call, ParameterValues &Out);
  const clang::CallExpr *launchedBy(const DirectCall &Call) const;
  void changePlaces(const DirectCall &Call, const ParameterValues &Out);
  void takeHandle(const DirectCall &Call);
  void takeTensorMap(const clang::CallExpr *E, llvm::ArrayRef<HostObject> Args);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_CALLS_H
