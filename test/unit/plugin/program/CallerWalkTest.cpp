//===- CallerWalkTest.cpp - Launches of a file without main ---------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WalkTestUtil.h"
#include "gmock/gmock.h"

using namespace gpuperf;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

static std::vector<std::string> callers(llvm::StringRef Code) {
  const Program P(Code);
  EXPECT_TRUE(P.Host) << P.Why;
  std::vector<std::string> Out;
  if (P.Host)
    for (const LaunchFact &F : program::walkCallers({P.Host.get()}, {}))
      Out.push_back(show(F));
  return Out;
}

TEST(CallerWalk, FollowsAConstantThroughFunctions) {
  EXPECT_THAT(callers(R"(
inline void inner(int n) { count<<<(n + 255) / 256, 256>>>(n); }
void outer(int n, float &loss) { inner(n); }
void run(float *x) {
  float loss;
  for (int epoch = 0; epoch < 50; ++epoch)
    outer(100000, loss);
})"),
              ElementsAre("count<391|256> n=100000 x50"));
}

TEST(CallerWalk, GivesEachCallersLaunch) {
  EXPECT_THAT(callers(R"(
void inner(int n) { count<<<n / 256, 256>>>(n); }
void small() { inner(1024); }
void large() { inner(4096); inner(4096); }
)"),
              UnorderedElementsAre("count<4|256> n=1024 x1",
                                   "count<16|256> n=4096 x2"));
}

TEST(CallerWalk, LeavesOutWhatParametersDecide) {
  EXPECT_THAT(callers("void run(int n) { count<<<n / 256, 256>>>(n); }"),
              IsEmpty());
  // One of the callers says all, the other nothing: the place is open.
  EXPECT_THAT(callers(R"(
void inner(int n) { count<<<4, 256>>>(n); }
void known() { inner(1024); }
void open(int n) { inner(n); }
)"),
              IsEmpty());
}

TEST(CallerWalk, TakesBothWaysOfABranchOnAParameter) {
  EXPECT_THAT(
      callers(R"(
void inner(int n) { count<<<4, 256>>>(n); }
void run(bool fast) {
  int n = 1024;
  if (fast)
    n = 4096;
  inner(n);
})"),
      UnorderedElementsAre("count<4|256> n=1024 x1", "count<4|256> n=4096 x1"));
  EXPECT_THAT(callers(R"(
void inner(int n) { count<<<4, 256>>>(n); }
void run(int mode) {
  int n = 1024;
  switch (mode) {
  case 3: n = 4096; break;
  case 7: n = 8192; break;
  }
  inner(n);
})"),
              IsEmpty());
}

TEST(CallerWalk, KnowsNothingOfObjectsThatAreGiven) {
  EXPECT_THAT(callers(R"(
struct Data { float *X; int Rows; };
void inner(float *x, int n) { scale<<<4, 256>>>(x, n, 2.0f); }
void rows(const Data &d) { inner(d.X, d.Rows); }
)"),
              IsEmpty());
  const Program P(R"(
struct Data { float *X; int Rows; };
void inner(float *x, int n) { scale<<<4, 256>>>(x, n, 2.0f); }
void fixed(const Data &d) { inner(d.X, 1000); }
)");
  ASSERT_TRUE(P.Host) << P.Why;
  const auto Facts = program::walkCallers({P.Host.get()}, {});
  ASSERT_EQ(Facts.size(), 1u);
  EXPECT_EQ(show(Facts[0]), "scale<4|256> n=1000 a=2 x1");
  // The array may have any size.
  EXPECT_TRUE(Facts[0].Bytes.empty());
}

TEST(CallerWalk, KnowsWhatAnObjectIsGivenByTheCode) {
  EXPECT_THAT(
      callers(R"(
struct Result { int Count, Other[20]; };
struct Net {
  int Rows, Open;
  void step(int n) { count<<<n, 256>>>(n); }
  void set();
  void ask();
};
void inner(int n) { count<<<2, 256>>>(n); }
Result run(float *x) {
  Result r;
  r.Count = 3;
  for (int i = 0; i < r.Count; ++i)
    inner(r.Count);
  return r;
}
void Net::set() { Rows = 5; step(Rows); }
)"),
      UnorderedElementsAre("count<2|256> n=3 x3", "count<5|256> n=5 x1"));
  EXPECT_THAT(callers(R"(
struct Net { int Rows; void step(int n) { count<<<n, 256>>>(n); } void ask(); };
void Net::ask() { step(Rows); }
)"),
              IsEmpty());
}

TEST(CallerWalk, TrustsVariablesThatNobodyChanges) {
  EXPECT_THAT(callers(R"(
static int Set = 1000;
int Shared = 1000;
extern int Elsewhere;
static int Fixed = 3;
int square(int n);
static const int Squared = square(2);
int square(int n) { return n * n; }
const int Sizes[2] = {5, 6};
static void inner(int n) { count<<<1, 256>>>(n); }
static void trusted(int n) { count<<<2, 256>>>(n); }
void change(int n) { Set = n; }
void one() { inner(Set); }
void two() { inner(Shared); }
void three() { inner(Elsewhere); }
void four() { trusted(Fixed); trusted(Squared); trusted(Sizes[1]); }
)"),
              UnorderedElementsAre("count<2|256> n=3 x1", "count<2|256> n=4 x1",
                                   "count<2|256> n=6 x1"));
}

TEST(CallerWalk, AnotherFileMayBeTheCaller) {
  const Program Library("void outer(int n) { count<<<4, 256>>>(n); }"),
      User("void outer(int n); void run() { outer(1024); }");
  ASSERT_TRUE(Library.Host && User.Host);
  const auto Facts =
      program::walkCallers({Library.Host.get(), User.Host.get()}, {});
  ASSERT_EQ(Facts.size(), 1u);
  EXPECT_EQ(show(Facts[0]), "count<4|256> n=1024 x1");
}
