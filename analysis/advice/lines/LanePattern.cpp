//===- LanePattern.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/LanePattern.h"
#include "analysis/advice/lines/ArrayNames.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "analysis/warp/Requests.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <limits>
#include <map>

using namespace gpuperf;

/// The most expression nodes that are evaluated for one access. The result is
/// worded for a person, once per finding, so it may cost that much.
static constexpr uint64_t PatternSteps = 20'000;

/// True if \p Test holds for a node that can be reached from \p Root.
static bool anyNode(const ExprPool &Pool, ExprId Root,
                    llvm::function_ref<bool(const ExprNode &)> Test) {
  llvm::SmallVector<ExprId, 16> Todo;
  llvm::DenseSet<ExprId> Seen;
  auto Push = [&](ExprId Id) {
    if (Id != NoExpr && Seen.insert(Id).second)
      Todo.push_back(Id);
  };
  Push(Root);
  while (!Todo.empty()) {
    const ExprNode &N = Pool[Todo.pop_back_val()];
    if (Test(N))
      return true;
    for (ExprId Op : N.Ops)
      Push(Op);
  }
  return false;
}

bool gpuperf::dependsOnLaneData(const KernelSummary &K, ExprId Id) {
  return anyNode(K.Exprs, Id, [](const ExprNode &N) {
    return N.Kind == ExprKind::Opaque && N.Imm == 0;
  });
}

bool gpuperf::dependsOnLaneData(const KernelSummary &K, const Access &A) {
  return dependsOnLaneData(K, A.Offset);
}

/// A variable that the launch does not tell is as open as a default.
static bool isAssumed(const KernelSummary &K, const Launch &L,
                      const ExprNode &Arg) {
  const auto Index = static_cast<size_t>(Arg.Imm);
  const bool IsVariable = Index < K.Params.size() && K.Params[Index].IsVariable;
  if (Index >= L.Args.size())
    return IsVariable;
  const ArgValue &A = L.Args[Index];
  if (A.isAssumed())
    return true;
  for (const auto &[Offset, Field] : A.Fields)
    if (Offset == Arg.Aux)
      return Field.isAssumed();
  return IsVariable && A.K == ArgValue::Kind::Unknown;
}

bool gpuperf::dependsOnAssumed(const KernelSummary &K, const Launch &L,
                               ExprId Id) {
  return anyNode(K.Exprs, Id, [&](const ExprNode &N) {
    return N.Kind == ExprKind::Arg && isAssumed(K, L, N);
  });
}

static bool isPlaceOfThread(const ExprNode &N) {
  return N.Kind == ExprKind::TidX || N.Kind == ExprKind::TidY ||
         N.Kind == ExprKind::TidZ || N.Kind == ExprKind::LaneId;
}

llvm::SmallVector<ExprId, 8> gpuperf::factorsOfThreadX(const KernelSummary &K,
                                                       const Access &A) {
  llvm::SmallVector<ExprId, 8> Out;
  for (const ProductTerm &T : expandToSum(K.Exprs, A.Offset).Terms)
    if (llvm::any_of(T.Factors, [&](ExprId F) {
          return K.Exprs[withoutCasts(K.Exprs, F)].Kind == ExprKind::TidX;
        }))
      for (ExprId F : T.Factors)
        Out.push_back(withoutCasts(K.Exprs, F));
  return Out;
}

/// Whether \p Id depends on data, or on a variable that the launch does not
/// tell. \p OnlyParts: of those, on one number out of several.
static bool dependsOnUntold(const KernelSummary &K, const Launch &L, ExprId Id,
                            bool OnlyParts = false) {
  return K.Exprs.dependsOnData(Id) ||
         anyNode(K.Exprs, Id, [&](const ExprNode &N) {
           const auto Index = static_cast<size_t>(N.Imm);
           return N.Kind == ExprKind::Arg && Index < K.Params.size() &&
                  K.Params[Index].IsVariable &&
                  (!OnlyParts || K.Params[Index].IsByValStruct) &&
                  isAssumed(K, L, N);
         });
}

bool gpuperf::isSpreadByData(const KernelSummary &K, const Access &A,
                             const Launch &L) {
  if (A.Offset == NoExpr || !dependsOnUntold(K, L, A.Offset))
    return false;
  return llvm::any_of(
      expandToSum(K.Exprs, A.Offset).Terms, [&](const ProductTerm &T) {
        return llvm::any_of(
                   T.Factors,
                   [&](ExprId F) { return isPlaceOfThread(K.Exprs[F]); }) &&
               llvm::any_of(T.Factors,
                            [&](ExprId F) { return dependsOnUntold(K, L, F); });
      });
}

/// The name of the variable that \p Factor is the value of, where it is one
/// number that the host has set: no code of the kernel writes it. Otherwise
/// empty.
static std::string hostVariable(const KernelSummary &K, ExprId Factor) {
  const ExprNode *N = &K.Exprs[withoutCasts(K.Exprs, Factor)];
  if (N->Kind != ExprKind::Opaque)
    return "";
  const auto From = llvm::find_if(K.Accesses, [&](const Access &A) {
    return A.Instr == N->Aux && A.Kind == AccessKind::Load;
  });
  if (From == K.Accesses.end() || From->Base != Access::BaseKind::Variable ||
      From->Space == MemSpace::Shared || From->Space == MemSpace::Local ||
      From->Offset == NoExpr ||
      K.Exprs[From->Offset].Kind != ExprKind::Constant ||
      llvm::any_of(K.Accesses, [&](const Access &A) {
        return A.Kind != AccessKind::Load && A.Base == From->Base &&
               A.BaseIndex == From->BaseIndex;
      }))
    return "";
  const Variable &V = K.Variables[From->BaseIndex];
  // Of an array or a structure, the name alone does not tell which part.
  return V.SizeBytes == From->BytesPerLane ? nameInSource(V) : "";
}

/// The factor of tid.x as an expression that a person can read.
static void describeStride(const KernelSummary &K, const Access &A,
                           const Launch &L, LanePattern &P) {
  std::vector<std::string> Names;
  for (const Param &Pm : K.Params)
    Names.push_back(Pm.Name);
  P.ConstantStride = true;
  for (const ProductTerm &T : expandToSum(K.Exprs, A.Offset).Terms) {
    if (llvm::none_of(T.Factors, [&](ExprId F) {
          return K.Exprs[F].Kind == ExprKind::TidX ||
                 K.Exprs[F].Kind == ExprKind::LaneId;
        }))
      continue;
    std::string Term;
    auto Times = [&Term](const std::string &Factor) {
      Term += (Term.empty() ? "" : " * ") + Factor;
    };
    if (T.Coefficient != 1 || T.Factors.size() == 1)
      Times(std::to_string(T.Coefficient));
    for (ExprId F : T.Factors) {
      const ExprNode &N = K.Exprs[F];
      if (N.Kind == ExprKind::TidX || N.Kind == ExprKind::LaneId)
        continue;
      P.ConstantStride = false;
      if (std::string Name = hostVariable(K, F); !Name.empty()) {
        Times(Name);
        P.StrideAssumed = true;
        continue;
      }
      Times(K.Exprs.print(F, Names));
      P.StrideAssumed |= anyNode(K.Exprs, F, [&](const ExprNode &Leaf) {
        return Leaf.Kind == ExprKind::Arg && isAssumed(K, L, Leaf);
      });
      // One of several numbers of a variable has no name of its own.
      P.StrideOfData |= dependsOnUntold(K, L, F, /*OnlyParts=*/true);
    }
    P.StrideText += (P.StrideText.empty() ? "" : " + ") + Term;
  }
}

/// The offsets of \p A in the first warp of the launch, in \p Iterations of
/// the loops.
static LaneValues offsetsOf(const KernelSummary &K, const Access &A,
                            const Launch &L, unsigned WarpSize,
                            llvm::ArrayRef<uint64_t> Iterations,
                            uint64_t &Steps) {
  WarpContext Ctx;
  Ctx.L = &L;
  Ctx.WarpSize = WarpSize;
  Ctx.LoopIter = Iterations;
  Ctx.UniformDataAsZero = true;
  return evaluate(K.Exprs, A.Offset, Ctx, Steps);
}

namespace {
/// How far the lanes of a warp lie apart in one iteration.
struct LaneSteps {
  std::map<int64_t, unsigned> Times; ///< from a lane to the next
  unsigned Count = 0;
};
} // namespace

static LaneSteps laneSteps(const KernelSummary &K, const Access &A,
                           const Launch &L, unsigned WarpSize,
                           llvm::ArrayRef<uint64_t> Iterations,
                           uint64_t &Steps) {
  LaneSteps Out;
  const LaneValues V = offsetsOf(K, A, L, WarpSize, Iterations, Steps);
  const auto Lanes =
      static_cast<unsigned>(std::min<uint64_t>(WarpSize, L.Block.count()));
  for (unsigned I = 1; I < Lanes; ++I)
    if (V.Known.test(I) && V.Known.test(I - 1)) {
      int64_t D = 0;
      if (__builtin_sub_overflow(V.V[I], V.V[I - 1], &D))
        continue;
      ++Out.Times[D], ++Out.Count;
    }
  return Out;
}

/// The distance of more than half of the lanes; nothing where there is none.
static std::optional<int64_t> mostlyApart(const LaneSteps &Found) {
  for (auto [D, Times] : Found.Times)
    if (2 * Times > Found.Count)
      return D;
  return std::nullopt;
}

/// Whether the distances of the lanes are others in some iteration of a loop
/// around \p A than in its first one.
static bool changesInLoop(const KernelSummary &K, const Access &A,
                          const Launch &L, unsigned WarpSize,
                          llvm::ArrayRef<LoopProfile> Loops,
                          const LaneSteps &First, uint64_t &Steps) {
  for (LoopId Id = K.Blocks[A.Block].InnermostLoop; Id != NoId;
       Id = K.Loops[Id].Parent) {
    if (!K.Exprs.dependsOnLoop(A.Offset, Id))
      continue;
    const double Trip = Id < Loops.size() ? Loops[Id].LongestTrip : HUGE_VAL;
    for (const uint64_t Iteration : {1, 2, 3, 7}) {
      if (static_cast<double>(Iteration) >= Trip)
        break;
      std::vector<uint64_t> At(K.Loops.size(), 0);
      At[Id] = Iteration;
      const LaneSteps Later = laneSteps(K, A, L, WarpSize, At, Steps);
      if (First.Count > 0 && Later.Count > 0 &&
          mostlyApart(Later) != mostlyApart(First))
        return true;
    }
  }
  return false;
}

LanePattern gpuperf::lanePattern(const KernelSummary &K, const Access &A,
                                 const Launch &L, unsigned WarpSize,
                                 llvm::ArrayRef<LoopProfile> Loops) {
  LanePattern P;
  WarpSize = std::clamp(WarpSize, 1u, MaxLanes);
  uint64_t Steps = PatternSteps;
  P.Form = affineForm(K, A, L, Steps);
  if (P.Form) {
    P.XBytes = P.Form->strideOf(ExprKind::TidX);
    P.YBytes = P.Form->strideOf(ExprKind::TidY);
    P.ZBytes = P.Form->strideOf(ExprKind::TidZ);
  }
  describeStride(K, A, L, P);
  Steps = PatternSteps;
  const LaneSteps First = laneSteps(
      K, A, L, WarpSize, std::vector<uint64_t>(K.Loops.size(), 0), Steps);
  P.ChangesInLoop = changesInLoop(K, A, L, WarpSize, Loops, First, Steps);
  if (P.ChangesInLoop)
    return P;
  P.OneStride = First.Times.size() == 1;
  P.LaneStride = mostlyApart(First);
  if (P.LaneStride)
    P.Rows = First.Count - First.Times.at(*P.LaneStride) + 1;
  return P;
}

std::optional<JointBytes> gpuperf::jointBytes(const KernelSummary &K,
                                              llvm::ArrayRef<AccessId> Ids,
                                              const Launch &L,
                                              unsigned WarpSize) {
  WarpSize = std::clamp(WarpSize, 1u, MaxLanes);
  uint64_t Steps = PatternSteps;
  llvm::SmallVector<std::pair<int64_t, int64_t>, 64> Ranges;
  const auto Lanes =
      static_cast<unsigned>(std::min<uint64_t>(WarpSize, L.Block.count()));
  for (AccessId Id : Ids) {
    const Access &A = K.Accesses[Id];
    // In the first iteration, products with the counter are 0.
    const LaneValues V = offsetsOf(
        K, A, L, WarpSize, std::vector<uint64_t>(K.Loops.size(), 1), Steps);
    // The copy of a structure is several loads or stores, one after the other.
    const int64_t Bytes =
        int64_t(A.BytesPerLane) * std::max<int64_t>(1, K.Instrs[A.Instr].Count);
    for (unsigned I = 0; I < Lanes; ++I) {
      int64_t End = 0;
      if (!V.Known.test(I) || __builtin_add_overflow(V.V[I], Bytes, &End))
        return std::nullopt;
      Ranges.push_back({V.V[I], End});
    }
  }
  llvm::sort(Ranges);
  constexpr int64_t Sector = SectorBytes;
  auto SectorOf = [](int64_t Byte) {
    return Byte / Sector - (Byte % Sector < 0);
  };
  JointBytes Out;
  int64_t UsedTo = std::numeric_limits<int64_t>::min(),
          NextSector = std::numeric_limits<int64_t>::min();
  int64_t RunBegin = 0, SectorsBefore = 0; // of the run that is open
  auto EndRun = [&] {
    if (Out.Used > 0 && UsedTo - RunBegin >= Sector)
      Out.InRuns += Out.Sectors - static_cast<double>(SectorsBefore);
  };
  for (auto [Begin, End] : Ranges) {
    if (End <= std::max(Begin, UsedTo))
      continue;
    if (Begin > UsedTo) {
      EndRun();
      ++Out.Runs;
      RunBegin = Begin, SectorsBefore = static_cast<int64_t>(Out.Sectors);
    }
    Out.Used += static_cast<double>(End - std::max(Begin, UsedTo));
    const int64_t First = std::max(SectorOf(Begin), NextSector),
                  Last = SectorOf(End - 1);
    if (Last >= First)
      Out.Sectors += static_cast<double>(Last - First + 1);
    NextSector = std::max(NextSector, Last + 1);
    UsedTo = End;
  }
  EndRun();
  return Out;
}

unsigned gpuperf::sectorsOf(const Dim3 &Block, unsigned WarpSize, double XBytes,
                            double YBytes, double ZBytes, unsigned Bytes,
                            int64_t ChunkBytes) {
  llvm::SmallVector<int64_t, 64> At;
  const uint64_t X = std::max<uint64_t>(Block.X, 1),
                 Y = std::max<uint64_t>(Block.Y, 1);
  // Lanes that are far apart cannot share a sector, however far it is.
  auto Near = [](double Stride) {
    return std::clamp(Stride, -1048576.0 * 1024, 1048576.0 * 1024);
  };
  for (uint64_t I = 0; I < std::min<uint64_t>(WarpSize, Block.count()); ++I)
    At.push_back(std::llround(Near(XBytes) * static_cast<double>(I % X) +
                              Near(YBytes) * static_cast<double>(I / X % Y) +
                              Near(ZBytes) * static_cast<double>(I / (X * Y))));
  return At.empty() ? 0 : chunksTouched(At, Bytes, ChunkBytes);
}
