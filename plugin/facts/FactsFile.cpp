//===- FactsFile.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/facts/FactsFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <charconv>
#include <cmath>
#include <limits>

namespace json = llvm::json;
namespace path = llvm::sys::path;

namespace gpuperf {

static constexpr int64_t Schema = 1;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

/// The shortest text that is read back as \p V, with a point or an exponent.
static std::string floatText(double V) {
  if (std::isnan(V))
    return "\"nan\"";
  if (std::isinf(V))
    return V > 0 ? "\"inf\"" : "\"-inf\"";
  char Text[32];
  auto Result = std::to_chars(std::begin(Text), std::end(Text), V);
  std::string Out(Text, Result.ptr);
  if (Out.find_first_of(".e") == std::string::npos)
    Out += ".0";
  return Out;
}

/// Names come from programs, which may hold any bytes; JSON may not.
static std::string clean(llvm::StringRef Text) { return json::fixUTF8(Text); }

static void writeDim(json::OStream &J, llvm::StringRef Key, const Dim3 &D) {
  J.attributeArray(Key, [&] {
    for (uint64_t N : {D.X, D.Y, D.Z})
      J.value(N);
  });
}

static void writeNames(json::OStream &J, llvm::StringRef Key,
                       llvm::ArrayRef<std::string> Names) {
  J.attributeArray(Key, [&] {
    for (const std::string &Name : Names)
      J.value(clean(Name));
  });
}

static void writeArgs(json::OStream &J, llvm::ArrayRef<FactArg> Args) {
  J.attributeObject("args", [&] {
    for (const FactArg &A : Args) {
      if (A.Value.K == ArgValue::Kind::Integer) {
        J.attribute(clean(A.Name), A.Value.Integer);
      } else if (A.Value.K == ArgValue::Kind::Floating) {
        J.attributeBegin(clean(A.Name));
        J.rawValue(floatText(A.Value.Floating));
        J.attributeEnd();
      }
    }
  });
}

/// The keys that most facts do not need.
static void writeOptional(json::OStream &J, const LaunchFact &F) {
  if (!F.Mangled.empty())
    J.attribute("mangled", clean(F.Mangled));
  if (!F.ShapeDependsOn.empty())
    writeNames(J, "shape_depends_on", F.ShapeDependsOn);
  if (llvm::any_of(F.Args, [](auto &A) { return !A.DependsOn.empty(); }))
    J.attributeObject("args_depend_on", [&] {
      for (const FactArg &A : F.Args)
        if (!A.DependsOn.empty())
          writeNames(J, clean(A.Name), A.DependsOn);
    });
  if (llvm::any_of(F.Args, [](auto &A) { return A.Offset.has_value(); }))
    J.attributeObject("offsets", [&] {
      for (const FactArg &A : F.Args)
        if (A.Offset)
          J.attribute(clean(A.Name), int64_t(*A.Offset));
    });
  if (!F.Fingerprint.empty())
    J.attribute("fingerprint", clean(F.Fingerprint));
}

static void writeFact(json::OStream &J, const LaunchFact &F,
                      llvm::StringRef File) {
  J.object([&] {
    J.attribute("schema", Schema);
    J.attribute("file", clean(File));
    J.attribute("function", clean(F.Function));
    J.attribute("kernel", clean(F.Kernel));
    J.attribute("ordinal", int64_t(F.Ordinal));
    writeDim(J, "grid", F.Grid);
    writeDim(J, "block", F.Block);
    J.attribute("dynamic_smem_bytes", F.DynamicSharedBytes);
    writeArgs(J, F.Args);
    J.attributeObject("bytes", [&] {
      for (const auto &[Name, Bytes] : F.Bytes)
        J.attribute(clean(Name), Bytes);
    });
    J.attribute("count", F.Count);
    J.attribute("source",
                F.From == LaunchFact::Source::Recorded ? "recorded" : "static");
    J.attributeArray("values", [&] {
      for (const FactValue &V : F.Values)
        J.object([&] {
          J.attribute("name", clean(V.Name));
          J.attributeBegin("value");
          J.rawValue(floatText(V.Value));
          J.attributeEnd();
          J.attribute("from", clean(V.From));
        });
    });
    writeOptional(J, F);
  });
}

/// \p FileOf gives the name that is written for a file.
static void
writeAll(llvm::raw_ostream &OS, llvm::ArrayRef<LaunchFact> Facts,
         llvm::function_ref<std::string(const LaunchFact &)> FileOf) {
  std::vector<const LaunchFact *> Sorted;
  for (const LaunchFact &F : Facts)
    Sorted.push_back(&F);
  llvm::stable_sort(Sorted,
                    [](auto *A, auto *B) { return A->Order < B->Order; });
  for (const LaunchFact *F : Sorted) {
    json::OStream J(OS);
    writeFact(J, *F, FileOf(*F));
    J.flush();
    OS << '\n';
  }
}

void writeFacts(llvm::raw_ostream &OS, llvm::ArrayRef<LaunchFact> Facts) {
  writeAll(OS, Facts, [](const LaunchFact &F) { return F.File; });
}

std::string factsFolder(llvm::StringRef Path) {
  llvm::SmallString<256> Absolute(Path);
  llvm::sys::fs::make_absolute(Absolute);
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  llvm::StringRef Folder = path::parent_path(Absolute);
  if (path::filename(Folder) == ".gpuperf")
    Folder = path::parent_path(Folder);
  return Folder.str();
}

static llvm::Error cannotWrite(llvm::StringRef Path, std::error_code Code) {
  return llvm::createStringError(Code, "cannot write '" + Path +
                                           "': " + Code.message());
}

llvm::Error writeFactsFile(llvm::StringRef Path,
                           llvm::ArrayRef<LaunchFact> Facts) {
  llvm::StringRef Folder = path::parent_path(Path);
  if (!Folder.empty())
    if (std::error_code Code = llvm::sys::fs::create_directories(Folder))
      return cannotWrite(Path, Code);
  auto Temporary = llvm::sys::fs::TempFile::create(Path + ".%%%%%%%%");
  if (!Temporary)
    return cannotWrite(Path, llvm::errorToErrorCode(Temporary.takeError()));
  const std::string Base = factsFolder(Path) + "/";
  std::error_code Code;
  {
    llvm::raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
    writeAll(OS, Facts, [&](const LaunchFact &F) {
      llvm::StringRef File = F.File;
      File.consume_front(Base);
      return File.str();
    });
    OS.flush();
    Code = OS.error();
    OS.clear_error();
  }
  if (Code) {
    llvm::consumeError(Temporary->discard());
    return cannotWrite(Path, Code);
  }
  if (llvm::Error E = Temporary->keep(Path))
    return cannotWrite(Path, llvm::errorToErrorCode(std::move(E)));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// \p Line with every number that has a point or an exponent as a text: the
/// values of llvm::json do not tell -2.0 from -2.
static std::string quoteFloats(llvm::StringRef Line) {
  std::string Out;
  bool InText = false;
  for (size_t I = 0; I < Line.size(); ++I) {
    const char C = Line[I];
    if (InText && C == '\\' && I + 1 < Line.size()) {
      Out += {C, Line[++I]};
    } else if (!InText && (llvm::isDigit(C) || C == '-')) {
      llvm::StringRef Number = Line.substr(I).take_while([](char D) {
        return llvm::isAlnum(D) || llvm::is_contained("+-.", D);
      });
      const bool Float = Number.find_first_of(".eE") != llvm::StringRef::npos;
      Out += Float ? "\"" + Number.str() + "\"" : Number.str();
      I += Number.size() - 1;
    } else {
      InText ^= C == '"';
      Out += C;
    }
  }
  return Out;
}

static std::optional<double> readDouble(const json::Value &V) {
  double D = 0;
  if (auto Text = V.getAsString()) {
    if (*Text == "inf" || *Text == "-inf" || *Text == "nan")
      return *Text == "nan"   ? std::numeric_limits<double>::quiet_NaN()
             : *Text == "inf" ? std::numeric_limits<double>::infinity()
                              : -std::numeric_limits<double>::infinity();
    if (!Text->empty() && !Text->getAsDouble(D))
      return D;
    return std::nullopt;
  }
  return V.getAsNumber();
}

namespace {
/// Reads one line; the first thing that is wrong with it ends up in Wrong.
class LineReader {
public:
  explicit LineReader(const json::Object &O) : O(O) {}

  std::string Wrong; ///< "what is wrong; what would be right"

  LaunchFact read() {
    LaunchFact F;
    readSchema();
    text("file", F.File, Needed), text("function", F.Function, Needed);
    text("kernel", F.Kernel, Needed), text("mangled", F.Mangled, Optional);
    text("fingerprint", F.Fingerprint, Optional);
    if (Wrong.empty() && (F.Kernel.empty() || F.File.empty()))
      wrong(F.Kernel.empty() ? "'kernel' is empty" : "'file' is empty",
            "it must be a name");
    uint64_t Ordinal = 0;
    whole("ordinal", Ordinal, Optional);
    F.Ordinal = static_cast<unsigned>(Ordinal);
    dim("grid", F.Grid), dim("block", F.Block);
    whole("dynamic_smem_bytes", F.DynamicSharedBytes, Optional);
    whole("count", F.Count, Optional);
    readSource(F);
    readArgs(F);
    readBytes(F);
    readValues(F);
    names(O.get("shape_depends_on"), "shape_depends_on", F.ShapeDependsOn);
    return F;
  }

private:
  const json::Object &O;
  enum Presence { Needed, Optional };

  void wrong(const llvm::Twine &What, const llvm::Twine &Right) {
    if (Wrong.empty())
      Wrong = (What + "; " + Right).str();
  }

  const json::Value *get(llvm::StringRef Key, Presence P,
                         const llvm::Twine &Right) {
    const json::Value *V = O.get(Key);
    if (!V && P == Needed)
      wrong("'" + Key + "' is missing", "it must be " + Right);
    return V;
  }

  void readSchema() {
    const json::Value *V = get("schema", Needed, llvm::Twine(Schema));
    if (V && V->getAsUINT64() != uint64_t(Schema))
      wrong(llvm::formatv("'schema' is {0}", *V).str(),
            "this gpuperf reads schema " + llvm::Twine(Schema));
  }

  void text(llvm::StringRef Key, std::string &Out, Presence P) {
    const json::Value *V = get(Key, P, "a text");
    if (!V)
      return;
    if (auto S = V->getAsString())
      Out = S->str();
    else
      wrong("'" + Key + "' is not a text", "it must be a name in quotes");
  }

  void whole(llvm::StringRef Key, uint64_t &Out, Presence P) {
    const json::Value *V = get(Key, P, "a whole number");
    if (!V)
      return;
    if (auto N = V->getAsUINT64())
      Out = *N;
    else
      wrong("'" + Key + "' is not a whole number",
            "it must be an integer of at least 0");
  }

  void dim(llvm::StringRef Key, Dim3 &Out) {
    const json::Value *V = get(Key, Needed, "[x, y, z]");
    if (!V)
      return;
    const json::Array *A = V->getAsArray();
    std::vector<uint64_t> N;
    if (A)
      for (const json::Value &E : *A)
        if (auto U = E.getAsUINT64()) // 0: the program launches an empty grid
          N.push_back(*U);
    if (!A || N.size() != 3 || A->size() != 3)
      return wrong("'" + Key + "' is not three extents",
                   "it must be [x, y, z], integers of at least 0");
    Out = {N[0], N[1], N[2]};
  }

  void names(const json::Value *V, llvm::StringRef Key,
             std::vector<std::string> &Out) {
    if (!V)
      return;
    const json::Array *A = V->getAsArray();
    if (A)
      for (const json::Value &E : *A)
        if (auto S = E.getAsString())
          Out.push_back(S->str());
    if (!A || A->size() != Out.size())
      wrong("'" + Key + "' is not a list of names", "it must be [\"n\", ...]");
  }

  const json::Object *object(llvm::StringRef Key) {
    const json::Value *V = O.get(Key);
    if (V && !V->getAsObject())
      wrong("'" + Key + "' is not an object", "it must be {\"name\": ...}");
    return V ? V->getAsObject() : nullptr;
  }

  void readSource(LaunchFact &F) {
    std::string Source;
    text("source", Source, Needed);
    if (Source == "recorded")
      F.From = LaunchFact::Source::Recorded;
    else if (Source != "static")
      wrong("'source' is '" + Source + "'", "it must be static or recorded");
  }

  void readArgs(LaunchFact &F) {
    const Provenance From = F.From == LaunchFact::Source::Recorded
                                ? Provenance::Recorded
                                : Provenance::Facts;
    if (const json::Object *Args = object("args"))
      for (const auto &[Key, V] : *Args) {
        FactArg &A = F.Args.emplace_back();
        A.Name = Key.str();
        if (auto B = V.getAsBoolean())
          A.Value = ArgValue::integer(*B, From);
        else if (auto I = V.getAsInteger())
          A.Value = ArgValue::integer(*I, From);
        else if (auto D = readDouble(V))
          A.Value = ArgValue::floating(*D, From);
        else
          wrong("argument '" + A.Name + "' is not a number",
                "it must be an integer, a float, a boolean, or one of \"inf\", "
                "\"-inf\" and \"nan\"");
      }
    llvm::sort(F.Args, [](auto &A, auto &B) { return A.Name < B.Name; });
    auto find = [&](llvm::StringRef Key, llvm::StringRef Name) -> FactArg * {
      auto It = llvm::find_if(F.Args, [&](auto &A) { return A.Name == Name; });
      if (It != F.Args.end())
        return &*It;
      wrong("'" + Key + "' names '" + Name + "'",
            "it must name arguments that 'args' has");
      return nullptr;
    };
    if (const json::Object *Offsets = object("offsets"))
      for (const auto &[Key, V] : *Offsets) {
        FactArg *A = find("offsets", Key);
        auto N = V.getAsUINT64();
        if (!N || *N > std::numeric_limits<uint32_t>::max())
          wrong("'offsets' of '" + Key.str() + "' is not a number of bytes",
                "it must be an integer of at least 0");
        else if (A)
          A->Offset = static_cast<uint32_t>(*N);
      }
    if (const json::Object *Depends = object("args_depend_on"))
      for (const auto &[Key, V] : *Depends)
        if (FactArg *A = find("args_depend_on", Key))
          names(&V, "args_depend_on", A->DependsOn);
  }

  void readBytes(LaunchFact &F) {
    if (const json::Object *Bytes = object("bytes"))
      for (const auto &[Key, V] : *Bytes) {
        if (auto N = V.getAsUINT64())
          F.Bytes.emplace_back(Key.str(), *N);
        else
          wrong("'bytes' of '" + Key.str() + "' is not a whole number",
                "it must be an integer of at least 0");
      }
    llvm::sort(F.Bytes);
  }

  void readValues(LaunchFact &F) {
    const json::Value *V = O.get("values");
    if (!V)
      return;
    const json::Array *A = V->getAsArray();
    if (A)
      for (const json::Value &E : *A) {
        const json::Object *Entry = E.getAsObject();
        const json::Value *Number = Entry ? Entry->get("value") : nullptr;
        auto Name = Entry ? Entry->getString("name") : std::nullopt;
        auto From = Entry ? Entry->getString("from") : std::nullopt;
        auto D = Number ? readDouble(*Number) : std::nullopt;
        if (!Name || !From || !D)
          break;
        F.Values.push_back({Name->str(), *D, From->str()});
      }
    if (!A || F.Values.size() != A->size())
      wrong("'values' is not a list of values",
            "it must be [{\"name\": text, \"value\": number, \"from\": text}, "
            "...]");
  }
};
} // namespace

/// One line as a fact; else \p Wrong says why.
static std::optional<LaunchFact> readLine(llvm::StringRef Line,
                                          std::string &Wrong) {
  const llvm::StringRef Right = "; it must be one JSON object";
  // The line as it is: quoting a float can make a bad one good.
  llvm::Expected<json::Value> AsIs = json::parse(Line);
  if (!AsIs) {
    Wrong = "is not JSON (" + llvm::toString(AsIs.takeError()) + ")";
    Wrong += Right;
    return std::nullopt;
  }
  llvm::Expected<json::Value> Quoted = json::parse(quoteFloats(Line));
  if (!Quoted) {
    Wrong = llvm::toString(Quoted.takeError());
    return std::nullopt;
  }
  const json::Object *O = Quoted->getAsObject();
  if (!O) {
    Wrong = "is not an object" + Right.str();
    return std::nullopt;
  }
  LineReader Reader(*O);
  LaunchFact Fact = Reader.read();
  Wrong = Reader.Wrong;
  if (!Wrong.empty())
    return std::nullopt;
  return Fact;
}

llvm::Expected<FactsFile> readFacts(llvm::StringRef Path) {
  auto Text = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Text)
    return llvm::createStringError(
        Text.getError(), "facts file '" + Path +
                             "' cannot be read: " + Text.getError().message());
  const std::string Folder = factsFolder(Path);
  FactsFile File;
  for (llvm::line_iterator I(**Text); !I.is_at_end(); ++I) {
    if (I->trim().empty())
      continue;
    std::string Wrong;
    std::optional<LaunchFact> Fact = readLine(*I, Wrong);
    if (!Fact) {
      File.Problems.push_back(
          (Path + ":" + llvm::Twine(I.line_number()) + ": " + Wrong).str());
      continue;
    }
    llvm::SmallString<256> Absolute(Fact->File);
    path::make_absolute(Folder, Absolute);
    path::remove_dots(Absolute, /*remove_dot_dot=*/true);
    Fact->File = std::string(Absolute);
    Fact->Order = File.Launches.size();
    File.Launches.push_back(std::move(*Fact));
  }
  return File;
}

std::string findFacts(llvm::StringRef SourceFile) {
  llvm::SmallString<256> Absolute(SourceFile);
  llvm::sys::fs::make_absolute(Absolute);
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  for (llvm::StringRef Folder = path::parent_path(Absolute); !Folder.empty();
       Folder = path::parent_path(Folder)) {
    llvm::SmallString<256> Candidate(Folder);
    path::append(Candidate, ".gpuperf", "facts.jsonl");
    if (llvm::sys::fs::is_regular_file(Candidate))
      return std::string(Candidate);
  }
  return "";
}

llvm::Expected<std::shared_ptr<const FactsFile>>
factsFor(llvm::StringRef SourceFile, llvm::StringRef Asked) {
  if (Asked == "none")
    return nullptr;
  const std::string Path = Asked.empty() ? findFacts(SourceFile) : Asked.str();
  if (Path.empty())
    return nullptr;
  auto Read = readFacts(Path);
  if (!Read)
    return Read.takeError();
  return std::make_shared<const FactsFile>(std::move(*Read));
}

std::string factsState(llvm::StringRef SourceFile, llvm::StringRef Asked) {
  if (Asked == "none")
    return "";
  const std::string Path = Asked.empty() ? findFacts(SourceFile) : Asked.str();
  llvm::sys::fs::file_status Status;
  if (Path.empty() || llvm::sys::fs::status(Path, Status))
    return Path;
  return Path + "\n" + std::to_string(Status.getSize()) + "@" +
         std::to_string(
             Status.getLastModificationTime().time_since_epoch().count()) +
         "#" + std::to_string(Status.getUniqueID().getFile());
}

} // namespace gpuperf
