//===- UncoalescedText.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/UncoalescedText.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/report/Wording.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

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

bool gpuperf::fillTogether(const KernelSummary &K, const WastefulAccess &C,
                           const WastefulAccess &D) {
  const Access &A = K.Accesses[C.Id], &B = K.Accesses[D.Id];
  return A.Base != Access::BaseKind::Unknown && A.Base == B.Base &&
         A.BaseIndex == B.BaseIndex && A.Kind == B.Kind &&
         K.Blocks[A.Block].InnermostLoop == K.Blocks[B.Block].InnermostLoop;
}

static constexpr const char *NeighbouringElements =
    "let neighbouring threads access neighbouring elements (a layout or an "
    "index order in which threadIdx.x moves by one element), or stage a tile "
    "in shared memory";

static std::string namesOf(const KernelSummary &K,
                           llvm::ArrayRef<WastefulAccess> Group) {
  return gpuperf::arrayNames(
      K,
      llvm::map_to_vector(Group, [](const WastefulAccess &C) { return C.Id; }));
}

/// How the lanes of a warp lie.
static std::string strideText(const WastefulLaunch &On,
                              const WastefulAccess &C) {
  const auto &[K, L, WarpSize] = On;
  const LanePattern &Pt = C.Pattern;
  if (C.How == Remedy::WidenBlock) {
    const Access &A = K.Accesses[C.Id];
    const uint64_t Rows = std::max<uint64_t>(1, WarpSize / L.Block.X);
    const double Row = (Pt.XBytes != 0 ? static_cast<double>(L.Block.X) : 1.0) *
                       A.BytesPerLane;
    return formatv("a warp covers {0} rows of {1}", Rows, bytes(Row)).str();
  }
  if (Pt.ChangesInLoop)
    return "the stride between neighbouring threads changes from iteration to "
           "iteration";
  if (Pt.StrideOfData)
    return "data decides over the stride between neighbouring threads";
  if (Pt.StrideAssumed && L.Block.X > 1 && !Pt.StrideText.empty())
    return formatv("stride {0} bytes between neighbouring threads",
                   Pt.StrideText)
        .str();
  if (!Pt.LaneStride)
    return "the addresses of a warp are scattered";
  if (!Pt.OneStride && *Pt.LaneStride == K.Accesses[C.Id].BytesPerLane) {
    // An index that wraps round breaks rows of the block again, in a few warps.
    const unsigned Rows =
        L.Block.X < WarpSize
            ? static_cast<unsigned>(WarpSize / std::max<uint64_t>(1, L.Block.X))
            : std::max(1u, Pt.Rows);
    return formatv("a warp covers {0} rows of {1}", Rows,
                   bytes(static_cast<double>(*Pt.LaneStride) * WarpSize / Rows))
        .str();
  }
  return formatv("stride {0} between neighbouring threads",
                 bytes(static_cast<double>(*Pt.LaneStride)))
      .str();
}

/// Whether accesses beside \p Group go to the array of \p A, as a loop over the
/// rest of a row does: what they use of it is not in the count of the group's.
static bool isUsedElsewhere(const KernelSummary &K, const Access &A,
                            llvm::ArrayRef<WastefulAccess> Group) {
  return llvm::any_of(
      llvm::seq<AccessId>(0, K.Accesses.size()), [&](AccessId Id) {
        const Access &B = K.Accesses[Id];
        return B.Base == A.Base && B.BaseIndex == A.BaseIndex &&
               llvm::none_of(Group, [&](const auto &C) { return C.Id == Id; });
      });
}

/// What to do where elements lie apart.
static std::string layoutNote(const WastefulLaunch &On, const WastefulAccess &C,
                              llvm::ArrayRef<WastefulAccess> Group) {
  const auto &[K, L, WarpSize] = On;
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
  double Least = HUGE_VAL, End = -HUGE_VAL; // of what a thread uses
  for (const WastefulAccess &Other : Group)
    if (Other.Id == C.Id || fillTogether(K, C, Other)) {
      Ids.push_back(Other.Id);
      if (Other.Pattern.Form) {
        const double At = Other.Pattern.Form->ConstantBytes;
        Least = std::min(Least, At);
        End = std::max(End, At + K.Accesses[Other.Id].BytesPerLane);
      }
    }
  const auto Joint = jointBytes(K, Ids, L, WarpSize);
  const double Lanes =
      static_cast<double>(std::min<uint64_t>(WarpSize, L.Block.count()));
  if (!Pt.Form || !Pt.ConstantStride || Stride > SmallStride || !Joint)
    return NeighbouringElements;
  const double Used = Joint->Used / Lanes;
  // Pixels and small vectors: what is not used of them comes along anyway.
  const bool IsStore = K.Accesses[C.Id].Kind == AccessKind::Store;
  const bool IsOneVector = Stride == 4 || Stride == 8 || Stride == 16;
  if (IsOneVector && Ids.size() > 1 && 2 * Used >= Stride &&
      Used < 0.85 * Stride && End <= Stride * (std::floor(Least / Stride) + 1))
    return formatv("{0} of every {1} are used: {2} the {1} of a thread at "
                   "once, as a vector that is aligned so ({3}){4}",
                   bytes(std::round(Used)), bytes(Stride),
                   IsStore ? "store" : "load",
                   Stride == 4   ? "uchar4, ushort2"
                   : Stride == 8 ? "ushort4, float2"
                                 : "float4, double2",
                   IsStore ? "; what is not computed has to be loaded before, "
                             "and no other thread may write it"
                           : "")
        .str();
  if (Used < 0.85 * Stride && isUsedElsewhere(K, K.Accesses[C.Id], Group))
    return NeighbouringElements;
  if (Used < 0.85 * Stride)
    return formatv("{0} of every {1} are used: {2} makes them consecutive",
                   bytes(std::round(Used)), bytes(Stride), StructureOfArrays)
        .str();
  // A vector has to be aligned to its size; the begins of arrays are.
  for (double Width : {16.0, 8.0})
    if (std::fmod(Stride, Width) == 0 && std::fmod(Least, Width) == 0 &&
        K.Accesses[C.Id].BytesPerLane < Width)
      return formatv("the {0} of a thread are used together: access them as "
                     "vectors of {1} bytes that are aligned so ({2}), or stage "
                     "them through shared memory",
                     bytes(Stride), formatNumber(Width),
                     Width == 16 ? "float4, double2" : "float2")
          .str();
  return formatv("the {0} of a thread are used together: let the threads of a "
                 "warp access them one after the other and exchange them "
                 "through shared memory",
                 bytes(Stride))
      .str();
}

bool gpuperf::mayShareRows(const KernelSummary &K,
                           llvm::ArrayRef<WastefulAccess> Group) {
  return llvm::all_of(Group, [&](const WastefulAccess &C) {
    return C.Walk < K.Loops.size() &&
           carriedBy(K, C.Walk, SharedBy::Block) != Carries::Order;
  });
}

std::string gpuperf::wasteNote(const WastefulLaunch &On,
                               const WastefulAccess &C,
                               llvm::ArrayRef<WastefulAccess> Group) {
  const auto &[K, L, WarpSize] = On;
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
    return formatv("threadIdx.x moves the address by {0}, threadIdx.y {1}: "
                   "swapping their roles makes neighbouring threads access "
                   "neighbouring elements",
                   X, Y)
        .str();
  case Remedy::Transpose:
    return formatv("threadIdx.x moves this address by {0}, threadIdx.y "
                   "{1}; other accesses need it the other way round: "
                   "transpose a tile through shared memory",
                   X, Y)
        .str();
  case Remedy::WidenBlock: {
    const double Step = Pt.XBytes != 0 ? std::fabs(Pt.XBytes) : Element;
    const auto Wide =
        static_cast<unsigned>(std::max(2.0, std::ceil(SectorBytes / Step)));
    if (L.Block.X >= Wide)
      return "a block that is a warp wide in x asks for whole lines";
    const std::string Tied =
        K.Independence.Proven
            ? ""
            : "; the kernel has to follow it: " + K.Independence.Reason;
    return formatv("a block at least {0} threads wide in x fills whole "
                   "sectors of {1} bytes{2}",
                   Wide, SectorBytes, Tied)
        .str();
  }
  case Remedy::Interleave: {
    const std::string Names = namesOf(K, Group);
    return formatv("each thread walks consecutive elements, {0} from its "
                   "neighbour's: let the threads of a warp take neighbouring "
                   "elements in each iteration ({1}{2}), or stage a tile in "
                   "shared memory",
                   X,
                   Names.empty() ? "store the array transposed"
                                 : "store " + Names + " transposed",
                   mayShareRows(K, Group) ? ", or give each row to a warp" : "")
        .str();
  }
  case Remedy::Layout:
    break;
  }
  return layoutNote(On, C, Group);
}

std::string gpuperf::wasteText(const WastefulLaunch &On,
                               const WastefulAccess &Worst,
                               llvm::ArrayRef<WastefulAccess> Group,
                               const AccessProfile &Of) {
  const std::string Names = namesOf(On.K, Group);
  // Where nobody knows the stride along x, each of its lanes may have sectors
  // of its own; those of one x share what their known stride lets them.
  const LanePattern &Pt = Worst.Pattern;
  const bool Open = Pt.StrideAssumed || Pt.StrideOfData;
  const unsigned Bytes = On.K.Accesses[Worst.Id].BytesPerLane;
  double Most =
      Of.ActiveLanes * std::ceil(Bytes / static_cast<double>(SectorBytes));
  if (Pt.Form) {
    constexpr double FarApart = 1 << 20;
    Most = std::min(
        Most, static_cast<double>(sectorsOf(On.L.Block, On.WarpSize, FarApart,
                                            Pt.YBytes, Pt.ZBytes, Bytes)));
  }
  return formatv(
             "{0}{1} sectors per request instead of {2} ({3}{4})",
             Open ? "up to " : "",
             sectors(Open ? std::max(Most, Of.SectorsPerRequest.Value)
                          : Of.SectorsPerRequest.Value),
             sectors(std::max(std::min(Of.IdealSectors, Worst.Best.Distinct),
                              Worst.Best.Sectors)),
             strideText(On, Worst), Names.empty() ? "" : " in " + Names)
      .str();
}
