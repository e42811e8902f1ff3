//===- Poly.cpp -----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Poly.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace gpuperf;
using namespace llvm;

namespace {
constexpr size_t MaxTerms = 64, MaxFactors = 8;
constexpr unsigned MaxDepth = 100;
/// Below a width change, larger factors are those of hashes and random numbers,
/// where arithmetic does wrap.
constexpr int64_t MaxNarrowFactor = 1 << 16;

bool addTerm(LaunchPoly &P, const SmallVector<PolyVar, 4> &Vars, int64_t C) {
  auto [It, New] = P.try_emplace(Vars, 0);
  It->second = static_cast<int64_t>(static_cast<uint64_t>(It->second) +
                                    static_cast<uint64_t>(C));
  if (It->second == 0)
    P.erase(It);
  return P.size() <= MaxTerms;
}

int64_t product(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) *
                              static_cast<uint64_t>(B));
}

std::optional<LaunchPoly> multiply(const LaunchPoly &A, const LaunchPoly &B) {
  LaunchPoly Out;
  for (const auto &[VarsA, CA] : A)
    for (const auto &[VarsB, CB] : B) {
      SmallVector<PolyVar, 4> Vars(VarsA);
      Vars.append(VarsB.begin(), VarsB.end());
      if (Vars.size() > MaxFactors)
        return std::nullopt;
      llvm::sort(Vars);
      if (!addTerm(Out, Vars, product(CA, CB)))
        return std::nullopt;
    }
  return Out;
}
} // namespace

std::optional<PolyVar> gpuperf::launchVarOf(const Value *V) {
  const auto *Call = dyn_cast<CallBase>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (!Name.consume_front("llvm.nvvm.read.ptx.sreg."))
    return std::nullopt;
  PolyVar Kind;
  if (Name.consume_front("tid."))
    Kind = launchvar::Tid;
  else if (Name.consume_front("ctaid."))
    Kind = launchvar::Ctaid;
  else if (Name.consume_front("ntid."))
    Kind = launchvar::Ntid;
  else if (Name.consume_front("nctaid."))
    Kind = launchvar::Nctaid;
  else
    return std::nullopt;
  if (Name == "x" || Name == "y" || Name == "z")
    return Kind + static_cast<PolyVar>(Name[0] - 'x');
  return std::nullopt;
}

LaunchPoly gpuperf::addPoly(const LaunchPoly &A, const LaunchPoly &B,
                            int64_t Times) {
  LaunchPoly Out = A;
  for (const auto &[Vars, C] : B)
    addTerm(Out, Vars, product(C, Times));
  return Out;
}

std::optional<LaunchPoly> gpuperf::replacePair(const LaunchPoly &P, PolyVar A,
                                               PolyVar B, PolyVar Plus,
                                               std::optional<PolyVar> Minus) {
  LaunchPoly Out;
  for (const auto &[Vars, C] : P) {
    const auto *FoundA = llvm::find(Vars, A);
    const auto *FoundB = llvm::find(Vars, B);
    if (FoundA == Vars.end() || FoundB == Vars.end()) {
      if (!addTerm(Out, Vars, C))
        return std::nullopt;
      continue;
    }
    SmallVector<PolyVar, 4> Rest;
    for (const PolyVar *V = Vars.begin(); V != Vars.end(); ++V)
      if (V != FoundA && V != FoundB)
        Rest.push_back(*V);
    auto With = [&](PolyVar V, int64_t Coefficient) {
      SmallVector<PolyVar, 4> All = Rest;
      All.push_back(V);
      llvm::sort(All);
      return addTerm(Out, All, Coefficient);
    };
    if (!With(Plus, C) || (Minus && !With(*Minus, product(C, -1))))
      return std::nullopt;
  }
  return Out;
}

PolyVar PolyBuilder::counterOf(const Loop *L) {
  auto [It, New] = Ids.try_emplace(
      L, static_cast<PolyVar>(launchvar::FirstAtom + Atoms.size()));
  if (New)
    Atoms.push_back({nullptr, L});
  return It->second;
}

LaunchPoly PolyBuilder::atomOf(const SCEV *S) {
  auto [It, New] = Ids.try_emplace(
      S, static_cast<PolyVar>(launchvar::FirstAtom + Atoms.size()));
  if (New)
    Atoms.push_back({S, nullptr});
  return {{{It->second}, 1}};
}

std::optional<LaunchPoly> PolyBuilder::expand(const SCEV *S, bool Narrow,
                                              unsigned Depth) {
  if (Depth > MaxDepth)
    return std::nullopt;
  // Expressions share their parts: going through them as trees could take
  // exponential time.
  auto It = Expanded[Narrow].find(S);
  if (It != Expanded[Narrow].end())
    return It->second;
  std::optional<LaunchPoly> P = expandNew(S, Narrow, Depth);
  Expanded[Narrow][S] = P;
  return P;
}

std::optional<LaunchPoly> PolyBuilder::expandNew(const SCEV *S, bool Narrow,
                                                 unsigned Depth) {
  switch (S->getSCEVType()) {
  case scConstant: {
    const APInt &C = cast<SCEVConstant>(S)->getAPInt();
    if (C.getSignificantBits() > 64)
      return std::nullopt;
    if (C.isZero())
      return LaunchPoly();
    return LaunchPoly{{{}, C.getSExtValue()}};
  }
  case scAddExpr: {
    LaunchPoly Sum;
    for (const SCEV *Op : cast<SCEVAddExpr>(S)->operands()) {
      auto P = expand(Op, Narrow, Depth + 1);
      if (!P)
        return std::nullopt;
      Sum = addPoly(Sum, *P);
      if (Sum.size() > MaxTerms)
        return std::nullopt;
    }
    return Sum;
  }
  case scMulExpr: {
    std::optional<LaunchPoly> Out = LaunchPoly{{{}, 1}};
    for (const SCEV *Op : cast<SCEVMulExpr>(S)->operands()) {
      if (const auto *C = dyn_cast<SCEVConstant>(Op);
          C && Narrow && C->getAPInt().abs().ugt(MaxNarrowFactor))
        return std::nullopt;
      auto P = expand(Op, Narrow, Depth + 1);
      if (!P)
        return std::nullopt;
      Out = multiply(*Out, *P);
      if (!Out)
        return std::nullopt;
    }
    return Out;
  }
  case scAddRecExpr: {
    const auto *Rec = cast<SCEVAddRecExpr>(S);
    if (!Rec->isAffine())
      return atomOf(S);
    auto Start = expand(Rec->getStart(), Narrow, Depth + 1);
    auto Step = expand(Rec->getStepRecurrence(SE), Narrow, Depth + 1);
    if (!Start || !Step)
      return std::nullopt;
    auto Way = multiply(*Step, {{{counterOf(Rec->getLoop())}, 1}});
    if (!Way)
      return std::nullopt;
    return addPoly(*Start, *Way);
  }
  case scTruncate:
  case scZeroExtend:
  case scSignExtend: {
    const SCEV *Op = cast<SCEVCastExpr>(S)->getOperand();
    uint64_t From = SE.getTypeSizeInBits(Op->getType()),
             To = SE.getTypeSizeInBits(S->getType());
    if (std::min(From, To) < 32)
      return atomOf(S);
    auto P = expand(Op, true, Depth + 1);
    return P ? P : atomOf(S);
  }
  case scPtrToInt:
    return expand(cast<SCEVCastExpr>(S)->getOperand(), Narrow, Depth + 1);
  case scUnknown:
    if (auto V = launchVarOf(cast<SCEVUnknown>(S)->getValue()))
      return LaunchPoly{{{*V}, 1}};
    if (auto P =
            delayedPhi(cast<SCEVUnknown>(S)->getValue(), Narrow, Depth + 1))
      return P;
    return atomOf(S);
  case scCouldNotCompute:
    return std::nullopt;
  default:
    return atomOf(S);
  }
}

/// A phi that is, after the first iteration, a counter's value of the one
/// before: a widened counter whose arithmetic stayed narrow.
std::optional<LaunchPoly> PolyBuilder::delayedPhi(const Value *V, bool Narrow,
                                                  unsigned Depth) {
  const auto *Phi = dyn_cast<PHINode>(V);
  const Loop *L = Phi ? LI.getLoopFor(Phi->getParent()) : nullptr;
  if (!L || L->getHeader() != Phi->getParent() || !L->getLoopLatch() ||
      Phi->getNumIncomingValues() != 2 || !SE.isSCEVable(Phi->getType()))
    return std::nullopt;
  const BasicBlock *Latch = L->getLoopLatch();
  unsigned Back = Phi->getIncomingBlock(0) == Latch ? 0 : 1;
  if (Phi->getIncomingBlock(Back) != Latch)
    return std::nullopt;
  const SCEV *First = SE.getSCEV(Phi->getIncomingValue(1 - Back)),
             *Next = SE.getSCEV(Phi->getIncomingValue(Back));
  // The phi must not be reached again from here, which would not end.
  if (SCEVExprContains(Next, [&](const SCEV *Part) {
        const auto *U = dyn_cast<SCEVUnknown>(Part);
        return U && !SE.isLoopInvariant(U, L);
      }))
    return std::nullopt;
  auto Start = expand(First, Narrow, Depth),
       Later = expand(Next, Narrow, Depth);
  if (!Start || !Later)
    return std::nullopt;
  PolyVar Counter = counterOf(L);
  LaunchPoly AtMinusOne, Before = *Later;
  for (const auto &[Vars, C] : *Later) {
    auto Times = llvm::count(Vars, Counter);
    SmallVector<PolyVar, 4> Rest;
    for (PolyVar Var : Vars) {
      if (Var >= launchvar::FirstAtom && atom(Var).S &&
          !SE.isLoopInvariant(atom(Var).S, L))
        return std::nullopt;
      if (Var != Counter)
        Rest.push_back(Var);
      else if (Times > 1)
        return std::nullopt;
    }
    addTerm(AtMinusOne, Rest, Times ? product(C, -1) : C);
    if (Times)
      addTerm(Before, Rest, product(C, -1));
  }
  if (AtMinusOne != *Start)
    return std::nullopt;
  return Before;
}

const std::optional<LaunchPoly> &PolyBuilder::of(const SCEV *S) {
  auto It = Memo.find(S);
  if (It != Memo.end())
    return It->second;
  std::optional<LaunchPoly> P = expand(S, false, 0);
  for (PolyVar D = 0; D < 3 && P; ++D) {
    P = replacePair(*P, launchvar::Ctaid + D, launchvar::Ntid + D,
                    launchvar::GlobalId + D, launchvar::Tid + D);
    if (P)
      P = replacePair(*P, launchvar::Nctaid + D, launchvar::Ntid + D,
                      launchvar::Threads + D, std::nullopt);
  }
  return Memo[S] = std::move(P);
}
