//===- Batch.h - Questions that come a line each ----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A batch is a text with one JSON object per line. A line that cannot be used
// is answered with an error and does not stop the lines after it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_BATCH_H
#define GPUPERF_PLUGIN_CLI_BATCH_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <optional>
#include <vector>

namespace gpuperf {

/// One line of a batch, by the struct that its object is read into.
template <class RecordT> struct BatchLine {
  /// What the line gives as "id"; null if it gives none or cannot be read.
  llvm::json::Value Id = nullptr;
  std::optional<RecordT> Record;
  std::string Error; ///< without a record: place and sentence
};

/// The text of a batch and how its lines are named in errors.
struct BatchText {
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::string Name;
};

/// Opens the file \p Path, or standard input where it is "-". The error is a
/// sentence that names the file.
llvm::Expected<BatchText> openBatch(llvm::StringRef Path);

/// Calls \p Use with each line of \p Text that is not empty, in order: its
/// number, counted from 1, and its object or what is wrong with it.
void forEachJsonLine(
    llvm::StringRef Text,
    llvm::function_ref<void(unsigned, llvm::Expected<llvm::json::Object>)> Use);

/// Reads all lines. \p Parse reads one line's object.
template <class RecordT>
std::vector<BatchLine<RecordT>> readBatch(
    llvm::StringRef Text, llvm::StringRef Name,
    llvm::function_ref<llvm::Expected<RecordT>(const llvm::json::Object &)>
        Parse) {
  std::vector<BatchLine<RecordT>> Lines;
  forEachJsonLine(
      Text, [&](unsigned Number, llvm::Expected<llvm::json::Object> Object) {
        BatchLine<RecordT> &Line = Lines.emplace_back();
        auto fail = [&](llvm::Error E) {
          Line.Error = (Name + ":" + llvm::Twine(Number) + ": " +
                        llvm::toString(std::move(E)))
                           .str();
        };
        if (!Object)
          return fail(Object.takeError());
        if (const llvm::json::Value *Id = Object->get("id"))
          Line.Id = *Id;
        llvm::Expected<RecordT> Record = Parse(*Object);
        if (!Record)
          return fail(Record.takeError());
        Line.Record = std::move(*Record);
      });
  return Lines;
}

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_BATCH_H
