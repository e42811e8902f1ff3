//===- BindLaunch.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/BindLaunch.h"
#include "analysis/report/AssumptionText.h"
#include "gpumodel/Occupancy.h"
#include "plugin/host/Assume.h"
#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;

namespace {
constexpr const char *AxisNames[] = {"x", "y", "z"};
/// SMs of the GPU that stands for sm_90, h100-sxm.
constexpr int64_t DefaultMultiProcessors = 132;
constexpr int64_t DefaultScalar = 1024;
/// Blocks along an axis that cannot be read, by the grid's dimensions.
constexpr int64_t DefaultBlocks[] = {4096, 256, 64};
/// No CUDA device takes more blocks along x, y, z.
constexpr uint64_t MaxBlocks[] = {0x7fffffff, 65535, 65535};

std::string show(const HostValue &V) { return print(hostConstant(V)); }

AssumedValue assumedValue(const HostValue &V) {
  if (V.IsFloating)
    return V.Floating;
  return V.Integer;
}

HostValue integer(int64_t I) {
  HostValue V;
  V.Integer = I;
  return V;
}

bool isConstantOne(const HostExpr &E) {
  auto V = constantValue(E);
  return V && !V->IsFloating && V->Integer == 1;
}

class Binder {
public:
  Binder(const LaunchSite &Site, const HostBindings &User) : Site(Site) {
    for (const std::string &Text : Site.AssumeComments) {
      auto Parsed = parseAssume(Text);
      if (!Parsed) {
        Result.CommentErrors.push_back(
            "'" + Text + "': " + llvm::toString(Parsed.takeError()));
        continue;
      }
      for (const auto &Entry : *Parsed)
        Said[Entry.getKey()] = Entry.getValue();
    }
    for (const auto &Entry : User)
      Said[Entry.getKey()] = Entry.getValue();
    Bindings = Said;
  }

  BoundLaunch run() {
    unifyParameters();
    Launch L;
    if (!bindBlock(L) || !bindShared(L) || !bindGrid(L))
      return std::move(Result);
    bindCluster(L);
    bindArguments(L);
    addGivenVariables(Said, L);
    for (const std::string &Name : Site.InHostMemory)
      Assumed.push_back({AssumptionKind::HostMemory, Name});
    tellProvenance();
    L.Why = AssumptionSet(std::move(Assumed));
    Result.L = std::move(L);
    return std::move(Result);
  }

private:
  const LaunchSite &Site;
  HostBindings Said;     ///< by comments and the user
  HostBindings Bindings; ///< and by defaults
  llvm::StringSet<> Defaulted;
  std::vector<Assumption> Assumed; ///< of the launch, in the order made
  bool BlocksAssumed[3] = {};      ///< of the grid, by axis
  BoundLaunch Result;

  static bool known(const std::array<HostExpr, 3> &D) {
    return llvm::all_of(D, [](const HostExpr &E) { return isConstant(E); });
  }

  /// "n" may be what the kernel calls what the host calls "count": the value
  /// then holds for "count" everywhere in the launch.
  void unifyParameters() {
    for (const LaunchArg &A : Site.Args) {
      auto It = Said.find(A.ParamName);
      const HostExprNode *U = asUnknown(A.Value);
      if (It != Said.end() && U && !Said.count(U->Name))
        Bindings.try_emplace(U->Name, It->second);
    }
  }

  /// Once all is bound. What the source says may be written at the launch or
  /// come from the function around it: a HostExpr does not tell the two apart.
  Provenance provenanceOf(const HostExpr &E) const {
    if (!E || usesDefault(E))
      return Provenance::Unknown;
    return isConstant(E) ? Provenance::Function : Provenance::UserAssumed;
  }

  void tellProvenance() {
    for (unsigned I = 0; I < 3; ++I) {
      Result.GridFrom[I] =
          BlocksAssumed[I] ? Provenance::Unknown : provenanceOf(Site.Grid[I]);
      Result.BlockFrom[I] = provenanceOf(Site.Block[I]);
    }
    Result.SharedFrom = provenanceOf(Site.DynamicSharedBytes);
    Result.BlockKnown = llvm::all_of(Result.BlockFrom, isFromSource) &&
                        isFromSource(Result.SharedFrom);
    Result.GridKnown = llvm::all_of(Result.GridFrom, isFromSource);
  }

  bool refuse(std::string Why) {
    Result.WhyNot = std::move(Why);
    return false;
  }

  static std::string quoted(const std::vector<std::string> &Names) {
    std::string Text;
    for (const std::string &N : Names)
      Text += llvm::formatv("{0}'{1}'", Text.empty() ? "" : ", ", N);
    return Text;
  }

  std::vector<std::string> unbound(const HostExpr &E) const {
    std::vector<std::string> Names;
    for (std::string &N : freeNames(E))
      if (!Bindings.count(N))
        Names.push_back(std::move(N));
    return Names;
  }

  bool bindBlock(Launch &L) {
    uint64_t *Into[] = {&L.Block.X, &L.Block.Y, &L.Block.Z};
    for (unsigned I = 0; I < 3; ++I) {
      const HostExpr &E = Site.Block[I];
      if (!E)
        return refuse(llvm::formatv("the block's {0} cannot be read from the "
                                    "source",
                                    AxisNames[I]));
      auto V = evaluate(E, Bindings);
      if (!V && giveDeviceFacts(E))
        V = evaluate(E, Bindings);
      if (!V)
        V = cappedBlock(E);
      if (!V) {
        std::vector<std::string> Names = unbound(E);
        if (Names.empty())
          return refuse(llvm::formatv("the block's {0}, {1}, has no value",
                                      AxisNames[I], print(E)));
        return refuse(llvm::formatv("the block's {0} depends on {1}, whose "
                                    "value is not known here",
                                    AxisNames[I], quoted(Names)));
      }
      // A block of zero threads is a launch that fails, and is judged as one.
      if (!V->IsFloating && V->Integer == 0)
        *Into[I] = 0;
      else if (!positive(*V, *Into[I]))
        return refuse(
            llvm::formatv("the block's {0} is {1}", AxisNames[I], show(*V)));
    }
    return true;
  }

  /// What a block is that a size makes smaller, but never larger than some
  /// number, such as min(n, 256): that number, with a large size. Several
  /// sizes, as in min(w * h, 256), are so large together.
  std::optional<HostValue> cappedBlock(const HostExpr &E) {
    auto With = [&](int64_t Size) {
      std::vector<std::string> Given;
      for (const std::string &Name : unbound(E)) {
        Bindings[Name] = integer(Size);
        Given.push_back(Name);
      }
      auto V = evaluate(E, Bindings);
      withdraw(Given);
      return V;
    };
    const bool IsOne = unbound(E).size() < 2;
    const int64_t Large = IsOne ? 1048576 : 1024,
                  Larger = (IsOne ? 16 : 4) * Large;
    const auto Few = With(1), Many = With(Large), More = With(Larger);
    uint64_t Least = 0, Most = 0;
    if (!Few || !Many || !More || !positive(*Few, Least) ||
        !positive(*Many, Most) || More->IsFloating ||
        More->Integer != Many->Integer || Least >= Most)
      return std::nullopt;
    std::vector<std::string> Given;
    for (const std::string &Name : unbound(E)) {
      Bindings[Name] = integer(Large);
      Defaulted.insert(Name);
      Given.push_back(Name);
    }
    note(Given);
    return Many;
  }

  static bool positive(const HostValue &V, uint64_t &Out) {
    if (V.IsFloating || V.Integer <= 0)
      return false;
    Out = static_cast<uint64_t>(V.Integer);
    return true;
  }

  /// What every CUDA device since compute capability 2.0 says of itself alike,
  /// by the name of cudaDeviceProp's field.
  static std::optional<int64_t> deviceFact(llvm::StringRef Name) {
    llvm::StringRef Field = Name.substr(Name.rfind('.') + 1);
    if (Field == "warpSize")
      return 32;
    if (Field == "maxThreadsPerBlock" && Field != Name)
      return 1024;
    if (Field == "maxThreadsDim[0]" || Field == "maxThreadsDim[1]")
      return 1024;
    if (Field == "maxThreadsDim[2]")
      return 64;
    return std::nullopt;
  }

  bool giveDeviceFacts(const HostExpr &E) {
    std::vector<std::string> Given;
    for (const std::string &Name : unbound(E))
      if (auto Value = deviceFact(Name))
        give(Name, *Value, Given);
    note(Given);
    return !Given.empty();
  }

  int64_t defaultFor(llvm::StringRef Name, int64_t Otherwise) const {
    if (Name.ends_with("multiProcessorCount"))
      return DefaultMultiProcessors;
    return usualSize(Name).value_or(Otherwise);
  }

  /// Gives the free names of \p E a default each; those given are noted.
  void assume(const HostExpr &E, int64_t Default,
              std::vector<std::string> &Given) {
    for (const std::string &Name : unbound(E))
      give(Name, Default, Given);
  }

  void give(const std::string &Name, int64_t Default,
            std::vector<std::string> &Given) {
    Bindings[Name] = integer(defaultFor(Name, Default));
    Defaulted.insert(Name);
    Given.push_back(Name);
  }

  void note(const std::vector<std::string> &Given) {
    for (const std::string &Name : Given)
      Assumed.push_back({AssumptionKind::HostValueAssumed, Name,
                         assumedValue(Bindings[Name])});
  }

  void withdraw(const std::vector<std::string> &Given) {
    for (const std::string &Name : Given) {
      Bindings.erase(Name);
      Defaulted.erase(Name);
    }
  }

  /// Evaluates \p E with defaults for what is open: the first of \p Defaults
  /// that the source's types can hold.
  std::optional<HostValue> valueOrDefault(const HostExpr &E,
                                          llvm::ArrayRef<int64_t> Defaults) {
    if (!E)
      return std::nullopt;
    if (auto V = evaluate(E, Bindings))
      return V;
    for (int64_t D : Defaults) {
      std::vector<std::string> Given;
      assume(E, D, Given);
      if (auto V = evaluate(E, Bindings)) {
        note(Given);
        return V;
      }
      withdraw(Given);
      if (Given.empty())
        break;
    }
    return std::nullopt;
  }

  /// Whether the bytes of shared memory can be those of a launch that runs. A
  /// guess that no GPU has room for tells nothing about the program.
  static bool fitsABlock(const HostValue &V) {
    return !V.IsFloating && V.Integer >= 0 &&
           V.Integer <= static_cast<int64_t>(SharedBytesWithoutOptIn);
  }

  /// The bytes with the largest power of two for all open names alike that fits
  /// a block; where none does, because of what is known, with the usual ones.
  std::optional<HostValue> sharedOrDefault(const HostExpr &E) {
    if (!E || evaluate(E, Bindings))
      return valueOrDefault(E, {});
    for (int64_t D = DefaultScalar; D > 0; D /= 2) {
      std::vector<std::string> Given;
      assume(E, D, Given);
      if (auto V = evaluate(E, Bindings); V && fitsABlock(*V)) {
        note(Given);
        return V;
      }
      withdraw(Given);
    }
    return valueOrDefault(E, {DefaultScalar, 64, 1});
  }

  bool bindShared(Launch &L) {
    const HostExpr &E = Site.DynamicSharedBytes;
    auto V = sharedOrDefault(E);
    if (!V && E)
      return refuse(llvm::formatv(
          "the dynamic shared memory, {0}, has no value", print(E)));
    if (!V) {
      Assumed.push_back({AssumptionKind::SharedBytesAssumed, "", int64_t(0)});
      return true;
    }
    if (V->IsFloating || V->Integer < 0)
      return refuse(
          llvm::formatv("the dynamic shared memory is {0} bytes", show(*V)));
    L.DynamicSharedBytes = static_cast<uint64_t>(V->Integer);
    return true;
  }

  /// What the launch's attributes ask for, where all of it is known: nothing
  /// is assumed of a cluster.
  void bindCluster(Launch &L) {
    constexpr int64_t Most = 1024;
    int64_t Blocks = 1;
    for (const HostExpr &E : Site.Cluster) {
      auto V = E ? evaluate(E, Bindings) : std::nullopt;
      if (!V || V->IsFloating || V->Integer < 1 || V->Integer > Most)
        return;
      Blocks *= V->Integer;
    }
    if (Blocks <= Most)
      L.ClusterBlocks = static_cast<unsigned>(Blocks);
  }

  bool bindGrid(Launch &L) {
    std::array<HostExpr, 3> Grid = Site.Grid;
    unsigned Dimensions = !isConstantOne(Grid[2])   ? 3
                          : !isConstantOne(Grid[1]) ? 2
                                                    : 1;
    for (unsigned I = 0; I < 3; ++I)
      if (!Grid[I])
        assumeBlocks(Grid, I, Dimensions);
    if (tryDefaults(L, Grid, Dimensions))
      return true;
    // Some axis has no value with any of the defaults.
    if (!Result.WhyNot.empty())
      return false;
    for (unsigned I = 0; I < 3; ++I)
      if (!isConstant(Grid[I]))
        assumeBlocks(Grid, I, Dimensions);
    return tryDefaults(L, Grid, Dimensions);
  }

  void assumeBlocks(std::array<HostExpr, 3> &Grid, unsigned Axis,
                    unsigned Dimensions) {
    Grid[Axis] = hostInteger(DefaultBlocks[Dimensions - 1]);
    BlocksAssumed[Axis] = true;
    Assumed.push_back({AssumptionKind::GridAssumed, AxisNames[Axis],
                       DefaultBlocks[Dimensions - 1]});
  }

  /// One default for all axes, so that a name in two of them gets one value:
  /// the largest with which every axis can be computed. Where that leaves the
  /// grid empty (n / stride) or too large (b * heads), only the first name of
  /// each axis is large. False with a WhyNot: the grid has a value that it
  /// cannot have.
  bool tryDefaults(Launch &L, const std::array<HostExpr, 3> &Grid,
                   unsigned Dimensions) {
    // The last are for exponents: 1 << n.
    static constexpr int64_t Defaults[3][6] = {
        {1048576, 16384, 1024, 64, 20, 10},
        {4096, 1024, 256, 64, 20, 10},
        {256, 128, 64, 16, 10, 4}};
    std::string FirstRefusal;
    for (int64_t D : Defaults[Dimensions - 1])
      for (int64_t Others : {D, DefaultScalar, int64_t(1)}) {
        std::vector<std::string> Given;
        for (const HostExpr &E : Grid) {
          std::vector<std::string> Names = unbound(E);
          for (size_t I = 0; I < Names.size(); ++I)
            give(Names[I], I == 0 ? D : std::min(D, Others), Given);
        }
        std::optional<HostValue> V[3];
        bool All = true;
        for (unsigned I = 0; I < 3; ++I) {
          V[I] = evaluate(Grid[I], Bindings);
          All &= V[I].has_value();
        }
        if (All) {
          size_t Noted = Assumed.size();
          note(Given);
          if (takeGrid(L, Grid, V)) {
            Result.WhyNot.clear();
            return true;
          }
          if (Given.empty())
            return false;
          Assumed.erase(Assumed.begin() + Noted, Assumed.end());
          if (FirstRefusal.empty())
            FirstRefusal = Result.WhyNot;
        }
        withdraw(Given);
        if (!All)
          break; // too large for the source's types
      }
    Result.WhyNot = FirstRefusal;
    return false;
  }

  bool takeGrid(Launch &L, const std::array<HostExpr, 3> &Grid,
                const std::optional<HostValue> (&V)[3]) {
    uint64_t *Into[] = {&L.Grid.X, &L.Grid.Y, &L.Grid.Z};
    for (unsigned I = 0; I < 3; ++I) {
      // So is a literally empty grid; an empty one for an assumed size is not.
      if (known(Site.Grid) && V[I]->Integer == 0 && !V[I]->IsFloating)
        *Into[I] = 0;
      // Only what the source or the user says may break a limit.
      else if (!positive(*V[I], *Into[I]) ||
               (*Into[I] > MaxBlocks[I] && usesDefault(Grid[I])))
        return refuse(llvm::formatv(
            "the grid's {0} is {1}{2}", AxisNames[I], show(*V[I]),
            Assumed.empty() ? ""
                            : ", with " + assumptionClause(Assumed.back())));
    }
    return true;
  }

  bool usesDefault(const HostExpr &E) const {
    return llvm::any_of(freeNames(E), [&](const std::string &N) {
      return Defaulted.contains(N);
    });
  }

  static ArgValue toArg(const HostValue &V, bool WantsFloating,
                        Provenance From) {
    if (V.IsFloating)
      return ArgValue::floating(V.Floating, From);
    if (WantsFloating)
      return ArgValue::floating(static_cast<double>(V.Integer), From);
    return ArgValue::integer(V.Integer, From);
  }

  void bindArguments(Launch &L) {
    for (const LaunchArg &A : Site.Args) {
      bool Floating = A.K == LaunchArg::Kind::Floating;
      ArgValue Out;
      if (A.K == LaunchArg::Kind::Integer || Floating || A.Value)
        Out = bindScalar(A, Floating || (A.Value && A.Value->Type.IsFloating));
      for (const auto &[Offset, E] : A.Fields) {
        // Half of a known struct is worth more than a guess of the rest; but
        // its sizes are as open as those that are passed alone.
        const bool Floating = E->Type.IsFloating;
        auto V = Floating ? evaluate(E, Bindings)
                          : valueOrDefault(E, {DefaultScalar, 64, 1});
        if (V)
          Out.Fields.emplace_back(Offset, toArg(*V, Floating, provenanceOf(E)));
      }
      L.Args.push_back(std::move(Out));
    }
  }

  ArgValue bindScalar(const LaunchArg &A, bool Floating) {
    // The host's names first, where the user gave a value to every one.
    auto Parameter = Said.find(A.ParamName);
    if (auto V = evaluate(A.Value, Said); V && !isConstant(A.Value))
      return toArg(*V, Floating, Provenance::UserAssumed);
    if (isConstant(A.Value) || Parameter == Said.end()) {
      if (auto V = valueOrDefault(A.Value, {DefaultScalar, 64, 1}))
        return toArg(*V, Floating, provenanceOf(A.Value));
    } else {
      return toArg(Parameter->second, Floating, Provenance::UserAssumed);
    }
    const int64_t Default = usualSize(A.ParamName).value_or(DefaultScalar);
    Assumed.push_back(
        {AssumptionKind::LaunchArgumentAssumed, A.ParamName, Default});
    return toArg(integer(Default), Floating, Provenance::Unknown);
  }
};
} // namespace

void gpuperf::addGivenVariables(const HostBindings &Given, Launch &L) {
  std::vector<llvm::StringRef> Names(Given.keys().begin(), Given.keys().end());
  llvm::sort(Names);
  for (llvm::StringRef Name : Names) {
    const HostValue &V = Given.find(Name)->second;
    L.Variables.emplace_back(Name.str(), V.IsFloating
                                             ? ArgValue::floating(V.Floating)
                                             : ArgValue::integer(V.Integer));
  }
}

BoundLaunch gpuperf::bindLaunch(const LaunchSite &Site,
                                const HostBindings &UserBindings) {
  return Binder(Site, UserBindings).run();
}

bool gpuperf::isGridGuessed(const LaunchSite &Site, const BoundLaunch &Bound) {
  return llvm::any_of(
      llvm::zip_equal(Site.Grid, Bound.GridFrom), [](const auto &Dim) {
        return std::get<0>(Dim) && std::get<1>(Dim) == Provenance::Unknown;
      });
}
