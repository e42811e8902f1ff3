//===- BuiltObjectsTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/analyze/BuiltObjects.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/analyze/CompileKernels.h"
#include "plugin/editor/FileStore.h"
#include "test/unit/analysis/objects/ObjectBytes.h"
#include "test/unit/plugin/BuildKernels.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace gpuperf::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {
class Objects : public testing::Test {
protected:
  Objects() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("gpuperf-obj", Folder));
    Gpu = llvm::cantFail(findGpu("h100-sxm"));
  }
  ~Objects() override { llvm::sys::fs::remove_directories(Folder); }

  /// The path of a file with that content.
  std::string file(llvm::StringRef Name, llvm::StringRef Content) const {
    llvm::SmallString<128> Path(Folder);
    llvm::sys::path::append(Path, Name);
    std::error_code Error;
    llvm::raw_fd_ostream(Path, Error) << Content;
    return std::string(Path);
  }
  static void setTime(llvm::StringRef Path, int64_t Seconds) {
    int Handle = -1;
    ASSERT_FALSE(llvm::sys::fs::openFileForWrite(Path, Handle,
                                                 llvm::sys::fs::CD_OpenExisting,
                                                 llvm::sys::fs::OF_Append));
    EXPECT_FALSE(llvm::sys::fs::setLastAccessAndModificationTime(
        Handle, llvm::sys::toTimePoint(Seconds)));
    llvm::sys::fs::closeFile(Handle);
  }
  BuiltObjects named(const std::string &Path) {
    return llvm::cantFail(readNamedObjects({Path}));
  }
  /// The only kernel of a file, compiled under Options.
  CompiledKernel compile() {
    CompiledKernel Out;
    parseCuda("__global__ void k(float *p) { p[threadIdx.x] *= 2; }", {},
              [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
                FindKernels Finder;
                Finder.TraverseDecl(Ctx.getTranslationUnitDecl());
                auto Table = llvm::cantFail(summarizeKernels(
                    {Ctx, PP}, Finder.Found, {"sm_90", &Gpu}, Options));
                Out = Table.ByMangled.at("_Z1kPf");
              });
    return Out;
  }

  llvm::SmallString<128> Folder;
  GpuModel Gpu;
  FileOptions Options;
};
} // namespace

TEST_F(Objects, TheirFiguresCountMoreThanThoseOfClangsCode) {
  Options.UsePtxas = false;
  Options.Objects =
      named(file("k.o", cubinBytes(90, {{"_Z1kPf", 123, 48, 4096}})));
  const CompiledKernel Kernel = compile();
  const KernelSummary &K = *Kernel.Summary;
  EXPECT_EQ(K.RegistersFrom, RegisterSource::Object);
  EXPECT_EQ(K.RegistersPerThread.Lo, 123);
  EXPECT_EQ(K.RegistersPerThread.Hi, 123);
  EXPECT_FALSE(
      K.RegistersPerThread.Why.contains(AssumptionKind::RegistersEstimated));
  EXPECT_EQ(K.RegistersOf, Options.Objects.Named[0]->Path);
  EXPECT_EQ(K.StaticSharedBytes, 3072u);
  ASSERT_TRUE(Kernel.Object);
  EXPECT_EQ(Kernel.Object->StackBytes, 48u);
}

TEST_F(Objects, AStoreKeepsTheKernelWithoutThem) {
  FileStore Store;
  Store.begin("");
  Options.UsePtxas = false;
  Options.Store = &Store;
  Options.Objects = named(file("k.o", cubinBytes(90, {{"_Z1kPf", 123}})));
  const CompiledKernel First = compile();
  EXPECT_EQ(First.Summary->RegistersPerThread.Value, 123);
  // The text was edited: what was built is of another one.
  Options.Objects = {};
  const CompiledKernel Edited = compile();
  EXPECT_EQ(Edited.Summary->RegistersFrom, RegisterSource::PtxLiveness);
  EXPECT_FALSE(Edited.Object);
  // Built anew.
  Options.Objects = named(file("k.o", cubinBytes(90, {{"_Z1kPf", 99}})));
  EXPECT_EQ(compile().Summary->RegistersPerThread.Value, 99);
  EXPECT_EQ(First.Summary->RegistersPerThread.Value, 123);
}

TEST_F(Objects, WhatIsNotThereIsTold) {
  std::vector<std::string> Said;
  Options.OnNote = [&](const std::string &Note) { Said.push_back(Note); };
  Options.UsePtxas = false;
  Options.Objects = named(file("k.o", cubinBytes(80, {{"_Z1kPf", 123}})));
  EXPECT_NE(compile().Summary->RegistersFrom, RegisterSource::Object);
  EXPECT_THAT(Said, ElementsAre(HasSubstr(
                        "k.o has code for sm_80 and none that a GPU of sm_90 "
                        "runs: the registers of clang's code are used")));
  Said.clear();
  Options.Objects.OfBuild = std::move(Options.Objects.Named[0]);
  Options.Objects.Named.clear();
  EXPECT_NE(compile().Summary->RegistersFrom, RegisterSource::Object);
  EXPECT_THAT(Said, IsEmpty()) << "nobody asked for that one";
}

TEST_F(Objects, TheBuildsIsTakenWhereItIsNotOlderThanTheSource) {
  const std::string Source = file("k.cu", "int i;"),
                    Object = file("k.o", cubinBytes(90, {{"_Z1kPf", 123}}));
  BuiltObjects To;
  setTime(Source, 1000);
  setTime(Object, 1000);
  seekBuildObject(To, Object, Source);
  EXPECT_TRUE(To.OfBuild);
  setTime(Object, 999);
  seekBuildObject(To, Object, Source);
  EXPECT_FALSE(To.OfBuild);
  setTime(Object, 1001);
  To.SeekOfBuild = false;
  seekBuildObject(To, Object, Source);
  EXPECT_FALSE(To.OfBuild);
  To.SeekOfBuild = true;
  seekBuildObject(To, "", Source);
  EXPECT_FALSE(To.OfBuild);
  // PTX, or no object at all.
  seekBuildObject(To, file("k.ptx", ".version 8.0"), Source);
  EXPECT_FALSE(To.OfBuild);
  seekBuildObject(To, Object + ".not", Source);
  EXPECT_FALSE(To.OfBuild);
}

TEST_F(Objects, WhatIsNamedHasToBeUsable) {
  auto errorOf = [](const std::string &Path) {
    auto Read = readNamedObjects({Path});
    return Read ? "" : llvm::toString(Read.takeError());
  };
  EXPECT_FALSE(named("none").SeekOfBuild);
  EXPECT_THAT(errorOf("/there/is/no.o"), HasSubstr("/there/is/no.o: cannot"));
  EXPECT_THAT(errorOf(file("k.cu", "int i;")), HasSubstr("no ELF file"));
  EXPECT_THAT(errorOf(file("host.o", hostObjectBytes("", ".data"))),
              HasSubstr("host.o: has no code for a GPU"));
}
