//===- LoopSkip.cpp - Loops that are not executed to their end ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three iterations in a row, or three groups of as many iterations as it takes
// until the program does the same to the GPU again, are recorded: the values
// that the loop carries, the words of small objects that it writes, and the
// operands of the comparisons that can leave it. What changes by the same
// amount each time is taken to go on so. The comparison that is fulfilled first
// tells how many iterations are left; all that changes evenly is moved there
// but for the last iteration, which is executed, and all else that the loop
// writes is labelled as data.
//
//===----------------------------------------------------------------------===//

#include "plugin/program/machine/Frame.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace llvm;

namespace gpuperf::program {

/// Larger objects are arrays: their contents are data.
static constexpr uint64_t SmallObject = 512;
static constexpr size_t MostWords = 4096;
static constexpr unsigned MostLooks = 12;
/// The most iterations that are looked at together.
static constexpr unsigned MostTogether = 4;

IterationState LoopSkip::record() {
  Machine::Activation &A = F.Loops.back();
  const LoopCode &Loop = F.Code.Loops[A.Loop];
  IterationState S;
  S.FirstEvent = M.Events.size();
  for (Operand Phi : Loop.Phis)
    S.Phis.push_back(M.Stack[F.Base + Phi]);
  M.Mem.forEachWritten(A.FirstClock, [&](Address Start, uint64_t Bytes) {
    if (Bytes > SmallObject || S.Words.size() > MostWords)
      return;
    for (uint64_t I = 0; I + 4 <= Bytes;) {
      unsigned Step = Bytes - I >= 8 && I % 8 == 0 ? 8 : 4;
      S.Words.emplace_back(Start + I, M.Mem.read(Start + I, Step));
      I += Step;
    }
  });
  return S;
}

void LoopSkip::atExit(uint32_t OpNumber) {
  Machine::Activation &A = F.Loops.back();
  const Op &Branch = F.Code.Ops[OpNumber];
  // The comparison is the operation that made the condition; it stands before.
  const uint32_t Farthest = OpNumber - std::min<uint32_t>(OpNumber, 63);
  for (uint32_t N = OpNumber; N > Farthest; --N) {
    const Op &O = F.Code.Ops[N - 1];
    if (O.To != Branch.A || O.Code != OpCode::Compare)
      continue;
    auto get = [&](Operand Op) {
      return Op >= 0 ? M.Stack[F.Base + Op] : F.Code.Constants[~Op];
    };
    A.Seen.back().Compared[OpNumber] = {get(O.A), get(O.B)};
    return;
  }
}

void LoopSkip::atIteration() {
  Machine::Activation &A = F.Loops.back();
  if (!A.Seen.empty() && ++A.Passed < A.Together)
    return;
  A.Passed = 0;
  if (A.Seen.size() == 3) {
    A.Seen.push_back(record());
    skip();
    A.Seen.clear();
    ++A.Looks;
    uint64_t Used = M.Steps - A.FirstStep;
    A.NextLook = M.Steps + std::max(Used, M.loopBudget());
    if (A.Looks > MostLooks || Used > M.Limits.Steps / 4)
      A.Leave = true;
    return;
  }
  A.Seen.push_back(record());
}

void LoopSkip::lookBeforeLeaving() {
  Machine::Activation &A = F.Loops.back();
  if (!A.BeforeLeaving)
    A.BeforeLeaving = record();
}

void LoopSkip::leaveByData() {
  Machine::Activation &A = F.Loops.back();
  if (!A.BeforeLeaving)
    return;
  const IterationState Before = std::move(*A.BeforeLeaving), Now = record();
  A.BeforeLeaving.reset();
  const LabelSet NotKnown =
      M.L.add(Label::Kind::Data, "what a loop counts until data ends it");
  const LoopCode &Loop = F.Code.Loops[A.Loop];
  for (size_t K = 0; K < Loop.Phis.size(); ++K)
    if (Value &V = M.Stack[F.Base + Loop.Phis[K]];
        V.Bits != Before.Phis[K].Bits)
      V.From = M.L.unite(V.From, NotKnown);
  llvm::DenseMap<Address, Value> Words;
  for (const auto &[At, V] : Before.Words)
    Words[At] = V;
  for (auto [At, V] : Now.Words) {
    const auto Was = Words.find(At);
    if (Was == Words.end() || Was->second.Bits == V.Bits)
      continue;
    const unsigned Bytes =
        Memory::offsetOf(At) % 8 == 0 && M.Mem.bytesFrom(At) >= 8 ? 8 : 4;
    // Two numbers of four bytes may stand side by side, one of them the same.
    for (unsigned Byte = 0; Byte < Bytes; Byte += 4) {
      const bool Changed =
          static_cast<uint32_t>(V.Bits >> (8 * Byte)) !=
          static_cast<uint32_t>(Was->second.Bits >> (8 * Byte));
      if (Changed)
        M.Mem.label(At + Byte, 4, NotKnown);
    }
  }
}

bool LoopSkip::sameEvents() const {
  const Machine::Activation &A = F.Loops.back();
  auto part = [&](size_t K) {
    return ArrayRef<Event>(M.Events).slice(
        A.Seen[K].FirstEvent, A.Seen[K + 1].FirstEvent - A.Seen[K].FirstEvent);
  };
  return part(1).equals(part(2)) && part(0).equals(part(1));
}

/// After how many steps from (X, Y) with (DX, DY) each the comparison changes
/// its answer; nothing if it does not.
static std::optional<uint64_t> stepsUntil(unsigned Predicate, unsigned Bits,
                                          Value A, Value B, int64_t DA,
                                          int64_t DB) {
  auto wide = [&](Value V) -> __int128 {
    if (CmpInst::isUnsigned(static_cast<CmpInst::Predicate>(Predicate)))
      return V.Bits;
    return Bits >= 64
               ? static_cast<int64_t>(V.Bits)
               : static_cast<int64_t>(V.Bits << (64 - Bits)) >> (64 - Bits);
  };
  __int128 Gap = wide(A) - wide(B), Change = static_cast<__int128>(DA) - DB;
  if (Change == 0)
    return std::nullopt;
  __int128 N = 0;
  switch (Predicate) {
  case CmpInst::ICMP_EQ:
  case CmpInst::ICMP_NE:
    // The gap becomes zero (or, from zero, leaves it at once).
    if (Gap == 0)
      return 1;
    if (-Gap % Change != 0 || -Gap / Change < 0)
      return std::nullopt;
    N = -Gap / Change;
    break;
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT: // true while Gap < 0
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    if (Gap < 0)
      N = Change > 0 ? (-Gap + Change - 1) / Change : -1;
    else
      N = Change < 0 ? Gap / -Change + 1 : -1;
    break;
  default: // SLE, ULE, SGT, UGT: the border lies between 0 and 1
    if (Gap <= 0)
      N = Change > 0 ? -Gap / Change + 1 : -1;
    else
      N = Change < 0 ? (Gap - Change - 1) / -Change : -1;
    break;
  }
  if (N < 0 || N > (__int128(1) << 62))
    return std::nullopt;
  return static_cast<uint64_t>(N);
}

std::optional<uint64_t> LoopSkip::iterationsLeft() const {
  const Machine::Activation &A = F.Loops.back();
  std::optional<uint64_t> Least;
  for (const auto &[Number, Last] : A.Seen[2].Compared) {
    auto Before = A.Seen[1].Compared.find(Number);
    auto First = A.Seen[0].Compared.find(Number);
    if (Before == A.Seen[1].Compared.end() || First == A.Seen[0].Compared.end())
      continue;
    auto delta = [](const Value &X, const Value &Y) {
      return static_cast<int64_t>(Y.Bits - X.Bits);
    };
    int64_t DA = delta(Before->second.first, Last.first),
            DB = delta(Before->second.second, Last.second);
    if (DA != delta(First->second.first, Before->second.first) ||
        DB != delta(First->second.second, Before->second.second))
      continue;
    const Op &Branch = F.Code.Ops[Number];
    const auto *Cmp =
        dyn_cast<ICmpInst>(cast<BranchInst>(Branch.I)->getCondition());
    if (!Cmp)
      continue;
    unsigned Bits = Cmp->getOperand(0)->getType()->isIntegerTy()
                        ? Cmp->getOperand(0)->getType()->getIntegerBitWidth()
                        : 64;
    if (Bits > 64)
      continue;
    if (Bits < 64) { // a difference of narrow numbers
      DA = static_cast<int64_t>(static_cast<uint64_t>(DA) << (64 - Bits)) >>
           (64 - Bits);
      DB = static_cast<int64_t>(static_cast<uint64_t>(DB) << (64 - Bits)) >>
           (64 - Bits);
    }
    auto N =
        stepsUntil(Cmp->getPredicate(), Bits, Last.first, Last.second, DA, DB);
    if (N && (!Least || *N < *Least))
      Least = N;
  }
  return Least;
}

void LoopSkip::skip() {
  Machine::Activation &A = F.Loops.back();
  bool HasEvents = A.Seen[0].FirstEvent != M.Events.size();
  if (HasEvents && !sameEvents()) {
    A.Together = A.Together % MostTogether + 1;
    return;
  }
  std::optional<uint64_t> Left = iterationsLeft();
  if (!Left)
    return;
  // The comparison was seen in the iteration that has just ended: one of those
  // left begins now, and the last one is executed. Where iterations are looked
  // at together, all this is said of their groups.
  if (*Left < 4)
    return;
  uint64_t Skipped = *Left - 2;
  if (HasEvents) {
    size_t First = A.Seen[2].FirstEvent, Last = A.Seen[3].FirstEvent;
    for (size_t I = First; I < Last; ++I) {
      Event E = M.Events[I];
      E.Count *= Skipped;
      M.Events.push_back(E);
    }
  }
  repeatRareEvents(Skipped * A.Together);
  A.Iterations += Skipped * A.Together;
  advance(Skipped);
}

/// What happens in some iterations only (every hundredth step is written)
/// happens as often in those that are skipped; what happened once or twice does
/// not belong to all of the loop.
void LoopSkip::repeatRareEvents(uint64_t Skipped) {
  constexpr uint64_t LeastRepeats = 3;
  const Machine::Activation &A = F.Loops.back();
  auto since = [&](size_t First, size_t Last) {
    return ArrayRef<Event>(M.Events).slice(First, Last - First);
  };
  std::map<uint32_t, uint64_t> Rare;
  for (const Event &E : since(A.FirstEvent, A.Seen[0].FirstEvent))
    Rare[E.What] += E.Count;
  for (const Event &E : since(A.Seen[0].FirstEvent, A.Seen[3].FirstEvent))
    Rare.erase(E.What);
  for (auto [What, Count] : Rare)
    if (Count >= LeastRepeats)
      M.Events.push_back(
          {What, static_cast<uint64_t>(static_cast<__int128>(Count) * Skipped /
                                       A.Iterations)});
}

void LoopSkip::advance(uint64_t Iterations) {
  Machine::Activation &A = F.Loops.back();
  const LoopCode &Loop = F.Code.Loops[A.Loop];
  const LabelSet NotKnown = M.L.add(Label::Kind::Data, "what a loop computes");
  // Moves V on if it changed evenly; else it is not known any more.
  auto moved = [&](const Value &V0, const Value &V1, const Value &V2,
                   const Value &V3, unsigned Bytes) {
    Value R = V3;
    if (V1.Bits == V2.Bits && V2.Bits == V3.Bits) {
      R.From = V3.From;
      return R;
    }
    if (Bytes == 0 || V3.Bits - V2.Bits != V2.Bits - V1.Bits ||
        V2.Bits - V1.Bits != V1.Bits - V0.Bits) {
      // A narrow number may have wrapped in its upper bits only.
      uint64_t Mask = Bytes == 4 ? 0xFFFFFFFFu : ~uint64_t(0);
      if (Bytes != 4 ||
          ((V3.Bits - V2.Bits) & Mask) != ((V2.Bits - V1.Bits) & Mask) ||
          ((V2.Bits - V1.Bits) & Mask) != ((V1.Bits - V0.Bits) & Mask)) {
        R.From = M.L.unite(R.From, NotKnown);
        return R;
      }
    }
    R.Bits = V3.Bits + (V3.Bits - V2.Bits) * Iterations;
    if (Bytes && Bytes < 8)
      R.Bits &= (uint64_t(1) << (8 * Bytes)) - 1;
    return R;
  };
  for (size_t K = 0; K < Loop.Phis.size(); ++K)
    M.Stack[F.Base + Loop.Phis[K]] =
        moved(A.Seen[0].Phis[K], A.Seen[1].Phis[K], A.Seen[2].Phis[K],
              A.Seen[3].Phis[K], Loop.PhiBytes[K]);

  llvm::DenseMap<Address, Value> W0, W1, W2;
  for (const auto &[At, V] : A.Seen[0].Words)
    W0[At] = V;
  for (const auto &[At, V] : A.Seen[1].Words)
    W1[At] = V;
  for (const auto &[At, V] : A.Seen[2].Words)
    W2[At] = V;
  for (const auto &[At, V] : A.Seen[3].Words) {
    if (!W2.count(At) || !W1.count(At) || !W0.count(At))
      continue;
    const Value &V0 = W0[At], &V1 = W1[At], &V2 = W2[At];
    if (V.Bits == V2.Bits && V2.Bits == V1.Bits)
      continue;
    unsigned Bytes =
        Memory::offsetOf(At) % 8 == 0 && M.Mem.bytesFrom(At) >= 8 ? 8 : 4;
    // Two numbers of four bytes that stand side by side change by themselves.
    bool Even = V.Bits - V2.Bits == V2.Bits - V1.Bits &&
                V2.Bits - V1.Bits == V1.Bits - V0.Bits;
    if (Bytes == 8 && (!Even || (V.Bits ^ V2.Bits) >> 32 == 0)) {
      for (unsigned Half = 0; Half < 2; ++Half) {
        auto part = [&](const Value &X) {
          return Value{(X.Bits >> (32 * Half)) & 0xFFFFFFFFu, X.From};
        };
        // A pointer or a size of eight bytes carries into its upper half.
        if (Half == 0 && Even) {
          Value R = moved(V0, V1, V2, V, 8);
          M.Mem.write(At, 8, R);
          break;
        }
        if (part(V).Bits == part(V2).Bits && part(V2).Bits == part(V1).Bits)
          continue;
        M.Mem.write(At + 4 * Half, 4,
                    moved(part(V0), part(V1), part(V2), part(V), 4));
      }
      continue;
    }
    M.Mem.write(At, Bytes, moved(V0, V1, V2, V, Bytes));
  }
  // Arrays that the loop was filling.
  const LabelSet Content =
      M.L.add(Label::Kind::Data, "what a loop writes to an array");
  M.Mem.forEachWritten(A.FirstClock, [&](Address Start, uint64_t Bytes) {
    if (Bytes > SmallObject)
      M.Mem.label(Start, Bytes, Content);
  });
}

} // namespace gpuperf::program
