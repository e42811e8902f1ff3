//===- KernelText.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/KernelText.h"
#include "analysis/machine/MachineOps.h"
#include "analysis/machine/ParamSpace.h"
#include "analysis/machine/UnlikelySuccessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/Path.h"

using namespace gpuperf;
using namespace llvm;

SourceLine SourceMap::lineOf(const DebugLoc &Loc) {
  const DILocation *L = Loc.get();
  if (!L)
    return SourceLine();
  // Of inlined code, the place in the kernel itself that called it.
  for (unsigned Depth = 0; L->getInlinedAt() && Depth < 1000; ++Depth)
    L = L->getInlinedAt();
  return lineAt(*L);
}

SourceLine SourceMap::innerLineOf(const Instruction &I) {
  return innerLineOf(I.getDebugLoc());
}

SourceLine SourceMap::innerLineOf(const DebugLoc &Loc) {
  const DILocation *L = Loc.get();
  return L ? lineAt(*L) : SourceLine();
}

SmallVector<SourceLine, 1> SourceMap::callLinesOf(const DebugLoc &Loc) {
  SmallVector<SourceLine, 1> Out;
  const DILocation *L = Loc.get();
  if (!L)
    return Out;
  constexpr unsigned MostCalls = 1000;
  for (L = L->getInlinedAt(); L && L->getInlinedAt() && Out.size() < MostCalls;
       L = L->getInlinedAt())
    Out.push_back(lineAt(*L));
  return Out;
}

SourceLine SourceMap::lineAt(const DILocation &L) {
  SourceLine Out;
  SmallString<128> Path(L.getFilename());
  if (!sys::path::is_absolute(Path) && !L.getDirectory().empty()) {
    SmallString<128> Full(L.getDirectory());
    sys::path::append(Full, Path);
    Path = Full;
  }
  auto [It, New] =
      FileIds.try_emplace(Path, static_cast<uint32_t>(K.Files.size()));
  if (New)
    K.Files.push_back(Path.str().str());
  Out.File = It->second;
  Out.Line = L.getLine();
  Out.Column = L.getColumn();
  return Out;
}

SourceLine SourceMap::lineOf(const Instruction &I) {
  return lineOf(I.getDebugLoc());
}

/// "void ns::scale<double>(double*, int)" -> "ns::scale<double>".
static std::string writtenNameOf(StringRef Mangled) {
  std::string Text = demangle(Mangled);
  StringRef Name = Text;
  // The parameter list: the first parenthesis outside of angle brackets, but
  // not that of "(anonymous namespace)" or an operator.
  int Angle = 0;
  for (size_t I = 0; I < Name.size(); ++I) {
    if (Name[I] == '<')
      ++Angle;
    else if (Name[I] == '>')
      --Angle;
    else if (Name[I] == '(' && Angle == 0 &&
             !Name.substr(I).starts_with("(anonymous")) {
      Name = Name.substr(0, I);
      break;
    }
  }
  // A template's name starts with its return type.
  Angle = 0;
  for (size_t I = Name.size(); I-- > 0;) {
    if (Name[I] == '>')
      ++Angle;
    else if (Name[I] == '<')
      --Angle;
    else if (Name[I] == ' ' && Angle == 0 &&
             !Name.substr(0, I).ends_with("(anonymous"))
      return Name.substr(I + 1).str();
  }
  return Name.str();
}

namespace {
/// The product of the numbers in an attribute such as "nvvm.maxntid"="16,16"; 0
/// if it cannot be read.
uint64_t productOf(StringRef List) {
  uint64_t Product = 1;
  SmallVector<StringRef, 3> Parts;
  List.split(Parts, ',');
  for (StringRef P : Parts) {
    uint64_t N = 0;
    if (P.trim().getAsInteger(10, N) || N == 0 || N > 1024 * 1024)
      return 0;
    Product = std::min<uint64_t>(Product * N, 1u << 20);
  }
  return Product;
}

void readLaunchBounds(const Function &F, KernelSummary &K) {
  for (StringRef Name : {"nvvm.maxntid", "nvvm.reqntid"})
    if (F.hasFnAttribute(Name))
      if (uint64_t N = productOf(F.getFnAttribute(Name).getValueAsString()))
        K.MaxThreadsPerBlockBound = static_cast<unsigned>(N);
  // "1,256", from HIP's __launch_bounds__(256); clang writes "1,1024" where
  // nothing is said.
  if (F.hasFnAttribute("amdgpu-flat-work-group-size")) {
    constexpr unsigned Unbounded = 1024;
    unsigned Most = 0;
    StringRef Text = F.getFnAttribute("amdgpu-flat-work-group-size")
                         .getValueAsString()
                         .split(',')
                         .second;
    if (!Text.trim().getAsInteger(10, Most) && Most < Unbounded)
      K.MaxThreadsPerBlockBound = Most;
  }
  if (F.hasFnAttribute("nvvm.cluster_dim"))
    K.ClusterBlocks = static_cast<unsigned>(std::max<uint64_t>(
        productOf(F.getFnAttribute("nvvm.cluster_dim").getValueAsString()), 1));
  if (F.hasFnAttribute("nvvm.minctasm"))
    K.MinBlocksPerSmBound = static_cast<unsigned>(
        productOf(F.getFnAttribute("nvvm.minctasm").getValueAsString()));
  // Modules of older compilers have the bounds as metadata.
  const NamedMDNode *Old = F.getParent()->getNamedMetadata("nvvm.annotations");
  if (!Old)
    return;
  uint64_t Ntid = 1;
  bool HasNtid = false;
  for (const MDNode *Node : Old->operands()) {
    if (Node->getNumOperands() < 3 ||
        mdconst::dyn_extract_or_null<Function>(Node->getOperand(0)) != &F)
      continue;
    for (unsigned I = 1; I + 1 < Node->getNumOperands(); I += 2) {
      const auto *Key = dyn_cast_or_null<MDString>(Node->getOperand(I));
      const auto *Value =
          mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(I + 1));
      if (!Key || !Value)
        continue;
      uint64_t V = Value->getLimitedValue(1u << 20);
      if (Key->getString().starts_with("maxntid") ||
          Key->getString().starts_with("reqntid"))
        Ntid = std::min<uint64_t>(Ntid * std::max<uint64_t>(V, 1), 1u << 20),
        HasNtid = true;
      else if (Key->getString() == "minctasm")
        K.MinBlocksPerSmBound = static_cast<unsigned>(V);
    }
  }
  if (HasNtid && !K.MaxThreadsPerBlockBound)
    K.MaxThreadsPerBlockBound = static_cast<unsigned>(Ntid);
}

/// Functions that \p F may call with a body here, itself included.
SmallVector<const Function *, 8> callClosure(const Function &F) {
  SmallVector<const Function *, 8> Closure = {&F};
  SmallPtrSet<const Function *, 8> Seen = {&F};
  for (size_t I = 0; I < Closure.size() && I < 1000; ++I)
    for (const Instruction &In : instructions(*Closure[I]))
      if (const auto *Call = dyn_cast<CallBase>(&In))
        if (const Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && Seen.insert(Callee).second)
          Closure.push_back(Callee);
  return Closure;
}

/// True if a constant or instruction of \p Closure uses \p G.
bool isUsedIn(const GlobalVariable &G, ArrayRef<const Function *> Closure) {
  SmallVector<const User *, 8> Work(G.user_begin(), G.user_end());
  SmallPtrSet<const User *, 16> Seen;
  while (!Work.empty()) {
    const User *U = Work.pop_back_val();
    if (!Seen.insert(U).second)
      continue;
    if (const auto *I = dyn_cast<Instruction>(U)) {
      if (is_contained(Closure, I->getFunction()))
        return true;
    } else {
      Work.append(U->user_begin(), U->user_end());
    }
  }
  return false;
}
} // namespace

void gpuperf::describeKernel(const Function &F, KernelSummary &K) {
  K.Mangled = F.getName().str();
  K.Name = writtenNameOf(F.getName());
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (const Argument &A : F.args()) {
    Param P;
    P.Name = A.getName().str();
    P.IsByValStruct = isInParamSpace(A);
    P.IsPointer = A.getType()->isPointerTy() && !P.IsByValStruct;
    P.IsFloating = A.getType()->isFloatingPointTy();
    Type *Ty = P.IsByValStruct ? A.getPointeeInMemoryValueType() : A.getType();
    P.SizeBytes =
        Ty && Ty->isSized()
            ? static_cast<uint32_t>(DL.getTypeAllocSize(Ty).getKnownMinValue())
            : 0;
    P.ReadOnlyPointer = P.IsPointer && A.onlyReadsMemory();
    K.Params.push_back(P);
  }
  readLaunchBounds(F, K);

  auto Closure = callClosure(F);
  for (const GlobalVariable &G : F.getParent()->globals()) {
    if (G.getAddressSpace() != NVPTXAS::ADDRESS_SPACE_SHARED ||
        !isUsedIn(G, Closure))
      continue;
    uint64_t Size =
        G.getValueType()->isSized()
            ? DL.getTypeAllocSize(G.getValueType()).getKnownMinValue()
            : 0;
    if (G.isDeclaration() || Size == 0) {
      K.UsesDynamicShared = true;
      continue;
    }
    uint64_t Alignment = G.getAlign().value_or(Align(1)).value();
    K.StaticSharedBytes = alignTo(K.StaticSharedBytes, Alignment) + Size;
  }
  for (const Function *Fn : Closure)
    for (const Instruction &I : instructions(*Fn))
      if (const auto *A = dyn_cast<AllocaInst>(&I))
        if (auto Size = A->getAllocationSize(DL); Size && !Size->isScalable())
          K.LocalBytesPerThread =
              alignTo(K.LocalBytesPerThread, A->getAlign()) +
              Size->getFixedValue();
}

unsigned gpuperf::memoryChunk(const MemIntrinsic &M) {
  uint64_t Alignment = M.getDestAlign().valueOrOne().value();
  if (const auto *Copy = dyn_cast<MemTransferInst>(&M))
    Alignment =
        std::min(Alignment, Copy->getSourceAlign().valueOrOne().value());
  uint64_t Size = 16;
  if (const auto *C = dyn_cast<ConstantInt>(M.getLength()))
    Size = std::max<uint64_t>(1, C->getLimitedValue(16));
  return static_cast<unsigned>(
      std::min<uint64_t>({Alignment, uint64_t(16), llvm::bit_floor(Size)}));
}

namespace {
constexpr unsigned MaxCallDepth = 16;

class CalleeCounter {
public:
  CalleeText Text;
  void count(const Function &F, double Weight, unsigned Depth);

private:
  SmallPtrSet<const Function *, 8> Active;
  unsigned Visits = 0;
  const DILocation *CalledAt = nullptr; ///< by the function at depth 0
  /// Where the function that is counted was called: code without lines, as of
  /// a library, counts there.
  CalleeText::Place Around = {nullptr, nullptr};

public:
  explicit CalleeCounter(const Function &Caller) { Active.insert(&Caller); }
};
} // namespace

/// The blocks that a call of \p F comes by although nothing happens that hardly
/// ever does, such as the reduction of a huge argument of a sine.
static SmallPtrSet<const BasicBlock *, 16> likelyBlocks(const Function &F) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Todo = {&F.getEntryBlock()};
  while (!Todo.empty()) {
    const BasicBlock *BB = Todo.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    const auto *Br = dyn_cast<BranchInst>(BB->getTerminator());
    UnlikelyWay Unlikely;
    if (Br && Br->isConditional())
      Unlikely = unlikelySuccessor(*Br);
    for (unsigned I = 0; I < BB->getTerminator()->getNumSuccessors(); ++I)
      if (Unlikely.IfRandom || I != Unlikely.Succ)
        Todo.push_back(BB->getTerminator()->getSuccessor(I));
  }
  return Seen;
}

void CalleeCounter::count(const Function &F, double Weight, unsigned Depth) {
  if (!Active.insert(&F).second) {
    Text.Why |= AssumptionKind::Recursion;
    Text.Why |= AssumptionKind::TripCountGuessed;
    return;
  }
  // The number of calls can be exponential in the depth of the call tree.
  if (Depth > MaxCallDepth || ++Visits > 64) {
    Text.Why |= AssumptionKind::BudgetExhausted;
    Active.erase(&F);
    return;
  }
  DominatorTree DT(const_cast<Function &>(F));
  LoopInfo LI(DT);
  MachineLowering Lowering(F);
  const SmallPtrSet<const BasicBlock *, 16> Likely = likelyBlocks(F);
  for (const BasicBlock &BB : F) {
    if (!Likely.contains(&BB))
      continue;
    double Times = Weight;
    for (unsigned L = LI.getLoopDepth(&BB); L; --L)
      Times = std::min(Times * DefaultTripCount, 1e6);
    if (LI.getLoopDepth(&BB))
      Text.Why |= AssumptionKind::TripCountGuessed;
    for (const Instruction &I : BB) {
      if (I.isDebugOrPseudoInst())
        continue;
      const DILocation *Own = I.getDebugLoc().get();
      const CalleeText::Place At =
          Own ? CalleeText::Place(Own, Depth ? CalledAt : nullptr) : Around;
      MachineOps Ops;
      if (const auto *Call = dyn_cast<CallBase>(&I)) {
        CallOps C = lowerCall(*Call);
        Ops = C.Ops;
        const Function *Callee = Call->getCalledFunction();
        if (C.HasBody) {
          if (Depth == 0)
            CalledAt = I.getDebugLoc().get();
          const CalleeText::Place Before = std::exchange(Around, At);
          count(*Callee, Times, Depth + 1);
          Around = Before;
        }
        if (C.IsInlineAsm)
          Text.Why |= AssumptionKind::InlineAssembly;
        if (C.IsExternal)
          Text.Why |= assumedCallOf(Callee);
      } else {
        Ops = Lowering.lower(I);
      }
      CalleeText::Part *Here = At.first ? &Text.ByPlace[At] : nullptr;
      for (MachineOp Op : Ops) {
        const auto Class = static_cast<unsigned>(Op.Class);
        Text.Counts[Class] += Op.Count * Times;
        if (Here) {
          Here->Counts[Class] += Op.Count * Times;
          Here->Times = std::max(Here->Times, Times);
        }
      }
    }
  }
  Active.erase(&F);
}

Assumption gpuperf::assumedCallOf(const Function *Callee) {
  return {AssumptionKind::ExternalCall,
          Callee ? Callee->getName().str() : "indirect call"};
}

CalleeText gpuperf::calleeText(const Function &Callee, const Function &Caller) {
  CalleeCounter Counter(Caller);
  Counter.count(Callee, 1, 0);
  return std::move(Counter.Text);
}
