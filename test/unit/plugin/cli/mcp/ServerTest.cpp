//===- ServerTest.cpp - The protocol without its streams ------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/Server.h"
#include "plugin/cli/mcp/SchemaCheck.h"
#include "gmock/gmock.h"
#include <thread>

using namespace gpuperf;
using namespace gpuperf::mcp;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
namespace json = llvm::json;

namespace {
/// A server whose runs of gpuperf are played.
class McpServer : public testing::Test {
protected:
  McpServer() { restart(""); }

  /// Sends a line and gives what came back once all calls are done.
  std::vector<json::Value> send(llvm::StringRef Line) {
    Sent.clear();
    S->receive(Line);
    return done();
  }
  std::vector<json::Value> done() {
    S.reset(); // waits
    std::vector<json::Value> Out = Sent;
    restart(Agreed);
    return Out;
  }
  void agree(const std::string &Version) {
    Agreed = Version;
    restart(Version);
  }
  static const json::Object &error(const std::vector<json::Value> &Out) {
    EXPECT_EQ(Out.size(), 1u);
    return *Out.at(0).getAsObject()->getObject("error");
  }
  static const json::Object &result(const std::vector<json::Value> &Out) {
    EXPECT_EQ(Out.size(), 1u);
    return *Out.at(0).getAsObject()->getObject("result");
  }
  static std::string text(const json::Object &Result) {
    return Result.getArray("content")
        ->front()
        .getAsObject()
        ->getString("text")
        ->str();
  }
  static std::string call(llvm::StringRef Tool, llvm::StringRef Arguments) {
    return (R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" +
            Tool + R"(","arguments":)" + Arguments + "}}")
        .str();
  }

  LimitedRun Play;
  std::atomic<bool> UntilCancelled = false;
  std::vector<std::string> Asked;
  std::vector<json::Value> Sent;
  std::optional<Server> S;

private:
  void restart(const std::string &Version) {
    ServerOptions Options;
    Options.Version = "1.2";
    Options.Run = [this](llvm::ArrayRef<std::string> Arguments,
                         std::chrono::milliseconds,
                         const std::atomic<bool> &Cancelled) {
      Asked = Arguments.vec();
      while (UntilCancelled && !Cancelled)
        std::this_thread::yield();
      return Play;
    };
    S.reset();
    S.emplace(std::move(Options),
              [this](const json::Value &V) { Sent.push_back(V); });
    if (!Version.empty())
      S->receive(
          R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")" +
          Version + "\"}}");
    Sent.clear();
  }
  std::string Agreed;
};
} // namespace

TEST_F(McpServer, AgreesOnAVersion) {
  auto AnswerTo = [&](const char *Version) {
    return result(
               send(
                   std::string(
                       R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":")") +
                   Version + "\"}}"))
        .getString("protocolVersion")
        ->str();
  };
  EXPECT_EQ(AnswerTo("2024-11-05"), "2024-11-05");
  EXPECT_EQ(AnswerTo("2025-06-18"), "2025-06-18");
  EXPECT_EQ(AnswerTo("1999-01-01"), "2025-11-25");
  EXPECT_EQ(error(send(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})"))
                .getInteger("code"),
            InvalidParams);
}

TEST_F(McpServer, AnswersOnlyRequests) {
  EXPECT_THAT(send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"),
              IsEmpty());
  EXPECT_THAT(send(R"({"jsonrpc":"2.0","method":"no/such"})"), IsEmpty());
  EXPECT_THAT(send(R"({"jsonrpc":"2.0","id":5,"result":{}})"), IsEmpty());
  EXPECT_THAT(send("  "), IsEmpty());
  EXPECT_TRUE(
      result(send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})")).empty());
  EXPECT_EQ(error(send(R"({"jsonrpc":"2.0","id":1,"method":"no/such"})"))
                .getInteger("code"),
            MethodNotFound);
  EXPECT_EQ(error(send("{")).getInteger("code"), ParseError);
}

TEST_F(McpServer, SeveralMessagesInALineAreOfOneVersion) {
  constexpr llvm::StringLiteral Two =
      R"([{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}])";
  EXPECT_EQ(error(send(Two)).getInteger("code"), InvalidRequest);
  agree("2025-03-26");
  EXPECT_EQ(send(Two).size(), 2u);
  EXPECT_EQ(error(send("[]")).getInteger("code"), InvalidRequest);
}

TEST_F(McpServer, ToolsHaveSchemas) {
  const json::Object Listed = json::Object(
      result(send(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})")));
  std::vector<std::string> Names;
  for (const json::Value &V : *Listed.getArray("tools")) {
    const json::Object &T = *V.getAsObject();
    Names.push_back(T.getString("name")->str());
    for (const char *Key : {"inputSchema", "outputSchema"}) {
      ASSERT_TRUE(T.getObject(Key)) << Names.back();
      EXPECT_EQ(T.getObject(Key)->getString("type"), "object");
    }
  }
  EXPECT_THAT(Names, ElementsAre("predict_launch", "sweep", "explain",
                                 "program", "gpus"));
}

TEST_F(McpServer, WrongArgumentsAreToldAsTheVersionWants) {
  for (
      const char *Call :
      {R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})",
       R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}})",
       R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"gpus","arguments":3}})"}) {
    agree("2025-11-25");
    EXPECT_EQ(error(send(Call)).getInteger("code"), InvalidParams) << Call;
  }
  const std::string Wrong = call("gpus", R"({"nam":"t4"})");
  const json::Object Told = json::Object(result(send(Wrong)));
  EXPECT_EQ(Told.getBoolean("isError"), true);
  EXPECT_EQ(text(Told), "arguments has no 'nam'; it has name");
  agree("2025-06-18");
  EXPECT_EQ(error(send(Wrong)).getInteger("code"), InvalidParams);
}

TEST_F(McpServer, ALaunchHasBandAssumptionsAndRefusal) {
  Play.Output =
      R"({"kernel":"k","gpu":"t4","grid":[4,1,1],"block":[64,1,1],"time_us":2.0,"time_us_low":1.0,"time_us_high":4.0,"bound":"dram","assumptions":["x guessed"]})"
      "\n"
      R"({"kernel":"l","gpu":"t4","time_us":3.0,"bound":"l2","assumptions":[]})"
      "\n"
      R"({"kernel":"m","gpu":"t4","error":"block unknown"})"
      "\n";
  Play.Errors = "gpuperf: a note\n";
  const json::Object R = json::Object(
      result(send(call("predict_launch", R"({"source":"", "gpu":"t4"})"))));
  EXPECT_EQ(R.getBoolean("isError"), false);
  const json::Object *Content = R.getObject("structuredContent");
  EXPECT_EQ(schemaProblem(json::Object(*Content), allTools()[0].OutputSchema(),
                          "answer"),
            "");
  const json::Array &L = *Content->getArray("launches");
  ASSERT_EQ(L.size(), 3u);
  EXPECT_EQ(L[0].getAsObject()->getObject("band")->getNumber("high_us"), 4.0);
  EXPECT_TRUE(L[1].getAsObject()->getNull("band").has_value());
  EXPECT_EQ(L[2].getAsObject()->getString("refusal"), "block unknown");
  EXPECT_EQ(text(R), "k <<<4, 64>>> on t4: 2 us (1 to 4), bound by dram\n"
                     "  assumed: x guessed\n"
                     "l <<<?, ?>>> on t4: 3 us, bound by l2; no band, because "
                     "this holds only for the sizes that were assumed\n"
                     "m <<<?, ?>>> on t4: no time: block unknown\n"
                     "note: a note");
}

TEST_F(McpServer, ARunWithoutAnAnswerIsAnErrorOfTheTool) {
  const std::string Call = call("predict_launch", R"({"source":""})");
  Play.ExitCode = 2;
  Play.Errors = "gpuperf: no GPU is named x";
  json::Object R = json::Object(result(send(Call)));
  EXPECT_EQ(R.getBoolean("isError"), true);
  EXPECT_EQ(text(R), "gpuperf: no GPU is named x");
  EXPECT_FALSE(R.get("structuredContent"));
  Play.Outcome = RunOutcome::Crashed;
  EXPECT_THAT(text(result(send(Call))), StartsWith("gpuperf crashed"));
  Play.Outcome = RunOutcome::TimedOut;
  EXPECT_THAT(text(result(send(Call))), HasSubstr("time limit"));
}

TEST_F(McpServer, ACancelledCallHasNoAnswer) {
  UntilCancelled = true;
  Sent.clear();
  S->receive(call("predict_launch", R"({"source":""})"));
  S->receive(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}})");
  // The id of a call that is under way cannot be used again.
  S->receive(call("predict_launch", R"({"source":""})"));
  S->receive(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_EQ(error(done()).getInteger("code"), InvalidRequest);
}

TEST_F(McpServer, FlagsThatCouldDoMoreAreRefused) {
  for (const char *Flag :
       {"-fplugin=x.so", "-Xclang", "-o/tmp/x", "-mllvm", "-Wl,x", "-Wp,-MD",
        "@file", "-load", "-include-pch", "-MF", "x.cu", "-fpass-plugin=x"})
    EXPECT_THAT(
        text(result(send(call("predict_launch",
                              std::string(R"({"source":"","clang_flags":[")") +
                                  Flag + "\"]}")))),
        StartsWith("clang_flags has '"))
        << Flag;
  Asked.clear();
  send(call(
      "predict_launch",
      R"({"source":"","clang_flags":["-isystem","a b","-DN=4"],"args":{"n":8,"f":true}})"));
  EXPECT_THAT(Asked, Contains("--arg=n=8"));
  EXPECT_THAT(Asked, Contains("--arg=f=1"));
  EXPECT_THAT(llvm::ArrayRef(Asked).take_back(4).vec(),
              ElementsAre("--", "-isystem", "a b", "-DN=4"));
}

TEST_F(McpServer, AFileAndItsText) {
  EXPECT_THAT(text(result(send(call("predict_launch", "{}")))),
              StartsWith("give file"));
  EXPECT_THAT(text(result(send(
                  call("predict_launch", R"({"file":"a","source":"b"})")))),
              HasSubstr("exclude each other"));
  EXPECT_EQ(
      text(result(send(call("predict_launch", R"({"file":"/no/such.cu"})")))),
      "file: there is no file '/no/such.cu'");
  EXPECT_EQ(text(result(send(call("predict_launch", R"({"file":"/"})")))),
            "file: there is no file '/'");
}
