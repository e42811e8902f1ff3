//===- ExprOnHost.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/ExprOnHost.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

using namespace gpuperf;

static HostExpr argument(const ExprNode &N, const LaunchSite &Site) {
  const auto Index = static_cast<size_t>(N.Imm);
  if (Index >= Site.Args.size())
    return nullptr;
  const LaunchArg &A = Site.Args[Index];
  if (A.K == LaunchArg::Kind::Record) {
    for (const auto &[Offset, E] : A.Fields)
      if (Offset == N.Aux)
        return E;
    return nullptr;
  }
  return N.Aux == 0 ? A.Value : nullptr;
}

static std::optional<HostOp> operationOf(ExprKind K) {
  switch (K) {
  case ExprKind::Add:
    return HostOp::Add;
  case ExprKind::Sub:
    return HostOp::Sub;
  case ExprKind::Mul:
    return HostOp::Mul;
  case ExprKind::SDiv:
  case ExprKind::UDiv:
    return HostOp::Div;
  case ExprKind::SRem:
  case ExprKind::URem:
    return HostOp::Rem;
  case ExprKind::Shl:
    return HostOp::Shl;
  case ExprKind::LShr:
  case ExprKind::AShr:
    return HostOp::Shr;
  case ExprKind::SMin:
  case ExprKind::UMin:
    return HostOp::Min;
  case ExprKind::SMax:
  case ExprKind::UMax:
    return HostOp::Max;
  default:
    return std::nullopt;
  }
}

static HostExpr onHost(const ExprPool &Pool, ExprId Id, const LaunchSite &Site,
                       unsigned &Steps) {
  if (Id == NoExpr || Steps == 0)
    return nullptr;
  --Steps;
  const ExprNode N = Pool[Id];
  const HostType Wide;
  auto Operand = [&](unsigned I) {
    return onHost(Pool, N.Ops[I], Site, Steps);
  };
  switch (N.Kind) {
  case ExprKind::Constant:
    return hostInteger(N.Imm);
  case ExprKind::Arg: {
    HostExpr A = argument(N, Site);
    return A && !A->Type.IsFloating ? hostCast(A, Wide) : nullptr;
  }
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::Trunc:
    return Operand(0);
  default:
    break;
  }
  if (auto Op = operationOf(N.Kind))
    return hostApply(*Op, Wide, {Operand(0), Operand(1)});
  return nullptr;
}

HostExpr gpuperf::exprOnHost(const ExprPool &Pool, ExprId Id,
                             const LaunchSite &Site) {
  unsigned Steps = 200;
  return onHost(Pool, Id, Site, Steps);
}

std::vector<HostBindings> gpuperf::probes(llvm::ArrayRef<HostExpr> Exprs,
                                          llvm::ArrayRef<int64_t> Steps,
                                          const HostBindings &Fixed) {
  std::vector<std::string> Names;
  for (const HostExpr &E : Exprs)
    for (std::string &N : freeNames(E))
      if (!Fixed.count(N) && !llvm::is_contained(Names, N))
        Names.push_back(std::move(N));
  std::vector<int64_t> Values;
  for (int64_t Step : Steps)
    for (int64_t Times : {0, 1, 2, 3, 5, 7, 16, 31, 100, 1000, 4096, 65537})
      for (int64_t Off : {-1, 0, 1})
        Values.push_back(Step * Times + Off);
  for (int64_t V : {2, 3, 5, 17, 1000, 999983, 1 << 20, 16777217, 100000007})
    Values.push_back(V);
  llvm::sort(Values);
  Values.erase(std::unique(Values.begin(), Values.end()), Values.end());
  llvm::erase_if(Values, [](int64_t V) { return V < 1; });

  std::vector<HostBindings> Out;
  auto With = [&](auto Pick) {
    HostBindings B = Fixed;
    for (size_t I = 0; I < Names.size(); ++I)
      B[Names[I]].Integer = Pick(I);
    Out.push_back(std::move(B));
  };
  if (Names.empty()) {
    With([](size_t) { return int64_t(0); });
    return Out;
  }
  // First all names have the same value. Then each name on its own takes all
  // values while the others are small, so that products of several names stay
  // within the source's types. Then all are mixed at random.
  for (int64_t V : Values)
    With([&](size_t) { return V; });
  if (Names.size() > 1) {
    for (size_t Own = 0; Own < Names.size() && Own < 4; ++Own)
      for (int64_t V : Values)
        With([&](size_t I) { return I == Own ? V : int64_t(1 + 2 * I); });
    std::mt19937_64 Random(1); // the same on every run
    for (unsigned Mixed = 0; Mixed < 300; ++Mixed)
      With([&](size_t) { return static_cast<int64_t>(1 + Random() % 3000); });
  }
  return Out;
}
