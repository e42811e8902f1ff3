//===- MergeAccesses.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/summarize/MergeAccesses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace gpuperf;

namespace {
/// Bytes of the widest load or store of a lane.
constexpr uint32_t WidestBytes = 16;
/// Elements of a vector that may have gaps.
constexpr uint32_t InAVector = 4;

struct Member {
  int64_t Constant = 0;
  AccessId Id = NoId;
};

/// Accesses of one kind whose addresses differ by constants.
struct Candidates {
  ExprId Root = NoExpr;
  llvm::SmallVector<Member, 8> Members;
};

class Merger {
public:
  explicit Merger(KernelSummary &Kernel) : Kernel(Kernel) {}
  void mergeAll();

private:
  void visit(AccessId Id);
  void close(AccessKind Kind, MemSpace Space);
  void closeAll();
  void merge(Candidates &C);
  /// Joins the load at \p First with those of the other elements of an aligned
  /// vector of four, of which some may be missing: x, y and z of a float4.
  /// Returns how many members that takes.
  size_t mergeOverGap(const Candidates &C, size_t First);
  void join(llvm::ArrayRef<Member> Run, uint32_t Bytes);

  KernelSummary &Kernel;
  llvm::SmallVector<Candidates, 8> Open;
};
} // namespace

void Merger::visit(AccessId Id) {
  const Access &A = Kernel.Accesses[Id];
  if (A.Kind == AccessKind::Atomic || A.Volatile) {
    closeAll();
    return;
  }
  Member M;
  M.Id = Id;
  ExprId Root = A.Offset;
  const ExprNode &N = Kernel.Exprs[A.Offset];
  if (N.Kind == ExprKind::Constant) {
    Root = NoExpr;
    M.Constant = N.Imm;
  } else if (N.Kind == ExprKind::Add &&
             Kernel.Exprs[N.Ops[1]].Kind == ExprKind::Constant) {
    Root = N.Ops[0];
    M.Constant = Kernel.Exprs[N.Ops[1]].Imm;
  }
  auto SameStream = [&](const Candidates &C) {
    const Access &O = Kernel.Accesses[C.Members.front().Id];
    return C.Root == Root && O.Kind == A.Kind && O.Space == A.Space &&
           O.Base == A.Base && O.BaseIndex == A.BaseIndex &&
           O.BytesPerLane == A.BytesPerLane && !O.RowLanes && !A.RowLanes;
  };
  auto It = llvm::find_if(Open, SameStream);
  // The back end may not move a load across a store that may be to the same
  // place, nor a store across any other access: accesses before it are not
  // merged with those after it.
  if (A.Kind == AccessKind::Store) {
    Candidates Kept;
    bool Has = It != Open.end();
    if (Has)
      Kept = *It;
    close(AccessKind::Load, A.Space);
    if (Has) {
      Open.erase(llvm::find_if(Open, SameStream));
      close(AccessKind::Store, A.Space);
      Open.push_back(Kept);
    } else {
      close(AccessKind::Store, A.Space);
    }
    It = llvm::find_if(Open, SameStream);
  } else if (!A.ReadOnly) {
    close(AccessKind::Store, A.Space);
    It = llvm::find_if(Open, SameStream);
  }
  if (It == Open.end()) {
    Candidates C;
    C.Root = Root;
    C.Members.push_back(M);
    Open.push_back(C);
  } else {
    It->Members.push_back(M);
  }
}

void Merger::close(AccessKind Kind, MemSpace Space) {
  for (size_t I = 0; I < Open.size();) {
    const Access &A = Kernel.Accesses[Open[I].Members.front().Id];
    if (A.Kind != Kind || A.Space != Space ||
        (Kind == AccessKind::Load && A.ReadOnly)) {
      ++I;
      continue;
    }
    merge(Open[I]);
    Open.erase(Open.begin() + static_cast<ptrdiff_t>(I));
  }
}

void Merger::closeAll() {
  for (Candidates &C : Open)
    merge(C);
  Open.clear();
}

void Merger::merge(Candidates &C) {
  if (C.Members.size() < 2)
    return;
  llvm::stable_sort(C.Members, [](const Member &A, const Member &B) {
    return A.Constant < B.Constant;
  });
  uint32_t Element = Kernel.Accesses[C.Members.front().Id].BytesPerLane;
  for (size_t I = 0; I < C.Members.size();) {
    size_t Taken = 1;
    for (uint32_t Bytes = WidestBytes; Bytes > Element; Bytes /= 2) {
      size_t Want = Bytes / Element;
      if (Want == InAVector && Taken == 1)
        Taken = mergeOverGap(C, I);
      if (Taken > 1)
        break;
      if (Element * Want != Bytes || I + Want > C.Members.size() ||
          Kernel.Accesses[C.Members[I].Id].AlignBytes < Bytes)
        continue;
      bool Adjacent = true;
      for (size_t J = 1; J < Want; ++J)
        Adjacent &= C.Members[I + J].Constant ==
                    C.Members[I].Constant + static_cast<int64_t>(J * Element);
      if (!Adjacent)
        continue;
      join(llvm::ArrayRef<Member>(C.Members).slice(I, Want), Bytes);
      Taken = Want;
      break;
    }
    I += Taken;
  }
}

size_t Merger::mergeOverGap(const Candidates &C, size_t First) {
  const Access &A = Kernel.Accesses[C.Members[First].Id];
  const uint32_t Bytes = InAVector * A.BytesPerLane;
  if (A.Kind != AccessKind::Load || Bytes > WidestBytes || A.AlignBytes < Bytes)
    return 1;
  const auto Element = static_cast<int64_t>(A.BytesPerLane);
  auto BytesTo = [&](size_t I) {
    return C.Members[I].Constant - C.Members[First].Constant;
  };
  auto ElementOf = [&](size_t I) { return BytesTo(I) / Element; };
  size_t End = First + 1;
  while (End < C.Members.size() && ElementOf(End) < InAVector &&
         BytesTo(End) % Element == 0)
    ++End;
  // Two neighbours are a vector of two.
  if (ElementOf(End - 1) < InAVector / 2)
    return 1;
  join(llvm::ArrayRef<Member>(C.Members).slice(First, End - First), Bytes);
  return End - First;
}

void Merger::join(llvm::ArrayRef<Member> Run, uint32_t Bytes) {
  // The vector stands where the first load or the last store stood.
  bool IsStore = Kernel.Accesses[Run.front().Id].Kind == AccessKind::Store;
  AccessId Leader = Run.front().Id;
  for (const Member &M : Run) {
    InstrId At = Kernel.Accesses[M.Id].Instr,
            Best = Kernel.Accesses[Leader].Instr;
    if (IsStore ? At > Best : At < Best)
      Leader = M.Id;
  }
  Access &Vector = Kernel.Accesses[Leader];
  Vector.Offset = Kernel.Accesses[Run.front().Id].Offset;
  Vector.AlignBytes = Kernel.Accesses[Run.front().Id].AlignBytes;
  Vector.BytesPerLane = Bytes;
  Instr &Lead = Kernel.Instrs[Vector.Instr];
  for (const Member &M : Run) {
    if (M.Id == Leader)
      continue;
    Access &A = Kernel.Accesses[M.Id];
    Instr &In = Kernel.Instrs[A.Instr];
    if (IsStore) {
      for (InstrId Op : In.Operands)
        if (!llvm::is_contained(Lead.Operands, Op))
          Lead.Operands.push_back(Op);
      In.Operands.clear();
    } else {
      In.Operands.assign({Vector.Instr});
    }
    In.Class = OpClass::Free;
    In.Mem = NoId;
    A.Instr = NoId;
  }
}

void Merger::mergeAll() {
  for (const Block &B : Kernel.Blocks) {
    for (InstrId Id : B.Instrs) {
      const Instr &In = Kernel.Instrs[Id];
      if (In.Mem != NoId) {
        visit(In.Mem);
        continue;
      }
      switch (In.Class) {
      case OpClass::Barrier:
      case OpClass::Fence:
      case OpClass::ExternalCall:
      case OpClass::InlineAsm:
      case OpClass::AtomicGlobal:
      case OpClass::AtomicShared:
      case OpClass::StoreGlobal:
      case OpClass::StoreShared:
      case OpClass::StoreLocal:
        closeAll();
        break;
      default:
        break;
      }
    }
    closeAll();
  }
  // Drop the accesses that became a part of another one.
  std::vector<Access> Kept;
  for (Access &A : Kernel.Accesses) {
    if (A.Instr == NoId)
      continue;
    Kernel.Instrs[A.Instr].Mem = static_cast<AccessId>(Kept.size());
    Kept.push_back(A);
  }
  Kernel.Accesses = std::move(Kept);
}

void gpuperf::mergeVectorAccesses(KernelSummary &Kernel) {
  Merger(Kernel).mergeAll();
}
