//===- Streams.cpp - Streams, events and graphs --------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Streams.h"
#include "plugin/record/runtime/Cudart.h"
#include "plugin/record/runtime/Notes.h"
#include "plugin/record/runtime/Register.h"
#include <mutex>
#include <vector>

using namespace gpuperf::record;

namespace {
/// cudaGraph_t and cudaGraphExec_t
struct Graph {
  std::vector<int> Launches;
};
struct Capture {
  std::mutex Lock;
  Graph *Current = nullptr;
};
} // namespace

static Capture &capture() {
  static Capture *C = new Capture;
  return *C;
}

void gpuperf::record::countOrCapture(int Number) {
  Capture &C = capture();
  {
    std::lock_guard<std::mutex> Held(C.Lock);
    if (C.Current) {
      C.Current->Launches.push_back(Number);
      return;
    }
  }
  count(Number);
}

Error gpuperf::record::noteLaunch(const void *Handle, Dim Grid, Dim Block,
                                  const ArgumentList &Arguments,
                                  size_t SharedBytes, const void *Site) {
  RawLaunch L;
  L.Kernel = kernelOf(Handle);
  if (L.Kernel.empty())
    return Success;
  L.Site = Site;
  L.Grid = Grid;
  L.Block = Block;
  L.SharedBytes = SharedBytes;
  L.Arguments = Arguments;
  countOrCapture(numberOf(L));
  return Success;
}

Error gpuperf::record::newHandle(void **Out) {
  if (!Out)
    return InvalidValue;
  *Out = new char[16]();
  return Success;
}

CUDART Error cudaStreamCreate(void **Out) { return newHandle(Out); }
CUDART Error cudaStreamCreateWithFlags(void **Out, unsigned) {
  return newHandle(Out);
}
CUDART Error cudaStreamCreateWithPriority(void **Out, unsigned, int) {
  return newHandle(Out);
}
CUDART Error cudaEventCreate(void **Out) { return newHandle(Out); }
CUDART Error cudaEventCreateWithFlags(void **Out, unsigned) {
  return newHandle(Out);
}

static Error wait() {
  lookAtResults();
  return Success;
}

CUDART Error cudaDeviceSynchronize() { return wait(); }
CUDART Error cudaStreamSynchronize(void *) { return wait(); }
CUDART Error cudaStreamQuery(void *) { return wait(); }
CUDART Error cudaEventSynchronize(void *) { return wait(); }
CUDART Error cudaEventQuery(void *) { return wait(); }
CUDART_ALIAS(cudaThreadSynchronize, cudaDeviceSynchronize);
CUDART_ALIAS(cudaStreamSynchronize_ptsz, cudaStreamSynchronize);
CUDART_ALIAS(cudaStreamQuery_ptsz, cudaStreamQuery);

CUDART Error cudaEventElapsedTime(float *Milliseconds, void *, void *) {
  // Not 0: programs divide by it.
  *Milliseconds = 1;
  return Success;
}
CUDART_ALIAS(cudaEventElapsedTime_v2, cudaEventElapsedTime);

CUDART Error cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  if (Least)
    *Least = 0;
  if (Greatest)
    *Greatest = 0;
  return Success;
}
CUDART Error cudaStreamGetPriority(void *, int *Out) {
  *Out = 0;
  return Success;
}
CUDART Error cudaStreamGetFlags(void *, unsigned *Out) {
  *Out = 0;
  return Success;
}
CUDART Error cudaStreamGetId(void *Stream, unsigned long long *Out) {
  *Out = reinterpret_cast<uintptr_t>(Stream);
  return Success;
}
CUDART Error cudaStreamGetDevice(void *, int *Out) {
  *Out = 0;
  return Success;
}
CUDART_ALIAS(cudaStreamGetPriority_ptsz, cudaStreamGetPriority);
CUDART_ALIAS(cudaStreamGetFlags_ptsz, cudaStreamGetFlags);
CUDART_ALIAS(cudaStreamGetId_ptsz, cudaStreamGetId);
CUDART_ALIAS(cudaStreamGetDevice_ptsz, cudaStreamGetDevice);

CUDART Error cudaLaunchHostFunc(void *, void (*Function)(void *), void *Data) {
  Function(Data);
  return Success;
}
CUDART Error cudaStreamAddCallback(void *Stream,
                                   void (*Function)(void *, int, void *),
                                   void *Data, unsigned) {
  Function(Stream, Success, Data);
  return Success;
}
CUDART_ALIAS(cudaLaunchHostFunc_ptsz, cudaLaunchHostFunc);
CUDART_ALIAS(cudaStreamAddCallback_ptsz, cudaStreamAddCallback);

CUDART Error cudaStreamBeginCapture(void *, int) {
  Capture &C = capture();
  std::lock_guard<std::mutex> Held(C.Lock);
  C.Current = new Graph;
  return Success;
}
CUDART Error cudaStreamEndCapture(void *, Graph **Out) {
  Capture &C = capture();
  std::lock_guard<std::mutex> Held(C.Lock);
  *Out = C.Current ? C.Current : new Graph;
  C.Current = nullptr;
  return Success;
}
CUDART Error cudaStreamIsCapturing(void *, int *Out) {
  Capture &C = capture();
  std::lock_guard<std::mutex> Held(C.Lock);
  *Out = C.Current != nullptr;
  return Success;
}
/// The parameters after these differ from version to version.
CUDART Error cudaStreamGetCaptureInfo(void *Stream, int *Status,
                                      unsigned long long *Id) {
  if (Id)
    *Id = 0;
  return cudaStreamIsCapturing(Stream, Status);
}
CUDART_ALIAS(cudaStreamBeginCapture_ptsz, cudaStreamBeginCapture);
CUDART_ALIAS(cudaStreamEndCapture_ptsz, cudaStreamEndCapture);
CUDART_ALIAS(cudaStreamIsCapturing_ptsz, cudaStreamIsCapturing);
CUDART_ALIAS(cudaStreamGetCaptureInfo_ptsz, cudaStreamGetCaptureInfo);
CUDART_ALIAS(cudaStreamGetCaptureInfo_v2, cudaStreamGetCaptureInfo);
CUDART_ALIAS(cudaStreamGetCaptureInfo_v3, cudaStreamGetCaptureInfo);

// An empty graph: what is added to it node by node is not followed.
CUDART Error cudaGraphCreate(Graph **Out, unsigned) {
  *Out = new Graph;
  return Success;
}
/// A graph is never given back: it may be instantiated as itself.
CUDART Error cudaGraphInstantiate(Graph **Out, Graph *G) {
  *Out = G;
  return Success;
}
CUDART Error cudaGraphClone(Graph **Out, Graph *G) {
  *Out = G;
  return Success;
}
CUDART Error cudaGraphLaunch(Graph *G, void *) {
  if (G)
    for (int Number : G->Launches)
      count(Number);
  return Success;
}
CUDART_ALIAS(cudaGraphInstantiateWithFlags, cudaGraphInstantiate);
CUDART_ALIAS(cudaGraphInstantiateWithParams, cudaGraphInstantiate);
CUDART_ALIAS(cudaGraphInstantiateWithParams_ptsz, cudaGraphInstantiate);
CUDART_ALIAS(cudaGraphLaunch_ptsz, cudaGraphLaunch);
