//===- Memory.cpp ---------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Memory.h"
#include <algorithm>
#include <cstring>

namespace gpuperf::program {

static constexpr size_t MostObjects = size_t(1) << 22;
/// The label set of reads that no object answers (Labels' first label).
static constexpr LabelSet NotKnown = 1;

Address Memory::allocate(uint64_t Bytes, Where Place, LabelSet Content) {
  uint32_t Number;
  if (!Free.empty()) {
    Number = Free.back();
    Free.pop_back();
  } else {
    if (Objects.size() >= MostObjects)
      return 0;
    Number = static_cast<uint32_t>(Objects.size());
    Objects.emplace_back();
  }
  Object &O = Objects[Number];
  O.Bytes = std::min(Bytes, (uint64_t(1) << OffsetBits) - 1);
  O.Written = Clock;
  O.Content = Content;
  O.SizeFrom = 0;
  O.Fill = 0;
  O.Place = Place;
  O.Live = true;
  if (Place == Where::Device) {
    DeviceNow += O.Bytes;
    DevicePeak = std::max(DevicePeak, DeviceNow);
  }
  return uint64_t(Number) << OffsetBits;
}

void Memory::release(Address A) {
  Object *O = objectOf(A);
  if (!O)
    return;
  for (const auto &P : O->Near)
    PagesUsed -= P != nullptr;
  PagesUsed -= O->Far.size();
  if (O->Place == Where::Device)
    DeviceNow -= O->Bytes;
  O->Live = false;
  O->Near.clear();
  O->Far.clear();
  Free.push_back(static_cast<uint32_t>(A >> OffsetBits));
}

uint64_t Memory::bytesFrom(Address A) const {
  const Object *O = objectOf(A);
  return O && offsetOf(A) < O->Bytes ? O->Bytes - offsetOf(A) : 0;
}

bool Memory::isDevice(Address A) const {
  const Object *O = objectOf(A);
  return O && O->Place == Where::Device;
}

void Memory::setSizeFrom(Address A, LabelSet From) {
  if (Object *O = objectOf(A))
    O->SizeFrom = From;
}

LabelSet Memory::sizeFrom(Address A) const {
  const Object *O = objectOf(A);
  return O ? O->SizeFrom : 0;
}

Memory::Page *Memory::find(Object &O, uint64_t Number) const {
  if (Number < MostNear)
    return Number < O.Near.size() ? O.Near[Number].get() : nullptr;
  auto It = O.Far.find(Number);
  return It == O.Far.end() ? nullptr : It->second.get();
}

Memory::Page *Memory::make(Object &O, uint64_t Number) {
  std::unique_ptr<Page> *Slot;
  if (Number < MostNear) {
    if (Number >= O.Near.size())
      O.Near.resize(Number + 1);
    Slot = &O.Near[Number];
  } else {
    Slot = &O.Far[Number];
  }
  if (!*Slot) {
    if (PagesUsed >= MostPages) {
      Full = true;
      return nullptr;
    }
    ++PagesUsed;
    *Slot = std::make_unique<Page>();
    Page &P = **Slot;
    P.Bytes = static_cast<unsigned>(std::min<uint64_t>(PageBytes, O.Bytes));
    P.Data = std::make_unique<uint8_t[]>(P.Bytes);
    if (O.Fill)
      std::memset(P.Data.get(), O.Fill, P.Bytes);
  }
  return Slot->get();
}

void Memory::setLabel(Page &P, const Object &O, unsigned Offset, unsigned Bytes,
                      LabelSet From) {
  if (!P.From) {
    if (From == O.Content)
      return;
    P.From = std::make_unique<LabelSet[]>(P.words());
    std::fill_n(P.From.get(), P.words(), O.Content);
  }
  for (unsigned W = Offset / 4, E = (Offset + Bytes - 1) / 4; W <= E; ++W) {
    // A write of a part of a word leaves the rest's labels.
    bool Whole = W * 4 >= Offset && W * 4 + 4 <= Offset + Bytes;
    LabelSet &Word = P.From[W];
    Word = Whole || Bytes < 4 ? From : L.unite(Word, From);
  }
}

Value Memory::read(Address A, unsigned Bytes) {
  Object *O = objectOf(A);
  uint64_t Offset = offsetOf(A);
  if (!O || Offset + Bytes > O->Bytes)
    return {0, NotKnown};
  unsigned In = Offset & (PageBytes - 1);
  if (In + Bytes > PageBytes) {
    Value V;
    for (unsigned I = 0; I < Bytes; ++I) {
      Value Byte = read(A + I, 1);
      V.Bits |= Byte.Bits << (8 * I);
      V.From = L.unite(V.From, Byte.From);
    }
    return V;
  }
  Page *P = find(*O, Offset >> PageBits);
  if (!P) {
    Value V{0, O->Content};
    if (O->Fill)
      std::memset(&V.Bits, O->Fill, Bytes);
    return V;
  }
  Value V;
  std::memcpy(&V.Bits, P->Data.get() + In, Bytes);
  if (P->From) {
    V.From = P->From[In / 4];
    if (Bytes == 8)
      V.From = L.unite(V.From, P->From[(In + 7) / 4]);
  } else {
    V.From = O->Content;
  }
  return V;
}

void Memory::write(Address A, unsigned Bytes, Value V) {
  Object *O = objectOf(A);
  uint64_t Offset = offsetOf(A);
  if (!O || Offset + Bytes > O->Bytes)
    return;
  O->Written = Clock;
  O->Marked = 0;
  unsigned In = Offset & (PageBytes - 1);
  if (In + Bytes > PageBytes) {
    for (unsigned I = 0; I < Bytes; ++I)
      write(A + I, 1, {(V.Bits >> (8 * I)) & 0xFF, V.From});
    return;
  }
  Page *P = make(*O, Offset >> PageBits);
  if (!P)
    return;
  std::memcpy(P->Data.get() + In, &V.Bits, Bytes);
  if (P->From || V.From != O->Content)
    setLabel(*P, *O, In, Bytes, V.From);
}

/// Copies what lies in one page on both sides; returns how many bytes, 0 where
/// the words of the two sides do not agree.
uint64_t Memory::copyInPage(Object &To, uint64_t ToOffset, Object &From,
                            uint64_t FromOffset, uint64_t Bytes) {
  constexpr uint64_t Least = 64; // fewer are copied word by word
  const auto InTo = static_cast<unsigned>(ToOffset & (PageBytes - 1)),
             InFrom = static_cast<unsigned>(FromOffset & (PageBytes - 1));
  const auto N = static_cast<unsigned>(
      std::min<uint64_t>(Bytes, PageBytes - std::max(InTo, InFrom)));
  if (N < Least || (InTo & 3) != 0 || (InFrom & 3) != 0)
    return 0;
  Page *Target = make(To, ToOffset >> PageBits);
  if (!Target)
    return N;
  To.Written = Clock;
  To.Marked = 0;
  const Page *Source = find(From, FromOffset >> PageBits);
  if (Source)
    std::memcpy(Target->Data.get() + InTo, Source->Data.get() + InFrom, N);
  else
    std::memset(Target->Data.get() + InTo, From.Fill, N);
  const bool Labels = Source && Source->From;
  if (!Labels && !Target->From && From.Content == To.Content)
    return N;
  if (!Target->From) {
    Target->From = std::make_unique<LabelSet[]>(Target->words());
    std::fill_n(Target->From.get(), Target->words(), To.Content);
  }
  const unsigned Words = (N + 3) / 4;
  if (Labels)
    std::copy_n(Source->From.get() + InFrom / 4, Words,
                Target->From.get() + InTo / 4);
  else
    std::fill_n(Target->From.get() + InTo / 4, Words, From.Content);
  return N;
}

void Memory::copy(Address To, Address From, uint64_t Bytes) {
  Object *T = objectOf(To), *F = objectOf(From);
  if (!T || offsetOf(To) >= T->Bytes)
    return;
  Bytes = std::min(Bytes, T->Bytes - offsetOf(To));
  if (!F || offsetOf(From) >= F->Bytes) {
    label(To, Bytes, NotKnown);
    return;
  }
  uint64_t There = F->Bytes - offsetOf(From);
  if (Bytes > There) {
    label(To + There, Bytes - There, NotKnown);
    Bytes = There;
  }
  // Of a large piece only those pages are copied that were ever written.
  constexpr uint64_t Small = 1 << 16;
  bool Backwards = T == F && To > From;
  auto copyPart = [&](uint64_t Begin, uint64_t End) {
    uint64_t N = End - Begin;
    Work += N / 64;
    for (uint64_t I = 0; I < N;) {
      if (T != F) {
        uint64_t Done = copyInPage(*T, offsetOf(To) + Begin + I, *F,
                                   offsetOf(From) + Begin + I, N - I);
        I += Done;
        if (Done)
          continue;
      }
      uint64_t At = Backwards ? N - 1 - I : I;
      uint64_t Left = N - I;
      bool Words = !Backwards && Left >= 8 && ((To + Begin + At) & 3) == 0;
      unsigned Step = Words ? 8 : 1;
      write(To + Begin + At, Step, read(From + Begin + At, Step));
      I += Step;
    }
  };
  if (Bytes <= Small || T == F) {
    copyPart(0, std::min<uint64_t>(Bytes, 1 << 22));
    if (Bytes > (1 << 22))
      label(To + (1 << 22), Bytes - (1 << 22), NotKnown);
    return;
  }
  T->Written = Clock;
  T->Marked = 0;
  if (offsetOf(To) == 0 && Bytes == T->Bytes) {
    for (const auto &P : T->Near)
      PagesUsed -= P != nullptr;
    PagesUsed -= T->Far.size();
    T->Near.clear();
    T->Far.clear();
    T->Content = F->Content;
    T->Fill = F->Fill;
  }
  uint64_t Copied = 0;
  constexpr uint64_t MostCopied = 1 << 24;
  auto copyPage = [&](uint64_t Number) {
    uint64_t Begin = Number << PageBits, End = Begin + PageBytes;
    uint64_t First = offsetOf(From);
    Begin = std::max(Begin, First);
    End = std::min(End, First + Bytes);
    if (Begin >= End || (Copied += End - Begin) > MostCopied)
      return;
    copyPart(Begin - First, End - First);
  };
  for (uint64_t N = 0; N < F->Near.size(); ++N)
    if (F->Near[N])
      copyPage(N);
  std::vector<uint64_t> Numbers;
  for (const auto &Entry : F->Far)
    Numbers.push_back(Entry.first);
  std::sort(Numbers.begin(), Numbers.end());
  for (uint64_t N : Numbers)
    copyPage(N);
}

void Memory::fill(Address To, uint8_t Byte, LabelSet From, uint64_t Bytes) {
  Object *O = objectOf(To);
  if (!O || offsetOf(To) >= O->Bytes)
    return;
  Bytes = std::min(Bytes, O->Bytes - offsetOf(To));
  O->Written = Clock;
  O->Marked = 0;
  if (offsetOf(To) == 0 && Bytes == O->Bytes && Bytes > PageBytes) {
    for (const auto &P : O->Near)
      PagesUsed -= P != nullptr;
    PagesUsed -= O->Far.size();
    O->Near.clear();
    O->Far.clear();
    O->Fill = Byte;
    O->Content = From;
    return;
  }
  uint64_t Word = 0x0101010101010101ULL * Byte;
  auto fillPart = [&](uint64_t Begin, uint64_t End) {
    Work += (End - Begin) / 16;
    for (uint64_t I = Begin; I < End;) {
      unsigned Step = End - I >= 8 && ((To + I) & 3) == 0 ? 8 : 1;
      write(To + I, Step, {Step == 8 ? Word : Byte, From});
      I += Step;
    }
  };
  constexpr uint64_t MostWritten = 1 << 22;
  fillPart(0, std::min(Bytes, MostWritten));
  if (Bytes <= MostWritten)
    return;
  // Of the rest only the pages that exist can be filled.
  if (O->Fill != Byte || O->Content != From)
    label(To + MostWritten, Bytes - MostWritten, NotKnown);
  const uint64_t First = offsetOf(To);
  auto fillPage = [&](uint64_t Number) {
    uint64_t Begin = std::max(Number << PageBits, First + MostWritten),
             End = std::min((Number + 1) << PageBits, First + Bytes);
    if (Begin < End)
      fillPart(Begin - First, End - First);
  };
  for (uint64_t N = (First + MostWritten) >> PageBits; N < O->Near.size(); ++N)
    if (O->Near[N])
      fillPage(N);
  for (const auto &Entry : O->Far)
    fillPage(Entry.first);
}

void Memory::label(Address A, uint64_t Bytes, LabelSet From) {
  Object *O = objectOf(A);
  if (!O || offsetOf(A) >= O->Bytes || From == 0)
    return;
  Bytes = std::min(Bytes, O->Bytes - offsetOf(A));
  const bool Whole = Bytes == O->Bytes;
  // A loop of launches marks the same array over and over.
  if (Whole && O->Marked == From)
    return;
  O->Written = Clock;
  if (Bytes > PageBytes) {
    // Most of a large object: what is written stays as a number. Where nothing
    // was ever written the whole object counts as marked.
    const uint64_t First = offsetOf(A) >> PageBits,
                   Last = (offsetOf(A) + Bytes - 1) >> PageBits;
    O->Content = L.unite(O->Content, From);
    auto mark = [&](Page &P) {
      Work += P.words() / 64;
      if (P.From)
        for (unsigned W = 0; W < P.words(); ++W)
          P.From[W] = L.unite(P.From[W], From);
    };
    for (uint64_t N = First; N < O->Near.size() && N <= Last; ++N)
      if (O->Near[N])
        mark(*O->Near[N]);
    for (auto &Entry : O->Far)
      if (Entry.first >= First && Entry.first <= Last)
        mark(*Entry.second);
    O->Marked = Whole ? From : 0;
    return;
  }
  Bytes = std::min<uint64_t>(Bytes, 1 << 20);
  for (uint64_t I = 0; I < Bytes;) {
    unsigned Step = Bytes - I >= 4 && ((A + I) & 3) == 0 ? 4 : 1;
    Value V = read(A + I, Step);
    V.From = L.unite(V.From, From);
    write(A + I, Step, V);
    I += Step;
  }
  O->Marked = Whole ? From : 0;
}

std::string Memory::text(Address A, LabelSet &From, size_t Most) {
  std::string Out;
  for (size_t I = 0; I < Most; ++I) {
    Value C = read(A + I, 1);
    From = L.unite(From, C.From);
    if (C.Bits == 0)
      break;
    Out.push_back(static_cast<char>(C.Bits));
  }
  Work += Out.size() / 4;
  return Out;
}

void Memory::writeText(Address A, llvm::StringRef Text, LabelSet From) {
  for (size_t I = 0; I < Text.size(); ++I)
    write(A + I, 1, {static_cast<uint8_t>(Text[I]), From});
  write(A + Text.size(), 1, {0, From});
}

void Memory::forEachWritten(uint64_t Since,
                            llvm::function_ref<void(Address, uint64_t)> F) {
  for (size_t N = 1; N < Objects.size(); ++N)
    if (Objects[N].Live && Objects[N].Written >= Since)
      F(uint64_t(N) << OffsetBits, Objects[N].Bytes);
}

} // namespace gpuperf::program
