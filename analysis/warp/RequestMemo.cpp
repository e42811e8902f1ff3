//===- RequestMemo.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/RequestMemo.h"
#include "llvm/ADT/Hashing.h"
#include <numeric>

using namespace gpuperf;

namespace {
constexpr size_t NumSlots = 512; // a power of two
/// Requests with addresses beyond this are not kept, but counted each time.
constexpr int64_t FarAway = int64_t(1) << 61;

unsigned wholeOr(const OptFact &F, unsigned Substitute) {
  return F && F->Value >= 1 ? static_cast<unsigned>(F->Value) : Substitute;
}
} // namespace

RequestCost gpuperf::countRequest(const Access &A,
                                  llvm::ArrayRef<int64_t> Addresses,
                                  llvm::ArrayRef<unsigned> Lanes,
                                  unsigned Banks, unsigned BankBytes,
                                  bool PairsShare, unsigned WaveLanes,
                                  int64_t Line) {
  RequestCost R;
  unsigned Bytes = A.BytesPerLane;
  if (A.Kind == AccessKind::Atomic)
    R.Passes = sameAddressLanes(Addresses);
  else if (A.Space == MemSpace::Shared)
    R.Passes = bankPasses(Addresses, Bytes, Banks, BankBytes, Lanes,
                          PairsShare && !A.RowLanes);
  if (A.Space == MemSpace::Shared && A.Kind != AccessKind::Atomic &&
      WaveLanes > 0 && Banks > 0)
    if (const unsigned Clocks = laneByLaneClocks(Addresses, Bytes)) {
      // In passes of a phase, of which a wavefront has some for each word.
      const double Phases = double(WaveLanes) / Banks * (Bytes / BankBytes);
      R.Passes = std::max(R.Passes, Clocks / Phases);
    }
  if (A.Kind != AccessKind::Atomic && A.Space == MemSpace::Constant)
    R.Passes = chunksTouched(Addresses, Bytes, 4);
  if (A.Space == MemSpace::Shared)
    return R;
  if (A.Space == MemSpace::Local) {
    R.Sectors = localSectors(Addresses, Lanes, Bytes);
    return R;
  }
  R.AnyBase = chunksTouchedAnyBase(Addresses, Bytes, SectorBytes, Bytes);
  R.Sectors = chunksTouched(Addresses, Bytes, SectorBytes);
  R.Lines = chunksTouched(Addresses, Bytes, Line);
  return R;
}

RequestMemo::RequestMemo(unsigned Banks, unsigned BankBytes)
    : Banks(Banks), BankBytes(BankBytes),
      Period(std::lcm(LineBytes,
                      std::max<int64_t>(int64_t(Banks) * BankBytes, 1))),
      Slots(NumSlots, nullptr) {}

RequestMemo::RequestMemo(const GpuModel &Gpu)
    : RequestMemo(wholeOr(Gpu.Arch.SharedBanks, 32),
                  wholeOr(Gpu.Arch.SharedBankWidthBytes, 4)) {
  // NVIDIA says so of compute capability 7.0 to 7.5 (Greg, developers' forum,
  // "Unexpected shared memory bank conflict"). On an A100 the times of tiled
  // products (sgemm_cuda) are those of four phases, and likewise f16sp of
  // HeCBench on an RTX 3080.
  PairsShare = Gpu.Arch.CcMajor == 7;
  if (Gpu.Arch.Maker != Vendor::Amd)
    return;
  WaveLanes = static_cast<unsigned>(Gpu.Arch.WarpSize.Value);
  // 64 bytes up to CDNA2. Whole numbers of both are in a period.
  Line = wholeOr(Gpu.L1LineBytes, LineBytes);
  Period = std::lcm(Period, Line);
}

bool RequestMemo::describe(const Access &A, llvm::ArrayRef<int64_t> Addresses,
                           llvm::ArrayRef<unsigned> Lanes) {
  int64_t First = Addresses.front();
  int64_t Stride =
      Addresses.size() > 1
          ? static_cast<int64_t>(static_cast<uint64_t>(Addresses[1]) -
                                 static_cast<uint64_t>(First))
          : 0;
  uint64_t Expected = static_cast<uint64_t>(First);
  bool Straight = true;
  for (int64_t V : Addresses) {
    if (V > FarAway || V < -FarAway)
      return false;
    Straight &= static_cast<uint64_t>(V) == Expected;
    Expected += static_cast<uint64_t>(Stride);
  }
  int64_t Phase = First % Period;
  Shape.clear();
  Shape.push_back(int64_t(A.RowLanes) << 40 | int64_t(A.BytesPerLane) << 16 |
                  int64_t(A.Space) << 8 | int64_t(A.Kind) << 1 |
                  int64_t(Straight));
  // Local memory is interleaved by lane, and wide shared accesses go by parts
  // of the warp.
  int64_t Mask = 0;
  if (A.Space == MemSpace::Local ||
      (A.Space == MemSpace::Shared && A.BytesPerLane > BankBytes))
    for (unsigned I : Lanes)
      Mask |= int64_t(uint64_t(1) << (I % 64));
  Shape.push_back(Mask);
  Shape.push_back(static_cast<int64_t>(Addresses.size()));
  Shape.push_back(Phase < 0 ? Phase + Period : Phase);
  if (Straight)
    Shape.push_back(Stride);
  else
    for (int64_t V : Addresses)
      Shape.push_back(V - First);
  return true;
}

const RequestCost &RequestMemo::cost(const Access &A,
                                     llvm::ArrayRef<int64_t> Addresses,
                                     llvm::ArrayRef<unsigned> Lanes) {
  if (A.JoinedBytes > A.BytesPerLane) {
    Access Joined = A;
    Joined.BytesPerLane = A.JoinedBytes;
    Joined.JoinedBytes = 0;
    const auto Width = static_cast<int64_t>(A.JoinedBytes);
    llvm::SmallVector<int64_t, 64> Starts;
    for (int64_t Address : Addresses)
      Starts.push_back(Address - (Address % Width + Width) % Width);
    return cost(Joined, Starts, Lanes);
  }
  if (Addresses.empty() || !describe(A, Addresses, Lanes)) {
    Uncached = countRequest(A, Addresses, Lanes, Banks, BankBytes, PairsShare,
                            WaveLanes, Line);
    return Uncached;
  }
  size_t Hash = llvm::hash_combine_range(Shape.begin(), Shape.end());
  Slot *&S = Slots[Hash % NumSlots];
  if (!S)
    S = new (Store.Allocate()) Slot();
  if (S->Shape != Shape) {
    S->Shape = Shape;
    S->Cost = countRequest(A, Addresses, Lanes, Banks, BankBytes, PairsShare,
                           WaveLanes, Line);
  }
  return S->Cost;
}
