//===- Schedule.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/Schedule.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "llvm/ADT/DenseMap.h"
#include <queue>

using namespace gpuperf;

namespace {
/// Larger blocks stay as they are: a window is all that registers allow anyway.
constexpr size_t MostScheduled = 4000;

bool isFence(OpClass C) {
  switch (C) {
  case OpClass::Barrier:
  case OpClass::Fence:
  case OpClass::AtomicGlobal:
  case OpClass::AtomicShared:
  case OpClass::ExternalCall:
  case OpClass::InlineAsm:
  // The block's own one is set aside: this is a call, or a warp's barrier.
  case OpClass::Branch:
  // Operands out of the usual range have a path of their own, so that a basic
  // block of the machine code ends here; ptxas moves no load from one to
  // another (sm_86, five stores each of which divides four loaded values).
  case OpClass::Fp32Div:
  case OpClass::Fp64Div:
  case OpClass::Fp32Sqrt:
  case OpClass::Fp64Sqrt:
  case OpClass::Fp32Rcp:
  case OpClass::Fp64Rcp:
    return true;
  default:
    return false;
  }
}

class BlockSchedule {
public:
  BlockSchedule(const KernelSummary &K, const Block &B,
                const PathCosts<double> &Costs)
      : K(K), B(B), Costs(Costs) {}

  llvm::SmallVector<InstrId, 8> run() {
    llvm::SmallVector<InstrId, 8> Out;
    if (B.Instrs.size() > MostScheduled)
      return B.Instrs;
    for (InstrId I : B.Instrs)
      if (K.Instrs[I].IsPhi)
        Out.push_back(I);
      else
        Nodes.push_back(I);
    InstrId Last = NoId;
    if (!Nodes.empty() && K.Instrs[Nodes.back()].Class == OpClass::Branch) {
      Last = Nodes.back();
      Nodes.pop_back();
    }
    connect();
    measure();
    order(Out);
    if (Last != NoId)
      Out.push_back(Last);
    return Out;
  }

private:
  void edge(unsigned From, unsigned To) {
    Next[From].push_back(To);
    ++Waiting[To];
  }

  const SumOfProducts &formOf(AccessId Id) {
    auto [It, New] = Forms.try_emplace(Id);
    if (New)
      It->second = std::make_unique<SumOfProducts>(
          expandToSum(K.Exprs, K.Accesses[Id].Offset));
    return *It->second;
  }

  /// Whether two accesses of one base are a constant apart, and far enough.
  bool areApart(AccessId First, AccessId Second) {
    const Access &A = K.Accesses[First], &C = K.Accesses[Second];
    if (A.Base == Access::BaseKind::Unknown || A.Base != C.Base ||
        A.BaseIndex != C.BaseIndex || A.Offset == NoExpr || C.Offset == NoExpr)
      return false;
    const auto Distance = constantDistance(formOf(First), formOf(Second));
    return Distance && (*Distance >= int64_t(A.BytesPerLane) ||
                        -*Distance >= int64_t(C.BytesPerLane));
  }

  /// Whether \p Load may read what \p Store writes.
  bool mayTouch(const Instr &Load, const Instr &Store) {
    if (Load.Mem == NoId || Store.Mem == NoId)
      return true;
    const Access &L = K.Accesses[Load.Mem], &S = K.Accesses[Store.Mem];
    bool Unknown = L.Space == MemSpace::Unknown || S.Space == MemSpace::Unknown;
    if (!Unknown && L.Space != S.Space)
      return false;
    if (L.ReadOnly || L.Space == MemSpace::Constant)
      return false;
    // Distinct variables are distinct places; distinct arguments may not be.
    if (L.Base == Access::BaseKind::Variable &&
        S.Base == Access::BaseKind::Variable && L.BaseIndex != S.BaseIndex)
      return false;
    return !areApart(Load.Mem, Store.Mem);
  }

  void connect() {
    Next.resize(Nodes.size());
    Waiting.assign(Nodes.size(), 0);
    llvm::DenseMap<InstrId, unsigned> At;
    llvm::SmallVector<unsigned, 8> Loads, Stores;
    unsigned Fence = ~0u;
    for (unsigned N = 0; N < Nodes.size(); ++N) {
      const Instr &In = K.Instrs[Nodes[N]];
      for (InstrId Op : In.Operands)
        if (auto It = At.find(Op); It != At.end())
          edge(It->second, N);
      At[Nodes[N]] = N;
      const bool Fencing = isFence(In.Class);
      if (In.Mem == NoId && !Fencing)
        continue;
      if (Fence != ~0u)
        edge(Fence, N);
      if (Fencing) {
        for (unsigned M : Loads)
          edge(M, N);
        for (unsigned M : Stores)
          edge(M, N);
        Loads.clear(), Stores.clear();
        Fence = N;
        continue;
      }
      const bool IsLoad = K.Accesses[In.Mem].Kind == AccessKind::Load;
      if (IsLoad) {
        // The latest store that matters stands for those before it.
        for (size_t I = Stores.size(); I-- > 0;)
          if (mayTouch(In, K.Instrs[Nodes[Stores[I]]])) {
            edge(Stores[I], N);
            break;
          }
        Loads.push_back(N);
        continue;
      }
      if (!Stores.empty())
        edge(Stores.back(), N);
      for (unsigned M : Loads)
        if (mayTouch(K.Instrs[Nodes[M]], In))
          edge(M, N);
      Stores.push_back(N);
    }
  }

  /// Cycles from an instruction's issue to the end of the block.
  void measure() {
    Height.assign(Nodes.size(), 0);
    for (unsigned N = Nodes.size(); N-- > 0;) {
      double Longest = 0;
      for (unsigned To : Next[N])
        Longest = std::max(Longest, Height[To]);
      Height[N] = Costs.Latency[Nodes[N]] + Longest;
    }
  }

  void order(llvm::SmallVectorImpl<InstrId> &Out) {
    auto Later = [this](unsigned A, unsigned C) {
      return Height[A] != Height[C] ? Height[A] < Height[C] : A > C;
    };
    std::priority_queue<unsigned, std::vector<unsigned>, decltype(Later)> Ready(
        Later);
    for (unsigned N = 0; N < Nodes.size(); ++N)
      if (Waiting[N] == 0)
        Ready.push(N);
    while (!Ready.empty()) {
      unsigned N = Ready.top();
      Ready.pop();
      Out.push_back(Nodes[N]);
      for (unsigned To : Next[N])
        if (--Waiting[To] == 0)
          Ready.push(To);
    }
  }

  const KernelSummary &K;
  const Block &B;
  const PathCosts<double> &Costs;
  llvm::SmallVector<InstrId, 16> Nodes;
  std::vector<llvm::SmallVector<unsigned, 4>> Next;
  std::vector<unsigned> Waiting;
  std::vector<double> Height;
  /// The offsets of accesses, where they were asked for.
  llvm::DenseMap<AccessId, std::unique_ptr<SumOfProducts>> Forms;
};
} // namespace

llvm::SmallVector<InstrId, 8>
gpuperf::scheduleBlock(const KernelSummary &Kernel, const Block &B,
                       const PathCosts<double> &Costs) {
  return BlockSchedule(Kernel, B, Costs).run();
}
