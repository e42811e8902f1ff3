//===- Optimisation.cpp - Naive against tuned -----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/calibration/derive/Derive.h"
#include "gpumodel/calibration/derive/Fits.h"

namespace gpuperf::calibration {
namespace {

Quantity speed(const Series &S, const Point &P, const std::string &Key,
               const std::string &How) {
  Quantity Q = quantity(Key, P.Median, P.Low, P.High, "GFLOP/s", How);
  double Wrong = S.param("wrong_elements", 0);
  selfCheck(Q, Wrong == 0,
            std::to_string(static_cast<long>(Wrong)) +
                " elements differ from the CPU's");
  selfCheck(Q, P.Median > 0, "no time passed");
  selfCheck(Q, P.High <= 1.5 * P.Low,
            "the samples differ by more than half of them");
  return Q;
}

/// The speed of \p Tuned over that of \p Naive. If the tuned version is not
/// faster, something is wrong, and the figure fails its check.
Quantity gain(const std::string &Key, const Quantity &Naive,
              const Quantity &Tuned, const std::string &How) {
  bool Divides = Naive.Value > 0 && Naive.Low > 0 && Naive.High > 0;
  Quantity Q = quantity(Key, Divides ? Tuned.Value / Naive.Value : 0,
                        Divides ? Tuned.Low / Naive.High : 0,
                        Divides ? Tuned.High / Naive.Low : 0, "times", How);
  selfCheck(Q, Naive.Ok, "naive: " + Naive.Why);
  selfCheck(Q, Tuned.Ok, "tuned: " + Tuned.Why);
  selfCheck(Q, Q.Value >= 1, "the tuned version is slower");
  return Q;
}

/// The speed of each version at the largest order, and what it gains over the
/// naive one.
std::vector<Quantity> matrixProduct(const DeviceFacts &,
                                    const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  Quantity Naive;
  for (const char *Version : {"naive", "tiled", "blocked"}) {
    const Series *S = findSeries(All, Version);
    if (!S || S->Points.empty())
      continue;
    const Point &P = S->Points.back();
    std::string Order = "order " + std::to_string(static_cast<long>(P.X));
    Quantity Q = speed(
        *S, P, std::string("matrix_product_") + Version + "_gflops", Order);
    Found.push_back(Q);
    if (S->Name == "naive")
      Naive = Q;
    else if (!Naive.Name.empty())
      Found.push_back(gain(std::string("matrix_product_") + Version + "_gain",
                           Naive, Q, Order + ", over naive"));
  }
  return Found;
}

/// The speed of both versions and the gain, for each number of points.
std::vector<Quantity> fourierTransform(const DeviceFacts &,
                                       const std::vector<Series> &All) {
  std::vector<Quantity> Found;
  const Series *Naive = findSeries(All, "naive");
  const Series *Tuned = findSeries(All, "tuned");
  if (!Naive || !Tuned)
    return Found;
  for (const Point &P : Naive->Points)
    for (const Point &Q : Tuned->Points) {
      if (P.X != Q.X)
        continue;
      std::string Points = std::to_string(static_cast<long>(P.X));
      Quantity Slow = speed(*Naive, P, "fft_naive_gflops." + Points,
                            "radix 2, a launch for each step");
      Quantity Fast = speed(*Tuned, Q, "fft_tuned_gflops." + Points,
                            "radix 4 in shared memory");
      Found.push_back(Slow);
      Found.push_back(Fast);
      Found.push_back(gain("fft_gain." + Points, Slow, Fast, "over naive"));
    }
  return Found;
}

} // namespace

const NamedRule OptimisationRules[] = {
    {"matrix-product", matrixProduct},
    {"fourier-transform", fourierTransform},
    {nullptr, nullptr},
};

} // namespace gpuperf::calibration
