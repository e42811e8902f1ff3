//===- FactsCommand.cpp ---------------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/cli/FactsCommand.h"
#include "gpumodel/files/GpuRegistry.h"
#include "plugin/cli/parse/OtherFiles.h"
#include "plugin/program/Walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

namespace gpuperf {

static cl::SubCommand FactsCommand("facts", "Walk a program from main and "
                                            "write how it launches kernels");
static cl::opt<std::string> Input(cl::Positional, cl::desc("FILE.cu"),
                                  cl::sub(FactsCommand));
static cl::opt<std::string> Run("run", cl::value_desc("ARGS"),
                                cl::desc("The program's arguments"),
                                cl::sub(FactsCommand));

bool factsIsAsked() { return static_cast<bool>(FactsCommand); }

int runFacts(std::vector<std::string> ClangFlags) {
  auto Gpu = findGpu("rtx-3080");
  std::unique_ptr<program::HostModule> Host;
  std::string Why;
  auto Result =
      parseCudaFile({Input, ClangFlags, "sm_86", ""}, false,
                    [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
                      Host = program::emitHostModule(Ctx, PP, Why);
                    });
  if (!Result || !Host) {
    llvm::errs() << "no host module: " << Why << "\n";
    return 2;
  }
  if (std::getenv("GPUPERF_DUMP"))
    Host->M->print(llvm::errs(), nullptr);
  program::WalkOptions Options;
  Options.Gpu = &*Gpu;
  if (Run.getNumOccurrences())
    Options.Arguments = program::splitCommandLine(Run);
  OtherFiles Others({Input, ClangFlags, "sm_86", ""}, "");
  std::vector<const program::HostModule *> Files = {Host.get()};
  llvm::append_range(Files, Others.complete(*Host));
  for (auto &R : Others.read())
    llvm::outs() << "  read " << R << "\n";
  auto Walk = program::walkProgram(Files, Options);
  for (const LaunchFact &F : Walk.Facts.Launches) {
    llvm::outs() << F.Kernel << " grid " << F.Grid.X << "," << F.Grid.Y << ","
                 << F.Grid.Z << " block " << F.Block.X << "," << F.Block.Y
                 << "," << F.Block.Z << " smem " << F.DynamicSharedBytes << " x"
                 << F.Count << " at " << F.File << ":" << F.Line << ":"
                 << F.Column << " in " << F.Function << " (";
    for (auto &A : F.Args) {
      llvm::outs() << A.Name << "=";
      if (A.Value.K == ArgValue::Kind::Integer)
        llvm::outs() << A.Value.Integer;
      else
        llvm::outs() << A.Value.Floating;
      for (auto &D : A.DependsOn)
        llvm::outs() << "[" << D << "]";
      llvm::outs() << " ";
    }
    llvm::outs() << ")";
    for (auto &B : F.Bytes)
      llvm::outs() << " " << B.first << ":" << B.second;
    for (auto &D : F.ShapeDependsOn)
      llvm::outs() << " shape[" << D << "]";
    llvm::outs() << "\n";
  }
  llvm::outs() << "main " << Walk.FoundMain << " ended "
               << (Walk.Ended ? int(*Walk.Ended) : -1) << " exit "
               << Walk.ExitCode << " steps " << Walk.Steps << "\n";
  for (auto &E : Walk.NotKnown)
    llvm::outs() << "  unknown " << E.getKey() << " " << E.getValue() << "\n";
  return 0;
}

} // namespace gpuperf
