//===- StencilKernels.cu - Neighbours of a cell, in 2D and 3D -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "benchmarks/accuracy/measure/Buffers.h"

namespace gpuperf::measure {
namespace conv2d {
#include "benchmarks/accuracy/kernels/polybench_conv2d.cu"
}
namespace fdtd {
#include "benchmarks/accuracy/kernels/polybench_fdtd2d.cu"
}
namespace filter {
#include "benchmarks/accuracy/kernels/image_convolution.cu"
}
namespace cube {
#if defined(GPUPERF_EMULATED)
// Its only shared array is dynamic, of a kernel that is not measured: the name
// must be there, and look large enough to a compiler.
#pragma push_macro("__shared__")
#undef __shared__
#define __shared__
#endif
#include "benchmarks/accuracy/kernels/stencil3d.cu"
#if defined(GPUPERF_EMULATED)
double tile[66 * 66];
#pragma pop_macro("__shared__")
#endif
} // namespace cube

Prepared prepareConv2d(const Problem &P) {
  int NI = int(P["NI"]), NJ = int(P["NJ"]);
  uint64_t Count = uint64_t(NI) * NJ;
  auto A = input<float>(Count, 1), B = buffer<float>(Count);
  auto Kernel = conv2d::Convolution2D_kernel;
  return preparedAdding(Kernel, B, [=](const Shape &S) {
    launch(Kernel, config(S), A->data(), B->data(), NI, NJ);
  });
}

Prepared prepareFilterImage(const Problem &P) {
  int Width = int(P["width"]), Height = int(P["height"]);
  int Size = int(P["kernel_size"]);
  uint64_t Count = uint64_t(Width) * Height;
  auto In = input<float>(Count, 1), Weights = input<float>(Size * Size, 2),
       Out = buffer<float>(Count);
  auto Kernel = filter::conv2d_kernel_v1;
  return prepared(Kernel, Out, [=](const Shape &S) {
    launch(Kernel, config(S), In->data(), Out->data(), Width, Height,
           Weights->data(), Size);
  });
}

Prepared prepareFdtd(const Problem &P) {
  int NX = int(P["NX"]), NY = int(P["NY"]), T = int(P["t"]);
  uint64_t Count = uint64_t(NX) * NY;
  auto Ey = input<float>(Count, 1), Hz = input<float>(Count, 2),
       Fict = input<float>(uint64_t(T) + 1, 3);
  auto Kernel = fdtd::fdtd_step1_kernel;
  Prepared Ready = prepared(Kernel, Ey, [=](const Shape &S) {
    // It never reads ex.
    launch(Kernel, config(S), Fict->data(), Hz->data(), Ey->data(), Hz->data(),
           T, NX, NY);
  });
  Ready.Reset = [Ey] { fill(Ey, 1); };
  return Ready;
}

template <typename KernelT>
static Prepared prepareCube(KernelT Kernel, const Problem &P) {
  int N = int(P["n"]);
  uint64_t Row = uint64_t(N) + 2, Count = Row * Row * Row;
  auto In = input<double>(Count, 1), Out = buffer<double>(Count);
  cube::Weights W = {0.5, 0.25, 0.125, 0.0625};
  return preparedAdding(Kernel, Out, [=](const Shape &S) {
    launch(Kernel, config(S), In->data(), Out->data(), N, W);
  });
}

Prepared prepareStencil7(const Problem &P) {
  return prepareCube(cube::stencil7, P);
}
Prepared prepareStencil27(const Problem &P) {
  return prepareCube(cube::stencil27, P);
}

} // namespace gpuperf::measure
