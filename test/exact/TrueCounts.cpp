//===- TrueCounts.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/TrueCounts.h"
#include "llvm/ADT/STLExtras.h"
#include <bit>
#include <map>
#include <set>

using namespace gpuperf::exact;

void AddressMap::finish() {
  llvm::sort(Ranges, [](const AddressRange &A, const AddressRange &B) {
    return A.Begin < B.Begin;
  });
}

Place AddressMap::find(uint64_t Address) const {
  auto It =
      llvm::upper_bound(Ranges, Address, [](uint64_t A, const AddressRange &R) {
        return A < R.Begin;
      });
  if (It == Ranges.begin() || Address >= std::prev(It)->End)
    return Place::Stack;
  return std::prev(It)->Where;
}

uint64_t AddressMap::lowestGlobal() const {
  for (const AddressRange &R : Ranges)
    if (R.Where == Place::Global)
      return R.Begin;
  return 0;
}

double gpuperf::exact::sharedPasses(llvm::ArrayRef<uint64_t> Addresses,
                                    uint64_t Mask, uint32_t Bytes) {
  constexpr unsigned Banks = 32, Word = 4;
  // A phase asks each bank once if it can: 32 lanes of 4 bytes, 16 of 8 or 8 of
  // 16. A wavefront of 64 lanes has twice as many phases as a warp of 32.
  const unsigned PerPhase = Banks / std::max(1u, Bytes / Word);
  double Sum = 0, Used = 0;
  for (unsigned P = 0; P < MostLanes / PerPhase; ++P) {
    std::map<unsigned, std::set<uint64_t>> Bank;
    for (unsigned L = P * PerPhase; L < (P + 1) * PerPhase; ++L) {
      if (!(Mask >> L & 1))
        continue;
      for (uint64_t W = Addresses[L] / Word;
           W <= (Addresses[L] + Bytes - 1) / Word; ++W)
        Bank[W % Banks].insert(W);
    }
    size_t Most = 0;
    for (const auto &[Number, Words] : Bank)
      Most = std::max(Most, Words.size());
    if (Most) {
      Sum += static_cast<double>(Most);
      ++Used;
    }
  }
  return Used > 0 ? Sum / Used : 0;
}

TrueCounts::TrueCounts(const KernelText &Text, std::vector<Request> R,
                       uint64_t LineBytes)
    : Text(Text), Blocks(Text.Blocks.size()), ByRequest(R.size()),
      Requests(std::move(R)), LineBytes(LineBytes),
      ByTextBlock(Text.Blocks.size()), OfWarp(Requests.size()),
      OfBlock(Requests.size()), OfLaunch(Requests.size()) {
  for (size_t I = 0; I < Requests.size(); ++I)
    ByTextBlock[Text.Instrs[Requests[I].Text].Block].push_back(I);
}

void TrueCounts::addWarp(const AddressMap &Map, const WarpTrace &W) {
  ++Warps;
  for (const Execution &E : W.Executions) {
    Blocks[E.Block].Warps += 1;
    Blocks[E.Block].Lanes += std::popcount(E.Mask);
    const auto &Traced = Text.Blocks[E.Block].Traced;
    for (size_t Id : ByTextBlock[E.Block])
      addRequest(Id, Map, W, E,
                 static_cast<unsigned>(llvm::find(Traced, Requests[Id].Text) -
                                       Traced.begin()));
    checkOthers(Map, W, E);
  }
  for (size_t I = 0; I < Requests.size(); ++I) {
    ByRequest[I].WarpSectors += static_cast<double>(OfWarp[I].size());
    OfBlock[I].insert(OfWarp[I].begin(), OfWarp[I].end());
    OfWarp[I].clear();
  }
}

void TrueCounts::endBlock() {
  ++BlocksRun;
  for (size_t I = 0; I < Requests.size(); ++I) {
    ByRequest[I].BlockSectors += static_cast<double>(OfBlock[I].size());
    OfLaunch[I].insert(OfBlock[I].begin(), OfBlock[I].end());
    OfBlock[I].clear();
  }
}

void TrueCounts::endLaunch() {
  for (size_t I = 0; I < Requests.size(); ++I)
    ByRequest[I].LaunchSectors = static_cast<double>(OfLaunch[I].size());
}

void TrueCounts::addRequest(size_t Id, const AddressMap &Map,
                            const WarpTrace &W, const Execution &E,
                            unsigned Slot) {
  constexpr uint64_t Sector = 32;
  const Request &R = Requests[Id];
  RequestCounts &C = ByRequest[Id];
  std::array<uint64_t, MostLanes> At{};
  llvm::SmallVector<uint64_t, 64> Sectors, Lines;
  llvm::SmallVector<uint64_t, 32> Whole;
  Place Where = Place::Stack;
  const uint32_t Naming = Text.Instrs[R.Text].NamingLanes;
  const uint64_t Mask = Naming && Naming < MostLanes
                            ? E.Mask & ((uint64_t(1) << Naming) - 1)
                            : E.Mask;
  for (unsigned L = 0; L < MostLanes; ++L) {
    if (!(Mask >> L & 1))
      continue;
    At[L] = W.address(E, Slot, L);
    if (R.Wide)
      At[L] -= At[L] % R.Bytes;
    Where = Map.find(At[L]);
    if (Where == Place::Stack) {
      // Interleaved by lane: a word of all lanes is one line.
      for (uint64_t Word = At[L] / 4; Word <= (At[L] + R.Bytes - 1) / 4; ++Word)
        Sectors.push_back(Word * 4 + L / 8), Lines.push_back(Word);
    } else {
      for (uint64_t S = At[L] / Sector; S <= (At[L] + R.Bytes - 1) / Sector;
           ++S)
        Sectors.push_back(S);
      for (uint64_t S = At[L] / LineBytes;
           S <= (At[L] + R.Bytes - 1) / LineBytes; ++S)
        Lines.push_back(S);
    }
    Whole.push_back(At[L]);
  }
  auto Distinct = [](auto &List) {
    llvm::sort(List);
    List.erase(std::unique(List.begin(), List.end()), List.end());
    return static_cast<double>(List.size());
  };
  C.Where = Where;
  C.Requests += 1;
  C.Lanes += std::popcount(Mask);
  if (Where != Place::Shared) {
    size_t Fewest = ~size_t(0);
    for (uint64_t Shift = 0; Shift < Sector; Shift += std::max(R.Bytes, 1u)) {
      llvm::DenseSet<uint64_t> Touched;
      for (uint64_t A : Whole)
        for (uint64_t B = A + Shift; B < A + Shift + R.Bytes; ++B)
          Touched.insert(B / Sector);
      Fewest = std::min<size_t>(Fewest, Touched.size());
    }
    C.FewestSectors += static_cast<double>(Fewest);
    C.IdealSectors +=
        static_cast<double>((Whole.size() * R.Bytes + Sector - 1) / Sector);
    C.Sectors += Distinct(Sectors);
    C.Lines += Distinct(Lines);
    OfWarp[Id].insert(Sectors.begin(), Sectors.end());
  }
  if (Text.Instrs[R.Text].Kind == TextKind::Atomic) {
    std::map<uint64_t, unsigned> Same;
    unsigned Most = 0;
    for (uint64_t A : Whole)
      Most = std::max(Most, ++Same[A]);
    C.Passes += Most;
  } else if (Where == Place::Shared) {
    C.Passes += sharedPasses(At, Mask, R.Bytes);
  } else if (Where == Place::Constant) {
    llvm::SmallVector<uint64_t, 64> Words;
    for (uint64_t A : Whole)
      for (uint64_t Word = A / 4; Word <= (A + R.Bytes - 1) / 4; ++Word)
        Words.push_back(Word);
    C.Passes += Distinct(Words);
  } else {
    C.Passes += 1;
  }
}

/// Every other memory instruction of the block must be part of a wide request.
void TrueCounts::checkOthers(const AddressMap &Map, const WarpTrace &W,
                             const Execution &E) {
  const auto &Traced = Text.Blocks[E.Block].Traced;
  for (unsigned Slot = 0; Slot < Traced.size(); ++Slot) {
    uint32_t Id = Traced[Slot];
    if (Text.Instrs[Id].Kind == TextKind::Barrier ||
        llvm::is_contained(Uncovered, Id) ||
        llvm::any_of(ByTextBlock[E.Block],
                     [&](size_t R) { return Requests[R].Text == Id; }))
      continue;
    for (unsigned L = 0; L < MostLanes; ++L) {
      if (!(E.Mask >> L & 1))
        continue;
      uint64_t A = W.address(E, Slot, L);
      bool Covered = Map.find(A) == Place::Argument;
      for (size_t R : ByTextBlock[E.Block]) {
        if (!Requests[R].Wide)
          continue;
        auto Other = static_cast<unsigned>(
            llvm::find(Traced, Requests[R].Text) - Traced.begin());
        uint64_t Begin = W.address(E, Other, L);
        Begin -= Begin % Requests[R].Bytes;
        Covered |= A >= Begin &&
                   A + Text.Instrs[Id].Bytes <= Begin + Requests[R].Bytes;
      }
      if (!Covered) {
        Uncovered.push_back(Id);
        break;
      }
    }
  }
}
