//===- Notes.h - Notes on standard error ------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_CLI_NOTES_H
#define GPUPERF_PLUGIN_CLI_NOTES_H

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <memory>

namespace gpuperf {

/// Prints a note on standard error, each text once: a file is analysed once per
/// architecture and model.
inline std::function<void(const std::string &)> noteOnce() {
  return
      [Said = std::make_shared<llvm::StringSet<>>()](const std::string &Note) {
        if (Said->insert(Note).second)
          llvm::errs() << "gpuperf: " << Note << '\n';
      };
}

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_CLI_NOTES_H
