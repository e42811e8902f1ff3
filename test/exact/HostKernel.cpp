//===- HostKernel.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/HostKernel.h"
#include "test/exact/HostIntrinsics.h"
#include "test/exact/matrix/Fragments.h"
#include "test/exact/matrix/MatrixOps.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Support/TargetSelect.h"

using namespace gpuperf;
using namespace gpuperf::exact;
using namespace llvm;

HostKernel::HostKernel() = default;
HostKernel::~HostKernel() = default;

// What the compiled code calls.
static void onBlock(Machine *M, uint32_t Id) { M->enterBlock(Id); }
static void onAccess(Machine *M, uint32_t Id, uint64_t Address,
                     uint32_t Bytes) {
  M->access(Id, Address, Bytes);
}

namespace {

/// A copy that one load and one store do.
const MemTransferInst *smallCopy(const Instruction &I) {
  const auto *Copy = dyn_cast<MemTransferInst>(&I);
  const auto *Length =
      Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
  bool Small = Length && isPowerOf2_64(Length->getZExtValue()) &&
               Length->getZExtValue() <= 16 &&
               Copy->getSourceAlign().valueOrOne() >= Length->getZExtValue() &&
               Copy->getDestAlign().valueOrOne() >= Length->getZExtValue();
  return Small ? Copy : nullptr;
}

/// Whether \p I is a load and a store.
bool isCopy(const Instruction &I) {
  return smallCopy(I) || bytesOfAsyncCopy(I);
}

TextInstr describe(const Instruction &I, uint32_t Block) {
  TextInstr T;
  T.Block = Block;
  const DataLayout &DL = I.getModule()->getDataLayout();
  auto Size = [&](Type *Ty) {
    return static_cast<uint32_t>(DL.getTypeStoreSize(Ty).getFixedValue());
  };
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    T.Kind = TextKind::Load;
    T.Bytes = Size(Load->getType());
    T.Volatile = Load->isVolatile() || Load->isAtomic();
    T.Invariant = Load->hasMetadata(LLVMContext::MD_invariant_load);
  } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    T.Kind = TextKind::Store;
    T.Bytes = Size(Store->getValueOperand()->getType());
    T.Volatile = Store->isVolatile() || Store->isAtomic();
  } else if (const auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
    T.Kind = TextKind::Atomic;
    T.Bytes = Size(Rmw->getType());
  } else if (const auto *Cas = dyn_cast<AtomicCmpXchgInst>(&I)) {
    T.Kind = TextKind::Atomic;
    T.Bytes = Size(Cas->getCompareOperand()->getType());
  } else if (isBarrier(I)) {
    T.Kind = TextKind::Barrier;
  } else if (const auto *Copy = smallCopy(I)) {
    T.Kind = TextKind::Load;
    T.Bytes = static_cast<uint32_t>(
        cast<ConstantInt>(Copy->getLength())->getZExtValue());
  } else if (const uint32_t Bytes = bytesOfAsyncCopy(I)) {
    T.Kind = TextKind::Load;
    T.Bytes = Bytes;
  } else if (const auto Matrices = matricesMoved(I)) {
    T.Kind = Matrices->IsLoad ? TextKind::Load : TextKind::Store;
    T.Bytes = MatrixRowBytes;
    T.NamingLanes = Matrices->Count * MatrixRows;
  } else if (const auto Move = fragmentMove(I)) {
    T.Kind = Move->IsLoad ? TextKind::Load : TextKind::Store;
    T.Bytes = Move->bytes();
    T.NamingLanes = Move->namingLanes();
    T.Parts = Move->parts();
  }
  T.IsCopy = isCopy(I);
  if (T.IsCopy)
    T.Parts = 2;
  return T;
}

const Value *pointerOf(const Instruction &I) {
  if (const auto *Copy = smallCopy(I))
    return Copy->getRawSource();
  if (bytesOfAsyncCopy(I))
    return cast<CallBase>(I).getArgOperand(1);
  if (matricesMoved(I) || fragmentMove(I))
    return cast<CallBase>(I).getArgOperand(0);
  if (const Value *P = getLoadStorePointerOperand(&I))
    return P;
  if (const auto *Rmw = dyn_cast<AtomicRMWInst>(&I))
    return Rmw->getPointerOperand();
  return cast<AtomicCmpXchgInst>(I).getPointerOperand();
}

KernelText describe(Function &F) {
  KernelText Text;
  SmallVector<uint32_t, 4> Several;
  DominatorTree DT(F);
  LoopInfo LI(DT);
  DenseMap<const BasicBlock *, uint32_t> Rank;
  for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
    Rank.try_emplace(BB, static_cast<uint32_t>(Rank.size()));
  for (BasicBlock &BB : F) {
    auto Id = static_cast<uint32_t>(Text.Blocks.size());
    TextBlock &B = Text.Blocks.emplace_back();
    B.Name = BB.getName().str();
    B.Rank = Rank.lookup(&BB);
    for (const Loop *L = LI.getLoopFor(&BB); L; L = L->getParentLoop())
      B.Loops.insert(B.Loops.begin(), Rank.lookup(L->getHeader()));
    B.IsHeader = LI.isLoopHeader(&BB);
    for (Instruction &I : BB) {
      if (I.isDebugOrPseudoInst())
        continue;
      TextInstr T = describe(I, Id);
      if (T.Kind != TextKind::Plain)
        B.Traced.push_back(static_cast<uint32_t>(Text.Instrs.size()));
      Text.Instrs.push_back(T);
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if ((isa<MemIntrinsic>(I) && !smallCopy(I)) ||
          (Callee && !Callee->isDeclaration()))
        Text.Untraced.push_back(Callee->getName().str());
      if (T.Parts > 1) {
        B.Traced.append(T.Parts - 1, ~uint32_t(0));
        Several.push_back(static_cast<uint32_t>(Text.Instrs.size() - 1));
      }
    }
  }
  for (uint32_t Id : Several) {
    TextInstr T = Text.Instrs[Id];
    if (T.IsCopy)
      T.Kind = TextKind::Store;
    Text.Instrs[Id].SecondPart = static_cast<uint32_t>(Text.Instrs.size());
    for (unsigned Part = 1; Part < T.Parts; ++Part) {
      *find(Text.Blocks[T.Block].Traced, ~uint32_t(0)) =
          static_cast<uint32_t>(Text.Instrs.size());
      Text.Instrs.push_back(T);
    }
  }
  return Text;
}

/// Calls of the machine at block entries and before what is traced.
void instrument(Function &F, const KernelText &Text, Machine &M,
                FunctionCallee Block, FunctionCallee Access) {
  LLVMContext &Ctx = F.getContext();
  Type *I32 = Type::getInt32Ty(Ctx), *I64 = Type::getInt64Ty(Ctx);
  Constant *Self = ConstantExpr::getIntToPtr(
      ConstantInt::get(I64, reinterpret_cast<uint64_t>(&M)),
      PointerType::get(Ctx, 0));
  uint32_t Id = 0, BlockId = 0;
  for (BasicBlock &BB : F) {
    SmallVector<Instruction *, 32> Original;
    for (Instruction &I : BB)
      if (!I.isDebugOrPseudoInst())
        Original.push_back(&I);
    // Allocas stay first: the back end looks for them there.
    auto At = BB.getFirstInsertionPt();
    while (isa<AllocaInst>(*At))
      ++At;
    IRBuilder<>(&BB, At).CreateCall(Block,
                                    {Self, ConstantInt::get(I32, BlockId)});
    for (Instruction *I : Original) {
      TextInstr T = describe(*I, BlockId);
      IRBuilder<> B(I);
      if (T.Kind == TextKind::Barrier) {
        B.CreateCall(Access,
                     {Self, ConstantInt::get(I32, Id), ConstantInt::get(I64, 0),
                      ConstantInt::get(I32, NoAccess)});
      } else if (const auto Move = fragmentMove(*I)) {
        auto *Call = cast<CallBase>(I);
        B.CreateCall(F.getParent()->getOrInsertFunction(
                         "exact_fragment_trace", Type::getVoidTy(Ctx),
                         Self->getType(), I32, I32, I32, I64, I32),
                     {Self, ConstantInt::get(I32, Move->encoded()),
                      ConstantInt::get(I32, Id),
                      ConstantInt::get(I32, Text.Instrs[Id].SecondPart),
                      B.CreatePtrToInt(Call->getArgOperand(0), I64),
                      Call->getArgOperand(Call->arg_size() - 1)});
      } else if (T.Kind != TextKind::Plain) {
        auto Trace = [&](const Value *Pointer, uint32_t Number) {
          auto *P = const_cast<Value *>(Pointer);
          Value *Address = B.CreatePtrToInt(P, I64);
          // Local memory has no common address: the offset is what counts.
          if (const Value *Slot = getUnderlyingObject(P); isa<AllocaInst>(Slot))
            Address = B.CreateSub(
                Address, B.CreatePtrToInt(const_cast<Value *>(Slot), I64));
          B.CreateCall(Access, {Self, ConstantInt::get(I32, Number), Address,
                                ConstantInt::get(I32, T.Bytes)});
        };
        Trace(pointerOf(*I), Id);
        if (isCopy(*I))
          Trace(cast<CallBase>(*I).getArgOperand(0), // the destination
                Text.Instrs[Id].SecondPart);
      }
      ++Id;
    }
    ++BlockId;
  }
}

/// Takes away what only an NVPTX machine understands.
void retarget(Module &M, const DataLayout &DL, const Triple &T) {
  StripDebugInfo(M);
  M.setTargetTriple(T);
  M.setDataLayout(DL);
  for (const char *Name : {"nvvm.annotations", "llvm.module.flags",
                           "nvvm.reflection", "nvvmir.version", "llvm.ident"})
    if (NamedMDNode *N = M.getNamedMetadata(Name))
      N->eraseFromParent();
  for (Function &F : M) {
    F.setCallingConv(CallingConv::C);
    F.setComdat(nullptr);
    F.setLinkage(F.isDeclaration() ? GlobalValue::ExternalLinkage
                                   : GlobalValue::InternalLinkage);
    F.setVisibility(GlobalValue::DefaultVisibility);
    F.setDSOLocal(!F.isDeclaration());
    AttributeList Kept;
    if (F.isIntrinsic())
      Kept = F.getAttributes();
    F.setAttributes(Kept);
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        Call->setCallingConv(CallingConv::C);
        Call->setAttributes({});
      } else if (auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
        Rmw->setSyncScopeID(SyncScope::System);
      } else if (auto *Cas = dyn_cast<AtomicCmpXchgInst>(&I)) {
        Cas->setSyncScopeID(SyncScope::System);
      }
  }
}

/// Shared, constant and global variables as plain ones that can be found by
/// name. An extern shared array gets its bytes.
std::vector<std::pair<std::string, unsigned>>
defineVariables(Module &M, uint64_t DynamicShared) {
  std::vector<std::pair<std::string, unsigned>> Names;
  SmallVector<GlobalVariable *, 8> Work;
  for (GlobalVariable &G : M.globals())
    Work.push_back(&G);
  for (GlobalVariable *G : Work) {
    if (G->getName().starts_with("llvm.")) {
      G->eraseFromParent();
      continue;
    }
    if (G->isDeclaration() &&
        G->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED) {
      auto *Ty = ArrayType::get(Type::getInt8Ty(M.getContext()),
                                std::max<uint64_t>(DynamicShared, 1));
      auto *Array = new GlobalVariable(
          M, Ty, false, GlobalValue::ExternalLinkage,
          Constant::getNullValue(Ty), "", nullptr, GlobalValue::NotThreadLocal,
          NVPTXAS::ADDRESS_SPACE_SHARED);
      G->replaceAllUsesWith(Array);
      G->eraseFromParent();
      G = Array;
    }
    if (!G->hasInitializer() || isa<UndefValue>(G->getInitializer()))
      G->setInitializer(Constant::getNullValue(G->getValueType()));
    G->setExternallyInitialized(false);
    G->setLinkage(GlobalValue::ExternalLinkage);
    G->setVisibility(GlobalValue::DefaultVisibility);
    G->setComdat(nullptr);
    G->setAttributes({});
    G->setSection("");
    G->setName("exact_variable_" + Twine(Names.size()));
    G->setAlignment(Align(256));
    Names.push_back({G->getName().str(), G->getAddressSpace()});
  }
  return Names;
}

/// Device code keeps addresses in shared memory as numbers of 32 bits. Where
/// one becomes a pointer again, it gets back the upper half that it has on the
/// host.
void widenSharedAddresses(Module &M) {
  SmallVector<Constant *, 4> Shared;
  for (GlobalVariable &G : M.globals())
    if (G.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED)
      Shared.push_back(&G);
  if (Shared.empty())
    return;
  convertUsersOfConstantsToInstructions(Shared);
  SmallVector<IntToPtrInst *, 16> Work;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Cast = dyn_cast<IntToPtrInst>(&I);
          Cast && Cast->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED)
        Work.push_back(Cast);
  for (IntToPtrInst *Cast : Work) {
    IRBuilder<> B(Cast);
    Type *I64 = B.getInt64Ty();
    constexpr uint64_t Upper = ~uint64_t(0) << 32;
    Value *Low =
        B.CreateAnd(B.CreateZExtOrTrunc(Cast->getOperand(0), I64), ~Upper);
    Value *High = B.CreateAnd(B.CreatePtrToInt(Shared[0], I64), Upper);
    Cast->replaceAllUsesWith(
        B.CreateIntToPtr(B.CreateOr(High, Low), Cast->getType()));
    Cast->eraseFromParent();
  }
}

/// void exact_entry(ptr args): loads the arguments and calls the kernel.
void addEntry(Function &Kernel, ArrayRef<bool> ByValue) {
  LLVMContext &Ctx = Kernel.getContext();
  Type *Ptr = PointerType::get(Ctx, 0);
  auto *Entry = Function::Create(
      FunctionType::get(Type::getVoidTy(Ctx), {Ptr}, false),
      GlobalValue::ExternalLinkage, "exact_entry", Kernel.getParent());
  IRBuilder<> B(BasicBlock::Create(Ctx, "", Entry));
  SmallVector<Value *, 8> Args;
  for (Argument &A : Kernel.args()) {
    Value *Slot = B.CreateLoad(
        Ptr, B.CreateConstGEP1_64(Ptr, Entry->getArg(0), A.getArgNo()));
    Args.push_back(ByValue[A.getArgNo()] ? Slot
                                         : B.CreateLoad(A.getType(), Slot));
  }
  B.CreateCall(&Kernel, Args);
  B.CreateRetVoid();
}
} // namespace

Expected<std::unique_ptr<HostKernel>>
HostKernel::create(const Module &Shape, StringRef Name, Machine &M,
                   uint64_t DynamicShared) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  // A context of its own, by way of bitcode.
  SmallString<0> Bitcode;
  raw_svector_ostream Stream(Bitcode);
  WriteBitcodeToFile(Shape, Stream);
  auto Context = std::make_unique<LLVMContext>();
  auto Copy = parseBitcodeFile(
      MemoryBufferRef(StringRef(Bitcode.data(), Bitcode.size()), "shape"),
      *Context);
  if (!Copy)
    return Copy.takeError();
  Module &Mod = **Copy;
  Function *Kernel = Mod.getFunction(Name);
  if (!Kernel || Kernel->isDeclaration())
    return createStringError("no kernel '%s' in the module",
                             Name.str().c_str());
  // Other kernels only stand in the way.
  for (Function &F : Mod)
    if (&F != Kernel && (F.getCallingConv() == CallingConv::PTX_Kernel ||
                         F.getCallingConv() == CallingConv::AMDGPU_KERNEL))
      F.deleteBody();

  std::unique_ptr<HostKernel> Out(new HostKernel());
  Out->Text = describe(*Kernel);
  for (const auto &What : Out->Text.Untraced)
    return createStringError("the kernel calls '%s', which leaves no trace",
                             What.c_str());
  SmallVector<bool, 8> ByValue;
  for (Argument &A : Kernel->args())
    ByValue.push_back(A.hasByValAttr());

  auto Builder = orc::LLJITBuilder();
  auto Jit = Builder.create();
  if (!Jit)
    return Jit.takeError();
  LLVMContext &Ctx = Mod.getContext();
  Type *Void = Type::getVoidTy(Ctx), *Ptr = PointerType::get(Ctx, 0);
  Type *I32 = Type::getInt32Ty(Ctx), *I64 = Type::getInt64Ty(Ctx);
  instrument(*Kernel, Out->Text, M,
             Mod.getOrInsertFunction("exact_block", Void, Ptr, I32),
             Mod.getOrInsertFunction("exact_access", Void, Ptr, I32, I64, I32));
  std::string Missing = replaceIntrinsics(Mod, M);
  if (!Missing.empty())
    return createStringError("no counterpart on the CPU: %s", Missing.c_str());
  Out->Text.Waits = callsMachineToWait(Mod);
  auto Names = defineVariables(Mod, DynamicShared);
  retarget(Mod, (*Jit)->getDataLayout(), (*Jit)->getTargetTriple());
  widenSharedAddresses(Mod);
  addEntry(*Kernel, ByValue);
  std::string Broken;
  raw_string_ostream Problems(Broken);
  if (verifyModule(Mod, &Problems))
    return createStringError("the retargeted module is broken: %s",
                             Broken.c_str());

  SmallVector<std::pair<uint64_t, unsigned>, 8> Sizes;
  for (const auto &[Variable, Space] : Names)
    Sizes.push_back({Mod.getDataLayout().getTypeAllocSize(
                         Mod.getNamedGlobal(Variable)->getValueType()),
                     Space});

  orc::JITDylib &Library = (*Jit)->getMainJITDylib();
  orc::SymbolMap Symbols;
  auto Define = [&](StringRef Symbol, void *Address) {
    Symbols[(*Jit)->mangleAndIntern(Symbol)] = {
        orc::ExecutorAddr::fromPtr(Address),
        JITSymbolFlags::Exported | JITSymbolFlags::Callable};
  };
  Define("exact_block", reinterpret_cast<void *>(&onBlock));
  Define("exact_access", reinterpret_cast<void *>(&onAccess));
  for (const auto &[Symbol, Address] : machineCalls())
    Define(Symbol, Address);
  if (Error E = Library.define(orc::absoluteSymbols(std::move(Symbols))))
    return E;
  auto Process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*Jit)->getDataLayout().getGlobalPrefix());
  if (!Process)
    return Process.takeError();
  Library.addGenerator(std::move(*Process));
  if (Error E = (*Jit)->addIRModule(
          orc::ThreadSafeModule(std::move(*Copy), std::move(Context))))
    return E;
  auto Entry = (*Jit)->lookup("exact_entry");
  if (!Entry)
    return Entry.takeError();
  Out->Entry = Entry->toPtr<void (*)(void *const *)>();
  for (size_t I = 0; I < Names.size(); ++I) {
    auto Address = (*Jit)->lookup(Names[I].first);
    if (!Address)
      return Address.takeError();
    Out->Variables.push_back({Address->getValue(),
                              Address->getValue() + Sizes[I].first,
                              Sizes[I].second});
  }
  Out->Jit = std::move(*Jit);
  return Out;
}
