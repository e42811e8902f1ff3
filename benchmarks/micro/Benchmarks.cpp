//===- Benchmarks.cpp - The table of benchmarks ---------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include <algorithm>
#include <cstdlib>

namespace gpuperf::micro {

#define BENCHMARK(Function, Name, Group, Seconds, Question)                    \
  void Function(Context &);
#include "benchmarks/micro/Benchmarks.def"

const std::vector<Benchmark> &allBenchmarks() {
  static const std::vector<Benchmark> All = {
#define BENCHMARK(Function, Name, Group, Seconds, Question)                    \
  {Name, Group, Seconds, Question, Function},
#include "benchmarks/micro/Benchmarks.def"
  };
  return All;
}

bool hasSm(const DeviceFacts &Device, unsigned Least) {
  if (Device.Backend == "emulated")
    return true;
  return Device.Arch.compare(0, 3, "sm_") == 0 &&
         unsigned(std::atoi(Device.Arch.c_str() + 3)) >= Least;
}

double Context::dramBytes() const {
  constexpr double Mebibyte = 1024.0 * 1024;
  return std::min(std::max(8 * Device.L2Bytes, 256 * Mebibyte), FreeBytes / 3);
}

Series &Context::add(std::string Name, std::string XName, std::string YName,
                     std::vector<std::pair<std::string, double>> Params) {
  Series S;
  S.Name = std::move(Name);
  S.XName = std::move(XName);
  S.YName = std::move(YName);
  S.Params = std::move(Params);
  Found.push_back(std::move(S));
  return Found.back();
}

} // namespace gpuperf::micro
