//===- AmdIr.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/amd/AmdIr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// The memory that a launch leaves for its kernel (code object version 5 and
/// later), in bytes from llvm.amdgcn.implicitarg.ptr: three numbers of blocks,
/// three sizes of a block, three sizes of the last, smaller block.
constexpr uint64_t CountsAt = 0, SizesAt = 12, RestsAt = 18;
/// The packet of the launch, in bytes from llvm.amdgcn.dispatch.ptr: three
/// sizes of a block, three numbers of threads.
constexpr uint64_t PacketSizesAt = 4, PacketThreadsAt = 12;

enum class Place : uint8_t { Thread, Block, BlockSize, Blocks };

/// The intrinsic of NVPTX for \p What in direction \p Dim.
Intrinsic::ID nameOf(Place What, unsigned Dim) {
  static constexpr Intrinsic::ID Names[4][3] = {
      {Intrinsic::nvvm_read_ptx_sreg_tid_x, Intrinsic::nvvm_read_ptx_sreg_tid_y,
       Intrinsic::nvvm_read_ptx_sreg_tid_z},
      {Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
       Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
       Intrinsic::nvvm_read_ptx_sreg_ctaid_z},
      {Intrinsic::nvvm_read_ptx_sreg_ntid_x,
       Intrinsic::nvvm_read_ptx_sreg_ntid_y,
       Intrinsic::nvvm_read_ptx_sreg_ntid_z},
      {Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
       Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
       Intrinsic::nvvm_read_ptx_sreg_nctaid_z}};
  return Names[static_cast<unsigned>(What)][Dim];
}

constexpr uint64_t MostThreads = 1024;

/// Reads a special register of NVPTX that holds a value of [Lowest, End). What
/// LLVM knows of NVIDIA's, 32 lanes for instance, is not so here.
CallInst *readRegister(IRBuilder<> &B, Intrinsic::ID Register, uint64_t Lowest,
                       uint64_t End) {
  CallInst *Call = B.CreateIntrinsic(Register, {});
  Call->getCalledFunction()->removeRetAttr(Attribute::Range);
  Call->addRangeRetAttr(ConstantRange(APInt(32, Lowest), APInt(32, End)));
  return Call;
}

/// Reads \p What as NVPTX does, as 32 bits.
Value *read(IRBuilder<> &B, Place What, unsigned Dim) {
  const uint64_t Lowest = What == Place::BlockSize || What == Place::Blocks;
  uint64_t End = uint64_t(1) << 31;
  if (What == Place::Thread)
    End = MostThreads;
  else if (What == Place::BlockSize)
    End = MostThreads + 1;
  return readRegister(B, nameOf(What, Dim), Lowest, End);
}

/// The direction of the intrinsic \p Name, which ends in ".x", ".y" or ".z".
unsigned dimOf(StringRef Name) {
  return static_cast<unsigned>(Name.back() - 'x');
}

void replace(Instruction &I, Value *With) {
  With->takeName(&I);
  I.replaceAllUsesWith(With);
  I.eraseFromParent();
}

/// What a load of \p Bytes at \p Offset of the launch's memory tells, or of its
/// packet; null where it has no name.
Value *launchNumber(IRBuilder<> &B, bool Packet, uint64_t Offset,
                    uint64_t Bytes) {
  auto dim = [&](uint64_t From) {
    return static_cast<unsigned>((Offset - From) / Bytes);
  };
  auto isIn = [&](uint64_t From, uint64_t Each) {
    return Bytes == Each && Offset >= From && Offset < From + 3 * Each &&
           (Offset - From) % Each == 0;
  };
  if (Packet) {
    if (isIn(PacketSizesAt, 2))
      return read(B, Place::BlockSize, dim(PacketSizesAt));
    if (isIn(PacketThreadsAt, 4)) {
      const unsigned D = dim(PacketThreadsAt);
      return B.CreateMul(read(B, Place::Blocks, D),
                         read(B, Place::BlockSize, D));
    }
    return nullptr;
  }
  if (isIn(CountsAt, 4))
    return read(B, Place::Blocks, dim(CountsAt));
  if (isIn(SizesAt, 2))
    return read(B, Place::BlockSize, dim(SizesAt));
  // HIP has no smaller last block.
  if (isIn(RestsAt, 2))
    return B.getInt32(0);
  return nullptr;
}

/// Follows \p Pointer, \p Offset bytes behind the start, to loads with a name.
void nameLoads(Value &Pointer, bool Packet, uint64_t Offset) {
  const DataLayout *DL = nullptr;
  for (User *U : make_early_inc_range(Pointer.users())) {
    auto *I = dyn_cast<Instruction>(U);
    if (!I)
      continue;
    DL = &I->getDataLayout();
    if (auto *Gep = dyn_cast<GetElementPtrInst>(I)) {
      APInt At(DL->getIndexTypeSizeInBits(Gep->getType()), 0);
      if (Gep->accumulateConstantOffset(*DL, At))
        nameLoads(*Gep, Packet, Offset + At.getZExtValue());
    } else if (isa<AddrSpaceCastInst, BitCastInst>(I)) {
      nameLoads(*I, Packet, Offset);
    } else if (auto *Load = dyn_cast<LoadInst>(I)) {
      if (!Load->getType()->isIntegerTy())
        continue;
      IRBuilder<> B(Load);
      if (Value *V = launchNumber(B, Packet, Offset,
                                  DL->getTypeStoreSize(Load->getType())))
        replace(*Load, B.CreateZExtOrTrunc(V, Load->getType()));
    }
  }
}

/// The value of lane \p From of the wavefront.
Value *fromLane(IRBuilder<> &B, Value *V, Value *From) {
  return B.CreateIntrinsic(Intrinsic::nvvm_shfl_sync_idx_i32,
                           {B.getInt32(~0U), V, From, B.getInt32(31)});
}

Value *laneId(IRBuilder<> &B) {
  return readRegister(B, Intrinsic::nvvm_read_ptx_sreg_laneid, 0, 64);
}

bool isAllOnes(const Value *V) {
  const auto *C = dyn_cast<ConstantInt>(V);
  return C && C->isMinusOne();
}

/// What stands for \p Call; null: it stays as it is.
Value *nameFor(CallInst &Call) {
  IRBuilder<> B(&Call);
  auto arg = [&](unsigned N) { return Call.getArgOperand(N); };
  const StringRef Name = Call.getCalledFunction()->getName();
  switch (Call.getIntrinsicID()) {
  case Intrinsic::amdgcn_workitem_id_x:
  case Intrinsic::amdgcn_workitem_id_y:
  case Intrinsic::amdgcn_workitem_id_z:
    return read(B, Place::Thread, dimOf(Name));
  case Intrinsic::amdgcn_workgroup_id_x:
  case Intrinsic::amdgcn_workgroup_id_y:
  case Intrinsic::amdgcn_workgroup_id_z:
    return read(B, Place::Block, dimOf(Name));
  case Intrinsic::amdgcn_s_barrier:
    return B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                             {B.getInt32(0)});
  case Intrinsic::amdgcn_mbcnt_lo:
    // With all ones as its mask: the lanes before this one, up to 32 of them.
    if (!isAllOnes(arg(0)))
      return nullptr;
    return B.CreateAdd(arg(1), laneId(B));
  case Intrinsic::amdgcn_mbcnt_hi:
    // The other half of wavefronts of 64: what mbcnt.lo stands for has both.
    return isAllOnes(arg(0)) ? arg(1) : nullptr;
  case Intrinsic::amdgcn_ds_bpermute:
    return fromLane(B, arg(1), B.CreateLShr(arg(0), 2));
  default:
    return nullptr;
  }
}

/// A fence that orders what one block sees: a wait for loads that are under way
/// anyhow, no instruction that costs.
bool isBlockFence(const Instruction &I) {
  const auto *Fence = dyn_cast<FenceInst>(&I);
  if (!Fence)
    return false;
  SmallVector<StringRef, 8> Names;
  I.getContext().getSyncScopeNames(Names);
  const StringRef Scope = Names[Fence->getSyncScopeID()];
  return Scope.starts_with("workgroup") || Scope.starts_with("wavefront") ||
         Scope.starts_with("singlethread");
}

/// Defines \p F, which tells something of direction 0, 1 or 2, by three values.
void defineByDirection(Function &F,
                       function_ref<Value *(IRBuilder<> &, unsigned)> Value3) {
  LLVMContext &C = F.getContext();
  F.setLinkage(GlobalValue::InternalLinkage);
  F.setVisibility(GlobalValue::DefaultVisibility);
  F.addFnAttr(Attribute::AlwaysInline);
  F.removeFnAttr(Attribute::NoInline);
  F.removeFnAttr(Attribute::OptimizeNone);
  IRBuilder<> B(BasicBlock::Create(C, "", &F));
  Value *All[3];
  for (unsigned D = 0; D < 3; ++D)
    All[D] = B.CreateZExtOrTrunc(Value3(B, D), F.getReturnType());
  Value *Dim = F.getArg(0);
  Value *YorZ = B.CreateSelect(
      B.CreateICmpEQ(Dim, ConstantInt::get(Dim->getType(), 1)), All[1], All[2]);
  B.CreateRet(B.CreateSelect(
      B.CreateICmpEQ(Dim, ConstantInt::get(Dim->getType(), 0)), All[0], YorZ));
}

Value *loadAt(IRBuilder<> &B, uint64_t Offset, Type *Ty) {
  Value *Start = B.CreateIntrinsic(Intrinsic::amdgcn_implicitarg_ptr, {});
  Value *At = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Start, Offset);
  LoadInst *Load = B.CreateLoad(Ty, At);
  Load->setMetadata(LLVMContext::MD_invariant_load,
                    MDNode::get(B.getContext(), {}));
  return Load;
}

/// Defines \p F, a function of AMD's library, if it tells a place.
void defineIfPlace(Function &F) {
  const StringRef Name = F.getName();
  const bool HasDirection = F.arg_size() == 1 &&
                            F.getArg(0)->getType()->isIntegerTy() &&
                            F.getReturnType()->isIntegerTy();
  if (!HasDirection)
    return;
  static constexpr Intrinsic::ID Thread[] = {Intrinsic::amdgcn_workitem_id_x,
                                             Intrinsic::amdgcn_workitem_id_y,
                                             Intrinsic::amdgcn_workitem_id_z};
  static constexpr Intrinsic::ID Block[] = {Intrinsic::amdgcn_workgroup_id_x,
                                            Intrinsic::amdgcn_workgroup_id_y,
                                            Intrinsic::amdgcn_workgroup_id_z};
  auto size = [](IRBuilder<> &B, unsigned D) {
    return loadAt(B, SizesAt + 2 * uint64_t(D), B.getInt16Ty());
  };
  auto blocks = [](IRBuilder<> &B, unsigned D) {
    return loadAt(B, CountsAt + 4 * uint64_t(D), B.getInt32Ty());
  };
  auto thread = [](IRBuilder<> &B, unsigned D) -> Value * {
    return B.CreateIntrinsic(Thread[D], {});
  };
  auto block = [](IRBuilder<> &B, unsigned D) -> Value * {
    return B.CreateIntrinsic(Block[D], {});
  };
  auto widened = [](IRBuilder<> &B, Value *V) {
    return B.CreateZExt(V, B.getInt64Ty());
  };
  if (Name == "__ockl_get_local_id")
    defineByDirection(F, thread);
  else if (Name == "__ockl_get_group_id")
    defineByDirection(F, block);
  else if (Name == "__ockl_get_local_size" ||
           Name == "__ockl_get_enqueued_local_size")
    defineByDirection(F, size);
  else if (Name == "__ockl_get_num_groups")
    defineByDirection(F, blocks);
  else if (Name == "__ockl_get_global_size")
    defineByDirection(F, [&](IRBuilder<> &B, unsigned D) {
      return B.CreateMul(widened(B, blocks(B, D)), widened(B, size(B, D)));
    });
  else if (Name == "__ockl_get_global_id")
    defineByDirection(F, [&](IRBuilder<> &B, unsigned D) {
      return B.CreateAdd(
          B.CreateMul(widened(B, block(B, D)), widened(B, size(B, D))),
          widened(B, thread(B, D)));
    });
}
} // namespace

void gpuperf::completeAmdLibrary(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration())
      continue;
    if (F.getName().starts_with("__ockl_")) {
      defineIfPlace(F);
    } else if (F.getName().starts_with("__ocml_")) {
      F.setDoesNotThrow();
      F.setWillReturn();
      // Functions such as sincos write to where an argument points.
      const bool HasPointer = any_of(F.args(), [](const Argument &A) {
        return A.getType()->isPointerTy();
      });
      F.setMemoryEffects(HasPointer ? MemoryEffects::argMemOnly()
                                    : MemoryEffects::none());
    }
  }
}

void gpuperf::nameAmdPlaces(Module &M) {
  // Loads of the launch's memory go with the call that gives its address: what
  // is changed is listed before.
  SmallVector<Instruction *, 32> Changed;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (isa<FenceInst>(I) || (isa<IntrinsicInst>(I)))
        Changed.push_back(&I);
  for (Instruction *I : Changed) {
    auto *Call = dyn_cast<IntrinsicInst>(I);
    if (!Call) {
      if (isBlockFence(*I))
        I->eraseFromParent();
      continue;
    }
    const Intrinsic::ID Id = Call->getIntrinsicID();
    if (Id == Intrinsic::amdgcn_implicitarg_ptr ||
        Id == Intrinsic::amdgcn_dispatch_ptr) {
      nameLoads(*Call, Id == Intrinsic::amdgcn_dispatch_ptr, 0);
    } else if (Value *V = nameFor(*Call)) {
      if (V->getType()->isVoidTy())
        Call->eraseFromParent();
      else
        replace(*Call, V);
    }
  }
}
