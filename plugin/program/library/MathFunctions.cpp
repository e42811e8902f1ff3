//===- MathFunctions.cpp - libm in a walk --------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/program/library/Library.h"
#include "llvm/ADT/bit.h"
#include <cmath>
#include <cstring>

namespace gpuperf::program {

void giveNumber(NativeCall &C, double V, bool IsFloat, LabelSet From) {
  C.give({IsFloat ? llvm::bit_cast<uint32_t>(static_cast<float>(V))
                  : llvm::bit_cast<uint64_t>(V),
          From});
}

LabelSet argumentLabels(NativeCall &C) {
  LabelSet From = 0;
  for (size_t K = 0; K < C.size(); ++K)
    From = C.M.L.unite(From, C.arg(K).From);
  return From;
}

static double argument(NativeCall &C, size_t K, bool IsFloat) {
  uint64_t Bits = C.arg(K).Bits;
  return IsFloat ? static_cast<double>(
                       llvm::bit_cast<float>(static_cast<uint32_t>(Bits)))
                 : llvm::bit_cast<double>(Bits);
}

template <double (*Fn)(double), bool IsFloat> static void one(NativeCall &C) {
  giveNumber(C, Fn(argument(C, 0, IsFloat)), IsFloat, argumentLabels(C));
}
template <double (*Fn)(double, double), bool IsFloat>
static void two(NativeCall &C) {
  giveNumber(C, Fn(argument(C, 0, IsFloat), argument(C, 1, IsFloat)), IsFloat,
             argumentLabels(C));
}
static void toWhole(NativeCall &C) { // lround, llrint and their relatives
  bool IsFloat = C.Name.ends_with("f");
  double V = argument(C, 0, IsFloat);
  V = C.Name.contains("round") ? std::round(V) : std::nearbyint(V);
  C.give(
      {std::fabs(V) < 9e18 ? static_cast<uint64_t>(static_cast<int64_t>(V)) : 0,
       argumentLabels(C)});
}
static void absolute(NativeCall &C) {
  int64_t V = C.integer(0, C.Name == "abs" ? 32 : 64);
  uint64_t R = static_cast<uint64_t>(V < 0 ? -V : V);
  C.give({C.Name == "abs" ? R & 0xFFFFFFFFu : R, C.arg(0).From});
}

namespace {
/// One function of libm for double and for float.
struct MathEntry {
  const char *Name;
  Native OfDouble, OfFloat;
};
} // namespace

#define ONE(NAME) {#NAME, one<std::NAME, false>, one<std::NAME, true>}
#define TWO(NAME) {#NAME, two<std::NAME, false>, two<std::NAME, true>}
static const MathEntry MathEntries[] = {
    ONE(sqrt),     ONE(cbrt),      ONE(exp),    ONE(exp2),      ONE(expm1),
    ONE(log),      ONE(log2),      ONE(log10),  ONE(log1p),     ONE(sin),
    ONE(cos),      ONE(tan),       ONE(asin),   ONE(acos),      ONE(atan),
    ONE(sinh),     ONE(cosh),      ONE(tanh),   ONE(ceil),      ONE(floor),
    ONE(trunc),    ONE(round),     ONE(rint),   ONE(nearbyint), ONE(fabs),
    ONE(erf),      ONE(erfc),      ONE(tgamma), ONE(lgamma),    TWO(pow),
    TWO(fmod),     TWO(fmin),      TWO(fmax),   TWO(atan2),     TWO(hypot),
    TWO(copysign), TWO(remainder), TWO(fdim),
};
#undef ONE
#undef TWO

/// The wrappers of clang's headers for device code have the same meaning. In a
/// device parse host code calls them: "_ZL3powdd", "_ZL4fmaxff".
static std::string wrapperName(const char *Name, bool IsFloat, bool IsTwo) {
  std::string Type(IsTwo ? 2 : 1, IsFloat ? 'f' : 'd');
  return "_ZL" + std::to_string(std::strlen(Name)) + Name + Type;
}

void addMathFunctions(NativeTable &T) {
  constexpr size_t FirstOfTwo = 29;
  for (size_t I = 0; I < std::size(MathEntries); ++I) {
    const MathEntry &E = MathEntries[I];
    T[E.Name] = T[wrapperName(E.Name, false, I >= FirstOfTwo)] = E.OfDouble;
    T[wrapperName(E.Name, true, I >= FirstOfTwo)] = E.OfFloat;
    T[std::string(E.Name) + "f"] = E.OfFloat;
  }
  for (const char *Name : {"lround", "lroundf", "llround", "llroundf", "lrint",
                           "lrintf", "llrint", "llrintf"})
    T[Name] = toWhole;
  T["_ZL3absf"] = T["fabsf"];
  T["_ZL3absd"] = T["fabs"];
  T["abs"] = T["labs"] = T["llabs"] = absolute;
}

} // namespace gpuperf::program
