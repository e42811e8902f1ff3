//===- LaunchCheck.h - What all launch checks share -------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check asks for the file's analysis once, goes through its launches and
// words what concerns it. The analysis is made by the first check that asks and
// shared by the others of the same file and options.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CHECKS_BASE_LAUNCHCHECK_H
#define GPUPERF_PLUGIN_CHECKS_BASE_LAUNCHCHECK_H

#include "clang-tidy/ClangTidyCheck.h"
#include "plugin/analyze/FileAnalysis.h"
#include "plugin/editor/EditorSession.h"

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
  /// Words what concerns this check at one launch.
  virtual void report(const LaunchAnswer &Answer, const FileAnalysis &File) {}
  /// Words what concerns this check in the file: each launch for itself, unless
  /// a check looks across them.
  virtual void reportFile(const FileAnalysis &File);

  const clang::SourceManager *SM = nullptr; ///< set while reporting
  clang::ASTContext *Ctx = nullptr;         ///< likewise
  HostBindings Assume;                      ///< likewise, of GpuperfAssume
  const std::string GpuOption, AssumeOption, ModelOption;

private:
  clang::Preprocessor *PP = nullptr;
  TextWanted Wanted; ///< in an editor: the text that is being parsed
  std::shared_ptr<SharedAnalysis> Analysis;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CHECKS_BASE_LAUNCHCHECK_H
