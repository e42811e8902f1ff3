//===- KernelLayoutsTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/KernelLayouts.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf::record;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// "PARAMETER KIND BYTES" of each scalar.
std::vector<std::string> scalars(llvm::StringRef Mangled) {
  std::vector<std::string> Out;
  for (const ScalarLayout &S : layoutFromSignature(Mangled))
    Out.push_back(S.Name + " " + S.Kind + std::to_string(S.Bytes));
  return Out;
}

TEST(KernelLayoutsTest, ClangsStubsNameTheirKernel) {
  EXPECT_EQ(kernelOfStub("_Z20__device_stub__scaleIdEvPT_S0_i"),
            "_Z5scaleIdEvPT_S0_i");
  EXPECT_EQ(kernelOfStub("_ZL19__device_stub__statPf"), "_ZL4statPf");
  EXPECT_EQ(kernelOfStub("_ZN2ns19__device_stub__kernEv"), "_ZN2ns4kernEv");
  EXPECT_EQ(kernelOfStub("__device_stub__plain"), "plain");
}

TEST(KernelLayoutsTest, NvccsStubsNameTheirKernel) {
  EXPECT_EQ(kernelOfStub("_ZL23__device_stub__Z4statPfPf"), "_Z4statPf");
  EXPECT_EQ(kernelOfStub("_ZL37__device_stub__Z5scaleIdEvPT_S0_i1PbhPddiR1Pbh"),
            "_Z5scaleIdEvPT_S0_i1Pbh");
  // A variable inside of a stub.
  EXPECT_EQ(kernelOfStub("_ZZL23__device_stub__Z4statPfPfE3__f"), "");
}

TEST(KernelLayoutsTest, OtherSymbolsAreNoStubs) {
  for (const char *Symbol : {"main", "_Z5scalePf", "_Z3__device_stub__",
                             "_Z99__device_stub__short", "x__device_stub__y"})
    EXPECT_EQ(kernelOfStub(Symbol), "") << Symbol;
}

TEST(KernelLayoutsTest, ASignatureTellsScalars) {
  // k(float *, int, double, unsigned long, bool, short, float const &)
  EXPECT_THAT(
      scalars("_Z1kPfidmbsRKf"),
      ElementsAre("0 P8", "1 S4", "2 F8", "3 U8", "4 U1", "5 S2", "6 P8"));
}

TEST(KernelLayoutsTest, TemplatesAndTypesThatAreNotKnown) {
  // void scale<double>(double *, double, int)
  EXPECT_THAT(scalars("_Z5scaleIdEvPT_S0_i"),
              ElementsAre("0 P8", "1 F8", "2 S4"));
  // k(Image, pair<int, float>, int): structs have no size here.
  EXPECT_THAT(scalars("_Z1k5Image4pairIifEi"), ElementsAre("2 S4"));
  // A pointer to a function is one parameter: k(int (*)(int, float), char)
  EXPECT_THAT(scalars("_Z1kPFiifEc"), ElementsAre("0 P8", "1 S1"));
  EXPECT_THAT(scalars("_Z1kv"), IsEmpty());
  EXPECT_THAT(scalars("plain"), IsEmpty());
}

TEST(KernelLayoutsTest, ParametersOfABufferAreAligned) {
  auto offsets = [](llvm::StringRef Mangled) {
    std::vector<int> Out;
    for (const ScalarLayout &S : layoutFromSignature(Mangled))
      Out.push_back(S.BufferOffset ? static_cast<int>(*S.BufferOffset) : -1);
    return Out;
  };
  // k(char, double, short, int, float *)
  EXPECT_THAT(offsets("_Z1kcdsiPf"), ElementsAre(0, 8, 16, 20, 24));
  // k(int, Image, int): the size of the struct is not known.
  EXPECT_THAT(offsets("_Z1ki5Imagei"), ElementsAre(0, -1));
}

TEST(KernelLayoutsTest, TheTextHasALineForEachScalar) {
  BinaryLayouts Layouts;
  ScalarLayout N, Field;
  N.Name = "n", N.Bytes = 4, N.Kind = 'S', N.Parameter = 1;
  N.BufferOffset = 24;
  Field.Name = "p.w", Field.Bytes = 8, Field.Kind = 'F', Field.Offset = 16;
  Layouts.Kernels["_ZL1kP1Pi"] = {Field, N};
  Field.Name = "major";
  Layouts.DeviceProperties = {Field};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printLayouts(OS, Layouts);
  EXPECT_EQ(Text, "kernel _ZL1kP1Pi\n"
                  "kernel _ZL1kP1Pi 0 16 8 F -1 p.w\n"
                  "kernel _ZL1kP1Pi 1 -1 4 S 24 n\n"
                  "kernel _Z1kP1Pi\n"
                  "kernel _Z1kP1Pi 0 16 8 F -1 p.w\n"
                  "kernel _Z1kP1Pi 1 -1 4 S 24 n\n"
                  "property major 16 8\n");
}

} // namespace
