//===- Scope.h - What ends with a stretch of code ---------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each of these sets something up in its constructor and puts it back in its
// destructor. They live on the C++ stack, so they end in the reverse order of
// their beginning; that is asserted.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_STATE_SCOPE_H
#define GPUPERF_PLUGIN_HOST_STATE_SCOPE_H

#include "plugin/host/state/WalkState.h"

namespace gpuperf::host {

/// One node deeper in the tree.
class DepthScope {
public:
  explicit DepthScope(WalkState &State) : State(State) { ++State.Depth; }
  ~DepthScope() {
    assert(State.Depth > 0 && "left more nodes than were entered");
    --State.Depth;
  }
  DepthScope(const DepthScope &) = delete;

private:
  WalkState &State;
};

/// \p Entered is the function that is walked.
class FrameScope {
public:
  FrameScope(WalkState &State, Frame &Entered)
      : State(State), Entered(Entered), Before(State.Current),
        DepthBefore(State.Depth) {
    State.Current = &Entered;
  }
  ~FrameScope() {
    assert(State.Current == &Entered && "a frame inside has not been left");
    assert(State.Depth == DepthBefore && "a node has not been left");
    State.Current = Before;
  }
  FrameScope(const FrameScope &) = delete;

private:
  WalkState &State;
  [[maybe_unused]] Frame &Entered;
  Frame *Before;
  [[maybe_unused]] unsigned DepthBefore;
};

/// The function of \p Entered is evaluated in place of a call.
class HelperScope {
public:
  HelperScope(WalkState &State, Frame &Entered)
      : State(State), Scope(State, Entered) {
    assert(Entered.isHelper() && "a helper knows its caller");
    State.refillHelperSteps();
    ++State.HelperDepth;
  }
  ~HelperScope() {
    assert(State.HelperDepth > 0 && "left more helpers than were entered");
    --State.HelperDepth;
  }
  HelperScope(const HelperScope &) = delete;

private:
  WalkState &State;
  FrameScope Scope;
};

/// A way that control may or may not take. When it ends, the variables hold
/// what they held before it, and control is where it was.
class BranchScope {
public:
  explicit BranchScope(Frame &In)
      : In(In), Mark(In.Env.mark()), Reachable(In.Reachable) {}
  ~BranchScope() {
    if (Kept)
      return;
    assert(In.Env.mark() >= Mark && "rolled back beyond the branch");
    In.Env.rollback(Mark);
    In.Reachable = Reachable;
  }
  BranchScope(const BranchScope &) = delete;

  /// What the code walked so far has done.
  Way way() const { return {In.Env.changesSince(Mark), In.Reachable}; }
  size_t mark() const { return Mark; }
  /// Control did take this way: what it changed stays.
  void keep() { Kept = true; }

private:
  Frame &In;
  size_t Mark;
  bool Reachable;
  bool Kept = false;
};

/// Control comes here only if \p Condition holds (null: not known when).
class PathScope {
public:
  PathScope(Frame &In, HostExpr Condition) : In(In) {
    In.PathConditions.push_back(std::move(Condition));
    Depth = In.PathConditions.size();
  }
  ~PathScope() {
    assert(In.PathConditions.size() == Depth && "a condition has not ended");
    In.PathConditions.pop_back();
  }
  PathScope(const PathScope &) = delete;

private:
  Frame &In;
  [[maybe_unused]] size_t Depth;
};

/// Inside \p Target, which a jump may leave.
class JumpScope {
public:
  JumpScope(Frame &In, JumpTarget &Target) : In(In), Target(Target) {
    In.Jumps.push_back(&Target);
  }
  ~JumpScope() {
    assert(In.Jumps.back() == &Target && "a jump target has not ended");
    In.Jumps.pop_back();
  }
  JumpScope(const JumpScope &) = delete;

private:
  Frame &In;
  [[maybe_unused]] JumpTarget &Target;
};

/// \p Facts hold of variables.
class FactsScope {
public:
  FactsScope(Frame &In, const HostEnv::Delta &Facts) : In(In), Facts(Facts) {
    In.BranchFacts.push_back(&Facts);
  }
  ~FactsScope() {
    assert(In.BranchFacts.back() == &Facts && "a branch has not ended");
    In.BranchFacts.pop_back();
  }
  FactsScope(const FactsScope &) = delete;

private:
  Frame &In;
  [[maybe_unused]] const HostEnv::Delta &Facts;
};

} // namespace gpuperf::host

#endif // GPUPERF_PLUGIN_HOST_STATE_SCOPE_H
