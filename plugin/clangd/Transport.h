//===- Transport.h - clangd's interface to its client, as we use it -------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the class that clangd's own Transport.h of LLVM 22 declares, since
// no package has that header. The order of the virtual functions has to be the
// same; the tests in test/clangd would fail if it were not.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_TRANSPORT_H
#define GPUPERF_PLUGIN_CLANGD_TRANSPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace clang::clangd {

/// Messages are never sent concurrently, but may be sent while loop() runs.
class Transport {
public:
  virtual ~Transport() = default;
  virtual void notify(llvm::StringRef Method, llvm::json::Value Params) = 0;
  virtual void call(llvm::StringRef Method, llvm::json::Value Params,
                    llvm::json::Value Id) = 0;
  virtual void reply(llvm::json::Value Id,
                     llvm::Expected<llvm::json::Value> Result) = 0;

  /// False ends the loop.
  class MessageHandler {
  public:
    virtual ~MessageHandler() = default;
    virtual bool onNotify(llvm::StringRef Method, llvm::json::Value Params) = 0;
    virtual bool onCall(llvm::StringRef Method, llvm::json::Value Params,
                        llvm::json::Value Id) = 0;
    virtual bool onReply(llvm::json::Value Id,
                         llvm::Expected<llvm::json::Value> Result) = 0;
  };
  virtual llvm::Error loop(MessageHandler &Handler) = 0;
};

enum JSONStreamStyle { Standard, Delimited };

} // namespace clang::clangd

#endif // GPUPERF_PLUGIN_CLANGD_TRANSPORT_H
