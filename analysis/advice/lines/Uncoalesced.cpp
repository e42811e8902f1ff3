//===- Uncoalesced.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/Uncoalesced.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/report/Wording.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/STLExtras.h"
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

namespace {
/// What would make an access coalesced.
enum class Remedy : uint8_t {
  SwapIndices, ///< threadIdx.x and .y change roles
  Transpose,   ///< one side of a copy: through shared memory
  WidenBlock,  ///< rows of the block are shorter than a sector
  Interleave,  ///< each thread walks elements of its own
  Layout       ///< elements lie apart: array of structures
};

struct Candidate {
  AccessId Id = NoId;
  LanePattern Pattern;
  Remedy How = Remedy::Layout;
  LoopId Walk = NoId;
};

class Finder {
public:
  Finder(const KernelSummary &K, const Launch &L, const GpuModel &Gpu,
         const Prediction &P)
      : K(K), L(L), Gpu(Gpu), P(P),
        WarpSize(static_cast<unsigned>(Gpu.Arch.WarpSize.Value)) {}
  std::vector<LineFinding> run();

private:
  double sectorsSwapped(const Access &A, const LanePattern &Pt) const;
  void judgeSwap();
  void judge(Candidate &C) const;
  bool sameChange(const Candidate &A, const Candidate &B) const;
  void dropFilled();
  bool isAlone(const Candidate &C) const;
  void change(llvm::ArrayRef<Candidate> Group, WarpProfile &To) const;
  std::optional<LineFinding> describe(llvm::ArrayRef<Candidate> Group) const;
  void claimOnce(llvm::ArrayRef<std::vector<Candidate>> Groups,
                 std::vector<LineFinding> &Of) const;
  std::string arrayNames(llvm::ArrayRef<Candidate> Group) const;
  std::string strideText(const Candidate &C) const;
  std::vector<std::string> notes(const Candidate &C,
                                 llvm::ArrayRef<Candidate> Group) const;
  std::string layoutNote(const Candidate &C,
                         llvm::ArrayRef<Candidate> Group) const;

  const KernelSummary &K;
  const Launch &L;
  const GpuModel &Gpu;
  const Prediction &P;
  const unsigned WarpSize;
  std::vector<Candidate> All;
  bool SwapHelps = false, SwapHurts = false;
};
} // namespace

static std::string bytes(double Bytes) {
  Bytes = std::fabs(Bytes);
  constexpr double Readable = 65536;
  if (Bytes >= Readable)
    return formatBytes(Bytes);
  return formatv("{0} byte{1}", formatNumber(Bytes), Bytes == 1 ? "" : "s")
      .str();
}

/// Where the last warp of a row is cut off, the mean is a little below the
/// count of all others.
static std::string sectors(double Mean) {
  const double Whole = std::round(Mean);
  return formatNumber(std::fabs(Mean - Whole) < 0.03 * Whole ? Whole : Mean);
}

double Finder::sectorsSwapped(const Access &A, const LanePattern &Pt) const {
  return sectorsOf(L.Block, WarpSize, Pt.YBytes, Pt.XBytes, Pt.ZBytes,
                   A.BytesPerLane);
}

/// Whether swapping the roles of x and y helps every uncoalesced access to
/// global memory and harms none of the others.
void Finder::judgeSwap() {
  if (L.Block.X < 2 || L.Block.Y < 2)
    return;
  // A kernel of one dimension has nothing to swap with.
  if (llvm::none_of(K.Accesses, [&](const Access &A) {
        return A.Offset != NoExpr &&
               K.Exprs.dependsOn(A.Offset, ExprKind::TidY);
      }))
    return;
  bool AllHelped = !All.empty();
  for (const Candidate &C : All) {
    const Access &A = K.Accesses[C.Id];
    const bool Helped =
        C.Pattern.Form && sectorsSwapped(A, C.Pattern) <=
                              P.Profile.Accesses[C.Id].IdealSectors + 1;
    SwapHelps |= Helped;
    AllHelped &= Helped;
  }
  SwapHurts = !AllHelped;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    const AccessProfile &AP = P.Profile.Accesses[Id];
    if ((A.Space != MemSpace::Global && A.Space != MemSpace::Unknown) ||
        !(AP.Requests > 0) ||
        llvm::any_of(All, [&](const Candidate &C) { return C.Id == Id; }))
      continue;
    const LanePattern Pt = lanePattern(K, A, L, WarpSize);
    SwapHurts |= !Pt.Form || sectorsSwapped(A, Pt) > AP.IdealSectors + 1;
  }
}

void Finder::judge(Candidate &C) const {
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
  if (SwapHelps && std::fabs(Pt.YBytes) <= Element &&
      sectorsSwapped(A, Pt) <= P.Profile.Accesses[C.Id].IdealSectors + 1) {
    if (!SwapHurts) {
      C.How = Remedy::SwapIndices;
      return;
    }
    if (Pt.YBytes != 0) {
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

/// Whether one change helps both accesses: the role of an index and the shape
/// of the block concern the whole kernel, a layout concerns the arrays that are
/// walked alike.
bool Finder::sameChange(const Candidate &A, const Candidate &B) const {
  if (A.How != B.How)
    return false;
  if (A.How == Remedy::SwapIndices || A.How == Remedy::WidenBlock)
    return true;
  const Access &X = K.Accesses[A.Id], &Y = K.Accesses[B.Id];
  if (X.Base == Access::BaseKind::Unknown ||
      Y.Base == Access::BaseKind::Unknown ||
      A.Pattern.Form.has_value() != B.Pattern.Form.has_value())
    return false;
  if (!A.Pattern.Form && (X.Base != Y.Base || X.BaseIndex != Y.BaseIndex))
    return false;
  return A.Pattern.XBytes == B.Pattern.XBytes;
}

/// Loads, or stores, of one array in one loop fill their sectors together.
static bool fillTogether(const KernelSummary &K, const Candidate &C,
                         const Candidate &D) {
  const Access &A = K.Accesses[C.Id], &B = K.Accesses[D.Id];
  return A.Base != Access::BaseKind::Unknown && A.Base == B.Base &&
         A.BaseIndex == B.BaseIndex && A.Kind == B.Kind &&
         K.Blocks[A.Block].InnermostLoop == K.Blocks[B.Block].InnermostLoop;
}

/// Leaves out accesses that use, together, nearly all bytes of the sectors that
/// they ask for: fields of a structure, real and imaginary parts. L1 keeps what
/// the first of several loads brings, so that nothing is moved in vain. Stores
/// have no such cache before the L2: where each thread has sectors of its own,
/// each store moves a part of every sector by itself (kernel5_init of
/// benchmarks/programs, 64 bytes per thread in 16 stores, was measured six
/// times slower than the same bytes in a row).
void Finder::dropFilled() {
  constexpr double NearlyAll = 0.85;
  llvm::SmallVector<AccessId, 8> Filled;
  for (const Candidate &C : All) {
    llvm::SmallVector<AccessId, 8> Ids;
    for (const Candidate &D : All)
      if (fillTogether(K, C, D))
        Ids.push_back(D.Id);
    const bool OwnSectors = std::fabs(C.Pattern.XBytes) >= SectorBytes;
    if (Ids.empty() ||
        (K.Accesses[C.Id].Kind != AccessKind::Load && OwnSectors))
      continue;
    const auto Joint = jointBytes(K, Ids, L, WarpSize);
    if (Joint && Joint->Used >= NearlyAll * Joint->Sectors * SectorBytes)
      Filled.push_back(C.Id);
  }
  llvm::erase_if(All, [&](const Candidate &C) {
    return llvm::is_contained(Filled, C.Id);
  });
}

/// Whether the launch wants nothing else of the sectors that an access touches,
/// as a kernel that reads one column of a matrix: no order of threads and no
/// tile makes such elements neighbours.
bool Finder::isAlone(const Candidate &C) const {
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
  for (const Candidate &D : All) {
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
void Finder::change(llvm::ArrayRef<Candidate> Group, WarpProfile &To) const {
  std::vector<bool> Taken(Group.size(), false);
  for (size_t I = 0; I < Group.size(); ++I) {
    if (Taken[I])
      continue;
    llvm::SmallVector<AccessId, 8> Ids;
    for (size_t J = I; J < Group.size(); ++J)
      if (J == I || (!Taken[J] && fillTogether(K, Group[I], Group[J]))) {
        Taken[J] = true;
        Ids.push_back(Group[J].Id);
      }
    if (auto Joint = jointBytes(K, Ids, L, WarpSize))
      coalesceTogether(K, Ids, Joint->Used / SectorBytes, To);
    else
      for (AccessId Id : Ids)
        coalesce(K, Id, To);
  }
}

/// "'a'", "'a' and 'b'", "'a', 'b' and 2 more arrays"; empty where one has no
/// name.
std::string Finder::arrayNames(llvm::ArrayRef<Candidate> Group) const {
  std::vector<std::string> Names;
  for (const Candidate &C : Group) {
    const Access &A = K.Accesses[C.Id];
    std::string Name;
    if (A.Base == Access::BaseKind::Argument && A.BaseIndex < K.Params.size())
      Name = K.Params[A.BaseIndex].Name;
    else if (A.Base == Access::BaseKind::Variable &&
             A.BaseIndex < K.Variables.size())
      Name = K.Variables[A.BaseIndex].Name;
    if (Name.empty())
      return "";
    if (!llvm::is_contained(Names, Name))
      Names.push_back(Name);
  }
  constexpr size_t Most = 3;
  std::string Text;
  for (size_t I = 0; I < std::min(Names.size(), Most); ++I)
    Text += formatv("{0}'{1}'",
                    I == 0                  ? ""
                    : I + 1 == Names.size() ? " and "
                                            : ", ",
                    Names[I]);
  if (Names.size() > Most)
    Text += formatv(" and {0} more arrays", Names.size() - Most);
  return Text;
}

std::string Finder::strideText(const Candidate &C) const {
  const LanePattern &Pt = C.Pattern;
  if (C.How == Remedy::WidenBlock) {
    const Access &A = K.Accesses[C.Id];
    const uint64_t Rows = std::max<uint64_t>(1, WarpSize / L.Block.X);
    const double Row = (Pt.XBytes != 0 ? static_cast<double>(L.Block.X) : 1.0) *
                       A.BytesPerLane;
    return formatv("a warp covers {0} rows of {1}", Rows, bytes(Row)).str();
  }
  if (Pt.StrideAssumed && L.Block.X > 1 && !Pt.StrideText.empty())
    return formatv("stride {0} bytes between neighbouring threads",
                   Pt.StrideText)
        .str();
  if (!Pt.LaneStride)
    return "the addresses of a warp are scattered";
  if (!Pt.OneStride && *Pt.LaneStride == K.Accesses[C.Id].BytesPerLane)
    return formatv("a warp covers {0} rows of {1}", Pt.Rows,
                   bytes(static_cast<double>(*Pt.LaneStride) * WarpSize /
                         std::max(1u, Pt.Rows)))
        .str();
  return formatv("stride {0} between neighbouring threads",
                 bytes(static_cast<double>(*Pt.LaneStride)))
      .str();
}

/// What to do where elements lie apart.
std::string Finder::layoutNote(const Candidate &C,
                               llvm::ArrayRef<Candidate> Group) const {
  const LanePattern &Pt = C.Pattern;
  const double Element = K.Accesses[C.Id].BytesPerLane;
  if (Pt.LaneStride && !Pt.OneStride && *Pt.LaneStride == Element)
    return formatv("let at least {0} threads in a row access neighbouring "
                   "elements: that fills whole sectors of {1} bytes",
                   formatNumber(std::ceil(SectorBytes / Element)), SectorBytes)
        .str();
  if (!Pt.LaneStride)
    return "let neighbouring threads access neighbouring elements, or "
           "rearrange the data in shared memory";
  constexpr double SmallStride = 256;
  const double Stride = std::fabs(Pt.XBytes);
  llvm::SmallVector<AccessId, 8> Ids;
  double Least = HUGE_VAL; // the first byte that a thread uses
  for (const Candidate &Other : Group)
    if (fillTogether(K, C, Other)) {
      Ids.push_back(Other.Id);
      if (Other.Pattern.Form)
        Least = std::min(Least, Other.Pattern.Form->ConstantBytes);
    }
  const auto Joint = jointBytes(K, Ids, L, WarpSize);
  const double Lanes =
      static_cast<double>(std::min<uint64_t>(WarpSize, L.Block.count()));
  if (!Pt.Form || !Pt.ConstantStride || Stride > SmallStride || !Joint)
    return "let neighbouring threads access neighbouring elements (a layout or "
           "an index order in which threadIdx.x moves by one element), or "
           "stage "
           "a tile in shared memory";
  const double Used = Joint->Used / Lanes;
  if (Used < 0.85 * Stride)
    return formatv(
               "{0} of every {1} are used: a structure of arrays instead of "
               "an array of structures makes them consecutive",
               bytes(std::round(Used)), bytes(Stride))
        .str();
  // A vector has to be aligned to its size; arrays are.
  for (double Width : {16.0, 8.0})
    if (Ids.size() > 1 && std::fmod(Stride, Width) == 0 &&
        std::fmod(Least, Width) == 0 && K.Accesses[C.Id].BytesPerLane < Width)
      return formatv("the {0} of a thread are used together: access them as "
                     "vectors of {1} bytes ({2}), or stage them through shared "
                     "memory",
                     bytes(Stride), formatNumber(Width),
                     Width == 16 ? "float4, double2" : "float2")
          .str();
  return formatv("the {0} of a thread are used together: let the threads of a "
                 "warp access them one after the other and exchange them "
                 "through shared memory",
                 bytes(Stride))
      .str();
}

std::vector<std::string> Finder::notes(const Candidate &C,
                                       llvm::ArrayRef<Candidate> Group) const {
  const Access &A = K.Accesses[C.Id];
  const LanePattern &Pt = C.Pattern;
  const double Element = A.BytesPerLane;
  const std::string X = Pt.StrideAssumed && !Pt.StrideText.empty()
                            ? Pt.StrideText + " bytes"
                            : bytes(Pt.XBytes);
  const std::string Y =
      Pt.YBytes != 0 ? "by " + bytes(Pt.YBytes) : std::string("not at all");
  switch (C.How) {
  case Remedy::SwapIndices:
    return {formatv("threadIdx.x moves the address by {0}, threadIdx.y {1}: "
                    "swapping their roles makes neighbouring threads access "
                    "neighbouring elements",
                    X, Y)
                .str()};
  case Remedy::Transpose:
    return {formatv("threadIdx.x moves this address by {0}, threadIdx.y "
                    "{1}; other accesses need it the other way round: "
                    "transpose a tile through shared memory",
                    X, Y)
                .str()};
  case Remedy::WidenBlock: {
    const double Step = Pt.XBytes != 0 ? std::fabs(Pt.XBytes) : Element;
    const auto Wide =
        static_cast<unsigned>(std::max(2.0, std::ceil(SectorBytes / Step)));
    if (L.Block.X >= Wide)
      return {"a block that is a warp wide in x asks for whole lines"};
    return {formatv("a block at least {0} threads wide in x fills whole "
                    "sectors of {1} bytes",
                    Wide, SectorBytes)
                .str()};
  }
  case Remedy::Interleave: {
    const std::string Names = arrayNames(Group);
    return {formatv("each thread walks consecutive elements, {0} from its "
                    "neighbour's: let the threads of a warp take neighbouring "
                    "elements in each iteration ({1}, or give each row to a "
                    "warp), or stage a tile in shared memory",
                    X,
                    Names.empty() ? "store the array transposed"
                                  : "store " + Names + " transposed")
                .str()};
  }
  case Remedy::Layout:
    break;
  }
  return {layoutNote(C, Group)};
}

/// What the change gains, reported at the line that loses most without it.
std::optional<LineFinding>
Finder::describe(llvm::ArrayRef<Candidate> Group) const {
  LineFinding F;
  WarpProfile Joint = P.Profile;
  const Candidate *Worst = nullptr;
  double WorstWaste = -1, Alone = 0;
  llvm::SmallVector<SourceLine, 4> Lines;
  change(Group, Joint);
  for (const Candidate &C : Group) {
    F.Accesses.push_back(C.Id);
    const AccessProfile &AP = P.Profile.Accesses[C.Id];
    const double Waste =
        AP.Requests * (AP.SectorsPerRequest.Value - AP.IdealSectors);
    if (Waste > WorstWaste)
      Worst = &C, WorstWaste = Waste;
    Lines.push_back(shownLine(K.Accesses[C.Id]));
  }
  auto Without = timeWithProfile(K, L, Gpu, P, Joint);
  if (!Without)
    return std::nullopt;
  F.TimeUs = P.TimeUs;
  F.WithoutUs = *Without;
  const Access &A = K.Accesses[Worst->Id];
  const AccessProfile &AP = P.Profile.Accesses[Worst->Id];
  F.Where = A.Where, F.Inner = A.Inner;
  const std::string Names = arrayNames(Group);
  F.Text =
      formatv("{0} sectors per request instead of {1} ({2}{3})",
              sectors(AP.SectorsPerRequest.Value), sectors(AP.IdealSectors),
              strideText(*Worst), Names.empty() ? "" : " in " + Names)
          .str();
  F.Notes = notes(*Worst, Group);
  const SourceLine Here = shownLine(A);
  llvm::erase_if(Lines,
                 [&](const SourceLine &S) { return S.Line == Here.Line; });
  std::string Others = listLines(Lines, Here.File);
  if (!Others.empty()) {
    WarpProfile Single = P.Profile;
    std::vector<Candidate> OfLine;
    for (const Candidate &C : Group)
      if (shownLine(K.Accesses[C.Id]).Line == Here.Line)
        OfLine.push_back(C);
    change(OfLine, Single);
    if (auto Only = timeWithProfile(K, L, Gpu, P, Single))
      Alone = F.TimeUs.Value > 0 ? 1 - Only->Value / F.TimeUs.Value : 0;
    std::string Note =
        formatv("the share is that of this line and {0}: one change mends them",
                Others)
            .str();
    // The cost of one line hides behind that of another, so that mending one
    // alone gains nothing.
    if (Alone < F.gainPercent() / 100 - 0.02)
      Note += formatv("; mending this line alone saves {0}",
                      formatPercent(std::max(0.0, Alone)))
                  .str();
    F.Notes.push_back(std::move(Note));
  }
  return F;
}

/// What several changes gain together is no more than the launch takes: where
/// their gains overlap, each has what it adds to the ones before it, the
/// largest first.
void Finder::claimOnce(llvm::ArrayRef<std::vector<Candidate>> Groups,
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

std::vector<LineFinding> Finder::run() {
  std::vector<LineFinding> Out;
  if (P.Profile.Accesses.size() != K.Accesses.size())
    return Out;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id)
    if (isUncoalesced(K, P.Profile, Id)) {
      Candidate C;
      C.Id = Id;
      C.Pattern = lanePattern(K, K.Accesses[Id], L, WarpSize);
      All.push_back(std::move(C));
    }
  dropFilled();
  if (All.empty())
    return Out;
  judgeSwap();
  for (Candidate &C : All)
    judge(C);
  std::vector<AccessId> Alone;
  for (const Candidate &C : All)
    if (isAlone(C))
      Alone.push_back(C.Id);
  llvm::erase_if(
      All, [&](const Candidate &C) { return llvm::is_contained(Alone, C.Id); });
  std::vector<bool> Taken(All.size(), false);
  std::vector<std::vector<Candidate>> Groups;
  for (size_t I = 0; I < All.size(); ++I) {
    if (Taken[I])
      continue;
    std::vector<Candidate> Group;
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

std::vector<LineFinding> gpuperf::findUncoalesced(const KernelSummary &K,
                                                  const Launch &L,
                                                  const GpuModel &Gpu,
                                                  const Prediction &P) {
  return Finder(K, L, Gpu, P).run();
}
