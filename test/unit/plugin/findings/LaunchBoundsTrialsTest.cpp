//===- LaunchBoundsTrialsTest.cpp -----------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/findings/LaunchBoundsTrials.h"
#include "gpumodel/files/GpuRegistry.h"
#include "test/unit/analysis/KernelBuilder.h"
#include "test/unit/analysis/TestGpu.h"
#include "test/unit/plugin/CudaAst.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
/// A kernel that 48 registers keep from having two blocks of 768 on an SM, and
/// that is faster with two.
KernelSummary chain(const std::string &Name) {
  KernelSummary K = chainOfLoads(48);
  K.Loops[0].BackedgeTaken = K.Exprs.constant(999);
  K.Name = K.Mangled = Name;
  return K;
}

/// In place of ptxas: every kernel of the text gets the same.
class FakePtxas : public PtxasRunner {
public:
  std::optional<RegisterReport> ask(llvm::StringRef Ptx,
                                    const RegisterOptions &) override {
    Asked.push_back(Ptx.str());
    RegisterReport Report;
    for (const char *Name : {"a", "b", "c"}) {
      RegisterUse Use;
      Use.From = RegisterSource::Ptxas;
      Use.PerThread = Estimate::exact(40);
      Use.SpillBytes = SpillBytes;
      Report.emplace_back(Name, Use);
    }
    return Report;
  }
  std::vector<std::string> Asked;
  uint64_t SpillBytes = 0;
};

class LaunchBoundsTrials : public testing::Test {
protected:
  /// The launches of `void host() { Body }`; all kernels are compiled at once.
  void analyse(const std::string &Body) {
    Unit = parseCuda("__global__ void a(); __global__ void b(); "
                     "__global__ void c();\nvoid host() {\n" +
                         Body + "}\n",
                     /*DeviceSide=*/true);
    Gpu = llvm::cantFail(findGpu("h100-sxm"));
    File.Gpus = {Gpu};
    auto Together = question("abc");
    for (LaunchSite &Site : readLaunchSites(Unit->getASTContext())) {
      LaunchAnswer &Answer = File.Launches.emplace_back();
      Answer.Bound = bindLaunch(Site, {});
      Answer.Site = std::move(Site);
      ASSERT_TRUE(Answer.Bound.L);
      CompiledKernel &Kernel = Kernels.emplace_back();
      Kernel.Summary =
          std::make_shared<KernelSummary>(chain(Answer.Site.KernelName));
      Kernel.Asked = Together;
      GpuAnswer &On = Answer.PerGpu.emplace_back();
      On.Gpu = Gpu.Name;
      On.Asked = *Answer.Bound.L;
      On.Kernel = Kernel.Summary.get();
      On.Compiled = &Kernel;
      On.P = llvm::cantFail(predictLaunch(*On.Kernel, On.Asked, Gpu));
    }
  }
  std::shared_ptr<const PtxQuestion> question(llvm::StringRef Names) {
    PtxQuestion Q;
    for (char Name : Names)
      Q.Ptx += std::string(".visible .entry ") + Name + "(\n)\n{\n\tret;\n}\n";
    Q.Options.PtxasPath = "ptxas";
    Q.Options.Runner = &Ptxas;
    return std::make_shared<const PtxQuestion>(std::move(Q));
  }
  std::vector<std::string> found(double MinGainPercent) {
    std::vector<std::string> Names;
    for (const LaunchBoundsFinding &F : tryLaunchBounds(File, MinGainPercent))
      Names.push_back(F.On->Kernel->Name);
    return Names;
  }

  std::unique_ptr<clang::ASTUnit> Unit;
  GpuModel Gpu;
  FakePtxas Ptxas;
  std::list<CompiledKernel> Kernels; ///< by launch
  FileAnalysis File;
};
} // namespace

TEST_F(LaunchBoundsTrials, WhatPtxasMakesOfTheBoundsDecides) {
  analyse("a<<<4096, 768>>>();");
  const auto All = tryLaunchBounds(File, 1);
  ASSERT_THAT(All, SizeIs(1));
  EXPECT_EQ(All[0].Launch, &File.Launches[0]);
  EXPECT_EQ(All[0].On, &File.Launches[0].PerGpu[0]);
  EXPECT_EQ(All[0].Bounds, (LaunchBounds{768, 2}));
  EXPECT_EQ(All[0].Gain.RegistersThen, 40u);
  EXPECT_LT(All[0].Gain.WithoutUs.Value, All[0].Gain.TimeUs.Value);
  Ptxas.SpillBytes = 8;
  EXPECT_THAT(found(1), IsEmpty());
}

TEST_F(LaunchBoundsTrials, KernelsOfOneCompilationAreTriedTogether) {
  analyse("a<<<4096, 768>>>(); b<<<4096, 768>>>();");
  EXPECT_THAT(found(1), ElementsAre("a", "b"));
  ASSERT_THAT(Ptxas.Asked, SizeIs(1));
  EXPECT_THAT(Ptxas.Asked[0],
              AllOf(HasSubstr("a(\n)\n.maxntid 768, 1, 1\n.minnctapersm 2"),
                    HasSubstr("b(\n)\n.maxntid 768, 1, 1\n.minnctapersm 2"),
                    HasSubstr("c(\n)\n{")));
}

TEST_F(LaunchBoundsTrials, PtxasIsRunTwiceAtMost) {
  analyse("a<<<4096, 768>>>(); b<<<4096, 768>>>(); c<<<4096, 768>>>();");
  for (CompiledKernel &Kernel : Kernels)
    Kernel.Asked = question("abc");
  EXPECT_THAT(found(1), ElementsAre("a", "b"));
  EXPECT_THAT(Ptxas.Asked, SizeIs(2));
  // The third is tried with the first where both were compiled together.
  Kernels.back().Asked = Kernels.front().Asked;
  EXPECT_THAT(found(1), ElementsAre("a", "c", "b"));
  EXPECT_THAT(Ptxas.Asked, SizeIs(4));
}

TEST_F(LaunchBoundsTrials, AKernelIsTriedOnce) {
  analyse("a<<<4096, 768>>>(); a<<<8192, 768>>>();");
  EXPECT_THAT(found(1), ElementsAre("a"));
}

TEST_F(LaunchBoundsTrials, OneBoundCannotServeSeveralBlocks) {
  analyse("a<<<4096, 768>>>(); a<<<4096, 512>>>();");
  EXPECT_THAT(found(1), IsEmpty());
  EXPECT_THAT(Ptxas.Asked, IsEmpty());
}

TEST_F(LaunchBoundsTrials, WhatCannotGainEnoughIsNotTried) {
  analyse("a<<<4096, 768>>>();");
  EXPECT_THAT(found(95), IsEmpty());
  EXPECT_THAT(Ptxas.Asked, IsEmpty());
  // Nor a kernel that ptxas was not asked about in the first place.
  Kernels.front().Asked = nullptr;
  EXPECT_THAT(found(1), IsEmpty());
}

TEST_F(LaunchBoundsTrials, PtxasSaysNothingOfOtherCodeThanClangs) {
  analyse("a<<<4096, 768>>>();");
  CompiledKernel &Kernel = Kernels.front();
  Kernel.Summary->RegistersFrom = RegisterSource::Object;
  Kernel.Object.emplace().PerThread = Estimate::exact(48);
  // Nobody knows how many registers clang's code has.
  EXPECT_THAT(found(1), IsEmpty());
  // The GPU gives a thread registers by the eight: 41 of clang's are 48.
  Kernel.Ptxas.emplace().PerThread = Estimate::exact(41);
  EXPECT_THAT(found(1), ElementsAre("a"));
  // Clang's code is another one than nvcc's.
  Kernel.Ptxas->PerThread = Estimate::exact(40);
  Ptxas.Asked.clear();
  EXPECT_THAT(found(1), IsEmpty());
  EXPECT_THAT(Ptxas.Asked, IsEmpty());
}
