//===- NvccShapesTest.cpp - Commands as build systems write them ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/unit/plugin/nvcc/NvccFixture.h"

using namespace gpuperf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;

using NvccShapes = NvccFixture;

TEST_F(NvccShapes, CMakeNinja) {
  ClangCommand C =
      run("/opt/cuda-12/bin/nvcc -forward-unknown-to-host-compiler "
          "-DNAME=\\\"x\\\" -I/p/include -isystem=/p/third "
          "--generate-code=arch=compute_80,code=[compute_80,sm_80] "
          "--generate-code=arch=compute_90,code=[compute_90,sm_90] "
          "-Xcompiler=-fPIC --expt-relaxed-constexpr --extended-lambda "
          "--use_fast_math -lineinfo -Xptxas=-v -std=c++17 -x cu -rdc=true -c "
          "/p/k.cu -o CMakeFiles/k.dir/k.cu.o -MD -MT k.o -MF k.o.d",
          "/p/k.cu");
  EXPECT_TRUE(C.FromNvcc);
  EXPECT_THAT(C.Notes, IsEmpty());
  EXPECT_EQ(C.CudaRoot, "/opt/cuda-12");
  EXPECT_THAT(
      C.Args,
      ElementsAre(
          "clang++", "-DNAME=\"x\"", "-I/p/include", "-isystem", "/p/third",
          "-D__CUDACC_RELAXED_CONSTEXPR__", "-D__GPUPERF_EXTENDED_LAMBDA__",
          "-std=c++17", "-fPIC", "-Wno-unknown-warning-option",
          "-Wno-unused-command-line-argument", "--cuda-gpu-arch=sm_90",
          "-fgpu-rdc", "-D__CUDACC_RDC__", "-fgpu-approx-transcendentals",
          "-fgpu-flush-denormals-to-zero", "-fapprox-func", "-D__GPUPERF_FTZ=1",
          "-D__GPUPERF_OBJECT=\"/build/CMakeFiles/k.dir/k.cu.o\"",
          "-Wno-unknown-cuda-version", "-Wno-register",
          "-Wno-dynamic-exception-spec", "-Wno-error=c++11-narrowing",
          "-Wno-error=reserved-user-defined-literal",
          "-Wno-error=missing-template-arg-list-after-template-kw",
          "--no-cuda-version-check", "-D_CG_CLUSTER_INTRINSICS_AVAILABLE",
          "--cuda-path=/opt/cuda-12", "-x", "cuda", "/p/k.cu"));
}

TEST_F(NvccShapes, CMakeMakefilesKeepIncludesInAFile) {
  addFile("/build/CMakeFiles/k.dir/includes_CUDA.rsp",
          "-I\"/p/inc dir\" -isystem=/p/third\n");
  EXPECT_THAT(run("/opt/cuda-12/bin/nvcc -forward-unknown-to-host-compiler "
                  "--options-file CMakeFiles/k.dir/includes_CUDA.rsp "
                  "-arch=sm_80 -x cu -c /p/k.cu -o k.o",
                  "/p/k.cu")
                  .Args,
              IsSupersetOf({"-I/p/inc dir", "/p/third"}));
}

TEST_F(NvccShapes, BazelRulesCuda) {
  // The toolkit is a repository below the execution root; what is not fetched
  // is taken from this machine.
  addFile("/build/external/local_cuda/cuda/include/cuda_runtime.h");
  const char *Line =
      "external/local_cuda/cuda/bin/nvcc -x cu -std=c++17 -ccbin /usr/bin/gcc "
      "-gencode arch=compute_80,code=sm_80 -rdc=true -Xcompiler -fPIC "
      "-I . -I bazel-out/k8-fastbuild/bin -isystem external/local_cuda/cuda/"
      "include -D N=1 -c src/k.cu -o bazel-out/k8-fastbuild/bin/k.o";
  ClangCommand C = run(Line, "src/k.cu");
  EXPECT_EQ(C.CudaRoot, "/build/external/local_cuda/cuda");
  EXPECT_THAT(C.Args, IsSupersetOf({"-std=c++17", "-fPIC", "-I.",
                                    "-Ibazel-out/k8-fastbuild/bin", "-DN=1",
                                    "--cuda-gpu-arch=sm_80", "-fgpu-rdc"}));
  EXPECT_EQ(C.Args.back(), "src/k.cu");
  ClangCommand Wrapped = run("bazel/wrappers/cuda_compile.sh -x cu -gencode "
                             "arch=compute_80,code=sm_80 -c src/k.cu",
                             "src/k.cu");
  EXPECT_TRUE(Wrapped.FromNvcc);
  EXPECT_EQ(Wrapped.CudaRoot, "/opt/cuda-13");
}

TEST_F(NvccShapes, Meson) {
  ClangCommand C =
      run("ccache nvcc -Ilib.p -I. -I../src '-Xcompiler=-Wall,-Winvalid-pch' "
          "-std=c++17 -O3 -g -Xcompiler=-fPIC '-gencode' "
          "'arch=compute_86,code=sm_86' -M -MD -MQ lib.p/k.cu.o -MF "
          "lib.p/k.cu.o.d -o lib.p/k.cu.o -c ../src/k.cu",
          "../src/k.cu");
  EXPECT_THAT(
      C.Args,
      IsSupersetOf({"-Ilib.p", "-I../src", "-Wall", "-Winvalid-pch",
                    "-std=c++17", "-O3", "-fPIC", "--cuda-gpu-arch=sm_86",
                    // CUDA 13's, from this machine's toolkit
                    "--cuda-path=/opt/cuda-13", "/opt/cuda-13/include/cccl"}));
  EXPECT_EQ(C.Args.back(), "../src/k.cu");
}

TEST_F(NvccShapes, MakeWithBear) {
  ClangCommand C = run("/opt/cuda-13/bin/nvcc -c -O2 -arch sm_75 -Iinclude "
                       "--ptxas-options=-v -m64 -o k.o k.cu",
                       "/p/k.cu");
  EXPECT_THAT(C.Args, IsSupersetOf({"-O2", "-Iinclude", "-m64",
                                    "--cuda-gpu-arch=sm_75"}));
  EXPECT_EQ(C.Args.back(), "k.cu");
}

TEST_F(NvccShapes, WithoutAnyToolkit) {
  Choice.CudaRoot.clear();
  Choice.BundledFlags = {"-nocudainc", "-nocudalib", "-include", "/g/cuda.h"};
  ClangCommand C = run("/opt/cuda-99/bin/nvcc -c k.cu");
  EXPECT_TRUE(C.Bundled);
  EXPECT_THAT(C.Args, IsSupersetOf({"-nocudainc", "/g/cuda.h"}));
  EXPECT_THAT(C.Args, Not(Contains(HasSubstr("--cuda-path"))));
  // A command that brings its own headers needs none of ours.
  EXPECT_FALSE(run("nvcc -nocudainc -c k.cu").Bundled);
}

TEST_F(NvccShapes, HostMinMaxOnce) {
  Choice.MinMaxHeader = "/g/minmax.h";
  Choice.NvccHeader = "/g/nvcc.h";
  auto Headers = [](const ClangCommand &C) {
    std::vector<std::string> Out;
    for (size_t I = 1; I < C.Args.size(); ++I)
      if (C.Args[I - 1] == "-include")
        Out.push_back(C.Args[I]);
    return Out;
  };
  ClangCommand C = run("clang++ -x cuda k.cu");
  EXPECT_THAT(Headers(C), ElementsAre("/g/minmax.h"));
  // A command that has it already, as the flags of this machine do.
  EXPECT_THAT(Headers(run("clang++ -x cuda -include /g/minmax.h k.cu")),
              ElementsAre("/g/minmax.h"));
  // The header for nvcc's files includes it.
  EXPECT_THAT(Headers(run("nvcc -c k.cu")), ElementsAre("/g/nvcc.h"));
  EXPECT_THAT(Headers(run("clang++ -x cuda -nocudainc k.cu")), ElementsAre());
}

TEST_F(NvccShapes, WhatNvccToleratesIsNoErrorOfItsFiles) {
  EXPECT_THAT(run("nvcc -c k.cu").Args,
              IsSupersetOf({"-Wno-register", "-Wno-error=c++11-narrowing"}));
  // Who compiles with clang sees clang's errors.
  EXPECT_THAT(run("clang++ -x cuda -std=c++17 k.cu").Args,
              Not(Contains("-Wno-error=c++11-narrowing")));
}

TEST_F(NvccShapes, EarlierStandardsAreRaisedForCuda13) {
  for (const char *Line : {"nvcc -std=c++14 -c k.cu", "nvcc -std c++11 -c k.cu",
                           "clang++ -x cuda -std=c++14 k.cu"}) {
    const ClangCommand C = run(Line);
    EXPECT_THAT(C.Args, IsSupersetOf({"-std=c++17", "-Wno-register"})) << Line;
    for (const char *Earlier : {"c++11", "-std=c++11", "-std=c++14"})
      EXPECT_THAT(C.Args, Not(Contains(Earlier))) << Line;
  }
  EXPECT_THAT(run("clang++ -x cuda -std=gnu++14 k.cu").Args,
              Contains("-std=gnu++17"));
  EXPECT_THAT(run("nvcc -std=c++20 -c k.cu").Args, Contains("-std=c++20"));
  // The libraries of CUDA 12 take C++14.
  EXPECT_THAT(run("/opt/cuda-12/bin/nvcc -std=c++14 -c k.cu").Args,
              Contains("-std=c++14"));
}

TEST_F(NvccShapes, AClangCommandKeepsItsArguments) {
  EXPECT_THAT(run("clang++-22 -x cuda --cuda-gpu-arch=sm_80 k.cu -o k.o").Args,
              ElementsAre("clang++-22", "-x", "cuda", "--cuda-gpu-arch=sm_80",
                          "k.cu", "-o", "k.o", "-Wno-unknown-cuda-version",
                          "--no-cuda-version-check",
                          "-D_CG_CLUSTER_INTRINSICS_AVAILABLE",
                          "--cuda-path=/opt/cuda-13", "-isystem",
                          "/opt/cuda-13/include/cccl"));
  EXPECT_THAT(run("clang++ --cuda-path=/opt/cuda-12 -- k.cu").Args,
              ElementsAre("clang++", "--cuda-path=/opt/cuda-12",
                          "-Wno-unknown-cuda-version",
                          "--no-cuda-version-check",
                          "-D_CG_CLUSTER_INTRINSICS_AVAILABLE", "--", "k.cu"));
  for (const char *Other :
       {"clang++ -c a.cpp", "g++ -c k.cpp", "clang -x c k.cu", "cl /c a.cpp",
        "clang++ -x hip k.cu"}) {
    ClangCommand C = run(Other, words(Other).back());
    EXPECT_FALSE(C.FromNvcc);
    EXPECT_EQ(C.Args, words(Other));
  }
  EXPECT_THAT(translateNvcc({}, "/", "k.cu", Choice, Files).Args, IsEmpty());
  BuildFacts Facts =
      run("clang++ -x cuda -D__GPUPERF_MAXRREGCOUNT=32 k.cu").Facts;
  EXPECT_EQ(Facts.MaxRegCount, 32u);
}

TEST_F(NvccShapes, OptionsFiles) {
  addFile("/build/a.rsp", "-arch=sm_80 --options-file sub/b.rsp\n-DA");
  addFile("/build/sub/b.rsp", "-DB='x y'\n@/abs/c.rsp");
  addFile("/abs/c.rsp", "-maxrregcount\n40");
  addFile("/build/loop.rsp", "-DL -optf loop.rsp");
  for (const char *Form : {"--options-file a.rsp", "--options-file=a.rsp",
                           "-optf a.rsp", "@a.rsp", "-optf=a.rsp,/abs/c.rsp"}) {
    ClangCommand C = run((llvm::Twine("nvcc ") + Form + " -c k.cu").str());
    EXPECT_THAT(C.Args, IsSupersetOf({"-DA", "-DB=x y", "--cuda-gpu-arch=sm_80",
                                      "-D__GPUPERF_MAXRREGCOUNT=40"}))
        << Form;
    EXPECT_THAT(C.Notes, IsEmpty()) << Form;
  }
  ClangCommand Missing = run("nvcc --options-file no.rsp -DX -c k.cu");
  EXPECT_THAT(Missing.Args, Contains("-DX"));
  EXPECT_THAT(Missing.Notes,
              ElementsAre("options file '/build/no.rsp' is not there: build "
                          "the project once, or configure it again; its "
                          "options are missing"));
  EXPECT_THAT(run("nvcc -optf loop.rsp -c k.cu").Notes,
              ElementsAre(HasSubstr("does it include itself?")));
  EXPECT_THAT(run("nvcc -optf").Notes, ElementsAre("-optf names no file"));
  EXPECT_THAT(run("nvcc -optf sub -c k.cu").Notes,
              ElementsAre(HasSubstr("is no text file")));
}
