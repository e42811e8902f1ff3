//===- NearestNames.cpp - What may have been meant ------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/NearestNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace gpuperf;
using llvm::StringRef;

std::string gpuperf::nearestNames(StringRef Name,
                                  const std::vector<std::string> &Names,
                                  unsigned MaxCount) {
  // A long wrong name is not worth a quadratic comparison.
  if (Name.empty() || Name.size() > 100)
    return {};
  std::string Lower = Name.lower();
  unsigned Limit = std::max<unsigned>(2, Name.size() / 3);
  llvm::SmallVector<std::pair<unsigned, StringRef>> Ranked;
  bool AnyContains = false;
  for (const std::string &Candidate : Names) {
    bool Contains = StringRef(Candidate).contains(Lower);
    unsigned Distance = StringRef(Lower).edit_distance(Candidate);
    AnyContains |= Contains;
    if (Contains || Distance <= Limit)
      Ranked.push_back({Contains ? 0 : Distance, Candidate});
  }
  llvm::sort(Ranked);
  Ranked.erase(llvm::unique(Ranked), Ranked.end());
  if (AnyContains)
    llvm::erase_if(Ranked, [](const auto &R) { return R.first != 0; });
  std::string Result;
  for (const auto &[Distance, Candidate] : Ranked) {
    if (MaxCount-- == 0)
      break;
    Result += (Result.empty() ? "'" : ", '") + Candidate.str() + "'";
  }
  return Result;
}
