//===- Emulation.cpp - Threads of a block in a fixed order ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stack runs one thread after the other until one of them waits; then the
// next thread starts on another stack. So a kernel without barriers costs a
// call per thread, and one with barriers a switch per wait.
//
// EMULATION_ORDER=reverse runs blocks and threads from the last to the first,
// EMULATION_FILL=N (a byte) is what fresh memory holds: a result that depends
// on either is not the program's.
//
//===----------------------------------------------------------------------===//

#include "Emulation.h"
#include <algorithm>
#include <array>
#include <memory>
#include <ucontext.h>
#include <vector>

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace emulation {

void fail(const char *What, unsigned long long A, unsigned long long B) {
  std::fflush(stdout);
  std::fprintf(stderr, "emulation: ");
  std::fprintf(stderr, What, A, B);
  std::fprintf(stderr, "\n");
  std::_Exit(FailExit);
}

namespace {

constexpr size_t StackBytes = 128 << 10;
constexpr unsigned MaxThreads = 1024;

enum class Waits : uint8_t { No, ForBlock, ForWarp };

/// One thread of the block that has started and waits, or runs.
struct Stack {
  ucontext_t Context;
  std::unique_ptr<char[]> Memory;
  unsigned Thread = 0; ///< in its block, x fastest
  Waits State = Waits::No;
  unsigned Mask = 0; ///< lanes waited for
};

struct Machine {
  // The launch.
  void (*Thread)(void *) = nullptr;
  void *Context = nullptr;
  unsigned Threads = 0;
  std::vector<char> Shared;
  std::vector<void *> Filled; ///< shared variables met in this block
  size_t AllowedShared = 48 << 10;
  // The block.
  unsigned Started = 0, Left = 0;
  std::array<Stack *, MaxThreads> Of; ///< where a started thread runs
  std::array<bool, MaxThreads> Gone;  ///< has returned
  std::array<uint64_t, MaxThreads> Handed;
  Stack *Now = nullptr;
  ucontext_t Scheduler;
  std::vector<std::unique_ptr<Stack>> Stacks;
  std::vector<Stack *> Free;
  // How to run.
  bool Reverse = false;
  unsigned char Fill = 0xA5;
};

Machine &machine() {
  static Machine M = [] {
    Machine New;
    const char *Order = std::getenv("EMULATION_ORDER");
    New.Reverse = Order && std::strcmp(Order, "reverse") == 0;
    if (const char *Fill = std::getenv("EMULATION_FILL"))
      New.Fill = static_cast<unsigned char>(std::atoi(Fill));
    return New;
  }();
  return M;
}

unsigned inOrder(const Machine &M, unsigned Index, unsigned Count) {
  return M.Reverse ? Count - 1 - Index : Index;
}

void enter(unsigned Thread) {
  threadIdx.x = Thread % blockDim.x;
  threadIdx.y = Thread / blockDim.x % blockDim.y;
  threadIdx.z = Thread / blockDim.x / blockDim.y;
}

/// The life of a stack: threads as long as there are any that have not begun.
void live() {
  Machine &M = machine();
  for (;;) {
    while (M.Started < M.Threads) {
      Stack &S = *M.Now;
      S.Thread = inOrder(M, M.Started++, M.Threads);
      M.Of[S.Thread] = &S;
      enter(S.Thread);
      M.Thread(M.Context);
      M.Gone[S.Thread] = true;
      M.Of[S.Thread] = nullptr;
      --M.Left;
    }
    M.Free.push_back(M.Now);
    swapcontext(&M.Now->Context, &M.Scheduler);
  }
}

void resume(Machine &M, Stack &S) {
  M.Now = &S;
  S.State = Waits::No;
  enter(S.Thread);
  swapcontext(&M.Scheduler, &S.Context);
}

void wait(Waits For, unsigned Mask) {
  Machine &M = machine();
  M.Now->State = For;
  M.Now->Mask = Mask;
  swapcontext(&M.Now->Context, &M.Scheduler);
}

Stack &freshStack(Machine &M) {
  if (M.Free.empty()) {
    M.Stacks.push_back(std::make_unique<Stack>());
    Stack &S = *M.Stacks.back();
    S.Memory.reset(new char[StackBytes]);
    getcontext(&S.Context);
    S.Context.uc_stack.ss_sp = S.Memory.get();
    S.Context.uc_stack.ss_size = StackBytes;
    S.Context.uc_link = nullptr;
    makecontext(&S.Context, live, 0);
    return S;
  }
  Stack &S = *M.Free.back();
  M.Free.pop_back();
  return S;
}

/// Lets go on whoever waits for nobody any more; false: nobody.
bool releaseWaiting(Machine &M) {
  unsigned AtBlock = 0;
  for (unsigned T = 0; T < M.Threads; ++T)
    AtBlock += M.Of[T] && M.Of[T]->State == Waits::ForBlock;
  std::vector<Stack *> Ready;
  if (AtBlock == M.Left) {
    for (unsigned T = 0; T < M.Threads; ++T)
      if (Stack *S = M.Of[inOrder(M, T, M.Threads)])
        Ready.push_back(S);
  } else {
    for (unsigned T = 0; T < M.Threads; ++T) {
      Stack *S = M.Of[inOrder(M, T, M.Threads)];
      if (!S || S->State != Waits::ForWarp)
        continue;
      bool Complete = true;
      unsigned First = S->Thread / 32 * 32;
      for (unsigned L = 0; L < 32 && First + L < M.Threads; ++L)
        if (S->Mask >> L & 1 && !M.Gone[First + L])
          Complete &= M.Of[First + L]->State == Waits::ForWarp &&
                      M.Of[First + L]->Mask == S->Mask;
      if (Complete)
        Ready.push_back(S);
    }
  }
  for (Stack *S : Ready)
    resume(M, *S);
  return !Ready.empty();
}

void runBlock(Machine &M) {
  M.Started = 0;
  M.Left = M.Threads;
  std::fill_n(M.Of.begin(), M.Threads, nullptr);
  std::fill_n(M.Gone.begin(), M.Threads, false);
  M.Filled.clear();
  std::fill(M.Shared.begin(), M.Shared.end(), char(M.Fill));
  while (M.Left) {
    if (M.Started < M.Threads) {
      Stack &S = freshStack(M);
      M.Now = &S;
      swapcontext(&M.Scheduler, &S.Context);
    } else if (!releaseWaiting(M)) {
      fail("%llu of %llu threads wait for others that never come", M.Left,
           M.Threads);
    }
  }
}

void checkLaunch(const Machine &M, dim3 Grid, dim3 Block, size_t SharedBytes) {
  unsigned long long Threads =
      static_cast<unsigned long long>(Block.x) * Block.y * Block.z;
  if (Threads == 0 || Threads > MaxThreads || Block.z > 64)
    fail("a launch with blocks of %llu threads", Threads);
  if (Grid.x == 0 || Grid.x > 0x7fffffffu || Grid.y == 0 || Grid.y > 65535 ||
      Grid.z == 0 || Grid.z > 65535)
    fail("a launch with a grid of %llu blocks in x and %llu in y", Grid.x,
         Grid.y);
  if (SharedBytes > M.AllowedShared)
    fail("a launch with %llu bytes of dynamic shared memory; %llu are allowed",
         SharedBytes, M.AllowedShared);
}

} // namespace

void runGrid(dim3 Grid, dim3 Block, size_t SharedBytes, void (*Thread)(void *),
             void *Context) {
  Machine &M = machine();
  checkLaunch(M, Grid, Block, SharedBytes);
  M.Thread = Thread;
  M.Context = Context;
  M.Threads = Block.x * Block.y * Block.z;
  // Not only resized: what lies behind the last byte is not ours.
  std::vector<char>(SharedBytes).swap(M.Shared);
  gridDim = Grid;
  blockDim = Block;
  for (unsigned Z = 0; Z < Grid.z; ++Z)
    for (unsigned Y = 0; Y < Grid.y; ++Y)
      for (unsigned X = 0; X < Grid.x; ++X) {
        blockIdx = {inOrder(M, X, Grid.x), inOrder(M, Y, Grid.y),
                    inOrder(M, Z, Grid.z)};
        runBlock(M);
      }
}

void *dynamicShared() { return machine().Shared.data(); }

void sharedVariable(void *Variable, size_t Bytes) {
  Machine &M = machine();
  if (std::find(M.Filled.begin(), M.Filled.end(), Variable) != M.Filled.end())
    return;
  M.Filled.push_back(Variable);
  std::memset(Variable, M.Fill, Bytes);
}

void launchBound(unsigned MaxThreadsAllowed, unsigned, unsigned) {
  if (machine().Threads > MaxThreadsAllowed)
    fail("a launch with %llu threads per block of a kernel bound to %llu",
         machine().Threads, MaxThreadsAllowed);
}

void allowShared(size_t Bytes) {
  constexpr size_t LargestOnAnyGpu = 227 << 10;
  machine().AllowedShared =
      std::max(machine().AllowedShared, std::min(Bytes, LargestOnAnyGpu));
}

void *allocate(size_t Bytes) {
  // As aligned as cudaMalloc's, and not a byte longer than asked for.
  void *Memory = nullptr;
  if (posix_memalign(&Memory, 256, Bytes) != 0)
    fail("no memory for %llu bytes", Bytes);
  return std::memset(Memory, machine().Fill, Bytes);
}

void release(void *Memory) { std::free(Memory); }

unsigned lane() { return machine().Now->Thread % 32; }

void warpBarrier(unsigned Mask) {
  if (!(Mask >> lane() & 1))
    fail("lane %llu waits for the lanes %llx without it", lane(), Mask);
  wait(Waits::ForWarp, Mask);
}

uint64_t exchange(unsigned Mask, uint64_t Mine, unsigned Lane) {
  Machine &M = machine();
  unsigned First = M.Now->Thread / 32 * 32;
  M.Handed[M.Now->Thread] = Mine;
  warpBarrier(Mask);
  if (First + Lane >= M.Threads || M.Gone[First + Lane] || !(Mask >> Lane & 1))
    fail("a shuffle reads lane %llu, which takes no part", Lane);
  uint64_t Theirs = M.Handed[First + Lane];
  warpBarrier(Mask); // before the next exchange overwrites
  return Theirs;
}

unsigned vote(unsigned Mask, bool Predicate) {
  Machine &M = machine();
  unsigned First = M.Now->Thread / 32 * 32, Bits = 0;
  M.Handed[M.Now->Thread] = Predicate;
  warpBarrier(Mask);
  for (unsigned L = 0; L < 32 && First + L < M.Threads; ++L)
    if (Mask >> L & 1 && !M.Gone[First + L] && M.Handed[First + L])
      Bits |= 1u << L;
  warpBarrier(Mask);
  return Bits;
}

} // namespace emulation

void __syncthreads() {
  using namespace emulation;
  if (machine().Now)
    wait(Waits::ForBlock, 0);
}
