//===- FileLaunches.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/FileLaunches.h"
#include "plugin/analyze/CompileKernels.h"
#include "plugin/analyze/ProgramContexts.h"
#include "plugin/ast/KernelNames.h"
#include "plugin/launch/BindFact.h"
#include "plugin/launch/OpenNames.h"
#include "plugin/program/ir/HostIr.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace clang;
using namespace gpuperf;

/// So many open names of one launch are tried.
static constexpr size_t MostNames = 4;

static uint64_t axisOf(const Dim3 &D, unsigned Axis) {
  return Axis == 0 ? D.X : Axis == 1 ? D.Y : D.Z;
}

static double numberOf(const ArgValue &V) {
  return V.K == ArgValue::Kind::Integer ? static_cast<double>(V.Integer)
                                        : V.Floating;
}

/// Whether two values of one parameter are the same; a question may have an
/// integer where the kernel takes a float.
static bool sameValue(const ArgValue &A, const ArgValue &B) {
  if (A.K == ArgValue::Kind::Unknown || B.K == ArgValue::Kind::Unknown)
    return true;
  return std::fabs(numberOf(A) - numberOf(B)) <=
         1e-6 * std::max(1.0, std::fabs(numberOf(A)));
}

/// Arguments of \p Asked that \p L has another value for.
static unsigned differingArgs(const AskedLaunch &Asked, const Launch &L) {
  unsigned Differ = 0;
  for (unsigned I = 0; I < Asked.Kernel->getNumParams() && I < L.Args.size();
       ++I)
    for (const auto &[Name, Value] : Asked.Args)
      if (Asked.Kernel->getParamDecl(I)->getName() == Name)
        Differ += !sameValue(Value, L.Args[I]);
  return Differ;
}

/// In how much \p L differs from what is asked; 0: in nothing.
static unsigned difference(const AskedLaunch &Asked, const Launch &L) {
  auto Axes = [](const Dim3 &A, const Dim3 &B) {
    return unsigned(A.X != B.X) + (A.Y != B.Y) + (A.Z != B.Z);
  };
  return differingArgs(Asked, L) + Axes(Asked.Grid, L.Grid) +
         Axes(Asked.Block, L.Block);
}

/// The least difference of a launch among \p Program from \p Asked.
template <class Launches>
static unsigned leastDifference(const AskedLaunch &Asked,
                                const Launches &Program) {
  const std::string Mangled = deviceMangledName(*Asked.Kernel);
  std::optional<unsigned> Least;
  for (const auto &M : Program)
    if (M.Mangled == Mangled)
      Least = std::min(Least.value_or(~0u), difference(Asked, M.L));
  // More than any launch of the kernel differs.
  return Least.value_or(static_cast<unsigned>(Asked.Args.size()) + 7);
}

FileLaunches::FileLaunches(ASTContext &Ctx, Preprocessor &PP,
                           const FileOptions &Options, const KernelTable &Code,
                           llvm::ArrayRef<AskedLaunch> Asked)
    : Ctx(Ctx), PP(PP), Options(Options), Code(Code), Asked(Asked.vec()),
      Sites(readLaunchSites(Ctx)) {
  if ((!Options.Program && !Options.Facts) || Options.Gpus.empty())
    return;
  Program = walk({});
  searchArguments();
}

FileLaunches::~FileLaunches() = default;

/// What the program does with the values \p Given to its open names.
FileLaunches::Run FileLaunches::walk(const llvm::StringMap<double> &Given) {
  FileAnalysis File;
  File.Gpus = Options.Gpus;
  for (const LaunchSite &Site : Sites) {
    LaunchAnswer &LA = File.Launches.emplace_back();
    LA.Bound = bindLaunch(Site, Options.Assume);
    LA.Site = Site;
  }
  auto Resident = [this](const FunctionDecl &Kernel, unsigned Threads,
                         uint64_t SharedBytes) {
    return residentBlocks(&Code, deviceMangledName(Kernel), Threads,
                          SharedBytes, Options.Gpus.front());
  };
  // Where one size is found, the others stay what they were: with defaults of
  // their own, arrays could become larger than any GPU's memory.
  llvm::StringMap<double> Tried;
  for (const auto &[Name, Value] : Program.Open)
    Tried[Name] = Value;
  addProgramContexts({Ctx, PP, Options, Resident, Given, Tried, &Host}, File);
  Run Out;
  auto Add = [&](std::string Mangled, Launch L,
                 llvm::ArrayRef<FactValue> Values,
                 llvm::ArrayRef<std::string> InShape) {
    bool ShowsAll = true;
    for (const FactValue &V : Values) {
      ShowsAll &= llvm::is_contained(InShape, V.Name);
      if (V.From == "assumed")
        Out.Open[V.Name] = V.Value;
    }
    Out.InShapes.insert(InShape.begin(), InShape.end());
    Out.Launches.push_back({std::move(Mangled), std::move(L), ShowsAll});
  };
  for (const LaunchAnswer &LA : File.Launches)
    for (const LaunchContext &C : LA.Contexts)
      if (C.Bound.L)
        Add(deviceMangledName(*C.Kernel), *C.Bound.L, C.Values,
            C.ShapeDependsOn);
  // A file that only defines kernels is launched from others.
  llvm::StringMap<const FunctionDecl *> Defined;
  for (const AskedLaunch &A : Asked)
    Defined[deviceMangledName(*A.Kernel)] = A.Kernel;
  for (const LaunchFact &F : File.Program.Launches)
    if (const FunctionDecl *Kernel = Defined.lookup(F.Mangled)) {
      BoundLaunch Bound = bindFact(LaunchSite(), *Kernel, F,
                                   Provenance::CommandLine, Options.Assume);
      if (Bound.L)
        Add(F.Mangled, std::move(*Bound.L), F.Values, F.ShapeDependsOn);
    }
  Out.Steps = File.Program.Steps;
  for (const AskedLaunch &A : Asked)
    Out.Difference += leastDifference(A, Out.Launches);
  return Out;
}

/// By what factors numbers of \p L would have to grow to be those of \p Asked,
/// each with its roots, as a size may be the number of points of a square or a
/// cube.
static void addFactors(const AskedLaunch &Asked, const Launch &L,
                       std::map<double, unsigned> &Out) {
  auto Add = [&](double Wanted, double Is) {
    if (!(Wanted > 0) || !(Is > 0) || Wanted == Is)
      return;
    for (double Root : {1.0, 2.0, 3.0})
      ++Out[std::pow(Wanted / Is, 1 / Root)];
  };
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    Add(static_cast<double>(axisOf(Asked.Grid, Axis)),
        static_cast<double>(axisOf(L.Grid, Axis)));
  for (unsigned I = 0; I < Asked.Kernel->getNumParams() && I < L.Args.size();
       ++I)
    for (const auto &[Name, Value] : Asked.Args)
      if (Asked.Kernel->getParamDecl(I)->getName() == Name &&
          L.Args[I].K != ArgValue::Kind::Unknown)
        Add(numberOf(Value), numberOf(L.Args[I]));
}

/// Tries values for the program's open arguments one by one: those by which the
/// numbers of its launches differ from what is asked.
void FileLaunches::searchArguments() {
  constexpr unsigned MostWalks = 12, MostFactors = 3;
  if (!Options.Program || Options.Program->Arguments)
    return;
  // All of them together may take as long as one long walk.
  const uint64_t MostSteps = Options.Program->MaxSteps;
  Options.Program->MaxSteps = std::max<uint64_t>(MostSteps / 4, 1);
  uint64_t Steps = 0;
  llvm::StringMap<double> Given;
  std::map<double, unsigned> Factors;
  for (const AskedLaunch &A : Asked)
    for (const Made &M : Program.Launches)
      if (M.Mangled == deviceMangledName(*A.Kernel))
        addFactors(A, M.L, Factors);
  std::vector<std::pair<unsigned, double>> Often;
  for (const auto &[Factor, Times] : Factors)
    Often.push_back({Times, Factor});
  llvm::stable_sort(
      Often, [](const auto &A, const auto &B) { return A.first > B.first; });
  unsigned Walks = 0;
  auto Improve = [&](llvm::ArrayRef<std::string> Names) {
    unsigned Tried = 0;
    const std::map<std::string, double> Open = Program.Open;
    for (const auto &[Times, Factor] : Often) {
      if (!Program.Difference || Walks == MostWalks || Tried == MostFactors ||
          (MostSteps && Steps > MostSteps))
        return;
      llvm::StringMap<double> With = Given;
      for (const std::string &Name : Names)
        if (auto It = Open.find(Name); It != Open.end())
          With[Name] = It->second * Factor;
      const bool Sizes = llvm::all_of(With, [](const auto &Entry) {
        const double V = Entry.getValue();
        return V >= 1 && V <= 1e12 && V == std::round(V);
      });
      if (!Sizes || With.size() == Given.size())
        continue;
      ++Walks, ++Tried;
      Run Other = walk(With);
      Steps += Other.Steps;
      if (Other.Difference >= Program.Difference)
        continue;
      Program = std::move(Other);
      Given = std::move(With);
      return;
    }
  };
  std::vector<std::string> Names;
  for (const auto &Entry : Program.Open)
    Names.push_back(Entry.first);
  for (const std::string &Name : Names)
    Improve(Name);
  // Programs of square problems leave where their sizes differ. A number that
  // no grid shows stays open.
  llvm::erase_if(Names, [this](const std::string &Name) {
    return !Program.InShapes.count(Name);
  });
  Improve(Names);
}

static void setProvenance(ArgValue &A, Provenance From) {
  A.From = From;
  for (auto &Field : A.Fields)
    Field.second.From = From;
}

/// The program's launch \p L is the one that is asked about: what stood for
/// its open values was right. What the walk could not compute stays a default.
static void confirm(Launch &L, const FunctionDecl &Kernel) {
  auto IsDefault = [&](llvm::StringRef Name) {
    return llvm::any_of(L.Why.named(), [&](const Assumption &A) {
      return A.Kind == AssumptionKind::LaunchArgumentAssumed && A.Name == Name;
    });
  };
  for (unsigned I = 0; I < Kernel.getNumParams() && I < L.Args.size(); ++I)
    if (!IsDefault(Kernel.getParamDecl(I)->getName()))
      setProvenance(L.Args[I], Provenance::CommandLine);
  for (auto &Variable : L.Variables)
    setProvenance(Variable.second, Provenance::CommandLine);
}

/// The largest value of \p Name with which the launch has \p Wanted blocks
/// along \p Axis, as sizes are most often a multiple of the block's; nothing
/// where the grid does not grow with it.
static std::optional<int64_t> valueForGrid(const LaunchSite &Site,
                                           const HostBindings &Known,
                                           llvm::StringRef Name, unsigned Axis,
                                           uint64_t Wanted) {
  auto BlocksAt = [&](int64_t Value) -> std::optional<uint64_t> {
    HostBindings With = Known;
    With[Name].Integer = Value;
    BoundLaunch Bound = bindLaunch(Site, With);
    if (!Bound.L)
      return std::nullopt;
    return axisOf(Bound.L->Grid, Axis);
  };
  constexpr int64_t Largest = int64_t(1) << 31;
  int64_t Low = 0, High = 1;
  for (;; High *= 2) {
    auto Blocks = BlocksAt(High);
    if (!Blocks || High > Largest)
      return std::nullopt;
    if (*Blocks > Wanted)
      break;
    Low = High;
  }
  while (Low + 1 < High) {
    const int64_t Middle = Low + (High - Low) / 2;
    auto Blocks = BlocksAt(Middle);
    if (!Blocks)
      return std::nullopt;
    (*Blocks > Wanted ? High : Low) = Middle;
  }
  if (!Low || BlocksAt(Low) != Wanted)
    return std::nullopt;
  return Low;
}

/// The launch of \p Site with the sizes that give the grid which is asked for.
std::optional<Launch> FileLaunches::solve(const LaunchSite &Site,
                                          const AskedLaunch &Asked) const {
  HostBindings Known;
  for (const auto &[Name, Value] : Asked.Args) {
    auto &Given = Known[Name];
    Given.IsFloating = Value.K == ArgValue::Kind::Floating;
    Given.Floating = Value.Floating;
    Given.Integer = Value.Integer;
  }
  BoundLaunch Bound = bindLaunch(Site, Known);
  if (!Bound.L)
    return std::nullopt;
  std::vector<std::string> Names = openNames(Site, Bound, Known);
  Names.resize(std::min(Names.size(), MostNames));
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    for (const std::string &Name : Names) {
      const uint64_t Wanted = axisOf(Asked.Grid, Axis);
      if (axisOf(Bound.L->Grid, Axis) == Wanted)
        break;
      if (Known.count(Name))
        continue;
      auto Value = valueForGrid(Site, Known, Name, Axis, Wanted);
      if (!Value)
        continue;
      Known[Name].Integer = *Value;
      BoundLaunch With = bindLaunch(Site, Known);
      if (With.L)
        Bound = std::move(With);
    }
  return Bound.L;
}

std::optional<Launch> FileLaunches::complete(const AskedLaunch &Asked) const {
  const std::string Mangled = deviceMangledName(*Asked.Kernel);
  std::vector<Launch> Found;
  for (const Made &M : Program.Launches)
    if (M.Mangled == Mangled) {
      Found.push_back(M.L);
      if (M.ShapeShowsAll && difference(Asked, M.L) == 0)
        confirm(Found.back(), *Asked.Kernel);
    }
  for (const LaunchSite &Site : Sites)
    if (Site.Kernel && !Site.ContainsErrors &&
        deviceMangledName(*Site.Kernel) == Mangled)
      if (auto L = solve(Site, Asked))
        Found.push_back(std::move(*L));
  if (Found.empty())
    return std::nullopt;
  // The first one wins among equals: the program knows more than the function.
  Launch Best =
      *llvm::min_element(Found, [&](const Launch &A, const Launch &B) {
        return difference(Asked, A) < difference(Asked, B);
      });
  // Another launch has arrays of other sizes, too.
  if (difference(Asked, Best) > 0) {
    for (ArgValue &A : Best.Args)
      setProvenance(A, Provenance::Unknown);
    for (auto &Variable : Best.Variables)
      setProvenance(Variable.second, Provenance::Unknown);
    Best.PointerBytes.clear();
  }
  return Best;
}
