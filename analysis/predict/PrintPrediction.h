//===- PrintPrediction.h - A Prediction as text -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_PREDICT_PRINTPREDICTION_H
#define GPUPERF_ANALYSIS_PREDICT_PRINTPREDICTION_H

#include "llvm/Support/Compiler.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace gpuperf {
struct Prediction;

/// Writes a text for developers: the time with its band, what makes it up, the
/// occupancy, and the launch's WarpProfile. What users read is worded
/// elsewhere.
void print(const Prediction &Predicted, llvm::raw_ostream &OS);
/// print() to standard error, for use in a debugger.
LLVM_DUMP_METHOD void dump(const Prediction &Predicted);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_PREDICT_PRINTPREDICTION_H
