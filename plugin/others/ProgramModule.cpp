//===- ProgramModule.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/others/ProgramModule.h"
#include "plugin/device/CrashGuard.h"
#include "plugin/launch/LaunchSite.h"

namespace gpuperf {

ProgramModule readModule(const FileReader &Reader, llvm::StringRef File) {
  ProgramModule Out;
  Out.File = File.str();
  Out.Flags = Reader.flagsOf(File);
  auto Visit = [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
    if (!runGuarded([&] {
          Out.Launches = identifyLaunches(readLaunchSites(Ctx), Ctx);
          Out.Host = program::emitHostModule(Ctx, PP, Out.Error);
        })) {
      (void)Out.Host.release(); // half made: it must not be touched again
      Out.Error = "gpuperf crashed while compiling it";
    }
  };
  if (!runGuarded([&] {
        if (llvm::Error Failed = Reader.parse(File, Visit))
          Out.Error = llvm::toString(std::move(Failed));
      })) {
    (void)Out.Host.release();
    Out.Error = "clang crashed while parsing it";
  }
  // The syntax tree is gone.
  if (Out.Host)
    for (auto &Entry : Out.Host->Kernels)
      Entry.getValue().Decl = nullptr;
  return Out;
}

} // namespace gpuperf
