//===- FingerprintsTest.cpp - What stays the same while lines move ------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Fingerprints.h"
#include "test/unit/plugin/tidy/export/MakeFinding.h"
#include "gtest/gtest.h"
#include <set>

using namespace gpuperf;

TEST(Fingerprints, SpacesOfALineDoNotCount) {
  EXPECT_EQ(normalisedLine("  a  =  b [ i ];\t"), "a=b[i];");
  EXPECT_EQ(normalisedLine("int\tx = 1;"), "int x=1;");
  EXPECT_EQ(normalisedLine(""), "");
}

TEST(Fingerprints, NumbersOfAMessageDoNotCount) {
  EXPECT_EQ(
      normalisedMessage("block size 1,024: 2.7x faster (22.7 us -> 8 ms)"),
      "block size #: #x faster (# -> #)");
  EXPECT_EQ(normalisedMessage("1e-05 of 3.5 KiB and 12 bytes"),
            "# of # and # bytes");
  EXPECT_EQ(normalisedMessage("<<<41944, 100>>> is 78%."), "<<<#, #>>> is #%.");
}

TEST(Fingerprints, DigitsOfNamesCount) {
  EXPECT_EQ(normalisedMessage("'scale<4>' on h200-sxm is the block's 3"),
            "'scale<4>' on h200-sxm is the block's #");
  EXPECT_EQ(normalisedMessage("float4, fp32, a100-pcie-40gb"),
            "float4, fp32, a100-pcie-40gb");
  EXPECT_NE(normalisedMessage("'0.1' makes it double"),
            normalisedMessage("'0.2' makes it double"));
}

TEST(Fingerprints, OfATimeOnlyTheNamesCount) {
  Finding A = makeFinding("gpuperf-kernel-time",
                          "'k' takes 22 us, bound by dram; occupancy 100%");
  Finding B =
      makeFinding("gpuperf-kernel-time", "'k' takes about 31 us, bound by l1");
  EXPECT_EQ(A.Text, B.Text);
  EXPECT_EQ(A.Text, "p[i]=1; | 'k'");
  EXPECT_NE(makeFinding("gpuperf-kernel-time", "'l' takes 22 us").Text, A.Text);
  EXPECT_NE(makeFinding("gpuperf-tail-wave", "the last wave of 'k'").Text,
            makeFinding("gpuperf-tail-wave", "the first wave of 'k'").Text);
}

TEST(Fingerprints, NoLineIsInThem) {
  std::vector<Finding> Low = {makeFinding("r", "m", 4)},
                       High = {makeFinding("r", "m", 5)};
  identify(Low);
  identify(High);
  EXPECT_EQ(fingerprint(Low[0]), fingerprint(High[0]));
  EXPECT_EQ(fingerprint(Low[0]).size(), 32u);
}

TEST(Fingerprints, AreUnique) {
  std::vector<Finding> All = {
      makeFinding("r", "m", 5),      makeFinding("r", "m", 4),
      makeFinding("r", "other", 4),  makeFinding("q", "m", 4),
      makeFinding("r", "m", 4, "h"), makeFinding("r", "m", 4, "h", "x();"),
  };
  identify(All);
  std::set<std::string> Prints;
  for (const Finding &F : All)
    Prints.insert(fingerprint(F));
  EXPECT_EQ(Prints.size(), All.size());
}

TEST(Fingerprints, EqualOnesAreNumberedInTheOrderOfTheFile) {
  std::vector<Finding> All = {makeFinding("r", "m", 9),
                              makeFinding("r", "m", 4)};
  identify(All);
  EXPECT_EQ(All[0].At->Where.Line, 4u);
  EXPECT_EQ(All[0].Ordinal, 0u);
  EXPECT_EQ(All[1].Ordinal, 1u);
}

TEST(Fingerprints, OneLineOfAHeaderIsOneFinding) {
  std::vector<Finding> All = {
      makeFinding("gpuperf-tail-wave", "20% of the time of 'k'", 4, "k.cuh"),
      makeFinding("gpuperf-tail-wave", "40% of the time of 'k'", 4, "k.cuh")};
  All[0].Diagnostics = {7};
  All[1].Diagnostics = {8};
  identify(All);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Message, "40% of the time of 'k'");
  EXPECT_EQ(All[0].Diagnostics, (std::vector<size_t>{8, 7}));
}

TEST(Fingerprints, ALaunchHasATimeForEachGpu) {
  std::vector<Finding> All = {
      makeFinding("gpuperf-kernel-time", "'k' takes 5 us on t4"),
      makeFinding("gpuperf-kernel-time", "'k' takes 5 us on t4"),
      makeFinding("gpuperf-kernel-time", "'k' takes 4 us on l4")};
  identify(All);
  ASSERT_EQ(All.size(), 2u);
  EXPECT_NE(fingerprint(All[0]), fingerprint(All[1]));
}
