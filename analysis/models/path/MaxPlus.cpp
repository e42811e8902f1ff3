//===- MaxPlus.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/models/path/MaxPlus.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace gpuperf;

namespace gpuperf {

/// A symbol, a maximum or a loop.
struct MaxPlusAtom {
  enum class Kind : uint8_t { Latency, Delay, Max, Loop } K = Kind::Latency;
  std::string Name;                       ///< symbols: of what; loops: the trip
  llvm::SmallVector<MaxPlus, 2> Operands; ///< Max: two or more; Loop: one
  size_t Hash = 0;
  unsigned Size = 1;

  bool operator==(const MaxPlusAtom &O) const {
    return this == &O || (Hash == O.Hash && K == O.K && Name == O.Name &&
                          llvm::equal(Operands, O.Operands));
  }
};

struct MaxPlusOps {
  using Kind = MaxPlusAtom::Kind;
  using AtomPtr = MaxPlus::AtomPtr;

  static size_t hash(const MaxPlus &E) {
    // Sums are multisets: the hash must not depend on the order.
    size_t H = E.Atoms.size();
    for (const AtomPtr &A : E.Atoms)
      H += A->Hash;
    return H;
  }

  static AtomPtr make(Kind K, llvm::StringRef Name,
                      llvm::ArrayRef<MaxPlus> Operands = {}) {
    auto Atom = std::make_shared<MaxPlusAtom>();
    Atom->K = K;
    Atom->Name = Name.str();
    Atom->Operands.assign(Operands.begin(), Operands.end());
    size_t H = llvm::hash_combine(unsigned(K), Name);
    for (const MaxPlus &Op : Operands) {
      H = llvm::hash_combine(H, hash(Op));
      Atom->Size += Op.Size;
    }
    Atom->Hash = H;
    return Atom;
  }

  static MaxPlus single(AtomPtr Atom) {
    MaxPlus E;
    E.append(std::move(Atom));
    return E;
  }

  static MaxPlus tooLarge() {
    MaxPlus E;
    E.TooLarge = true;
    return E;
  }

  /// Takes what A and B share out of both, in A's order.
  static MaxPlus takeCommon(MaxPlus &A, MaxPlus &B) {
    MaxPlus Common, RestA;
    for (const AtomPtr &Atom : A.Atoms) {
      auto *It = llvm::find_if(
          B.Atoms, [&](const AtomPtr &Other) { return *Other == *Atom; });
      if (It == B.Atoms.end()) {
        RestA.append(Atom);
        continue;
      }
      Common.append(Atom);
      B.Size -= (*It)->Size;
      B.Atoms.erase(It);
    }
    A = std::move(RestA);
    return Common;
  }

  /// \p E with its atom at \p Index replaced by \p By.
  static MaxPlus replaced(const MaxPlus &E, size_t Index, const MaxPlus &By) {
    MaxPlus R;
    for (size_t I = 0; I < E.Atoms.size(); ++I)
      if (I != Index)
        R.append(E.Atoms[I]);
    for (const AtomPtr &Atom : By.Atoms)
      R.append(Atom);
    return R;
  }

  static bool lessEqual(MaxPlus A, MaxPlus B, unsigned &Steps) {
    if (Steps == 0)
      return false;
    --Steps;
    takeCommon(A, B);
    if (A.Atoms.empty())
      return true;
    if (B.Atoms.empty())
      return false; // a symbol may be positive
    for (size_t I = 0; I < A.Atoms.size(); ++I)
      if (A.Atoms[I]->K == Kind::Max)
        return llvm::all_of(A.Atoms[I]->Operands, [&](const MaxPlus &Op) {
          return lessEqual(replaced(A, I, Op), B, Steps);
        });
    // Symbols and loops are left in A. Each del_x needs its own lat_x in B.
    llvm::SmallVector<bool, 8> Used(B.Atoms.size(), false);
    bool AllMatched = true;
    for (const AtomPtr &Atom : A.Atoms) {
      bool Matched = false;
      for (size_t J = 0; J < B.Atoms.size() && !Matched; ++J)
        if (!Used[J] && Atom->K == Kind::Delay &&
            B.Atoms[J]->K == Kind::Latency && B.Atoms[J]->Name == Atom->Name)
          Used[J] = Matched = true;
      AllMatched &= Matched;
    }
    if (AllMatched)
      return true;
    for (size_t J = 0; J < B.Atoms.size(); ++J) {
      if (B.Atoms[J]->K != Kind::Max)
        continue;
      for (const MaxPlus &Op : B.Atoms[J]->Operands)
        if (lessEqual(A, replaced(B, J, Op), Steps))
          return true;
      break; // the operands' own maxima are tried in the recursion
    }
    return false;
  }

  static bool lessEqual(const MaxPlus &A, const MaxPlus &B) {
    unsigned Steps = 300;
    return lessEqual(A, B, Steps);
  }

  /// The operands, without those that another one dominates.
  static void dropDominated(llvm::SmallVectorImpl<MaxPlus> &Ops) {
    for (size_t I = 0; I < Ops.size();) {
      bool Dominated = false;
      for (size_t J = 0; J < Ops.size() && !Dominated; ++J)
        Dominated = I != J && lessEqual(Ops[I], Ops[J]);
      if (Dominated)
        Ops.erase(Ops.begin() + I);
      else
        ++I;
    }
  }

  static void print(const MaxPlus &E, std::string &Out) {
    if (E.TooLarge) {
      Out += "...";
      return;
    }
    if (E.Atoms.empty())
      Out += '0';
    bool First = true;
    for (const AtomPtr &Atom : E.Atoms) {
      if (!First)
        Out += '+';
      First = false;
      switch (Atom->K) {
      case Kind::Latency:
        Out += "lat_" + Atom->Name;
        break;
      case Kind::Delay:
        Out += "del_" + Atom->Name;
        break;
      case Kind::Max: {
        Out += "max(";
        bool FirstOp = true;
        for (const MaxPlus &Op : Atom->Operands) {
          if (!FirstOp)
            Out += ',';
          FirstOp = false;
          print(Op, Out);
        }
        Out += ')';
        break;
      }
      case Kind::Loop:
        Out += '(';
        print(Atom->Operands.front(), Out);
        Out += ")/2*" + Atom->Name;
        break;
      }
    }
  }
};

MaxPlus operator+(const MaxPlus &A, const MaxPlus &B) {
  if (A.TooLarge || B.TooLarge || A.Size + B.Size > MaxPlus::SizeBudget)
    return MaxPlusOps::tooLarge();
  MaxPlus Sum = A;
  for (const MaxPlus::AtomPtr &Atom : B.Atoms)
    Sum.append(Atom);
  return Sum;
}

MaxPlus max(const MaxPlus &A, const MaxPlus &B) {
  if (A.TooLarge || B.TooLarge)
    return MaxPlusOps::tooLarge();
  // As they stand, where that is possible: it keeps the order of appearance.
  if (MaxPlusOps::lessEqual(B, A))
    return A;
  if (MaxPlusOps::lessEqual(A, B))
    return B;
  MaxPlus RestA = A, RestB = B;
  MaxPlus Common = MaxPlusOps::takeCommon(RestA, RestB);
  llvm::SmallVector<MaxPlus, 4> Ops;
  for (MaxPlus *Rest : {&RestA, &RestB}) {
    // max(max(a,b),c) is max(a,b,c).
    if (Rest->Atoms.size() == 1 &&
        Rest->Atoms.front()->K == MaxPlusAtom::Kind::Max)
      llvm::append_range(Ops, Rest->Atoms.front()->Operands);
    else
      Ops.push_back(*Rest);
  }
  MaxPlusOps::dropDominated(Ops);
  if (Ops.size() == 1)
    return Common + Ops.front();

  // Dropping operands may have left something that all others share.
  MaxPlus Shared = Ops.front();
  for (const MaxPlus &Op : llvm::drop_begin(Ops)) {
    MaxPlus Other = Op;
    Shared = MaxPlusOps::takeCommon(Shared, Other);
  }
  if (!Shared.isZero())
    for (MaxPlus &Op : Ops) {
      MaxPlus Copy = Shared;
      MaxPlusOps::takeCommon(Copy, Op);
    }
  MaxPlus Result =
      Common + Shared +
      MaxPlusOps::single(MaxPlusOps::make(MaxPlusAtom::Kind::Max, "", Ops));
  if (Result.Size > MaxPlus::SizeBudget)
    return MaxPlusOps::tooLarge();
  return Result;
}

MaxPlus excess(const MaxPlus &A, const MaxPlus &B) {
  if (A.TooLarge || B.TooLarge)
    return MaxPlusOps::tooLarge();
  if (MaxPlusOps::lessEqual(A, B))
    return MaxPlus();
  MaxPlus RestA = A, RestB = B;
  MaxPlusOps::takeCommon(RestA, RestB);
  return RestA;
}

bool neverExceeds(const MaxPlus &A, const MaxPlus &B) {
  return !A.TooLarge && !B.TooLarge && MaxPlusOps::lessEqual(A, B);
}

} // namespace gpuperf

void MaxPlus::append(AtomPtr Atom) {
  Size += Atom->Size;
  Atoms.push_back(std::move(Atom));
}

MaxPlus MaxPlus::latency(llvm::StringRef Of) {
  return MaxPlusOps::single(MaxPlusOps::make(MaxPlusAtom::Kind::Latency, Of));
}

MaxPlus MaxPlus::delay(llvm::StringRef Of) {
  return MaxPlusOps::single(MaxPlusOps::make(MaxPlusAtom::Kind::Delay, Of));
}

MaxPlus MaxPlus::loop(const MaxPlus &TwoIterations, llvm::StringRef Trip) {
  if (TwoIterations.TooLarge)
    return TwoIterations;
  return MaxPlusOps::single(
      MaxPlusOps::make(MaxPlusAtom::Kind::Loop, Trip, TwoIterations));
}

bool MaxPlus::operator==(const MaxPlus &Other) const {
  if (TooLarge != Other.TooLarge || Size != Other.Size ||
      Atoms.size() != Other.Atoms.size())
    return false;
  MaxPlus A = *this, B = Other;
  MaxPlusOps::takeCommon(A, B);
  return A.Atoms.empty() && B.Atoms.empty();
}

std::string MaxPlus::print() const {
  std::string Out;
  MaxPlusOps::print(*this, Out);
  return Out;
}

double MaxPlus::evaluate(Lookup Value) const {
  double Sum = 0;
  for (const AtomPtr &Atom : Atoms) {
    switch (Atom->K) {
    case MaxPlusAtom::Kind::Latency:
      Sum += Value('l', Atom->Name);
      break;
    case MaxPlusAtom::Kind::Delay:
      Sum += Value('d', Atom->Name);
      break;
    case MaxPlusAtom::Kind::Max: {
      double Largest = 0;
      for (const MaxPlus &Op : Atom->Operands)
        Largest = std::max(Largest, Op.evaluate(Value));
      Sum += Largest;
      break;
    }
    case MaxPlusAtom::Kind::Loop:
      Sum +=
          Atom->Operands.front().evaluate(Value) / 2 * Value('t', Atom->Name);
      break;
    }
  }
  return Sum;
}
