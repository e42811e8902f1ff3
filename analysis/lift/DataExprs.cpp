//===- DataExprs.cpp - Values that depend on data -------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/lift/ExprBuilder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// How deep, and through how many values, data is followed to what it is a
/// function of; and how many operands a node has room for.
constexpr unsigned MaxDataDepth = 100, MaxDataSteps = 48, MaxDataInputs = 3;
} // namespace

/// An Opaque node without operands: stands for \p V while it is being lifted,
/// and where nothing is known of it.
ExprId ExprBuilder::placeholder(const Value *V, unsigned Width) const {
  ExprNode N;
  N.Kind = ExprKind::Opaque;
  N.Width = static_cast<uint8_t>(Width ? Width : 64);
  N.Aux = NoId;
  if (const auto *I = dyn_cast<Instruction>(V)) {
    auto It = Ids.find(I);
    if (It != Ids.end())
      N.Aux = It->second;
  } else if (const auto *A = dyn_cast<Argument>(V)) {
    // Tells apart arguments that have no integer value.
    N.Imm = A->getArgNo() + 1;
  }
  return Pool.get(N);
}

ExprId ExprBuilder::opaque(const Value *V, unsigned Width) {
  ExprId Plain = placeholder(V, Width);
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth > MaxDataDepth)
    return Plain;
  auto [It, New] = Data.try_emplace(V, Plain);
  if (!New) // it is known, or is being asked for, which is a cycle
    return Pool[It->second].Width == Pool[Plain].Width ? It->second : Plain;
  // The operands are what the data is a function of: the same operands give the
  // same data, whatever that is.
  SmallVector<ExprId, 4> On;
  unsigned Budget = MaxDataSteps;
  ++Depth;
  bool Known = dataDependsOn(V, On, Budget);
  --Depth;
  if (!Known || On.size() > MaxDataInputs)
    return Plain;
  ExprNode N = Pool[Plain];
  N.Imm = all_of(On, [&](ExprId E) { return isUniform(E); });
  std::copy(On.begin(), On.end(), N.Ops.begin());
  return Data[V] = Pool.get(N);
}

/// Inline assembly that reads no register of its own.
static bool isFunctionOfOperands(const CallBase &Call) {
  const auto *Asm = cast<InlineAsm>(Call.getCalledOperand());
  return !Asm->hasSideEffects() && !Asm->getAsmString().contains('%') &&
         Call.arg_size() > 0;
}

/// Collects the expressions that \p V is a function of, through arithmetic that
/// has no expression (floats, vectors) and through loads, which give what is at
/// their address. False where it is more than that.
bool ExprBuilder::dataDependsOn(const Value *V, SmallVectorImpl<ExprId> &On,
                                unsigned &Budget) {
  auto Add = [&](ExprId E) {
    if (E == NoExpr)
      return false;
    if (Pool[E].Kind != ExprKind::Constant && !is_contained(On, E))
      On.push_back(E);
    return On.size() <= MaxDataInputs;
  };
  if (isa<Constant>(V) || isa<Argument>(V))
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Budget == 0)
    return false;
  --Budget;
  if (const auto *Load = dyn_cast<LoadInst>(I)) {
    if (Load->isVolatile() || Load->isAtomic())
      return false;
    AddressExpr A = address(Load->getPointerOperand(), Load->getParent());
    return A.Space != MemSpace::Local && Add(A.Offset);
  }
  const auto *Call = dyn_cast<CallBase>(I);
  bool Pure = I->isBinaryOp() || I->isUnaryOp() || I->isCast() ||
              isa<SelectInst, FCmpInst, FreezeInst, ExtractElementInst,
                  InsertElementInst, ShuffleVectorInst, ExtractValueInst>(I) ||
              (Call && Call->doesNotAccessMemory() && !Call->isConvergent() &&
               (!Call->isInlineAsm() || isFunctionOfOperands(*Call)));
  if (!Pure)
    return false;
  for (const Value *Op :
       Call ? iterator_range(Call->arg_begin(), Call->arg_end())
            : iterator_range(I->op_begin(), I->op_end())) {
    if (!integerWidthOf(Op)) {
      if (!dataDependsOn(Op, On, Budget))
        return false;
      continue;
    }
    ExprId E = valueAt(Op, I->getParent());
    if (Pool[E].Kind == ExprKind::Opaque && Pool[E].Ops[0] == NoExpr &&
        Pool[E].Imm == 0)
      return false;
    if (!Add(E))
      return false;
  }
  return true;
}

bool ExprBuilder::isUniform(ExprId E) const {
  if (Pool.dependsOnThread(E))
    return false;
  SmallVector<ExprId, 8> Work = {E};
  SmallDenseSet<ExprId, 8> Seen;
  while (!Work.empty()) {
    ExprId At = Work.pop_back_val();
    if (At == NoExpr || !Seen.insert(At).second)
      continue;
    const ExprNode &N = Pool[At];
    if (N.Kind == ExprKind::Opaque && N.Imm == 0 && N.Ops[0] == NoExpr)
      return false;
    Work.append(N.Ops.begin(), N.Ops.end());
  }
  return true;
}
