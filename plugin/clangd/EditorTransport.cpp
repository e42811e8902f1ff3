//===- EditorTransport.cpp - ----------------------------------------------
//-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/EditorTransport.h"
#include "plugin/clangd/PublishedDiagnostics.h"
#include "plugin/frontend/EditorSession.h"
#include "llvm/ADT/StringExtras.h"

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

/// Hears what the client says before clangd does.
class HearingHandler : public Transport::MessageHandler {
public:
  HearingHandler(MessageHandler &Clangd, EditorSession &Session)
      : Clangd(Clangd), Session(Session) {}

  bool onNotify(StringRef Method, json::Value Params) override {
    // clangd's next analysis must find the session as the client has it.
    if (Method == "textDocument/didOpen" || Method == "textDocument/didChange")
      Session.noteEdit(pathIn(Params));
    else if (Method == "textDocument/didClose")
      Session.noteClose(pathIn(Params));
    return Clangd.onNotify(Method, std::move(Params));
  }
  bool onCall(StringRef Method, json::Value Params, json::Value Id) override {
    return Clangd.onCall(Method, std::move(Params), std::move(Id));
  }
  bool onReply(json::Value Id, Expected<json::Value> Result) override {
    return Clangd.onReply(std::move(Id), std::move(Result));
  }

private:
  MessageHandler &Clangd;
  EditorSession &Session;
};

class EditorTransport : public Transport {
public:
  EditorTransport(std::unique_ptr<Transport> Client, EditorSession &Session,
                  std::string Pages)
      : Client(std::move(Client)), Session(Session), Pages(std::move(Pages)) {}

  void notify(StringRef Method, json::Value Params) override {
    if (Method == "textDocument/publishDiagnostics") {
      // The newer text's diagnostics follow; until then the editor keeps what
      // it shows, rather than to lose ours for a moment.
      if (Session.takeStopped(pathIn(Params)))
        return;
      adjustDiagnostics(Params, Pages);
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
    HearingHandler Hearing(Handler, Session);
    Error E = Client->loop(Hearing);
    Session.stop();
    return E;
  }

private:
  std::unique_ptr<Transport> Client;
  EditorSession &Session;
  std::string Pages;
};

} // namespace

std::unique_ptr<Transport>
gpuperf::makeEditorTransport(std::unique_ptr<Transport> Client,
                             EditorSession &Session, std::string Pages) {
  return std::make_unique<EditorTransport>(std::move(Client), Session,
                                           std::move(Pages));
}
