//===- Report.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>
#include <tuple>

using namespace gpuperf;
namespace json = llvm::json;

static std::string textOf(const json::Object &O, llvm::StringRef Key) {
  return O.getString(Key).value_or("").str();
}

static int64_t numberOf(const json::Object &O, llvm::StringRef Key) {
  return O.getInteger(Key).value_or(0);
}

Vendor gpuperf::makerOf(const json::Object &Launch) {
  return textOf(Launch, "maker") == "amd" ? Vendor::Amd : Vendor::Nvidia;
}

void gpuperf::normalize(Report &R) {
  auto Place = [](const json::Object &O) {
    return std::make_tuple(
        textOf(O, "file"), numberOf(O, "line"), numberOf(O, "column"),
        textOf(O, "function"), textOf(O, "kernel"), numberOf(O, "ordinal"),
        numberOf(O, "context"), textOf(O, "gpu"), textOf(O, "model"));
  };
  using Key = decltype(Place(json::Object()));
  std::vector<std::pair<Key, json::Object>> Keyed;
  std::set<Key> Seen;
  for (json::Object &O : R.Launches)
    if (Key K = Place(O); Seen.insert(K).second)
      Keyed.emplace_back(std::move(K), std::move(O));
  llvm::sort(Keyed, llvm::less_first());
  R.Launches.clear();
  for (auto &[K, O] : Keyed)
    R.Launches.push_back(std::move(O));
  llvm::sort(R.Files, [](const ReportedFile &A, const ReportedFile &B) {
    return A.File < B.File;
  });
}

void gpuperf::writeReport(llvm::raw_ostream &OS, const Report &R) {
  // A line for each file and launch, so that other tools can compare reports,
  // too.
  auto Quoted = [](llvm::StringRef Text) {
    return json::Value(json::fixUTF8(Text));
  };
  OS << "{\"schema\":" << Report::Schema << ",\n\"tool\":" << Quoted(R.Tool)
     << ",\n\"model\":" << Quoted(R.Model)
     << ",\n\"model_digest\":" << Quoted(R.Digest) << ",\n\"gpus\":[";
  llvm::interleave(
      R.Gpus, OS,
      [&](const auto &Gpu) {
        OS << json::Value(
            json::Object{{"name", Gpu.first}, {"hash", Gpu.second}});
      },
      ",");
  OS << "],\n\"options\":[";
  llvm::interleave(
      R.Options, OS, [&](const std::string &O) { OS << Quoted(O); }, ",");
  OS << "],\n\"files\":[\n";
  llvm::interleave(
      R.Files, OS,
      [&](const ReportedFile &F) {
        json::Object O{{"file", json::fixUTF8(F.File)}, {"status", F.Status}};
        if (!F.Message.empty())
          O["message"] = json::fixUTF8(F.Message);
        OS << json::Value(std::move(O));
      },
      ",\n");
  OS << "],\n\"launches\":[\n";
  llvm::interleave(
      R.Launches, OS,
      [&](const json::Object &O) { OS << json::Value(json::Object(O)); },
      ",\n");
  OS << "]}\n";
}

llvm::Expected<Report> gpuperf::readReport(llvm::StringRef Path) {
  const std::string Name = Path == "-" ? "standard input" : Path.str();
  auto Text = llvm::MemoryBuffer::getFileOrSTDIN(Path);
  if (!Text)
    return llvm::createStringError("%s: cannot be read: %s", Name.c_str(),
                                   Text.getError().message().c_str());
  auto Value = json::parse((*Text)->getBuffer());
  if (!Value)
    return llvm::createStringError("%s: is not JSON: %s", Name.c_str(),
                                   llvm::toString(Value.takeError()).c_str());
  auto Wrong = [&](const llvm::Twine &What) {
    return llvm::createStringError(Name + ": " + What +
                                   "; a report is what `gpuperf report -o` "
                                   "writes");
  };
  json::Object *O = Value->getAsObject();
  if (!O)
    return Wrong("is not an object");
  const auto Schema = O->getInteger("schema");
  const json::Array *Gpus = O->getArray("gpus"), *Files = O->getArray("files"),
                    *Options = O->getArray("options");
  json::Array *Launches = O->getArray("launches");
  if (!Schema || !Gpus || !Files || !Options || !Launches)
    return Wrong("has no \"schema\", \"gpus\", \"options\", \"files\" or "
                 "\"launches\"");
  if (*Schema != Report::Schema)
    return Wrong(llvm::formatv("has schema {0}, this gpuperf reads {1}",
                               *Schema, Report::Schema));
  Report R;
  R.Tool = textOf(*O, "tool");
  R.Model = textOf(*O, "model");
  R.Digest = textOf(*O, "model_digest");
  for (const json::Value &V : *Gpus)
    if (const json::Object *G = V.getAsObject())
      R.Gpus.emplace_back(textOf(*G, "name"), textOf(*G, "hash"));
  for (const json::Value &V : *Options)
    R.Options.push_back(V.getAsString().value_or("").str());
  for (const json::Value &V : *Files)
    if (const json::Object *F = V.getAsObject())
      R.Files.push_back(
          {textOf(*F, "file"), textOf(*F, "status"), textOf(*F, "message")});
  for (json::Value &V : *Launches) {
    json::Object *L = V.getAsObject();
    if (!L || !L->getString("file") || !L->getString("kernel"))
      return Wrong("has a launch without \"file\" or \"kernel\"");
    R.Launches.push_back(std::move(*L));
  }
  return R;
}

std::string gpuperf::differentOrigin(const Report &A, const Report &B) {
  auto Both = [](llvm::StringRef What, llvm::StringRef X, llvm::StringRef Y) {
    return llvm::formatv("{0} differs: {1} and {2}", What,
                         X.empty() ? "none" : X, Y.empty() ? "none" : Y)
        .str();
  };
  if (A.Tool != B.Tool)
    return Both("the version of gpuperf", A.Tool, B.Tool);
  if (A.Model != B.Model)
    return Both("the model", A.Model, B.Model);
  if (A.Digest != B.Digest)
    return Both("the state of the model (model_digest)", A.Digest, B.Digest);
  auto Names = [](const Report &R) {
    std::vector<std::string> Out;
    for (const auto &[Name, Hash] : R.Gpus)
      Out.push_back(Name);
    return llvm::join(Out, ",");
  };
  if (Names(A) != Names(B))
    return Both("the GPU", Names(A), Names(B));
  for (const auto &[X, Y] : llvm::zip(A.Gpus, B.Gpus))
    if (X.second != Y.second)
      return "the numbers of GPU '" + X.first + "' differ";
  if (A.Options != B.Options)
    return Both("the options", llvm::join(A.Options, " "),
                llvm::join(B.Options, " "));
  return "";
}

llvm::Expected<Report> gpuperf::mergeReports(std::vector<Report> Parts) {
  Report All;
  std::set<std::string> Files;
  for (size_t I = 0; I < Parts.size(); ++I) {
    Report &Part = Parts[I];
    if (I == 0) {
      All = std::move(Part);
      for (const ReportedFile &F : All.Files)
        Files.insert(F.File);
      continue;
    }
    if (std::string Why = differentOrigin(All, Part); !Why.empty())
      return llvm::createStringError("the reports cannot be merged: " + Why);
    for (ReportedFile &F : Part.Files) {
      if (!Files.insert(F.File).second)
        return llvm::createStringError(
            "the reports cannot be merged: " + F.File + " is in two of them");
      All.Files.push_back(std::move(F));
    }
    llvm::append_range(
        All.Launches,
        llvm::make_range(std::make_move_iterator(Part.Launches.begin()),
                         std::make_move_iterator(Part.Launches.end())));
  }
  normalize(All);
  return All;
}
