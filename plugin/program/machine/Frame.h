//===- Frame.h - One call that is being executed ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_MACHINE_FRAME_H
#define GPUPERF_PLUGIN_PROGRAM_MACHINE_FRAME_H

#include "plugin/program/machine/Machine.h"

namespace gpuperf::program {

/// What a loop held at the start of one iteration.
struct IterationState {
  std::vector<Value> Phis;
  /// Words of small objects that were written, by address.
  std::vector<std::pair<Address, Value>> Words;
  /// Operands of the comparisons that leave the loop, by operation.
  llvm::DenseMap<uint32_t, std::pair<Value, Value>> Compared;
  size_t FirstEvent = 0;
};

/// A loop that is being executed.
struct Machine::Activation {
  int32_t Loop = -1;
  uint64_t FirstStep = 0, FirstClock = 0, NextLook = 0, Iterations = 0;
  unsigned Looks = 0;
  /// Iterations that are looked at together: two, where those with an even and
  /// an odd number do different things; and how many of them have passed.
  unsigned Together = 1, Passed = 0;
  bool Leave = false; ///< at the next chance
  bool Stays = false; ///< until a certain condition leaves it, by a choice
  size_t FirstEvent = 0;
  std::vector<IterationState> Seen;            ///< while it is being looked at
  std::optional<IterationState> BeforeLeaving; ///< LoopSkip::leaveByData
};

struct Machine::Frame {
  const FunctionCode &Code;
  size_t Base = 0; ///< of the slots in Machine::Stack
  uint32_t At = 0; ///< next operation
  std::vector<Activation> Loops;
  std::vector<Address> Locals;
};

/// Looks at loops that take long and brings them to their end.
class LoopSkip {
public:
  LoopSkip(Machine &M, Machine::Frame &F) : M(M), F(F) {}
  /// Called at the start of each iteration but the first of the innermost loop.
  void atIteration();
  /// Called at a branch that leaves a loop, while the innermost one is being
  /// looked at.
  void atExit(uint32_t OpNumber);

  // A loop that data ends is left after some iterations, and nobody knows what
  // it has counted by then.

  /// Called in the last iteration but one.
  void lookBeforeLeaving();
  /// Called where the loop is left: labels what has changed since then.
  void leaveByData();

private:
  IterationState record();
  void skip();
  std::optional<uint64_t> iterationsLeft() const;
  bool sameEvents() const;
  void repeatRareEvents(uint64_t Skipped);
  void advance(uint64_t Iterations);

  Machine &M;
  Machine::Frame &F;
};

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_MACHINE_FRAME_H
