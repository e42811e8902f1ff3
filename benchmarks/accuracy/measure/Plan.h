//===- Plan.h - What is launched, and with which sizes ----------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain C++17, no CUDA: the kernels that are measured, the sizes and blocks of
// their sweeps, and what each must compute. The order of Cases.def is the order
// of the run, the most valuable first.
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_BENCHMARKS_ACCURACY_MEASURE_PLAN_H
#define GPUPERF_BENCHMARKS_ACCURACY_MEASURE_PLAN_H

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace gpuperf::measure {

struct Dim {
  unsigned X = 1, Y = 1, Z = 1;
  uint64_t count() const { return uint64_t(X) * Y * Z; }
};

struct Shape {
  Dim Grid, Block;
  unsigned SharedBytes = 0; ///< dynamic
};

/// The scalar arguments of a launch by the names of the kernel's parameters.
struct Problem {
  std::vector<std::pair<std::string, int64_t>> Arguments;
  /// 0 for a name that there is not.
  int64_t operator[](const char *Name) const;
  std::string text() const; ///< "n=1024;stride=4"
};

/// How much is measured. Tiny is for tests on the CPU.
enum class Effort { Full, Quick, Tiny };

/// What sizes follow from.
struct Gpu {
  double L2Bytes = 0, FreeBytes = 0;
  unsigned SmCount = 1;
  Effort Depth = Effort::Full;
};

/// One element of a result as it must be.
struct Wanted {
  double Value = 0, Tolerance = 0;
};
using Places = std::vector<uint64_t>;

/// A kernel of benchmarks/accuracy/kernels and the launches it is measured by.
struct Case {
  std::string Kernel; ///< with template arguments: "triad_kernel<double>"
  std::string File;   ///< in benchmarks/accuracy/kernels
  std::string Family; ///< "streaming"
  /// The most valuable first.
  std::function<std::vector<Problem>(const Gpu &)> Problems;
  std::function<std::vector<Shape>(const Problem &, Effort)> Shapes;
  /// Memory of the GPU that the buffers take.
  std::function<double(const Problem &)> Bytes;
  /// Elements of the result.
  std::function<uint64_t(const Problem &, const Shape &)> Results;
  std::function<std::vector<Wanted>(const Problem &, const Shape &,
                                    const Places &)>
      Expect;
  bool ShapeMatters = false; ///< the result depends on the launch's shape
};

/// In the order of Cases.def.
std::vector<Case> allCases();

// Sizes: powers of two, so that whoever compares two GPUs compares launches.
/// Elements of \p Bytes each that fill at most half of L2.
int64_t countInL2(const Gpu &G, double Bytes);
/// Elements that L2 cannot hold: four times its size, at least 128 MiB, at
/// most a quarter of the free memory.
int64_t countInDram(const Gpu &G, double Bytes);
/// The largest power of two whose square is at most \p Count.
int64_t sideOf(int64_t Count);

// Every sensible block. Grids cover \p Width x \p Height (x \p Depth) threads.
std::vector<Shape> lineShapes(int64_t Width, Effort E);
std::vector<Shape> planeShapes(int64_t Width, int64_t Height, Effort E);
std::vector<Shape> cubeShapes(int64_t Width, int64_t Height, int64_t Depth,
                              Effort E);
/// Line shapes whose threads own \p PerThread elements each.
std::vector<Shape> stridedShapes(int64_t Count, int64_t PerThread, Effort E);
/// One block per row.
std::vector<Shape> rowShapes(int64_t Rows, Effort E);
/// The one block that a kernel was written for; blocks own \p OwnWidth x
/// \p OwnHeight elements.
std::vector<Shape> fixedShape(Dim Block, int64_t Width, int64_t Height,
                              int64_t OwnWidth, int64_t OwnHeight);

/// Which elements of \p Count are looked at: all of a small result; the ends
/// and places spread over the rest of a large one. Sorted.
Places checkedPlaces(uint64_t Count);

/// The first element that is not as wanted, as text; empty if all are. NaN is
/// never as wanted.
std::string mismatch(const Places &At, const std::vector<double> &Got,
                     const std::vector<Wanted> &Want);

/// A sweep: launches that differ only in their block.
struct Sweep {
  const Case *Of = nullptr;
  Problem Size;
};
/// All sweeps of the first \p Kernels cases (of those named in \p Only, if any:
/// kernels, files or families) in the order in which they are run: each
/// kernel's most valuable size, then each kernel's next.
std::vector<Sweep> planSweeps(const std::vector<Case> &Cases, const Gpu &G,
                              size_t Kernels,
                              const std::vector<std::string> &Only);

/// How often one launch is timed.
struct Sampling {
  unsigned Samples = 3;  ///< of one launch between two events
  unsigned Launches = 2; ///< back to back between two events
  unsigned BackToBackSamples = 3;
};
/// For a launch that takes about \p Us: few of a long one.
Sampling samplingFor(double Us, Effort E);

/// The launches of a sweep whose counters are read: about 256 threads, and one
/// block of quite another shape.
std::vector<Shape> profiledShapes(const std::vector<Shape> &Shapes);

/// The name that gpuperf has for a GPU, from the driver's: "NVIDIA H100 80GB
/// HBM3" is h100-sxm.
std::string gpuName(const std::string &DriverName);

/// What a template-free name is: "triad_kernel".
std::string baseName(const std::string &Kernel);

} // namespace gpuperf::measure

#endif // GPUPERF_BENCHMARKS_ACCURACY_MEASURE_PLAN_H
