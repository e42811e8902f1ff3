//===- CalibrationPlots.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which panel a curve goes to follows from its axes, so that a new benchmark
// has its picture without a word here.
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/CalibrationPlots.h"
#include "gpumodel/calibration/Homogeneity.h"
#include "gpumodel/calibration/PlotLayout.h"
#include "gpumodel/calibration/Svg.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>
#include <set>

using llvm::StringRef;

namespace gpuperf::calibration {
namespace {

constexpr size_t MostCurves = 10; ///< in one panel: as many colours differ

using SeriesList = std::vector<const Series *>;

/// The parameters that tell the curves of \p Some apart: those that are not
/// the same in all, and none where the names do it.
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
    Parts.push_back(S.Name);
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

PlotPanel curvesOf(const SeriesList &Some) {
  std::vector<std::string> Params = differingParams(Some);
  bool Same = sameNames(Some);
  PlotPanel P = panelOf(Some, Same ? words(Some.front()->Name)
                                   : words(Some.front()->YName));
  // SMs have no order: a line through them would mean nothing.
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

/// Curves with the same axes, in panels that can be read.
void addPanels(const SeriesList &Some, std::vector<PlotPanel> &Panels) {
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
  // Families of curves apart; single ones are compared, as many as fit.
  bool Families = Some.size() > MostCurves && Some.size() >= 3 * ByName.size();
  if (!Same && (AnySurface || Families)) {
    for (const auto &[Name, Own] : ByName)
      addPanels(Own, Panels);
    return;
  }
  for (size_t I = 0; I < Some.size(); I += MostCurves)
    Panels.push_back(
        curvesOf({Some.begin() + I,
                  Some.begin() + std::min(I + MostCurves, Some.size())}));
}

std::vector<PlotPanel> panelsOf(const ResultsRun &Run, StringRef Benchmark) {
  std::vector<std::pair<std::string, SeriesList>> ByAxes;
  for (const Series &S : Run.All) {
    if (S.Benchmark != Benchmark || S.Points.empty())
      continue;
    std::string Axes = S.XName + "\n" + S.YName;
    auto It =
        llvm::find_if(ByAxes, [&](const auto &E) { return E.first == Axes; });
    if (It == ByAxes.end())
      It = ByAxes.insert(ByAxes.end(), {Axes, {}});
    It->second.push_back(&S);
  }
  std::vector<PlotPanel> Panels;
  for (const auto &[Axes, Some] : ByAxes)
    addPanels(Some, Panels);
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
    if (StringRef Name = F.Q.Name; F.Q.Ok && Name.consume_front(Prefix))
      P.Rows.push_back({Name.str(), F.Q.Value, F.Q.Low, F.Q.High, {}});
  return P;
}

std::vector<PlotPanel> homogeneityPanels(llvm::ArrayRef<ResultsRun> Runs,
                                         llvm::ArrayRef<Homogeneity> Tests) {
  std::vector<PlotPanel> Panels;
  for (TestKind Kind :
       {TestKind::Memory, TestKind::Compute, TestKind::Launch}) {
    PlotPanel P;
    P.What = PlotPanel::Kind::Rows;
    P.Title = testKindName(Kind).str() + ": a dot per GPU";
    P.XName = "value over the median of all GPUs";
    for (const Homogeneity &H : Tests)
      if (H.Kind == Kind) {
        P.Rows.push_back({H.Name, 1, 1, 1, {}});
        for (const auto &[Run, Ratio] : H.PerGpu)
          P.Rows.back().Dots.push_back(Ratio);
        std::vector<std::string> Apart;
        for (size_t Run : H.Outliers)
          Apart.push_back(fmt::format("rank {}", Runs[Run].Rank));
        P.Rows.back().Note = llvm::join(Apart, ", ");
      }
    if (!P.Rows.empty())
      Panels.push_back(std::move(P));
  }
  return Panels;
}

std::string subtitleOf(const ResultsRun &Run) {
  std::string Text =
      fmt::format("{}, {}{}", Run.Device.Name, Run.Date.substr(0, 10),
                  Run.Quick ? ", quick run" : "");
  if (statusOf(Run) == FactStatus::Published)
    Text += "; published curves, not measured by gpuperf";
  if (statusOf(Run) == FactStatus::Estimated)
    Text += "; an emulated GPU, not measured";
  return Text;
}

/// A benchmark's name becomes a file's: nothing that leads elsewhere.
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
  auto Add = [&](StringRef Name, const std::vector<PlotPanel> &Panels) {
    if (!Panels.empty())
      Files.push_back({fileName(Name),
                       drawPanels(words(Name), subtitleOf(*Shown), Panels)});
  };
  std::set<std::string> Done;
  for (const Series &S : Shown->All)
    if (Done.insert(S.Benchmark).second)
      Add(S.Benchmark, panelsOf(*Shown, S.Benchmark));
  PlotPanel Latency = figureBars(Figures, "latency_cycles.", "cycles");
  if (!Latency.Rows.empty())
    Add("figures-latency", {Latency});
  PlotPanel Throughput =
      figureBars(Figures, "throughput_results_per_clk_per_sm.",
                 "results per clock per SM");
  if (!Throughput.Rows.empty())
    Add("figures-throughput", {Throughput});
  Add("homogeneity", homogeneityPanels(Runs, homogeneityOf(Runs, Figures)));
  return Files;
}

} // namespace gpuperf::calibration
