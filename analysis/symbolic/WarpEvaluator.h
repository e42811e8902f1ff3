//===- WarpEvaluator.h - Many expressions at one point ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// evaluate() for many expressions, iterations and warps of one launch. A value
// is kept as long as what it depends on stays the same: from one iteration to
// the next if it does not depend on the counter, from one warp to the next if
// it does not depend on thread or block.
//
// Data that counts as zero (WarpContext::UniformDataAsZero) is still a length
// where an index is multiplied by it: `row * *columns + column` puts each row
// of the lanes at a place of its own, far from the others.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SYMBOLIC_WARPEVALUATOR_H
#define GPUPERF_ANALYSIS_SYMBOLIC_WARPEVALUATOR_H

#include "analysis/symbolic/SymExpr.h"
#include "llvm/Support/Allocator.h"

namespace gpuperf {

class WarpEvaluator {
public:
  explicit WarpEvaluator(const ExprPool &Pool) : Pool(Pool) {}

  /// Moves to another warp. \p Ctx.L must outlive the evaluator and stay as it
  /// is.
  void setWarp(const WarpContext &Ctx);
  void setLoopIter(uint32_t Loop, uint64_t Iteration);
  /// As evaluate(); valid until the next call.
  const LaneValues &value(ExprId Id, uint64_t &Steps) {
    return entry(Id, Steps, 0).Values;
  }

private:
  struct Entry {
    LaneValues Values;
    uint64_t Depends = 0; ///< bits of what it depends on
    uint64_t Epoch = 0;   ///< when it was computed; 0: it is not
    bool Uniform = true;  ///< the same in all lanes
    /// How many times data is a part of it that counts as 0 and that nothing
    /// was multiplied by yet (UniformDataAsZero).
    int64_t OpenData = 0;
  };

  Entry &entry(ExprId Id, uint64_t &Steps, unsigned Depth);
  bool isCurrent(const Entry &E) const;
  void compute(const ExprNode &N, Entry &Out, uint64_t &Steps, unsigned Depth);
  void fill(Entry &Out, int64_t V);
  template <typename Fn> void perThread(Entry &Out, Fn F);
  void argument(const ExprNode &N, Entry &Out);
  void data(const ExprNode &N, const Entry *const *Ops, Entry &Out);
  void firstExit(const ExprNode &N, Entry &Out, uint64_t &Steps);
  void variable(const ExprNode &N, Entry &Out);
  void carried(const ExprNode &N, Entry &Out, uint64_t &Steps, unsigned Depth);
  void binary(const ExprNode &N, const LaneValues &A, const LaneValues &B,
              Entry &Out);
  void product(const ExprNode &N, const Entry &A, const Entry &B, Entry &Out);
  static bool isShiftByData(const ExprNode &N, const Entry *const *Ops);
  static int64_t openData(const ExprNode &N, const Entry *const *Ops);
  void select(const LaneValues &C, const LaneValues &T, const LaneValues &F,
              Entry &Out);
  void fromLanes(const ExprNode &N, const Entry *const *Ops, Entry &Out);
  void floats(const ExprNode &N, const Entry *const *Ops, Entry &Out);
  void changeWidth(const ExprNode &N, const LaneValues &A, Entry &Out);

  /// The variables that a loop carries, after some iterations.
  struct LoopState {
    ExprId Starts = NoExpr, Nexts = NoExpr;
    uint64_t Iteration = 0;
    uint64_t Depends = 0, Epoch = 0; ///< as in Entry
    std::vector<LaneValues> Values;
  };

  const ExprPool &Pool;
  WarpContext Ctx;
  llvm::SmallVector<uint64_t, 8> Iter;
  unsigned Lanes = 32;
  std::bitset<MaxLanes> AllLanes;
  uint64_t Clock = 1;
  std::array<uint64_t, 64> LastChange{}; ///< by bit of Entry::Depends
  std::vector<Entry *> Memo;             ///< by ExprId; null: never asked
  llvm::SpecificBumpPtrAllocator<Entry> Store;
  Entry None;           ///< of NoExpr
  unsigned Nesting = 0; ///< searches that this one is inside of
  std::vector<LoopState> States;
  /// While an iteration of a carried value is evaluated: the values of the
  /// variables, and the loop that they belong to. Those of other loops are
  /// known to the evaluator that uses this one (Outer).
  const std::vector<LaneValues> *Bound = nullptr;
  uint32_t BoundLoop = 0;
  const WarpEvaluator *Outer = nullptr;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SYMBOLIC_WARPEVALUATOR_H
