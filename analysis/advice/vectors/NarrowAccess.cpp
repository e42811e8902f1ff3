//===- NarrowAccess.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/vectors/NarrowAccess.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/advice/lines/Uncoalesced.h"
#include "analysis/report/Wording.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "analysis/warp/CacheTraffic.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <functional>
#include <map>

using namespace gpuperf;
using llvm::formatv;

/// Bytes that one access of a lane moves at most.
static constexpr uint32_t WidestVector = 16;
/// Below that, two accesses become one, and little is gained.
static constexpr uint32_t NarrowestVector = 4;

namespace {
/// One access and where it is: a sum whose constant is left out, which is the
/// same for all parts of a vector, and the constant.
struct Part {
  AccessId Id;
  SumOfProducts Sum;
  int64_t Begin = 0;
  int64_t Step = 0; ///< the largest power of two that divides the sum's terms
};
} // namespace

static std::optional<Part> partOf(const KernelSummary &K, AccessId Id) {
  const Access &A = K.Accesses[Id];
  if (A.Space != MemSpace::Global || A.Kind == AccessKind::Atomic ||
      A.Volatile || A.IsBulk || A.RowLanes != 0 || A.Offset == NoExpr ||
      A.BytesPerLane == 0 || A.BytesPerLane >= WidestVector ||
      A.Base == Access::BaseKind::Unknown)
    return std::nullopt;
  Part Out{Id, expandToSum(K.Exprs, A.Offset)};
  Out.Step = WidestVector;
  for (const ProductTerm &T : Out.Sum.Terms) {
    if (T.Factors.empty())
      Out.Begin = T.Coefficient;
    else
      while (Out.Step > 1 && T.Coefficient % Out.Step != 0)
        Out.Step /= 2;
  }
  return Out;
}

/// Whether both stand in the same basic block and go the same way to the same
/// array, at places whose distance is a number.
static bool areBeside(const KernelSummary &K, const Part &A, const Part &B) {
  const Access &X = K.Accesses[A.Id], &Y = K.Accesses[B.Id];
  return X.Block == Y.Block && X.Kind == Y.Kind && X.Base == Y.Base &&
         X.BaseIndex == Y.BaseIndex &&
         constantDistance(A.Sum, B.Sum).has_value();
}

static int64_t floorTo(int64_t Value, int64_t Step) {
  return Value - ((Value % Step) + Step) % Step;
}

/// The parts of \p Of, which lie beside each other, that are in the vector of
/// \p Bytes around \p First; none where they do not fill it.
static std::optional<VectorParts> fillVector(const KernelSummary &K,
                                             llvm::ArrayRef<Part> Of,
                                             const Part &First,
                                             uint32_t Bytes) {
  if (First.Step < Bytes)
    return std::nullopt;
  const int64_t Begin = floorTo(First.Begin, Bytes);
  VectorParts Out;
  Out.Bytes = Bytes;
  uint64_t Filled = 0; // a bit for each byte
  for (const Part &P : Of) {
    const Access &A = K.Accesses[P.Id];
    if (P.Begin < Begin || P.Begin + A.BytesPerLane > Begin + Bytes)
      continue;
    // The compiler may join what it knows to be aligned.
    if (P.Begin == Begin && A.AlignBytes >= Bytes)
      return std::nullopt;
    Out.Parts.push_back(P.Id);
    Filled |= ((uint64_t(1) << A.BytesPerLane) - 1) << (P.Begin - Begin);
  }
  const unsigned Least = K.Accesses[First.Id].Kind == AccessKind::Store
                             ? Bytes
                             : Bytes - Bytes / 4;
  if (Out.Parts.size() < 2 ||
      static_cast<unsigned>(llvm::popcount(Filled)) < Least)
    return std::nullopt;
  return Out;
}

std::vector<VectorParts> gpuperf::vectorsInParts(const KernelSummary &K) {
  std::vector<std::vector<Part>> Groups;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    auto P = partOf(K, Id);
    if (!P)
      continue;
    auto It = llvm::find_if(Groups, [&](const auto &Group) {
      return areBeside(K, Group.front(), *P);
    });
    if (It == Groups.end()) {
      Groups.emplace_back();
      It = std::prev(Groups.end());
    }
    It->push_back(std::move(*P));
  }
  std::vector<VectorParts> Out;
  for (std::vector<Part> &Group : Groups) {
    llvm::stable_sort(
        Group, [](const Part &A, const Part &B) { return A.Begin < B.Begin; });
    for (uint32_t Bytes = WidestVector; Bytes >= NarrowestVector; Bytes /= 2)
      for (size_t I = 0; I < Group.size();) {
        auto Found = fillVector(K, Group, Group[I], Bytes);
        if (!Found) {
          ++I;
          continue;
        }
        llvm::erase_if(Group, [&](const Part &P) {
          return llvm::is_contained(Found->Parts, P.Id);
        });
        Out.push_back(std::move(*Found));
      }
  }
  return Out;
}

/// Makes the first part of \p V the whole vector, in \p K and in its profile
/// \p P, and leaves the others out.
static void accessAtOnce(const VectorParts &V, const Launch &L,
                         unsigned WarpSize, KernelSummary &K, WarpProfile &P) {
  const AccessId First = V.Parts.front();
  Access &A = K.Accesses[First];
  AccessProfile &AP = P.Accesses[First];
  const auto Joint = jointBytes(K, V.Parts, L, WarpSize);
  double Asked = 0, Lookups = 0, FromL2 = 0, FromDram = 0, Requests = 0;
  for (AccessId Id : V.Parts) {
    const AccessProfile &Of = P.Accesses[Id];
    const double Sectors = Of.Requests * Of.SectorsPerRequest.Value;
    Asked = std::max(Asked, Of.SectorsPerRequest.Value);
    Requests = std::max(Requests, Of.Requests);
    Lookups += sliceRequests(K.Accesses[Id], Of);
    FromL2 += Sectors * Of.L1Misses;
    FromDram += Sectors * Of.L2Misses;
  }
  // The other instructions stay as many.
  shareLoads(K, llvm::ArrayRef(V.Parts).drop_front(), HUGE_VAL, P);
  A.BytesPerLane = V.Bytes;
  AP.Requests = Requests;
  const double Sectors = std::max(Asked, Joint ? Joint->Sectors : Asked);
  AP.SectorsPerRequest = {Sectors, Sectors, Sectors, AP.SectorsPerRequest.Why};
  AP.IdealSectors =
      std::max(AP.IdealSectors, AP.ActiveLanes * V.Bytes / double(SectorBytes));
  const double All = Requests * Sectors;
  if (!(All > 0))
    return;
  const double L2 = std::min(FromL2, All);
  AP.L1Misses = L2 / All;
  AP.L2Misses = std::min(FromDram, L2) / All;
  P.L2Bytes = std::max(0.0, P.L2Bytes - (FromL2 - L2) * SectorBytes);
  P.L2Requests = std::max(0.0, P.L2Requests - Lookups + sliceRequests(A, AP));
}

/// "loads 'in' and stores 'out'": what a thread does in \p Ids.
static std::string deeds(const KernelSummary &K, llvm::ArrayRef<AccessId> Ids) {
  llvm::SmallVector<AccessId, 16> Loads, Stores;
  for (AccessId Id : Ids)
    (K.Accesses[Id].Kind == AccessKind::Store ? Stores : Loads).push_back(Id);
  auto Of = [&](llvm::StringRef Deed, llvm::ArrayRef<AccessId> Of) {
    const std::string Names = arrayNames(K, Of);
    return (Deed + (Names.empty() ? "" : " " + Names)).str();
  };
  if (Stores.empty())
    return Of("loads", Loads);
  if (Loads.empty())
    return Of("stores", Stores);
  return Of("loads", Loads) + " and " + Of("stores", Stores);
}

static std::string bytesText(uint32_t Bytes) {
  return formatv("{0} byte{1}", Bytes, Bytes == 1 ? "" : "s").str();
}

/// A type of CUDA's that \p Bytes bytes in elements of \p Element are.
static std::string vectorType(uint32_t Element, uint32_t Bytes) {
  if (Element == 8)
    return "double2";
  if (Element == 4)
    return Bytes == 8 ? "float2 or int2" : "float4 or int4";
  if (Bytes == 16)
    return "uint4";
  if (Bytes == 8)
    return Element == 2 ? "ushort4" : "uint2";
  return Element == 2 ? "ushort2" : "uchar4";
}

namespace {
/// The vectors that are accessed at once, by their bytes, the widest first:
/// rows of one array may allow wider ones than those of another.
class WidthList {
public:
  void add(const VectorParts &V, const KernelSummary &K) {
    Width &W = Of[V.Bytes];
    ++W.Vectors;
    W.Element = K.Accesses[V.Parts.front()].BytesPerLane;
    llvm::append_range(W.Accesses, V.Parts);
  }
  bool isOne() const { return Of.size() == 1; }

  /// "4 of 16 bytes and 5 of 4 bytes"
  std::string counts() const {
    std::vector<std::string> Out;
    for (const auto &[Bytes, W] : Of)
      Out.push_back(formatv("{0} of {1}", W.Vectors, bytesText(Bytes)).str());
    return llvm::join(Out, " and ");
  }

  /// "the 16 bytes of 'in' at once, as uint4": without the array where there is
  /// one width.
  std::string acts(const KernelSummary &K) const {
    std::vector<std::string> Out;
    for (const auto &[Bytes, W] : Of) {
      const std::string Names = isOne() ? "" : arrayNames(K, W.Accesses);
      Out.push_back(formatv("the {0}{1} at once, as {2}", bytesText(Bytes),
                            Names.empty() ? "" : " of " + Names,
                            vectorType(W.Element, Bytes))
                        .str());
    }
    return llvm::join(Out, ", and ");
  }

private:
  struct Width {
    size_t Vectors = 0;
    uint32_t Element = 0;
    llvm::SmallVector<AccessId, 16> Accesses;
  };
  std::map<uint32_t, Width, std::greater<>> Of;
};
} // namespace

/// What the launch gains if each of \p All is accessed at once.
static std::optional<LineFinding>
findingOn(llvm::ArrayRef<VectorParts> All, const KernelSummary &K,
          const Launch &L, const GpuModel &Gpu, const Prediction &P) {
  if (P.Profile.Accesses.size() != K.Accesses.size())
    return std::nullopt;
  const auto WarpSize = static_cast<unsigned>(Gpu.Arch.WarpSize.Value);
  KernelSummary Wide = K;
  WarpProfile Changed = P.Profile;
  LineFinding F;
  WidthList Widths;
  const VectorParts *Heaviest = nullptr;
  double Most = 0;
  for (const VectorParts &V : All) {
    double Requests = 0;
    for (AccessId Id : V.Parts)
      Requests += P.Profile.Accesses[Id].Requests;
    if (!(Requests > 0))
      continue;
    accessAtOnce(V, L, WarpSize, Wide, Changed);
    llvm::append_range(F.Accesses, V.Parts);
    Widths.add(V, K);
    if (Requests > Most)
      Most = Requests, Heaviest = &V;
  }
  if (!Heaviest)
    return std::nullopt;
  auto Without = timeWithProfile(Wide, L, Gpu, P, Changed);
  if (!Without || !(Without->Value < P.TimeUs.Value))
    return std::nullopt;
  const Access &A = K.Accesses[Heaviest->Parts.front()];
  F.Where = A.Where, F.Inner = A.Inner;
  F.TimeUs = P.TimeUs;
  F.WithoutUs = *Without;
  F.Text = formatv("a thread {0} in {1} accesses of {2}, where {3} would do",
                   deeds(K, F.Accesses), F.Accesses.size(),
                   bytesText(A.BytesPerLane), Widths.counts());
  F.Notes.push_back(formatv(
      "access {0}; the compiler does not join the parts, because it does not "
      "know that {1}, as {2} of cudaMalloc does",
      Widths.acts(K),
      Widths.isOne()
          ? "the array begins at a multiple of " + bytesText(Heaviest->Bytes)
          : "the arrays begin at multiples of these",
      Widths.isOne() ? "one" : "each"));
  if (const std::string Others = otherLines(K, F.Accesses, A); !Others.empty())
    F.Notes.push_back(
        formatv("the share is that of this line and {0}", Others));
  return F;
}

std::optional<LineFinding> gpuperf::findNarrowAccesses(const KernelSummary &K,
                                                       const Launch &L,
                                                       const GpuModel &Gpu,
                                                       const Prediction &P) {
  return findingOn(vectorsInParts(K), K, L, Gpu, P);
}

/// The parts of those of \p All that neighbouring threads have side by side.
static llvm::SmallVector<AccessId, 16>
sideBySide(llvm::ArrayRef<VectorParts> All, const KernelSummary &K,
           const Launch &L, unsigned WarpSize, const Prediction &P) {
  llvm::SmallVector<AccessId, 16> Out;
  for (const VectorParts &V : All) {
    const LanePattern Pt = lanePattern(K, K.Accesses[V.Parts.front()], L,
                                       WarpSize, P.Profile.Loops);
    if (Pt.LaneStride && std::abs(*Pt.LaneStride) <= V.Bytes)
      llvm::append_range(Out, V.Parts);
  }
  return Out;
}

std::vector<LineFinding> gpuperf::findCostlyRequests(const KernelSummary &K,
                                                     const Launch &L,
                                                     const GpuModel &Gpu,
                                                     const Prediction &P) {
  const std::vector<VectorParts> All = vectorsInParts(K);
  auto Narrow = findingOn(All, K, L, Gpu, P);
  std::vector<LineFinding> Out = findUncoalesced(
      K, L, Gpu, P,
      sideBySide(All, K, L, static_cast<unsigned>(Gpu.Arch.WarpSize.Value), P));
  if (!Narrow)
    return Out;
  auto AreBoth = [&](const LineFinding &F) {
    return llvm::any_of(F.Accesses, [&](AccessId Id) {
      return llvm::is_contained(Narrow->Accesses, Id);
    });
  };
  if (llvm::any_of(Out, [&](const LineFinding &F) {
        return AreBoth(F) && F.gainPercent() >= Narrow->gainPercent();
      }))
    return Out;
  llvm::erase_if(Out, AreBoth);
  Out.push_back(std::move(*Narrow));
  return Out;
}
