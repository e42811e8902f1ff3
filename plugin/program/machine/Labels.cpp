//===- Labels.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Labels.h"
#include <algorithm>
#include <iterator>

namespace gpuperf::program {

/// A value that comes from more places than this is simply not known: the sets
/// stay small and few.
static constexpr size_t MostLabels = 12, MostSets = 60'000;

Labels::Labels() {
  intern({});
  add(Label::Kind::Data, "data");
}

LabelSet Labels::add(Label::Kind K, llvm::StringRef Name, double Value) {
  auto It = std::find_if(All.begin(), All.end(), [&](const Label &L) {
    return L.K == K && L.Name == Name;
  });
  if (It == All.end()) {
    if (All.size() >= MostSets / 2)
      return 1;
    All.push_back({K, Name.str(), Value});
    It = std::prev(All.end());
  } else {
    It->Value = Value;
  }
  return intern({static_cast<uint16_t>(It - All.begin())});
}

LabelSet Labels::intern(std::vector<uint16_t> Members) {
  auto It = Interned.find(Members);
  if (It != Interned.end())
    return It->second;
  if (Members.size() > MostLabels || Sets.size() >= MostSets)
    return 1;
  auto Number = static_cast<LabelSet>(Sets.size());
  HasData.push_back(
      std::any_of(Members.begin(), Members.end(),
                  [&](uint16_t L) { return All[L].K == Label::Kind::Data; }));
  Sets.push_back(Members);
  Interned.emplace(std::move(Members), Number);
  return Number;
}

LabelSet Labels::uniteDifferent(LabelSet A, LabelSet B) {
  uint32_t Key = (uint32_t(std::min(A, B)) << 16) | std::max(A, B);
  auto It = Unions.find(Key);
  if (It != Unions.end())
    return It->second;
  std::vector<uint16_t> Both;
  std::set_union(Sets[A].begin(), Sets[A].end(), Sets[B].begin(), Sets[B].end(),
                 std::back_inserter(Both));
  LabelSet Result = intern(std::move(Both));
  Unions[Key] = Result;
  return Result;
}

} // namespace gpuperf::program
