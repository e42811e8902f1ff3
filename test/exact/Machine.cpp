//===- Machine.cpp --------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/Machine.h"
#include <bit>
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>

using namespace gpuperf;
using namespace gpuperf::exact;

/// Reserved per thread; only what is used is ever given out by the system.
static constexpr size_t StackBytes = size_t(256) << 10;

struct Machine::Fiber {
  ucontext_t Context;
  State At = State::Done;
  /// What it handed in at its exchanges: the one before may still be read by
  /// others while it is at the next.
  uint64_t Values[2] = {0, 0};
  uint64_t Mask = 0;
  uint64_t Present = 0; ///< lanes that took part in the last exchange
  unsigned Exchanges = 0;
};

struct Machine::Pool {
  explicit Pool(size_t Bytes) : Bytes(Bytes) {
    Memory = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  ~Pool() {
    if (Memory != MAP_FAILED)
      munmap(Memory, Bytes);
  }
  void *Memory;
  size_t Bytes;
  ucontext_t Scheduler;
};

Machine::Machine(const Dim3 &Grid, const Dim3 &Block, unsigned WarpThreads)
    : WarpThreads(WarpThreads), Grid(Grid), Block(Block),
      Threads(static_cast<unsigned>(Block.count())), Traces(Threads),
      Copies(Threads), Fibers(Threads),
      Stacks(std::make_unique<Pool>(size_t(Threads) * StackBytes)) {}
Machine::~Machine() = default;

uint32_t Machine::read(Register R) const {
  uint64_t V = 0;
  switch (R) {
  case Register::TidX:
    V = Current % Block.X;
    break;
  case Register::TidY:
    V = Current / Block.X % Block.Y;
    break;
  case Register::TidZ:
    V = Current / (Block.X * Block.Y);
    break;
  case Register::CtaidX:
    V = Ctaid.X;
    break;
  case Register::CtaidY:
    V = Ctaid.Y;
    break;
  case Register::CtaidZ:
    V = Ctaid.Z;
    break;
  case Register::NtidX:
    V = Block.X;
    break;
  case Register::NtidY:
    V = Block.Y;
    break;
  case Register::NtidZ:
    V = Block.Z;
    break;
  case Register::NctaidX:
    V = Grid.X;
    break;
  case Register::NctaidY:
    V = Grid.Y;
    break;
  case Register::NctaidZ:
    V = Grid.Z;
    break;
  case Register::LaneId:
    V = Current % WarpThreads;
    break;
  case Register::WarpSize:
    V = WarpThreads;
    break;
  }
  return static_cast<uint32_t>(V);
}

void Machine::pause(State Why) {
  Fiber &F = Fibers[Current];
  F.At = Why;
  swapcontext(&F.Context, &Stacks->Scheduler);
}

void Machine::barrier() { pause(State::AtBarrier); }

unsigned Machine::handIn(uint64_t Value, uint64_t Mask) {
  Fiber &F = Fibers[Current];
  const unsigned Slot = F.Exchanges++ % 2;
  F.Values[Slot] = Value;
  F.Mask = Mask;
  pause(State::AtExchange);
  return Slot;
}

std::optional<uint64_t> Machine::take(uint64_t Value, int From) {
  const unsigned Slot = handIn(Value, ~uint64_t(0));
  const uint64_t Members = Fibers[Current].Present;
  if (From < 0 || !(Members >> (static_cast<unsigned>(From) % WarpThreads) & 1))
    return std::nullopt;
  const unsigned First = Current - Current % WarpThreads;
  return Fibers[First + static_cast<unsigned>(From) % WarpThreads].Values[Slot];
}

uint64_t Machine::takeFirst(uint64_t Value) {
  const unsigned Slot = handIn(Value, ~uint64_t(0));
  const unsigned First = Current - Current % WarpThreads;
  const auto Lane =
      static_cast<unsigned>(std::countr_zero(Fibers[Current].Present));
  return Fibers[First + Lane].Values[Slot];
}

uint64_t Machine::exchange(Exchange Kind, uint64_t Mask, uint64_t Value,
                           uint32_t Operand, uint32_t Clamp) {
  if (Kind == Exchange::FromLane) // Lanes that are not there, or off, give 0.
    return take(Value, static_cast<int>(Operand % WarpThreads)).value_or(0);
  Fiber &F = Fibers[Current];
  const unsigned Slot = handIn(Value, Mask);
  unsigned Lane = Current % WarpThreads, First = Current - Lane;
  // Votes.
  uint64_t Ballot = 0, Members = F.Present;
  for (unsigned L = 0; L < WarpThreads; ++L)
    if (Members >> L & 1 && Fibers[First + L].Values[Slot] & 1)
      Ballot |= uint64_t(1) << L;
  switch (Kind) {
  case Exchange::Sync:
    return 0;
  case Exchange::All:
    return Ballot == Members;
  case Exchange::Any:
    return Ballot != 0;
  case Exchange::Uniform:
    return Ballot == 0 || Ballot == Members;
  case Exchange::Ballot:
    return Ballot;
  case Exchange::ActiveMask:
    return Members;
  default:
    break;
  }
  // Shuffles, as the PTX manual defines them.
  unsigned Segment = Clamp >> 8 & 31, Limit = Clamp & 31, By = Operand & 31;
  unsigned Most = (Lane & Segment) | (Limit & ~Segment & 31);
  unsigned Least = Lane & Segment;
  int From = static_cast<int>(Lane);
  bool Inside = true;
  if (Kind == Exchange::ShuffleUp) {
    From -= static_cast<int>(By);
    Inside = From >= static_cast<int>(Most);
  } else {
    if (Kind == Exchange::ShuffleDown)
      From += static_cast<int>(By);
    else if (Kind == Exchange::ShuffleXor)
      From ^= static_cast<int>(By);
    else
      From = static_cast<int>(Least | (By & ~Segment & 31));
    Inside = From <= static_cast<int>(Most);
  }
  if (!Inside || First + static_cast<unsigned>(From) >= Threads)
    From = static_cast<int>(Lane);
  return Fibers[First + static_cast<unsigned>(From)].Values[Slot];
}

std::array<uint64_t, 32> Machine::gather(uint64_t Value) {
  const unsigned Slot = handIn(Value, ~uint64_t(0));
  const unsigned First = Current - Current % WarpThreads;
  std::array<uint64_t, 32> All{};
  for (unsigned L = 0; L < All.size() && First + L < Threads; ++L)
    All[L] = Fibers[First + L].Values[Slot];
  return All;
}

void Machine::copyLater(void *To, const void *From, uint32_t Bytes,
                        uint32_t Zeros) {
  auto &Groups = Copies[Current];
  if (Groups.empty())
    Groups.emplace_back();
  Groups.back().push_back({To, From, Bytes, Zeros});
}

void Machine::endCopyGroup() {
  if (Copies[Current].empty())
    Copies[Current].emplace_back();
  Copies[Current].emplace_back();
}

void Machine::finishCopies(uint32_t Left) {
  auto &Groups = Copies[Current];
  const size_t Ended = Groups.empty() ? 0 : Groups.size() - 1;
  for (size_t G = 0; G + Left < Ended; ++G) {
    for (const Copy &C : Groups[G]) {
      memcpy(C.To, C.From, C.Bytes);
      memset(static_cast<char *>(C.To) + C.Bytes, 0, C.Zeros);
    }
    Groups[G].clear();
  }
}

void Machine::start(unsigned High, unsigned Low) {
  auto *M = reinterpret_cast<Machine *>(uint64_t(High) << 32 | Low);
  (*M->Body)();
  M->Fibers[M->Current].At = State::Done;
  setcontext(&M->Stacks->Scheduler);
}

void Machine::resume(unsigned Thread) {
  Current = Thread;
  swapcontext(&Stacks->Scheduler, &Fibers[Thread].Context);
}

/// Lets go whoever need not wait any longer; false if there is no one.
bool Machine::releaseWaiting() {
  bool Any = false;
  for (unsigned First = 0; First < Threads; First += WarpThreads) {
    unsigned End = std::min(First + WarpThreads, Threads);
    for (unsigned T = First; T < End; ++T) {
      if (Fibers[T].At != State::AtExchange)
        continue;
      // All lanes that it names have come to an exchange or are gone.
      bool Complete = true;
      for (unsigned O = First; O < End; ++O)
        if (Fibers[T].Mask >> (O - First) & 1)
          Complete &=
              Fibers[O].At == State::AtExchange || Fibers[O].At == State::Done;
      if (!Complete)
        continue;
      uint64_t Present = 0;
      for (unsigned O = First; O < End; ++O)
        if (Fibers[T].Mask >> (O - First) & 1 &&
            Fibers[O].At == State::AtExchange)
          Present |= uint64_t(1) << (O - First);
      for (unsigned O = First; O < End; ++O)
        if (Present >> (O - First) & 1)
          Fibers[O].At = State::Ready, Fibers[O].Present = Present, Any = true;
    }
  }
  if (Any)
    return true;
  for (const Fiber &F : Fibers)
    if (F.At == State::AtExchange)
      return false;
  for (Fiber &F : Fibers)
    if (F.At == State::AtBarrier)
      F.At = State::Ready, Any = true;
  return Any;
}

bool Machine::runBlock(const Dim3 &At, bool Waits,
                       llvm::function_ref<void()> Fn) {
  Ctaid = At;
  for (ThreadTrace &T : Traces)
    T.clear();
  for (auto &Groups : Copies)
    Groups.clear();
  if (!Waits) {
    for (Current = 0; Current < Threads; ++Current)
      Fn();
    return true;
  }
  if (Stacks->Memory == MAP_FAILED)
    return false;
  Body = &Fn;
  auto Self = reinterpret_cast<uint64_t>(this);
  for (unsigned T = 0; T < Threads; ++T) {
    Fiber &F = Fibers[T];
    F.At = State::Ready;
    F.Exchanges = 0;
    getcontext(&F.Context);
    F.Context.uc_stack.ss_sp =
        static_cast<char *>(Stacks->Memory) + size_t(T) * StackBytes;
    F.Context.uc_stack.ss_size = StackBytes;
    F.Context.uc_link = nullptr;
    makecontext(&F.Context, reinterpret_cast<void (*)()>(&Machine::start), 2,
                static_cast<unsigned>(Self >> 32), static_cast<unsigned>(Self));
  }
  for (;;) {
    for (unsigned T = 0; T < Threads; ++T)
      while (Fibers[T].At == State::Ready)
        resume(T);
    bool Done = true;
    for (const Fiber &F : Fibers)
      Done &= F.At == State::Done;
    if (Done)
      return true;
    if (!releaseWaiting())
      return false;
  }
}
