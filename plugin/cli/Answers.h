//===- Answers.h - What the command prints, and how -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_ANSWERS_H
#define GPUPERF_PLUGIN_CLI_ANSWERS_H

#include "analysis/predict/ModelTable.h"
#include "analysis/report/Counts.h"
#include "analysis/report/OpenSize.h"
#include "plugin/facts/LaunchFact.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace gpuperf {

enum class OutputFormat : uint8_t { Text, Json, Csv };

/// An answer that is a candidate of a sweep.
struct InSweep {
  unsigned Rank = 0; ///< 1: the best
  bool Asked = false, Recommended = false;
  bool SameResult = false; ///< proven to compute what the asked one does
  Estimate Speedup;        ///< times faster than the asked block
  std::string Reason;
};

/// One launch on one GPU by one model, or why there is none.
struct Answer {
  llvm::json::Value Id = nullptr; ///< batch only
  std::string File;               ///< file mode only
  unsigned Line = 0, Column = 0;
  std::string Kernel, Gpu;
  Vendor Maker = Vendor::Nvidia; ///< of the GPU: whose words are used
  /// File mode: what tells the launch from others without a line, as
  /// LaunchIdentity; and which of several ways of making it, from 0.
  std::string Function;
  unsigned Ordinal = 0, Context = 0;
  std::optional<Launch> L;
  ModelKind Model = defaultModel();
  std::optional<Prediction> P;
  std::vector<OpenSize> Open; ///< sizes that nobody gives
  LaunchCounts Counts;        ///< with P
  std::string Error;          ///< without P
  std::vector<std::string> Violations;
  /// File mode, where the program was walked: launches of one run with these
  /// values; 0: not known.
  uint64_t Count = 0;
  std::vector<FactValue> Values; ///< open values that it depends on
  bool PartialWarp = false;      ///< file mode: blocks leave lanes idle
  std::optional<InSweep> Sweep;
  /// The launch with other blocks, if that was asked for: the best ones.
  llvm::json::Array OtherBlocks;
};

/// The contract's object: {"id", "model", "time_us", ...} or {"id", "error"}.
/// With \p WithPlace also file, line, column, kernel, gpu, grid and block. A
/// candidate of a sweep: also rank, asked, recommended, same_result, speedup,
/// speedup_low, speedup_high and reason.
llvm::json::Object answerToJson(const Answer &A, bool WithPlace);

/// One table with a header line; fields with commas are quoted. Columns of
/// sweeps only where the first answer is of one.
void printCsv(llvm::raw_ostream &OS, llvm::ArrayRef<Answer> Answers);

/// For people: aligned, with units and a bar of what the time consists of.
void printText(llvm::raw_ostream &OS, llvm::ArrayRef<Answer> Answers,
               bool Explain);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_ANSWERS_H
