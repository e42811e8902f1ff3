//===- KernelFile.h - Kernels of one file, by name --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_KERNELFILE_H
#define GPUPERF_PLUGIN_CLI_KERNELFILE_H

#include "plugin/analyze/FileAnalysis.h"
#include "plugin/cli/LaunchRecord.h"
#include "plugin/cli/parse/ClangRun.h"

namespace gpuperf {

/// Compiles a file once per GPU architecture and hands out the summaries of its
/// kernels. The launches that will be asked about are given beforehand; they
/// name their kernels as written (with template arguments, if any) or mangled.
class KernelFile {
public:
  /// \p Asked: the launches that are going to be asked about; they have to
  /// outlive the object. \p BuildDir: of the compile database, may be empty.
  KernelFile(std::string File, std::vector<std::string> UserFlags,
             std::vector<const LaunchRecord *> Asked, std::string BuildDir,
             FileOptions Options);
  ~KernelFile();

  /// The summary of \p Name for \p Gpu. Errors are sentences: no such kernel
  /// (lists those that are there), no usable body, file unreadable.
  llvm::Expected<const KernelSummary *> find(const GpuModel &Gpu,
                                             llvm::StringRef Name);
  /// What the file knows of \p Record, one of the launches that were named:
  /// the arguments that it leaves out. Null: nothing. Valid as long as this.
  const Launch *inFile(const GpuModel &Gpu, const LaunchRecord &Record);
  const StandIns &standIns() const { return Used; }

private:
  struct Compiled;
  const Compiled &compile(const GpuModel &Gpu);

  std::string File;
  std::vector<std::string> UserFlags, WantedNames;
  std::vector<const LaunchRecord *> Asked;
  std::string BuildDir;
  FileOptions Options;
  std::map<std::string, std::unique_ptr<Compiled>> ByArch;
  StandIns Used;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_KERNELFILE_H
