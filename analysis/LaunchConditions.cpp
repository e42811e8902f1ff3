//===- LaunchConditions.cpp - Their names ---------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/LaunchConditions.h"
#include "llvm/Support/FormatVariadic.h"

using namespace gpuperf;
using llvm::StringLiteral;

namespace {
template <class T> struct Named {
  StringLiteral Name;
  T Value;
};

// In the order in which an error lists them.
constexpr Named<L1Mode> L1Names[] = {{"on", L1Mode::On},
                                     {"bypass", L1Mode::Bypass}};
constexpr Named<L2State> L2Names[] = {{"cold", L2State::Cold},
                                      {"warm", L2State::Warm}};
constexpr Named<Timing> TimingNames[] = {{"kernel", Timing::Kernel},
                                         {"back-to-back", Timing::BackToBack},
                                         {"single", Timing::Single}};

template <class T, size_t N>
llvm::StringRef nameOf(const Named<T> (&Names)[N], T Value) {
  for (const Named<T> &Each : Names)
    if (Each.Value == Value)
      return Each.Name;
  llvm_unreachable("a launch condition without a name");
}

template <class T, size_t N>
llvm::Expected<T> parse(llvm::StringRef What, const Named<T> (&Names)[N],
                        llvm::StringRef Name) {
  std::string All;
  for (size_t I = 0; I < N; ++I) {
    if (Names[I].Name == Name)
      return Names[I].Value;
    All += (I == 0 ? "" : I + 1 == N ? " or " : ", ") + Names[I].Name.str();
  }
  return llvm::createStringError(
      llvm::formatv("{0} is '{1}'; it must be {2}", What, Name, All).str());
}
} // namespace

llvm::StringRef gpuperf::l1Name(L1Mode M) { return nameOf(L1Names, M); }
llvm::StringRef gpuperf::l2Name(L2State S) { return nameOf(L2Names, S); }
llvm::StringRef gpuperf::timingName(Timing T) { return nameOf(TimingNames, T); }

llvm::Expected<L1Mode> gpuperf::parseL1(llvm::StringRef Name) {
  return parse("l1", L1Names, Name);
}
llvm::Expected<L2State> gpuperf::parseL2(llvm::StringRef Name) {
  return parse("l2", L2Names, Name);
}
llvm::Expected<Timing> gpuperf::parseTiming(llvm::StringRef Name) {
  return parse("timing", TimingNames, Name);
}

llvm::Expected<Clock> gpuperf::parseClock(llvm::StringRef Name) {
  if (Name == "boost")
    return Clock{Clock::Kind::Boost, 0};
  if (Name == "base")
    return Clock{Clock::Kind::Base, 0};
  if (Name == "sustained")
    return Clock{Clock::Kind::Sustained, 0};
  double Mhz = 0;
  if (Name.getAsDouble(Mhz) || !(Mhz >= 1 && Mhz <= 10'000))
    return llvm::createStringError(
        llvm::formatv("clock is '{0}'; it must be boost, sustained, base or a "
                      "number of MHz from 1 to 10000",
                      Name)
            .str());
  return Clock{Clock::Kind::Mhz, Mhz};
}
