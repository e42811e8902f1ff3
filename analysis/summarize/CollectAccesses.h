//===- CollectAccesses.h - Memory instructions of a kernel ------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_SUMMARIZE_COLLECTACCESSES_H
#define GPUPERF_ANALYSIS_SUMMARIZE_COLLECTACCESSES_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class CallBase;
class Function;
class Instruction;
class MemIntrinsic;
class Value;
} // namespace llvm

namespace gpuperf {
class ExprBuilder;
struct AddressExpr;
class BoxSizes;

/// Fills KernelSummary::Accesses from the instructions of a function.
class AccessCollector {
public:
  /// An IR instruction may be a sequence in the summary: the number of its
  /// first machine operation and of its last, which stands for its value.
  struct InstrNumbers {
    const llvm::DenseMap<const llvm::Instruction *, InstrId> &First, &Last;
  };

  /// \p F is the function that \p K summarises; its instructions are in \p K.
  AccessCollector(const llvm::Function &F, ExprBuilder &Exprs,
                  const InstrNumbers &Ids, const BoxSizes &Boxes,
                  KernelSummary &K)
      : F(F), Exprs(Exprs), Ids(Ids), Boxes(Boxes), K(K) {}

  /// Adds what \p I reads and writes, if it is a memory instruction.
  void visit(const llvm::Instruction &I);

private:
  /// One read or write of memory.
  struct MemoryOp {
    const llvm::Value *Pointer = nullptr;
    AccessKind Kind = AccessKind::Load;
    uint64_t Bytes = 0; ///< per lane
    bool IsVolatile = false;
    bool IsInvariant = false; ///< a load of what nobody writes
    uint32_t RowLanes = 0;    ///< the same as Access::RowLanes
    bool IsBulk = false;      ///< the same as Access::IsBulk
    /// The same as in Access.
    uint32_t MapParam = NoId, MapOffset = 0;
    bool IsBoxGuessed = false;
    uint32_t SharingBlocks = 1;
  };

  void visitCall(const llvm::CallBase &Call);
  void visitBulkCopy(const llvm::CallBase &Call);
  bool visitMatrix(const llvm::CallBase &Call, InstrId First, InstrId Last);
  void visitMemIntrinsic(const llvm::MemIntrinsic &Mem, InstrId First,
                         InstrId Last);
  void add(const llvm::Instruction &I, InstrId Id, const MemoryOp &Op);
  void addAt(const llvm::Instruction &I, InstrId Id, const MemoryOp &Op,
             const AddressExpr &Where);

  const llvm::Function &F;
  ExprBuilder &Exprs;
  InstrNumbers Ids;
  const BoxSizes &Boxes;
  KernelSummary &K;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_SUMMARIZE_COLLECTACCESSES_H
