//===- ArrayNames.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/lines/ArrayNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using llvm::formatv;

std::string gpuperf::nameInSource(const Variable &V) {
  if (V.IsField)
    return V.Name;
  const std::string Name =
      llvm::demangle(llvm::StringRef(V.Name).split('.').first);
  const size_t Scope = Name.rfind("::");
  return Scope == std::string::npos ? Name : Name.substr(Scope + 2);
}

std::string gpuperf::listArrays(llvm::ArrayRef<std::string> All) {
  std::vector<llvm::StringRef> Names;
  for (const std::string &Name : All)
    if (!llvm::is_contained(Names, Name))
      Names.push_back(Name);
  constexpr size_t Most = 3;
  std::string Text;
  for (size_t I = 0; I < std::min(Names.size(), Most); ++I)
    Text += formatv("{0}'{1}'",
                    I == 0                  ? ""
                    : I + 1 == Names.size() ? " and "
                                            : ", ",
                    Names[I]);
  if (Names.size() > Most)
    Text += formatv(" and {0} more array{1}", Names.size() - Most,
                    Names.size() == Most + 1 ? "" : "s");
  return Text;
}

std::string gpuperf::arrayNames(const KernelSummary &K,
                                llvm::ArrayRef<AccessId> Ids) {
  std::vector<std::string> Names;
  for (AccessId Id : Ids) {
    const Access &A = K.Accesses[Id];
    std::string Name;
    if (A.Base == Access::BaseKind::Argument && A.BaseIndex < K.Params.size())
      Name = K.Params[A.BaseIndex].Name;
    else if (A.Base == Access::BaseKind::Variable &&
             A.BaseIndex < K.Variables.size())
      Name = nameInSource(K.Variables[A.BaseIndex]);
    if (Name.empty())
      return "";
    Names.push_back(std::move(Name));
  }
  return listArrays(Names);
}
