//===- LoopCarry.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that the loop's header takes over from the iteration before is a
// counter, whose value is known in each iteration, or a sum, of which nothing
// but the next sum is made. The least value so far is a sum as well, and so is
// what an iteration replaces together with it, such as the place of that value.
// Everything else orders the iterations.
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/LoopCarry.h"
#include "analysis/kernel/Overlap.h"
#include "analysis/kernel/Users.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

bool gpuperf::isInLoop(const KernelSummary &K, BlockId B, LoopId Loop) {
  for (LoopId At = K.Blocks[B].InnermostLoop; At != NoId;
       At = K.Loops[At].Parent)
    if (At == Loop)
      return true;
  return false;
}

namespace {
/// What sums are made with. Sums of one kind may be taken in any order, a sum
/// of which the maximum is taken may not.
enum class SumKind : uint8_t { None, Add, Extreme, Logic };

class CarryFinder {
public:
  CarryFinder(const KernelSummary &K, LoopId Loop, SharedBy Who)
      : K(K), Id(Loop), Loop(K.Loops[Loop]), Who(Who), Users(usersOf(K)) {}

  Carries run() {
    if (Loop.BackedgeTaken == NoExpr || Loop.UpperBoundOnly ||
        Loop.EarlyExit != NoExpr || !isOrdinary() || !findStores() ||
        !findSums() || !isAloneOutside())
      return Carries::Order;
    // How often a value was the best so far, or which were, depends on the
    // order.
    if (!Extremes.empty() && (StoresSoFar || (BranchesOnBest && !OnlyExtremes)))
      return Carries::Order;
    if (!Sums.empty())
      return StoresSoFar    ? Carries::Scan
             : OnlyExtremes ? Carries::Extreme
                            : Carries::Sum;
    return WritesOwn ? Carries::Nothing : Carries::Order;
  }

private:
  bool isInside(InstrId I) const { return isInLoop(K, K.Instrs[I].Block, Id); }

  /// Nothing in the loop waits for other threads or does what is not seen.
  bool isOrdinary() const {
    for (BlockId B : Loop.Blocks)
      for (InstrId I : K.Blocks[B].Instrs) {
        switch (K.Instrs[I].Class) {
        case OpClass::Barrier:
          // All threads of a block do the same iterations.
          if (Who == SharedBy::Block)
            return false;
          break;
        case OpClass::Fence:
        case OpClass::Shuffle:
        case OpClass::Vote:
        case OpClass::Redux:
        case OpClass::TensorMma:
        case OpClass::SpecialRegister:
        case OpClass::ExternalCall:
        case OpClass::InlineAsm:
          return false;
        case OpClass::Branch:
          if (I != K.Blocks[B].Instrs.back())
            return false; // a call
          break;
        default:
          break;
        }
      }
    return true;
  }

  static bool sameArray(const Access &A, const Access &B) {
    return A.Space == B.Space && A.Base == B.Base && A.BaseIndex == B.BaseIndex;
  }

  bool followsLoop(const Access &A) const {
    return A.Affine && A.Offset != NoExpr &&
           K.Exprs.dependsOnLoop(A.Offset, Id);
  }

  /// The same element in each iteration of this loop and of those in it.
  bool isOneElement(const Access &A) const {
    if (!A.Affine || A.Offset == NoExpr)
      return false;
    for (LoopId L = 0; L < K.Loops.size(); ++L)
      if (isInLoop(K, K.Loops[L].Header, Id) &&
          K.Exprs.dependsOnLoop(A.Offset, L))
        return false;
    return true;
  }

  /// Whether \p A and \p B, of one array, are two elements that stay where they
  /// are, as the fields of a structure are.
  bool areTwoElements(const Access &A, const Access &B) const {
    return isOneElement(A) && isOneElement(B) && neverOverlap(K, A, B);
  }

  /// Whether an array in shared memory is filled anew in each iteration, before
  /// the block reads it behind a barrier, so that it hands nothing on.
  bool isTile(const Access &Stored) const {
    // In the order of the text: blocks are in reverse post order.
    enum { Nothing, Filled, Waited } Seen = Nothing;
    for (BlockId B = 0; B < K.Blocks.size(); ++B) {
      if (!isInLoop(K, B, Id))
        continue;
      for (InstrId I : K.Blocks[B].Instrs) {
        const Instr &In = K.Instrs[I];
        if (In.Class == OpClass::Barrier && Seen == Filled)
          Seen = Waited;
        if (In.Mem == NoId || !sameArray(K.Accesses[In.Mem], Stored))
          continue;
        switch (K.Accesses[In.Mem].Kind) {
        case AccessKind::Store:
          if (Seen == Waited)
            return false;
          Seen = Filled;
          break;
        case AccessKind::Load:
          if (Seen != Waited)
            return false;
          break;
        default:
          return false;
        }
      }
    }
    // Nobody reads behind the loop what the last iteration has left.
    return Seen == Waited && llvm::none_of(K.Accesses, [&](const Access &A) {
             return sameArray(A, Stored) && !isInLoop(K, A.Block, Id);
           });
  }

  /// Whether iterations write elements of their own, or sums.
  bool findStores() {
    llvm::SmallVector<const Access *, 16> Stores, Loads;
    for (const Access &A : K.Accesses) {
      if (!isInLoop(K, A.Block, Id))
        continue;
      if (A.Volatile)
        return false;
      if (A.Kind == AccessKind::Atomic) {
        if (A.Does == AtomicOp::None || A.Does == AtomicOp::Other ||
            !Users[A.Instr].empty() ||
            (Who == SharedBy::Blocks && A.Space == MemSpace::Shared))
          return false;
        WritesOwn = true;
      } else if (A.Kind == AccessKind::Store) {
        Stores.push_back(&A);
      } else {
        Loads.push_back(&A);
      }
    }
    for (const Access *S : Stores) {
      if (S->Base == Access::BaseKind::Unknown || S->Space == MemSpace::Local)
        return false;
      if (Who == SharedBy::Blocks && S->Space == MemSpace::Shared) {
        if (!isTile(*S))
          return false;
        continue;
      }
      if (Who == SharedBy::Blocks && S->Space != MemSpace::Global)
        return false;
      const bool Own = followsLoop(*S);
      if (!Own && !isOneElement(*S))
        return false;
      for (const Access *Ld : Loads) {
        if (Ld->Base == Access::BaseKind::Unknown && Ld->Space == S->Space)
          return false;
        if (!sameArray(*S, *Ld) || Ld->Offset == S->Offset ||
            areTwoElements(*S, *Ld))
          continue;
        // A sum may be kept in an element of the array that is summed up.
        if (Own || !followsLoop(*Ld))
          return false;
      }
      if (Own) {
        WritesOwn = true;
        OwnStores.push_back(S->Instr);
        continue;
      }
      for (const Access *Other : Stores)
        if (Other != S && sameArray(*S, *Other) && !areTwoElements(*S, *Other))
          return false;
      KeptIn.push_back(S->Instr);
      for (const Access *Ld : Loads)
        if (sameArray(*S, *Ld) && Ld->Offset == S->Offset)
          Roots.push_back(Ld->Instr);
    }
    return Who == SharedBy::Block || !isReadElsewhere(Stores);
  }

  /// Whether code outside of the loop reads what the loop writes: of that, each
  /// block would have its own part only. What is read before, such as the value
  /// that a sum begins with, the loop has not written.
  bool isReadElsewhere(llvm::ArrayRef<const Access *> Stores) const {
    // Blocks are in reverse post order.
    const BlockId First = Loop.Parent == NoId ? Loop.Header : 0;
    return llvm::any_of(K.Accesses, [&](const Access &A) {
      return A.Kind != AccessKind::Store && A.Block >= First &&
             !isInLoop(K, A.Block, Id) &&
             llvm::any_of(Stores,
                          [&](const Access *S) { return sameArray(*S, A); });
    });
  }

  /// A counter: the value before, plus what no iteration changes.
  bool isCounter(InstrId Phi) const {
    for (const PhiIncoming &In : K.Instrs[Phi].Incoming) {
      if (!isInLoop(K, In.From, Id))
        continue;
      if (In.Def == NoId || In.Def == Phi)
        continue;
      const Instr &Next = K.Instrs[In.Def];
      if (Next.IsPhi || !llvm::is_contained(Next.Operands, Phi) ||
          llvm::any_of(Next.Operands,
                       [&](InstrId Op) { return Op != Phi && isInside(Op); }))
        return false;
      switch (Next.Class) {
      case OpClass::IntAdd:
      case OpClass::IntShift:
      case OpClass::Fp32Add:
      case OpClass::Fp64Add:
      case OpClass::Free: // addresses
        break;
      default:
        return false;
      }
    }
    return true;
  }

  bool findSums() {
    for (InstrId I : K.Blocks[Loop.Header].Instrs)
      if (K.Instrs[I].IsPhi && !isCounter(I))
        Roots.push_back(I);
    llvm::SmallVector<InstrId, 4> Others;
    for (InstrId Root : Roots)
      if (!followSum(Root))
        Others.push_back(Root);
    for (InstrId Root : Others)
      if (!goesWithExtreme(Root))
        return false;
    if (llvm::any_of(Chosen, [&](InstrId I) { return !Sums.contains(I); }))
      return false;
    return llvm::all_of(KeptIn, [&](InstrId Store) {
      return llvm::any_of(K.Instrs[Store].Operands,
                          [&](InstrId Op) { return Sums.contains(Op); });
    });
  }

  static SumKind kindOf(OpClass C) {
    switch (C) {
    case OpClass::Fp32Add:
    case OpClass::Fp64Add:
    case OpClass::Fp32Fma:
    case OpClass::Fp64Fma:
    case OpClass::IntAdd:
    case OpClass::IntMul: // multiply-adds, or isAddend says no
    case OpClass::IntMulWide:
    case OpClass::IntMul64:
      return SumKind::Add;
    case OpClass::IntCompare:
      return SumKind::Extreme;
    case OpClass::IntLogic:
      return SumKind::Logic;
    default:
      return SumKind::None;
    }
  }

  /// Whether \p C multiplies, with or without a sum that it takes in.
  static bool isProduct(OpClass C) {
    return C == OpClass::Fp32Fma || C == OpClass::Fp64Fma ||
           C == OpClass::IntMul || C == OpClass::IntMulWide ||
           C == OpClass::IntMul64;
  }

  /// Whether \p Of is what a multiply-add adds to, and no factor.
  bool isAddend(const Instr &Fma, InstrId Of) const {
    if (Fma.Operands.size() == 3)
      return Fma.Operands.back() == Of;
    if (Fma.Operands.size() != 2)
      return false;
    // The product is an operation of its own in the summary, that costs
    // nothing.
    const Instr &Other =
        K.Instrs[Fma.Operands[Fma.Operands.front() == Of ? 1 : 0]];
    const bool IsFloat =
        Fma.Class == OpClass::Fp32Fma || Fma.Class == OpClass::Fp64Fma;
    // A factor may cost nothing as well: a number that is extended.
    return Other.Class == OpClass::Free && !Other.IsPhi &&
           (IsFloat || Other.Operands.size() == 2);
  }

  /// Follows a value from where an iteration takes it over to where it hands
  /// it on.
  bool followSum(InstrId Root) {
    llvm::SmallVector<InstrId, 8> Work = {Root};
    llvm::DenseSet<InstrId> Made = {Root};
    SumKind Kind = SumKind::None;
    unsigned Logic = 0;
    bool Branches = false;
    while (!Work.empty()) {
      const InstrId Of = Work.pop_back_val();
      for (InstrId U : Users[Of]) {
        if (!isInside(U) || U == Root || Made.contains(U))
          continue;
        const Instr &User = K.Instrs[U];
        if (User.IsPhi) {
          if (User.Block == Loop.Header)
            return false;
        } else if (llvm::is_contained(KeptIn, U)) {
          continue;
        } else if (llvm::is_contained(OwnStores, U)) {
          StoresSoFar = true;
          continue;
        } else if (User.Class == OpClass::Branch) {
          // The iteration with a better value goes another way: that is all
          // right where nothing but values is changed there.
          if (WritesOwn || !KeptIn.empty() || !OwnStores.empty())
            return false;
          Branches = true;
          continue;
        } else if (User.Class == OpClass::SelectMove && isComparison(Of) &&
                   llvm::none_of(User.Operands, [&](InstrId Op) {
                     return Op != Of && Made.contains(Op);
                   })) {
          // Something else is chosen with it.
          Chosen.push_back(U);
          continue;
        } else if (User.Class != OpClass::SelectMove) {
          const SumKind Now =
              isComparison(U) ? SumKind::Extreme : kindOf(User.Class);
          if (Now == SumKind::None || (Kind != SumKind::None && Kind != Now) ||
              (isProduct(User.Class) && !isAddend(User, Of)))
            return false;
          Kind = Now;
          Logic += Now == SumKind::Logic;
        }
        Made.insert(U);
        Work.push_back(U);
      }
    }
    if (Kind == SumKind::None || Logic > 1 ||
        (Branches && Kind != SumKind::Extreme))
      return false;
    // Where one of two values is taken, both are sums: anything else begins
    // anew.
    for (InstrId I : Made) {
      const Instr &In = K.Instrs[I];
      if (I == Root || Kind == SumKind::Extreme)
        continue;
      if (In.IsPhi && llvm::any_of(In.Incoming, [&](const PhiIncoming &From) {
            return !Made.contains(From.Def);
          }))
        return false;
      if (In.Class == OpClass::SelectMove &&
          llvm::count_if(In.Operands,
                         [&](InstrId Op) { return Made.contains(Op); }) < 2)
        return false;
    }
    for (const PhiIncoming &In : K.Instrs[Root].Incoming)
      if (K.Instrs[Root].Block == Loop.Header && isInLoop(K, In.From, Id) &&
          !Made.contains(In.Def))
        return false;
    OnlyExtremes &= Kind == SumKind::Extreme;
    BranchesOnBest |= Branches;
    if (Kind == SumKind::Extreme)
      Extremes.insert(Made.begin(), Made.end());
    Sums.insert(Made.begin(), Made.end());
    return true;
  }

  /// Whether \p I compares: others choose by it, and compute nothing with it.
  bool isComparison(InstrId I) const {
    const OpClass Class = K.Instrs[I].Class;
    return (Class == OpClass::IntCompare || Class == OpClass::Fp64Add) &&
           !Users[I].empty() && llvm::all_of(Users[I], [&](InstrId U) {
             const Instr &User = K.Instrs[U];
             return User.Class == OpClass::Branch ||
                    (User.Class == OpClass::SelectMove && !User.IsPhi &&
                     User.Operands.front() == I);
           });
  }

  /// Whether \p Root is only ever replaced together with an extreme value: by
  /// the same comparison, or on the same way through the iteration.
  bool goesWithExtreme(InstrId Root) {
    llvm::SmallVector<InstrId, 8> Work = {Root};
    llvm::DenseSet<InstrId> Made = {Root};
    while (!Work.empty())
      for (InstrId U : Users[Work.pop_back_val()]) {
        if (!isInside(U) || U == Root || Made.contains(U))
          continue;
        const Instr &User = K.Instrs[U];
        const bool Chooses =
            User.IsPhi ? User.Block != Loop.Header && joinsExtreme(User.Block)
                       : User.Class == OpClass::SelectMove &&
                             llvm::any_of(User.Operands, [&](InstrId Op) {
                               return Extremes.contains(Op) && isComparison(Op);
                             });
        if (!Chooses)
          return false;
        Made.insert(U);
        Work.push_back(U);
      }
    for (const PhiIncoming &In : K.Instrs[Root].Incoming)
      if (isInLoop(K, In.From, Id) && !Made.contains(In.Def))
        return false;
    Sums.insert(Made.begin(), Made.end());
    return true;
  }

  /// Whether one of the ways that meet in \p B is that of a better value.
  bool joinsExtreme(BlockId B) const {
    return llvm::any_of(K.Blocks[B].Instrs, [&](InstrId I) {
      return K.Instrs[I].IsPhi && Extremes.contains(I);
    });
  }

  /// Nothing but sums is used after the loop.
  bool isAloneOutside() const {
    for (BlockId B : Loop.Blocks)
      for (InstrId I : K.Blocks[B].Instrs)
        if (!Sums.contains(I) &&
            llvm::any_of(Users[I], [&](InstrId U) { return !isInside(U); }))
          return false;
    return true;
  }

  const KernelSummary &K;
  const LoopId Id;
  const KernelLoop &Loop;
  const SharedBy Who;
  const InstrUsers Users;
  llvm::SmallVector<InstrId, 4> Roots;     ///< values that are taken over
  llvm::SmallVector<InstrId, 4> KeptIn;    ///< stores of sums
  llvm::SmallVector<InstrId, 4> OwnStores; ///< each iteration its own element
  /// Values that an iteration chooses by whether it has the best one.
  llvm::SmallVector<InstrId, 4> Chosen;
  llvm::DenseSet<InstrId> Sums;     ///< and what they are made of
  llvm::DenseSet<InstrId> Extremes; ///< those of Sums that are
  bool OnlyExtremes = true;         ///< all of Sums are
  bool BranchesOnBest = false; ///< an iteration goes its way by one of them
  bool WritesOwn = false;
  bool StoresSoFar = false; ///< one of OwnStores stores a sum
};
} // namespace

Carries gpuperf::carriedBy(const KernelSummary &Kernel, LoopId Loop,
                           SharedBy Who) {
  return CarryFinder(Kernel, Loop, Who).run();
}
