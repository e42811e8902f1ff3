//===- BottomUpInlining.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/BottomUpInlining.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace {
class BottomUp {
public:
  BottomUp(TargetMachine &Machine, double Most)
      : Builder(&Machine), Most(Most) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(CallGraph);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, CallGraph, Modules);
    Simplify.addPass(SROAPass(SROAOptions::ModifyCFG));
    Simplify.addPass(EarlyCSEPass());
    Simplify.addPass(SimplifyCFGPass());
    RemoveUnused.addPass(GlobalDCEPass());
  }

  void run(Module &M) {
    // What nothing calls is not worth the time.
    RemoveUnused.run(M, Modules);
    for (Function &F : M)
      if (!F.isDeclaration())
        visit(F);
    RemoveUnused.run(M, Modules);
  }

private:
  enum class State : uint8_t { Open, Done };

  static bool mustInline(const CallBase &Call, const Function &Callee) {
    return (Callee.hasFnAttribute(Attribute::AlwaysInline) ||
            Call.hasFnAttr(Attribute::AlwaysInline)) &&
           !Call.isNoInline();
  }

  void visit(Function &F) {
    if (!States.try_emplace(&F, State::Open).second)
      return;
    SmallVector<CallBase *> Calls;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction())
          if (!Callee->isDeclaration()) {
            visit(*Callee);
            Calls.push_back(Call);
          }
    for (CallBase *Call : Calls) {
      Function &Callee = *Call->getCalledFunction();
      // A function that is open calls itself, by some way.
      if (States.lookup(&Callee) == State::Done && mustInline(*Call, Callee) &&
          isInlineViable(Callee).isSuccess())
        inlineCall(*Call, Callee);
    }
    Simplify.run(F, Functions);
    Functions.clear(F, F.getName());
    States[&F] = State::Done;
  }

  void inlineCall(CallBase &Call, Function &Callee) {
    const double Size = Callee.getInstructionCount();
    if (Most != 0 && Inlined + Size > Most)
      return;
    Inlined += Size;
    InlineFunctionInfo Info;
    InlineFunction(Call, Info, /*MergeAttributes=*/true);
  }

  PassBuilder Builder;
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager CallGraph;
  ModuleAnalysisManager Modules;
  FunctionPassManager Simplify;
  ModulePassManager RemoveUnused;
  DenseMap<const Function *, State> States;
  double Most, Inlined = 0;
};
} // namespace

void gpuperf::inlineBottomUp(Module &M, TargetMachine &Machine,
                             double MostThousands) {
  BottomUp(Machine, MostThousands * 1000).run(M);
}
