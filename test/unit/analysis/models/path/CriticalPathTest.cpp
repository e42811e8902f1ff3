//===- CriticalPathTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/CriticalPath.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace gpuperf;

namespace {
std::string perEntry(const KernelSummary &K, LoopId L = 0) {
  PathGraph Graph(K, {});
  return criticalPath(Graph, symbolicCosts(K)).PerEntry[L].print();
}

std::string total(const KernelSummary &K, llvm::ArrayRef<double> Shares = {}) {
  PathGraph Graph(K, Shares);
  return criticalPath(Graph, symbolicCosts(K)).Total.print();
}

// Kleimenov and Popova 2021, Fig. 3. The printed formula has "," where a "+"
// belongs after the inner maximum, and has lost one del_%11.
TEST(CriticalPath, KleimenovPopovaFigure3) {
  EXPECT_EQ(perEntry(figureThree()),
            "(lat_%6+del_br+lat_%8+lat_%9+"
            "max(del_%11+max(del_%13+del_br,lat_%13)+lat_%6+del_br,lat_%11)+"
            "lat_%8+lat_%9+del_%11+del_%13)/2*trip");
}

// The same loop in numbers: latencies 4 and 8, delays 1 and 2.
TEST(CriticalPath, KleimenovPopovaFigure3InCycles) {
  KernelSummary K = figureThree();
  PathGraph Graph(K, {});
  PathCosts<double> Costs;
  for (const Instr &I : K.Instrs) {
    bool Fp64 = I.Class == OpClass::Fp64Mul || I.Class == OpClass::Fp64Add;
    Costs.Latency.push_back(Fp64 ? 8 : 4);
    Costs.Delay.push_back(Fp64 ? 2 : 1);
  }
  Costs.Trips = {15};
  PathTimes<double> Times = criticalPath(Graph, Costs);
  // 4+1+8+8 + max(2+max(1+1,4)+4+1, 8) + 8+8+2+1
  EXPECT_DOUBLE_EQ(Times.TwoIterations[0], 21 + 11 + 19);
  EXPECT_DOUBLE_EQ(Times.PerEntry[0], 51.0 / 2 * 15);
  EXPECT_DOUBLE_EQ(Times.Total, 51.0 / 2 * 15);
}

/// do { s += p[i]; ++i; } while (i < n), rotated: one block, the condition at
/// its end.
KernelSummary reductionLoop() {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body, true);
  InstrId I = B.phi(Body, "%i"), S = B.phi(Body, "%s");
  InstrId Ld = B.memory(Body, OpClass::LoadGlobal, MemSpace::Global,
                        AccessKind::Load, "%ld", 4, {I});
  InstrId Sum = B.instr(Body, OpClass::Fp32Add, "%sum", {S, Ld});
  InstrId Inc = B.instr(Body, OpClass::IntAdd, "%inc", {I});
  InstrId Cmp = B.instr(Body, OpClass::IntCompare, "%cmp", {Inc});
  B.branch(Body, Cmp, Body, Exit);
  B.ret(Exit);
  B.K.Instrs[I].Incoming = {{Entry, NoId}, {Body, Inc}};
  B.K.Instrs[S].Incoming = {{Entry, NoId}, {Body, Sum}};
  B.loop(Body, {Body}, {Body});
  return B.K;
}

// By hand. First iteration: %ld at 0, %sum at lat_ld, %inc at + del_sum, %cmp
// at
// + lat_inc, the branch at + lat_cmp, what follows at + del_br. Then %i is long
// ready and %sum waits for the larger of %ld and the old %sum; the latter was
// issued before %inc, so either %sum's latency or the way around decides.
TEST(CriticalPath, RotatedReductionLoop) {
  EXPECT_EQ(perEntry(reductionLoop()),
            "(lat_%ld+max(lat_%sum,del_%sum+lat_%inc+lat_%cmp+del_br+lat_%ld)"
            "+del_%sum+lat_%inc+lat_%cmp)/2*trip");
}

/// do { a *= c; b *= c; } while (--n): two chains that do not depend on one
/// another overlap.
KernelSummary twoChains() {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body, true);
  InstrId A = B.phi(Body, "%a"), C = B.phi(Body, "%c"), N = B.phi(Body, "%n");
  InstrId A1 = B.instr(Body, OpClass::Fp32Mul, "%a1", {A});
  InstrId C1 = B.instr(Body, OpClass::Fp32Mul, "%c1", {C});
  InstrId N1 = B.instr(Body, OpClass::IntAdd, "%n1", {N});
  B.branch(Body, N1, Body, Exit);
  B.ret(Exit);
  B.K.Instrs[A].Incoming = {{Entry, NoId}, {Body, A1}};
  B.K.Instrs[C].Incoming = {{Entry, NoId}, {Body, C1}};
  B.K.Instrs[N].Incoming = {{Entry, NoId}, {Body, N1}};
  B.loop(Body, {Body}, {Body});
  return B.K;
}

// By hand: %a1 0, %c1 del_a1, %n1 del_a1+del_c1, branch + lat_n1. Again: %a1 at
// max(del_a1+del_c1+lat_n1+del_br, lat_a1); %c1 at + del_a1, or when the old
// %c1 is ready, at del_a1+lat_c1.
TEST(CriticalPath, IndependentChainsOverlap) {
  KernelSummary K = twoChains();
  PathGraph Graph(K, {});
  MaxPlus Two = criticalPath(Graph, symbolicCosts(K)).TwoIterations[0];
  auto Lat = [](const char *N) { return MaxPlus::latency(N); };
  auto Del = [](const char *N) { return MaxPlus::delay(N); };
  MaxPlus A1 =
      max(Del("%a1") + Del("%c1") + Lat("%n1") + Del("br"), Lat("%a1"));
  MaxPlus C1 = max(A1 + Del("%a1"), Del("%a1") + Lat("%c1"));
  EXPECT_EQ(Two, C1 + Del("%c1") + Lat("%n1")) << Two.print();
  EXPECT_EQ(Two.print(),
            "del_%a1+max(del_%a1+del_%c1+lat_%n1+del_br,lat_%a1,lat_%c1)"
            "+del_%c1+lat_%n1");
}

/// for (i) { t = a[i]; for (j) t *= c; b[i] = t; }
KernelSummary nestedLoops() {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Outer = B.block("outer"),
          Inner = B.block("inner"), Tail = B.block("tail"),
          Exit = B.block("exit");
  B.jump(Entry, Outer, true);
  InstrId I = B.phi(Outer, "%i");
  InstrId Ld = B.memory(Outer, OpClass::LoadGlobal, MemSpace::Global,
                        AccessKind::Load, "%ld", 4, {I});
  B.jump(Outer, Inner, true);
  InstrId T = B.phi(Inner, "%t"), J = B.phi(Inner, "%j");
  InstrId T1 = B.instr(Inner, OpClass::Fp32Mul, "%t1", {T});
  InstrId J1 = B.instr(Inner, OpClass::IntAdd, "%j1", {J});
  B.branch(Inner, J1, Inner, Tail);
  B.memory(Tail, OpClass::StoreGlobal, MemSpace::Global, AccessKind::Store,
           "%st", 4, {T1, I});
  InstrId I1 = B.instr(Tail, OpClass::IntAdd, "%i1", {I});
  B.branch(Tail, I1, Outer, Exit);
  B.ret(Exit);
  B.K.Instrs[I].Incoming = {{Entry, NoId}, {Tail, I1}};
  B.K.Instrs[T].Incoming = {{Outer, Ld}, {Inner, T1}};
  B.K.Instrs[J].Incoming = {{Outer, NoId}, {Inner, J1}};
  LoopId Out = B.loop(Outer, {Outer, Inner, Tail}, {Tail});
  B.loop(Inner, {Inner}, {Inner}, Out);
  return B.K;
}

// The inner loop is one step: it begins when the load that it needs is there.
TEST(CriticalPath, NestedLoopIsOneStep) {
  KernelSummary K = nestedLoops();
  PathGraph Graph(K, {});
  PathCosts<double> Costs;
  for (const Instr &I : K.Instrs) {
    Costs.Latency.push_back(I.Class == OpClass::LoadGlobal ? 100 : 4);
    Costs.Delay.push_back(1);
  }
  Costs.Trips = {3, 10};
  PathTimes<double> Times = criticalPath(Graph, Costs);
  // Inner: %t1 0, %j1 1, branch 5; again from 6: 6, 7, branch 11.
  EXPECT_DOUBLE_EQ(Times.TwoIterations[1], 11);
  EXPECT_DOUBLE_EQ(Times.PerEntry[1], 55);
  // Outer: %ld 0, inner 100 to 155, store 155 (%t1 was issued 5 before the end
  // and is ready), %i1 156, branch 160; again from 161: 261, 316, 317, 321.
  EXPECT_DOUBLE_EQ(Times.TwoIterations[0], 321);
  EXPECT_DOUBLE_EQ(Times.Total, 321.0 / 2 * 3);
  EXPECT_NE(perEntry(K, 0).find("/2*trip2"), std::string::npos)
      << perEntry(K, 0);
}

/// if (c) { f32 chain } else { f64 chain }, then a use of both.
KernelSummary diamond() {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Then = B.block("then"),
          Else = B.block("else"), Join = B.block("join");
  InstrId C = B.instr(Entry, OpClass::IntCompare, "%c");
  B.branch(Entry, C, Then, Else);
  InstrId A = B.instr(Then, OpClass::Fp32Add, "%a");
  B.jump(Then, Join);
  InstrId D = B.instr(Else, OpClass::Fp64Add, "%d");
  B.jump(Else, Join, true);
  InstrId P = B.phi(Join, "%p", {{Then, A}, {Else, D}});
  B.instr(Join, OpClass::Fp32Mul, "%m", {P});
  B.ret(Join);
  return B.K;
}

TEST(CriticalPath, ForwardControlFlowTakesTheLongestPath) {
  EXPECT_EQ(total(diamond()),
            "lat_%c+del_br+max(del_%a+del_br,lat_%a,lat_%d)+del_%m");
}

TEST(CriticalPath, BlocksThatAreNotExecutedAreLeftOut) {
  EXPECT_EQ(total(diamond(), {1, 1, 0, 1}),
            "lat_%c+del_br+max(del_%a+del_br,lat_%a)+del_%m");
  EXPECT_EQ(total(diamond(), {1, 0, 1, 1}), "lat_%c+del_br+lat_%d+del_%m");
}

// A loop whose test fails at once costs that test.
TEST(CriticalPath, ALoopThatIsNotEnteredCostsItsTest) {
  KernelSummary K = figureThree();
  EXPECT_EQ(total(K, {1, 1, 0, 0, 1}), "lat_%6+del_br");
}

TEST(CriticalPath, SharesWeighABlockThatIsNotAlwaysExecuted) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Then = B.block("then"),
          Join = B.block("join");
  InstrId C = B.instr(Entry, OpClass::IntCompare, "%c");
  B.branch(Entry, C, Then, Join);
  InstrId A = B.instr(Then, OpClass::Fp32Add, "%a");
  B.instr(Then, OpClass::Fp32Add, "%b", {A});
  B.jump(Then, Join, true);
  B.ret(Join);
  PathCosts<double> Costs;
  Costs.Latency.assign(B.K.Instrs.size(), 10);
  Costs.Delay.assign(B.K.Instrs.size(), 2);
  auto Time = [&](double Share) {
    return criticalPath(PathGraph(B.K, {1, Share, 1}), Costs).Total;
  };
  EXPECT_DOUBLE_EQ(Time(0), 12);
  EXPECT_DOUBLE_EQ(Time(1), 24);
  EXPECT_DOUBLE_EQ(Time(0.25), 15);
}

TEST(CriticalPath, EmptyKernelTakesNoTime) {
  KernelSummary Empty;
  EXPECT_EQ(total(Empty), "0");
  KernelBuilder B;
  B.ret(B.block("entry"));
  EXPECT_EQ(total(B.K), "0");
}

// A cycle that no loop describes must not hang or crash.
TEST(CriticalPath, IrreducibleControlFlow) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), X = B.block("x"), Y = B.block("y"),
          Exit = B.block("exit");
  InstrId C = B.instr(Entry, OpClass::IntCompare, "%c");
  B.branch(Entry, C, X, Y);
  InstrId CX = B.instr(X, OpClass::IntCompare, "%cx");
  B.branch(X, CX, Y, Exit);
  B.instr(Y, OpClass::IntAdd, "%y");
  B.jump(Y, X);
  B.ret(Exit);
  EXPECT_NE(total(B.K), "0");
}

TEST(CriticalPath, AnOvergrownExpressionIsGivenUp) {
  KernelBuilder B;
  BlockId Entry = B.block("entry");
  InstrId Last = B.instr(Entry, OpClass::Fp32Add, "0");
  for (unsigned I = 1; I < 2 * MaxPlus::SizeBudget; ++I)
    Last = B.instr(Entry, OpClass::Fp32Add, llvm::Twine(I).str(), {Last});
  B.ret(Entry);
  EXPECT_EQ(total(B.K), "...");
}

// The expression and the number are the same walk: they must agree.
TEST(CriticalPath, ExpressionsAgreeWithCycles) {
  std::mt19937 Rng(11);
  for (const KernelSummary &K : {figureThree(), reductionLoop(), twoChains(),
                                 nestedLoops(), diamond()}) {
    PathGraph Graph(K, {});
    PathCosts<MaxPlus> Symbols = symbolicCosts(K);
    MaxPlus Expression = criticalPath(Graph, Symbols).Total;
    for (unsigned Round = 0; Round < 50; ++Round) {
      PathCosts<double> Costs;
      std::map<std::string, std::pair<double, double>> Values;
      for (size_t I = 0; I < K.Instrs.size(); ++I) {
        std::string Name = Symbols.Latency[I].print().substr(4);
        auto [It, New] = Values.try_emplace(Name);
        if (New) {
          It->second.second = Rng() % 8;
          It->second.first = It->second.second + Rng() % 40;
        }
        Costs.Latency.push_back(It->second.first);
        Costs.Delay.push_back(It->second.second);
      }
      for (const std::string &Trip : Symbols.Trips)
        Costs.Trips.push_back(Values[Trip].first = Rng() % 30);
      double Cycles = criticalPath(Graph, Costs).Total;
      double Symbolic = Expression.evaluate([&](char Kind, llvm::StringRef Of) {
        auto &V = Values[Of.str()];
        return Kind == 'd' ? V.second : V.first;
      });
      // What a loop leaves unfinished is an upper bound in the expression.
      EXPECT_GE(Symbolic, Cycles - 1e-6) << Expression.print();
      if (K.Loops.size() < 2) {
        EXPECT_NEAR(Symbolic, Cycles, 1e-6) << Expression.print();
      }
    }
  }
}

// Load, use, load, use: an in-order machine waits twice, unless the second load
// is issued before the first use.
TEST(CriticalPath, AnotherOrderOfABlockIsWalked) {
  KernelBuilder B;
  BlockId E = B.block("entry");
  InstrId First = B.instr(E, OpClass::LoadGlobal, "%a");
  InstrId Use = B.instr(E, OpClass::Fp32Add, "%b", {First});
  InstrId Second = B.instr(E, OpClass::LoadGlobal, "%c");
  InstrId Sum = B.instr(E, OpClass::Fp32Add, "%d", {Use, Second});
  B.ret(E);
  PathCosts<double> Costs;
  for (const Instr &I : B.K.Instrs) {
    Costs.Latency.push_back(I.Class == OpClass::LoadGlobal ? 100 : 4);
    Costs.Delay.push_back(I.Class == OpClass::Free ? 0 : 1);
  }
  PathGraph Graph(B.K, {});
  const double AsWritten = criticalPath(Graph, Costs).Total;
  InstrId Ret = B.K.Blocks[E].Instrs.back();
  Graph.Order = {{First, Second, Use, Sum, Ret}};
  const double Reordered = criticalPath(Graph, Costs).Total;
  EXPECT_GE(AsWritten, 200);
  EXPECT_LT(Reordered, 120);
}

/// do { ask for a copy; end the group; wait for all but the latest \p Left;
/// compute } while (--n), or with the wait first.
KernelSummary loopOfCopies(unsigned Left, bool WaitsFirst = false) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  auto Ask = [&](BlockId In) {
    B.K.Instrs[B.instr(In, OpClass::LoadGlobal, "%copy")].Copying =
        CopyStep::Asks;
    B.K.Instrs[B.instr(In, OpClass::Fence, "commit")].Copying =
        CopyStep::EndsGroup;
  };
  // Before the loop what the first iterations wait for.
  for (unsigned I = 0; I < Left + WaitsFirst; ++I)
    Ask(Entry);
  B.jump(Entry, Body, true);
  InstrId N = B.phi(Body, "%n");
  if (!WaitsFirst)
    Ask(Body);
  Instr &Wait = B.K.Instrs[B.instr(Body, OpClass::Fence, "wait")];
  Wait.Copying = CopyStep::Waits;
  Wait.CopiesLeft = Left;
  if (WaitsFirst)
    Ask(Body);
  InstrId Work = B.instr(Body, OpClass::Fp32Mul, "%work");
  InstrId N1 = B.instr(Body, OpClass::IntAdd, "%n1", {N, Work});
  B.branch(Body, N1, Body, Exit);
  B.ret(Exit);
  B.K.Instrs[N].Incoming = {{Entry, NoId}, {Body, N1}};
  B.loop(Body, {Body}, {Body});
  return B.K;
}

constexpr double CopyLatency = 1000, WorkLatency = 200;

double cyclesOf(const KernelSummary &K, double Trip) {
  PathCosts<double> Costs;
  for (const Instr &I : K.Instrs) {
    const bool IsCopy = I.Copying == CopyStep::Asks,
               IsWork = I.Class == OpClass::Fp32Mul;
    Costs.Latency.push_back(IsCopy ? CopyLatency : IsWork ? WorkLatency : 0);
    Costs.Delay.push_back(0);
  }
  Costs.Trips = {Trip};
  return criticalPath(PathGraph(K, {}), Costs).Total;
}

// A wait directly behind the copy hides nothing. Where it leaves N groups, N +
// 1 copies are on their way while N + 1 iterations compute and one of them
// waits: fill, then the longer of the two, and no copies at the end.
TEST(CriticalPath, GroupsThatAreLeftHideCopies) {
  constexpr double Trip = 100;
  EXPECT_DOUBLE_EQ(cyclesOf(loopOfCopies(0), Trip),
                   Trip * (CopyLatency + WorkLatency));
  for (unsigned Left : {1U, 2U, 4U}) {
    const double Steady = (CopyLatency + WorkLatency) / (Left + 1);
    EXPECT_NEAR(cyclesOf(loopOfCopies(Left), Trip),
                CopyLatency + Left * WorkLatency + (Trip - Left) * Steady, 1)
        << Left;
  }
  // From here on a copy arrives before it is waited for.
  for (unsigned Left : {5U, 6U, 9U})
    EXPECT_DOUBLE_EQ(cyclesOf(loopOfCopies(Left), Trip),
                     CopyLatency + Trip * WorkLatency)
        << Left;
}

// The wait for all stands before the next copy is asked for: one iteration is
// its time.
TEST(CriticalPath, AWaitBeforeTheNextCopyHidesAnIteration) {
  constexpr double Trip = 100;
  EXPECT_DOUBLE_EQ(cyclesOf(loopOfCopies(0, /*WaitsFirst=*/true), Trip),
                   CopyLatency + WorkLatency + (Trip - 1) * CopyLatency);
  EXPECT_NEAR(cyclesOf(loopOfCopies(1, /*WaitsFirst=*/true), Trip),
              CopyLatency + 2 * WorkLatency + (Trip - 2) * CopyLatency / 2, 1);
}

// A loop of few iterations is over before it waits for a copy of its own.
TEST(CriticalPath, FewIterationsWaitForTheFirstCopiesOnly) {
  EXPECT_DOUBLE_EQ(cyclesOf(loopOfCopies(4), 3), CopyLatency + 3 * WorkLatency);
}

// Other warps ask for a copy as soon as one of the places is left: as many as
// there are places are on their way or computed with.
TEST(CriticalPath, CopiesOfOtherWarpsNeedAPlace) {
  constexpr double Trip = 100;
  for (unsigned Places : {1U, 2U, 4U, 6U}) {
    KernelBuilder B;
    BlockId Entry = B.block("entry"), Body = B.block("body"),
            Exit = B.block("exit");
    // The other warps' loop is not on this path; its copy is what is awaited.
    B.K.Instrs[B.instr(Exit, OpClass::LoadGlobal, "%copy")].Copying =
        CopyStep::Asks;
    B.jump(Entry, Body, true);
    InstrId N = B.phi(Body, "%n");
    Instr &Wait = B.K.Instrs[B.instr(Body, OpClass::Fence, "wait")];
    Wait.Copying = CopyStep::WaitsForOthers;
    Wait.CopiesLeft = Places;
    InstrId Work = B.instr(Body, OpClass::Fp32Mul, "%work");
    InstrId N1 = B.instr(Body, OpClass::IntAdd, "%n1", {N, Work});
    B.branch(Body, N1, Body, Exit);
    B.ret(Exit);
    B.K.Instrs[N].Incoming = {{Entry, NoId}, {Body, N1}};
    B.loop(Body, {Body}, {Body});
    const double Steady =
        std::max(WorkLatency, (CopyLatency + WorkLatency) / Places);
    EXPECT_NEAR(cyclesOf(B.K, Trip),
                Places * WorkLatency + (Trip - Places) * Steady, 1)
        << Places;
  }
}
} // namespace
