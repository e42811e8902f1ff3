//===- LightLaunches.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/weight/LightLaunches.h"
#include "analysis/advice/Plausible.h"
#include "plugin/findings/weight/HeaviestContext.h"
#include "plugin/findings/weight/WorthAdvice.h"
#include "plugin/launch/BindLaunch.h"
#include "plugin/launch/OpenNames.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace gpuperf;
using namespace clang;

namespace {
/// What launches take in all on a GPU, as far as the program says.
struct TimeInAll {
  double LeastUs = 0, MostUs = 0; ///< at the ends of the bands
  uint64_t Count = 0;
  bool IsComplete = true; ///< no launch is left out
  bool MayGoOn = false;   ///< the walk left a loop that makes them
};
} // namespace

/// \p HasMain: a walk counts the launches of one run, and not of one call of
/// each function.
static TimeInAll timeInAll(const LaunchAnswer &A, size_t Gpu, bool HasMain) {
  TimeInAll Out;
  Out.IsComplete = A.MoreContexts == 0 && !A.Contexts.empty();
  for (const LaunchContext &C : A.Contexts) {
    Out.MayGoOn |= C.InLeftLoop;
    if (!isKnown(C, A.Site) ||
        (C.From == Provenance::CommandLine && !HasMain)) {
      Out.IsComplete = false;
      continue;
    }
    const Estimate &TimeUs = C.PerGpu[Gpu].P->TimeUs;
    const auto Times = static_cast<double>(C.Count);
    Out.Count += C.Count;
    // What is found in a kernel whose paths are guesses is a share of what they
    // usually take, and that is what weighs; against others it counts nothing.
    constexpr double MostOverUsual = 4;
    if (isMostlyGuess(C.PerGpu[Gpu])) {
      Out.MostUs += Times * std::min(TimeUs.Hi, MostOverUsual * TimeUs.Value);
      continue;
    }
    Out.LeastUs += Times * TimeUs.Lo;
    Out.MostUs += Times * TimeUs.Hi;
  }
  return Out;
}

void gpuperf::markLightLaunches(FileAnalysis &File) {
  const bool GivenUp = File.Program.Ended == RunEnd::OutOfSteps ||
                       File.Program.Ended == RunEnd::Stopped;
  const bool HasMain = File.Program.Ended != RunEnd::NotWalked &&
                       File.Program.Ended != RunEnd::NoMain;
  // What is advised is about the kernel, wherever it is launched.
  llvm::MapVector<const FunctionDecl *, bool> IsLight;
  for (const LaunchAnswer &A : File.Launches)
    IsLight[A.Site.Kernel] = A.Site.Kernel && !File.Gpus.empty();
  for (size_t Gpu = 0; Gpu < File.Gpus.size(); ++Gpu) {
    llvm::MapVector<const FunctionDecl *, TimeInAll> Times;
    for (const LaunchAnswer &A : File.Launches) {
      const TimeInAll Here = timeInAll(A, Gpu, HasMain);
      TimeInAll &Sum = Times[A.Site.Kernel];
      Sum.LeastUs += Here.LeastUs;
      Sum.MostUs += Here.MostUs;
      Sum.Count += Here.Count;
      Sum.IsComplete &= Here.IsComplete;
      Sum.MayGoOn |= Here.MayGoOn;
    }
    for (const auto &[Kernel, T] : Times) {
      // The walk leaves a loop that data end after a few iterations; steps of
      // time and of solvers that converge are a hundred and more.
      constexpr double UsualOverWalked = 12;
      double OthersUs = 0;
      for (const auto &[Of, Other] : Times)
        if (Of != Kernel && (Other.Count >= T.Count || !(GivenUp || T.MayGoOn)))
          OthersUs += Other.LeastUs *
                      (Other.MayGoOn && !T.MayGoOn ? UsualOverWalked : 1);
      IsLight[Kernel] &= T.IsComplete && T.MostUs < LightShare * OthersUs;
    }
  }
  for (LaunchAnswer &A : File.Launches)
    A.IsLight = IsLight[A.Site.Kernel];
}

namespace {
/// What stands around a call in the body of its function.
struct Around {
  std::vector<const Stmt *> Loops;
  /// Statements that are executed or not, each with the arm that it is of.
  std::vector<std::pair<const Stmt *, const Stmt *>> Arms;
  bool IsKnown = false; ///< the call was found, and nothing else is around it
};
} // namespace

/// Whether \p Part of \p S is executed or not, as something decides.
static bool isArm(const Stmt &S, const Stmt *Part) {
  if (const auto *If = dyn_cast<IfStmt>(&S))
    return Part == If->getThen() || Part == If->getElse();
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(&S))
    return Part == C->getTrueExpr() || Part == C->getFalseExpr();
  const auto *B = dyn_cast<BinaryOperator>(&S);
  return B && B->isLogicalOp() && Part == B->getRHS();
}

/// Whether \p Call is in \p S; what stands around it there goes to \p Out.
static bool findAround(const Stmt &S, const CallExpr &Call, Around &Out) {
  if (&S == &Call)
    return Out.IsKnown = true;
  for (const Stmt *Part : S.children()) {
    if (!Part || !findAround(*Part, Call, Out))
      continue;
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(&S))
      Out.Loops.push_back(&S);
    else if (isArm(S, Part))
      Out.Arms.push_back({&S, Part});
    // A case falls through to the next, a handler and a lambda run at another
    // time or never.
    Out.IsKnown &= !isa<SwitchStmt, CXXCatchStmt, LambdaExpr>(&S);
    return true;
  }
  return false;
}

/// Whether \p S, or an iteration of a loop in it, may be left between the
/// places
/// \p From and \p To.
static bool isLeftBetween(const Stmt &S, SourceLocation From, SourceLocation To,
                          const SourceManager &SM) {
  if (isa<LambdaExpr>(S))
    return false;
  if (isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt,
          CXXThrowExpr>(S) &&
      SM.isBeforeInTranslationUnit(From, S.getBeginLoc()) &&
      SM.isBeforeInTranslationUnit(S.getBeginLoc(), To))
    return true;
  return llvm::any_of(S.children(), [&](const Stmt *Part) {
    return Part && isLeftBetween(*Part, From, To, SM);
  });
}

/// Whether \p Other is made whenever \p Of is, by what is around each of them
/// in the body of their function.
static bool isMadeWith(const Around &Of, const Around &Other) {
  return Of.IsKnown && Other.IsKnown &&
         llvm::all_of(Of.Loops,
                      [&](const Stmt *L) {
                        return llvm::is_contained(Other.Loops, L);
                      }) &&
         llvm::all_of(Other.Arms, [&](const auto &Arm) {
           return llvm::is_contained(Of.Arms, Arm);
         });
}

/// How often a loop of unknown length makes its launches, at least: hosts loop
/// over steps of time, layers or frames.
static constexpr double LeastTrip = 32;

/// How often \p Other is made, at least, each time that \p Of is.
static double timesMadeWith(const Around &Of, const Around &Other) {
  return std::pow(LeastTrip,
                  static_cast<double>(Other.Loops.size() - Of.Loops.size()));
}

namespace {
struct LaunchTime {
  double Us = 0;
  uint64_t Threads = 0;
  bool IsEmpty = false; ///< it takes hardly longer than an empty launch
};
} // namespace

/// The launch with these values for its names; nothing where no program makes
/// it so.
static std::optional<LaunchTime> timeWith(const LaunchAnswer &A, size_t Gpu,
                                          const FileAnalysis &File,
                                          const HostBindings &Tried) {
  const GpuAnswer &On = A.PerGpu[Gpu];
  if (!On.P || !On.Kernel)
    return std::nullopt;
  HostBindings Values = Tried;
  for (const auto &Entry : A.Said)
    Values[Entry.getKey()] = Entry.getValue();
  BoundLaunch Bound = bindLaunch(A.Site, Values);
  if (!Bound.L || !(Bound.L->Block == A.Bound.L->Block) ||
      isGridGuessed(A.Site, Bound))
    return std::nullopt;
  Bound.L->Conditions = A.Bound.L->Conditions;
  Bound.L->PointerBytes = A.Bound.FixedBytes;
  PredictOptions Options;
  Options.Model = On.P->Model;
  Options.Memo = File.Predict.Memo;
  auto P = predictLaunch(*On.Kernel, *Bound.L, File.Gpus[Gpu], Options);
  if (!P) {
    llvm::consumeError(P.takeError());
    return std::nullopt;
  }
  if (!isPlausible(*On.Kernel, *P, File.Gpus[Gpu]))
    return std::nullopt;
  return LaunchTime{P->TimeUs.Value,
                    Bound.L->Grid.count() * Bound.L->Block.count(),
                    isMostlyLaunching(*P)};
}

/// Values for \p Names: all alike, small and large, and each of them small in
/// turn, as what one launch does more often than another may be as little as
/// three dimensions.
static std::vector<HostBindings> valuesToTry(llvm::ArrayRef<std::string> Names,
                                             const HostBindings &Assume) {
  constexpr int64_t Alike[] = {256, 2048, 16384, 1 << 17, 1 << 20, 1 << 24};
  constexpr int64_t Few = 4;
  std::vector<HostBindings> Out;
  for (int64_t Size : Alike) {
    HostBindings All = Assume;
    for (const std::string &Name : Names)
      All[Name].Integer = usualSize(Name).value_or(Size);
    Out.push_back(All);
    for (const std::string &Name : Names) {
      if (Names.size() == 1 || usualSize(Name))
        continue;
      Out.push_back(All);
      Out.back()[Name].Integer = Few;
    }
  }
  return Out;
}

bool gpuperf::isLightAtAnySize(const LaunchAnswer &Of, const FileAnalysis &File,
                               const HostBindings &Assume, uint64_t Threads) {
  constexpr size_t MostNames = 4;
  const std::vector<std::string> Open = openNames(Of.Site, Of.Bound, Assume);
  const Stmt *Body =
      Of.Site.Function && Of.Site.Call ? Of.Site.Function->getBody() : nullptr;
  if (Open.empty() || !Body || !Of.Bound.L)
    return false;
  const SourceManager &SM =
      Of.Site.Function->getASTContext().getSourceManager();
  Around Here;
  findAround(*Body, *Of.Site.Call, Here);
  std::vector<std::pair<const LaunchAnswer *, double>> Others;
  std::vector<std::string> Names = Open;
  for (const LaunchAnswer &A : File.Launches) {
    if (&A == &Of || A.Site.Function != Of.Site.Function || !A.Site.Call ||
        !A.Bound.L || !A.Bound.BlockKnown ||
        llvm::any_of(A.PerGpu, [](const GpuAnswer &On) {
          return !On.P || !On.Kernel || isMostlyGuess(On);
        }))
      continue;
    Around There;
    findAround(*Body, *A.Site.Call, There);
    if (!isMadeWith(Here, There) ||
        isLeftBetween(*Body, Of.Site.Call->getBeginLoc(),
                      A.Site.Call->getBeginLoc(), SM))
      continue;
    Others.push_back({&A, timesMadeWith(Here, There)});
    for (std::string &Name : openNames(A.Site, A.Bound, Assume))
      if (!llvm::is_contained(Names, Name))
        Names.push_back(std::move(Name));
  }
  if (Others.empty() || Names.size() > MostNames)
    return false;
  const bool Grows = llvm::any_of(Of.Site.Grid, [&](const HostExpr &E) {
    return llvm::any_of(freeNames(E), [&](const std::string &Name) {
      return llvm::is_contained(Open, Name);
    });
  });
  for (size_t Gpu = 0; Gpu < File.Gpus.size(); ++Gpu) {
    unsigned Compared = 0;
    for (const HostBindings &Values : valuesToTry(Names, Assume)) {
      const auto Light = timeWith(Of, Gpu, File, Values);
      if (!Light || Light->IsEmpty || (Grows && Light->Threads < Threads))
        continue;
      double OthersUs = 0;
      bool Fits = true;
      for (const auto &[A, Times] : Others) {
        const auto P = timeWith(*A, Gpu, File, Values);
        // What the function cannot do as a whole it never does.
        Fits = P.has_value();
        if (!Fits)
          break;
        OthersUs += Times * P->Us;
      }
      if (!Fits)
        continue;
      if (Light->Us >= LightShare * OthersUs)
        return false;
      ++Compared;
    }
    constexpr unsigned Enough = 2;
    if (Compared < Enough)
      return false;
  }
  return !File.Gpus.empty();
}

bool gpuperf::isLightBesideLoops(double SavedUs, const LaunchAnswer &Of,
                                 size_t Gpu, const FileAnalysis &File) {
  const Stmt *Body =
      Of.Site.Function && Of.Site.Call ? Of.Site.Function->getBody() : nullptr;
  if (!Body)
    return false;
  const SourceManager &SM =
      Of.Site.Function->getASTContext().getSourceManager();
  Around Here;
  findAround(*Body, *Of.Site.Call, Here);
  double OthersUs = 0;
  for (const LaunchAnswer &A : File.Launches) {
    if (A.Site.Function != Of.Site.Function || !A.Site.Call ||
        Gpu >= A.PerGpu.size() || !A.PerGpu[Gpu].P ||
        isMostlyGuess(A.PerGpu[Gpu]))
      continue;
    Around There;
    findAround(*Body, *A.Site.Call, There);
    if (isMadeWith(Here, There) && There.Loops.size() > Here.Loops.size() &&
        !isLeftBetween(*Body, Of.Site.Call->getBeginLoc(),
                       A.Site.Call->getBeginLoc(), SM))
      OthersUs += timesMadeWith(Here, There) * A.PerGpu[Gpu].P->TimeUs.Value;
  }
  return SavedUs < LightShare * OthersUs;
}
