//===- SumOfProducts.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/SumOfProducts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace gpuperf;

namespace {
constexpr size_t MaxTerms = 48;
constexpr unsigned MaxDepth = 64;

/// Reading order: block, thread, lane, loop, the rest.
unsigned rank(ExprKind K) {
  switch (K) {
  case ExprKind::CtaidX:
  case ExprKind::CtaidY:
  case ExprKind::CtaidZ:
    return 0;
  case ExprKind::TidX:
  case ExprKind::TidY:
  case ExprKind::TidZ:
    return 1;
  case ExprKind::LaneId:
    return 2;
  case ExprKind::LoopIter:
    return 3;
  case ExprKind::Opaque:
    return 6;
  default:
    return K <= ExprKind::Opaque ? 4 : 5;
  }
}

bool isLeaf(ExprKind K) { return K <= ExprKind::Opaque; }

/// Leaves that differ in width only are the same factor.
auto factorKey(const ExprPool &Pool, ExprId Id) {
  const ExprNode &N = Pool[Id];
  return std::make_tuple(rank(N.Kind), static_cast<unsigned>(N.Kind), N.Imm,
                         N.Aux, isLeaf(N.Kind) ? 0u : Id);
}

class Expander {
public:
  explicit Expander(const ExprPool &Pool) : Pool(Pool) {}
  bool NoWrap = false;
  bool TooBig = false;

  std::vector<ProductTerm> expand(ExprId Id, unsigned Depth);

private:
  std::vector<ProductTerm> atom(ExprId Id) {
    ProductTerm T;
    T.Factors.push_back(Id);
    return {T};
  }
  bool isSumOrProduct(ExprId Id) {
    ExprKind K = Pool[Id].Kind;
    return K == ExprKind::Add || K == ExprKind::Sub || K == ExprKind::Mul;
  }
  const ExprPool &Pool;
};
} // namespace

static int64_t wrapMul(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) *
                              static_cast<uint64_t>(B));
}

std::vector<ProductTerm> Expander::expand(ExprId Id, unsigned Depth) {
  const ExprNode &N = Pool[Id];
  if (Depth > MaxDepth || TooBig) {
    TooBig = true;
    return {};
  }
  switch (N.Kind) {
  case ExprKind::Constant: {
    ProductTerm T;
    T.Coefficient = N.Imm;
    return {T};
  }
  case ExprKind::Add:
  case ExprKind::Sub: {
    auto A = expand(N.Ops[0], Depth + 1), B = expand(N.Ops[1], Depth + 1);
    if (A.size() + B.size() > MaxTerms)
      TooBig = true;
    for (ProductTerm &T : B) {
      if (N.Kind == ExprKind::Sub)
        T.Coefficient = wrapMul(T.Coefficient, -1);
      A.push_back(std::move(T));
    }
    return A;
  }
  case ExprKind::Mul: {
    auto A = expand(N.Ops[0], Depth + 1), B = expand(N.Ops[1], Depth + 1);
    if (A.size() * B.size() > MaxTerms)
      TooBig = true;
    if (TooBig)
      return {};
    std::vector<ProductTerm> Out;
    for (const ProductTerm &X : A)
      for (const ProductTerm &Y : B) {
        ProductTerm T = X;
        T.Coefficient = wrapMul(X.Coefficient, Y.Coefficient);
        T.Factors.append(Y.Factors.begin(), Y.Factors.end());
        Out.push_back(std::move(T));
      }
    return Out;
  }
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::Trunc: {
    ExprKind K = Pool[N.Ops[0]].Kind;
    // One bit is a condition; its extension is a number of its own.
    if (N.Kind != ExprKind::Trunc && N.Width == 1)
      return atom(Id);
    if (isSumOrProduct(N.Ops[0]))
      NoWrap = true;
    bool Through = isSumOrProduct(N.Ops[0]) || isLeaf(K) ||
                   K == ExprKind::ZExt || K == ExprKind::SExt ||
                   K == ExprKind::Trunc;
    return Through ? expand(N.Ops[0], Depth + 1) : atom(N.Ops[0]);
  }
  default:
    return atom(Id);
  }
}

ExprId gpuperf::withoutCasts(const ExprPool &Pool, ExprId Id) {
  while (Pool[Id].Kind == ExprKind::ZExt || Pool[Id].Kind == ExprKind::SExt ||
         Pool[Id].Kind == ExprKind::Trunc)
    Id = Pool[Id].Ops[0];
  return Id;
}

SumOfProducts gpuperf::expandToSum(const ExprPool &Pool, ExprId Id) {
  SumOfProducts S;
  if (Id == NoExpr)
    return S;
  Expander E(Pool);
  std::vector<ProductTerm> Terms = E.expand(Id, 0);
  if (E.TooBig) {
    ProductTerm T;
    T.Factors.push_back(Id);
    S.Terms.push_back(T);
    return S;
  }
  S.NoWrapAssumed = E.NoWrap;
  auto Less = [&](ExprId A, ExprId B) {
    return factorKey(Pool, A) < factorKey(Pool, B);
  };
  auto SameFactors = [&](const ProductTerm &A, const ProductTerm &B) {
    return A.Factors.size() == B.Factors.size() &&
           std::equal(A.Factors.begin(), A.Factors.end(), B.Factors.begin(),
                      [&](ExprId X, ExprId Y) {
                        return factorKey(Pool, X) == factorKey(Pool, Y);
                      });
  };
  for (ProductTerm &T : Terms) {
    llvm::sort(T.Factors, Less);
    auto It = llvm::find_if(
        S.Terms, [&](const ProductTerm &O) { return SameFactors(O, T); });
    if (It == S.Terms.end())
      S.Terms.push_back(std::move(T));
    else
      It->Coefficient =
          static_cast<int64_t>(static_cast<uint64_t>(It->Coefficient) +
                               static_cast<uint64_t>(T.Coefficient));
  }
  llvm::erase_if(S.Terms,
                 [](const ProductTerm &T) { return T.Coefficient == 0; });
  llvm::stable_sort(S.Terms, [&](const ProductTerm &A, const ProductTerm &B) {
    if (A.Factors.empty() || B.Factors.empty())
      return !A.Factors.empty() && B.Factors.empty();
    return std::lexicographical_compare(A.Factors.begin(), A.Factors.end(),
                                        B.Factors.begin(), B.Factors.end(),
                                        Less);
  });
  return S;
}

bool gpuperf::isAffine(const ExprPool &Pool, ExprId Id, bool *NoWrapAssumed) {
  if (Id == NoExpr)
    return false;
  auto Varies = [&](ExprId F) {
    return Pool.dependsOnThread(F) || Pool.dependsOnBlock(F) ||
           Pool.dependsOn(F, ExprKind::LoopIter);
  };
  SumOfProducts S = expandToSum(Pool, Id);
  for (const ProductTerm &T : S.Terms) {
    unsigned Varying = 0;
    for (ExprId F : T.Factors) {
      if (Pool.dependsOnData(F))
        return false;
      if (!Varies(F))
        continue;
      if (!isLeaf(Pool[F].Kind))
        return false;
      ++Varying;
    }
    if (Varying > 1)
      return false;
  }
  if (NoWrapAssumed)
    *NoWrapAssumed = S.NoWrapAssumed;
  return true;
}

namespace {
class Printer {
public:
  Printer(const ExprPool &Pool, llvm::ArrayRef<std::string> ArgNames)
      : Pool(Pool), ArgNames(ArgNames) {}
  std::string sum(ExprId Id, unsigned Depth);

private:
  std::string atom(ExprId Id, unsigned Depth);
  std::string floats(const ExprNode &N, unsigned Depth);
  const ExprPool &Pool;
  llvm::ArrayRef<std::string> ArgNames;
};

const char *infix(ExprKind K) {
  switch (K) {
  case ExprKind::Add:
    return " + ";
  case ExprKind::Sub:
    return " - ";
  case ExprKind::Mul:
    return "*";
  case ExprKind::SDiv:
  case ExprKind::UDiv:
    return " / ";
  case ExprKind::SRem:
  case ExprKind::URem:
    return " % ";
  case ExprKind::Shl:
    return " << ";
  case ExprKind::LShr:
  case ExprKind::AShr:
    return " >> ";
  case ExprKind::And:
    return " & ";
  case ExprKind::Or:
    return " | ";
  case ExprKind::Xor:
    return " ^ ";
  case ExprKind::Eq:
    return " == ";
  case ExprKind::Ne:
    return " != ";
  case ExprKind::SLt:
  case ExprKind::ULt:
    return " < ";
  case ExprKind::SLe:
  case ExprKind::ULe:
    return " <= ";
  default:
    return nullptr;
  }
}
} // namespace

std::string Printer::sum(ExprId Id, unsigned Depth) {
  if (Depth > 24)
    return "...";
  SumOfProducts S = expandToSum(Pool, Id);
  if (S.Terms.empty())
    return "0";
  std::string Out;
  for (const ProductTerm &T : S.Terms) {
    bool Negative = T.Coefficient < 0;
    uint64_t Magnitude = Negative ? 0 - static_cast<uint64_t>(T.Coefficient)
                                  : static_cast<uint64_t>(T.Coefficient);
    if (Out.empty())
      Out.append(Negative ? 1 : 0, '-');
    else
      Out += Negative ? " - " : " + ";
    if (T.Factors.empty() || Magnitude != 1)
      Out += std::to_string(Magnitude);
    bool First = T.Factors.empty() || Magnitude == 1;
    for (ExprId F : T.Factors) {
      if (!First)
        Out += "*";
      First = false;
      Out += atom(F, Depth + 1);
    }
  }
  return Out;
}

std::string Printer::floats(const ExprNode &N, unsigned Depth) {
  static constexpr const char *Names[] = {
      "float", "float",   "int",  "int",  "bits",     "float",
      "float", "-",       "abs",  "sqrt", "floor",    "ceil",
      "trunc", "nearest", "exp2", "log2", "+",        "-",
      "*",     "/",       "%",    "min",  "max",      "copysign",
      "fma",   "<",       "<=",   "==",   "unordered"};
  static_assert(std::size(Names) ==
                static_cast<size_t>(FloatOp::Unordered) + 1);
  const unsigned Operands = operandCount(static_cast<FloatOp>(N.Aux));
  const std::string Name = Names[N.Aux];
  auto Operand = [&](unsigned I) -> std::string {
    const ExprNode &Of = Pool[N.Ops[I]];
    const bool IsFloat = N.Aux >= static_cast<uint32_t>(FloatOp::ToSigned) &&
                         static_cast<FloatOp>(N.Aux) != FloatOp::FromBits;
    return Of.Kind == ExprKind::Constant && IsFloat
               ? llvm::formatv("{0}", llvm::bit_cast<double>(Of.Imm)).str()
               : sum(N.Ops[I], Depth + 1);
  };
  if (Operands == 2 && !llvm::isAlpha(Name.front()))
    return "(" + Operand(0) + " " + Name + " " + Operand(1) + ")";
  std::string Out = Name + "(" + Operand(0);
  for (unsigned I = 1; I < Operands; ++I)
    Out += ", " + Operand(I);
  return Out + ")";
}

std::string Printer::atom(ExprId Id, unsigned Depth) {
  static constexpr const char *Registers[] = {
      "tid.x",    "tid.y",    "tid.z",  "ctaid.x", "ctaid.y",
      "ctaid.z",  "ntid.x",   "ntid.y", "ntid.z",  "nctaid.x",
      "nctaid.y", "nctaid.z", "laneid"};
  const ExprNode &N = Pool[Id];
  if (Depth > 24)
    return "...";
  if (N.Kind >= ExprKind::TidX && N.Kind <= ExprKind::LaneId)
    return Registers[static_cast<unsigned>(N.Kind) -
                     static_cast<unsigned>(ExprKind::TidX)];
  auto Op = [&](unsigned I) { return sum(N.Ops[I], Depth + 1); };
  switch (N.Kind) {
  case ExprKind::Arg:
  case ExprKind::FloatArg: {
    auto Index = static_cast<size_t>(N.Imm);
    std::string Name = Index < ArgNames.size() && !ArgNames[Index].empty()
                           ? ArgNames[Index]
                           : "arg" + std::to_string(Index);
    return N.Aux ? Name + "+" + std::to_string(N.Aux) : Name;
  }
  case ExprKind::LoopIter:
    return "iter" + std::to_string(N.Aux);
  case ExprKind::Carried:
  case ExprKind::Variable:
    return "carried" + std::to_string(N.Aux) + "." + std::to_string(N.Imm);
  case ExprKind::Opaque:
    return "data" + std::to_string(N.Aux);
  case ExprKind::SMin:
  case ExprKind::UMin:
    return "min(" + Op(0) + ", " + Op(1) + ")";
  case ExprKind::SMax:
  case ExprKind::UMax:
    return "max(" + Op(0) + ", " + Op(1) + ")";
  case ExprKind::Select:
    return "(" + Op(0) + " ? " + Op(1) + " : " + Op(2) + ")";
  case ExprKind::FromLane:
    return "(" + Op(0) + (N.Imm ? " sent to lane " : " of lane ") + Op(1) + ")";
  case ExprKind::Pow:
    return "pow(" + Op(0) + ", " + Op(1) + ")";
  case ExprKind::FirstExit:
    return "first(iter" + std::to_string(N.Aux) + ": " + Op(0) + ")";
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::Trunc:
    return "(" + Op(0) + ")";
  case ExprKind::Float:
    return floats(N, Depth);
  default:
    break;
  }
  const char *Sign = infix(N.Kind);
  if (!Sign)
    return "?";
  // A sum as an operand needs its own parentheses, a single factor has them.
  auto Operand = [&](unsigned I) {
    std::string Text = Op(I);
    int Open = 0;
    bool IsSum = false;
    for (char C : Text) {
      Open += C == '(' ? 1 : C == ')' ? -1 : 0;
      IsSum |= C == ' ' && Open == 0;
    }
    std::string Out(IsSum ? 1 : 0, '(');
    Out.append(Text).append(IsSum ? 1 : 0, ')');
    return Out;
  };
  std::string Out(1, '(');
  Out.append(Operand(0)).append(Sign).append(Operand(1)).append(1, ')');
  return Out;
}

std::string ExprPool::print(ExprId Id,
                            llvm::ArrayRef<std::string> ArgNames) const {
  if (Id == NoExpr)
    return "unknown";
  return Printer(*this, ArgNames).sum(Id, 0);
}

std::optional<int64_t> gpuperf::constantDistance(const SumOfProducts &A,
                                                 const SumOfProducts &B) {
  auto Constant = [](const SumOfProducts &S) {
    for (const ProductTerm &T : S.Terms)
      if (T.Factors.empty())
        return T.Coefficient;
    return int64_t(0);
  };
  auto Next = [](const SumOfProducts &S, size_t I) {
    while (I < S.Terms.size() && S.Terms[I].Factors.empty())
      ++I;
    return I;
  };
  size_t I = Next(A, 0), J = Next(B, 0);
  for (; I < A.Terms.size() && J < B.Terms.size();
       I = Next(A, I + 1), J = Next(B, J + 1))
    if (A.Terms[I].Coefficient != B.Terms[J].Coefficient ||
        A.Terms[I].Factors != B.Terms[J].Factors)
      return std::nullopt;
  if (I < A.Terms.size() || J < B.Terms.size())
    return std::nullopt;
  return Constant(B) - Constant(A);
}
