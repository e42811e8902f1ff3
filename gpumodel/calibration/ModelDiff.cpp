//===- ModelDiff.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ModelDiff.h"
#include "llvm/ADT/Twine.h"
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace gpuperf::calibration {
namespace {

constexpr double Far = 0.15;

std::string factText(const OptFact &F, llvm::StringRef Unit) {
  return F ? fmt::format("{:>11} {:<9}", figureText(F->Value, Unit),
                         factStatusName(F->Status).str())
           : fmt::format("{:>11} {:<9}", "-", "");
}

/// The number in force before, for the paths of \p Gpu's file and its tables.
std::map<std::string, Fact> factsByPath(const GpuModel &Gpu) {
  std::map<std::string, Fact> Found;
  for (const ModelFact &F : factsOf(Gpu))
    Found.emplace(F.Path, F.Value);
  visitArchTables(Gpu.Arch, [&Found](const FieldInfo &Field, const OptFact &F) {
    if (F)
      Found.emplace((Field.Section + "." + Field.Key).str(), *F);
  });
  return Found;
}

} // namespace

std::string figureText(double Value, llvm::StringRef Unit) {
  // 52428800 bytes, not 5.24288e+07.
  bool IsCount = Unit == "bytes" && Value == std::round(Value);
  return IsCount && std::abs(Value) < 1e15 ? fmt::format("{:.0f}", Value)
                                           : fmt::format("{:.6g}", Value);
}

double DiffRow::ratio() const {
  return Old && New && Old->Value != 0 ? New->Value / Old->Value : 0;
}

bool DiffRow::isFar() const {
  double R = ratio();
  return R != 0 && std::abs(R - 1) > Far;
}

OptFact factInUse(const GpuModel &Gpu, llvm::StringRef Path) {
  std::map<std::string, Fact> All = factsByPath(Gpu);
  auto It = All.find(Path.str());
  return It == All.end() ? OptFact() : OptFact(It->second);
}

std::vector<DiffRow> diffModels(const GpuModel &Before, const GpuModel &After) {
  std::vector<DiffRow> Rows;
  std::map<std::string, Fact> Old = factsByPath(Before);
  for (const ModelFact &F : factsOf(After)) {
    DiffRow Row{F.Path, F.Field.Unit.str(), std::nullopt, F.Value};
    auto It = Old.find(F.Path);
    if (It != Old.end())
      Row.Old = It->second;
    if (!Row.Old || Row.Old->Value != F.Value.Value ||
        Row.Old->Status != F.Value.Status || Row.Old->Source != F.Value.Source)
      Rows.push_back(std::move(Row));
  }
  for (const ModelFact &F : factsOf(Before))
    if (!factAt(After, F.Path))
      Rows.push_back({F.Path, F.Field.Unit.str(), F.Value, std::nullopt});
  return Rows;
}

std::string diffText(const std::vector<DiffRow> &Rows) {
  if (Rows.empty())
    return "";
  std::string Out =
      fmt::format("  {:<55}{:<23}{:<22}{}\n", "", "before", "now", "ratio");
  for (const DiffRow &R : Rows)
    Out += fmt::format("  {:<52}{}  {}  {}{}\n", R.Path,
                       factText(R.Old, R.Unit), factText(R.New, R.Unit),
                       R.ratio() ? fmt::format("{:.3f}", R.ratio()) : "-",
                       R.isFar() ? " !" : "");
  return Out;
}

} // namespace gpuperf::calibration
