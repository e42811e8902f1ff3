//===- KernelText.h - Names, lines, variables, callees ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel's IR says beside its control flow: source lines, parameters,
// launch bounds, shared memory, and the operations of functions that it calls.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_KERNELTEXT_H
#define GPUPERF_ANALYSIS_MACHINE_KERNELTEXT_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace llvm {
class DebugLoc;
class DILocation;
class Function;
class Instruction;
class MemIntrinsic;
} // namespace llvm

namespace gpuperf {

/// Finds source lines in debug locations and keeps the names of their files.
class SourceMap {
public:
  explicit SourceMap(KernelSummary &K) : K(K) {}
  SourceLine lineOf(const llvm::Instruction &I);
  SourceLine lineOf(const llvm::DebugLoc &Loc);
  /// The instruction's own line: that of the inlined function, where one was.
  SourceLine innerLineOf(const llvm::Instruction &I);
  SourceLine innerLineOf(const llvm::DebugLoc &Loc);
  /// The calls between these two, by which it was inlined; the innermost first.
  llvm::SmallVector<SourceLine, 1> callLinesOf(const llvm::DebugLoc &Loc);

private:
  SourceLine lineAt(const llvm::DILocation &L);

  KernelSummary &K;
  llvm::StringMap<uint32_t> FileIds;
};

/// Fills names, parameters, launch bounds, shared and local memory.
void describeKernel(const llvm::Function &F, KernelSummary &K);

/// Operations of a device function that was not inlined, with those of the
/// functions that it calls. Its loops count with a default trip count.
struct CalleeText {
  OpCounts Counts{};
  /// The part of them that stands at one place of the text, and how often one
  /// call comes by there at the most. The place, and where \p Callee calls the
  /// function that it is in; null where it is in \p Callee itself.
  struct Part {
    OpCounts Counts{};
    double Times = 0;
  };
  using Place = std::pair<const llvm::DILocation *, const llvm::DILocation *>;
  llvm::MapVector<Place, Part> ByPlace;
  AssumptionSet Why;
};
CalleeText calleeText(const llvm::Function &Callee,
                      const llvm::Function &Caller);

/// What a call of \p Callee, whose body is not there, makes of a kernel's
/// numbers. Null: it is not known what is called.
Assumption assumedCallOf(const llvm::Function *Callee);

/// Bytes per lane that one load or store of an expanded memcpy moves.
unsigned memoryChunk(const llvm::MemIntrinsic &M);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_KERNELTEXT_H
