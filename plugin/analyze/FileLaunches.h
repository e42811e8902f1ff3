//===- FileLaunches.h - A launch that is asked about, in its file ---------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that is asked about by name, as in a batch, says grid and block and
// some of the arguments. The rest stands in the file: in what its program
// passes to the kernel where it launches it, and in how grid and arguments
// depend on the same sizes there.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_ANALYZE_FILELAUNCHES_H
#define GPUPERF_PLUGIN_ANALYZE_FILELAUNCHES_H

#include "plugin/analyze/FileOptions.h"
#include "plugin/launch/BindLaunch.h"
#include "plugin/launch/LaunchSite.h"
#include <map>
#include <set>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace gpuperf {

/// What a question says of a launch.
struct AskedLaunch {
  const clang::FunctionDecl *Kernel = nullptr; ///< never null
  Dim3 Grid, Block;
  /// Scalars, by the name of the parameter.
  std::vector<std::pair<std::string, ArgValue>> Args;
};

/// The launches of a parsed file, and those that its program makes; without any
/// prediction. The AST has to outlive it.
class FileLaunches {
public:
  /// Of \p Options, Program, Facts, Gpus (one at least) and Assume count.
  /// \p Asked: all that complete() will be asked. Where the program's arguments
  /// are not given, they are looked for, so that it makes these launches.
  /// \p Code: the kernels of these launches, compiled.
  FileLaunches(clang::ASTContext &Ctx, clang::Preprocessor &PP,
               const FileOptions &Options, const KernelTable &Code,
               llvm::ArrayRef<AskedLaunch> Asked);
  ~FileLaunches();

  /// \p Asked with the arguments that it leaves out, one per parameter; those
  /// of pointers are the bytes behind them. Arguments are certain where the
  /// file has a launch that agrees with all that was asked, and have no
  /// provenance where they are of the launch that is most like it. Nothing
  /// where the file does not launch the kernel.
  std::optional<Launch> complete(const AskedLaunch &Asked) const;

private:
  /// One way in which the program makes a launch.
  struct Made {
    std::string Mangled;
    Launch L;
    /// Every value that stands for an open one shows in grid and block, so that
    /// these tell whether it is right.
    bool ShapeShowsAll = true;
  };
  /// What the program does with some arguments.
  struct Run {
    std::vector<Made> Launches;
    /// Values that stand for those arguments that are not given, by name.
    std::map<std::string, double> Open;
    std::set<std::string> InShapes; ///< of these, those that a grid depends on
    uint64_t Steps = 0;             ///< of the walk
    /// In how much the launches differ from those that are asked, summed.
    unsigned Difference = 0;
  };
  Run walk(const llvm::StringMap<double> &Given);
  void searchArguments();
  std::optional<Launch> solve(const LaunchSite &Site,
                              const AskedLaunch &Asked) const;

  clang::ASTContext &Ctx;
  clang::Preprocessor &PP;
  FileOptions Options;
  const KernelTable &Code;
  std::vector<AskedLaunch> Asked;
  std::vector<LaunchSite> Sites;
  std::unique_ptr<program::HostModule> Host;
  Run Program;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_ANALYZE_FILELAUNCHES_H
