//===- Launch.h - One kernel launch, as numbers -----------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_ANALYSIS_LAUNCH_H
#define GPUPERF_ANALYSIS_LAUNCH_H

#include "analysis/LaunchConditions.h"
#include "gpumodel/Assumption.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace gpuperf {

/// Extents in blocks (grid) or threads (block).
struct Dim3 {
  uint64_t X = 1, Y = 1, Z = 1;
  /// Product, saturating at the largest uint64_t.
  uint64_t count() const {
    uint64_t XY, XYZ;
    if (__builtin_mul_overflow(X, Y, &XY) ||
        __builtin_mul_overflow(XY, Z, &XYZ))
      return ~uint64_t(0);
    return XYZ;
  }
  bool operator==(const Dim3 &) const = default;
};

/// Who says a value.
enum class Provenance : uint8_t {
  Literal,     ///< a number that is written there
  Function,    ///< the function around it
  Caller,      ///< a caller of that function
  CommandLine, ///< the arguments that the program is run with
  OtherFile,   ///< another file of the program
  Facts,       ///< the project's facts
  Recorded,    ///< a recorded run
  UserAssumed, ///< the user: a comment, an option or the question itself
  Grid,        ///< the launch's own grid, by a guard of the kernel
  Array,       ///< an array of fixed size, by a loop of the kernel over it
  Unknown      ///< nobody: a default stands for it
};
/// The source's own function says it: no comment, no option and no default.
inline bool isFromSource(Provenance P) {
  return P == Provenance::Literal || P == Provenance::Function;
}

/// What is known of one scalar kernel argument, or of one field of a struct
/// passed by value.
struct ArgValue {
  // Declared, since the vector of pairs below is not complete before its end.
  ArgValue() = default;
  enum class Kind : uint8_t { Unknown, Integer, Floating } K = Kind::Unknown;
  int64_t Integer = 0;
  double Floating = 0;
  Provenance From = Provenance::Unknown;
  /// By-value structs: the known scalars inside, by byte offset.
  std::vector<std::pair<uint32_t, ArgValue>> Fields = {};

  static ArgValue integer(int64_t V,
                          Provenance From = Provenance::UserAssumed) {
    ArgValue A;
    A.K = Kind::Integer, A.Integer = V, A.From = From;
    return A;
  }
  static ArgValue floating(double V,
                           Provenance From = Provenance::UserAssumed) {
    ArgValue A;
    A.K = Kind::Floating, A.Floating = V, A.From = From;
    return A;
  }
  /// There is a value, and nobody says it.
  bool isAssumed() const {
    return K != Kind::Unknown &&
           (From == Provenance::Unknown || From == Provenance::Grid ||
            From == Provenance::Array);
  }
};

/// The scalar of \p A that is \p Offset bytes from its start: itself where it
/// is no struct. Null where no value of it is known.
inline ArgValue *scalarAt(ArgValue &A, uint32_t Offset) {
  if (A.Fields.empty())
    return Offset == 0 ? &A : nullptr;
  for (auto &[At, Field] : A.Fields)
    if (At == Offset)
      return &Field;
  return nullptr;
}

/// Calls \p Do with the offset of each scalar of \p A, and with the scalar.
template <typename Fn> void forEachScalar(ArgValue &A, Fn Do) {
  if (A.Fields.empty())
    Do(uint32_t(0), A);
  for (auto &[Offset, Field] : A.Fields)
    Do(Offset, Field);
}

struct Launch {
  Dim3 Grid, Block;
  uint64_t DynamicSharedBytes = 0;
  /// One per kernel parameter, in order, and where VariableArguments.h has
  /// added them, one per variable that the kernel reads.
  std::vector<ArgValue> Args;
  /// Bytes that are allocated from where a pointer argument points to, one per
  /// kernel parameter, in order; 0 or absent: not known.
  std::vector<uint64_t> PointerBytes = {};
  /// What is known of variables in the GPU's memory (__constant__, __device__)
  /// when the kernel starts, by their qualified names ("ns::N"): of a scalar
  /// its value, of other variables the scalars inside, as ArgValue::Fields. A
  /// kernel that reads one has an argument of it after its own
  /// (VariableArguments.h).
  std::vector<std::pair<std::string, ArgValue>> Variables = {};
  LaunchConditions Conditions;
  /// What was assumed of the launch; part of what each prediction of it
  /// assumes.
  AssumptionSet Why;
  /// Blocks of a cluster, as the launch asks for them; 0: it does not say, and
  /// the kernel's own cluster holds.
  unsigned ClusterBlocks = 0;

  uint64_t warpsPerBlock(unsigned WarpSize) const {
    uint64_t T = Block.count();
    return T / WarpSize + (T % WarpSize != 0);
  }
};

} // namespace gpuperf

#endif // GPUPERF_ANALYSIS_LAUNCH_H
