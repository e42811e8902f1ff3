//===- BlockIndependence.cpp - Values that block sizes do not change ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Prover.h"
#include "analysis/machine/KernelText.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// How deep values within values, such as in divisions and minima, are looked
/// into.
constexpr unsigned MaxNesting = 24, MaxNested = 512;
/// Kernels with more instructions are given no proof.
constexpr size_t MaxProofInstructions = 20'000;

constexpr const char *Axis[3] = {"x", "y", "z"};

/// Names the raw indices in \p P; \p IsRaw says which variables are.
std::string nameRaw(const LaunchPoly &P, function_ref<bool(PolyVar)> IsRaw) {
  std::array<bool, launchvar::FirstAtom> Has{}, Occurs{};
  for (const auto &[Vars, C] : P)
    for (PolyVar V : Vars)
      if (V < launchvar::FirstAtom) {
        Has[V] |= IsRaw(V);
        Occurs[V] = true;
      }
  auto Name = [&](const char *What, unsigned D, const char *Suffix) {
    return (Twine(What) + "." + Axis[D] + Suffix).str();
  };
  for (unsigned D = 0; D < 3; ++D) {
    bool Tid = Has[launchvar::Tid + D], Ctaid = Has[launchvar::Ctaid + D];
    auto Of = [&](PolyVar V) {
      auto It = P.find({V});
      return It == P.end() ? int64_t(0) : It->second;
    };
    int64_t T = Of(launchvar::Tid + D), B = Of(launchvar::Ctaid + D);
    if (Tid && Ctaid && T != 0 && B % T == 0 && B / T > 1)
      return (Twine("blockIdx.") + Axis[D] + " * " + Twine(B / T) +
              " + threadIdx." + Axis[D] + ", not on blockIdx." + Axis[D] +
              " * blockDim." + Axis[D] + " + threadIdx." + Axis[D])
          .str();
    if (Tid && (Ctaid || Occurs[launchvar::GlobalId + D]))
      return (Twine("blockIdx.") + Axis[D] + " and threadIdx." + Axis[D] +
              " other than through blockIdx." + Axis[D] + " * blockDim." +
              Axis[D] + " + threadIdx." + Axis[D])
          .str();
  }
  for (unsigned D = 0; D < 3; ++D) {
    if (Has[launchvar::Ctaid + D])
      return Name("blockIdx", D, " alone");
    if (Has[launchvar::Tid + D])
      return Name("threadIdx", D, " alone");
    if (Has[launchvar::Ntid + D])
      return Name("blockDim", D, "");
    if (Has[launchvar::Nctaid + D])
      return Name("gridDim", D, "");
    if (Has[launchvar::Threads + D])
      return "the number of threads";
    if (Has[launchvar::GlobalId + D])
      return "the thread that executes an iteration of a grid-stride loop";
  }
  return "the number of iterations of a grid-stride loop";
}
} // namespace

bool BlockProver::refuse(const Instruction &I, const Twine &Why) {
  Result.Reason = Why.str();
  Result.ReasonWhere = Ir.Source.lineOf(I);
  return false;
}

/// Reads all instructions once and finds what rules out a proof and which
/// launch variables the kernel reads.
bool BlockProver::scan() {
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    for (Instruction &I : *BB)
      Order.push_back(&I);
  for (Instruction *I : Order) {
    InstructionEffect &E = Effects[I] = effectOf(*I);
    switch (E.Kind) {
    case EffectKind::Forbidden:
      return refuse(*I, E.Why);
    case EffectKind::Order:
      HasOrder = true;
      break;
    case EffectKind::Lane:
      if (auto V = launchVarOf(I); V && !I->use_empty())
        Reads[*V] = true;
      break;
    default:
      break;
    }
  }
  for (unsigned D = 0; D < 3; ++D) {
    DimensionIndependence &Dim = Result.Dims[D];
    for (PolyVar Kind : {launchvar::Ctaid, launchvar::Nctaid})
      Dim.AsksForBlocks |= Reads[Kind + D];
    Dim.Used = Dim.AsksForBlocks;
    for (PolyVar Kind : {launchvar::Tid, launchvar::Ntid})
      Dim.Used |= Reads[Kind + D];
  }
  return scanShared();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Cause BlockProver::valueCause(const Value *V, const BasicBlock *At) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return std::nullopt;
  if (auto It = Raw.find(V); It != Raw.end())
    return It->second;
  for (unsigned D = 0; D < 3; ++D)
    if (const llvm::Loop *L = strideLoopOf(I->getParent(), D))
      if (!L->contains(At))
        return "what a grid-stride loop leaves behind";
  return std::nullopt;
}

Cause BlockProver::atomCause(const SCEV *S, const BasicBlock *At,
                             unsigned Depth) {
  if (const auto *U = dyn_cast<SCEVUnknown>(S))
    return valueCause(U->getValue(), At);
  if (Depth > MaxNesting || ++Nested > MaxNested)
    return "an index that is too long to follow";
  if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(S))
    for (unsigned D = 0; D < 3; ++D)
      if (is_contained(StrideLoops[D], Rec->getLoop()))
        return "the number of iterations of a grid-stride loop";
  for (const SCEV *Op : S->operands()) {
    const auto &P = Polys.of(Op);
    Cause C = P ? polyCause(*P, At, Depth + 1)
                : Cause("an index that is too long to follow");
    if (C)
      return C;
  }
  return std::nullopt;
}

std::optional<LaunchPoly> BlockProver::inItems(const LaunchPoly &P,
                                               const BasicBlock *At) {
  std::optional<LaunchPoly> Out = P;
  for (unsigned D = 0; D < 3 && Out; ++D)
    if (const llvm::Loop *L = strideLoopOf(At, D))
      Out = replacePair(*Out, launchvar::Threads + D, Polys.counterOf(L),
                        launchvar::Item + D, launchvar::GlobalId + D);
  return Out;
}

Cause BlockProver::polyCause(const LaunchPoly &Form, const BasicBlock *At,
                             unsigned Depth) {
  std::optional<LaunchPoly> P = inItems(Form, At);
  if (!P)
    return "an index that is too long to follow";
  auto IsRaw = [&](PolyVar V) {
    PolyVar Kind = V - V % 3;
    switch (Readings[V % 3]) {
    case Reading::Kept:
      return false;
    case Reading::Item:
      return Kind != launchvar::GlobalId && Kind != launchvar::Threads;
    case Reading::Stride:
      return Kind != launchvar::Item;
    }
    return true;
  };
  Cause FromAtoms;
  for (const auto &[Vars, C] : *P)
    for (PolyVar V : Vars) {
      if (V < launchvar::FirstAtom) {
        if (IsRaw(V))
          return nameRaw(*P, IsRaw);
        continue;
      }
      if (FromAtoms)
        continue;
      PolyAtom A = Polys.atom(V);
      if (A.Counter) {
        for (unsigned D = 0; D < 3; ++D)
          if (is_contained(StrideLoops[D], A.Counter))
            FromAtoms = "the number of iterations of a grid-stride loop";
      } else {
        FromAtoms = atomCause(A.S, At, Depth);
      }
    }
  return FromAtoms;
}

/// Why \p I does not compute the same in both threads, given that its operands
/// do unless they are marked.
Cause BlockProver::instructionCause(Instruction &I) {
  Nested = 0;
  const InstructionEffect &E = Effects[&I];
  if (E.Kind == EffectKind::Lane && !launchVarOf(&I))
    return E.Why;
  BasicBlock *BB = I.getParent();
  Cause First;
  if (OwnSlot.contains(&I)) {
    // It loads what the thread itself has stored, and what is stored is
    // checked.
  } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
    for (unsigned D = 0; D < 3 && !First; ++D)
      if (const llvm::Loop *L = strideLoopOf(BB, D); L && L->getHeader() == BB)
        First = "a value that a grid-stride loop carries along";
    for (Value *In : Phi->incoming_values())
      if (!First)
        First = valueCause(In, BB);
  } else if (launchVarOf(&I)) {
    First = "";
  } else {
    for (Value *Op : I.operands())
      if (!First)
        First = valueCause(Op, BB);
  }
  if (!First)
    return std::nullopt;
  // start + threadIdx < n and threadIdx < n - start are the same, unless the
  // difference is unsigned and start above n.
  if (auto *Cmp = dyn_cast<ICmpInst>(&I);
      Cmp && !Cmp->isUnsigned() &&
      SE.isSCEVable(Cmp->getOperand(0)->getType())) {
    const auto &A = Polys.of(SE.getSCEV(Cmp->getOperand(0)));
    const auto &B = Polys.of(SE.getSCEV(Cmp->getOperand(1)));
    if (A && B && !polyCause(addPoly(*A, *B, -1), BB, 0))
      return std::nullopt;
  }
  if (SE.isSCEVable(I.getType())) {
    const SCEV *S = SE.getSCEV(&I);
    const auto *U = dyn_cast<SCEVUnknown>(S);
    if (!U || launchVarOf(U->getValue())) {
      const auto &P = Polys.of(S);
      if (!P)
        return "an index that is too long to follow";
      return polyCause(*P, BB, 0);
    }
  }
  return First;
}

/// Starts with all values being the same in both threads and marks those that
/// are not, until nothing changes.
void BlockProver::markRaw() {
  Raw.clear();
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Instruction *I : Order) {
      if (I->getType()->isVoidTy() || Raw.contains(I))
        continue;
      if (Cause C = instructionCause(*I)) {
        Raw[I] = *C;
        Changed = true;
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// What must be the same
//===----------------------------------------------------------------------===//

bool BlockProver::checkBranch(BranchInst &Br) {
  BasicBlock *BB = Br.getParent();
  for (unsigned D = 0; D < 3; ++D)
    for (const llvm::Loop *L : StrideLoops[D])
      if (L->getExitingBlock() == BB)
        return true; // checked with its loop
  SmallVector<const Value *, 4> Leaves;
  leavesOf(Br.getCondition(), Leaves);
  for (const Value *C : Leaves) {
    Cause Why = valueCause(C, BB);
    if (Why && !isStrideGuard(C, BB))
      return refuse(Br, "a branch depends on " + *Why);
  }
  return true;
}

bool BlockProver::checkSink(Instruction &I) {
  BasicBlock *BB = I.getParent();
  auto Same = [&](const Value *V, const char *What) {
    Cause C = valueCause(V, BB);
    return !C || refuse(I, Twine(What) + " depends on " + *C);
  };
  if (auto *Br = dyn_cast<BranchInst>(&I))
    return !Br->isConditional() || checkBranch(*Br);
  if (auto *Switch = dyn_cast<SwitchInst>(&I))
    return Same(Switch->getCondition(), "a branch");
  if (I.isTerminator() && !isa<ReturnInst, UnreachableInst>(I))
    return refuse(I, "a branch that is not known");
  EffectKind Kind = Effects[&I].Kind;
  if (Kind != EffectKind::Read && Kind != EffectKind::Effect)
    return true;
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return OwnSlot.contains(Load) ||
           Same(Load->getPointerOperand(), "where it reads");
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    if (!OwnSlot.contains(Store) &&
        !Same(Store->getPointerOperand(), "where it stores"))
      return false;
    return Same(Store->getValueOperand(), "what it stores");
  }
  if (auto *Rmw = dyn_cast<AtomicRMWInst>(&I))
    return Same(Rmw->getPointerOperand(), "where it updates atomically") &&
           Same(Rmw->getValOperand(), "what it updates atomically");
  for (const Value *Op : cast<CallBase>(I).args())
    if (!Same(Op, "an argument of a call"))
      return false;
  return true;
}

bool BlockProver::checkSinks() {
  for (Instruction *I : Order) {
    if (!checkSink(*I))
      return false;
    for (unsigned D = 0; D < 3; ++D)
      if (Readings[D] == Reading::Stride &&
          Effects[I].Kind == EffectKind::Effect &&
          !strideLoopOf(I->getParent(), D) && !touchesNothingNew(*I))
        return refuse(*I, "threads store outside of the grid-stride loop");
  }
  return true;
}

bool BlockProver::tryReading(std::array<Reading, 3> R) {
  Readings = R;
  for (unsigned D = 0; D < 3; ++D)
    StrideBound[D].reset();
  std::array<SmallVector<const llvm::Loop *, 2>, 3> All = StrideLoops;
  for (unsigned D = 0; D < 3; ++D)
    if (R[D] != Reading::Stride)
      StrideLoops[D].clear();
  Result.AssumesDistinctPointers = false;
  markRaw();
  bool Ok = true;
  for (unsigned D = 0; D < 3 && Ok; ++D)
    if (R[D] == Reading::Stride)
      Ok = checkStrideLoops(D);
  Ok = Ok && checkSinks() && checkOrder();
  StrideLoops = All;
  return Ok;
}

BlockIndependence BlockProver::prove() {
  if (F.getInstructionCount() > MaxProofInstructions) {
    Result.Reason = "the kernel is too long to follow";
    return Result;
  }
  if (!scan())
    return Result;
  findStrideLoops();
  // The readings are tried in an order: with grid-stride loops where there may
  // be some, and with dimensions that are kept as the last resort.
  std::array<SmallVector<Reading, 3>, 3> Choices;
  unsigned NumUsed = 0;
  for (unsigned D = 0; D < 3; ++D) {
    if (!StrideLoops[D].empty() && !KeepsState)
      Choices[D].push_back(Reading::Stride);
    Choices[D].push_back(Reading::Item);
    if (Result.Dims[D].Used && SlotBytes == 0)
      Choices[D].push_back(Reading::Kept);
    NumUsed += Result.Dims[D].Used;
  }
  SmallVector<std::array<Reading, 3>, 27> Attempts;
  for (Reading Z : Choices[2])
    for (Reading Y : Choices[1])
      for (Reading X : Choices[0])
        Attempts.push_back({X, Y, Z});
  auto Kept = [](const std::array<Reading, 3> &R) {
    return llvm::count(R, Reading::Kept);
  };
  llvm::stable_sort(Attempts, [&](const auto &A, const auto &B) {
    return Kept(A) < Kept(B);
  });
  std::string Reason;
  SourceLine Where;
  for (const auto &R : Attempts) {
    if (Kept(R) > 0 && Kept(R) >= NumUsed)
      break;
    bool Ok = tryReading(R);
    if (R == std::array{Reading::Item, Reading::Item, Reading::Item} && !Ok) {
      Reason = Result.Reason;
      Where = Result.ReasonWhere;
    }
    if (!Ok)
      continue;
    (Kept(R) ? Result.ProvenIfUnchanged : Result.Proven) = true;
    Result.ProvenIfUnchanged = true;
    for (unsigned D = 0; D < 3; ++D)
      Result.Dims[D] = threadsNeeded(D);
    break;
  }
  Result.Reason = Result.Proven ? "" : Reason;
  Result.ReasonWhere = Result.Proven ? SourceLine() : Where;
  if (!Result.ProvenIfUnchanged)
    Result.AssumesDistinctPointers = false;
  if (Result.Proven && SlotBytes)
    Result.SharedBytesPerThread =
        static_cast<uint64_t>(SlotBytes * SlotsPerThread);
  return Result;
}

BlockIndependence gpuperf::proveBlockIndependence(const KernelIr &Ir) {
  // Asking for bounds must not touch what the summary says of the kernel.
  AssumptionSet Why = Ir.K.Why;
  BlockIndependence B = BlockProver(Ir).prove();
  Ir.K.Why = Why;
  return B;
}
