//===- Fp64Sums.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/Fp64Sums.h"
#include "analysis/advice/LoopCarry.h"
#include "analysis/kernel/Users.h"
#include "llvm/ADT/STLExtras.h"

using namespace gpuperf;

static bool isArithmetic(const Instr &In) {
  return In.Class == OpClass::Fp64Add || In.Class == OpClass::Fp64Mul ||
         In.Class == OpClass::Fp64Fma;
}

/// Whether \p In adds \p Value to something, and does not multiply it.
static bool addsTo(const KernelSummary &K, const Instr &In, InstrId Value) {
  if (In.Class != OpClass::Fp64Fma)
    return In.Class == OpClass::Fp64Add;
  // Constants are no operands: only of three is the last the addend.
  if (In.Operands.size() == 3)
    return In.Operands.back() == Value;
  // An addition that has taken in its product, which costs nothing any more.
  return In.Operands.size() == 2 && llvm::any_of(In.Operands, [&](InstrId Op) {
           return Op != Value && !K.Instrs[Op].IsPhi &&
                  K.Instrs[Op].Class == OpClass::Free;
         });
}

/// The only reader of \p Value inside of \p Loop; NoId where there are several
/// or none.
static InstrId onlyReader(const KernelSummary &K, const InstrUsers &Users,
                          InstrId Value, LoopId Loop) {
  InstrId Only = NoId;
  for (InstrId U : Users[Value]) {
    if (K.Instrs[U].Block >= K.Blocks.size() ||
        !isInLoop(K, K.Instrs[U].Block, Loop) || U == Only)
      continue;
    if (Only != NoId)
      return NoId;
    Only = U;
  }
  return Only;
}

std::vector<bool> gpuperf::fp64SumsOf(const KernelSummary &K) {
  const InstrUsers Users = usersOf(K);
  std::vector<bool> Out(K.Instrs.size(), false);
  for (InstrId Phi = 0; Phi < K.Instrs.size(); ++Phi) {
    const BlockId At = K.Instrs[Phi].Block;
    if (!K.Instrs[Phi].IsPhi || At >= K.Blocks.size() ||
        K.Blocks[At].InnermostLoop == NoId)
      continue;
    llvm::SmallVector<InstrId, 8> Chain = {Phi};
    do {
      const InstrId Next =
          onlyReader(K, Users, Chain.back(), K.Blocks[At].InnermostLoop);
      if (Next == NoId ||
          !(Next == Phi || addsTo(K, K.Instrs[Next], Chain.back())))
        break;
      Chain.push_back(Next);
    } while (Chain.back() != Phi && Chain.size() <= K.Instrs.size());
    if (Chain.size() > 2 && Chain.back() == Phi)
      for (InstrId I : Chain)
        Out[I] = isArithmetic(K.Instrs[I]);
  }
  return Out;
}

double gpuperf::shareOfFp64Sums(const KernelSummary &Kernel,
                                const Prediction &P) {
  // Products that ptxas makes one instruction with the sum they go to.
  std::vector<bool> IsFused(Kernel.Instrs.size(), false);
  for (const Instr &In : Kernel.Instrs) {
    if (In.Class != OpClass::Fp64Add)
      continue;
    const auto *Product = llvm::find_if(In.Operands, [&](InstrId Op) {
      return Kernel.Instrs[Op].Class == OpClass::Fp64Mul;
    });
    if (Product != In.Operands.end())
      IsFused[*Product] = true;
  }
  const std::vector<bool> IsSum = fp64SumsOf(Kernel);
  double All = 0, Sums = 0;
  for (InstrId I = 0; I < Kernel.Instrs.size(); ++I) {
    const Instr &In = Kernel.Instrs[I];
    if (In.Block >= P.Profile.Blocks.size() || !isArithmetic(In) || IsFused[I])
      continue;
    const double Times = P.Profile.Blocks[In.Block].WarpExecutions * In.Count;
    All += Times;
    Sums += IsSum[I] ? Times : 0;
  }
  return All > 0 ? Sums / All : 0;
}
