//===- TensorOpsTest.cpp - Matrix products by their names -----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/TensorOps.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace llvm;

namespace {
/// The only operation of a product; 0 of Free if the name is none.
std::pair<OpClass, unsigned> product(llvm::StringRef Name) {
  const auto Ops = tensorProduct(Name);
  if (!Ops)
    return {OpClass::Free, 0};
  EXPECT_EQ(Ops->size(), 1u) << Name.str();
  return {Ops->front().Class, Ops->front().Count};
}
using Product = std::pair<OpClass, unsigned>;

TEST(TensorOps, PtxNamesTypesBehindTheShape) {
  EXPECT_EQ(product("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"),
            Product(OpClass::TensorMma, 1));
  EXPECT_EQ(product("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16"),
            Product(OpClass::TensorHalfSum, 1));
  EXPECT_EQ(product("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"),
            Product(OpClass::TensorMma, 1));
  EXPECT_EQ(product("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32"),
            Product(OpClass::TensorTf32, 1));
  EXPECT_EQ(product("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32"),
            Product(OpClass::TensorInt8, 1));
  EXPECT_EQ(product("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32"),
            Product(OpClass::TensorFp8, 1));
  EXPECT_EQ(product("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64"),
            Product(OpClass::TensorFp64, 1));
}

TEST(TensorOps, FourBitsAreFasterOnlyWherePacked) {
  EXPECT_EQ(product("mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e2m1."
                    "e2m1.f32"),
            Product(OpClass::TensorFp8, 1));
  EXPECT_EQ(product("mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale."
                    "scale_vec::2X.f32.e2m1.e2m1.f32.ue8m0"),
            Product(OpClass::TensorFp4, 1));
}

TEST(TensorOps, ASparseProductIsHalfOfItsShape) {
  EXPECT_EQ(product("mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32"),
            Product(OpClass::TensorMma, 1));
  EXPECT_EQ(product("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col."
                    "s32.s8.s8.s32"),
            Product(OpClass::TensorInt8, 1));
}

TEST(TensorOps, IntrinsicsAreReadLikeInstructions) {
  EXPECT_EQ(product("wmma.m16n16k16.mma.row.col.f32.f32"),
            Product(OpClass::TensorMma, 2));
  EXPECT_EQ(product("wmma.m16n16k16.mma.row.row.f16.f16"),
            Product(OpClass::TensorHalfSum, 2));
  EXPECT_EQ(product("wmma.m16n16k8.mma.row.row.tf32"),
            Product(OpClass::TensorTf32, 2));
  EXPECT_EQ(product("mma.m16n8k16.row.col.bf16"),
            Product(OpClass::TensorMma, 1));
}

TEST(TensorOps, FourWarpsShareAnAsynchronousProduct) {
  // 64 x 256 x 16 halves are 128 products of 16 x 8 x 16, 32 for each warp.
  EXPECT_EQ(product("wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16"),
            Product(OpClass::TensorAsync, 32));
  // Bytes are done twice as fast, words half as fast.
  EXPECT_EQ(product("wgmma.mma_async.sync.aligned.m64n256k32.f32.e4m3.e4m3"),
            Product(OpClass::TensorAsync, 32));
  EXPECT_EQ(product("wgmma.mma_async.sync.aligned.m64n256k8.f32.tf32.tf32"),
            Product(OpClass::TensorAsync, 32));
}

// A warp's share of 64 x 16 and 256 x 16 halves; registers are in braces.
TEST(TensorOps, DescriptorsAreReadFromSharedMemory) {
  const std::string Halves =
      "wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {$0, $1}, ";
  EXPECT_EQ(sharedOperandBytes("{\n" + Halves + "$2, $3, p, 1, 1, 0, 0;\n}"),
            (64 + 256) * 16 * 2 / 4u);
  EXPECT_EQ(sharedOperandBytes(Halves + "{$2, $3, $4, $5}, $6, p, 1, 1, 0;"),
            256 * 16 * 2 / 4u);
  // Halves as results are no operands.
  EXPECT_EQ(sharedOperandBytes("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16."
                               "f16 {$0, $1}, $2, $3, p, 1, 1, 0, 0;"),
            (64 + 8) * 16 * 2 / 4u);
  EXPECT_EQ(sharedOperandBytes("wgmma.mma_async.sync.aligned.m64n64k32.f32.e4m3"
                               ".e5m2 {$0}, $1, $2, p, 1, 1;"),
            (64 + 64) * 32 / 4u);
  // Of a sparse matrix half is there.
  EXPECT_EQ(sharedOperandBytes("wgmma.mma_async.sp.sync.aligned.m64n64k32.f32."
                               "f16.f16 {$0}, $1, $2, $3, 0, p, 1, 1, 0, 0;"),
            (32 + 64) * 32 * 2 / 4u);
  EXPECT_EQ(sharedOperandBytes("wgmma.commit_group.sync.aligned;"), 0u);
}

TEST(TensorOps, WhatIsNoProductIsNone) {
  for (const char *Name :
       {"", "mma", "mma.sync.aligned", "wgmma.fence.sync.aligned",
        "mma.m0n8k16.row.col.f32", "mma.m16n8.row.col.f32",
        "wmma.m16n16k16.load.a.row.stride.f16.p3", "fma.rn.f32",
        "tcgen05.mma.cta_group::1.kind::f16"})
    EXPECT_FALSE(tensorProduct(Name)) << Name;
}

TEST(TensorOps, RowsOfAMatrixInMemory) {
  const auto A = matrixRows("wmma.m16n16k16.load.a.row.stride.f16.p3");
  ASSERT_TRUE(A);
  EXPECT_EQ(A->Rows, 16u);
  EXPECT_EQ(A->BytesPerRow, 32u);
  EXPECT_EQ(A->BytesPerElement, 2u);
  // Stored by columns, the columns of B take the place of rows.
  const auto B = matrixRows("wmma.m32n8k16.load.b.col.stride.f16.p0");
  ASSERT_TRUE(B);
  EXPECT_EQ(B->Rows, 8u);
  EXPECT_EQ(B->BytesPerRow, 32u);
  const auto D = matrixRows("wmma.m16n16k16.store.d.row.stride.f32.p1");
  ASSERT_TRUE(D);
  EXPECT_EQ(D->BytesPerRow, 64u);
  EXPECT_FALSE(matrixRows("wmma.m8n8k32.load.a.row.stride.s4.p3"));
  EXPECT_FALSE(matrixRows("wmma.m16n16k16.mma.row.col.f32.f32"));
  EXPECT_FALSE(matrixRows("wmma.m16n16k16.load.a"));
  EXPECT_FALSE(matrixRows("wmma.m16n16k16.load.a.row.stride"));
}

TEST(TensorOps, EveryProductHasItsMultiplyAdds) {
  EXPECT_EQ(multiplyAddsOf(OpClass::TensorMma), 2048u);
  EXPECT_EQ(multiplyAddsOf(OpClass::TensorFp4), 8192u);
  EXPECT_EQ(multiplyAddsOf(OpClass::Fp16Arith), 0u);
}
} // namespace

namespace {
/// The parts of a call of "llvm.nvvm.NAME" with a pointer into \p Space.
SmallVector<MatrixPart, 8> partsOf(const std::string &Name, unsigned Space) {
  LLVMContext Ctx;
  Module M("m", Ctx);
  auto *F =
      Function::Create(FunctionType::get(Type::getVoidTy(Ctx),
                                         {PointerType::get(Ctx, Space)}, false),
                       GlobalValue::ExternalLinkage, "llvm.nvvm." + Name, M);
  auto *In = Function::Create(F->getFunctionType(),
                              GlobalValue::ExternalLinkage, "f", M);
  IRBuilder<> B(BasicBlock::Create(Ctx, "", In));
  return matrixParts(*B.CreateCall(F, {In->getArg(0)}));
}
constexpr unsigned Global = 1, Shared = 3;
} // namespace

// As many instructions as ptxas 13 makes of the same PTX.
TEST(TensorOps, InstructionsThatMoveAMatrix) {
  struct {
    const char *Name;
    unsigned InShared, InGlobal, Bytes;
  } const Moves[] = {
      {"wmma.m16n16k16.load.a.row.stride.f16.p3", 1, 4, 4},
      {"wmma.m16n16k16.load.a.col.stride.f16.p3", 1, 4, 4},
      {"wmma.m16n16k16.load.b.col.stride.bf16.p3", 1, 4, 4},
      {"wmma.m32n8k16.load.a.row.stride.f16.p3", 2, 8, 4},
      {"wmma.m32n8k16.load.b.col.stride.f16.p3", 1, 2, 4},
      {"wmma.m16n16k16.load.a.row.stride.s8.p3", 1, 2, 4},
      {"wmma.m16n16k16.load.b.row.stride.s8.p3", 8, 8, 1},
      {"wmma.m32n8k16.load.b.row.stride.s8.p3", 4, 4, 1},
      {"wmma.m16n16k8.load.a.row.stride.tf32.p3", 4, 4, 4},
      {"wmma.m16n16k8.load.b.row.stride.tf32.p3", 4, 4, 4},
      {"wmma.m16n16k16.load.c.row.stride.f32.p3", 4, 4, 8},
      {"wmma.m16n16k16.load.c.col.stride.f32.p3", 8, 8, 4},
      {"wmma.m16n16k16.load.c.row.stride.f16.p3", 4, 4, 4},
      {"wmma.m16n16k16.store.d.row.stride.f32.p3", 4, 4, 8},
      {"wmma.m16n16k16.store.d.col.stride.f16.p3", 4, 4, 4},
  };
  for (const auto &M : Moves) {
    EXPECT_EQ(partsOf(M.Name, Shared).size(), M.InShared) << M.Name;
    const auto Parts = partsOf(M.Name, Global);
    ASSERT_EQ(Parts.size(), M.InGlobal) << M.Name;
    EXPECT_EQ(Parts[0].BytesPerLane, M.Bytes) << M.Name;
    EXPECT_EQ(Parts[0].RowLanes, 0u) << M.Name;
  }
  EXPECT_EQ(partsOf("wmma.m16n16k16.store.d.col.stride.f32.p3", Shared).size(),
            4u);
  EXPECT_EQ(partsOf("wmma.m16n16k16.store.d.col.stride.f32.p3", Global).size(),
            8u);
  EXPECT_TRUE(partsOf("wmma.m8n8k32.load.a.row.stride.s4.p3", Shared).empty());
  EXPECT_TRUE(partsOf("ldmatrix.sync.aligned.m8n8.x4.b16.p3", Shared).empty());
}

// By brute force: the lanes of all parts have each byte of the matrix once.
TEST(TensorOps, ThePartsOfAMatrixAreAllOfIt) {
  for (const char *Which : {"load.a.row.stride.f16", "load.a.col.stride.tf32",
                            "load.a.row.stride.tf32", "load.b.row.stride.s8",
                            "load.b.col.stride.s8", "load.c.row.stride.f32",
                            "load.c.col.stride.f32", "load.c.row.stride.f16"})
    for (const char *Shape : {"m16n16k16", "m32n8k16", "m16n16k8"})
      for (unsigned Space : {Global, Shared}) {
        const std::string Name =
            "wmma." + std::string(Shape) + "." + Which + ".p3";
        // Only tf32 has a depth of 8.
        if (StringRef(Which).starts_with("load.c")
                ? StringRef(Shape) == "m16n16k8"
                : StringRef(Which).ends_with("tf32") !=
                      (StringRef(Shape) == "m16n16k8"))
          continue;
        const auto M = matrixRows(Name);
        ASSERT_TRUE(M) << Name;
        std::vector<unsigned> Times(M->Rows * M->BytesPerRow);
        for (const MatrixPart &P : partsOf(Name, Space))
          for (unsigned Lane = 0; Lane < (P.RowLanes ? P.RowLanes : 32);
               ++Lane) {
            auto At = [&](const MatrixPart::Step &S) {
              return S.First + Lane % P.Lanes * S.PerRest +
                     Lane / P.Lanes * S.PerQuotient;
            };
            for (unsigned I = 0; I < P.BytesPerLane; ++I) {
              const unsigned Byte = At(P.Row) * M->BytesPerRow + At(P.Byte) + I;
              ASSERT_LT(Byte, Times.size()) << Name;
              ++Times[Byte];
            }
          }
        EXPECT_EQ(Times, std::vector<unsigned>(Times.size(), 1)) << Name;
      }
}
