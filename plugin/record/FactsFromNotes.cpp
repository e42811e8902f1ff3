//===- FactsFromNotes.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/FactsFromNotes.h"
#include "plugin/record/LaunchOrdinal.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/Symbolize/Symbolize.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <map>
#include <set>

using namespace llvm;

namespace gpuperf::record {

namespace {
/// Where a launch is written.
struct Site {
  std::string File, Function;
  unsigned Line = 0, Column = 0, FunctionLine = 0;
};
} // namespace

static std::string take(char *Text) {
  std::string Out = Text ? Text : "";
  std::free(Text);
  return Out;
}

std::string writtenKernel(StringRef Mangled) {
  // The demangler keeps pointing into the text.
  const std::string Text = Mangled.str();
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Text.c_str()) || !Demangler.isFunction())
    return Mangled.str();
  return take(Demangler.getFunctionName(nullptr, nullptr));
}

/// A function as facts name it: qualified, without its template arguments.
static std::string writtenFunction(StringRef Linkage) {
  const std::string Text = Linkage.str();
  ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Text.c_str()) || !Demangler.isFunction())
    return Linkage.str();
  std::string Context =
      take(Demangler.getFunctionDeclContextName(nullptr, nullptr));
  std::string Base = take(Demangler.getFunctionBaseName(nullptr, nullptr));
  return Context.empty() ? Base : Context + "::" + Base;
}

static Site findSite(symbolize::LLVMSymbolizer &Symbolizer,
                     const NotedLaunch &L) {
  Site Out;
  Out.File = L.Module;
  // The address is that of the instruction after the call.
  auto Frames =
      Symbolizer.symbolizeInlinedCode(L.Module, {L.Return ? L.Return - 1 : 0});
  if (!Frames) {
    consumeError(Frames.takeError());
    return Out;
  }
  if (Frames->getNumberOfFrames() == 0)
    return Out;
  const DILineInfo &Frame = Frames->getFrame(0);
  if (Frame.FunctionName != DILineInfo::BadString)
    Out.Function = writtenFunction(Frame.FunctionName);
  if (Frame.FileName == DILineInfo::BadString)
    return Out;
  Out.File = Frame.FileName;
  Out.Line = Frame.Line, Out.Column = Frame.Column;
  Out.FunctionLine = Frame.StartLine;
  return Out;
}

/// Numbers the launches of each kernel in each function: as the source has
/// them, where it is there, else in the order of their places.
static void setOrdinals(std::vector<std::pair<LaunchFact, Site>> &All) {
  std::map<std::string, std::unique_ptr<MemoryBuffer>> Texts;
  using Group = std::tuple<std::string, std::string, std::string>;
  using Place = std::pair<unsigned, unsigned>;
  std::map<Group, std::set<Place>> Places;
  auto groupOf = [](const LaunchFact &F) {
    return Group(F.File, F.Function, F.Kernel);
  };
  for (const auto &[Fact, At] : All)
    Places[groupOf(Fact)].insert({At.Line, At.Column});
  for (auto &[Fact, At] : All) {
    auto [It, New] = Texts.try_emplace(Fact.File);
    if (New && At.Line)
      if (auto Text = MemoryBuffer::getFile(Fact.File))
        It->second = std::move(*Text);
    std::optional<unsigned> Ordinal;
    if (It->second && At.Line)
      Ordinal = launchOrdinal(It->second->getBuffer(), Fact.Kernel,
                              At.FunctionLine, At.Line, At.Column);
    const std::set<Place> &Seen = Places[groupOf(Fact)];
    Fact.Ordinal = Ordinal
                       ? *Ordinal
                       : static_cast<unsigned>(std::distance(
                             Seen.begin(), Seen.find({At.Line, At.Column})));
  }
}

static bool equal(const LaunchFact &A, const LaunchFact &B) {
  auto same = [](const FactArg &X, const FactArg &Y) {
    // By bits: nan is equal to itself here.
    return X.Name == Y.Name && X.Value.K == Y.Value.K &&
           X.Value.Integer == Y.Value.Integer &&
           bit_cast<uint64_t>(X.Value.Floating) ==
               bit_cast<uint64_t>(Y.Value.Floating);
  };
  return A.File == B.File && A.Function == B.Function &&
         A.Mangled == B.Mangled && A.Ordinal == B.Ordinal && A.Grid == B.Grid &&
         A.Block == B.Block && A.DynamicSharedBytes == B.DynamicSharedBytes &&
         A.Bytes == B.Bytes && A.Args.size() == B.Args.size() &&
         std::equal(A.Args.begin(), A.Args.end(), B.Args.begin(), same);
}

std::vector<LaunchFact> factsFromNotes(ArrayRef<NotedLaunch> Launches) {
  symbolize::LLVMSymbolizer::Options Options;
  Options.Demangle = false;
  symbolize::LLVMSymbolizer Symbolizer(Options);
  std::map<std::pair<std::string, uint64_t>, Site> Sites;
  std::vector<std::pair<LaunchFact, Site>> All;
  for (const NotedLaunch &L : Launches) {
    auto [It, New] = Sites.try_emplace({L.Module, L.Return});
    if (New)
      It->second = findSite(Symbolizer, L);
    LaunchFact F;
    F.File = It->second.File, F.Function = It->second.Function;
    F.Line = It->second.Line, F.Column = It->second.Column;
    F.Mangled = L.Kernel, F.Kernel = writtenKernel(L.Kernel);
    F.Grid = L.Grid, F.Block = L.Block;
    F.DynamicSharedBytes = L.SharedBytes;
    F.Args = L.Args, F.Bytes = L.Bytes;
    F.Count = L.Count;
    F.From = LaunchFact::Source::Recorded;
    All.emplace_back(std::move(F), It->second);
  }
  setOrdinals(All);
  // A function that was inlined in several places launches from each of them.
  std::vector<LaunchFact> Facts;
  std::multimap<std::tuple<std::string, uint64_t, uint64_t>, size_t> ByShape;
  for (auto &[Fact, At] : All) {
    const std::tuple Key(Fact.Mangled, Fact.Grid.count(), Fact.Block.count());
    auto [Begin, End] = ByShape.equal_range(Key);
    auto It = std::find_if(Begin, End, [&](const auto &Entry) {
      return equal(Facts[Entry.second], Fact);
    });
    if (It != End) {
      Facts[It->second].Count += Fact.Count;
      continue;
    }
    Fact.Order = Facts.size();
    ByShape.emplace(Key, Facts.size());
    Facts.push_back(std::move(Fact));
  }
  return Facts;
}

} // namespace gpuperf::record
