//===- OtherSizes.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/OtherSizes.h"
#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

/// Sizes of many kinds: large before small and small before large (one may be
/// divided by the next), with factors of two and without.
static constexpr int64_t Sizes[][8] = {{1000, 24, 509, 7, 96, 300, 56, 12},
                                       {96, 1531, 80, 640, 11, 1200, 9, 450},
                                       {8, 64, 768, 12, 256, 40, 16, 4},
                                       {12, 768, 64, 8, 40, 256, 100, 32}};

bool gpuperf::hasOpenSizes(const LaunchAnswer &Answer,
                           const HostBindings &Assume) {
  return !openNames(Answer.Site, Answer.Bound, Assume).empty();
}

std::vector<Launch> gpuperf::launchesAtOtherSizes(const LaunchAnswer &Answer,
                                                  const HostBindings &Assume) {
  std::vector<Launch> Out;
  const std::vector<std::string> Open =
      openNames(Answer.Site, Answer.Bound, Assume);
  if (Open.empty())
    return Out;
  const Launch &Asked = *Answer.Bound.L;
  for (const auto &Set : Sizes) {
    HostBindings Values = Assume;
    for (size_t I = 0; I < Open.size(); ++I)
      Values[Open[I]].Integer = Set[I % std::size(Set)];
    BoundLaunch Bound = bindLaunch(Answer.Site, Values);
    if (!Bound.L || !(Bound.L->Block == Asked.Block))
      continue;
    Bound.L->Conditions = Asked.Conditions;
    Out.push_back(std::move(*Bound.L));
  }
  return Out;
}
