//===- Baseline.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Baseline.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace gpuperf;
using clang::tidy::ClangTidyError;
namespace json = llvm::json;

static constexpr int64_t Schema = 1;

llvm::Expected<Baseline> gpuperf::readBaseline(llvm::StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path);
  if (!Text)
    return llvm::createStringError(
        "--baseline=" + Path +
        ": cannot be read: " + Text.getError().message() +
        " (write it with --write-baseline=" + Path + ")");
  auto Wrong = [&](const llvm::Twine &What) {
    return llvm::createStringError("--baseline=" + Path + ": " + What +
                                   "; a baseline is what --write-baseline "
                                   "writes");
  };
  auto Value = json::parse((*Text)->getBuffer());
  if (!Value)
    return Wrong("is not JSON: " + llvm::toString(Value.takeError()));
  const json::Object *O = Value->getAsObject();
  const json::Array *Known = O ? O->getArray("findings") : nullptr;
  if (!Known || O->getInteger("schema") != Schema)
    return Wrong("has no \"schema\" 1 or no \"findings\"");
  Baseline Out;
  for (const json::Value &V : *Known) {
    const json::Object *F = V.getAsObject();
    if (!F || !F->getString("rule") || !F->getString("file") ||
        !F->getString("code") || !F->getString("message"))
      return Wrong("has a finding without \"rule\", \"file\", \"code\" or "
                   "\"message\"");
    const std::string Key =
        (*F->getString("rule") + "\n" + *F->getString("file") + "\n" +
         *F->getString("code") + "\n" + *F->getString("message"))
            .str();
    Out[Key] += static_cast<unsigned>(
        std::max<int64_t>(0, F->getInteger("count").value_or(1)));
  }
  return Out;
}

/// The diagnostics in the order of their places, each once: a header is seen by
/// several files.
static std::vector<const ClangTidyError *>
once(llvm::ArrayRef<ClangTidyError> Errors) {
  auto Place = [](const ClangTidyError *E) {
    return std::make_tuple(llvm::StringRef(E->Message.FilePath),
                           E->Message.FileOffset,
                           llvm::StringRef(E->DiagnosticName),
                           llvm::StringRef(E->Message.Message));
  };
  std::vector<const ClangTidyError *> Out;
  for (const ClangTidyError &E : Errors)
    Out.push_back(&E);
  llvm::sort(Out, [&](const ClangTidyError *A, const ClangTidyError *B) {
    return Place(A) < Place(B);
  });
  Out.erase(llvm::unique(Out,
                         [&](const ClangTidyError *A, const ClangTidyError *B) {
                           return Place(A) == Place(B);
                         }),
            Out.end());
  return Out;
}

static bool isOfCompiler(const ClangTidyError &E) {
  return E.DiagLevel == ClangTidyError::Error && !E.IsWarningAsError;
}

Baseline gpuperf::baselineOf(llvm::ArrayRef<ClangTidyError> Errors,
                             llvm::StringRef Root) {
  Baseline Out;
  for (const ClangTidyError *E : once(Errors))
    if (!isOfCompiler(*E))
      ++Out[findingKey(*E, Root)];
  return Out;
}

void gpuperf::writeBaseline(llvm::raw_ostream &OS, const Baseline &Known) {
  OS << "{\"schema\":" << Schema << ",\"findings\":[";
  llvm::StringRef Separator = "\n";
  for (const auto &[Key, Count] : Known) {
    llvm::SmallVector<llvm::StringRef, 4> Parts;
    llvm::StringRef(Key).split(Parts, '\n', /*MaxSplit=*/3);
    Parts.resize(4);
    OS << Separator
       << json::Value(json::Object{{"rule", json::fixUTF8(Parts[0])},
                                   {"file", json::fixUTF8(Parts[1])},
                                   {"code", json::fixUTF8(Parts[2])},
                                   {"message", json::fixUTF8(Parts[3])},
                                   {"count", Count}});
    Separator = ",\n";
  }
  OS << "\n]}\n";
}

void gpuperf::dropKnown(std::vector<ClangTidyError> &Errors, Baseline Known,
                        llvm::StringRef Root) {
  std::set<std::tuple<std::string, unsigned, std::string>> Places;
  for (const ClangTidyError *E : once(Errors)) {
    if (isOfCompiler(*E))
      continue;
    auto It = Known.find(findingKey(*E, Root));
    if (It == Known.end() || It->second == 0)
      continue;
    --It->second;
    Places.insert(
        {E->Message.FilePath, E->Message.FileOffset, E->DiagnosticName});
  }
  llvm::erase_if(Errors, [&](const ClangTidyError &E) {
    return Places.count({E.Message.FilePath, E.Message.FileOffset,
                         E.DiagnosticName}) != 0;
  });
}
