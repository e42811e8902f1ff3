//===- OtherFilesTest.cpp - Which files of a program are parsed -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/others/OtherFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {
/// Notes the names of the files that it is asked to parse, and parses none.
class NotingReader : public FileReader {
public:
  NotingReader(std::string First, bool Hurried, size_t Most)
      : First(std::move(First)), Hurried(Hurried), Most(Most) {}
  std::string first() const override { return First; }
  llvm::Error parse(llvm::StringRef File, VisitFile) const override {
    Asked.push_back(llvm::sys::path::filename(File).str());
    return llvm::createStringError("it is not parsed");
  }
  bool isHurried() const override { return Hurried; }
  size_t mostParsed() const override { return Most; }
  mutable std::vector<std::string> Asked;

private:
  const std::string First;
  const bool Hurried;
  const size_t Most;
};

/// The files around src/first.cu of a project, which offers 'sumRows' and needs
/// 'scale'.
class OtherFilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("gpuperf-others", Root));
    write("Makefile", "");
    write("src/first.cu", "void sumRows() {}");
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  void write(llvm::StringRef Name, llvm::StringRef Text) {
    llvm::SmallString<128> Path(Root);
    llvm::sys::path::append(Path, Name);
    ASSERT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::error_code Error;
    llvm::raw_fd_ostream(Path, Error) << Text;
    ASSERT_FALSE(Error);
  }

  std::vector<std::string> parsed(bool Hurried = true, size_t Most = 12) {
    const NotingReader Reader((Root + "/src/first.cu").str(), Hurried, Most);
    program::HostModule First;
    First.Offered.insert("sumRows");
    First.Wanted.insert("scale");
    EXPECT_THAT(OtherFiles(Reader).complete(First), IsEmpty());
    return Reader.Asked;
  }

  llvm::SmallString<128> Root;
};
} // namespace

TEST_F(OtherFilesTest, WhoCallsOrDefinesWhatIsWanted) {
  write("src/a.cu", "void scale(float *x) { x[0] = 1; }");
  write("src/b.cu", "void scale(float *x); // like sumRows");
  write("src/main.cpp", "int main() { sumRows(); }");
  EXPECT_THAT(parsed(), ElementsAre("main.cpp", "a.cu"));
}

TEST_F(OtherFilesTest, ANameAloneIsEnoughForTheCommand) {
  write("src/b.cu", "void scale(float *x); // like sumRows");
  EXPECT_THAT(parsed(), IsEmpty());
  EXPECT_THAT(parsed(/*Hurried=*/false), ElementsAre("b.cu"));
}

TEST_F(OtherFilesTest, AMainThatDefinesTheNameIsOfAnotherProgram) {
  write("src/x.cpp", "void sumRows(int) {} int main() { sumRows(1); }");
  write("src/y.cpp", "int main() { return 0; }");
  EXPECT_THAT(parsed(), IsEmpty());
}

TEST_F(OtherFilesTest, FoldersOfTheProject) {
  write("apps/run/main.cpp", "int main() { sumRows(); }");
  write("third_party/lib/main.cpp", "int main() { sumRows(); }");
  EXPECT_THAT(parsed(), ElementsAre("main.cpp"));
  // Beside it is what it means.
  write("apps/run/rows.cpp", "void sumRows() {}");
  EXPECT_THAT(parsed(), IsEmpty());
}

TEST_F(OtherFilesTest, NoMoreThanTheReaderWants) {
  for (unsigned I = 0; I < 20; ++I)
    write("src/part" + std::to_string(I) + ".cpp", "void scale(int) {}");
  EXPECT_THAT(parsed(/*Hurried=*/true, /*Most=*/3), SizeIs(3));
}
