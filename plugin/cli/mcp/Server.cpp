//===- Server.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/Server.h"
#include "plugin/cli/mcp/SchemaCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using namespace gpuperf::mcp;
namespace json = llvm::json;
using llvm::StringRef;

/// The versions of the protocol that are spoken, the newest first.
static constexpr StringRef Protocols[] = {"2025-11-25", "2025-06-18",
                                          "2025-03-26", "2024-11-05"};
/// The only version with several messages in a line.
static constexpr StringRef WithBatches = "2025-03-26";
/// Since this version a model is told of arguments that it got wrong; before,
/// they were errors of the protocol.
static constexpr StringRef WithTellingModels = "2025-11-25";
static constexpr size_t MostInBatch = 100;

Server::Server(ServerOptions TheOptions, std::function<void(json::Value)> Send)
    : Options(std::move(TheOptions)), SendOut(std::move(Send)),
      Pool(llvm::hardware_concurrency(Options.Jobs)) {}

Server::~Server() { Pool.wait(); }

void Server::send(json::Value Message) {
  std::lock_guard<std::mutex> Guard(SendLock);
  SendOut(std::move(Message));
}

void Server::refuse(StringRef Why) {
  send(rpcError(nullptr, {InvalidRequest, Why.str()}));
}

void Server::receive(StringRef Line) {
  if (Line.trim().empty())
    return;
  auto Message = parseMessage(Line);
  if (!Message) {
    send(rpcError(nullptr, {ParseError, llvm::toString(Message.takeError())}));
    return;
  }
  const json::Array *Several = Message->getAsArray();
  if (!Several)
    return receiveOne(*Message);
  if (Protocol != WithBatches)
    return refuse("several messages in one line are not part of this version "
                  "of the protocol");
  if (Several->empty() || Several->size() > MostInBatch)
    return refuse(
        llvm::formatv("a line may have 1 to {0} messages", MostInBatch).str());
  // Their answers may come one by one.
  for (const json::Value &One : *Several)
    receiveOne(One);
}

void Server::receiveOne(const json::Value &Message) {
  RpcRequest Request;
  if (std::optional<RpcError> Wrong = readRequest(Message, Request)) {
    // Nobody waits for the answer to a notification, except where it is not
    // even one.
    if (!Request.IsNotification || Wrong->Code == InvalidRequest)
      send(rpcError(Request.Id, *Wrong));
    return;
  }
  if (Request.Method.empty())
    return;
  if (!Request.IsNotification)
    return answer(Request);
  if (Request.Method == "notifications/cancelled")
    cancel(Request.Params);
  // All other notifications, also unknown ones, are heard and need nothing.
}

void Server::answer(const RpcRequest &Request) {
  if (Request.Method == "initialize") {
    if (!Request.Params.getString("protocolVersion"))
      return send(rpcError(Request.Id,
                           {InvalidParams, "\"protocolVersion\" is missing"}));
    return send(rpcResult(Request.Id, initialize(Request.Params)));
  }
  if (Request.Method == "ping")
    return send(rpcResult(Request.Id, json::Object()));
  if (Request.Method == "tools/list") {
    if (Request.Params.get("cursor"))
      return send(
          rpcError(Request.Id, {InvalidParams, "there is one page of tools: no "
                                               "\"cursor\" is valid"}));
    json::Array Tools;
    for (const Tool &T : allTools())
      Tools.push_back(json::Object{
          {"name", T.Name},
          {"title", T.Title},
          {"description", T.Description},
          {"inputSchema", T.InputSchema()},
          {"outputSchema", T.OutputSchema()},
          {"annotations", json::Object{{"readOnlyHint", true},
                                       {"idempotentHint", true},
                                       {"openWorldHint", false}}}});
    return send(
        rpcResult(Request.Id, json::Object{{"tools", std::move(Tools)}}));
  }
  if (Request.Method == "tools/call")
    return callTool(Request);
  send(rpcError(Request.Id,
                {MethodNotFound, "there is no method '" + Request.Method +
                                     "'; there are initialize, ping, "
                                     "tools/list and tools/call"}));
}

json::Object Server::initialize(const json::Object &Params) {
  const StringRef Asked = *Params.getString("protocolVersion");
  Protocol =
      llvm::is_contained(Protocols, Asked) ? Asked.str() : Protocols[0].str();
  return json::Object{
      {"protocolVersion", Protocol},
      {"capabilities",
       json::Object{{"tools", json::Object{{"listChanged", false}}}}},
      {"serverInfo", json::Object{{"name", "gpuperf"},
                                  {"title", "gpuperf"},
                                  {"version", Options.Version}}},
      {"instructions",
       "Predicts how long CUDA kernel launches take on a named GPU. Nothing is "
       "run and no GPU is needed. A time without its band says less than half: "
       "pass on the band, the assumptions and the refusals. Compare two "
       "versions of a kernel on the same GPU and with the same arguments."}};
}

void Server::cancel(const json::Object &Params) {
  const json::Value *Id = Params.get("requestId");
  if (!Id)
    return;
  std::lock_guard<std::mutex> Guard(CallsLock);
  if (auto It = Calls.find(llvm::formatv("{0}", *Id)); It != Calls.end())
    *It->second = true;
}

static json::Object resultOf(ToolAnswer Answer) {
  json::Object Result{
      {"content", json::Array{json::Object{
                      {"type", "text"}, {"text", json::fixUTF8(Answer.Text)}}}},
      {"isError", Answer.IsError}};
  if (!Answer.IsError)
    Result["structuredContent"] = std::move(Answer.Structured);
  return Result;
}

void Server::callTool(const RpcRequest &Request) {
  auto Refuse = [&](std::string Why) {
    send(rpcError(Request.Id, {InvalidParams, std::move(Why)}));
  };
  const auto Name = Request.Params.getString("name");
  if (!Name)
    return Refuse("\"name\" of the tool is missing");
  const auto *Found =
      llvm::find_if(allTools(), [&](const Tool &T) { return T.Name == *Name; });
  if (Found == allTools().end())
    return Refuse("unknown tool: " + Name->str());
  json::Object Arguments;
  if (const json::Value *V = Request.Params.get("arguments")) {
    if (!V->getAsObject())
      return Refuse("\"arguments\" must be an object");
    Arguments = *V->getAsObject();
  }
  if (std::string Why = schemaProblem(json::Object(Arguments),
                                      Found->InputSchema(), "arguments");
      !Why.empty()) {
    if (StringRef(Protocol) < WithTellingModels)
      return Refuse(std::move(Why));
    return send(
        rpcResult(Request.Id, resultOf(ToolAnswer::error(std::move(Why)))));
  }
  const std::string Key = llvm::formatv("{0}", Request.Id);
  Flag Cancelled = std::make_shared<std::atomic<bool>>(false);
  {
    std::lock_guard<std::mutex> Guard(CallsLock);
    if (!Calls.try_emplace(Key, Cancelled).second)
      return send(
          rpcError(Request.Id, {InvalidRequest, "a call with the id " + Key +
                                                    " is under way already"}));
  }
  Pool.async([this, Found, Id = Request.Id, Key, Cancelled,
              Arguments = std::move(Arguments)] {
    ToolAnswer Answer =
        Found->Call(Arguments, [&](llvm::ArrayRef<std::string> Words) {
          return Options.Run(Words, Options.CallLimit, *Cancelled);
        });
    {
      std::lock_guard<std::mutex> Guard(CallsLock);
      Calls.erase(Key);
    }
    // Whoever cancelled a call does not want its answer.
    if (!*Cancelled)
      send(rpcResult(Id, resultOf(std::move(Answer))));
  });
}
