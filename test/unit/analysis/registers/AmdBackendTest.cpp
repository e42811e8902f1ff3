//===- AmdBackendTest.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/AmdBackend.h"
#include "gpumodel/Occupancy.h"
#include "test/unit/gpumodel/GpuTestUtil.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <random>

using namespace gpuperf;

namespace {
const RegisterUse *useOf(const RegisterReport &Report, llvm::StringRef Name) {
  for (const auto &[Kernel, Use] : Report)
    if (Kernel == Name)
      return &Use;
  return nullptr;
}

RegisterReport compiled(llvm::StringRef Arch, llvm::StringRef Body,
                        llvm::StringRef More = "") {
  const std::string Text = ("target triple = \"amdgcn-amd-amdhsa\"\n" + More +
                            "\ndefine amdgpu_kernel void @k(ptr addrspace(1) "
                            "%p, ptr addrspace(1) %q) {\n" +
                            Body + "  ret void\n}\n")
                               .str();
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Text, Error, Context);
  auto Machine = createAmdMachine(Arch, "");
  if (!M || !Machine) {
    ADD_FAILURE() << Error.getMessage().str();
    return {};
  }
  M->setDataLayout((*Machine)->createDataLayout());
  return amdRegisters(*M, **Machine);
}

/// Keeps \p Count values of 32 bits alive at a time.
std::string manyValues(unsigned Count) {
  std::string Text;
  for (unsigned I = 0; I < Count; ++I) {
    const std::string N = std::to_string(I);
    Text += "  %a" + N + " = getelementptr i32, ptr addrspace(1) %p, i64 " + N +
            "\n  %v" + N + " = load volatile i32, ptr addrspace(1) %a" + N +
            "\n";
  }
  for (unsigned I = 0; I < Count; ++I) {
    const std::string N = std::to_string(I);
    Text += "  store volatile i32 %v" + N + ", ptr addrspace(1) %q\n";
  }
  return Text;
}
} // namespace

TEST(AmdBackend, ReadsWhatTheCompilerSaysOfEachKernel) {
  const RegisterReport Report = readAmdMetadata(R"(	.text
	.amdgpu_metadata
---
amdhsa.kernels:
  - .agpr_count:     4
    .args:
      - .name:           not_a_kernel
        .offset:         0
        .size:           8
        .value_kind:     global_buffer
    .group_segment_fixed_size: 1024
    .name:           first
    .private_segment_fixed_size: 16
    .sgpr_count:     11
    .symbol:         first.kd
    .vgpr_count:     36
    .vgpr_spill_count: 3
    .wavefront_size: 64
  - .args:           []
    .group_segment_fixed_size: 0
    .name:           second
    .private_segment_fixed_size: 0
    .vgpr_count:     2
    .vgpr_spill_count: 0
amdhsa.target:   amdgcn-amd-amdhsa--gfx90a
...
	.end_amdgpu_metadata
)");
  ASSERT_EQ(Report.size(), 2u);
  EXPECT_EQ(Report[0].first, "first");
  const RegisterUse &First = Report[0].second;
  EXPECT_EQ(First.PerThread.Value, 36);
  EXPECT_TRUE(First.PerThread.isExact());
  EXPECT_EQ(First.From, RegisterSource::Compiler);
  EXPECT_EQ(First.StaticSharedBytes, 1024u);
  EXPECT_EQ(First.StackBytes, 16u);
  EXPECT_EQ(First.ScalarRegisters, 11u);
  EXPECT_EQ(First.AccumulationRegisters, 4u);
  EXPECT_EQ(Report[1].first, "second");
  EXPECT_EQ(Report[1].second.PerThread.Value, 2);
  EXPECT_TRUE(readAmdMetadata("no metadata").empty());
}

TEST(AmdBackend, CountsRegistersOnEveryArchitecture) {
  for (const char *Arch : {"gfx906", "gfx90a", "gfx942", "gfx950", "gfx1030",
                           "gfx1032", "gfx1100", "gfx1201"}) {
    const RegisterReport Few = compiled(Arch, manyValues(2)),
                         Many = compiled(Arch, manyValues(60));
    const RegisterUse *A = useOf(Few, "k"), *B = useOf(Many, "k");
    ASSERT_TRUE(A && B) << Arch;
    EXPECT_LT(A->PerThread.Value, 16) << Arch;
    EXPECT_GE(B->PerThread.Value, 60) << Arch;
    EXPECT_TRUE(areCounted(B->From)) << Arch;
    // The two pointers and what every kernel has.
    EXPECT_GE(A->ScalarRegisters, 4u) << Arch;
    EXPECT_LT(A->ScalarRegisters, 32u) << Arch;
  }
  EXPECT_FALSE(areCounted(RegisterSource::CompilerInPart));
}

TEST(AmdBackend, WhatOnlyARemovedCallTookDoesNotStopTheBackEnd) {
  // LLVM 22 fails on an address of an argument that nothing uses in a kernel
  // without parameters, where kernel arguments are preloaded.
  const char *Printing = R"(
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare void @printed(i32, i64)
define amdgpu_kernel void @printing() {
  %a = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %b = getelementptr i8, ptr addrspace(4) %a, i64 12
  %n = load i16, ptr addrspace(4) %b, align 4
  %w = zext i16 %n to i32
  call void @printed(i32 %w, i64 0)
  ret void
})";
  for (const char *Arch : {"gfx90a", "gfx942", "gfx1100"}) {
    const RegisterReport Report = compiled(Arch, "", Printing);
    const RegisterUse *Use = useOf(Report, "printing");
    ASSERT_TRUE(Use) << Arch;
    EXPECT_EQ(Use->From, RegisterSource::CompilerInPart) << Arch;
  }
}

/// A kernel of one wavefront for each pair of numbers of registers.
static std::string
kernelsThatTake(llvm::ArrayRef<std::pair<unsigned, unsigned>> VectorAndScalar) {
  std::string Text = "target triple = \"amdgcn-amd-amdhsa\"\n";
  for (const auto &[Vector, Scalar] : VectorAndScalar)
    Text += llvm::formatv("define amdgpu_kernel void @k{0}_{1}() #0 {{\n"
                          "  call void asm sideeffect \"s_nop 0\", "
                          "\"~{{v{2}},~{{s{3}}\"()\n  ret void\n}\n",
                          Vector, Scalar, Vector - 1, Scalar - 1);
  return Text +
         "attributes #0 = { \"amdgpu-flat-work-group-size\"=\"1,32\" }\n";
}

// LLVM says in its text how many wavefronts fit on a SIMD, by its own function,
// which is not among those that other programs may call.
TEST(AmdBackend, OccupancyIsThatOfTheCompiler) {
  std::mt19937 Random(19);
  auto Below = [&](unsigned Most) { return 1 + Random() % Most; };
  std::vector<std::pair<unsigned, unsigned>> Counts;
  for (unsigned I = 0; I < 60; ++I) {
    const std::pair<unsigned, unsigned> Next(I % 3 ? Below(256) : 1,
                                             I % 3 == 1 ? 1 : Below(102));
    if (!llvm::is_contained(Counts, Next))
      Counts.push_back(Next);
  }
  const std::string Text = kernelsThatTake(Counts);
  for (const char *Name : {"mi50", "mi250x", "mi300x", "mi355x",
                           "radeon-pro-w6600", "rx-7900-xtx", "rx-9070-xt"}) {
    const GpuModel Gpu = loadGpu(Name);
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Error;
    auto M = llvm::parseAssemblyString(Text, Error, Context);
    auto Machine = createAmdMachine(Gpu.Arch.Name, "");
    ASSERT_TRUE(M && Machine) << Error.getMessage().str();
    M->setDataLayout((*Machine)->createDataLayout());
    llvm::SmallString<0> Assembly;
    llvm::raw_svector_ostream OS(Assembly);
    llvm::legacy::PassManager Passes;
    ASSERT_FALSE((*Machine)->addPassesToEmitFile(
        Passes, OS, nullptr, llvm::CodeGenFileType::AssemblyFile));
    Passes.run(*M);
    const RegisterReport Report = readAmdMetadata(Assembly);
    ASSERT_EQ(Report.size(), Counts.size()) << Name;
    llvm::StringRef Rest = Assembly;
    for (const auto &[Kernel, Use] : Report) {
      Rest = Rest.split(("\n" + Kernel + ":").c_str()).second;
      Rest = Rest.split("; Occupancy: ").second;
      unsigned Said = 0;
      ASSERT_FALSE(Rest.consumeInteger(10, Said)) << Kernel;
      BlockResources Wavefront;
      Wavefront.ThreadsPerBlock =
          static_cast<unsigned>(Gpu.Arch.WarpSize.Value);
      Wavefront.RegistersPerThread = static_cast<unsigned>(Use.PerThread.Value);
      Wavefront.ScalarRegistersPerWarp = Use.ScalarRegisters;
      EXPECT_EQ(computeOccupancy(Gpu, Wavefront).WarpsPerSm,
                Said * Gpu.Arch.SchedulersPerSm.Value)
          << Name << ' ' << Kernel;
    }
  }
}

TEST(AmdBackend, WhatIsNotThereIsLeftOutAndSaid) {
  // The exponential is expanded by the back end; a sine in double is a call.
  const char *More = "declare float @__ocml_exp_f32(float)\n"
                     "declare double @__ocml_sin_f64(double)";
  const RegisterReport Whole =
      compiled("gfx90a",
               "  %v = load float, ptr addrspace(1) %p\n"
               "  %e = call float @__ocml_exp_f32(float %v)\n"
               "  store float %e, ptr addrspace(1) %q\n",
               More);
  ASSERT_TRUE(useOf(Whole, "k"));
  EXPECT_EQ(useOf(Whole, "k")->From, RegisterSource::Compiler);
  const RegisterReport Part =
      compiled("gfx90a",
               "  %v = load double, ptr addrspace(1) %p\n"
               "  %s = call double @__ocml_sin_f64(double %v)\n"
               "  store double %s, ptr addrspace(1) %q\n",
               More);
  ASSERT_TRUE(useOf(Part, "k"));
  const RegisterUse &Use = *useOf(Part, "k");
  EXPECT_EQ(Use.From, RegisterSource::CompilerInPart);
  EXPECT_LT(Use.PerThread.Value, 32);
  EXPECT_TRUE(Use.PerThread.Why.contains(AssumptionKind::RegistersEstimated));
  EXPECT_GT(Use.PerThread.Hi, Use.PerThread.Value);
}

TEST(AmdBackend, SpillsAndWaitsAreThoseOfTheText) {
  RegisterReport Report = {{"first", {}}, {"second", {}}};
  addAmdText(R"(
	.globl	first ; -- Begin function first
first:
	buffer_store_dword v1, off, s[96:99], 0 offset:4 ; 4-byte Folded Spill
	s_waitcnt vmcnt(0) lgkmcnt(0)
	buffer_load_dwordx2 v[2:3], off, s[96:99], 0 ; 8-byte Folded Reload
	s_waitcnt vmcnt(1)
	s_waitcnt lgkmcnt(0)
	; -- End function
	.globl	second ; -- Begin function second
	buffer_load_dword v2, off, s[96:99], 0
	s_waitcnt vmcnt(0)
	s_waitcnt vmcnt(0)
	; -- End function
)",
             Report);
  EXPECT_EQ(Report[0].second.SpillBytes, 12u);
  EXPECT_EQ(Report[0].second.MemoryDrains, 1u);
  EXPECT_EQ(Report[1].second.SpillBytes, 0u);
  EXPECT_EQ(Report[1].second.MemoryDrains, 2u);
}

// Blocks of 1,024 threads leave 128 registers on each SIMD of CDNA 2.
TEST(AmdBackend, ValuesThatFindNoRegisterAreSpilled) {
  const RegisterReport Few = compiled("gfx90a", manyValues(40)),
                       Many = compiled("gfx90a", manyValues(600));
  ASSERT_TRUE(useOf(Few, "k") && useOf(Many, "k"));
  EXPECT_EQ(useOf(Few, "k")->SpillBytes, 0u);
  EXPECT_GE(useOf(Few, "k")->MemoryDrains, 1u);
  EXPECT_GT(useOf(Many, "k")->SpillBytes, 8 * 80u);
  EXPECT_GT(useOf(Many, "k")->StackBytes, 4 * 80u);
}
