//===- MachineOps.cpp -----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/MachineOps.h"
#include "analysis/machine/ParamSpace.h"
#include "analysis/machine/PointerList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/NVPTXAddrSpace.h"

using namespace gpuperf;
using namespace llvm;

namespace {

/// 32-bit words that a value of the type takes.
unsigned wordsOf(const Type *Ty, const DataLayout &Layout) {
  if (!Ty->isSized() || Ty->isScalableTy())
    return 1;
  uint64_t Bits =
      Layout.getTypeSizeInBits(const_cast<Type *>(Ty)).getFixedValue();
  return static_cast<unsigned>(std::clamp<uint64_t>((Bits + 31) / 32, 1, 255));
}

unsigned lanesOf(const Type *Ty) {
  if (const auto *V = dyn_cast<FixedVectorType>(Ty))
    return std::max(1u, V->getNumElements());
  return 1;
}

bool isContractable(const Instruction &I) {
  return isa<FPMathOperator>(I) && I.hasAllowContract();
}

/// What a division costs depends on its divisor: a power of two is a shift or a
/// mask, another constant a product, and only the rest is divided.
MachineOps lowerDivision(const Instruction &I, unsigned Bits, unsigned Lanes) {
  bool Remainder =
      I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
  bool Signed =
      I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
  unsigned Halves = Bits > 32 ? 2 : 1;
  if (const auto *C = dyn_cast<ConstantInt>(I.getOperand(1))) {
    if (C->getValue().isPowerOf2()) {
      if (!Signed)
        return {{Remainder ? OpClass::IntLogic : OpClass::IntShift,
                 Halves * Lanes}};
      // Round toward zero: add the sign's bits first.
      MachineOps Ops = {{OpClass::IntShift, 2 * Halves * Lanes},
                        {OpClass::IntAdd, Halves * Lanes}};
      if (Remainder)
        Ops.push_back({OpClass::IntLogic, Halves * Lanes});
      return Ops;
    }
    MachineOps Ops = {{Bits > 32 ? OpClass::IntMul64 : OpClass::IntMulWide,
                       (Bits > 32 ? 2 : 1) * Lanes},
                      {OpClass::IntShift, Halves * Lanes}};
    if (Signed)
      Ops.push_back({OpClass::IntAdd, Halves * Lanes});
    if (Remainder)
      Ops.push_back({Bits > 32 ? OpClass::IntMul64 : OpClass::IntMul, Lanes});
    return Ops;
  }
  if (Bits > 32) {
    MachineOps Ops = {{OpClass::IntDiv64, Lanes}};
    return Ops;
  }
  return {{Remainder ? OpClass::IntRem32 : OpClass::IntDiv32, Lanes}};
}

/// Whether the approximate unit is accurate enough: `afn`, or !fpmath of 2 ulp
/// or more.
bool isApproximate(const Instruction &I) {
  if (!isa<FPMathOperator>(I))
    return false;
  return I.hasApproxFunc() || cast<FPMathOperator>(I).getFPAccuracy() >= 2.0f;
}

/// Whether a number comes from memory by ways that let a zero pass: sums,
/// products, choices, the lesser of two. A sum with a constant is hardly ever
/// zero.
bool isLoadedAndMayBeZero(const Value *Number) {
  constexpr unsigned MostSteps = 64;
  SmallVector<const Value *, 8> Ways = {Number};
  SmallPtrSet<const Value *, 16> Seen;
  while (!Ways.empty() && Seen.size() < MostSteps) {
    const auto *I = dyn_cast<Instruction>(Ways.pop_back_val());
    if (!I || !Seen.insert(I).second)
      continue;
    switch (I->getOpcode()) {
    case Instruction::Load: {
      const unsigned Space =
          knownAddressSpace(cast<LoadInst>(I)->getPointerOperand());
      if (Space != ParamSpace && Space != NVPTXAS::ADDRESS_SPACE_CONST)
        return true;
      break;
    }
    case Instruction::FAdd:
    case Instruction::FSub:
      if (isa<Constant>(I->getOperand(0)) || isa<Constant>(I->getOperand(1)))
        break;
      [[fallthrough]];
    case Instruction::FMul:
    case Instruction::FNeg:
    case Instruction::FPExt:
    case Instruction::PHI:
      append_range(Ways, I->operand_values());
      break;
    case Instruction::Select:
      append_range(Ways, drop_begin(I->operand_values()));
      break;
    case Instruction::Call:
      switch (cast<CallBase>(I)->getIntrinsicID()) {
      case Intrinsic::fabs:
      case Intrinsic::minnum:
      case Intrinsic::maxnum:
      case Intrinsic::minimumnum:
      case Intrinsic::maximumnum:
        append_range(Ways, cast<CallBase>(I)->args());
        break;
      default:
        break;
      }
      break;
    default:
      break;
    }
  }
  return false;
}

/// A quotient of zero fails the range check of a division in double, and is
/// taken by the routine for special cases: 12 more instructions in double (10
/// multiply-adds and products, predicated or not, and two comparisons) and 42
/// others, counted in what ptxas 13 emits for sm_86. Fields of simulations are
/// zero or flat in many places: of the 35 divisions of loaded numbers in 10
/// kernels among the fit launches of benchmarks/programs, 12 took that way, by
/// the profiler's count of operations. None of numbers that were not loaded
/// did.
constexpr unsigned ZerosAreOneIn = 3, SpecialFp64 = 12, SpecialOthers = 42;

bool isBallot(const User &U) {
  const auto *Call = dyn_cast<CallBase>(&U);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("llvm.amdgcn.ballot");
}
} // namespace

static unsigned spaceWithin(const Value *Pointer, unsigned Steps);

/// The space that all of \p Pointers are known to point to.
static unsigned spaceOfAll(ArrayRef<const Value *> Pointers, unsigned Steps) {
  unsigned Common = NVPTXAS::ADDRESS_SPACE_GENERIC;
  for (const Value *P : Pointers) {
    // Lists of lists end sooner.
    const unsigned Space = spaceWithin(P, Steps / 4);
    if (P != Pointers.front() && Space != Common)
      return NVPTXAS::ADDRESS_SPACE_GENERIC;
    Common = Space;
  }
  return Common;
}

static unsigned spaceWithin(const Value *Pointer, unsigned Steps) {
  for (unsigned Depth = 0; Pointer && Depth < Steps; ++Depth) {
    // AMD's parameters are in a space of their own, that of constants.
    if (const auto *A = dyn_cast<Argument>(Pointer); A && isInParamSpace(*A))
      return ParamSpace;
    unsigned Space = Pointer->getType()->isPointerTy()
                         ? Pointer->getType()->getPointerAddressSpace()
                         : NVPTXAS::ADDRESS_SPACE_GENERIC;
    if (Space != NVPTXAS::ADDRESS_SPACE_GENERIC)
      return Space;
    if (isa<AllocaInst>(Pointer))
      return NVPTXAS::ADDRESS_SPACE_LOCAL;
    if (isa<Argument>(Pointer))
      return NVPTXAS::ADDRESS_SPACE_GENERIC;
    if (const auto *G = dyn_cast<GEPOperator>(Pointer))
      Pointer = G->getPointerOperand();
    else if (const auto *C = dyn_cast<AddrSpaceCastOperator>(Pointer))
      Pointer = C->getPointerOperand();
    else if (const auto *B = dyn_cast<BitCastOperator>(Pointer))
      Pointer = B->getOperand(0);
    else if (const auto *L = dyn_cast<LoadInst>(Pointer))
      return spaceOfAll(listedPointers(*L), Steps - Depth);
    else
      break;
  }
  return NVPTXAS::ADDRESS_SPACE_GENERIC;
}

unsigned gpuperf::knownAddressSpace(const Value *Pointer) {
  constexpr unsigned MostSteps = 64;
  return spaceWithin(Pointer, MostSteps);
}

MachineLowering::MachineLowering(const Function &F)
    : Layout(F.getParent()->getDataLayout()),
      IsAmd(F.getParent()->getTargetTriple().isAMDGCN()) {
  findContractions(F);
  findNarrow(F);
  findAddressFolds(F);
  shareAddresses(F);
}

void MachineLowering::findContractions(const Function &F) {
  auto AllUsersAre = [](const Instruction &I, auto Pred) {
    unsigned N = 0;
    for (const User *U : I.users()) {
      const auto *UI = dyn_cast<Instruction>(U);
      if (!UI || ++N > 4 || !Pred(*UI))
        return false;
    }
    return N > 0;
  };
  for (const Instruction &I : instructions(F)) {
    if (I.use_empty() && !I.mayHaveSideEffects() && !I.isTerminator()) {
      Folded.insert(&I);
      continue;
    }
    switch (I.getOpcode()) {
    case Instruction::FMul: {
      if (!isContractable(I))
        break;
      // An FMA takes one product in, so an addition that has one takes no
      // other.
      if (AllUsersAre(I, [&](const Instruction &U) {
            return (U.getOpcode() == Instruction::FAdd ||
                    U.getOpcode() == Instruction::FSub) &&
                   isContractable(U) && !Fma.contains(&U) &&
                   U.getOperand(0) != U.getOperand(1);
          })) {
        Folded.insert(&I);
        for (const User *U : I.users())
          Fma.insert(cast<Instruction>(U));
      }
      break;
    }
    case Instruction::Mul: {
      // AMD's GPUs multiply and add in two instructions.
      if (IsAmd)
        break;
      // IMAD adds to a 32-bit product, IMAD.WIDE to a product of two 32-bit
      // values in 64 bits.
      bool Is32 = I.getType()->isIntegerTy(32);
      bool IsWide = I.getType()->isIntegerTy(64) &&
                    isExtended32(I.getOperand(0)) &&
                    isExtended32(I.getOperand(1));
      // A product of two 64-bit values is made of parts, of which the wide one
      // takes the sum in.
      bool Is64 = I.getType()->isIntegerTy(64);
      if ((Is32 || IsWide || Is64) && AllUsersAre(I, [&](const Instruction &U) {
            return U.getOpcode() == Instruction::Add && !Fma.contains(&U) &&
                   U.getOperand(0) != U.getOperand(1);
          })) {
        Folded.insert(&I);
        for (const User *U : I.users())
          Fma.insert(cast<Instruction>(U));
      }
      break;
    }
    case Instruction::Shl:
      // LEA shifts by a constant and adds.
      if ((I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64)) &&
          isa<ConstantInt>(I.getOperand(1)) &&
          AllUsersAre(I, [&](const Instruction &U) {
            return U.getOpcode() == Instruction::Add && !Fma.contains(&U) &&
                   U.getOperand(0) != U.getOperand(1);
          })) {
        Folded.insert(&I);
        for (const User *U : I.users())
          Fma.insert(cast<Instruction>(U));
      }
      break;
    case Instruction::ICmp:
    case Instruction::FCmp:
      // AMD's comparison leaves a bit of each lane: the ballot.
      if (IsAmd && I.getType()->isIntegerTy(1) && I.hasOneUse() &&
          isBallot(**I.user_begin()))
        Folded.insert(&I);
      break;
    case Instruction::And:
      // Shifts look at the low bits of the amount only.
      if (const auto *Mask = dyn_cast<ConstantInt>(I.getOperand(1));
          Mask && !Mask->isZero() && Mask->getType()->isIntegerTy() &&
          Mask->getValue() == I.getType()->getIntegerBitWidth() - 1 &&
          AllUsersAre(I, [&](const Instruction &U) {
            return U.isShift() && U.getOperand(1) == &I &&
                   U.getOperand(0) != &I;
          }))
        Folded.insert(&I);
      break;
    default:
      break;
    }
  }
  // IADD3 and LOP3 have three operands: a sum or a logic operation is joined
  // with its only user if that is of the same kind.
  for (const Instruction &I : instructions(F)) {
    bool IsAdd = I.getOpcode() == Instruction::Add;
    bool IsLogic = I.isBitwiseLogicOp();
    if ((!IsAdd && !IsLogic) || !I.hasOneUse() || Folded.contains(&I) ||
        Fma.contains(&I) ||
        !(I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64)))
      continue;
    const auto *U = dyn_cast<Instruction>(*I.user_begin());
    if (!U || Fma.contains(U) || U->getParent() != I.getParent())
      continue;
    bool SameKind =
        IsAdd ? U->getOpcode() == Instruction::Add : U->isBitwiseLogicOp();
    if (SameKind) {
      Folded.insert(&I);
      // The user has all the operands it can have. It is marked like a
      // contraction, so that it is not joined with its own user, nor takes
      // another operation in.
      Fma.insert(U);
    }
  }
}

/// What AMD's GPUs do instead of an IMAD.WIDE, which they lack. A signed index
/// gets its sign, an index of wide elements is shifted as 64 bits, and the sum
/// is one with carry. A byte's unsigned index is added by the load itself.
static MachineOps withoutWide(const Instruction &I, unsigned Count) {
  const Value *Index = I.getOperand(0);
  uint64_t Bytes = 8;
  if (const auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    Index = *(Gep->op_end() - 1);
    Bytes = I.getModule()
                ->getDataLayout()
                .getTypeAllocSize(Gep->getResultElementType())
                .getKnownMinValue();
    if (Bytes == 1 && isa<ZExtInst>(Index) &&
        isa<Argument>(Gep->getPointerOperand()->stripPointerCasts()))
      return {};
  }
  const bool IsProduct = I.getOpcode() == Instruction::Mul;
  if (IsProduct) // two halves
    return {{OpClass::IntMul, 2 * Count}};
  const unsigned Shifts = (isa<ZExtInst>(Index) ? 0 : 1) + (Bytes > 1 ? 1 : 0);
  MachineOps Ops;
  if (Shifts > 0)
    Ops.push_back({OpClass::IntShift, Shifts * Count});
  if (I.getOpcode() != Instruction::Shl)
    Ops.push_back({OpClass::IntAdd, 2 * Count});
  return Ops;
}

MachineOps MachineLowering::lower(const Instruction &I) const {
  MachineOps Plain = lowerPlain(I);
  if (!IsAmd)
    return Plain;
  MachineOps Ops;
  for (const MachineOp &Op : Plain)
    if (Op.Class == OpClass::IntMulWide)
      llvm::append_range(Ops, withoutWide(I, Op.Count));
    else
      Ops.push_back(Op);
  return Ops;
}

MachineOps MachineLowering::lowerPlain(const Instruction &I) const {
  if (isFolded(I))
    return {};
  if (I.isCast())
    return lowerCast(I);
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::FCmp:
    return lowerFloat(I);
  case Instruction::GetElementPtr:
    return lowerGep(cast<GetElementPtrInst>(I));
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::ICmp:
    return lowerInteger(I);
  case Instruction::Select:
    if (I.getType()->isIntOrIntVectorTy(1))
      return {}; // predicate logic rides on the compare
    return {{OpClass::SelectMove, wordsOf(I.getType(), Layout)}};
  case Instruction::Fence:
    return {{OpClass::Fence, 1}};
#if LLVM_VERSION_MAJOR >= 23
  case Instruction::UncondBr:
  case Instruction::CondBr:
#else
  case Instruction::Br:
#endif
  case Instruction::Ret:
    return {{OpClass::Branch, 1}};
  case Instruction::Switch: {
    // A few cases are compared one by one; for more, there is an indexed
    // branch.
    unsigned N = cast<SwitchInst>(I).getNumCases();
    if (N <= 4)
      return {{OpClass::IntCompare, std::max(1u, N)},
              {OpClass::Branch, std::max(1u, N)}};
    return {
        {OpClass::IntAdd, 1}, {OpClass::LoadConst, 1}, {OpClass::Branch, 1}};
  }
  case Instruction::IndirectBr:
    return {{OpClass::Branch, 1}};
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg: {
    const Value *Ptr = getLoadStorePointerOperand(&I);
    bool IsAtomic = !Ptr;
    if (const auto *R = dyn_cast<AtomicRMWInst>(&I))
      Ptr = R->getPointerOperand();
    if (const auto *X = dyn_cast<AtomicCmpXchgInst>(&I))
      Ptr = X->getPointerOperand();
    unsigned Space = knownAddressSpace(Ptr);
    bool Shared = Space == NVPTXAS::ADDRESS_SPACE_SHARED ||
                  Space == NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER;
    if (IsAtomic)
      return {{Shared ? OpClass::AtomicShared : OpClass::AtomicGlobal, 1}};
    const Type *Ty =
        isa<LoadInst>(I) ? I.getType() : I.getOperand(0)->getType();
    // One instruction moves at most four words per lane.
    unsigned Count = (wordsOf(Ty, Layout) + 3) / 4;
    bool IsLoad = isa<LoadInst>(I);
    switch (Space) {
    case NVPTXAS::ADDRESS_SPACE_SHARED:
    case NVPTXAS::ADDRESS_SPACE_SHARED_CLUSTER:
      return {{IsLoad ? OpClass::LoadShared : OpClass::StoreShared, Count}};
    case NVPTXAS::ADDRESS_SPACE_CONST:
      // Constant memory at a place that is known at compile time can be an
      // operand of the instruction that uses it.
      if (IsLoad && isa<Constant>(Ptr))
        return {};
      return {{OpClass::LoadConst, Count}};
    case NVPTXAS::ADDRESS_SPACE_LOCAL:
      return {{IsLoad ? OpClass::LoadLocal : OpClass::StoreLocal, Count}};
    case ParamSpace:
      return {}; // constant bank operand
    default:
      return {{IsLoad ? OpClass::LoadGlobal : OpClass::StoreGlobal, Count}};
    }
  }
  default:
    // Phis, freeze, allocas, moves of vector elements and unreachable are a
    // matter of registers and cost no instruction.
    return {};
  }
}

MachineOps MachineLowering::lowerInteger(const Instruction &I) const {
  const Type *Ty = I.getOperand(0)->getType();
  if (Ty->isPtrOrPtrVectorTy())
    return {{OpClass::IntCompare, 2}};
  const Type *Scalar = Ty->getScalarType();
  unsigned Bits = Scalar->isIntegerTy() ? Scalar->getIntegerBitWidth() : 32;
  if (Narrow.contains(&I))
    Bits = 32;
  unsigned Lanes = lanesOf(Ty);
  unsigned Halves = std::min(255u, (Bits + 31) / 32 * Lanes);
  if (Bits == 1)
    return {};
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
    if (Fma.contains(&I)) {
      // IMAD where a product was taken in, IADD3 where a sum was.
      for (const Value *Op : I.operands())
        if (const auto *OI = dyn_cast<Instruction>(Op))
          if (OI->getOpcode() == Instruction::Mul && isFolded(*OI))
            return {{Bits <= 32 ? OpClass::IntMul
                     : isExtended32(OI->getOperand(0)) &&
                             isExtended32(OI->getOperand(1))
                         ? OpClass::IntMulWide
                         : OpClass::IntMul64,
                     Lanes}};
    }
    if (Bits > 32 && isWideSum(I))
      return {{OpClass::IntMulWide, Lanes}};
    return {{OpClass::IntAdd, Halves}};
  case Instruction::Mul: {
    const auto *C = dyn_cast<ConstantInt>(I.getOperand(1));
    if (C && C->getValue().isPowerOf2())
      return {{OpClass::IntShift, Halves}};
    if (Bits <= 32)
      return {{OpClass::IntMul, Halves}};
    if (isExtended32(I.getOperand(0)) && isExtended32(I.getOperand(1)))
      return {{OpClass::IntMulWide, Lanes}};
    return {{OpClass::IntMul64, Lanes}};
  }
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return lowerDivision(I, Bits, Lanes);
  case Instruction::Shl:
    // IMAD.WIDE shifts and extends.
    if (Bits == 64 && isa<ConstantInt>(I.getOperand(1)) &&
        isExtended32(I.getOperand(0)))
      return {{OpClass::IntMulWide, Lanes}};
    return {{OpClass::IntShift, Halves}};
  case Instruction::LShr:
  case Instruction::AShr:
    return {{OpClass::IntShift, Halves}};
  case Instruction::ICmp:
    return {{OpClass::IntCompare, Halves}};
  default:
    return {{OpClass::IntLogic, Halves}};
  }
}

MachineOps MachineLowering::lowerFloat(const Instruction &I) const {
  const Type *Ty = I.getOperand(0)->getType();
  const Type *Scalar = Ty->getScalarType();
  unsigned Lanes = lanesOf(Ty);
  bool F64 = Scalar->isDoubleTy();
  bool F16 = Scalar->isHalfTy() || Scalar->isBFloatTy();
  auto Pick = [&](OpClass F32Class, OpClass F64Class) -> MachineOps {
    if (F16) // packed in pairs
      return {{OpClass::Fp16Arith, (Lanes + 1) / 2}};
    return {{F64 ? F64Class : F32Class, Lanes}};
  };
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
    return Fma.contains(&I) ? Pick(OpClass::Fp32Fma, OpClass::Fp64Fma)
                            : Pick(OpClass::Fp32Add, OpClass::Fp64Add);
  case Instruction::FMul:
    return Pick(OpClass::Fp32Mul, OpClass::Fp64Mul);
  case Instruction::FCmp:
    return Pick(OpClass::IntCompare, OpClass::Fp64Add);
  case Instruction::FRem:
    if (F64)
      return {{OpClass::Fp64Div, Lanes}, {OpClass::Fp64Fma, 2 * Lanes}};
    return {{OpClass::Fp32Div, Lanes}, {OpClass::Fp32Fma, 2 * Lanes}};
  default:
    break;
  }
  // Division.
  const auto *One = dyn_cast<ConstantFP>(I.getOperand(0));
  bool Reciprocal = One && One->isExactlyValue(1.0);
  if (F64) {
    MachineOps Ops = {
        {Reciprocal ? OpClass::Fp64Rcp : OpClass::Fp64Div, Lanes}};
    if (isLoadedAndMayBeZero(I.getOperand(0))) {
      Ops.push_back({OpClass::Fp64Fma, SpecialFp64 / ZerosAreOneIn * Lanes});
      Ops.push_back({OpClass::IntLogic, SpecialOthers / ZerosAreOneIn * Lanes});
    }
    return Ops;
  }
  if (isApproximate(I) || F16 || (Reciprocal && I.hasAllowReciprocal())) {
    MachineOps Ops = {{OpClass::Fp32RcpApprox, Lanes}};
    if (!Reciprocal)
      Ops.push_back({OpClass::Fp32Mul, Lanes});
    if (F16)
      Ops.push_back({OpClass::Convert32, 2 * Lanes});
    return Ops;
  }
  return {{Reciprocal ? OpClass::Fp32Rcp : OpClass::Fp32Div, Lanes}};
}

MachineOps MachineLowering::lowerCast(const Instruction &I) const {
  const Type *From = I.getOperand(0)->getType()->getScalarType();
  const Type *To = I.getType()->getScalarType();
  unsigned Lanes = lanesOf(I.getType());
  auto Is64 = [](const Type *T) {
    return T->isDoubleTy() ||
           (T->isIntegerTy() && T->getIntegerBitWidth() > 32);
  };
  bool FromLoad =
      isa<LoadInst>(I.getOperand(0)) && I.getOperand(0)->hasOneUse();
  switch (I.getOpcode()) {
  case Instruction::FPExt:
  case Instruction::FPTrunc:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    // FSET compares floats and gives a float; of another truth value, FSEL
    // makes one.
    if (From->isIntegerTy(1) && To->isFloatTy()) {
      const auto *Compare = dyn_cast<FCmpInst>(I.getOperand(0));
      return Compare && Compare->hasOneUse() &&
                     Compare->getOperand(0)->getType()->isFloatTy()
                 ? MachineOps{}
                 : MachineOps{{OpClass::SelectMove, Lanes}};
    }
    // v_cvt_f32_ubyte takes a byte of a register at the full rate.
    if (IsAmd && I.getOpcode() == Instruction::UIToFP && From->isIntegerTy(8) &&
        To->isFloatTy())
      return {{OpClass::Fp32Add, Lanes}};
    return {{Is64(From) || Is64(To) ? OpClass::Convert64 : OpClass::Convert32,
             Lanes}};
  case Instruction::SExt:
    if (From->isIntegerTy(1))
      return {{OpClass::SelectMove, Lanes * (Is64(To) ? 2 : 1)}};
    if (Narrow.contains(&I))
      return {};
    if (From->getIntegerBitWidth() < 32) // a signed narrow load extends
      return FromLoad ? MachineOps{} : MachineOps{{OpClass::IntPermute, Lanes}};
    return {{OpClass::IntShift, Lanes}};
  case Instruction::ZExt:
    if (From->isIntegerTy(1))
      return {{OpClass::SelectMove, Lanes}};
    if (From->getIntegerBitWidth() < 32 && !FromLoad)
      return {{OpClass::IntLogic, Lanes}};
    return {}; // a zero register
  default:
    return {}; // truncations, bit casts, address space casts
  }
}
