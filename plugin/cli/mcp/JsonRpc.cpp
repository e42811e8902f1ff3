//===- JsonRpc.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/JsonRpc.h"

using namespace gpuperf;
using namespace gpuperf::mcp;
namespace json = llvm::json;

/// How deep brackets are nested, without those in strings.
static unsigned nestingOf(llvm::StringRef Text) {
  unsigned Depth = 0, Most = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (InString) {
      if (C == '\\')
        ++I;
      else if (C == '"')
        InString = false;
    } else if (C == '"') {
      InString = true;
    } else if (C == '[' || C == '{') {
      Most = std::max(Most, ++Depth);
    } else if ((C == ']' || C == '}') && Depth > 0) {
      --Depth;
    }
  }
  return Most;
}

llvm::Expected<json::Value> mcp::parseMessage(llvm::StringRef Line) {
  if (nestingOf(Line) > MostNesting)
    return llvm::createStringError("values are nested more than " +
                                   llvm::Twine(MostNesting) + " deep");
  return json::parse(Line);
}

std::optional<RpcError> mcp::readRequest(const json::Value &Message,
                                         RpcRequest &Request) {
  const json::Object *O = Message.getAsObject();
  if (!O)
    return RpcError{InvalidRequest, "a message must be an object"};
  // Also a wrong message is answered under its id, where it has a usable one.
  const json::Value *Id = O->get("id");
  const bool GoodId = Id && (Id->getAsString() || Id->getAsNumber());
  if (GoodId)
    Request.Id = *Id;
  Request.IsNotification = !Id;
  if (O->getString("jsonrpc") != "2.0")
    return RpcError{InvalidRequest, "\"jsonrpc\" must be \"2.0\""};
  if (!O->get("method")) {
    if (Id && (O->get("result") || O->get("error")))
      return std::nullopt;
    return RpcError{InvalidRequest, "\"method\" is missing"};
  }
  if (Id && !GoodId)
    return RpcError{InvalidRequest, "\"id\" must be a string or a number"};
  auto Method = O->getString("method");
  if (!Method)
    return RpcError{InvalidRequest, "\"method\" must be a string"};
  if (const json::Value *Params = O->get("params")) {
    const json::Object *Named = Params->getAsObject();
    if (!Named)
      return RpcError{InvalidParams, "\"params\" must be an object"};
    Request.Params = *Named;
  }
  Request.Method = Method->str();
  return std::nullopt;
}

json::Object mcp::rpcResult(const json::Value &Id, json::Object Result) {
  return json::Object{
      {"jsonrpc", "2.0"}, {"id", Id}, {"result", std::move(Result)}};
}

json::Object mcp::rpcError(const json::Value &Id, const RpcError &Error) {
  return json::Object{
      {"jsonrpc", "2.0"},
      {"id", Id},
      {"error", json::Object{{"code", Error.Code},
                             {"message", json::fixUTF8(Error.Message)}}}};
}
