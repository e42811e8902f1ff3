//===- MissingCodeTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/MissingCode.h"
#include "gtest/gtest.h"

using namespace gpuperf;

static std::string missingAmong(std::vector<const char *> Callees) {
  KernelSummary K;
  for (const char *Name : Callees)
    K.Why |= Assumption{AssumptionKind::ExternalCall, Name};
  return missingFunction(K);
}

TEST(MissingCode, AFunctionOfTheUserIsNamedAsItIsWritten) {
  EXPECT_EQ(missingAmong({"_Z5stepsfi"}), "steps(float, int)");
  EXPECT_EQ(missingAmong({"vprintf", "helper"}), "helper");
}

TEST(MissingCode, WhatTheRuntimeBringsIsNotMissing) {
  EXPECT_EQ(missingAmong({}), "");
  EXPECT_EQ(missingAmong({"vprintf", "__assertfail", "malloc", "free",
                          "__nv_isnanf", "cudaLaunchDeviceV2"}),
            "");
  EXPECT_EQ(missingAmong({"indirect call"}), "");
}

TEST(MissingCode, LaunchesByTheDeviceAreKnownByTheirCall) {
  KernelSummary K;
  K.Why |= Assumption{AssumptionKind::ExternalCall, "cudaMalloc"};
  EXPECT_FALSE(launchesKernels(K));
  K.Why |= Assumption{AssumptionKind::ExternalCall, "cudaLaunchDeviceV2"};
  EXPECT_TRUE(launchesKernels(K));
}
