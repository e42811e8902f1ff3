//===- Sampling.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Sampling.h"
#include <cmath>

using namespace gpuperf;

IndexSamples gpuperf::sampleRange(uint64_t Count, unsigned Most) {
  IndexSamples Out;
  if (Count <= std::max(Most, 1u)) {
    for (uint64_t I = 0; I < Count; ++I)
      Out.push_back({I, 1});
    return Out;
  }
  auto N = static_cast<double>(Count);
  if (Most <= 1) {
    Out.push_back({Count / 2, N});
    return Out;
  }
  if (Most == 2) { // the last is where guards cut
    Out.push_back({(Count - 1) / 2, N - 1});
    Out.push_back({Count - 1, 1});
    return Out;
  }
  Out.push_back({0, 1});
  double Inner = N - 2; // members 1 .. Count - 2
  if (Most == 3) {
    Out.push_back({1 + static_cast<uint64_t>((Inner - 1) / 2), Inner});
  } else {
    // Gauss points of as many equal parts as samples allow in pairs.
    unsigned Parts = std::max(1u, (Most - 2) / 2);
    double Width = Inner / Parts;
    for (unsigned P = 0; P < Parts; ++P)
      for (double Sign : {-1.0, 1.0}) {
        double X = (P + 0.5) * Width + Sign * Width / (2 * std::sqrt(3.0));
        auto I = static_cast<uint64_t>(std::clamp(X, 0.0, Inner - 1));
        Out.push_back({1 + I, Width / 2});
      }
  }
  Out.push_back({Count - 1, 1});
  return Out;
}

llvm::SmallVector<BlockSample, 16> gpuperf::sampleBlocks(const Dim3 &Grid,
                                                         unsigned Most) {
  unsigned Dimensions = (Grid.X > 1) + (Grid.Y > 1) + (Grid.Z > 1);
  unsigned Per = Dimensions <= 1 ? Most : Dimensions == 2 ? 3 : 2;
  Per = std::min(Per, std::max(Most, 1u));
  llvm::SmallVector<BlockSample, 16> Out;
  for (const IndexSample &Z : sampleRange(Grid.Z, Per))
    for (const IndexSample &Y : sampleRange(Grid.Y, Per))
      for (const IndexSample &X : sampleRange(Grid.X, Per))
        Out.push_back(
            {{X.Index, Y.Index, Z.Index}, X.Weight * Y.Weight * Z.Weight});
  return Out;
}
