//===- Constructors.h - Objects that a constructor makes --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_CONSTRUCTORS_H
#define GPUPERF_PLUGIN_HOST_EVAL_CONSTRUCTORS_H

#include "plugin/host/eval/InlineCalls.h"

namespace gpuperf::host {

class ConstructorCalls {
public:
  ConstructorCalls(WalkState &State, const ConstantFolder &Constants,
                   PlaceTable &Places, InlineCalls &Inline)
      : State(State), Constants(Constants), Places(Places), Inline(Inline) {}

  HostObject eval(const clang::CXXConstructExpr *E);

private:
  WalkState &State;
  const ConstantFolder &Constants;
  PlaceTable &Places;
  InlineCalls &Inline;

  HostObject dim3Of(const clang::CXXRecordDecl *Dim3,
                    llvm::ArrayRef<HostObject> Args) const;
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_CONSTRUCTORS_H
