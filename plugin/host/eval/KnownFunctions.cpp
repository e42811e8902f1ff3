//===- KnownFunctions.cpp - Functions known by their names ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/eval/KnownFunctions.h"

using namespace gpuperf;
using namespace gpuperf::host;

namespace {
struct KnownFunction {
  llvm::StringLiteral Name;
  HostOp Op;
  unsigned Operands;
  /// The operation is only this function's where it returns a floating type.
  bool OnlyFloating;
};
} // namespace

static constexpr KnownFunction KnownFunctions[] = {
    // clang-format off
    {"min",              HostOp::Min,   2, false},
    {"fmin",             HostOp::Min,   2, false},
    {"fminf",            HostOp::Min,   2, false},
    {"umin",             HostOp::Min,   2, false},
    {"llmin",            HostOp::Min,   2, false},
    {"ullmin",           HostOp::Min,   2, false},
    {"max",              HostOp::Max,   2, false},
    {"fmax",             HostOp::Max,   2, false},
    {"fmaxf",            HostOp::Max,   2, false},
    {"umax",             HostOp::Max,   2, false},
    {"llmax",            HostOp::Max,   2, false},
    {"ullmax",           HostOp::Max,   2, false},
    {"abs",              HostOp::Abs,   1, false},
    {"fabs",             HostOp::Abs,   1, false},
    {"fabsf",            HostOp::Abs,   1, false},
    {"labs",             HostOp::Abs,   1, false},
    {"ceil",             HostOp::Ceil,  1, true},
    {"ceilf",            HostOp::Ceil,  1, true},
    {"__builtin_ceil",   HostOp::Ceil,  1, true},
    {"__builtin_ceilf",  HostOp::Ceil,  1, true},
    {"floor",            HostOp::Floor, 1, true},
    {"floorf",           HostOp::Floor, 1, true},
    {"__builtin_floor",  HostOp::Floor, 1, true},
    {"__builtin_floorf", HostOp::Floor, 1, true},
    {"round",            HostOp::Round, 1, true},
    {"roundf",           HostOp::Round, 1, true},
    {"trunc",            HostOp::Trunc, 1, true},
    {"truncf",           HostOp::Trunc, 1, true},
    {"sqrt",             HostOp::Sqrt,  1, true},
    {"sqrtf",            HostOp::Sqrt,  1, true},
    {"log2",             HostOp::Log2,  1, true},
    {"log2f",            HostOp::Log2,  1, true},
    {"pow",              HostOp::Pow,   2, true},
    {"powf",             HostOp::Pow,   2, true},
    // clang-format on
};

std::optional<HostObject>
host::evalKnownFunction(llvm::StringRef Name, HostType Result,
                        llvm::ArrayRef<HostObject> Args) {
  for (const KnownFunction &Known : KnownFunctions) {
    if (Name != Known.Name)
      continue;
    if (Args.size() != Known.Operands ||
        (Known.OnlyFloating && !Result.IsFloating))
      return std::nullopt;
    std::vector<HostExpr> Operands;
    for (const HostObject &A : Args)
      Operands.push_back(hostCast(A.Expr, Result));
    return HostObject::scalar(hostApply(Known.Op, Result, std::move(Operands)));
  }
  return std::nullopt;
}
