//===- LaunchCheck.h - What all launch checks share -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check looks at the launches of an analysed file and reports what concerns
// it. The first check of a file makes the analysis; the other checks of the
// same file and the same options share it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_BASE_LAUNCHCHECK_H
#define GPUPERF_PLUGIN_CHECKS_BASE_LAUNCHCHECK_H

#include "clang-tidy/ClangTidyCheck.h"
#include "plugin/analyze/ChangedText.h"
#include "plugin/analyze/FileAnalysis.h"
#include "plugin/checks/base/CheckMessage.h"
#include "plugin/editor/EditorSession.h"
#include "plugin/findings/LaunchConfig.h"
#include "plugin/findings/guessed/GuessedBlocks.h"
#include "plugin/findings/recompiled/TunedConstant.h"

namespace gpuperf {

struct SharedAnalysis;

class LaunchCheck : public clang::tidy::ClangTidyCheck {
public:
  LaunchCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);

  bool isLanguageVersionSupported(
      const clang::LangOptions &LangOpts) const override {
    return LangOpts.CUDA;
  }
  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
  void onStartOfTranslationUnit() override;
  void onEndOfTranslationUnit() override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  /// Reports what this check finds at one launch.
  virtual void report(const LaunchAnswer &Answer, const FileAnalysis &File) {}
  /// Reports what this check finds in the file. Unless a check overrides it,
  /// each launch is reported by itself.
  virtual void reportFile(const FileAnalysis &File);

  /// Whether the check speaks of the launches as the program makes them, where
  /// that is known (HeaviestContext.h), and not of what their function says.
  virtual bool isAboutContexts() const { return false; }

  /// Analyses the file with \p Change, and calls \p Use with what its launches
  /// are then. Not called where that does not compile, nor in an editor, where
  /// it would take longer than an edit may.
  void analyzeAsIf(const ParseChange &Change,
                   llvm::function_ref<void(const FileAnalysis &)> Use) const;

  /// The launches of which no block is known, as they are with one usual block
  /// and with another, and what was assumed for that (GuessedBlocks.h). Empty
  /// if there are none, and in an editor.
  const std::vector<WithGuessedBlocks> &withGuessedBlocks() const;

  /// Better blocks for the launches of the file that is reported, with this as
  /// AdviceOptions::MinGainPercent; searched for once for all checks of a file.
  const std::vector<LaunchConfigFinding> &
  launchConfigs(double MinGainPercent) const;

  /// Likewise, better numbers for the constants that make its blocks. Empty in
  /// an editor.
  const std::vector<TunedConstant> &tunedConstants(double MinGainPercent) const;

  /// In an editor, the text that is being parsed; number 0 elsewhere.
  const TextWanted &text() const { return Wanted; }

  /// A diagnostic in the words of the GPU that the check speaks of.
  CheckMessage
  diag(clang::SourceLocation Where, llvm::StringRef Format,
       clang::DiagnosticIDs::Level Level = clang::DiagnosticIDs::Warning) {
    return CheckMessage(*this, Where, Format, Level, Maker);
  }
  /// What follows is about this GPU. Until then, it is about all of the file:
  /// AMD's words are taken where all are AMD's.
  void speakOf(const GpuAnswer &On) { Maker = On.Maker; }
  Vendor spokenOf() const { return Maker; }

  const clang::SourceManager *SM = nullptr; ///< set while reporting
  clang::ASTContext *Ctx = nullptr;         ///< likewise
  HostBindings Assume;                      ///< likewise, of GpuperfAssume
  const std::string GpuOption, AssumeOption, ModelOption, RunOption,
      FactsOption, ClockOption;
  const std::string ObjectOption;
  const bool OtherFilesOption;

private:
  /// The file as this check speaks of it.
  const FileAnalysis &reportedFile() const;
  /// All options that decide the analysis, a line each.
  std::string optionsKey() const;
  std::shared_ptr<SharedAnalysis> makeAnalysis(clang::ASTContext &Ctx) const;
  /// The same, and tells the editor's session how long the build took.
  std::shared_ptr<SharedAnalysis> timedAnalysis(clang::ASTContext &Ctx) const;

  clang::Preprocessor *PP = nullptr;
  Vendor Maker = Vendor::Nvidia;
  TextWanted Wanted;
  std::chrono::steady_clock::time_point ParseBegan;
  std::shared_ptr<SharedAnalysis> Analysis;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_LAUNCHCHECK_H
