//===- CalibrateImport.h - `gpuperf calibrate-import` -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_CALIBRATEIMPORT_H
#define GPUPERF_PLUGIN_CLI_CALIBRATEIMPORT_H

namespace gpuperf {

/// Whether the command line, which has been read, names this command.
bool calibrateImportIsAsked();
/// Makes the help of this command show only its own options.
void hideUnrelatedToCalibrateImport();
/// Turns what gpuperf-calibrate recorded into a GPU file. Returns an ExitCode.
int runCalibrateImport();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_CALIBRATEIMPORT_H
