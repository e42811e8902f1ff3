//===- FourierTransform.cu - Naive against tuned --------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: how much faster do many Fourier transforms get if each stays in
// shared memory and takes fewer, wider steps (Adinets and Shvets)?
//
// Method: complex transforms of 1024, 2048 and 4096 points, as many as a buffer
// beyond L2 holds. "naive": radix 2, a launch and a way through global memory
// for each of the log2 n steps. "tuned": a block for each transform, radix 4
// in registers, exchanged through shared memory; global memory is read once
// and written once. Both in Stockham's order, which needs no bit reversal.
// 5 n log2 n operations over the time, as is custom. One transform is compared
// with the sum of its definition in double precision on the CPU.
//
// Pitfalls: a batch that L2 holds hides what the steps of the naive version
// cost; angles are counted in half turns, so that none loses digits.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/addresses/Signal.h"
#include "benchmarks/micro/gpu/OpsMemory.h"
#include "benchmarks/micro/gpu/Run.h"
#include <algorithm>
#include <cmath>

namespace gpuperf::micro {
namespace {

__global__ void fillSignal(Complex *Data, uint64_t Count) {
  for (uint64_t I = globalThread(); I < Count; I += globalThreads())
    writeGlobal(Data + I, Complex{signalValue(2 * I), signalValue(2 * I + 1)});
}

/// One step of radix 2 over \p Batch transforms of \p Length points, of which
/// the earlier steps have made transforms of \p Done points.
__global__ void naiveStep(const Complex *From, Complex *To, unsigned Length,
                          unsigned Done, uint64_t Batch) {
  unsigned Half = Length / 2;
  for (uint64_t I = globalThread(); I < Batch * Half; I += globalThreads()) {
    uint64_t Row = I / Half * Length;
    unsigned J = unsigned(I % Half);
    Complex A = readGlobal(From + Row + J);
    Complex B = readGlobal(From + Row + J + Half);
    B = B * unitRoot(-float(J % Done) / float(Done));
    uint64_t Place = Row + J / Done * Done * 2 + J % Done;
    writeGlobal(To + Place, A + B);
    writeGlobal(To + Place + Done, A - B);
  }
}

/// V becomes its transform of four points.
__device__ inline void transformFour(Complex (&V)[4]) {
  Complex Even = V[0] + V[2], EvenDifference = V[0] - V[2];
  Complex Odd = V[1] + V[3], OddDifference = V[1] - V[3];
  // Times -i.
  Complex Turned = {OddDifference.Im, -OddDifference.Re};
  V[0] = Even + Odd;
  V[1] = EvenDifference + Turned;
  V[2] = Even - Odd;
  V[3] = EvenDifference - Turned;
}

/// A block for each transform, Length / 4 threads.
template <unsigned Length>
__global__ void GPUPERF_BOUNDS(Length / 4)
    tunedTransform(const Complex *From, Complex *To) {
  constexpr unsigned Quarter = Length / 4;
  __shared__ Complex Points[Length];
  const Complex *RowFrom = From + uint64_t(blockIdx.x) * Length;
  Complex *RowTo = To + uint64_t(blockIdx.x) * Length;
  unsigned J = threadIdx.x;
  Complex V[4];
#pragma unroll
  for (unsigned R = 0; R < 4; ++R)
    V[R] = readGlobal(RowFrom + J + R * Quarter);
#pragma unroll
  for (unsigned Done = 1; Done <= Quarter; Done *= 4) {
    Complex Root = unitRoot(-float(J % Done) / float(2 * Done));
    Complex Square = Root * Root;
    V[1] = V[1] * Root;
    V[2] = V[2] * Square;
    V[3] = V[3] * (Square * Root);
    transformFour(V);
    unsigned Place = J / Done * Done * 4 + J % Done;
    if (Done == Quarter) {
#pragma unroll
      for (unsigned R = 0; R < 4; ++R)
        writeGlobal(RowTo + Place + R * Done, V[R]);
      return;
    }
#pragma unroll
    for (unsigned R = 0; R < 4; ++R)
      writeShared(Points + Place + R * Done, V[R]);
    __syncthreads();
#pragma unroll
    for (unsigned R = 0; R < 4; ++R)
      V[R] = readShared(Points + J + R * Quarter);
    __syncthreads();
  }
  // An odd power of two is left with a step of radix 2.
#pragma unroll
  for (unsigned R = 0; R < 2; ++R) {
    unsigned K = J + R * Quarter;
    Complex B = V[R + 2] * unitRoot(-float(K) / float(Length / 2));
    writeGlobal(RowTo + K, V[R] + B);
    writeGlobal(RowTo + K + Length / 2, V[R] - B);
  }
}

/// How many points of transform \p Row are not what the definition gives.
double wrongPoints(const DeviceArray<Complex> &Result, unsigned Length,
                   uint64_t Row) {
  std::vector<Complex> Got(Length);
  GPUPERF_CHECK(cudaMemcpy(Got.data(), Result.data() + Row * Length,
                           Length * sizeof(Complex), cudaMemcpyDeviceToHost));
  std::vector<double> Cos(Length), Sin(Length);
  for (unsigned I = 0; I < Length; ++I) {
    Cos[I] = std::cos(2 * 3.14159265358979323846 * I / Length);
    Sin[I] = -std::sin(2 * 3.14159265358979323846 * I / Length);
  }
  double Wrong = 0;
  for (unsigned K = 0; K < Length; ++K) {
    double Re = 0, Im = 0;
    for (unsigned I = 0; I < Length; ++I) {
      uint64_t Index = Row * Length + I;
      double A = signalValue(2 * Index), B = signalValue(2 * Index + 1);
      unsigned Turn = unsigned(uint64_t(I) * K % Length);
      Re += A * Cos[Turn] - B * Sin[Turn];
      Im += A * Sin[Turn] + B * Cos[Turn];
    }
    // A point is about sqrt(Length); not a number is wrong, too.
    Wrong += !(std::hypot(Got[K].Re - Re, Got[K].Im - Im) <=
               1e-4 * std::sqrt(double(Length)));
  }
  return Wrong;
}

struct Curves {
  std::vector<Point> Naive, Tuned;
  double NaiveWrong = 0, TunedWrong = 0;
};

template <unsigned Length> void measure(Context &Ctx, Curves &Found) {
  double Bytes = std::min(Ctx.dramBytes(), Ctx.FreeBytes / 8);
  uint64_t Batch =
      Emulated
          ? 2
          : std::max(uint64_t(1), uint64_t(Bytes / (Length * sizeof(Complex))));
  Batch = std::min(Batch, uint64_t(1) << 20);
  uint64_t Count = Batch * Length;
  DeviceArray<Complex> Signal(Count), Left(Count), Right(Count);
  dim3 Grid(unsigned(std::min(Count / 2 / 256, uint64_t(1) << 20)));
  launch(fillSignal, {Grid, dim3(256)}, Signal.data(), Count);
  auto Rates = [&](const std::vector<double> &Times) {
    std::vector<double> Gflops;
    for (double Us : Times)
      Gflops.push_back(5.0 * double(Count) * std::log2(double(Length)) /
                       (Us * 1e3));
    return summarise(Length, Gflops);
  };
  // Each step reads what the last one wrote; the signal stays as it is.
  const DeviceArray<Complex> *Result = &Signal;
  Found.Naive.push_back(
      Rates(timeUs(Emulated ? 1 : Ctx.pick(7u, 3u), Emulated ? 0 : 1, [&] {
        Result = &Signal;
        for (unsigned Done = 1; Done < Length; Done *= 2) {
          const DeviceArray<Complex> *To = Result == &Left ? &Right : &Left;
          launch(naiveStep, {Grid, dim3(256)}, Result->data(), To->data(),
                 Length, Done, Batch);
          Result = To;
        }
      })));
  Found.NaiveWrong += wrongPoints(*Result, Length, Batch / 2);
  Left.clear();
  Found.Tuned.push_back(
      Rates(timeUs(Emulated ? 1 : Ctx.pick(7u, 3u), Emulated ? 0 : 1, [&] {
        launch(tunedTransform<Length>,
               {dim3(unsigned(Batch)), dim3(Length / 4)}, Signal.data(),
               Left.data());
      })));
  Found.TunedWrong += wrongPoints(Left, Length, Batch / 2);
}

} // namespace

void runFourierTransform(Context &Ctx) {
  Curves Found;
  measure<1024>(Ctx, Found);
  measure<2048>(Ctx, Found);
  if (Ctx.Device.MaxThreadsPerBlock >= 1024 && !Ctx.Quick && !Emulated)
    measure<4096>(Ctx, Found);
  Ctx.add("naive", "points", "gflops", {{"wrong_elements", Found.NaiveWrong}})
      .Points = Found.Naive;
  Ctx.add("tuned", "points", "gflops", {{"wrong_elements", Found.TunedWrong}})
      .Points = Found.Tuned;
}

} // namespace gpuperf::micro
