//===- PredictionKey.cpp --------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/predict/PredictionKey.h"

using namespace gpuperf;

namespace {
/// The bytes of some values, one after the other. A struct is taken apart by a
/// structured binding, which has to name all fields: it does not compile once
/// the struct has another number of them.
class KeyWriter {
public:
  template <class... Ts> void addAll(const Ts &...Values) {
    (add(Values), ...);
  }

  void add(const Launch &L) {
    const auto &[Grid, Block, DynamicSharedBytes, Args, PointerBytes, Variables,
                 Conditions, Why, ClusterBlocks] = L;
    addAll(Grid, Block, DynamicSharedBytes, Args, PointerBytes, Variables,
           Conditions, Why, ClusterBlocks);
  }
  void add(const GivenData &G) {
    const auto &[Trips, Shares] = G;
    addAll(Trips, Shares);
  }
  void add(const PredictOptions &O) {
    const auto &[Model, Args, Profile, Explain, KnownProfile, Registers, Memo] =
        O;
    // With a profile from outside there is no key; the memo is who asks for it.
    assert(!KnownProfile && "a question that has no key");
    static_cast<void>(KnownProfile), static_cast<void>(Memo);
    addAll(Model, Args, Profile, Registers, Explain);
  }
  std::string take() { return std::move(Bytes); }

  void add(llvm::StringRef Text) {
    add(Text.size());
    Bytes += Text;
  }

private:
  template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  void add(T Value) {
    Bytes.append(reinterpret_cast<const char *>(&Value), sizeof(T));
  }
  template <class T> void add(const std::vector<T> &All) {
    add(All.size());
    for (const T &Each : All)
      add(Each);
  }
  template <class T> void add(const std::optional<T> &Maybe) {
    add(Maybe.has_value());
    if (Maybe)
      add(*Maybe);
  }
  template <class T, class U> void add(const std::pair<T, U> &Both) {
    addAll(Both.first, Both.second);
  }
  void add(const GivenTrips &G) {
    const auto &[Loop, Mean, Where] = G;
    addAll(Loop, Mean, Where);
  }
  void add(const GivenShare &G) {
    const auto &[Block, First, Said, Where, Enters] = G;
    addAll(Block, First, Said, Where, Enters);
  }
  void add(const SourceLine &At) {
    const auto &[File, Line, Column] = At;
    addAll(File, Line, Column);
  }
  void add(const Dim3 &D) {
    const auto &[X, Y, Z] = D;
    addAll(X, Y, Z);
  }
  void add(const ArgValue &A) {
    const auto &[K, Integer, Floating, From, Fields] = A;
    addAll(K, Integer, Floating, From, Fields);
  }
  /// A prediction tells what was assumed of the launch by its name.
  void add(const AssumptionSet &Why) { add(Why.all()); }
  void add(const Assumption &A) {
    const auto &[Kind, Name, Value, SourceLine] = A;
    addAll(Kind, llvm::StringRef(Name), Value.index(), SourceLine);
    if (const auto *Integer = std::get_if<int64_t>(&Value))
      add(*Integer);
    else if (const auto *Floating = std::get_if<double>(&Value))
      add(*Floating);
  }
  void add(const Estimate &E) {
    const auto &[Lo, Value, Hi, Why] = E;
    addAll(Lo, Value, Hi, Why);
  }
  void add(const Clock &C) {
    const auto &[K, Mhz] = C;
    addAll(K, Mhz);
  }
  void add(const LaunchConditions &C) {
    const auto &[L1, L2, How, RunsAt] = C;
    addAll(L1, L2, How, RunsAt);
  }
  void add(const ModelArgs &A) {
    const auto &[L1Pct, L2Pct, Spef, WarpTimeNs, Alpha, Beta, WithoutTerms] = A;
    addAll(L1Pct, L2Pct, Spef, WarpTimeNs, Alpha, Beta, WithoutTerms);
  }
  void add(const ProfileOptions &O) {
    const auto &[StepBudget, SampledBlocks, SampledWarps, SampledIterations,
                 DefaultTrip, SoonTrip, Everything] = O;
    addAll(StepBudget, SampledBlocks, SampledWarps, SampledIterations,
           DefaultTrip, SoonTrip, Everything);
  }

  std::string Bytes;
};
} // namespace

std::optional<std::string>
gpuperf::predictionKey(const GivenData &Given, const Launch &L,
                       const GpuModel &Gpu, const PredictOptions &Options) {
  if (Options.KnownProfile)
    return std::nullopt;
  KeyWriter Key;
  Key.add(Given);
  Key.add(L);
  Key.add(Options);
  Key.add(llvm::StringRef(Gpu.Name));
  return Key.take();
}
