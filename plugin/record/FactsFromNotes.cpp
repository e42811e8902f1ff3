//===- FactsFromNotes.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/FactsFromNotes.h"
#include "plugin/record/WrittenLaunches.h"
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

/// "k" of "ns::k<float>".
static StringRef plainName(StringRef Kernel) {
  Kernel = Kernel.split('<').first;
  return Kernel.substr(Kernel.rfind(':') + 1); // npos + 1 is 0
}

/// Which of the launches of a file is the one of \p Kernel at \p At; the number
/// of them if it is not written there, as when a macro launches.
static size_t indexOf(ArrayRef<WrittenLaunch> Written, const Site &At,
                      StringRef Kernel) {
  size_t Before = Written.size();
  for (size_t I = 0; I < Written.size(); ++I) {
    if (Written[I].Line < At.FunctionLine || Written[I].Line > At.Line ||
        plainName(Written[I].Kernel) != plainName(Kernel))
      continue;
    if (Written[I].Line == At.Line && Written[I].Column >= At.Column)
      return I;
    // A launch may begin on an earlier line than debug information says.
    Before = I;
  }
  return Before;
}

namespace {
/// The launches in one function: which of those that are written there were
/// seen, and of which kernels.
struct FunctionLaunches {
  unsigned FirstLine = 0;
  std::map<size_t, std::set<std::string>> Seen; ///< kernels by index
};
} // namespace

/// How many launches of the kernel are written before the launch \p Index. One
/// that was not seen counts if it is written as one that was.
static unsigned ordinalOf(ArrayRef<WrittenLaunch> Written,
                          const FunctionLaunches &In, const std::string &Kernel,
                          size_t Index) {
  std::set<std::string> WrittenAs;
  for (const auto &[I, Kernels] : In.Seen)
    if (Kernels.count(Kernel))
      WrittenAs.insert(Written[I].Kernel);
  unsigned Ordinal = 0;
  for (size_t I = 0; I < Index; ++I) {
    if (Written[I].Line < In.FirstLine)
      continue;
    auto It = In.Seen.find(I);
    Ordinal += It != In.Seen.end() ? It->second.count(Kernel)
                                   : WrittenAs.count(Written[I].Kernel);
  }
  return Ordinal;
}

/// Numbers the launches of each kernel in each function: as the source has
/// them, where it is there, else in the order of their places.
static void setOrdinals(std::vector<std::pair<LaunchFact, Site>> &All) {
  using Function = std::pair<std::string, std::string>; // file, name
  using Place = std::pair<unsigned, unsigned>;
  std::map<std::string, std::vector<WrittenLaunch>> Files;
  std::map<Function, FunctionLaunches> Functions;
  std::map<std::pair<Function, std::string>, std::set<Place>> Places;
  for (const auto &[Fact, At] : All) {
    const Function In(Fact.File, Fact.Function);
    Places[{In, Fact.Kernel}].insert({At.Line, At.Column});
    auto [It, New] = Files.try_emplace(Fact.File);
    if (New && At.Line)
      if (auto Text = MemoryBuffer::getFile(Fact.File))
        It->second = writtenLaunches((*Text)->getBuffer());
    FunctionLaunches &Launches = Functions[In];
    Launches.FirstLine = At.FunctionLine;
    if (size_t Index = indexOf(It->second, At, Fact.Kernel);
        Index < It->second.size())
      Launches.Seen[Index].insert(Fact.Kernel);
  }
  for (auto &[Fact, At] : All) {
    const Function In(Fact.File, Fact.Function);
    const std::vector<WrittenLaunch> &Written = Files[Fact.File];
    const size_t Index = indexOf(Written, At, Fact.Kernel);
    if (Index < Written.size()) {
      Fact.Ordinal = ordinalOf(Written, Functions[In], Fact.Kernel, Index);
      continue;
    }
    const std::set<Place> &Seen = Places[{In, Fact.Kernel}];
    Fact.Ordinal = static_cast<unsigned>(
        std::distance(Seen.begin(), Seen.find({At.Line, At.Column})));
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
