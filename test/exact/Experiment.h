//===- Experiment.h - One launch, executed and analysed ---------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_EXACT_EXPERIMENT_H
#define GPUPERF_TEST_EXACT_EXPERIMENT_H

#include "analysis/warp/WarpProfile.h"
#include "gpumodel/GpuModel.h"
#include "test/exact/TrueCounts.h"
#include <functional>
#include <ostream>

namespace gpuperf::exact {

/// A kernel argument: its bytes, and what the analysis is told of it.
struct Argument {
  std::vector<char> Bytes;
  ArgValue Known;
  /// Buffers to allocate, and where in Bytes their addresses go.
  struct Buffer {
    size_t At = 0;
    uint64_t Bytes = 0;
    uint32_t Modulus = 0; ///< not 0: filled with i % Modulus as 32-bit integers
  };
  std::vector<Buffer> Buffers;
};

Argument buffer(uint64_t Bytes, uint32_t Modulus = 0);
Argument int32(int32_t V);
Argument int64(int64_t V);
Argument float32(float V);
Argument float64(double V);
Argument boolean(bool V);
/// A struct passed by value; fields are (offset, argument).
Argument structure(size_t Bytes,
                   std::vector<std::pair<uint32_t, Argument>> Fields);

/// One launch of one kernel of a CUDA file.
struct Case {
  std::string Name;   ///< of the case, a C identifier
  std::string File;   ///< relative to the source tree
  std::string Kernel; ///< as written, with template arguments
  Dim3 Grid, Block;
  std::vector<Argument> Args;
  uint64_t DynamicShared = 0;
  std::vector<std::string> Macros; ///< "NAME=VALUE"
  /// What is wrong with the buffers after the launch, in the order of the
  /// arguments; nothing: they are not looked at.
  std::function<std::string(llvm::ArrayRef<const char *>)> Check = nullptr;
};

/// What a failed test is called.
inline void PrintTo(const Case &C, std::ostream *OS) {
  *OS << C.Kernel << " of " << C.File;
}

/// Compiled once; the IR that both sides start from.
class CompiledCase {
public:
  static llvm::Expected<CompiledCase> create(const Case &C);
  /// Launches of kernels of one text, which is compiled once; their files are
  /// not read. \p Arch: AMD's ("gfx942") takes the text as HIP.
  static llvm::Expected<std::vector<CompiledCase>>
  createAll(llvm::StringRef Text, llvm::ArrayRef<Case> Cases,
            llvm::StringRef Arch = "sm_80");
  CompiledCase(CompiledCase &&);
  ~CompiledCase();

  Launch launch() const;
  const KernelSummary &summary() const;
  /// The shape module as text.
  std::string irText() const;

  /// Runs the whole grid, its warps of \p WarpLanes, and calls \p OnWarp for
  /// every warp, in order, and
  /// \p OnBlock after the last warp of a block.
  llvm::Error
  run(llvm::function_ref<void(const KernelText &, const AddressMap &,
                              const WarpTrace &)>
          OnWarp,
      llvm::function_ref<void()> OnBlock, unsigned WarpLanes = 32) const;

private:
  CompiledCase();
  struct Unit;
  static llvm::Expected<CompiledCase>
  create(const Case &C, std::shared_ptr<Unit> Of, llvm::StringRef Where);
  struct State;
  std::unique_ptr<State> S;
};

/// The requests that \p K has, for TrueCounts.
std::vector<Request> requestsOf(const KernelSummary &K, const KernelText &Text);

/// Executes and counts. \p LineBytes: of the first cache.
llvm::Expected<TrueCounts> count(const CompiledCase &C, unsigned WarpLanes = 32,
                                 uint64_t LineBytes = 128);
/// As \p Gpu executes.
llvm::Expected<TrueCounts> count(const CompiledCase &C, const GpuModel &Gpu);

} // namespace gpuperf::exact

#endif // GPUPERF_TEST_EXACT_EXPERIMENT_H
