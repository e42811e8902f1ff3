//===- Predict.h - gpuperf predict ------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_PREDICT_H
#define GPUPERF_PLUGIN_CLI_PREDICT_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/cli/Answers.h"
#include "plugin/cli/LaunchRecord.h"
#include "plugin/cli/parse/ClangRun.h"

namespace gpuperf {

/// Exit codes of the command.
enum ExitCode : int { ExitDone = 0, ExitFindings = 1, ExitUnusable = 2 };

/// The options of `gpuperf predict` and `gpuperf sweep`, read and checked.
struct PredictRequest {
  std::string File;
  std::vector<std::string> ClangFlags;
  std::string BuildDir;       ///< of the compile database; may be empty
  std::vector<GpuModel> Gpus; ///< empty: the architecture in the flags picks
  std::vector<ModelKind> Models;
  FileOptions Options; ///< Gpus and model are set per run
  OutputFormat Format = OutputFormat::Text;
  bool Svg = false; ///< sweep only
  bool Explain = false;
  /// Operations of a walk through the program for which those that Options
  /// allows did not suffice; 0: there is no second walk.
  uint64_t MostSteps = 0;
  /// So many other blocks are predicted with each launch, for pictures.
  size_t OtherBlocks = 0;
  /// The file is the whole program: no other source is looked for.
  bool Alone = false;
  /// Collects the files that are read; null: nobody asks.
  std::shared_ptr<ReadFiles> Reads;
  std::vector<std::string> ErrorOn; ///< checks that make the exit code 1
};

/// Every launch in the file.
int predictFile(const PredictRequest &Request);
/// One launch that is described on the command line.
int predictLaunchByName(const PredictRequest &Request, LaunchRecord Record);
/// The GPUs of the request by the architecture that the file is parsed for:
/// those that share one are answered from the same parse. Where the request
/// names no GPU, one is chosen for the architecture in the flags, and \p
/// ChoiceNote says so.
std::vector<std::pair<std::string, std::vector<GpuModel>>>
groupByArch(const PredictRequest &Request, std::string &ChoiceNote,
            std::string &Error);

/// Predicts every launch in the file, or those of one kernel, with every other
/// block that covers the same threads, best first. Only the first of the models
/// is used.
int predictSweepFile(const PredictRequest &Request, llvm::StringRef Kernel);
/// The same of one launch that is described on the command line.
int predictSweep(const PredictRequest &Request, const LaunchRecord &Record);
/// Answers sweeps whose launches are listed, one sweep per line: {"id",
/// "launches": [launch record, ...]}. The answer is {"id", "ranked": [id, ...],
/// "advice": [{"id", "time_us", "recommended": id or null, "speedup",
/// "speedup_low", "reason"}, ...]}: the ids best first, and for each launch
/// what would be advised among all of them if it were the one in the source.
/// The speedup is that of the best launch.
int sweepBatch(const PredictRequest &Request, llvm::StringRef BatchPath);
/// One launch per line of \p BatchPath ("-": standard input), answers in order.
int predictBatch(const PredictRequest &Request, llvm::StringRef BatchPath);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_PREDICT_H
