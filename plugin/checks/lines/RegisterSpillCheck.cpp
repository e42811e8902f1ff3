//===- RegisterSpillCheck.cpp ---------------------------------------------===//
//
// Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/checks/lines/RegisterSpillCheck.h"
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

/// Sums that take more of the registers are what the others have no room for.
static constexpr double ShareOfManySums = 0.5;

/// What an assembler made of the kernel: nvcc's object says it of nvcc's own
/// code, ptxas of clang's. Null where neither is known.
static const RegisterUse *assembledOf(const GpuAnswer &On) {
  if (!On.Compiled)
    return nullptr;
  if (On.Compiled->Object)
    return &*On.Compiled->Object;
  return On.Compiled->Ptxas ? &*On.Compiled->Ptxas : nullptr;
}

/// The function of the user's code that the kernel executes and that declares
/// an array or struct of that name; null if there is none. Those inside of a
/// library are not for the user to change.
static const FunctionDecl *declaringFunction(ASTContext &Ctx,
                                             const FunctionDecl &Kernel,
                                             llvm::StringRef Name) {
  for (const FunctionDecl *F : userFunctionsOf(Ctx, Kernel))
    for (const Decl *D : F->decls()) {
      const auto *V = dyn_cast<VarDecl>(D);
      if (V && V->hasLocalStorage() && V->getName() == Name &&
          (V->getType()->isArrayType() || V->getType()->isRecordType()))
        return F;
    }
  return nullptr;
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

/// \p OnHost: the function is one of the host too, which has no shared memory.
static std::string actText(const LocalArray &A, bool OnHost) {
  const std::string Column =
      OnHost ? "shared memory that the kernel declares and passes on, one "
               "column per thread: the host may run this function too"
             : "shared memory, one column per thread "
               "(array[index][threadIdx.x])";
  if (A.Remedy == LocalRemedy::Table)
    return formatv("each thread fills it with the same numbers: keep one "
                   "table, which {0} or which is a static __device__ or "
                   "__constant__ array",
                   OnHost ? "the kernel builds once per block in shared memory "
                            "and passes on"
                          : "a block builds once in shared memory");
  if (A.Remedy == LocalRemedy::Shared && A.Why == LocalCause::IndexedByLoop)
    return "registers have no index: #pragma unroll where the loops have "
           "constant bounds, if the code may grow so long; else keep it in " +
           Column;
  if (A.Remedy == LocalRemedy::Shared)
    return "registers have no index: keep it in " + Column;
  switch (A.Why) {
  case LocalCause::IndexedByShort:
  case LocalCause::IndexedByLoop:
    return "registers have no index: give the loop a constant bound and "
           "#pragma unroll, so that every index is a constant";
  case LocalCause::IndexedByData:
    return "registers have no index: choose among constant indices";
  case LocalCause::AddressTaken:
    return "a pointer to it is kept or passed on: pass values, or let the "
           "function be inlined";
  }
  llvm_unreachable("unknown LocalCause");
}

/// Inlining adds a suffix to a name: "tmp.i".
static llvm::StringRef nameOf(const Variable &V) {
  return llvm::StringRef(V.Name).split('.').first;
}

/// The first of \p Arrays that are alike: a function that was inlined several
/// times has its array as often.
static std::vector<LocalArray> onceEach(const KernelSummary &K,
                                        llvm::ArrayRef<LocalArray> Arrays) {
  std::vector<LocalArray> Out;
  for (const LocalArray &A : Arrays)
    if (llvm::none_of(Out, [&](const LocalArray &Known) {
          const Variable &V = K.Variables[Known.Variable],
                         &Of = K.Variables[A.Variable];
          return nameOf(V) == nameOf(Of) && V.SizeBytes == Of.SizeBytes &&
                 Known.Why == A.Why;
        }))
      Out.push_back(A);
  return Out;
}

/// "'a' (64 B per thread) is", "'a' (64 B per thread) and 'b' (20 B) are".
static std::string describeArrays(const KernelSummary &K,
                                  llvm::ArrayRef<LocalArray> Arrays) {
  std::string Text;
  for (size_t I = 0; I < Arrays.size(); ++I) {
    const Variable &V = K.Variables[Arrays[I].Variable];
    Text += formatv("{0}'{1}' ({2}{3})",
                    I == 0                   ? ""
                    : I + 1 == Arrays.size() ? " and "
                                             : ", ",
                    nameOf(V), formatBytes(static_cast<double>(V.SizeBytes)),
                    I == 0 ? " per thread" : "");
  }
  return Text + (Arrays.size() == 1 ? " is" : " are");
}

/// All arrays are one finding, at the busiest of them: they share the time.
void RegisterSpillCheck::findArrays(const LaunchAnswer &Answer,
                                    const GpuAnswer &On, const GpuModel &Gpu,
                                    std::vector<LineFinding> &Out) {
  const KernelSummary &K = *On.Kernel;
  // Where the kernel has no stack, there were registers for all of them.
  const RegisterUse *Assembled = assembledOf(On);
  if (K.LocalBytesPerThread == 0 || (Assembled && Assembled->StackBytes == 0))
    return;
  auto Concerns = [&](const LocalArray &A) {
    // nvcc may unroll a loop that clang did not unroll. All indices are then
    // constant, and the array goes into registers.
    // Of an address that clang keeps, nvcc's own object says whether nvcc does.
    if (A.Access == NoId || A.Why == LocalCause::IndexedByShort ||
        (A.Why == LocalCause::AddressTaken && !On.Compiled->Object))
      return false;
    const llvm::StringRef Name = nameOf(K.Variables[A.Variable]);
    return !Name.empty() && declaringFunction(*Ctx, *Answer.Site.Kernel, Name);
  };
  auto Cost = costOfLocalArrays(K, On.Asked, Gpu, *On.P, Concerns);
  if (!Cost)
    return;
  const LocalArray &Busiest = Cost->Arrays.front();
  LineFinding F;
  F.Where = K.Accesses[Busiest.Access].Where;
  F.Inner = K.Accesses[Busiest.Access].Inner;
  F.TimeUs = On.P->TimeUs;
  F.WithoutUs = Cost->WithoutUs;
  double Accesses = 0;
  for (const LocalArray &A : Cost->Arrays) {
    Accesses += A.AccessesPerThread;
    F.Accesses.push_back(A.Access);
  }
  const std::vector<LocalArray> Arrays = onceEach(K, Cost->Arrays);
  const bool IsOne = Arrays.size() == 1;
  F.Text =
      formatv("{0} in local memory instead of registers{1}; {2} accesses "
              "per thread",
              describeArrays(K, Arrays),
              IsOne ? formatv(", as it {0}", causeText(Busiest.Why)).str() : "",
              formatNumber(Accesses));
  for (const LocalArray &A : Arrays) {
    const llvm::StringRef Name = nameOf(K.Variables[A.Variable]);
    const FunctionDecl *In = declaringFunction(*Ctx, *Answer.Site.Kernel, Name);
    const auto *Host = In ? In->getAttr<CUDAHostAttr>() : nullptr;
    const std::string Act = actText(A, Host && !Host->isImplicit());
    F.Notes.push_back(
        IsOne ? Act
              : formatv("'{0}' {1}; {2}", Name, causeText(A.Why), Act).str());
  }
  Out.push_back(std::move(F));
}

void RegisterSpillCheck::findSpills(const LaunchAnswer &Answer,
                                    const GpuAnswer &On, const GpuModel &Gpu,
                                    std::vector<LineFinding> &Out) {
  const KernelSummary &K = *On.Kernel;
  if (!areCounted(K.RegistersFrom) || K.SpillBytesPerThread == 0)
    return;
  // AMD's compiler is ours: what it spills is in the time already.
  const bool IsCounted = Gpu.Arch.Maker == Vendor::Amd;
  auto Other = IsCounted ? timeWithoutSpills(K, On.Asked, Gpu, *On.P)
                         : timeWithSpills(K, On.Asked, Gpu, *On.P);
  if (!Other)
    return;
  // ptxas names no line for a spill, so it is reported at the kernel.
  const SourceLocation Loc =
      SM->getExpansionLoc(Answer.Site.Kernel->getLocation());
  LineFinding F;
  F.Where = lineIn(*SM, K, Loc);
  F.TimeUs = IsCounted ? On.P->TimeUs : *Other;
  F.WithoutUs = IsCounted ? *Other : On.P->TimeUs;
  F.Text =
      formatv("ptxas spills {0} bytes of registers per thread to local "
              "memory ({1} registers are left)",
              K.SpillBytesPerThread, formatNumber(K.RegistersPerThread.Value));
  const unsigned Sums = accumulatorRegisters(K);
  const bool AreManySums = Sums >= ShareOfManySums * K.RegistersPerThread.Value;
  if (AreManySums)
    F.Text +=
        formatv(", as the sums of its matrix products alone need {0}", Sums);
  F.Notes.push_back(
      AreManySums && !K.MinBlocksPerSmBound &&
              K.MaxThreadsPerBlockBound <= On.Asked.Block.count()
          ? std::string(
                "give each warp a smaller tile of the result, with more "
                "warps in the block or a smaller tile of the block: its "
                "sums stay in registers from the first product to the "
                "last")
      : K.MinBlocksPerSmBound
          ? formatv("__launch_bounds__ asks for {0} blocks of {1} threads per "
                    "SM: ask for fewer",
                    K.MinBlocksPerSmBound, K.MaxThreadsPerBlockBound)
      : K.MaxThreadsPerBlockBound > On.Asked.Block.count()
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
