//===- AsmAccessesTest.cpp ------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/device/assembly/AsmAccesses.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using testing::HasSubstr;
using testing::Not;

namespace {
/// The instructions of the function \p Define { \p Body } afterwards, one per
/// line.
std::string raised(const std::string &Define, const std::string &Body) {
  llvm::LLVMContext Ctx;
  llvm::SMDiagnostic Error;
  const std::string Text = "define " + Define + " {\n" + Body + "\n}\n";
  auto M = llvm::parseAssemblyString(Text, Error, Ctx);
  if (!M) {
    ADD_FAILURE() << Error.getMessage().str() << " in:\n" << Text;
    return "";
  }
  raiseAsmAccesses(*M);
  std::string Broken;
  llvm::raw_string_ostream Problem(Broken);
  EXPECT_FALSE(llvm::verifyModule(*M, &Problem)) << Broken;
  std::string Out;
  for (const llvm::Instruction &I : llvm::instructions(*M->begin())) {
    std::string Line;
    llvm::raw_string_ostream OS(Line);
    I.print(OS);
    Out += llvm::StringRef(OS.str()).trim().str() + "\n";
  }
  return Out;
}

/// A load by \p Asm into a register of \p Type.
std::string load(const std::string &Asm, const std::string &Type = "float",
                 const std::string &Register = "f") {
  return raised(Type + " @f(ptr %p)",
                "%v = call " + Type + " asm sideeffect \"" + Asm +
                    "\", \"=" + Register + ",l\"(ptr %p)\nret " + Type + " %v");
}

std::string store(const std::string &Asm, const std::string &Type = "float",
                  const std::string &Register = "f") {
  return raised("void @f(ptr %p, " + Type + " %v)",
                "call void asm sideeffect \"" + Asm + "\", \"l," + Register +
                    "\"(ptr %p, " + Type + " %v)\nret void");
}

constexpr char Global[] = "%1 = addrspacecast ptr %p to ptr addrspace(1)\n";
} // namespace

#define EXPECT_LEFT_ALONE(Text) EXPECT_THAT(Text, HasSubstr(" asm "))

TEST(AsmAccesses, ALoadThatStreams) {
  const std::string Plain = std::string(Global) +
                            "%2 = load float, ptr addrspace(1) %1, align 4\n"
                            "ret float %2\n";
  for (const char *Name :
       {"ld.global.cs.f32", "ld.global.f32", "ld.global.ca.f32",
        "ld.global.lu.f32", "ld.global.nc.f32"})
    EXPECT_EQ(load(std::string(Name) + " $0, [$1];"), Plain) << Name;
}

TEST(AsmAccesses, HintsThatKeepDataOutOfL1) {
  const std::string Volatile =
      std::string(Global) +
      "%2 = load volatile float, ptr addrspace(1) %1, align 4\n"
      "ret float %2\n";
  for (const char *Name : {"ld.global.cg.f32", "ld.global.cv.f32",
                           "ld.global.nc.L1::no_allocate.f32"})
    EXPECT_EQ(load(std::string(Name) + " $0, [$1];"), Volatile) << Name;
}

TEST(AsmAccesses, WidthsAndTypes) {
  EXPECT_EQ(load("ld.global.cs.f64 $0, [$1];", "double", "d"),
            std::string(Global) +
                "%2 = load double, ptr addrspace(1) %1, align 8\n"
                "ret double %2\n");
  EXPECT_EQ(load("ld.global.cs.b16 $0, [$1];", "i16", "h"),
            std::string(Global) +
                "%2 = load i16, ptr addrspace(1) %1, align 2\n"
                "ret i16 %2\n");
  // A register of 32 bits holds an extended byte.
  EXPECT_EQ(load("ld.global.cs.s8 $0, [$1];", "i32", "r"),
            std::string(Global) + "%2 = load i8, ptr addrspace(1) %1, align 1\n"
                                  "%3 = sext i8 %2 to i32\n"
                                  "ret i32 %3\n");
  EXPECT_EQ(load("ld.global.cs.u8 $0, [$1];", "i32", "r"),
            std::string(Global) + "%2 = load i8, ptr addrspace(1) %1, align 1\n"
                                  "%3 = zext i8 %2 to i32\n"
                                  "ret i32 %3\n");
  // The bits of a float in an integer register.
  EXPECT_EQ(load("ld.global.cs.f32 $0, [$1];", "i32", "r"),
            std::string(Global) +
                "%2 = load float, ptr addrspace(1) %1, align 4\n"
                "%3 = bitcast float %2 to i32\n"
                "ret i32 %3\n");
}

TEST(AsmAccesses, AnAddressThatIsANumber) {
  EXPECT_EQ(raised("float @f(i64 %p)",
                   "%v = call float asm \"ld.global.cs.f32 $0, [$1];\", "
                   "\"=f,l\"(i64 %p)\nret float %v"),
            "%1 = inttoptr i64 %p to ptr addrspace(1)\n"
            "%2 = load float, ptr addrspace(1) %1, align 4\n"
            "ret float %2\n");
}

TEST(AsmAccesses, AVectorIsOneLoad) {
  EXPECT_EQ(raised("float @f(ptr %p)",
                   "%v = call {float, float, float, float} asm sideeffect "
                   "\"ld.global.cs.v4.f32 {$0,$1,$2,$3}, [$4];\", "
                   "\"=f,=f,=f,=f,l\"(ptr %p)\n"
                   "%w = extractvalue {float, float, float, float} %v, 3\n"
                   "ret float %w"),
            std::string(Global) +
                "%2 = load <4 x float>, ptr addrspace(1) %1, align 16\n"
                "%3 = extractelement <4 x float> %2, i64 0\n"
                "%4 = insertvalue { float, float, float, float } poison, "
                "float %3, 0\n"
                "%5 = extractelement <4 x float> %2, i64 1\n"
                "%6 = insertvalue { float, float, float, float } %4, "
                "float %5, 1\n"
                "%7 = extractelement <4 x float> %2, i64 2\n"
                "%8 = insertvalue { float, float, float, float } %6, "
                "float %7, 2\n"
                "%9 = extractelement <4 x float> %2, i64 3\n"
                "%10 = insertvalue { float, float, float, float } %8, "
                "float %9, 3\n"
                "%w = extractvalue { float, float, float, float } %10, 3\n"
                "ret float %w\n");
}

TEST(AsmAccesses, AVectorOfBytesIsExtendedLaneByLane) {
  const std::string Text = raised(
      "i32 @f(ptr %p)", "%v = call {i32, i32} asm "
                        "\"ld.global.cs.v2.s8 { $0, $1 }, [$2];\", "
                        "\"=r,=r,l\"(ptr %p)\n"
                        "%w = extractvalue {i32, i32} %v, 1\nret i32 %w");
  EXPECT_THAT(Text, HasSubstr("load <2 x i8>, ptr addrspace(1) %1, align 2\n"));
  EXPECT_THAT(Text, HasSubstr("sext i8 %3 to i32\n"));
}

TEST(AsmAccesses, Stores) {
  EXPECT_EQ(store("st.global.cs.f32 [$0], $1;"),
            std::string(Global) +
                "store float %v, ptr addrspace(1) %1, align 4\nret void\n");
  EXPECT_EQ(store("st.global.cg.f64 [$0], $1;", "double", "d"),
            std::string(Global) +
                "store double %v, ptr addrspace(1) %1, align 8\nret void\n");
  EXPECT_EQ(store("st.global.wt.u8 [$0], $1;", "i32", "r"),
            "%1 = trunc i32 %v to i8\n"
            "%2 = addrspacecast ptr %p to ptr addrspace(1)\n"
            "store i8 %1, ptr addrspace(1) %2, align 1\nret void\n");
}

TEST(AsmAccesses, AVectorIsOneStore) {
  EXPECT_EQ(raised("void @f(ptr %p, i32 %a, i32 %b)",
                   "call void asm sideeffect "
                   "\"st.global.cs.v2.s32 [$0], {$1,$2};\", \"l,r,r\""
                   "(ptr %p, i32 %a, i32 %b)\nret void"),
            std::string(Global) +
                "%2 = insertelement <2 x i32> poison, i32 %a, i64 0\n"
                "%3 = insertelement <2 x i32> %2, i32 %b, i64 1\n"
                "store <2 x i32> %3, ptr addrspace(1) %1, align 8\n"
                "ret void\n");
}

TEST(AsmAccesses, OtherMemoryAndOrdersAreLeftAlone) {
  for (const char *Asm :
       {"ld.shared.f32 $0, [$1];", "ld.f32 $0, [$1];", "ld.param.f32 $0, [$1];",
        "ld.acquire.gpu.global.f32 $0, [$1];",
        "ld.volatile.global.f32 $0, [$1];",
        "ld.relaxed.sys.global.f32 $0, [$1];", "atom.global.add.f32 $0, [$1];",
        "ld.global.cs.f16 $0, [$1];", "ld.global.cs.f128 $0, [$1];",
        "ld.global.cs.f24 $0, [$1];", "ld.global.f32.cs $0, [$1];",
        "ld.global.cs $0, [$1];"})
    EXPECT_LEFT_ALONE(load(Asm)) << Asm;
  EXPECT_LEFT_ALONE(store("st.shared.f32 [$0], $1;"));
  EXPECT_LEFT_ALONE(store("st.release.gpu.global.f32 [$0], $1;"));
}

TEST(AsmAccesses, MoreThanOneAccessIsLeftAlone) {
  for (const char *Asm :
       {"ld.global.f32 $0, [$1]; add.f32 $0, $0, $0;",
        "ld.global.f32 $0, [$1];\\0Aadd.f32 $0, $0, $0;",
        "@p ld.global.f32 $0, [$1];", "{ ld.global.f32 $0, [$1]; }"})
    EXPECT_LEFT_ALONE(load(Asm)) << Asm;
}

TEST(AsmAccesses, OperandsInAnotherOrderAreLeftAlone) {
  for (const char *Asm :
       {"ld.global.f32 $1, [$0];", "ld.global.f32 $0, [$1+4];",
        "ld.global.f32 $0, [$0];", "ld.global.f32 $0, $1;",
        "ld.global.f32 {$0}, [$1];", "ld.global.f32 $0;"})
    EXPECT_LEFT_ALONE(load(Asm)) << Asm;
  EXPECT_LEFT_ALONE(store("st.global.f32 [$1], $0;"));
  EXPECT_LEFT_ALONE(store("st.global.f32 $1, [$0];"));
  EXPECT_LEFT_ALONE(raised("void @f(ptr %p, i32 %a, i32 %b)",
                           "call void asm sideeffect "
                           "\"st.global.v2.s32 [$0], {$2,$1};\", \"l,r,r\""
                           "(ptr %p, i32 %a, i32 %b)\nret void"));
}

TEST(AsmAccesses, RegistersThatDoNotFitAreLeftAlone) {
  EXPECT_LEFT_ALONE(load("ld.global.f64 $0, [$1];", "float", "f"));
  // An address of 32 bits is not one of global memory.
  EXPECT_LEFT_ALONE(raised("float @f(i32 %p)",
                           "%v = call float asm \"ld.global.f32 $0, [$1];\", "
                           "\"=f,r\"(i32 %p)\nret float %v"));
  // 256 bits are no access.
  EXPECT_LEFT_ALONE(
      raised("void @f(ptr %p, double %v)",
             "call void asm sideeffect "
             "\"st.global.v4.f64 [$0], {$1,$2,$3,$4};\", \"l,d,d,d,d\""
             "(ptr %p, double %v, double %v, double %v, double %v)\nret void"));
}

TEST(AsmAccesses, EveryAccessOfAFunctionIsRaised) {
  const std::string Text = raised(
      "void @f(ptr %p, ptr %q)",
      "%v = call float asm \"ld.global.cs.f32 $0, [$1];\", \"=f,l\"(ptr %p)\n"
      "call void asm sideeffect \"nanosleep.u32 20;\", \"\"()\n"
      "call void asm sideeffect \"st.global.cs.f32 [$0], $1;\", "
      "\"l,f\"(ptr %q, float %v)\nret void");
  EXPECT_THAT(Text, HasSubstr("load float, ptr addrspace(1)"));
  EXPECT_THAT(Text, HasSubstr("nanosleep.u32 20;"));
  EXPECT_THAT(Text, HasSubstr("store float %2, ptr addrspace(1)"));
}

TEST(AsmAccesses, MatricesBecomeIntrinsics) {
  const std::string Text = raised(
      "i32 @f(i32 %p)",
      "%v = call { i32, i32 } asm sideeffect "
      "\"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {$0, $1}, [$2];\", "
      "\"=r,=r,r\"(i32 %p)\n"
      "%a = extractvalue { i32, i32 } %v, 0\n"
      "call void asm sideeffect "
      "\"stmatrix.sync.aligned.m8n8.x1.shared.b16 [$0], {$1};\", "
      "\"r,r\"(i32 %p, i32 %a)\nret i32 %a");
  EXPECT_THAT(Text, HasSubstr("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans."
                              "b16.p3(ptr addrspace(3)"));
  EXPECT_THAT(Text, HasSubstr("llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3("
                              "ptr addrspace(3)"));
  EXPECT_THAT(Text, Not(HasSubstr("asm")));
}

TEST(AsmAccesses, CopiesAndTheirGroupsBecomeIntrinsics) {
  const std::string Text = raised(
      "void @f(i32 %s, i64 %g)",
      "call void asm sideeffect "
      "\"cp.async.cg.shared.global [$0], [$1], 16;\", \"r,l\""
      "(i32 %s, i64 %g)\n"
      "call void asm sideeffect "
      "\"cp.async.ca.shared.global.L2::128B [$0], [$1], $2;\", \"r,l,n\""
      "(i32 %s, i64 %g, i32 8)\n"
      "call void asm sideeffect \"cp.async.commit_group;\", \"\"()\n"
      "call void asm sideeffect \"cp.async.wait_group $0;\", \"n\"(i32 2)\n"
      "call void asm sideeffect \"cp.async.wait_all;\", \"\"()\nret void");
  for (const char *Name : {"cp.async.cg.shared.global.16(ptr addrspace(3)",
                           "cp.async.ca.shared.global.8(ptr addrspace(3)",
                           "cp.async.commit.group()",
                           "cp.async.wait.group(i32 2)", "cp.async.wait.all()"})
    EXPECT_THAT(Text, HasSubstr(Name));
  EXPECT_THAT(Text, Not(HasSubstr("asm")));
}

TEST(AsmAccesses, CopiesOfUnknownSizeAreLeftAlone) {
  EXPECT_LEFT_ALONE(raised("void @f(i32 %s, i64 %g, i32 %n)",
                           "call void asm sideeffect "
                           "\"cp.async.ca.shared.global [$0], [$1], $2;\", "
                           "\"r,l,r\"(i32 %s, i64 %g, i32 %n)\nret void"));
  EXPECT_LEFT_ALONE(raised("void @f(i32 %s, i64 %g)",
                           "call void asm sideeffect "
                           "\"cp.async.bulk.shared.global [$0], [$1], 64;\", "
                           "\"r,l\"(i32 %s, i64 %g)\nret void"));
}

TEST(AsmAccesses, TheSharedAddressOfAPointerHasABody) {
  llvm::LLVMContext Ctx;
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(
      "declare i32 @__nvvm_get_smem_pointer(ptr)", Error, Ctx);
  ASSERT_TRUE(M);
  raiseAsmAccesses(*M);
  const llvm::Function *F = M->getFunction("__nvvm_get_smem_pointer");
  ASSERT_FALSE(F->isDeclaration());
  EXPECT_TRUE(F->hasLocalLinkage());
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  F->print(OS);
  EXPECT_THAT(Text, HasSubstr("addrspacecast ptr %0 to ptr addrspace(3)"));
  EXPECT_THAT(Text, HasSubstr("ptrtoint"));
}
