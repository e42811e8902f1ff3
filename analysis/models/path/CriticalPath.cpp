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

/// One walk over all regions of a kernel, inner loops first.
template <class T> class Walk {
public:
  Walk(const PathGraph &Graph, const PathCosts<T> &Costs)
      : Graph(Graph), Kernel(Graph.Kernel), Costs(Costs),
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
    T Restart{};
    for (uint32_t Latch : R.LatchItems)
      Restart = max(Restart, Out[Latch]);
    walkOnce(R, L, /*Second=*/true, Restart);
    T End{};
    for (uint32_t Latch : R.LatchItems)
      End = max(End, LastIssue[Latch]);
    finishLoop(L, End, repeat(End, Costs.Trips[L]));
  }

  /// \p End is when the walk over the loop \p L ends, \p PerEntry the time of
  /// all of its iterations.
  void finishLoop(LoopId L, const T &End, const T &PerEntry) {
    for (InstrId I : Graph.Regions[L].LiveOut)
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
    T Begin = Arrival;
    for (InstrId I : Inner.LiveIn)
      if (IsReady[I])
        Begin = max(Begin, Ready[I]);
    Out[Index] = LastIssue[Index] = Begin + Times.PerEntry[L];
    for (InstrId I : Inner.LiveOut)
      setReady(I, Out[Index] + Lag[I]);
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
      if (Kernel.Instrs[I].IsPhi)
        Phis.push_back({I, phiReady(Kernel.Instrs[I], L, IsHeader, Second)});
    for (auto &[I, Time] : Phis)
      setReady(I, Time);

    const bool FallsThrough =
        B.FallsThrough && B.Terminator == TerminatorKind::Jump;
    T Next = Arrival;
    LastIssue[Index] = Arrival;
    for (InstrId I : Instrs) {
      const Instr &In = Kernel.Instrs[I];
      if (In.IsPhi)
        continue;
      // A jump to the next block is no instruction.
      if (In.Class == OpClass::Branch && FallsThrough && I == Instrs.back())
        continue;
      T Operands{};
      for (InstrId Op : In.Operands)
        if (Op < IsReady.size() && IsReady[Op])
          Operands = max(Operands, Ready[Op]);
      if (In.Class == OpClass::Free) {
        setReady(I, std::move(Operands));
        continue;
      }
      T Issue = max(Next, Operands);
      LastIssue[Index] = Issue;
      setReady(I, Issue + Costs.Latency[I]);
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
      if (IsHeader && In.From < Graph.InLoop[L].size() &&
          Graph.InLoop[L][In.From] != Second)
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
  PathTimes<T> Times;
  // Of the region at hand: when a value can be used, when control leaves an
  // item, when an item's last instruction issues.
  std::vector<T> Ready;
  std::vector<bool> IsReady;
  std::vector<T> Out, LastIssue;
  /// How long after its loop's end a value that is used outside is ready.
  std::vector<T> Lag;
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
