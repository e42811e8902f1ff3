//===- MatrixOps.cpp ------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/matrix/MatrixOps.h"
#include "test/exact/Machine.h"
#include "test/exact/matrix/Fragments.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <cstring>

using namespace gpuperf;
using namespace gpuperf::exact;
using namespace llvm;

// What the compiled code calls.

static void onLoadMatrices(Machine *M, uint32_t Count, uint32_t Transposed,
                           uint64_t Row, uint32_t *Out) {
  const std::array<uint64_t, 32> Rows = M->gather(Row);
  const uint32_t Lane = M->read(Register::LaneId);
  auto At = [&](uint32_t Matrix, uint32_t R, uint32_t Column) {
    return reinterpret_cast<const uint16_t *>(Rows[Matrix * MatrixRows + R]) +
           Column;
  };
  for (uint32_t I = 0; I < Count; ++I) {
    // A lane has two neighbours of a row, or of a column.
    const uint32_t Far = Lane / 4, Pair = Lane % 4 * 2;
    const uint32_t Low = Transposed ? *At(I, Pair, Far) : *At(I, Far, Pair),
                   High = Transposed ? *At(I, Pair + 1, Far)
                                     : *At(I, Far, Pair + 1);
    Out[I] = Low | High << 16;
  }
}

static void onStoreMatrices(Machine *M, uint32_t Count, uint32_t Transposed,
                            uint64_t Row, const uint32_t *In) {
  const std::array<uint64_t, 32> Rows = M->gather(Row);
  const uint32_t Lane = M->read(Register::LaneId);
  for (uint32_t I = 0; I < Count; ++I)
    for (uint32_t Half = 0; Half < 2; ++Half) {
      const uint32_t Far = Lane / 4, Near = Lane % 4 * 2 + Half;
      const uint32_t R = Transposed ? Near : Far,
                     Column = Transposed ? Far : Near;
      reinterpret_cast<uint16_t *>(Rows[I * MatrixRows + R])[Column] =
          static_cast<uint16_t>(In[I] >> 16 * Half);
    }
  M->gather(0); // nobody reads before all have written
}

namespace {
struct Fragments {
  const uint32_t *A, *B;
};

float toFloat(uint32_t Pair, uint32_t Half, bool IsBrain) {
  const auto Bits = static_cast<uint16_t>(Pair >> 16 * Half);
  return APFloat(IsBrain ? APFloat::BFloat() : APFloat::IEEEhalf(),
                 APInt(16, Bits))
      .convertToFloat();
}
} // namespace

/// 16 x 8 x \p Depth, of halves with two to a register.
static void onProduct(Machine *M, uint32_t Depth, uint32_t IsBrain,
                      const uint32_t *A, const uint32_t *B, const float *C,
                      float *D) {
  const Fragments Mine = {A, B};
  const std::array<uint64_t, 32> All =
      M->gather(reinterpret_cast<uint64_t>(&Mine));
  auto Of = [&](uint32_t Lane) {
    return *reinterpret_cast<const Fragments *>(All[Lane]);
  };
  const uint32_t Lane = M->read(Register::LaneId);
  float Sums[4];
  for (uint32_t I = 0; I < 4; ++I) {
    const uint32_t Row = Lane / 4 + I / 2 * 8, Column = Lane % 4 * 2 + I % 2;
    float Sum = C[I];
    for (uint32_t K = 0; K < Depth; ++K) {
      const uint32_t Pair = K % 8 / 2, Deep = K / 8;
      const float X =
          toFloat(Of(Row % 8 * 4 + Pair).A[Row / 8 + Deep * 2], K % 2, IsBrain);
      const float Y = toFloat(Of(Column * 4 + Pair).B[Deep], K % 2, IsBrain);
      Sum += X * Y;
    }
    Sums[I] = Sum;
  }
  M->gather(0); // the operands are on the stacks of their lanes
  std::copy(std::begin(Sums), std::end(Sums), D);
}

static void onCopy(Machine *M, void *To, const void *From, uint32_t Bytes,
                   uint32_t Zeros) {
  M->copyLater(To, From, Bytes, Zeros);
}
static void onGroupEnd(Machine *M) { M->endCopyGroup(); }
static void onCopyWait(Machine *M, uint32_t Left) { M->finishCopies(Left); }
static void onWaitForAll(Machine *M) {
  M->endCopyGroup();
  M->finishCopies(0);
}

std::vector<std::pair<std::string, void *>> exact::matrixCalls() {
  std::vector<std::pair<std::string, void *>> Calls = fragmentCalls();
  llvm::append_range(
      Calls,
      std::initializer_list<std::pair<std::string, void *>>{
          {"exact_load_matrices", reinterpret_cast<void *>(&onLoadMatrices)},
          {"exact_store_matrices", reinterpret_cast<void *>(&onStoreMatrices)},
          {"exact_product", reinterpret_cast<void *>(&onProduct)},
          {"exact_copy", reinterpret_cast<void *>(&onCopy)},
          {"exact_group_end", reinterpret_cast<void *>(&onGroupEnd)},
          {"exact_copy_wait", reinterpret_cast<void *>(&onCopyWait)},
          {"exact_wait_for_all", reinterpret_cast<void *>(&onWaitForAll)}});
  return Calls;
}

static StringRef nvvmName(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  StringRef Name = Callee ? Callee->getName() : "";
  return Name.consume_front("llvm.nvvm.") ? Name : "";
}

std::optional<MatricesMoved> exact::matricesMoved(const Instruction &I) {
  const StringRef Name = nvvmName(I);
  MatricesMoved Out;
  Out.IsLoad = Name.starts_with("ldmatrix.sync.aligned.m8n8.");
  if ((!Out.IsLoad && !Name.starts_with("stmatrix.sync.aligned.m8n8.")) ||
      !Name.contains(".b16"))
    return std::nullopt;
  Out.Transposed = Name.contains(".trans");
  Out.Count = Name.contains(".x4") ? 4 : Name.contains(".x2") ? 2 : 1;
  return Out;
}

uint32_t exact::bytesOfAsyncCopy(const Instruction &I) {
  StringRef Name = nvvmName(I);
  uint32_t Bytes = 0;
  if (!Name.consume_front("cp.async.ca.shared.global.") &&
      !Name.consume_front("cp.async.cg.shared.global."))
    return 0;
  return Name.consumeInteger(10, Bytes) ? 0 : Bytes;
}

namespace {
/// An mma.sync in inline PTX.
struct Product {
  unsigned Depth = 0;
  bool IsBrain = false;
};

std::optional<Product> productOf(const CallInst &Call) {
  const auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand());
  const StringRef Text = Asm ? StringRef(Asm->getAsmString()).trim() : "";
  for (unsigned Depth : {8U, 16U})
    for (const char *Type : {"f16", "bf16"})
      if (Text.starts_with(("mma.sync.aligned.m16n8k" + Twine(Depth) +
                            ".row.col.f32." + Type + "." + Type + ".f32")
                               .str()))
        return Product{Depth, StringRef(Type) == "bf16"};
  return std::nullopt;
}

class Builder {
public:
  Builder(CallInst &Call, Machine &M)
      : Call(Call), M(M), B(&Call), Mod(*Call.getModule()) {}

  Value *run() {
    const StringRef Name = nvvmName(Call);
    if (const auto Moved = matricesMoved(Call))
      return move(*Moved);
    if (const uint32_t Bytes = bytesOfAsyncCopy(Call))
      return copy(Bytes);
    if (Name == "cp.async.commit.group")
      return call("exact_group_end", {});
    if (Name == "cp.async.wait.group")
      return call("exact_copy_wait", {Call.getArgOperand(0)});
    if (Name == "cp.async.wait.all")
      return call("exact_wait_for_all", {});
    if (const auto P = productOf(Call))
      return product(*P);
    if (const auto Move = fragmentMove(Call))
      return moveFragment(*Move);
    if (isFragmentProduct(Call))
      return multiplyFragments();
    return nullptr;
  }

private:
  Value *call(StringRef Symbol, ArrayRef<Value *> Rest) {
    SmallVector<Value *, 8> Args = {ConstantExpr::getIntToPtr(
        B.getInt64(reinterpret_cast<uint64_t>(&M)), B.getPtrTy())};
    SmallVector<Type *, 8> Types = {B.getPtrTy()};
    for (Value *V : Rest) {
      Args.push_back(V);
      Types.push_back(V->getType());
    }
    return B.CreateCall(
        Mod.getOrInsertFunction(Symbol,
                                FunctionType::get(B.getVoidTy(), Types, false)),
        Args);
  }
  Value *number(uint32_t N) { return B.getInt32(N); }
  Value *address(Value *Pointer) {
    return B.CreatePtrToInt(Pointer, B.getInt64Ty());
  }
  /// Room for \p Count words in the function's frame.
  Value *words(unsigned Count) {
    IRBuilder<> Entry(&Call.getFunction()->getEntryBlock(),
                      Call.getFunction()->getEntryBlock().begin());
    return Entry.CreateAlloca(ArrayType::get(Entry.getInt32Ty(), Count), 0u,
                              nullptr);
  }
  Value *wordAt(Value *Words, unsigned N) {
    return B.CreateConstGEP1_64(B.getInt32Ty(), Words, N);
  }
  Value *put(ArrayRef<Value *> Values) {
    Value *Words = words(Values.size());
    for (const auto &[N, V] : enumerate(Values))
      B.CreateStore(V, wordAt(Words, N));
    return Words;
  }
  /// The words as the result of the call.
  Value *get(Value *Words) {
    Type *Ty = Call.getType();
    auto *Struct = dyn_cast<StructType>(Ty);
    if (!Struct)
      return B.CreateLoad(Ty, Words);
    Value *Out = PoisonValue::get(Ty);
    for (unsigned N = 0; N < Struct->getNumElements(); ++N)
      Out = B.CreateInsertValue(
          Out, B.CreateLoad(Struct->getElementType(N), wordAt(Words, N)), N);
    return Out;
  }

  Value *move(const MatricesMoved &Moved) {
    Value *Row = address(Call.getArgOperand(0));
    Value *Count = number(Moved.Count), *Turned = number(Moved.Transposed);
    if (!Moved.IsLoad) {
      SmallVector<Value *, 4> Values(drop_begin(Call.args()));
      return call("exact_store_matrices", {Count, Turned, Row, put(Values)});
    }
    Value *Out = words(Moved.Count);
    call("exact_load_matrices", {Count, Turned, Row, Out});
    return get(Out);
  }

  Value *copy(uint32_t Bytes) {
    auto Generic = [&](unsigned N) {
      return B.CreateIntToPtr(address(Call.getArgOperand(N)), B.getPtrTy());
    };
    Value *Taken = Call.arg_size() > 2 ? Call.getArgOperand(2) : number(Bytes);
    return call("exact_copy", {Generic(0), Generic(1), Taken,
                               B.CreateSub(number(Bytes), Taken)});
  }

  Value *argument(unsigned N) { return Call.getArgOperand(N); }
  Value *arguments(unsigned From, unsigned Count) {
    SmallVector<Value *, 8> Values;
    for (unsigned N = From; N < From + Count; ++N)
      Values.push_back(argument(N));
    return put(Values);
  }

  Value *moveFragment(const FragmentMove &Move) {
    constexpr unsigned Registers = 8;
    Value *Words = Move.IsLoad ? words(Registers) : arguments(1, Registers);
    Value *Done = call("exact_fragment_move",
                       {number(Move.encoded()), address(argument(0)),
                        argument(Call.arg_size() - 1), Words});
    return Move.IsLoad ? get(Words) : Done;
  }

  Value *multiplyFragments() {
    constexpr unsigned Registers = 8;
    Value *Out = words(Registers);
    call("exact_fragment_product",
         {arguments(0, Registers), arguments(Registers, Registers),
          arguments(2 * Registers, Registers), Out});
    return get(Out);
  }

  /// Operands stand in the order of PTX: D, A, B, C. Where C is D ("+f"), its
  /// inputs come last, and have the numbers of the outputs.
  Value *product(const Product &P) {
    const unsigned OfA = P.Depth / 4, OfB = P.Depth / 8;
    if (Call.arg_size() != OfA + OfB + 4)
      return nullptr;
    Value *Out = words(4);
    call("exact_product",
         {number(P.Depth), number(P.IsBrain), arguments(0, OfA),
          arguments(OfA, OfB), arguments(OfA + OfB, 4), Out});
    return get(Out);
  }

  CallInst &Call;
  Machine &M;
  IRBuilder<> B;
  Module &Mod;
};
} // namespace

bool exact::isMatrixOp(const CallInst &Call) {
  const StringRef Name = nvvmName(Call);
  return matricesMoved(Call) || bytesOfAsyncCopy(Call) || productOf(Call) ||
         fragmentMove(Call) || isFragmentProduct(Call) ||
         Name == "cp.async.commit.group" || Name == "cp.async.wait.group" ||
         Name == "cp.async.wait.all";
}

Value *exact::replaceMatrixOp(CallInst &Call, Machine &M) {
  return Builder(Call, M).run();
}
