//===- LaunchModes.cu - What one launch costs -----------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what does an empty kernel cost back to back in a stream, as a node
// of a graph, and alone between two events?
//
// Method: one block of one warp. Back to back: many launches between two
// events, time over launches. Graph: the same launches captured once, the graph
// launched. Single: events around one launch, the host waiting between samples.
//
// Pitfalls: the queue of a stream is bounded (about 1,000 launches), so the
// host is the limit where it is slower than the GPU: that is what a program
// sees, and it is what is written; the first launches load the module.
//
//===----------------------------------------------------------------------===//

#include "benchmarks/micro/Benchmark.h"
#include "benchmarks/micro/gpu/Run.h"

namespace gpuperf::micro {
namespace {

__global__ void empty() {}

void addPoint(Context &Ctx, const char *Name, double Launches,
              std::vector<double> Us) {
  for (double &T : Us)
    T /= Launches;
  Ctx.add(Name, "launches", "us_per_launch")
      .Points.push_back(summarise(Launches, Us));
}

} // namespace

void runLaunchModes(Context &Ctx) {
  LaunchConfig One{dim3(1), dim3(unsigned(Ctx.Device.WarpSize))};
  unsigned Samples = Ctx.pick(21u, 7u);
  addPoint(Ctx, "single", 1,
           timeUs(5 * Samples, 20, [&] { launch(empty, One); }));
  unsigned Launches = Ctx.pick(2000u, 500u);
  addPoint(Ctx, "back_to_back", Launches, timeUs(Samples, 1, [&] {
             for (unsigned I = 0; I < Launches; ++I)
               launch(empty, One);
           }));
#if !defined(GPUPERF_EMULATED)
  cudaStream_t Stream;
  GPUPERF_CHECK(cudaStreamCreate(&Stream));
  One.Stream = Stream;
  cudaGraph_t Graph;
  cudaGraphExec_t Exec;
  unsigned Nodes = 500;
  GPUPERF_CHECK(cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal));
  for (unsigned I = 0; I < Nodes; ++I)
    launch(empty, One);
  GPUPERF_CHECK(cudaStreamEndCapture(Stream, &Graph));
  GPUPERF_CHECK(cudaGraphInstantiate(&Exec, Graph, nullptr, nullptr, 0));
  EventTimer Timer;
  std::vector<double> Us;
  for (unsigned I = 0; I <= Samples; ++I) {
    Timer.start(Stream);
    GPUPERF_CHECK(cudaGraphLaunch(Exec, Stream));
    double Sample = Timer.stopUs(Stream);
    if (I > 0)
      Us.push_back(Sample);
  }
  addPoint(Ctx, "graph", Nodes, Us);
  GPUPERF_CHECK(cudaGraphExecDestroy(Exec));
  GPUPERF_CHECK(cudaGraphDestroy(Graph));
  GPUPERF_CHECK(cudaStreamDestroy(Stream));
#endif
}

} // namespace gpuperf::micro
