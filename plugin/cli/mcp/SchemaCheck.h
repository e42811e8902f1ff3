//===- SchemaCheck.h - Whether a value is as a schema wants it --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schemas that tools/list shows are what arguments are checked against, so
// that the two cannot differ. Of JSON Schema it knows what those use: type (one
// or a list), properties, required, additionalProperties, items, enum, minimum,
// maximum, minItems, maxItems and maxLength.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_MCP_SCHEMACHECK_H
#define GPUPERF_PLUGIN_CLI_MCP_SCHEMACHECK_H

#include "llvm/Support/JSON.h"
#include <string>

namespace gpuperf::mcp {

/// What is wrong with \p Value, a sentence that names the place below \p Name;
/// empty where nothing is.
std::string schemaProblem(const llvm::json::Value &Value,
                          const llvm::json::Object &Schema,
                          const std::string &Name);

} // namespace gpuperf::mcp

#endif // GPUPERF_PLUGIN_CLI_MCP_SCHEMACHECK_H
