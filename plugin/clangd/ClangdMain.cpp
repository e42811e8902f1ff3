//===- ClangdMain.cpp - clangd with the gpuperf checks inside -------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/clangd/Seams.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdlib>
#include <thread>
#include <vector>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace clang::clangd {
int clangdMain(int argc, char *argv[]);
}

using namespace gpuperf;

static ClangdOptions &options() {
  static ClangdOptions Options;
  return Options;
}
const ClangdOptions &gpuperf::clangdOptions() { return options(); }

/// clangd has a thread for each file, and glibc gives each thread a heap of its
/// own, up to eight for each processor. What a parse and an analysis have freed
/// then stays in as many heaps as there are files. With fewer heaps, twelve
/// files take less than half of the memory and no more time.
static void shareHeaps() {
#ifdef __GLIBC__
  if (std::getenv("MALLOC_ARENA_MAX"))
    return;
  const unsigned Processors = std::thread::hardware_concurrency();
  mallopt(M_ARENA_MAX, static_cast<int>(std::max(2U, Processors / 4)));
#endif
}

int main(int argc, char *argv[]) {
  shareHeaps();
  // clangd's option parser only knows clangd's options: ours are taken out
  // before it starts.
  std::vector<char *> Rest;
  for (int I = 0; I < argc; ++I) {
    llvm::StringRef Arg(argv[I]);
    if (I > 0 && Arg.consume_front("--gpu="))
      options().Gpu = Arg.str();
    else if (I > 0 && Arg.consume_front("--assume="))
      options().Assume = Arg.str();
    else
      Rest.push_back(argv[I]);
    if (I > 0 && (llvm::StringRef(argv[I]) == "--help"))
      llvm::outs() << "gpuperf-clangd is clangd with the gpuperf checks. It "
                      "also takes\n"
                      "  --gpu=NAMES        GpuperfGpu where no .clang-tidy or "
                      ".clangd names one\n"
                      "  --assume=NAME=N    likewise GpuperfAssume; ';' "
                      "separates\n\n";
  }
  llvm::outs().flush();
  Rest.push_back(nullptr);
  return clang::clangd::clangdMain(static_cast<int>(Rest.size()) - 1,
                                   Rest.data());
}
