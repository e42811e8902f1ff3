//===- RegisterSpillCheck.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/RegisterSpillCheck.h"
#include "analysis/advice/launches/SpillAdvice.h"
#include "analysis/report/Wording.h"
#include "plugin/ast/UserFunctions.h"
#include "plugin/findings/KernelLines.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using llvm::formatv;

namespace gpuperf {

/// What an assembler made of the kernel: nvcc's object says it of nvcc's own
/// code, ptxas of clang's. Null where neither is known.
static const RegisterUse *assembledOf(const GpuAnswer &On) {
  if (!On.Compiled)
    return nullptr;
  if (On.Compiled->Object)
    return &*On.Compiled->Object;
  return On.Compiled->Ptxas ? &*On.Compiled->Ptxas : nullptr;
}

/// Whether the user's code that the kernel executes declares an array or struct
/// of that name. Those inside of a library are not for the user to change.
static bool declaresArray(ASTContext &Ctx, const FunctionDecl &Kernel,
                          llvm::StringRef Name) {
  for (const FunctionDecl *F : userFunctionsOf(Ctx, Kernel))
    for (const Decl *D : F->decls()) {
      const auto *V = dyn_cast<VarDecl>(D);
      if (V && V->hasLocalStorage() && V->getName() == Name &&
          (V->getType()->isArrayType() || V->getType()->isRecordType()))
        return true;
    }
  return false;
}

static const char *causeText(LocalCause Why) {
  switch (Why) {
  case LocalCause::IndexedByShort:
  case LocalCause::IndexedByLoop:
    return "is indexed in a loop that is not unrolled";
  case LocalCause::IndexedByData:
    return "is indexed by a value that only the running kernel knows";
  case LocalCause::AddressTaken:
    return "needs an address";
  }
  llvm_unreachable("unknown LocalCause");
}

static const char *actText(LocalCause Why) {
  switch (Why) {
  case LocalCause::IndexedByShort:
  case LocalCause::IndexedByLoop:
    return "registers have no index: give the loop a constant bound and "
           "#pragma unroll, so that every index is a constant";
  case LocalCause::IndexedByData:
    return "registers have no index: keep it in shared memory (one column per "
           "thread), or choose among constant indices";
  case LocalCause::AddressTaken:
    return "a pointer to it is kept or passed on: pass values, or let the "
           "function be inlined";
  }
  llvm_unreachable("unknown LocalCause");
}

void RegisterSpillCheck::findArrays(const LaunchAnswer &Answer,
                                    const GpuAnswer &On, const GpuModel &Gpu,
                                    std::vector<LineFinding> &Out) {
  const KernelSummary &K = *On.Kernel;
  // Where the kernel has no stack, there were registers for all of them.
  const RegisterUse *Assembled = assembledOf(On);
  if (K.LocalBytesPerThread == 0 || (Assembled && Assembled->StackBytes == 0))
    return;
  auto Cost = costOfLocalArrays(K, On.Asked, Gpu, *On.P);
  if (!Cost)
    return;
  // An array with few accesses does not cost the time.
  constexpr double Hardly = 0.1;
  for (const LocalArray &A : Cost->Arrays) {
    if (A.AccessesPerThread < Hardly * Cost->Arrays[0].AccessesPerThread ||
        A.Variable >= K.Variables.size() || A.Access == NoId)
      continue;
    // nvcc may unroll a loop that clang did not unroll. All indices are then
    // constant, and the array goes into registers.
    if (A.Why == LocalCause::IndexedByShort ||
        (A.Why == LocalCause::AddressTaken && !Assembled))
      continue;
    const Variable &V = K.Variables[A.Variable];
    // Inlining adds a suffix to a name: "tmp.i".
    const llvm::StringRef Name = llvm::StringRef(V.Name).split('.').first;
    if (Name.empty() || !declaresArray(*Ctx, *Answer.Site.Kernel, Name))
      continue;
    LineFinding F;
    F.Where = K.Accesses[A.Access].Where;
    F.Inner = K.Accesses[A.Access].Inner;
    F.Accesses = {A.Access};
    F.TimeUs = On.P->TimeUs;
    F.WithoutUs = Cost->WithoutUs;
    F.Text = formatv("'{0}' ({1} per thread) is in local memory instead of "
                     "registers, as it {2}; {3} accesses per thread",
                     Name, formatBytes(static_cast<double>(V.SizeBytes)),
                     causeText(A.Why), formatNumber(A.AccessesPerThread));
    F.Notes.push_back(actText(A.Why));
    Out.push_back(std::move(F));
  }
}

void RegisterSpillCheck::findSpills(const LaunchAnswer &Answer,
                                    const GpuAnswer &On, const GpuModel &Gpu,
                                    std::vector<LineFinding> &Out) {
  const KernelSummary &K = *On.Kernel;
  if (!areCounted(K.RegistersFrom) || K.SpillBytesPerThread == 0)
    return;
  auto With = timeWithSpills(K, On.Asked, Gpu, *On.P);
  if (!With)
    return;
  // ptxas names no line for a spill, so it is reported at the kernel.
  const SourceLocation Loc =
      SM->getExpansionLoc(Answer.Site.Kernel->getLocation());
  LineFinding F;
  F.Where = lineIn(*SM, K, Loc);
  F.TimeUs = *With;
  F.WithoutUs = On.P->TimeUs;
  F.Text =
      formatv("ptxas spills {0} bytes of registers per thread to local "
              "memory ({1} registers are left)",
              K.SpillBytesPerThread, formatNumber(K.RegistersPerThread.Value));
  F.Notes.push_back(
      K.MinBlocksPerSmBound
          ? formatv("__launch_bounds__ asks for {0} blocks of {1} threads per "
                    "SM: ask for fewer",
                    K.MinBlocksPerSmBound, K.MaxThreadsPerBlockBound)
      : K.MaxThreadsPerBlockBound
          ? formatv(
                "__launch_bounds__({0}) leaves no more: bound the kernel by "
                "the block that is launched ({1})",
                K.MaxThreadsPerBlockBound, On.Asked.Block.count())
                .str()
          : "it keeps too many values at a time: split the kernel, or the "
            "loop that is unrolled");
  F.Notes.push_back(
      "each is counted once per thread; in a loop they cost more");
  Out.push_back(std::move(F));
}

std::vector<LineFinding> RegisterSpillCheck::find(const LaunchAnswer &Answer,
                                                  const GpuAnswer &On,
                                                  const GpuModel &Gpu) {
  std::vector<LineFinding> Out;
  findArrays(Answer, On, Gpu, Out);
  findSpills(Answer, On, Gpu, Out);
  return Out;
}

} // namespace gpuperf
