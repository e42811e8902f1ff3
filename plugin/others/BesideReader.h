//===- BesideReader.h - Files as the parse at hand reads them ---*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_OTHERS_BESIDEREADER_H
#define GPUPERF_PLUGIN_OTHERS_BESIDEREADER_H

#include "gpumodel/GpuModel.h"
#include "plugin/others/FileReader.h"

namespace gpuperf {

/// Parses files with the options, search paths and macros of a parse that goes
/// on, for the checks: nobody tells them what the build does with other files.
class BesideReader : public FileReader {
public:
  /// Both have to outlive the reader. \p IrArch: "sm_90".
  BesideReader(clang::ASTContext &Ctx, clang::Preprocessor &PP,
               std::string IrArch)
      : Ctx(Ctx), PP(PP), IrArch(std::move(IrArch)) {}

  std::string first() const override;
  llvm::Error parse(llvm::StringRef File, VisitFile Visit) const override;
  /// A build runs the checks on each file.
  bool isHurried() const override { return true; }
  size_t mostParsed() const override { return 12; }
  /// Until so many bytes were read, with the headers that are included: some
  /// seconds. Time itself is not the same each time.
  static constexpr uint64_t MostBytesRead = uint64_t(64) << 20;

private:
  clang::ASTContext &Ctx;
  clang::Preprocessor &PP;
  const std::string IrArch;
  mutable uint64_t BytesRead = 0;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_OTHERS_BESIDEREADER_H
