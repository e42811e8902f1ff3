//===- ShareBar.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/draw/ShareBar.h"
#include <algorithm>
#include <cmath>

using namespace gpuperf;

/// Eight steps a character: U+258F (1/8) to U+2588 (full).
std::string gpuperf::shareBar(double Share, unsigned Width) {
  static constexpr const char *Eighths[] = {
      "", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
  Share = std::clamp(std::isfinite(Share) ? Share : 0.0, 0.0, 1.0);
  unsigned Steps = static_cast<unsigned>(std::lround(Share * Width * 8));
  std::string Text;
  for (unsigned I = 0; I < Steps / 8; ++I)
    Text += "\u2588";
  Text += Eighths[Steps % 8];
  return Text;
}
