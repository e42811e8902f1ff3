//===- MachineOps.h - IR instructions as machine operations -----*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ptxas would make of each instruction of optimised NVPTX IR, counted in
// operation classes. It contracts sums and products to FMA, IMAD and IADD3,
// computes addresses with wide instructions, does operations on 64-bit integers
// in halves, and puts constant offsets into memory instructions. The counts
// were read off the machine code (SASS) of sm_80 to sm_90.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MACHINE_MACHINEOPS_H
#define GPUPERF_ANALYSIS_MACHINE_MACHINEOPS_H

#include "gpumodel/OpClass.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallBase;
class DataLayout;
class Function;
class GetElementPtrInst;
class Instruction;
class Value;
} // namespace llvm

namespace gpuperf {

struct MachineOp {
  OpClass Class = OpClass::Free;
  unsigned Count = 1;
};
/// The operations of one IR instruction; empty: it costs nothing.
using MachineOps = llvm::SmallVector<MachineOp, 2>;

/// What a call is, beyond its operations.
struct CallOps {
  MachineOps Ops;
  bool IsExternal = false; ///< body unknown and not a function we know
  bool IsInlineAsm = false;
  bool HasBody = false; ///< a device function that was not inlined
};

/// Operations of an intrinsic, a CUDA math function or an unknown call.
CallOps lowerCall(const llvm::CallBase &Call);

/// Operations of a math function of CUDA or HIP (`__nv_sinf`,
/// `__ocml_sin_f32`) whose library is not there: true if the called function,
/// which must be known, is one.
bool lowerMathCall(const llvm::CallBase &Call, MachineOps &Ops);

/// Appends the operations of the statements of an inline assembly text. False
/// if one of them is not known, or reaches memory at an address that is not
/// seen.
bool lowerInlinePtx(llvm::StringRef Text, MachineOps &Ops);

/// Operations of the instructions of one function.
class MachineLowering {
public:
  explicit MachineLowering(const llvm::Function &F);
  /// Everything but calls.
  MachineOps lower(const llvm::Instruction &I) const;
  /// Whether the instruction needs no code, because it is part of its user or
  /// dead.
  bool isFolded(const llvm::Instruction &I) const {
    return Folded.contains(&I);
  }

private:
  MachineOps lowerPlain(const llvm::Instruction &I) const;
  void findContractions(const llvm::Function &F);
  void findNarrow(const llvm::Function &F);
  void findAddressFolds(const llvm::Function &F);
  void shareAddresses(const llvm::Function &F);
  bool isWideSum(const llvm::Instruction &I) const;
  MachineOps lowerGep(const llvm::GetElementPtrInst &Gep) const;
  MachineOps lowerInteger(const llvm::Instruction &I) const;
  MachineOps lowerFloat(const llvm::Instruction &I) const;
  MachineOps lowerCast(const llvm::Instruction &I) const;

  const llvm::DataLayout &Layout;
  bool IsAmd = false;
  llvm::DenseSet<const llvm::Instruction *> Folded;
  llvm::DenseSet<const llvm::Instruction *> Fma; ///< adds that took a product
  /// 64-bit operations whose high half is not used.
  llvm::DenseSet<const llvm::Instruction *> Narrow;
};

/// A constant of 32 bits, or a value that was extended from at most as many.
bool isExtended32(const llvm::Value *V);

/// The address space that a pointer is known to point to, found by looking
/// through casts and arithmetic: a number of llvm::NVPTXAS::AddressSpace,
/// ADDRESS_SPACE_GENERIC where it is not known.
unsigned knownAddressSpace(const llvm::Value *Pointer);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MACHINE_MACHINEOPS_H
