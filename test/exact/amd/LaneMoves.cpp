//===- LaneMoves.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/amd/LaneMoves.h"
#include "test/exact/Machine.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"
#include <optional>

using namespace gpuperf;
using namespace gpuperf::exact;
using namespace llvm;

namespace {
enum class Move : uint32_t {
  Dpp,          ///< operands: control, row mask, bank mask, zero where no lane
  Dpp8,         ///< eight lane numbers of three bits
  Swizzle,      ///< the pattern of ds_swizzle
  Lane,         ///< the lane's number
  FirstLane,    ///< none
  OtherHalf,    ///< none
  PermuteRow,   ///< 16 lane numbers of four bits, in two words
  PermuteOther, ///< the same for the row beside
  Send,         ///< four times the number of the lane that gets it
  Swap          ///< lanes of a group; whether odd groups take, or even ones
};

/// The lane of a wavefront of \p Wave from which lane \p Lane takes, by DPP.
/// Below 0: from none.
int sourceOfDpp(unsigned Control, int Lane, int Wave) {
  const int InRow = Lane % 16, Row = Lane / 16,
            N = static_cast<int>(Control % 16);
  if (Control <= 0xFF) {
    int Of[4];
    for (unsigned I = 0; I < 4; ++I)
      Of[I] = static_cast<int>(Control >> 2 * I) % 4;
    return Lane / 4 * 4 + Of[Lane % 4];
  }
  if (Control >= 0x101 && Control <= 0x10F)
    return InRow + N < 16 ? Lane + N : -1;
  if (Control >= 0x111 && Control <= 0x11F)
    return InRow - N >= 0 ? Lane - N : -1;
  if (Control >= 0x121 && Control <= 0x12F)
    return Row * 16 + (InRow - N + 16) % 16;
  if (Control >= 0x150 && Control <= 0x15F)
    return Row * 16 + N;
  if (Control >= 0x160 && Control <= 0x16F)
    return Row * 16 + (InRow ^ N);
  switch (Control) {
  case 0x130:
    return Lane + 1 < Wave ? Lane + 1 : -1;
  case 0x134:
    return (Lane + 1) % Wave;
  case 0x138:
    return Lane - 1;
  case 0x13C:
    return (Lane + Wave - 1) % Wave;
  case 0x140:
    return Row * 16 + 15 - InRow;
  case 0x141:
    return Lane / 8 * 8 + 7 - Lane % 8;
  case 0x142:
    return Row > 0 ? Row * 16 - 1 : -1;
  case 0x143:
    return Lane >= 32 ? 31 : -1;
  default:
    return -1;
  }
}

int sourceOfSwizzle(unsigned Pattern, int Lane) {
  if (Pattern >> 15)
    return sourceOfDpp(Pattern & 0xFF, Lane, 64);
  const auto Low = static_cast<unsigned>(Lane % 32);
  const unsigned Of =
      ((Low & (Pattern & 31)) | (Pattern >> 5 & 31)) ^ (Pattern >> 10 & 31);
  return Lane / 32 * 32 + static_cast<int>(Of);
}

uint64_t onMove(Machine *M, uint32_t Kind, uint64_t Old, uint64_t Value,
                uint32_t A, uint32_t B, uint32_t C, uint32_t D) {
  const int Wave = static_cast<int>(M->read(Register::WarpSize)),
            Lane = static_cast<int>(M->read(Register::LaneId));
  auto digit = [](uint32_t Of, int Number, unsigned Bits) {
    for (int I = 0; I < Number; ++I)
      Of >>= Bits;
    return static_cast<int>(Of % (1u << Bits));
  };
  switch (static_cast<Move>(Kind)) {
  case Move::Dpp: {
    const auto Taken = M->take(Value, sourceOfDpp(A, Lane, Wave));
    const bool Writes =
        digit(B, Lane / 16, 1) != 0 && digit(C, Lane % 16 / 4, 1) != 0;
    if (!Writes)
      return Old;
    return Taken.value_or(D ? 0 : Old);
  }
  case Move::Dpp8:
    return M->take(Value, Lane / 8 * 8 + digit(A, Lane % 8, 3)).value_or(0);
  case Move::Swizzle:
    return M->take(Value, sourceOfSwizzle(A, Lane)).value_or(0);
  case Move::Lane:
    return M->take(Value, static_cast<int>(A) % Wave).value_or(0);
  case Move::FirstLane:
    return M->takeFirst(Value);
  case Move::OtherHalf:
    return M->take(Value, (Lane + 32) % Wave).value_or(0);
  case Move::PermuteRow:
  case Move::PermuteOther: {
    const int Of = digit(Lane % 16 < 8 ? A : B, Lane % 8, 4);
    int Row = Lane / 16;
    if (static_cast<Move>(Kind) == Move::PermuteOther)
      Row = Row % 2 ? Row - 1 : Row + 1;
    return M->take(Value, Row * 16 + Of).value_or(D ? 0 : Old);
  }
  case Move::Send: {
    // Lanes are counted in bytes, by any of their four. What the last one sends
    // that names this lane counts; each lane is asked, by all.
    uint64_t Out = 0;
    for (int From = 0; From < Wave; ++From) {
      const auto Sent = M->take(uint64_t(A >> 2) << 32 | Value, From);
      if (Sent && (*Sent >> 32) % static_cast<unsigned>(Wave) ==
                      static_cast<unsigned>(Lane))
        Out = *Sent & 0xFFFFFFFFu;
    }
    return Out;
  }
  case Move::Swap: {
    const int Group = static_cast<int>(A);
    const auto Taken = M->take(Value, Lane ^ Group);
    return (Lane / Group % 2 == 1) == (B != 0) ? Taken.value_or(0) : Old;
  }
  }
  return 0;
}

/// The operands of a move: what a lane keeps that takes nothing, what it hands
/// in, and up to four numbers.
struct Operands {
  Move Kind;
  Value *Old, *Told;
  SmallVector<Value *, 4> Numbers;
};

std::optional<Operands> operandsOf(CallInst &Call) {
  auto arg = [&](unsigned N) { return Call.getArgOperand(N); };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::amdgcn_update_dpp:
    return Operands{
        Move::Dpp, arg(0), arg(1), {arg(2), arg(3), arg(4), arg(5)}};
  case Intrinsic::amdgcn_mov_dpp:
    return Operands{
        Move::Dpp, nullptr, arg(0), {arg(1), arg(2), arg(3), arg(4)}};
  case Intrinsic::amdgcn_mov_dpp8:
    return Operands{Move::Dpp8, nullptr, arg(0), {arg(1)}};
  case Intrinsic::amdgcn_ds_swizzle:
    return Operands{Move::Swizzle, nullptr, arg(0), {arg(1)}};
  case Intrinsic::amdgcn_ds_permute:
    return Operands{Move::Send, nullptr, arg(1), {arg(0)}};
  case Intrinsic::amdgcn_readlane:
    return Operands{Move::Lane, nullptr, arg(0), {arg(1)}};
  case Intrinsic::amdgcn_readfirstlane:
    return Operands{Move::FirstLane, nullptr, arg(0), {}};
  case Intrinsic::amdgcn_permlane64:
    return Operands{Move::OtherHalf, nullptr, arg(0), {}};
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16:
    return Operands{Call.getIntrinsicID() == Intrinsic::amdgcn_permlane16
                        ? Move::PermuteRow
                        : Move::PermuteOther,
                    arg(0),
                    arg(1),
                    {arg(2), arg(3), arg(4), arg(5)}};
  default:
    return std::nullopt;
  }
}
} // namespace

std::vector<std::pair<std::string, void *>> exact::laneMoveCalls() {
  return {{"exact_lane_move", reinterpret_cast<void *>(&onMove)}};
}

/// A call of the machine for one move; its result as \p Ty.
static Value *callMove(CallInst &Call, Machine &M, const Operands &Of,
                       Type *Ty) {
  IRBuilder<> B(&Call);
  Type *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty();
  auto bits = [&](Value *V) -> Value * {
    return V ? B.CreateZExt(B.CreateBitCast(V, I32), I64) : B.getInt64(0);
  };
  Value *Self = ConstantExpr::getIntToPtr(
      ConstantInt::get(I64, reinterpret_cast<uint64_t>(&M)), B.getPtrTy());
  SmallVector<Value *, 8> Args = {Self,
                                  B.getInt32(static_cast<uint32_t>(Of.Kind)),
                                  bits(Of.Old), bits(Of.Told)};
  for (unsigned I = 0; I < 4; ++I)
    Args.push_back(I < Of.Numbers.size()
                       ? B.CreateZExtOrTrunc(Of.Numbers[I], I32)
                       : B.getInt32(0));
  SmallVector<Type *, 8> Types;
  for (Value *A : Args)
    Types.push_back(A->getType());
  FunctionCallee F = Call.getModule()->getOrInsertFunction(
      "exact_lane_move", FunctionType::get(I64, Types, false));
  return B.CreateBitCast(B.CreateTrunc(B.CreateCall(F, Args), I32), Ty);
}

/// Odd groups of lanes of the first operand for even ones of the second.
static Value *swapGroups(CallInst &Call, Machine &M, unsigned GroupLanes) {
  IRBuilder<> B(&Call);
  Value *First = Call.getArgOperand(0), *Second = Call.getArgOperand(1);
  Value *Group = B.getInt32(GroupLanes);
  Value *Both = PoisonValue::get(Call.getType());
  Both = B.CreateInsertValue(
      Both,
      callMove(Call, M, {Move::Swap, First, Second, {Group, B.getInt32(1)}},
               B.getInt32Ty()),
      0);
  return B.CreateInsertValue(
      Both,
      callMove(Call, M, {Move::Swap, Second, First, {Group, B.getInt32(0)}},
               B.getInt32Ty()),
      1);
}

Value *exact::replaceLaneMove(CallInst &Call, Machine &M) {
  if (Call.getIntrinsicID() == Intrinsic::amdgcn_permlane16_swap)
    return swapGroups(Call, M, 16);
  if (Call.getIntrinsicID() == Intrinsic::amdgcn_permlane32_swap)
    return swapGroups(Call, M, 32);
  const auto Of = operandsOf(Call);
  if (!Of || (!Call.getType()->isIntegerTy(32) && !Call.getType()->isFloatTy()))
    return nullptr;
  return callMove(Call, M, *Of, Call.getType());
}
