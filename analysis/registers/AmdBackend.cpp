//===- AmdBackend.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/AmdBackend.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Utils/Local.h"
#include <mutex>

using namespace llvm;
using namespace gpuperf;

// Declared here, for TargetSelect.h registers all targets or the host's.
extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTarget();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmPrinter();
}

static void initializeAmdBackend() {
  static std::once_flag Registered;
  std::call_once(Registered, [] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
  });
}

Expected<std::unique_ptr<TargetMachine>>
gpuperf::createAmdMachine(StringRef Arch, StringRef Features) {
  initializeAmdBackend();
  const Triple DeviceTriple("amdgcn-amd-amdhsa");
  std::string Why;
  const Target *T = TargetRegistry::lookupTarget(DeviceTriple, Why);
  if (!T)
    return createStringError("this LLVM has no AMDGPU back end: " + Why);
  // The comments of the text say which accesses are spills.
  TargetOptions Options;
  Options.MCOptions.AsmVerbose = true;
  std::unique_ptr<TargetMachine> Machine(
      T->createTargetMachine(DeviceTriple, Arch, Features, Options, Reloc::PIC_,
                             std::nullopt, CodeGenOptLevel::Aggressive));
  if (!Machine)
    return createStringError("LLVM's AMDGPU back end gives no machine for " +
                             Arch);
  return Machine;
}

static void optimise(Module &M, TargetMachine &Machine) {
  // As clang's -O3 has it: LLVM's own default leaves this pass out.
  PipelineTuningOptions Tuning;
  Tuning.SLPVectorization = true;
  PassBuilder Builder(&Machine, Tuning);
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CallGraph;
  ModuleAnalysisManager Modules;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(CallGraph);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, CallGraph, Modules);
  Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3).run(M, Modules);
}

/// The intrinsic that computes what a function of AMD's math library does in
/// single precision, and that the back end expands by itself.
static Intrinsic::ID expandedMath(StringRef Name) {
  if (!Name.consume_front("__ocml_") || !Name.consume_back("_f32"))
    return Intrinsic::not_intrinsic;
  Name.consume_front("native_");
  return StringSwitch<Intrinsic::ID>(Name)
      .Case("exp", Intrinsic::exp)
      .Case("exp2", Intrinsic::exp2)
      .Case("log", Intrinsic::log)
      .Case("log2", Intrinsic::log2)
      .Case("log10", Intrinsic::log10)
      .Case("sqrt", Intrinsic::sqrt)
      .Case("floor", Intrinsic::floor)
      .Case("ceil", Intrinsic::ceil)
      .Case("fabs", Intrinsic::fabs)
      .Default(Intrinsic::not_intrinsic);
}

/// Takes calls of functions without a body out of \p M. What the back end
/// expands by itself is put in their place; elsewhere a sum of the operands, so
/// that these and the result live as long as they would. Returns the kernels
/// that are therefore not whole.
static StringSet<> removeUnknownCalls(Module &M) {
  StringSet<> NotWhole;
  SmallVector<CallBase *, 16> Unknown;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && !Call->isInlineAsm()) {
        const Function *Callee = Call->getCalledFunction();
        if (!Callee || (Callee->isDeclaration() && !Callee->isIntrinsic()))
          Unknown.push_back(Call);
      }
  for (CallBase *Call : Unknown) {
    IRBuilder<> B(Call);
    const Function *Callee = Call->getCalledFunction();
    const Intrinsic::ID Known =
        Callee ? expandedMath(Callee->getName()) : Intrinsic::not_intrinsic;
    Type *Ty = Call->getType();
    Value *Result = nullptr;
    if (Known != Intrinsic::not_intrinsic && Call->arg_size() == 1) {
      Result = B.CreateUnaryIntrinsic(Known, Call->getArgOperand(0));
    } else {
      NotWhole.insert(Call->getFunction()->getName());
      if (!Ty->isVoidTy())
        Result = Constant::getNullValue(Ty);
      for (Value *Arg : Call->args())
        if (Arg->getType() == Ty && Ty->isFloatingPointTy())
          Result = B.CreateFAdd(Result, Arg);
    }
    if (Result)
      Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
  }
  return NotWhole;
}

/// What was computed for the calls alone. The pass that preloads kernel
/// arguments takes it for granted that each address of an argument is used.
static void removeDeadCode(Module &M) {
  for (Function &F : M)
    for (BasicBlock &Block : F)
      for (Instruction &I : make_early_inc_range(reverse(Block)))
        if (isInstructionTriviallyDead(&I))
          I.eraseFromParent();
}

/// The kernel that is being read.
namespace {
struct Entry {
  std::string Name;
  RegisterUse Use;
  bool HasVectors = false;
};
} // namespace

static void readLine(StringRef Line, Entry &E) {
  auto [Key, Text] = Line.split(':');
  Text = Text.trim();
  if (Key == ".name" && E.Name.empty()) {
    E.Name = Text.str();
    return;
  }
  uint64_t N = 0;
  if (Text.getAsInteger(10, N))
    return;
  if (Key == ".vgpr_count") {
    E.Use.PerThread = Estimate::exact(static_cast<double>(N));
    E.HasVectors = true;
  } else if (Key == ".sgpr_count") {
    E.Use.ScalarRegisters = static_cast<unsigned>(N);
  } else if (Key == ".agpr_count") {
    E.Use.AccumulationRegisters = static_cast<unsigned>(N);
  } else if (Key == ".private_segment_fixed_size") {
    E.Use.StackBytes = N;
  } else if (Key == ".group_segment_fixed_size") {
    E.Use.StaticSharedBytes = N;
  }
}

RegisterReport gpuperf::readAmdMetadata(StringRef Assembly) {
  RegisterReport Out;
  StringRef Rest = Assembly.split(".amdgpu_metadata").second;
  Rest = Rest.split(".end_amdgpu_metadata").first;
  // Kernels are a list, "  - .key: value", and keys follow at the same column;
  // what stands further in belongs to their arguments.
  Entry Current;
  auto Finish = [&] {
    if (Current.HasVectors && !Current.Name.empty()) {
      Current.Use.From = RegisterSource::Compiler;
      Out.emplace_back(std::move(Current.Name), Current.Use);
    }
    Current = Entry();
  };
  constexpr size_t KeyColumn = 4;
  while (!Rest.empty()) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    const size_t Column = Line.find_first_not_of(' ');
    if (Column == StringRef::npos)
      continue;
    if (Column < KeyColumn && Line.substr(Column).starts_with("- ")) {
      Finish();
      readLine(Line.substr(Column + 2).ltrim(), Current);
    } else if (Column == KeyColumn) {
      readLine(Line.substr(Column), Current);
    } else if (Column < KeyColumn) {
      Finish();
    }
  }
  Finish();
  return Out;
}

void gpuperf::addAmdText(StringRef Assembly, RegisterReport &Report) {
  RegisterUse *Use = nullptr;
  while (!Assembly.empty()) {
    StringRef Line;
    std::tie(Line, Assembly) = Assembly.split('\n');
    const auto [Code, Comment] = Line.split(';');
    if (Comment.contains("-- End function")) {
      Use = nullptr;
    } else if (Comment.contains("-- Begin function")) {
      const StringRef Name = Comment.split("-- Begin function").second.trim();
      auto It = find_if(Report, [&](const auto &R) { return R.first == Name; });
      Use = It == Report.end() ? nullptr : &It->second;
    } else if (Use && Code.contains("s_waitcnt") && Code.contains("vmcnt(0)")) {
      ++Use->MemoryDrains;
    } else if (Use && (Comment.contains("-byte Folded Spill") ||
                       Comment.contains("-byte Folded Reload"))) {
      uint64_t Bytes = 0;
      if (!Comment.ltrim().consumeInteger(10, Bytes))
        Use->SpillBytes += Bytes;
    }
  }
}

RegisterReport gpuperf::amdRegisters(Module &M, TargetMachine &Machine) {
  // Everything is inlined first: then a kernel's own calls are all there are.
  optimise(M, Machine);
  const StringSet<> NotWhole = removeUnknownCalls(M);
  if (!NotWhole.empty())
    removeDeadCode(M);
  SmallString<0> Text;
  raw_svector_ostream OS(Text);
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, OS, nullptr,
                                  CodeGenFileType::AssemblyFile))
    return {};
  Passes.run(M);
  RegisterReport Out = readAmdMetadata(Text);
  addAmdText(Text, Out);
  for (auto &[Name, Use] : Out)
    if (NotWhole.contains(Name)) {
      Use.From = RegisterSource::CompilerInPart;
      Use.PerThread = Estimate::between(
          Use.PerThread.Value, Use.PerThread.Value, 2 * Use.PerThread.Value,
          AssumptionKind::RegistersEstimated);
    }
  return Out;
}
