//===- Labels.h - Where a value of the host program comes from --*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk through a host program always computes with numbers. A number that
// the program does not fix by itself (a command line that was not given, what a
// file holds, what a kernel computed) carries a label, and so does all that is
// computed from it. A value without labels is certain.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_MACHINE_LABELS_H
#define GPUPERF_PLUGIN_PROGRAM_MACHINE_LABELS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gpuperf::program {

/// One reason why a value is not certain.
struct Label {
  enum class Kind : uint8_t {
    Assumed, ///< a number stands for it that the user could give: "n"
    Data     ///< nobody can give it: "what 'fread' returns"
  };
  Kind K = Kind::Data;
  std::string Name;
  double Value = 0; ///< Assumed: what stands for it
};

/// A set of labels, by number. 0 is the empty set.
using LabelSet = uint16_t;

/// All labels of one walk, and the sets of them that occurred.
class Labels {
public:
  Labels();
  /// The set with this label alone. Labels of the same kind and name are one.
  LabelSet add(Label::Kind K, llvm::StringRef Name, double Value = 0);
  LabelSet unite(LabelSet A, LabelSet B) {
    if (A == B || B == 0)
      return A;
    if (A == 0)
      return B;
    return uniteDifferent(A, B);
  }
  /// The labels in \p S by their numbers, for label().
  llvm::ArrayRef<uint16_t> members(LabelSet S) const { return Sets[S]; }
  const Label &label(uint16_t Number) const { return All[Number]; }
  /// True if a label of \p S stands for something that nobody can give.
  bool holdsData(LabelSet S) const { return S != 0 && HasData[S]; }

private:
  LabelSet uniteDifferent(LabelSet A, LabelSet B);
  LabelSet intern(std::vector<uint16_t> Members);

  std::vector<Label> All;
  std::vector<std::vector<uint16_t>> Sets;
  std::vector<bool> HasData;
  std::map<std::vector<uint16_t>, LabelSet> Interned;
  llvm::DenseMap<uint32_t, LabelSet> Unions;
};

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_MACHINE_LABELS_H
