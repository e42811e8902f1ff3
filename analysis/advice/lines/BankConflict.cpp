//===- BankConflict.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/BankConflict.h"
#include "analysis/advice/WhatIf.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/advice/lines/LineList.h"
#include "analysis/kernel/TensorBoxes.h"
#include "analysis/report/Wording.h"
#include "analysis/warp/Requests.h"
#include "gpumodel/Occupancy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
using llvm::formatv;

bool gpuperf::hasBankConflict(const KernelSummary &K, const WarpProfile &P,
                              AccessId Id) {
  const Access &A = K.Accesses[Id];
  const AccessProfile &AP = P.Accesses[Id];
  if (A.Space != MemSpace::Shared || A.Kind == AccessKind::Atomic ||
      !(AP.Requests > 0) || A.Offset == NoExpr)
    return false;
  if (AP.Why.contains(AssumptionKind::IndexUnknown) || dependsOnLaneData(K, A))
    return false;
  return AP.PassesPerRequest.Lo > 1 + 1e-9;
}

/// Passes over the banks that the launch makes in addition to the one pass that
/// each phase needs in any case.
static double extraPasses(const Access &A, const AccessProfile &AP) {
  if (A.Kind == AccessKind::Atomic)
    return 0;
  return AP.Requests * std::max(1.0, phaseBytes(A) / 4.0) *
         std::max(0.0, AP.PassesPerRequest.Value - 1);
}

static std::string conflictText(const KernelSummary &K, const Launch &L,
                                const GpuModel &Gpu, const AccessProfile &AP,
                                const Access &A) {
  const double Ways = AP.PassesPerRequest.Value;
  std::string Text =
      std::fabs(Ways - std::round(Ways)) < 0.05
          ? formatv("{0}-way bank conflict in shared memory",
                    formatNumber(std::round(Ways)))
                .str()
          : formatv("bank conflicts in shared memory, {0} ways on average",
                    formatNumber(Ways))
                .str();
  const LanePattern Pt =
      lanePattern(K, A, L, static_cast<unsigned>(Gpu.Arch.WarpSize.Value));
  // The lanes of one row lie on neighbouring banks: the conflict is between
  // rows.
  const bool Rows = Pt.Form && Pt.YBytes != 0 && L.Block.X > 1 &&
                    L.Block.X < Gpu.Arch.WarpSize.Value &&
                    std::fabs(Pt.XBytes) <= A.BytesPerLane;
  if (Rows)
    Text += formatv(" (rows of the block are {0} bytes apart)",
                    formatNumber(std::fabs(Pt.YBytes)))
                .str();
  else if (Pt.StrideAssumed && !Pt.StrideText.empty())
    Text += formatv(" (stride {0} bytes)", Pt.StrideText).str();
  else if (Pt.LaneStride && std::abs(*Pt.LaneStride) > A.BytesPerLane)
    Text += formatv(" (stride {0} bytes)", std::abs(*Pt.LaneStride)).str();
  return Text;
}

/// Whether the distance of neighbouring lanes is a multiple of the width of all
/// banks together, so that they fall on one bank.
static bool pitchIsWhole(const KernelSummary &K, const Launch &L,
                         const GpuModel &Gpu, const Access &A) {
  const LanePattern Pt =
      lanePattern(K, A, L, static_cast<unsigned>(Gpu.Arch.WarpSize.Value));
  return Pt.LaneStride && *Pt.LaneStride % 128 == 0;
}

/// Whether each row of \p A's array may get an element more: the arrays that a
/// kernel declares take 48 KiB at most. How long a row is, is not known here:
/// it is taken to have 256 elements, so that little is added.
static bool fitsWithLongerRows(const KernelSummary &K, const Access &A) {
  constexpr uint64_t MostDeclared = 48 << 10, RowElements = 256;
  if (A.Base != Access::BaseKind::Variable || A.BaseIndex >= K.Variables.size())
    return true;
  return K.StaticSharedBytes +
             K.Variables[A.BaseIndex].SizeBytes / RowElements <=
         MostDeclared;
}

/// The rows, in bytes, that a tensor map may swizzle in the array of \p A: of a
/// tile that tensor copies fill and nothing else, by maps that leave the rows
/// as they are. 0: it is no such array.
static unsigned swizzledRowBytes(const KernelSummary &K, const Launch &L,
                                 const Access &A) {
  if (A.Base != Access::BaseKind::Variable)
    return 0;
  unsigned RowBytes = 0;
  for (const Access &Other : K.Accesses) {
    if (Other.Kind != AccessKind::Load &&
        (Other.Space == MemSpace::Unknown ||
         (Other.Space == MemSpace::Shared &&
          (Other.Base == Access::BaseKind::Unknown ||
           Other.BaseIndex == A.BaseIndex))))
      return 0;
    const auto Map =
        Other.Kind == AccessKind::Load ? tensorMapOf(Other, L) : std::nullopt;
    if (!Map)
      continue;
    if (Map->Swizzle != 0 || (RowBytes && RowBytes != Map->RowBytes))
      return 0;
    RowBytes = Map->RowBytes;
  }
  return RowBytes == 32 || RowBytes == 64 || RowBytes == 128 ? RowBytes : 0;
}

/// What the number of a piece in a swizzled row is combined with.
static const char *rowTerm(unsigned RowBytes) {
  if (RowBytes == 128)
    return "r % 8";
  return RowBytes == 64 ? "r / 2 % 4" : "r / 4 % 2";
}

static std::optional<LineFinding> describe(const KernelSummary &K,
                                           const Launch &L, const GpuModel &Gpu,
                                           const Prediction &P,
                                           llvm::ArrayRef<AccessId> Group) {
  LineFinding F;
  WarpProfile Free = P.Profile;
  AccessId Worst = Group.front();
  for (AccessId Id : Group) {
    freeBanks(Id, Free);
    if (extraPasses(K.Accesses[Id], P.Profile.Accesses[Id]) >
        extraPasses(K.Accesses[Worst], P.Profile.Accesses[Worst]))
      Worst = Id;
  }
  auto Without = timeWithProfile(K, L, Gpu, P, Free);
  if (!Without)
    return std::nullopt;
  F.TimeUs = P.TimeUs;
  F.WithoutUs = *Without;
  F.Accesses.assign(Group.begin(), Group.end());
  const Access &A = K.Accesses[Worst];
  F.Where = A.Where, F.Inner = A.Inner;
  F.Text = conflictText(K, L, Gpu, P.Profile.Accesses[Worst], A);
  const auto Banks = static_cast<unsigned>(
      Gpu.Arch.SharedBanks ? Gpu.Arch.SharedBanks->Value : 32);
  // The lanes are whole rows apart, as those of a column are.
  const bool Column =
      llvm::StringRef(F.Text).contains("(stride") && pitchIsWhole(K, L, Gpu, A);
  // What a thread reads in a row may be joined to one access.
  const auto Together = static_cast<unsigned>(phaseBytes(A));
  const unsigned Swizzled = swizzledRowBytes(K, L, A);
  F.Notes.push_back(
      Swizzled
          ? formatv("lanes whose words are a multiple of {0} apart share a "
                    "bank, and the copy engine pads no rows: make the map with "
                    "CU_TENSOR_MAP_SWIZZLE_{1}B, and read piece p (16 bytes) "
                    "of row r at p ^ {2}",
                    Banks, Swizzled, rowTerm(Swizzled))
                .str()
      : !fitsWithLongerRows(K, A)
          ? formatv("lanes whose words are a multiple of {0} apart share a "
                    "bank: let neighbouring threads take neighbouring words; "
                    "longer rows would not fit into the 48 KiB that a block "
                    "may declare",
                    Banks)
                .str()
      : !Column && A.BytesPerLane <= 4
          ? formatv("lanes whose words are a multiple of {0} apart share a "
                    "bank: longer rows, or an index i + i / {0}, spread them",
                    Banks)
                .str()
      : A.BytesPerLane <= 4
          ? formatv("lanes whose words are a multiple of {0} apart share a "
                    "bank: one more element per row spreads them",
                    Banks)
                .str()
          : formatv("lanes whose words are a multiple of {0} apart share a "
                    "bank; accesses of {1} bytes go in {2} parts: pad the rows "
                    "by {1} bytes",
                    Banks, Together, Together / 4)
                .str());
  if (std::string Others = otherLines(K, Group, A); !Others.empty())
    F.Notes.push_back(
        formatv("the share counts the conflicts of {0} in, on the same array",
                Others)
            .str());
  return F;
}

/// Whether a thread accesses consecutive elements one after the other in the
/// unrolled text: the assembler joins such accesses to wider ones.
static bool isJoined(const KernelSummary &K, const Access &A,
                     const AffineForm &Form, const Launch &L) {
  uint64_t Steps = 20'000;
  const std::vector<double> Trips(K.Loops.size(), 1);
  const LoopId Inner = K.Blocks[A.Block].InnermostLoop;
  if (Inner != NoId && K.Loops[Inner].Copies >= 2 &&
      std::fabs(Form.strideOf(ExprKind::LoopIter, Inner)) == A.BytesPerLane)
    return true;
  return llvm::any_of(K.Accesses, [&](const Access &B) {
    if (B.Instr == A.Instr || B.Block != A.Block || B.Kind != A.Kind ||
        B.Space != A.Space || B.Base != A.Base || B.BaseIndex != A.BaseIndex ||
        B.BytesPerLane != A.BytesPerLane)
      return false;
    auto Other = affineForm(K, B, L, Steps);
    if (!Other)
      Other = sampledForm(K, B, L, Trips, Steps);
    if (!Other ||
        std::fabs(Other->ConstantBytes - Form.ConstantBytes) !=
            A.BytesPerLane ||
        Other->Variables.size() != Form.Variables.size())
      return false;
    return std::equal(Form.Variables.begin(), Form.Variables.end(),
                      Other->Variables.begin(),
                      [](const AddressVariable &X, const AddressVariable &Y) {
                        return X.Kind == Y.Kind && X.Loop == Y.Loop &&
                               X.StrideBytes == Y.StrideBytes &&
                               X.Divisor == Y.Divisor && X.Modulus == Y.Modulus;
                      });
  });
}

/// Whether wide accesses to the same elements have hardly any conflict:
/// accesses of 16 bytes are served a quarter of a warp at a time, and two lanes
/// of a quarter that share a bank cost little.
static bool meetsLittleWhenJoined(const KernelSummary &K, const Access &A,
                                  const Launch &L, const GpuModel &Gpu) {
  constexpr double LittleWays = 4;
  uint64_t Steps = 20'000;
  const std::vector<double> Trips(K.Loops.size(), 1);
  auto Form = affineForm(K, A, L, Steps);
  if (!Form)
    Form = sampledForm(K, A, L, Trips, Steps);
  if (!Form || !isJoined(K, A, *Form, L))
    return false;
  const std::vector<uint64_t> First(K.Loops.size(), 0);
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.LoopIter = First;
  Ctx.WarpSize = static_cast<unsigned>(Gpu.Arch.WarpSize.Value);
  const LaneValues V = evaluate(K.Exprs, A.Offset, Ctx, Steps);
  const auto Lanes =
      static_cast<unsigned>(std::min<uint64_t>(Ctx.WarpSize, L.Block.count()));
  // The access is as wide as the alignment of every lane's first element
  // allows.
  int64_t Widest = 16;
  for (unsigned I = 0; I < Lanes; ++I) {
    if (!V.Known[I])
      return false;
    while (Widest > A.BytesPerLane && (V.V[I] - V.V[0]) % Widest != 0)
      Widest /= 2;
  }
  if (Widest <= A.BytesPerLane)
    return false;
  llvm::SmallVector<int64_t, MaxLanes> Addresses;
  for (unsigned I = 0; I < Lanes; ++I)
    Addresses.push_back(V.V[I] - V.V[I] % Widest);
  const unsigned Banks = static_cast<unsigned>(
      Gpu.Arch.SharedBanks ? Gpu.Arch.SharedBanks->Value : 32);
  constexpr unsigned BankBytes = 4;
  return bankPasses(Addresses, static_cast<unsigned>(Widest), Banks,
                    BankBytes) < LittleWays;
}

std::vector<LineFinding> gpuperf::findBankConflicts(const KernelSummary &K,
                                                    const Launch &L,
                                                    const GpuModel &Gpu,
                                                    const Prediction &P) {
  std::vector<LineFinding> Out;
  if (P.Profile.Accesses.size() != K.Accesses.size())
    return Out;
  std::vector<std::vector<AccessId>> Groups;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    // With rows of another length, the lanes may meet other banks.
    if (!hasBankConflict(K, P.Profile, Id) || isSpreadByData(K, A, L) ||
        meetsLittleWhenJoined(K, A, L, Gpu))
      continue;
    auto Same = llvm::find_if(Groups, [&](const std::vector<AccessId> &G) {
      const Access &O = K.Accesses[G.front()];
      return A.Base == Access::BaseKind::Variable && O.Base == A.Base &&
             O.BaseIndex == A.BaseIndex;
    });
    if (Same == Groups.end())
      Groups.push_back({Id});
    else
      Same->push_back(Id);
  }
  for (const std::vector<AccessId> &G : Groups)
    if (auto F = describe(K, L, Gpu, P, G))
      Out.push_back(std::move(*F));
  return Out;
}

/// Whether the part of the address that is not a multiple of the row stays
/// within one row for every thread and iteration, so that it is the column.
static bool staysInRow(const KernelSummary &K, const Access &A, const Launch &L,
                       const WarpProfile &P, double RowBytes) {
  uint64_t Steps = 20'000;
  auto Form = affineForm(K, A, L, Steps);
  if (!Form)
    return false;
  double First = Form->ConstantBytes -
                 std::floor(Form->ConstantBytes / RowBytes) * RowBytes;
  double Last = First + A.BytesPerLane;
  for (const AddressVariable &V : Form->Variables) {
    if (std::fmod(V.StrideBytes, RowBytes) == 0)
      continue;
    double Count = 0;
    switch (V.Kind) {
    case ExprKind::TidX:
      Count = static_cast<double>(L.Block.X);
      break;
    case ExprKind::TidY:
      Count = static_cast<double>(L.Block.Y);
      break;
    case ExprKind::TidZ:
      Count = static_cast<double>(L.Block.Z);
      break;
    case ExprKind::LoopIter:
      if (V.Loop >= P.Loops.size() || K.Loops[V.Loop].UpperBoundOnly ||
          K.Loops[V.Loop].BackedgeTaken == NoExpr)
        return false;
      Count = std::max(1.0, P.Loops[V.Loop].LongestTrip);
      break;
    default:
      return false;
    }
    const double Length = V.StrideBytes * (Count - 1);
    (Length < 0 ? First : Last) += Length;
  }
  return First >= 0 && Last <= RowBytes;
}

/// A copy of \p K in which each row of variable \p Variable is longer by
/// \p PadBytes.
static KernelSummary padded(const KernelSummary &K, uint32_t Variable,
                            uint64_t RowBytes, uint64_t PadBytes) {
  KernelSummary Out = K;
  auto Node = [&](ExprKind Kind, ExprId X, ExprId Y) {
    ExprNode N;
    N.Kind = Kind;
    N.Width = 64;
    N.Ops = {X, Y, NoExpr};
    return Out.Exprs.get(N);
  };
  const ExprId Old = Out.Exprs.constant(static_cast<int64_t>(RowBytes));
  const ExprId New =
      Out.Exprs.constant(static_cast<int64_t>(RowBytes + PadBytes));
  for (Access &A : Out.Accesses) {
    if (A.Space != MemSpace::Shared || A.Base != Access::BaseKind::Variable ||
        A.BaseIndex != Variable)
      continue;
    const ExprId Row = Node(ExprKind::UDiv, A.Offset, Old);
    const ExprId Column = Node(ExprKind::URem, A.Offset, Old);
    A.Offset = Node(ExprKind::Add, Node(ExprKind::Mul, Row, New), Column);
    A.Affine = false;
    // Longer rows may not be aligned any more for what joined their elements.
    while (A.JoinedBytes && PadBytes % A.JoinedBytes != 0)
      A.JoinedBytes /= 2;
    if (A.JoinedBytes <= A.BytesPerLane)
      A.JoinedBytes = 0;
  }
  const uint64_t More = K.Variables[Variable].SizeBytes / RowBytes * PadBytes;
  Out.Variables[Variable].SizeBytes += More;
  Out.StaticSharedBytes += More;
  return Out;
}

std::optional<Padding>
gpuperf::findPadding(const KernelSummary &K, const Launch &L,
                     const GpuModel &Gpu, const Prediction &P,
                     uint32_t Variable, uint64_t RowBytes,
                     uint64_t ElementBytes) {
  if (Variable >= K.Variables.size() || !RowBytes || !ElementBytes ||
      RowBytes % ElementBytes != 0 ||
      K.Variables[Variable].SizeBytes % RowBytes != 0 ||
      P.Profile.Accesses.size() != K.Accesses.size())
    return std::nullopt;
  double Extra = 0;
  uint64_t Unit = ElementBytes;
  for (AccessId Id = 0; Id < K.Accesses.size(); ++Id) {
    const Access &A = K.Accesses[Id];
    // An access through a pointer of unknown origin may go to any array.
    if (A.Base == Access::BaseKind::Unknown &&
        (A.Space == MemSpace::Shared || A.Space == MemSpace::Unknown))
      return std::nullopt;
    if (A.Space != MemSpace::Shared || A.BaseIndex != Variable ||
        A.Base != Access::BaseKind::Variable)
      continue;
    if (!staysInRow(K, A, L, P.Profile, static_cast<double>(RowBytes)))
      return std::nullopt;
    // Elements that are accessed together have to stay aligned.
    Unit = std::max<uint64_t>(Unit, A.BytesPerLane);
    Extra += extraPasses(A, P.Profile.Accesses[Id]);
  }
  if (!(Extra > 0) || Unit % ElementBytes != 0)
    return std::nullopt;
  // A padding of half the banks separates two short rows.
  constexpr unsigned MostTimes = 16;
  for (unsigned Times = 1; Times <= MostTimes; Times *= 2) {
    const uint64_t PadBytes = Unit * Times;
    KernelSummary Longer = padded(K, Variable, RowBytes, PadBytes);
    if (Longer.StaticSharedBytes > SharedBytesWithoutOptIn)
      return std::nullopt;
    const auto New = predictAsIf(Longer, L, Gpu, P);
    if (!New)
      return std::nullopt;
    double Left = 0;
    for (AccessId Id = 0; Id < Longer.Accesses.size(); ++Id)
      if (Longer.Accesses[Id].Space == MemSpace::Shared &&
          Longer.Accesses[Id].BaseIndex == Variable)
        Left += extraPasses(Longer.Accesses[Id], New->Profile.Accesses[Id]);
    if (Left <= Extra / 10)
      return Padding{static_cast<unsigned>(PadBytes / ElementBytes),
                     New->TimeUs};
  }
  return std::nullopt;
}
