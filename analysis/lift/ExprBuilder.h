//===- ExprBuilder.h - LLVM values and SCEVs as SymExprs --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_LIFT_EXPRBUILDER_H
#define GPUPERF_ANALYSIS_LIFT_EXPRBUILDER_H

#include "analysis/kernel/KernelSummary.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class BasicBlock;
class CallInst;
class DominatorTree;
class FCmpInst;
class Function;
class GlobalVariable;
class ICmpInst;
class Instruction;
class LoadInst;
class Loop;
class LoopInfo;
class PHINode;
class SCEV;
class SCEVAddRecExpr;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace gpuperf {

struct MatrixPart;
struct MatrixRows;

/// Bits of an integer of up to 64 bits; 0 for everything else.
unsigned integerWidthOf(const llvm::Value *V);

/// Trip count of a loop.
struct TripCount {
  ExprId BackedgeTaken = NoExpr;
  bool UpperBoundOnly = false;
  bool LeavesSoon = false; ///< the same as KernelLoop::LeavesSoon
  bool Searches = false;   ///< the same as KernelLoop::Searches
  /// The same as KernelLoop::EarlyExit.
  ExprId EarlyExit = NoExpr;
  /// The same as KernelLoop::TakenOfData.
  ExprId TakenOfData = NoExpr;
  /// The same as KernelLoop::TakenIfShared.
  ExprId TakenIfShared = NoExpr;
};

/// Where a pointer points.
struct AddressExpr {
  MemSpace Space = MemSpace::Unknown;
  Access::BaseKind Base = Access::BaseKind::Unknown;
  uint32_t BaseIndex = NoId;
  uint32_t BaseAlign = 1;
  ExprId Offset = NoExpr;
};

/// A function and its analyses.
struct FunctionAnalyses {
  llvm::Function &F;
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
};

/// The numbers that a function's instructions and loops have in its summary.
struct SummaryIds {
  const llvm::DenseMap<const llvm::Instruction *, InstrId> &Instrs;
  const llvm::DenseMap<const llvm::Loop *, LoopId> &Loops;
};

/// Lifts values of one function into the expressions of its summary.
/// Instructions are lifted one by one, each in its own width; of values that
/// loops carry and of trip counts, ScalarEvolution gives the form.
///
/// Its member functions are in ExprBuilder.cpp (values), IntrinsicExprs.cpp
/// (calls), BulkExprs.cpp
/// (copies of the copy engine), FloatExprs.cpp (floats), DataExprs.cpp (what
/// depends on data), WarpExprs.cpp (what lanes share), LaneExprs.cpp (what they
/// take from each other), VariableExprs.cpp (what the host has set),
/// AddressExprs.cpp (pointers), LoopExprs.cpp, CarriedExprs.cpp and
/// FetchedWork.cpp (loops).
class ExprBuilder {
public:
  /// What \p Analyses and \p Ids refer to outlives the builder. Adds
  /// expressions and variables to \p K, and what was assumed for them.
  ExprBuilder(const FunctionAnalyses &Analyses, const SummaryIds &Ids,
              KernelSummary &K)
      : F(Analyses.F), SE(Analyses.SE), LI(Analyses.LI), DT(Analyses.DT), K(K),
        Pool(K.Exprs), Ids(Ids.Instrs), LoopIds(Ids.Loops) {}

  /// The value of \p V as seen in \p At. The counter of a loop that \p V is in
  /// and \p At is not has the number of the loop's last iteration.
  ExprId valueAt(const llvm::Value *V, const llvm::BasicBlock *At);
  /// How often the back edge of \p L is taken, 64 bits wide.
  TripCount tripCount(const llvm::Loop *L);
  /// Where \p Pointer points, as seen in \p At.
  AddressExpr address(const llvm::Value *Pointer, const llvm::BasicBlock *At);
  /// Where each lane's part of \p Matrix is, which starts at \p Start and whose
  /// rows are \p Distance elements apart (null: they follow each other).
  AddressExpr matrixPart(const AddressExpr &Start, const MatrixRows &Matrix,
                         const MatrixPart &Part, const llvm::Value *Distance,
                         const llvm::BasicBlock *At);
  /// Where in global memory \p Number points, a pointer or an address as a
  /// number.
  AddressExpr numberedAddress(const llvm::Value *Number,
                              const llvm::BasicBlock *At);
  /// The same in shared memory.
  AddressExpr numberedShared(const llvm::Value *Number,
                             const llvm::BasicBlock *At);
  /// The parameter by value that \p Number points into, and where in it, in
  /// bytes.
  std::optional<std::pair<uint32_t, uint32_t>>
  parameterPlace(const llvm::Value *Number, const llvm::BasicBlock *At);
  /// The box of \p BoxBytes at \p Coordinates of the tensor that the map at
  /// \p Map describes.
  AddressExpr tensorBox(const llvm::Value *Map,
                        llvm::ArrayRef<const llvm::Value *> Coordinates,
                        uint64_t BoxBytes, const llvm::BasicBlock *At);
  /// \p S as seen in \p At; NoExpr where it has no expression.
  ExprId scev(const llvm::SCEV *S, const llvm::BasicBlock *At);

private:
  ExprId value(const llvm::Value *V);
  ExprId instruction(const llvm::Instruction *I);
  ExprId intrinsic(const llvm::Instruction *I);
  ExprId specialRegister(llvm::StringRef Name, unsigned Width);
  /// In WarpExprs.cpp.
  ExprId sharedData(const llvm::Instruction *I);
  ExprId drawnNumber(const llvm::AtomicRMWInst *Draw);
  ExprId sharedValue(const llvm::LoadInst &Load);
  ExprId rankInWarp(const llvm::Value *Masked, unsigned Width);
  bool leavesTogether(const llvm::BasicBlock *BB);
  bool staysTogether(const llvm::BasicBlock *Dom, const llvm::BasicBlock *BB);
  bool isReachedByAll(const llvm::BasicBlock *BB);
  ExprId toldToAll(const llvm::CallInst *Call, const llvm::Value *Told,
                   unsigned WarpBits, ExprId Lane);
  ExprId wavefrontFunction(llvm::StringRef Name, const llvm::CallInst *Call);
  ExprId warpFunction(const llvm::CallInst *Call);
  /// In LaneExprs.cpp.
  ExprId laneNode(ExprKind Kind, ExprId A, int64_t B);
  ExprId laneIf(ExprId Condition, ExprId Lane);
  ExprId fromLane(const llvm::CallInst *Call, const llvm::Value *Told,
                  ExprId Lane, ExprId Absent);
  ExprId throughCrossbar(const llvm::CallInst *Call, const llvm::Value *Told,
                         ExprId Lane);
  ExprId shuffled(llvm::StringRef Name, const llvm::CallInst *Call);
  ExprId dppLane(uint64_t Control);
  ExprId takenByDpp(const llvm::CallInst *Call, const llvm::Value *Old,
                    unsigned FirstArg);
  ExprId swizzled(const llvm::CallInst *Call);
  ExprId permuted(const llvm::CallInst *Call, bool OtherRow, bool ByOwnOperand);
  ExprId swapped(const llvm::CallInst *Call, unsigned Part, int64_t GroupLanes);
  ExprId partOfExchange(const llvm::CallInst *Call, unsigned Part);
  ExprId exchanged(const llvm::CallInst *Call);
  ExprId funnelShift(const llvm::CallInst &Call);
  ExprId zeroCount(const llvm::CallInst &Call);
  ExprId compare(const llvm::ICmpInst *Cmp);
  ExprId phi(const llvm::PHINode *Phi);
  ExprId loopPhi(const llvm::PHINode *Phi, const llvm::Loop *L);
  ExprId closedPhi(const llvm::PHINode *Phi, const llvm::Loop *L);
  ExprId carriedPhi(const llvm::PHINode *Phi, const llvm::Loop *L);
  bool carriedVariables(const llvm::Loop *L,
                        llvm::SmallVectorImpl<const llvm::PHINode *> &Out);
  ExprId tuple(llvm::ArrayRef<ExprId> Elements);
  ExprId extendedPhi(const llvm::PHINode *Phi);
  ExprId delayedPhi(const llvm::PHINode *Phi, const llvm::Loop *L);
  ExprId mergePhi(const llvm::PHINode *Phi);
  /// Where \p G stands among K.Params, which it is added to; nothing if it
  /// holds data. In VariableExprs.cpp.
  std::optional<uint32_t> variableParameter(const llvm::GlobalVariable &G);
  /// The field of a parameter, or of a variable that the host has set, that
  /// \p Load reads; NoExpr if it reads none.
  ExprId paramField(const llvm::LoadInst &Load, ExprKind Kind, unsigned Width);
  ExprId paramLoad(const llvm::Instruction *Load);
  /// A float as ExprKind::Float has it, as seen in \p At; NoExpr where data is
  /// a part of it.
  ExprId floatAt(const llvm::Value *V, const llvm::BasicBlock *At);
  ExprId floatValue(const llvm::Value *V);
  ExprId floatInstruction(const llvm::Instruction *I, unsigned Width);
  /// NoExpr if an operand is.
  ExprId floatNode(FloatOp Op, unsigned Width, llvm::ArrayRef<ExprId> Operands);
  /// The integer that \p I makes of a float; NoExpr as for floatAt().
  ExprId integerOfFloat(const llvm::Instruction *I);
  ExprId compareFloats(const llvm::FCmpInst *Cmp);
  ExprId floatCompare(const llvm::Instruction *Cmp);
  bool isUniform(ExprId E) const;
  bool dataDependsOn(const llvm::Value *V, llvm::SmallVectorImpl<ExprId> &On,
                     unsigned &Budget);
  ExprId addRec(const llvm::SCEVAddRecExpr *Rec, const llvm::BasicBlock *At);
  ExprId leaveLoops(ExprId E, const llvm::BasicBlock *Def,
                    const llvm::BasicBlock *At);
  ExprId exitCount(const llvm::Loop *L, llvm::BasicBlock *Exiting);
  ExprId bisectionCount(const llvm::Loop *L, const llvm::BasicBlock *Exiting);
  ExprId fetchedCount(const llvm::Loop *L, const llvm::BasicBlock *Exiting);
  ExprId exitCondition(const llvm::Loop *L, const llvm::BasicBlock *Exiting);
  ExprId manyWayPhi(const llvm::PHINode *Phi, const llvm::BasicBlock *Dom);
  ExprId
  reachCondition(const llvm::BasicBlock *Root, const llvm::BasicBlock *BB,
                 llvm::DenseMap<const llvm::BasicBlock *, ExprId> &Known);
  ExprId firstExit(const llvm::Loop *L, ExprId Condition, unsigned Most);
  ExprId compareExit(const llvm::Loop *L, const llvm::ICmpInst *Cmp,
                     bool ExitWhen, const llvm::BasicBlock *Exiting);
  /// What is computed of pointers as numbers, where it does not depend on where
  /// arrays are; NoExpr for everything else.
  ExprId pointerNumber(const llvm::Instruction *I);
  /// The offsets of two pointers into one array; NoExpr where they are not.
  std::pair<ExprId, ExprId> offsetsInOneArray(const llvm::Value *P,
                                              const llvm::Value *Q,
                                              const llvm::BasicBlock *At);
  AddressExpr resolve(const llvm::Value *Pointer, unsigned Depth);
  AddressExpr resolveMoved(const llvm::PHINode *Phi, const llvm::Loop *L,
                           unsigned Depth);
  AddressExpr resolveExchanged(const llvm::PHINode *Phi, unsigned Depth);
  ExprId chosenOffset(const llvm::Instruction *Pointer,
                      llvm::ArrayRef<AddressExpr> Choices);
  AddressExpr resolvePhi(const llvm::PHINode *Phi, unsigned Depth);
  AddressExpr resolveGep(const llvm::Value *Gep, unsigned Depth);
  /// An address in shared memory that is computed as a number.
  AddressExpr resolveNumber(const llvm::Value *Number, unsigned Depth);
  /// A pointer that is read from an array of pointers of the thread's own.
  AddressExpr resolveListed(const llvm::LoadInst *Load, unsigned Depth);

  ExprId opaque(const llvm::Value *V, unsigned Width);
  ExprId placeholder(const llvm::Value *V, unsigned Width) const;
  /// An arithmetic node; \p Width as ExprNode has it.
  ExprId node(ExprKind Kind, unsigned Width, ExprId A, ExprId B = NoExpr,
              ExprId C = NoExpr);
  ExprId loopIter(const llvm::Loop *L, unsigned Width);
  uint32_t variable(const llvm::Value *V, llvm::StringRef Name, MemSpace Space,
                    uint64_t Size);
  uint32_t fieldVariable(unsigned Param, uint32_t Offset);

  llvm::Function &F;
  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  llvm::DominatorTree &DT;
  KernelSummary &K;
  ExprPool &Pool;
  const llvm::DenseMap<const llvm::Instruction *, InstrId> &Ids;
  const llvm::DenseMap<const llvm::Loop *, LoopId> &LoopIds;
  llvm::DenseMap<const llvm::Value *, ExprId> Memo, Floats;
  llvm::DenseMap<const llvm::Value *, AddressExpr> Addresses;
  llvm::DenseMap<const llvm::Loop *, TripCount> Trips;
  llvm::DenseMap<const llvm::Value *, ExprId> Data;
  llvm::DenseMap<const llvm::Value *, uint32_t> Variables;
  llvm::DenseMap<std::pair<unsigned, unsigned>, uint32_t> Fields;
  llvm::DenseMap<const llvm::GlobalVariable *, std::optional<uint32_t>>
      VariableParams;
  /// Loops of which an iteration is being lifted: ExprKind::Variable nodes
  /// stand for their phis.
  llvm::SmallVector<const llvm::Loop *, 4> Carrying;
  /// Variables of shared memory whose value is being looked for.
  llvm::SmallVector<const llvm::Value *, 4> Sharing;
  unsigned Depth = 0;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_LIFT_EXPRBUILDER_H
