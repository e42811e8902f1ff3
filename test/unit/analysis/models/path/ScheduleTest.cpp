//===- ScheduleTest.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/Schedule.h"
#include "test/unit/analysis/IrFixture.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

namespace {
/// Loads take 200 cycles, everything else 4.
PathCosts<double> costs(const KernelSummary &K) {
  PathCosts<double> C;
  for (const Instr &In : K.Instrs) {
    bool Load = In.Mem != NoId && K.Accesses[In.Mem].Kind == AccessKind::Load;
    C.Latency.push_back(Load ? 200 : 4);
    C.Delay.push_back(1);
  }
  C.Trips.resize(K.Loops.size(), 1);
  return C;
}

llvm::SmallVector<InstrId, 8> scheduled(const KernelSummary &K, BlockId B = 0) {
  return scheduleBlock(K, K.Blocks[B], costs(K));
}

/// Position of \p I in the schedule of block 0.
size_t position(const KernelSummary &K, InstrId I) {
  auto Order = scheduled(K);
  auto It = llvm::find(Order, I);
  EXPECT_NE(It, Order.end());
  return static_cast<size_t>(It - Order.begin());
}

/// One block; values of global arrays by parameter index.
struct OneBlock : KernelBuilder {
  BlockId E = block("entry");

  InstrId access(OpClass Class, MemSpace Space, AccessKind Kind,
                 uint32_t Argument, std::initializer_list<InstrId> Ops = {}) {
    InstrId I = memory(E, Class, Space, Kind, "", 4, Ops);
    Access &A = K.Accesses[K.Instrs[I].Mem];
    A.Base = Access::BaseKind::Argument, A.BaseIndex = Argument;
    return I;
  }
  InstrId load(uint32_t Argument) {
    return access(OpClass::LoadGlobal, MemSpace::Global, AccessKind::Load,
                  Argument);
  }
  InstrId store(uint32_t Argument, InstrId Value) {
    return access(OpClass::StoreGlobal, MemSpace::Global, AccessKind::Store,
                  Argument, {Value});
  }
  InstrId add(std::initializer_list<InstrId> Ops) {
    return instr(E, OpClass::Fp32Add, "", Ops);
  }
};
} // namespace

TEST(Schedule, LoadsMoveAboveArithmetic) {
  OneBlock B;
  InstrId A = B.load(0);
  InstrId Sum = B.add({A});
  Sum = B.add({Sum});
  InstrId Second = B.load(1);
  InstrId Total = B.add({Sum, Second});
  InstrId Third = B.load(2);
  B.store(3, B.add({Total, Third}));
  B.ret(B.E);
  EXPECT_LT(position(B.K, A), 3u);
  EXPECT_LT(position(B.K, Second), 3u);
  EXPECT_LT(position(B.K, Third), 3u);
}

TEST(Schedule, TheLongestWayToTheEndGoesFirst) {
  OneBlock B;
  InstrId Short = B.add({});
  InstrId Head = B.add({}), Chain = Head;
  for (unsigned I = 0; I < 5; ++I)
    Chain = B.add({Chain});
  B.ret(B.E);
  EXPECT_EQ(position(B.K, Head), 0u);
  EXPECT_GT(position(B.K, Short), position(B.K, Head));
}

TEST(Schedule, OfTwoAlikeTheFirstStaysFirst) {
  OneBlock B;
  std::vector<InstrId> Loads;
  for (uint32_t I = 0; I < 6; ++I)
    Loads.push_back(B.load(I));
  B.ret(B.E);
  auto Order = scheduled(B.K);
  EXPECT_TRUE(std::equal(Loads.begin(), Loads.end(), Order.begin()));
}

TEST(Schedule, ALoadDoesNotPassAStoreThatMayAlias) {
  OneBlock B;
  InstrId Store = B.store(0, B.add({B.add({})}));
  InstrId Load = B.load(1); // another argument: the same array, perhaps
  B.add({Load});
  B.ret(B.E);
  EXPECT_GT(position(B.K, Load), position(B.K, Store));
  // What nobody writes is read whenever.
  B.K.Accesses[B.K.Instrs[Load].Mem].ReadOnly = true;
  EXPECT_LT(position(B.K, Load), position(B.K, Store));
}

TEST(Schedule, AStoreDoesNotPassALoadThatMayAlias) {
  OneBlock B;
  InstrId Before = B.load(0);
  InstrId Store = B.store(1, B.add({}));
  // A long way to the end leads through the store.
  InstrId Chain = B.load(2);
  for (unsigned I = 0; I < 5; ++I)
    Chain = B.add({Chain});
  B.ret(B.E);
  EXPECT_GT(position(B.K, Store), position(B.K, Before));
  B.K.Accesses[B.K.Instrs[Before].Mem].ReadOnly = true;
  EXPECT_LT(position(B.K, Store), position(B.K, Before));
}

TEST(Schedule, ALoadDoesNotPassADivisionWithASlowPath) {
  OneBlock B;
  InstrId Before = B.load(0);
  InstrId Divide = B.instr(B.E, OpClass::Fp32Rcp, "", {Before});
  InstrId After = B.load(1);
  // A long way to the end leads through the second load.
  InstrId Chain = After;
  for (unsigned I = 0; I < 5; ++I)
    Chain = B.add({Chain});
  B.store(2, B.add({Chain, Divide}));
  B.ret(B.E);
  EXPECT_LT(position(B.K, Before), position(B.K, Divide));
  EXPECT_GT(position(B.K, After), position(B.K, Divide));
  // One that is approximated is an instruction as any other.
  B.K.Instrs[Divide].Class = OpClass::Fp32RcpApprox;
  EXPECT_LT(position(B.K, After), position(B.K, Divide));
}

TEST(Schedule, StoresStayInOrder) {
  OneBlock B;
  InstrId Late = B.store(0, B.add({B.add({B.load(2)})}));
  InstrId Early = B.store(1, B.add({}));
  B.ret(B.E);
  EXPECT_LT(position(B.K, Late), position(B.K, Early));
}

TEST(Schedule, OtherSpacesDoNotAlias) {
  OneBlock B;
  InstrId Value = B.add({B.add({})});
  InstrId Store = B.access(OpClass::StoreShared, MemSpace::Shared,
                           AccessKind::Store, 0, {Value});
  InstrId Load = B.load(1);
  B.add({Load});
  B.ret(B.E);
  EXPECT_LT(position(B.K, Load), position(B.K, Store));
}

TEST(Schedule, TwoVariablesDoNotAlias) {
  OneBlock B;
  InstrId Value = B.add({B.add({})});
  InstrId Store = B.access(OpClass::StoreShared, MemSpace::Shared,
                           AccessKind::Store, 0, {Value});
  InstrId Tile =
      B.access(OpClass::LoadShared, MemSpace::Shared, AccessKind::Load, 1);
  B.add({Tile});
  B.ret(B.E);
  EXPECT_GT(position(B.K, Tile), position(B.K, Store)); // arguments may
  for (InstrId I : {Store, Tile})
    B.K.Accesses[B.K.Instrs[I].Mem].Base = Access::BaseKind::Variable;
  EXPECT_LT(position(B.K, Tile), position(B.K, Store)); // two arrays
  B.K.Accesses[B.K.Instrs[Tile].Mem].BaseIndex = 0;
  EXPECT_GT(position(B.K, Tile), position(B.K, Store)); // one
}

TEST(Schedule, APointerToAnySpaceMayAlias) {
  OneBlock B;
  InstrId Value = B.add({B.add({})});
  InstrId Store = B.access(OpClass::StoreShared, MemSpace::Shared,
                           AccessKind::Store, 0, {Value});
  InstrId Load = B.load(1);
  B.K.Accesses[B.K.Instrs[Load].Mem].Space = MemSpace::Unknown;
  B.add({Load});
  B.ret(B.E);
  EXPECT_GT(position(B.K, Load), position(B.K, Store));
}

TEST(Schedule, MemoryDoesNotPassABarrier) {
  // A Branch inside of a block is a call, or the barrier of a warp.
  for (OpClass Class : {OpClass::Barrier, OpClass::Fence, OpClass::ExternalCall,
                        OpClass::InlineAsm, OpClass::Branch}) {
    OneBlock B;
    InstrId Before = B.load(0);
    InstrId Stored = B.store(1, B.add({Before}));
    InstrId Fence = B.instr(B.E, Class, "");
    InstrId After = B.load(2);
    InstrId Free = B.add({B.add({})}); // arithmetic may go anywhere
    B.add({After, Free});
    B.ret(B.E);
    B.K.Accesses[B.K.Instrs[After].Mem].ReadOnly = true;
    EXPECT_LT(position(B.K, Before), position(B.K, Fence));
    EXPECT_LT(position(B.K, Stored), position(B.K, Fence));
    EXPECT_GT(position(B.K, After), position(B.K, Fence));
  }
}

TEST(Schedule, MemoryDoesNotPassAnAtomic) {
  OneBlock B;
  InstrId Before = B.load(0);
  InstrId Atomic =
      B.access(OpClass::AtomicGlobal, MemSpace::Global, AccessKind::Atomic, 1);
  InstrId After = B.load(2);
  B.add({After});
  B.ret(B.E);
  EXPECT_LT(position(B.K, Before), position(B.K, Atomic));
  EXPECT_GT(position(B.K, After), position(B.K, Atomic));
}

TEST(Schedule, PhisFirstAndTheBranchLast) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body);
  InstrId Phi = B.phi(Body, "%i");
  InstrId Test = B.instr(Body, OpClass::IntCompare, "%c", {Phi});
  InstrId Load = B.memory(Body, OpClass::LoadGlobal, MemSpace::Global,
                          AccessKind::Load, "%v", 4);
  InstrId Add = B.instr(Body, OpClass::Fp32Add, "%s", {Load});
  B.branch(Body, Test, Body, Exit);
  InstrId Branch = B.K.Blocks[Body].Instrs.back();
  B.ret(Exit);
  auto Order = scheduled(B.K, Body);
  ASSERT_EQ(Order.size(), 5u);
  EXPECT_EQ(Order.front(), Phi);
  EXPECT_EQ(Order[1], Load);
  EXPECT_EQ(Order.back(), Branch);
  EXPECT_LT(llvm::find(Order, Load), llvm::find(Order, Add));
}

TEST(Schedule, KernelsKeepAllTheyHaveInALegalOrder) {
  test::Ir I = test::parseKernels();
  ASSERT_TRUE(I.M);
  unsigned Blocks = 0, Moved = 0;
  for (const llvm::Function &F : *I.M) {
    if (F.isDeclaration())
      continue;
    KernelSummary K = test::summarize(I, F.getName());
    for (BlockId B = 0; B < K.Blocks.size(); ++B) {
      SCOPED_TRACE(F.getName().str() + " " + K.Blocks[B].Name);
      auto Order = scheduled(K, B);
      ++Blocks;
      Moved += Order != K.Blocks[B].Instrs;
      EXPECT_TRUE(std::is_permutation(Order.begin(), Order.end(),
                                      K.Blocks[B].Instrs.begin(),
                                      K.Blocks[B].Instrs.end()));
      llvm::SmallDenseSet<InstrId> Done;
      bool PhisOver = false;
      for (InstrId Id : Order) {
        PhisOver |= !K.Instrs[Id].IsPhi;
        EXPECT_FALSE(PhisOver && K.Instrs[Id].IsPhi);
        for (InstrId Op : K.Instrs[Id].Operands) {
          const Instr &Def = K.Instrs[Op];
          EXPECT_TRUE(Done.contains(Op) || Def.Block != B || Def.IsPhi);
        }
        Done.insert(Id);
      }
      ASSERT_FALSE(Order.empty());
      if (K.Instrs[K.Blocks[B].Instrs.back()].Class == OpClass::Branch) {
        EXPECT_EQ(Order.back(), K.Blocks[B].Instrs.back());
      }
    }
  }
  EXPECT_GT(Blocks, 100u);
  EXPECT_GT(Moved, 10u); // or nothing was scheduled
}

TEST(Schedule, LoadsPassStoresThatAreAConstantApart) {
  auto LoadIsFirst = [](int64_t To, int64_t From) {
    OneBlock B;
    ExprNode Thread;
    Thread.Kind = ExprKind::TidX;
    const ExprId T = B.K.Exprs.get(Thread);
    auto At = [&](InstrId I, int64_t Bytes) {
      ExprNode Sum;
      Sum.Kind = ExprKind::Add, Sum.Width = 64;
      Sum.Ops = {T, B.K.Exprs.constant(Bytes), NoExpr};
      B.K.Accesses[B.K.Instrs[I].Mem].Offset = B.K.Exprs.get(Sum);
    };
    InstrId Value = B.load(1);
    InstrId Store = B.store(0, Value);
    InstrId Load = B.load(0);
    B.add({Load});
    B.ret(B.E);
    At(Store, To), At(Load, From);
    return position(B.K, Load) < position(B.K, Store);
  };
  EXPECT_TRUE(LoadIsFirst(0, 4));
  EXPECT_TRUE(LoadIsFirst(8, 4));
  EXPECT_FALSE(LoadIsFirst(0, 2));
  EXPECT_FALSE(LoadIsFirst(4, 4));
}
