//===- NvccDriverTest.cpp - Clang's driver takes what we make -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/HostFlags.h"
#include "plugin/nvcc/NvccFlags.h"
#include "test/unit/plugin/nvcc/NvccFixture.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Frontend/TextDiagnosticBuffer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/TargetParser/Host.h"
#include <random>

using namespace gpuperf;
using ::testing::Contains;

namespace {
class NvccDriver : public NvccFixture {
protected:
  NvccDriver() {
    Choice.CudaRoot.clear();
    Choice.BundledFlags = {"-nocudainc", "-nocudalib"};
  }

  /// What clang's driver says of a command line, joined; empty: nothing.
  std::string complaints(const std::vector<std::string> &Args) {
    clang::DiagnosticOptions Options;
    clang::TextDiagnosticBuffer Said;
    clang::DiagnosticsEngine Diagnostics(clang::DiagnosticIDs::create(),
                                         Options, &Said,
                                         /*ShouldOwnClient=*/false);
    clang::driver::Driver Driver(
        "/clang/bin/clang++", llvm::sys::getDefaultTargetTriple(), Diagnostics);
    Driver.setCheckInputsExist(false);
    std::vector<const char *> Argv;
    for (const std::string &Arg : Args)
      Argv.push_back(Arg.c_str());
    Argv.push_back("-fsyntax-only");
    std::unique_ptr<clang::driver::Compilation> Built(
        Driver.BuildCompilation(Argv));
    std::string Text;
    for (auto It = Said.err_begin(); It != Said.err_end(); ++It)
      Text += It->second + "\n";
    return Text;
  }
};
} // namespace

TEST_F(NvccDriver, KnowsAWrongFlagWhenItSeesOne) {
  EXPECT_NE(complaints({"clang++", "-fno-such-flag", "k.cu"}), "");
  EXPECT_EQ(complaints({"clang++", "-nocudainc", "-nocudalib", "k.cu"}), "");
}

TEST_F(NvccDriver, EveryFlagOfNvccWithAnyValue) {
  for (const NvccFlag &Flag : nvccFlags())
    for (llvm::StringRef Value :
         {"", "1", "64", "true", "a,b", "sm_80", "/x/y", "c++17", "cu"}) {
      std::string Text = Flag.Long.str();
      if (Flag.Value != FlagValue::None && !Value.empty())
        Text += "=" + Value.str();
      // A dialect that does not exist is the build's own mistake.
      if (Flag.Use == FlagUse::Standard && Value != "c++17")
        continue;
      if (Flag.Use == FlagUse::Keep && Flag.Value == FlagValue::One &&
          Value != "64")
        continue;
      std::vector<std::string> Args = flags(Text);
      EXPECT_EQ(complaints(Args), "") << Text;
      EXPECT_EQ(Args.back(), "k.cu") << Text;
    }
}

TEST_F(NvccDriver, HostFlagsOfGccAndCl) {
  for (const char *Flag : {"-fPIC",
                           "-fno-gnu-unique",
                           "-fconcepts",
                           "-fgnu-tm",
                           "-fmax-errors=3",
                           "-fno-lifetime-dse",
                           "-fext-numeric-literals",
                           "-fabi-version=0",
                           "-fopenmp",
                           "-fopenmp-simd",
                           "-fcf-protection",
                           "-fstack-clash-protection",
                           "-fno-plt",
                           "-flto=auto",
                           "-ffat-lto-objects",
                           "-fprofile-use",
                           "-fsanitize=address",
                           "-mavx512f",
                           "-march=native",
                           "-mtune=native",
                           "-mfpmath=sse",
                           "-mlong-double-80",
                           "-mcmodel=medium",
                           "-mno-sse4a",
                           "-msse4.2",
                           "-mno-avx",
                           "-mbmi2",
                           "-m64",
                           "-mrecip=all",
                           "-W3",
                           "-EHsc",
                           "/EHsc",
                           "/W4",
                           "/MD",
                           "/O2",
                           "/bigobj",
                           "/Zc:__cplusplus",
                           "-Wall",
                           "-Wno-maybe-uninitialized",
                           "-Wno-error=foo",
                           "-Werror",
                           "-Wl,-z,now",
                           "-Wp,-D_FORTIFY_SOURCE=2",
                           "-pthread",
                           "-pipe",
                           "-g3",
                           "-ggdb",
                           "-gdwarf-4",
                           "-Og",
                           "-Ofast",
                           "-save-temps",
                           "-specs=/x/y",
                           "-rdynamic",
                           "-static-libgcc",
                           "-fuse-ld=gold",
                           "-fvisibility=hidden",
                           "-ansi",
                           "-fdebug-prefix-map=/a=/b",
                           "-ffile-prefix-map=/a=/b",
                           "-fno-rtti",
                           "-fno-diagnostics-color",
                           "-ftemplate-depth=900",
                           "-fpermissive",
                           "-fimplicit-constexpr",
                           "-fmodules-ts",
                           "-fanalyzer",
                           "-fshort-enums",
                           "-fno-char8_t",
                           "-nostdinc++",
                           "-trigraphs",
                           "-undef",
                           "-B/usr/bin"}) {
    EXPECT_EQ(complaints(flags(std::string("-Xcompiler=") + Flag)), "") << Flag;
    if (Flag[0] == '-')
      EXPECT_EQ(complaints(flags(Flag)), "") << Flag;
  }
}

/// Every flag with a value that suits it, in any order and any form, with
/// garbage between: nothing crashes, nothing that the source needs is lost, and
/// clang's driver takes the result.
TEST_F(NvccDriver, AnyOrderOfAnything) {
  std::mt19937 Random(20261122);
  auto below = [&](size_t N) { return Random() % N; };
  const std::vector<std::vector<std::string>> Needed = {
      {"-std=c++17"}, {"-I", "inc"}, {"-DNEEDED=1"}, {"-isystem=third"}};
  const char *const Garbage[] = {"-Xcompiler",
                                 "-Xptxas",
                                 "-gencode",
                                 "-arch",
                                 "-Xcompiler=",
                                 "-=",
                                 "--=x",
                                 "-",
                                 "",
                                 "-D",
                                 "-I",
                                 "@",
                                 "-x",
                                 "-optf=",
                                 "-O",
                                 "-maxrregcount",
                                 ",,,",
                                 "arch=compute_80,code=[",
                                 "-gencode=arch=,code=",
                                 "[sm_80",
                                 "-Xcompiler=,",
                                 "-Xcompiler='\"",
                                 "-DA=\\",
                                 "-\xff\xfe",
                                 "--ptxas-options=-maxrregcount",
                                 "-code=sm_",
                                 "-arch=sm_4294967296",
                                 "-maxrregcount=-1",
                                 "-D=",
                                 "-D1"};
  for (unsigned Round = 0; Round < 400; ++Round) {
    std::vector<std::vector<std::string>> Groups = Needed;
    Groups.push_back({"k.cu"});
    for (unsigned I = 0; I < 12; ++I) {
      const NvccFlag &Flag = nvccFlags()[below(nvccFlags().size())];
      if (Flag.Use == FlagUse::Standard || Flag.Use == FlagUse::Language ||
          Flag.Use == FlagUse::OptionsFile || Flag.To.contains("template"))
        continue;
      std::string Name = (below(2) ? Flag.Long : Flag.Short).str();
      const char *Values[] = {"1", "true", "sm_80", "a,b", "-v", "x y"};
      std::string Value = Values[below(std::size(Values))];
      if (Flag.Value == FlagValue::None)
        Groups.push_back({Name});
      else if (below(2))
        Groups.push_back({Name + "=" + Value});
      else
        Groups.push_back({Name, Value});
    }
    std::shuffle(Groups.begin(), Groups.end(), Random);
    std::vector<std::string> Line = {"nvcc"};
    for (const auto &Group : Groups)
      Line.insert(Line.end(), Group.begin(), Group.end());
    ClangCommand Clean = translateNvcc(Line, "/build", "k.cu", Choice, Files);
    for (const char *Arg : {"-std=c++17", "-Iinc", "-DNEEDED=1", "third"})
      EXPECT_THAT(Clean.Args, Contains(Arg)) << llvm::join(Line, " ");
    EXPECT_EQ(Clean.Args.back(), "k.cu") << llvm::join(Line, " ");
    EXPECT_EQ(complaints(Clean.Args), "") << llvm::join(Line, " ");
    // Garbage may swallow what follows it, as nvcc itself would have it.
    for (unsigned I = 0; I < 4; ++I)
      Line.insert(Line.begin() + 1 + below(Line.size()),
                  Garbage[below(std::size(Garbage))]);
    ClangCommand Dirty = translateNvcc(Line, "/build", "k.cu", Choice, Files);
    EXPECT_EQ(Dirty.Args.back(), "k.cu") << llvm::join(Line, " ");
  }
}
