//===- Pipeline.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/Pipeline.h"
#include "analysis/machine/MachineText.h"
#include "analysis/registers/NvptxBackend.h"
#include "analysis/registers/PtxVersion.h"
#include "plugin/device/assembly/AsmAccesses.h"
#include "plugin/device/assembly/AsmWaits.h"
#include "plugin/device/unrolling/MachineUnrolling.h"
#include "plugin/device/unrolling/ShapeUnrolling.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/NVPTXAddrSpace.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/InferAlignment.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopStrengthReduce.h"
#include "llvm/Transforms/Scalar/NaryReassociate.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SeparateConstOffsetFromGEP.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Scalar/StraightLineStrengthReduce.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Vectorize/LoadStoreVectorizer.h"

using namespace llvm;

/// The widest access of one thread, bytes.
static constexpr Align WidestAccess = Align::Constant<16>();

Expected<std::unique_ptr<TargetMachine>>
gpuperf::createNvptxMachine(StringRef SmArch, StringRef Features) {
  initializeNvptxBackend();
  const Triple DeviceTriple("nvptx64-nvidia-cuda");
  std::string Why;
  const Target *T = TargetRegistry::lookupTarget(DeviceTriple, Why);
  if (!T)
    return createStringError("this LLVM has no NVPTX back end: " + Why);
  std::unique_ptr<TargetMachine> Machine(T->createTargetMachine(
      DeviceTriple, SmArch, usablePtxFeatures(Features, SmArch),
      TargetOptions(), Reloc::Static, std::nullopt, CodeGenOptLevel::Default));
  if (!Machine)
    return createStringError("LLVM's NVPTX back end gives no machine for " +
                             SmArch);
  return Machine;
}

/// The math library asks with which precision to divide and to take square
/// roots. nvcc does both with full precision unless it is told to be fast,
/// which also flushes denormals; LLVM always answers "no", so that clang takes
/// the roots of floats approximately.
static void answerPrecision(Module &M) {
  Function *Reflect = M.getFunction("__nvvm_reflect");
  if (!Reflect)
    return;
  const auto *Flush = mdconst::extract_or_null<ConstantInt>(
      M.getModuleFlag("nvvm-reflect-ftz"));
  const bool Precise = !Flush || Flush->isZero();
  for (User *U : make_early_inc_range(Reflect->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->arg_size() != 1)
      continue;
    StringRef What;
    if (!getConstantStringInfo(Call->getArgOperand(0), What) ||
        (What != "__CUDA_PREC_SQRT" && What != "__CUDA_PREC_DIV"))
      continue;
    Call->replaceAllUsesWith(ConstantInt::get(Call->getType(), Precise));
    Call->eraseFromParent();
  }
}

void gpuperf::raiseInDouble(Module &M) {
  for (StringRef Name : {"__nv_powif", "__nv_powi"}) {
    Function *Whole = M.getFunction(Name);
    if (!Whole || !Whole->isDeclaration())
      continue;
    for (User *U : make_early_inc_range(Whole->users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != Whole || Call->arg_size() != 2)
        continue;
      IRBuilder<> Builder(Call);
      Type *Double = Builder.getDoubleTy();
      const FunctionCallee Pow =
          M.getOrInsertFunction("__nv_pow", Double, Double, Double);
      Value *Base = Builder.CreateFPCast(Call->getArgOperand(0), Double);
      Value *Exponent = Builder.CreateSIToFP(Call->getArgOperand(1), Double);
      Value *Power = Builder.CreateCall(Pow, {Base, Exponent});
      Call->replaceAllUsesWith(Builder.CreateFPCast(Power, Call->getType()));
      Call->eraseFromParent();
    }
  }
}

void gpuperf::takeFastForms(Module &M) {
  for (StringRef Name : {"powf", "tanf", "log10f", "expf", "exp10f"}) {
    Function *Precise = M.getFunction(("__nv_" + Name).str());
    if (!Precise || !Precise->isDeclaration())
      continue;
    FunctionCallee Fast = M.getOrInsertFunction(("__nv_fast_" + Name).str(),
                                                Precise->getFunctionType(),
                                                Precise->getAttributes());
    Precise->replaceAllUsesWith(Fast.getCallee());
    Precise->eraseFromParent();
  }
}

static bool needsLibdevice(const Module &M) {
  return any_of(M, [](const Function &F) {
    return F.isDeclaration() && !F.use_empty() &&
           F.getName().starts_with("__nv_");
  });
}

Error gpuperf::linkLibdevice(Module &M, StringRef Path,
                             DeviceCompiler Compiler) {
  if (Path.empty() || !needsLibdevice(M))
    return Error::success();
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return createStringError("cannot read libdevice at '" + Path +
                             "': " + Buffer.getError().message());
  auto Library = getOwningLazyBitcodeModule(std::move(*Buffer), M.getContext());
  if (!Library)
    return createStringError("cannot read libdevice at '" + Path +
                             "': " + toString(Library.takeError()));
  (*Library)->setTargetTriple(M.getTargetTriple());
  (*Library)->setDataLayout(M.getDataLayout());
  bool Failed = Linker::linkModules(
      M, std::move(*Library), Linker::Flags::LinkOnlyNeeded,
      [](Module &Linked, const StringSet<> &Names) {
        internalizeModule(Linked, [&Names](const GlobalValue &V) {
          return !V.hasName() || !Names.contains(V.getName());
        });
      });
  if (Failed)
    return createStringError("cannot link libdevice at '" + Path + "'");
  if (Compiler == DeviceCompiler::Nvcc)
    answerPrecision(M);
  return Error::success();
}

void gpuperf::describeLibdevice(Module &M) {
  for (Function &F : M) {
    if (!F.isDeclaration() || !F.getName().starts_with("__nv_"))
      continue;
    F.setDoesNotThrow();
    F.setWillReturn();
    // A math function writes at most to where its arguments point, as sincos
    // does.
    const bool HasPointer = any_of(
        F.args(), [](const Argument &A) { return A.getType()->isPointerTy(); });
    F.setMemoryEffects(HasPointer ? MemoryEffects::argMemOnly()
                                  : MemoryEffects::none());
  }
}

namespace {
/// A pass builder and its analyses.
struct Optimizer {
  PassBuilder Builder;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CallGraph;
  ModuleAnalysisManager Modules;

  explicit Optimizer(TargetMachine &Machine,
                     PipelineTuningOptions Tuning = PipelineTuningOptions())
      : Builder(&Machine, Tuning) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(CallGraph);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, CallGraph, Modules);
  }
  void run(Module &M, FunctionPassManager Passes) {
    ModulePassManager All;
    All.addPass(createModuleToFunctionPassAdaptor(std::move(Passes)));
    All.run(M, Modules);
  }
};
} // namespace

void gpuperf::shapeDevice(Module &M, TargetMachine &Machine,
                          DeviceCompiler Compiler) {
  raiseAsmAccesses(M);
  raiseAsmWaits(M);
  PipelineTuningOptions Tuning;
  Tuning.LoopUnrolling = false;
  // Off for NVPTX in clang too: there are no vector registers to fill.
  Tuning.LoopVectorization = false;
  Tuning.LoopInterleaving = false;
  Tuning.SLPVectorization = false;
  Optimizer O(Machine, Tuning);
  O.Builder.registerLateLoopOptimizationsEPCallback(
      [Compiler](LoopPassManager &Passes, OptimizationLevel) {
        Passes.addPass(ShapeUnrollingPass(Compiler));
      });
  // What no kernel calls, as after kernels were left out, is not optimised.
  ModulePassManager Passes;
  Passes.addPass(GlobalDCEPass());
  Passes.addPass(
      O.Builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2));
  FunctionPassManager After;
  After.addPass(InferAddressSpacesPass());
  After.addPass(EarlyCSEPass());
  After.addPass(LoopSinkingPass());
  Passes.addPass(createModuleToFunctionPassAdaptor(std::move(After)));
  Passes.run(M, O.Modules);
  for (Function &F : M)
    if (!F.isDeclaration())
      tagBlocks(F);
}

void gpuperf::unrollDevice(Module &Shape, TargetMachine &Machine,
                           DeviceCompiler Compiler) {
  Optimizer O(Machine);
  FunctionPassManager Passes;
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(LCSSAPass());
  Passes.addPass(
      MachineUnrollingPass(MachineUnrollingPass::Stage::Compiler, Compiler));
  Passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  Passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(GVNPass());
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(ADCEPass());
  O.run(Shape, std::move(Passes));
}

namespace {
/// The back end joins neighbouring loads over a gap, such as x, y and z of a
/// float4, to one with a mask. The machine loads all elements.
struct WholeLoadsPass : PassInfoMixin<WholeLoadsPass> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &) {
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Masked = dyn_cast<IntrinsicInst>(&I);
      if (!Masked || Masked->getIntrinsicID() != Intrinsic::masked_load)
        continue;
      IRBuilder<> Builder(Masked);
      LoadInst *Whole =
          Builder.CreateAlignedLoad(Masked->getType(), Masked->getArgOperand(0),
                                    Masked->getParamAlign(0).valueOrOne());
      Masked->replaceAllUsesWith(Whole);
      Masked->eraseFromParent();
    }
    return PreservedAnalyses::none();
  }
};
} // namespace

void gpuperf::reduceAddresses(Module &Unrolled, TargetMachine &Machine,
                              DeviceCompiler Compiler) {
  // The assembler places shared variables, and aligns them for the widest
  // loads.
  for (GlobalVariable &V : Unrolled.globals())
    if (V.getAddressSpace() == NVPTXAS::ADDRESS_SPACE_SHARED &&
        !V.isDeclaration())
      V.setAlignment(std::max(V.getAlign().valueOrOne(), WidestAccess));
  Optimizer O(Machine);
  FunctionPassManager Passes;
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(LCSSAPass());
  Passes.addPass(
      MachineUnrollingPass(MachineUnrollingPass::Stage::Assembler, Compiler));
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  // The passes are run in the order of the NVPTX back end.
  Passes.addPass(SeparateConstOffsetFromGEPPass());
  Passes.addPass(StraightLineStrengthReducePass());
  Passes.addPass(EarlyCSEPass());
  Passes.addPass(NaryReassociatePass());
  Passes.addPass(EarlyCSEPass());
  Passes.addPass(InferAlignmentPass());
  Passes.addPass(LoadStoreVectorizerPass());
  Passes.addPass(WholeLoadsPass());
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(LCSSAPass());
  Passes.addPass(createFunctionToLoopPassAdaptor(LoopStrengthReducePass()));
  Passes.addPass(EarlyCSEPass());
  Passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                 /*UseMemorySSA=*/true));
  Passes.addPass(DCEPass());
  O.run(Unrolled, std::move(Passes));
}
