//===- ImportReport.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ImportReport.h"
#include "gpumodel/calibration/Homogeneity.h"
#include "gpumodel/calibration/ModelDiff.h"
#include <fmt/format.h>

namespace gpuperf::calibration {
namespace {

std::string headText(const Import &I, llvm::ArrayRef<ResultsRun> Runs) {
  const ResultsRun &First = Runs.front();
  size_t Gpus = gpuCount(Runs);
  std::string Out = fmt::format(
      "{} ({}, {} SMs): {} run{} on {} GPU{}, {}{}\n", First.Device.Name,
      First.Device.Arch, First.Device.SmCount, Runs.size(),
      Runs.size() == 1 ? "" : "s", Gpus, Gpus == 1 ? "" : "s",
      First.Date.substr(0, 10), First.Quick ? ", quick" : "");
  if (statusOf(First) == FactStatus::Published)
    Out += "these are published curves: nothing here was measured\n";
  if (statusOf(First) == FactStatus::Estimated)
    Out += "the GPU was emulated: nothing here was measured\n";
  return Out + "compared with: " + I.BaseText + "\n";
}

std::string quantityText(const Quantity &Q) {
  return fmt::format("  {:<56}{:>11.5g} {:<12} {:.5g} to {:.5g}", Q.Name,
                     Q.Value, Q.Unit, Q.Low, Q.High);
}

} // namespace

std::string importText(const Import &I, llvm::ArrayRef<ResultsRun> Runs,
                       llvm::ArrayRef<Figure> Figures) {
  std::string Out = headText(I, Runs);
  std::vector<DiffRow> Rows = diffModels(I.Before, I.After);
  Out += Rows.empty() ? "\nnothing changes\n"
                      : "\nchanges (!: more than 15 % apart)\n";
  Out += diffText(Rows);
  if (!I.NotWritten.empty())
    Out += "\nnot written; what the file had stays\n";
  for (const Refused &R : I.NotWritten)
    Out += fmt::format("  {:<56}{:>11.5g} {}: {}\n", R.Q.Name, R.Q.Value,
                       R.Q.Unit, R.Why);
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
