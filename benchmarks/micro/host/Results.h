//===- Results.h - The results file -----------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_MICRO_HOST_RESULTS_H
#define GPUPERF_BENCHMARKS_MICRO_HOST_RESULTS_H

#include "benchmarks/micro/Benchmark.h"
#include <cstdio>
#include <set>

namespace gpuperf::micro {

using calibration::Quantity;

/// What a results file already holds.
struct EarlierRun {
  bool Exists = false;
  std::string Identity; ///< of the GPU it was taken on
  bool Quick = false;
  std::set<std::string> Finished; ///< benchmarks with a "done" record
};
EarlierRun readEarlierRun(const std::string &Path);

/// Appends records (gpumodel/calibration/derive/Series.h) to a file, a line
/// each; a line is whole on the disk before the next benchmark begins.
class ResultsFile {
public:
  /// \p Append: behind what is there. False if it cannot be opened.
  bool open(const std::string &Path, bool Append);
  ~ResultsFile();

  void run(const DeviceFacts &Device, bool Quick, int Rank,
           const std::string &Date);
  void series(const Series &S);
  void quantity(const Quantity &Q);
  void skipped(const std::string &Benchmark, const std::string &Why);
  /// This benchmark is finished; a run that goes on does not repeat it.
  void done(const std::string &Benchmark, double Seconds);
  void end(double Seconds);

private:
  void line(const std::string &Text);
  std::FILE *File = nullptr;
};

} // namespace gpuperf::micro

#endif // GPUPERF_BENCHMARKS_MICRO_HOST_RESULTS_H
