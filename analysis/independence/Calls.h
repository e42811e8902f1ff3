//===- Calls.h - What one instruction may do --------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_INDEPENDENCE_CALLS_H
#define GPUPERF_ANALYSIS_INDEPENDENCE_CALLS_H

#include <cstdint>
#include <string>

namespace llvm {
class GlobalVariable;
class Instruction;
} // namespace llvm

namespace gpuperf {

/// How an instruction matters to a proof of block independence.
enum class EffectKind : uint8_t {
  None,   ///< nothing, not even a value that counts
  Value,  ///< a function of its operands
  Read,   ///< a function of its operands and of memory
  Effect, ///< changes memory, a function of its operands
  Order,  ///< a barrier or fence: makes exchanges between threads well defined
  Lane,   ///< a value that depends on where in its block a thread is
  Forbidden ///< no proof; Why says the reason
};

struct InstructionEffect {
  EffectKind Kind = EffectKind::Value;
  /// Forbidden: a clause, as "a warp shuffle". Lane: a noun, "the lane index".
  std::string Why;
};

/// Loads and stores of any memory are Read and Effect; the launch variables
/// (threadIdx and so on) are Lane.
InstructionEffect effectOf(const llvm::Instruction &I);

/// Ends the launch with a message: a failed assert().
bool isFailedAssert(const llvm::Instruction &I);

/// "shared array 'tile'" or "shared variable 'sum'", as the source has it.
std::string sharedName(const llvm::GlobalVariable &G);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_INDEPENDENCE_CALLS_H
