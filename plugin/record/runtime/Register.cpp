//===- Register.cpp -------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/record/runtime/Register.h"
#include <map>
#include <mutex>
#include <vector>

namespace gpuperf::record {

namespace {
struct Kernels {
  std::mutex Lock;
  std::map<const void *, std::string> Names;
};
/// Of one thread: it pushes, and calls the kernel's stub, which pops.
struct Pending {
  std::vector<Configuration> Pushed;
  const void *Site = nullptr;
};
} // namespace

static Kernels &kernels() {
  static Kernels *K = new Kernels;
  return *K;
}

static Pending &pending() {
  static thread_local Pending P;
  return P;
}

void registerKernel(const void *Stub, const char *Mangled) {
  Kernels &K = kernels();
  std::lock_guard<std::mutex> Held(K.Lock);
  K.Names[Stub] = Mangled;
}

std::string kernelOf(const void *Stub) {
  Kernels &K = kernels();
  std::lock_guard<std::mutex> Held(K.Lock);
  auto It = K.Names.find(Stub);
  return It == K.Names.end() ? "" : It->second;
}

void pushConfiguration(const Configuration &C) {
  pending().Pushed.push_back(C);
}

Configuration popConfiguration() {
  Pending &P = pending();
  Configuration C;
  if (!P.Pushed.empty()) {
    C = P.Pushed.back();
    P.Pushed.pop_back();
  }
  P.Site = C.Site;
  return C;
}

const void *takeSite(const void *Return) {
  Pending &P = pending();
  const void *Site = P.Site ? P.Site : Return;
  P.Site = nullptr;
  return Site;
}

} // namespace gpuperf::record
