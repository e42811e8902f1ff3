//===- FactsFileTest.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/facts/FactsFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace gpuperf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

class FactsFileTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("gpuperf-facts", Root));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(Root); }

  std::string under(llvm::StringRef Rest) {
    llvm::SmallString<128> Path(Root);
    llvm::sys::path::append(Path, Rest);
    return std::string(Path);
  }
  std::string put(llvm::StringRef Rest, llvm::StringRef Text) {
    std::string Path = under(Rest);
    llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path));
    std::error_code Code;
    llvm::raw_fd_ostream(Path, Code) << Text;
    EXPECT_FALSE(Code);
    return Path;
  }
  FactsFile read(llvm::StringRef Path) {
    auto File = readFacts(Path);
    if (File)
      return std::move(*File);
    ADD_FAILURE() << llvm::toString(File.takeError());
    return {};
  }
  /// The one problem of a file with this line and a good one after it.
  std::string problemOf(llvm::StringRef Line) {
    FactsFile F = read(put("bad.jsonl", (Line + "\n" + Good + "\n").str()));
    EXPECT_EQ(F.Launches.size(), 1u) << Line.str();
    EXPECT_EQ(F.Problems.size(), 1u) << Line.str();
    return F.Problems.empty() ? "" : F.Problems.front();
  }
  /// The same for the good line with one piece replaced.
  std::string problemWith(llvm::StringRef Old, llvm::StringRef New) {
    std::string Line = Good;
    size_t At = Line.find(Old.str());
    EXPECT_NE(At, std::string::npos) << Old.str();
    return problemOf(Line.replace(At, Old.size(), New.str()));
  }

  llvm::SmallString<128> Root;
  const std::string Good =
      R"({"schema":1,"file":"a.cu","function":"main","kernel":"k","ordinal":0,)"
      R"("grid":[1,2,3],"block":[32,1,1],"dynamic_smem_bytes":0,"args":{"n":1},)"
      R"("bytes":{"x":8},"count":1,"source":"static","values":[]})";
};

std::string written(llvm::ArrayRef<LaunchFact> Facts) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeFacts(OS, Facts);
  return Text;
}

FactArg arg(llvm::StringRef Name, ArgValue V) {
  FactArg A;
  A.Name = Name.str();
  A.Value = V;
  return A;
}

LaunchFact full() {
  LaunchFact F;
  F.File = "/src/a.cu";
  F.Function = "ns::Solver::step";
  F.Kernel = "scale<double>";
  F.Mangled = "_Z5scaleIdEvPT_i";
  F.Ordinal = 2;
  F.Grid = {7, 8, 9};
  F.Block = {256, 2, 1};
  F.DynamicSharedBytes = 4096;
  F.Args = {arg("a", ArgValue::integer(-2)), arg("b", ArgValue::floating(-2)),
            arg("c", ArgValue::floating(0.1)),
            arg("p.width", ArgValue::integer(1))};
  F.Args[0].DependsOn = {"n", "m"};
  F.Args[3].Offset = 8;
  F.Bytes = {{"x", 1 << 20}, {"y", 5}};
  F.Count = 50000;
  F.From = LaunchFact::Source::Recorded;
  F.Values = {{"n", 1000, "command line"}};
  F.ShapeDependsOn = {"n"};
  F.Fingerprint = "0123abcd";
  return F;
}

TEST_F(FactsFileTest, WritesEveryKeyInOneOrder) {
  EXPECT_EQ(written(full()),
            R"({"schema":1,"file":"/src/a.cu","function":"ns::Solver::step",)"
            R"("kernel":"scale<double>","ordinal":2,"grid":[7,8,9],)"
            R"("block":[256,2,1],"dynamic_smem_bytes":4096,)"
            R"("args":{"a":-2,"b":-2.0,"c":0.1,"p.width":1},)"
            R"("bytes":{"x":1048576,"y":5},"count":50000,"source":"recorded",)"
            R"("values":[{"name":"n","value":1000.0,"from":"command line"}],)"
            R"("mangled":"_Z5scaleIdEvPT_i","shape_depends_on":["n"],)"
            R"("args_depend_on":{"a":["n","m"]},"offsets":{"p.width":8},)"
            R"("fingerprint":"0123abcd"})"
            "\n");
}

TEST_F(FactsFileTest, ReadsBackWhatItWrote) {
  const std::string Path = under("deep/facts.jsonl");
  ASSERT_FALSE(bool(writeFactsFile(Path, full())));
  FactsFile F = read(Path);
  EXPECT_THAT(F.Problems, IsEmpty());
  ASSERT_EQ(F.Launches.size(), 1u);
  const LaunchFact &L = F.Launches[0];
  EXPECT_EQ(written(F.Launches), written(full()));
  EXPECT_EQ(L.Args[0].Value.K, ArgValue::Kind::Integer);
  EXPECT_EQ(L.Args[1].Value.K, ArgValue::Kind::Floating);
  EXPECT_EQ(L.Args[1].Value.Floating, -2.0);
  EXPECT_EQ(L.Args[0].Value.From, Provenance::Recorded);
  EXPECT_EQ(L.Args[3].Offset, 8u);
  EXPECT_THAT(L.Args[0].DependsOn, ElementsAre("n", "m"));
  EXPECT_THAT(L.Values, ElementsAre(full().Values[0]));
}

TEST_F(FactsFileTest, AProgramMayLaunchAnEmptyGrid) {
  std::string Line = Good;
  Line.replace(Line.find("[1,2,3]"), 7, "[0,1,1]");
  FactsFile F = read(put("empty.jsonl", Line + "\n"));
  EXPECT_TRUE(F.Problems.empty());
  ASSERT_EQ(F.Launches.size(), 1u);
  EXPECT_EQ(F.Launches.front().Grid.X, 0u);
}

TEST_F(FactsFileTest, FloatsKeepTheirValueAndTheirKind) {
  LaunchFact F = full();
  const double Values[] = {0.0,
                           -0.0,
                           2.0,
                           1e20,
                           1e-300,
                           1.0 / 3,
                           1e300,
                           -1e15,
                           std::numeric_limits<double>::min(),
                           std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()};
  F.Args.clear();
  for (double V : Values)
    F.Args.push_back(arg("v" + std::string(1, char('a' + F.Args.size())),
                         ArgValue::floating(V)));
  F.Args.push_back(arg("w", ArgValue::floating(NAN)));
  F.Args.push_back(
      arg("x", ArgValue::integer(std::numeric_limits<int64_t>::min())));
  F.Args.push_back(
      arg("y", ArgValue::integer(std::numeric_limits<int64_t>::max())));
  F.Args.push_back(arg("z", ArgValue()));
  FactsFile File = read(put("floats.jsonl", written(F)));
  EXPECT_THAT(File.Problems, IsEmpty());
  const auto &Args = File.Launches.at(0).Args;
  ASSERT_EQ(Args.size(), std::size(Values) + 3); // what is unknown is absent
  for (size_t I = 0; I < std::size(Values); ++I) {
    EXPECT_EQ(Args[I].Value.K, ArgValue::Kind::Floating) << Values[I];
    EXPECT_EQ(Args[I].Value.Floating, Values[I]);
    EXPECT_EQ(std::signbit(Args[I].Value.Floating), std::signbit(Values[I]));
  }
  EXPECT_TRUE(std::isnan(Args[std::size(Values)].Value.Floating));
  EXPECT_EQ(Args[std::size(Values) + 1].Value.Integer,
            std::numeric_limits<int64_t>::min());
  EXPECT_EQ(Args[std::size(Values) + 2].Value.Integer,
            std::numeric_limits<int64_t>::max());
}

TEST_F(FactsFileTest, LinesAreInTheOrderOfTheRun) {
  LaunchFact A = full(), B = full();
  A.Order = 5, A.Kernel = "late";
  B.Order = 1, B.Kernel = "early";
  const std::string Text = written({A, B});
  EXPECT_LT(Text.find("early"), Text.find("late"));
  FactsFile F = read(put("order.jsonl", Text));
  EXPECT_EQ(F.Launches.at(0).Order, 0u);
  EXPECT_EQ(F.Launches.at(1).Order, 1u);
}

TEST_F(FactsFileTest, NamesOfAnyBytesGiveJson) {
  LaunchFact F = full();
  F.Function = "a\"b\\c\x01\xff";
  FactsFile File = read(put("names.jsonl", written(F)));
  EXPECT_THAT(File.Problems, IsEmpty());
  EXPECT_THAT(File.Launches.at(0).Function, HasSubstr("a\"b\\c\x01"));
}

TEST_F(FactsFileTest, FilesAreRelativeToTheProject) {
  LaunchFact F = full();
  F.File = under("src/a.cu");
  const std::string Path = under(".gpuperf/facts.jsonl");
  ASSERT_FALSE(bool(writeFactsFile(Path, F)));
  auto Text = llvm::MemoryBuffer::getFile(Path);
  ASSERT_TRUE(bool(Text));
  EXPECT_THAT((*Text)->getBuffer().str(), HasSubstr(R"("file":"src/a.cu")"));
  EXPECT_EQ(read(Path).Launches.at(0).File, under("src/a.cu"));
  // Any other facts file: relative to its own folder.
  FactsFile Other = read(put("x/y.jsonl", Good + "\n"));
  EXPECT_EQ(Other.Launches.at(0).File, under("x/a.cu"));
}

TEST_F(FactsFileTest, WritingLeavesNothingElseBehind) {
  const std::string Path = under("out/facts.jsonl");
  ASSERT_FALSE(bool(writeFactsFile(Path, full())));
  ASSERT_FALSE(bool(writeFactsFile(Path, {})));
  std::error_code Code;
  unsigned Files = 0;
  for (llvm::sys::fs::directory_iterator I(under("out"), Code), E;
       I != E && !Code; I.increment(Code))
    ++Files;
  EXPECT_EQ(Files, 1u);
  EXPECT_THAT(read(Path).Launches, IsEmpty());
}

TEST_F(FactsFileTest, AFolderThatCannotBeMadeIsAnError) {
  const std::string File = put("file", "");
  std::string Why = llvm::toString(writeFactsFile(File + "/f.jsonl", full()));
  EXPECT_THAT(Why, HasSubstr("cannot write '" + File + "/f.jsonl'"));
}

TEST_F(FactsFileTest, AMissingFileIsAnError) {
  auto F = readFacts(under("none.jsonl"));
  ASSERT_FALSE(bool(F));
  EXPECT_THAT(llvm::toString(F.takeError()),
              HasSubstr("none.jsonl' cannot be read"));
}

TEST_F(FactsFileTest, BlankLinesAndUnknownKeysAreNoProblem) {
  FactsFile F = read(put("a.jsonl", "\n  \n" + Good.substr(0, Good.size() - 1) +
                                        R"(,"later":{"a":[1.5]}})" + "\n\n"));
  EXPECT_THAT(F.Problems, IsEmpty());
  EXPECT_EQ(F.Launches.size(), 1u);
}

TEST_F(FactsFileTest, BooleansAreIntegers) {
  std::string Line = Good;
  Line.replace(Line.find(R"("n":1)"), 5, R"("n":true)");
  EXPECT_EQ(read(put("a.jsonl", Line)).Launches.at(0).Args.at(0).Value.Integer,
            1);
}

TEST_F(FactsFileTest, ABadLineIsNamedWithWhatWouldBeRight) {
  EXPECT_EQ(problemWith(R"("schema":1)", R"("schema":7)"),
            under("bad.jsonl") +
                ":1: 'schema' is 7; this gpuperf reads schema 1");
  EXPECT_THAT(problemWith(R"("schema":1,)", ""),
              HasSubstr("'schema' is missing; it must be 1"));
  EXPECT_THAT(problemOf("{"), HasSubstr(":1: is not JSON ("));
  EXPECT_THAT(problemWith("[1,2,3]", "[1.2.3,1,1]"), HasSubstr("is not JSON"));
  EXPECT_THAT(problemOf("[]"),
              HasSubstr("is not an object; it must be one JSON object"));
  EXPECT_THAT(problemWith(R"("kernel":"k",)", ""),
              HasSubstr("'kernel' is missing; it must be a text"));
  EXPECT_THAT(problemWith(R"("kernel":"k")", R"("kernel":"")"),
              HasSubstr("'kernel' is empty; it must be a name"));
  EXPECT_THAT(problemWith(R"("a.cu")", "3"),
              HasSubstr("'file' is not a text; it must be a name in quotes"));
  for (llvm::StringRef Bad :
       {"[1,2]", "[1,2,-3]", "[1,2,3.5]", "3", "[1,2,3,4]", "[1,\"a\",2,3]"})
    EXPECT_THAT(problemWith("[1,2,3]", Bad),
                HasSubstr("'grid' is not three extents; it must be [x, y, z]"));
  EXPECT_THAT(problemWith(R"("count":1)", R"("count":-1)"),
              HasSubstr("'count' is not a whole number"));
  EXPECT_THAT(problemWith(R"("ordinal":0)", R"("ordinal":0.5)"),
              HasSubstr("'ordinal' is not a whole number"));
  EXPECT_THAT(problemWith(R"("n":1)", R"("n":"one")"),
              HasSubstr("argument 'n' is not a number; it must be an integer"));
  EXPECT_THAT(problemWith(R"({"n":1})", "[1]"),
              HasSubstr("'args' is not an object"));
  EXPECT_THAT(problemWith(R"("x":8)", R"("x":-8)"),
              HasSubstr("'bytes' of 'x' is not a whole number"));
  EXPECT_THAT(problemWith(R"("static")", R"("guess")"),
              HasSubstr("'source' is 'guess'; it must be static or recorded"));
  EXPECT_THAT(problemWith("[]", R"([{"name":"n"}])"),
              HasSubstr("'values' is not a list of values; it must be [{"));
  EXPECT_THAT(problemWith(R"("values":[])", R"("values":[],"offsets":{"m":4})"),
              HasSubstr("'offsets' names 'm'; it must name arguments that"));
  EXPECT_THAT(
      problemWith(R"("values":[])", R"("values":[],"offsets":{"n":-4})"),
      HasSubstr("'offsets' of 'n' is not a number of bytes"));
  EXPECT_THAT(problemWith(R"("values":[])",
                          R"("values":[],"args_depend_on":{"n":[1]})"),
              HasSubstr("'args_depend_on' is not a list of names"));
  EXPECT_THAT(
      problemWith(R"("values":[])", R"("values":[],"shape_depends_on":"n")"),
      HasSubstr("'shape_depends_on' is not a list of names"));
}

TEST_F(FactsFileTest, ProblemsCountLinesFromOne) {
  FactsFile F = read(put("a.jsonl", Good + "\n\n{\n" + Good + "\n"));
  EXPECT_EQ(F.Launches.size(), 2u);
  EXPECT_THAT(F.Problems,
              ElementsAre(HasSubstr(under("a.jsonl") + ":3: is not JSON")));
}

TEST_F(FactsFileTest, TheNearestFactsAreFound) {
  EXPECT_EQ(findFacts(under("a/b/c.cu")), "");
  std::string Top = put(".gpuperf/facts.jsonl", "");
  EXPECT_EQ(findFacts(under("a/b/c.cu")), Top);
  EXPECT_EQ(findFacts(under("c.cu")), Top);
  std::string Near = put("a/.gpuperf/facts.jsonl", "");
  EXPECT_EQ(findFacts(under("a/b/c.cu")), Near);
  EXPECT_EQ(findFacts(under("x/y.cu")), Top);
}

} // namespace
