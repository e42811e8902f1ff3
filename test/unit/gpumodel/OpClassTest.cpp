//===- OpClassTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/OpClass.h"
#include "gtest/gtest.h"
#include <set>

using namespace gpuperf;

TEST(OpClass, KeysAreUniqueAndRoundTrip) {
  std::set<llvm::StringRef> Seen;
  for (unsigned I = 0; I < NumOpClasses; ++I) {
    auto Op = static_cast<OpClass>(I);
    EXPECT_TRUE(Seen.insert(opClassKey(Op)).second) << opClassKey(Op).str();
    EXPECT_EQ(opClassFromKey(opClassKey(Op)), Op);
  }
  EXPECT_EQ(opClassFromKey("no_such_class"), std::nullopt);
}

TEST(OpClass, ArithmeticIsBoundByItsRowOfTheGuidesTable) {
  EXPECT_EQ(throughputRowKey(throughputRowOf(OpClass::Fp32Fma)),
            "fp32_add_mul_fma");
  EXPECT_EQ(throughputRowKey(throughputRowOf(OpClass::Convert64)),
            "cvt_from_to_64bit");
  EXPECT_EQ(throughputRowOf(OpClass::LoadGlobal), ThroughputRow::None);
}

TEST(OpClass, RowKeysAreUnique) {
  std::set<llvm::StringRef> Seen;
  for (unsigned I = 0; I < NumThroughputRows; ++I)
    EXPECT_TRUE(
        Seen.insert(throughputRowKey(static_cast<ThroughputRow>(I))).second)
        << I;
  EXPECT_EQ(throughputRowKey(ThroughputRow::None), "none");
  EXPECT_EQ(throughputRowKey(ThroughputRow::AtomicGlobal), "atomic_global");
}
