//===- ReductionKernels.cu - Sums over blocks, rows and columns -----------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Buffers.h"

namespace gpuperf::measure {
namespace reduction {
#include "benchmarks/accuracy/kernels/measure_reduction.cu"
}
namespace softmax {
#include "benchmarks/accuracy/kernels/measure_softmax.cu"
}
namespace correlation {
#include "benchmarks/accuracy/kernels/polybench_correlation.cu"
}

template <typename KernelT>
static Prepared prepareSums(KernelT Kernel, const Problem &P) {
  int N = int(P["n"]);
  auto In = input<float>(N, 1);
  // As many as the smallest block, of 32 threads, makes.
  auto Partial = buffer<float>(uint64_t(N) / 32 + 1);
  return prepared(Kernel, Partial, [=](const Shape &S) {
    launch(Kernel, config(S), In->data(), Partial->data(), N);
  });
}

Prepared prepareBlockSums(const Problem &P) {
  return prepareSums(reduction::block_sums, P);
}
Prepared prepareTreeSums(const Problem &P) {
  return prepareSums(reduction::tree_sums, P);
}

Prepared prepareSoftmaxRows(const Problem &P) {
  int Columns = int(P["columns"]);
  uint64_t Count = uint64_t(P["rows"]) * Columns;
  auto In = input<float>(Count, 1), Out = buffer<float>(Count);
  return prepared(softmax::softmax_rows, Out, [=](const Shape &S) {
    launch(softmax::softmax_rows, config(S), In->data(), Out->data(), Columns);
  });
}

Prepared prepareColumnMeans(const Problem &P) {
  int M = int(P["M"]), N = int(P["N"]);
  auto Data = input<float>((uint64_t(M) + 1) * (uint64_t(N) + 1), 1);
  auto Mean = buffer<float>(uint64_t(M) + 1);
  auto Kernel = correlation::mean_kernel;
  return preparedAdding(Kernel, Mean, [=](const Shape &S) {
    launch(Kernel, config(S), Mean->data(), Data->data(), M, N);
  });
}

} // namespace gpuperf::measure
