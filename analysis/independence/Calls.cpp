//===- Calls.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/independence/Calls.h"
#include "analysis/independence/Poly.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// Functions that are looked into behind a call.
constexpr unsigned MaxCallees = 200;

InstructionEffect forbidden(const Twine &Why) {
  return {EffectKind::Forbidden, Why.str()};
}

struct NameRow {
  StringLiteral Prefix;
  StringLiteral Why;
};

/// After "llvm.nvvm.": what threads of one warp or block tell each other.
constexpr NameRow Exchanges[] = {
    {StringLiteral("shfl"), StringLiteral("a warp shuffle")},
    {StringLiteral("vote"), StringLiteral("a warp vote")},
    {StringLiteral("match"), StringLiteral("a warp match")},
    {StringLiteral("redux"), StringLiteral("a reduction over a warp")},
    {StringLiteral("activemask"), StringLiteral("the mask of active lanes")},
    {StringLiteral("elect"), StringLiteral("the election of a lane")},
    {StringLiteral("barrier0."), StringLiteral("a vote of the block")},
    {StringLiteral("barrier.cta.red"), StringLiteral("a vote of the block")},
    {StringLiteral("barrier.cluster"), StringLiteral("a thread block cluster")},
    {StringLiteral("mapa"), StringLiteral("a thread block cluster")},
    {StringLiteral("wmma"),
     StringLiteral("a matrix operation of a whole warp")},
    {StringLiteral("mma"), StringLiteral("a matrix operation of a whole warp")},
    {StringLiteral("wgmma"),
     StringLiteral("a matrix operation of a whole warp")},
    {StringLiteral("ldmatrix"),
     StringLiteral("a matrix operation of a whole warp")},
    {StringLiteral("stmatrix"),
     StringLiteral("a matrix operation of a whole warp")},
    {StringLiteral("tcgen05"),
     StringLiteral("a matrix operation of a whole warp")},
    {StringLiteral("cp.async"),
     StringLiteral("an asynchronous copy to shared memory")},
    {StringLiteral("mbarrier"), StringLiteral("a barrier object")},
};

InstructionEffect effectOfNvvm(StringRef Name, const CallBase &Call) {
  if (Name.consume_front("read.ptx.sreg.")) {
    if (launchVarOf(&Call))
      return {EffectKind::Lane, ""};
    if (Name == "warpsize")
      return {EffectKind::Value, ""};
    if (Name.contains("clock") || Name.contains("timer"))
      return {EffectKind::Lane, "the clock"};
    if (Name.starts_with("lane"))
      return {EffectKind::Lane, "the lane index"};
    if (Name.contains("warpid"))
      return {EffectKind::Lane, "the warp's number"};
    if (Name.contains("smid"))
      return {EffectKind::Lane, "the multiprocessor's number"};
    return {EffectKind::Lane, "a special register"};
  }
  for (const NameRow &R : Exchanges)
    if (Name.starts_with(R.Prefix))
      return forbidden(R.Why);
  if (Name == "barrier0" || Name == "bar.warp.sync" ||
      Name == "barrier.cta.sync.aligned.all" || Name == "barrier.cta.sync.all")
    return {EffectKind::Order, ""};
  if (Name.starts_with("bar"))
    return forbidden("a barrier for part of the block");
  if (Name.starts_with("membar") || Name.starts_with("fence"))
    return {EffectKind::Order, ""};
  if (Name.starts_with("prefetch") || Name == "nanosleep")
    return {EffectKind::None, ""};
  if (Name.starts_with("sust"))
    return {EffectKind::Effect, ""};
  if (Name.starts_with("tex") || Name.starts_with("tld4") ||
      Name.starts_with("suld") || Name.starts_with("ldg") ||
      Name.starts_with("ldu"))
    return {EffectKind::Read, ""};
  if (Name == "exit")
    return {EffectKind::None, ""};
  // Arithmetic; what is left of the rest exchanges something.
  if (Call.doesNotAccessMemory() && !Call.isConvergent())
    return {EffectKind::Value, ""};
  return forbidden("the intrinsic " + Call.getCalledFunction()->getName());
}

InstructionEffect effectOfAmdgcn(StringRef Name, const CallBase &Call) {
  if (Name.starts_with("mbcnt"))
    return {EffectKind::Lane, "the lane index"};
  if (Name.starts_with("mfma") || Name.starts_with("smfmac") ||
      Name.starts_with("wmma") || Name.starts_with("swmmac"))
    return forbidden("a matrix operation of a whole warp");
  if (Name.starts_with("ballot"))
    return forbidden("a warp vote");
  if (Name.starts_with("sched") || Name.starts_with("iglp") ||
      Name.starts_with("s.setprio") || Name.starts_with("s.sleep"))
    return {EffectKind::None, ""};
  if (Call.doesNotAccessMemory() && !Call.isConvergent())
    return {EffectKind::Value, ""};
  if (Call.doesNotAccessMemory())
    return forbidden("an exchange between the lanes of a warp");
  return forbidden("the intrinsic " + Call.getCalledFunction()->getName());
}

/// PTX that computes from its operands.
constexpr StringLiteral AsmArithmetic[] = {
    "add",   "sub",   "mul",      "mad",   "fma",  "div",  "rem",  "min",
    "max",   "abs",   "neg",      "cvt",   "mov",  "set",  "selp", "slct",
    "and",   "or",    "xor",      "not",   "cnot", "shl",  "shr",  "shf",
    "prmt",  "bfe",   "bfi",      "bfind", "brev", "clz",  "popc", "lop3",
    "dp4a",  "dp2a",  "ex2",      "lg2",   "sin",  "cos",  "tanh", "rcp",
    "rsqrt", "sqrt",  "copysign", "sad",   "addc", "subc", "madc", "mul24",
    "mad24", "testp", "szext",    "bmsk",  "fns",  "vadd", "vsub", "vabsdiff",
    "vmin",  "vmax",  "vset",     "vavrg", "cvta"};
/// Reads what no thread writes, or global memory.
constexpr StringLiteral AsmReads[] = {"ld.global", "ld.const", "ldu.global",
                                      "tex",       "tld4",     "suld"};

/// Text that computes from its operands or reads through a pointer.
InstructionEffect effectOfAsm(const InlineAsm &Asm, const CallBase &Call) {
  std::string Text = StringRef(Asm.getAsmString()).lower();
  SmallVector<StringRef, 8> Statements;
  SplitString(Text, Statements, ";");
  bool Reads = false, Writes = false, Any = false;
  for (StringRef S : Statements) {
    S = S.trim(" \t\n\r{}");
    if (S.starts_with("@"))
      S = S.drop_front(std::min(S.find_first_of(" \t"), S.size())).ltrim();
    if (S.empty() || S.starts_with(".reg"))
      continue;
    Any = true;
    StringRef Mnemonic = S.take_until([](char C) { return isSpace(C); });
    StringRef Name = Mnemonic.split('.').first;
    if (Name == "sust")
      Writes = true;
    else if (any_of(AsmReads, [&](StringRef R) {
               return Mnemonic == R ||
                      (Mnemonic.starts_with(R) && Mnemonic[R.size()] == '.');
             }))
      Reads = true;
    else if (Name != "setp" && !is_contained(AsmArithmetic, Name))
      return forbidden("inline assembly");
  }
  if (!Any)
    return {EffectKind::None, ""};
  if (Writes)
    return {EffectKind::Effect, ""};
  // Nothing that anyone asks for.
  if (Call.use_empty() && !Asm.hasSideEffects())
    return {EffectKind::None, ""};
  // '%' names a register of the machine, or one that the text declares.
  if (StringRef(Text).contains('%')) {
    if (Reads || Call.getType()->isVoidTy())
      return forbidden("inline assembly");
    return {EffectKind::Lane, StringRef(Text).contains("%lane")
                                  ? "the lane index"
                                  : "a register that inline assembly reads"};
  }
  return {Reads ? EffectKind::Read : EffectKind::Value, ""};
}

bool namesShared(const Value *V, SmallPtrSetImpl<const Value *> &Seen) {
  const auto *C = dyn_cast<Constant>(V);
  if (!C || !Seen.insert(C).second)
    return false;
  if (const auto *G = dyn_cast<GlobalVariable>(C))
    return G->getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED;
  if (isa<GlobalValue>(C))
    return false;
  return any_of(C->operands(),
                [&](const Use &U) { return namesShared(U.get(), Seen); });
}

/// A function with a body that was not inlined: it may compute, read and write
/// as its arguments say, and nothing else.
InstructionEffect effectOfCallee(const Function &Callee) {
  SmallVector<const Function *, 8> Work = {&Callee};
  SmallPtrSet<const Function *, 8> Seen = {&Callee};
  SmallPtrSet<const Value *, 16> SeenConstants;
  bool Writes = false, Reads = false;
  StringRef Name = Callee.getName();
  std::string Written = demangle(Name);
  Written = Written.substr(0, Written.find('('));
  auto Refuse = [&](const Twine &Why) {
    return forbidden("a call of '" + Twine(Written) + "', " + Why);
  };
  for (size_t At = 0; At < Work.size(); ++At) {
    for (const Instruction &I : instructions(*Work[At])) {
      if (I.isDebugOrPseudoInst())
        continue;
      const auto *Call = dyn_cast<CallBase>(&I);
      const Function *Inner = Call ? Call->getCalledFunction() : nullptr;
      if (Inner && !Inner->isDeclaration()) {
        if (Inner == &Callee || Work.size() > MaxCallees)
          return Refuse("which calls itself");
        if (Seen.insert(Inner).second)
          Work.push_back(Inner);
        continue;
      }
      for (const Use &U : I.operands())
        if (namesShared(U.get(), SeenConstants))
          return Refuse("which uses shared memory");
      InstructionEffect E = effectOf(I);
      switch (E.Kind) {
      case EffectKind::Forbidden:
        return Refuse("in it " + E.Why);
      case EffectKind::Order:
        return Refuse("which has a barrier or fence");
      case EffectKind::Lane:
        return Refuse("which reads the thread's place in its block");
      case EffectKind::Effect:
        Writes = true;
        break;
      case EffectKind::Read:
        Reads = true;
        break;
      case EffectKind::None:
      case EffectKind::Value:
        break;
      }
    }
  }
  return {Writes  ? EffectKind::Effect
          : Reads ? EffectKind::Read
                  : EffectKind::Value,
          ""};
}

InstructionEffect effectOfCall(const CallBase &Call) {
  if (const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return effectOfAsm(*Asm, Call);
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return forbidden("a call through a pointer");
  StringRef Name = Callee->getName();
  if (Name.consume_front("llvm.nvvm."))
    return effectOfNvvm(Name, Call);
  if (Name.consume_front("llvm.amdgcn."))
    return effectOfAmdgcn(Name, Call);
  if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
    switch (Intrinsic->getIntrinsicID()) {
    case Intrinsic::assume:
      // What is promised of the block's size holds for no other one.
      return {EffectKind::Effect, ""};
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::donothing:
    case Intrinsic::sideeffect:
    case Intrinsic::prefetch:
    case Intrinsic::experimental_noalias_scope_decl:
      return {EffectKind::None, ""};
    case Intrinsic::trap:
    case Intrinsic::debugtrap:
      return {EffectKind::Effect, ""};
    default:
      break;
    }
    if (const auto *Mem = dyn_cast<MemIntrinsic>(Intrinsic))
      return Mem->isVolatile() ? forbidden("a volatile access")
                               : InstructionEffect{EffectKind::Effect, ""};
    if (Call.doesNotAccessMemory() && !Call.isConvergent())
      return {EffectKind::Value, ""};
    return forbidden("the intrinsic " + Callee->getName());
  }
  if (Name == "vprintf" || Name == "printf")
    return forbidden("printf");
  if (isFailedAssert(Call))
    return {EffectKind::Effect, ""};
  if (!Callee->isDeclaration())
    return effectOfCallee(*Callee);
  // The math library: what it writes, it is given the address of.
  if (Name.starts_with("__nv_"))
    return {any_of(Callee->args(),
                   [](const Argument &A) { return A.getType()->isPointerTy(); })
                ? EffectKind::Effect
                : EffectKind::Value,
            ""};
  std::string Written = demangle(Name);
  return forbidden("a call of '" + Written.substr(0, Written.find('(')) +
                   "', whose body is not known");
}
} // namespace

InstructionEffect gpuperf::effectOf(const Instruction &I) {
  if (I.isDebugOrPseudoInst())
    return {EffectKind::None, ""};
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Load->isVolatile())
      return forbidden("a volatile access");
    if (Load->isAtomic())
      return forbidden("an atomic load");
    return {EffectKind::Read, ""};
  }
  if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    if (Store->isVolatile())
      return forbidden("a volatile access");
    if (Store->isAtomic())
      return forbidden("an atomic store");
    return {EffectKind::Effect, ""};
  }
  if (const auto *Rmw = dyn_cast<AtomicRMWInst>(&I)) {
    if (!Rmw->use_empty())
      return forbidden("the result of an atomic operation, which depends on "
                       "the order of the threads");
    SmallVector<StringRef, 8> Scopes;
    I.getContext().getSyncScopeNames(Scopes);
    StringRef Scope = Rmw->getSyncScopeID() < Scopes.size()
                          ? Scopes[Rmw->getSyncScopeID()]
                          : StringRef();
    if (Scope == "block" || Scope == "singlethread" || Scope == "cluster")
      return forbidden("an atomic operation among the threads of a block");
    switch (Rmw->getOperation()) {
    case AtomicRMWInst::Add:
    case AtomicRMWInst::Sub:
    case AtomicRMWInst::And:
    case AtomicRMWInst::Or:
    case AtomicRMWInst::Xor:
    case AtomicRMWInst::Max:
    case AtomicRMWInst::Min:
    case AtomicRMWInst::UMax:
    case AtomicRMWInst::UMin:
    case AtomicRMWInst::FAdd:
    case AtomicRMWInst::FSub:
    case AtomicRMWInst::FMax:
    case AtomicRMWInst::FMin:
      return {EffectKind::Effect, ""};
    default:
      return forbidden("an atomic operation whose outcome depends on the order "
                       "of the threads");
    }
  }
  if (isa<AtomicCmpXchgInst>(I))
    return forbidden("an atomic compare-and-swap");
  if (isa<FenceInst>(I))
    return {EffectKind::Order, ""};
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return effectOfCall(*Call);
  if (isa<AllocaInst, UnreachableInst, ReturnInst>(I))
    return {EffectKind::None, ""};
  if (I.mayReadOrWriteMemory())
    return forbidden("an operation that is not known");
  return {EffectKind::Value, ""};
}

bool gpuperf::isFailedAssert(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && (Callee->getName() == "__assertfail" ||
                    Callee->getName() == "__assert_fail");
}

std::string gpuperf::sharedName(const GlobalVariable &G) {
  std::string Name = demangle(G.getName());
  if (size_t Scope = Name.rfind("::"); Scope != std::string::npos)
    Name = Name.substr(Scope + 2);
  bool IsArray = G.getValueType()->isArrayTy();
  return (Twine(IsArray ? "shared array '" : "shared variable '") + Name + "'")
      .str();
}
