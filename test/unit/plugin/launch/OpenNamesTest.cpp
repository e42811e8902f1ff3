//===- OpenNamesTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/OpenNames.h"
#include "plugin/host/Assume.h"
#include "test/unit/plugin/CudaAst.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

/// The open names of the only launch in `void h(int count, int w, float *p)`.
static std::vector<std::string> openIn(llvm::StringRef Body,
                                       llvm::StringRef User = "") {
  auto Unit = parseCuda(("__global__ void k(int n, float f, float *p);\n"
                         "int host();\n"
                         "void h(int count, int w, float *p) {\n" +
                         Body + "}\n")
                            .str(),
                        true);
  auto Sites = readLaunchSites(Unit->getASTContext());
  EXPECT_THAT(Sites, SizeIs(1));
  auto Bindings = parseAssume(User);
  EXPECT_TRUE(bool(Bindings));
  return openNames(Sites[0], bindLaunch(Sites[0], *Bindings), *Bindings);
}

TEST(OpenNames, ThoseOfTheGridComeFirst) {
  EXPECT_THAT(openIn("k<<<(w + 255) / 256, 256>>>(count, w, p);"),
              ElementsAre("w", "count"));
  EXPECT_THAT(openIn("k<<<dim3(count, w), 256>>>(count * w, 1, p);"),
              ElementsAre("count", "w"));
}

TEST(OpenNames, WhatIsKnownIsNotOpen) {
  EXPECT_THAT(openIn("k<<<4, 256>>>(5, 1, p);"), IsEmpty());
  EXPECT_THAT(openIn("int n = 64; k<<<n, 256>>>(n, 1, p);"), IsEmpty());
  EXPECT_THAT(openIn("int n = 64; k<<<n, 256>>>(n, w, p);"), ElementsAre("w"));
}

TEST(OpenNames, WhatTheUserGivesIsNotOpen) {
  EXPECT_THAT(openIn("k<<<count, 256>>>(w, 1, p);", "count=512"),
              ElementsAre("w"));
  EXPECT_THAT(openIn("k<<<count, 256>>>(w, 1, p);", "count=512,w=3"),
              IsEmpty());
  EXPECT_THAT(openIn("// gpuperf: assume count=512\n"
                     "k<<<count, 256>>>(5, 1, p);"),
              IsEmpty());
}

TEST(OpenNames, NamesOfOneFieldOfAnArgument) {
  auto Unit = parseCuda("struct P { int w, h; };\n"
                        "__global__ void k(P p, int n);\n"
                        "void f(P a, int w, int m) {\n"
                        "  P b; b.w = w + a.w; b.h = 3;\n"
                        "  k<<<1, 32>>>(b, m); k<<<1, 32>>>(a, 1); }\n",
                        true);
  auto Sites = readLaunchSites(Unit->getASTContext());
  ASSERT_THAT(Sites, SizeIs(2));
  EXPECT_THAT(namesInArgument(Sites[0], 0, 0), ElementsAre("w", "a.w"));
  EXPECT_THAT(namesInArgument(Sites[0], 0, 4), IsEmpty());
  EXPECT_THAT(namesInArgument(Sites[0], 1, 0), ElementsAre("m"));
  EXPECT_THAT(namesInArgument(Sites[1], 0, 4), ElementsAre("a.h"));
  EXPECT_THAT(namesInArgument(Sites[1], 2, 0), IsEmpty());
}

TEST(OpenNames, SomeNamesTellTheirSize) {
  EXPECT_EQ(usualSize("numChannels"), 3);
  EXPECT_EQ(usualSize("p.kernelSize"), 5);
  EXPECT_EQ(usualSize("mask_width"), 5);
  EXPECT_EQ(usualSize("clusters"), 16);
  EXPECT_EQ(usualSize("pointsPerCluster"), std::nullopt);
  EXPECT_EQ(usualSize("kernel"), std::nullopt);
  EXPECT_EQ(usualSize("width"), std::nullopt);
}
