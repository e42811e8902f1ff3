//===- LaunchRequests.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/LaunchRequests.h"
#include "plugin/clangd/EditorTransport.h"
#include "plugin/clangd/LaunchTimes.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace gpuperf;

static std::string keyOf(const json::Value &Id) {
  return formatv("{0}", Id).str();
}

/// The value at the end of a path of names; null if there is none.
static const json::Value *valueAt(const json::Value &Root,
                                  std::initializer_list<StringRef> Names) {
  const json::Value *At = &Root;
  for (StringRef Name : Names) {
    const json::Object *Object = At->getAsObject();
    At = Object ? Object->get(Name) : nullptr;
    if (!At)
      return nullptr;
  }
  return At;
}

static bool isTrue(const json::Value *V) {
  return V && V->getAsBoolean().value_or(false);
}

void LaunchRequests::readAbilities(const json::Value &Params) {
  std::lock_guard<std::mutex> Lock(Mu);
  RefreshesHints = isTrue(valueAt(
      Params, {"capabilities", "workspace", "inlayHint", "refreshSupport"}));
  WatchesFiles =
      isTrue(valueAt(Params, {"capabilities", "workspace",
                              "didChangeWatchedFiles", "dynamicRegistration"}));
  FileStatus =
      isTrue(valueAt(Params, {"initializationOptions", "clangdFileStatus"}));
  // As clangd does, the first format that is known is taken.
  if (const json::Value *Formats = valueAt(
          Params, {"capabilities", "textDocument", "hover", "contentFormat"}))
    if (const json::Array *All = Formats->getAsArray())
      for (const json::Value &Format : *All) {
        Markdown = Format.getAsString() == StringRef("markdown");
        if (Markdown || Format.getAsString() == StringRef("plaintext"))
          break;
      }
}

void LaunchRequests::readEncoding(const json::Value &Result) {
  const json::Value *Encoding =
      valueAt(Result, {"capabilities", "positionEncoding"});
  if (!Encoding)
    Encoding = valueAt(Result, {"offsetEncoding"});
  const StringRef Name =
      Encoding ? Encoding->getAsString().value_or("") : StringRef();
  Times.setUnit(Name == "utf-8"    ? ColumnUnit::Bytes
                : Name == "utf-32" ? ColumnUnit::CodePoints
                                   : ColumnUnit::Utf16);
}

void LaunchRequests::asked(StringRef Method, const json::Value &Params,
                           const json::Value &Id) {
  Request R{Kind::Initialize, "", nullptr};
  const json::Value *Where = nullptr;
  if (Method == "initialize") {
    readAbilities(Params);
  } else if (Method == "textDocument/inlayHint") {
    R.What = Kind::Hints;
    Where = valueAt(Params, {"range"});
  } else if (Method == "textDocument/hover") {
    R.What = Kind::Hover;
    Where = valueAt(Params, {"position"});
  } else {
    return;
  }
  if (Where)
    R.Where = *Where;
  if (const json::Value *Uri = valueAt(Params, {"textDocument", "uri"}))
    R.Path = pathOfUri(Uri->getAsString().value_or(""));
  std::lock_guard<std::mutex> Lock(Mu);
  Open.insert_or_assign(keyOf(Id), std::move(R));
}

void LaunchRequests::answered(const json::Value &Id,
                              Expected<json::Value> &Result) {
  std::optional<Request> R;
  bool InMarkdown = false;
  {
    std::lock_guard<std::mutex> Lock(Mu);
    auto It = Open.find(keyOf(Id));
    if (It == Open.end())
      return;
    R = std::move(It->second);
    Open.erase(It);
    InMarkdown = Markdown;
  }
  if (!Result) // an error; whoever sends it looks at it
    return;
  switch (R->What) {
  case Kind::Initialize:
    readEncoding(*Result);
    return;
  case Kind::Hints:
    Times.addHints(R->Path, &R->Where, *Result);
    return;
  case Kind::Hover:
    Times.addHover(R->Path, &R->Where, InMarkdown, *Result);
    return;
  }
}

bool LaunchRequests::refreshesHints() const {
  std::lock_guard<std::mutex> Lock(Mu);
  return RefreshesHints;
}

bool LaunchRequests::watchesFiles() const {
  std::lock_guard<std::mutex> Lock(Mu);
  return WatchesFiles;
}

bool LaunchRequests::wantsFileStatus() const {
  std::lock_guard<std::mutex> Lock(Mu);
  return FileStatus;
}
