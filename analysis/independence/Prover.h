//===- Prover.h - The parts of the proof ------------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_INDEPENDENCE_PROVER_H
#define GPUPERF_ANALYSIS_INDEPENDENCE_PROVER_H

#include "analysis/independence/BlockIndependence.h"
#include "analysis/independence/Calls.h"
#include "analysis/independence/Guards.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class AllocaInst;
class BasicBlock;
class BranchInst;
class Instruction;
class Loop;
class SCEV;
} // namespace llvm

namespace gpuperf {

/// What the threads that are compared have in common in one dimension; see
/// BlockIndependence.h.
enum class Reading : uint8_t { Item, Stride, Kept };

/// What a value depends on beyond that, as a noun; nothing: it is invariant.
using Cause = std::optional<std::string>;

class BlockProver {
public:
  explicit BlockProver(const KernelIr &Ir)
      : Ir(Ir), F(Ir.F), SE(Ir.SE), LI(Ir.LI), DT(Ir.DT), Polys(Ir.SE, Ir.LI) {}
  BlockIndependence prove();

private:
  bool refuse(const llvm::Instruction &I, const llvm::Twine &Why);

  // What no reading of the dimensions changes.
  bool scan();
  bool scanShared();
  bool scanSharedUses(llvm::GlobalVariable &G);
  bool scanSharedAccess(llvm::GlobalVariable &G, llvm::Instruction &Access);
  bool scanPlaces(llvm::Instruction &I);

  // One reading of the dimensions.
  bool tryReading(std::array<Reading, 3> R);
  void markRaw();
  Cause instructionCause(llvm::Instruction &I);
  Cause valueCause(const llvm::Value *V, const llvm::BasicBlock *At) const;
  Cause polyCause(const LaunchPoly &P, const llvm::BasicBlock *At,
                  unsigned Depth);
  Cause atomCause(const llvm::SCEV *S, const llvm::BasicBlock *At,
                  unsigned Depth);
  bool checkSinks();
  bool checkSink(llvm::Instruction &I);
  bool checkBranch(llvm::BranchInst &Br);
  bool checkOrder();
  bool checkBarriers();
  bool allReach(const llvm::Instruction &Barrier);
  bool isUniformCondition(const llvm::Value *Condition);
  /// Bytes that an instruction reads or writes; no pointer: it is not known.
  struct Touch {
    const llvm::Instruction *I;
    const llvm::Value *Pointer;
    int64_t Bytes;
    bool Writes;
  };
  llvm::SmallVector<Touch, 2> touchesOf(const llvm::Instruction &I) const;
  bool mayMeet(const Touch &W, const Touch &T);
  bool isOwnAddress(const llvm::Instruction &I, const llvm::SCEV *Address,
                    int64_t Extent);

  // Grid-stride loops.
  void findStrideLoops();
  bool isFreshIn(const llvm::AllocaInst *A, const llvm::Loop *L) const;
  bool isStrideLoop(const llvm::Loop *L, unsigned D);
  bool checkStrideLoops(unsigned D);
  bool strideLoopRuns(const llvm::Loop *L, unsigned D);
  const llvm::Loop *strideLoopOf(const llvm::BasicBlock *BB, unsigned D) const;
  bool isStrideGuard(const llvm::Value *Condition, const llvm::BasicBlock *At);
  /// \p P as in an iteration that \p At is in.
  std::optional<LaunchPoly> inItems(const LaunchPoly &P,
                                    const llvm::BasicBlock *At);

  // How many threads are needed.
  DimensionIndependence threadsNeeded(unsigned D);
  /// Threads of one dimension that can reach an instruction.
  struct ReachBound {
    ExprId Threads = NoExpr;
    /// Unsigned arithmetic, very large where it should be below 0.
    bool MayWrap = false;
  };
  /// The nearest one first.
  llvm::SmallVector<ReachBound, 4> boundsAt(const llvm::Instruction &I,
                                            unsigned D);
  ExprId boundExpr(const UpperBound &B, const llvm::BasicBlock *At);
  bool isLaunchInvariant(const llvm::Value *V, unsigned Depth = 0);
  bool isUniform(const llvm::Value *Root) const;
  bool touchesNothingNew(const llvm::Instruction &Read) const;

  KernelIr Ir;
  llvm::Function &F;
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  PolyBuilder Polys;

  std::vector<llvm::Instruction *> Order; ///< in reverse post order
  llvm::DenseMap<const llvm::Instruction *, InstructionEffect> Effects;
  /// Accesses of the thread's own part of shared memory.
  llvm::DenseSet<const llvm::Instruction *> OwnSlot;
  /// Accesses of memory that only the thread itself sees or nobody writes.
  llvm::DenseSet<const llvm::Instruction *> Private;
  bool HasOrder = false;
  /// Local memory that is written, and whether there is other memory that a
  /// thread keeps for itself.
  llvm::DenseSet<const llvm::AllocaInst *> LocalWritten;
  bool KeepsState = false;
  std::array<bool, 12> Reads{}; ///< launch variables
  int64_t SlotBytes = 0, SlotsPerThread = 0;

  std::array<Reading, 3> Readings{};
  std::array<llvm::SmallVector<const llvm::Loop *, 2>, 3> StrideLoops;
  std::array<std::optional<UpperBound>, 3> StrideBound;
  llvm::DenseMap<const llvm::Value *, std::string> Raw;
  unsigned Nested = 0; ///< values within the one that is looked at

  BlockIndependence Result;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_INDEPENDENCE_PROVER_H
