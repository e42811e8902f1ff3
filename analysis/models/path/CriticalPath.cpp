//===- CriticalPath.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/CriticalPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <cmath>
#include <type_traits>

using namespace gpuperf;

namespace {
// What the walk asks of a time, for numbers; MaxPlus brings its own.
double max(double A, double B) { return std::max(A, B); }
double excess(double A, double B) { return std::max(A - B, 0.0); }
double repeat(double TwoIterations, double Trip) {
  return TwoIterations / 2 * Trip;
}
MaxPlus repeat(const MaxPlus &TwoIterations, const std::string &Trip) {
  return MaxPlus::loop(TwoIterations, Trip);
}
double partly(double From, double To, double Share) {
  return From + Share * (To - From);
}
MaxPlus partly(const MaxPlus &, const MaxPlus &To, double) { return To; }

/// What was asked for this many iterations before is taken to be there.
constexpr unsigned MostAhead = 8;
/// Blocks that are executed less often end no group.
constexpr double LeastShareOfGroup = 0.5;

/// One walk over all regions of a kernel, inner loops first.
template <class T> class Walk {
public:
  Walk(const PathGraph &Graph, const PathCosts<T> &Costs)
      : Graph(Graph), Kernel(Graph.Kernel), Costs(Costs), Steps(*Graph.Steps),
        Ready(Kernel.Instrs.size()), IsReady(Kernel.Instrs.size(), false),
        Lag(Kernel.Instrs.size()) {
    Times.TwoIterations.resize(Kernel.Loops.size());
    Times.PerEntry.resize(Kernel.Loops.size());
  }

  PathTimes<T> run() {
    for (size_t L = Kernel.Loops.size(); L-- > 0;)
      walkLoop(L);
    const PathGraph::Region &Top = Graph.Regions.back();
    startRegion(Top);
    walkOnce(Top, NoId, /*Second=*/false, T{});
    for (const T &Time : Out)
      Times.Total = max(Times.Total, Time);
    return std::move(Times);
  }

private:
  void startRegion(const PathGraph::Region &R) {
    Out.assign(R.Items.size(), T{});
    LastIssue.assign(R.Items.size(), T{});
    std::fill(IsReady.begin(), IsReady.end(), false);
    Asked = T{};
    Groups.clear();
    Iterations.assign(1, T{});
    MostAheadSeen = 0;
  }

  /// The last issue of an iteration of \p R.
  T lastOf(const PathGraph::Region &R) const {
    T End{};
    for (uint32_t Latch : R.LatchItems)
      End = max(End, LastIssue[Latch]);
    return End;
  }

  void walkAgain(const PathGraph::Region &R, LoopId L) {
    T Restart{};
    for (uint32_t Latch : R.LatchItems)
      Restart = max(Restart, Out[Latch]);
    if (R.WaitsForOthers)
      for (InstrId I : Steps.Copies)
        Iterations.back() = max(Iterations.back(), Restart + Costs.Latency[I]);
    if (R.WaitsForCopies)
      Iterations.emplace_back();
    walkOnce(R, L, /*Second=*/true, Restart);
  }

  /// A loop that waits for copies: long enough for each iteration to wait for
  /// copies of the loop, and for what repeats to be seen twice.
  void walkUntilSteady(const PathGraph::Region &R, LoopId L) {
    const unsigned Deepest = std::min(R.MostCopiesLeft + 1, MostAhead);
    std::vector<T> Ends = {lastOf(R)};
    while (Ends.size() < 3 * Deepest + 4) {
      walkAgain(R, L);
      Ends.push_back(lastOf(R));
    }
    if constexpr (std::is_same_v<T, double>) {
      const unsigned Ahead = std::min(MostAheadSeen, Deepest);
      const double Steady = steadyCycles(Ends, Ahead), Trip = Costs.Trips[L];
      // The first ones wait for what was asked for before the loop.
      const unsigned Filled = std::max(Ahead, 1U);
      finishLoop(L, Ends.back(),
                 Trip > double(Filled)
                     ? Ends[Filled - 1] + (Trip - double(Filled)) * Steady
                     : Ends[Filled - 1] / double(Filled) * Trip);
      Times.TwoIterations[L] = 2 * Steady;
    }
  }

  /// The mean of the iterations that end at \p Ends, of as many as repeat: what
  /// is asked for in one of them may hold back the next but \p Ahead, or the
  /// one after that.
  static double steadyCycles(llvm::ArrayRef<double> Ends, unsigned Ahead) {
    auto LengthOf = [&](unsigned Count, unsigned Before) {
      const size_t Last = Ends.size() - 1 - Before;
      return Ends[Last] - Ends[Last - Count];
    };
    for (unsigned Count : {1U, std::max(Ahead, 1U)}) {
      bool Repeats = true;
      for (unsigned Before = 1; Before <= Ahead + 1; ++Before)
        Repeats &= std::abs(LengthOf(Count, 0) - LengthOf(Count, Before)) <=
                   1e-6 * LengthOf(Count, 0);
      if (Repeats)
        return LengthOf(Count, 0) / Count;
    }
    return LengthOf(Ahead + 1, 0) / (Ahead + 1);
  }

  void walkLoop(LoopId L) {
    const PathGraph::Region &R = Graph.Regions[L];
    startRegion(R);
    walkOnce(R, L, /*Second=*/false, T{});
    if (R.LatchItems.empty()) { // no iteration is completed
      T Once{};
      for (const T &Time : Out)
        Once = max(Once, Time);
      finishLoop(L, Once, Once);
      return;
    }
    if (R.WaitsForCopies && std::is_same_v<T, double>) {
      walkUntilSteady(R, L);
      return;
    }
    walkAgain(R, L);
    const T End = lastOf(R);
    finishLoop(L, End, repeat(End, Costs.Trips[L]));
  }

  /// \p End is when the walk over the loop \p L ends, \p PerEntry the time of
  /// all of its iterations.
  void finishLoop(LoopId L, const T &End, const T &PerEntry) {
    for (InstrId I : Steps.Borders[L].LiveOut)
      Lag[I] = IsReady[I] ? excess(Ready[I], End) : T{};
    Times.PerEntry[L] = PerEntry;
    Times.TwoIterations[L] = End;
  }

  void walkOnce(const PathGraph::Region &R, LoopId L, bool Second,
                const T &Start) {
    for (size_t I = 0; I < R.Items.size(); ++I) {
      const PathGraph::Item &Item = R.Items[I];
      T Arrival = Start;
      for (uint32_t From : Item.From)
        Arrival = max(Arrival, Out[From]);
      if (Item.IsLoop)
        stepOverLoop(R, I, Arrival);
      else
        walkBlock(R, I, L, Second, Arrival);
      if (Item.Share < 1)
        Out[I] = partly(Arrival, Out[I], Item.Share);
    }
  }

  void stepOverLoop(const PathGraph::Region &R, size_t Index,
                    const T &Arrival) {
    LoopId L = R.Items[Index].Id;
    const PathGraph::Region &Inner = Graph.Regions[L];
    const PathSteps::Border &Border = Steps.Borders[L];
    T Begin = Arrival;
    for (InstrId I : Border.LiveIn)
      if (IsReady[I])
        Begin = max(Begin, Ready[I]);
    Out[Index] = LastIssue[Index] = Begin + Times.PerEntry[L];
    for (InstrId I : Border.LiveOut) {
      setReady(I, Out[Index] + Lag[I]);
      if (Steps.Steps[I].Copying == CopyStep::Asks)
        askFor(Ready[I]);
    }
    if (Inner.EndsGroups)
      endGroup();
  }

  /// A copy arrives at \p Time.
  void askFor(const T &Time) {
    Asked = max(Asked, Time);
    Iterations.back() = max(Iterations.back(), Time);
  }

  void endGroup() {
    Groups.push_back(
        {Groups.empty() ? Asked : max(Groups.back().Arrived, Asked),
         Iterations.size()});
    Asked = T{};
  }

  /// When the copies have arrived that \p In waits for.
  T copiesFor(const PathSteps::Step &In) {
    const size_t Left = In.CopiesLeft;
    if (In.Copying == CopyStep::Waits) {
      if (Groups.size() <= Left)
        return Left ? T{} : Asked;
      const Group &Last = Groups[Groups.size() - 1 - Left];
      noteAhead(Iterations.size() - Last.Iteration);
      return Left ? Last.Arrived : max(Asked, Last.Arrived);
    }
    noteAhead(Left);
    if (Iterations.size() <= Left)
      return T{};
    return Iterations[Iterations.size() - 1 - Left];
  }

  void noteAhead(size_t Count) {
    MostAheadSeen = std::max(MostAheadSeen, static_cast<unsigned>(Count));
  }

  void walkBlock(const PathGraph::Region &R, size_t Index, LoopId L,
                 bool Second, const T &Arrival) {
    const Block &B = Kernel.Blocks[R.Items[Index].Id];
    const auto &Instrs =
        Graph.Order.empty() ? B.Instrs : Graph.Order[R.Items[Index].Id];
    bool IsHeader = L != NoId && Kernel.Loops[L].Header == R.Items[Index].Id;
    // Phis read their operands before any of them is written.
    llvm::SmallVector<std::pair<InstrId, T>, 8> Phis;
    for (InstrId I : B.Instrs)
      if (Steps.Steps[I].IsPhi)
        Phis.push_back({I, phiReady(Kernel.Instrs[I], L, IsHeader, Second)});
    for (auto &[I, Time] : Phis)
      setReady(I, Time);

    const bool FallsThrough =
        B.FallsThrough && B.Terminator == TerminatorKind::Jump;
    T Next = Arrival;
    LastIssue[Index] = Arrival;
    for (InstrId I : Instrs) {
      const PathSteps::Step &In = Steps.Steps[I];
      if (In.IsPhi)
        continue;
      // A jump to the next block is no instruction.
      if (In.Class == OpClass::Branch && FallsThrough && I == Instrs.back())
        continue;
      T Operands{};
      for (InstrId Op : Steps.operandsOf(I))
        if (Op < IsReady.size() && IsReady[Op] &&
            !(In.waitsForCopies() && Steps.Steps[Op].Copying == CopyStep::Asks))
          Operands = max(Operands, Ready[Op]);
      if (In.waitsForCopies())
        Operands = max(Operands, copiesFor(In));
      if (In.Class == OpClass::Free) {
        setReady(I, std::move(Operands));
        continue;
      }
      T Issue = max(Next, Operands);
      LastIssue[Index] = Issue;
      setReady(I, Issue + Costs.Latency[I]);
      if (In.Copying == CopyStep::Asks)
        askFor(Ready[I]);
      else if (In.Copying == CopyStep::EndsGroup &&
               R.Items[Index].Share >= LeastShareOfGroup)
        endGroup();
      Next = Issue + Costs.Delay[I];
    }
    if (FallsThrough)
      LastIssue[Index] = Next;
    Out[Index] = std::move(Next);
  }

  /// The header's phis take their start values first, those of the back edges
  /// in the second iteration.
  T phiReady(const Instr &Phi, LoopId L, bool IsHeader, bool Second) const {
    T Time{};
    for (const PhiIncoming &In : Phi.Incoming) {
      if (In.Def == NoId || In.Def >= IsReady.size() || !IsReady[In.Def])
        continue;
      if (IsHeader && In.From < Steps.InLoop[L].size() &&
          Steps.InLoop[L][In.From] != Second)
        continue;
      Time = max(Time, Ready[In.Def]);
    }
    return Time;
  }

  void setReady(InstrId I, T Time) {
    Ready[I] = std::move(Time);
    IsReady[I] = true;
  }

  const PathGraph &Graph;
  const KernelSummary &Kernel;
  const PathCosts<T> &Costs;
  const PathSteps &Steps;
  PathTimes<T> Times;
  // Of the region at hand: when a value can be used, when control leaves an
  // item, when an item's last instruction issues.
  std::vector<T> Ready;
  std::vector<bool> IsReady;
  std::vector<T> Out, LastIssue;
  /// How long after its loop's end a value that is used outside is ready.
  std::vector<T> Lag;
  // Copies of the region at hand: when what belongs to no group yet has
  // arrived, when each group and all before it have, and in which iteration it
  // ended, and when what each iteration has asked for has arrived.
  struct Group {
    T Arrived;
    size_t Iteration;
  };
  T Asked{};
  std::vector<Group> Groups;
  std::vector<T> Iterations;
  /// Iterations between a wait and the copies that it waits for.
  unsigned MostAheadSeen = 0;
};
} // namespace

template <class T>
PathTimes<T> gpuperf::criticalPath(const PathGraph &Graph,
                                   const PathCosts<T> &Costs) {
  return Walk<T>(Graph, Costs).run();
}
template PathTimes<double> gpuperf::criticalPath(const PathGraph &,
                                                 const PathCosts<double> &);
template PathTimes<MaxPlus> gpuperf::criticalPath(const PathGraph &,
                                                  const PathCosts<MaxPlus> &);

PathCosts<MaxPlus> gpuperf::symbolicCosts(const KernelSummary &Kernel) {
  PathCosts<MaxPlus> Costs;
  llvm::StringMap<unsigned> Seen;
  for (size_t I = 0; I < Kernel.Instrs.size(); ++I) {
    const Instr &In = Kernel.Instrs[I];
    std::string Name = In.Class == OpClass::Branch ? "br"
                       : In.Name.empty()           ? opClassKey(In.Class).str()
                                                   : In.Name;
    // Stores have no name of their own, and one IR instruction may be several
    // of the machine's: their times differ.
    if (In.Class != OpClass::Branch)
      if (unsigned Before = Seen[Name]++)
        Name += ("." + llvm::Twine(Before + 1)).str();
    Costs.Latency.push_back(MaxPlus::latency(Name));
    Costs.Delay.push_back(MaxPlus::delay(Name));
  }
  for (size_t L = 0; L < Kernel.Loops.size(); ++L)
    Costs.Trips.push_back(Kernel.Loops.size() == 1
                              ? "trip"
                              : ("trip" + llvm::Twine(L + 1)).str());
  return Costs;
}
