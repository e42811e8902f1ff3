//===- ExprOnHostTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/ExprOnHost.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::Le;

namespace {
constexpr HostType Int{false, true, 32};

LaunchArg integer(const std::string &Param, HostExpr Value) {
  LaunchArg A;
  A.ParamName = Param;
  A.K = LaunchArg::Kind::Integer;
  A.Value = std::move(Value);
  return A;
}

ExprId node(ExprPool &Pool, ExprKind K, std::array<ExprId, 3> Ops,
            uint8_t Width = 64) {
  ExprNode N;
  N.Kind = K;
  N.Width = Width;
  N.Ops = Ops;
  return Pool.get(N);
}

ExprId argument(ExprPool &Pool, int64_t Index, uint32_t Offset = 0) {
  ExprNode N;
  N.Kind = ExprKind::Arg;
  N.Imm = Index;
  N.Aux = Offset;
  return Pool.get(N);
}

std::optional<int64_t> valueOf(const HostExpr &E, int64_t N) {
  HostBindings B;
  B["n"].Integer = N;
  auto V = evaluate(E, B);
  return V ? std::optional(V->Integer) : std::nullopt;
}

class ExprOnHost : public testing::Test {
protected:
  ExprOnHost() {
    // k(float *p, int size = 2 * n, struct {.. at 8: n ..} s, float f)
    const HostExpr N = hostUnknown("n", Int);
    Site.Args.resize(1);
    Site.Args[0].ParamName = "p";
    Site.Args.push_back(
        integer("size", hostApply(HostOp::Mul, Int, {N, hostInteger(2, Int)})));
    LaunchArg Record;
    Record.ParamName = "s";
    Record.K = LaunchArg::Kind::Record;
    Record.Fields.emplace_back(8, N);
    Site.Args.push_back(Record);
    LaunchArg Floating;
    Floating.ParamName = "f";
    Floating.K = LaunchArg::Kind::Floating;
    Floating.Value = hostUnknown("f", HostType{true, true, 32});
    Site.Args.push_back(Floating);
  }

  HostExpr onHost(ExprId Id) { return exprOnHost(Pool, Id, Site); }

  ExprPool Pool;
  LaunchSite Site;
};

/// Some probe tells \p A from \p B.
bool areToldApart(const HostExpr &A, const HostExpr &B,
                  llvm::ArrayRef<int64_t> Steps) {
  for (const HostBindings &P : probes({A, B}, Steps, {})) {
    auto X = evaluate(A, P), Y = evaluate(B, P);
    if (X && Y && X->Integer != Y->Integer)
      return true;
  }
  return false;
}

HostExpr divided(const HostExpr &E, int64_t Add, int64_t By) {
  const HostType Wide;
  return hostApply(
      HostOp::Div, Wide,
      {hostApply(HostOp::Add, Wide, {E, hostInteger(Add)}), hostInteger(By)});
}
} // namespace

TEST_F(ExprOnHost, Arguments) {
  EXPECT_EQ(valueOf(onHost(argument(Pool, 1)), 21), 42);
  EXPECT_EQ(valueOf(onHost(Pool.constant(7)), 0), 7);
}

TEST_F(ExprOnHost, FieldsByTheirOffset) {
  EXPECT_EQ(valueOf(onHost(argument(Pool, 2, 8)), 21), 21);
  EXPECT_FALSE(onHost(argument(Pool, 2, 0)));
  EXPECT_FALSE(onHost(argument(Pool, 2, 12)));
  // A number has no fields.
  EXPECT_FALSE(onHost(argument(Pool, 1, 4)));
}

TEST_F(ExprOnHost, Arithmetic) {
  const ExprId Size = argument(Pool, 1), C = Pool.constant(5);
  const std::pair<ExprKind, int64_t> Cases[] = {
      {ExprKind::Add, 47},  {ExprKind::Sub, 37},   {ExprKind::Mul, 210},
      {ExprKind::SDiv, 8},  {ExprKind::UDiv, 8},   {ExprKind::SRem, 2},
      {ExprKind::URem, 2},  {ExprKind::Shl, 1344}, {ExprKind::AShr, 1},
      {ExprKind::LShr, 1},  {ExprKind::SMin, 5},   {ExprKind::UMin, 5},
      {ExprKind::SMax, 42}, {ExprKind::UMax, 42}};
  for (auto [Kind, Value] : Cases)
    EXPECT_EQ(valueOf(onHost(node(Pool, Kind, {Size, C, NoExpr})), 21), Value)
        << int(Kind);
}

TEST_F(ExprOnHost, In64BitsWithoutWrapping) {
  // In the kernel's 32 bits this would be 0.
  const ExprId Size = argument(Pool, 1);
  const ExprId Wide = node(Pool, ExprKind::SExt, {Size, NoExpr, NoExpr}, 32);
  const ExprId Product = node(Pool, ExprKind::Mul,
                              {Wide, Pool.constant(int64_t(1) << 31), NoExpr});
  EXPECT_EQ(valueOf(onHost(Wide), 3), 6);
  EXPECT_EQ(valueOf(onHost(Product), 1), int64_t(1) << 32);
}

TEST_F(ExprOnHost, WhatTheHostDoesNotKnow) {
  EXPECT_FALSE(onHost(NoExpr));
  EXPECT_FALSE(onHost(argument(Pool, 0))); // a pointer
  EXPECT_FALSE(onHost(argument(Pool, 3))); // not a whole number
  EXPECT_FALSE(onHost(argument(Pool, 9))); // not of this kernel
  ExprNode Thread;
  Thread.Kind = ExprKind::TidX;
  const ExprId Tid = Pool.get(Thread);
  EXPECT_FALSE(onHost(Tid));
  EXPECT_FALSE(
      onHost(node(Pool, ExprKind::Add, {argument(Pool, 1), Tid, NoExpr})));
  // Division by zero.
  EXPECT_FALSE(
      valueOf(onHost(node(Pool, ExprKind::SDiv,
                          {Pool.constant(6), argument(Pool, 1), NoExpr})),
              0));
}

TEST(Probes, BringOutHowADivisionRounds) {
  const HostExpr N = hostUnknown("n");
  EXPECT_TRUE(areToldApart(divided(N, 0, 32), divided(N, 31, 32), {32}));
  EXPECT_TRUE(areToldApart(divided(N, 30, 32), divided(N, 31, 32), {32}));
  EXPECT_TRUE(areToldApart(divided(N, 32, 32), divided(N, 31, 32), {32}));
  EXPECT_TRUE(areToldApart(divided(N, 0, 608), divided(N, 607, 608), {608}));
  EXPECT_TRUE(areToldApart(divided(N, 606, 608), divided(N, 607, 608), {608}));
  EXPECT_TRUE(areToldApart(divided(N, 608, 608), divided(N, 607, 608), {608}));
  EXPECT_FALSE(areToldApart(divided(N, 31, 32), divided(N, 31, 32), {32}));
}

TEST(Probes, TellNamesApart) {
  const HostExpr N = hostUnknown("n"), M = hostUnknown("m");
  EXPECT_TRUE(areToldApart(divided(N, 31, 32), divided(M, 31, 32), {32}));
  EXPECT_TRUE(areToldApart(hostApply(HostOp::Mul, {}, {N, M}),
                           hostApply(HostOp::Mul, {}, {N, N}), {32}));
  EXPECT_TRUE(areToldApart(hostApply(HostOp::Min, {}, {N, M}), N, {1}));
}

TEST(Probes, BindEveryFreeNameToAPositiveNumber) {
  const HostExpr N = hostUnknown("n"), M = hostUnknown("m");
  auto All = probes({N, M}, {32, 256}, {});
  EXPECT_THAT(All.size(), AllOf(Ge(300u), Le(1000u)));
  std::vector<int64_t> Values;
  for (const HostBindings &P : All) {
    EXPECT_EQ(P.size(), 2u);
    for (const auto &Entry : P)
      Values.push_back(Entry.getValue().Integer);
  }
  EXPECT_THAT(Values, Each(Ge(1)));
}

TEST(Probes, WhatIsFixedStays) {
  const HostExpr E =
      hostApply(HostOp::Div, {}, {hostUnknown("n"), hostUnknown("$0")});
  HostBindings Fixed;
  Fixed["$0"].Integer = 32;
  auto All = probes({E}, {32}, Fixed);
  EXPECT_GT(All.size(), 10u);
  for (const HostBindings &P : All)
    EXPECT_EQ(P.lookup("$0").Integer, 32);
}

TEST(Probes, WithoutNamesThereIsOne) {
  EXPECT_EQ(probes({hostInteger(3)}, {32}, {}).size(), 1u);
}
