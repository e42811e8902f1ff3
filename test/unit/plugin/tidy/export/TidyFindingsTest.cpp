//===- TidyFindingsTest.cpp - clang-tidy's errors as findings -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/TidyFindings.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using clang::tidy::ClangTidyError;
using clang::tooling::DiagnosticMessage;

namespace {
class TidyFindings : public testing::Test {
protected:
  TidyFindings() {
    Files.addFile("/none/src/k.cu", 0,
                  llvm::MemoryBuffer::getMemBuffer("int a;\n  call(b);\n"));
  }

  static DiagnosticMessage message(llvm::StringRef Text, llvm::StringRef File,
                                   unsigned Offset) {
    DiagnosticMessage M(Text);
    M.FilePath = File.str();
    M.FileOffset = Offset;
    return M;
  }

  static ClangTidyError error(DiagnosticMessage M) {
    ClangTidyError E("some-check", ClangTidyError::Warning, "/none/build",
                     /*IsWarningAsError=*/false);
    E.Message = std::move(M);
    return E;
  }

  std::vector<Finding> find(llvm::ArrayRef<ClangTidyError> Errors) {
    return tidyFindings(Errors, ProjectRoot("/none", "/none/src/k.cu"), Files);
  }

  llvm::vfs::InMemoryFileSystem Files;
};
} // namespace

TEST_F(TidyFindings, ARelativePathIsOfTheBuild) {
  auto Found = find({error(message("m", "../src/k.cu", 9))});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].At->File, "src/k.cu");
  EXPECT_EQ(Found[0].Text, "call(b); | m");
  const Region &R = Found[0].At->Where;
  EXPECT_EQ(R.Line, 2u);
  EXPECT_EQ(R.Column, 3u);
  EXPECT_EQ(R.EndColumn, 7u); // the name
}

TEST_F(TidyFindings, ARangeThatBeginsThereSaysTheEnd) {
  DiagnosticMessage M = message("m", "/none/src/k.cu", 9);
  clang::tooling::FileByteRange Range;
  Range.FilePath = M.FilePath;
  Range.FileOffset = 9;
  Range.Length = 7;
  M.Ranges.push_back(Range);
  EXPECT_EQ(find({error(M)})[0].At->Where.EndColumn, 10u);
}

TEST_F(TidyFindings, WaysToOnePlaceAreOneFinding) {
  auto Found = find({error(message("m", "../src/k.cu", 9)),
                     error(message("m", "/none/src/../src/k.cu", 9))});
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Diagnostics.size(), 2u);
}

TEST_F(TidyFindings, FixesOfTheMessageAndOfNotes) {
  ClangTidyError E = error(message("m", "/none/src/k.cu", 9));
  llvm::cantFail(E.Message.Fix["/none/src/k.cu"].add(
      clang::tooling::Replacement("/none/src/k.cu", 9, 4, "run")));
  DiagnosticMessage Note = message("or this", "/none/src/k.cu", 0);
  llvm::cantFail(Note.Fix["/none/src/k.cu"].add(
      clang::tooling::Replacement("/none/src/k.cu", 0, 0, "\xff")));
  E.Notes.push_back(Note);
  Note.Fix.clear();
  llvm::cantFail(Note.Fix["/none/src/k.cu"].add(
      clang::tooling::Replacement("/none/src/k.cu", 0, 0, "const ")));
  E.Notes.push_back(Note);
  auto Found = find({E});
  // The bytes that are no UTF-8 cannot be written as JSON.
  ASSERT_EQ(Found[0].Fixes.size(), 2u);
  EXPECT_EQ(Found[0].Fixes[0].Edits[0].Inserted, "run");
  EXPECT_EQ(Found[0].Fixes[0].Edits[0].Deleted.Where.EndColumn, 7u);
  EXPECT_EQ(Found[0].Fixes[1].Description, "or this");
  EXPECT_EQ(Found[0].Notes.size(), 2u);
}

TEST_F(TidyFindings, EditsOfNeighbouringLinesAreOne) {
  using clang::tooling::Replacement;
  const std::string Far(12, '\n');
  const llvm::StringRef Path = "/none/src/far.cu";
  Files.addFile(
      Path, 0,
      llvm::MemoryBuffer::getMemBufferCopy("int a;\ncall(b);" + Far + "c;\n"));
  ClangTidyError E = error(message("m", Path, 4));
  clang::tooling::Replacements &Made = E.Message.Fix[Path];
  llvm::cantFail(Made.add(Replacement(Path, 4, 1, "x")));
  llvm::cantFail(Made.add(Replacement(Path, 12, 1, "")));
  llvm::cantFail(Made.add(Replacement(Path, 27, 1, "z")));
  auto Found = find({E});
  ASSERT_EQ(Found[0].Fixes.size(), 1u);
  const std::vector<Edit> &Edits = Found[0].Fixes[0].Edits;
  ASSERT_EQ(Edits.size(), 2u);
  EXPECT_EQ(Edits[0].Inserted, "x;\ncall(");
  EXPECT_EQ(Edits[0].Deleted.Where.Line, 1u);
  EXPECT_EQ(Edits[0].Deleted.Where.Column, 5u);
  EXPECT_EQ(Edits[0].Deleted.Where.EndLine, 2u);
  EXPECT_EQ(Edits[0].Deleted.Where.EndColumn, 7u);
  EXPECT_EQ(Edits[1].Inserted, "z");
  EXPECT_EQ(Edits[1].Deleted.Where.Line, 14u);
}

TEST_F(TidyFindings, NoFileNoPlace) {
  EXPECT_FALSE(find({error(message("unknown argument", "", 0))})[0].At);
  // A file that is gone has a place all the same.
  EXPECT_EQ(find({error(message("m", "/none/gone.cu", 70))})[0].At->File,
            "gone.cu");
}
