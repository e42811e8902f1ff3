//===- StringFunctions.cpp - std::string and text streams in a walk ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The members of std::string that libstdc++ keeps in its library; the others
// are in the headers and are walked as the program's own code. A string is a
// pointer, a length and 16 bytes that hold short texts or the capacity.
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/ADT/bit.h"
#include <cstdlib>

namespace gpuperf::program {

static constexpr uint64_t LocalBytes = 16, MostText = 1 << 20;

namespace {
/// A std::string in the program's memory.
class Text {
public:
  Text(NativeCall &C, Address A) : M(C.M), A(A) {}

  std::string get(LabelSet &From) const {
    Address At = M.Mem.read(A, 8).Bits;
    Value Length = M.Mem.read(A + 8, 8);
    From = M.L.unite(From, Length.From);
    std::string Out;
    for (uint64_t I = 0; I < std::min(Length.Bits, MostText); ++I) {
      Value Char = M.Mem.read(At + I, 1);
      if (Char.From)
        From = M.L.unite(From, Char.From);
      Out += static_cast<char>(Char.Bits);
    }
    M.Mem.addWork(Out.size());
    return Out;
  }

  void set(const std::string &S, LabelSet From) {
    Address At = M.Mem.read(A, 8).Bits;
    uint64_t Room = At == A + LocalBytes ? LocalBytes - 1
                                         : M.Mem.read(A + LocalBytes, 8).Bits;
    if (S.size() > Room) {
      if (At != A + LocalBytes)
        M.Mem.release(At);
      Room = std::max<uint64_t>(2 * Room, S.size());
      At = M.Mem.allocate(Room + 1, Memory::Where::Heap);
      M.Mem.write(A, 8, {At, 0});
      M.Mem.write(A + LocalBytes, 8, {Room, 0});
    }
    M.Mem.writeText(At, S, From);
    M.Mem.write(A + 8, 8, {S.size(), From});
  }

private:
  Machine &M;
  Address A;
};
} // namespace

/// \p Bytes characters at an address.
static std::string charactersAt(NativeCall &C, Address At, uint64_t Bytes,
                                LabelSet &From) {
  std::string Out;
  for (uint64_t I = 0; I < std::min(Bytes, MostText); ++I) {
    Value Char = C.M.Mem.read(At + I, 1);
    if (Char.From)
      From = C.M.L.unite(From, Char.From);
    Out += static_cast<char>(Char.Bits);
  }
  C.M.Mem.addWork(Out.size());
  return Out;
}

static void create(NativeCall &C) { // (this, capacity &, old capacity)
  uint64_t Wanted = C.M.Mem.read(C.arg(1).Bits, 8).Bits, Old = C.arg(2).Bits;
  if (Wanted > Old && Wanted < 2 * Old)
    Wanted = 2 * Old;
  C.M.Mem.write(C.arg(1).Bits, 8, {Wanted, 0});
  C.give({C.M.Mem.allocate(std::min(Wanted, MostText) + 1, Memory::Where::Heap),
          0});
}

/// Puts \p With into the place of \p Count characters from \p At on.
static void replaceWith(NativeCall &C, uint64_t At, uint64_t Count,
                        const std::string &With, LabelSet From) {
  Text T(C, C.arg(0).Bits);
  std::string S = T.get(From);
  At = std::min<uint64_t>(At, S.size());
  S.replace(At, std::min<uint64_t>(Count, S.size() - At), With);
  T.set(S, From);
  C.give(C.arg(0));
}
static void replace(NativeCall &C) { // (this, at, count, text, length)
  LabelSet From = 0;
  std::string With = charactersAt(C, C.arg(3).Bits, C.arg(4).Bits, From);
  replaceWith(C, C.arg(1).Bits, C.arg(2).Bits, With, From);
}
static void replaceByChars(NativeCall &C) { // (this, at, count, times, char)
  replaceWith(C, C.arg(1).Bits, C.arg(2).Bits,
              std::string(std::min(C.arg(3).Bits, MostText),
                          static_cast<char>(C.arg(4).Bits)),
              C.arg(3).From);
}
static void mutate(NativeCall &C) { // (this, at, count, text or null, length)
  LabelSet From = 0;
  uint64_t Length = std::min(C.arg(4).Bits, MostText);
  std::string With = C.arg(3).Bits
                         ? charactersAt(C, C.arg(3).Bits, Length, From)
                         : std::string(Length, '\0');
  uint64_t Before = C.M.Mem.read(C.arg(0).Bits + 8, 8).Bits;
  replaceWith(C, C.arg(1).Bits, C.arg(2).Bits, With, From);
  // The caller sets the length itself.
  C.M.Mem.write(C.arg(0).Bits + 8, 8, {Before, 0});
}
static void append(NativeCall &C) { // (this, text, length)
  LabelSet From = 0;
  std::string More = charactersAt(C, C.arg(1).Bits, C.arg(2).Bits, From);
  replaceWith(C, ~uint64_t(0), 0, More, From);
}
static void assign(NativeCall &C) { // (this, other)
  LabelSet From = 0;
  std::string S = Text(C, C.arg(1).Bits).get(From);
  if (C.arg(0).Bits != C.arg(1).Bits)
    Text(C, C.arg(0).Bits).set(S, From);
}
static void erase(NativeCall &C) { // (this, at, count)
  replaceWith(C, C.arg(1).Bits, C.arg(2).Bits, "", 0);
}
static void resize(NativeCall &C) { // (this, length, char)
  LabelSet From = C.arg(1).From;
  Text T(C, C.arg(0).Bits);
  std::string S = T.get(From);
  S.resize(std::min(C.arg(1).Bits, MostText), static_cast<char>(C.arg(2).Bits));
  T.set(S, From);
}
static void construct(NativeCall &C) { // (this, times, char)
  Text(C, C.arg(0).Bits)
      .set(std::string(std::min(C.arg(1).Bits, MostText),
                       static_cast<char>(C.arg(2).Bits)),
           C.M.L.unite(C.arg(1).From, C.arg(2).From));
}
static void nothing(NativeCall &) {}
static void swapTexts(NativeCall &C) {
  LabelSet FromA = 0, FromB = 0;
  Text A(C, C.arg(0).Bits), B(C, C.arg(1).Bits);
  std::string S = A.get(FromA), T = B.get(FromB);
  A.set(T, FromB);
  B.set(S, FromA);
}

static void compareWithChars(NativeCall &C) { // (this, text)
  LabelSet From = 0;
  std::string A = Text(C, C.arg(0).Bits).get(From),
              B = C.M.Mem.text(C.arg(1).Bits, From);
  C.give({static_cast<uint32_t>(A.compare(B)), From});
}
static void compareWithText(NativeCall &C) { // (this, other)
  LabelSet From = 0;
  std::string A = Text(C, C.arg(0).Bits).get(From),
              B = Text(C, C.arg(1).Bits).get(From);
  C.give({static_cast<uint32_t>(A.compare(B)), From});
}
static void comparePart(NativeCall &C) { // (this, at, count, text)
  LabelSet From = 0;
  std::string A = Text(C, C.arg(0).Bits).get(From),
              B = C.Name.ends_with("PKc") ? C.M.Mem.text(C.arg(3).Bits, From)
                                          : Text(C, C.arg(3).Bits).get(From);
  A = A.substr(std::min<size_t>(C.arg(1).Bits, A.size()), C.arg(2).Bits);
  C.give({static_cast<uint32_t>(A.compare(B)), From});
}
/// (this, text, at, length): find and its relatives, told apart by name.
static void find(NativeCall &C) {
  LabelSet From = 0;
  std::string S = Text(C, C.arg(0).Bits).get(From);
  bool IsChar = C.Name.ends_with("cm") && !C.Name.contains("PKc");
  std::string What = IsChar
                         ? std::string(1, static_cast<char>(C.arg(1).Bits))
                         : charactersAt(C, C.arg(1).Bits, C.arg(3).Bits, From);
  size_t At = C.arg(2).Bits;
  size_t R =
      C.Name.contains("17find_first_not_of")  ? S.find_first_not_of(What, At)
      : C.Name.contains("16find_last_not_of") ? S.find_last_not_of(What, At)
      : C.Name.contains("13find_first_of")    ? S.find_first_of(What, At)
      : C.Name.contains("12find_last_of")     ? S.find_last_of(What, At)
      : C.Name.contains("5rfind")             ? S.rfind(What, At)
                                              : S.find(What, At);
  C.give({R, From});
}

/// std::stringbuf::_M_sync(base, get, put): the characters that can be read.
static void syncBuffer(NativeCall &C) {
  Address Buffer = C.arg(0).Bits, Base = C.arg(1).Bits;
  Value Length = C.M.Mem.read(Buffer + 80, 8);
  C.M.Mem.write(Buffer + 8, 8, {Base, 0});
  C.M.Mem.write(Buffer + 16, 8, {Base + C.arg(2).Bits, 0});
  C.M.Mem.write(Buffer + 24, 8, {Base + Length.Bits, Length.From});
}

/// The next word of a string stream; nothing if \p C's stream is none. The
/// buffer stands behind the istream, in a stringstream behind the ostream, too.
static std::optional<std::string> nextWord(NativeCall &C, LabelSet &From) {
  for (unsigned Offset : {16, 24}) {
    Address Buffer = C.arg(0).Bits + Offset;
    Address Begin = C.M.Mem.read(Buffer + 8, 8).Bits,
            Now = C.M.Mem.read(Buffer + 16, 8).Bits,
            End = C.M.Mem.read(Buffer + 24, 8).Bits;
    if (!Begin || Now < Begin || End < Now || End - Begin > MostText ||
        C.M.Mem.bytesFrom(Begin) < End - Begin)
      continue;
    std::string Rest = charactersAt(C, Now, End - Now, From);
    size_t First = Rest.find_first_not_of(" \t\r\n");
    if (First == std::string::npos)
      First = Rest.size();
    size_t Last = std::min(Rest.find_first_of(" \t\r\n", First), Rest.size());
    C.M.Mem.write(Buffer + 16, 8, {Now + Last, 0});
    return Rest.substr(First, Last - First);
  }
  return std::nullopt;
}
template <unsigned Bytes, bool Floating>
static void readNumber(NativeCall &C) { // (stream, number &)
  LabelSet From = 0;
  C.give(C.arg(0));
  std::optional<std::string> Word = nextWord(C, From);
  char *End = nullptr;
  const double Number = Word ? std::strtod(Word->c_str(), &End) : 0;
  // Where a number is read and there is none, the text came from a file.
  if (!Word || End == Word->c_str()) {
    C.M.Mem.label(C.arg(1).Bits, Bytes, C.M.Data);
    return;
  }
  uint64_t Bits =
      !Floating
          ? static_cast<uint64_t>(std::strtoll(Word->c_str(), nullptr, 10))
      : Bytes == 4 ? llvm::bit_cast<uint32_t>(static_cast<float>(Number))
                   : llvm::bit_cast<uint64_t>(Number);
  C.M.Mem.write(C.arg(1).Bits, Bytes, {Bits, From});
}
static void readWord(NativeCall &C) { // (stream, string &)
  LabelSet From = 0;
  C.give(C.arg(0));
  if (std::optional<std::string> Word = nextWord(C, From))
    Text(C, C.arg(1).Bits).set(*Word, From);
  else
    Text(C, C.arg(1).Bits).set("", C.M.Data);
}
static void sameStream(NativeCall &C) { C.give(C.arg(0)); }
/// A program is asked for what it does when its files are there.
static void isOpen(NativeCall &C) { C.give({1, 0}); }

void addStringFunctions(NativeTable &T) {
  const std::string Class = "7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
  auto put = [&](const char *Member, Native F, bool Const = false) {
    T[(Const ? "_ZNKSt" : "_ZNSt") + Class + Member] = F;
  };
  put("9_M_createERmm", create);
  put("12_M_constructEmc", construct);
  put("10_M_replaceEmmPKcm", replace);
  put("14_M_replace_auxEmmmc", replaceByChars);
  put("9_M_mutateEmmPKcm", mutate);
  put("9_M_appendEPKcm", append);
  put("9_M_assignERKS4_", assign);
  put("8_M_eraseEmm", erase);
  put("6resizeEmc", resize);
  put("7reserveEm", nothing);
  put("7reserveEv", nothing);
  put("4swapERS4_", swapTexts);
  put("7compareEPKc", compareWithChars, true);
  put("7compareERKS4_", compareWithText, true);
  put("7compareEmmPKc", comparePart, true);
  put("7compareEmmRKS4_", comparePart, true);
  for (const char *Name :
       {"4find", "5rfind", "13find_first_of", "12find_last_of",
        "17find_first_not_of", "16find_last_not_of"})
    for (const char *Arguments : {"EPKcmm", "Ecm"})
      put((std::string(Name) + Arguments).c_str(), find, true);

  T["_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE7_M_syncEPcmm"] =
      syncBuffer;
  T["_ZNSirsERi"] = readNumber<4, false>;
  T["_ZNSirsERs"] = readNumber<2, false>;
  T["_ZNSi10_M_extractIjEERSiRT_"] = readNumber<4, false>;
  T["_ZNSi10_M_extractIlEERSiRT_"] = readNumber<8, false>;
  T["_ZNSi10_M_extractImEERSiRT_"] = readNumber<8, false>;
  T["_ZNSi10_M_extractIxEERSiRT_"] = readNumber<8, false>;
  T["_ZNSi10_M_extractIyEERSiRT_"] = readNumber<8, false>;
  T["_ZNSi10_M_extractIfEERSiRT_"] = readNumber<4, true>;
  T["_ZNSi10_M_extractIdEERSiRT_"] = readNumber<8, true>;
  T["_ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__"
    "cxx1112basic_stringIS4_S5_T1_EE"] = readWord;
  T["_ZNKSt12__basic_fileIcE7is_openEv"] = isOpen;
  // What is written to a stream decides no launch.
  T["_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_"
    "PKS3_l"] = sameStream;
  for (const char *Name :
       {"_ZNSolsEi", "_ZNSolsEs", "_ZNSo3putEc", "_ZNSo5flushEv",
        "_ZNSo5writeEPKcl", "_ZNSo9_M_insertIbEERSoT_",
        "_ZNSo9_M_insertIlEERSoT_", "_ZNSo9_M_insertImEERSoT_",
        "_ZNSo9_M_insertIxEERSoT_", "_ZNSo9_M_insertIyEERSoT_",
        "_ZNSo9_M_insertIdEERSoT_", "_ZNSo9_M_insertIeEERSoT_",
        "_ZNSo9_M_insertIPKvEERSoT_"})
    T[Name] = sameStream;
}

} // namespace gpuperf::program
