//===- GivenLines.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/kernel/GivenLines.h"
#include "analysis/kernel/Dominance.h"
#include "analysis/kernel/VariableArguments.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace gpuperf;

static bool isWithin(const SourceLine &At, const SourceSpan &Span) {
  if (Span.Begin.Line == 0 || At.Line == 0 || At.File != Span.Begin.File)
    return false;
  if (At.Line < Span.Begin.Line || At.Line > Span.End.Line)
    return false;
  // Column 0: the compiler joined code of several places on this line.
  if (At.Column == 0)
    return true;
  if (At.Line == Span.Begin.Line && At.Column < Span.Begin.Column)
    return false;
  return At.Line != Span.End.Line || Span.End.Column == 0 ||
         At.Column <= Span.End.Column;
}

namespace {
/// Which part of a statement a piece of code belongs to.
enum class Part : uint8_t { Then, Else, Head, After };

/// Finds the loops and branches of one kernel that lines are about.
class Finder {
public:
  explicit Finder(KernelSummary &K)
      : K(K), Idom(immediateDominators(K)), Shares(K.Blocks.size()),
        Trips(K.Loops.size()) {}

  GivenLineUse find(const GivenLine &Line, bool OfCallees);
  /// All that was found, as a value.
  GivenData take() const;

private:
  GivenUse giveTrips(llvm::ArrayRef<LoopId> Loops, double Mean);
  GivenUse giveShare(const GivenLine &Line, bool OfCallees);
  std::vector<LoopId> loopsOn(const GivenLine &Line, bool OfCallees) const;
  std::vector<BlockId> branchesOn(const GivenLine &Line, bool OfCallees) const;
  void giveEntry(LoopId Loop, double Mean);
  bool dependsOnData(const KernelLoop &Loop) const;
  bool dependsOnData(const Block &B) const;
  bool isIn(BlockId B, LoopId Loop) const;
  bool leavesLoop(BlockId B) const;
  const Instr &terminator(BlockId B) const {
    return K.Instrs[K.Blocks[B].Instrs.back()];
  }
  Part partOf(BlockId B, const GivenLine &Line) const;
  /// Only \p Succ's edge from \p B leads to its code.
  bool ownsCode(BlockId B, BlockId Succ) const {
    return Idom[Succ] == B && K.Blocks[Succ].Preds.size() == 1;
  }
  std::optional<unsigned> wayOfThen(BlockId B, const GivenLine &Line) const;

  KernelSummary &K;
  const std::vector<BlockId> Idom;
  std::vector<std::optional<GivenShare>> Shares; ///< by BlockId
  std::vector<std::optional<GivenTrips>> Trips;  ///< by LoopId
};
} // namespace

bool Finder::dependsOnData(const KernelLoop &Loop) const {
  return isTripOfData(Loop) || Loop.EarlyExit != NoExpr ||
         isOpen(K, Loop.BackedgeTaken);
}

bool Finder::dependsOnData(const Block &B) const {
  return B.Condition == NoExpr || isOpen(K, B.Condition);
}

bool Finder::isIn(BlockId B, LoopId Loop) const {
  return Loop == NoId || llvm::is_contained(K.Loops[Loop].Blocks, B);
}

bool Finder::leavesLoop(BlockId B) const {
  const Block &Blk = K.Blocks[B];
  return llvm::any_of(Blk.Succs,
                      [&](BlockId S) { return !isIn(S, Blk.InnermostLoop); });
}

/// What stands in an inlined function is on the lines of the calls, too.
static bool isCalledWithin(const SourceLine &Where,
                           llvm::ArrayRef<SourceLine> CallLines,
                           const SourceSpan &Span) {
  return isWithin(Where, Span) || llvm::any_of(CallLines, [&](auto &Call) {
           return isWithin(Call, Span);
         });
}

std::vector<LoopId> Finder::loopsOn(const GivenLine &Line,
                                    bool OfCallees) const {
  std::vector<LoopId> Out;
  for (LoopId Id = 0; Id < K.Loops.size(); ++Id) {
    const KernelLoop &Loop = K.Loops[Id];
    if (OfCallees ? !Trips[Id] &&
                        isCalledWithin(Loop.Where, Loop.CallLines, Line.Head)
                  : isWithin(Loop.Inner, Line.Head))
      Out.push_back(Id);
  }
  return Out;
}

std::vector<BlockId> Finder::branchesOn(const GivenLine &Line,
                                        bool OfCallees) const {
  // Functions that a condition calls are a part of it.
  const bool IsStatement = Line.Then.Begin.Line != 0;
  std::vector<BlockId> Out;
  for (BlockId Id = 0; Id < K.Blocks.size(); ++Id) {
    const Block &B = K.Blocks[Id];
    if (B.Succs.size() < 2 || B.Instrs.empty() || llvm::all_equal(B.Succs))
      continue;
    const Instr &End = terminator(Id);
    const bool IsHere = isWithin(End.Inner, Line.Head);
    const bool IsCalled = isCalledWithin(End.Where, B.CallLines, Line.Head);
    if (OfCallees ? !Shares[Id] && IsCalled
                  : IsHere || (IsStatement && IsCalled))
      Out.push_back(Id);
  }
  return Out;
}

/// The code before a loop may ask whether the loop is entered at all, where the
/// loop itself asks at its end only.
void Finder::giveEntry(LoopId Id, double Mean) {
  const KernelLoop &Loop = K.Loops[Id];
  for (BlockId B = 0; B < K.Blocks.size(); ++B) {
    const Block &Blk = K.Blocks[B];
    if (Blk.Terminator != TerminatorKind::Conditional || isIn(B, Id) ||
        Blk.Instrs.empty() || !dependsOnData(Blk) || leavesLoop(B))
      continue;
    const SourceLine &At = terminator(B).Inner;
    if (At.Line != Loop.Inner.Line || At.File != Loop.Inner.File)
      continue;
    for (unsigned Way = 0; Way < 2; ++Way) {
      BlockId To = Blk.Succs[Way];
      // A block of the loop's constants may stand between the two.
      if (To != Loop.Header && K.Blocks[To].Succs.size() == 1)
        To = K.Blocks[To].Succs[0];
      if (To != Loop.Header)
        continue;
      const double Enters = std::min(Mean, 1.0);
      GivenShare &G = Shares[B].emplace();
      G.Block = B;
      G.First = Way == 0 ? Enters : 1 - Enters;
      G.Said = Enters;
      G.Where = lineToName(terminator(B).Where, At);
      G.Enters = Id;
    }
  }
}

GivenUse Finder::giveTrips(llvm::ArrayRef<LoopId> Loops, double Mean) {
  GivenUse Use = Loops.empty() ? GivenUse::NotThere : GivenUse::Known;
  for (LoopId Id : Loops) {
    const KernelLoop &Loop = K.Loops[Id];
    if (!dependsOnData(Loop))
      continue;
    Trips[Id] = {Id, Mean, lineToName(Loop.Where, Loop.Inner)};
    giveEntry(Id, Mean);
    Use = GivenUse::Used;
  }
  return Use;
}

/// Where the first code that is on a line stands that is reached from \p B
/// without another branch.
Part Finder::partOf(BlockId B, const GivenLine &Line) const {
  constexpr unsigned MostBlocks = 8;
  for (unsigned Steps = 0; Steps < MostBlocks; ++Steps) {
    const Block &Blk = K.Blocks[B];
    for (InstrId I : Blk.Instrs) {
      const Instr &In = K.Instrs[I];
      if (In.IsPhi || In.Where.Line == 0)
        continue;
      for (auto [Span, Which] : {std::pair(&Line.Then, Part::Then),
                                 std::pair(&Line.Else, Part::Else),
                                 std::pair(&Line.Head, Part::Head)})
        if (isWithin(In.Inner, *Span) || isWithin(In.Where, *Span))
          return Which;
      return Part::After;
    }
    if (Blk.Succs.size() != 1)
      break;
    B = Blk.Succs[0];
  }
  return Part::After;
}

std::optional<unsigned> Finder::wayOfThen(BlockId B,
                                          const GivenLine &Line) const {
  const auto &Succs = K.Blocks[B].Succs;
  const Part Parts[2] = {partOf(Succs[0], Line), partOf(Succs[1], Line)};
  for (unsigned Way = 0; Way < 2; ++Way)
    if (Parts[Way] == Part::Then && Parts[1 - Way] != Part::Then)
      return Way;
  for (unsigned Way = 0; Way < 2; ++Way)
    if (Parts[Way] == Part::Else && Parts[1 - Way] != Part::Else)
      return 1 - Way;
  // The next operand of && is reached where this one holds; the other way goes
  // past the statement.
  for (unsigned Way = 0; Way < 2; ++Way)
    if (Parts[Way] == Part::Head && Parts[1 - Way] == Part::After)
      return Way;
  const bool Owns[2] = {ownsCode(B, Succs[0]), ownsCode(B, Succs[1])};
  if (Owns[0] == Owns[1])
    return std::nullopt;
  return Owns[0] != Line.ThenJumps ? 0 : 1;
}

GivenUse Finder::giveShare(const GivenLine &Line, bool OfCallees) {
  GivenUse Use = GivenUse::NotThere;
  auto better = [&](GivenUse Now) {
    if (Use != GivenUse::Used)
      Use = Now;
  };
  // The operands of && and || are branches of their own. The first one decides
  // with the share that is said, and the others go the same way.
  std::map<BlockId, double> Follows;
  for (BlockId B : branchesOn(Line, OfCallees)) {
    const Block &Blk = K.Blocks[B];
    if (!dependsOnData(Blk)) {
      better(GivenUse::Known);
      continue;
    }
    if (leavesLoop(B)) {
      better(GivenUse::LeavesLoop);
      continue;
    }
    GivenShare G;
    G.Block = B;
    G.Said = *Line.Share;
    G.Where = lineToName(terminator(B).Where, terminator(B).Inner);
    if (Blk.Terminator == TerminatorKind::Switch) {
      G.First = 1 - *Line.Share;
    } else {
      const std::optional<unsigned> Then = wayOfThen(B, Line);
      if (!Then) {
        better(GivenUse::NoWay);
        continue;
      }
      auto It = Follows.find(B);
      const double Holds = It == Follows.end() ? *Line.Share : It->second;
      G.First = *Then == 0 ? Holds : 1 - Holds;
      for (unsigned Way = 0; Way < 2; ++Way)
        if (partOf(Blk.Succs[Way], Line) == Part::Head)
          Follows[Blk.Succs[Way]] = Way == *Then ? 1 : 0;
    }
    Shares[B] = G;
    Use = GivenUse::Used;
  }
  return Use;
}

GivenLineUse Finder::find(const GivenLine &Line, bool OfCallees) {
  GivenLineUse Use;
  const std::vector<LoopId> Loops = loopsOn(Line, OfCallees);
  if (Line.Trips)
    Use.Trips = giveTrips(Loops, *Line.Trips);
  if (!Line.Share)
    return Use;
  // A loop whose condition holds in a share p of the cases runs p / (1 - p)
  // times in the mean.
  if (llvm::any_of(Loops, [&](LoopId Id) {
        return !Trips[Id] && dependsOnData(K.Loops[Id]);
      })) {
    if (*Line.Share < 1)
      Use.Share = giveTrips(Loops, *Line.Share / (1 - *Line.Share));
    else
      Use.Share = GivenUse::Endless;
    return Use;
  }
  Use.Share = giveShare(Line, OfCallees);
  return Use;
}

GivenData Finder::take() const {
  GivenData Out;
  for (const auto &G : Trips)
    if (G)
      Out.Trips.push_back(*G);
  for (const auto &G : Shares)
    if (G)
      Out.Shares.push_back(*G);
  return Out;
}

std::vector<GivenLineUse>
gpuperf::setGivenData(KernelSummary &Kernel, llvm::ArrayRef<GivenLine> Lines) {
  std::vector<GivenLineUse> Uses;
  if (Lines.empty()) {
    Kernel.Given = {};
    return Uses;
  }
  Finder Find(Kernel);
  for (const GivenLine &Line : Lines)
    Uses.push_back(Find.find(Line, /*OfCallees=*/false));
  // What is said of a line of its own counts more than what is said of a call.
  for (const auto &[Line, Use] : llvm::zip(Lines, Uses)) {
    GivenLine Left = Line;
    if (Use.Trips != GivenUse::NotThere)
      Left.Trips.reset();
    if (Use.Share != GivenUse::NotThere)
      Left.Share.reset();
    const GivenLineUse OfCallees = Find.find(Left, /*OfCallees=*/true);
    if (OfCallees.Trips)
      Use.Trips = OfCallees.Trips;
    if (OfCallees.Share)
      Use.Share = OfCallees.Share;
  }
  Kernel.Given = Find.take();
  return Uses;
}
