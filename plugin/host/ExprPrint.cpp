//===- ExprPrint.cpp - Host expressions as C ------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Expr.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;

namespace {
struct Spelling {
  const char *Text;
  int Precedence; ///< higher binds tighter; 0: a function
};

Spelling spellingOf(HostOp Op) {
  switch (Op) {
  case HostOp::Mul:
    return {"*", 10};
  case HostOp::Div:
    return {"/", 10};
  case HostOp::Rem:
    return {"%", 10};
  case HostOp::Add:
    return {"+", 9};
  case HostOp::Sub:
    return {"-", 9};
  case HostOp::Shl:
    return {"<<", 8};
  case HostOp::Shr:
    return {">>", 8};
  case HostOp::Lt:
    return {"<", 7};
  case HostOp::Le:
    return {"<=", 7};
  case HostOp::Gt:
    return {">", 7};
  case HostOp::Ge:
    return {">=", 7};
  case HostOp::Eq:
    return {"==", 6};
  case HostOp::Ne:
    return {"!=", 6};
  case HostOp::And:
    return {"&", 5};
  case HostOp::Xor:
    return {"^", 4};
  case HostOp::Or:
    return {"|", 3};
  case HostOp::LogicalAnd:
    return {"&&", 2};
  case HostOp::LogicalOr:
    return {"||", 2};
  case HostOp::Min:
    return {"min", 0};
  case HostOp::Max:
    return {"max", 0};
  case HostOp::Ceil:
    return {"ceil", 0};
  case HostOp::Floor:
    return {"floor", 0};
  case HostOp::Round:
    return {"round", 0};
  case HostOp::Trunc:
    return {"trunc", 0};
  case HostOp::Sqrt:
    return {"sqrt", 0};
  case HostOp::Log2:
    return {"log2", 0};
  case HostOp::Abs:
    return {"abs", 0};
  case HostOp::Pow:
    return {"pow", 0};
  default:
    return {"?", 0};
  }
}

/// \p Context: precedence of what surrounds; parenthesised if it binds tighter.
std::string printAt(const HostExprNode &E, int Context) {
  auto Sub = [&](unsigned I, int C) {
    return E.Operands[I] ? printAt(*E.Operands[I], C) : std::string("?");
  };
  auto Wrap = [&](std::string S, int Own) {
    return Own < Context ? llvm::formatv("({0})", S).str() : S;
  };
  switch (E.Op) {
  case HostOp::Constant: {
    if (E.Value.IsFloating)
      return llvm::formatv("{0}", llvm::format("%g", E.Value.Floating)).str();
    if (!E.Type.IsSigned && E.Type.Bits == 64)
      return llvm::utostr(static_cast<uint64_t>(E.Value.Integer));
    return llvm::itostr(E.Value.Integer);
  }
  case HostOp::Unknown:
    return E.Name;
  case HostOp::Cast: {
    // Integer conversions rarely say anything to a reader; a change between
    // integer and floating does.
    if (!E.Operands[0] || E.Operands[0]->Type.IsFloating == E.Type.IsFloating)
      return Sub(0, Context);
    const char *Name = !E.Type.IsFloating  ? "int"
                       : E.Type.Bits == 32 ? "float"
                                           : "double";
    return Wrap(llvm::formatv("({0}){1}", Name, Sub(0, 11)), 11);
  }
  case HostOp::Neg:
    return Wrap(llvm::formatv("-{0}", Sub(0, 11)), 11);
  case HostOp::BitNot:
    return Wrap(llvm::formatv("~{0}", Sub(0, 11)), 11);
  case HostOp::Not:
    return Wrap(llvm::formatv("!{0}", Sub(0, 11)), 11);
  case HostOp::Select:
    return Wrap(
        llvm::formatv("{0} ? {1} : {2}", Sub(0, 2), Sub(1, 2), Sub(2, 1)), 1);
  default:
    break;
  }
  Spelling S = spellingOf(E.Op);
  if (S.Precedence == 0) {
    std::string Text = S.Text;
    Text += "(";
    for (unsigned I = 0; I < E.Operands.size(); ++I)
      Text += llvm::formatv("{0}{1}", I ? ", " : "", Sub(I, 0));
    return Text + ")";
  }
  return Wrap(llvm::formatv("{0} {1} {2}", Sub(0, S.Precedence), S.Text,
                            Sub(1, S.Precedence + 1)),
              S.Precedence);
}
} // namespace

std::string gpuperf::print(const HostExpr &E) {
  return E ? printAt(*E, 0) : "?";
}
