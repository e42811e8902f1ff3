//===- Expr.h - Host integers with free variables ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grid size of a launch is written `(n + 255) / 256` far more often than
// 4096. Host values are therefore small expressions over named unknowns ("n",
// "cfg.width"). The option GpuperfAssume, an assume comment or a default that
// is stated in the answer gives the names their values later.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_EXPR_H
#define GPUPERF_PLUGIN_HOST_EXPR_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

/// Expressions are immutable and share their parts. A null HostExpr is a value
/// that cannot be known.
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

/// The C++ type a value is held in: arithmetic is done in it.
struct HostType {
  bool IsFloating = false;
  bool IsSigned = true;
  uint8_t Bits = 64; ///< 1 (bool), 8, 16, 32, 64; floating: 32 or 64
  bool operator==(const HostType &) const = default;
};

enum class HostOp : uint8_t {
  Constant,
  Unknown,
  Cast, ///< to the node's type
  Neg,
  BitNot,
  Not,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr,
  And,
  Or,
  Xor,
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  LogicalAnd,
  LogicalOr,
  Select, ///< condition, then, else
  Min,
  Max,
  Ceil,
  Floor,
  Round,
  Trunc,
  Sqrt,
  Log2,
  Abs,
  Pow
};

/// One node; made only by the functions below.
class HostExprNode {
public:
  HostOp Op = HostOp::Constant;
  HostType Type;
  HostValue Value;  ///< Constant; unsigned 64-bit values as their bits
  std::string Name; ///< Unknown
  /// Unknown: stands for a call or another expression, not for a variable.
  bool IsText = false;
  std::vector<HostExpr> Operands;
  unsigned TreeSize = 1; ///< nodes, shared ones counted each time
};

HostExpr hostConstant(HostValue Value);
/// The same, converted to \p Type; null if it does not fit.
HostExpr hostConstant(HostValue Value, HostType Type);
HostExpr hostInteger(int64_t Value, HostType Type = HostType());
/// A named unknown.
HostExpr hostUnknown(llvm::StringRef Name, HostType Type = HostType(),
                     bool IsText = false);
/// \p Op over \p Operands, in \p Type (the operands' common type; the result
/// of comparisons and logic is bool). Constants are folded. Null where an
/// operand is null (except Select and logic, where it does not matter), where
/// folding is undefined in C++ (overflow, division by zero), and where the
/// expression would grow past a few hundred nodes.
HostExpr hostApply(HostOp Op, HostType Type, std::vector<HostExpr> Operands);
HostExpr hostCast(const HostExpr &E, HostType Type);

bool isConstant(const HostExpr &E);
/// The value of a constant; nothing for a free or null expression.
std::optional<HostValue> constantValue(const HostExpr &E);
/// Both have the same structure and the same names. Two nulls are not the same:
/// they are two values that cannot be known.
bool sameExpr(const HostExpr &A, const HostExpr &B);
/// The unknown that \p E is, casts aside; null if it is anything else.
const HostExprNode *asUnknown(const HostExpr &E);

/// The value under \p Bindings; nothing if a name is unbound, on division by
/// zero, or on overflow of int64_t or of the signed C++ type it is computed in.
std::optional<HostValue> evaluate(const HostExpr &E,
                                  const HostBindings &Bindings);
/// Names that are still free, each once, in order of appearance.
std::vector<std::string> freeNames(const HostExpr &E);
/// As C: "(n + 255) / 256".
std::string print(const HostExpr &E);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_EXPR_H
