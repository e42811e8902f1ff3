//===- Server.h - The protocol without its streams --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Model Context Protocol: initialize, ping, tools/list, tools/call and the
// notifications that belong to them.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_SERVER_H
#define GPUPERF_PLUGIN_CLI_MCP_SERVER_H

#include "plugin/cli/mcp/JsonRpc.h"
#include "plugin/cli/mcp/Tool.h"
#include "llvm/Support/ThreadPool.h"
#include <map>
#include <memory>
#include <mutex>

namespace gpuperf::mcp {

struct ServerOptions {
  std::string Version;                 ///< of gpuperf
  std::chrono::seconds CallLimit{120}; ///< a call that takes longer is ended
  unsigned Jobs = 2;                   ///< calls at a time
  /// Runs this program until it ends, the limit is over, or the flag is set.
  std::function<LimitedRun(llvm::ArrayRef<std::string> Arguments,
                           std::chrono::milliseconds Limit,
                           const std::atomic<bool> &Cancelled)>
      Run;
};

class Server {
public:
  /// \p Send gets one message at a time, from any thread.
  Server(ServerOptions Options, std::function<void(llvm::json::Value)> Send);
  ~Server(); ///< waits for calls that are under way

  /// Takes one line. Calls of tools are answered later, all else at once.
  void receive(llvm::StringRef Line);
  /// For a line that was too long to be kept.
  void refuse(llvm::StringRef Why);

private:
  using Flag = std::shared_ptr<std::atomic<bool>>;

  void receiveOne(const llvm::json::Value &Message);
  void answer(const RpcRequest &Request);
  llvm::json::Object initialize(const llvm::json::Object &Params);
  void callTool(const RpcRequest &Request);
  void cancel(const llvm::json::Object &Params);
  void send(llvm::json::Value Message);

  ServerOptions Options;
  std::function<void(llvm::json::Value)> SendOut;
  std::mutex SendLock;
  /// The version that was agreed on; empty before that.
  std::string Protocol;
  std::mutex CallsLock;
  std::map<std::string, Flag> Calls; ///< under way, by id
  llvm::DefaultThreadPool Pool;
};

} // namespace gpuperf::mcp

#endif // GPUPERF_PLUGIN_CLI_MCP_SERVER_H
