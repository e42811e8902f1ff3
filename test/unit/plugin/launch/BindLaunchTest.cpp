//===- BindLaunchTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/launch/BindLaunch.h"
#include "analysis/report/AssumptionText.h"
#include "plugin/host/Assume.h"
#include "test/unit/plugin/CudaAst.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {
BoundLaunch bindOnly(llvm::StringRef Code, llvm::StringRef User = "") {
  auto Unit = parseCuda(Code, true);
  auto Sites = readLaunchSites(Unit->getASTContext());
  EXPECT_EQ(Sites.size(), 1u);
  auto Bindings = parseAssume(User);
  EXPECT_TRUE(bool(Bindings));
  if (Sites.empty() || !Bindings)
    return {};
  return bindLaunch(Sites[0], *Bindings);
}

/// What was assumed, as a user is told.
std::vector<std::string> assumedOf(const BoundLaunch &B) {
  std::vector<std::string> Out;
  for (const Assumption &A : B.L->Why.named())
    Out.push_back(assumptionClause(A));
  return Out;
}

/// A launch of k(int n, float f, float *p) from h(int count, int w, int h).
BoundLaunch bindBody(llvm::StringRef Body, llvm::StringRef User = "") {
  return bindOnly(("__global__ void k(int n, float f, float *p);\n"
                   "void h(int count, int w, int h, size_t s, float *p) {\n" +
                   Body + "}\n")
                      .str(),
                  User);
}
} // namespace

TEST(BindLaunch, AllKnown) {
  BoundLaunch B = bindBody("k<<<dim3(4, 2), dim3(32, 8), 64>>>(7, 2, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid, (Dim3{4, 2, 1}));
  EXPECT_EQ(B.L->Block, (Dim3{32, 8, 1}));
  EXPECT_EQ(B.L->DynamicSharedBytes, 64u);
  ASSERT_EQ(B.L->Args.size(), 3u);
  EXPECT_EQ(B.L->Args[0].Integer, 7);
  EXPECT_EQ(B.L->Args[1].K, ArgValue::Kind::Floating);
  EXPECT_EQ(B.L->Args[1].Floating, 2);
  EXPECT_EQ(B.L->Args[2].K, ArgValue::Kind::Unknown);
  EXPECT_TRUE(B.BlockKnown);
  EXPECT_TRUE(B.GridKnown);
  EXPECT_THAT(assumedOf(B), IsEmpty());
}

TEST(BindLaunch, OneNameHasOneValue) {
  BoundLaunch B = bindBody("k<<<(count + 255) / 256, 256>>>(count, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid.X, 4096u);
  EXPECT_EQ(B.L->Args[0].Integer, 1048576);
  EXPECT_TRUE(B.L->Args[0].isAssumed());
  EXPECT_FALSE(B.L->Args[1].isAssumed());
  EXPECT_THAT(assumedOf(B), ElementsAre("'count' assumed 1048576"));
  EXPECT_TRUE(B.BlockKnown);
  EXPECT_FALSE(B.GridKnown);
}

TEST(BindLaunch, DefaultsByDimensionOfTheGrid) {
  BoundLaunch B = bindBody("dim3 g(w / 16, h / 16); k<<<g, 256>>>(w, s, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid, (Dim3{256, 256, 1}));
  EXPECT_EQ(B.L->Args[0].Integer, 4096);
  EXPECT_EQ(B.L->Args[1].Floating, 1024);
  EXPECT_THAT(assumedOf(B), ElementsAre("'w' assumed 4096", "'h' assumed 4096",
                                        "'s' assumed 1024"));
  B = bindBody("k<<<dim3(w, h, count), 64>>>(1, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid, (Dim3{256, 256, 256}));
}

TEST(BindLaunch, TheUserGoesBeforeTheCommentBeforeTheDefault) {
  llvm::StringRef Body = "// gpuperf: assume count=512\n"
                         "k<<<count / 256, 256>>>(count, 1, p);";
  BoundLaunch B = bindBody(Body);
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid.X, 2u);
  EXPECT_FALSE(B.L->Args[0].isAssumed());
  EXPECT_THAT(assumedOf(B), IsEmpty());
  B = bindBody(Body, "count=1024");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Grid.X, 4u);
  // What the source says stands.
  B = bindBody("int c = 256; k<<<c / 256, 256>>>(c, 1, p);", "c=1024");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Grid.X, 1u);
}

TEST(BindLaunch, ParameterNamesBindWhatTheHostCallsOtherwise) {
  BoundLaunch B =
      bindBody("k<<<(count + 255) / 256, 256>>>(count, 1, p);", "n=1000");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 1000);
  EXPECT_EQ(B.L->Grid.X, 4u); // count is n
  EXPECT_THAT(assumedOf(B), IsEmpty());
  B = bindBody("k<<<1, 256>>>(count * w, 1, p);", "n=1000");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 1000);
  // Both match: the host's name wins.
  B = bindBody("k<<<1, 256>>>(count, 1, p);", "n=1000,count=7");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 7);
  // A constant of the source is not overruled.
  B = bindBody("k<<<1, 256>>>(5, 1, p);", "n=1000");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 5);
}

TEST(BindLaunch, AnUnknownBlockIsNotGuessed) {
  BoundLaunch B = bindBody("k<<<4, w>>>(1, 1, p);");
  EXPECT_FALSE(B.L);
  EXPECT_EQ(B.WhyNot,
            "the block's x depends on 'w', whose value is not known here");
  EXPECT_FALSE(B.BlockKnown);
  B = bindBody("k<<<4, w>>>(1, 1, p);", "w=64");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Block.X, 64u);
  EXPECT_FALSE(B.BlockKnown);
  B = bindBody("volatile int b = 3; k<<<4, b>>>(1, 1, p);");
  EXPECT_FALSE(B.L);
  EXPECT_THAT(B.WhyNot, HasSubstr("cannot be read"));
}

TEST(BindLaunch, ABlockThatASizeOnlyMakesSmallerIsItsLargest) {
  BoundLaunch B = bindBody("int t = count < 256 ? count : 256;"
                           "k<<<(count + t - 1) / t, t>>>(count, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Block.X, 256u);
  EXPECT_EQ(B.L->Grid.X, 4096u);
  EXPECT_THAT(assumedOf(B), ElementsAre("'count' assumed 1048576"));
  EXPECT_FALSE(B.BlockKnown);
  // Two sizes are a million together, so that their product stays a number.
  B = bindBody("int all = w * h, t = all < 256 ? all : 256;"
               "k<<<(all + t - 1) / t, t>>>(all, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Block.X, 256u);
  EXPECT_EQ(B.L->Grid.X, 4096u);
  // A choice is none, and neither is a block that grows with the size.
  EXPECT_FALSE(bindBody("k<<<4, w ? 128 : 256>>>(1, 1, p);").L);
  EXPECT_FALSE(bindBody("k<<<4, (w + 31) / 32 * 32>>>(1, 1, p);").L);
}

TEST(BindLaunch, EmptyGridsAndBlocksAreSaid) {
  // Launches that fail: their limits are judged, so they are bound.
  BoundLaunch NoBlocks = bindBody("k<<<0, 64>>>(1, 1, p);");
  ASSERT_TRUE(NoBlocks.L) << NoBlocks.WhyNot;
  EXPECT_EQ(NoBlocks.L->Grid.X, 0u);
  BoundLaunch NoThreads = bindBody("k<<<4, 0>>>(1, 1, p);");
  ASSERT_TRUE(NoThreads.L) << NoThreads.WhyNot;
  EXPECT_EQ(NoThreads.L->Block.X, 0u);
  EXPECT_EQ(bindBody("k<<<count / 256, 64>>>(1, 1, p);", "count=100").WhyNot,
            "the grid's x is 0");
}

TEST(BindLaunch, MultiProcessorCountHasItsOwnDefault) {
  BoundLaunch B = bindBody("cudaDeviceProp q; cudaGetDeviceProperties(&q, 0);"
                           "k<<<2 * q.multiProcessorCount, 64>>>(1, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid.X, 264u);
  EXPECT_THAT(assumedOf(B), ElementsAre("'q.multiProcessorCount' assumed 132"));
}

TEST(BindLaunch, DefaultsThatOverflowGiveWay) {
  BoundLaunch B = bindBody("k<<<w * h / 256, 256>>>(w * h, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Args[0].Integer, 16384 * 16384);
  EXPECT_THAT(assumedOf(B),
              ElementsAre("'w' assumed 16384", "'h' assumed 16384"));
}

TEST(BindLaunch, DefaultsDoNotLeaveTheGridEmpty) {
  BoundLaunch B = bindBody("k<<<count / (2 * w) / 64, 64>>>(count, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid.X, 8u);
  EXPECT_THAT(assumedOf(B),
              ElementsAre("'count' assumed 1048576", "'w' assumed 1024"));
  EXPECT_EQ(B.WhyNot, "");
  B = bindBody("k<<<0 * count, 64>>>(count, 1, p);");
  EXPECT_FALSE(B.L);
  EXPECT_EQ(B.WhyNot, "the grid's x is 0, with 'count' assumed 1048576");
}

TEST(BindLaunch, DefaultsKeepTheGridWithinTheLimits) {
  BoundLaunch B = bindBody("k<<<dim3(count, w * h), 64>>>(w, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid, (Dim3{4096, 4096, 1}));
  EXPECT_THAT(assumedOf(B), ElementsAre("'count' assumed 4096",
                                        "'w' assumed 4096", "'h' assumed 1"));
  // What the user says is taken as it is: the limits are judged elsewhere.
  B = bindBody("k<<<dim3(count, w * h), 64>>>(w, 1, p);", "w=1024,h=1024");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid.Y, 1048576u);
  B = bindBody("k<<<dim3(4, 1 << 20), 64>>>(w, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid.Y, 1048576u);
}

TEST(BindLaunch, ExponentsGetSmallDefaults) {
  BoundLaunch B = bindBody("k<<<(1 << count) / 64, 64>>>(1, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid.X, 16384u);
  EXPECT_THAT(assumedOf(B), ElementsAre("'count' assumed 20"));
}

TEST(BindLaunch, AGridThatCannotBeReadIsAssumed) {
  BoundLaunch B = bindBody("volatile int g = 3; k<<<g, 64>>>(1, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid, (Dim3{4096, 1, 1}));
  EXPECT_FALSE(B.GridKnown);
  EXPECT_THAT(assumedOf(B), ElementsAre("the grid's x assumed 4096 blocks"));
  B = bindBody("volatile int g = 3; k<<<dim3(w, g), 64>>>(1, 1, p);", "w=8");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Grid, (Dim3{8, 256, 1}));
}

TEST(BindLaunch, WhatAllDevicesSayAlikeIsTaken) {
  BoundLaunch B = bindBody("cudaDeviceProp q; cudaGetDeviceProperties(&q, 0);"
                           "k<<<4, 2 * q.warpSize>>>(1, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Block.X, 64u);
  EXPECT_FALSE(B.BlockKnown);
  EXPECT_THAT(assumedOf(B), ElementsAre("'q.warpSize' assumed 32"));
  B = bindBody("cudaDeviceProp q; cudaGetDeviceProperties(&q, 0);"
               "k<<<4, 2 * q.warpSize>>>(1, 1, p);",
               "q.warpSize=16");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Block.X, 32u);
}

TEST(BindLaunch, ArgumentsThatCannotBeReadAreAssumed) {
  BoundLaunch B = bindBody("volatile int v = 3; k<<<1, 32>>>(v, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->Args[0].Integer, 1024);
  EXPECT_TRUE(B.L->Args[0].isAssumed());
  EXPECT_THAT(assumedOf(B), ElementsAre("argument 'n' assumed 1024"));
  B = bindBody("volatile int v = 3; k<<<1, 32>>>(v, 1, p);", "n=5");
  ASSERT_TRUE(B.L);
  EXPECT_EQ(B.L->Args[0].Integer, 5);
}

TEST(BindLaunch, DynamicSharedMemory) {
  BoundLaunch B = bindBody("k<<<1, 32, w * sizeof(float)>>>(1, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->DynamicSharedBytes, 4096u);
  EXPECT_FALSE(B.BlockKnown);
  EXPECT_THAT(assumedOf(B), ElementsAre("'w' assumed 1024"));
}

TEST(BindLaunch, AssumedDynamicSharedMemoryFitsABlock) {
  // 1024 * 1024 floats would be 4 MiB, 128 * 128 would be 64 KiB.
  BoundLaunch B = bindBody("k<<<(count + 255) / 256, 256, w * h * "
                           "sizeof(float)>>>(w, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->DynamicSharedBytes, 64u * 64 * 4);
  EXPECT_EQ(B.L->Args[0].Integer, 64);
  EXPECT_THAT(assumedOf(B), ElementsAre("'w' assumed 64", "'h' assumed 64",
                                        "'count' assumed 1048576"));
  // What is said is left as it is.
  B = bindBody("k<<<1, 256, w * h * sizeof(float)>>>(w, 1, p);", "w=512");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->DynamicSharedBytes, 512u * 16 * 4);
  EXPECT_THAT(assumedOf(B), ElementsAre("'h' assumed 16"));
  B = bindBody("k<<<1, 256, w * h * sizeof(float)>>>(w, 1, p);", "w=32768");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.L->DynamicSharedBytes, uint64_t(32768) * 1024 * 4);
}

TEST(BindLaunch, FieldsOfStructs) {
  BoundLaunch B =
      bindOnly("struct P { int w; float s; int h; };\n"
               "__global__ void k(P p);\n"
               "void host(int n) { P p; p.w = n; p.s = 2; p.h = 7;\n"
               "  k<<<n / 64, 64>>>(p); }\n");
  ASSERT_TRUE(B.L) << B.WhyNot;
  ASSERT_EQ(B.L->Args.size(), 1u);
  const auto &F = B.L->Args[0].Fields;
  ASSERT_EQ(F.size(), 3u);
  EXPECT_EQ(F[0].second.Integer, 1048576);
  EXPECT_TRUE(F[0].second.isAssumed());
  EXPECT_EQ(F[1].first, 4u);
  EXPECT_EQ(F[1].second.Floating, 2);
  EXPECT_EQ(F[2].second.Integer, 7);
}

TEST(BindLaunch, OpenFieldsOfStructsHaveDefaults) {
  BoundLaunch B = bindOnly("struct P { int w, h; float s; float *x; };\n"
                           "__global__ void k(P p);\n"
                           "void host(P a) { k<<<a.w / 64, 64>>>(a); }\n");
  ASSERT_TRUE(B.L) << B.WhyNot;
  const auto &F = B.L->Args[0].Fields;
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(F[0].second.Integer, 1048576);
  EXPECT_EQ(F[1].first, 4u);
  EXPECT_EQ(F[1].second.Integer, 1024);
  EXPECT_TRUE(F[1].second.isAssumed());
  EXPECT_THAT(assumedOf(B),
              ElementsAre("'a.w' assumed 1048576", "'a.h' assumed 1024"));
}

TEST(BindLaunch, CommentsThatCannotBeReadAreReported) {
  BoundLaunch B = bindBody("// gpuperf: assume count=\n"
                           "k<<<1, 32>>>(count, 1, p);");
  ASSERT_TRUE(B.L);
  EXPECT_THAT(
      B.CommentErrors,
      ElementsAre("'count=': column 7: expected a number, found the end"));
}

TEST(BindLaunch, EachDimensionTellsWhoSaysIt) {
  BoundLaunch B = bindBody("k<<<dim3(4, w, h), dim3(32, count)>>>(1, 1, p);",
                           "w=8,count=2");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_THAT(B.GridFrom,
              ElementsAre(Provenance::Function, Provenance::UserAssumed,
                          Provenance::Unknown));
  EXPECT_THAT(B.BlockFrom,
              ElementsAre(Provenance::Function, Provenance::UserAssumed,
                          Provenance::Function));
  EXPECT_EQ(B.SharedFrom, Provenance::Function);
  EXPECT_FALSE(B.GridKnown);
  EXPECT_FALSE(B.BlockKnown);
  B = bindBody("volatile int g = 3; k<<<g, 64>>>(w, 1, p);", "w=5");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_EQ(B.GridFrom[0], Provenance::Unknown);
  EXPECT_TRUE(B.BlockKnown);
  EXPECT_EQ(B.L->Args[0].From, Provenance::UserAssumed);
  EXPECT_EQ(B.L->Args[1].From, Provenance::Function);
}

TEST(BindLaunch, AssumptionsAreValues) {
  BoundLaunch B = bindBody("extern int v; volatile int u = 3;\n"
                           "k<<<count, 64>>>(u, 1, p);");
  ASSERT_TRUE(B.L) << B.WhyNot;
  const Assumption Size{AssumptionKind::HostValueAssumed, "count",
                        int64_t(1048576)};
  const Assumption Argument{AssumptionKind::LaunchArgumentAssumed, "n",
                            int64_t(1024)};
  EXPECT_THAT(B.L->Why.named(), ElementsAre(Size, Argument));
  EXPECT_FALSE(B.L->Why.contains(AssumptionKind::ArgumentAssumed));
}

TEST(BindLaunch, MemoryOfTheHost) {
  BoundLaunch B = bindOnly("int cudaMallocHost(void **, size_t);\n"
                           "__global__ void k(float *p);\n"
                           "void h() { float *in;\n"
                           "cudaMallocHost((void **)&in, 1024);\n"
                           "k<<<4, 64>>>(in); }");
  ASSERT_TRUE(B.L) << B.WhyNot;
  EXPECT_THAT(assumedOf(B),
              ElementsAre("'in' is in the host's memory: what PCIe takes is "
                          "left out"));
}

/// Blocks of the cluster that the attributes of a launch ask for; 0: none, or
/// not known.
static unsigned clusterOf(llvm::StringRef Attributes) {
  BoundLaunch B =
      bindBody(("cudaLaunchConfig_t c = {}; c.gridDim = 64; c.blockDim = 128;" +
                Attributes + "cudaLaunchKernelEx(&c, k, 7, 2.0f, p);")
                   .str());
  EXPECT_TRUE(B.L) << B.WhyNot;
  return B.L ? B.L->ClusterBlocks : ~0U;
}

TEST(BindLaunch, AttributesOfTheLaunchSayTheCluster) {
  const std::string Two = "a[0].val.clusterDim.x = 2;"
                          "a[0].val.clusterDim.y = 2;"
                          "a[0].val.clusterDim.z = 1;";
  const std::string Handed = "c.attrs = a; c.numAttrs = 1;";
  EXPECT_EQ(clusterOf("cudaLaunchAttribute a[1];"
                      "a[0].id = cudaLaunchAttributeClusterDimension;" +
                      Two + Handed),
            4U);
  // In another order, beside another attribute, by address.
  EXPECT_EQ(clusterOf("cudaLaunchAttribute a[2] = {};"
                      "c.attrs = &a[0]; c.numAttrs = 2;" +
                      Two +
                      "a[1].id = cudaLaunchAttributeCooperative;"
                      "a[1].val.cooperative = 1;"),
            4U);
  EXPECT_EQ(clusterOf("cudaLaunchAttribute a; a.val.clusterDim = {8, 1, 1};"
                      "a.id = cudaLaunchAttributeClusterDimension;"
                      "c.attrs = &a; c.numAttrs = 1;"),
            8U);
  EXPECT_EQ(clusterOf("cudaLaunchAttribute a[1]; c.attrs = a; c.numAttrs = 1;"
                      "c.attrs[0].val.clusterDim.x = 2;"
                      "c.attrs->val.clusterDim.y = 1;"
                      "c.attrs->val.clusterDim.z = 1;"),
            2U);
}

TEST(BindLaunch, NoClusterIsAssumed) {
  const std::string Two = "cudaLaunchAttribute a[1];"
                          "a[0].val.clusterDim.x = 2;"
                          "a[0].val.clusterDim.y = 1;"
                          "a[0].val.clusterDim.z = 1;";
  EXPECT_EQ(clusterOf(""), 0U);
  EXPECT_EQ(clusterOf(Two), 0U); // not handed over
  EXPECT_EQ(clusterOf(Two + "c.attrs = a; c.numAttrs = 0;"), 0U);
  EXPECT_EQ(clusterOf(Two + "c.attrs = a; c.numAttrs = 1;"), 2U);
  EXPECT_EQ(clusterOf(Two + "if (w > 3) a[0].val.clusterDim.x = 4;"
                            "c.attrs = a; c.numAttrs = 1;"),
            0U);
  EXPECT_EQ(clusterOf(Two + "a[0] = {};"
                            "c.attrs = a; c.numAttrs = 1;"),
            0U);
  EXPECT_EQ(clusterOf("cudaLaunchAttribute a[1]; c.attrs = a; c.numAttrs = 1;"
                      "a[0].val.clusterDim.x = 2;"),
            0U); // y and z hold anything
}
