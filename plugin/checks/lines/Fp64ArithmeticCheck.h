//===- Fp64ArithmeticCheck.h ------------------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_LINES_FP64ARITHMETICCHECK_H
#define GPUPERF_PLUGIN_CHECKS_LINES_FP64ARITHMETICCHECK_H

#include "analysis/advice/arithmetic/Fp64Cost.h"
#include "plugin/checks/base/LineCheck.h"
#include "plugin/rewrite/DoublePromotion.h"
#include <map>
#include <set>

namespace gpuperf {

/// gpuperf-fp64-arithmetic: float code that a literal, a math function or a
/// macro makes double; see Fp64ArithmeticCheck.md.
class Fp64ArithmeticCheck : public LineCheck {
public:
  using LineCheck::LineCheck;

protected:
  void reportFile(const FileAnalysis &File) override;
  std::vector<LineFinding> find(const LaunchAnswer &Answer, const GpuAnswer &On,
                                const GpuModel &Gpu) override;
  void addFix(CheckMessage &Diag, clang::SourceLocation Where,
              const LineFinding &Found, const GpuAnswer &On) override;

private:
  using Line = std::pair<clang::FileID, unsigned>;
  Line lineOf(clang::SourceLocation Loc) const;
  void addFixes(Line At, const DoublePromotion &P);
  size_t shownFirst(size_t Lead, llvm::ArrayRef<const DoublePromotion *> Found,
                    llvm::ArrayRef<double> PerThread,
                    const std::map<Line, double> &OfLine);
  std::optional<LineFinding>
  findInFile(clang::FileID File, llvm::ArrayRef<const DoublePromotion *> Found,
             llvm::ArrayRef<PromotedLines> Lines, const GpuAnswer &On,
             const GpuModel &Gpu);
  std::optional<LineFinding> findOfKernel(const LaunchAnswer &Answer,
                                          const GpuAnswer &On,
                                          const GpuModel &Gpu);
  std::vector<LineFinding> findOfDoubles(const LaunchAnswer &Answer,
                                         const GpuAnswer &On,
                                         const GpuModel &Gpu);
  bool isDigitsWanted();
  std::vector<const DoublePromotion *>
  promotionsOfKernel(const clang::FunctionDecl &Kernel);
  std::string noteOfAlikes(const clang::FunctionDecl &Kernel);
  const std::vector<DoublePromotion> &
  promotionsOf(const clang::FunctionDecl &F);

  const FileAnalysis *Reported = nullptr;
  std::optional<bool> WantsDigits; ///< wantsDigitsOfDouble, once asked
  /// Kernels whose divisions are told, and not the kernel as a whole. The sizes
  /// of the launch decide, so that it is the same at all that are tried.
  std::map<const clang::FunctionDecl *, bool> DivisionsLead;
  /// All are of the file that is being reported.
  std::map<const clang::FunctionDecl *, std::vector<DoublePromotion>>
      ByFunction;
  std::map<Line, std::vector<clang::FixItHint>> FixesByLine;
  /// Where the finding on a kernel as a whole is told: one line at all sizes.
  std::map<const clang::FunctionDecl *, SourceLine> LineOfKernel;
  /// The lines that the finding at a line speaks of.
  std::map<Line, std::set<Line>> LinesOf;
  /// Their fixes belong to a diagnostic already: no edit is offered twice.
  std::set<Line> Fixed;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_LINES_FP64ARITHMETICCHECK_H
