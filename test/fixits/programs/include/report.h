//===- report.h - Inputs and results of the programs ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_FIXITS_REPORT_H
#define GPUPERF_TEST_FIXITS_REPORT_H

#include <cstdio>
#include <cstring>

/// The same values in every run: 0 to 1.
inline float noise(unsigned Index) {
  unsigned Bits = Index * 2654435761u;
  Bits ^= Bits >> 15;
  Bits *= 2246822519u;
  Bits ^= Bits >> 13;
  return float(Bits >> 8) / 16777216.0f;
}

inline void fillNoise(float *Values, size_t Count, unsigned Seed = 0) {
  for (size_t I = 0; I < Count; ++I)
    Values[I] = noise(unsigned(I) + Seed);
}

/// Prints a checksum over the bits of every value, and some of them.
template <typename T>
void report(const char *What, const T *Values, size_t Count) {
  unsigned long long Sum = 1469598103934665603ull;
  for (size_t I = 0; I < Count; ++I) {
    unsigned long long Bits = 0;
    static_assert(sizeof(T) <= 8, "one number at a time");
    std::memcpy(&Bits, Values + I, sizeof(T));
    Sum = (Sum ^ Bits) * 1099511628211ull;
  }
  std::printf("%s: %zu values, %016llx", What, Count, Sum);
  for (size_t I = 0; I < Count; I += Count / 4 + 1)
    std::printf(" %g", double(Values[I]));
  std::printf("\n");
}

#endif // GPUPERF_TEST_FIXITS_REPORT_H
