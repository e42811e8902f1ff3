//===- NvptxBackendTest.cpp -----------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analysis/registers/NvptxBackend.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "gtest/gtest.h"
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace gpuperf;

namespace {
const llvm::Target *nvptx() {
  std::string Error;
  return llvm::TargetRegistry::lookupTarget(llvm::Triple("nvptx64-nvidia-cuda"),
                                            Error);
}
} // namespace

TEST(NvptxBackend, ItIsThereWhenAnyThreadReturns) {
  std::atomic<unsigned> Complete = 0;
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 8; ++I)
    Threads.emplace_back([&] {
      initializeNvptxBackend();
      const llvm::Target *T = nvptx();
      Complete += T && T->hasTargetMachine();
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Complete, 8u);
}

TEST(NvptxBackend, AllThatEmittingNeedsIsRegistered) {
  initializeNvptxBackend();
  const llvm::Target *T = nvptx();
  ASSERT_TRUE(T);
  std::unique_ptr<llvm::TargetMachine> Machine(
      T->createTargetMachine(llvm::Triple("nvptx64-nvidia-cuda"), "sm_90", "",
                             llvm::TargetOptions(), std::nullopt));
  ASSERT_TRUE(Machine);
  EXPECT_EQ(Machine->getTargetCPU(), "sm_90");
  // From the target's MC layer.
  EXPECT_TRUE(Machine->getMCAsmInfo());
  EXPECT_TRUE(Machine->getMCRegisterInfo());
  EXPECT_TRUE(Machine->getMCInstrInfo());
  // Without the printer, no pass can emit.
  llvm::raw_null_ostream Sink;
  llvm::legacy::PassManager Passes;
  EXPECT_FALSE(Machine->addPassesToEmitFile(
      Passes, Sink, nullptr, llvm::CodeGenFileType::AssemblyFile));
}

TEST(NvptxBackend, CallingItAgainRegistersNothingTwice) {
  auto Registered = [] {
    unsigned N = 0;
    for (const llvm::Target &T : llvm::TargetRegistry::targets())
      N += llvm::StringRef(T.getName()) == "nvptx64";
    return N;
  };
  initializeNvptxBackend();
  EXPECT_EQ(Registered(), 1u);
  initializeNvptxBackend();
  EXPECT_EQ(Registered(), 1u);
}
