//===- PrintPrediction.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PrintPrediction.h"
#include "analysis/predict/PredictLaunch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace gpuperf;
using llvm::formatv;

void gpuperf::print(const Prediction &Predicted, llvm::raw_ostream &OS) {
  const Estimate &Time = Predicted.TimeUs;
  OS << formatv("{0} predicts {1} us ({2} to {3} us), bound by {4}\n",
                modelName(Predicted.Model), Time.Value, Time.Lo, Time.Hi,
                boundName(Predicted.BoundBy));
  for (const Component &Part : Predicted.Components)
    OS << formatv("  {0}: {1} us\n", Part.Name, Part.TimeUs);
  OS << formatv("  {0} blocks per SM, {1:P} occupancy, {2} waves\n",
                Predicted.Occ.BlocksPerSm, Predicted.Occ.Fraction,
                Predicted.Waves);
  OS << formatv("  {0} registers per thread, {1} bytes of shared memory per "
                "block\n",
                Predicted.RegistersPerThread, Predicted.SharedBytes);
  const WarpLoad &Load = Predicted.Load;
  OS << formatv("  NBW {0}, DPS {1}, APB {2}, NSMW {3}, NSMB {4}, DPSID {5}\n",
                Load.Nbw, Load.Dps, Load.Apb, Load.Nsmw, Load.Nsmb, Load.Dpsid);
  for (const std::string &Line : Predicted.Explanation)
    OS << "  " << Line << '\n';
  print(Predicted.Profile, OS);
}

LLVM_DUMP_METHOD void gpuperf::dump(const Prediction &Predicted) {
  print(Predicted, llvm::errs());
}
