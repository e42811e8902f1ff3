//===- BlockSearch.cpp - The fastest block in few predictions -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time over the block size is a slope with steps: there is a step where one
// block fewer fits on an SM, and one where the last wave becomes nearly empty.
// Sizes that lie far apart find the slope, the promising ones of the caller
// find the steps, and the neighbours of the best find what is left.
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/launches/BlockCandidates.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;

namespace {
/// The most blocks that are predicted, which limits what a check costs.
constexpr unsigned MostBlocks = 48;

class Search {
public:
  Search(llvm::ArrayRef<Dim3> All,
         llvm::function_ref<std::optional<double>(const Dim3 &)> TimeUs)
      : All(All), TimeUs(TimeUs), Seen(All.size(), false),
        Flat(llvm::all_of(All,
                          [](const Dim3 &B) { return B.Y == 1 && B.Z == 1; })) {
  }

  void run(llvm::ArrayRef<Dim3> Promising) {
    for (size_t I = 0; I < All.size(); ++I)
      if (isCoarse(All[I]))
        look(I);
    for (const Dim3 &B : Promising)
      if (auto *It = llvm::find(All, B); It != All.end())
        look(It - All.begin());
    // The search goes to better neighbours until all neighbours of the best are
    // known.
    for (unsigned Before = 0; Best && Looked != Before;) {
      Before = Looked;
      for (size_t I : neighbours(*Best))
        look(I);
    }
  }

private:
  /// Sizes that people write, and shapes of them.
  bool isCoarse(const Dim3 &B) const {
    const uint64_t Threads = B.count();
    if (Flat)
      return llvm::is_contained(
          {32u, 64u, 96u, 128u, 192u, 256u, 384u, 512u, 768u, 1024u}, Threads);
    if (Threads == 256 || Threads == 64)
      return B.X >= 8 && B.Z <= 4;
    return (Threads == 128 || Threads == 1024) && B.X == 32;
  }

  void look(size_t I) {
    if (Seen[I] || Looked >= MostBlocks)
      return;
    Seen[I] = true;
    ++Looked;
    std::optional<double> T = TimeUs(All[I]);
    if (T && (!Best || *T < BestTime))
      Best = I, BestTime = *T;
  }

  std::vector<size_t> neighbours(size_t At) const {
    std::vector<size_t> Out;
    if (Flat) {
      // The sizes halfway to the next known size on either side.
      auto Towards = [&](long Step) {
        long Known = static_cast<long>(At) + Step;
        while (Known >= 0 && Known < static_cast<long>(All.size()) &&
               !Seen[Known])
          Known += Step;
        const long Half = (static_cast<long>(At) + Known) / 2;
        if (Half >= 0 && Half < static_cast<long>(All.size()))
          Out.push_back(Half);
      };
      Towards(-1);
      Towards(+1);
      return Out;
    }
    auto Steps = [](uint64_t A, uint64_t B) {
      return std::lround(std::log2(double(A) / double(B)));
    };
    for (size_t I = 0; I < All.size(); ++I) {
      const long X = Steps(All[I].X, All[At].X), Y = Steps(All[I].Y, All[At].Y),
                 Z = Steps(All[I].Z, All[At].Z);
      const long Moved = std::abs(X) + std::abs(Y) + std::abs(Z);
      // One dimension is doubled or halved, or one is doubled while another is
      // halved.
      if (Moved == 1 || (Moved == 2 && X + Y + Z == 0))
        Out.push_back(I);
    }
    return Out;
  }

  llvm::ArrayRef<Dim3> All;
  llvm::function_ref<std::optional<double>(const Dim3 &)> TimeUs;
  std::vector<bool> Seen;
  bool Flat;
  unsigned Looked = 0;
  std::optional<size_t> Best;
  double BestTime = 0;
};
} // namespace

void gpuperf::searchBlocks(
    llvm::ArrayRef<Dim3> All, llvm::ArrayRef<Dim3> Promising,
    llvm::function_ref<std::optional<double>(const Dim3 &Block)> TimeUs) {
  Search(All, TimeUs).run(Promising);
}
