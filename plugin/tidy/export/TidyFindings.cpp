//===- TidyFindings.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/TidyFindings.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "plugin/tidy/export/Fingerprints.h"
#include "plugin/tidy/export/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace gpuperf;
using clang::tidy::ClangTidyError;
using clang::tooling::DiagnosticMessage;
using llvm::StringRef;

namespace {

class Converter {
public:
  Converter(const ProjectRoot &Root, llvm::vfs::FileSystem &Files)
      : Root(Root), Files(Files) {}

  Finding convert(const ClangTidyError &Error);

private:
  std::string absolute(StringRef Path) const;
  const SourceText &text(StringRef Absolute);
  std::optional<Place> place(const DiagnosticMessage &Message);
  std::vector<Edit> edits(const clang::tooling::Replacements &Made);
  std::optional<Fix> fix(const DiagnosticMessage &Message);

  const ProjectRoot &Root;
  llvm::vfs::FileSystem &Files;
  llvm::StringMap<std::unique_ptr<SourceText>> Texts;
  std::string Folder;
};

} // namespace

std::string Converter::absolute(StringRef Path) const {
  llvm::SmallString<256> Absolute(Path);
  llvm::sys::path::make_absolute(Folder, Absolute);
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return std::string(Absolute);
}

/// Of a file that cannot be read, an empty text.
const SourceText &Converter::text(StringRef Absolute) {
  std::unique_ptr<SourceText> &Text = Texts[Absolute];
  if (!Text) {
    auto Buffer = Files.getBufferForFile(Absolute);
    Text = std::make_unique<SourceText>(Buffer ? (*Buffer)->getBuffer().str()
                                               : std::string());
  }
  return *Text;
}

std::optional<Place> Converter::place(const DiagnosticMessage &Message) {
  if (Message.FilePath.empty())
    return std::nullopt;
  const std::string Path = absolute(Message.FilePath);
  const SourceText &Text = text(Path);
  const size_t Begin = Message.FileOffset;
  size_t End = Text.tokenEnd(Begin);
  for (const auto &Range : Message.Ranges)
    if (absolute(Range.FilePath) == Path && Range.FileOffset <= Begin)
      End = std::max(End, size_t(Range.FileOffset) + Range.Length);
  return Place{Root.relative(Path), Text.region(Begin, End)};
}

/// Edits of one file, in its order, those of neighbouring lines as one. Readers
/// offer each as a suggestion of its own, and a block size that is taken over
/// without its grid makes another program.
std::vector<Edit> Converter::edits(const clang::tooling::Replacements &Made) {
  constexpr unsigned FewLines = 10;
  std::vector<Edit> Out;
  size_t Begin = 0, End = 0;
  for (const clang::tooling::Replacement &R : Made) {
    const std::string Path = absolute(R.getFilePath());
    const SourceText &Text = text(Path);
    const size_t From = R.getOffset(), Behind = From + R.getLength();
    const StringRef Kept = Text.between(End, From);
    if (!Out.empty() && Kept.count('\n') <= FewLines &&
        llvm::json::isUTF8(Kept)) {
      Out.back().Inserted += (Kept + R.getReplacementText()).str();
    } else {
      Begin = From;
      Out.push_back({{Root.relative(Path), {}}, R.getReplacementText().str()});
    }
    End = Behind;
    Out.back().Deleted.Where = Text.region(Begin, End);
  }
  return Out;
}

std::optional<Fix> Converter::fix(const DiagnosticMessage &Message) {
  Fix F;
  F.Description = Message.Message;
  for (const auto &File : Message.Fix) {
    // A text that is not UTF-8 cannot be given, and half a fix is none.
    if (llvm::any_of(File.second, [](const clang::tooling::Replacement &R) {
          return !llvm::json::isUTF8(R.getReplacementText());
        }))
      return std::nullopt;
    llvm::append_range(F.Edits, edits(File.second));
  }
  if (F.Edits.empty())
    return std::nullopt;
  return F;
}

static FindingLevel levelOf(const ClangTidyError &Error) {
  switch (Error.DiagLevel) {
  case ClangTidyError::Error:
    return FindingLevel::Error;
  case ClangTidyError::Remark:
    return FindingLevel::Remark;
  case ClangTidyError::Warning:
    return FindingLevel::Warning;
  }
  llvm_unreachable("a level of clang-tidy");
}

Finding Converter::convert(const ClangTidyError &Error) {
  Folder = Error.BuildDirectory;
  Finding F;
  F.Rule = Error.DiagnosticName;
  F.Level = levelOf(Error);
  F.Message = Error.Message.Message;
  F.At = place(Error.Message);
  StringRef Line;
  if (F.At) {
    F.Offset = Error.Message.FileOffset;
    Line = text(absolute(Error.Message.FilePath)).lineAt(F.Offset);
  }
  if (std::optional<Fix> Own = fix(Error.Message))
    F.Fixes.push_back(std::move(*Own));
  for (const DiagnosticMessage &Note : Error.Notes) {
    F.Notes.push_back({Note.Message, place(Note)});
    if (std::optional<Fix> Other = fix(Note))
      F.Fixes.push_back(std::move(*Other));
  }
  F.Text = identifyingText(Line, F);
  return F;
}

std::vector<Finding>
gpuperf::tidyFindings(llvm::ArrayRef<ClangTidyError> Errors,
                      const ProjectRoot &Root, llvm::vfs::FileSystem &Files) {
  Converter Convert(Root, Files);
  std::vector<Finding> Findings;
  for (const auto &[I, Error] : llvm::enumerate(Errors)) {
    Findings.push_back(Convert.convert(Error));
    Findings.back().Diagnostics = {I};
  }
  identify(Findings);
  return Findings;
}
