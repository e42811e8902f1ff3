//===- Requests.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/warp/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

using namespace gpuperf;

static int64_t floorDiv(int64_t A, int64_t B) {
  if (llvm::has_single_bit(static_cast<uint64_t>(B)))
    return A >> llvm::countr_zero(static_cast<uint64_t>(B));
  return A / B - (A % B < 0 ? 1 : 0);
}

/// Addresses are kept away from the ends of the range, so that adding sizes
/// cannot overflow.
static int64_t inRange(int64_t Address) {
  constexpr int64_t Limit = int64_t(1) << 62;
  return std::clamp(Address, -Limit, Limit);
}

/// Chunks of sorted addresses moved by \p Shift.
static unsigned countSorted(llvm::ArrayRef<int64_t> Sorted, unsigned Bytes,
                            int64_t ChunkBytes, int64_t Shift) {
  unsigned N = 0;
  bool Any = false;
  int64_t Last = 0;
  for (int64_t A : Sorted) {
    int64_t First = floorDiv(A + Shift, ChunkBytes);
    int64_t End = floorDiv(A + Shift + Bytes - 1, ChunkBytes);
    if (Any && First <= Last)
      First = Last + 1;
    if (First <= End)
      N += static_cast<unsigned>(End - First + 1), Last = End, Any = true;
  }
  return N;
}

static llvm::SmallVector<int64_t, 64> sorted(llvm::ArrayRef<int64_t> A) {
  llvm::SmallVector<int64_t, 64> Out;
  for (int64_t V : A)
    Out.push_back(inRange(V));
  if (!llvm::is_sorted(Out))
    llvm::sort(Out);
  return Out;
}

unsigned gpuperf::chunksTouched(llvm::ArrayRef<int64_t> Addresses,
                                unsigned Bytes, int64_t ChunkBytes) {
  return countSorted(sorted(Addresses), Bytes, ChunkBytes, 0);
}

ChunkRange gpuperf::chunksTouchedAnyBase(llvm::ArrayRef<int64_t> Addresses,
                                         unsigned Bytes, int64_t ChunkBytes,
                                         unsigned Step) {
  auto Sorted = sorted(Addresses);
  ChunkRange R{~0u, 0};
  Step = std::max(Step, 1u);
  unsigned Shifts = 0;
  for (int64_t Shift = 0; Shift < ChunkBytes; Shift += Step, ++Shifts) {
    unsigned N = countSorted(Sorted, Bytes, ChunkBytes, Shift);
    R.Fewest = std::min(R.Fewest, N);
    R.Most = std::max(R.Most, N);
    R.Mean += N;
  }
  R.Mean /= std::max(Shifts, 1u);
  return R;
}

unsigned gpuperf::idealSectors(size_t Lanes, unsigned Bytes) {
  return static_cast<unsigned>((Lanes * Bytes + SectorBytes - 1) / SectorBytes);
}

/// Whether every lane's address is that of the lane whose number differs in
/// the bit \p Bit, as far as that one is active.
static bool pairsAgree(llvm::ArrayRef<int64_t> Addresses,
                       llvm::ArrayRef<unsigned> Lanes, unsigned Bit) {
  for (size_t I = 0; I < Addresses.size(); ++I) {
    const unsigned Lane = Lanes.empty() ? static_cast<unsigned>(I) : Lanes[I];
    for (size_t J = I + 1; J < Addresses.size() && J <= I + Bit; ++J) {
      const unsigned Other =
          Lanes.empty() ? static_cast<unsigned>(J) : Lanes[J];
      if (Other == (Lane ^ Bit) && Addresses[J] != Addresses[I])
        return false;
    }
  }
  return true;
}

double gpuperf::bankPasses(llvm::ArrayRef<int64_t> Addresses, unsigned Bytes,
                           unsigned Banks, unsigned BankBytes,
                           llvm::ArrayRef<unsigned> Lanes, bool PairsShare) {
  if (Addresses.empty() || !Banks || !BankBytes)
    return 1;
  size_t Phases = std::max<size_t>(1, Bytes / BankBytes);
  size_t PerPhase = std::max<size_t>(1, Banks / Phases);
  const bool Merged =
      PairsShare && Phases > 1 &&
      (pairsAgree(Addresses, Lanes, 1) || pairsAgree(Addresses, Lanes, 2));
  if (Merged)
    PerPhase *= 2;
  auto PhaseOf = [&](size_t I) {
    return (Lanes.empty() ? I : Lanes[I]) / PerPhase;
  };
  double Sum = 0;
  unsigned N = 0;
  for (size_t I = 0; I < Addresses.size();) {
    size_t Phase = PhaseOf(I);
    llvm::SmallVector<int64_t, 128> Words;
    for (; I < Addresses.size() && PhaseOf(I) == Phase; ++I)
      for (unsigned B = 0; B < Bytes; B += BankBytes)
        Words.push_back(floorDiv(inRange(Addresses[I]) + B, BankBytes));
    llvm::sort(Words);
    Words.erase(std::unique(Words.begin(), Words.end()), Words.end());
    llvm::SmallVector<unsigned, 64> Ways(Banks, 0);
    unsigned Most = 1;
    for (int64_t W : Words) {
      int64_t Bank = W - floorDiv(W, Banks) * static_cast<int64_t>(Banks);
      Most = std::max(Most, ++Ways[static_cast<size_t>(Bank)]);
    }
    Sum += Most, ++N;
  }
  return Merged ? Sum / N / 2 : Sum / N;
}

unsigned gpuperf::laneByLaneClocks(llvm::ArrayRef<int64_t> Addresses,
                                   unsigned Bytes) {
  constexpr int64_t PieceBytes = 16;
  const int64_t Wanted = Bytes == 12 ? 16 : 8;
  if (Bytes < 8 ||
      llvm::all_of(
          Addresses, [&](int64_t Address) { return Address % Wanted == 0; }))
    return 0;
  int64_t Clocks = 0;
  for (int64_t Address : Addresses)
    Clocks += floorDiv(inRange(Address) + Bytes - 1, PieceBytes) -
              floorDiv(inRange(Address), PieceBytes) + 1;
  return static_cast<unsigned>(Clocks);
}

unsigned gpuperf::sameAddressLanes(llvm::ArrayRef<int64_t> Addresses) {
  auto Sorted = sorted(Addresses);
  unsigned Most = 0, Run = 0;
  for (size_t I = 0; I < Sorted.size(); ++I) {
    Run = I && Sorted[I] == Sorted[I - 1] ? Run + 1 : 1;
    Most = std::max(Most, Run);
  }
  return Most;
}

unsigned gpuperf::localSectors(llvm::ArrayRef<int64_t> Offsets,
                               llvm::ArrayRef<unsigned> Lanes, unsigned Bytes) {
  constexpr int64_t WordBytes = 4;
  // Eight lanes' words of one offset make a sector.
  llvm::SmallVector<std::pair<int64_t, unsigned>, 64> Keys;
  for (size_t I = 0; I < Offsets.size(); ++I)
    for (unsigned B = 0; B < std::max(Bytes, 1u); B += WordBytes)
      Keys.push_back(
          {floorDiv(inRange(Offsets[I]) + B, WordBytes), Lanes[I] / 8});
  llvm::sort(Keys);
  return static_cast<unsigned>(std::unique(Keys.begin(), Keys.end()) -
                               Keys.begin());
}
