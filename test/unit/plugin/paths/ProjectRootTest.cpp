//===- ProjectRootTest.cpp - What paths of findings are relative to -----===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/paths/ProjectRoot.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace gpuperf;
using namespace llvm;

namespace {
class ProjectRootTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("gpuperf-root", Temporary));
  }
  void TearDown() override { sys::fs::remove_directories(Temporary); }

  std::string at(StringRef Path) {
    SmallString<128> Whole(Temporary);
    sys::path::append(Whole, Path);
    return std::string(Whole);
  }
  std::string folder(StringRef Path) {
    EXPECT_FALSE(sys::fs::create_directories(at(Path)));
    return at(Path);
  }

  SmallString<128> Temporary;
};
} // namespace

TEST_F(ProjectRootTest, IsTheRepositoryAboveTheWorkingFolder) {
  folder("repo/.git");
  ProjectRoot Root(folder("repo/build/deep"), at("repo/src/k.cu"));
  EXPECT_EQ(Root.relative(at("repo/src/k.cu")), "src/k.cu");
  EXPECT_EQ(Root.relative("/usr/include/x.h"), "/usr/include/x.h");
  // Beside it, with a name that begins alike.
  EXPECT_EQ(Root.relative(at("repo2/k.cu")), at("repo2/k.cu"));
}

TEST_F(ProjectRootTest, ASubmoduleIsOfTheOuterRepository) {
  folder("repo/.git");
  folder("repo/sub/.git");
  ProjectRoot Root(at("repo"), at("repo/sub/k.cu"));
  EXPECT_EQ(Root.relative(at("repo/sub/k.cu")), "sub/k.cu");
}

TEST_F(ProjectRootTest, OfABuildElsewhereIsTheRepositoryOfTheFile) {
  folder("build/.git");
  folder("repo/.git");
  folder("plain");
  EXPECT_EQ(ProjectRoot(at("build"), at("repo/src/k.cu")).folder(), at("repo"));
  EXPECT_EQ(ProjectRoot(at("plain"), at("repo/src/k.cu")).folder(), at("repo"));
}

TEST_F(ProjectRootTest, WithoutARepositoryIsTheWorkingFolder) {
  ProjectRoot Root(folder("work"), "k.cu");
  EXPECT_EQ(Root.relative(at("work/k.cu")), "k.cu");
}

TEST_F(ProjectRootTest, LinksAreSeenThrough) {
  folder("repo/.git");
  folder("repo/src");
  ASSERT_FALSE(sys::fs::create_link(at("repo"), at("link")));
  ProjectRoot Root(at("repo"), at("link/src"));
  EXPECT_EQ(Root.folder(), at("repo"));
  EXPECT_EQ(Root.relative(at("link/src")), "src");
}

TEST_F(ProjectRootTest, IsTheCheckoutAroundAFolder) {
  folder("repo/.svn");
  EXPECT_EQ(ProjectRoot::around(folder("repo/a/b")).folder(), at("repo"));
}

TEST_F(ProjectRootTest, OfAFolder) {
  const ProjectRoot Root("/p");
  EXPECT_EQ(Root.relative("/p/src/a.cu"), "src/a.cu");
  EXPECT_EQ(Root.relative("/pq/a.cu"), "/pq/a.cu");
}

TEST(AbsoluteIn, RemovesDots) {
  EXPECT_EQ(absoluteIn("/p/build", "../src/./a.cu"), "/p/src/a.cu");
  EXPECT_EQ(absoluteIn("/p/build", "/a.cu"), "/a.cu");
}

TEST(PathAsUri, EscapesBytes) {
  EXPECT_EQ(pathAsUri("src/k.cu"), "src/k.cu");
  EXPECT_EQ(pathAsUri("a b/\xc3\xa4#1:%.cu"), "a%20b/%C3%A4%231%3A%25.cu");
  EXPECT_EQ(pathAsUri("/usr/x y.h"), "file:///usr/x%20y.h");
}
