//===- LaunchTimes.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/LaunchTimes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace gpuperf;

void LaunchTimes::setUnit(ColumnUnit U) {
  std::lock_guard<std::mutex> Lock(Mu);
  Unit = U;
}

void LaunchTimes::opened(StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  Documents[Path] = Document();
}

void LaunchTimes::closed(StringRef Path) {
  std::lock_guard<std::mutex> Lock(Mu);
  Documents.erase(Path);
}

void LaunchTimes::apply(const std::vector<TextChange> &Changes,
                        std::vector<Shown> &To) {
  for (const TextChange &C : Changes) {
    llvm::erase_if(To, [&](const Shown &S) {
      return C.Whole || (C.Begin < S.End && S.Begin < C.End);
    });
    for (Shown &S : To) {
      // What is typed right behind a launch does not move its end.
      if (S.End <= C.Begin && S.Begin < C.Begin)
        continue;
      for (TextPlace *P : {&S.Begin, &S.End, &S.NameBegin, &S.NameEnd})
        *P = C.moved(*P);
    }
  }
}

void LaunchTimes::edited(StringRef Path, std::optional<int64_t> Version,
                         const json::Array *Changes) {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Documents.find(Path);
  if (It == Documents.end() || !Changes || Changes->empty())
    return;
  Document &D = It->second;
  Edit E;
  E.Version = Version;
  for (const json::Value &Change : *Changes)
    E.Changes.push_back(changeIn(Change, Unit));
  apply(E.Changes, D.Launches);
  D.Since.push_back(std::move(E));
  // Where nothing is published for long, as in a file that is no CUDA.
  constexpr size_t MostEdits = 1000;
  if (D.Since.size() > MostEdits)
    D.Since.erase(D.Since.begin());
}

TextPlace LaunchTimes::placeOf(const EditorPlace &Place) const {
  switch (Unit) {
  case ColumnUnit::Bytes:
    return {Place.Line, Place.Bytes};
  case ColumnUnit::Utf16:
    return {Place.Line, Place.Utf16};
  case ColumnUnit::CodePoints:
    return {Place.Line, Place.CodePoints};
  }
  llvm_unreachable("a unit without a name");
}

/// Whether the list of diagnostics says what \p Launch does.
static bool says(const json::Array &Diagnostics, const ShownLaunch &Launch) {
  return llvm::any_of(Diagnostics, [&](const json::Value &Diagnostic) {
    const json::Object *D = Diagnostic.getAsObject();
    const json::Object *Range = D ? D->getObject("range") : nullptr;
    std::optional<TextPlace> At =
        Range ? placeIn(Range->get("start")) : std::nullopt;
    return At && At->Line == Launch.Begin.Line &&
           D->getString("code") == StringRef("gpuperf-kernel-time") &&
           D->getString("message").value_or("").starts_with(Launch.Message);
  });
}

bool LaunchTimes::published(StringRef Path, const json::Value &PublishParams,
                            std::vector<ShownLaunch> Launches) {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Documents.find(Path);
  const json::Object *Params = PublishParams.getAsObject();
  const json::Array *Diagnostics =
      Params ? Params->getArray("diagnostics") : nullptr;
  if (It == Documents.end() || !Diagnostics)
    return false;
  Document &D = It->second;
  std::vector<Shown> Now;
  for (ShownLaunch &L : Launches)
    if (says(*Diagnostics, L))
      Now.push_back({placeOf(L.Begin), placeOf(L.End), placeOf(L.NameBegin),
                     placeOf(L.NameEnd), std::move(L)});
  // Edits that came after the text that this is about.
  const std::optional<int64_t> Version = Params->getInteger("version");
  llvm::erase_if(D.Since, [&](const Edit &E) {
    return !Version || !E.Version || *E.Version <= *Version;
  });
  for (const Edit &E : D.Since)
    apply(E.Changes, Now);
  const bool Changed = hintsOf(Now, nullptr) != hintsOf(D.Launches, nullptr);
  D.Launches = std::move(Now);
  return Changed;
}

json::Array LaunchTimes::hintsOf(const std::vector<Shown> &Launches,
                                 const json::Value *Range) {
  const json::Object *Asked = Range ? Range->getAsObject() : nullptr;
  std::optional<TextPlace> From, To;
  if (Asked) {
    From = placeIn(Asked->get("start"));
    To = placeIn(Asked->get("end"));
  }
  // A launch in a template has a time for each of its instantiations.
  struct Hint {
    TextPlace At;
    std::vector<StringRef> Labels;
    std::string Tooltip;
  };
  std::vector<Hint> Hints;
  for (const Shown &S : Launches) {
    if (S.Launch.Label.empty() || (From && S.End < *From) ||
        (To && *To < S.End))
      continue;
    auto It =
        llvm::find_if(Hints, [&](const Hint &H) { return H.At == S.End; });
    if (It == Hints.end())
      It = Hints.insert(Hints.end(), Hint{S.End, {}, ""});
    if (!llvm::is_contained(It->Labels, S.Launch.Label))
      It->Labels.push_back(S.Launch.Label);
    It->Tooltip += (It->Tooltip.empty() ? "" : "\n") + S.Launch.Message;
    for (const std::string &Note : S.Launch.Notes)
      It->Tooltip += "\n" + Note;
  }
  constexpr size_t MostLabels = 3;
  json::Array Out;
  for (const Hint &H : Hints) {
    std::string Label =
        llvm::join(ArrayRef(H.Labels).take_front(MostLabels), " | ");
    if (H.Labels.size() > MostLabels)
      Label += " | ...";
    Out.push_back(json::Object{{"position", toJson(H.At)},
                               {"label", Label},
                               {"paddingLeft", true},
                               {"tooltip", H.Tooltip}});
  }
  return Out;
}

void LaunchTimes::addHints(StringRef Path, const json::Value *Range,
                           json::Value &Result) const {
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Documents.find(Path);
  if (It == Documents.end())
    return;
  json::Array Ours = hintsOf(It->second.Launches, Range);
  if (Ours.empty())
    return;
  if (json::Array *All = Result.getAsArray())
    llvm::append_range(*All, std::move(Ours));
  else if (Result.kind() == json::Value::Null)
    Result = std::move(Ours);
}

/// Markdown that shows \p Text as it is.
static std::string escaped(StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (StringRef("\\`*_{}[]<>#|~").contains(C))
      Out += '\\';
    Out += C;
  }
  return Out;
}

static std::string hoverText(const ShownLaunch &L, bool Markdown) {
  auto shown = [&](StringRef Text) {
    return Markdown ? escaped(Text) : Text.str();
  };
  std::string Out = shown(L.Message);
  if (!L.Notes.empty())
    Out += "\n";
  for (const std::string &Note : L.Notes)
    Out += "\n- " + shown(Note);
  return Out;
}

void LaunchTimes::addHover(StringRef Path, const json::Value *Position,
                           bool Markdown, json::Value &Result) const {
  std::optional<TextPlace> At = placeIn(Position);
  std::lock_guard<std::mutex> Lock(Mu);
  auto It = Documents.find(Path);
  if (It == Documents.end() || !At)
    return;
  std::string Ours;
  const Shown *First = nullptr;
  for (const Shown &S : It->second.Launches) {
    if (!S.Launch.OnHover || *At < S.NameBegin || S.NameEnd < *At ||
        S.NameBegin == S.NameEnd)
      continue;
    if (!First)
      First = &S;
    Ours += (Ours.empty() ? "" : "\n\n") + hoverText(S.Launch, Markdown);
  }
  if (!First)
    return;
  json::Object *Hover = Result.getAsObject();
  if (json::Object *Contents = Hover ? Hover->getObject("contents") : nullptr) {
    const bool IsMarkdown =
        Contents->getString("kind") == StringRef("markdown");
    if (IsMarkdown == Markdown)
      (*Contents)["value"] =
          Contents->getString("value").value_or("").rtrim().str() +
          (Markdown ? "\n\n---\n" : "\n\n") + Ours;
  } else if (Result.kind() == json::Value::Null) {
    Result = json::Object{
        {"contents", json::Object{{"kind", Markdown ? "markdown" : "plaintext"},
                                  {"value", Ours}}},
        {"range", json::Object{{"start", toJson(First->NameBegin)},
                               {"end", toJson(First->NameEnd)}}}};
  }
}
