//===- Lambdas.h - What a lambda captures -----------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EVAL_LAMBDAS_H
#define GPUPERF_PLUGIN_HOST_EVAL_LAMBDAS_H

#include "plugin/host/state/Places.h"
#include "clang/AST/ExprCXX.h"

namespace gpuperf::host {

/// Hands what each lambda captures to the hook OnLambda, where it is made.
class LambdaReader {
public:
  LambdaReader(WalkState &State, const Namer &Names, PlaceTable &Places)
      : State(State), Names(Names), Places(Places) {}

  void read(const clang::LambdaExpr *E);

private:
  WalkState &State;
  const Namer &Names;
  PlaceTable &Places;

  HostObject capturedValue(const clang::LambdaExpr *E,
                           const clang::LambdaCapture &C,
                           const clang::VarDecl *V);
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_EVAL_LAMBDAS_H
