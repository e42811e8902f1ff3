//===- CallerWalk.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/OneWalk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instruction.h"
#include <map>

using namespace llvm;

namespace gpuperf::program {

/// The functions in whose code \p V stands, also within constants.
static void collectUsers(const llvm::Value &V,
                         SetVector<const Function *> &Out) {
  for (const User *U : V.users())
    if (const auto *I = dyn_cast<Instruction>(U))
      Out.insert(I->getFunction());
    else if (isa<llvm::ConstantExpr>(U))
      collectUsers(*U, Out);
}

static bool launchesKernels(const HostModule &File, const Function &F) {
  const StringRef Name = F.getName();
  return File.Kernels.contains(Name) || Name.starts_with("cudaLaunch") ||
         Name.starts_with("cuLaunch") || Name.starts_with("hipLaunch") ||
         Name.starts_with("hipModuleLaunch") || Name.starts_with("hipExt");
}

/// Whether other files may call \p F by its name. What a header defines inline
/// is called by this file, too, or does not matter to it.
static bool isForOthers(const HostModule &File, const Function &F) {
  return !F.isDeclaration() && !F.hasLocalLinkage() &&
         !F.hasLinkOnceLinkage() && !File.Kernels.contains(F.getName()) &&
         F.getName() != "main";
}

/// The functions of all \p Files in which \p F is named.
static void collectCallers(ArrayRef<const HostModule *> Files,
                           const Function &F,
                           SetVector<const Function *> &Out) {
  collectUsers(F, Out);
  if (F.hasLocalLinkage())
    return;
  for (const HostModule *File : Files)
    if (const Function *There = File->M->getFunction(F.getName());
        There && There != &F)
      collectUsers(*There, Out);
}

/// The functions that are walked: they lead to launches, and nobody in the
/// \p Files calls them.
static std::vector<const Function *>
rootsOf(ArrayRef<const HostModule *> Files) {
  SetVector<const Function *> Leading;
  for (const HostModule *File : Files)
    for (const Function &F : *File->M)
      if (launchesKernels(*File, F))
        collectUsers(F, Leading);
  for (size_t I = 0; I < Leading.size(); ++I)
    collectCallers(Files, *Leading[I], Leading);
  std::vector<const Function *> Out;
  for (const HostModule *File : Files)
    for (const Function &F : *File->M) {
      if (!Leading.contains(&F) || !isForOthers(*File, F))
        continue;
      SetVector<const Function *> Callers;
      collectCallers(Files, F, Callers);
      Callers.remove(&F);
      if (Callers.empty())
        Out.push_back(&F);
    }
  return Out;
}

static bool isCertain(const LaunchFact &F) {
  return F.ShapeDependsOn.empty() &&
         all_of(F.Args, [](const FactArg &A) { return A.DependsOn.empty(); });
}

static bool isSameValue(const ArgValue &A, const ArgValue &B) {
  return A.K == B.K && A.Integer == B.Integer && A.Floating == B.Floating;
}

static bool isSameLaunch(const LaunchFact &A, const LaunchFact &B) {
  return A.Grid == B.Grid && A.Block == B.Block &&
         A.DynamicSharedBytes == B.DynamicSharedBytes && A.Bytes == B.Bytes &&
         llvm::equal(A.Args, B.Args, [](const FactArg &X, const FactArg &Y) {
           return X.Name == Y.Name && X.Offset == Y.Offset &&
                  isSameValue(X.Value, Y.Value);
         });
}

namespace {
/// What is known of the launches at one place.
struct Place {
  std::vector<LaunchFact> Facts;
  bool Certain = true;
};
using Places = std::map<std::pair<std::string, std::string>, Place>;
} // namespace

static std::pair<std::string, std::string> placeOf(const LaunchFact &F) {
  return {F.File + ":" + std::to_string(F.Line) + ":" +
              std::to_string(F.Column),
          F.Mangled};
}

/// Walks \p Root, and once more for each branch that its arguments decide,
/// taken the other way: each of these ways is one in which the function may be
/// called. Takes up to \p Steps for all of them.
static Places walkRoot(ArrayRef<const HostModule *> Files, WalkOptions Options,
                       const Function &Root, uint64_t Steps) {
  constexpr size_t MostChoices = 12;
  Places Out;
  bool Certain = true;
  auto Walk = [&](std::vector<unsigned> Reversed) {
    Options.Limits.Steps = Steps;
    OneWalk W(Files, Options);
    W.runFunction(Root, std::move(Reversed));
    Certain &= !W.switchesByArguments();
    Steps -= std::min(Steps, W.machine().steps());
    for (LaunchFact &F : W.result().Facts.Launches) {
      Place &At = Out[placeOf(F)];
      At.Certain &= isCertain(F);
      auto Same = find_if(At.Facts, [&](const LaunchFact &Other) {
        return isSameLaunch(F, Other);
      });
      if (Same == At.Facts.end())
        At.Facts.push_back(std::move(F));
      else
        Same->Count = std::max(Same->Count, F.Count);
    }
    return W.choicesByArguments();
  };
  const std::vector<unsigned> Choices = Walk({});
  Certain &= Choices.size() <= MostChoices;
  for (unsigned Number : Choices) {
    if (!Certain || !Steps)
      break;
    Walk({Number});
  }
  if (!Certain || !Steps)
    for (auto &[Where, At] : Out)
      At.Certain = false;
  return Out;
}

std::vector<LaunchFact> walkCallers(ArrayRef<const HostModule *> Files,
                                    const WalkOptions &Options) {
  const std::vector<const Function *> Roots = rootsOf(Files);
  // Each has its share of the steps, and no walk of a file takes long.
  constexpr size_t MostRoots = 32;
  if (Roots.empty() || Roots.size() > MostRoots)
    return {};
  const uint64_t Steps = Options.Limits.Steps / Roots.size();
  Places All;
  for (const Function *Root : Roots)
    for (auto &[Where, At] : walkRoot(Files, Options, *Root, Steps)) {
      Place &To = All[Where];
      To.Certain &= At.Certain;
      append_range(To.Facts, std::move(At.Facts));
    }
  std::vector<LaunchFact> Out;
  for (auto &[Where, At] : All)
    if (At.Certain)
      append_range(Out, std::move(At.Facts));
  return Out;
}

} // namespace gpuperf::program
