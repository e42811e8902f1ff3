//===- NvccDatabaseTest.cpp - Whole databases of nvcc's commands ----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/nvcc/NvccDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <thread>

using namespace gpuperf;
using namespace clang::tooling;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

static const char *const Fat = R"json([
  {"directory": "/p/build", "file": "/p/src/k.cu",
   "command": "nvcc -std=c++17 -I/p/inc -gencode arch=compute_75,code=sm_75 -gencode arch=compute_90,code=sm_90 --threads 0 -Xcompiler -fPIC -x cu -c /p/src/k.cu -o k.o"},
  {"directory": "/p/build", "file": "/p/src/a.cpp",
   "arguments": ["g++", "-DHOST", "-c", "/p/src/a.cpp"]}])json";

static std::unique_ptr<CompilationDatabase> load(llvm::StringRef Text) {
  std::string Why;
  auto Base = JSONCompilationDatabase::loadFromBuffer(
      Text, Why, JSONCommandLineSyntax::Gnu);
  EXPECT_TRUE(Base) << Why;
  return Base;
}

static std::vector<std::string> only(const CompilationDatabase &Database,
                                     llvm::StringRef File) {
  auto Commands = Database.getCompileCommands(File);
  EXPECT_EQ(Commands.size(), 1u) << File.str();
  return Commands.empty() ? std::vector<std::string>()
                          : Commands.front().CommandLine;
}

TEST(NvccDatabase, EntriesAndWhatHasNone) {
  DatabaseOptions Options;
  Options.ResourceDir = "/r";
  auto Database = translatedDatabase(load(Fat), Options);
  for (const char *File : {"/p/src/k.cu", "/p/src/k.cuh", "/p/src/other.cu"}) {
    std::vector<std::string> Args = only(*Database, File);
    EXPECT_THAT(Args, AllOf(Contains("-std=c++17"), Contains("-I/p/inc"),
                            Contains("--cuda-gpu-arch=sm_90"),
                            Contains("-fPIC"), Contains("-resource-dir=/r"),
                            Contains(File), Not(Contains("0"))))
        << File;
  }
  EXPECT_THAT(only(*Database, "/p/src/k.cuh"), Not(Contains("/p/src/k.cu")));
  EXPECT_THAT(only(*Database, "/p/src/a.cpp"), Contains("-DHOST"));
  EXPECT_EQ(Database->getAllFiles().size(), 2u);
  EXPECT_EQ(Database->getAllCompileCommands().size(), 2u);
}

TEST(NvccDatabase, TheGpuOfTheFileThatIsAskedFor) {
  DatabaseOptions Options;
  Options.GpuListFor = [](llvm::StringRef File) {
    return File.contains("turing") ? "t4" : File.contains("bad") ? "t5" : "";
  };
  auto Database = translatedDatabase(load(Fat), Options);
  EXPECT_THAT(only(*Database, "/p/src/turing.cu"),
              Contains("--cuda-gpu-arch=sm_75"));
  EXPECT_THAT(only(*Database, "/p/src/bad.cu"),
              Contains("--cuda-gpu-arch=sm_90"));
}

TEST(NvccDatabase, ClangsCommandsNameTheArchitectureOfTheGpu) {
  DatabaseOptions Options;
  Options.GpuListFor = [](llvm::StringRef File) {
    return File.contains("two") ? "h100-sxm;rtx-3080" : "rtx-3080";
  };
  auto With = [&](std::vector<std::string> Flags, llvm::StringRef File) {
    FixedCompilationDatabase Base("/p", Flags);
    return only(*translatedDatabase(Base, Options), File);
  };
  EXPECT_THAT(With({"-O2"}, "/p/k.cu"), Contains("--cuda-gpu-arch=sm_86"));
  EXPECT_THAT(With({"-O2"}, "/p/two.cu"), Contains("--cuda-gpu-arch=sm_86"));
  EXPECT_THAT(With({"-x", "cuda"}, "/p/k.cpp"),
              Contains("--cuda-gpu-arch=sm_86"));
  // What says one keeps it, and what is no CUDA gets none.
  EXPECT_THAT(With({"--cuda-gpu-arch=sm_90"}, "/p/k.cu"),
              Not(Contains("--cuda-gpu-arch=sm_86")));
  EXPECT_THAT(With({"-O2"}, "/p/k.cpp"), Not(Contains(HasSubstr("gpu-arch"))));
}

TEST(NvccDatabase, FromSeveralThreads) {
  auto Database = translatedDatabase(load(Fat), {});
  const std::vector<std::string> Alone = only(*Database, "/p/src/k.cuh");
  std::vector<std::thread> Threads;
  std::atomic<unsigned> Different = 0;
  for (unsigned T = 0; T < 4; ++T)
    Threads.emplace_back([&] {
      for (unsigned I = 0; I < 50; ++I)
        if (Database->getCompileCommands("/p/src/k.cuh").front().CommandLine !=
            Alone)
          ++Different;
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Different, 0u);
}

TEST(NvccDatabase, FlagsInsteadOfAFile) {
  FixedCompilationDatabase Fixed("/p", {"-x", "cuda", "-DX"});
  EXPECT_THAT(only(*translatedDatabase(Fixed, {}), "/p/k.cu"),
              AllOf(Contains("-DX"), Contains("-Wno-unknown-cuda-version"),
                    Contains("/p/k.cu")));
}

TEST(NvccDatabase, FlagsOfNvccInsteadOfAFile) {
  FixedCompilationDatabase Fixed(
      "/p", {"--generate-code=arch=compute_80,code=sm_80", "-use_fast_math"});
  EXPECT_THAT(only(*translatedDatabase(Fixed, {}), "/p/k.cu"),
              AllOf(Contains("--cuda-gpu-arch=sm_80"),
                    Contains("-fgpu-approx-transcendentals"),
                    Contains("/p/k.cu"), Not(Contains("-use_fast_math"))));
}

TEST(NvccDatabase, WhatIsWrongWithAFile) {
  llvm::SmallString<128> Folder;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("nvcc-db", Folder));
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, "compile_commands.json");
  auto problem = [&](llvm::StringRef Text) {
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    return databaseProblem(Folder);
  };
  EXPECT_THAT(databaseProblem(Folder), IsEmpty());
  EXPECT_THAT(problem(Fat), IsEmpty());
  EXPECT_THAT(problem("[]"), IsEmpty());
  EXPECT_THAT(problem("[\n{\"directory\": }]"),
              HasSubstr("compile_commands.json:2:15: Invalid JSON value"));
  EXPECT_THAT(problem("{\"a\": 1}"), HasSubstr("it must be a list of entries"));
  EXPECT_THAT(problem("[{\"directory\": \"/p\", \"file\": \"k.cu\"}]"),
              HasSubstr("entry 1 has neither 'command' nor 'arguments'"));
  EXPECT_THAT(problem("[3]"), HasSubstr("entry 1 is no object"));
  EXPECT_THAT(problem("["), HasSubstr("compile_commands.json:1:"));
  EXPECT_THAT(problem(""), HasSubstr("compile_commands.json:1:"));
  llvm::sys::fs::remove_directories(Folder);
}
