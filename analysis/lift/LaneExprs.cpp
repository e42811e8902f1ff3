//===- LaneExprs.cpp - Values that lanes take from each other -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles, as the PTX manual defines them, and what AMD's GPUs have for them:
// the crossbar of LDS (ds_permute, ds_bpermute, ds_swizzle), operands of the
// vector unit that come from another lane (DPP, permlane), and reads of one
// lane, as the manuals of AMD's instruction sets define them. What is told has
// to be known: of data, WarpExprs.cpp says what lanes share. All lanes of the
// warp that are in the block are taken to be there.
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// No lane: FromLane then gives its third operand.
constexpr int64_t NoLane = -1;
/// Lanes of a row, which DPP moves values within; of its banks and of quads.
constexpr int64_t RowLanes = 16, BankLanes = 4;

std::optional<uint64_t> constantArg(const CallInst *Call, unsigned N) {
  const auto *C = dyn_cast<ConstantInt>(Call->getArgOperand(N));
  if (!C || C->getBitWidth() > 64)
    return std::nullopt;
  return C->getZExtValue();
}
} // namespace

ExprId ExprBuilder::laneNode(ExprKind Kind, ExprId A, int64_t B) {
  return node(Kind, 32, A, Pool.constant(B, 32));
}

/// \p Lane if \p Condition holds, else none.
ExprId ExprBuilder::laneIf(ExprId Condition, ExprId Lane) {
  return node(ExprKind::Select, 32, Condition, Lane, Pool.constant(NoLane, 32));
}

/// What lane \p Lane has for \p Told; \p Absent where there is no such lane, or
/// NoExpr where that is not defined. NoExpr if \p Told is data that lanes do
/// not share.
ExprId ExprBuilder::fromLane(const CallInst *Call, const Value *Told,
                             ExprId Lane, ExprId Absent) {
  const unsigned Width = integerWidthOf(Told);
  if (!Width)
    return NoExpr;
  const ExprId E = valueAt(Told, Call->getParent());
  if (Absent == NoExpr && isUniform(E))
    return E;
  if (Pool.dependsOnData(E) || Pool.dependsOnData(Lane))
    return NoExpr;
  return node(ExprKind::FromLane, Width, E, Lane, Absent);
}

/// The same through the crossbar of LDS, where lanes that are off give 0.
ExprId ExprBuilder::throughCrossbar(const CallInst *Call, const Value *Told,
                                    ExprId Lane) {
  const ExprId E = valueAt(Told, Call->getParent());
  if (Pool.dependsOnData(E) && isUniform(E))
    return E;
  return fromLane(Call, Told, Lane, Pool.constant(0, 32));
}

/// A shuffle within groups of lanes of a warp of 32, \p Name behind
/// "llvm.nvvm.shfl.sync.".
ExprId ExprBuilder::shuffled(StringRef Name, const CallInst *Call) {
  const auto Clamp = constantArg(Call, 3);
  const unsigned Bits = 31;
  if (!Clamp || !integerWidthOf(Call))
    return NoExpr;
  const auto Segment = static_cast<int64_t>(*Clamp >> 8 & Bits),
             Limit = static_cast<int64_t>(*Clamp & Bits);
  const ExprId Self = specialRegister("laneid", 32);
  const ExprId Place = laneNode(ExprKind::And, Self, Bits);
  const ExprId Least = laneNode(ExprKind::And, Self, Segment);
  const ExprId Most = laneNode(ExprKind::Or, Least, Limit & ~Segment);
  const ExprId By = laneNode(
      ExprKind::And, valueAt(Call->getArgOperand(2), Call->getParent()), Bits);
  ExprId From = NoExpr, Inside = NoExpr;
  if (Name.starts_with("up.")) {
    From = node(ExprKind::Sub, 32, Place, By);
    Inside = node(ExprKind::SLe, 32, Most, From);
  } else {
    if (Name.starts_with("down."))
      From = node(ExprKind::Add, 32, Place, By);
    else if (Name.starts_with("bfly."))
      From = node(ExprKind::Xor, 32, Place, By);
    else if (Name.starts_with("idx."))
      From = node(ExprKind::Or, 32, Least,
                  laneNode(ExprKind::And, By, ~Segment & Bits));
    else
      return NoExpr;
    Inside = node(ExprKind::SLe, 32, From, Most);
  }
  From = node(ExprKind::Select, 32, Inside, From, Place);
  // Where 64 lanes go together, each half is a warp of its own.
  From = node(ExprKind::Add, 32, laneNode(ExprKind::And, Self, ~int64_t(31)),
              From);
  return fromLane(Call, Call->getArgOperand(1), From, NoExpr);
}

/// The lane whose operand DPP gives to each lane, for the control word
/// \p Control; NoExpr where that has no meaning.
ExprId ExprBuilder::dppLane(uint64_t Control) {
  const ExprId Self = specialRegister("laneid", 32);
  const ExprId Row = laneNode(ExprKind::And, Self, ~(RowLanes - 1)),
               Place = laneNode(ExprKind::And, Self, RowLanes - 1);
  const auto By = static_cast<int64_t>(Control & 15);
  auto add = [&](ExprId A, ExprId B) { return node(ExprKind::Add, 32, A, B); };
  if (Control < 0x100) { // any of the four lanes of a quad
    const ExprId Shift = laneNode(
        ExprKind::Mul, laneNode(ExprKind::And, Self, BankLanes - 1), 2);
    const ExprId Chosen =
        node(ExprKind::LShr, 32,
             Pool.constant(static_cast<int64_t>(Control), 32), Shift);
    return add(laneNode(ExprKind::And, Self, ~(BankLanes - 1)),
               laneNode(ExprKind::And, Chosen, BankLanes - 1));
  }
  switch (Control >> 4) {
  case 0x10: // row_shl
    return laneIf(laneNode(ExprKind::ULt, Place, RowLanes - By),
                  laneNode(ExprKind::Add, Self, By));
  case 0x11: // row_shr
    return laneIf(node(ExprKind::ULe, 32, Pool.constant(By, 32), Place),
                  laneNode(ExprKind::Sub, Self, By));
  case 0x12: // row_ror
    return add(Row, laneNode(ExprKind::And,
                             laneNode(ExprKind::Add, Place, RowLanes - By),
                             RowLanes - 1));
  case 0x15: // row_newbcast, row_share
    return laneNode(ExprKind::Add, Row, By);
  case 0x16: // row_xmask
    return laneNode(ExprKind::Xor, Self, By);
  default:
    break;
  }
  // GPUs that have moves of whole wavefronts have wavefronts of 64.
  constexpr int64_t Last = 63;
  switch (Control) {
  case 0x130: // wave_shl
    return laneIf(laneNode(ExprKind::ULt, Self, Last),
                  laneNode(ExprKind::Add, Self, 1));
  case 0x134: // wave_rol
    return laneNode(ExprKind::And, laneNode(ExprKind::Add, Self, 1), Last);
  case 0x138: // wave_shr
    return laneNode(ExprKind::Sub, Self, 1);
  case 0x13C: // wave_ror
    return laneNode(ExprKind::And, laneNode(ExprKind::Sub, Self, 1), Last);
  case 0x140: // row_mirror
    return laneNode(ExprKind::Xor, Self, RowLanes - 1);
  case 0x141: // row_half_mirror
    return laneNode(ExprKind::Xor, Self, RowLanes / 2 - 1);
  case 0x142: // row_bcast15: the last lane of the row before
    return laneNode(ExprKind::Sub, Row, 1);
  case 0x143: // row_bcast31
    return laneIf(node(ExprKind::ULt, 32, Pool.constant(31, 32), Self),
                  Pool.constant(31, 32));
  default:
    return NoExpr;
  }
}

/// An operand that DPP takes from other lanes. \p Old is what a lane keeps that
/// takes none; null: any value.
ExprId ExprBuilder::takenByDpp(const CallInst *Call, const Value *Old,
                               unsigned FirstArg) {
  const auto Control = constantArg(Call, FirstArg + 1),
             Rows = constantArg(Call, FirstArg + 2),
             Banks = constantArg(Call, FirstArg + 3),
             ZeroIfNone = constantArg(Call, FirstArg + 4);
  const unsigned Width = integerWidthOf(Call);
  if (!Width || !Control || !Rows || !Banks || !ZeroIfNone)
    return NoExpr;
  const ExprId Lane = dppLane(*Control);
  if (Lane == NoExpr)
    return NoExpr;
  const ExprId Zero = Pool.constant(0, Width);
  const ExprId Kept = Old ? valueAt(Old, Call->getParent()) : Zero;
  const ExprId Taken = fromLane(Call, Call->getArgOperand(FirstArg), Lane,
                                *ZeroIfNone ? Zero : Kept);
  if (Taken == NoExpr || ((*Rows & 15) == 15 && (*Banks & 15) == 15))
    return Taken;
  const ExprId Self = specialRegister("laneid", 32);
  auto bit = [&](uint64_t Mask, ExprId Number) {
    return node(ExprKind::LShr, 32,
                Pool.constant(static_cast<int64_t>(Mask & 15), 32), Number);
  };
  const ExprId Row = laneNode(ExprKind::UDiv, Self, RowLanes),
               Bank = laneNode(ExprKind::UDiv,
                               laneNode(ExprKind::And, Self, RowLanes - 1),
                               BankLanes);
  const ExprId Both =
      node(ExprKind::And, 32, bit(*Rows, Row), bit(*Banks, Bank));
  return node(ExprKind::Select, Width,
              laneNode(ExprKind::Ne, laneNode(ExprKind::And, Both, 1), 0),
              Taken, Kept);
}

/// ds_swizzle: the lower five bits of the lane's number by and, or, xor, or any
/// lane of a quad. The modes for rotations and Fourier transforms are not read.
ExprId ExprBuilder::swizzled(const CallInst *Call) {
  const auto Pattern = constantArg(Call, 1);
  if (!Pattern || *Pattern >= 0xC000)
    return NoExpr;
  const ExprId Self = specialRegister("laneid", 32);
  ExprId Lane = NoExpr;
  if (*Pattern >> 15 & 1) {
    Lane = dppLane(*Pattern & 0xFF);
  } else {
    const auto And = static_cast<int64_t>(*Pattern & 31),
               Or = static_cast<int64_t>(*Pattern >> 5 & 31),
               Xor = static_cast<int64_t>(*Pattern >> 10 & 31);
    Lane = laneNode(ExprKind::And, Self, ~int64_t(31) | And);
    Lane = laneNode(ExprKind::Xor, laneNode(ExprKind::Or, Lane, Or), Xor);
  }
  return throughCrossbar(Call, Call->getArgOperand(0), Lane);
}

/// Any lane of a row for each lane of it, or of the row beside it.
ExprId ExprBuilder::permuted(const CallInst *Call, bool OtherRow,
                             bool ByOwnOperand) {
  const ExprId Self = specialRegister("laneid", 32);
  ExprId Row = laneNode(ExprKind::And, Self, ~(RowLanes - 1));
  if (OtherRow)
    Row = laneNode(ExprKind::Xor, Row, RowLanes);
  auto arg = [&](unsigned N) {
    return valueAt(Call->getArgOperand(N), Call->getParent());
  };
  ExprId Place = arg(2);
  if (!ByOwnOperand) { // four bits for each lane, in two words
    const ExprId Word =
        node(ExprKind::Select, 32,
             laneNode(ExprKind::Ne, laneNode(ExprKind::And, Self, 8), 0),
             arg(3), Place);
    Place = node(ExprKind::LShr, 32, Word,
                 laneNode(ExprKind::Mul, laneNode(ExprKind::And, Self, 7), 4));
  }
  Place = laneNode(ExprKind::And, Place, RowLanes - 1);
  return fromLane(Call, Call->getArgOperand(1),
                  node(ExprKind::Add, 32, Row, Place), arg(0));
}

/// Result \p Part of the exchange of the odd groups of \p GroupLanes lanes of
/// the first operand for the even ones of the second.
ExprId ExprBuilder::swapped(const CallInst *Call, unsigned Part,
                            int64_t GroupLanes) {
  const ExprId Self = specialRegister("laneid", 32);
  const ExprId Other = laneNode(ExprKind::Xor, Self, GroupLanes);
  const ExprId IsOdd =
      laneNode(ExprKind::Ne, laneNode(ExprKind::And, Self, GroupLanes), 0);
  const ExprId Own = valueAt(Call->getArgOperand(Part), Call->getParent());
  const ExprId Taken =
      fromLane(Call, Call->getArgOperand(1 - Part), Other, NoExpr);
  if (Taken == NoExpr)
    return NoExpr;
  return Part == 0 ? node(ExprKind::Select, 32, IsOdd, Taken, Own)
                   : node(ExprKind::Select, 32, IsOdd, Own, Taken);
}

ExprId ExprBuilder::partOfExchange(const CallInst *Call, unsigned Part) {
  switch (Call->getIntrinsicID()) {
  case Intrinsic::amdgcn_permlane16_swap:
    return swapped(Call, Part, 16);
  case Intrinsic::amdgcn_permlane32_swap:
    return swapped(Call, Part, 32);
  default:
    return NoExpr;
  }
}

/// What lanes of a wavefront take from others; NoExpr where \p Call is nothing
/// of the kind.
ExprId ExprBuilder::exchanged(const CallInst *Call) {
  auto arg = [&](unsigned N) {
    return valueAt(Call->getArgOperand(N), Call->getParent());
  };
  const ExprId Zero = Pool.constant(0, 32);
  const ExprId Self = specialRegister("laneid", 32);
  switch (Call->getIntrinsicID()) {
  case Intrinsic::amdgcn_ds_bpermute:
  case Intrinsic::amdgcn_ds_bpermute_fi_b32:
    return throughCrossbar(Call, Call->getArgOperand(1),
                           laneNode(ExprKind::LShr, arg(0), 2));
  case Intrinsic::amdgcn_ds_permute: {
    // What the last lane sends that names this one; 0 where none does.
    ExprNode N;
    N.Kind = ExprKind::FromLane;
    N.Imm = 1;
    N.Ops = {arg(1), laneNode(ExprKind::LShr, arg(0), 2), Zero};
    const bool AreKnown =
        !Pool.dependsOnData(N.Ops[0]) && !Pool.dependsOnData(N.Ops[1]);
    return AreKnown ? Pool.get(N) : NoExpr;
  }
  case Intrinsic::amdgcn_wave_shuffle:
    return fromLane(Call, Call->getArgOperand(0), arg(1), NoExpr);
  case Intrinsic::amdgcn_ds_swizzle:
    return swizzled(Call);
  case Intrinsic::amdgcn_update_dpp:
    return takenByDpp(Call, Call->getArgOperand(0), 1);
  case Intrinsic::amdgcn_mov_dpp:
    return takenByDpp(Call, nullptr, 0);
  case Intrinsic::amdgcn_mov_dpp8: {
    const ExprId Shift =
        laneNode(ExprKind::Mul, laneNode(ExprKind::And, Self, 7), 3);
    const ExprId Place =
        laneNode(ExprKind::And, node(ExprKind::LShr, 32, arg(1), Shift), 7);
    return fromLane(Call, Call->getArgOperand(0),
                    node(ExprKind::Add, 32,
                         laneNode(ExprKind::And, Self, ~int64_t(7)), Place),
                    Zero);
  }
  case Intrinsic::amdgcn_permlane16:
  case Intrinsic::amdgcn_permlanex16:
    return permuted(
        Call, Call->getIntrinsicID() == Intrinsic::amdgcn_permlanex16, false);
  case Intrinsic::amdgcn_permlane16_var:
  case Intrinsic::amdgcn_permlanex16_var:
    return permuted(Call,
                    Call->getIntrinsicID() == Intrinsic::amdgcn_permlanex16_var,
                    true);
  case Intrinsic::amdgcn_permlane64: // nothing where there are only 32
    return fromLane(Call, Call->getArgOperand(0),
                    laneNode(ExprKind::Xor, Self, 32), NoExpr);
  case Intrinsic::amdgcn_writelane: {
    const unsigned Width = integerWidthOf(Call);
    if (!Width)
      return NoExpr;
    return node(ExprKind::Select, Width, node(ExprKind::Eq, 32, Self, arg(1)),
                arg(0), arg(2));
  }
  // What lanes that are off have matters to other lanes only.
  case Intrinsic::amdgcn_set_inactive:
  case Intrinsic::amdgcn_strict_wwm:
  case Intrinsic::amdgcn_wwm:
    return integerWidthOf(Call) ? arg(0) : NoExpr;
  default:
    return NoExpr;
  }
}
