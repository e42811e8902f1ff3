//===- Weight.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/tidy/export/Weight.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Regex.h"
#include <algorithm>
#include <tuple>

using namespace gpuperf;
using llvm::StringRef;

Severity gpuperf::severityOfRule(StringRef Rule) {
  return llvm::StringSwitch<Severity>(Rule)
      .Case("gpuperf-kernel-time", Severity::Info)
      .Cases({"gpuperf-invalid-launch", "clang-diagnostic-error"},
             Severity::Major)
      .Default(Severity::Minor);
}

Severity gpuperf::severityOf(const Finding &F) {
  if (F.Level == FindingLevel::Error)
    return Severity::Major;
  if (F.Level == FindingLevel::Remark)
    return Severity::Info;
  return severityOfRule(F.Rule);
}

static double numberOf(StringRef Text) {
  double Value = 0;
  return Text.getAsDouble(Value) ? 0 : Value;
}

double gpuperf::lostShare(StringRef Message) {
  static const llvm::Regex OfTime("([0-9.]+)% of (the|its) time");
  static const llvm::Regex Faster("([0-9.]+)x faster");
  llvm::SmallVector<StringRef, 3> Parts;
  if (OfTime.match(Message, &Parts))
    return std::min(numberOf(Parts[1]) / 100, 1.0);
  if (Faster.match(Message, &Parts))
    if (double Factor = numberOf(Parts[1]); Factor > 1)
      return 1 - 1 / Factor;
  return 0;
}

double gpuperf::longestTime(StringRef Message) {
  static const llvm::Regex Time("([0-9][0-9.]*) (ns|us|ms|s)([^a-zA-Z0-9]|$)");
  llvm::SmallVector<StringRef, 4> Parts;
  double Longest = 0;
  while (Time.match(Message, &Parts)) {
    const double Unit = llvm::StringSwitch<double>(Parts[2])
                            .Case("ns", 1e-3)
                            .Case("us", 1)
                            .Case("ms", 1e3)
                            .Default(1e6);
    Longest = std::max(Longest, numberOf(Parts[1]) * Unit);
    Message = Message.substr(Parts[0].end() - Message.begin());
  }
  return Longest;
}

using Weight = std::tuple<Severity, double, double>;

static Weight weightOf(const Finding &F) {
  return {severityOf(F), lostShare(F.Message), longestTime(F.Message)};
}

static bool isBefore(const Finding &A, const Finding &B) {
  auto place = [](const Finding &F) {
    return std::tuple(F.At ? StringRef(F.At->File) : StringRef(), F.Offset,
                      StringRef(F.Rule), StringRef(F.Message));
  };
  return place(A) < place(B);
}

bool gpuperf::isWorse(const Finding &A, const Finding &B) {
  const Weight OfA = weightOf(A), OfB = weightOf(B);
  return OfA != OfB ? OfA > OfB : isBefore(A, B);
}

void gpuperf::sortWorstFirst(std::vector<Finding> &Findings) {
  // Reading a message takes longer than comparing.
  std::vector<std::pair<Weight, Finding>> Weighed;
  Weighed.reserve(Findings.size());
  for (Finding &F : Findings) {
    Weight W = weightOf(F);
    Weighed.emplace_back(W, std::move(F));
  }
  llvm::sort(Weighed, [](const auto &A, const auto &B) {
    return A.first != B.first ? A.first > B.first
                              : isBefore(A.second, B.second);
  });
  for (size_t I = 0; I < Findings.size(); ++I)
    Findings[I] = std::move(Weighed[I].second);
}
