//===- JsonRpc.h - Messages of JSON-RPC 2.0 ---------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_JSONRPC_H
#define GPUPERF_PLUGIN_CLI_MCP_JSONRPC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>

namespace gpuperf::mcp {

enum RpcCode : int {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
};

/// So deep may the values of a message be nested. LLVM's parser calls itself
/// for every level.
inline constexpr unsigned MostNesting = 64;

struct RpcError {
  int Code = InvalidRequest;
  std::string Message;
};

/// A request, or a notification, which has no id and gets no answer.
struct RpcRequest {
  llvm::json::Value Id = nullptr;
  bool IsNotification = false;
  std::string Method;
  llvm::json::Object Params;
};

/// The value in a line, or why it is none.
llvm::Expected<llvm::json::Value> parseMessage(llvm::StringRef Line);

/// Reads a message into \p Request. Nothing is wrong with the answer to a
/// request of ours, which is not read: then \p Request stays without a method.
std::optional<RpcError> readRequest(const llvm::json::Value &Message,
                                    RpcRequest &Request);

llvm::json::Object rpcResult(const llvm::json::Value &Id,
                             llvm::json::Object Result);
llvm::json::Object rpcError(const llvm::json::Value &Id, const RpcError &Error);

} // namespace gpuperf::mcp

#endif // GPUPERF_PLUGIN_CLI_MCP_JSONRPC_H
