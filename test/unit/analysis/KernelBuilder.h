//===- KernelBuilder.h - KernelSummary values by hand -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_KERNELBUILDER_H
#define GPUPERF_TEST_UNIT_ANALYSIS_KERNELBUILDER_H

#include "analysis/warp/WarpProfile.h"

namespace gpuperf {

/// Builds small kernels: blocks in reverse post order, instructions in order.
class KernelBuilder {
public:
  KernelSummary K;

  BlockId block(llvm::StringRef Name, LoopId Innermost = NoId) {
    Block B;
    B.Name = Name.str();
    B.InnermostLoop = Innermost;
    K.Blocks.push_back(B);
    return K.Blocks.size() - 1;
  }

  InstrId instr(BlockId B, OpClass Class, llvm::StringRef Name,
                std::initializer_list<InstrId> Operands = {}) {
    Instr I;
    I.Class = Class;
    I.Name = Name.str();
    I.Block = B;
    I.Operands.assign(Operands.begin(), Operands.end());
    K.Instrs.push_back(I);
    K.Blocks[B].Instrs.push_back(K.Instrs.size() - 1);
    return K.Instrs.size() - 1;
  }

  InstrId phi(BlockId B, llvm::StringRef Name,
              std::initializer_list<PhiIncoming> Incoming = {}) {
    InstrId I = instr(B, OpClass::Free, Name);
    K.Instrs[I].IsPhi = true;
    K.Instrs[I].Incoming.assign(Incoming.begin(), Incoming.end());
    return I;
  }

  /// A memory instruction of the class's space, \p Bytes per lane.
  InstrId memory(BlockId B, OpClass Class, MemSpace Space, AccessKind Kind,
                 llvm::StringRef Name, uint32_t Bytes,
                 std::initializer_list<InstrId> Operands = {}) {
    InstrId I = instr(B, Class, Name, Operands);
    Access A;
    A.Instr = I, A.Block = B, A.Space = Space, A.Kind = Kind;
    A.BytesPerLane = Bytes;
    K.Accesses.push_back(A);
    K.Instrs[I].Mem = K.Accesses.size() - 1;
    return I;
  }

  void jump(BlockId B, BlockId To, bool FallsThrough = false) {
    terminate(B, TerminatorKind::Jump, {To}, {});
    K.Blocks[B].FallsThrough = FallsThrough;
  }
  void branch(BlockId B, InstrId Condition, BlockId Then, BlockId Else) {
    terminate(B, TerminatorKind::Conditional, {Then, Else}, {Condition});
  }
  void ret(BlockId B) {
    K.Blocks[B].Instrs.push_back(K.Instrs.size());
    Instr I;
    I.Class = OpClass::Free;
    I.Block = B;
    K.Instrs.push_back(I);
    K.Blocks[B].Terminator = TerminatorKind::Return;
  }

  LoopId loop(BlockId Header, std::initializer_list<BlockId> Blocks,
              std::initializer_list<BlockId> Latches, LoopId Parent = NoId) {
    KernelLoop L;
    L.Header = Header, L.Parent = Parent;
    L.Depth = Parent == NoId ? 1 : K.Loops[Parent].Depth + 1;
    L.Blocks.assign(Blocks.begin(), Blocks.end());
    L.Latches.assign(Latches.begin(), Latches.end());
    K.Loops.push_back(L);
    LoopId Id = K.Loops.size() - 1;
    for (BlockId B : Blocks)
      K.Blocks[B].InnermostLoop = Id;
    return Id;
  }

private:
  void terminate(BlockId B, TerminatorKind T,
                 std::initializer_list<BlockId> Succs,
                 std::initializer_list<InstrId> Operands) {
    instr(B, OpClass::Branch, "", Operands);
    K.Blocks[B].Terminator = T;
    for (BlockId S : Succs) {
      K.Blocks[B].Succs.push_back(S);
      K.Blocks[S].Preds.push_back(B);
    }
  }
};

/// Kleimenov and Popova 2021, Fig. 3:
/// for (j = 0; j < 15; ++j) temp = temp * 1.3 + 8 + p.
inline KernelSummary figureThree() {
  KernelBuilder B;
  BlockId Entry = B.block("1"), Header = B.block("5"), Body = B.block("7"),
          Latch = B.block("12"), Exit = B.block("15");
  B.jump(Entry, Header, /*FallsThrough=*/true);
  InstrId J = B.phi(Header, "%j"), Temp = B.phi(Header, "%temp");
  InstrId I6 = B.instr(Header, OpClass::IntCompare, "%6", {J});
  B.branch(Header, I6, Body, Exit);
  InstrId I8 = B.instr(Body, OpClass::Fp64Mul, "%8", {Temp});
  InstrId I9 = B.instr(Body, OpClass::Fp64Add, "%9", {I8});
  InstrId I11 = B.instr(Body, OpClass::Fp64Add, "%11", {I9});
  B.jump(Body, Latch, /*FallsThrough=*/true);
  InstrId I13 = B.instr(Latch, OpClass::IntAdd, "%13", {J});
  B.jump(Latch, Header);
  B.ret(Exit);
  B.K.Instrs[J].Incoming = {{Entry, NoId}, {Latch, I13}};
  B.K.Instrs[Temp].Incoming = {{Entry, NoId}, {Latch, I11}};
  B.loop(Header, {Header, Body, Latch}, {Latch});
  return B.K;
}

/// A loop of loads of which each depends on the one before, so that the time
/// falls with the warps that are resident. Its trip count is left open.
inline KernelSummary chainOfLoads(double Registers) {
  KernelBuilder B;
  BlockId Entry = B.block("entry"), Body = B.block("body"),
          Exit = B.block("exit");
  B.jump(Entry, Body, /*FallsThrough=*/true);
  InstrId X = B.phi(Body, "%x");
  InstrId Sqrt = B.instr(Body, OpClass::Fp32Sqrt, "%s", {X});
  InstrId Load = B.memory(Body, OpClass::LoadShared, MemSpace::Shared,
                          AccessKind::Load, "%l", 4, {Sqrt});
  InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
  B.branch(Body, C, Body, Exit);
  B.ret(Exit);
  B.K.Instrs[X].Incoming = {{Entry, NoId}, {Body, Load}};
  B.loop(Body, {Body}, {Body});
  B.K.RegistersPerThread = Estimate::exact(Registers);
  B.K.RegistersFrom = RegisterSource::Ptxas;
  return std::move(B.K);
}

} // namespace gpuperf

#endif // GPUPERF_TEST_UNIT_ANALYSIS_KERNELBUILDER_H
