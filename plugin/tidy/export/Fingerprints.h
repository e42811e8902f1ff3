//===- Fingerprints.h - What stays the same while lines move ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_TIDY_EXPORT_FINGERPRINTS_H
#define GPUPERF_PLUGIN_TIDY_EXPORT_FINGERPRINTS_H

#include "plugin/tidy/export/Finding.h"
#include "llvm/ADT/StringRef.h"

namespace gpuperf {

/// A line of source without the spaces that do not separate words.
std::string normalisedLine(llvm::StringRef Line);

/// A message without its numbers and their units of time. Digits in names and
/// in text in quotes ('scale<4>') stay.
std::string normalisedMessage(llvm::StringRef Message);

/// The text that identifies a finding in its file. Of information about a
/// launch only the names in quotes count: what bounds the launch may change
/// with every edit of its kernel.
std::string identifyingText(llvm::StringRef Line, const Finding &F);

/// Sorts by file and place, makes findings of one rule, place and text one (the
/// worst is kept; of information, only if the messages are equal), and numbers
/// those of one rule, file and text.
void identify(std::vector<Finding> &Findings);

/// 32 hexadecimal digits, unique in a run; no line and no number of the message
/// is in it.
std::string fingerprint(const Finding &F);

} // namespace gpuperf

#endif // GPUPERF_PLUGIN_TIDY_EXPORT_FINGERPRINTS_H
