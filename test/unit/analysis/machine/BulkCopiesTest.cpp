//===- BulkCopiesTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/machine/BulkCopies.h"
#include "test/unit/analysis/IrFixture.h"
#include "llvm/IR/InstIterator.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;

namespace {
/// A function with one piece of inline PTX, and that call.
struct OneAsm {
  Ir Text;
  const llvm::CallBase *Call = nullptr;
  OneAsm(const std::string &Asm, const std::string &Constraints,
         const std::string &Arguments, const std::string &Type = "void")
      : Text(parseText("define void @f(i32 %a, i64 %b, i32 %c, i32 %d) {\n"
                       "call " +
                       Type + " asm sideeffect \"" + Asm + "\", \"" +
                       Constraints + "\"(" + Arguments + ")\nret void\n}")) {
    for (const llvm::Instruction &I :
         llvm::instructions(*Text.M->getFunction("f")))
      if (const auto *C = llvm::dyn_cast<llvm::CallBase>(&I))
        Call = C;
  }
  const llvm::Value *argument(unsigned N) const {
    return Call->getArgOperand(N);
  }
};

TEST(BulkCopies, WhatIsCopiedWhere) {
  const OneAsm Load("{ .reg .pred p; setp.ne.b32 p, $4, 0; @p "
                    "cp.async.bulk.shared::cluster.global.mbarrier::"
                    "complete_tx::bytes [$0], [$1], $2, [$3]; }",
                    "r,l,r,r,r", "i32 %a, i64 %b, i32 %c, i32 %d, i32 1");
  const auto C = bulkCopyOf(*Load.Call);
  ASSERT_TRUE(C);
  EXPECT_TRUE(C->ToShared);
  EXPECT_FALSE(C->isTensor());
  EXPECT_EQ(C->Shared, Load.argument(0));
  EXPECT_EQ(C->Global, Load.argument(1));
  EXPECT_EQ(C->Bytes, Load.argument(2));
}

TEST(BulkCopies, TensorsHaveCoordinates) {
  const OneAsm Load("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::"
                    "complete_tx::bytes [$0], [$1, {$3, $4}], [$2];",
                    "r,l,r,r,r", "i32 %a, i64 %b, i32 %c, i32 %d, i32 7");
  const auto C = bulkCopyOf(*Load.Call);
  ASSERT_TRUE(C);
  EXPECT_TRUE(C->isTensor());
  ASSERT_EQ(C->Coordinates.size(), 2U);
  EXPECT_EQ(C->Coordinates[0], Load.argument(3));
  EXPECT_EQ(C->Bytes, nullptr);

  const OneAsm Store("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group "
                     "[$0, {$1}], [$2];",
                     "l,r,r", "i64 %b, i32 %c, i32 %a");
  const auto S = bulkCopyOf(*Store.Call);
  ASSERT_TRUE(S);
  EXPECT_FALSE(S->ToShared);
  EXPECT_EQ(S->Global, Store.argument(0));
  EXPECT_EQ(S->Shared, Store.argument(2));
}

TEST(BulkCopies, TheBarrierAndTheBlocksThatGetACopy) {
  const OneAsm Plain(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], "
      "[$1], 512, [$2];",
      "r,l,r", "i32 %a, i64 %b, i32 %c");
  const auto P = bulkCopyOf(*Plain.Call);
  ASSERT_TRUE(P);
  EXPECT_EQ(P->Barrier, Plain.argument(2));
  EXPECT_FALSE(P->IsMulticast);

  const OneAsm Multicast(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::"
      "bytes.multicast::cluster.L2::cache_hint [$0], [$1, {$4, $4}], [$2], $3, "
      "$1;",
      "r,l,r,h,r", "i32 %a, i64 %b, i32 %c, i16 3, i32 0");
  const auto M = bulkCopyOf(*Multicast.Call);
  ASSERT_TRUE(M);
  EXPECT_EQ(M->Barrier, Multicast.argument(2));
  EXPECT_TRUE(M->IsMulticast);
  EXPECT_EQ(M->Mask, Multicast.argument(3));
}

TEST(BulkCopies, TheBarrierThatIsWaitedForOrTold) {
  const OneAsm Loop(
      "{ .reg .pred P;\\0AL: mbarrier.try_wait.parity.shared::cta."
      "b64 P, [$0], $1;\\0A@P bra D;\\0Abra L;\\0AD: }",
      "r,r", "i32 %a, i32 %c");
  EXPECT_EQ(waitedBarrierOf(*Loop.Call), Loop.argument(0));
  EXPECT_EQ(signalledBarrierOf(*Loop.Call), nullptr);
  const OneAsm Told("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [$0];", "r",
                    "i32 %a");
  EXPECT_EQ(signalledBarrierOf(*Told.Call), Told.argument(0));
  EXPECT_EQ(waitedBarrierOf(*Told.Call), nullptr);
}

TEST(BulkCopies, GroupsAndOtherCopiesAreNone) {
  EXPECT_FALSE(
      bulkCopyOf(*OneAsm("cp.async.bulk.commit_group;", "~{memory}", "").Call));
  EXPECT_FALSE(bulkCopyOf(
      *OneAsm("cp.async.bulk.wait_group.read $0;", "n", "i32 0").Call));
  EXPECT_FALSE(bulkCopyOf(*OneAsm("cp.async.ca.shared.global [$0], [$1], 16;",
                                  "r,l", "i32 %a, i64 %b")
                               .Call));
  EXPECT_FALSE(bulkCopyOf(
      *OneAsm("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx:"
              ":bytes [$0], [$1], $2, [$0];",
              "r,r,r", "i32 %a, i32 %c, i32 16")
           .Call));
}

TEST(BulkCopies, TheBytesThatABarrierExpects) {
  EXPECT_EQ(
      expectedBytes(
          *OneAsm("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;",
                  "r,r", "i32 %a, i32 16384")
               .Call),
      16384U);
  // A result comes first.
  EXPECT_EQ(expectedBytes(*OneAsm("mbarrier.arrive.expect_tx.release.cta.shared"
                                  "::cta.b64 $0, [$1], $2;",
                                  "=l,r,r", "i32 %a, i32 512", "i64")
                               .Call),
            512U);
  EXPECT_FALSE(expectedBytes(
      *OneAsm("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1;", "r,r",
              "i32 %a, i32 %c")
           .Call));
  EXPECT_FALSE(expectedBytes(
      *OneAsm("mbarrier.arrive.shared::cta.b64 _, [$0];", "r", "i32 %a").Call));
}
} // namespace
