//===- Allocations.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Allocations.h"
#include <map>
#include <mutex>
#include <sys/mman.h>

namespace gpuperf::record {

namespace {
struct Region {
  size_t Bytes = 0;
  size_t Mapped = 0; ///< 0: somebody else's
};
struct Table {
  std::mutex Lock;
  std::map<uintptr_t, Region> Regions;
  size_t Mapped = 0;
};
} // namespace

/// More than any GPU has: a program that asks for more has no use for it.
static constexpr size_t MostBytes = size_t(256) << 30;
static constexpr size_t Page = 4096;

/// It outlives everything: programs free memory in destructors of globals.
static Table &table() {
  static Table *T = new Table;
  return *T;
}

void *allocate(size_t Bytes) {
  Table &T = table();
  std::lock_guard<std::mutex> Held(T.Lock);
  if (Bytes > MostBytes || T.Mapped > MostBytes - Bytes)
    return nullptr;
  const size_t Mapped = (Bytes / Page + 1) * Page;
  void *At = mmap(nullptr, Mapped, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (At == MAP_FAILED)
    return nullptr;
  T.Mapped += Mapped;
  T.Regions[reinterpret_cast<uintptr_t>(At)] = {Bytes, Mapped};
  return At;
}

void release(void *At) {
  Table &T = table();
  std::lock_guard<std::mutex> Held(T.Lock);
  auto It = T.Regions.find(reinterpret_cast<uintptr_t>(At));
  if (It == T.Regions.end() || It->second.Mapped == 0)
    return;
  munmap(At, It->second.Mapped);
  T.Mapped -= It->second.Mapped;
  T.Regions.erase(It);
}

bool isAllocated(const void *At) {
  Table &T = table();
  std::lock_guard<std::mutex> Held(T.Lock);
  auto It = T.Regions.find(reinterpret_cast<uintptr_t>(At));
  return It != T.Regions.end() && It->second.Mapped != 0;
}

void addRegion(const void *At, size_t Bytes) {
  Table &T = table();
  std::lock_guard<std::mutex> Held(T.Lock);
  T.Regions[reinterpret_cast<uintptr_t>(At)] = {Bytes, 0};
}

void removeRegion(const void *At) {
  Table &T = table();
  std::lock_guard<std::mutex> Held(T.Lock);
  auto It = T.Regions.find(reinterpret_cast<uintptr_t>(At));
  if (It != T.Regions.end() && It->second.Mapped == 0)
    T.Regions.erase(It);
}

uint64_t bytesBehind(const void *At) {
  const auto Address = reinterpret_cast<uintptr_t>(At);
  Table &T = table();
  std::lock_guard<std::mutex> Held(T.Lock);
  auto It = T.Regions.upper_bound(Address);
  if (It == T.Regions.begin())
    return 0;
  --It;
  const uintptr_t Inside = Address - It->first;
  return Inside < It->second.Bytes ? It->second.Bytes - Inside : 0;
}

} // namespace gpuperf::record
