//===- ClangdPartsTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/CompileCommands.h"
#include "plugin/clangd/EditWait.h"
#include "plugin/clangd/EditorTransport.h"
#include "plugin/clangd/PromisedDiagnostics.h"
#include "plugin/clangd/PublishedDiagnostics.h"
#include "plugin/editor/EditorSession.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace std::chrono_literals;
namespace json = llvm::json;

TEST(PathOfUri, AsAnEditorWritesIt) {
  EXPECT_EQ(pathOfUri("file:///home/a%20b/k.cu"), "/home/a b/k.cu");
  EXPECT_EQ(pathOfUri("file://host/k.cu"), "/k.cu");
  EXPECT_EQ(pathOfUri("file:///100%25%zz%4"), "/100%%zz%4");
  EXPECT_EQ(pathOfUri("untitled:k.cu"), "");
  EXPECT_EQ(pathOfUri(""), "");
}

static json::Value published(const char *Code, int Severity) {
  return json::Object{
      {"uri", "file:///k.cu"},
      {"diagnostics",
       json::Array{json::Object{
           {"code", Code},
           {"severity", Severity},
           {"codeDescription",
            json::Object{{"href", "https://clang.llvm.org/x"}}}}}}};
}

TEST(AdjustDiagnostics, OursGetTheirSeverityAndPage) {
  json::Value Params = published("gpuperf-kernel-time", 2);
  adjustDiagnostics(Params, "https://example.org/checks/");
  const json::Object &D =
      *(*Params.getAsObject()->getArray("diagnostics"))[0].getAsObject();
  EXPECT_EQ(D.getInteger("severity"), 3);
  EXPECT_EQ(D.getObject("codeDescription")->getString("href"),
            "https://example.org/checks/gpuperf-kernel-time.md");
}

TEST(AdjustDiagnostics, ErrorsStayErrorsAndOthersStayAsTheyAre) {
  json::Value Params = published("gpuperf-kernel-time", 1);
  adjustDiagnostics(Params, "");
  const json::Object &D =
      *(*Params.getAsObject()->getArray("diagnostics"))[0].getAsObject();
  EXPECT_EQ(D.getInteger("severity"), 1);
  EXPECT_FALSE(D.getObject("codeDescription")) << "no page, no wrong link";
  json::Value Theirs = published("bugprone-sizeof-expression", 2);
  const json::Value Was = Theirs;
  adjustDiagnostics(Theirs, "https://example.org");
  EXPECT_EQ(Theirs, Was);
  json::Value Odd = json::Object{{"diagnostics", 3}};
  adjustDiagnostics(Odd, ""); // not to crash
  Odd = nullptr;
  adjustDiagnostics(Odd, "");
}

TEST(DropFalseErrors, OnlyWhatNvccAccepts) {
  json::Value False = published("shared_var_init", 1);
  dropFalseErrors(False);
  EXPECT_TRUE(False.getAsObject()->getArray("diagnostics")->empty());
  json::Value True = published("undeclared_var_use", 1);
  const json::Value Was = True;
  dropFalseErrors(True);
  EXPECT_EQ(True, Was);
}

TEST(TranslateCommand, RemembersWhatNvccBuilds) {
  clang::tooling::CompileCommand Command;
  Command.Directory = "/p";
  Command.CommandLine = {"nvcc", "-gencode", "arch=compute_80,code=sm_80", "-c",
                         "a.cu"};
  EXPECT_FALSE(isBuiltWithNvcc("/p/a.cu"));
  translateCommand(Command, "/p/a.cu", "");
  EXPECT_TRUE(isBuiltWithNvcc("/p/a.cu"));
  EXPECT_TRUE(llvm::is_contained(Command.CommandLine, "--cuda-gpu-arch=sm_80"));
  EXPECT_FALSE(isBuiltWithNvcc("/p/b.cu"));
}

static std::vector<std::string> settled(std::vector<std::string> Args) {
  clang::tooling::CompileCommand Command;
  Command.CommandLine = std::move(Args);
  settleCommand(Command);
  return Command.CommandLine;
}

TEST(SettleCommand, TheLastArchitectureIsLeft) {
  auto Args = settled({"clang", "--cuda-gpu-arch=sm_80", "-O2",
                       "--offload-arch=sm_90", "--", "k.cu"});
  EXPECT_FALSE(llvm::is_contained(Args, "--cuda-gpu-arch=sm_80"));
  EXPECT_EQ(llvm::count(Args, "--offload-arch=sm_90"), 1);
  EXPECT_EQ(Args.back(), "k.cu");
  Args = settled({"clang", "--cuda-gpu-arch=sm_90", "--cuda-gpu-arch=sm_90",
                  "--", "k.cu"});
  EXPECT_EQ(llvm::count(Args, "--cuda-gpu-arch=sm_90"), 1);
}

TEST(MarkCommand, AnotherCommandWithTheSameFlags) {
  clang::tooling::CompileCommand First("/p", "k.cu", {"clang", "k.cu"}, "k.o");
  clang::tooling::CompileCommand Same = First, Again = First, Third = First;
  markCommand(Same, 0);
  markCommand(Again, 1);
  markCommand(Third, 2);
  EXPECT_EQ(Same, First);
  EXPECT_NE(Again, First);
  EXPECT_NE(Third, Again);
  EXPECT_EQ(Again.CommandLine, First.CommandLine);
}

TEST(SettleCommand, CxxFilesKeepTheirCommand) {
  const std::vector<std::string> Cxx = {"clang++", "-std=c++20", "--", "a.cpp"};
  EXPECT_EQ(settled(Cxx), Cxx);
}

TEST(TranslateCommand, CxxFilesKeepTheirCommand) {
  clang::tooling::CompileCommand Command;
  Command.CommandLine = {"g++", "-Wall", "a.cpp"};
  const auto Was = Command.CommandLine;
  translateCommand(Command, "/p/a.cpp", "h200-sxm");
  EXPECT_EQ(Command.CommandLine, Was);
}

TEST(TranslateCommand, AHeaderOfKernelsIsCuda) {
  clang::tooling::CompileCommand Command;
  Command.CommandLine = {"clang", "h.cuh"};
  translateCommand(Command, "/p/h.cuh", "");
  auto X = llvm::find(Command.CommandLine, "-x");
  ASSERT_NE(X, Command.CommandLine.end());
  EXPECT_EQ(*std::next(X), "cuda");
}

namespace {
/// What was asked for, seen from the asking thread.
struct Asked {
  std::mutex Mu;
  std::condition_variable Changed;
  std::vector<std::string> Paths;
  void operator()(const std::string &Path) {
    std::lock_guard<std::mutex> Lock(Mu);
    Paths.push_back(Path);
    Changed.notify_all();
  }
  bool wait(size_t Count, std::chrono::milliseconds Limit) {
    std::unique_lock<std::mutex> Lock(Mu);
    return Changed.wait_for(Lock, Limit, [&] { return Paths.size() >= Count; });
  }
};
} // namespace

TEST(PromisedDiagnostics, WhoWaitsTooLongIsAskedForOnce) {
  Asked A;
  PromisedDiagnostics Promised([&](const std::string &P) { A(P); }, 20ms);
  Promised.promise("k.cu");
  ASSERT_TRUE(A.wait(1, 20s));
  EXPECT_EQ(A.Paths.front(), "k.cu");
  EXPECT_FALSE(A.wait(2, 100ms));
}

TEST(PromisedDiagnostics, WhatIsMissingIsAskedForAtOnce) {
  Asked A;
  PromisedDiagnostics Promised([&](const std::string &P) { A(P); }, 60s);
  Promised.askNow("k.cu");
  ASSERT_TRUE(A.wait(1, 20s));
  EXPECT_EQ(A.Paths.front(), "k.cu");
}

TEST(PromisedDiagnostics, AKeptPromiseAsksNobody) {
  Asked A;
  PromisedDiagnostics Promised([&](const std::string &P) { A(P); }, 200ms);
  Promised.promise("k.cu");
  Promised.keep("k.cu");
  Promised.edited("other.cu");
  EXPECT_FALSE(A.wait(1, 500ms));
}

namespace {
/// A client that sends what it is told to and keeps what it gets.
class FakeClient : public clang::clangd::Transport {
public:
  std::vector<std::pair<std::string, json::Value>> Calls, Sent, Got;
  std::function<void()> Then;
  MessageHandler *Receiver = nullptr;
  void notify(llvm::StringRef Method, json::Value Params) override {
    Got.emplace_back(Method.str(), std::move(Params));
  }
  void call(llvm::StringRef, json::Value, json::Value) override {}
  void reply(json::Value, llvm::Expected<json::Value> Result) override {
    if (!Result)
      llvm::consumeError(Result.takeError());
  }
  llvm::Error loop(MessageHandler &Handler) override {
    Receiver = &Handler;
    for (auto &[Method, Params] : Calls)
      Handler.onCall(Method, Params, 1);
    for (auto &[Method, Params] : Sent)
      Handler.onNotify(Method, Params);
    if (Then)
      Then();
    return llvm::Error::success();
  }
};

struct FakeClangd : clang::clangd::Transport::MessageHandler {
  std::mutex Mu;
  std::condition_variable Changed;
  std::vector<std::string> Methods;
  bool onNotify(llvm::StringRef Method, json::Value) override {
    std::lock_guard<std::mutex> Lock(Mu);
    Changed.notify_all();
    Methods.push_back(Method.str());
    return true;
  }
  bool onCall(llvm::StringRef, json::Value, json::Value) override {
    return true;
  }
  bool onReply(json::Value, llvm::Expected<json::Value> Result) override {
    if (!Result)
      llvm::consumeError(Result.takeError());
    return true;
  }
};

json::Value document(int Version) {
  return json::Object{{"textDocument", json::Object{{"uri", "file:///k.cu"},
                                                    {"version", Version}}}};
}
} // namespace

TEST(EditorTransport, EditsAreHeardAndStoppedDiagnosticsHeldBack) {
  EditorSession Session;
  auto Client = std::make_unique<FakeClient>();
  FakeClient &C = *Client;
  auto Editor = makeEditorTransport(std::move(Client), Session, "");
  C.Sent = {{"textDocument/didOpen", document(1)},
            {"textDocument/didChange", document(2)}};
  C.Then = [&] {
    EXPECT_EQ(Session.textsOf("/k.cu"), 2u);
    Session.noteStopped("/k.cu", 1);
    Editor->notify("textDocument/publishDiagnostics",
                   published("gpuperf-kernel-time", 2));
    EXPECT_TRUE(C.Got.empty());
    Editor->notify("textDocument/publishDiagnostics",
                   published("gpuperf-kernel-time", 2));
    EXPECT_EQ(C.Got.size(), 1u);
  };
  FakeClangd Clangd;
  EXPECT_FALSE(bool(Editor->loop(Clangd)));
  EXPECT_EQ(Clangd.Methods,
            (std::vector<std::string>{"textDocument/didOpen",
                                      "textDocument/didChange"}));
}

TEST(EditorTransport, WhatWasPostponedIsAskedForAgain) {
  for (const bool WantsStatus : {false, true}) {
    EditorSession Session;
    auto Client = std::make_unique<FakeClient>();
    FakeClient &C = *Client;
    auto Editor = makeEditorTransport(std::move(Client), Session, "");
    C.Calls = {
        {"initialize",
         json::Object{{"initializationOptions",
                       json::Object{{"clangdFileStatus", WantsStatus}}}}}};
    C.Sent = {{"textDocument/didOpen", document(1)}};
    FakeClangd Clangd;
    C.Then = [&] {
      EXPECT_TRUE(Session.postpones("/k.cu", 1, &C));
      Editor->notify("textDocument/publishDiagnostics",
                     published("of another check", 2));
      std::unique_lock<std::mutex> Lock(Clangd.Mu);
      EXPECT_TRUE(Clangd.Changed.wait_for(
          Lock, 20s, [&] { return Clangd.Methods.size() == 2; }));
    };
    EXPECT_FALSE(bool(Editor->loop(Clangd)));
    EXPECT_EQ(Clangd.Methods.back(), "textDocument/didChange");
    EXPECT_EQ(Session.askedAgain("/k.cu"), 1u);
    ASSERT_EQ(C.Got.size(), WantsStatus ? 2u : 1u);
    EXPECT_EQ(C.Got.back().first, "textDocument/publishDiagnostics");
    if (WantsStatus) {
      EXPECT_EQ(C.Got.front().first, "textDocument/clangd.fileStatus");
    }
  }
}

TEST(EditWait, TheAnalysisDoesNotCount) {
  EXPECT_EQ(editWait({100ms, 80ms}), 100ms);
  EXPECT_EQ(editWait({20ms, 80ms}), 50ms) << "clangd waits for no less";
  EXPECT_EQ(editWait({20ms, 30ms}), std::nullopt);
  EXPECT_EQ(editWait({100ms, 5ms}), std::nullopt) << "it is not worth it";
  EXPECT_EQ(editWait({700ms, 300ms}), std::nullopt)
      << "clangd waits for no more";
}

/// The number of changes that clangd gets of one edit, within a second.
static size_t changesOf(json::Object Edit, std::optional<BuildTimes> Last) {
  EditorSession Session;
  auto Client = std::make_unique<FakeClient>();
  FakeClient &C = *Client;
  auto Editor = makeEditorTransport(std::move(Client), Session, "");
  C.Sent = {{"textDocument/didOpen", document(1)},
            {"textDocument/didClose", document(1)},
            {"textDocument/didOpen", document(1)}};
  FakeClangd Clangd;
  C.Then = [&] {
    if (Last)
      Session.noteBuild("/k.cu", *Last);
    C.Receiver->onNotify("textDocument/didChange", std::move(Edit));
    std::unique_lock<std::mutex> Lock(Clangd.Mu);
    Clangd.Changed.wait_for(Lock, 1s,
                            [&] { return Clangd.Methods.size() == 5; });
  };
  EXPECT_FALSE(bool(Editor->loop(Clangd)));
  EXPECT_EQ(Session.askedAgain("/k.cu"), 0u) << "it has not built it yet";
  return Clangd.Methods.size() - C.Sent.size();
}

TEST(EditorTransport, AnEditWaitsAsWithStockClangd) {
  auto edit = [] { return std::move(*document(2).getAsObject()); };
  const BuildTimes Long{60ms, 100ms};
  EXPECT_EQ(changesOf(edit(), Long), 2u);
  EXPECT_EQ(changesOf(edit(), std::nullopt), 1u);
  EXPECT_EQ(changesOf(edit(), BuildTimes{20ms, 10ms}), 1u);
  json::Object Unwanted = edit();
  Unwanted["wantDiagnostics"] = false;
  EXPECT_EQ(changesOf(std::move(Unwanted), Long), 1u);
}

TEST(EditorTransport, ClosedFilesAreForgotten) {
  EditorSession Session;
  auto Client = std::make_unique<FakeClient>();
  FakeClient &C = *Client;
  auto Editor = makeEditorTransport(std::move(Client), Session, "");
  C.Sent = {{"textDocument/didOpen", document(1)},
            {"textDocument/didClose", document(1)}};
  C.Then = [&] { EXPECT_FALSE(Session.isOpen("/k.cu")); };
  FakeClangd Clangd;
  EXPECT_FALSE(bool(Editor->loop(Clangd)));
}
