//===- LaunchConditions.h - Under what a launch is timed --------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same launch takes another time when the caches are used differently or
// when the time is taken differently. These conditions say which time is meant.
// They belong to the launch and travel with it in one piece.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_LAUNCHCONDITIONS_H
#define GPUPERF_ANALYSIS_LAUNCHCONDITIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>

namespace gpuperf {

/// Whether plain global loads may hit in L1.
enum class L1Mode : uint8_t { On, Bypass };
/// What L2 holds at the start: what fits of the data of the launch, or nothing.
enum class L2State : uint8_t { Warm, Cold };
/// How the time was or will be taken: start to end on the GPU, as a profiler
/// shows it; per launch in a stream of launches; events or the host's clock
/// around one launch.
enum class Timing : uint8_t { Kernel, BackToBack, Single };

/// The clock that the SMs run at: boost unless something else is asked for.
/// Profilers hold the base clock.
struct Clock {
  enum class Kind : uint8_t { Boost, Sustained, Base, Mhz } K = Kind::Boost;
  double Mhz = 0; ///< with Kind::Mhz
  bool operator==(const Clock &) const = default;
};

struct LaunchConditions {
  L1Mode L1 = L1Mode::On;
  L2State L2 = L2State::Warm;
  Timing How = Timing::Kernel;
  Clock RunsAt;
  bool operator==(const LaunchConditions &) const = default;
};

/// The names that users read and write: "on" or "bypass"; "warm" or "cold";
/// "kernel", "back-to-back" or "single".
llvm::StringRef l1Name(L1Mode M);
llvm::StringRef l2Name(L2State S);
llvm::StringRef timingName(Timing T);

/// The value of such a name. The error is a sentence that says what the names
/// are.
llvm::Expected<L1Mode> parseL1(llvm::StringRef Name);
llvm::Expected<L2State> parseL2(llvm::StringRef Name);
llvm::Expected<Timing> parseTiming(llvm::StringRef Name);
/// "boost", "base" or a number of megahertz from 1 to 10,000.
llvm::Expected<Clock> parseClock(llvm::StringRef Name);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_LAUNCHCONDITIONS_H
