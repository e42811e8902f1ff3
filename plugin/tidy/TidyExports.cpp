//===- TidyExports.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/TidyExports.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "plugin/tidy/export/CodeQuality.h"
#include "plugin/tidy/export/Sarif.h"
#include "plugin/tidy/export/TidyFindings.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace gpuperf;
using namespace llvm;
using clang::tidy::ClangTidyError;

static cl::opt<std::string>
    SarifFile("export-sarif", cl::value_desc("file"),
              cl::desc("Write the findings as SARIF 2.1.0, for GitHub's code\n"
                       "scanning and its like: at most 5,000, the worst\n"
                       "first. Paths are relative to the root of the\n"
                       "repository, fix-its are included."));
static cl::opt<std::string>
    CodeQualityFile("export-code-quality", cl::value_desc("file"),
                    cl::desc("Write the findings as a Code Quality report of\n"
                             "GitLab."));
static cl::opt<std::string> NewBaselineFile(
    "write-baseline", cl::value_desc("file"),
    cl::desc("Write what is found now as known, for --baseline:\n"
             "rule, file, text and count, no lines."));
static cl::opt<std::string>
    BaselineFile("baseline", cl::value_desc("file"),
                 cl::desc("Leave out the findings that this file of\n"
                          "--write-baseline has: they are not printed, fixed\n"
                          "or exported and do not count for the exit code.\n"
                          "Errors of the compiler are never left out. Exit 2\n"
                          "if the file cannot be read."));

void gpuperf::showExportOptions() {
  cl::Option *Stock = cl::getRegisteredOptions().lookup("export-fixes");
  if (!Stock || Stock->Categories.empty())
    return;
  cl::Option *Ours[] = {&SarifFile, &CodeQualityFile, &NewBaselineFile,
                        &BaselineFile};
  for (cl::Option *O : Ours)
    O->addCategory(*Stock->Categories.front());
}

static void complain(const Twine &What) {
  errs() << "gpuperf-clang-tidy: error: " << What << '\n';
}

/// Empty, or why the file cannot be written.
static std::string whyNotWritable(StringRef Path) {
  const bool Existed = sys::fs::exists(Path);
  int Descriptor = -1;
  if (std::error_code EC = sys::fs::openFileForWrite(
          Path, Descriptor, sys::fs::CD_OpenAlways, sys::fs::OF_Append))
    return EC.message();
  sys::fs::file_t File = sys::fs::convertFDToNativeFile(Descriptor);
  sys::fs::closeFile(File);
  if (!Existed)
    sys::fs::remove(Path);
  return "";
}

static Expected<Baseline> readBaseline(StringRef Path) {
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return createStringError(Text.getError().message());
  return Baseline::parse((*Text)->getBuffer());
}

bool TidyExports::begin() {
  for (const cl::opt<std::string> *Option :
       {&SarifFile, &CodeQualityFile, &NewBaselineFile, &BaselineFile}) {
    if (Option->getNumOccurrences() == 0)
      continue;
    StringRef Path = *Option;
    std::string Problem;
    if (Path.empty()) {
      Problem = "it wants the name of a file";
    } else if (Option == &BaselineFile) {
      if (Expected<Baseline> Read = readBaseline(Path))
        Known = std::move(*Read);
      else
        Problem =
            "cannot read '" + Path.str() + "': " + toString(Read.takeError());
    } else if (std::string Why = whyNotWritable(Path); !Why.empty()) {
      Problem = "cannot write '" + Path.str() + "': " + Why;
    }
    if (!Problem.empty()) {
      complain("--" + Option->ArgStr + ": " + Problem);
      Failed = true;
    }
  }
  return !Failed;
}

void TidyExports::end(std::vector<ClangTidyError> &Errors,
                      ArrayRef<std::string> InputFiles, vfs::FileSystem &Files,
                      bool Quiet) {
  auto write = [&](const cl::opt<std::string> &Option,
                   function_ref<void(raw_ostream &)> Content) {
    if (Option.getNumOccurrences() == 0)
      return;
    if (Error E = writeToOutput(Option, [&](raw_ostream &OS) {
          Content(OS);
          return Error::success();
        })) {
      complain("--" + Option.ArgStr + ": cannot write '" + Option +
               "': " + toString(std::move(E)));
      Failed = true;
    }
  };
  if (!Known && SarifFile.empty() && CodeQualityFile.empty() &&
      NewBaselineFile.empty())
    return;

  SmallString<256> WorkingFolder;
  sys::fs::current_path(WorkingFolder);
  const ProjectRoot Root(WorkingFolder, InputFiles.empty()
                                            ? StringRef(WorkingFolder)
                                            : StringRef(InputFiles.front()));
  std::vector<Finding> Findings = tidyFindings(Errors, Root, Files);
  write(NewBaselineFile,
        [&](raw_ostream &OS) { Baseline::of(Findings).write(OS); });
  if (Known) {
    const size_t Before = Findings.size();
    std::vector<bool> Drop(Errors.size());
    for (size_t I : Known->takeKnown(Findings))
      Drop[I] = true;
    std::vector<ClangTidyError> Kept;
    for (size_t I = 0; I < Errors.size(); ++I)
      if (!Drop[I])
        Kept.push_back(std::move(Errors[I]));
    Errors = std::move(Kept);
    if (!Quiet && Before > Findings.size())
      errs() << "gpuperf-clang-tidy: not shown, as the baseline has them: "
             << Before - Findings.size() << " of " << Before << " findings\n";
  }
  write(SarifFile, [&](raw_ostream &OS) {
    OS << formatv("{0:2}\n",
                  sarifLog(Findings, {GPUPERF_VERSION, GPUPERF_HOMEPAGE}));
  });
  write(CodeQualityFile, [&](raw_ostream &OS) {
    OS << formatv("{0:2}\n", codeQuality(Findings));
  });
}
