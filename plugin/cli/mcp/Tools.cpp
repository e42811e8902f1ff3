//===- Tools.cpp ----------------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gpumodel/files/GpuRegistry.h"
#include "gpumodel/files/GpuReport.h"
#include "gpumodel/files/ShippedFiles.h"
#include "plugin/cli/mcp/Tool.h"
#include "plugin/cli/mcp/ToolSchemas.h"
#include "llvm/ADT/StringExtras.h"

using namespace gpuperf;
using namespace gpuperf::mcp;
namespace json = llvm::json;

ToolAnswer mcp::listGpuFiles(const json::Object &Arguments, const RunSelf &) {
  ToolAnswer Answer;
  json::Array Names;
  if (auto Name = Arguments.getString("name")) {
    auto Gpu = findGpu(*Name);
    if (!Gpu)
      return ToolAnswer::error(llvm::toString(Gpu.takeError()));
    Names.push_back(Gpu->Name);
    Answer.Structured["gpu"] = gpuToJson(*Gpu);
    Answer.Text = describeGpu(*Gpu);
  } else {
    for (const std::string &One : shippedGpuNames())
      Names.push_back(One);
    Answer.Text = listGpus();
  }
  Answer.Structured["names"] = std::move(Names);
  return Answer;
}

llvm::ArrayRef<Tool> mcp::allTools() {
  static constexpr Tool Tools[] = {
      {"predict_launch", "Time of kernel launches",
       "Predicts how long CUDA kernel launches take on a GPU, without running "
       "them: all launches of a file, those of one kernel, or one that grid, "
       "block and args describe. Every launch has a time with its band, what "
       "it is bound by, what was assumed, and, where there is no time, why.",
       launchInput, launchesOutput, predictLaunch},
      {"sweep", "Other block sizes",
       "Predicts launches with every block that covers the same threads, best "
       "first, and advises one where it is faster by more than the error of "
       "the comparison and proven to compute the same.",
       sweepInput, sweepOutput, sweepBlocks},
      {"explain", "Why a launch takes so long",
       "The same as predict_launch, with the time that each part of the GPU "
       "needs, what the launch executes and moves, and the expressions of the "
       "model. At most 20 launches: name a kernel.",
       launchInput, explainOutput, explainLaunch},
      {"program", "Kernels of a whole run",
       "Walks a CUDA program from main with the arguments in run, predicts "
       "every launch it makes and adds them up by kernel. Nothing is run.",
       programInput, programOutput, predictProgram},
      {"gpus", "Known GPUs",
       "Lists the GPUs that can be named, or gives the numbers of one with the "
       "source of each.",
       gpusInput, gpusOutput, listGpuFiles},
  };
  return Tools;
}
