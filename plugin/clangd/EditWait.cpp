//===- EditWait.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/EditWait.h"
#include <algorithm>

using namespace gpuperf;
using std::chrono::milliseconds;

/// clangd 22 waits for no less and no more.
static constexpr milliseconds ShortestWait(50), LongestWait(500);
/// What is not worth a message of its own.
static constexpr milliseconds Little(10);

static milliseconds waitAfter(milliseconds Build) {
  return std::clamp(Build, ShortestWait, LongestWait);
}

std::optional<milliseconds> gpuperf::editWait(const BuildTimes &Last) {
  const milliseconds Ours = waitAfter(Last.Parse),
                     Clangds = waitAfter(Last.Parse + Last.Analysis);
  if (Clangds - Ours < Little)
    return std::nullopt;
  return Ours;
}
