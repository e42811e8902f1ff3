//===- LaunchTimes.h - Times beside the code --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The times that were published last as diagnostics are also shown as inlay
// hints after the launches, and where a kernel's name is hovered over. Nothing
// is analysed for that. Until the diagnostics of a newer text are there, the
// places move with the edits; a launch that was edited is not shown.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLANGD_LAUNCHTIMES_H
#define GPUPERF_PLUGIN_CLANGD_LAUNCHTIMES_H

#include "plugin/clangd/TextChange.h"
#include "plugin/editor/ShownLaunch.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>
#include <vector>

namespace gpuperf {

/// Thread-safe. Values of JSON are parameters and results of the protocol.
class LaunchTimes {
public:
  void setUnit(ColumnUnit U);

  void opened(llvm::StringRef Path);
  void edited(llvm::StringRef Path, std::optional<int64_t> Version,
              const llvm::json::Array *Changes);
  void closed(llvm::StringRef Path);
  /// \p Launches: what the analysis found whose diagnostics \p PublishParams
  /// holds. One without a diagnostic, as under NOLINT, is not shown. Returns
  /// whether other hints are shown now.
  bool published(llvm::StringRef Path, const llvm::json::Value &PublishParams,
                 std::vector<ShownLaunch> Launches);

  /// Adds our hints to the result of textDocument/inlayHint.
  void addHints(llvm::StringRef Path, const llvm::json::Value *Range,
                llvm::json::Value &Result) const;
  /// Adds what we say of the launch at \p Position, if there is one, to the
  /// result of textDocument/hover.
  void addHover(llvm::StringRef Path, const llvm::json::Value *Position,
                bool Markdown, llvm::json::Value &Result) const;

private:
  struct Shown {
    TextPlace Begin, End, NameBegin, NameEnd;
    ShownLaunch Launch;
  };
  struct Edit {
    std::optional<int64_t> Version;
    std::vector<TextChange> Changes;
  };
  struct Document {
    std::vector<Shown> Launches;
    std::vector<Edit> Since; ///< edits that no publication has followed
  };
  TextPlace placeOf(const EditorPlace &Place) const;
  static void apply(const std::vector<TextChange> &Changes,
                    std::vector<Shown> &To);
  static llvm::json::Array hintsOf(const std::vector<Shown> &Launches,
                                   const llvm::json::Value *Range);

  mutable std::mutex Mu;
  ColumnUnit Unit = ColumnUnit::Utf16;
  llvm::StringMap<Document> Documents;
};

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLANGD_LAUNCHTIMES_H
