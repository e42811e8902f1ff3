//===- FetchedWork.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/FetchedWork.h"
#include "analysis/lift/ExprBuilder.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// Follows a number to where it is drawn.
class Tracer {
public:
  Tracer(const llvm::Loop *L, FetchedWork &Out) : L(L), Out(Out) {}
  bool isDrawn(const Value *V, int64_t Scale);

private:
  bool isDrawnOrConstant(const Value *V, int64_t Scale) {
    return isa<Constant>(V) || isDrawn(V, Scale);
  }
  bool wasLeft(const LoadInst &Load, int64_t Scale);
  bool isScaled(const BinaryOperator &Op, int64_t Scale);

  const llvm::Loop *L;
  FetchedWork &Out;
  SmallPtrSet<const Value *, 32> Seen;
};

/// A variable of shared memory and a constant offset in it.
std::pair<const Value *, int64_t> sharedPlace(const Value *Pointer,
                                              const DataLayout &Layout) {
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const auto *G =
      dyn_cast<GlobalVariable>(Pointer->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  if (!G || G->getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED)
    return {nullptr, 0};
  return {G, Offset.getSExtValue()};
}
} // namespace

/// Whether all that is stored where \p Load reads, in shared memory, is drawn.
bool Tracer::wasLeft(const LoadInst &Load, int64_t Scale) {
  const DataLayout &Layout = Load.getModule()->getDataLayout();
  const auto Place = sharedPlace(Load.getPointerOperand(), Layout);
  if (!Place.first)
    return false;
  bool Any = false;
  for (const Instruction &I : instructions(*Load.getFunction())) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store || sharedPlace(Store->getPointerOperand(), Layout) != Place)
      continue;
    if (!isDrawnOrConstant(Store->getValueOperand(), Scale))
      return false;
    Any = true;
  }
  if (Any)
    Out.Fetcher = FetchedWork::By::Block;
  return Any;
}

/// Whether \p Op makes a place of a drawn number: the first element of a piece
/// of several, or one of its elements.
bool Tracer::isScaled(const BinaryOperator &Op, int64_t Scale) {
  constexpr int64_t MostScale = int64_t(1) << 20;
  const auto *C = dyn_cast<ConstantInt>(Op.getOperand(1));
  const int64_t By = C && C->getBitWidth() <= 64 ? C->getSExtValue() : 0;
  switch (Op.getOpcode()) {
  case Instruction::Add:
  case Instruction::Or:
    return isDrawn(Op.getOperand(0), Scale) || isDrawn(Op.getOperand(1), Scale);
  case Instruction::Mul:
    return By > 0 && By <= MostScale / Scale &&
           isDrawn(Op.getOperand(0), Scale * By);
  case Instruction::Shl:
    return By > 0 && By < 20 && Scale <= MostScale >> By &&
           isDrawn(Op.getOperand(0), Scale << By);
  default:
    return false;
  }
}

bool Tracer::isDrawn(const Value *V, int64_t Scale) {
  constexpr size_t MostValues = 24;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Seen.size() > MostValues)
    return false;
  if (const auto *Draw = dyn_cast<AtomicRMWInst>(I)) {
    if (Draw->getOperation() != AtomicRMWInst::Add &&
        Draw->getOperation() != AtomicRMWInst::UIncWrap)
      return false;
    if (L->contains(Draw)) {
      Out.Draw = Draw;
      Out.Scale = Scale;
    }
    return true;
  }
  if (!Seen.insert(I).second)
    return true; // decided by whoever asks for it already
  if (isa<CastInst, FreezeInst>(I))
    return isDrawn(I->getOperand(0), Scale);
  if (const auto *Phi = dyn_cast<PHINode>(I))
    return all_of(Phi->incoming_values(), [&](const Value *In) {
      return isDrawnOrConstant(In, Scale);
    });
  if (const auto *Load = dyn_cast<LoadInst>(I))
    return wasLeft(*Load, Scale);
  if (const auto *Op = dyn_cast<BinaryOperator>(I))
    return isScaled(*Op, Scale);
  const auto *Call = dyn_cast<CallInst>(I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  const StringRef Name = Callee ? Callee->getName() : "";
  const bool IsShuffle = Name.starts_with("llvm.nvvm.shfl.sync.idx."),
             IsRead = Name.starts_with("llvm.amdgcn.readlane") ||
                      Name.starts_with("llvm.amdgcn.readfirstlane");
  if ((!IsShuffle && !IsRead) ||
      !isDrawn(Call->getArgOperand(IsShuffle ? 1 : 0), Scale))
    return false;
  Out.Fetcher = std::max(Out.Fetcher, FetchedWork::By::Warp);
  return true;
}

std::optional<FetchedWork> gpuperf::findFetchedWork(const llvm::Loop *L,
                                                    const BasicBlock *Exiting) {
  const auto *Br = dyn_cast<BranchInst>(Exiting->getTerminator());
  const auto *Cmp = Br && Br->isConditional()
                        ? dyn_cast<ICmpInst>(Br->getCondition())
                        : nullptr;
  if (!Cmp)
    return std::nullopt;
  CmpInst::Predicate Stay = L->contains(Br->getSuccessor(0))
                                ? Cmp->getPredicate()
                                : Cmp->getInversePredicate();
  for (unsigned Side = 0; Side < 2; ++Side) {
    if (Side == 1)
      Stay = CmpInst::getSwappedPredicate(Stay);
    const bool Below = Stay == CmpInst::ICMP_SLT || Stay == CmpInst::ICMP_ULT;
    if (!Below && Stay != CmpInst::ICMP_SLE && Stay != CmpInst::ICMP_ULE)
      continue;
    FetchedWork Work;
    Work.Limit = Cmp->getOperand(1 - Side);
    Work.LimitIncluded = !Below;
    if (Tracer(L, Work).isDrawn(Cmp->getOperand(Side), 1) && Work.Draw)
      return Work;
  }
  return std::nullopt;
}

/// How often \p L goes on through \p Exiting if it fetches its work and all
/// that fetch get equally much. NoExpr if it does not fetch any.
ExprId ExprBuilder::fetchedCount(const llvm::Loop *L,
                                 const BasicBlock *Exiting) {
  const std::optional<FetchedWork> Work = findFetchedWork(L, Exiting);
  if (!Work)
    return NoExpr;
  auto Wide = [&](const Value *V) {
    const unsigned Width = integerWidthOf(V);
    ExprId E = valueAt(V, Exiting);
    return Width == 64 ? E : node(ExprKind::SExt, Width, E);
  };
  auto IsPlain = [&](ExprId E) {
    return !Pool.dependsOnData(E) && !Pool.dependsOnThread(E) &&
           !Pool.dependsOn(E, ExprKind::LoopIter);
  };
  const ExprId One = Pool.constant(1);
  const ExprId Limit = Wide(Work->Limit);
  const ExprId Step = Work->Draw->getOperation() == AtomicRMWInst::Add
                          ? Wide(Work->Draw->getValOperand())
                          : One;
  const AddressExpr Counter =
      address(Work->Draw->getPointerOperand(), Work->Draw->getParent());
  // A counter for each thread is shared by nobody.
  if (!IsPlain(Limit) || !IsPlain(Step) ||
      Counter.Base == Access::BaseKind::Unknown || Counter.Offset == NoExpr ||
      !IsPlain(Counter.Offset))
    return NoExpr;
  auto Times = [&](ExprId A, ExprId B) {
    return node(ExprKind::Mul, 64, A, B);
  };
  auto DivideUp = [&](ExprId A, ExprId B) {
    const ExprId Rest = node(ExprKind::Add, 64, B, Pool.constant(-1));
    return node(ExprKind::SDiv, 64, node(ExprKind::Add, 64, A, Rest), B);
  };
  auto Product = [&](StringRef X, StringRef Y, StringRef Z) {
    return Times(Times(specialRegister(X, 64), specialRegister(Y, 64)),
                 specialRegister(Z, 64));
  };
  ExprId Fetchers = One;
  if (Work->Fetcher != FetchedWork::By::Block) {
    Fetchers = Product("ntid.x", "ntid.y", "ntid.z");
    if (Work->Fetcher == FetchedWork::By::Warp)
      Fetchers = DivideUp(Fetchers, Pool.constant(32));
  }
  const bool ByBlock = any_of(
      std::array{ExprKind::CtaidX, ExprKind::CtaidY, ExprKind::CtaidZ},
      [&](ExprKind Kind) { return Pool.dependsOn(Counter.Offset, Kind); });
  if (Counter.Space != MemSpace::Shared && !ByBlock)
    Fetchers = Times(Fetchers, Product("nctaid.x", "nctaid.y", "nctaid.z"));
  const ExprId Items =
      Work->LimitIncluded ? node(ExprKind::Add, 64, Limit, One) : Limit;
  const ExprId Piece =
      node(ExprKind::SMax, 64, Times(Step, Pool.constant(Work->Scale)), One);
  const ExprId Trips =
      node(ExprKind::SMax, 64, DivideUp(Items, Times(Piece, Fetchers)), One);
  // A test behind the body lets the first iteration pass.
  return Exiting == L->getHeader() && L->getNumBlocks() > 1
             ? Trips
             : node(ExprKind::Add, 64, Trips, Pool.constant(-1));
}
