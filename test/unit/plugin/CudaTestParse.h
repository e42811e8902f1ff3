//===- CudaTestParse.h - CUDA text -> AST, for tests ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_PLUGIN_CUDATESTPARSE_H
#define GPUPERF_TEST_UNIT_PLUGIN_CUDATESTPARSE_H

#include "gpumodel/files/GpuRegistry.h"
#include "plugin/device/Toolkit.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include <functional>

namespace gpuperf::test {

enum class Side { Device, Host };

struct ParseSetup {
  Side Which = Side::Device;
  std::string Arch = "sm_90"; ///< AMD's ("gfx90a"): the text is HIP
  std::vector<std::string> Flags;
  std::vector<std::pair<std::string, std::string>> Files; ///< virtual ones
  bool UseToolkit = false; ///< else the bundled declarations
};

/// Parses \p Code and calls \p Use while the AST is alive. False if the parse
/// reported an error.
inline bool
parseCuda(llvm::StringRef Code, const ParseSetup &Setup,
          std::function<void(clang::ASTContext &, clang::Preprocessor &)> Use) {
  using namespace clang;
  struct Consumer : ASTConsumer {
    CompilerInstance &Compiler;
    decltype(Use) &Call;
    Consumer(CompilerInstance &Compiler, decltype(Use) &Call)
        : Compiler(Compiler), Call(Call) {}
    void HandleTranslationUnit(ASTContext &Ctx) override {
      Call(Ctx, Compiler.getPreprocessor());
    }
  };
  struct Action : ASTFrontendAction {
    decltype(Use) &Call;
    explicit Action(decltype(Use) &Call) : Call(Call) {}
    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                   llvm::StringRef) override {
      return std::make_unique<Consumer>(Compiler, Call);
    }
  };
  std::vector<std::string> Args =
      isAmdArch(Setup.Arch)
          ? hipFlags(/*Rocm=*/"", Setup.Arch)
          : cudaFlags(Setup.UseToolkit ? findToolkit() : std::nullopt,
                      Setup.Arch, Setup.Which == Side::Device);
  if (isAmdArch(Setup.Arch))
    Args.insert(Args.end(), {"-x", "hip",
                             Setup.Which == Side::Device ? "--cuda-device-only"
                                                         : "--cuda-host-only"});
  if (Setup.Which == Side::Host)
    Args.push_back("--cuda-host-only");
  Args.insert(Args.end(), {"-resource-dir", GPUPERF_CLANG_RESOURCES, "-w",
                           "-std=c++17", "-fsyntax-only"});
  Args.insert(Args.end(), Setup.Flags.begin(), Setup.Flags.end());
  // Diagnostics of broken code are expected; they would only clutter the log.
  IgnoringDiagConsumer Silent;
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> Files(
      new llvm::vfs::OverlayFileSystem(llvm::vfs::getRealFileSystem()));
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Virtual(
      new llvm::vfs::InMemoryFileSystem);
  Files->pushOverlay(Virtual);
  Virtual->addFile("input.cu", 0, llvm::MemoryBuffer::getMemBufferCopy(Code));
  for (const auto &[Name, Text] : Setup.Files)
    Virtual->addFile(Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  llvm::IntrusiveRefCntPtr<FileManager> Manager(
      new FileManager(FileSystemOptions(), Files));
  std::vector<std::string> Command = {"clang-tool"};
  Command.insert(Command.end(), Args.begin(), Args.end());
  Command.push_back("input.cu");
  tooling::ToolInvocation Invocation(Command, std::make_unique<Action>(Use),
                                     Manager.get());
  Invocation.setDiagnosticConsumer(&Silent);
  return Invocation.run();
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_PLUGIN_CUDATESTPARSE_H
