//===- Assume.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/host/Assume.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace gpuperf;

namespace {
constexpr unsigned MaxDepth = 100;

/// Recursive descent over the text. The first error stays; parsing stops.
class AssumeParser {
public:
  explicit AssumeParser(llvm::StringRef Text) : Text(Text) {}

  llvm::Expected<HostBindings> run() {
    HostBindings Bindings;
    while (!Failed) {
      skipSpace();
      if (Pos == Text.size())
        break;
      if (peek() == ',' || peek() == ';') { // empty entries do no harm
        ++Pos;
        continue;
      }
      std::string Name = parseName();
      skipSpace();
      if (!Failed && (peek() != '=' || peek(1) == '='))
        fail("expected '=' after '" + Name + "'");
      if (Failed)
        break;
      ++Pos;
      HostValue V = parseBinary(0, 0);
      skipSpace();
      if (!Failed && Pos < Text.size() && peek() != ',' && peek() != ';')
        fail("expected an operator, ',' or ';'");
      Bindings[Name] = V;
    }
    if (Failed)
      return llvm::createStringError("column " + llvm::Twine(ErrorAt + 1) +
                                     ": " + Message);
    return Bindings;
  }

private:
  llvm::StringRef Text;
  size_t Pos = 0, ErrorAt = 0;
  bool Failed = false;
  std::string Message;

  char peek(size_t Ahead = 0) const {
    return Pos + Ahead < Text.size() ? Text[Pos + Ahead] : '\0';
  }
  void skipSpace() {
    while (Pos < Text.size() && llvm::isSpace(Text[Pos]))
      ++Pos;
  }
  HostValue failAt(size_t At, const llvm::Twine &What) {
    if (!Failed) {
      Failed = true;
      ErrorAt = At;
      Message = What.str();
    }
    return HostValue();
  }
  HostValue fail(const llvm::Twine &What) {
    std::string Found = Pos < Text.size()
                            ? (", found '" + Text.substr(Pos, 1) + "'").str()
                            : ", found the end";
    return failAt(Pos, What + Found);
  }

  static bool startsName(char C) { return llvm::isAlpha(C) || C == '_'; }

  /// a, a.b, a->b, ns::a, this->n, v.size(), dims[1]. "->" is kept as ".".
  std::string parseName() {
    std::string Name;
    if (!startsName(peek())) {
      fail("expected a name");
      return Name;
    }
    while (true) {
      if (!startsName(peek())) {
        fail("expected a name after '" + Name + "'");
        return Name;
      }
      while (llvm::isAlnum(peek()) || peek() == '_')
        Name += Text[Pos++];
      while (peek() == '[' || peek() == '(') {
        size_t Close = Text.find(peek() == '[' ? ']' : ')', Pos);
        if (Close == llvm::StringRef::npos) {
          failAt(Pos, llvm::Twine("expected a closing '") +
                          (peek() == '[' ? "]" : ")") + "'");
          return Name;
        }
        for (char C : Text.slice(Pos, Close + 1))
          if (!llvm::isSpace(C))
            Name += C;
        Pos = Close + 1;
      }
      if (peek() == '.') {
        Name += '.';
        ++Pos;
      } else if (peek() == '-' && peek(1) == '>') {
        Name += '.';
        Pos += 2;
      } else if (peek() == ':' && peek(1) == ':') {
        Name += "::";
        Pos += 2;
      } else {
        return Name;
      }
    }
  }

  struct Operator {
    HostOp Op;
    int Precedence;
    unsigned Length;
  };
  std::optional<Operator> peekOperator() {
    switch (peek()) {
    case '*':
      return Operator{HostOp::Mul, 6, 1};
    case '/':
      return Operator{HostOp::Div, 6, 1};
    case '%':
      return Operator{HostOp::Rem, 6, 1};
    case '+':
      return Operator{HostOp::Add, 5, 1};
    case '-':
      return Operator{HostOp::Sub, 5, 1};
    case '&':
      return Operator{HostOp::And, 3, 1};
    case '^':
      return Operator{HostOp::Xor, 2, 1};
    case '|':
      return Operator{HostOp::Or, 1, 1};
    case '<':
      if (peek(1) == '<')
        return Operator{HostOp::Shl, 4, 2};
      return std::nullopt;
    case '>':
      if (peek(1) == '>')
        return Operator{HostOp::Shr, 4, 2};
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  HostValue parseBinary(int MinPrecedence, unsigned Depth) {
    HostValue Left = parseUnary(Depth);
    while (!Failed) {
      skipSpace();
      auto Op = peekOperator();
      if (!Op || Op->Precedence < MinPrecedence)
        return Left;
      size_t At = Pos;
      Pos += Op->Length;
      HostValue Right = parseBinary(Op->Precedence + 1, Depth + 1);
      if (Failed)
        break;
      Left = combine(*Op, Left, Right, At);
    }
    return Left;
  }

  HostValue combine(const Operator &Op, const HostValue &L, const HostValue &R,
                    size_t At) {
    bool Floating = L.IsFloating || R.IsFloating;
    if (Floating && Op.Precedence < 5)
      return failAt(At, "expected integers on both sides of this operator");
    if (Floating && Op.Op == HostOp::Rem)
      return failAt(At, "expected integers on both sides of '%'");
    bool ZeroRight = R.IsFloating ? R.Floating == 0 : R.Integer == 0;
    if ((Op.Op == HostOp::Div || Op.Op == HostOp::Rem) && ZeroRight)
      return failAt(At, "division by zero");
    if ((Op.Op == HostOp::Shl || Op.Op == HostOp::Shr) &&
        (R.Integer < 0 || R.Integer > 63))
      return failAt(At, "expected a shift by 0 to 63");
    HostType T;
    T.IsFloating = Floating;
    auto V =
        constantValue(hostApply(Op.Op, T, {hostConstant(L), hostConstant(R)}));
    if (!V)
      return failAt(At, Floating ? "the result is not a finite number"
                                 : "the result does not fit into 64 bits");
    return *V;
  }

  HostValue parseUnary(unsigned Depth) {
    skipSpace();
    if (Depth > MaxDepth)
      return fail("expected a shorter expression");
    char C = peek();
    size_t At = Pos;
    if (C == '-' || C == '+' || C == '~') {
      ++Pos;
      HostValue V = parseUnary(Depth + 1);
      if (Failed || C == '+')
        return V;
      if (C == '~') {
        if (V.IsFloating)
          return failAt(At, "expected an integer after '~'");
        V.Integer = ~V.Integer;
        return V;
      }
      if (V.IsFloating)
        V.Floating = -V.Floating;
      else if (__builtin_sub_overflow(int64_t(0), V.Integer, &V.Integer))
        return failAt(At, "the result does not fit into 64 bits");
      return V;
    }
    if (C == '(') {
      ++Pos;
      HostValue V = parseBinary(0, Depth + 1);
      skipSpace();
      if (!Failed && peek() != ')')
        return fail("expected ')'");
      ++Pos;
      return V;
    }
    if (llvm::isDigit(C) || (C == '.' && llvm::isDigit(peek(1))))
      return parseNumber();
    HostValue V;
    for (bool B : {false, true}) {
      llvm::StringRef Word = B ? "true" : "false";
      llvm::StringRef Rest = Text.substr(Pos);
      if (Rest.starts_with(Word) &&
          !(Rest.size() > Word.size() &&
            (llvm::isAlnum(Rest[Word.size()]) || Rest[Word.size()] == '_'))) {
        Pos += Word.size();
        V.Integer = B;
        return V;
      }
    }
    return fail("expected a number");
  }

  HostValue parseNumber() {
    size_t Start = Pos;
    bool Hex = peek() == '0' && llvm::toLower(peek(1)) == 'x';
    bool Floating = false;
    // One literal: digits, letters (suffixes, exponent), separators, a point,
    // and the sign of an exponent.
    while (Pos < Text.size()) {
      char C = Text[Pos];
      char Before = Pos > Start ? llvm::toLower(Text[Pos - 1]) : '\0';
      if ((C == '+' || C == '-') && Before == (Hex ? 'p' : 'e')) {
        Floating = true;
      } else if (C == '.') {
        Floating = true;
      } else if (C == '\'') {
        if (!llvm::isHexDigit(Before) || !llvm::isHexDigit(peek(1)))
          return fail("expected digits on both sides of the separator");
      } else if (!llvm::isAlnum(C)) {
        break;
      }
      ++Pos;
    }
    std::string Digits;
    for (char C : Text.slice(Start, Pos))
      if (C != '\'')
        Digits += llvm::toLower(C);
    llvm::StringRef D = Digits;
    HostValue V;
    Floating |= D.contains(Hex ? 'p' : 'e');
    if (Floating || (!Hex && D.ends_with("f"))) {
      if (!D.consume_back("f") || Hex)
        D.consume_back("l");
      if (D.getAsDouble(V.Floating, /*AllowInexact=*/true) ||
          !std::isfinite(V.Floating))
        return failAt(Start, "expected a number, found '" +
                                 Text.slice(Start, Pos) + "'");
      V.IsFloating = true;
      return V;
    }
    D = D.rtrim("ulz");
    unsigned Radix = 10;
    if (Hex) {
      Radix = 16;
      D = D.drop_front(2);
    } else if (D.starts_with("0b")) {
      Radix = 2;
      D = D.drop_front(2);
    } else if (D.size() > 1 && D.front() == '0') {
      Radix = 8;
    }
    llvm::APInt Big;
    if (D.empty() || D.getAsInteger(Radix, Big))
      return failAt(Start, "expected a number, found '" +
                               Text.slice(Start, Pos) + "'");
    if (Big.getActiveBits() > 63)
      return failAt(Start, "'" + Text.slice(Start, Pos) +
                               "' does not fit into 64 bits");
    V.Integer = static_cast<int64_t>(Big.getZExtValue());
    return V;
  }
};
} // namespace

llvm::Expected<HostBindings> gpuperf::parseAssume(llvm::StringRef Text) {
  return AssumeParser(Text).run();
}
