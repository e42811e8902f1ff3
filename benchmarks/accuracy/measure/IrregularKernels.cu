//===- IrregularKernels.cu - Places and paths that the data decide --------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Buffers.h"

namespace gpuperf::measure {
namespace gathering {
#include "benchmarks/accuracy/kernels/measure_gather.cu"
}
namespace histogram {
#include "benchmarks/accuracy/kernels/measure_histogram.cu"
}
namespace divergent {
#include "benchmarks/accuracy/kernels/measure_divergent.cu"
}

template <typename KernelT>
static Prepared prepareIndexed(KernelT Kernel, const Problem &P) {
  int N = int(P["n"]);
  auto From = input<float>(N, 1), To = buffer<float>(N);
  auto Index = input<int>(N, 0, Content::Permuted);
  return prepared(Kernel, To, [=](const Shape &S) {
    launch(Kernel, config(S), From->data(), Index->data(), To->data(), N);
  });
}

Prepared prepareGather(const Problem &P) {
  return prepareIndexed(gathering::gather, P);
}
Prepared prepareScatter(const Problem &P) {
  return prepareIndexed(gathering::scatter, P);
}

template <typename KernelT>
static Prepared prepareHistogram(KernelT Kernel, const Problem &P) {
  int N = int(P["n"]), NumBins = int(P["num_bins"]);
  auto In = input<unsigned>(N, 1, Content::Mixed);
  auto Bins = buffer<unsigned>(NumBins);
  return preparedAdding(Kernel, Bins, [=](const Shape &S) {
    launch(Kernel, config(S), In->data(), Bins->data(), N, NumBins);
  });
}

Prepared prepareHistogramGlobal(const Problem &P) {
  return prepareHistogram(histogram::histogram_global, P);
}
Prepared prepareHistogramShared(const Problem &P) {
  return prepareHistogram(histogram::histogram_shared, P);
}

Prepared prepareCollatz(const Problem &P) {
  int N = int(P["n"]), Most = int(P["most"]);
  auto In = input<unsigned>(N, 1, Content::Mixed);
  auto Out = buffer<unsigned>(N);
  auto Kernel = divergent::collatz_steps;
  return prepared(Kernel, Out, [=](const Shape &S) {
    launch(Kernel, config(S), In->data(), Out->data(), N, Most);
  });
}

} // namespace gpuperf::measure
