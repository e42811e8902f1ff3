//===- ImportReport.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ImportReport.h"
#include "gpumodel/calibration/Homogeneity.h"
#include "gpumodel/calibration/ModelDiff.h"
#include "gpumodel/calibration/ModelFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

namespace gpuperf::calibration {
namespace {

/// "2026-11-22", or the first and the last day.
std::string datesText(llvm::ArrayRef<ResultsRun> Runs) {
  std::string First = Runs.front().Date.substr(0, 10), Last = First;
  for (const ResultsRun &Run : Runs) {
    First = std::min(First, Run.Date.substr(0, 10));
    Last = std::max(Last, Run.Date.substr(0, 10));
  }
  return First == Last ? First : First + " to " + Last;
}

std::string quickText(llvm::ArrayRef<ResultsRun> Runs) {
  size_t Quick =
      llvm::count_if(Runs, [](const ResultsRun &R) { return R.Quick; });
  if (Quick == 0)
    return "";
  return Quick == Runs.size()
             ? ", quick"
             : fmt::format(", {} of {} runs quick", Quick, Runs.size());
}

std::string headText(const Import &I, llvm::ArrayRef<ResultsRun> Runs) {
  const ResultsRun &First = Runs.front();
  size_t Gpus = gpuCount(Runs);
  std::string Out =
      fmt::format("{} ({}, {} SMs): {} run{} on {} GPU{}, {}{}\n",
                  First.Device.Name, First.Device.Arch, First.Device.SmCount,
                  Runs.size(), Runs.size() == 1 ? "" : "s", Gpus,
                  Gpus == 1 ? "" : "s", datesText(Runs), quickText(Runs));
  if (statusOf(First) == FactStatus::Published)
    Out += "these are published curves: nothing here was measured\n";
  if (statusOf(First) == FactStatus::Estimated)
    Out += "the GPU was emulated: nothing here was measured\n";
  return Out + "compared with: " + I.BaseText + "\n";
}

std::string quantityText(const Quantity &Q) {
  return fmt::format("  {:<56}{:>11} {:<12} {} to {}", Q.Name,
                     figureText(Q.Value, Q.Unit), Q.Unit,
                     figureText(Q.Low, Q.Unit), figureText(Q.High, Q.Unit));
}

/// The value that \p Path keeps without the figure: "; 127.5 proxy stays".
std::string staysText(const Import &I, const FactPlace &Place) {
  OptFact Old = factInUse(I.After, Place.Path);
  if (!Old)
    return "; it stays unknown";
  return fmt::format("; {} {} stays", figureText(Old->Value, Place.Field.Unit),
                     factStatusName(Old->Status).str());
}

void addRefused(std::string &Out, const Import &I, bool WithPlace,
                const char *Head) {
  for (const Refused &R : I.NotWritten) {
    std::optional<FactPlace> Place = placeOf(R.Q.Name);
    if (Place.has_value() != WithPlace)
      continue;
    if (Head)
      Out += Head;
    Head = nullptr;
    Out += fmt::format("  {:<56}{:>11} {:<12} {}{}\n", R.Q.Name,
                       figureText(R.Q.Value, R.Q.Unit), R.Q.Unit, R.Why,
                       Place ? staysText(I, *Place) : "");
  }
}

} // namespace

std::string importText(const Import &I, llvm::ArrayRef<ResultsRun> Runs,
                       llvm::ArrayRef<Figure> Figures) {
  std::string Out = headText(I, Runs);
  std::vector<DiffRow> Rows = diffModels(I.Before, I.After);
  Out += Rows.empty() ? "\nnothing changes\n"
                      : "\nchanges (!: more than 15 % apart)\n";
  Out += diffText(Rows);
  addRefused(Out, I, true, "\nnot written\n");
  addRefused(Out, I, false,
             "\nfailed their self-check (a GPU file has no key for them)\n");
  if (!I.Elsewhere.empty())
    Out += "\nfigures without a place in a GPU file\n";
  for (const Figure &F : I.Elsewhere)
    Out += quantityText(F.Q) + "\n";
  if (std::string Table = homogeneityText(Runs, homogeneityOf(Runs, Figures));
      !Table.empty())
    Out += "\nhow alike the GPUs are (!: one stands apart)\n" + Table;
  return Out;
}

} // namespace gpuperf::calibration
