//===- IrFixture.h - Kernels for tests, from IR text ------------*- C++ -*-===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUPERF_TEST_UNIT_ANALYSIS_IRFIXTURE_H
#define GPUPERF_TEST_UNIT_ANALYSIS_IRFIXTURE_H

#include "analysis/summarize/SummarizeKernel.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace gpuperf::test {

/// A module and its context.
struct Ir {
  std::unique_ptr<llvm::LLVMContext> Context =
      std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> M;
};

inline Ir parseText(llvm::StringRef Text) {
  Ir I;
  llvm::SMDiagnostic Error;
  I.M = llvm::parseAssemblyString(Text, Error, *I.Context);
  if (!I.M)
    ADD_FAILURE() << "line " << Error.getLineNo() << ": "
                  << Error.getMessage().str();
  return I;
}

/// Inputs/ir/kernels.ll, the kernels of kernels.cu.
inline Ir parseKernels() {
  Ir I;
  llvm::SMDiagnostic Error;
  I.M = llvm::parseIRFile(GPUPERF_TEST_INPUTS "/ir/kernels.ll", Error,
                          *I.Context);
  if (!I.M)
    ADD_FAILURE() << Error.getMessage().str();
  return I;
}

inline KernelSummary summarize(Ir &I, llvm::StringRef Name) {
  llvm::Function *F = I.M ? I.M->getFunction(Name) : nullptr;
  if (!F) {
    ADD_FAILURE() << "no function " << Name.str();
    return {};
  }
  auto K = summarizeKernel(*F);
  if (!K) {
    ADD_FAILURE() << llvm::toString(K.takeError());
    return {};
  }
  return std::move(*K);
}

/// One kernel of kernels.cu.
inline KernelSummary kernel(llvm::StringRef Name) {
  Ir I = parseKernels();
  return summarize(I, Name);
}

/// \p N-th access, in order of the text.
inline const Access &access(const KernelSummary &K, size_t N) {
  static const Access None;
  if (N >= K.Accesses.size()) {
    ADD_FAILURE() << "only " << K.Accesses.size() << " accesses";
    return None;
  }
  return K.Accesses[N];
}

/// \p Names for parameters stand in for debug information.
inline std::string print(const KernelSummary &K, ExprId E,
                         std::vector<std::string> Names = {}) {
  return K.Exprs.print(E, Names);
}

/// Operations of class \p Op in the text of \p K.
inline unsigned count(const KernelSummary &K, OpClass Op) {
  unsigned N = 0;
  for (const Instr &I : K.Instrs)
    if (I.Class == Op)
      N += I.Count;
  return N;
}

inline const Instr *named(const KernelSummary &K, llvm::StringRef Name) {
  for (const Instr &I : K.Instrs)
    if (I.Name == Name)
      return &I;
  return nullptr;
}

/// A one-dimensional launch with integer arguments; nothing for a pointer.
inline Launch launch(Dim3 Grid, Dim3 Block,
                     std::vector<std::optional<int64_t>> Args = {}) {
  Launch L;
  L.Grid = Grid, L.Block = Block;
  for (const auto &A : Args)
    L.Args.push_back(A ? ArgValue::integer(*A) : ArgValue());
  return L;
}

} // namespace gpuperf::test

#endif // GPUPERF_TEST_UNIT_ANALYSIS_IRFIXTURE_H
