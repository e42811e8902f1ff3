//===- Code.h - A host function, ready to be executed -----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM IR is translated once into a flat list of operations over numbered
// slots. A first-class struct or vector is one slot per scalar inside of it, in
// order: taking a member out of it is then a move.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_PLUGIN_PROGRAM_MACHINE_CODE_H
#define GPUPERF_PLUGIN_PROGRAM_MACHINE_CODE_H

#include "plugin/program/machine/Memory.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include <vector>

namespace llvm {
class Constant;
class DataLayout;
class Function;
class Instruction;
} // namespace llvm

namespace gpuperf::program {

/// One scalar of a type, at its place in memory.
struct Leaf {
  uint64_t Offset = 0;
  uint8_t Bytes = 0; ///< 1, 2, 4 or 8
  uint8_t Bits = 64; ///< of an integer; 64 for pointers and floating point
};
/// The scalars of \p T in order; at most a few thousand, else none.
std::vector<Leaf> leavesOf(llvm::Type *T, const llvm::DataLayout &DL);

/// A slot of the frame, or, if negative, ~index of a constant.
using Operand = int32_t;

enum class OpCode : uint8_t {
  Move, ///< N slots
  Binary,
  Compare,
  FloatCompare,
  FloatNegate,
  Cast,
  Select, ///< A, B or C; N slots
  SelectEach,
  Load,
  Store,
  Address, ///< A plus constant Imm plus terms
  Alloca,
  ExtractAt, ///< element B of the N slots at A
  InsertAt,  ///< C into element of the N slots at A
  Call,
  Jump,
  Branch,
  Switch,
  Return,
  Stop,   ///< unreachable
  Unknown ///< N slots that are not known
};

struct Op {
  OpCode Code = OpCode::Unknown;
  uint8_t Bits = 64;    ///< of an integer operand; 32 or 64 of a floating one
  uint8_t ToBits = 64;  ///< Cast: of the result
  bool Exiting = false; ///< Branch: one side leaves a loop
  unsigned Llvm = 0;    ///< opcode or predicate of LLVM
  unsigned N = 1;       ///< slots of the result
  Operand To = 0, A = 0, B = 0, C = 0;
  uint64_t Imm = 0;
  uint32_t Extra = 0; ///< into the table that belongs to Code
  uint32_t Edge = 0, OtherEdge = 0;
  const llvm::Instruction *I = nullptr;
};

struct AddressTerm {
  Operand Index = 0;
  uint8_t Bits = 64;
  int64_t Scale = 0;
};

struct CallArg {
  Operand First = 0;
  unsigned N = 1;
  uint64_t ByValBytes = 0; ///< a copy of the pointed-to object is passed
};

struct CallSite {
  const llvm::Function *Callee = nullptr; ///< null: through Pointer
  Operand Pointer = 0;
  std::vector<CallArg> Args;
  uint32_t Edge = 0; ///< of an invoke: where it goes on
  bool IsInvoke = false;
};

struct SwitchTable {
  std::vector<std::pair<uint64_t, uint32_t>> Cases; ///< value, edge
  uint32_t DefaultEdge = 0;
};

/// A way from one block to another.
struct Edge {
  uint32_t Target = 0;                            ///< operation
  std::vector<std::pair<Operand, Operand>> Moves; ///< phis: to, from
  int32_t Header = -1; ///< the loop whose header this enters
  bool Back = false;   ///< and it comes from inside of that loop
  uint16_t Depth = 0;  ///< loops around the target
  bool Leads = true;   ///< false: to the program's end by an error
};

struct LoopCode {
  std::vector<Operand> Phis; ///< of the header
  std::vector<uint8_t> PhiBytes;
  unsigned Depth = 0;
  unsigned Exits = 0; ///< ways out of the loop that do not end in an error
};

struct FunctionCode {
  const llvm::Function *F = nullptr;
  unsigned Slots = 0;
  std::vector<unsigned> ArgSlots, ArgCounts;
  std::vector<Op> Ops;
  std::vector<Value> Constants;
  std::vector<Edge> Edges;
  std::vector<LoopCode> Loops;
  std::vector<std::vector<AddressTerm>> Addresses;
  std::vector<std::vector<Leaf>> Accesses;
  std::vector<CallSite> Calls;
  std::vector<SwitchTable> Switches;
};

/// Translates \p F. \p ConstantValue gives the scalars of a constant, which may
/// be the address of a variable or of a function.
FunctionCode
translate(const llvm::Function &F,
          llvm::function_ref<std::vector<Value>(const llvm::Constant &)>
              ConstantValue);

} // namespace gpuperf::program

#endif // GPUPERF_PLUGIN_PROGRAM_MACHINE_CODE_H
