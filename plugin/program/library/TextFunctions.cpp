//===- TextFunctions.cpp - strcmp, strtol, sprintf in a walk -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/ADT/bit.h"
#include <cstdio>
#include <cstdlib>

namespace gpuperf::program {

static std::string textOf(NativeCall &C, size_t K, LabelSet &From) {
  const Value At = C.arg(K);
  if (At.Bits == 0)
    if (auto It = C.M.MissingArguments.find(At.From);
        It != C.M.MissingArguments.end())
      C.M.LastMissingRead = std::max(C.M.LastMissingRead, It->second);
  return C.M.Mem.text(At.Bits, From);
}

/// A number out of a text. A text that is labelled as assumed stands for a
/// number: the label's value is it.
static Value numberOf(NativeCall &C, bool Floating, int Base, size_t *Used) {
  LabelSet From = 0;
  std::string Text = textOf(C, 0, From);
  char *End = const_cast<char *>(Text.c_str()); // stays for a wrong base
  Value R{0, From};
  if (Floating)
    R.Bits = llvm::bit_cast<uint64_t>(std::strtod(Text.c_str(), &End));
  else if (C.Name.contains("strtoul"))
    R.Bits = std::strtoull(Text.c_str(), &End, Base);
  else
    R.Bits = static_cast<uint64_t>(std::strtoll(Text.c_str(), &End, Base));
  if (Used)
    *Used = static_cast<size_t>(End - Text.c_str());
  return R;
}

static void toInt(NativeCall &C) {
  Value V = numberOf(C, false, 10, nullptr);
  V.Bits &= 0xFFFFFFFFu;
  C.give(V);
}
static void toLong(NativeCall &C) { C.give(numberOf(C, false, 10, nullptr)); }
static void toDouble(NativeCall &C) { C.give(numberOf(C, true, 0, nullptr)); }
static void writeEnd(NativeCall &C, size_t Used) {
  if (Address End = C.arg(1).Bits)
    C.M.Mem.write(End, 8, {C.arg(0).Bits + Used, 0});
}
static void strToLong(NativeCall &C) {
  size_t Used = 0;
  Value V = numberOf(C, false, static_cast<int>(C.integer(2, 32)), &Used);
  writeEnd(C, Used);
  C.give(V);
}
static void strToDouble(NativeCall &C) {
  size_t Used = 0;
  Value V = numberOf(C, true, 0, &Used);
  writeEnd(C, Used);
  C.give(V);
}
static void strToFloat(NativeCall &C) {
  size_t Used = 0;
  Value V = numberOf(C, true, 0, &Used);
  writeEnd(C, Used);
  giveNumber(C, llvm::bit_cast<double>(V.Bits), true, V.From);
}

static void length(NativeCall &C) {
  LabelSet From = 0;
  size_t N = textOf(C, 0, From).size();
  C.give({N, From});
}
static void compareTexts(NativeCall &C, size_t Most, bool IgnoreCase) {
  LabelSet From = 0;
  std::string A = textOf(C, 0, From).substr(0, Most),
              B = textOf(C, 1, From).substr(0, Most);
  int R = IgnoreCase ? llvm::StringRef(A).compare_insensitive(B) : A.compare(B);
  C.give({static_cast<uint32_t>(R), From});
}
static void compare(NativeCall &C) { compareTexts(C, ~size_t(0), false); }
static void compareCase(NativeCall &C) { compareTexts(C, ~size_t(0), true); }
static void compareSome(NativeCall &C) {
  compareTexts(C, C.arg(2).Bits, false);
}
static void compareSomeCase(NativeCall &C) {
  compareTexts(C, C.arg(2).Bits, true);
}
static void copyText(NativeCall &C) {
  LabelSet From = 0;
  std::string S = textOf(C, 1, From);
  C.M.Mem.writeText(C.arg(0).Bits, S, From);
  C.give(C.arg(0));
}
static void copySomeText(NativeCall &C) {
  LabelSet From = 0;
  std::string S = textOf(C, 1, From);
  uint64_t N = std::min<uint64_t>(C.arg(2).Bits, 1 << 16);
  for (uint64_t I = 0; I < N; ++I)
    C.M.Mem.write(C.arg(0).Bits + I, 1,
                  {I < S.size() ? static_cast<uint8_t>(S[I]) : 0u, From});
  C.give(C.arg(0));
}
static void appendText(NativeCall &C) {
  LabelSet From = 0;
  std::string A = textOf(C, 0, From), B = textOf(C, 1, From);
  C.M.Mem.writeText(C.arg(0).Bits + A.size(), B, From);
  C.give(C.arg(0));
}
static void duplicate(NativeCall &C) {
  LabelSet From = 0;
  std::string S = textOf(C, 0, From);
  Address A = C.M.Mem.allocate(S.size() + 1, Memory::Where::Heap);
  C.M.Mem.writeText(A, S, From);
  C.give({A, 0});
}
static void findIn(NativeCall &C, size_t At, LabelSet From) {
  C.give({At == std::string::npos ? 0 : C.arg(0).Bits + At, From});
}
static void findChar(NativeCall &C) {
  LabelSet From = 0;
  std::string S = textOf(C, 0, From);
  auto Char = static_cast<char>(C.arg(1).Bits);
  findIn(C, Char ? S.find(Char) : S.size(), From);
}
static void findLastChar(NativeCall &C) {
  LabelSet From = 0;
  std::string S = textOf(C, 0, From);
  findIn(C, S.rfind(static_cast<char>(C.arg(1).Bits)), From);
}
static void findText(NativeCall &C) {
  LabelSet From = 0;
  std::string S = textOf(C, 0, From), Part = textOf(C, 1, From);
  findIn(C, S.find(Part), From);
}
static void characterClass(NativeCall &C) {
  int X = static_cast<int>(C.integer(0, 32));
  bool R = C.Name == "isdigit"   ? X >= '0' && X <= '9'
           : C.Name == "isspace" ? X == ' ' || (X >= 9 && X <= 13)
           : C.Name == "isalpha" ? std::isalpha(X & 0x7F)
                                 : std::isalnum(X & 0x7F);
  C.give({R, C.arg(0).From});
}
static void changeCase(NativeCall &C) {
  int X = static_cast<int>(C.integer(0, 32));
  if (X >= 0 && X < 128)
    X = C.Name == "tolower" ? std::tolower(X) : std::toupper(X);
  C.give({static_cast<uint32_t>(X), C.arg(0).From});
}

/// The text that printf would make of \p Format and the arguments from \p K on.
static std::string format(NativeCall &C, const std::string &Format, size_t K,
                          LabelSet &From) {
  std::string Out;
  for (size_t I = 0; I < Format.size(); ++I) {
    if (Format[I] != '%') {
      Out += Format[I];
      continue;
    }
    std::string Spec = "%";
    size_t J = I + 1;
    for (; J < Format.size() &&
           !std::isalpha(static_cast<unsigned char>(Format[J])) &&
           Format[J] != '%';
         ++J)
      if (Format[J] == '*')
        Spec += std::to_string(C.integer(K++, 32));
      else
        Spec += Format[J];
    bool Long = false;
    for (; J < Format.size() && llvm::StringRef("lhzjtL").contains(Format[J]);
         ++J)
      Long |= Format[J] != 'h';
    if (J >= Format.size())
      break;
    I = J;
    char Kind = Format[J];
    char Buffer[512] = "";
    if (Kind == '%') {
      Out += '%';
      continue;
    }
    From = C.M.L.unite(From, C.arg(K).From);
    if (Spec.find('$') != std::string::npos) {
      // An argument by its position: nothing of it is known.
      From = C.M.L.unite(From, C.M.Data);
    } else if (Kind == 's') {
      std::string S = textOf(C, K, From);
      std::snprintf(Buffer, sizeof(Buffer), (Spec + "s").c_str(), S.c_str());
    } else if (llvm::StringRef("fFeEgGaA").contains(Kind)) {
      std::snprintf(Buffer, sizeof(Buffer), (Spec + Kind).c_str(), C.number(K));
    } else if (Kind == 'c') {
      std::snprintf(Buffer, sizeof(Buffer), (Spec + "c").c_str(),
                    static_cast<int>(C.integer(K, 32)));
    } else if (llvm::StringRef("diuxXop").contains(Kind)) {
      long long V = C.integer(K, Long || Kind == 'p' ? 64 : 32);
      if (!Long && llvm::StringRef("uxXo").contains(Kind))
        V &= 0xFFFFFFFF;
      std::snprintf(Buffer, sizeof(Buffer),
                    (Spec + "ll" + (Kind == 'p' ? 'x' : Kind)).c_str(), V);
    }
    ++K;
    Out += Buffer;
  }
  return Out;
}
static void printInto(NativeCall &C) { // sprintf
  LabelSet From = 0;
  std::string S = format(C, textOf(C, 1, From), 2, From);
  C.M.Mem.writeText(C.arg(0).Bits, S, From);
  C.give({S.size(), From});
}
static void printSomeInto(NativeCall &C) { // snprintf
  LabelSet From = 0;
  std::string S = format(C, textOf(C, 2, From), 3, From);
  if (uint64_t Most = C.arg(1).Bits)
    C.M.Mem.writeText(C.arg(0).Bits, S.substr(0, Most - 1), From);
  C.give({S.size(), From});
}
/// sscanf for the conversions that sizes are read with.
static void scan(NativeCall &C) {
  LabelSet From = 0;
  std::string Text = textOf(C, 0, From), Format = textOf(C, 1, From);
  const char *At = Text.c_str();
  uint64_t Read = 0;
  size_t K = 2;
  for (size_t I = 0; I < Format.size(); ++I) {
    if (std::isspace(static_cast<unsigned char>(Format[I]))) {
      while (std::isspace(static_cast<unsigned char>(*At)))
        ++At;
      continue;
    }
    if (Format[I] != '%') {
      if (*At != Format[I])
        break;
      ++At;
      continue;
    }
    unsigned Bytes = 4;
    for (++I; I < Format.size() && llvm::StringRef("lhzj").contains(Format[I]);
         ++I)
      Bytes = Format[I] == 'h' ? Bytes / 2 : 8;
    if (I >= Format.size())
      break;
    char *End = nullptr;
    if (llvm::StringRef("diuxX").contains(Format[I])) {
      const int Base = Format[I] == 'i'                       ? 0
                       : Format[I] == 'x' || Format[I] == 'X' ? 16
                                                              : 10;
      long long V = std::strtoll(At, &End, Base);
      if (End == At)
        break;
      C.M.Mem.write(C.arg(K++).Bits, Bytes, {static_cast<uint64_t>(V), From});
    } else if (llvm::StringRef("fge").contains(Format[I])) {
      double V = std::strtod(At, &End);
      if (End == At)
        break;
      C.M.Mem.write(C.arg(K++).Bits, Bytes,
                    {Bytes == 8
                         ? llvm::bit_cast<uint64_t>(V)
                         : llvm::bit_cast<uint32_t>(static_cast<float>(V)),
                     From});
    } else if (Format[I] == 's') {
      while (std::isspace(static_cast<unsigned char>(*At)))
        ++At;
      const char *Last = At;
      while (*Last && !std::isspace(static_cast<unsigned char>(*Last)))
        ++Last;
      if (Last == At)
        break;
      C.M.Mem.writeText(C.arg(K++).Bits,
                        llvm::StringRef(At, static_cast<size_t>(Last - At)),
                        From);
      End = const_cast<char *>(Last);
    } else {
      break;
    }
    At = End;
    ++Read;
  }
  C.give({Read, From});
}
static void nothing(NativeCall &C) { C.give({}); }

void addTextFunctions(NativeTable &T) {
  T["atoi"] = toInt;
  T["atol"] = T["atoll"] = toLong;
  T["atof"] = toDouble;
  for (const char *Name :
       {"strtol", "strtoll", "strtoul", "strtoull", "__isoc23_strtol",
        "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull"})
    T[Name] = strToLong;
  T["strtod"] = T["strtold"] = strToDouble;
  T["strtof"] = strToFloat;
  T["strlen"] = length;
  T["strcmp"] = compare;
  T["strcasecmp"] = compareCase;
  T["strncmp"] = compareSome;
  T["strncasecmp"] = compareSomeCase;
  T["strcpy"] = T["__strcpy_chk"] = copyText;
  T["strncpy"] = T["__strncpy_chk"] = copySomeText;
  T["strcat"] = appendText;
  T["strdup"] = T["__strdup"] = duplicate;
  T["strchr"] = findChar;
  T["strrchr"] = findLastChar;
  T["strstr"] = findText;
  for (const char *Name : {"isdigit", "isspace", "isalpha", "isalnum"})
    T[Name] = characterClass;
  T["tolower"] = T["toupper"] = changeCase;
  T["sprintf"] = printInto;
  T["snprintf"] = printSomeInto;
  T["sscanf"] = T["__isoc99_sscanf"] = T["__isoc23_sscanf"] = scan;
  for (const char *Name :
       {"printf", "fprintf", "puts", "putchar", "fputs", "fputc", "putc",
        "vprintf", "vfprintf", "fflush", "perror", "fwrite_", "setbuf",
        "setvbuf", "setlocale", "vsnprintf", "vsprintf"})
    T[Name] = nothing;
}

} // namespace gpuperf::program
