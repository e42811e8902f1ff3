//===- MaxPlus.h - Symbolic times: sums and maxima --------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of a thread as Kleimenov and Popova 2021 write it: a sum of
// latencies (lat_x), issue delays (del_x), maxima of such sums, and loops,
// "(...)/2*trip". Kept factored and short: max(A+x, A+y) is A+max(x,y), and an
// operand that cannot be the largest is dropped. All symbols are non-negative,
// and lat_x >= del_x.
//
//   lat_%6+del_br+lat_%8+max(del_%13+del_br,lat_%13)
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_MODELS_PATH_MAXPLUS_H
#define GPUPERF_ANALYSIS_MODELS_PATH_MAXPLUS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace gpuperf {

struct MaxPlusAtom;

/// An immutable symbolic time. Copies share their parts.
class MaxPlus {
public:
  /// Symbols in the printed form past which an expression is given up.
  static constexpr unsigned SizeBudget = 400;

  /// Zero.
  MaxPlus() = default;
  static MaxPlus latency(llvm::StringRef Of);
  static MaxPlus delay(llvm::StringRef Of);
  /// "(TwoIterations)/2*Trip".
  static MaxPlus loop(const MaxPlus &TwoIterations, llvm::StringRef Trip);

  friend MaxPlus operator+(const MaxPlus &A, const MaxPlus &B);
  friend MaxPlus max(const MaxPlus &A, const MaxPlus &B);
  /// What is left of max(A - B, 0), or more where that is no such sum.
  friend MaxPlus excess(const MaxPlus &A, const MaxPlus &B);
  /// True only if A <= B whatever the symbols are; false also where that could
  /// not be shown.
  friend bool neverExceeds(const MaxPlus &A, const MaxPlus &B);
  bool operator==(const MaxPlus &Other) const;

  /// The expression outgrew SizeBudget: there is no symbolic form.
  bool tooLarge() const { return TooLarge; }
  bool isZero() const { return !TooLarge && Atoms.empty(); }
  unsigned size() const { return Size; }

  /// Parts in order of appearance; "0" for zero, "..." if too large.
  std::string print() const;

  /// Value of one symbol: 'l' (latency), 'd' (delay) or 't' (trip count), and
  /// what it belongs to.
  using Lookup = llvm::function_ref<double(char Kind, llvm::StringRef Of)>;
  /// Must not be called on an expression that is tooLarge().
  double evaluate(Lookup Value) const;

private:
  using AtomPtr = std::shared_ptr<const MaxPlusAtom>;
  friend struct MaxPlusAtom;
  friend struct MaxPlusOps;
  void append(AtomPtr Atom);

  llvm::SmallVector<AtomPtr, 6> Atoms; ///< summed
  unsigned Size = 0;
  bool TooLarge = false;
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_MODELS_PATH_MAXPLUS_H
