//===- EditorTransport.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/EditorTransport.h"
#include "plugin/clangd/CompileCommands.h"
#include "plugin/clangd/EditWait.h"
#include "plugin/clangd/FactsWatch.h"
#include "plugin/clangd/LaunchRequests.h"
#include "plugin/clangd/LaunchTimes.h"
#include "plugin/clangd/PromisedDiagnostics.h"
#include "plugin/clangd/PublishedDiagnostics.h"
#include "plugin/editor/EditorSession.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <atomic>
#include <functional>
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

/// What the messages of the client change.
struct Listeners {
  EditorSession &Session;
  PromisedDiagnostics &Promised, &Waiting;
  LaunchTimes &Times;
  LaunchRequests &Requests;
  FactsWatch &Facts;
};

/// Our own calls to the client; clangd counts its calls.
constexpr StringRef OurId = "gpuperf-";

/// Sees the client's messages before clangd does.
class HearingHandler : public Transport::MessageHandler {
public:
  HearingHandler(MessageHandler &Clangd, Listeners To,
                 std::function<void()> OnInitialized)
      : Clangd(Clangd), Session(To.Session), Promised(To.Promised), To(To),
        OnInitialized(std::move(OnInitialized)) {}

  bool onNotify(StringRef Method, json::Value Params) override {
    std::lock_guard<std::mutex> Lock(Mu);
    // The session is told first, so that clangd's next analysis finds it in the
    // client's state.
    if (Method == "textDocument/didOpen") {
      noteText(Params, &EditorSession::noteOpen);
      To.Times.opened(pathIn(Params));
      To.Facts.start();
    } else if (Method == "textDocument/didChange") {
      noteText(Params, &EditorSession::noteEdit);
      noteChanges(Params);
      beginWait(Params);
    } else if (Method == "textDocument/didClose") {
      noteClose(Params);
    } else if (Method == "workspace/didChangeWatchedFiles") {
      To.Facts.lookNow();
    }
    const bool Initialized = Method == "initialized";
    const bool GoOn = Clangd.onNotify(Method, std::move(Params));
    if (Initialized)
      OnInitialized();
    return GoOn;
  }
  bool onCall(StringRef Method, json::Value Params, json::Value Id) override {
    std::lock_guard<std::mutex> Lock(Mu);
    To.Requests.asked(Method, Params, Id);
    return Clangd.onCall(Method, std::move(Params), std::move(Id));
  }
  bool onReply(json::Value Id, Expected<json::Value> Result) override {
    if (Id.getAsString().value_or("").starts_with(OurId)) {
      // A client that refuses a refresh asks for hints when it likes to.
      if (!Result)
        consumeError(Result.takeError());
      return true;
    }
    std::lock_guard<std::mutex> Lock(Mu);
    return Clangd.onReply(std::move(Id), std::move(Result));
  }

  /// Has clangd parse the newest text once more. clangd does that where the
  /// compile command has changed, and ours has (CompileCommands.h) after the
  /// session was told. (forceRebuild, an extension of the protocol, would also
  /// parse the includes again.) This runs on another thread than the client's
  /// messages, but never at the same time.
  void rebuild(const std::string &Path) {
    std::lock_guard<std::mutex> Lock(Mu);
    if (!Documents.count(Path))
      return;
    Session.noteAskedAgain(Path);
    wantDiagnostics(Path);
  }
  /// Has clangd parse the newest text now, unless it has. On another thread,
  /// too.
  void build(const std::string &Path) {
    std::lock_guard<std::mutex> Lock(Mu);
    wantDiagnostics(Path);
  }

private:
  struct OpenDocument {
    std::string Uri;
    std::optional<int64_t> Version;
  };
  void wantDiagnostics(StringRef Path) {
    auto It = Documents.find(Path);
    if (It == Documents.end())
      return;
    json::Object Document{{"uri", It->second.Uri}};
    if (It->second.Version)
      Document["version"] = *It->second.Version;
    Clangd.onNotify("textDocument/didChange",
                    json::Object{{"textDocument", std::move(Document)},
                                 {"contentChanges", json::Array()},
                                 {"wantDiagnostics", true}});
  }
  /// An edit waits as long as with stock clangd (EditWait.h), unless the client
  /// itself says whether it wants diagnostics, which few do.
  void beginWait(const json::Value &Params) {
    const json::Object *Top = Params.getAsObject();
    const json::Value *Wants = Top ? Top->get("wantDiagnostics") : nullptr;
    const std::string Path = pathIn(Params);
    const std::optional<BuildTimes> Last = Session.lastBuild(Path);
    std::optional<std::chrono::milliseconds> Wait;
    if (Last && (!Wants || Wants->kind() == json::Value::Null))
      Wait = editWait(*Last);
    if (Wait)
      To.Waiting.askAfter(Path, *Wait);
    else
      To.Waiting.keep(Path);
  }
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
    To.Waiting.keep(Path);
    To.Times.closed(Path);
    Documents.erase(Path);
  }
  void noteChanges(const json::Value &Params) {
    const json::Object *Top = Params.getAsObject();
    const json::Object *Document =
        Top ? Top->getObject("textDocument") : nullptr;
    if (Document)
      To.Times.edited(pathIn(Params), Document->getInteger("version"),
                      Top->getArray("contentChanges"));
  }

  MessageHandler &Clangd;
  EditorSession &Session;
  PromisedDiagnostics &Promised;
  Listeners To;
  const std::function<void()> OnInitialized;
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
                 PatienceForDiagnostics),
        Waiting([this](const std::string &Path) { buildNow(Path); },
                PatienceForDiagnostics),
        Requests(Times),
        Facts(Session, [this](const std::string &Path) { askAgain(Path); }) {}

  void notify(StringRef Method, json::Value Params) override {
    bool NewHints = false;
    std::string OursMissing; // the path of a file
    if (Method == "textDocument/publishDiagnostics") {
      const std::string Path = pathIn(Params);
      std::vector<ShownLaunch> Launches = Session.takeLaunches(Path);
      // The newer text's diagnostics follow; until then the editor keeps what
      // it shows, rather than to lose ours for a moment.
      if (Session.takeStopped(Path)) {
        Promised.promise(Path);
        return;
      }
      Promised.keep(Path);
      if (Session.takePostponed(Path)) {
        OursMissing = Path;
        tellOfPredicting(Params);
      }
      adjustDiagnostics(Params, Pages);
      if (isBuiltWithNvcc(Path))
        dropFalseErrors(Params);
      NewHints = Times.published(Path, Params, std::move(Launches));
    }
    send([&] { Client->notify(Method, std::move(Params)); });
    if (!OursMissing.empty())
      Promised.askNow(OursMissing);
    if (NewHints && Requests.refreshesHints())
      callClient("workspace/inlayHint/refresh", nullptr);
  }
  void call(StringRef Method, json::Value Params, json::Value Id) override {
    send([&] { Client->call(Method, std::move(Params), std::move(Id)); });
  }
  void reply(json::Value Id, Expected<json::Value> Result) override {
    Requests.answered(Id, Result);
    send([&] { Client->reply(std::move(Id), std::move(Result)); });
  }
  Error loop(MessageHandler &Handler) override {
    HearingHandler Hearing(Handler,
                           {Session, Promised, Waiting, Times, Requests, Facts},
                           [this] { watchFacts(); });
    Current = &Hearing;
    Error E = Client->loop(Hearing);
    Promised.stop();
    Waiting.stop();
    Facts.stop();
    Current = nullptr;
    Session.stop();
    return E;
  }

private:
  void askAgain(const std::string &Path) {
    if (HearingHandler *Handler = Current)
      Handler->rebuild(Path);
  }
  /// Tells an editor that shows clangd's state of a file that diagnostics
  /// follow those in \p PublishParams.
  void tellOfPredicting(const json::Value &PublishParams) {
    const json::Object *Params = PublishParams.getAsObject();
    std::optional<StringRef> Uri =
        Params ? Params->getString("uri") : std::nullopt;
    if (!Uri || !Requests.wantsFileStatus())
      return;
    json::Object Status{{"uri", *Uri}, {"state", "predicting kernel times"}};
    send([&] {
      Client->notify("textDocument/clangd.fileStatus", std::move(Status));
    });
  }
  void buildNow(const std::string &Path) {
    if (HearingHandler *Handler = Current)
      Handler->build(Path);
  }
  /// clangd never sends two messages at once, but does not know ours.
  void send(llvm::function_ref<void()> Message) {
    std::lock_guard<std::mutex> Lock(Sending);
    Message();
  }
  void callClient(StringRef Method, json::Value Params) {
    const std::string Id = (OurId + Twine(++Calls)).str();
    send([&] { Client->call(Method, std::move(Params), Id); });
  }
  /// Asks an editor that can to tell of facts files; others are noticed later.
  void watchFacts() {
    if (!Requests.watchesFiles())
      return;
    json::Object Watcher{{"globPattern", "**/.gpuperf/facts.jsonl"}};
    json::Object Registration{
        {"id", "gpuperf-facts"},
        {"method", "workspace/didChangeWatchedFiles"},
        {"registerOptions",
         json::Object{{"watchers", json::Array{std::move(Watcher)}}}}};
    callClient(
        "client/registerCapability",
        json::Object{{"registrations", json::Array{std::move(Registration)}}});
  }

  std::unique_ptr<Transport> Client;
  EditorSession &Session;
  std::string Pages;
  std::atomic<HearingHandler *> Current = nullptr;
  std::atomic<unsigned> Calls = 0;
  std::mutex Sending;
  LaunchTimes Times;
  PromisedDiagnostics Promised; // its thread uses the others
  PromisedDiagnostics Waiting;  // likewise
  LaunchRequests Requests;
  FactsWatch Facts; // likewise
};

} // namespace

std::unique_ptr<Transport>
gpuperf::makeEditorTransport(std::unique_ptr<Transport> Client,
                             EditorSession &Session, std::string Pages) {
  return std::make_unique<EditorTransport>(std::move(Client), Session,
                                           std::move(Pages));
}
