//===- CalibrationPlots.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The panel of a curve follows from its axes, so that a new benchmark gets its
// picture without a change in this file.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/plots/CalibrationPlots.h"
#include "gpumodel/calibration/Homogeneity.h"
#include "gpumodel/calibration/derive/Fits.h"
#include "gpumodel/calibration/plots/PlotLayout.h"
#include "gpumodel/calibration/plots/Svg.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

using llvm::StringRef;

namespace gpuperf::calibration {
namespace {

constexpr size_t MostCurves = 10; ///< in one panel: as many colours differ
constexpr size_t MostRows = 30;   ///< of tests, in one panel
constexpr size_t MostMarks = 40;  ///< of GPUs: colours times shapes

using SeriesList = std::vector<const Series *>;
/// Title to members, in the order of the first of each.
using SeriesGroups = std::vector<std::pair<std::string, SeriesList>>;

SeriesGroups groupedBy(const SeriesList &Some,
                       llvm::function_ref<std::string(const Series &)> Key) {
  SeriesGroups Groups;
  for (const Series *S : Some) {
    std::string Own = Key(*S);
    auto It =
        llvm::find_if(Groups, [&](const auto &G) { return G.first == Own; });
    if (It == Groups.end())
      It = Groups.insert(Groups.end(), {Own, {}});
    It->second.push_back(S);
  }
  return Groups;
}

/// Both curves of the chase run on into L2 and DRAM; what tells them apart is
/// which loads they are of.
std::string curveName(const Series &S) {
  if (S.Benchmark == "global-latency" && S.Name == "l1")
    return "may stay in L1";
  if (S.Benchmark == "global-latency" && S.Name == "l2")
    return "past L1";
  return S.Name;
}

/// The curves of \p Run that a picture can show.
std::vector<Series> drawable(const ResultsRun &Run) {
  std::vector<Series> All = Run.All;
  for (Series &S : All)
    llvm::erase_if(S.Points, [](const Point &P) {
      return !std::isfinite(P.X) || !std::isfinite(P.Median) ||
             !std::isfinite(P.Low) || !std::isfinite(P.High);
    });
  return All;
}

/// The parameters that distinguish the curves of \p Some: those that are not
/// the same in all, and none where the names suffice.
std::vector<std::string> differingParams(const SeriesList &Some) {
  std::set<StringRef> Names;
  for (const Series *S : Some)
    Names.insert(S->Name);
  if (Some.size() > 1 && Names.size() == Some.size())
    return {};
  std::map<std::string, std::set<double>> Values;
  std::map<std::string, size_t> Count;
  for (const Series *S : Some)
    for (const auto &[Key, Value] : S->Params) {
      Values[Key].insert(Value);
      ++Count[Key];
    }
  std::vector<std::string> Found;
  for (const auto &[Key, Set] : Values)
    if (Set.size() > 1 || Count[Key] != Some.size())
      Found.push_back(Key);
  return Found;
}

std::string labelOf(const Series &S, const std::vector<std::string> &Params,
                    bool WithName) {
  std::vector<std::string> Parts;
  if (WithName)
    Parts.push_back(curveName(S));
  for (const auto &[Key, Value] : S.Params)
    if (llvm::is_contained(Params, Key))
      Parts.push_back(words(Key) + " " + shortNumber(Value));
  return llvm::join(Parts, ", ");
}

PlotPanel panelOf(const SeriesList &Some, std::string Title) {
  PlotPanel P;
  P.Title = std::move(Title);
  P.XName = Some.front()->XName;
  P.YName = Some.front()->YName;
  return P;
}

bool sameNames(const SeriesList &Some) {
  return llvm::all_of(
      Some, [&](const Series *S) { return S->Name == Some.front()->Name; });
}

/// A surface: one fixed value varies, in four steps at least, and each curve
/// has the same four or more places.
std::optional<PlotPanel> heatOf(const SeriesList &Some) {
  std::vector<std::string> Params = differingParams(Some);
  if (Some.size() < 4 || Params.size() != 1)
    return std::nullopt;
  StringRef Name = Some.front()->Benchmark;
  bool IsSurface = llvm::any_of(
      std::initializer_list<StringRef>{"coher", "apex", "local", "surface"},
      [&](StringRef Word) { return Name.contains(Word); });
  std::set<double> Xs;
  for (const Series *S : Some)
    for (const Point &Each : S->Points)
      Xs.insert(Each.X);
  if (!IsSurface || Xs.size() < 3)
    return std::nullopt;
  PlotPanel P = panelOf(Some, words(Some.front()->Name));
  P.What = PlotPanel::Kind::Heat;
  P.CellName = P.YName;
  P.YName = Params.front();
  for (const Series *S : Some)
    for (const Point &Each : S->Points)
      P.Cells[{S->param(Params.front()), Each.X}] = Each.Median;
  return P;
}

PlotPanel curvesOf(const SeriesList &Some, StringRef Common) {
  std::vector<std::string> Params = differingParams(Some);
  bool Same = sameNames(Some);
  PlotPanel P = panelOf(
      Some, words(Same ? curveName(*Some.front()) : Some.front()->YName) +
                Common.str());
  // SMs have no order, so that a line through them would mean nothing.
  if (StringRef X = Some.front()->XName; X == "sm" || X.starts_with("sm_"))
    P.What = PlotPanel::Kind::Dots;
  for (const Series *S : Some)
    P.Curves.push_back(
        {labelOf(*S, Params, !Same || Params.empty()), S->Points});
  return P;
}

PlotPanel barsOf(const SeriesList &Some) {
  std::vector<std::string> Params = differingParams(Some);
  PlotPanel P = panelOf(Some, words(Some.front()->YName));
  P.What = PlotPanel::Kind::Rows;
  P.XName = P.YName;
  for (const Series *S : Some) {
    const Point &Only = S->Points.front();
    P.Rows.push_back(
        {labelOf(*S, Params, true), Only.Median, Only.Low, Only.High, {}});
  }
  return P;
}

/// What is common to a part of too many curves: the size of an access, else the
/// last word of their names. Empty where that is common to few only.
SeriesGroups groupsOf(const SeriesList &Some) {
  auto Size = [](const Series &S) -> std::string {
    double Bytes = S.param("element_bytes", -1);
    return Bytes < 0 ? "" : shortNumber(Bytes) + "-byte accesses";
  };
  auto LastWord = [](const Series &S) -> std::string {
    StringRef Word = StringRef(S.Name).rsplit('_').second;
    return Word.empty() ? "" : "names ending in _" + Word.str();
  };
  for (llvm::function_ref<std::string(const Series &)> Key :
       {llvm::function_ref<std::string(const Series &)>(Size),
        llvm::function_ref<std::string(const Series &)>(LastWord)}) {
    SeriesGroups Groups = groupedBy(Some, Key);
    if (Groups.size() > 1 && Some.size() >= 3 * Groups.size() &&
        llvm::none_of(Groups, [](const auto &G) { return G.first.empty(); }))
      return Groups;
  }
  return {};
}

/// "ways 1 to 8", where that is what tells the parts of \p All apart, else
/// "1 of 2".
std::string partName(const SeriesList &All, const SeriesList &Part, size_t I,
                     size_t Parts) {
  std::vector<std::string> Params = differingParams(All);
  if (sameNames(All) && Params.size() == 1) {
    auto Value = [&](const Series *S) { return S->param(Params.front()); };
    if (llvm::is_sorted(All, [&](const Series *A, const Series *B) {
          return Value(A) < Value(B);
        }))
      return fmt::format("{} {} to {}", words(Params.front()),
                         shortNumber(Value(Part.front())),
                         shortNumber(Value(Part.back())));
  }
  return fmt::format("{} of {}", I + 1, Parts);
}

/// Curves with the same axes, in panels that can be read. \p Common: what goes
/// into their titles, ", 4-byte accesses".
void addPanels(const SeriesList &Some, const std::string &Common,
               std::vector<PlotPanel> &Panels) {
  if (llvm::all_of(Some, [](const Series *S) { return S->Points.size() == 1; }))
    return Panels.push_back(barsOf(Some));
  bool Same = sameNames(Some);
  if (Same)
    if (std::optional<PlotPanel> Heat = heatOf(Some))
      return Panels.push_back(std::move(*Heat));
  std::map<std::string, SeriesList> ByName;
  for (const Series *S : Some)
    ByName[S->Name].push_back(S);
  bool AnySurface = llvm::any_of(
      ByName, [](const auto &Entry) { return heatOf(Entry.second); });
  // Families of curves get panels of their own; single curves share panels.
  bool Families = Some.size() > MostCurves && Some.size() >= 3 * ByName.size();
  if (!Same && (AnySurface || Families)) {
    for (const auto &[Name, Own] : ByName)
      addPanels(Own, Common, Panels);
    return;
  }
  if (Some.size() <= MostCurves)
    return Panels.push_back(curvesOf(Some, Common));
  if (SeriesGroups Groups = groupsOf(Some); !Groups.empty()) {
    for (const auto &[Title, Own] : Groups)
      addPanels(Own, Common + ", " + Title, Panels);
    return;
  }
  const size_t Parts = llvm::divideCeil(Some.size(), MostCurves);
  for (size_t I = 0; I < Parts; ++I) {
    SeriesList Part(Some.begin() + I * Some.size() / Parts,
                    Some.begin() + (I + 1) * Some.size() / Parts);
    Panels.push_back(
        curvesOf(Part, Common + ", " + partName(Some, Part, I, Parts)));
  }
}

std::vector<PlotPanel> panelsOf(llvm::ArrayRef<Series> All,
                                StringRef Benchmark) {
  SeriesList Own;
  for (const Series &S : All)
    if (S.Benchmark == Benchmark && !S.Points.empty())
      Own.push_back(&S);
  std::vector<PlotPanel> Panels;
  for (const auto &[Axes, Some] :
       groupedBy(Own, [](const Series &S) { return S.XName + "\n" + S.YName; }))
    addPanels(Some, "", Panels);
  return Panels;
}

/// The figures whose names begin with \p Prefix, as bars.
PlotPanel figureBars(llvm::ArrayRef<Figure> Figures, StringRef Prefix,
                     StringRef Unit) {
  PlotPanel P;
  P.What = PlotPanel::Kind::Rows;
  P.Title = "median, with the spread";
  P.XName = Unit.str();
  for (const Figure &F : Figures)
    if (StringRef Name = F.Q.Name;
        F.Q.Ok && Name.consume_front(Prefix) && std::isfinite(F.Q.Value) &&
        std::isfinite(F.Q.Low) && std::isfinite(F.Q.High))
      P.Rows.push_back({Name.str(), F.Q.Value, F.Q.Low, F.Q.High, {}});
  return P;
}

bool ranksDiffer(llvm::ArrayRef<ResultsRun> Runs) {
  std::set<int> Ranks;
  for (const ResultsRun &Run : Runs)
    Ranks.insert(Run.Rank);
  return Ranks.size() == Runs.size();
}

/// The GPUs of \p Runs, and how each is drawn.
class Gpus {
public:
  explicit Gpus(llvm::ArrayRef<ResultsRun> Runs,
                llvm::ArrayRef<Homogeneity> Tests)
      : Runs(Runs) {
    std::vector<ResultsRun> Firsts; // of each GPU
    for (const ResultsRun &Run : Runs)
      if (Places.try_emplace(identityOf(Run), Places.size()).second)
        Firsts.push_back(Run);
    const bool Ranks = ranksDiffer(Firsts);
    for (const ResultsRun &Run : Firsts) {
      // The folder of a file is not shown in a picture.
      std::string Else = Run.Device.Identity.empty()
                             ? llvm::sys::path::filename(Run.File).str()
                             : gpuText(Run);
      Names.push_back(Ranks ? fmt::format("rank {}", Run.Rank) : Else);
    }
    pick(Tests);
  }

  std::vector<PlotMark> Marks;
  size_t mark(size_t Run) const { return MarkOf[place(Run)]; }
  const std::string &name(size_t Run) const { return Names[place(Run)]; }

private:
  size_t place(size_t Run) const { return Places.at(identityOf(Runs[Run])); }

  /// If there are too many GPUs, those that differ from the others most often
  /// get a mark of their own.
  void pick(llvm::ArrayRef<Homogeneity> Tests) {
    std::vector<size_t> Apart(Names.size());
    for (const Homogeneity &H : Tests)
      for (size_t Run : H.Outliers)
        ++Apart[place(Run)];
    MarkOf.assign(Names.size(), 0);
    std::vector<size_t> Own;
    for (size_t I = 0; I < Names.size(); ++I)
      if (Apart[I] || Names.size() <= MostMarks)
        Own.push_back(I);
    if (Names.size() > MostMarks) {
      llvm::stable_sort(
          Own, [&](size_t A, size_t B) { return Apart[A] > Apart[B]; });
      Own.resize(std::min(Own.size(), MostMarks));
      llvm::sort(Own);
      Marks.push_back(
          {fmt::format("{} other GPUs", Names.size() - Own.size()), "faint"});
    }
    for (size_t I = 0; I < Own.size(); ++I) {
      MarkOf[Own[I]] = Marks.size();
      Marks.push_back({Names[Own[I]], curveColour(I).str(), I / 10});
    }
  }

  llvm::ArrayRef<ResultsRun> Runs;
  std::map<std::string, size_t> Places; ///< identity to place among the GPUs
  std::vector<std::string> Names;
  std::vector<size_t> MarkOf;
};

/// How far from 1 the axis goes: a test that spreads much more widely than most
/// of these would leave the others as one line.
double shownSpread(const std::vector<const Homogeneity *> &Tests) {
  std::vector<double> Widest;
  for (const Homogeneity *H : Tests) {
    double Own = 0;
    for (const auto &[Run, Ratio] : H->PerGpu)
      Own = std::max(Own, std::abs(Ratio - 1));
    Widest.push_back(Own);
  }
  constexpr double Least = 0.01; // the spread of a sound cluster is smaller
  const double Usual = std::max(Least, 4 * quantile(Widest, 0.5));
  double Most = Least;
  for (double Own : Widest)
    if (Own <= Usual)
      Most = std::max(Most, Own);
  return Most;
}

/// The row of one test; its axis ends \p Beyond from 1.
PlotRow rowOf(const Homogeneity &H, const Gpus &All, double Beyond) {
  PlotRow Row{H.Name, 1, 1, 1, {}};
  double Low = 1, High = 1;
  for (const auto &[Run, Ratio] : H.PerGpu)
    if (std::isfinite(Ratio)) {
      Row.Dots.push_back({All.mark(Run), Ratio});
      Low = std::min(Low, Ratio);
      High = std::max(High, Ratio);
    }
  // "Other GPUs" below those that have a colour.
  llvm::stable_sort(Row.Dots, [](const PlotDot &A, const PlotDot &B) {
    return A.Mark < B.Mark;
  });
  std::vector<std::string> Notes;
  if (1 - Low > Beyond || High - 1 > Beyond)
    Notes.push_back(fmt::format("{:.3g} to {:.3g}", Low, High));
  if (!H.Outliers.empty())
    Notes.push_back(H.Outliers.size() == 1
                        ? All.name(H.Outliers.front())
                        : fmt::format("{} GPUs", H.Outliers.size()));
  Row.Note = llvm::join(Notes, ", ");
  return Row;
}

std::vector<PlotPanel> homogeneityPanels(llvm::ArrayRef<ResultsRun> Runs,
                                         llvm::ArrayRef<Homogeneity> Tests) {
  std::vector<PlotPanel> Panels;
  const Gpus All(Runs, Tests);
  for (TestKind Kind :
       {TestKind::Memory, TestKind::Compute, TestKind::Launch}) {
    std::vector<const Homogeneity *> Own;
    for (const Homogeneity &H : Tests)
      if (H.Kind == Kind)
        Own.push_back(&H);
    if (Own.empty())
      continue;
    llvm::stable_sort(Own, [](const Homogeneity *A, const Homogeneity *B) {
      return A->spread() > B->spread();
    });
    PlotPanel P;
    P.What = PlotPanel::Kind::Rows;
    P.Title = testKindName(Kind).str() + ": a dot per GPU";
    if (Own.size() > MostRows)
      P.Title +=
          fmt::format("; {} of {} tests, the widest", MostRows, Own.size());
    Own.resize(std::min(Own.size(), MostRows));
    P.XName = "value over the median of all GPUs";
    P.Marks = All.Marks;
    P.NoteName = "range, GPUs apart";
    const double Spread = shownSpread(Own);
    P.Shown = {std::max(0.0, 1 - Spread), 1 + Spread};
    const double Beyond = Spread * 1.1; // the axis has a margin
    for (const Homogeneity *H : Own)
      P.Rows.push_back(rowOf(*H, All, Beyond));
    if (llvm::any_of(P.Rows, [&](const PlotRow &R) {
          return llvm::any_of(R.Dots, [&](const PlotDot &D) {
            return std::abs(D.Value - 1) > Beyond;
          });
        }))
      P.Title += "; values beyond the axis stand at its ends";
    Panels.push_back(std::move(P));
  }
  return Panels;
}

/// "rank 0 of 4": which one of several \p Runs a picture shows.
std::string runText(const ResultsRun &Run, llvm::ArrayRef<ResultsRun> Runs) {
  if (Runs.size() == 1)
    return "";
  if (ranksDiffer(Runs))
    return fmt::format(", rank {} of {}", Run.Rank, Runs.size());
  return fmt::format(", run {} of {} ({})", &Run - Runs.begin() + 1,
                     Runs.size(), llvm::sys::path::filename(Run.File).str());
}

/// What figures of all \p Runs are of.
std::string allRunsText(llvm::ArrayRef<ResultsRun> Runs) {
  if (Runs.size() == 1)
    return "";
  const size_t Count = gpuCount(Runs);
  return Count == Runs.size()
             ? fmt::format(", {} GPUs", Count)
             : fmt::format(", {} runs on {} GPU{}", Runs.size(), Count,
                           Count == 1 ? "" : "s");
}

/// A run may hold measured and published curves, each of its own benchmark.
FactStatus statusOfCurves(const ResultsRun &Run, StringRef Benchmark) {
  if (statusOf(Run) == FactStatus::Estimated)
    return FactStatus::Estimated;
  return llvm::any_of(Run.All,
                      [&](const Series &S) {
                        return S.Benchmark == Benchmark &&
                               S.param("published") != 0;
                      })
             ? FactStatus::Published
             : FactStatus::Measured;
}

std::string subtitleOf(const ResultsRun &Run, StringRef Which,
                       FactStatus Status) {
  std::string Text =
      fmt::format("{}{}, {}{}", Run.Device.Name, Which.str(),
                  Run.Date.substr(0, 10), Run.Quick ? ", quick run" : "");
  if (Status == FactStatus::Published)
    Text += "; published curves, not measured by gpuperf";
  if (Status == FactStatus::Estimated)
    Text += "; an emulated GPU, not measured";
  return Text;
}

/// The name of a benchmark becomes that of a file, so it must not name a
/// folder.
std::string fileName(StringRef Benchmark) {
  std::string Name;
  for (char C : Benchmark.take_front(80))
    Name += llvm::isAlnum(C) || C == '-' || C == '_' ? C : '-';
  return Name + ".svg";
}

} // namespace

std::vector<PlotFile> calibrationPlots(llvm::ArrayRef<ResultsRun> Runs,
                                       llvm::ArrayRef<Figure> Figures) {
  const ResultsRun *Shown = &Runs.front();
  for (const ResultsRun &Run : llvm::reverse(Runs))
    if (!Run.Quick)
      Shown = &Run;
  std::vector<PlotFile> Files;
  auto Add = [&](StringRef Name, const std::vector<PlotPanel> &Panels,
                 StringRef Which, FactStatus Status) {
    if (!Panels.empty())
      Files.push_back(
          {fileName(Name),
           drawPanels(words(Name), subtitleOf(*Shown, Which, Status), Panels)});
  };
  const std::vector<Series> All = drawable(*Shown);
  const std::string One = runText(*Shown, Runs), Every = allRunsText(Runs);
  std::set<std::string> Done;
  for (const Series &S : All)
    if (Done.insert(S.Benchmark).second)
      Add(S.Benchmark, panelsOf(All, S.Benchmark), One,
          statusOfCurves(*Shown, S.Benchmark));
  const FactStatus Status = statusOf(*Shown);
  PlotPanel Latency = figureBars(Figures, "latency_cycles.", "cycles");
  if (!Latency.Rows.empty())
    Add("figures-latency", {Latency}, Every, Status);
  PlotPanel Throughput =
      figureBars(Figures, "throughput_results_per_clk_per_sm.",
                 "results per clock per SM");
  if (!Throughput.Rows.empty())
    Add("figures-throughput", {Throughput}, Every, Status);
  Add("homogeneity", homogeneityPanels(Runs, homogeneityOf(Runs, Figures)),
      Every, Status);
  return Files;
}

} // namespace gpuperf::calibration
