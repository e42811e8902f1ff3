//===- KernelSymbolTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/objects/KernelSymbol.h"
#include <gtest/gtest.h>

using namespace gpuperf;

/// Symbols as clang 22 and nvcc 13.0 give them.
TEST(KernelSymbol, ClangAndNvccMeet) {
  const std::pair<const char *, const char *> Same[] = {
      {"_ZL6hiddenPfPKi", "_Z6hiddenPfPKi"},
      {"_ZL6hiddenPfPKi",
       "__nv_static_25__5b3c2f03_4_a_cu_60b126a1__Z6hiddenPfPKi"},
      {"_ZN12_GLOBAL__N_14anonEPf",
       "_ZN36_GLOBAL__N__5b3c2f03_4_a_cu_60b126a14anonEPf"},
      {"_ZN12_GLOBAL__N_15tanonIfEEvPT_",
       "__nv_static_25__5b3c2f03_4_a_cu_60b126a1__"
       "ZN36_GLOBAL__N__5b3c2f03_4_a_cu_60b126a15tanonIfEEvPT_"},
      {"_ZN2nsL6nsstatEPf", "_ZN2ns6nsstatEPf"},
      {"_ZL4stplIfEvPT_", "_Z4stplIfEvPT_"},
      {"_ZN2ns3pubINS_12_GLOBAL__N_11TEEEvPT_",
       "_ZN2ns3pubINS_33_GLOBAL__N__035f3f55_4_n_cu_cname1TEEEvPT_"},
  };
  for (auto [Clang, Nvcc] : Same)
    EXPECT_EQ(commonSymbol(Clang), commonSymbol(Nvcc)) << Clang;
}

TEST(KernelSymbol, OtherKernelsStayApart) {
  for (const char *Symbol :
       {"saxpy", "_Z5saxpyifPKfPf", "_Z4tileILi32EEvPKfS1_Pfi", "_Z1kILb1EEvPi",
        "_ZN2ns3pubIiEEvPT_"})
    EXPECT_EQ(commonSymbol(Symbol), Symbol);
  EXPECT_NE(commonSymbol("_Z1kILb1EEvPi"), commonSymbol("_Z1kILb0EEvPi"));
}

TEST(KernelSymbol, WhatIsNoSymbolIsKept) {
  for (const char *Text :
       {"", "_Z", "_ZN", "_ZNL", "_Z99x", "_Z99999999999999999999x",
        "__nv_static_", "__nv_static_9", "__nv_static_900__x_Z1a",
        "__nv_static_3_abcd_Z1a"})
    EXPECT_EQ(commonSymbol(Text), Text);
}
