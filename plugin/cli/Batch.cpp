//===- Batch.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/Batch.h"

using namespace gpuperf;

llvm::Expected<BatchText> gpuperf::openBatch(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(Path, /*IsText=*/true);
  if (!Buffer)
    return llvm::createStringError(
        Path + ": cannot be read: " + Buffer.getError().message());
  return BatchText{std::move(*Buffer), Path == "-" ? "<stdin>" : Path.str()};
}

static llvm::Expected<llvm::json::Object> parseObject(llvm::StringRef Line) {
  llvm::Expected<llvm::json::Value> Json = llvm::json::parse(Line);
  if (!Json)
    return llvm::createStringError("malformed JSON: " +
                                   llvm::toString(Json.takeError()));
  llvm::json::Object *Object = Json->getAsObject();
  if (!Object)
    return llvm::createStringError("a line must be one JSON object");
  return std::move(*Object);
}

void gpuperf::forEachJsonLine(
    llvm::StringRef Text,
    llvm::function_ref<void(unsigned, llvm::Expected<llvm::json::Object>)>
        Use) {
  for (unsigned Number = 1; !Text.empty(); ++Number) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    if (!Line.trim().empty())
      Use(Number, parseObject(Line));
  }
}
