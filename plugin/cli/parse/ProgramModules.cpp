//===- ProgramModules.cpp -------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/parse/ProgramModules.h"
#include "plugin/cli/parse/CommandReader.h"
#include "llvm/Support/ThreadPool.h"
#include <mutex>

namespace gpuperf {

ProgramModule parseModule(const ParseRequest &Request) {
  return readModule(CommandReader(Request, ""), Request.File);
}

std::vector<ProgramModule>
parseModules(llvm::ArrayRef<ParseRequest> Requests, unsigned Jobs,
             std::function<void(size_t Done, const ProgramModule &)> Progress) {
  std::vector<ProgramModule> Out(Requests.size());
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Jobs));
  std::mutex Mu;
  size_t Done = 0;
  for (size_t I = 0; I < Requests.size(); ++I)
    Pool.async([&, I] {
      Out[I] = parseModule(Requests[I]);
      std::lock_guard<std::mutex> Lock(Mu);
      if (Progress)
        Progress(++Done, Out[I]);
    });
  Pool.wait();
  return Out;
}

} // namespace gpuperf
