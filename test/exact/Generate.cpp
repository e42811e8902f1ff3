//===- Generate.cpp - The text of random kernels --------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "test/exact/Generated.h"
#include "llvm/Support/FormatVariadic.h"
#include <random>

using namespace gpuperf;
using namespace gpuperf::exact;
using llvm::formatv;

namespace {
constexpr unsigned PerFile = 20;
/// Room for every index that is generated; hardly any of it is touched.
constexpr uint64_t BufferBytes = uint64_t(256) << 20;

struct ElementType {
  const char *Name;
  unsigned Bytes;
  const char *Field; ///< ".b" of a structure, or nothing
};
constexpr ElementType Plain[] = {{"float", 4, ""},       {"double", 8, ""},
                                 {"signed char", 1, ""}, {"short", 2, ""},
                                 {"int", 4, ""},         {"float2", 8, ".y"},
                                 {"float4", 16, ".z"},   {"long long", 8, ""}};
constexpr ElementType Records[] = {{"Rgb", 3, ".g"},
                                   {"Point", 12, ".y"},
                                   {"Pair", 16, ".second"},
                                   {"Body", 32, ".mass"},
                                   {"Odd", 20, ".tail"}};
constexpr const char *Declarations =
    "struct Rgb { signed char r, g, b; };\n"
    "struct Point { float x, y, z; };\n"
    "struct Pair { double first, second; };\n"
    "struct Body { float x, y, z, vx, vy, vz, mass, rest; };\n"
    "struct Odd { int head[4]; short tail, last; };\n";
constexpr const char *SharedTypes[] = {
    "float", "double", "int", "short", "signed char", "float2", "float4"};

class Generator {
public:
  explicit Generator(uint64_t Seed) : Random(Seed) {}
  void add(unsigned Number, GeneratedFile &Into);

private:
  unsigned pick(unsigned N) { return static_cast<unsigned>(Random() % N); }
  template <typename T, size_t N> const T &one(const T (&Of)[N]) {
    return Of[pick(N)];
  }
  bool chance(unsigned Percent) { return pick(100) < Percent; }
  void pickShape();
  /// A number in the text, or an argument that has it.
  std::string number(int Value);
  std::string index(unsigned Bytes);
  std::string guard();
  std::string global();
  std::string shared();

  std::mt19937_64 Random;
  Dim3 Grid, Block;
  std::vector<int> Numbers; ///< arguments n0, n1, ...
};
} // namespace

void Generator::pickShape() {
  static constexpr unsigned Flat[] = {32, 64, 96, 100, 128, 192, 256};
  static constexpr unsigned Plane[][2] = {
      {32, 8}, {16, 16}, {8, 32}, {4, 64}, {2, 64},  {1, 64}, {64, 4},
      {5, 7},  {33, 3},  {32, 1}, {16, 4}, {24, 10}, {8, 8},  {32, 32}};
  static constexpr unsigned Space[][3] = {{8, 4, 4},  {4, 4, 8},  {2, 16, 2},
                                          {16, 2, 4}, {32, 2, 2}, {3, 5, 7}};
  switch (pick(5)) {
  case 0:
  case 1:
    Block = {one(Flat)}, Grid = {1 + pick(4)};
    break;
  case 2:
  case 3: {
    const auto &B = one(Plane);
    Block = {B[0], B[1]}, Grid = {1 + pick(3), 1 + pick(2)};
    break;
  }
  default: {
    const auto &B = one(Space);
    Block = {B[0], B[1], B[2]}, Grid = {1 + pick(2), 1 + pick(2), 1 + pick(2)};
  }
  }
}

std::string Generator::number(int Value) {
  if (chance(50))
    return std::to_string(Value);
  Numbers.push_back(Value);
  return "n" + std::to_string(Numbers.size() - 1);
}

/// What an index looks like, in x, y, z, t (the thread's number in the block)
/// and k (the loop's counter).
std::string Generator::index(unsigned Bytes) {
  static constexpr int Pitches[] = {64,  96,  100, 127, 128,  256, 257,
                                    320, 500, 512, 513, 1000, 1024};
  static constexpr int Strides[] = {1, 1, 1, 2, 3, 4, 5, 7, 8, 16, 17, 32, 33};
  static constexpr int Divisors[] = {2, 3, 4, 8, 16, 32, 33};
  const std::string P = number(one(Pitches)), S = number(one(Strides)),
                    D = number(one(Divisors));
  const std::string O = chance(50) ? "" : " + " + std::to_string(pick(40));
  const std::string K = chance(40) ? " + k" : "";
  std::string Text;
  switch (pick(18)) {
  case 0:
  case 1:
    Text = formatv("y * {0} + x", P);
    break;
  case 2:
  case 3:
    Text = formatv("x * {0} + y", P);
    break;
  case 4:
    Text = formatv("x * {0}", S);
    break;
  case 5:
    Text = formatv("(y * {0} + x) * {1}", P, S);
    break;
  case 6:
    Text = formatv("(z * 64 + y) * {0} + x", P);
    break;
  case 7:
    Text = formatv("(x * 64 + y) * 32 + z", P);
    break;
  case 8: // diagonal
    Text = formatv("y * {0} + (x + y) % {0}", P);
    break;
  case 9:
    Text = formatv("x * {0} + x + y", P);
    break;
  case 10:
    Text = formatv("(x ^ {0}) + y * {1}", D, P);
    break;
  case 11:
    Text = formatv("(x * {0}) % {1} + y * {1}", S, P);
    break;
  case 12:
    Text = formatv("(x / {0}) * {1} + x % {0}", D, P);
    break;
  case 13:
    Text = formatv("(x % {0}) * {1} + x / {0}", D, P);
    break;
  case 14:
    Text = formatv("y * {0} + {0} - 1 - x % {0}", P);
    break;
  case 15: // a loop down the column, or along the row
    return formatv("k * {0} + x{1}", P, O);
  case 16:
    return formatv("x * {0} + k{1}", P, O);
  default:
    Text = chance(50) ? "t" : "blockIdx.x * 7 + y";
  }
  (void)Bytes;
  Text += K + O;
  return chance(20) ? "size_t(" + Text + ")" : Text;
}

std::string Generator::guard() {
  switch (pick(9)) {
  case 0:
    return formatv("if (x < {0}) ", number(40 + static_cast<int>(pick(200))));
  case 1:
    return formatv("if (x % {0} == 1) ", one({2, 3, 4}));
  case 2:
    return formatv("if (x < {0} && y < {1}) ",
                   number(20 + static_cast<int>(pick(60))),
                   number(3 + static_cast<int>(pick(20))));
  case 3:
    return "if ((t & 8) == 0) ";
  default:
    return "";
  }
}

std::string Generator::global() {
  const ElementType &From = chance(30) ? one(Records) : one(Plain);
  const ElementType &To = chance(15) ? one(Records) : one(Plain);
  const bool Gather = chance(8);
  std::string Read = Gather ? "index[" + index(4) + "]" : index(From.Bytes);
  const char *Field = From.Field;
  std::string Body = formatv("  const {0} *in = (const {0} *)a;\n"
                             "  {1} *out = ({1} *)b;\n",
                             From.Name, To.Name);
  Body += formatv("  for (int k = 0; k < {0}; ++k)\n",
                  number(static_cast<int>(1 + pick(6))));
  const char *Into = *To.Field ? To.Field : "";
  Body += formatv("    {0}out[{1}]{2} = in[{3}]{4} + 1;\n", guard(),
                  index(To.Bytes), Into, Read, Field);
  return Body;
}

std::string Generator::shared() {
  const char *Type = one(SharedTypes);
  const bool Two = std::string(Type) == "float2",
             Four = std::string(Type) == "float4";
  const char *Field = Two ? ".y" : Four ? ".w" : "";
  const unsigned Side =
      static_cast<unsigned>(std::max({Block.X, Block.Y, uint64_t(32)}));
  std::string Body;
  const bool Rows = Side <= (Four ? 36u : 64u) && Block.Z == 1 && chance(60);
  if (Rows) {
    const unsigned Columns = Side + one({0u, 0u, 1u, 2u, 4u});
    Body += formatv("  __shared__ {0} s[{1}][{2}];\n", Type, Side, Columns);
    const char *Write =
        one({"threadIdx.y][threadIdx.x", "threadIdx.x][threadIdx.y"});
    const char *Read =
        one({"threadIdx.y][threadIdx.x", "threadIdx.x][threadIdx.y",
             "threadIdx.x][k", "k][threadIdx.x",
             "threadIdx.x][(threadIdx.x + k) % 32", "threadIdx.y][k",
             "threadIdx.x][31 - k"});
    Body += formatv("  s[{0}]{1} = a[t];\n  __syncthreads();\n  float sum = "
                    "0;\n  for (int k = 0; k < {2}; ++k)\n    {3}sum += "
                    "s[{4}]{1};\n",
                    Write, Field, number(static_cast<int>(1 + pick(8))),
                    guard(), Read);
  } else {
    // One dimension; the size is a power of two, so that % is cheap.
    const unsigned Size = Four ? 2048 : 4096;
    Body += formatv("  __shared__ {0} s[{1}];\n", Type, Size);
    auto Place = [&]() -> std::string {
      static constexpr int Strides[] = {1, 1, 2, 3, 4, 5, 8, 16, 17, 32, 33};
      const std::string S = number(one(Strides));
      switch (pick(6)) {
      case 0:
        return formatv("(t * {0} + k) % {1}", S, Size);
      case 1:
        return formatv("(threadIdx.x * {0} + threadIdx.y) % {1}", S, Size);
      case 2:
        return formatv("(t ^ {0}) % {1}", S, Size);
      case 3:
        return formatv("(t / {0} + k * 32) % {1}", S, Size);
      case 4:
        return formatv("(t % {0} * 32 + t / {0}) % {1}", S, Size);
      default:
        return formatv("(threadIdx.y * 33 + threadIdx.x * {0}) % {1}", S, Size);
      }
    };
    Body += formatv("  for (int k = 0; k < 2; ++k)\n    s[{0}]{1} = a[t];\n"
                    "  __syncthreads();\n  float sum = 0;\n  for (int k = 0; "
                    "k < {2}; ++k)\n    {3}sum += s[{4}]{1};\n",
                    Place(), Field, number(static_cast<int>(1 + pick(8))),
                    guard(), Place());
  }
  Body += "  b[t] = sum;\n";
  return Body;
}

void Generator::add(unsigned Number, GeneratedFile &Into) {
  pickShape();
  Numbers.clear();
  const std::string Body = chance(55) ? global() : shared();
  Case C;
  C.Kernel = C.Name = "k" + std::to_string(Number);
  C.Grid = Grid, C.Block = Block;
  std::string Parameters = "const float *a, float *b, const int *index";
  C.Args = {buffer(BufferBytes), buffer(BufferBytes),
            buffer(BufferBytes / 64, 5000)};
  for (size_t I = 0; I < Numbers.size(); ++I) {
    Parameters += formatv(", int n{0}", I);
    C.Args.push_back(int32(Numbers[I]));
  }
  Into.Text += formatv("__global__ void {0}({1}) {{\n", C.Kernel, Parameters);
  const char *Unsigned = chance(15) ? "unsigned" : "int";
  for (const char *Axis : {"x", "y", "z"})
    Into.Text += formatv("  {0} {1} = blockIdx.{1} * blockDim.{1} + "
                         "threadIdx.{1};\n",
                         Unsigned, Axis);
  Into.Text += "  int t = (threadIdx.z * blockDim.y + threadIdx.y) * "
               "blockDim.x + threadIdx.x;\n";
  Into.Text += Body + "}\n";
  Into.Cases.push_back(std::move(C));
}

std::vector<GeneratedFile> exact::generate(unsigned Kernels, uint64_t Seed) {
  Generator G(Seed);
  return generateFiles(G, Kernels, PerFile, Declarations);
}
