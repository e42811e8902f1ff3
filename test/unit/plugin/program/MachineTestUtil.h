//===- MachineTestUtil.h - LLVM IR text in a machine, for tests -*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_PLUGIN_PROGRAM_MACHINETESTUTIL_H
#define GPUPERF_TEST_UNIT_PLUGIN_PROGRAM_MACHINETESTUTIL_H

#include "plugin/program/library/Library.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace gpuperf::test {

/// A machine with a module that was written as text.
class IrMachine {
public:
  explicit IrMachine(llvm::StringRef Text, program::Budget Limits = {})
      : M(L, program::standardLibrary(), Limits) {
    llvm::SMDiagnostic Error;
    Module = llvm::parseAssemblyString(
        ("target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64"
         "-i128:128-f80:128-n8:16:32:64-S128\"\n" +
         Text)
            .str(),
        Error, Context);
    if (!Module) {
      ADD_FAILURE() << Error.getMessage().str() << "\n"
                    << Error.getLineContents().str();
      return;
    }
    M.Owner = &Runtime;
    M.add(*Module);
  }

  /// The first scalar that a function returns.
  program::Value call(llvm::StringRef Name,
                      std::vector<program::Value> Args = {}) {
    std::vector<std::vector<program::Value>> Each;
    for (program::Value V : Args)
      Each.push_back({V});
    const llvm::Function *F = Module ? M.find(Name) : nullptr;
    if (!F) {
      ADD_FAILURE() << "no function " << Name.str();
      return {};
    }
    std::vector<program::Value> R = M.call(*F, Each);
    return R.empty() ? program::Value() : R.front();
  }
  uint64_t bits(llvm::StringRef Name, std::vector<uint64_t> Args = {}) {
    std::vector<program::Value> Values;
    for (uint64_t A : Args)
      Values.push_back({A, 0});
    return call(Name, Values).Bits;
  }

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Module;
  program::Labels L;
  program::GpuRuntime Runtime;
  program::Machine M;
};

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_PLUGIN_PROGRAM_MACHINETESTUTIL_H
