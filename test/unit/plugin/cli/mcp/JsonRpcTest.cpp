//===- JsonRpcTest.cpp - Messages of JSON-RPC 2.0 -------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/JsonRpc.h"
#include "gmock/gmock.h"

using namespace gpuperf::mcp;
using ::testing::HasSubstr;

/// The code of the error that a line gives; 0: none.
static int codeOf(llvm::StringRef Line, RpcRequest &Request) {
  auto Message = parseMessage(Line);
  if (!Message) {
    llvm::consumeError(Message.takeError());
    return ParseError;
  }
  Request = RpcRequest();
  auto Wrong = readRequest(*Message, Request);
  return Wrong ? Wrong->Code : 0;
}

TEST(JsonRpc, Requests) {
  RpcRequest R;
  EXPECT_EQ(codeOf(R"({"jsonrpc":"2.0","id":7,"method":"ping"})", R), 0);
  EXPECT_EQ(R.Method, "ping");
  EXPECT_EQ(R.Id, llvm::json::Value(7));
  EXPECT_FALSE(R.IsNotification);
  EXPECT_EQ(
      codeOf(R"({"jsonrpc":"2.0","id":"a","method":"x","params":{"k":1}})", R),
      0);
  EXPECT_EQ(R.Id, llvm::json::Value("a"));
  EXPECT_EQ(R.Params.getInteger("k"), 1);
  EXPECT_EQ(codeOf(R"({"jsonrpc":"2.0","method":"x"})", R), 0);
  EXPECT_TRUE(R.IsNotification);
}

TEST(JsonRpc, AnAnswerIsNoRequest) {
  RpcRequest R;
  EXPECT_EQ(codeOf(R"({"jsonrpc":"2.0","id":1,"result":{}})", R), 0);
  EXPECT_EQ(R.Method, "");
}

TEST(JsonRpc, WhatIsWrong) {
  RpcRequest R;
  for (const char *Line : {"{", "", "[1", "nul", "{\"a\":\"\xff\"}"})
    EXPECT_EQ(codeOf(Line, R), ParseError) << Line;
  for (const char *Line :
       {"3", "\"x\"", "null", "{}", R"({"id":1,"method":"x"})",
        R"({"jsonrpc":"1.0","id":1,"method":"x"})",
        R"({"jsonrpc":"2.0","id":null,"method":"x"})",
        R"({"jsonrpc":"2.0","id":[1],"method":"x"})",
        R"({"jsonrpc":"2.0","id":1})",
        R"({"jsonrpc":"2.0","id":1,"method":3})"})
    EXPECT_EQ(codeOf(Line, R), InvalidRequest) << Line;
  EXPECT_EQ(codeOf(R"({"jsonrpc":"2.0","id":4,"method":"x","params":[1]})", R),
            InvalidParams);
  EXPECT_EQ(R.Id, llvm::json::Value(4));
}

TEST(JsonRpc, DeepNestingIsRefusedBeforeItIsParsed) {
  RpcRequest R;
  EXPECT_EQ(codeOf(std::string(2'000'000, '['), R), ParseError);
  std::string Braces;
  for (int I = 0; I < 500'000; ++I)
    Braces += "{\"a\":";
  EXPECT_EQ(codeOf(Braces, R), ParseError);
  // Brackets in strings are no nesting.
  EXPECT_EQ(codeOf("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" +
                       std::string(1000, '[') + "\\\"" + "[[\"}",
                   R),
            0);
}
