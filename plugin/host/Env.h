//===- Env.h - The variables of a host function, with forks -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An environment that keeps a journal of what its variables held before each
// change. A branch is walked on the same environment as all other code and is
// undone afterwards (rollback), and two branches are compared only in the
// variables that they changed. So the time for a long function with many
// branches grows with its length, not with its branches times its variables.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_HOST_ENV_H
#define GPUPERF_PLUGIN_HOST_ENV_H

#include "plugin/host/Object.h"
#include "llvm/ADT/MapVector.h"
#include <cassert>

namespace gpuperf {

/// What the variables of a host function hold.
class HostEnv {
public:
  using Key = const clang::VarDecl *; ///< null: `*this`
  /// What a stretch of code left in each variable that it changed; nothing: the
  /// environment does not hold the variable any more.
  using Delta = llvm::MapVector<Key, std::optional<HostObject>>;

  const HostObject *get(Key K) const {
    auto It = Vars.find(K);
    return It == Vars.end() ? nullptr : &It->second;
  }
  void set(Key K, std::optional<HostObject> V) {
    auto It = Vars.find(K);
    if (It == Vars.end()) {
      Journal.emplace_back(K, std::nullopt);
      if (V)
        Vars.try_emplace(K, std::move(*V));
      return;
    }
    Journal.emplace_back(K, std::move(It->second));
    if (V)
      It->second = std::move(*V);
    else
      Vars.erase(It);
  }

  /// This point of time, for the functions below.
  size_t mark() const { return Journal.size(); }
  /// What has changed since \p Mark.
  Delta changesSince(size_t Mark) const {
    assert(Mark <= Journal.size() && "a mark that was rolled back");
    Delta D;
    for (size_t I = Mark; I < Journal.size(); ++I) {
      Key K = Journal[I].first;
      if (D.count(K))
        continue;
      const HostObject *V = get(K);
      D[K] = V ? std::optional<HostObject>(*V) : std::nullopt;
    }
    return D;
  }
  /// Undoes all changes since \p Mark.
  void rollback(size_t Mark) {
    assert(Mark <= Journal.size() && "a mark that was rolled back");
    while (Journal.size() > Mark) {
      auto [K, Old] = std::move(Journal.back());
      Journal.pop_back();
      if (Old)
        Vars[K] = std::move(*Old);
      else
        Vars.erase(K);
    }
  }
  /// Undoes all changes since \p Mark and returns them.
  Delta take(size_t Mark) {
    Delta D = changesSince(Mark);
    rollback(Mark);
    return D;
  }
  void applyDelta(const Delta &D) {
    for (const auto &[K, V] : D)
      set(K, V);
  }
  /// Calls \p F for each variable that is held, in no particular order.
  template <typename Fn> void forEachKey(Fn F) const {
    for (const auto &Entry : Vars)
      F(Entry.first);
  }

private:
  llvm::DenseMap<Key, HostObject> Vars;
  std::vector<std::pair<Key, std::optional<HostObject>>> Journal;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_HOST_ENV_H
