//===- PublishedDiagnostics.cpp -------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/PublishedDiagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuperf;

LspSeverity gpuperf::severityOf(StringRef Check) {
  return StringSwitch<LspSeverity>(Check)
      .Case("gpuperf-kernel-time", LspSeverity::Information)
      .Case("gpuperf-occupancy", LspSeverity::Hint)
      .Case("gpuperf-tail-wave", LspSeverity::Hint)
      .Default(LspSeverity::Warning);
}

/// A path as it stands in a file: address.
static std::string escaped(StringRef Path) {
  std::string Out;
  raw_string_ostream OS(Out);
  for (unsigned char C : sys::path::convert_to_slash(Path)) {
    if (isAlnum(C) || StringRef("/-._~:").contains(C))
      OS << C;
    else
      OS << '%' << hexdigit(C >> 4) << hexdigit(C & 15);
  }
  return Out;
}

std::string gpuperf::pageOf(StringRef Check, StringRef Pages) {
  if (Pages.empty())
    return "";
  if (Pages.contains("://"))
    return (Pages.rtrim('/') + "/" + Check + ".md").str();
  SmallString<256> File(Pages);
  sys::path::append(File, Check + ".md");
  if (!sys::fs::exists(File))
    return "";
  return "file://" + escaped(File);
}

std::string gpuperf::pagesFolder() {
  static int AddressInBinary;
  std::string Binary =
      sys::fs::getMainExecutable("gpuperf-clangd", &AddressInBinary);
  SmallString<256> Folder(
      sys::path::parent_path(sys::path::parent_path(Binary)));
  sys::path::append(Folder, "share", "gpuperf", "checks");
  return sys::fs::is_directory(Folder) ? std::string(Folder) : std::string();
}

static void adjust(json::Object &Diagnostic, StringRef Pages) {
  std::optional<StringRef> Code = Diagnostic.getString("code");
  if (!Code || !Code->starts_with("gpuperf-"))
    return;
  std::string Check = Code->str();
  if (Diagnostic.getInteger("severity") ==
      static_cast<int64_t>(LspSeverity::Warning))
    Diagnostic["severity"] = static_cast<int64_t>(severityOf(Check));
  std::string Page = pageOf(Check, Pages);
  if (Page.empty())
    Diagnostic.erase("codeDescription");
  else
    Diagnostic["codeDescription"] = json::Object{{"href", Page}};
}

void gpuperf::adjustDiagnostics(json::Value &PublishParams, StringRef Pages) {
  json::Object *Params = PublishParams.getAsObject();
  json::Array *All = Params ? Params->getArray("diagnostics") : nullptr;
  if (!All)
    return;
  for (json::Value &Diagnostic : *All)
    if (json::Object *Object = Diagnostic.getAsObject())
      adjust(*Object, Pages);
}

void gpuperf::dropFalseErrors(json::Value &PublishParams) {
  json::Object *Params = PublishParams.getAsObject();
  json::Array *All = Params ? Params->getArray("diagnostics") : nullptr;
  if (!All)
    return;
  json::Array Kept;
  for (json::Value &Diagnostic : *All) {
    const json::Object *Object = Diagnostic.getAsObject();
    if (!Object || Object->getString("code") != StringRef("shared_var_init"))
      Kept.push_back(std::move(Diagnostic));
  }
  *All = std::move(Kept);
}
