//===- WarpTrace.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/WarpTrace.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf::exact;

WarpTrace::WarpTrace(const KernelText &Text, llvm::ArrayRef<ThreadTrace> Lanes)
    : Text(Text) {
  for (unsigned L = 0; L < Lanes.size() && L < MostLanes; ++L)
    addLane(L, Lanes[L]);
  llvm::sort(Executions, [](const Execution &A, const Execution &B) {
    return A.Place < B.Place;
  });
}

/// The execution of \p Block at \p Place; \p Before: what the lane executed
/// last, for most lanes do the same.
size_t WarpTrace::find(uint32_t Block, llvm::ArrayRef<uint32_t> Place,
                       size_t Before) {
  auto Same = [&](size_t I) {
    return Executions[I].Block == Block &&
           llvm::ArrayRef<uint32_t>(Executions[I].Place) == Place;
  };
  if (Before != ~size_t(0)) {
    size_t Next = Executions[Before].Next;
    if (Next != ~size_t(0) && Same(Next))
      return Next;
  }
  uint64_t Hash = llvm::hash_combine_range(Place.begin(), Place.end()) >> 2;
  size_t Found = Executions.size();
  // Two places with one hash: the next number is as good.
  for (;; ++Hash) {
    auto [It, New] = ByHash.try_emplace(Hash, Executions.size());
    if (!New && !Same(It->second))
      continue;
    Found = It->second;
    break;
  }
  if (Found == Executions.size()) {
    Execution &E = Executions.emplace_back();
    E.Block = Block;
    E.Place.assign(Place.begin(), Place.end());
    E.FirstAddress = Addresses.size();
    Addresses.resize(Addresses.size() +
                     Text.Blocks[Block].Traced.size() * MostLanes);
  }
  if (Before != ~size_t(0))
    Executions[Before].Next = Found;
  return Found;
}

void WarpTrace::addLane(unsigned Lane, const ThreadTrace &Events) {
  struct Open {
    uint32_t Header, Iteration;
  };
  llvm::SmallVector<Open, 4> Loops;
  llvm::SmallVector<uint32_t, 7> Place;
  size_t Now = ~size_t(0);
  for (const Event &Ev : Events) {
    if (Ev.Bytes != 0) {
      const Execution &E = Executions[Now];
      const auto &Traced = Text.Blocks[E.Block].Traced;
      auto Slot =
          static_cast<size_t>(llvm::find(Traced, Ev.Id) - Traced.begin());
      Addresses[E.FirstAddress + Slot * MostLanes + Lane] = Ev.Address;
      continue;
    }
    const TextBlock &B = Text.Blocks[Ev.Id];
    // Leave the loops that do not hold it, enter or go on in the others.
    size_t Common = 0;
    while (Common < Loops.size() && Common < B.Loops.size() &&
           Loops[Common].Header == B.Loops[Common])
      ++Common;
    Loops.resize(Common);
    if (B.IsHeader && Loops.size() == B.Loops.size())
      ++Loops.back().Iteration;
    while (Loops.size() < B.Loops.size())
      Loops.push_back({B.Loops[Loops.size()], 0});
    Place.clear();
    for (const Open &L : Loops) {
      Place.push_back(L.Header);
      Place.push_back(L.Iteration);
    }
    Place.push_back(B.Rank);
    Now = find(Ev.Id, Place, Now);
    Executions[Now].Mask |= uint64_t(1) << Lane;
  }
}
