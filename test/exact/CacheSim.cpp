//===- CacheSim.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/CacheSim.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;
using namespace gpuperf::exact;

llvm::Expected<AddressTrace> AddressTrace::record(const CompiledCase &C,
                                                  bool PlainInL1) {
  AddressTrace T;
  std::vector<Request> Requests;
  std::vector<std::vector<std::pair<unsigned, const Request *>>> ByBlock;
  const KernelSummary &K = C.summary();
  std::vector<bool> ReadOnly;
  size_t FirstWarp = 0;
  llvm::SmallVector<uint32_t, 64> Now;
  uint64_t Lowest = 0;
  auto OnWarp = [&](const KernelText &Text, const AddressMap &Map,
                    const WarpTrace &W) {
    if (ByBlock.empty()) {
      Requests = requestsOf(K, Text);
      for (const Access &A : K.Accesses)
        ReadOnly.push_back(A.ReadOnly);
      ByBlock.resize(Text.Blocks.size());
      for (const Request &R : Requests) {
        uint32_t B = Text.Instrs[R.Text].Block;
        ByBlock[B].push_back(
            {static_cast<unsigned>(llvm::find(Text.Blocks[B].Traced, R.Text) -
                                   Text.Blocks[B].Traced.begin()),
             &R});
      }
      for (auto &List : ByBlock)
        llvm::sort(List);
      Lowest = Map.lowestGlobal();
    }
    Warp Out;
    Out.First = T.Items.size();
    for (const Execution &E : W.Executions) {
      const auto &Traced = Text.Blocks[E.Block].Traced;
      auto Next = ByBlock[E.Block].begin(), End = ByBlock[E.Block].end();
      for (unsigned Slot = 0; Slot < Traced.size(); ++Slot) {
        const TextInstr &In = Text.Instrs[Traced[Slot]];
        if (In.Kind == TextKind::Barrier)
          T.Items.push_back({T.Sectors.size(), 0, Kind::Barrier});
        while (Next != End && Next->first < Slot)
          ++Next;
        if (Next == End || Next->first != Slot)
          continue;
        const Request &R = *Next->second;
        Now.clear();
        for (unsigned L = 0; L < MostLanes; ++L) {
          if (!(E.Mask >> L & 1))
            continue;
          uint64_t A = W.address(E, Slot, L);
          if (R.Wide)
            A -= A % R.Bytes;
          if (Map.find(A) != Place::Global)
            continue;
          for (uint64_t S = (A - Lowest) / 32;
               S <= (A - Lowest + R.Bytes - 1) / 32; ++S)
            if (Now.empty() || Now.back() != S)
              Now.push_back(static_cast<uint32_t>(S));
        }
        if (Now.empty())
          continue;
        llvm::sort(Now);
        Now.erase(std::unique(Now.begin(), Now.end()), Now.end());
        auto Id = static_cast<size_t>(&R - Requests.data());
        bool Cached = !In.Volatile && (PlainInL1 || ReadOnly[Id]);
        T.Items.push_back({T.Sectors.size(), static_cast<uint32_t>(Now.size()),
                           In.Kind == TextKind::Store    ? Kind::Store
                           : In.Kind == TextKind::Atomic ? Kind::Atomic
                           : Cached                      ? Kind::Load
                                                         : Kind::LoadPastL1});
        T.Sectors.insert(T.Sectors.end(), Now.begin(), Now.end());
      }
    }
    Out.End = T.Items.size();
    T.Warps.push_back(Out);
  };
  auto OnBlock = [&] {
    T.Blocks.push_back({FirstWarp, T.Warps.size()});
    FirstWarp = T.Warps.size();
  };
  if (llvm::Error E = C.run(OnWarp, OnBlock))
    return E;
  return T;
}

namespace {
constexpr unsigned SectorsPerLine = 4;

/// LRU sets of lines; the place of a line is hashed.
class Cache {
public:
  Cache(uint64_t Bytes, unsigned Ways)
      : Ways(Ways), Sets(std::max<uint64_t>(Bytes / (128 * Ways), 1)),
        Lines(Bytes ? Sets * Ways : 0) {}

  /// True if the sector is there; else it is brought in. \p Evicted: dirty
  /// sectors that had to go.
  bool access(uint32_t Sector, bool Write, bool Allocate, unsigned &Evicted) {
    if (Lines.empty())
      return false;
    uint64_t Tag = Sector / SectorsPerLine + 1;
    uint8_t Bit = uint8_t(1u << Sector % SectorsPerLine);
    uint64_t Hash = Tag * 0x9E3779B97F4A7C15ull;
    Line *Set = &Lines[(Hash >> 32) % Sets * Ways];
    Line *Oldest = Set;
    for (unsigned W = 0; W < Ways; ++W) {
      Line &L = Set[W];
      if (L.Tag == Tag) {
        bool Hit = L.Valid & Bit;
        L.Used = ++Clock;
        if (Allocate)
          L.Valid |= Bit;
        if (Write)
          L.Dirty |= Bit;
        return Hit;
      }
      if (L.Used < Oldest->Used)
        Oldest = &L;
    }
    if (!Allocate)
      return false;
    Evicted += static_cast<unsigned>(__builtin_popcount(Oldest->Dirty));
    *Oldest = {Tag, ++Clock, Bit, Write ? Bit : uint8_t(0)};
    return false;
  }
  unsigned dirty() const {
    unsigned N = 0;
    for (const Line &L : Lines)
      N += static_cast<unsigned>(__builtin_popcount(L.Dirty));
    return N;
  }

private:
  struct Line {
    uint64_t Tag = 0, Used = 0;
    uint8_t Valid = 0, Dirty = 0;
  };
  unsigned Ways;
  uint64_t Sets;
  std::vector<Line> Lines;
  uint64_t Clock = 0;
};

struct Resident {
  size_t Next = 0, End = 0; ///< items
  size_t Block = 0;
  bool Waits = false;
};

struct Sm {
  explicit Sm(uint64_t L1Bytes) : L1(L1Bytes, 8) {}
  Cache L1;
  std::vector<Resident> Warps;
  size_t Turn = 0;
  unsigned Blocks = 0;
};

class Run {
public:
  Run(const AddressTrace &T, const CacheSizes &Sizes, Cache &L2)
      : T(T), L2(L2), Sms(Sizes.Sms, Sm(Sizes.L1Bytes)) {
    for (unsigned R = 0; R < std::max(1u, Sizes.ResidentBlocks); ++R)
      for (Sm &S : Sms)
        start(S);
    for (bool Any = true; Any;) {
      Any = false;
      for (Sm &S : Sms)
        Any |= step(S);
    }
  }
  MovedBytes Bytes;

private:
  void start(Sm &S) {
    if (NextBlock == T.Blocks.size())
      return;
    const AddressTrace::Block &B = T.Blocks[NextBlock];
    ++S.Blocks;
    for (size_t W = B.First; W < B.End; ++W)
      S.Warps.push_back({T.Warps[W].First, T.Warps[W].End, NextBlock, false});
    ++NextBlock;
  }
  /// One request of the warp whose turn it is; false when there is none left.
  bool step(Sm &S) {
    for (size_t Tries = S.Warps.size() * 2; Tries > 0 && !S.Warps.empty();
         --Tries) {
      S.Turn %= S.Warps.size();
      Resident &W = S.Warps[S.Turn];
      if (W.Next == W.End) {
        retire(S);
        continue;
      }
      if (W.Waits) {
        ++S.Turn;
        continue;
      }
      const AddressTrace::Item &I = T.Items[W.Next];
      if (I.What == AddressTrace::Kind::Barrier) {
        W.Waits = true;
        release(S, W.Block);
        ++S.Turn;
        continue;
      }
      ++W.Next;
      ++S.Turn;
      request(S, I);
      return true;
    }
    return !S.Warps.empty();
  }
  void retire(Sm &S) {
    size_t Block = S.Warps[S.Turn].Block;
    S.Warps.erase(S.Warps.begin() + static_cast<ptrdiff_t>(S.Turn));
    if (llvm::any_of(S.Warps,
                     [&](const Resident &W) { return W.Block == Block; })) {
      release(S, Block);
      return;
    }
    --S.Blocks;
    start(S);
  }
  /// Lets the block's warps go on if all that are left wait.
  void release(Sm &S, size_t Block) {
    for (const Resident &W : S.Warps)
      if (W.Block == Block && !W.Waits && W.Next != W.End)
        return;
    for (Resident &W : S.Warps)
      if (W.Block == Block && W.Waits)
        W.Waits = false, ++W.Next;
  }
  void request(Sm &S, const AddressTrace::Item &I) {
    constexpr double Sector = 32;
    using Kind = AddressTrace::Kind;
    bool Store = I.What == Kind::Store, Atomic = I.What == Kind::Atomic;
    for (size_t N = I.First; N < I.First + I.Count; ++N) {
      uint32_t At = T.Sectors[N];
      unsigned Evicted = 0;
      if (I.What == Kind::Load && S.L1.access(At, false, true, Evicted))
        continue;
      Bytes.L2 += Sector;
      bool Hit = L2.access(At, Store || Atomic, true, Evicted);
      if (!Hit && !Store)
        Bytes.DramRead += Sector;
      Bytes.DramWrite += Sector * Evicted;
    }
  }

  const AddressTrace &T;
  Cache &L2;
  std::vector<Sm> Sms;
  size_t NextBlock = 0;
};
} // namespace

MovedBytes gpuperf::exact::simulate(const AddressTrace &T,
                                    const CacheSizes &Sizes, unsigned Runs) {
  Cache L2(Sizes.L2Bytes, 16);
  MovedBytes Out;
  for (unsigned R = 0; R < std::max(1u, Runs); ++R)
    Out = Run(T, Sizes, L2).Bytes;
  Out.LeftDirty = 32.0 * L2.dirty();
  return Out;
}
