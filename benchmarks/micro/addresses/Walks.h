//===- Walks.h - Lists of places to load from -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_ADDRESSES_WALKS_H
#define GPUPERF_BENCHMARKS_MICRO_ADDRESSES_WALKS_H

#include "benchmarks/micro/addresses/Chase.h"
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace gpuperf::micro {

/// \p Count different numbers below \p Below (all of them, if they are fewer),
/// in random order.
inline std::vector<uint32_t> distinctNumbers(uint32_t Count, uint32_t Below,
                                             uint64_t Seed) {
  std::vector<uint32_t> All(Below);
  std::iota(All.begin(), All.end(), 0u);
  Random Numbers(Seed);
  Count = std::min(Count, Below);
  for (uint32_t I = 0; I < Count; ++I)
    std::swap(All[I], All[I + Numbers.below(Below - I)]);
  All.resize(Count);
  return All;
}

/// How many nodes a walk over pages can have before it meets one again.
constexpr uint64_t pageWalkNodes(uint64_t Pages, uint64_t PageBytes,
                                 uint64_t NodeBytes) {
  return Pages * (PageBytes / NodeBytes);
}

/// Offsets of \p Nodes nodes: round after round through \p Pages pages in one
/// random order, each time at another place of the page, so that a node is in
/// no cache while its page may be in a TLB. Where a page is begun differs from
/// page to page, or all would meet in the same sets. PageBytes / NodeBytes is a
/// power of two.
inline std::vector<uint64_t> pageWalk(uint32_t Pages, uint64_t PageBytes,
                                      uint64_t NodeBytes, uint32_t Nodes,
                                      uint64_t Seed) {
  std::vector<uint32_t> Order = distinctNumbers(Pages, Pages, Seed);
  uint64_t PerPage = PageBytes / NodeBytes;
  Random Numbers(Seed + 1);
  std::vector<uint64_t> First(Pages);
  for (uint64_t &F : First)
    F = Numbers.below(PerPage);
  std::vector<uint64_t> Offsets(Nodes);
  for (uint32_t I = 0; I < Nodes; ++I) {
    uint64_t Page = Order[I % Pages], Round = I / Pages;
    // An odd step meets all of a page's places before it meets one again.
    uint64_t Place = (First[Page] + Round * 5741) % PerPage;
    Offsets[I] = Page * PageBytes + Place * NodeBytes;
  }
  return Offsets;
}

/// Offsets for \p Rounds rounds of \p Lanes loads (element r * Lanes + l): a
/// round lies in a random block of its own, its loads \p Spread bytes apart. A
/// region too small for so many blocks gives fewer rounds.
inline std::vector<uint64_t> spreadLoads(uint32_t Rounds, uint32_t Lanes,
                                         uint64_t Spread, uint64_t RegionBytes,
                                         uint64_t Seed) {
  std::vector<uint64_t> Offsets;
  for (uint64_t Block :
       distinctNumbers(Rounds, uint32_t(RegionBytes / (Lanes * Spread)), Seed))
    for (uint32_t Lane = 0; Lane < Lanes; ++Lane)
      Offsets.push_back((Block * Lanes + Lane) * Spread);
  return Offsets;
}

/// A grid of a sweep over the number of threads.
struct GridShape {
  uint32_t Blocks = 0, Threads = 0; ///< blocks, and threads of each
  uint64_t total() const { return uint64_t(Blocks) * Threads; }
};

/// From one warp over one warp on every SM to \p WarpsPerSm warps on each:
/// rising, none twice; blocks of at most eight warps, so that they fit into
/// every SM. A quick sweep takes every second.
inline std::vector<GridShape> threadSweep(uint32_t SmCount, uint32_t WarpSize,
                                          uint32_t WarpsPerSm, bool Quick) {
  constexpr uint32_t WarpsPerBlock = 8;
  std::vector<GridShape> All;
  for (uint32_t Blocks = 1; Blocks < SmCount; Blocks *= 4)
    All.push_back({Blocks, WarpSize});
  for (uint32_t Warps = 1; Warps <= WarpsPerSm; Warps *= 2)
    All.push_back({SmCount * std::max(1u, Warps / WarpsPerBlock),
                   std::min(Warps, WarpsPerBlock) * WarpSize});
  uint32_t MostBlocks = WarpsPerSm / WarpsPerBlock;
  if (MostBlocks > 0 && SmCount * MostBlocks > All.back().Blocks)
    All.push_back({SmCount * MostBlocks, WarpsPerBlock * WarpSize});
  if (!Quick)
    return All;
  std::vector<GridShape> Some; // the last one always
  for (size_t I = (All.size() - 1) % 2; I < All.size(); I += 2)
    Some.push_back(All[I]);
  return Some;
}

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_ADDRESSES_WALKS_H
