//===- TidyFinding.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/TidyFinding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <set>
#include <tuple>

using namespace gpuperf;
using clang::tidy::ClangTidyError;
using llvm::StringRef;
namespace path = llvm::sys::path;

std::string gpuperf::projectRoot() {
  llvm::SmallString<256> Here;
  if (llvm::sys::fs::current_path(Here))
    return "";
  for (StringRef At = Here; !At.empty(); At = path::parent_path(At))
    for (StringRef Mark : {".git", ".hg", ".svn"}) {
      llvm::SmallString<256> Path(At);
      path::append(Path, Mark);
      if (llvm::sys::fs::exists(Path))
        return At.str();
    }
  return std::string(Here);
}

namespace {
/// The texts of the files that diagnostics are in, and where lines begin.
class Texts {
public:
  explicit Texts(StringRef Root) : Root(Root) {}

  FileRegion region(StringRef Path, StringRef BuildDir, size_t Begin,
                    size_t End) {
    const std::string Absolute = absolute(Path, BuildDir);
    StringRef Text = text(Absolute);
    Begin = std::min(Begin, Text.size());
    End = std::clamp(End, Begin, Text.size());
    FileRegion R;
    R.File = relative(Absolute);
    std::tie(R.Line, R.Column) = lineAndColumn(Text, Begin);
    std::tie(R.EndLine, R.EndColumn) = lineAndColumn(Text, End);
    return R;
  }

  /// The word at \p Offset, or one character: what an editor would underline.
  size_t endOfWord(StringRef Path, StringRef BuildDir, size_t Offset) {
    StringRef Text = text(absolute(Path, BuildDir));
    size_t End = Offset;
    while (End < Text.size() && (llvm::isAlnum(Text[End]) || Text[End] == '_'))
      ++End;
    return std::max(End, Offset + 1);
  }

  StringRef lineAt(StringRef Path, StringRef BuildDir, size_t Offset) {
    StringRef Text = text(absolute(Path, BuildDir));
    Offset = std::min(Offset, Text.size());
    const size_t Before = Text.rfind('\n', Offset == 0 ? 0 : Offset - 1);
    StringRef From = Text.drop_front(
        Before == StringRef::npos || Before >= Offset ? 0 : Before + 1);
    return From.take_until([](char C) { return C == '\n'; });
  }

  std::string shown(StringRef Path, StringRef BuildDir) {
    return relative(absolute(Path, BuildDir));
  }

private:
  static std::string absolute(StringRef Path, StringRef BuildDir) {
    llvm::SmallString<256> Out(Path);
    if (!BuildDir.empty())
      path::make_absolute(BuildDir, Out);
    else
      llvm::sys::fs::make_absolute(Out);
    path::remove_dots(Out, /*remove_dot_dot=*/true);
    return std::string(Out);
  }

  std::string relative(StringRef Absolute) const {
    StringRef Rest = Absolute;
    if (Rest.consume_front(Root) && Rest.consume_front("/"))
      return Rest.str();
    return Absolute.str();
  }

  StringRef text(const std::string &Absolute) {
    auto [It, New] = Buffers.try_emplace(Absolute);
    if (New)
      if (auto Read = llvm::MemoryBuffer::getFile(Absolute))
        It->second = std::move(*Read);
    return It->second ? It->second->getBuffer() : StringRef();
  }

  static std::pair<unsigned, unsigned> lineAndColumn(StringRef Text,
                                                     size_t Offset) {
    StringRef Before = Text.take_front(Offset);
    const size_t Newline = Before.rfind('\n');
    return {static_cast<unsigned>(Before.count('\n') + 1),
            static_cast<unsigned>(
                Newline == StringRef::npos ? Offset + 1 : Offset - Newline)};
  }

  StringRef Root;
  std::map<std::string, std::unique_ptr<llvm::MemoryBuffer>> Buffers;
};
} // namespace

/// Without spaces, so that a line that is only set in another way is the same.
static std::string withoutSpaces(StringRef Text) {
  std::string Out;
  for (char C : Text)
    if (!llvm::isSpace(C))
      Out += C;
  return Out;
}

/// Without numbers: a share that changes slightly is no other finding.
static std::string withoutNumbers(StringRef Text) {
  std::string Out;
  for (char C : Text)
    if (!llvm::isDigit(C) && C != '.')
      Out += C;
    else if (Out.empty() || Out.back() != '#')
      Out += '#';
  return Out;
}

/// Whether the diagnostic tells a time and asks for nothing.
static bool isInformation(const ClangTidyError &E) {
  return E.DiagnosticName == "gpuperf-kernel-time" ||
         E.DiagLevel == ClangTidyError::Remark;
}

static std::string keyOf(const ClangTidyError &E, Texts &Files) {
  const auto &M = E.Message;
  // A launch that takes another time, and is bound by something else for it, is
  // the same launch.
  return E.DiagnosticName + "\n" + Files.shown(M.FilePath, E.BuildDirectory) +
         "\n" +
         withoutSpaces(
             Files.lineAt(M.FilePath, E.BuildDirectory, M.FileOffset)) +
         "\n" + (isInformation(E) ? "" : withoutNumbers(M.Message));
}

std::string gpuperf::findingKey(const ClangTidyError &Error, StringRef Root) {
  Texts Files(Root);
  return keyOf(Error, Files);
}

static std::string fingerprint(StringRef Text) {
  const llvm::XXH128_hash_t Hash = llvm::xxh3_128bits(llvm::ArrayRef(
      reinterpret_cast<const uint8_t *>(Text.data()), Text.size()));
  return llvm::utohexstr(Hash.high64, /*LowerCase=*/true, 16) +
         llvm::utohexstr(Hash.low64, /*LowerCase=*/true, 16);
}

/// The largest share of the time that the message names, in percent.
static double namedPercent(StringRef Message) {
  double Most = 0;
  for (size_t At = Message.find('%'); At != StringRef::npos;
       At = Message.find('%', At + 1)) {
    StringRef Number = Message.take_front(At).rtrim();
    const size_t Begin = Number.find_last_not_of("0123456789.");
    double Value = 0;
    if (!Number.drop_front(Begin == StringRef::npos ? 0 : Begin + 1)
             .getAsDouble(Value))
      Most = std::max(Most, Value);
  }
  return Most;
}

static TidyFinding findingOf(const ClangTidyError &E, Texts &Files) {
  TidyFinding F;
  F.Rule = E.DiagnosticName;
  // kernel-time tells a time and asks for nothing.
  F.Level =
      E.DiagLevel == ClangTidyError::Error && !E.IsWarningAsError
          ? FindingLevel::Error
      : F.Rule == "gpuperf-kernel-time" || E.DiagLevel == ClangTidyError::Remark
          ? FindingLevel::Note
          : FindingLevel::Warning;
  const auto &M = E.Message;
  F.Message = M.Message;
  F.Where =
      Files.region(M.FilePath, E.BuildDirectory, M.FileOffset,
                   Files.endOfWord(M.FilePath, E.BuildDirectory, M.FileOffset));
  for (const auto &Note : E.Notes) {
    if (Note.FilePath.empty()) {
      F.Message += "\n" + Note.Message;
      continue;
    }
    F.Related.emplace_back(
        Note.Message,
        Files.region(
            Note.FilePath, E.BuildDirectory, Note.FileOffset,
            Files.endOfWord(Note.FilePath, E.BuildDirectory, Note.FileOffset)));
  }
  if (const auto *Fix = clang::tooling::selectFirstFix(E))
    for (const auto &File : *Fix)
      for (const auto &R : File.second)
        F.Fix.emplace_back(Files.region(R.getFilePath(), E.BuildDirectory,
                                        R.getOffset(),
                                        R.getOffset() + R.getLength()),
                           R.getReplacementText().str());
  F.Key = keyOf(E, Files);
  return F;
}

std::vector<TidyFinding>
gpuperf::findingsOf(llvm::ArrayRef<ClangTidyError> Errors, StringRef Root) {
  Texts Files(Root);
  auto Place = [](const TidyFinding &F) {
    return std::tie(F.Where.File, F.Where.Line, F.Where.Column, F.Rule,
                    F.Message);
  };
  std::vector<TidyFinding> Out;
  for (const ClangTidyError &E : Errors)
    Out.push_back(findingOf(E, Files));
  llvm::sort(Out, [&](const TidyFinding &A, const TidyFinding &B) {
    return Place(A) < Place(B);
  });
  // A header that several files include has its findings once.
  Out.erase(llvm::unique(Out,
                         [&](const TidyFinding &A, const TidyFinding &B) {
                           return Place(A) == Place(B);
                         }),
            Out.end());
  // In the order of their places: an edit above changes none of the numbers.
  llvm::StringMap<unsigned> Like;
  for (TidyFinding &F : Out)
    F.Fingerprint = fingerprint(F.Key + "\n" + std::to_string(Like[F.Key]++));
  llvm::stable_sort(Out, [](const TidyFinding &A, const TidyFinding &B) {
    if (A.Level != B.Level)
      return A.Level < B.Level;
    return namedPercent(A.Message) > namedPercent(B.Message);
  });
  return Out;
}
