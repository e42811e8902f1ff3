//===- WalkArgumentsTest.cpp ----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/Walk.h"
#include "test/unit/plugin/program/WalkTestUtil.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::program;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

TEST(WalkArguments, ArgumentsByNumber) {
  Program P(R"(
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  float a = argc > 2 ? strtod(argv[2], NULL) : 0.5;
  char *end;
  long block = argc > 3 ? strtol(argv[3], &end, 0) : 32;
  if (argc > 3 && *end) block = 1;
  scale<<<(n + block - 1) / block, block>>>(NULL, n, a);
}
)");
  EXPECT_THAT(P.launches(), ElementsAre("scale<4|32> n=100 a=0.5 x1"));
  EXPECT_THAT(P.launches({{"1000", "2.5", "0x40"}}),
              ElementsAre("scale<16|64> n=1000 a=2.5 x1"));
  EXPECT_THAT(P.launches({{"-7"}}), ElementsAre("scale<0|32> n=-7 a=0.5 x1"));
  // What stands behind the number is seen.
  EXPECT_THAT(P.launches({{"5", "1", "8k"}}),
              ElementsAre("scale<5|1> n=5 a=1 x1"));
}

TEST(WalkArguments, ArgumentsByScanf) {
  Program P(R"(
int main(int argc, char **argv) {
  int w = 1, h = 1;
  float a = 0;
  double d = 0;
  int read = sscanf(argv[1], "%dx%d:%f,%lf", &w, &h, &a, &d);
  scale<<<dim3(w, h), read>>>(NULL, (int)d, a);
}
)");
  EXPECT_THAT(P.launches({{"64x32:1.5,9"}}),
              ElementsAre("scale<64,32|4> n=9 a=1.5 x1"));
  EXPECT_THAT(P.launches({{"64"}}), ElementsAre("scale<64|1> n=0 a=0 x1"));
}

TEST(WalkArguments, ArgumentsByComparison) {
  Program P(R"(
int main(int argc, char **argv) {
  int n = 10, times = 1;
  bool fast = false;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
      n = atoi(argv[++i]);
    else if (!strncmp(argv[i], "--times=", 8))
      times = atoi(strchr(argv[i], '=') + 1);
    else if (!strcmp(argv[i], "--fast"))
      fast = true;
    else
      exit(2);
  }
  for (int t = 0; t < times; ++t)
    count<<<fast ? 2 : 1, 64>>>(n);
}
)");
  EXPECT_THAT(P.launches(), ElementsAre("count<1|64> n=10 x1"));
  EXPECT_THAT(P.launches({{"--fast", "--times=3", "-n", "77"}}),
              ElementsAre("count<2|64> n=77 x3"));
  WalkResult Wrong = P.walk({{"--slow"}});
  EXPECT_EQ(Wrong.Ended, End::Exited);
  EXPECT_EQ(Wrong.ExitCode, 2);
  EXPECT_THAT(Wrong.Facts.Launches, IsEmpty());
}

TEST(WalkArguments, ArgumentsByGetopt) {
  Program P(R"(
int main(int argc, char **argv) {
  int n = 10, block = 32, verbose = 0, opt, rest = 0;
  while ((opt = getopt(argc, argv, "n:b:vh")) != -1) {
    switch (opt) {
    case 'n': n = atoi(optarg); break;
    case 'b': block = atoi(optarg); break;
    case 'v': ++verbose; break;
    default: return 3;
    }
  }
  if (optind < argc) rest = atoi(argv[optind]);
  scale<<<1 + verbose, block>>>(NULL, n, rest);
}
)");
  EXPECT_THAT(P.launches(), ElementsAre("scale<1|32> n=10 a=0 x1"));
  EXPECT_THAT(P.launches({{"-n", "500", "-b128", "-vv"}}),
              ElementsAre("scale<3|128> n=500 a=0 x1"));
  EXPECT_EQ(P.walk({{"-x"}}).ExitCode, 3);
  EXPECT_EQ(P.walk({{"-v", "-n"}}).ExitCode, 3); // its argument is missing
  // Words that are no options come last, wherever they stood.
  EXPECT_THAT(P.launches({{"-v", "9"}}),
              ElementsAre("scale<2|32> n=10 a=9 x1"));
  EXPECT_THAT(P.launches({{"9", "8", "-vn", "6", "-b", "64"}}),
              ElementsAre("scale<2|64> n=6 a=9 x1"));
  EXPECT_THAT(P.launches({{"-v", "--", "-5"}}),
              ElementsAre("scale<2|32> n=10 a=-5 x1"));
}

TEST(WalkArguments, ArgumentsByGetoptLong) {
  Program P(R"(
static int quick = 0;
static const option options[] = {{"size", 1, NULL, 's'},
                                 {"block", 1, NULL, 'b'},
                                 {"quick", 0, &quick, 7},
                                 {NULL, 0, NULL, 0}};
int main(int argc, char **argv) {
  int n = 10, block = 32, c, index;
  while ((c = getopt_long(argc, argv, "s:b:", options, &index)) >= 0)
    if (c == 's') n = atoi(optarg);
    else if (c == 'b') block = atoi(optarg);
    else if (c == '?') exit(4);
  scale<<<1 + quick, block>>>(NULL, n, optind < argc ? atof(argv[optind]) : 0);
}
)");
  EXPECT_THAT(P.launches(), ElementsAre("scale<1|32> n=10 a=0 x1"));
  EXPECT_THAT(P.launches({{"0.5", "--size=12", "--quick", "-b", "64"}}),
              ElementsAre("scale<8|64> n=12 a=0.5 x1"));
  EXPECT_THAT(P.launches({{"--size", "13"}}),
              ElementsAre("scale<1|32> n=13 a=0 x1"));
  EXPECT_EQ(P.walk({{"--fast"}}).ExitCode, 4);
}

TEST(WalkArguments, WithoutArgumentsNumbersStandForThem) {
  Program P(R"(
int main(int argc, char **argv) {
  if (argc != 3) { fprintf(stderr, "usage\n"); return 1; }
  int n = atoi(argv[1]), times = atoi(argv[2]);
  for (int t = 0; t < 3; ++t)
    scale<<<n / 256, 256>>>(NULL, n, 2 * times);
}
)");
  WalkResult R = P.walk(std::nullopt);
  EXPECT_FALSE(R.ArgumentsGiven);
  EXPECT_THAT(Program::show(R),
              ElementsAre("scale<4096|256(argv[1])> n=1048576(argv[1]) "
                          "a=2.09715e+06(argv[2]) x3"));
  ASSERT_EQ(R.Facts.Arguments.size(), 2u);
  EXPECT_EQ(R.Facts.Arguments[0], (FactValue{"argv[1]", 1048576, "assumed"}));
  // The user gives one of them: it is certain.
  WalkOptions Options;
  Options.Given["argv[1]"] = 512;
  EXPECT_THAT(Program::show(P.walk(Options)),
              ElementsAre(StartsWith("scale<2|256> n=512 ")));
  WalkResult Given = P.walk({{"1024", "1"}});
  EXPECT_TRUE(Given.ArgumentsGiven);
  EXPECT_THAT(Program::show(Given), ElementsAre("scale<4|256> n=1024 a=2 x3"));
  EXPECT_THAT(Given.Facts.Arguments, IsEmpty());
}

TEST(WalkArguments, AssumedNumbersMakeLaunchesThatTheGpuAllows) {
  Program P(R"(
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  scale<<<1, atoi(argv[1])>>>(NULL, 1, 1);
}
)");
  auto Gpu = findGpu("t4");
  ASSERT_TRUE(bool(Gpu));
  WalkOptions Options;
  Options.Gpu = &*Gpu;
  EXPECT_THAT(Program::show(P.walk(Options)),
              ElementsAre(StartsWith("scale<1|256(argv[1])>")));
}

TEST(WalkArguments, AnAssumedBlockLeavesTheSizesLarge) {
  Program P(R"(
int main(int argc, char **argv) {
  if (argc != 4) return 1;
  int n = atoi(argv[1]), block = atoi(argv[2]), times = atoi(argv[3]);
  float *x;
  cudaMalloc((void **)&x, sizeof(float) * n * n);
  for (int t = 0; t < times; ++t)
    scale<<<n / block, block>>>(x, n, 1);
}
)");
  auto Gpu = findGpu("t4");
  ASSERT_TRUE(bool(Gpu));
  WalkOptions Options;
  Options.Gpu = &*Gpu;
  // A million squared is no array that a GPU has.
  EXPECT_THAT(
      Program::show(P.walk(Options)),
      ElementsAre("scale<16|256(argv[1],argv[2])> n=4096(argv[1]) a=1 x4096"));
  // Where the block is all that is assumed, nothing else becomes larger.
  Options.Given["argv[1]"] = 512;
  Options.Given["argv[3]"] = 2;
  EXPECT_THAT(Program::show(P.walk(Options)),
              ElementsAre("scale<2|256(argv[2])> n=512 a=1 x2"));
}

TEST(WalkArguments, DefaultsOfTheProgramGoBeforeAssumedArguments) {
  Program P(R"(
int main(int argc, char **argv) {
  int n = 77;
  if (argc > 1) n = atoi(argv[1]);
  count<<<1, 32>>>(n);
}
)");
  WalkResult R = P.walk(std::nullopt);
  EXPECT_FALSE(R.ArgumentsGiven);
  EXPECT_THAT(R.Facts.Arguments, IsEmpty());
  EXPECT_THAT(Program::show(R), ElementsAre("count<1|32> n=77 x1"));
}

TEST(WalkArguments, AnArgumentThatIsReadUnaskedIsWanted) {
  Program P(R"(
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  double a = strtod(argv[2], NULL);
  scale<<<n / 256 + 1, 256>>>(NULL, n, a);
}
)");
  EXPECT_THAT(Program::show(P.walk(std::nullopt)),
              ElementsAre("scale<4097|256(argv[1])> n=1048576(argv[1]) "
                          "a=1.04858e+06(argv[2]) x1"));
  // The C++ library throws where there is none.
  Program Throws = Program::withHostHeaders(R"(
#include <string>
__global__ void count(int n) {}
int main(int argc, char **argv) {
  int n = std::stoi(argv[1]);
  std::string kind(argv[2]);
  count<<<1, 32>>>(n);
}
)");
  EXPECT_THAT(Program::show(Throws.walk(std::nullopt)),
              ElementsAre("count<1|32> n=1048576(argv[1]) x1"));
  // Who looks whether there is one and goes on has a default.
  Program Asks(R"(
int main(int argc, char **argv) {
  int n = argv[1] ? atoi(argv[1]) : 512;
  count<<<1, 32>>>(n);
}
)");
  EXPECT_THAT(Program::show(Asks.walk(std::nullopt)),
              ElementsAre(StartsWith("count<1|32> n=512")));
}

TEST(WalkArguments, AssumedNumbersDoNotOverflow) {
  Program P(R"(
int main(int argc, char **argv) {
  if (argc != 2) return 1;
  int n = atoi(argv[1]);
  scale<<<n * n / 256, 256>>>(NULL, n, 1);
}
)");
  EXPECT_THAT(Program::show(P.walk(std::nullopt)),
              ElementsAre(StartsWith("scale<65536|256(argv[1])> n=4096")));
}

TEST(WalkArguments, ACommentSaysHowTheProgramIsRun) {
  Program P(R"(
// What it does.
// gpuperf: run 64 "a b"
int main(int argc, char **argv) {
  count<<<argc, 32>>>(atoi(argv[1]) + (argv[2][1] == ' '));
}
)");
  WalkResult R = P.walk(std::nullopt);
  EXPECT_TRUE(R.ArgumentsGiven);
  EXPECT_THAT(Program::show(R), ElementsAre("count<3|32> n=65 x1"));
  // An option goes before it.
  EXPECT_THAT(P.launches({{"1", "xyz"}}), ElementsAre("count<3|32> n=1 x1"));
}

TEST(WalkArguments, CommandLinesAreSplitAsAShellDoes) {
  EXPECT_THAT(splitCommandLine("-n 5  'a b' \"c d\" e\\ f"),
              ElementsAre("-n", "5", "a b", "c d", "e f"));
  EXPECT_THAT(splitCommandLine(""), IsEmpty());
}
