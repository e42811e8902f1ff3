//===- OpenNames.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/OpenNames.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

std::vector<std::string> gpuperf::openNames(const LaunchSite &Site,
                                            const BoundLaunch &Bound,
                                            const HostBindings &Assume) {
  std::vector<std::string> Open;
  if (!Bound.L || Bound.L->Why.empty())
    return Open;
  auto Add = [&](const std::string &Name) {
    if (!Name.empty() && !Assume.count(Name) && !llvm::is_contained(Open, Name))
      Open.push_back(Name);
  };
  for (const HostExpr &E : Site.Grid)
    llvm::for_each(freeNames(E), Add);
  const Launch &Asked = *Bound.L;
  for (size_t I = 0; I < Site.Args.size(); ++I) {
    const LaunchArg &A = Site.Args[I];
    if (I < Asked.Args.size() && Asked.Args[I].isAssumed()) {
      if (A.Value)
        llvm::for_each(freeNames(A.Value), Add);
      else
        Add(A.ParamName);
    }
    for (const auto &[Offset, E] : A.Fields)
      llvm::for_each(freeNames(E), Add);
  }
  return Open;
}

std::optional<int64_t> gpuperf::usualSize(llvm::StringRef Name) {
  const llvm::StringRef Last = Name.substr(Name.find_last_of(".>") + 1);
  if (Last.contains_insensitive("channel"))
    return 3;
  const bool IsWithin =
      Last.contains_insensitive("per") || Last.contains_insensitive("point");
  if (!IsWithin && (Last.contains_insensitive("cluster") ||
                    Last.contains_insensitive("centroid")))
    return 16;
  if (Last.contains_insensitive("classes"))
    return 10;
  auto Has = [&](llvm::StringRef Word) {
    return Last.contains_insensitive(Word);
  };
  if (llvm::any_of(
          llvm::ArrayRef<llvm::StringRef>({"filter", "mask", "kernel"}), Has) &&
      llvm::any_of(llvm::ArrayRef<llvm::StringRef>(
                       {"size", "width", "height", "dim", "len", "rad"}),
                   Has))
    return 5;
  return std::nullopt;
}

bool gpuperf::areLargeTogether(llvm::ArrayRef<std::string> Names) {
  constexpr size_t Most = 2;
  return Names.size() == 1 ||
         (Names.size() == Most && llvm::all_of(Names, [](llvm::StringRef Name) {
            const std::string Last =
                Name.substr(Name.find_last_of(".>") + 1).lower();
            const llvm::StringRef Of = Last;
            return Of.size() <= 2 || Of.contains("width") ||
                   Of.contains("height") || Of.contains("row") ||
                   Of.contains("col");
          }));
}

std::vector<std::string> gpuperf::namesInArgument(const LaunchSite &Site,
                                                  size_t Index) {
  std::vector<std::string> Out;
  if (Index >= Site.Args.size())
    return Out;
  const LaunchArg &A = Site.Args[Index];
  if (A.Value)
    Out = freeNames(A.Value);
  else if (!A.ParamName.empty())
    Out.push_back(A.ParamName);
  for (const auto &[Offset, E] : A.Fields)
    llvm::append_range(Out, freeNames(E));
  return Out;
}

std::vector<std::string> gpuperf::namesInArgument(const LaunchSite &Site,
                                                  size_t Index,
                                                  uint32_t Offset) {
  if (Index >= Site.Args.size() || Site.Args[Index].Fields.empty())
    return namesInArgument(Site, Index);
  for (const auto &[At, E] : Site.Args[Index].Fields)
    if (At == Offset)
      return freeNames(E);
  return {};
}
