//===- LibraryTest.cpp ----------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "test/unit/plugin/program/MachineTestUtil.h"
#include "test/unit/plugin/program/WalkTestUtil.h"
#include "llvm/ADT/bit.h"
#include "gmock/gmock.h"
#include <chrono>
#include <cmath>
#include <cstring>

using namespace gpuperf;
using namespace gpuperf::program;
using namespace gpuperf::test;
using testing::ElementsAre;
using testing::Not;

namespace {
/// What `value` is in a C program with this body: the argument of a kernel.
std::string valueOf(llvm::StringRef Body) {
  auto Launches = launchesInMain(
      ("long value = 0;\n" + Body + "\ntell<<<1, 1>>>(value);").str(),
      "__global__ void tell(long v) {}");
  if (Launches.size() != 1)
    return "no launch: " + Body.str();
  llvm::StringRef Text = Launches[0];
  Text.consume_front("tell<1|1> v=");
  Text.consume_back(" x1");
  return Text.str();
}
} // namespace

TEST(Library, WhatIsZeroBesideAnEmptyArrayIsNotKnown) {
  const char *Kernel =
      "__global__ void k(float *p, int n, long m, int block) {}";
  EXPECT_THAT(launchesInMain(
                  "float *p; int n = 0; long m = 0; cudaMalloc((void **)&p, n);"
                  "k<<<1, 32>>>(p, n, m, 32);",
                  Kernel),
              ElementsAre("k<1|32> n=0(the size of an empty array) "
                          "m=0(the size of an empty array) block=32 x1"));
  EXPECT_THAT(launchesInMain(
                  "float *p; int n = 1; long m = 0; cudaMalloc((void **)&p, n);"
                  "k<<<1, 32>>>(p, n, m, 32);",
                  Kernel),
              ElementsAre("k<1|32> n=1 m=0 block=32 x1"));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(Library, NumbersOutOfText) {
  EXPECT_EQ(valueOf(R"(value = atoi(" -12x");)"), "-12");
  EXPECT_EQ(valueOf(R"(value = atoi("many");)"), "0");
  EXPECT_EQ(valueOf(R"(value = strtol("0x1F", NULL, 0);)"), "31");
  EXPECT_EQ(valueOf(R"(value = strtol("101", NULL, 2);)"), "5");
  EXPECT_EQ(valueOf(R"(value = strtol("077", NULL, 10);)"), "77");
  EXPECT_EQ(valueOf(R"(value = strtoul("18446744073709551615", NULL, 10)
                               == ~0ul;)"),
            "1");
  EXPECT_EQ(valueOf(R"(const char *t = "12,34"; char *e;
                       value = strtol(t, &e, 10); value = value * 100 + (e - t)
                       + (*e == ',');)"),
            "1203");
  EXPECT_EQ(valueOf(R"(value = 1000 * atof("2.5e1");)"), "25000");
  EXPECT_EQ(valueOf(R"(value = strtol("5", NULL, 99);)"), "0");
}

TEST(Library, TextsAreComparedAndSearched) {
  EXPECT_EQ(valueOf(R"(value = strcmp("abc", "abd") < 0;)"), "1");
  EXPECT_EQ(valueOf(R"(value = strcmp("b", "abd") > 0;)"), "1");
  EXPECT_EQ(valueOf(R"(value = strncmp("abc", "abd", 2);)"), "0");
  EXPECT_EQ(valueOf(R"(value = strlen("hello");)"), "5");
  EXPECT_EQ(valueOf(R"(const char *t = "a.b.c"; value = strchr(t, '.') - t;)"),
            "1");
  EXPECT_EQ(valueOf(R"(const char *t = "a.b.c"; value = strrchr(t, '.') - t;)"),
            "3");
  EXPECT_EQ(valueOf(R"(value = strchr("abc", 'x') == NULL;)"), "1");
  EXPECT_EQ(valueOf(R"(const char *t = "abc"; value = strchr(t, 0) - t;)"),
            "3");
  EXPECT_EQ(valueOf(R"(char b[32]; strcpy(b, "12"); strcat(b, "34");
                       value = atoi(b);)"),
            "1234");
  EXPECT_EQ(valueOf(R"(value = memcmp("abcd", "abce", 4) < 0
                               && memcmp("abcd", "abce", 3) == 0;)"),
            "1");
}

TEST(Library, PrintedTextIsReadBack) {
  EXPECT_EQ(
      valueOf(R"(char b[64]; int n = sprintf(b, "%d_%s%5.1f%c%%", 12, "ab",
                       2.25, 'z'); value = n * 1000 + strcmp(b, "12_ab  2.2z%");)"),
      "12000");
  EXPECT_EQ(valueOf(R"(char b[64]; sprintf(b, "%0*ld", 6, -42l);
                       value = strcmp(b, "-00042");)"),
            "0");
  EXPECT_EQ(valueOf(R"(char b[64]; sprintf(b, "%u", -1);
                       value = strcmp(b, "4294967295");)"),
            "0");
  // Positions are not followed; nothing may be read that is not there.
  EXPECT_EQ(valueOf(R"(char b[64]; sprintf(b, "%2$s %9$s", "a", "b");
                       value = 3;)"),
            "3");
}

TEST(Library, ScannedText) {
  EXPECT_EQ(valueOf(R"(int a = 0, b = 0; int n = sscanf("7 , 8", "%d , %d", &a,
                       &b); value = n * 100 + a * 10 + b;)"),
            "278");
  EXPECT_EQ(valueOf(R"(struct { short a, b; } s = {1, 2};
                       sscanf("9", "%hd", &s.a); value = s.a * 10 + s.b;)"),
            "92");
  EXPECT_EQ(valueOf(R"(unsigned a = 0; sscanf("ff", "%x", &a); value = a;)"),
            "255");
  EXPECT_EQ(valueOf(R"(long a = 0; sscanf("x", "%ld", &a); value = a - 1;)"),
            "-1");
  EXPECT_EQ(valueOf(R"(char t[8]; int a = 0; sscanf("ab 5", "%s %d", t, &a);
                       value = a * 10 + (strcmp(t, "ab") == 0);)"),
            "51");
}

TEST(Library, TextsWithoutAnEndTakeBoundedTime) {
  // What a walk costs is counted: a native function must not be free.
  auto Start = std::chrono::steady_clock::now();
  launchesInMain(R"(
  char *a = (char *)malloc(1 << 20), *b = (char *)malloc(1 << 20);
  memset(a, 'x', 1 << 20);
  memset(b, 'x', 1 << 20);
  long n = 0;
  for (int i = 0; i < 1000000; ++i) {
    n ^= strlen(a) + i * n;
    if (memcmp(a, b, 1 << 20)) break;
    if (strcmp(a, b) < 0) break;
  }
  count<<<1, 1>>>(n);
)");
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(10));
}

//===----------------------------------------------------------------------===//
// Memory and mathematics
//===----------------------------------------------------------------------===//

TEST(Library, MemoryOfTheHost) {
  EXPECT_EQ(valueOf(R"(int *a = (int *)calloc(4, 4); value = a[3] + 1;)"), "1");
  EXPECT_EQ(valueOf(R"(int *a = (int *)malloc(8); a[0] = 3; a[1] = 4;
                       a = (int *)realloc(a, 4000); a[999] = 5;
                       value = a[0] * 100 + a[1] * 10 + a[999];)"),
            "345");
  EXPECT_EQ(valueOf(R"(int a[4] = {1, 2, 3, 4}, b[4]; memcpy(b, a, 16);
                       memset(a, 0xFF, 8); value = a[1] + b[3] + a[2];)"),
            "6");
  EXPECT_EQ(valueOf(R"(int *a = new int[3]; delete[] a; free(NULL); free(a);
                       value = 1;)"),
            "1");
}

TEST(Library, Mathematics) {
  Labels L;
  Machine M(L, standardLibrary(), {});
  auto call = [&](llvm::StringRef Name, std::vector<double> Args,
                  bool IsFloat) {
    Native F = standardLibrary().lookup(Name);
    EXPECT_TRUE(F) << Name.str();
    std::vector<Value> Values;
    for (double A : Args)
      Values.push_back({IsFloat
                            ? llvm::bit_cast<uint32_t>(static_cast<float>(A))
                            : llvm::bit_cast<uint64_t>(A),
                        0});
    std::vector<llvm::ArrayRef<Value>> Each;
    for (Value &V : Values)
      Each.push_back(V);
    Value Result;
    NativeCall C(M, nullptr, Name, Each, Result);
    if (F)
      F(C);
    return IsFloat ? static_cast<double>(llvm::bit_cast<float>(
                         static_cast<uint32_t>(Result.Bits)))
                   : llvm::bit_cast<double>(Result.Bits);
  };
  EXPECT_EQ(call("sqrt", {2}, false), std::sqrt(2));
  EXPECT_EQ(call("sqrtf", {2}, true), double(float(std::sqrt(2))));
  EXPECT_EQ(call("pow", {2, 10}, false), 1024);
  EXPECT_EQ(call("powf", {2, 0.5}, true), double(float(std::pow(2, 0.5))));
  EXPECT_EQ(call("ceil", {2.1}, false), 3);
  EXPECT_EQ(call("floorf", {-2.1}, true), -3);
  EXPECT_EQ(call("fmin", {4, -4}, false), -4);
  EXPECT_EQ(call("log2", {4096}, false), 12);
  EXPECT_EQ(call("hypot", {3, 4}, false), 5);
  // clang's wrappers in the headers.
  EXPECT_EQ(call("_ZL4sqrtd", {9}, false), 3);
  EXPECT_EQ(call("_ZL3powff", {3, 2}, true), 9);
  EXPECT_EQ(call("_ZL4fdimdd", {5, 3}, false), 2);
}

TEST(Library, NamesOfTheTableAreThoseOfRealFunctions) {
  // A misspelt mangled name is never called: the wrappers tell their length.
  for (const auto &Entry : standardLibrary()) {
    llvm::StringRef Name = Entry.getKey();
    if (!Name.consume_front("_ZL"))
      continue;
    size_t Length = 0;
    ASSERT_FALSE(Name.consumeInteger(10, Length));
    EXPECT_GT(Name.size(), Length) << Entry.getKey().str();
    EXPECT_TRUE(standardLibrary().contains(Name.take_front(Length)))
        << Entry.getKey().str();
  }
}

//===----------------------------------------------------------------------===//
// C++
//===----------------------------------------------------------------------===//

namespace {
constexpr char CxxProgram[] = R"cuda(
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
__global__ void tell(long v) {}

static long vectors() {
  std::vector<int> V(10, 3);
  V.push_back(4);
  V.resize(20);
  V.insert(V.begin(), 100);
  std::vector<int> W = V;
  std::sort(W.begin(), W.end());
  long Sum = 0;
  for (int X : W) Sum = Sum * 3 + X;
  return Sum + V.size() * 1000000000000 + W.back();
}
static long manyElements() {
  std::vector<float> V(50000000, 1.0f);
  return V.size();
}
static long strings() {
  std::string S = "size=", T("a rather long text that does not fit inside");
  S += std::to_string(1024);
  S.append("kb");
  std::string U = S + T.substr(2, 6);
  return U.size() * 10000 + std::stoi(U.substr(U.find('=') + 1)) +
         (U == "size=1024kbrather" ? 500000000 : 0) + (T.rfind("fit") == 33) +
         (U.compare("size") > 0);
}
static long stringLoop() {
  std::string S;
  for (int I = 0; I < 100; ++I) S += char('a' + I % 26);
  std::string T = S;
  T.erase(0, 26);
  T.insert(0, "xyz");
  std::swap(S, T);
  return (S[3] == 'a') * 1000 + S.size() + T.find("zab");
}
static long streams() {
  std::stringstream In("12 2.5 word 010");
  int A = 0; double B = 0; std::string C; int D = 0;
  In >> A >> B >> C >> D;
  std::cout << A << B << C << std::endl;
  return A * 1000 + long(B * 10) * 10 + C.size() + D * 100000;
}
static long streamsOfFiles() {
  std::ifstream File("sizes.txt");
  std::string Line;
  std::getline(File, Line);
  std::istringstream In(Line);
  int N = 5;
  In >> N;
  return N;
}
static long sortedMap() {
  std::map<int, int> M;
  for (int I = 0; I < 1000; ++I) M[I] = I * 2;
  long Sum = 0; int Last = -1, Ordered = 1;
  for (auto &P : M) { Ordered &= P.first > Last; Last = P.first; Sum += P.second; }
  for (auto It = M.rbegin(); It != M.rend(); ++It) { Ordered &= It->first == Last--; }
  return Sum * 10000 + M.size() + Ordered;
}
static long mapDepth() {
  std::map<int, int> M;
  for (int I = 0; I < 1000; ++I) M[I] = I;
  // The tree's header is behind the comparison; the root is its parent.
  struct Node { int Colour; Node *Parent, *Left, *Right; };
  Node *Root = ((Node *)((char *)&M + 8))->Parent;
  std::function<int(Node *)> Depth = [&](Node *N) {
    return N ? 1 + std::max(Depth(N->Left), Depth(N->Right)) : 0;
  };
  return Depth(Root);
}
static long erasedMap() {
  std::map<int, int> M;
  for (int I = 0; I < 300; ++I) M[(I * 7919) % 1009] = I;
  for (int I = 0; I < 300; I += 2) M.erase((I * 7919) % 1009);
  int Last = -1, Ordered = 1, Count = 0;
  for (auto &P : M) { Ordered &= P.first > Last; Last = P.first; ++Count; }
  M.insert({5000, 1});
  return Count * 1000 + Ordered * 100 + (M.rbegin()->first == 5000) * 10 +
         (M.find((7919) % 1009) != M.end());
}
static long textMap() {
  std::map<std::string, int> M = {{"big", 512}, {"small", 16}, {"mid", 64}};
  std::set<std::string> S;
  for (auto &P : M) S.insert(P.first + "!");
  return M["big"] * 1000 + M.begin()->second % 7 + S.count("mid!") +
         S.size() * 10 + (M.find("none") == M.end());
}
static long hashed() {
  std::unordered_map<int, int> M;
  for (int I = 0; I < 500; ++I) M[I * 37] += I;
  std::unordered_map<std::string, int> T;
  T["a"] = 1; T["b"] = 2; T["a"] += 10;
  long Sum = 0;
  for (auto &P : M) Sum += P.second;
  return Sum * 1000 + M.size() + T["a"] + T.count("c");
}
static long lists() {
  std::list<int> L;
  for (int I = 0; I < 10; ++I) { L.push_back(I); L.push_front(-I); }
  L.remove(5);
  L.erase(L.begin());
  long Sum = 0;
  for (int X : L) Sum = (Sum * 31 + X) % 1000003;
  L.reverse();
  return Sum * 1000 + L.size() * 10 + (L.front() == 9);
}
struct Shape { virtual ~Shape() {} virtual int area() = 0; };
struct Square : Shape { int s; Square(int s) : s(s) {} int area() override { return s * s; } };
static long pointers() {
  std::unique_ptr<Shape> P = std::make_unique<Square>(6);
  std::shared_ptr<int> S = std::make_shared<int>(5), T = S;
  std::function<int(int)> F = [&](int X) { return X + *T; };
  return P->area() * 100 + F(3) + S.use_count() * 10;
}
int main(int argc, char **argv) {
  std::string Which(argv[1]);
  long (*Tests[])() = {vectors, manyElements, strings, stringLoop, streams,
                       sortedMap, mapDepth, erasedMap, textMap, hashed, lists,
                       pointers, streamsOfFiles};
  const char *Names[] = {"vectors", "manyElements", "strings", "stringLoop",
                         "streams", "sortedMap", "mapDepth", "erasedMap",
                         "textMap", "hashed", "lists", "pointers",
                         "streamsOfFiles"};
  for (int I = 0; I < 13; ++I)
    if (Which == Names[I])
      tell<<<1, 1>>>(Tests[I]());
  return 0;
}
)cuda";

class LibraryOfCxx : public testing::Test {
protected:
  static void SetUpTestSuite() {
    P = std::make_unique<Program>(Program::withHostHeaders(CxxProgram));
  }
  static void TearDownTestSuite() { P.reset(); }
  void SetUp() override {
    if (!P->Host)
      GTEST_SKIP() << "this machine's C++ headers cannot be parsed: " << P->Why;
  }
  std::string value(const std::string &Which) {
    WalkOptions Options;
    Options.Arguments = {Which};
    Options.Limits.LoopSteps = 4'000'000; // loops are executed
    WalkResult R = P->walk(Options);
    auto Launches = Program::show(R);
    if (Launches.size() != 1) {
      std::string Why = "no launch; not known:";
      for (const auto &Entry : R.NotKnown)
        Why += "\n" + Entry.getKey().str();
      return Why;
    }
    llvm::StringRef Text = Launches[0];
    Text.consume_front("tell<1|1> v=");
    Text.consume_back(" x1");
    return Text.str();
  }
  static std::unique_ptr<Program> P;
};
std::unique_ptr<Program> LibraryOfCxx::P;
} // namespace

TEST_F(LibraryOfCxx, Vectors) {
  std::vector<int> V(10, 3);
  V.push_back(4);
  V.resize(20);
  V.insert(V.begin(), 100);
  std::sort(V.begin(), V.end());
  long Sum = 0;
  for (int X : V)
    Sum = Sum * 3 + X;
  EXPECT_EQ(value("vectors"), std::to_string(Sum + 21000000000000 + 100));
  EXPECT_EQ(value("manyElements"), "50000000");
}

TEST_F(LibraryOfCxx, Strings) {
  EXPECT_EQ(value("strings"),
            std::to_string(17 * 10000 + 1024 + 500000000 + 2));
  EXPECT_EQ(value("stringLoop"), std::to_string(1000 + 77 + 25));
}

TEST_F(LibraryOfCxx, Streams) {
  EXPECT_EQ(value("streams"), std::to_string(12 * 1000 + 250 + 4 + 1000000));
}

TEST_F(LibraryOfCxx, NumbersThatAreReadFromFilesAreNotKnown) {
  EXPECT_EQ(value("streamsOfFiles"), "5(data)");
}

TEST_F(LibraryOfCxx, MapsAreInOrderAndBalanced) {
  EXPECT_EQ(value("sortedMap"), std::to_string(999000L * 10000 + 1000 + 1));
  // Of 1000 keys a red-black tree is at most 2 * log2(1001) deep.
  int Depth = std::stoi(value("mapDepth"));
  EXPECT_GE(Depth, 10);
  EXPECT_LE(Depth, 20);
}

TEST_F(LibraryOfCxx, ErasedKeysAreGone) {
  EXPECT_EQ(value("erasedMap"), "150111");
}

TEST_F(LibraryOfCxx, MapsOfText) {
  EXPECT_EQ(value("textMap"),
            std::to_string(512 * 1000 + 512 % 7 + 1 + 30 + 1));
}

TEST_F(LibraryOfCxx, HashTables) {
  EXPECT_EQ(value("hashed"),
            std::to_string(499L * 500 / 2 * 1000 + 500 + 11 + 0));
}

TEST_F(LibraryOfCxx, Lists) {
  std::vector<int> Right;
  for (int I = -8; I <= 0; ++I)
    Right.push_back(I);
  for (int I = 0; I < 10; ++I)
    if (I != 5)
      Right.push_back(I);
  long Sum = 0;
  for (int X : Right)
    Sum = (Sum * 31 + X) % 1000003;
  EXPECT_EQ(value("lists"),
            std::to_string(Sum * 1000 + long(Right.size()) * 10 + 1));
}

TEST_F(LibraryOfCxx, PointersAndVirtualFunctions) {
  EXPECT_EQ(value("pointers"), std::to_string(3600 + 8 + 20));
}

//===----------------------------------------------------------------------===//
// CUDA
//===----------------------------------------------------------------------===//

TEST(Library, CudaMemoryHasSizes) {
  IrMachine M(R"(
define i64 @f() {
  %p = alloca ptr
  %pitch = alloca i64
  %a = call i32 @cudaMallocPitch(ptr %p, ptr %pitch, i64 1000, i64 10)
  %r = load i64, ptr %pitch
  ret i64 %r
}
define i64 @g() {
  %free = alloca i64
  %total = alloca i64
  %a = call i32 @cudaMemGetInfo(ptr %free, ptr %total)
  %r = load i64, ptr %total
  ret i64 %r
}
define i32 @unknown() {
  %r = call i32 @cudaSomethingNew(i32 3)
  ret i32 %r
}
declare i32 @cudaMallocPitch(ptr, ptr, i64, i64)
declare i32 @cudaMemGetInfo(ptr, ptr)
declare i32 @cudaSomethingNew(i32)
)");
  EXPECT_EQ(M.bits("f"), 1024u);
  EXPECT_EQ(M.M.Mem.deviceBytesPeak(), 10240u);
  EXPECT_EQ(M.bits("g"), uint64_t(16) << 30);
  // Functions of CUDA that nobody knows succeed.
  Value R = M.call("unknown");
  EXPECT_EQ(R.Bits, 0u);
  EXPECT_EQ(R.From, 0);
  EXPECT_TRUE(M.M.NotKnown.empty());
}

TEST(Library, CudaArraysAreDeviceMemoryOfTheirElements) {
  IrMachine M(R"(
@back = global i32 7
define i64 @make() {
  %desc = alloca [5 x i32]
  %array = alloca ptr
  call void @cudaCreateChannelDesc(ptr sret([5 x i32]) %desc, i32 32, i32 32, i32 0, i32 0, i32 2)
  %a = call i32 @cudaMallocArray(ptr %array, ptr %desc, i64 100, i64 0, i32 0)
  %h = load i64, ptr %array
  %p = load ptr, ptr %array
  %b = call i32 @cudaMemcpy2DToArray(ptr %p, i64 0, i64 0, ptr @back, i64 0, i64 400, i64 3, i32 1)
  %parms = alloca [20 x i64]
  %to = getelementptr i64, ptr %parms, i64 8
  store ptr %p, ptr %to
  %w = getelementptr i64, ptr %parms, i64 16
  store i64 5, ptr %w
  %r = getelementptr i64, ptr %parms, i64 17
  store i64 6, ptr %r
  %d = getelementptr i64, ptr %parms, i64 18
  store i64 7, ptr %d
  %k = getelementptr i64, ptr %parms, i64 19
  store i32 1, ptr %k
  %c = call i32 @cudaMemcpy3D(ptr %parms)
  %e = call i32 @cudaMemcpyFromArray(ptr @back, ptr %p, i64 0, i64 0, i64 4, i32 2)
  ret i64 %h
}
define i32 @content() {
  %v = load i32, ptr @back
  ret i32 %v
}
declare void @cudaCreateChannelDesc(ptr, i32, i32, i32, i32, i32)
declare i32 @cudaMallocArray(ptr, ptr, i64, i64, i32)
declare i32 @cudaMemcpy2DToArray(ptr, i64, i64, ptr, i64, i64, i64, i32)
declare i32 @cudaMemcpyFromArray(ptr, ptr, i64, i64, i64, i32)
declare i32 @cudaMemcpy3D(ptr)
)");
  EXPECT_EQ(M.call("content").From, 0);
  EXPECT_TRUE(M.M.Mem.isDevice(M.bits("make")));
  EXPECT_EQ(M.M.Mem.deviceBytesPeak(), 800u);
  std::vector<std::pair<int, uint64_t>> Copies;
  for (const RawCopy &C : M.Runtime.Copies)
    Copies.emplace_back(C.Kind, C.Bytes);
  EXPECT_THAT(Copies, ElementsAre(std::pair(1, 1200), std::pair(1, 1680),
                                  std::pair(2, 4)));
  // What was copied out of an array may be what a kernel wrote.
  EXPECT_NE(M.call("content").From, 0);
}
