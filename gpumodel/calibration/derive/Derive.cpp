//===- Derive.cpp - Curves to the numbers of a GPU file -------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include <cmath>
#include <cstdio>

namespace gpuperf::calibration {

std::vector<Quantity> deriveQuantities(const std::string &Benchmark,
                                       const DeviceFacts &Device,
                                       const std::vector<Series> &All) {
  std::vector<Series> Own;
  // Curves without a point are removed here, so that no rule has to check.
  for (const Series &S : All)
    if (S.Benchmark == Benchmark && !S.Points.empty())
      Own.push_back(S);
  for (const NamedRule *Table :
       {LatencyRules, BandwidthRules, CopyRules, PatternRules, InstructionRules,
        ClockRules, AtomicRules, LaunchRules, OptimisationRules})
    for (const NamedRule *R = Table; R->Benchmark; ++R)
      if (Benchmark == R->Benchmark) {
        std::vector<Quantity> Found = R->Rule(Device, Own);
        for (Quantity &Q : Found) {
          Q.Benchmark = Benchmark;
          selfCheck(Q, std::isfinite(Q.Value), "is not a number");
        }
        return Found;
      }
  return {};
}

std::vector<Quantity> deriveAll(const DeviceFacts &Device,
                                const std::vector<Series> &All) {
  std::vector<std::string> Names;
  for (const Series &S : All) {
    bool Known = false;
    for (const std::string &Name : Names)
      Known |= Name == S.Benchmark;
    if (!Known)
      Names.push_back(S.Benchmark);
  }
  std::vector<Quantity> Found;
  for (const std::string &Name : Names)
    for (Quantity &Q : deriveQuantities(Name, Device, All))
      Found.push_back(std::move(Q));
  return Found;
}

const Series *findSeries(const std::vector<Series> &All,
                         const std::string &Name) {
  for (const Series &S : All)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

Quantity quantity(std::string Name, double Value, double Low, double High,
                  std::string Unit, std::string How) {
  Quantity Q;
  Q.Name = std::move(Name);
  Q.Value = Value;
  Q.Low = Low;
  Q.High = High;
  Q.Unit = std::move(Unit);
  Q.How = std::move(How);
  return Q;
}

void selfCheck(Quantity &Q, bool Holds, const std::string &Why) {
  if (Holds || !Q.Ok)
    return;
  Q.Ok = false;
  Q.Why = Why;
}

std::string bytesText(double Bytes) {
  const char *Unit = "B";
  for (const char *Larger : {"KiB", "MiB", "GiB"}) {
    if (Bytes < 1024)
      break;
    Bytes /= 1024;
    Unit = Larger;
  }
  char Text[48];
  std::snprintf(Text, sizeof(Text), "%.4g %s", Bytes, Unit);
  return Text;
}

} // namespace gpuperf::calibration
