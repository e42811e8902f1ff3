//===- CalibrateImport.h - `gpuperf calibrate-import` -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_CALIBRATEIMPORT_H
#define GPUPERF_PLUGIN_CLI_CALIBRATEIMPORT_H

namespace gpuperf {

/// After the command line was read: this command is named on it.
bool calibrateImportIsAsked();
/// Its help shows its options only.
void hideUnrelatedToCalibrateImport();
/// What gpuperf-calibrate recorded, to a GPU file. An ExitCode.
int runCalibrateImport();

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_CALIBRATEIMPORT_H
