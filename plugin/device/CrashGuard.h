//===- CrashGuard.h - Crashes that do not end the process -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM ends the process where it cannot compile something: an instruction that
// cannot be selected, inline assembly that cannot be read. In an editor or in
// the middle of a build that would cost the user far more than a prediction.
//
// To catch that, handlers have to be set for the whole process, which belongs
// to somebody else where gpuperf is a plugin. They are therefore set when the
// first guard of the process begins and taken back when the last one ends; the
// guards of several threads may overlap. For the process around us this means:
//
//  - While no guard is active, nothing of ours is installed.
//  - Signal handlers that were there before are there again afterwards. A
//    handler that another thread sets while a guard is active is lost.
//  - Where the process has enabled llvm::CrashRecoveryContext itself, it stays
//    enabled.
//  - LLVM has one place for a fatal error handler and no way to read it. A
//    handler that the process had put there is replaced and is not put back:
//    afterwards there is none, which is LLVM's default. clang-tidy and clangd
//    have none.
//  - A thread that crashes outside of a guard while another thread is inside of
//    one ends the process, as it would without us; a fatal error of LLVM is
//    printed before.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_DEVICE_CRASHGUARD_H
#define GPUPERF_PLUGIN_DEVICE_CRASHGUARD_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuperf {

/// Calls \p Work. Returns false if it did not come to its end because of a
/// signal such as SIGSEGV, because of abort(), or because of one of LLVM's
/// fatal errors. What the work had allocated is then lost, its destructors have
/// not run, and what it was changing must not be read any more; nothing is
/// printed. Guards nest, and each thread has its own.
bool runGuarded(llvm::function_ref<void()> Work);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_DEVICE_CRASHGUARD_H
