//===- SchemaCheckTest.cpp - Whether a value is as a schema wants it ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/SchemaCheck.h"
#include "gmock/gmock.h"

using namespace gpuperf::mcp;
namespace json = llvm::json;

static std::string problem(llvm::StringRef Value, llvm::StringRef Schema) {
  auto V = json::parse(Value);
  auto S = json::parse(Schema);
  EXPECT_TRUE(static_cast<bool>(V)) << Value.str();
  EXPECT_TRUE(static_cast<bool>(S)) << Schema.str();
  return schemaProblem(*V, *S->getAsObject(), "x");
}

TEST(SchemaCheck, Types) {
  EXPECT_EQ(problem("1", R"({"type":"integer"})"), "");
  EXPECT_EQ(problem("1.5", R"({"type":"integer"})"),
            "x must be of type integer");
  EXPECT_EQ(problem("null", R"({"type":["number","null"]})"), "");
  EXPECT_EQ(problem("true", R"({"type":["number","null"]})"),
            "x must be of type number or null");
  EXPECT_EQ(problem("[]", R"({"type":"object"})"), "x must be of type object");
}

TEST(SchemaCheck, Objects) {
  constexpr llvm::StringLiteral Schema =
      R"({"type":"object","required":["a"],"additionalProperties":false,
          "properties":{"a":{"type":"string","maxLength":3},"b":{"type":"boolean"}}})";
  EXPECT_EQ(problem(R"({"a":"abc"})", Schema), "");
  EXPECT_EQ(problem("{}", Schema), "x needs 'a'");
  EXPECT_EQ(problem(R"({"a":"abcd"})", Schema), "x.a may have 3 bytes");
  EXPECT_EQ(problem(R"({"a":"a","c":1})", Schema), "x has no 'c'; it has a, b");
  EXPECT_EQ(problem(R"({"a":"a","b":1})", Schema),
            "x.b must be of type boolean");
  EXPECT_EQ(
      problem(R"({"n":"1"})", R"({"additionalProperties":{"type":"number"}})"),
      "x.n must be of type number");
}

TEST(SchemaCheck, ArraysAndBounds) {
  constexpr llvm::StringLiteral Schema =
      R"({"type":"array","minItems":1,"maxItems":2,"items":{"type":"integer","minimum":1,"maximum":9}})";
  EXPECT_EQ(problem("[1,9]", Schema), "");
  EXPECT_EQ(problem("[]", Schema), "x needs 1 elements or more");
  EXPECT_EQ(problem("[1,2,3]", Schema), "x may have 2 elements");
  EXPECT_EQ(problem("[1,0]", Schema), "x[1] must be 1 or more");
  EXPECT_EQ(problem("[10]", Schema), "x[0] must be 9 or less");
  EXPECT_EQ(problem("\"c\"", R"({"enum":["a","b"]})"),
            "x must be one of [\"a\",\"b\"]");
}
