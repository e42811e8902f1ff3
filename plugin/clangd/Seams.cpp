//===- Seams.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/Seams.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "plugin/clangd/CompileCommands.h"
#include "plugin/clangd/DeviceBodies.h"
#include "plugin/clangd/EditorTransport.h"
#include "plugin/clangd/PublishedDiagnostics.h"
#include "plugin/editor/EditorSession.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdio>

using namespace gpuperf;

// The functions by the names that the linker sees; the declaration of each
// stands above it.
#define REAL(NAME) __real_##NAME
#define WRAP(NAME) __wrap_##NAME
// CommandMangler::operator()(tooling::CompileCommand &, StringRef) const
#define COMMAND_MANGLER                                                        \
  _ZNK5clang6clangd14CommandManglerclERNS_7tooling14CompileCommandEN4llvm9StringRefE
// TidyProvider provideDefaultChecks()
#define DEFAULT_CHECKS _ZN5clang6clangd20provideDefaultChecksEv
// std::optional<bool> isFastTidyCheck(StringRef)
#define FAST_CHECK _ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE
// std::unique_ptr<Transport> newJSONTransport(FILE *, raw_ostream &,
//                                 raw_ostream *, bool, JSONStreamStyle)
#define JSON_TRANSPORT                                                         \
  _ZN5clang6clangd16newJSONTransportEP8_IO_FILERN4llvm11raw_ostreamEPS4_bNS0_15JSONStreamStyleE
// clang::PrecompiledPreamble::Build(...)
#define BUILD_PREAMBLE                                                         \
  _ZN5clang19PrecompiledPreamble5BuildERKNS_18CompilerInvocationEPKN4llvm12MemoryBufferENS_14PreambleBoundsENS4_18IntrusiveRefCntPtrINS_17DiagnosticsEngineEEENS9_INS4_3vfs10FileSystemEEESt10shared_ptrINS_22PCHContainerOperationsEEbNS4_9StringRefERNS_17PreambleCallbacksE
// std::unique_ptr<CompilationDatabase> clang::tooling::
//     inferMissingCompileCommands(std::unique_ptr<CompilationDatabase>)
#define INFER_COMMANDS                                                         \
  _ZN5clang7tooling27inferMissingCompileCommandsESt10unique_ptrINS0_19CompilationDatabaseESt14default_deleteIS2_EE
#define EXPAND(MACRO, NAME) MACRO(NAME)

using TidyProvider = llvm::unique_function<void(clang::tidy::ClangTidyOptions &,
                                                llvm::StringRef) const>;

extern "C" {

void EXPAND(REAL, COMMAND_MANGLER)(const void *Mangler,
                                   clang::tooling::CompileCommand &Command,
                                   llvm::StringRef File);

void EXPAND(WRAP, COMMAND_MANGLER)(const void *Mangler,
                                   clang::tooling::CompileCommand &Command,
                                   llvm::StringRef File) {
  translateCommand(Command, File, clangdOptions().Gpu);
  // The original applies the project's .clangd file.
  EXPAND(REAL, COMMAND_MANGLER)(Mangler, Command, File);
  settleCommand(Command);
  markCommand(Command, editorSession().askedAgain(File));
}

std::unique_ptr<clang::tooling::CompilationDatabase> EXPAND(REAL,
                                                            INFER_COMMANDS)(
    std::unique_ptr<clang::tooling::CompilationDatabase> Database);

std::unique_ptr<clang::tooling::CompilationDatabase> EXPAND(WRAP,
                                                            INFER_COMMANDS)(
    std::unique_ptr<clang::tooling::CompilationDatabase> Database) {
  return translateDatabase(std::move(Database), clangdOptions().Gpu,
                           EXPAND(REAL, INFER_COMMANDS));
}

TidyProvider EXPAND(REAL, DEFAULT_CHECKS)();

TidyProvider EXPAND(WRAP, DEFAULT_CHECKS)() {
  // This provider is asked last, after .clang-tidy and .clangd.
  return [Real = EXPAND(REAL, DEFAULT_CHECKS)()](
             clang::tidy::ClangTidyOptions &Options, llvm::StringRef File) {
    // A list of checks that only removes some, such as "Remove:" in .clangd,
    // does not choose any.
    std::string Removed = Options.Checks.value_or("");
    llvm::SmallVector<llvm::StringRef> Globs;
    llvm::SplitString(Removed, Globs, ", \n");
    bool Configured = llvm::any_of(
        Globs, [](llvm::StringRef G) { return !G.starts_with("-"); });
    if (!Configured)
      Options.Checks.reset();
    Real(Options, File);
    if (!Configured)
      Options.Checks = Options.Checks.value_or("") + ",gpuperf-*," + Removed;
    auto SetIfOpen = [&Options](llvm::StringRef Name, const std::string &To) {
      if (!To.empty())
        Options.CheckOptions.try_emplace(Name, To);
    };
    SetIfOpen("GpuperfGpu", clangdOptions().Gpu);
    SetIfOpen("GpuperfAssume", clangdOptions().Assume);
  };
}

std::optional<bool> EXPAND(REAL, FAST_CHECK)(llvm::StringRef Check);

std::optional<bool> EXPAND(WRAP, FAST_CHECK)(llvm::StringRef Check) {
  if (Check.starts_with("gpuperf-"))
    return true;
  return EXPAND(REAL, FAST_CHECK)(Check);
}

std::unique_ptr<clang::clangd::Transport>
    EXPAND(REAL, JSON_TRANSPORT)(std::FILE *In, llvm::raw_ostream &Out,
                                 llvm::raw_ostream *InMirror, bool Pretty,
                                 clang::clangd::JSONStreamStyle Style);

std::unique_ptr<clang::clangd::Transport>
EXPAND(WRAP, JSON_TRANSPORT)(std::FILE *In, llvm::raw_ostream &Out,
                             llvm::raw_ostream *InMirror, bool Pretty,
                             clang::clangd::JSONStreamStyle Style) {
  return makeEditorTransport(
      EXPAND(REAL, JSON_TRANSPORT)(In, Out, InMirror, Pretty, Style),
      editorSession(), pagesFolder());
}

llvm::ErrorOr<clang::PrecompiledPreamble> EXPAND(REAL, BUILD_PREAMBLE)(
    const clang::CompilerInvocation &Invocation,
    const llvm::MemoryBuffer *MainFile, clang::PreambleBounds Bounds,
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Diagnostics,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Vfs,
    std::shared_ptr<clang::PCHContainerOperations> Containers, bool InMemory,
    llvm::StringRef StoragePath, clang::PreambleCallbacks &Callbacks);

llvm::ErrorOr<clang::PrecompiledPreamble> EXPAND(WRAP, BUILD_PREAMBLE)(
    const clang::CompilerInvocation &Invocation,
    const llvm::MemoryBuffer *MainFile, clang::PreambleBounds Bounds,
    llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> Diagnostics,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Vfs,
    std::shared_ptr<clang::PCHContainerOperations> Containers, bool InMemory,
    llvm::StringRef StoragePath, clang::PreambleCallbacks &Callbacks) {
  DeviceBodies WithBodies(Callbacks);
  // C++ files get exactly what clangd gives them.
  clang::PreambleCallbacks &Chosen =
      Invocation.getLangOpts().CUDA ? WithBodies : Callbacks;
  return EXPAND(REAL, BUILD_PREAMBLE)(
      Invocation, MainFile, Bounds, std::move(Diagnostics), std::move(Vfs),
      std::move(Containers), InMemory, StoragePath, Chosen);
}

} // extern "C"
