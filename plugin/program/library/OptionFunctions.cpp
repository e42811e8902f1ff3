//===- OptionFunctions.cpp - getopt and getopt_long in a walk ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace gpuperf::program {

/// The program's variables optarg, optind and optopt.
static Address variable(NativeCall &C, llvm::StringRef Name) {
  if (!C.I)
    return 0;
  const llvm::GlobalVariable *G =
      C.I->getModule()->getGlobalVariable(Name, /*AllowInternal=*/true);
  return G ? C.M.addressOf(*G) : 0;
}

static void setVariable(NativeCall &C, llvm::StringRef Name, unsigned Bytes,
                        Value V) {
  if (Address A = variable(C, Name))
    C.M.Mem.write(A, Bytes, V);
}

namespace {
/// One call of getopt: the next option of the command line.
class OptionReader {
public:
  explicit OptionReader(NativeCall &C) : C(C) {}
  void read();

private:
  std::string textAt(uint64_t Index) {
    LabelSet From = 0;
    return C.M.Mem.text(C.M.Mem.read(C.arg(1).Bits + 8 * Index, 8).Bits, From);
  }
  Address addressAt(uint64_t Index) {
    return C.M.Mem.read(C.arg(1).Bits + 8 * Index, 8).Bits;
  }
  void readLong(const std::string &Text);
  void readShort(const std::string &Text);
  /// An option's argument that stands behind it: address 0 if there is none.
  bool takeNextWord(Value &Argument) {
    if (Index >= Count)
      return false;
    Argument.Bits = addressAt(Index++);
    return true;
  }
  void movePassedWords();
  void finish(int Option) {
    if (InText == 0)
      movePassedWords();
    Runtime.NextChar = InText;
    Runtime.PassedWords = Passed;
    setVariable(C, "optind", 4, {Index, 0});
    C.give({static_cast<uint32_t>(Option), 0});
  }

  NativeCall &C;
  GpuRuntime &Runtime = runtimeOf(C);
  uint64_t Index = 1, InText = 0, Count = 0;
  /// Where the option starts, and how many words right in front of it are no
  /// options.
  uint64_t Start = 0, Passed = 0;
};
} // namespace

/// As glibc does: words that are no options go behind the option that was read.
void OptionReader::movePassedWords() {
  if (Passed > 0 && Index > Start) {
    const uint64_t First = Start - Passed;
    std::vector<Value> Words;
    for (uint64_t K = First; K < Index; ++K)
      Words.push_back(C.M.Mem.read(C.arg(1).Bits + 8 * K, 8));
    std::rotate(Words.begin(), Words.begin() + static_cast<ptrdiff_t>(Passed),
                Words.end());
    for (uint64_t K = First; K < Index; ++K)
      C.M.Mem.write(C.arg(1).Bits + 8 * K, 8, Words[K - First]);
  }
  Index -= Passed;
  Passed = 0;
}

void OptionReader::read() {
  if (Address A = variable(C, "optind")) {
    Value V = C.M.Mem.read(A, 4);
    // A variable of the C library holds 1 at first.
    Index = V.From == 0 && V.Bits > 0 ? V.Bits : 1;
  }
  InText = Runtime.NextChar;
  Passed = InText ? Runtime.PassedWords : 0;
  Count = static_cast<uint64_t>(std::max<int64_t>(0, C.integer(0, 32)));
  LabelSet From = 0;
  const bool InOrder = C.M.Mem.text(C.arg(2).Bits, From, 1) == "+";
  // Words that are no options are left for later.
  auto isOption = [&] {
    std::string Text = textAt(Index);
    return Text.size() > 1 && Text[0] == '-';
  };
  while (InText == 0 && Index < Count && addressAt(Index) && !isOption() &&
         !InOrder)
    ++Index, ++Passed;
  Start = Index;
  if (Passed > Start) // the program has moved optind
    Passed = 0;
  if (Index >= Count || (InText == 0 && !isOption()))
    return finish(-1);
  std::string Text = textAt(Index);
  if (InText == 0 && Text == "--") {
    ++Index;
    return finish(-1);
  }
  bool HasLong = C.size() > 3 && C.arg(3).Bits;
  if (InText == 0 && HasLong &&
      (Text.starts_with("--") || C.Name == "getopt_long_only"))
    return readLong(Text);
  if (InText == 0)
    InText = 1;
  readShort(Text);
}

void OptionReader::readLong(const std::string &Text) {
  std::string Name = Text.substr(Text.find_first_not_of('-'));
  size_t Equals = Name.find('=');
  std::string Wanted = Name.substr(0, Equals);
  const Address Table = C.arg(3).Bits;
  ++Index;
  // struct option { const char *name; int has_arg; int *flag; int val; }
  for (unsigned K = 0; K < 256; ++K) {
    Address Entry = Table + 32 * K;
    Address NameAt = C.M.Mem.read(Entry, 8).Bits;
    if (NameAt == 0)
      break;
    LabelSet From = 0;
    if (C.M.Mem.text(NameAt, From) != Wanted)
      continue;
    uint64_t HasArgument = C.M.Mem.read(Entry + 8, 4).Bits;
    Value Argument;
    if (Equals != std::string::npos) {
      Argument.Bits =
          addressAt(Index - 1) + Text.size() - Name.size() + Equals + 1;
    } else if (HasArgument == 1 && !takeNextWord(Argument)) {
      return finish('?');
    }
    setVariable(C, "optarg", 8, Argument);
    if (C.size() > 4 && C.arg(4).Bits)
      C.M.Mem.write(C.arg(4).Bits, 4, {K, 0});
    Value Result = C.M.Mem.read(Entry + 24, 4);
    if (Address Flag = C.M.Mem.read(Entry + 16, 8).Bits) {
      C.M.Mem.write(Flag, 4, Result);
      return finish(0);
    }
    return finish(static_cast<int>(Result.Bits));
  }
  finish('?');
}

void OptionReader::readShort(const std::string &Text) {
  LabelSet From = 0;
  std::string Known = C.M.Mem.text(C.arg(2).Bits, From);
  char Option = Text[InText++];
  size_t At = Known.find(Option);
  bool Last = InText >= Text.size();
  if (At == std::string::npos || Option == ':') {
    if (Last)
      ++Index, InText = 0;
    return finish('?');
  }
  bool HasArgument = At + 1 < Known.size() && Known[At + 1] == ':';
  bool Optional = HasArgument && At + 2 < Known.size() && Known[At + 2] == ':';
  if (HasArgument) {
    Value Argument;
    if (!Last) {
      Argument.Bits = addressAt(Index) + InText;
      ++Index;
    } else {
      ++Index;
      if (!Optional && !takeNextWord(Argument)) {
        InText = 0;
        return finish(Known[0] == ':' ? ':' : '?');
      }
    }
    setVariable(C, "optarg", 8, Argument);
    InText = 0;
  } else if (Last) {
    ++Index;
    InText = 0;
  }
  finish(Option);
}

static void nextOption(NativeCall &C) { OptionReader(C).read(); }

void addOptionFunctions(NativeTable &T) {
  T["getopt"] = T["getopt_long"] = T["getopt_long_only"] = nextOption;
}

} // namespace gpuperf::program
