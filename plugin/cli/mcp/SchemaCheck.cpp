//===- SchemaCheck.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/mcp/SchemaCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace gpuperf;
namespace json = llvm::json;
using llvm::formatv;

static bool hasType(const json::Value &V, llvm::StringRef Type) {
  if (Type == "object")
    return V.getAsObject();
  if (Type == "array")
    return V.getAsArray();
  if (Type == "string")
    return V.getAsString().has_value();
  if (Type == "boolean")
    return V.getAsBoolean().has_value();
  if (Type == "number")
    return V.getAsNumber().has_value();
  if (Type == "integer")
    return V.getAsInteger().has_value();
  return Type == "null" && V.kind() == json::Value::Null;
}

static std::vector<llvm::StringRef> typesOf(const json::Object &Schema) {
  std::vector<llvm::StringRef> Types;
  if (auto One = Schema.getString("type"))
    Types.push_back(*One);
  else if (const json::Array *Some = Schema.getArray("type"))
    for (const json::Value &V : *Some)
      Types.push_back(V.getAsString().value_or(""));
  return Types;
}

static std::string objectProblem(const json::Object &O,
                                 const json::Object &Schema,
                                 const std::string &Name) {
  const json::Object *Properties = Schema.getObject("properties");
  if (const json::Array *Required = Schema.getArray("required"))
    for (const json::Value &V : *Required)
      if (!O.get(*V.getAsString()))
        return formatv("{0} needs '{1}'", Name, *V.getAsString());
  const json::Value *Others = Schema.get("additionalProperties");
  for (const auto &[Key, V] : O) {
    const std::string Below = formatv("{0}.{1}", Name, llvm::StringRef(Key));
    if (const json::Object *Known =
            Properties ? Properties->getObject(Key) : nullptr) {
      if (std::string Why = mcp::schemaProblem(V, *Known, Below); !Why.empty())
        return Why;
    } else if (Others && Others->getAsBoolean() == false) {
      std::vector<std::string> Names;
      if (Properties)
        for (const auto &[Known, Ignored] : *Properties)
          Names.push_back(llvm::StringRef(Known).str());
      llvm::sort(Names);
      return formatv("{0} has no '{1}'; it has {2}", Name, llvm::StringRef(Key),
                     llvm::join(Names, ", "));
    } else if (const json::Object *Rest =
                   Others ? Others->getAsObject() : nullptr) {
      if (std::string Why = mcp::schemaProblem(V, *Rest, Below); !Why.empty())
        return Why;
    }
  }
  return "";
}

static std::string arrayProblem(const json::Array &A,
                                const json::Object &Schema,
                                const std::string &Name) {
  const auto Size = static_cast<int64_t>(A.size());
  if (auto Least = Schema.getInteger("minItems"); Least && Size < *Least)
    return formatv("{0} needs {1} elements or more", Name, *Least);
  if (auto Most = Schema.getInteger("maxItems"); Most && Size > *Most)
    return formatv("{0} may have {1} elements", Name, *Most);
  if (const json::Object *Items = Schema.getObject("items"))
    for (const auto &[I, V] : llvm::enumerate(A))
      if (std::string Why =
              mcp::schemaProblem(V, *Items, formatv("{0}[{1}]", Name, I));
          !Why.empty())
        return Why;
  return "";
}

std::string mcp::schemaProblem(const json::Value &V, const json::Object &Schema,
                               const std::string &Name) {
  const std::vector<llvm::StringRef> Types = typesOf(Schema);
  if (!Types.empty() && llvm::none_of(Types, [&](llvm::StringRef Type) {
        return hasType(V, Type);
      }))
    return formatv("{0} must be of type {1}", Name, llvm::join(Types, " or "));
  if (const json::Array *Enum = Schema.getArray("enum");
      Enum && !llvm::is_contained(*Enum, V))
    return formatv("{0} must be one of {1}", Name, *Schema.get("enum"));
  if (auto N = V.getAsNumber()) {
    if (auto Least = Schema.getNumber("minimum"); Least && *N < *Least)
      return formatv("{0} must be {1} or more", Name,
                     json::Value(*Schema.get("minimum")));
    if (auto Most = Schema.getNumber("maximum"); Most && *N > *Most)
      return formatv("{0} must be {1} or less", Name,
                     json::Value(*Schema.get("maximum")));
  }
  if (auto Text = V.getAsString())
    if (auto Most = Schema.getInteger("maxLength");
        Most && static_cast<int64_t>(Text->size()) > *Most)
      return formatv("{0} may have {1} bytes", Name, *Most);
  if (const json::Object *O = V.getAsObject())
    return objectProblem(*O, Schema, Name);
  if (const json::Array *A = V.getAsArray())
    return arrayProblem(*A, Schema, Name);
  return "";
}
