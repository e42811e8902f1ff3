//===- Assumption.h - Why a number may be off -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An assumption is made once, where something had to be taken that is not
// known, and travels as a value with each number that rests on it. It decides
// how wide the band of a time is, which answers an editor may keep, and which
// advice is given. It is put into words by analysis/report only.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_GPUMODEL_ASSUMPTION_H
#define GPUPERF_GPUMODEL_ASSUMPTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace gpuperf {

/// What was assumed; Assumption.def says what each means.
enum class AssumptionKind : uint8_t {
#define ASSUMPTION(Kind, Key, Order, BandFactor, RatioFactor, ForEveryLaunch)  \
  Kind,
#include "gpumodel/Assumption.def"
};

inline constexpr unsigned NumAssumptionKinds = 0
#define ASSUMPTION(Kind, Key, Order, BandFactor, RatioFactor, ForEveryLaunch) +1
#include "gpumodel/Assumption.def"
    ;

/// The kind's name in JSON, such as "trip_count".
llvm::StringRef assumptionKey(AssumptionKind K);
/// How far a time may be off for this reason alone, at least 1.
double bandFactor(AssumptionKind K);
/// How far the ratio of two launches of one kernel may be off for this reason
/// alone: from 1 to bandFactor().
double ratioFactor(AssumptionKind K);
/// Kinds of a smaller order are told first.
unsigned tellingOrder(AssumptionKind K);
/// It holds for (nearly) every launch and is not told with each answer.
bool holdsForEveryLaunch(AssumptionKind K);

/// The value that was taken; none where the kind has none.
using AssumedValue = std::variant<std::monostate, int64_t, double>;

struct Assumption {
  AssumptionKind Kind;
  /// What it is about, in the words of the source: a variable, a function.
  std::string Name = {};
  AssumedValue Value = {};
  uint32_t SourceLine = 0; ///< where it was made, 0: no line is named

  bool operator==(const Assumption &) const = default;
};

/// Kinds, and the assumptions of them that have a name, a value or a line.
///
/// The latter are in the order in which they are told, without duplicates;
/// merging loses none. They are shared between copies, so that copying never
/// allocates: the numbers of hot loops carry such sets.
class AssumptionSet {
public:
  AssumptionSet() = default;
  /// Implicit, so that a kind or an assumption can be merged as it is.
  AssumptionSet(AssumptionKind K) : Kinds(bit(K)) {}
  AssumptionSet(Assumption A);
  /// Many at once; of the same order, the first stay first.
  explicit AssumptionSet(std::vector<Assumption> All);

  bool empty() const { return Kinds == 0; }
  bool contains(AssumptionKind K) const { return Kinds & bit(K); }
  /// Those that have more than a kind.
  llvm::ArrayRef<Assumption> named() const {
    return Named ? llvm::ArrayRef<Assumption>(*Named)
                 : llvm::ArrayRef<Assumption>();
  }
  /// All, in the order in which they are told: named ones, and the bare kind
  /// where no assumption of it has more.
  std::vector<Assumption> all() const;
  /// One of them is about a line of the source.
  bool namesLine() const;
  /// All but those of \p K.
  AssumptionSet without(AssumptionKind K) const;

  /// Of the same order, those that are there already stay before \p Other's.
  AssumptionSet &operator|=(const AssumptionSet &Other) {
    Kinds |= Other.Kinds;
    if (Other.Named && Other.Named != Named)
      addNamed(Other.Named);
    return *this;
  }
  bool operator==(const AssumptionSet &Other) const {
    return Kinds == Other.Kinds && named() == Other.named();
  }

private:
  using List = std::vector<Assumption>;

  static uint32_t bit(AssumptionKind K) {
    static_assert(NumAssumptionKinds <= 32, "Kinds has too few bits");
    return uint32_t(1) << static_cast<unsigned>(K);
  }
  void addNamed(const std::shared_ptr<const List> &Other);

  uint32_t Kinds = 0;
  std::shared_ptr<const List> Named; ///< null: none; never changed in place
};

inline AssumptionSet operator|(AssumptionSet A, const AssumptionSet &B) {
  A |= B;
  return A;
}

} // namespace gpuperf

#endif // GPUPERF_GPUMODEL_ASSUMPTION_H
