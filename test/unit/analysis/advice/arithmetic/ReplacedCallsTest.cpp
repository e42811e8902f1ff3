//===- ReplacedCallsTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/advice/arithmetic/ReplacedCalls.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "gtest/gtest.h"

using namespace gpuperf;

namespace {
constexpr SourceLine Call = {0, 7, 12}, OtherCall = {0, 8, 12},
                     Library = {1, 300, 5};

/// A loop of 64 iterations with 21 instructions of a library that was inlined
/// at Call, and an honest addition on line 9.
struct Calling {
  /// \p Place: where an instruction of the library is said to be.
  explicit Calling(llvm::function_ref<void(KernelSummary &, Instr &)> Place) {
    KernelBuilder B;
    BlockId Entry = B.block("entry"), Body = B.block("body"),
            Exit = B.block("exit");
    B.K.Files = {"a.cu", "math.h"};
    B.jump(Entry, Body, /*FallsThrough=*/true);
    InstrId X = B.phi(Body, "%x"), Last = X;
    for (unsigned I = 0; I < 20; ++I) {
      Last = B.instr(Body, OpClass::Fp32Fma, "%f", {Last});
      Place(B.K, B.K.Instrs[Last]);
    }
    // The compiler has lost the line of one.
    Last = B.instr(Body, OpClass::Fp32Mul, "%m", {Last});
    Last = B.instr(Body, OpClass::Fp32Add, "%a", {Last});
    B.K.Instrs[Last].Where = B.K.Instrs[Last].Inner = {0, 9, 5};
    InstrId C = B.instr(Body, OpClass::IntCompare, "%c");
    B.K.Instrs[C].Where = B.K.Instrs[C].Inner = {0, 6, 5};
    B.branch(Body, C, Body, Exit);
    B.ret(Exit);
    B.K.Instrs[X].Incoming = {{Entry, NoId}, {Body, Last}};
    B.loop(Body, {Body}, {Body});
    B.K.RegistersPerThread = Estimate::exact(32);
    K = std::move(B.K);
    L = launchOf(4096, 256);
    Profile = flatProfile(K, L, 64);
    PredictOptions Options;
    Options.KnownProfile = &Profile;
    P = llvm::cantFail(predictLaunch(K, L, Gpu, Options));
  }
  std::optional<ReplacedCallCost> cost(SourceLine Where) const {
    const ReplacedCall Calls[] = {{Where, {{OpClass::Fp32Mul, 1.0}}}};
    return costOfCalls(K, L, Gpu, P, Calls);
  }
  GpuModel Gpu = llvm::cantFail(findGpu("rtx-3090"));
  KernelSummary K;
  Launch L;
  WarpProfile Profile;
  Prediction P;
};

void inlinedInKernel(KernelSummary &, Instr &In) {
  In.Where = Call;
  In.Inner = Library;
}
/// Called by a function of the user's, which the kernel calls on line 20.
void inlinedInHelper(KernelSummary &K, Instr &In) {
  if (K.CallPaths.empty())
    K.CallPaths.push_back({Call});
  In.Where = {0, 20, 3};
  In.Inner = Library;
  In.CallPath = 0;
}
} // namespace

TEST(ReplacedCalls, OneProductForALongRoutine) {
  for (auto Place : {inlinedInKernel, inlinedInHelper}) {
    const Calling T(Place);
    const auto Cost = T.cost(Call);
    ASSERT_TRUE(Cost.has_value());
    EXPECT_DOUBLE_EQ(Cost->PerCall[0], 21);
    EXPECT_DOUBLE_EQ(Cost->PerWarp[0], 21 * 64);
    EXPECT_EQ(Cost->Blocks.size(), 1u);
    // The product, the addition, the comparison and the branch are left.
    EXPECT_LT(Cost->WithoutUs.Value, 0.3 * T.P.TimeUs.Value);
    EXPECT_GT(Cost->WithoutUs.Value, 0.02 * T.P.TimeUs.Value);
  }
}

TEST(ReplacedCalls, APartOfAFunctionThatIsNotInlined) {
  // The kernel calls the function on line 20. Three quarters of its additions
  // stand where it calls the library, which it does twice.
  Calling T([](KernelSummary &K, Instr &In) {
    In.Where = In.Inner = {0, 20, 3};
    In.Count = 4;
    CalledPart Part;
    Part.Of = static_cast<InstrId>(&In - K.Instrs.data());
    Part.Share = 0.75;
    Part.Times = 2;
    Part.Where = Call;
    Part.Inner = Library;
    K.CalledParts.push_back(Part);
    Part.Share = 0.25;
    Part.Times = 1;
    Part.Where = Part.Inner = {0, 9, 1};
    K.CalledParts.push_back(Part);
    In.TextIndex = 5;
  });
  EXPECT_EQ(findBrokenInvariant(T.K), "");
  const auto Cost = T.cost(Call);
  ASSERT_TRUE(Cost.has_value());
  EXPECT_DOUBLE_EQ(Cost->PerWarp[0], 20 * 4 * 0.75 * 64);
  EXPECT_DOUBLE_EQ(Cost->PerCall[0], 20 * 4 * 0.75 / 2);
  // A quarter of the function stays, and what waits for it waits as long.
  EXPECT_LT(Cost->WithoutUs.Value, 0.7 * T.P.TimeUs.Value);
  EXPECT_GT(Cost->WithoutUs.Value, 0.2 * T.P.TimeUs.Value);
  EXPECT_FALSE(T.cost(OtherCall).has_value());
}

TEST(ReplacedCalls, OtherCallsCostNothing) {
  EXPECT_FALSE(Calling(inlinedInKernel).cost(OtherCall).has_value());
  EXPECT_FALSE(Calling(inlinedInHelper).cost(OtherCall).has_value());
}
