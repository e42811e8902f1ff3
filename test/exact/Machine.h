//===- Machine.h - Runs device code on the CPU, lane by lane ----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of one block, each on a stack of its own, and what device code
// asks of the hardware: its place in the grid, barriers, exchanges within a
// warp. Every block entry and memory access is written into the trace of its
// thread. Shares nothing with analysis/: it is what analysis/ is held against.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_MACHINE_H
#define GPUPERF_TEST_EXACT_MACHINE_H

#include "analysis/Launch.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <memory>
#include <optional>
#include <string>

namespace gpuperf::exact {

/// One step of one thread.
struct Event {
  uint32_t Id = 0;      ///< of the basic block, or of the instruction
  uint32_t Bytes = 0;   ///< 0: a basic block is entered
  uint64_t Address = 0; ///< of a memory access
};
using ThreadTrace = std::vector<Event>;

/// Bytes of the instruction events that access no memory (barriers).
inline constexpr uint32_t NoAccess = ~uint32_t(0);

/// Special registers, in the order of their number in a call.
enum class Register : uint32_t {
  TidX,
  TidY,
  TidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NtidX,
  NtidY,
  NtidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  LaneId,
  WarpSize
};

/// What lanes of a warp do together.
enum class Exchange : uint32_t {
  Sync,
  ShuffleUp,
  ShuffleDown,
  ShuffleXor,
  ShuffleIndex,
  All,
  Any,
  Uniform,
  Ballot,
  ActiveMask,
  FromLane, ///< any lane of the wavefront: ds_bpermute
};

class Machine {
public:
  /// \p WarpThreads: 32, or 64 where the wavefronts are so wide.
  Machine(const Dim3 &Grid, const Dim3 &Block, unsigned WarpThreads = 32);
  ~Machine();
  Machine(const Machine &) = delete;
  Machine &operator=(const Machine &) = delete;

  /// Runs \p Thread for every thread of block \p Ctaid, and afterwards hands
  /// out their traces. \p Waits: it may call barrier() or exchange(). False
  /// where the threads wait for each other for ever.
  bool runBlock(const Dim3 &Ctaid, bool Waits, llvm::function_ref<void()> Fn);
  const std::vector<ThreadTrace> &traces() const { return Traces; }

  // Called by device code.
  void enterBlock(uint32_t Id) { Traces[Current].push_back({Id, 0, 0}); }
  void access(uint32_t Id, uint64_t Address, uint32_t Bytes) {
    Traces[Current].push_back({Id, Bytes, Address});
  }
  uint32_t read(Register R) const;
  void barrier();
  uint64_t exchange(Exchange Kind, uint64_t Mask, uint64_t Value,
                    uint32_t Operand, uint32_t Clamp);
  /// What lane \p From of the warp hands in as \p Value; nothing where \p From
  /// is negative or that lane is not there or off. All lanes that are on take
  /// part.
  std::optional<uint64_t> take(uint64_t Value, int From);
  /// The same of the first lane that is on.
  uint64_t takeFirst(uint64_t Value);
  /// What each lane of the warp hands in. All of them take part.
  std::array<uint64_t, 32> gather(uint64_t Value);

  // Copies that the thread goes on beside are done when they are waited for, so
  // that what is read too early is not there.
  void copyLater(void *To, const void *From, uint32_t Bytes, uint32_t Zeros);
  void endCopyGroup();
  /// Does all groups of copies but the latest \p Left.
  void finishCopies(uint32_t Left);

private:
  enum class State : uint8_t { Ready, AtBarrier, AtExchange, Done };
  struct Fiber;
  struct Pool;
  struct Copy {
    void *To;
    const void *From;
    uint32_t Bytes, Zeros; ///< zeros behind the bytes
  };
  void pause(State Why);
  /// Hands in \p Value and waits until all have; the slot that it is in.
  unsigned handIn(uint64_t Value, uint64_t Mask);
  static void start(unsigned High, unsigned Low);
  bool releaseWaiting();
  void resume(unsigned Thread);

  unsigned WarpThreads;
  Dim3 Grid, Block, Ctaid{0, 0, 0};
  unsigned Threads;
  unsigned Current = 0;
  std::vector<ThreadTrace> Traces;
  /// By thread: groups of copies, of which the last one has not ended.
  std::vector<std::vector<std::vector<Copy>>> Copies;
  std::vector<Fiber> Fibers;
  std::unique_ptr<Pool> Stacks;
  llvm::function_ref<void()> *Body = nullptr;
};

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_MACHINE_H
