//===- Walk.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/OneWalk.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/StringSaver.h"
#include <cmath>
#include <set>

using namespace llvm;

namespace gpuperf::program {

std::vector<std::string> splitCommandLine(StringRef Text) {
  BumpPtrAllocator Memory;
  StringSaver Saver(Memory);
  SmallVector<const char *> Words;
  cl::TokenizeGNUCommandLine(Text, Saver, Words);
  return {Words.begin(), Words.end()};
}

/// Whether a walk came to its end before the program did what it is for. One
/// that finds its input wrong may as well return from main, mostly before it
/// has done much.
static bool endedEarly(const OneWalk &W, const Budget &Limits) {
  auto Ended = W.machine().ended();
  if (!Ended)
    return !W.hasLaunches() && W.machine().steps() < Limits.Steps / 20;
  return *Ended == End::Exited || *Ended == End::Failed;
}

/// Walks with one command line; where the program ends early at a branch that
/// nothing decides, the branch is taken the other way.
static std::unique_ptr<OneWalk> tryWalks(ArrayRef<const HostModule *> Files,
                                         const WalkOptions &Options,
                                         const Function &Main,
                                         ArrayRef<Word> Words, bool ArgcOpen) {
  constexpr unsigned MostTries = 5;
  std::unique_ptr<OneWalk> Best;
  std::vector<unsigned> Reversed;
  for (unsigned Try = 0; Try < MostTries; ++Try) {
    auto W = std::make_unique<OneWalk>(Files, Options);
    W->run(Main, Words, ArgcOpen, Reversed);
    size_t Choices = W->machine().choices().size();
    bool Early = endedEarly(*W, Options.Limits);
    if (!Best || W->launchKinds() > Best->launchKinds())
      Best = std::move(W);
    if (!Early || Choices == 0)
      break;
    auto Last = static_cast<unsigned>(Choices - 1);
    // The last choice first; once it was reversed, the one before.
    while (Last > 0 && is_contained(Reversed, Last))
      --Last;
    if (is_contained(Reversed, Last))
      break;
    Reversed.push_back(Last);
  }
  return Best;
}

/// The same; a program that takes too many steps is walked once more, its long
/// loops looked at sooner.
static std::unique_ptr<OneWalk> walkWith(ArrayRef<const HostModule *> Files,
                                         const WalkOptions &Options,
                                         const Function &Main,
                                         ArrayRef<Word> Words, bool ArgcOpen) {
  const uint64_t Soon = Budget().LoopSteps;
  auto First = tryWalks(Files, Options, Main, Words, ArgcOpen);
  if (First->machine().ended() != End::OutOfSteps ||
      Options.Limits.LoopSteps <= Soon)
    return First;
  WalkOptions Shorter = Options;
  Shorter.Limits.LoopSteps = Soon;
  auto Second = tryWalks(Files, Shorter, Main, Words, ArgcOpen);
  const bool Further = Second->machine().ended() != End::OutOfSteps;
  return Further || Second->launchKinds() > First->launchKinds()
             ? std::move(Second)
             : std::move(First);
}

/// A number as a user would write it.
static std::string textOf(double Number) {
  if (Number == std::floor(Number) && std::fabs(Number) < 9e15)
    return std::to_string(static_cast<int64_t>(Number));
  return std::to_string(Number);
}

WalkResult walkProgram(ArrayRef<const HostModule *> Files,
                       const WalkOptions &Options) {
  const Function *Main = nullptr;
  for (const HostModule *File : Files)
    if (const Function *F = File->M->getFunction("main"))
      if (!F->isDeclaration())
        Main = F;
  if (!Main)
    return {};
  std::vector<Word> Words;
  std::optional<std::vector<std::string>> Given = Options.Arguments;
  for (const HostModule *File : Files)
    if (!Given && File->RunArguments && Main->getParent() == File->M.get())
      Given = splitCommandLine(*File->RunArguments);
  if (Given) {
    for (const std::string &Text : *Given)
      Words.push_back({Text, ""});
    WalkResult Out = walkWith(Files, Options, *Main, Words, false)->result();
    Out.ArgumentsGiven = true;
    return Out;
  }
  auto Best = walkWith(Files, Options, *Main, Words, true);
  // A program that reads the text of an argument without asking whether there
  // is one would not get to its launches.
  const size_t Read = Best->machine().LastMissingRead;
  if (Best->hasLaunches() && Read == 0)
    return Best->result();
  // The numbers that argc is compared with tell how many there should be.
  std::set<int64_t> Wanted;
  auto WantWhatEnded = [&](const OneWalk &W) {
    const size_t Last =
        std::max(W.machine().LastMissingRead, W.machine().LastMissingAsked);
    if (Last > 0)
      Wanted.insert(static_cast<int64_t>(Last) + 1);
  };
  WantWhatEnded(*Best);
  for (int64_t N : Best->machine().ComparedWithArgc)
    for (int64_t Near : {N, N + 1})
      if (Near > 1 && Near < 32)
        Wanted.insert(Near);
  // A number that stands for a block's size must not be a million: what breaks
  // a limit of the GPU is no launch that a user would make. Nor are sizes for
  // which an array's number of bytes wraps to 0, or a product overflows.
  const auto IsUsual = [](const OneWalk &W) {
    return W.launchesFit() && !W.hasEmptyArrays() &&
           W.machine().LastMissingRead == 0 && !W.machine().OverflowsByAssumed;
  };
  const auto IsAllowed = [](const OneWalk &W) {
    return W.hasLaunches() && W.deviceBytes() < (uint64_t(64) << 30);
  };
  const auto WalkAssuming = [&](int64_t Count, StringRef Number,
                                const std::set<std::string> &Others,
                                StringRef NumberOfOthers) {
    Words.clear();
    for (int64_t K = 1; K < Count; ++K) {
      std::string Name = "argv[" + std::to_string(K) + "]";
      if (auto It = Options.Given.find(Name); It != Options.Given.end())
        Words.push_back({textOf(It->second), ""});
      else if (auto Other = Options.Tried.find(Name);
               Other != Options.Tried.end())
        Words.push_back({textOf(Other->second), Name});
      else
        Words.push_back(
            {(Others.count(Name) ? NumberOfOthers : Number).str(), Name});
    }
    return walkWith(Files, Options, *Main, Words, true);
  };
  const StringRef Numbers[] = {"1048576", "4096", "256", "16"};
  std::unique_ptr<OneWalk> First;
  for (StringRef Assumed : Numbers) {
    // A number that is added on the way is greater, so that its turn comes.
    for (int64_t Count : Wanted) {
      auto W = WalkAssuming(Count, Assumed, {}, "");
      if (!W->hasLaunches())
        WantWhatEnded(*W);
      if (!IsAllowed(*W))
        continue;
      if (!IsUsual(*W)) {
        if (!First)
          First = std::move(W);
        continue;
      }
      // Where it is a block that keeps the numbers small, the arguments that
      // are no part of one stand for sizes, as everywhere else.
      const std::set<std::string> OfBlocks = W->argumentsOfBlocks();
      for (StringRef Larger : Numbers) {
        if (OfBlocks.empty() || Larger == Assumed)
          break;
        auto Sized = WalkAssuming(Count, Larger, OfBlocks, Assumed);
        if (IsAllowed(*Sized) && IsUsual(*Sized) &&
            Sized->launchKinds() >= W->launchKinds() &&
            Sized->machine().ended() == W->machine().ended())
          return Sized->result();
      }
      return W->result();
    }
  }
  return (First ? First : Best)->result();
}

} // namespace gpuperf::program
