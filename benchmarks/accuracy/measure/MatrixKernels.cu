//===- MatrixKernels.cu - Matrix products, matrix times vector ------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Buffers.h"

namespace gpuperf::measure {
namespace matmul {
#include "benchmarks/accuracy/kernels/seed_matmul.cu"
}
namespace in_memory {
#include "benchmarks/accuracy/kernels/polybench_matmul.cu"
}
namespace sgemm {
#include "benchmarks/accuracy/kernels/sgemm.cu"
}
namespace matvec {
#include "benchmarks/accuracy/kernels/polybench_matvec.cu"
}

namespace {

/// Two square inputs and their product.
struct Squares {
  explicit Squares(int64_t Side)
      : A(input<float>(Side * Side, 1)), B(input<float>(Side * Side, 2)),
        C(buffer<float>(Side * Side)) {}
  Buffer<float> A, B, C;
};

template <typename KernelT> Prepared tiled(KernelT Kernel, const Problem &P) {
  Squares Of(P["width"]);
  int Side = int(P["width"]);
  return prepared(Kernel, Of.C, [=](const Shape &S) {
    launch(Kernel, config(S), Of.A->data(), Of.B->data(), Of.C->data(), Side,
           Side);
  });
}

/// These read what they overwrite.
template <typename KernelT> Prepared tuned(KernelT Kernel, const Problem &P) {
  Squares Of(P["N"]);
  int Side = int(P["N"]);
  float Alpha = float(P["alpha"]), Beta = float(P["beta"]);
  return preparedAdding(Kernel, Of.C, [=](const Shape &S) {
    launch(Kernel, config(S), Side, Side, Side, Alpha, Of.A->data(),
           Of.B->data(), Beta, Of.C->data());
  });
}

template <typename KernelT>
Prepared timesVector(KernelT Kernel, const Problem &P) {
  int N = int(P["N"]);
  auto Matrix = input<float>(uint64_t(N) * N, 1), Vector = input<float>(N, 2),
       Sums = buffer<float>(N);
  return preparedAdding(Kernel, Sums, [=](const Shape &S) {
    launch(Kernel, config(S), Matrix->data(), Sums->data(), Vector->data(), N);
  });
}

} // namespace

Prepared prepareMatmulPlain(const Problem &P) {
  Squares Of(P["width"]);
  int Side = int(P["width"]);
  auto Kernel = matmul::matmul_plain;
  return prepared(Kernel, Of.C, [=](const Shape &S) {
    launch(Kernel, config(S), Of.A->data(), Of.B->data(), Of.C->data(), Side,
           Side, Side);
  });
}

Prepared prepareMatmulTiled16(const Problem &P) {
  return tiled(matmul::matmul_tiled<16>, P);
}
Prepared prepareMatmulTiled32(const Problem &P) {
  return tiled(matmul::matmul_tiled<32>, P);
}

Prepared prepareMatmulInMemory(const Problem &P) {
  Squares Of(P["NI"]);
  int Side = int(P["NI"]);
  auto Kernel = in_memory::mm2_kernel1;
  return preparedAdding(Kernel, Of.C, [=](const Shape &S) {
    launch(Kernel, config(S), Of.A->data(), Of.B->data(), Of.C->data(), Side,
           Side, Side, Side);
  });
}

Prepared prepareSgemmBlocked(const Problem &P) {
  return tuned(sgemm::sgemm2DBlocktiling<128, 128, 8, 8, 8>, P);
}
Prepared prepareSgemmTuned(const Problem &P) {
  return tuned(sgemm::sgemmVectorize<128, 128, 8, 8, 8>, P);
}

Prepared prepareRowMatvec(const Problem &P) {
  return timesVector(matvec::mvt_kernel1, P);
}
Prepared prepareColumnMatvec(const Problem &P) {
  return timesVector(matvec::mvt_kernel2, P);
}

} // namespace gpuperf::measure
