//===- Report.h - Every launch of a project, in one file ------ -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A report holds what `gpuperf predict --format=json` says of every launch of a
// project. It is the same text whatever the number of jobs, the folder of the
// checkout and the machine: names of files are relative, there are no dates,
// and everything is sorted. Two of them are compared by ReportDiff.h.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_REPORT_H
#define GPUPERF_PLUGIN_CLI_REPORT_REPORT_H

#include "gpumodel/GpuModel.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace gpuperf {

/// How the prediction of one source file ended.
struct ReportedFile {
  std::string File; ///< relative to the project's folder
  /// "ok"; "failed": it could not be parsed; "crashed".
  std::string Status = "ok";
  std::string Message; ///< the first error, where it is not ok
};

struct Report {
  /// The layout of the file that this version writes and reads.
  static constexpr int64_t Schema = 1;

  std::string Tool;  ///< version of gpuperf and of LLVM
  std::string Model; ///< name of the model
  /// modelDigest of the program that made it; empty: it did not say.
  std::string Digest;
  /// Names of the GPUs and a hash of their files' contents, by name.
  std::vector<std::pair<std::string, std::string>> Gpus;
  /// The options that change times, as they were given, sorted.
  std::vector<std::string> Options;
  std::vector<ReportedFile> Files; ///< by name
  /// Objects of `gpuperf predict --format=json`, by file, line, column, kernel,
  /// GPU, model and context. "file" is relative; a launch in a header, which
  /// several files include, is there once.
  std::vector<llvm::json::Object> Launches;
};

/// Who made the GPU of one of the launches: in whose words it is told.
Vendor makerOf(const llvm::json::Object &Launch);

/// Sorts files and launches, and leaves out launches that are there already.
void normalize(Report &R);

void writeReport(llvm::raw_ostream &OS, const Report &R);

/// Reads what writeReport wrote. Errors name the file, and what is wrong.
llvm::Expected<Report> readReport(llvm::StringRef Path);

/// The first of the things that have to be equal for two reports to be merged
/// or compared and are not, as a clause ("h200-sxm has other numbers"); empty
/// where they are.
std::string differentOrigin(const Report &A, const Report &B);

/// The report of all files out of reports of parts of them. It is an error if
/// they were made by different tools, options or GPUs.
llvm::Expected<Report> mergeReports(std::vector<Report> Parts);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_REPORT_H
