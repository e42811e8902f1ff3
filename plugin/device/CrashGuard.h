//===- CrashGuard.h - Crashes that do not end the process -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM ends the process where it cannot compile something (an instruction that
// cannot be selected, inline assembly that cannot be read). In an editor or in
// the middle of a build that would cost the user far more than a prediction.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_CRASHGUARD_H
#define GPUPERF_PLUGIN_DEVICE_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// Calls \p Work. False if it did not come to its end: a signal such as
/// SIGSEGV, abort(), or one of LLVM's fatal errors. What it had allocated is
/// then lost, its destructors have not run, and what it was changing must not
/// be read; nothing is printed. Guards nest, and each thread has its own.
bool runGuarded(llvm::function_ref<void()> Work);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_CRASHGUARD_H
