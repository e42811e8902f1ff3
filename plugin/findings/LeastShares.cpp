//===- LeastShares.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LeastShares.h"
#include "analysis/advice/Plausible.h"
#include "analysis/advice/lines/Doubt.h"
#include "analysis/advice/lines/LanePattern.h"
#include "analysis/kernel/VisitNodes.h"
#include "analysis/symbolic/SumOfProducts.h"
#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <set>

using namespace gpuperf;

/// \p Launches, predicted.
static std::vector<GpuAnswer> answersTo(std::vector<Launch> Launches,
                                        const GpuAnswer &On,
                                        const GpuModel &Gpu,
                                        const PredictOptions &Predict) {
  std::vector<GpuAnswer> Out;
  for (Launch &L : Launches) {
    auto P = predictLaunch(*On.Kernel, L, Gpu, Predict);
    if (!P) {
      llvm::consumeError(P.takeError());
      continue;
    }
    GpuAnswer &Other = Out.emplace_back(On);
    Other.P = std::move(*P);
    Other.Asked = std::move(L);
  }
  return Out;
}

static bool isSameText(const LineFinding &O, const LineFinding &F) {
  return O.Where == F.Where || (F.Block != NoId && O.Block == F.Block) ||
         llvm::any_of(F.Accesses, [&](AccessId Id) {
           return llvm::is_contained(O.Accesses, Id);
         });
}

/// The one of \p Others that is about the same text.
static const LineFinding *sameIn(llvm::ArrayRef<LineFinding> Others,
                                 const LineFinding &F) {
  for (const LineFinding &O : Others) {
    if (isSameText(O, F))
      return &O;
    for (const LineFinding &Other : O.Alternatives)
      if (isSameText(Other, F))
        return &Other;
  }
  return nullptr;
}

/// Whether the launch is long enough for a share of its time to say something
/// about the kernel, and not about launching it.
static bool isWorthAShare(const Prediction &P) {
  for (const Component &C : P.Components)
    if (C.Name == "launch")
      return P.TimeUs.Value > 3 * C.TimeUs;
  return true;
}

class LeastShares::OtherSizes {
public:
  OtherSizes(const LaunchAnswer &Answer, const GpuAnswer &On,
             const GpuModel &Gpu, const HostBindings &Assume,
             const PredictOptions &Predict, FindLineCosts Find)
      : IsOpen(hasOpenSizes(Answer, Assume)), Answer(Answer), On(On), Gpu(Gpu),
        Assume(Assume), Predict(Predict), Find(Find) {}

  /// The least share of the time that goes with \p Found at any plausible
  /// size, percent; 0 where that cannot be told. Where that is less than
  /// \p Wanted, the same of large sizes, and \p OnlyWhere says which these are.
  double leastPercent(const LineFinding &Found, double Wanted,
                      std::string &OnlyWhere) {
    OnlyFrom.reset();
    const double Here = leastGainPercent(*On.Kernel, On.P->Profile, Found);
    if (!IsOpen)
      return Here;
    if (isMadeUp(Found))
      return 0;
    if (!AtOthers)
      tryOthers();
    const double First = isPlausible(*On.Kernel, *On.P, Gpu) ? Here : 100;
    double AtAll = least(Found, *AtOthers, First);
    // The loops that a kernel's work is in may be longer than all of these.
    if (Found.IsOfKernel && AtAll >= Wanted) {
      const auto Huge = findAt(launchesAtHugeSizes(Answer, Assume));
      // Of several open sizes, the data of none of these may fit into a GPU.
      if (llvm::any_of(Huge, [](const AtSize &S) { return S.Counts; }))
        AtAll = least(Found, Huge, AtAll);
    }
    if (AtAll >= Wanted && queuesInL2(Found))
      return leastFromSizeOn(Found, Wanted, AtAll, OnlyWhere);
    if (AtAll >= Wanted && !Found.IsOfKernel) {
      const double OfRows = leastOfRows(Found, Wanted, AtAll, OnlyWhere);
      return OfRows >= Wanted && OnlyWhere.empty()
                 ? leastOfFewTrips(Found, Wanted, OfRows, OnlyWhere)
                 : OfRows;
    }
    if (AtAll >= Wanted || Found.IsOfKernel)
      return AtAll;
    // It may be the shortest rows alone that have it otherwise.
    if (const double OfRows = leastOfRows(Found, Wanted, 100, OnlyWhere);
        OfRows >= Wanted && !OnlyWhere.empty())
      return OfRows;
    OnlyWhere.clear();
    OnlyFrom.reset();
    if (const double OfTrips = leastOfTrips(Found, Wanted, OnlyWhere);
        OfTrips >= Wanted)
      return OfTrips;
    const std::vector<std::string> Open =
        openNames(Answer.Site, Answer.Bound, Assume);
    if (!areLargeTogether(Open))
      return AtAll;
    if (!AtLarge)
      AtLarge = findAt(launchesAtLargeSizes(Answer, Assume, Threads));
    OnlyWhere = llvm::join(Open, " and ") +
                (Open.size() == 1 ? " is " : " are ") +
                std::to_string(LargeSize) + " or more";
    return least(Found, *AtLarge, 100);
  }

  /// The least share with the fewest threads at which it is still \p Wanted at
  /// all sizes, and not much less than \p Least, the one with Threads. \p From
  /// says how many these are: the launches that the finding is about.
  double fromFewerThreads(const LineFinding &Found, double Wanted, double Least,
                          uint64_t &From) const {
    constexpr uint64_t Fewest = 1 << 10, Step = 4;
    constexpr double NotMuchLess = 0.8;
    Wanted = std::max(Wanted, NotMuchLess * Least);
    From = Threads;
    if (openNamesOfGrid(Answer, Assume).empty())
      return Least;
    for (uint64_t Fewer = Threads / Step; Fewer >= Fewest; Fewer /= Step) {
      const auto At =
          findAt(OnlyFrom ? launchesWhere(Answer, Assume, {OnlyFrom->first},
                                          OnlyFrom->second, Fewer)
                          : launchesAtOtherSizes(Answer, Assume, Fewer));
      const double Here = least(Found, At, 100);
      // A launch that is over as soon as an empty one has nothing to gain.
      if (!(Here >= Wanted) ||
          llvm::any_of(At, [](const AtSize &S) { return S.IsShort; }))
        break;
      From = Fewer;
      Least = std::min(Least, Here);
    }
    return Least;
  }

  const bool IsOpen;
  /// Grids that grow with an open size have so many threads at least.
  uint64_t Threads = FillingThreads;
  /// Where leastPercent has named one size from which on the share holds.
  std::optional<std::pair<std::string, int64_t>> OnlyFrom;

private:
  /// Finds the costs at other sizes, in grids that fill a GPU. Where the data
  /// of such a grid fits into no GPU, as with a thread for each row of a square
  /// matrix, in smaller ones.
  void tryOthers() {
    constexpr uint64_t Fewer = 16, Fewest = FillingThreads / Fewer / 4;
    for (Threads = FillingThreads;;
         Threads = std::max(Threads / Fewer, Fewest)) {
      AtOthers = findAt(launchesAtOtherSizes(Answer, Assume, Threads));
      if (Threads == Fewest ||
          llvm::any_of(*AtOthers, [](const AtSize &S) { return S.Counts; }))
        return;
    }
  }

  struct AtSize {
    GpuAnswer On;
    std::vector<LineFinding> Found;
    bool IsShort = false; ///< hardly longer than an empty launch
    bool Counts = false;  ///< the share at this size says something
  };

  /// Whether what is found is that the whole launch waits for some places in
  /// memory: its share grows with the number of threads, and is next to nothing
  /// for a few of them.
  bool queuesInL2(const LineFinding &Found) const {
    return llvm::any_of(Found.Accesses, [&](AccessId Id) {
      const Access &A = On.Kernel->Accesses[Id];
      return A.Kind == AccessKind::Atomic && A.Space != MemSpace::Shared;
    });
  }

  /// The share at the smallest grid from which on it is \p Wanted: \p OnlyWhere
  /// says which that is. Where the grid does not depend on open names, it is
  /// \p AtAll, that of all sizes.
  double leastFromSizeOn(const LineFinding &Found, double Wanted, double AtAll,
                         std::string &OnlyWhere) const {
    constexpr int64_t Largest = int64_t(1) << 20;
    const std::vector<std::string> Names = openNamesOfGrid(Answer, Assume);
    if (Names.empty() || Names.size() > 2)
      return AtAll;
    if (!areLargeTogether(Names))
      return 0;
    double Least = AtAll;
    int64_t From = 0;
    for (int64_t Size = Largest >> (Names.size() == 2 ? 8 : 0); Size >= 64;
         Size /= 4) {
      const auto At =
          findAt(launchesWhere(Answer, Assume, Names, Size, Threads));
      const double Here = least(Found, At, 100);
      if (!(Here >= Wanted) ||
          !llvm::all_of(At, [](const AtSize &S) { return S.Counts; }))
        break;
      Least = std::min(Least, Here);
      From = Size;
    }
    if (!From)
      return AtAll;
    OnlyWhere = llvm::join(Names, " and ") +
                (Names.size() == 1 ? " is " : " are ") + std::to_string(From) +
                " or more";
    return Least;
  }

  /// The share where the rows that lie between threads have a few elements: an
  /// open size may be a number of colours, classes or dimensions. Where that is
  /// less than \p Wanted, it is the one from some length on, and \p OnlyWhere
  /// says which. Where no row is open, it is \p AtAll, that of all sizes.
  double leastOfRows(const LineFinding &Found, double Wanted, double AtAll,
                     std::string &OnlyWhere) {
    constexpr int64_t FewElements = 3;
    const std::optional<std::string> Row = openRow(Found);
    if (!Row)
      return AtAll;
    auto From = [&](int64_t Length) {
      return least(
          Found, findAt(launchesWhere(Answer, Assume, {*Row}, Length, Threads)),
          100);
    };
    // A kernel that names the elements of a row one by one says how many there
    // are.
    std::optional<int64_t> Usual = usualSize(*Row);
    if (!Usual)
      Usual = elementsNamed(Found);
    if (const double Few = From(Usual.value_or(FewElements));
        Few >= Wanted || Usual)
      return std::min(Few, AtAll);
    double Least = AtAll;
    int64_t Shortest = 0;
    for (int64_t Length : {512, 128, 32, 8}) {
      const double Here = From(Length);
      if (!(Here >= Wanted))
        break;
      Least = std::min(Least, Here);
      Shortest = Length;
    }
    if (!Shortest)
      return 0;
    // Which banks lanes meet in is decided by the remainder: all lengths that
    // were tried are powers of two, and of others their largest one counts.
    const bool InBanks =
        On.Kernel->Accesses[Found.Accesses.front()].Space == MemSpace::Shared;
    OnlyFrom = {*Row, Shortest};
    OnlyWhere = InBanks ? *Row + " is a multiple of " + std::to_string(Shortest)
                        : *Row + " is " + std::to_string(Shortest) + " or more";
    return Least;
  }

  /// The share where the loops around the accesses are short, if one open name
  /// says how long they are: all that were tried may be long. Where that is
  /// less than \p Wanted, the share from some length on, and \p OnlyWhere says
  /// which.
  double leastOfFewTrips(const LineFinding &Found, double Wanted, double AtAll,
                         std::string &OnlyWhere) {
    const std::optional<std::string> Name = openTrip(Found);
    // A size of the grid is large where that is.
    if (!Name || usualSize(*Name) ||
        llvm::is_contained(openNamesOfGrid(Answer, Assume), *Name))
      return AtAll;
    double Least = AtAll;
    int64_t From = 0;
    for (int64_t Length : {128, 32, 8, 2}) {
      const auto At =
          findAt(launchesWhere(Answer, Assume, {*Name}, Length, Threads));
      // What makes loops and grid long cannot be told apart.
      if (llvm::none_of(At, [](const AtSize &S) { return S.Counts; }))
        continue;
      const double Here = least(Found, At, 100);
      if (!(Here >= Wanted)) {
        if (!From)
          return leastOfTrips(Found, Wanted, OnlyWhere);
        OnlyFrom = {*Name, From};
        OnlyWhere = *Name + " is " + std::to_string(From) + " or more";
        return Least;
      }
      Least = std::min(Least, Here);
      From = Length;
    }
    return Least;
  }

  /// The share where the loops around the accesses are long, if one open name
  /// says how long they are: \p OnlyWhere says from which value on. 0 where
  /// there is no such name, or the share is less than \p Wanted all the same.
  double leastOfTrips(const LineFinding &Found, double Wanted,
                      std::string &OnlyWhere) {
    const std::optional<std::string> Name = openTrip(Found);
    if (!Name)
      return 0;
    // A grid that the source gives may share a loop among all threads: few
    // iterations for each are many in all.
    constexpr int64_t FewEach = 8;
    const Launch &L = *Answer.Bound.L;
    const int64_t Usual =
        openNamesOfGrid(Answer, Assume).empty()
            ? std::max<int64_t>(LargeSize,
                                FewEach * L.Grid.count() * L.Block.count())
            : LargeSize;
    double Least = 100;
    int64_t From = 0;
    constexpr int64_t Longest = INT32_MAX;
    for (int64_t Length = std::min(8 * Usual, Longest); Length >= 32;
         Length /= 4) {
      const auto At =
          findAt(launchesWhere(Answer, Assume, {*Name}, Length, Threads));
      // What does not fit into a GPU says nothing.
      if (llvm::none_of(At, [](const AtSize &S) { return S.Counts; }))
        continue;
      const double Here = least(Found, At, 100);
      if (!(Here >= Wanted))
        break;
      Least = std::min(Least, Here);
      From = Length;
    }
    // What holds for the longest only says nothing of usual ones.
    if (!From || From > Usual)
      return 0;
    OnlyFrom = {*Name, From};
    OnlyWhere = *Name + " is " + std::to_string(From) + " or more";
    return Least;
  }

  /// The open name that says how often the loops around the accesses run, where
  /// it is one.
  std::optional<std::string> openTrip(const LineFinding &Found) const {
    const std::vector<std::string> Open =
        openNames(Answer.Site, Answer.Bound, Assume);
    const KernelSummary &K = *On.Kernel;
    llvm::SmallVector<ExprId, 8> Of;
    for (AccessId Id : Found.Accesses)
      for (LoopId At = K.Blocks[K.Accesses[Id].Block].InnermostLoop; At != NoId;
           At = K.Loops[At].Parent)
        Of.push_back(K.Loops[At].BackedgeTaken);
    llvm::StringSet<> Names;
    visitNodes(K.Exprs, Of, [&](const ExprNode &N) {
      for (const std::string &Name : namesIn(N, Answer.Site))
        if (llvm::is_contained(Open, Name))
          Names.insert(Name);
    });
    if (Names.size() != 1)
      return std::nullopt;
    return Names.begin()->getKey().str();
  }

  /// The open name that the distance of neighbouring threads is a multiple of,
  /// where it is one.
  std::optional<std::string> openRow(const LineFinding &Found) const {
    const std::vector<std::string> Open =
        openNames(Answer.Site, Answer.Bound, Assume);
    const KernelSummary &K = *On.Kernel;
    std::optional<std::string> Row;
    for (AccessId Id : Found.Accesses) {
      if (K.Accesses[Id].Offset == NoExpr)
        continue;
      for (ExprId Factor : factorsOfThreadX(K, K.Accesses[Id]))
        if (K.Exprs[Factor].Kind == ExprKind::Arg)
          for (const std::string &Name : namesIn(K.Exprs[Factor], Answer.Site))
            if (llvm::is_contained(Open, Name)) {
              if (Row && *Row != Name)
                return std::nullopt;
              Row = Name;
            }
    }
    return Row;
  }

  /// How many elements from the begin of a thread's row on the kernel accesses
  /// by literal numbers, outside of loops: x[i * n], x[i * n + 1]. Nothing
  /// where it names one, or not all of them.
  std::optional<int64_t> elementsNamed(const LineFinding &Found) const {
    const KernelSummary &K = *On.Kernel;
    if (Found.Accesses.empty())
      return std::nullopt;
    const Access &A = K.Accesses[Found.Accesses.front()];
    if (A.Offset == NoExpr || A.BytesPerLane == 0 ||
        K.Blocks[A.Block].InnermostLoop != NoId)
      return std::nullopt;
    // The begin of the row: the same without its constant.
    SumOfProducts Begin = expandToSum(K.Exprs, A.Offset);
    llvm::erase_if(Begin.Terms,
                   [](const ProductTerm &T) { return T.Factors.empty(); });
    std::set<int64_t> Named;
    for (const Access &B : K.Accesses) {
      if (B.Base != A.Base || B.BaseIndex != A.BaseIndex)
        continue;
      // A loop may go over the rest of the row.
      if (K.Blocks[B.Block].InnermostLoop != NoId)
        return std::nullopt;
      if (B.Offset != NoExpr && B.BytesPerLane == A.BytesPerLane)
        if (const auto Bytes =
                constantDistance(Begin, expandToSum(K.Exprs, B.Offset));
            Bytes && *Bytes >= 0 && *Bytes % A.BytesPerLane == 0)
          Named.insert(*Bytes / A.BytesPerLane);
    }
    const auto Count = static_cast<int64_t>(Named.size());
    if (Count < 2 || *Named.rbegin() != Count - 1)
      return std::nullopt;
    return Count;
  }

  /// Whether the addresses, and how often the loops around them run, depend on
  /// so many open sizes that numbers which are chosen for each by itself hardly
  /// ever fit together: a row that is longer than the template argument that
  /// limits it.
  bool isMadeUp(const LineFinding &Found) const {
    constexpr size_t MostTogether = 3;
    const std::vector<std::string> Open =
        openNames(Answer.Site, Answer.Bound, Assume);
    if (Open.size() <= MostTogether)
      return false;
    llvm::SmallVector<ExprId, 16> Of;
    for (AccessId Id : Found.Accesses) {
      const Access &A = On.Kernel->Accesses[Id];
      Of.push_back(A.Offset);
      for (LoopId At = On.Kernel->Blocks[A.Block].InnermostLoop; At != NoId;
           At = On.Kernel->Loops[At].Parent)
        Of.push_back(On.Kernel->Loops[At].BackedgeTaken);
    }
    llvm::StringSet<> Together;
    visitNodes(On.Kernel->Exprs, Of, [&](const ExprNode &N) {
      for (const std::string &Name : namesIn(N, Answer.Site))
        if (llvm::is_contained(Open, Name))
          Together.insert(Name);
    });
    return Together.size() > MostTogether;
  }

  static double least(const LineFinding &Found, llvm::ArrayRef<AtSize> Others,
                      double Least) {
    bool Any = false;
    for (const AtSize &Other : Others) {
      if (!Other.Counts)
        continue;
      const LineFinding *Same = sameIn(Other.Found, Found);
      if (!Same)
        return 0;
      Any = true;
      Least = std::min(Least, leastGainPercent(*Other.On.Kernel,
                                               Other.On.P->Profile, *Same));
    }
    return Any ? Least : 0;
  }

  std::vector<AtSize> findAt(std::vector<Launch> Launches) const {
    std::vector<AtSize> Out;
    for (GpuAnswer &Other : answersTo(std::move(Launches), On, Gpu, Predict)) {
      AtSize &At = Out.emplace_back();
      At.Found = Find(Answer, Other, Gpu);
      At.IsShort = !isWorthAShare(*Other.P);
      At.Counts = !At.IsShort && isPlausible(*Other.Kernel, *Other.P, Gpu);
      At.On = std::move(Other);
    }
    return Out;
  }

  const LaunchAnswer &Answer;
  const GpuAnswer &On;
  const GpuModel &Gpu;
  const HostBindings &Assume;
  const PredictOptions &Predict;
  const FindLineCosts Find;
  std::optional<std::vector<AtSize>> AtOthers, AtLarge; ///< one per size
};

/// A launch of which the source gives the grid, but not the one size that the
/// grid shares, so that its threads have hardly an element each: the same with
/// a larger size. Nothing where it is another launch.
static std::optional<GpuAnswer> withWorkForAll(const LaunchAnswer &Answer,
                                               const GpuAnswer &On,
                                               const GpuModel &Gpu,
                                               const HostBindings &Assume,
                                               const PredictOptions &Predict) {
  constexpr int64_t ForEach = 64;
  const std::vector<std::string> Open =
      openNames(Answer.Site, Answer.Bound, Assume);
  if (Open.size() != 1 || usualSize(Open.front()) || isWorthAShare(*On.P) ||
      !openNamesOfGrid(Answer, Assume).empty())
    return std::nullopt;
  const auto Threads =
      static_cast<int64_t>(On.Asked.Grid.count() * On.Asked.Block.count());
  std::vector<GpuAnswer> Larger = answersTo(
      launchesWhere(Answer, Assume, Open, ForEach * Threads), On, Gpu, Predict);
  if (Larger.empty())
    return std::nullopt;
  return std::move(Larger.front());
}

LeastShares::LeastShares(const LaunchAnswer &Answer, const GpuAnswer &On,
                         const GpuModel &Gpu, const HostBindings &Assume,
                         const PredictOptions &Predict, FindLineCosts Find)
    : Larger(withWorkForAll(Answer, On, Gpu, Assume, Predict)) {
  const GpuAnswer &At = Larger ? *Larger : On;
  Others = std::make_unique<OtherSizes>(Answer, At, Gpu, Assume, Predict, Find);
  Costs = Find(Answer, At, Gpu);
}
LeastShares::~LeastShares() = default;

const std::vector<LineFinding> &LeastShares::found() const { return Costs; }
bool LeastShares::isOpen() const { return Others->IsOpen; }

LeastShare LeastShares::of(const LineFinding &Found, double Wanted) {
  LeastShare Out;
  Out.Percent = Others->leastPercent(Found, Wanted, Out.OnlyWhere);
  Out.Threads = Others->Threads;
  if (isOpen() && Out.Percent >= Wanted &&
      (Out.OnlyWhere.empty() || Others->OnlyFrom))
    Out.Percent =
        Others->fromFewerThreads(Found, Wanted, Out.Percent, Out.Threads);
  return Out;
}
