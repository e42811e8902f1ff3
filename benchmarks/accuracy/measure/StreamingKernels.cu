//===- StreamingKernels.cu - Arrays that pass through once ----------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Buffers.h"

namespace gpuperf::measure {
namespace stream {
#include "benchmarks/accuracy/kernels/stream.cu"
}
namespace small_scale {
#include "benchmarks/accuracy/kernels/small_scale.cu"
}
namespace vector_add {
#include "benchmarks/accuracy/kernels/vector_add.cu"
}
namespace array_add {
#include "benchmarks/accuracy/kernels/textbook_array_add.cu"
}
namespace grayscale {
#include "benchmarks/accuracy/kernels/textbook_grayscale.cu"
}
namespace strided {
#include "benchmarks/accuracy/kernels/measure_strided.cu"
}
namespace transpose {
#include "benchmarks/accuracy/kernels/measure_transpose.cu"
}
namespace transpose_tile {
#include "benchmarks/accuracy/kernels/seed_transpose.cu"
}

Prepared prepareTriad(const Problem &P) {
  size_t N = size_t(P["N"]);
  auto A = buffer<double>(N), B = input<double>(N, 1), C = input<double>(N, 2);
  auto Kernel = stream::triad_kernel<double>;
  return prepared(Kernel, A, [=](const Shape &S) {
    launch(Kernel, config(S), A->data(), B->data(), C->data(), B->data(), N,
           false);
  });
}

Prepared prepareSmallScale(const Problem &P) {
  int Size = int(P["size"]);
  auto A = buffer<double>(Size), B = input<double>(Size, 1);
  auto Kernel = small_scale::scale<double>;
  return prepared(Kernel, A, [=](const Shape &S) {
    launch(Kernel, config(S), A->data(), B->data(), Size);
  });
}

Prepared prepareVectorAdd(const Problem &P) {
  int N = int(P["n"]);
  auto A = input<float>(N, 1), B = input<float>(N, 2), C = buffer<float>(N);
  return prepared(vector_add::vectorAdd, C, [=](const Shape &S) {
    launch(vector_add::vectorAdd, config(S), A->data(), B->data(), C->data(),
           N);
  });
}

Prepared prepareColumnAdd(const Problem &P) {
  int M = int(P["m"]), N = int(P["n"]);
  uint64_t Count = uint64_t(M) * N;
  auto A = input<float>(Count, 1), B = input<float>(Count, 2),
       C = buffer<float>(Count);
  auto Kernel = array_add::array_add_not_coalesced<float>;
  return prepared(Kernel, C, [=](const Shape &S) {
    launch(Kernel, config(S), A->data(), B->data(), C->data(), M, N);
  });
}

Prepared prepareGrayscale(const Problem &P) {
  int Width = int(P["width"]), Height = int(P["height"]);
  uint64_t Pixels = uint64_t(Width) * Height;
  // Bytes keep the low eight bits.
  auto In = input<unsigned char>(3 * Pixels, 1, Content::Mixed);
  auto Out = buffer<unsigned char>(Pixels);
  auto Kernel = grayscale::color_to_grayscale_conversion;
  return prepared(Kernel, Out, [=](const Shape &S) {
    launch(Kernel, config(S), In->data(), Out->data(), Width, Height);
  });
}

Prepared prepareCopyStrided(const Problem &P) {
  int N = int(P["n"]), Stride = int(P["stride"]);
  auto In = input<float>(uint64_t(N) * Stride, 1);
  auto Out = buffer<float>(N);
  return prepared(strided::copy_strided, Out, [=](const Shape &S) {
    launch(strided::copy_strided, config(S), In->data(), Out->data(), N,
           Stride);
  });
}

template <typename KernelT>
static Prepared prepareTransposed(KernelT Kernel, const Problem &P) {
  int Width = int(P["width"]), Height = int(P["height"]);
  uint64_t Count = uint64_t(Width) * Height;
  auto In = input<float>(Count, 1), Out = buffer<float>(Count);
  return prepared(Kernel, Out, [=](const Shape &S) {
    launch(Kernel, config(S), In->data(), Out->data(), Width, Height);
  });
}

Prepared prepareTransposeNaive(const Problem &P) {
  return prepareTransposed(transpose::transpose_naive, P);
}
Prepared prepareTransposeTile32(const Problem &P) {
  return prepareTransposed(transpose_tile::transpose_tile<32>, P);
}

} // namespace gpuperf::measure
