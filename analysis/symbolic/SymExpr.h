//===- SymExpr.h - Values as functions of thread and loops ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses, trip counts and branch conditions of a kernel, lifted out of LLVM
// IR into a self-contained expression pool, so that they can be kept, printed
// and evaluated for any launch after the module is gone. What is not a known
// function of thread, block, launch, arguments and loop counters is Opaque.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SYMBOLIC_SYMEXPR_H
#define GPUPERF_ANALYSIS_SYMBOLIC_SYMEXPR_H

#include "analysis/Launch.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <bitset>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gpuperf {

/// Index of an expression in its pool.
using ExprId = uint32_t;
inline constexpr ExprId NoExpr = ~ExprId(0);

enum class ExprKind : uint8_t {
  Constant, ///< Imm
  TidX,
  TidY,
  TidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NtidX,
  NtidY,
  NtidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  Arg,      ///< Imm: parameter index; Aux: byte offset in a by-value struct
  FloatArg, ///< as Arg, but a float; where nobody says it, it has no value
  LoopIter, ///< Aux: loop id; 0 in the first iteration of the loop's header
  Opaque,   ///< depends on data. Aux: number of the defining instruction. Imm
            ///< is not 0 where the value is the same in all lanes of a warp.
            ///< Operands, if there are any: it is an unknown function of them,
            ///< so the same operands give the same value
  Add,
  Sub,
  Mul,
  SDiv,
  UDiv,
  SRem,
  URem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  SMin,
  SMax,
  UMin,
  UMax,
  // Comparisons give 0 or 1.
  Eq,
  Ne,
  SLt,
  SLe,
  ULt,
  ULe,
  Select, ///< operands: condition, then, else
  ZExt,
  SExt,
  Trunc, ///< Width is the source's for the extensions, the result's for Trunc
  /// First operand to the power of the second, saturating: geometric loops.
  Pow,
  /// The first iteration of loop Aux (0, 1, ...) in which the operand, a
  /// condition on LoopIter Aux, is not zero. It is found by trying one after
  /// the other: Imm iterations at most, or as many as the evaluation is ready
  /// to try where Imm is 0.
  FirstExit,
  /// A value that a loop carries from one iteration to the next: variable Imm
  /// of loop Aux after as many iterations as the first operand says. It is
  /// computed by going through the iterations, a bounded number of them. The
  /// second operand says what the variables start with, the third what an
  /// iteration makes of them; each is a chain of Tuple nodes.
  Carried,
  /// In the third operand of Carried: variable Imm before the iteration.
  Variable,
  /// What another lane of the warp has: the first operand's value in the lane
  /// whose number is the second operand (modulo the lanes of a warp), or, where
  /// Imm is 1, in the last lane whose second operand names this one. If that is
  /// negative, or no thread of the block, the third operand here, or none.
  FromLane,
  /// A list: first operand the element, second the rest or NoExpr.
  Tuple,
  /// The operation on floats that Aux names (FloatOp). A float of any type is
  /// kept as the bits of the double that has its value; Width is 32 where the
  /// result is rounded to single precision, else 64.
  Float,
};

/// The operations of ExprKind::Float.
enum class FloatOp : uint8_t {
  // From integers of 64 bits and to them. What is not in their range has no
  // value.
  FromSigned,
  FromUnsigned,
  ToSigned,
  ToUnsigned,
  // The bits of a float of Width bits as an integer of 64, and back.
  ToBits,
  FromBits,
  // One operand. Round leaves the value as it is, but for Width.
  Round,
  Neg,
  Abs,
  Sqrt,
  Floor,
  Ceil,
  Trunc,
  Nearest, ///< to even
  Exp2,
  Log2,
  // Two.
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Min,
  Max,
  CopySign,
  Fma, ///< three
  // Comparisons give 0 or 1; of NaN, only Unordered holds.
  Less,
  LessEqual,
  Equal,
  Unordered,
};

/// One node. Arithmetic is two's complement in Width bits (1 to 64).
struct ExprNode {
  ExprKind Kind = ExprKind::Constant;
  uint8_t Width = 32;
  uint32_t Aux = 0;
  int64_t Imm = 0;
  std::array<ExprId, 3> Ops = {NoExpr, NoExpr, NoExpr};
  bool operator==(const ExprNode &) const = default;
};

/// Hash-consed expressions of one kernel.
class ExprPool {
public:
  /// Adds a node (folding constants), or finds the one that is there.
  ExprId get(ExprNode Node);
  ExprId constant(int64_t Value, unsigned Width = 64);
  const ExprNode &operator[](ExprId Id) const {
    assert(Id < Nodes.size() && "not an expression of this pool");
    return Nodes[Id];
  }
  size_t size() const { return Nodes.size(); }
  /// True if an Opaque node can be reached from \p Id.
  bool dependsOnData(ExprId Id) const;
  /// True if a leaf of that kind can be reached from \p Id.
  bool dependsOn(ExprId Id, ExprKind Leaf) const;
  /// True if the thread's place in its block or warp can be reached from \p Id.
  bool dependsOnThread(ExprId Id) const;
  /// True if the block's place in the grid can be reached from \p Id.
  bool dependsOnBlock(ExprId Id) const;
  /// True if the counter of \p Loop can be reached from \p Id.
  bool dependsOnLoop(ExprId Id, uint32_t Loop) const;
  /// \p Id with every LoopIter of loop \p Loop replaced by \p By (64 bits
  /// wide).
  ExprId substituteLoopIter(ExprId Id, uint32_t Loop, ExprId By);
  /// "4*ctaid.x*ntid.x + 4*tid.x"; \p ArgNames by parameter index.
  std::string print(ExprId Id, llvm::ArrayRef<std::string> ArgNames) const;

private:
  ExprId intern(const ExprNode &Node);
  ExprId getBinary(ExprNode Node);
  ExprId getInverse(ExprNode Comparison);

  std::vector<ExprNode> Nodes;
  llvm::DenseMap<uint64_t, llvm::SmallVector<ExprId, 1>> ByHash;
};

/// Width of the values that a node gives: 1 for comparisons, 64 for extensions
/// and floats.
unsigned resultWidth(const ExprNode &Node);
/// \p Value in \p Width bits, sign extended (0 or 1 for one bit).
int64_t wrapToWidth(int64_t Value, unsigned Width);
/// One operation on numbers; nothing on a division by zero.
std::optional<int64_t> foldOperation(ExprKind Kind, unsigned Width, int64_t A,
                                     int64_t B);

/// One operation of ExprKind::Float, on as many operands as it has. Nothing
/// where an integer cannot hold the result.
std::optional<int64_t> foldFloat(FloatOp Op, unsigned Width,
                                 llvm::ArrayRef<int64_t> Operands);
/// How many operands it has.
unsigned operandCount(FloatOp Op);

/// Values of 32 or 64 lanes; a lane whose Known bit is clear has no value.
inline constexpr unsigned MaxLanes = 64;
struct LaneValues {
  std::array<int64_t, MaxLanes> V{};
  std::bitset<MaxLanes> Known;
};

/// One warp of one launch at one point of its loops.
struct WarpContext {
  const Launch *L = nullptr;
  Dim3 Ctaid{0, 0, 0};
  uint64_t FirstThread = 0; ///< linear index in the block of lane 0
  unsigned WarpSize = 32;   ///< 32 or 64
  /// Iteration number by loop id.
  llvm::ArrayRef<uint64_t> LoopIter;
  /// Give data that is the same in all lanes the value 0. The differences
  /// between the lanes' values are then right, the values themselves are not.
  /// As a factor of an index it counts as a row length (WarpEvaluator.h).
  /// Where a few groups of lanes share data, each group is given a number far
  /// from the others'.
  bool UniformDataAsZero = false;
  /// Only with UniformDataAsZero, by InstrId: data that counts as 0 although
  /// the lanes' values differ, as they differ little. These are floats that
  /// were rounded to integers: a displacement that leaves neighbours near each
  /// other.
  const std::vector<bool> *Displacements = nullptr;
  /// By InstrId: loads from an array of which it is known how its elements grow
  /// with their place. They give so much per byte of their offset; 0: nothing
  /// is known.
  const std::vector<double> *Ramps = nullptr;
  /// Only with Ramps: other data is 0. What is then right is the distance of
  /// elements that are neighbours.
  bool OtherDataAsZero = false;
};

/// Evaluates \p Id for every lane of the warp (lanes past the block's end too).
/// Lanes whose value depends on data, on an argument without a value, or on a
/// division by zero are not Known. \p Steps is decremented per node; at 0 the
/// rest is unknown.
LaneValues evaluate(const ExprPool &Pool, ExprId Id, const WarpContext &Ctx,
                    uint64_t &Steps);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SYMBOLIC_SYMEXPR_H
