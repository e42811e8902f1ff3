//===- ResultsJson.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/ResultsJson.h"
#include "gpumodel/calibration/ResultsRecords.h"
#include "gpumodel/files/YamlError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using llvm::StringRef;
using llvm::Twine;
namespace json = llvm::json;
namespace fs = llvm::sys::fs;

namespace gpuperf::calibration {
namespace {

constexpr unsigned MaxNesting = 16; // a record needs four levels
constexpr uint64_t MaxFileBytes = 512u << 20;

/// What the brackets of a line say about it.
struct Shape {
  unsigned Deepest = 0;
  bool Whole = false; ///< every bracket and string is closed
};
Shape shapeOf(StringRef Line) {
  Shape S;
  int Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Line.size(); ++I) {
    char C = Line[I];
    if (InString && C == '\\')
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (!InString && (C == '{' || C == '['))
      S.Deepest = std::max<unsigned>(S.Deepest, ++Depth);
    else if (!InString && (C == '}' || C == ']'))
      --Depth;
  }
  S.Whole = Depth <= 0 && !InString;
  return S;
}

} // namespace

static bool isMarked(const Series &S) { return S.param("published") != 0; }

bool ResultsRun::isPublished() const {
  return !All.empty() && llvm::all_of(All, isMarked);
}

bool ResultsRun::isPublished(StringRef Benchmark) const {
  return llvm::any_of(All, [Benchmark](const Series &S) {
    return S.Benchmark == Benchmark && isMarked(S);
  });
}

llvm::Expected<std::vector<ResultsRun>>
parseResults(llvm::MemoryBufferRef Buffer, std::vector<std::string> &Warnings) {
  StringRef File = Buffer.getBufferIdentifier(), Text = Buffer.getBuffer();
  std::vector<ResultsRun> Runs;
  for (unsigned Number = 1; !Text.empty(); ++Number) {
    auto [Line, Rest] = Text.split('\n');
    const bool Ended = Line.size() < Text.size();
    Text = Rest;
    Line = Line.trim();
    if (Line.empty())
      continue;
    Shape S = shapeOf(Line);
    if (S.Deepest > MaxNesting)
      return fileError(File, Number, "is nested too deep for a record");
    llvm::Expected<json::Value> V = json::parse(Line);
    if (!V) {
      std::string Why = llvm::toString(V.takeError());
      // The program ends a line with its newline.
      if (!S.Whole &&
          (Line.starts_with("{\"rec") || (Rest.empty() && !Ended))) {
        Warnings.push_back((File + ":" + Twine(Number) +
                            ": half a line, of a run that was stopped; it is "
                            "left out")
                               .str());
        continue;
      }
      // The message is "[1:17, byte=17]: Expected ...", counted in this line
      // alone.
      StringRef Said = Why;
      unsigned Column = 0;
      if (Said.consume_front("[1:") && !Said.consumeInteger(10, Column))
        Why =
            ("column " + Twine(Column) + ": " + Said.split("]: ").second).str();
      return fileError(File, Number,
                       "is not JSON: " + Why +
                           "; each line must be one whole record");
    }
    const json::Object *Object = V->getAsObject();
    if (!Object)
      return fileError(File, Number,
                       "is no record: it must be {\"record\":...}");
    if (std::string Why = addRecord(*Object, File, Runs); !Why.empty())
      return fileError(File, Number, Why);
  }
  if (Runs.empty())
    return fileError(File, 1,
                     "holds no results: a file begins with "
                     "{\"record\":\"run\",...}");
  return Runs;
}

namespace {

llvm::Error cannotRead(StringRef Path, const Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cannot read results '" + Path + "': " + Why);
}

/// The results files of a folder, rank 2 before rank 10.
llvm::Expected<std::vector<std::string>> resultsIn(StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code Code;
  for (fs::directory_iterator It(Folder, Code), End; It != End && !Code;
       It.increment(Code)) {
    StringRef Name = llvm::sys::path::filename(It->path());
    if (Name.starts_with("calibrate") && Name.ends_with(".jsonl"))
      Files.push_back(It->path());
  }
  if (Code)
    return cannotRead(Folder, Code.message());
  if (Files.empty())
    return cannotRead(Folder, "the folder holds no calibrate*.jsonl, which is "
                              "what gpuperf-calibrate writes");
  llvm::sort(Files, [](const std::string &A, const std::string &B) {
    return A.size() != B.size() ? A.size() < B.size() : A < B;
  });
  return Files;
}

llvm::Error readFile(StringRef Path, std::vector<ResultsRun> &Runs,
                     std::vector<std::string> &Warnings) {
  fs::file_status Status;
  if (std::error_code Code = fs::status(Path, Status))
    return cannotRead(Path, Code.message());
  // A device or a pipe might never end.
  if (!fs::is_regular_file(Status))
    return cannotRead(Path, "it must be a folder or a regular file");
  if (Status.getSize() > MaxFileBytes)
    return cannotRead(Path, "it is larger than results ever are");
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return cannotRead(Path, Buffer.getError().message());
  llvm::Expected<std::vector<ResultsRun>> Found =
      parseResults(**Buffer, Warnings);
  if (!Found)
    return Found.takeError();
  llvm::move(*Found, std::back_inserter(Runs));
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::vector<ResultsRun>>
readResults(llvm::ArrayRef<std::string> Paths,
            std::vector<std::string> &Warnings) {
  std::vector<ResultsRun> Runs;
  for (const std::string &Path : Paths) {
    std::vector<std::string> Files = {Path};
    if (fs::is_directory(Path)) {
      llvm::Expected<std::vector<std::string>> In = resultsIn(Path);
      if (!In)
        return In.takeError();
      Files = std::move(*In);
    }
    for (const std::string &File : Files)
      if (llvm::Error E = readFile(File, Runs, Warnings))
        return E;
  }
  return Runs;
}

} // namespace gpuperf::calibration
