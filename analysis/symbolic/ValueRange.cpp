//===- ValueRange.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/symbolic/ValueRange.h"

using namespace gpuperf;

namespace {
using Range = std::optional<ValueRange>;

/// Nothing is said of larger numbers, so that sums and products of two are
/// numbers.
constexpr int64_t Largest = int64_t(1) << 31;

Range limited(int64_t Lo, int64_t Hi) {
  if (Lo < -Largest || Hi > Largest || Lo > Hi)
    return std::nullopt;
  return ValueRange{Lo, Hi};
}

Range upTo(uint64_t Count) {
  return Count == 0 || Count > uint64_t(Largest)
             ? std::nullopt
             : limited(0, static_cast<int64_t>(Count) - 1);
}

class Ranges {
public:
  Ranges(const ExprPool &Pool, const Launch &L) : Pool(Pool), L(L) {}

  Range of(ExprId Id) {
    if (Id == NoExpr || StepsLeft == 0)
      return std::nullopt;
    --StepsLeft;
    const ExprNode &N = Pool[Id];
    switch (N.Kind) {
    case ExprKind::Constant:
      return limited(N.Imm, N.Imm);
    case ExprKind::TidX:
      return upTo(L.Block.X);
    case ExprKind::TidY:
      return upTo(L.Block.Y);
    case ExprKind::TidZ:
      return upTo(L.Block.Z);
    case ExprKind::CtaidX:
      return upTo(L.Grid.X);
    case ExprKind::CtaidY:
      return upTo(L.Grid.Y);
    case ExprKind::CtaidZ:
      return upTo(L.Grid.Z);
    case ExprKind::LaneId:
      return upTo(MaxLanes);
    case ExprKind::Arg:
    case ExprKind::NtidX:
    case ExprKind::NtidY:
    case ExprKind::NtidZ:
    case ExprKind::NctaidX:
    case ExprKind::NctaidY:
    case ExprKind::NctaidZ:
      return ofLaunch(Id);
    case ExprKind::ZExt:
      return zeroExtended(N);
    case ExprKind::SExt:
    case ExprKind::Trunc:
      return fits(of(N.Ops[0]), N.Width);
    case ExprKind::And:
      return masked(N);
    case ExprKind::URem:
    case ExprKind::SRem:
      return remainder(N);
    case ExprKind::LShr:
      return shifted(N);
    case ExprKind::Select:
      return either(of(N.Ops[1]), of(N.Ops[2]));
    case ExprKind::FromLane:
      return N.Ops[2] == NoExpr ? of(N.Ops[0])
                                : either(of(N.Ops[0]), of(N.Ops[2]));
    case ExprKind::Add:
    case ExprKind::Sub:
    case ExprKind::Mul:
    case ExprKind::Shl:
    case ExprKind::SMin:
    case ExprKind::SMax:
      return arithmetic(N);
    default:
      return std::nullopt;
    }
  }

private:
  /// A value that all threads have in common.
  Range ofLaunch(ExprId Id) {
    WarpContext Ctx;
    Ctx.L = &L;
    uint64_t Steps = 8;
    const LaneValues V = evaluate(Pool, Id, Ctx, Steps);
    return V.Known.test(0) ? limited(V.V[0], V.V[0]) : std::nullopt;
  }

  /// A range that values of \p Width bits can have, signed.
  static Range fits(Range R, unsigned Width) {
    if (!R || Width >= 64)
      return R;
    const int64_t Half = int64_t(1) << (Width - 1);
    return R->Lo >= -Half && R->Hi < Half ? R : std::nullopt;
  }

  Range zeroExtended(const ExprNode &N) {
    Range R = of(N.Ops[0]);
    if (R && R->Lo >= 0)
      return R;
    return N.Width < 32 ? upTo(uint64_t(1) << N.Width) : std::nullopt;
  }

  /// x & c, where c is not negative.
  Range masked(const ExprNode &N) {
    for (unsigned I = 0; I < 2; ++I)
      if (Range Mask = of(N.Ops[I]); Mask && Mask->Lo >= 0)
        return ValueRange{0, Mask->Hi};
    return std::nullopt;
  }

  Range remainder(const ExprNode &N) {
    Range By = of(N.Ops[1]);
    if (!By || By->Lo <= 0)
      return std::nullopt;
    const Range X = of(N.Ops[0]);
    const int64_t Most =
        X && X->Lo >= 0 ? std::min(X->Hi, By->Hi - 1) : By->Hi - 1;
    const bool HasSign = N.Kind == ExprKind::SRem && !(X && X->Lo >= 0);
    return limited(HasSign ? 1 - By->Hi : 0, Most);
  }

  /// x >> c without a sign.
  Range shifted(const ExprNode &N) {
    Range By = of(N.Ops[1]), X = of(N.Ops[0]);
    if (!By || By->Lo != By->Hi || By->Lo < 0 || By->Lo >= N.Width)
      return std::nullopt;
    if (X && X->Lo >= 0)
      return ValueRange{X->Lo >> By->Lo, X->Hi >> By->Lo};
    const unsigned Left = N.Width - static_cast<unsigned>(By->Lo);
    return Left < 32 ? upTo(uint64_t(1) << Left) : std::nullopt;
  }

  static Range either(Range A, Range B) {
    if (!A || !B)
      return std::nullopt;
    return ValueRange{std::min(A->Lo, B->Lo), std::max(A->Hi, B->Hi)};
  }

  /// What grows with both operands, or falls with one: the corners say it.
  Range arithmetic(const ExprNode &N) {
    Range A = of(N.Ops[0]), B = of(N.Ops[1]);
    if (N.Kind == ExprKind::SMin || N.Kind == ExprKind::SMax)
      return clamped(N.Kind == ExprKind::SMin, A, B);
    if (!A || !B)
      return std::nullopt;
    if (N.Kind == ExprKind::Shl && (B->Lo < 0 || B->Hi >= 31))
      return std::nullopt;
    int64_t Lo = INT64_MAX, Hi = INT64_MIN;
    for (int64_t X : {A->Lo, A->Hi})
      for (int64_t Y : {B->Lo, B->Hi}) {
        const int64_t V = N.Kind == ExprKind::Add   ? X + Y
                          : N.Kind == ExprKind::Sub ? X - Y
                          : N.Kind == ExprKind::Mul ? X * Y
                                                    : X * (int64_t(1) << Y);
        Lo = std::min(Lo, V), Hi = std::max(Hi, V);
      }
    return fits(limited(Lo, Hi), N.Width);
  }

  /// min and max limit what is not limited itself on one side; a pair of them
  /// on both: min(max(x, a), b).
  static Range clamped(bool IsMin, Range A, Range B) {
    if (!A && !B)
      return std::nullopt;
    // An operand without limits leaves one end open: it is kept as the largest
    // number, which the other of the pair cuts off.
    auto Pick = [&](int64_t X, int64_t Y) {
      return IsMin ? std::min(X, Y) : std::max(X, Y);
    };
    if (!A || !B) {
      const Range &Known = A ? A : B;
      return IsMin ? ValueRange{-Largest, Known->Hi}
                   : ValueRange{Known->Lo, Largest};
    }
    return ValueRange{Pick(A->Lo, B->Lo), Pick(A->Hi, B->Hi)};
  }

  const ExprPool &Pool;
  const Launch &L;
  unsigned StepsLeft = 96;
};
} // namespace

std::optional<ValueRange> gpuperf::rangeOf(const ExprPool &Pool, ExprId Id,
                                           const Launch &TheLaunch) {
  Range R = Ranges(Pool, TheLaunch).of(Id);
  // An end that is open is no limit.
  return R && R->Lo > -Largest && R->Hi < Largest ? R : std::nullopt;
}
