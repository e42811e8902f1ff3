//===- ProgramContexts.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/ProgramContexts.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/device/CrashGuard.h"
#include "plugin/facts/FactsFile.h"
#include "plugin/launch/BindFact.h"
#include "plugin/launch/LaunchIdentity.h"
#include "plugin/launch/OpenNames.h"
#include "plugin/program/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace gpuperf {

/// Two launches that no prediction tells apart.
static bool sameLaunch(const BoundLaunch &A, const BoundLaunch &B) {
  if (!A.L || !B.L)
    return !A.L && !B.L && A.WhyNot == B.WhyNot;
  auto sameArg = [](const ArgValue &X, const ArgValue &Y) {
    return X.K == Y.K && X.Integer == Y.Integer && X.Floating == Y.Floating &&
           llvm::equal(X.Fields, Y.Fields, [](const auto &F, const auto &G) {
             return F.first == G.first && F.second.K == G.second.K &&
                    F.second.Integer == G.second.Integer &&
                    F.second.Floating == G.second.Floating;
           });
  };
  return A.L->Grid == B.L->Grid && A.L->Block == B.L->Block &&
         A.L->DynamicSharedBytes == B.L->DynamicSharedBytes &&
         A.L->ClusterBlocks == B.L->ClusterBlocks &&
         llvm::equal(A.L->Args, B.L->Args, sameArg) &&
         llvm::equal(A.L->Variables, B.L->Variables,
                     [&](const auto &X, const auto &Y) {
                       return X.first == Y.first && sameArg(X.second, Y.second);
                     });
}

static RunEnd endOf(const program::WalkResult &Walk) {
  if (!Walk.FoundMain)
    return RunEnd::NoMain;
  if (!Walk.Ended)
    return RunEnd::Returned;
  switch (*Walk.Ended) {
  case program::End::Returned:
    return RunEnd::Returned;
  case program::End::Exited:
    return RunEnd::Exited;
  case program::End::Failed:
    return RunEnd::Failed;
  case program::End::OutOfSteps:
    return RunEnd::OutOfSteps;
  case program::End::Stopped:
    return RunEnd::Stopped;
  }
  llvm_unreachable("an end of a walk without a name");
}

namespace {
class ContextFinder {
public:
  ContextFinder(const ContextRequest &R, FileAnalysis &Out)
      : R(R), Options(R.Options), Out(Out) {
    std::vector<LaunchSite> Sites;
    for (const LaunchAnswer &LA : Out.Launches) {
      Sites.push_back(LA.Site);
      if (LA.Site.Kernel)
        Named[deviceMangledName(*LA.Site.Kernel)] = LA.Site.Kernel;
    }
    Identities = identifyLaunches(Sites, R.Ctx);
  }

  void walk();
  void readFacts(const FactsFile &Facts);

private:
  bool isGiven(const LaunchAnswer &LA) const;
  bool mayAsk(const LaunchAnswer &LA) const;
  program::WalkOptions walkOptions();
  /// Adds the launches that \p Facts, all of one launch expression, describe.
  void add(LaunchAnswer &LA, std::vector<const LaunchFact *> Facts);
  void addGiven(LaunchAnswer &LA, llvm::ArrayRef<const LaunchFact *> Facts);
  const FunctionDecl *kernelOf(const LaunchAnswer &LA, const LaunchFact &F);

  const ContextRequest &R;
  const FileOptions &Options;
  FileAnalysis &Out;
  bool ArgumentsGiven = false;
  std::vector<LaunchIdentity> Identities;      ///< by launch
  llvm::StringMap<const FunctionDecl *> Named; ///< kernels of this file
};
} // namespace

const FunctionDecl *ContextFinder::kernelOf(const LaunchAnswer &LA,
                                            const LaunchFact &F) {
  if (const FunctionDecl *Kernel = Named.lookup(F.Mangled))
    return Kernel;
  return LA.Site.Kernel;
}

void ContextFinder::add(LaunchAnswer &LA,
                        std::vector<const LaunchFact *> Facts) {
  if (isGiven(LA))
    return addGiven(LA, Facts);
  const size_t Most = Options.Program && Options.Program->MaxContexts
                          ? Options.Program->MaxContexts
                          : MostContexts;
  llvm::stable_sort(Facts, [](const LaunchFact *A, const LaunchFact *B) {
    return A->Count > B->Count;
  });
  for (const LaunchFact *F : Facts) {
    const FunctionDecl *Kernel = kernelOf(LA, *F);
    if (!Kernel)
      continue;
    const Provenance From = F->From == LaunchFact::Source::Recorded
                                ? Provenance::Recorded
                            : F->Line ? Provenance::CommandLine
                                      : Provenance::Facts;
    BoundLaunch Bound = bindFact(LA.Site, *Kernel, *F, From, Options.Assume);
    // An empty grid out of data that nobody knows says nothing of the launch.
    if (!Bound.L && !F->ShapeDependsOn.empty())
      continue;
    // Facts may differ in what is not an argument: where pointers point to.
    auto Same = llvm::find_if(LA.Contexts, [&](const LaunchContext &C) {
      return C.Kernel == Kernel && sameLaunch(C.Bound, Bound);
    });
    if (Same != LA.Contexts.end()) {
      Same->Count += F->Count;
      Same->Order = std::min(Same->Order, F->Order);
      Same->InLeftLoop |= F->InLeftLoop;
      continue;
    }
    if (LA.Contexts.size() >= Most) {
      ++LA.MoreContexts;
      continue;
    }
    LaunchContext &C = LA.Contexts.emplace_back();
    C.Kernel = Kernel;
    C.KernelName = F->Kernel.empty() ? LA.Site.KernelName : F->Kernel;
    C.Bound = std::move(Bound);
    C.Count = F->Count;
    C.Order = F->Order;
    C.InLeftLoop = F->InLeftLoop;
    C.Values = F->Values;
    C.ShapeDependsOn = F->ShapeDependsOn;
    C.From = From;
    if (C.Bound.L)
      C.Bound.L->Conditions = Options.Conditions;
  }
}

/// The launch as its function and the user say, as often as the program makes
/// it.
void ContextFinder::addGiven(LaunchAnswer &LA,
                             llvm::ArrayRef<const LaunchFact *> Facts) {
  if (Facts.empty() || !LA.Site.Kernel)
    return;
  LaunchContext &C = LA.Contexts.emplace_back();
  C.Kernel = LA.Site.Kernel;
  C.KernelName = LA.Site.KernelName;
  C.Bound = LA.Bound;
  C.From = Provenance::UserAssumed;
  C.Count = 0;
  C.Order = Facts.front()->Order;
  for (const LaunchFact *F : Facts) {
    C.Count += F->Count;
    C.Order = std::min(C.Order, F->Order);
  }
}

program::WalkOptions ContextFinder::walkOptions() {
  program::WalkOptions Walk;
  Walk.Arguments = Options.Program->Arguments;
  Walk.Gpu = &Out.Gpus.front();
  if (Options.Program->MaxSteps)
    Walk.Limits = program::budgetOf(Options.Program->MaxSteps);
  for (const auto &Entry : Options.Assume)
    Walk.Given[Entry.getKey()] =
        Entry.getValue().IsFloating
            ? Entry.getValue().Floating
            : static_cast<double>(Entry.getValue().Integer);
  for (const auto &Entry : R.Given)
    Walk.Given[Entry.getKey()] = Entry.getValue();
  Walk.Tried = R.Tried;
  Walk.BlocksPerSm = [this](const std::string &Mangled, unsigned Threads,
                            uint64_t SharedBytes) {
    const FunctionDecl *Kernel = Named.lookup(Mangled);
    return Kernel ? R.ResidentBlocks(*Kernel, Threads, SharedBytes) : 1;
  };
  return Walk;
}

/// Whether the file asks for properties of the GPU: a function that returns one
/// of them makes the number of blocks that another launches.
static bool asksForDevice(ASTContext &Ctx) {
  for (const char *Name :
       {"cudaDeviceGetAttribute", "cudaGetDeviceProperties",
        "cudaGetDeviceProperties_v2", "hipDeviceGetAttribute",
        "hipGetDeviceProperties", "hipGetDevicePropertiesR0600"})
    for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(
             DeclarationName(&Ctx.Idents.get(Name))))
      if (D->isReferenced())
        return true;
  return false;
}

static bool isOpen(const LaunchAnswer &LA, const HostBindings &Assume) {
  return LA.Site.Function &&
         (!LA.Bound.L || !openNames(LA.Site, LA.Bound, Assume).empty());
}

/// Whether \p LA is open, and a walk may say more of it than its own function
/// does: another function calls that one, or says something of the GPU.
static bool isOpenToCallers(const LaunchAnswer &LA, ASTContext &Ctx,
                            const HostBindings &Assume) {
  return isOpen(LA, Assume) &&
         (LA.Site.Function->isUsed() || asksForDevice(Ctx));
}

void ContextFinder::walk() {
  const bool AsksOthers =
      Options.Program->OtherFiles &&
      (!Options.Program->OthersIfOpen ||
       llvm::any_of(Out.Launches, [&](const LaunchAnswer &LA) {
         return isOpen(LA, Options.Assume);
       }));
  // What a function says of its launch by itself, its callers do not change.
  if (!AsksOthers && !program::mainOf(R.Ctx) &&
      llvm::none_of(Out.Launches, [&](const LaunchAnswer &LA) {
        return isOpenToCallers(LA, R.Ctx, Options.Assume);
      })) {
    Out.Program.Ended = RunEnd::NoMain;
    return;
  }
  std::string Why;
  std::unique_ptr<program::HostModule> Own;
  std::unique_ptr<program::HostModule> &Host = R.Host ? *R.Host : Own;
  if (!Host &&
      !runGuarded([&] { Host = program::emitHostModule(R.Ctx, R.PP, Why); })) {
    (void)Host.release(); // half made: it must not be touched again
    Why = "gpuperf crashed while compiling it";
    Host = nullptr;
  }
  if (!Host) {
    Out.Program.Notes.push_back(std::move(Why));
    return;
  }
  std::vector<const program::HostModule *> Files = {Host.get()};
  if (AsksOthers)
    llvm::append_range(Files, Options.Program->OtherFiles(*Host));
  for (const auto &Entry : Host->Kernels)
    Named[Entry.getValue().Mangled] = Entry.getValue().Decl;
  const program::WalkOptions Walk = walkOptions();
  std::optional<program::WalkResult> Result;
  if (!runGuarded([&] { Result = program::walkProgram(Files, Walk); }) ||
      !Result) {
    Out.Program.Notes.push_back("gpuperf crashed while walking it");
    return;
  }
  if (!Result->FoundMain && !runGuarded([&] {
        Result->Facts.Launches = program::walkCallers(Files, Walk);
      }))
    Result->Facts.Launches.clear();
  ArgumentsGiven = Result->ArgumentsGiven;
  std::vector<LaunchFact> &Facts = Result->Facts.Launches;
  nameFacts(Facts, Identities);
  std::set<const LaunchFact *> Placed;
  for (size_t I = 0; I < Out.Launches.size(); ++I) {
    LaunchAnswer &LA = Out.Launches[I];
    const LaunchIdentity &Id = Identities[I];
    if (!Result->FoundMain && !isOpenToCallers(LA, R.Ctx, Options.Assume))
      continue;
    std::vector<const LaunchFact *> Here;
    for (const LaunchFact &F : Facts)
      if (Id.Line && F.Line == Id.Line && F.Column == Id.Column &&
          isSameFile(F.File, Id.File) && !LA.Site.ContainsErrors &&
          (Id.Mangled.empty() ? Named.contains(F.Mangled)
                              : F.Mangled == Id.Mangled)) {
        Here.push_back(&F);
        Placed.insert(&F);
      }
    add(LA, std::move(Here));
  }
  std::vector<LaunchFact> Elsewhere;
  for (LaunchFact &F : Facts)
    if (Result->FoundMain && !Placed.count(&F))
      Elsewhere.push_back(std::move(F));
  Out.Program = std::move(Result->Facts);
  Out.Program.Launches = std::move(Elsewhere);
  Out.Program.Ended = endOf(*Result);
  Out.Program.ExitCode = Result->ExitCode;
  Out.Program.Steps = Result->Steps;
  for (const auto &Entry : Result->NotKnown)
    Out.Program.NotKnown.emplace_back(Entry.getKey().str(), Entry.getValue());
  llvm::sort(Out.Program.NotKnown);
}

void ContextFinder::readFacts(const FactsFile &Facts) {
  for (size_t I = 0; I < Out.Launches.size(); ++I) {
    LaunchAnswer &LA = Out.Launches[I];
    if (!mayAsk(LA))
      continue;
    std::vector<const LaunchFact *> Here;
    for (const LaunchFact &F : Facts.Launches)
      switch (matchFact(F, Identities[I])) {
      case FactMatch::Same:
        Here.push_back(&F);
        break;
      case FactMatch::Stale:
        LA.StaleFacts = true;
        break;
      case FactMatch::Other:
        break;
      }
    if (Here.empty())
      continue;
    // Facts that know the kernel only describe all its launches; those that
    // were made in this function are meant, if there are any.
    auto isOfThis = [&](const LaunchFact *F) {
      return isSameFunction(*F, Identities[I]);
    };
    if (llvm::any_of(Here, isOfThis))
      llvm::erase_if(Here, [&](const LaunchFact *F) { return !isOfThis(F); });
    LA.Contexts.clear();
    LA.StaleFacts = false;
    add(LA, std::move(Here));
  }
}

/// Whether the user gives a name in the launch a value, by an option or a
/// comment: then the function around the launch is asked with that value.
bool ContextFinder::isGiven(const LaunchAnswer &LA) const {
  if (!LA.Site.AssumeComments.empty())
    return true;
  auto given = [&](const HostExpr &E) {
    return llvm::any_of(freeNames(E), [&](const std::string &Name) {
      return Options.Assume.count(Name) != 0;
    });
  };
  if (llvm::any_of(LA.Site.Grid, given) || llvm::any_of(LA.Site.Block, given))
    return true;
  return llvm::any_of(LA.Site.Args, [&](const LaunchArg &A) {
    return (A.Value && given(A.Value)) ||
           (A.Value && Options.Assume.count(A.ParamName));
  });
}

/// Whether the facts are asked: where no walk comes, and where it did not know
/// what the program is run with.
bool ContextFinder::mayAsk(const LaunchAnswer &LA) const {
  if (LA.Site.ContainsErrors || isGiven(LA))
    return false;
  return LA.Contexts.empty() || !ArgumentsGiven;
}

void addProgramContexts(const ContextRequest &Request, FileAnalysis &Out) {
  ContextFinder Finder(Request, Out);
  if (Request.Options.Program)
    Finder.walk();
  if (Request.Options.Facts)
    Finder.readFacts(*Request.Options.Facts);
}

} // namespace gpuperf
