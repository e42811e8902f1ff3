//===- WalkTest.cpp -------------------------------------------------------===//
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
using testing::SizeIs;
using testing::StartsWith;

//===----------------------------------------------------------------------===//
// What is launched with what
//===----------------------------------------------------------------------===//

TEST(Walk, MembersGlobalsAndStatics) {
  EXPECT_THAT(launchesInMain(R"(
  Solver S(30, 20);
  S.step();
  Derived D;
  D.step();
  count<<<Blocks, next()>>>(FromFunction + Table[2]);
  count<<<Blocks, next()>>>(Holder<3>::Value);
)",
                             R"(
struct Solver {
  int w, h;
  int *x = nullptr;
  static int Calls;
  Solver(int w, int h) : w(w), h(h) {}
  virtual int blocks() { return w; }
  void step() { ++Calls; scale<<<blocks(), h>>>(NULL, w * h, Calls); }
};
int Solver::Calls = 0;
struct Derived : Solver {
  Derived() : Solver(4, 5) {}
  int blocks() override { return 100; }
};
static int make() { return 7; }
int Blocks = 3, FromFunction = make();
static const int Table[] = {1, 2, 30};
static int next() { static int N = 16; return N *= 2; }
template <int N> struct Holder { static const int Value; };
template <int N> const int Holder<N>::Value = N * 11;
)"),
              ElementsAre("scale<30|20> n=600 a=1 x1",
                          "scale<100|5> n=20 a=2 x1", "count<3|32> n=37 x1",
                          "count<3|64> n=33 x1"));
}

TEST(Walk, StructsByValueTellTheirScalars) {
  EXPECT_THAT(
      launchesInMain(R"(
  Params P;
  P.n = 5; P.c = -2; P.d = 0.25; P.in.u = 4000000000u; P.in.s = -3;
  P.p = nullptr;
  use<<<1, 32, 64>>>(P, true, 1ull << 40, {1, 2});
)",
                     R"(
struct Params { char c; int n; double d; float *p;
                struct { short s; unsigned u; } in; };
__global__ void use(Params p, bool b, unsigned long long big, int2 pair) {}
)"),
      ElementsAre("use<1|32|64> p.c@0=-2 p.n@4=5 p.d@8=0.25 p.in.s@24=-3 "
                  "p.in.u@28=4000000000 b=1 big=1099511627776 pair.x@0=1 "
                  "pair.y@4=2 x1"));
}

TEST(Walk, KernelsOfOtherFilesAreLaunchedWithTheirArguments) {
  EXPECT_THAT(
      launchesInMain(R"(
  Params P;
  P.n = 5; P.c = -2; P.d = 0.25; P.in.u = 4000000000u; P.in.s = -3;
  P.p = nullptr;
  for (int i = 0; i < 3; ++i)
    use<<<1, 32, 64>>>(P, true, 1ull << 40, {1, 2}, nullptr);
  parts<<<2, 64>>>({1, 2}, {7, 0.5}, 'a', {1.5f, 2, {4}}, 9);
)",
                     R"(
struct Params { char c; int n; double d; float *p;
                struct { short s; unsigned u; } in; };
struct Mixed { int n; double d; };
struct Three { float x, y; struct { int n; } in; };
__global__ void use(Params p, bool b, unsigned long long big, int2 pair,
                    float *x);
__global__ void parts(int2 size, Mixed m, char c, Three t, int last);
)"),
      ElementsAre("use<1|32|64> p.c@0=-2 p.n@4=5 p.d@8=0.25 p.in.s@24=-3 "
                  "p.in.u@28=4000000000 b=1 big=1099511627776 pair.x@0=1 "
                  "pair.y@4=2 x3",
                  "parts<2|64> size.x@0=1 size.y@4=2 m.n@0=7 "
                  "m.d@8=0.5 c=97 t.x@0=1.5 t.y@4=2 t.in.n@8=4 last=9 x1"));
}

TEST(Walk, KernelsAreNamedWithTheirTemplateArguments) {
  Program P(R"(
namespace deep {
template <class T, int B> __global__ void work(T *x, T n) {}
template <class T> void run(T n) { work<T, 128><<<n / 128, 128>>>(NULL, n); }
}
int main() { deep::run<int>(1280); deep::run(256.0); }
)");
  EXPECT_THAT(P.launches(),
              ElementsAre("deep::work<int, 128><10|128> n=1280 x1",
                          "deep::work<double, 128><2|128> n=256 "
                          "x1"));
  WalkResult R = P.walk(std::nullopt);
  EXPECT_EQ(R.Facts.Launches[0].Mangled, "_ZN4deep4workIiLi128EEEvPT_S1_");
  EXPECT_EQ(R.Facts.Launches[0].Function, "deep::run");
  EXPECT_EQ(R.Facts.Launches[0].Line, 4u);
}

TEST(Walk, KernelsThroughPointersAndLambdas) {
  EXPECT_THAT(launchesInMain(R"(
  launch(count, 5, 50);
  void (*Which)(int) = argc > 1 ? count : other;
  Which<<<6, 1>>>(60);
  auto twice = [&](int n) { for (int i = 0; i < 2; ++i) launch(Which, 7, n); };
  twice(70);
  int n = 80;
  float *x = NULL;
  void *args[] = {&n};
  cudaLaunchKernel((const void *)count, dim3(8), dim3(2, 2), args, 16, 0);
  cudaLaunchConfig_t config = {dim3(9), dim3(3), 0, 0, NULL, 0};
  cudaLaunchKernelExC(&config, (const void *)other, args);
)",
                             R"(
__global__ void other(int m) {}
template <class K, class... A> void launch(K kernel, int grid, A... a) {
  kernel<<<grid, 1>>>(a...);
}
)"),
              ElementsAre("count<5|1> n=50 x1", "other<6|1> m=60 x1",
                          "other<7|1> m=70 x2", "count<8|2,2|16> n=80 x1",
                          "other<9|3> m=80 x1"));
}

TEST(Walk, BytesBehindPointers) {
  Program P(R"(
__global__ void two(float *x, const double *y, int *none, int n) {}
int main() {
  float *x; double *y;
  cudaMalloc((void **)&x, 4000);
  cudaMalloc((void **)&y, 800);
  two<<<1, 1>>>(x + 100, y, nullptr, 1);
  cudaFree(x);
  cudaMalloc((void **)&x, 40);
  two<<<1, 1>>>(x, y, nullptr, 1);
}
)");
  WalkResult R = P.walk(std::nullopt);
  using Bytes = std::vector<std::pair<std::string, uint64_t>>;
  ASSERT_EQ(R.Facts.Launches.size(), 2u);
  EXPECT_EQ(R.Facts.Launches[0].Bytes, (Bytes{{"x", 3600}, {"y", 800}}));
  EXPECT_EQ(R.Facts.Launches[1].Bytes, (Bytes{{"x", 40}, {"y", 800}}));
}

TEST(Walk, ArraysThatHaveOneSizeInEveryRun) {
  Program P(R"(
__global__ void three(float *x, float *y, float *z, int n) {}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float *x, *y;
  cudaMalloc((void **)&x, 400);
  cudaMalloc((void **)&y, n * 4);
  three<<<1, 1>>>(x, y, x + n % 8, n);
}
)");
  WalkResult R = P.walk(std::nullopt);
  ASSERT_EQ(R.Facts.Launches.size(), 1u);
  EXPECT_EQ(R.Facts.Launches[0].Bytes.size(), 3u);
  EXPECT_THAT(R.Facts.Launches[0].FixedBytes, testing::ElementsAre("x"));
}

TEST(Walk, ArraysWhoseSizeDataDecidesHaveNoBytes) {
  // The program reads n while it runs; m stands on the command line.
  Program P(R"(
int main(int argc, char **argv) {
  int n = 1, m = strtol(argv[1], NULL, 10);
  fscanf(stdin, "%d", &n);
  float *x, *y;
  cudaMalloc((void **)&x, n * 4);
  cudaMalloc((void **)&y, m * 4);
  scale<<<128, 64>>>(x, n, 1.f);
  scale<<<128, 64>>>(y, m, 1.f);
}
)");
  WalkResult R = P.walk(std::vector<std::string>{"100"});
  using Bytes = std::vector<std::pair<std::string, uint64_t>>;
  ASSERT_EQ(R.Facts.Launches.size(), 2u);
  EXPECT_EQ(R.Facts.Launches[0].Bytes, Bytes());
  EXPECT_EQ(R.Facts.Launches[1].Bytes, (Bytes{{"x", 400}}));
}

TEST(Walk, CopiesAreCounted) {
  Program P(R"(
int main() {
  float *x, *y, *h = (float *)malloc(64);
  cudaMalloc((void **)&x, 64);
  cudaMalloc((void **)&y, 64);
  for (int i = 0; i < 5; ++i)
    cudaMemcpy(x, h, 64, cudaMemcpyHostToDevice);
  cudaMemcpy(y, x, 32, cudaMemcpyDeviceToDevice);
  cudaMemcpy(h, y, 64, cudaMemcpyDeviceToHost);
}
)");
  WalkResult R = P.walk(std::nullopt);
  std::vector<std::string> Copies;
  for (const CopyFact &C : R.Facts.Copies)
    Copies.push_back(std::to_string(int(C.Where)) + ":" +
                     std::to_string(C.Bytes) + "x" + std::to_string(C.Count));
  EXPECT_THAT(Copies, ElementsAre("0:64x5", "2:32x1", "1:64x1"));
}

//===----------------------------------------------------------------------===//
// How often
//===----------------------------------------------------------------------===//

TEST(Walk, DifferentArgumentsAreDifferentFacts) {
  EXPECT_THAT(launchesInMain(R"(
  for (int i = 0; i < 7; ++i) {
    count<<<1, 32>>>(i % 2);
    if (i == 3) scale<<<1, 1>>>(NULL, i, 0);
  }
  for (int s = 64; s > 0; s /= 2)
    count<<<s, 32>>>(0);
)"),
              ElementsAre("count<1|32> n=0 x4", "count<1|32> n=1 x3",
                          "scale<1|1> n=3 a=0 x1", "count<64|32> n=0 x1",
                          "count<32|32> n=0 x1", "count<16|32> n=0 x1",
                          "count<8|32> n=0 x1", "count<4|32> n=0 x1",
                          "count<2|32> n=0 x1", "count<1|32> n=0 x1"));
}

TEST(Walk, LongLoopsAreSkippedWithTheRightCount) {
  Program P(R"(
int main() {
  float *a, *b;
  cudaMalloc((void **)&a, 64);
  cudaMalloc((void **)&b, 64);
  long sum = 0;
  for (int i = 0; i < 10000000; ++i) {
    scale<<<4, 32>>>(a, 1, 2);
    count<<<2, 32>>>(5);
    sum += 3;
    float *t = a; a = b; b = t;
  }
  count<<<1, 1>>>(sum);
  for (unsigned n = 30000000; n != 0; n -= 3)
    count<<<3, 1>>>(0);
}
)");
  WalkResult R = P.walk(std::nullopt);
  EXPECT_THAT(Program::show(R), ElementsAre("scale<4|32> n=1 a=2 x10000000",
                                            "count<2|32> n=5 x10000000",
                                            "count<1|1> n=30000000 x1",
                                            "count<3|1> n=0 x10000000"));
  EXPECT_LT(R.Steps, 1000000u);
  EXPECT_EQ(R.Ended, std::nullopt);
}

// The phases of a sort, colours of a grid, or stages of an integration.
TEST(Walk, LaunchesThatTakeTurnsInALongLoopAreCounted) {
  Program P(R"(
int main() {
  for (int i = 0; i < 9999999; ++i)
    count<<<4, 32>>>(i & 1);
  for (int i = 0; i < 10000000; ++i) {
    if (i % 3 == 2)
      count<<<2, 32>>>(2);
    else
      count<<<1, 32>>>(i % 3);
  }
}
)");
  WalkResult R = P.walk(std::nullopt);
  EXPECT_THAT(Program::show(R), ElementsAre("count<4|32> n=0 x5000000",
                                            "count<4|32> n=1 x4999999",
                                            "count<1|32> n=0 x3333334",
                                            "count<1|32> n=1 x3333333",
                                            "count<2|32> n=2 x3333333"));
  EXPECT_LT(R.Steps, 3000000u);
  EXPECT_EQ(R.Ended, std::nullopt);
}

TEST(Walk, LoopsThatAreLeftAreTold) {
  const auto LeavesLoop = [](const char *Condition) {
    Program P(std::string("int main() { for (int n = 2; ") + Condition +
              "; n *= 2) scale<<<n / 256 + 1, 256>>>(NULL, n, 1); count<<<1, "
              "32>>>(5); }");
    const WalkResult R = P.walk(std::nullopt);
    EXPECT_GE(R.Facts.Launches.size(), 2u);
    for (const LaunchFact &F : R.Facts.Launches)
      EXPECT_EQ(F.InLeftLoop, R.Facts.LeftLoop && F.Kernel == "scale");
    return R.Facts.LeftLoop;
  };
  EXPECT_FALSE(LeavesLoop("n <= 1024"));
  EXPECT_TRUE(LeavesLoop("nobodyKnows(n) == 0"));
}

TEST(Walk, RareLaunchesOfLongLoopsAreNotForgotten) {
  WalkResult R = Program(R"(
int main() {
  for (int i = 0; i < 10000000; ++i) {
    if (i % 1000 == 0)
      count<<<1, 32>>>(1);
  }
}
)")
                     .walk(std::nullopt);
  ASSERT_EQ(R.Facts.Launches.size(), 1u);
  EXPECT_GT(R.Facts.Launches[0].Count, 9000u);
  EXPECT_LT(R.Facts.Launches[0].Count, 11000u);
}

TEST(Walk, EarlyReturnsAndErrorMacros) {
  Program P(R"(
#define CHECK(call) do { cudaError_t e = call; if (e != 0) { \
  fprintf(stderr, "%s\n", cudaGetErrorString(e)); exit(1); } } while (0)
bool run(int n) {
  if (n < 0) return false;
  count<<<1, 1>>>(n);
  CHECK(cudaGetLastError());
  return true;
}
int main(int argc, char **argv) {
  float *x;
  CHECK(cudaMalloc((void **)&x, 64));
  if (!run(atoi(argv[1]))) return 9;
  CHECK(cudaDeviceSynchronize());
  count<<<2, 1>>>(0);
  return 0;
}
)");
  WalkResult Bad = P.walk({{"-1"}});
  EXPECT_EQ(Bad.ExitCode, 9);
  EXPECT_THAT(Bad.Facts.Launches, IsEmpty());
  EXPECT_THAT(P.launches({{"4"}}),
              ElementsAre("count<1|1> n=4 x1", "count<2|1> n=0 x1"));
}

TEST(Walk, Recursion) {
  EXPECT_THAT(launchesInMain("count<<<1, 1>>>(f(10)); divide(8);", R"(
static int f(int n) { return n < 2 ? 1 : n * f(n - 1); }
static void divide(int n) {
  if (n == 0) return;
  count<<<n, 32>>>(0);
  divide(n / 2);
  divide(n / 2);
}
)"),
              ElementsAre("count<1|1> n=3628800 x1", "count<8|32> n=0 x1",
                          "count<4|32> n=0 x2", "count<2|32> n=0 x4",
                          "count<1|32> n=0 x8"));
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

namespace {
/// The end of `main` with this body; and the walk must be short.
WalkResult walkOf(llvm::StringRef Body, llvm::StringRef Before = "",
                  uint64_t Steps = 2'000'000) {
  Program P((Before + "\nint main(int argc, char **argv) {\n" + Body +
             "\nreturn 5; }\n")
                .str());
  EXPECT_TRUE(P.Host) << P.Why;
  if (!P.Host)
    return {};
  WalkOptions Options;
  Options.Arguments.emplace();
  Options.Limits.Steps = Steps;
  return P.walk(Options);
}
} // namespace

TEST(Walk, EndlessRecursionEnds) {
  WalkResult R = walkOf("count<<<1, 1>>>(0); return f(0);",
                        "static int f(int n) { return f(n + 1) + 1; }");
  EXPECT_EQ(R.Ended, std::nullopt);
  EXPECT_LT(R.Steps, 100000u);
  EXPECT_EQ(R.Facts.Launches.size(), 1u);
  R = walkOf("count<<<1, 1>>>(0); return f(0);",
             "static int f(int n) { return f(n + 1) + f(n + 2); }");
  EXPECT_EQ(R.Ended, End::OutOfSteps);
  EXPECT_EQ(R.Facts.Launches.size(), 1u);
}

TEST(Walk, EndlessLoopsEnd) {
  EXPECT_EQ(walkOf("while (1) {}").Ended, End::OutOfSteps);
  WalkResult R = walkOf("int i = 0; while (1) count<<<1, 1>>>(i & 1);");
  EXPECT_EQ(R.Ended, End::OutOfSteps);
  EXPECT_EQ(R.Facts.Launches.size(), 1u);
  // One that only the GPU ends is left after some time.
  R = walkOf(R"(
  int *d, h = 0;
  cudaMalloc((void **)&d, 4);
  do {
    flag<<<1, 32>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  } while (!h);
  count<<<1, 1>>>(7);
)",
             "__global__ void flag(int *x) {}");
  ASSERT_EQ(R.Facts.Launches.size(), 2u);
  EXPECT_GT(R.Facts.Launches[0].Count, 1u);
  EXPECT_EQ(test::show(R.Facts.Launches[1]), "count<1|1> n=7 x1");
  EXPECT_EQ(R.Ended, std::nullopt);
  EXPECT_EQ(R.ExitCode, 5);
}

TEST(Walk, WritesBeyondItsMemoryEndIt) {
  // Else the numbers would read as zeros that look certain.
  Program P(R"(
int main() {
  char *p = (char *)malloc(1 << 20);
  for (int i = 0; i < 64; ++i)
    p[i * 4096] = 1;
  scale<<<p[63 * 4096], 32>>>(NULL, 1, 1);
}
)");
  WalkOptions Options;
  EXPECT_THAT(Program::show(P.walk(Options)), SizeIs(1));
  Options.Limits.Pages = 16;
  WalkResult R = P.walk(Options);
  EXPECT_EQ(R.Ended, End::Stopped);
  EXPECT_THAT(R.Facts.Launches, IsEmpty());
}

TEST(Walk, ManyDifferentLaunchesEnd) {
  WalkResult R = walkOf("for (int i = 0; i < 100000; ++i) count<<<1, 1>>>(i);",
                        "", 40'000'000);
  EXPECT_EQ(R.Ended, End::Stopped);
  EXPECT_EQ(R.Facts.Launches.size(), 4096u);
}

TEST(Walk, HugeArrays) {
  WalkResult R = walkOf(R"(
  char *big = new char[1ull << 40];
  big[1ull << 36] = 3;
  float *device;
  cudaMalloc((void **)&device, 1ull << 39);
  cudaMemset(device, 0, 1ull << 39);
  double *m = (double *)malloc(1ull << 34);
  for (long i = 0; i < (1l << 31); ++i) m[i] = 1.5 * i;
  cudaMemcpy(device, m, 1ull << 34, cudaMemcpyHostToDevice);
  memset(big, 7, 1ull << 38);
  count<<<1, 1>>>(big[1ull << 36]);
)");
  EXPECT_EQ(R.Ended, std::nullopt);
  EXPECT_THAT(Program::show(R), ElementsAre("count<1|1> n=7 x1"));
}

TEST(Walk, WhatCannotBeComputedIsNotKnown) {
  WalkResult R = walkOf(R"(
  int zero = argc - 1, *null = NULL, a[4] = {1, 2, 3, 4};
  count<<<1, 1>>>(10 / zero);
  count<<<2, 1>>>(*null);
  *null = 5;
  count<<<3, 1>>>(a[argc * 1000]);
  a[argc * 1000] = 5;
  count<<<4, 1>>>(INT_MINIMUM % -argc);
  double inf = 1.0 / zero;
  scale<<<5, 1>>>(NULL, inf > 1e300, inf);
)",
                        "#define INT_MINIMUM (-2147483647 - 1)");
  EXPECT_THAT(Program::show(R),
              ElementsAre("count<1|1> n=0(data) x1", "count<2|1> n=0(data) x1",
                          "count<3|1> n=0(data) x1", "count<4|1> n=0 x1",
                          "scale<5|1> n=1 a=inf x1"));
  EXPECT_EQ(R.ExitCode, 5);
}

TEST(Walk, ProgramsThatEndThemselves) {
  WalkResult R = walkOf("count<<<1, 1>>>(0); exit(17); count<<<2, 1>>>(0);");
  EXPECT_EQ(R.Ended, End::Exited);
  EXPECT_EQ(R.ExitCode, 17);
  EXPECT_EQ(R.Facts.Launches.size(), 1u);
  R = walkOf("count<<<1, 1>>>(0); abort();");
  EXPECT_EQ(R.Ended, End::Failed);
  EXPECT_EQ(R.Facts.Launches.size(), 1u);
  R = walkOf("try { count<<<1, 1>>>(0); throw argc; } catch (int) {}");
  EXPECT_EQ(R.Ended, End::Failed); // what is caught is not followed
  EXPECT_EQ(R.Facts.Launches.size(), 1u);
  R = walkOf("try { if (argc > 1) throw 1; } catch (int) { return 1; }");
  EXPECT_EQ(R.Ended, std::nullopt);
  EXPECT_EQ(R.ExitCode, 5);
}

TEST(Walk, FilesWithoutMainOrWithErrors) {
  Program None("void f() { count<<<1, 1>>>(0); }");
  WalkResult R = None.walk(std::nullopt);
  EXPECT_FALSE(R.FoundMain);
  EXPECT_THAT(R.Facts.Launches, IsEmpty());
  Program Broken("int main() { return undeclared; }");
  EXPECT_FALSE(Broken.Host);
  EXPECT_EQ(Broken.Why, "the file has errors");
}

TEST(Walk, SeveralFilesAreOneProgram) {
  Program Main("void solve(int); extern int Shared;\n"
               "int main() { Shared = 6; solve(5); }");
  Program Other("int Shared = 1; static int f() { return 2; }\n"
                "void solve(int n) { count<<<f(), Shared>>>(n); }");
  ASSERT_TRUE(Main.Host && Other.Host);
  EXPECT_TRUE(Main.Host->Wanted.contains("solve"));
  EXPECT_TRUE(Other.Host->Offered.contains("solve"));
  EXPECT_FALSE(Other.Host->Offered.contains("f"));
  EXPECT_THAT(
      Program::show(walkProgram({Other.Host.get(), Main.Host.get()}, {})),
      ElementsAre("count<2|6> n=5 x1"));
}

//===----------------------------------------------------------------------===//
// What is not known
//===----------------------------------------------------------------------===//

TEST(Walk, WhatIsReadIsNotKnown) {
  WalkResult R = walkOf(R"(
  int n = 3, m = 4, k[2];
  scanf("%d", &n);
  FILE *f = fopen("missing.txt", "r");
  if (!f) exit(1);
  fscanf(f, "%d", &m);
  fread(k, 4, 2, f);
  char line[64];
  fgets(line, 64, stdin);
  count<<<1, n>>>(0);
  count<<<2, 1>>>(m);
  count<<<3, 1>>>(k[1]);
  count<<<4, 1>>>(atoi(line));
  count<<<5, 1>>>(nobodyKnows(1) + 9);
)");
  EXPECT_EQ(R.Ended, std::nullopt);
  EXPECT_THAT(Program::show(R),
              ElementsAre("count<1|3(data)> n=0 x1", "count<2|1> n=4(data) x1",
                          "count<3|1> n=0(data) x1", "count<4|1> n=0(data) x1",
                          "count<5|1> n=9(what 'nobodyKnows' returns) x1"));
  EXPECT_EQ(R.NotKnown.lookup("nobodyKnows"), 1u);
  ASSERT_EQ(R.Facts.Launches[0].Values.size(), 1u);
  EXPECT_EQ(R.Facts.Launches[0].Values[0].From, "not known");
}

TEST(Walk, ATestThatAllElementsPassIsPassed) {
  // The data are taken to be wrong after some elements, and the program ends.
  // So it is walked again, as if all of them were right.
  const std::string Check = R"(
static int isPositive(const float *x, int n) {
  for (int i = 0; i < n; ++i)
    if (x[i] <= 0) return 0;
  return 1;
}
static float *read(int n) {
  float *x = (float *)malloc(n * sizeof(float));
  fread(x, sizeof(float), n, stdin);
  return x;
}
)";
  for (const char *Ending : {"exit(1)", "return 1", "return 0"})
    EXPECT_THAT(launchesInMain(std::string(R"(
  const int n = 100000;
  float *x = read(n);
  if (!isPositive(x, n)) )") + Ending +
                                   ";  count<<<n / 100, 128>>>(n);",
                               Check),
                ElementsAre("count<1000|128> n=100000 x1"))
        << Ending;
  // A loop that nothing else ends is left all the same.
  EXPECT_THAT(launchesInMain(R"(
  int left = 1, rounds = 0;
  while (left) { scanf("%d", &left); ++rounds; }
  count<<<4, 32>>>(rounds);
)"),
              ElementsAre(StartsWith("count<4|32> n=")));
}

TEST(Walk, WhatAKernelWritesIsNotKnown) {
  WalkResult R = walkOf(R"(
  int *d, h = 42;
  cudaMalloc((void **)&d, 4);
  cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  count<<<1, 1>>>(h);
  scale<<<1, 1>>>((float *)d, 1, 1);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  count<<<2, 1>>>(h);
)");
  EXPECT_THAT(Program::show(R),
              ElementsAre("count<1|1> n=42 x1", "scale<1|1> n=1 a=1 x1",
                          "count<2|1> n=42(what a kernel writes) x1"));
}

TEST(Walk, RandomNumbersAreThoseOfGlibc) {
  WalkResult R = walkOf(R"(
  count<<<1, 1>>>(rand());
  count<<<2, 1>>>(rand());
  srand(42);
  count<<<3, 1>>>(rand());
  srand(time(NULL));
  count<<<4, 1>>>(rand() % 2);
)");
  std::vector<std::string> Shown = Program::show(R);
  ASSERT_EQ(Shown.size(), 4u);
  EXPECT_EQ(Shown[0], "count<1|1> n=1804289383 x1");
  EXPECT_EQ(Shown[1], "count<2|1> n=846930886 x1");
  EXPECT_EQ(Shown[2], "count<3|1> n=71876166 x1");
  // Of another seed each time nobody knows them.
  EXPECT_FALSE(R.Facts.Launches[3].Args[0].DependsOn.empty());
}

//===----------------------------------------------------------------------===//
// The GPU
//===----------------------------------------------------------------------===//

TEST(Walk, QueriesAreAnsweredWithTheGpuAskedFor) {
  Program P(R"(
int main() {
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  int sms = 0, threads = 0, blocks = 0;
  cudaDeviceGetAttribute(&sms, 16, 0);
  cudaDeviceGetAttribute(&threads, 39, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)count,
                                                128, 64);
  count<<<p.multiProcessorCount * 2, p.warpSize>>>(sms);
  count<<<sms * blocks, 128>>>(threads);
  count<<<1, 1>>>(strcmp(p.name, "NVIDIA Test") == 0);
}
)");
  GpuModel Gpu;
  Gpu.FullName = "NVIDIA Test";
  Gpu.SmCount.Value = 40;
  Gpu.Arch.WarpSize.Value = 32;
  Gpu.Arch.MaxThreadsPerSm.Value = 1536;
  WalkOptions Options;
  Options.Gpu = &Gpu;
  std::string Asked;
  Options.BlocksPerSm = [&](const std::string &Mangled, unsigned Threads,
                            uint64_t Shared) {
    Asked =
        Mangled + " " + std::to_string(Threads) + " " + std::to_string(Shared);
    return 11u;
  };
  EXPECT_THAT(Program::show(P.walk(Options)),
              ElementsAre("count<80|32> n=40 x1", "count<440|128> n=1536 x1",
                          "count<1|1> n=1 x1"));
  EXPECT_EQ(Asked, "_Z5counti 128 64");
  // Without a GPU nothing of it is certain.
  WalkResult R = P.walk(std::nullopt);
  for (const LaunchFact &F : R.Facts.Launches)
    EXPECT_FALSE(F.ShapeDependsOn.empty() && F.Args[0].DependsOn.empty())
        << test::show(F);
}
