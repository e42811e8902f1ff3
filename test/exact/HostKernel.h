//===- HostKernel.h - A device kernel as a host function --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device module, instrumented (each block entry, memory access and barrier
// calls the machine), its special registers and warp operations turned into
// calls, and compiled for the CPU at hand.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_HOSTKERNEL_H
#define GPUPERF_TEST_EXACT_HOSTKERNEL_H

#include "test/exact/Machine.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
namespace orc {
class LLJIT;
}
} // namespace llvm

namespace gpuperf::exact {

enum class TextKind : uint8_t { Plain, Load, Store, Atomic, Barrier };

/// One IR instruction; its number is KernelSummary's Instr::TextIndex. After
/// all of these come the further parts of those that are several accesses.
struct TextInstr {
  TextKind Kind = TextKind::Plain;
  uint32_t Block = 0;
  uint32_t Bytes = 0;
  bool Volatile = false;  ///< or atomic
  bool Invariant = false; ///< read-only data path
  /// Lanes of a warp that name an address, the first ones (ldmatrix). 0: all.
  uint32_t NamingLanes = 0;
  /// How many accesses it is, and the number of the second one, behind which
  /// are the others. A copy from memory to memory is a load and a store.
  unsigned Parts = 1;
  bool IsCopy = false;
  uint32_t SecondPart = ~uint32_t(0);
};

/// One basic block, numbered in layout order.
struct TextBlock {
  std::string Name;  ///< of the IR, or empty
  uint32_t Rank = 0; ///< in reverse post order
  /// Headers' ranks of the loops around it, outermost first.
  llvm::SmallVector<uint32_t, 4> Loops;
  bool IsHeader = false; ///< of the last of Loops
  /// Its instructions that leave an event, by number.
  llvm::SmallVector<uint32_t, 8> Traced;
};

struct KernelText {
  std::vector<TextBlock> Blocks;
  std::vector<TextInstr> Instrs;
  bool Waits = false; ///< has barriers or exchanges
  /// What is run but leaves no trace: calls of device functions.
  std::vector<std::string> Untraced;
};

/// Address ranges of module variables.
struct VariableRange {
  uint64_t Begin = 0, End = 0;
  unsigned AddressSpace = 0;
};

class HostKernel {
public:
  /// Compiles kernel \p Name of \p Shape, whose calls go to \p M.
  /// \p DynamicShared: bytes of an extern shared array. An error names what
  /// has no counterpart on the CPU.
  static llvm::Expected<std::unique_ptr<HostKernel>>
  create(const llvm::Module &Shape, llvm::StringRef Name, Machine &M,
         uint64_t DynamicShared);
  ~HostKernel();

  const KernelText &text() const { return Text; }
  llvm::ArrayRef<VariableRange> variables() const { return Variables; }
  /// Sets every module variable in constant or global memory to zeros.
  /// One thread; \p Args: the address of each argument's value.
  void call(void *const *Args) const { Entry(Args); }

private:
  HostKernel();
  KernelText Text;
  std::vector<VariableRange> Variables;
  std::unique_ptr<llvm::orc::LLJIT> Jit;
  void (*Entry)(void *const *) = nullptr;
};

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_HOSTKERNEL_H
