//===- Csv.h - Rows as in the measured figures, and what is there already -===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The columns of groundtruth/measured.csv. Plain C++17.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_CSV_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_CSV_H

#include "benchmarks/accuracy/measure/Plan.h"
#include "gpumodel/calibration/derive/Series.h"
#include <set>

namespace gpuperf::measure {

/// How a time was taken.
enum class Condition { WarmSingle, ColdSingle, WarmBackToBack };
constexpr Condition AllConditions[] = {
    Condition::WarmSingle, Condition::ColdSingle, Condition::WarmBackToBack};
const char *l2Of(Condition C);     ///< "warm" or "cold", before each launch
const char *timingOf(Condition C); ///< "single" or "back-to-back"

/// One measured launch.
struct Row {
  std::string Kernel, File, Problem;
  Shape Launch;
  Condition Taken = Condition::WarmSingle;
  calibration::Point Us;    ///< per launch
  std::string CheckFailure; ///< empty: the result was right
};

/// What the rows of a run share.
struct Origin {
  std::string Gpu, Commit;
};
/// Of a sweep; 0: not known.
struct Clocks {
  double BeforeMhz = 0, AfterMhz = 0;
};

constexpr const char *MeasuredHeader =
    "dataset,repo,commit,gpu,kernel,source_path,kernel_name,problem,macros,"
    "grid_x,grid_y,grid_z,block_x,block_y,block_z,dyn_smem_bytes,time_ms,notes";
constexpr const char *DatasetName = "gpuperf_measure";

/// A line without its end.
std::string csvLine(const Row &R, const Origin &From, const Clocks &Sm);

/// What tells one measured launch from another.
std::string keyOf(const Row &R);

/// The fields of a line; quotes are taken off.
std::vector<std::string> splitCsv(const std::string &Line);
/// Quoted where it must be.
std::string csvField(const std::string &Text);

/// What an earlier run has left.
struct EarlierRows {
  std::set<std::string> Keys; ///< keyOf of its rows
  std::set<std::string> Gpus;
  std::string Whole; ///< the text up to the last whole line; empty: no file
  /// The file is there, but it is not one of ours.
  bool IsForeign = false;
};
EarlierRows readRows(const std::string &Text);

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_CSV_H
