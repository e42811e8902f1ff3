//===- NvccCommandTest.cpp - nvcc's command lines as clang's --------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/nvcc/NvccFixture.h"

using namespace gpuperf;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using ::testing::StartsWith;

using NvccCommand = NvccFixture;

TEST_F(NvccCommand, WhoseCommandItIs) {
  auto isNvcc = [](llvm::StringRef Line) { return isNvccCommand(words(Line)); };
  for (const char *Line :
       {"nvcc -c k.cu", "/usr/local/cuda/bin/nvcc k.cu", "nvcc.exe -c k.cu",
        "'C:\\\\CUDA\\\\bin\\\\nvcc.exe' -c k.cu", "ccache nvcc -c k.cu",
        "/usr/bin/sccache /opt/cuda/bin/nvcc -c k.cu",
        "env CUDAHOSTCXX=/usr/bin/g++ A=b nvcc -c k.cu",
        "cmake -E env X=1 nvcc -c k.cu", "ccache distcc nvcc -c k.cu",
        "external/local_cuda/cuda/bin/nvcc -c k.cu",
        "/p/kokkos/bin/nvcc_wrapper -c k.cu", "nvcc-12.4 k.cu",
        "tools/compile.sh -gencode arch=compute_80,code=sm_80 k.cu",
        "wrap -arch=sm_90 -c k.cu", "wrap.py --expt-relaxed-constexpr k.cu"})
    EXPECT_TRUE(isNvcc(Line)) << Line;
  for (const char *Line :
       {"", "clang++ -x cuda k.cu", "ccache", "env A=b", "g++ -c nvcc.cpp",
        "/usr/bin/cicc -arch compute_90 k.cu", "clang++-22 --expt-x k.cu",
        "x86_64-linux-gnu-g++-12 -c a.cpp", "cc -c nvcc", "hipcc k.hip",
        "wrap -c k.cu", "notnvcc k.cu"})
    EXPECT_FALSE(isNvcc(Line)) << Line;
}

// Clang's tools put this name before the flags of a compile_flags.txt.
TEST_F(NvccCommand, FlagsWithoutAProgram) {
  auto isNvcc = [](llvm::StringRef Flags) {
    return isNvccCommand(
        words(("/opt/bin/clang-tool " + Flags + " k.cu").str()));
  };
  for (const char *Flags :
       {"--generate-code=arch=compute_80,code=sm_80", "-arch sm_80",
        "-arch=native", "-use_fast_math", "-Xcompiler -Wall", "-lineinfo",
        "--extended-lambda -O3", "-rdc=true", "-dc", "--maxrregcount=64",
        "--expt-relaxed-constexpr"})
    EXPECT_TRUE(isNvcc(Flags)) << Flags;
  for (const char *Flags :
       {"", "-x cuda --cuda-gpu-arch=sm_80", "-std=c++17 -DX -I.",
        "-arch arm64", "--offload-arch=sm_90 -fgpu-rdc"})
    EXPECT_FALSE(isNvcc(Flags)) << Flags;
}

TEST_F(NvccCommand, OneArchitectureInAllForms) {
  for (const char *Form :
       {"-arch=sm_80",
        "-arch sm_80",
        "--gpu-architecture=sm_80",
        "--gpu-architecture sm_80",
        "-gpu-architecture=sm_80",
        "-arch=compute_80",
        "-arch=compute_80 -code=sm_80",
        "-arch compute_80 -code sm_80,compute_80",
        "--gpu-architecture=compute_70 --gpu-code=sm_80",
        "-gencode arch=compute_80,code=sm_80",
        "-gencode=arch=compute_80,code=sm_80",
        "--generate-code arch=compute_80,code=sm_80",
        "--generate-code=arch=compute_80,code=[compute_80,sm_80]",
        "-gencode 'arch=compute_80,code=\"sm_80,compute_80\"'",
        "-gencode arch=compute_80,code=compute_80",
        "-arch=lto_80",
        "-gencode arch=compute_80,code=lto_80",
        "-gencode arch=compute_80",
        "-gencode arch=compute_70,code=sm_70 -gencode "
        "arch=compute_80,code=sm_80",
        "-gencode arch=compute_80,code=sm_80 "
        "-gencode=arch=compute_75,code=[sm_75,compute_75]"})
    EXPECT_EQ(arch(Form), "sm_80") << Form;
  EXPECT_EQ(arch("-gencode arch=compute_90a,code=sm_90a"), "sm_90a");
  EXPECT_EQ(arch("-arch=sm_100f"), "sm_100a");
  EXPECT_EQ(arch(""), "");
  EXPECT_EQ(arch("-arch=native"), "sm_90");
  EXPECT_EQ(arch("-arch=all-major"), "sm_90");
}

TEST_F(NvccCommand, TheGpuThatIsAskedForPicks) {
  const char *Fat = "-gencode arch=compute_75,code=sm_75 -gencode "
                    "arch=compute_80,code=sm_80 -gencode "
                    "arch=compute_90,code=[sm_90,compute_90]";
  EXPECT_EQ(arch(Fat), "sm_90");
  Choice.GpuSms = {80, 90};
  EXPECT_EQ(arch(Fat), "sm_80");
  Choice.GpuSms = {86};
  EXPECT_EQ(arch(Fat), "sm_80");
  EXPECT_EQ(arch("-arch=native"), "sm_86");
  EXPECT_EQ(arch("-arch all"), "sm_86");
  EXPECT_EQ(arch(""), "sm_86");
  // A choice that came with the command stays.
  EXPECT_EQ(arch("-arch=sm_90 --cuda-gpu-arch=sm_70"), "sm_70");
}

TEST_F(NvccCommand, FastMathIsWhatNvccMeansByIt) {
  std::vector<std::string> Fast = flags("--use_fast_math");
  EXPECT_THAT(Fast, IsSupersetOf({"-fgpu-approx-transcendentals",
                                  "-fgpu-flush-denormals-to-zero",
                                  "-fapprox-func", "-D__GPUPERF_FTZ=1"}));
  EXPECT_EQ(flags("-use_fast_math"), Fast);
  // What is said by itself counts more, in any order.
  EXPECT_THAT(flags("--ftz=false -use_fast_math --prec-div true "
                    "-prec-sqrt=true"),
              AllOf(Contains("-fgpu-approx-transcendentals"),
                    Not(Contains("-fgpu-flush-denormals-to-zero")),
                    Not(Contains("-fapprox-func"))));
  EXPECT_THAT(flags("--prec-div=false"), Contains("-fapprox-func"));
  EXPECT_THAT(flags("-prec-sqrt false"), Contains("-fapprox-func"));
  EXPECT_THAT(flags("-ftz true"), Contains("-D__GPUPERF_FTZ=1"));
  EXPECT_THAT(flags("-fmad false"), Contains("-ffp-contract=off"));
  EXPECT_THAT(flags("-fmad=true"), Not(Contains(HasSubstr("-ffp-contract"))));
  // The host's own is not device code's.
  EXPECT_THAT(flags("-Xcompiler -ffast-math"), Not(Contains("-ffast-math")));
}

TEST_F(NvccCommand, WhatOnlyTheModelNeeds) {
  auto facts = [&](llvm::StringRef Flags) {
    return run(("nvcc " + Flags + " -c k.cu").str()).Facts;
  };
  for (const char *Form :
       {"-maxrregcount=48", "-maxrregcount 48", "--maxrregcount 48",
        "-Xptxas -maxrregcount=48", "-Xptxas=--maxrregcount,48",
        "-Xptxas -v,-maxrregcount=48", "-Xptxas -maxrregcount -Xptxas 48",
        "-maxrregcount 96 --ptxas-options=-maxrregcount=48"}) {
    EXPECT_EQ(facts(Form).MaxRegCount, 48u) << Form;
    EXPECT_THAT(flags(Form), Contains("-D__GPUPERF_MAXRREGCOUNT=48")) << Form;
  }
  EXPECT_EQ(facts("-Xptxas -dlcm=cg").L1Bypass, true);
  EXPECT_EQ(facts("-Xptxas=-dlcm=ca").L1Bypass, false);
  EXPECT_EQ(facts("-Xptxas --def-load-cache,cg").L1Bypass, true);
  EXPECT_EQ(facts("-Xptxas -v").L1Bypass, std::nullopt);
  EXPECT_TRUE(facts("-G").DeviceDebug);
  EXPECT_TRUE(facts("--device-debug").DeviceDebug);
  EXPECT_FALSE(facts("-G -dopt=on").DeviceDebug);
  EXPECT_FALSE(facts("-g -lineinfo").DeviceDebug);
  // What the command writes holds nvcc's registers.
  EXPECT_EQ(facts("-o out/k.o").Object, "/build/out/k.o");
  EXPECT_EQ(facts("--output-file=../k.o").Object, "/k.o");
  EXPECT_EQ(facts("").Object, "");
  EXPECT_THAT(flags("-o k.o"), Contains("-D__GPUPERF_OBJECT=\"/build/k.o\""));
  // What is written is what is read.
  BuildFacts All{64, true, true, true, "/a/*b//c\"d\\e'f.o"}, Read;
  for (const std::string &Macro : macrosOf(All))
    EXPECT_TRUE(readMacro(Macro, Read)) << Macro;
  EXPECT_EQ(macrosOf(Read), macrosOf(All));
  EXPECT_FALSE(readMacro("__GPUPERF_MAXRREGCOUNT=many", Read));
  EXPECT_FALSE(readMacro("__GPUPERF_L1=2", Read));
  for (const char *Bad :
       {"__GPUPERF_OBJECT", "__GPUPERF_OBJECT=/k.o", "__GPUPERF_OBJECT=\"",
        "__GPUPERF_OBJECT=\"\"", "__GPUPERF_OBJECT=\"k\\\""})
    EXPECT_FALSE(readMacro(Bad, Read)) << Bad;
  All.Object = "two\nlines";
  EXPECT_THAT(macrosOf(All), Not(Contains(HasSubstr("OBJECT"))));
  EXPECT_FALSE(readMacro("NDEBUG", Read));
}

TEST_F(NvccCommand, HostFlagsThatChangeHowTheSourceReads) {
  EXPECT_THAT(
      flags("-Xcompiler=-fPIC,-Wall -Xcompiler '-DA=1 -DB=2' "
            "--compiler-options -std=gnu++20 -mavx2 -Xcompiler -include"
            " -Xcompiler pre.h -Xcompiler '-DL=1\\\\,2' -pthread"),
      IsSupersetOf({"-fPIC", "-Wall", "-DA=1", "-DB=2", "-std=gnu++20",
                    "-mavx2", "-include", "pre.h", "-DL=1,2", "-pthread"}));
  std::vector<std::string> Dropped = flags(
      "-Xcompiler=-fno-gnu-unique,-Werror,-Wl,-rpath,/x -Xlinker -rpath=/y "
      "-Xcompiler=/EHsc,/W3,/DWIN=1,/std:c++17 -fconcepts -mfpmath=sse "
      "-Werror all-warnings --Werror=reorder -diag-suppress 177 -Xcudafe "
      "--diag_suppress=1 -ccbin g++ -t 4 --threads=2 -Xfatbin -compress-all "
      "-MD -MQ k.o -MF k.d -o k.o -Wfatal-errors");
  EXPECT_THAT(Dropped, IsSupersetOf({"-DWIN=1", "-std=c++17"}));
  for (const char *Prefix :
       {"-fno-gnu", "-Werror",    "-Wl",      "/E",  "/W",      "/x",
        "/y",       "-fconcepts", "-mfpmath", "177", "g++",     "all-",
        "-diag",    "--diag",     "-ccbin",   "-t",  "4",       "-compress",
        "-M",       "k.d",        "k.o",      "-o",  "-Wfatal", "-rpath"})
    EXPECT_THAT(Dropped, Not(Contains(StartsWith(Prefix)))) << Prefix;
}

TEST_F(NvccCommand, PathsMacrosAndDialects) {
  EXPECT_THAT(flags("-I a -Ib -I=c,d --include-path e -isystem=f -isystem g "
                    "--system-include h -include i.h,j.h -DX -D Y=2 "
                    "--define-macro Z -UW -std c++17 -O3"),
              IsSupersetOf({"-Ia", "-Ib", "-Ic", "-Id", "-Ie", "-isystem", "f",
                            "g", "h", "-include", "i.h", "j.h", "-DX", "-DY=2",
                            "-DZ", "-UW", "-std=c++17", "-O3"}));
  EXPECT_THAT(flags("-isystem /usr/include -isystem=/usr/include/ "
                    "-I/usr/include -Xcompiler -isystem/usr/include"),
              Not(Contains(HasSubstr("/usr/include"))));
  EXPECT_THAT(flags("'-DNAME=\"a b\"' -DF(a,b)=a"),
              IsSupersetOf({"-DNAME=\"a b\"", "-DF(a,b)=a"}));
  EXPECT_THAT(flags("--expt-relaxed-constexpr -extended-lambda -rdc=true "
                    "-default-stream per-thread"),
              IsSupersetOf({"-D__CUDACC_RELAXED_CONSTEXPR__",
                            "-D__GPUPERF_EXTENDED_LAMBDA__", "-fgpu-rdc",
                            "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"}));
  EXPECT_THAT(flags("-dc"), Contains("-fgpu-rdc"));
  EXPECT_THAT(flags("-rdc true -rdc=false"), Not(Contains("-fgpu-rdc")));
}

TEST_F(NvccCommand, LanguageOfTheFile) {
  auto language = [&](llvm::StringRef Line, llvm::StringRef File) {
    std::vector<std::string> Args = run(Line, File).Args;
    auto It = llvm::find(Args, "-x");
    return It == Args.end() ? "" : *(It + 1);
  };
  EXPECT_EQ(language("nvcc -c a.cu", "a.cu"), "cuda");
  EXPECT_EQ(language("nvcc -x cu -c a.cpp", "a.cpp"), "cuda");
  EXPECT_EQ(language("nvcc --x=cu -c a.cpp", "a.cpp"), "cuda");
  EXPECT_EQ(language("nvcc -c a.cpp", "a.cpp"), "c++");
  EXPECT_EQ(language("nvcc -c a.c", "a.c"), "c");
  EXPECT_EQ(language("nvcc -c a.cuh", "a.cuh"), "cuda");
  EXPECT_EQ(language("nvcc -c a.h", "a.h"), "cuda");
  // A host file needs CUDA's folders and none of its flags.
  std::vector<std::string> Host =
      run("nvcc -arch=sm_90 -maxrregcount=9 -c a.cpp", "a.cpp").Args;
  EXPECT_THAT(Host, Contains("/opt/cuda-13/include"));
  EXPECT_THAT(Host, Not(Contains(HasSubstr("cuda-gpu-arch"))));
  EXPECT_THAT(Host, Not(Contains(HasSubstr("--cuda-path"))));
}

TEST_F(NvccCommand, OneFileOfSeveralAndItLast) {
  EXPECT_EQ(run("nvcc a.cu b.cu c.o -lfoo libx.a", "b.cu").Args.back(), "b.cu");
  EXPECT_THAT(run("nvcc a.cu b.cu", "b.cu").Args, Not(Contains("a.cu")));
  EXPECT_EQ(run("nvcc a/k.cu b/k.cu", "/build/b/k.cu").Args.back(), "b/k.cu");
  EXPECT_EQ(run("nvcc ./b/k.cu a/k.cu", "b/k.cu").Args.back(), "./b/k.cu");
  EXPECT_EQ(run("nvcc -c src/k.cu -o k.o", "/p/src/k.cu").Args.back(),
            "src/k.cu");
  EXPECT_EQ(run("nvcc -c x.cu", "/p/other.cu").Args.back(), "/p/other.cu");
  EXPECT_EQ(run("nvcc -c x.cu", "").Args.back(), "x.cu");
  EXPECT_EQ(run("nvcc -rdc k.cu", "k.cu").Args.back(), "k.cu");
  EXPECT_EQ(run("nvcc -G k.cu", "k.cu").Args.back(), "k.cu");
}

TEST_F(NvccCommand, WhatCannotBeHonouredIsSaid) {
  auto notes = [&](llvm::StringRef Flags) {
    return run(("nvcc " + Flags + " -c k.cu").str()).Notes;
  };
  EXPECT_THAT(notes("-arch=sm_80 -O3 -use_fast_math"), IsEmpty());
  EXPECT_THAT(notes("-maxrregcount=many"),
              ElementsAre("-maxrregcount is 'many'; it must be a number of "
                          "registers"));
  EXPECT_THAT(notes("-arch=sm_banana"),
              ElementsAre("'sm_banana' is no GPU architecture such as sm_90"));
  EXPECT_THAT(notes("-ftz=perhaps"),
              ElementsAre("-ftz is 'perhaps'; it must be true or false"));
  EXPECT_THAT(notes("-arch"), ElementsAre("-arch has no value"));
  EXPECT_THAT(notes("-Xptxas -dlcm=zz"),
              ElementsAre("ptxas's dlcm is 'zz', which has no meaning"));
}
