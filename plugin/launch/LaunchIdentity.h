//===- LaunchIdentity.h - What tells a launch from others -------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact that was written to a file has to find its launch again after edits of
// other code: it names the function around the launch, the kernel and which of
// the function's launches of that kernel it is. A hash of the function's text
// tells whether the function is still the one that the fact was taken from.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_LAUNCH_LAUNCHIDENTITY_H
#define GPUPERF_PLUGIN_LAUNCH_LAUNCHIDENTITY_H

#include "plugin/facts/LaunchFact.h"
#include "plugin/launch/LaunchSite.h"
#include "llvm/ADT/ArrayRef.h"

namespace gpuperf {

struct LaunchIdentity {
  /// At the `<<<`, or at the start of the call that launches: where a walk of
  /// this parse sees it. Line 0: nowhere in a file.
  std::string File;
  unsigned Line = 0, Column = 0;
  std::string Function;    ///< qualified; empty outside of any function
  std::string Kernel;      ///< as written; empty: not known
  std::string Mangled;     ///< its device symbol; likewise
  unsigned Ordinal = 0;    ///< as LaunchFact::Ordinal
  std::string Fingerprint; ///< of the function's text without comments
};

/// The identities of \p Sites, which are all launches of a file.
std::vector<LaunchIdentity> identifyLaunches(llvm::ArrayRef<LaunchSite> Sites,
                                             const clang::ASTContext &Ctx);

/// Whether two names are of one file.
bool isSameFile(llvm::StringRef A, llvm::StringRef B);

/// Names function, ordinal and fingerprint of facts that a walk has found at
/// the places of \p Known.
void nameFacts(std::vector<LaunchFact> &Facts,
               llvm::ArrayRef<LaunchIdentity> Known);

/// Whether the fact's function has the name of the one around the launch.
bool isSameFunction(const LaunchFact &Fact, const LaunchIdentity &Launch);

/// How a fact that was read from a file relates to a launch.
enum class FactMatch : uint8_t { Other, Stale, Same };
FactMatch matchFact(const LaunchFact &Fact, const LaunchIdentity &Launch);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_LAUNCH_LAUNCHIDENTITY_H
