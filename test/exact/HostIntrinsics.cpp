//===- HostIntrinsics.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/HostIntrinsics.h"
#include "test/exact/Machine.h"
#include "test/exact/amd/LaneMoves.h"
#include "test/exact/matrix/MatrixOps.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <dlfcn.h>
#include <optional>

using namespace gpuperf;
using namespace gpuperf::exact;
using namespace llvm;

static uint32_t onRead(Machine *M, uint32_t Which) {
  return M->read(static_cast<Register>(Which));
}
static void onBarrier(Machine *M) { M->barrier(); }
static uint64_t onExchange(Machine *M, uint32_t Kind, uint64_t Mask,
                           uint64_t Value, uint32_t Operand, uint32_t Clamp) {
  return M->exchange(static_cast<Exchange>(Kind), Mask, Value, Operand, Clamp);
}

std::vector<std::pair<std::string, void *>> exact::machineCalls() {
  auto Calls = matrixCalls();
  for (auto &Call : laneMoveCalls())
    Calls.push_back(std::move(Call));
  Calls.push_back({"exact_read", reinterpret_cast<void *>(&onRead)});
  Calls.push_back({"exact_barrier", reinterpret_cast<void *>(&onBarrier)});
  Calls.push_back({"exact_exchange", reinterpret_cast<void *>(&onExchange)});
  return Calls;
}

static StringRef calleeName(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee ? Callee->getName() : "";
}

bool exact::isBarrier(const Instruction &I) {
  StringRef Name = calleeName(I);
  return Name.starts_with("llvm.nvvm.barrier.cta.sync") ||
         Name.starts_with("llvm.nvvm.barrier0");
}

bool exact::callsMachineToWait(const Module &Mod) {
  for (StringRef Name :
       {"exact_barrier", "exact_exchange", "exact_lane_move",
        "exact_load_matrices", "exact_store_matrices", "exact_product",
        "exact_fragment_move", "exact_fragment_product"})
    if (const Function *F = Mod.getFunction(Name); F && !F->use_empty())
      return true;
  return false;
}

namespace {
class Replacer {
public:
  Replacer(CallInst &Call, Machine &M, StringRef Name)
      : Call(Call), M(M), Name(Name), B(&Call), Ctx(Call.getContext()),
        I32(Type::getInt32Ty(Ctx)), I64(Type::getInt64Ty(Ctx)),
        OfAmd(Call.getModule()->getTargetTriple().isAMDGPU()) {}

  /// The value that stands for the call; nothing if there is none. A call
  /// without a value gives any.
  Value *replacement() {
    if (Name.consume_front("llvm.nvvm."))
      return nvvm();
    if (Name.consume_front("llvm.amdgcn."))
      return amdgcn();
    if (Name.consume_front("__nv_"))
      return math();
    return nullptr;
  }

private:
  Value *nvvm();
  Value *amdgcn();
  Value *arithmetic();
  Value *math();
  Value *self() {
    return ConstantExpr::getIntToPtr(
        ConstantInt::get(I64, reinterpret_cast<uint64_t>(&M)),
        PointerType::get(Ctx, 0));
  }
  Value *arg(unsigned N) { return Call.getArgOperand(N); }
  Value *call(StringRef Symbol, Type *Result, ArrayRef<Value *> Args) {
    SmallVector<Type *, 6> Types;
    for (Value *A : Args)
      Types.push_back(A->getType());
    FunctionCallee F = Call.getModule()->getOrInsertFunction(
        Symbol, FunctionType::get(Result, Types, false));
    return B.CreateCall(F, Args);
  }
  /// A value of 32 or fewer bits as an i64, and back.
  Value *toBits(Value *V) {
    if (V->getType()->isFloatTy())
      V = B.CreateBitCast(V, I32);
    return B.CreateZExtOrTrunc(V, I64);
  }
  Value *fromBits(Value *V, Type *Ty) {
    if (Ty->isFloatTy())
      return B.CreateBitCast(B.CreateTrunc(V, I32), Ty);
    return B.CreateTrunc(V, Ty);
  }
  Value *exchange(Exchange Kind, Value *Mask, Value *V, Value *Operand,
                  Value *Clamp) {
    auto *Number = ConstantInt::get(I32, static_cast<uint32_t>(Kind));
    Value *Zero = ConstantInt::get(I32, 0);
    Mask = B.CreateIntCast(Mask, I64, /*isSigned=*/OfAmd);
    return call("exact_exchange", I64,
                {self(), Number, Mask, V ? toBits(V) : ConstantInt::get(I64, 0),
                 Operand ? Operand : Zero, Clamp ? Clamp : Zero});
  }

  CallInst &Call;
  Machine &M;
  StringRef Name;
  IRBuilder<> B;
  LLVMContext &Ctx;
  Type *I32, *I64;
  bool OfAmd; ///< wavefronts may have 64 lanes
};
} // namespace

Value *Replacer::nvvm() {
  if (Name.consume_front("read.ptx.sreg.")) {
    int Which = StringSwitch<int>(Name)
                    .Case("tid.x", int(Register::TidX))
                    .Case("tid.y", int(Register::TidY))
                    .Case("tid.z", int(Register::TidZ))
                    .Case("ctaid.x", int(Register::CtaidX))
                    .Case("ctaid.y", int(Register::CtaidY))
                    .Case("ctaid.z", int(Register::CtaidZ))
                    .Case("ntid.x", int(Register::NtidX))
                    .Case("ntid.y", int(Register::NtidY))
                    .Case("ntid.z", int(Register::NtidZ))
                    .Case("nctaid.x", int(Register::NctaidX))
                    .Case("nctaid.y", int(Register::NctaidY))
                    .Case("nctaid.z", int(Register::NctaidZ))
                    .Case("laneid", int(Register::LaneId))
                    .Case("warpsize", int(Register::WarpSize))
                    .Default(-1);
    if (Which < 0)
      return nullptr;
    return call("exact_read", I32, {self(), ConstantInt::get(I32, Which)});
  }
  Type *Void = Type::getVoidTy(Ctx);
  if (isBarrier(Call))
    return call("exact_barrier", Void, {self()});
  if (Name.starts_with("membar") || Name.starts_with("fence"))
    return self();
  if (Name == "bar.warp.sync")
    return exchange(Exchange::Sync, arg(0), nullptr, nullptr, nullptr);
  if (Name == "activemask")
    return fromBits(exchange(Exchange::ActiveMask, ConstantInt::get(I32, -1),
                             nullptr, nullptr, nullptr),
                    I32);
  if (Name.consume_front("shfl.sync.")) {
    Exchange Kind = Name.starts_with("up")     ? Exchange::ShuffleUp
                    : Name.starts_with("down") ? Exchange::ShuffleDown
                    : Name.starts_with("bfly") ? Exchange::ShuffleXor
                                               : Exchange::ShuffleIndex;
    if (Call.getType()->isStructTy())
      return nullptr;
    // What stands for ds_bpermute, in wavefronts of 32 and 64 lanes.
    if (OfAmd && Name.starts_with("idx"))
      Kind = Exchange::FromLane;
    return fromBits(exchange(Kind, arg(0), arg(1), arg(2), arg(3)),
                    Call.getType());
  }
  if (Name.starts_with("vote.") && Name.ends_with(".sync")) {
    Exchange Kind = Name.starts_with("vote.all")   ? Exchange::All
                    : Name.starts_with("vote.any") ? Exchange::Any
                    : Name.starts_with("vote.uni") ? Exchange::Uniform
                                                   : Exchange::Ballot;
    return fromBits(exchange(Kind, arg(0), arg(1), nullptr, nullptr),
                    Call.getType());
  }
  if (Name.starts_with("internal.addrspace.wrap"))
    return B.CreateAddrSpaceCast(arg(0), Call.getType());
  return arithmetic();
}

/// What is left of AMD's own once places and barriers have NVPTX's names.
Value *Replacer::amdgcn() {
  Constant *All = ConstantInt::get(I64, -1);
  if (Name == "wave.barrier")
    return exchange(Exchange::Sync, All, nullptr, nullptr, nullptr);
  if (Name.starts_with("ballot"))
    return fromBits(exchange(Exchange::Ballot, All, arg(0), nullptr, nullptr),
                    Call.getType());
  return replaceLaneMove(Call, M);
}

/// Rounding and flushing to zero make no difference to what is executed.
Value *Replacer::arithmetic() {
  auto Is = [&](StringRef What) {
    return Name == What || Name.starts_with((What + ".").str());
  };
  auto Unary = [&](Intrinsic::ID Id) {
    return B.CreateUnaryIntrinsic(Id, arg(0));
  };
  auto One = [&] { return ConstantFP::get(Call.getType(), 1.0); };
  if (!Call.getType()->isFloatingPointTy() && !Is("sad") && !Is("mulhi"))
    return nullptr;
  if (Is("fma"))
    return B.CreateIntrinsic(Intrinsic::fma, {Call.getType()},
                             {arg(0), arg(1), arg(2)});
  if (Is("add"))
    return B.CreateFAdd(arg(0), arg(1));
  if (Is("mul"))
    return B.CreateFMul(arg(0), arg(1));
  if (Is("div"))
    return B.CreateFDiv(arg(0), arg(1));
  if (Is("fmin"))
    return B.CreateMinNum(arg(0), arg(1));
  if (Is("fmax"))
    return B.CreateMaxNum(arg(0), arg(1));
  if (Is("fabs"))
    return Unary(Intrinsic::fabs);
  if (Is("sqrt"))
    return Unary(Intrinsic::sqrt);
  if (Is("rsqrt"))
    return B.CreateFDiv(One(), Unary(Intrinsic::sqrt));
  if (Is("rcp"))
    return B.CreateFDiv(One(), arg(0));
  if (Is("ex2"))
    return Unary(Intrinsic::exp2);
  if (Is("lg2"))
    return Unary(Intrinsic::log2);
  if (Is("sin"))
    return Unary(Intrinsic::sin);
  if (Is("cos"))
    return Unary(Intrinsic::cos);
  return nullptr;
}

/// "sqrtf", "fast_expf": the C library's of that name.
Value *Replacer::math() {
  std::string Symbol = Name.str();
  if (Name.consume_front("fast_"))
    Symbol = Name.str();
  if (Symbol == "rsqrtf" || Symbol == "rsqrt")
    return B.CreateFDiv(ConstantFP::get(Call.getType(), 1.0),
                        B.CreateUnaryIntrinsic(Intrinsic::sqrt, arg(0)));
  Intrinsic::ID Integer = StringSwitch<Intrinsic::ID>(Symbol)
                              .Cases({"min", "llmin"}, Intrinsic::smin)
                              .Cases({"max", "llmax"}, Intrinsic::smax)
                              .Cases({"umin", "ullmin"}, Intrinsic::umin)
                              .Cases({"umax", "ullmax"}, Intrinsic::umax)
                              .Default(Intrinsic::not_intrinsic);
  if (Integer != Intrinsic::not_intrinsic)
    return B.CreateBinaryIntrinsic(Integer, arg(0), arg(1));
  if (!dlsym(RTLD_DEFAULT, Symbol.c_str()))
    return nullptr;
  SmallVector<Value *, 3> Args(Call.arg_begin(), Call.arg_end());
  return call(Symbol, Call.getType(), Args);
}

std::string exact::replaceIntrinsics(Module &Mod, Machine &M) {
  std::string Missing;
  SmallVector<CallInst *, 32> Calls;
  for (Function &F : Mod)
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      if (!Call)
        continue;
      const Function *Callee = Call->getCalledFunction();
      if (isMatrixOp(*Call)) {
        Calls.push_back(Call);
        continue;
      }
      if (!Callee) {
        Missing += " an indirect call or inline assembly";
        continue;
      }
      if (Callee->isDeclaration() && !Callee->getName().starts_with("exact_") &&
          !(Callee->isIntrinsic() &&
            !Callee->getName().starts_with("llvm.nvvm.") &&
            !Callee->getName().starts_with("llvm.amdgcn.")))
        Calls.push_back(Call);
    }
  for (CallInst *Call : Calls) {
    const Function *Callee = Call->getCalledFunction();
    StringRef Name = Callee ? Callee->getName() : "mma.sync";
    Value *New = isMatrixOp(*Call) ? replaceMatrixOp(*Call, M)
                                   : Replacer(*Call, M, Name).replacement();
    if (!New) {
      Missing += " " + Name.str();
      continue;
    }
    if (!Call->getType()->isVoidTy())
      Call->replaceAllUsesWith(New);
    Call->eraseFromParent();
  }
  return Missing;
}
