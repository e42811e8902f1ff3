//===- LineList.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/LineList.h"
#include <set>

using namespace gpuperf;

SourceLine gpuperf::shownLine(const Access &A) {
  return A.Inner.Line && A.Inner.File == A.Where.File ? A.Inner : A.Where;
}

std::string gpuperf::listLines(llvm::ArrayRef<SourceLine> Lines,
                               uint32_t File) {
  std::set<uint32_t> Numbers;
  for (const SourceLine &S : Lines)
    if (S.File == File && S.Line)
      Numbers.insert(S.Line);
  if (Numbers.empty())
    return "";
  // Two neighbours are named one by one, three are a range.
  std::vector<std::string> Parts;
  constexpr size_t MostParts = 8;
  size_t Named = 0;
  for (auto It = Numbers.begin(); It != Numbers.end();) {
    auto Last = It, Next = std::next(It);
    size_t Length = 1;
    while (Next != Numbers.end() && *Next == *Last + 1)
      Last = Next++, ++Length;
    if (Length < 3)
      Next = std::next(It), Length = 1;
    if (Parts.size() == MostParts)
      break;
    Parts.push_back(Length == 1
                        ? std::to_string(*It)
                        : std::to_string(*It) + " to " + std::to_string(*Last));
    Named += Length;
    It = Next;
  }
  if (Named < Numbers.size())
    Parts.push_back(std::to_string(Numbers.size() - Named) + " more");
  std::string Text = Numbers.size() == 1 ? "line " : "lines ";
  for (size_t I = 0; I < Parts.size(); ++I)
    Text += (I == 0 ? "" : I + 1 == Parts.size() ? " and " : ", ") + Parts[I];
  return Text;
}

std::string gpuperf::otherLines(const KernelSummary &K,
                                llvm::ArrayRef<AccessId> Ids,
                                const Access &Told) {
  const SourceLine Here = shownLine(Told);
  llvm::SmallVector<SourceLine, 8> Lines;
  for (AccessId Id : Ids)
    if (const SourceLine There = shownLine(K.Accesses[Id]);
        There.Line != Here.Line)
      Lines.push_back(There);
  return listLines(Lines, Here.File);
}
