//===- EditorTransport.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/EditorTransport.h"
#include "plugin/clangd/CompileCommands.h"
#include "plugin/clangd/PromisedDiagnostics.h"
#include "plugin/clangd/PublishedDiagnostics.h"
#include "plugin/editor/EditorSession.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <atomic>
#include <mutex>

using namespace llvm;
using namespace gpuperf;
using clang::clangd::Transport;

std::string gpuperf::pathOfUri(StringRef Uri) {
  if (!Uri.consume_front("file://"))
    return "";
  // file://HOST/path: clangd takes the path.
  Uri = Uri.drop_until([](char C) { return C == '/'; });
  std::string Path;
  for (size_t I = 0; I < Uri.size(); ++I) {
    unsigned High, Low;
    if (Uri[I] == '%' && I + 2 < Uri.size() &&
        (High = hexDigitValue(Uri[I + 1])) < 16 &&
        (Low = hexDigitValue(Uri[I + 2])) < 16) {
      Path += static_cast<char>(High << 4 | Low);
      I += 2;
    } else {
      Path += Uri[I];
    }
  }
  return Path;
}

/// The path of the document that a message is about.
static std::string pathIn(const json::Value &Params) {
  const json::Object *Top = Params.getAsObject();
  if (!Top)
    return "";
  const json::Object *Document = Top->getObject("textDocument");
  std::optional<StringRef> Uri = (Document ? *Document : *Top).getString("uri");
  return Uri ? pathOfUri(*Uri) : "";
}

namespace {

/// Sees the client's messages before clangd does.
class HearingHandler : public Transport::MessageHandler {
public:
  HearingHandler(MessageHandler &Clangd, EditorSession &Session,
                 PromisedDiagnostics &Promised)
      : Clangd(Clangd), Session(Session), Promised(Promised) {}

  bool onNotify(StringRef Method, json::Value Params) override {
    std::lock_guard<std::mutex> Lock(Mu);
    // The session is told first, so that clangd's next analysis finds it in the
    // client's state.
    if (Method == "textDocument/didOpen")
      noteText(Params, &EditorSession::noteOpen);
    else if (Method == "textDocument/didChange")
      noteText(Params, &EditorSession::noteEdit);
    else if (Method == "textDocument/didClose")
      noteClose(Params);
    return Clangd.onNotify(Method, std::move(Params));
  }
  bool onCall(StringRef Method, json::Value Params, json::Value Id) override {
    std::lock_guard<std::mutex> Lock(Mu);
    return Clangd.onCall(Method, std::move(Params), std::move(Id));
  }
  bool onReply(json::Value Id, Expected<json::Value> Result) override {
    std::lock_guard<std::mutex> Lock(Mu);
    return Clangd.onReply(std::move(Id), std::move(Result));
  }

  /// Sends clangd the message of a client that wants the diagnostics of a text
  /// once more (forceRebuild is clangd's extension of the protocol). This runs
  /// on another thread than the client's messages, but never at the same time.
  void rebuild(const std::string &Path) {
    std::lock_guard<std::mutex> Lock(Mu);
    auto It = Documents.find(Path);
    if (It == Documents.end())
      return;
    json::Object Document{{"uri", It->second.Uri}};
    if (It->second.Version)
      Document["version"] = *It->second.Version;
    Clangd.onNotify("textDocument/didChange",
                    json::Object{{"textDocument", std::move(Document)},
                                 {"contentChanges", json::Array()},
                                 {"wantDiagnostics", true},
                                 {"forceRebuild", true}});
  }

private:
  struct OpenDocument {
    std::string Uri;
    std::optional<int64_t> Version;
  };
  void noteText(const json::Value &Params,
                void (EditorSession::*Note)(StringRef)) {
    const std::string Path = pathIn(Params);
    (Session.*Note)(Path);
    Promised.edited(Path);
    const json::Object *Top = Params.getAsObject();
    if (const json::Object *Document =
            Top ? Top->getObject("textDocument") : nullptr)
      Documents[Path] = {Document->getString("uri").value_or("").str(),
                         Document->getInteger("version")};
  }
  void noteClose(const json::Value &Params) {
    const std::string Path = pathIn(Params);
    Session.noteClose(Path);
    Promised.keep(Path);
    Documents.erase(Path);
  }

  MessageHandler &Clangd;
  EditorSession &Session;
  PromisedDiagnostics &Promised;
  std::mutex Mu;
  StringMap<OpenDocument> Documents;
};

/// How long diagnostics that were held back are waited for. clangd waits 0.5 s
/// before it builds a text and most builds take less than the rest; asking too
/// early costs a build.
constexpr std::chrono::milliseconds PatienceForDiagnostics(2000);

class EditorTransport : public Transport {
public:
  EditorTransport(std::unique_ptr<Transport> Client, EditorSession &Session,
                  std::string Pages)
      : Client(std::move(Client)), Session(Session), Pages(std::move(Pages)),
        Promised([this](const std::string &Path) { askAgain(Path); },
                 PatienceForDiagnostics) {}

  void notify(StringRef Method, json::Value Params) override {
    if (Method == "textDocument/publishDiagnostics") {
      const std::string Path = pathIn(Params);
      // The newer text's diagnostics follow; until then the editor keeps what
      // it shows, rather than to lose ours for a moment.
      if (Session.takeStopped(Path)) {
        Promised.promise(Path);
        return;
      }
      Promised.keep(Path);
      adjustDiagnostics(Params, Pages);
      if (isBuiltWithNvcc(Path))
        dropFalseErrors(Params);
    }
    Client->notify(Method, std::move(Params));
  }
  void call(StringRef Method, json::Value Params, json::Value Id) override {
    Client->call(Method, std::move(Params), std::move(Id));
  }
  void reply(json::Value Id, Expected<json::Value> Result) override {
    Client->reply(std::move(Id), std::move(Result));
  }
  Error loop(MessageHandler &Handler) override {
    HearingHandler Hearing(Handler, Session, Promised);
    Current = &Hearing;
    Error E = Client->loop(Hearing);
    Promised.stop();
    Current = nullptr;
    Session.stop();
    return E;
  }

private:
  void askAgain(const std::string &Path) {
    if (HearingHandler *Handler = Current)
      Handler->rebuild(Path);
  }

  std::unique_ptr<Transport> Client;
  EditorSession &Session;
  std::string Pages;
  std::atomic<HearingHandler *> Current = nullptr;
  PromisedDiagnostics Promised; // last: its thread uses the others
};

} // namespace

std::unique_ptr<Transport>
gpuperf::makeEditorTransport(std::unique_ptr<Transport> Client,
                             EditorSession &Session, std::string Pages) {
  return std::make_unique<EditorTransport>(std::move(Client), Session,
                                           std::move(Pages));
}
