//===- Poly.h - Polynomials of launch indices -------------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers and addresses as sums of products of launch indices, loop counters
// and other values. blockIdx.d * blockDim.d becomes GlobalId_d - threadIdx.d
// and gridDim.d * blockDim.d becomes Threads_d: what still names a raw index
// after that depends on the block size.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_INDEPENDENCE_POLY_H
#define GPUPERF_ANALYSIS_INDEPENDENCE_POLY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <unordered_map>

namespace llvm {
class Function;
class Loop;
class LoopInfo;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace gpuperf {

/// A variable of a polynomial: one of the launch variables below plus the
/// dimension (0 to 2), or an atom of the PolyBuilder.
using PolyVar = unsigned;
namespace launchvar {
inline constexpr PolyVar Tid = 0, Ctaid = 3, Ntid = 6, Nctaid = 9;
/// ctaid*ntid + tid.
inline constexpr PolyVar GlobalId = 12;
/// nctaid*ntid.
inline constexpr PolyVar Threads = 15;
/// GlobalId + Threads * iteration, in a grid-stride loop.
inline constexpr PolyVar Item = 18;
inline constexpr PolyVar FirstAtom = 21;
} // namespace launchvar

/// Sorted factors -> coefficient; no factors: the constant term. No
/// coefficient is 0.
using LaunchPoly = std::map<llvm::SmallVector<PolyVar, 4>, int64_t>;

/// The launch variable that a value reads, if it is a special register.
std::optional<PolyVar> launchVarOf(const llvm::Value *V);

/// What a variable beyond the launch variables is: a value that is no sum or
/// product, or the number of a loop's iteration (Counter).
struct PolyAtom {
  const llvm::SCEV *S = nullptr;
  const llvm::Loop *Counter = nullptr;
};

/// Expands SCEVs of one function. Width changes of at least 32 bits are looked
/// through: the arithmetic below is taken not to wrap.
class PolyBuilder {
public:
  PolyBuilder(llvm::ScalarEvolution &SE, llvm::LoopInfo &LI) : SE(SE), LI(LI) {}

  /// Nothing where the form would grow too large.
  const std::optional<LaunchPoly> &of(const llvm::SCEV *S);
  const PolyAtom &atom(PolyVar V) const {
    return Atoms[V - launchvar::FirstAtom];
  }
  PolyVar counterOf(const llvm::Loop *L);

private:
  std::optional<LaunchPoly> expand(const llvm::SCEV *S, bool Narrow,
                                   unsigned Depth);
  std::optional<LaunchPoly> expandNew(const llvm::SCEV *S, bool Narrow,
                                      unsigned Depth);
  LaunchPoly atomOf(const llvm::SCEV *S);
  std::optional<LaunchPoly> delayedPhi(const llvm::Value *V, bool Narrow,
                                       unsigned Depth);

  llvm::ScalarEvolution &SE;
  llvm::LoopInfo &LI;
  /// References into it stay valid.
  std::unordered_map<const llvm::SCEV *, std::optional<LaunchPoly>> Memo;
  std::unordered_map<const llvm::SCEV *, std::optional<LaunchPoly>> Expanded[2];
  llvm::DenseMap<const void *, PolyVar> Ids;
  llvm::SmallVector<PolyAtom, 16> Atoms;
};

/// \p A + \p Times * \p B.
LaunchPoly addPoly(const LaunchPoly &A, const LaunchPoly &B, int64_t Times = 1);
/// \p P with every product of \p A and \p B replaced by \p Plus - \p Minus
/// (none: 0).
std::optional<LaunchPoly> replacePair(const LaunchPoly &P, PolyVar A, PolyVar B,
                                      PolyVar Plus,
                                      std::optional<PolyVar> Minus);

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_INDEPENDENCE_POLY_H
