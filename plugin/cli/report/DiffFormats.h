//===- DiffFormats.h - How a comparison of reports is printed - -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_REPORT_DIFFFORMATS_H
#define GPUPERF_PLUGIN_CLI_REPORT_DIFFFORMATS_H

#include "plugin/cli/report/ReportDiff.h"

namespace gpuperf {

enum class DiffFormat : uint8_t { Text, Markdown, Json, OpenMetrics, Bencher };

/// A comment on GitHub has at most 64 KiB; a row that would go beyond is left
/// out, and how many were is told.
inline constexpr size_t MostMarkdownBytes = 64000;

/// Text and Markdown tell what changed. Json tells the same as values.
/// OpenMetrics and Bencher's format are for tools that keep the history
/// themselves: they have every launch of \p Head with its time.
void printDiff(llvm::raw_ostream &OS, DiffFormat Format, const Report &Base,
               const Report &Head, llvm::ArrayRef<LaunchChange> Changes);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_REPORT_DIFFFORMATS_H
