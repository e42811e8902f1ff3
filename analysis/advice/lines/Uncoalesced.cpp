//===- Uncoalesced.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Uncoalesced.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/advice/lines/UncoalescedText.h"
#include "analysis/report/Wording.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>
#include <set>

using namespace gpuperf;
using llvm::formatv;

bool gpuperf::isUncoalesced(const KernelSummary &K, const WarpProfile &P,
                            AccessId Id) {
  const Access &A = K.Accesses[Id];
  const AccessProfile &AP = P.Accesses[Id];
  if ((A.Space != MemSpace::Global && A.Space != MemSpace::Unknown) ||
      A.Kind == AccessKind::Atomic || !(AP.Requests > 0))
    return false;
  if (AP.Why.contains(AssumptionKind::IndexUnknown) || A.Offset == NoExpr ||
      dependsOnLaneData(K, A))
    return false;
  return AP.SectorsPerRequest.Lo > AP.IdealSectors + 1 + 1e-9;
}

/// Bytes that are used, of those that are there, where none are wasted.
static constexpr double NearlyAll = 0.85;

namespace {
class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P),
        WarpSize(static_cast<unsigned>(Gpu.Arch.WarpSize.Value)) {}
  std::vector<LineFinding> run(llvm::ArrayRef<AccessId> Except);

private:
  double sectorsSwapped(const Access &A, const LanePattern &Pt) const;
  bool helpsSwapped(const WastefulAccess &C) const;
  void judgeSwap();
  void judge(WastefulAccess &C) const;
  RequestNeeds bestOf(const WastefulAccess &C,
                      llvm::ArrayRef<WastefulAccess> Part) const;
  void findBest();
  bool sameChange(const WastefulAccess &A, const WastefulAccess &B) const;
  std::optional<JointBytes> jointOf(llvm::ArrayRef<WastefulAccess> Part) const;
  std::vector<std::vector<WastefulAccess>>
  filledTogether(llvm::ArrayRef<WastefulAccess> Of) const;
  void dropFilled();
  bool isAlone(const WastefulAccess &C) const;
  void change(llvm::ArrayRef<WastefulAccess> Group, WarpProfile &To) const;
  std::optional<LineFinding>
  describe(llvm::ArrayRef<WastefulAccess> Group) const;
  void claimOnce(llvm::ArrayRef<std::vector<WastefulAccess>> Groups,
                 std::vector<LineFinding> &Of) const;

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
  const unsigned WarpSize;
  std::vector<WastefulAccess> All;
  // What swapping the roles of x and y does to one of the accesses at least;
  // Open: nobody knows what it does to one.
  bool SwapHelps = false, SwapHurts = false, SwapOpen = false;
};
} // namespace

double Finder::sectorsSwapped(const Access &A, const LanePattern &Pt) const {
  return sectorsOf(L.Block, WarpSize, Pt.YBytes, Pt.XBytes, Pt.ZBytes,
                   A.BytesPerLane);
}

/// Whether \p C asks for its ideal sectors once the roles of x and y are
/// swapped, or for those of neighbours that lie a few elements apart, as the
/// channels of pixels do.
bool Finder::helpsSwapped(const WastefulAccess &C) const {
  constexpr double Much = 0.25;
  if (!C.Pattern.Form)
    return false;
  const AccessProfile &AP = P.Profile.Accesses[C.Id];
  return sectorsSwapped(K.Accesses[C.Id], C.Pattern) <=
         std::max(AP.IdealSectors + 1, Much * AP.SectorsPerRequest.Value);
}

/// Whether swapping the roles of x and y helps an uncoalesced access to global
/// memory, and whether it harms one of all accesses.
void Finder::judgeSwap() {
  if (L.Block.X < 2 || L.Block.Y < 2)
    return;
  // A kernel of one dimension has nothing to swap with.
  if (llvm::none_of(K.Accesses, [&](const Access &A) {
        return A.Offset != NoExpr &&
               K.Exprs.dependsOn(A.Offset, ExprKind::TidY);
      }))
    return;
  for (const WastefulAccess &C : All)
    SwapHelps |= helpsSwapped(C);
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    const AccessProfile &AP = P.Profile.Accesses[Id];
    if ((A.Space != MemSpace::Global && A.Space != MemSpace::Unknown) ||
        !(AP.Requests > 0))
      continue;
    const LanePattern Pt = lanePattern(K, A, L, WarpSize, P.Profile.Loops);
    if (!Pt.Form)
      SwapOpen = true;
    else
      SwapHurts |= sectorsSwapped(A, Pt) >
                   std::max(AP.IdealSectors, AP.SectorsPerRequest.Value) + 1;
  }
}

void Finder::judge(WastefulAccess &C) const {
  const Access &A = K.Accesses[C.Id];
  const LanePattern &Pt = C.Pattern;
  const double Element = A.BytesPerLane;
  if (!Pt.Form)
    return;
  if (L.Block.X < 2 || std::fabs(Pt.XBytes) <= Element) {
    // The lanes of one row are neighbours: the rows of the block are too short.
    if (L.Block.X < WarpSize && L.Block.Y * L.Block.Z > 1 &&
        (L.Block.X < 2 ? std::fabs(Pt.XBytes) <= Element : true))
      C.How = Remedy::WidenBlock;
    return;
  }
  if (SwapHelps && std::fabs(Pt.YBytes) < std::fabs(Pt.XBytes) &&
      helpsSwapped(C)) {
    if (!SwapHurts && !SwapOpen) {
      C.How = Remedy::SwapIndices;
      return;
    }
    if (SwapHurts && Pt.YBytes != 0) {
      C.How = Remedy::Transpose;
      return;
    }
  }
  for (const AddressVariable &V : Pt.Form->Variables)
    if (V.Kind == ExprKind::LoopIter && V.StrideBytes != 0 &&
        std::fabs(V.StrideBytes) <= Element &&
        std::fabs(Pt.XBytes) >= 2 * Element && V.Loop < K.Loops.size()) {
      C.How = Remedy::Interleave;
      C.Walk = V.Loop;
    }
}

static llvm::SmallVector<AccessId, 8>
idsOf(llvm::ArrayRef<WastefulAccess> Accesses) {
  return llvm::map_to_vector<8>(Accesses,
                                [](const WastefulAccess &C) { return C.Id; });
}

/// What the first warp uses with accesses that fill their sectors together;
/// nothing where no iteration stands for the others.
std::optional<JointBytes>
Finder::jointOf(llvm::ArrayRef<WastefulAccess> Part) const {
  if (llvm::any_of(Part, [](const WastefulAccess &C) {
        return C.Pattern.ChangesInLoop;
      }))
    return std::nullopt;
  return jointBytes(K, idsOf(Part), L, WarpSize);
}

/// What a request needs where the elements of a row of the block are
/// neighbours. A warp of several rows asks for each of them by itself, unless
/// the change is one of the block. \p Part: what fills its sectors together,
/// \p C among it: where that is all bytes of the rows, the threads can share
/// them out in another way.
RequestNeeds Finder::bestOf(const WastefulAccess &C,
                            llvm::ArrayRef<WastefulAccess> Part) const {
  const LanePattern &Pt = C.Pattern;
  const double Stride = std::fabs(Pt.XBytes);
  if (C.How == Remedy::SwapIndices) {
    RequestNeeds Swapped;
    Swapped.Sectors = sectorsSwapped(K.Accesses[C.Id], Pt);
    Swapped.Lines =
        sectorsOf(L.Block, WarpSize, Pt.YBytes, Pt.XBytes, Pt.ZBytes,
                  K.Accesses[C.Id].BytesPerLane, LineBytes);
    return Swapped;
  }
  if ((C.How != Remedy::Layout && C.How != Remedy::Interleave) || !Pt.Form ||
      Stride == 0 || L.Block.X < 2)
    return {};
  // Rows that begin anywhere, as those of a stencil's neighbours do, reach into
  // more lines than aligned ones, now and with another layout.
  const double Reach =
      P.Profile.Accesses[C.Id].LinesPerRequest.Value /
      std::max(1u, sectorsOf(L.Block, WarpSize, Pt.XBytes, Pt.YBytes, Pt.ZBytes,
                             K.Accesses[C.Id].BytesPerLane, LineBytes));
  RequestNeeds Best;
  Best.Lines = std::max(1.0, Reach);
  if (L.Block.X >= WarpSize)
    return Best;
  const unsigned Bytes = K.Accesses[C.Id].BytesPerLane;
  auto Of = [&](int64_t ChunkBytes) {
    return static_cast<double>(sectorsOf(
        L.Block, WarpSize, Bytes, std::round(Pt.YBytes * Bytes / Stride),
        std::round(Pt.ZBytes * Bytes / Stride), Bytes, ChunkBytes));
  };
  Best = {Of(SectorBytes), Of(LineBytes)};
  const auto Joint = jointOf(Part);
  const double Lanes =
      static_cast<double>(std::min<uint64_t>(WarpSize, L.Block.count()));
  if (Part.size() > 1 && Joint && Joint->Used >= NearlyAll * Stride * Lanes) {
    const auto Requests = static_cast<double>(Part.size());
    Best.Sectors = std::min(Best.Sectors, Joint->Sectors / Requests);
    Best.Lines = std::min(Best.Lines, (Requests + Joint->Runs - 1) / Requests);
  }
  Best.Lines *= std::max(1.0, Reach);
  // Lanes of different rows that ask for the same elements.
  const double Row = static_cast<double>(Bytes) * L.Block.X;
  Best.Distinct = sectorsOf(L.Block, WarpSize, Bytes, Pt.YBytes != 0 ? Row : 0,
                            Pt.ZBytes != 0 ? Row * L.Block.Y : 0, Bytes);
  return Best;
}

/// Whether one change helps both accesses: the role of an index and the shape
/// of the block concern the whole kernel, a layout concerns the arrays that are
/// walked alike.
bool Finder::sameChange(const WastefulAccess &A,
                        const WastefulAccess &B) const {
  if (A.How != B.How)
    return false;
  if (A.How == Remedy::SwapIndices || A.How == Remedy::WidenBlock)
    return true;
  const Access &X = K.Accesses[A.Id], &Y = K.Accesses[B.Id];
  if (X.Base == Access::BaseKind::Unknown ||
      Y.Base == Access::BaseKind::Unknown ||
      A.Pattern.Form.has_value() != B.Pattern.Form.has_value())
    return false;
  // What is no sum of strides is known to be alike in one array, or where one
  // index is used for several.
  const bool SameArray = X.Base == Y.Base && X.BaseIndex == Y.BaseIndex;
  const bool SameIndex =
      X.Offset == Y.Offset && X.BytesPerLane == Y.BytesPerLane;
  if (!A.Pattern.Form && !SameArray && !SameIndex)
    return false;
  return A.Pattern.XBytes == B.Pattern.XBytes;
}

/// \p Of in parts of accesses that fill their sectors together.
std::vector<std::vector<WastefulAccess>>
Finder::filledTogether(llvm::ArrayRef<WastefulAccess> Of) const {
  std::vector<std::vector<WastefulAccess>> Parts;
  for (const WastefulAccess &C : Of) {
    auto It = llvm::find_if(Parts, [&](const auto &Part) {
      return fillTogether(K, Part.front(), C);
    });
    if (It == Parts.end())
      Parts.push_back({C});
    else
      It->push_back(C);
  }
  return Parts;
}

/// What each access needs at the least, and leaves out those that ask for no
/// more.
void Finder::findBest() {
  for (const std::vector<WastefulAccess> &Part : filledTogether(All))
    for (WastefulAccess &C : All)
      if (llvm::is_contained(idsOf(Part), C.Id))
        C.Best = bestOf(C, Part);
  llvm::erase_if(All, [&](const WastefulAccess &C) {
    return P.Profile.Accesses[C.Id].SectorsPerRequest.Lo <= C.Best.Sectors + 1;
  });
}

/// Leaves out accesses that use, together, nearly all bytes of the sectors that
/// they ask for: fields of a structure, real and imaginary parts. L1 keeps what
/// the first of several loads brings, so that nothing is moved in vain, except
/// at the ends of the rows that a warp covers, which no order of the elements
/// changes. Stores have no such cache before the L2: where each thread has
/// sectors of its own, each store moves a part of every sector by itself
/// (kernel5_init of benchmarks/programs, 64 bytes per thread in 16 stores, was
/// measured six times slower than the same bytes in a row).
void Finder::dropFilled() {
  std::vector<WastefulAccess> Left;
  for (const std::vector<WastefulAccess> &Part : filledTogether(All)) {
    const bool OwnSectors =
        std::fabs(Part.front().Pattern.XBytes) >= SectorBytes;
    const bool Joined =
        K.Accesses[Part.front().Id].Kind == AccessKind::Load || !OwnSectors;
    const auto Joint = jointOf(Part);
    const bool InRuns = Joint &&
                        K.Accesses[Part.front().Id].Kind == AccessKind::Load &&
                        Joint->InRuns >= NearlyAll * Joint->Sectors;
    if (!Joined || !Joint ||
        (!InRuns && Joint->Used < NearlyAll * Joint->Sectors * SectorBytes))
      llvm::append_range(Left, Part);
  }
  // In the order of the text, as before.
  llvm::sort(Left, [](const WastefulAccess &A, const WastefulAccess &B) {
    return A.Id < B.Id;
  });
  All = std::move(Left);
}

/// Whether the launch wants nothing else of the sectors that an access touches,
/// as a kernel that reads one column of a matrix: no order of threads and no
/// tile makes such elements neighbours.
bool Finder::isAlone(const WastefulAccess &C) const {
  constexpr double SmallStride = 256, MostAlone = 0.5;
  if (C.How != Remedy::Layout || !C.Pattern.Form ||
      std::fabs(C.Pattern.XBytes) <= SmallStride)
    return false;
  std::vector<double> Trips;
  for (const LoopProfile &Lp : P.Profile.Loops)
    Trips.push_back(std::max(1.0, Lp.MeanTrip));
  FootprintScope Launched;
  Launched.Threads = L.Block;
  Launched.Blocks = Extents::of(L.Grid);
  Launched.Trips = Trips;
  double Wanted = 0, Sectors = 0;
  std::set<double> Begins; // accesses to the same sectors count once
  for (const WastefulAccess &D : All) {
    if (!D.Pattern.Form || (D.Id != C.Id && !fillTogether(K, C, D)))
      continue;
    const double Element = K.Accesses[D.Id].BytesPerLane;
    const auto Box = boxOf(*D.Pattern.Form, Launched);
    Wanted += distinctBytes(Box, Element, Element);
    if (Begins.insert(std::floor(D.Pattern.Form->ConstantBytes / SectorBytes))
            .second)
      Sectors += distinctSectorBytes(Box, Element);
  }
  return Wanted < MostAlone * Sectors;
}

/// The profile after the change that makes \p Group coalesced.
void Finder::change(llvm::ArrayRef<WastefulAccess> Group,
                    WarpProfile &To) const {
  for (const std::vector<WastefulAccess> &Part : filledTogether(Group)) {
    const llvm::SmallVector<AccessId, 8> Ids = idsOf(Part);
    const auto Best = llvm::map_to_vector<8>(
        Part, [](const WastefulAccess &C) { return C.Best; });
    if (auto Joint = jointOf(Part))
      coalesceTogether(K, Ids, Joint->Used / SectorBytes, To, Best);
    else
      for (const auto &[Id, Least] : llvm::zip_equal(Ids, Best)) {
        const double Needed =
            std::min(To.Accesses[Id].IdealSectors, Least.Distinct);
        coalesceTogether(K, Id, std::max(1.0, Needed), To,
                         RequestNeeds{1, 1, Least.Distinct});
      }
  }
}

/// What the change gains, reported at the line that loses most without it.
std::optional<LineFinding>
Finder::describe(llvm::ArrayRef<WastefulAccess> Group) const {
  LineFinding F;
  WarpProfile Joint = P.Profile;
  const WastefulAccess *Worst = nullptr;
  double WorstWaste = -1, Alone = 0;
  change(Group, Joint);
  for (const WastefulAccess &C : Group) {
    F.Accesses.push_back(C.Id);
    const AccessProfile &AP = P.Profile.Accesses[C.Id];
    const double Waste =
        AP.Requests * (AP.SectorsPerRequest.Value - AP.IdealSectors);
    if (Waste > WorstWaste)
      Worst = &C, WorstWaste = Waste;
  }
  auto Without = timeWithProfile(K, L, Gpu, P, Joint);
  if (!Without)
    return std::nullopt;
  F.TimeUs = P.TimeUs;
  F.WithoutUs = *Without;
  const Access &A = K.Accesses[Worst->Id];
  const AccessProfile &AP = P.Profile.Accesses[Worst->Id];
  F.Where = A.Where, F.Inner = A.Inner;
  const WastefulLaunch On{K, L, WarpSize};
  F.ChangesBlockUse = Worst->How == Remedy::SwapIndices;
  // Another layout concerns the whole program.
  if (Worst->How != Remedy::SwapIndices && Worst->How != Remedy::WidenBlock)
    F.WorthUs = 2;
  F.Text = wasteText(On, *Worst, Group, AP);
  F.Notes.push_back(wasteNote(On, *Worst, Group));
  if (llvm::StringRef(F.Notes.back()).contains(StructureOfArrays))
    F.Layout = LayoutAct::Structure;
  else if (Worst->How == Remedy::Interleave) {
    F.Layout = LayoutAct::Transposed;
    F.MayShareRows = mayShareRows(K, Group);
  }
  const SourceLine Here = shownLine(A);
  const std::string Others = otherLines(K, F.Accesses, A);
  if (!Others.empty()) {
    WarpProfile Single = P.Profile;
    std::vector<WastefulAccess> OfLine;
    for (const WastefulAccess &C : Group)
      if (shownLine(K.Accesses[C.Id]).Line == Here.Line)
        OfLine.push_back(C);
    change(OfLine, Single);
    if (auto Only = timeWithProfile(K, L, Gpu, P, Single))
      Alone = F.TimeUs.Value > 0 ? 1 - Only->Value / F.TimeUs.Value : 0;
    F.Notes.push_back(
        formatv("the share is that of this line and {0}: one change mends them",
                Others)
            .str());
    // The cost of one line hides behind that of another, so that mending one
    // alone gains nothing.
    if (Alone < F.gainPercent() / 100 - 0.02)
      F.NoteOfLaunch = formatv("mending this line alone saves {0}",
                               formatPercent(std::max(0.0, Alone)))
                           .str();
  }
  return F;
}

/// What several changes gain together is no more than the launch takes: where
/// their gains overlap, each has what it adds to the ones before it, the
/// largest first.
void Finder::claimOnce(llvm::ArrayRef<std::vector<WastefulAccess>> Groups,
                       std::vector<LineFinding> &Of) const {
  if (Of.size() < 2)
    return;
  std::vector<size_t> Order;
  double Sum = 0;
  for (size_t I = 0; I < Of.size(); ++I) {
    Order.push_back(I);
    Sum += P.TimeUs.Value - Of[I].WithoutUs.Value;
  }
  llvm::stable_sort(Order, [&](size_t A, size_t B) {
    return Of[A].WithoutUs.Value < Of[B].WithoutUs.Value;
  });
  WarpProfile Changed = P.Profile;
  std::vector<double> Left; // time after each change
  for (size_t I : Order) {
    change(Groups[I], Changed);
    auto Time = timeWithProfile(K, L, Gpu, P, Changed);
    if (!Time)
      return;
    Left.push_back(Time->Value);
  }
  constexpr double Noise = 1.02;
  if (Sum <= Noise * (P.TimeUs.Value - Left.back()))
    return;
  double Before = P.TimeUs.Value;
  for (size_t N = 0; N < Order.size(); ++N) {
    Estimate &T = Of[Order[N]].WithoutUs;
    const double Adds = std::max(0.0, Before - Left[N]);
    T = T * ((P.TimeUs.Value - Adds) / T.Value);
    Before = std::min(Before, Left[N]);
  }
}

std::vector<LineFinding> Finder::run(llvm::ArrayRef<AccessId> Except) {
  std::vector<LineFinding> Out;
  if (P.Profile.Accesses.size() != K.Accesses.size())
    return Out;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    if (isUncoalesced(K, P.Profile, Id) && !llvm::is_contained(Except, Id)) {
      WastefulAccess C;
      C.Id = Id;
      C.Pattern = lanePattern(K, K.Accesses[Id], L, WarpSize, P.Profile.Loops);
      All.push_back(std::move(C));
    }
  dropFilled();
  if (All.empty())
    return Out;
  judgeSwap();
  for (WastefulAccess &C : All)
    judge(C);
  findBest();
  // Whether one is alone depends on the others, so none goes before all are
  // asked.
  std::vector<WastefulAccess> Left;
  llvm::copy_if(All, std::back_inserter(Left),
                [&](const WastefulAccess &C) { return !isAlone(C); });
  All = std::move(Left);
  std::vector<bool> Taken(All.size(), false);
  std::vector<std::vector<WastefulAccess>> Groups;
  for (size_t I = 0; I < All.size(); ++I) {
    if (Taken[I])
      continue;
    std::vector<WastefulAccess> Group;
    for (size_t J = I; J < All.size(); ++J)
      if (J == I || (!Taken[J] && sameChange(All[I], All[J]))) {
        Taken[J] = true;
        Group.push_back(All[J]);
      }
    if (auto F = describe(Group)) {
      Out.push_back(std::move(*F));
      Groups.push_back(std::move(Group));
    }
  }
  claimOnce(Groups, Out);
  return Out;
}

std::vector<LineFinding>
gpuperf::findUncoalesced(const KernelSummary &K, const Launch &L,
                         const GpuModel &Gpu, const Prediction &P,
                         llvm::ArrayRef<AccessId> Except) {
  return Finder(K, L, Gpu, P).run(Except);
}
